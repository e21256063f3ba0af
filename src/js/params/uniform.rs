//! Uniforms: numbers of any kind, leaf by leaf.

use js_sys::Array;
use wasm_bindgen::JsValue;

use super::objects::property_of;
use super::{bad_of, describe, given, got, is_array, items, plain_numbers, property, show, stranger, unknown, view_of};
use crate::bind::LeafGiven;
use crate::error::{Code, Error, Result};
use crate::kernel::{Leaf, Selector};

/// Booleans and numbers that an array of both may have.
const MOST_ITEMS: u32 = 1 << 16;

/// No device has room for as many numbers in its uniforms.
const MOST_NUMBERS: usize = 1 << 20;

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
    let (keys, mut parts) = (Array::new(), Vec::new());
    for part in leaves.chunk_by(|a, b| a.path.get(depth) == b.path.get(depth)) {
        let (key, place) = match part.first().and_then(|leaf| leaf.path.get(depth)) {
            Some(Selector::Member(name)) => (JsValue::from_str(name), format!("{place}.{name}")),
            Some(Selector::Element(index)) => (JsValue::from_f64(f64::from(*index)), format!("{place}[{index}]")),
            None => continue,
        };
        keys.push(&key);
        parts.push((key, place, part));
    }
    if given(value) {
        let wrong = |what: &str| Err(here(bad_of(format_args!("is {}; {what}", describe(value)))));
        match (first, is_array(value)) {
            (Selector::Element(_), false) => return wrong("an array of structs is an array of objects"),
            (Selector::Element(_), true) => {
                let length = property(value, "length").map_err(here)?;
                if length.as_f64() != Some(parts.len() as f64) {
                    return Err(here(Error::of(
                        Code::LengthMismatch,
                        format_args!("has {} structs; {} are declared", show(&length), parts.len()),
                    )));
                }
            }
            (Selector::Member(_), false) if value.is_object() && view_of(value).is_none() => {
                if let Some(stranger) = stranger(value, &keys).map_err(here)? {
                    return Err(unknown(&stranger, &keys, &format!("{place}.")));
                }
            }
            _ => return wrong("a struct is an object with its members"),
        }
    }
    for (key, place, part) in parts {
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
    match plain_numbers(value, MOST_NUMBERS) {
        Ok(Some(numbers)) => return Ok(LeafGiven::Numbers(numbers)),
        Ok(None) => return Ok(LeafGiven::Wrong(describe(value))),
        Err(error) if error.code() == Code::LengthMismatch || view_of(value).is_some() => return Err(error),
        Err(_) => {} // booleans may be among them
    }
    let list = items(value, MOST_ITEMS)?.unwrap_or_default();
    let mut numbers = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        match self::number(item) {
            Some(number) => numbers.push(number),
            None => return Ok(LeafGiven::Wrong(format!("an array whose item {index} is {}", describe(item)))),
        }
    }
    Ok(LeafGiven::Numbers(numbers))
}

fn number(value: &JsValue) -> Option<f64> {
    value.as_f64().or_else(|| value.as_bool().map(f64::from))
}
