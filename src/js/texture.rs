//! `makeTextureInfo`: host data with a shape, as a plain object.

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

use super::params::{self, image_size, modes_of, Numbers};
use crate::bind::HostTexture;
use crate::error::{Code, Error, Result};
use crate::shape::Shape;

/// Checks everything that can be checked now and makes the object. The library keeps no state in it.
pub(crate) fn make(ty: &JsValue, shape: &JsValue, value: &JsValue, options: &JsValue) -> Result<JsValue> {
    let vec4 = JsValue::from_str("vec4");
    // Pages for gpgpu.js leave an image's type out.
    let untyped = (ty.is_null() || ty.is_undefined()) && image_size(value).is_some();
    let element = params::type_of(if untyped { &vec4 } else { ty })?;
    let (modes, flip) = modes_of(options, true)?;
    modes.check(element)?;
    let nothing = value.is_undefined() || value.is_null();
    let at_value = |e: Error| e.at_argument("value");
    let numbers = params::numbers(value).map_err(at_value)?;
    let kind = numbers.as_ref().map(Numbers::seen);
    let image = if nothing || kind.is_some() { None } else { image_size(value) };
    let info = Object::new();
    params::set(&info, "texelType", element.name());
    match image {
        Some((width, height, _)) => params::set(&info, "shape", Array::of2(&height.into(), &width.into())),
        None => {
            if !nothing && kind.is_none() {
                let what = params::describe(value);
                return Err(at_value(Error::of(
                    Code::BadArgument,
                    format_args!("is {what}; it must be a typed array, an array of numbers or an image"),
                )));
            }
            let shape: Shape = params::shape_of(shape)?;
            let texture = HostTexture { ty: element, shape: shape.clone(), data: kind, image: None, modes };
            texture.check().map_err(at_value)?;
            let sides: Array = shape.dimensions().iter().map(|&d| JsValue::from(d)).collect();
            params::set(&info, "shape", sides);
        }
    }
    params::set(&info, "value", if nothing { JsValue::NULL } else { value.clone() });
    for name in ["addressMode", "filterMode", "readMode"] {
        let given = if options.is_object() { params::property(options, name)? } else { JsValue::UNDEFINED };
        if !given.is_undefined() && !given.is_null() {
            params::set(&info, name, given);
        }
    }
    if let Some(flip) = flip {
        params::set(&info, "flipY", flip);
    }
    Ok(info.into())
}
