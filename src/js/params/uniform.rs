//! Uniforms: numbers of any kind, leaf by leaf.

use js_sys::{Array, Float64Array};
use wasm_bindgen::JsValue;

use super::objects::property_of;
use super::{
    bad, describe, given, got, is_array, items, plain_numbers_of, property, refuse_gone, show, stranger, unknown,
    view_of,
};
use crate::bind::LeafGiven;
use crate::error::{Code, Error, Result};
use crate::kernel::{Leaf, Step};

/// Booleans and numbers that an array of both may have.
const MOST_ITEMS: u32 = 1 << 16;

/// What was given for each leaf of a variable.
pub(super) fn leaves(value: &JsValue, variable: &str, leaves: &[Leaf]) -> Result<Vec<LeafGiven>> {
    let mut list = Vec::with_capacity(leaves.len());
    descend(value, variable, leaves, 0, &mut list)?;
    Ok(list)
}

/// Goes through a struct or an array of them, which is what leaves have in common down to a depth. `place` is its name.
fn descend(value: &JsValue, place: &str, leaves: &[Leaf], depth: usize, list: &mut Vec<LeafGiven>) -> Result<()> {
    let here = |e: Error| e.at_argument(place);
    let Some(Leaf { path, .. }) = leaves.first() else { return Ok(()) };
    let Some(first) = path.get(depth) else {
        list.push(numbers(value).map_err(here)?);
        return Ok(());
    };
    let parts: Vec<&[Leaf]> = leaves.chunk_by(|a, b| a.path.get(depth) == b.path.get(depth)).collect();
    let steps = || parts.iter().filter_map(|part| part.first()?.path.get(depth));
    let keys: Array = steps()
        .map(|step| match step {
            Step::Member(name) => JsValue::from_str(name),
            Step::Element(index) => JsValue::from_f64(f64::from(*index)),
        })
        .collect();
    if given(value) {
        let wrong = |what: &str| Err(here(bad(format!("is {}; {what}", describe(value)))));
        match (first, is_array(value)) {
            (Step::Element(_), false) => return wrong("an array of structs is an array of objects"),
            (Step::Element(_), true) => {
                let length = property(value, "length").map_err(here)?;
                if length.as_f64() != Some(parts.len() as f64) {
                    let what = format!("has {} structs; {} are declared", show(&length), parts.len());
                    return Err(here(Error::new(Code::LengthMismatch, what)));
                }
            }
            (Step::Member(_), false) if value.is_object() && view_of(value).is_none() => {
                if let Some(stranger) = stranger(value, &keys).map_err(here)? {
                    return Err(unknown(&stranger, &keys, &format!("{place}.")));
                }
            }
            _ => return wrong("a struct is an object with its members"),
        }
    }
    for ((part, step), key) in parts.iter().zip(steps()).zip(keys.iter()) {
        let place = match step {
            Step::Member(name) => format!("{place}.{name}"),
            Step::Element(index) => format!("{place}[{index}]"),
        };
        let inner = match given(value) {
            true => got(property_of(value, &key)).map_err(|e| e.at_argument(&place))?,
            false => JsValue::UNDEFINED,
        };
        descend(&inner, &place, part, depth + 1, list)?;
    }
    Ok(())
}

fn numbers(value: &JsValue) -> Result<LeafGiven> {
    if let Some(number) = number(value) {
        return Ok(LeafGiven::Numbers(vec![number]));
    }
    if !given(value) {
        return Ok(LeafGiven::Missing);
    }
    if view_of(value).is_some() {
        refuse_gone(value)?;
        return Ok(LeafGiven::Numbers(Float64Array::new(value).to_vec()));
    }
    if is_array(value) {
        if let Ok(numbers) = plain_numbers_of(value) {
            return Ok(LeafGiven::Numbers(numbers.to_vec()));
        }
        // Booleans may be among them.
        let list = items(value, MOST_ITEMS)?.unwrap_or_default();
        let mut numbers = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            match self::number(item) {
                Some(number) => numbers.push(number),
                None => return Ok(LeafGiven::Wrong(format!("an array whose item {index} is {}", describe(item)))),
            }
        }
        return Ok(LeafGiven::Numbers(numbers));
    }
    Ok(LeafGiven::Wrong(describe(value)))
}

fn number(value: &JsValue) -> Option<f64> {
    value.as_f64().or_else(|| value.as_bool().map(f64::from))
}
