//! Reads what the caller hands over.
//!
//! Every property is read once, before anything is decided: a getter of the caller's may call back into the library.
//!
//! - `request`: a call of `compute`, but for its arguments
//! - `argument`: an argument, by the variable that it meets
//! - `texture`: TextureInfos, their options, and images
//! - `uniform`: uniforms, member by member
//! - `host`: typed arrays, arrays of numbers
//! - `objects`: objects of any kind
//! - `show`: how messages show values

mod argument;
mod host;
mod objects;
mod request;
mod show;
mod texture;
mod uniform;

pub(crate) use argument::{argument, operand, Argument, Data};
pub(crate) use host::{numbers, numbers_of, overlap, refuse_gone, refuse_resized, view_of, HostData, Numbers};
use objects::stranger_in;
pub(crate) use objects::{image_size, is_array, is_canvas, is_context, items, keys};
pub(crate) use request::Request;
pub(crate) use show::{describe, show};
pub(crate) use texture::{modes_of, set_value};

use std::fmt;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::error::{Code, Error, Result};
use crate::glsl::nearest::nearest;
use crate::js::array::{find, Found};
use crate::shape::{ElementType, Shape};

fn bad(detail: impl Into<String>) -> Error {
    Error::new(Code::BadArgument, detail)
}

fn bad_of(detail: fmt::Arguments<'_>) -> Error {
    Error::of(Code::BadArgument, detail)
}

/// A property's value; what its getter throws is a refusal.
pub(crate) fn got<T>(value: std::result::Result<T, JsValue>) -> Result<T> {
    value.map_err(|thrown| bad_of(format_args!("cannot be read: {}", super::error::text_of(&thrown))))
}

pub(crate) fn given(value: &JsValue) -> bool {
    !value.is_undefined() && !value.is_null()
}

/// A whole number from 0 to 2^31 − 1.
pub(crate) fn natural(value: &JsValue) -> Option<u32> {
    value.as_f64().filter(|v| v.fract() == 0.0 && (0.0..=f64::from(i32::MAX)).contains(v)).map(|v| v as u32)
}

/// The items of a short array or typed array.
fn list_of(value: &JsValue) -> Option<Vec<JsValue>> {
    if is_array(value) || view_of(value).is_some() {
        return items(value, 64).ok().flatten();
    }
    None
}

/// A shape: one to three whole numbers. A plain number is a shape of one dimension.
pub(crate) fn shape_of(value: &JsValue) -> Result<Shape> {
    let refuse = |what: String| Error::new(Code::BadShape, what);
    let list = match value.as_f64() {
        Some(_) => vec![value.clone()],
        None => list_of(value)
            .ok_or_else(|| refuse(format!("shape is {}; it must be an array of whole numbers", describe(value))))?,
    };
    let mut sides = Vec::with_capacity(list.len());
    for side in &list {
        sides.push(natural(side).ok_or_else(|| {
            refuse(format!("shape {} has the side {}; sides are whole numbers from 0", show(value), show(side)))
        })?);
    }
    Shape::new(&sides)
}

/// An element type by its name.
pub(crate) fn type_of(value: &JsValue) -> Result<ElementType> {
    value.as_string().and_then(|name| ElementType::parse(&name)).ok_or_else(|| {
        bad_of(format_args!(
            "type is {}; it must be one of float, vec2 … vec4, int, ivec2 … ivec4, uint, uvec2 … uvec4",
            show(value)
        ))
    })
}

/// The numbers of an array or typed array of at most so many; none of anything else.
pub(crate) fn plain_numbers(value: &JsValue, most: usize) -> Result<Option<Vec<f64>>> {
    let Some(Numbers { length, value, .. }) = numbers(value)? else { return Ok(None) };
    if length > most {
        // They would not fit into wasm's memory, and end it.
        let detail = format_args!("has {length} numbers; at most {most} are accepted");
        return Err(Error::of(Code::LengthMismatch, detail));
    }
    Ok(Some(js_sys::Float64Array::new(&value).to_vec()))
}

/// The own properties of an object, in their order.
pub(crate) fn entries(object: &JsValue) -> Result<Vec<(String, JsValue)>> {
    if !object.is_object() || is_array(object) || !matches!(find(object), Found::Nothing) {
        return Err(bad_of(format_args!("is {}; it must be an object of names and arrays", describe(object))));
    }
    let mut list = Vec::new();
    for key in keys(object)? {
        list.push((key.as_string().unwrap_or_default(), got(Reflect::get(object, &key))?));
    }
    Ok(list)
}

/// A property of an object that the library makes or that the caller hands over.
pub(crate) fn property(object: &JsValue, name: &str) -> Result<JsValue> {
    got(Reflect::get(object, &name.into()))
}

/// Sets a property of an object that the library makes.
pub(crate) fn set(object: &Object, name: &str, value: impl Into<JsValue>) {
    // Defining on a fresh plain object cannot fail.
    let _ = Reflect::set(object, &name.into(), &value.into());
}

/// The name of the first of an object's own properties that is not declared.
pub(crate) fn stranger(object: &JsValue, declared: &Array) -> Result<Option<String>> {
    got(stranger_in(object, declared))
}

/// The refusal of a property that is not declared. `within` stands before its name.
pub(crate) fn unknown(stranger: &str, declared: &Array, within: &str) -> Error {
    let names: Vec<String> = declared.iter().filter_map(|name| name.as_string()).collect();
    let hint = match nearest(stranger, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if names.is_empty() => "it declares nothing".to_string(),
        None => format!("it declares {}", names.join(", ")),
    };
    Error::of(Code::UnknownArgument, format_args!("is declared by no shader; {hint}"))
        .at_argument(&format!("{within}{stranger}"))
}
