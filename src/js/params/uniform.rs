//! Uniforms: numbers of any kind, leaf by leaf.

use js_sys::{Array, Float64Array, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::{describe, given, view_of};
use crate::bind::LeafGiven;
use crate::kernel::{Leaf, Step};

/// What was given for each leaf of a variable.
pub(super) fn leaves(value: &JsValue, leaves: &[Leaf]) -> Vec<LeafGiven> {
    leaves.iter().map(|leaf| numbers(&descend(value, &leaf.path))).collect()
}

/// Follows a leaf's path into the caller's object.
fn descend(value: &JsValue, path: &[Step]) -> JsValue {
    let mut at = value.clone();
    for step in path {
        if !at.is_object() {
            return JsValue::UNDEFINED;
        }
        let key = match step {
            Step::Member(name) => JsValue::from_str(name),
            Step::Element(index) => JsValue::from_f64(f64::from(*index)),
        };
        at = Reflect::get(&at, &key).unwrap_or(JsValue::UNDEFINED);
    }
    at
}

fn numbers(value: &JsValue) -> LeafGiven {
    if let Some(number) = number(value) {
        return LeafGiven::Numbers(vec![number]);
    }
    if !given(value) {
        return LeafGiven::Missing;
    }
    if view_of(value).is_some() {
        return LeafGiven::Numbers(Float64Array::new(value).to_vec());
    }
    if Array::is_array(value) {
        let list: &Array = value.unchecked_ref();
        let mut numbers = Vec::with_capacity(list.length() as usize);
        for (index, item) in list.iter().enumerate() {
            match self::number(&item) {
                Some(number) => numbers.push(number),
                None => return LeafGiven::Wrong(format!("an array whose item {index} is {}", describe(&item))),
            }
        }
        return LeafGiven::Numbers(numbers);
    }
    LeafGiven::Wrong(describe(value))
}

fn number(value: &JsValue) -> Option<f64> {
    value.as_f64().or_else(|| value.as_bool().map(f64::from))
}
