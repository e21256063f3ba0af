//! Uniforms: numbers of any kind, leaf by leaf.

use js_sys::{Float64Array, Reflect};
use wasm_bindgen::JsValue;

use super::{describe, given, is_array, items, plain_numbers_of, refuse_gone, view_of};
use crate::bind::LeafGiven;
use crate::kernel::{Leaf, Step};

/// Booleans and numbers that an array of both may have.
const MOST_ITEMS: u32 = 1 << 16;

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
        if refuse_gone(value).is_err() {
            return LeafGiven::Wrong(format!("{} whose buffer is detached", describe(value)));
        }
        return LeafGiven::Numbers(Float64Array::new(value).to_vec());
    }
    if is_array(value) {
        if let Ok(numbers) = plain_numbers_of(value) {
            return LeafGiven::Numbers(numbers.to_vec());
        }
        // Booleans may be among them.
        let list = items(value, MOST_ITEMS).ok().flatten().unwrap_or_default();
        let mut numbers = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            match self::number(item) {
                Some(number) => numbers.push(number),
                None => return LeafGiven::Wrong(format!("an array whose item {index} is {}", describe(item))),
            }
        }
        return LeafGiven::Numbers(numbers);
    }
    LeafGiven::Wrong(describe(value))
}

fn number(value: &JsValue) -> Option<f64> {
    value.as_f64().or_else(|| value.as_bool().map(f64::from))
}
