//! A TextureInfo, its options, and images.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::objects::{is_settable, modes_in};
use super::{
    bad, bad_of, describe, given, got, image_size, is_array, keys, numbers, property, shape_of, show, type_of, view_of,
    Argument, Data, HostData, Numbers,
};
use crate::bind::{Given, HostTexture};
use crate::error::{Code, Error, Result};
use crate::js::error::text_of;
use crate::shape::{ElementType, Scalar, Shape};
use crate::texture::Modes;

/// The options of a texture. An option of another name is refused.
pub(crate) fn modes_of(options: &JsValue, check_names: bool) -> Result<(Modes, Option<bool>)> {
    let mut modes = Modes::default();
    let mut flip = None;
    if !given(options) {
        return Ok((modes, flip));
    }
    if !options.is_object() {
        return Err(bad_of(format_args!("options is {}; it must be an object", describe(options))));
    }
    if check_names {
        for name in keys(options)?.iter().filter_map(|k| k.as_string()) {
            if !["addressMode", "filterMode", "readMode", "flipY"].contains(&name.as_str()) {
                modes.set(&name, "")?;
            }
        }
    }
    let values = got(modes_in(options))?;
    for (name, at) in [("addressMode", 0), ("filterMode", 1), ("readMode", 2)] {
        let value = values.get(at);
        if given(&value) {
            match value.as_string() {
                Some(text) => modes.set(name, &text)?,
                None => modes.set(name, &show(&value))?,
            }
        }
    }
    let value = values.get(3);
    if given(&value) {
        flip = Some(
            value
                .as_bool()
                .ok_or_else(|| bad_of(format_args!("option flipY is {}; it must be a boolean", show(&value))))?,
        );
    }
    Ok((modes, flip))
}

pub(super) fn image(value: &JsValue, modes: Modes, flip: Option<bool>) -> Result<Argument> {
    let Some((width, height, flipped)) = image_size(value) else { return Ok(Argument::wrong(value)) };
    if width == 0 || height == 0 {
        return Err(Error::new(Code::BadShape, "is an image without a size; has it been loaded?"));
    }
    let flip = flip.unwrap_or(flipped);
    let texture = HostTexture {
        ty: ElementType { scalar: Scalar::Float, width: 4 },
        shape: Shape::matrix(height, width),
        data: None,
        image: Some((width, height)),
        modes,
    };
    let host = HostData::Image { value: value.clone(), flip };
    Ok(Argument { given: Given::Texture(texture), data: Data::Host(host) })
}

/// A TextureInfo: any object with a texelType. Read anew for each call, since the caller may have changed it.
pub(super) fn texture_info(value: &JsValue) -> Result<Option<Argument>> {
    let texel_type = property(value, "texelType")?;
    if !given(&texel_type) {
        return Ok(None);
    }
    let ty = type_of(&texel_type)?;
    let (modes, flip) = modes_of(value, false)?;
    let data = property(value, "value")?;
    if given(&data) && view_of(&data).is_none() && !is_array(&data) {
        let argument = image(&data, modes, flip)?;
        if matches!(argument.given, Given::Wrong(_)) {
            return Err(bad_of(format_args!("has the value {}; it takes numbers or an image", describe(&data))));
        }
        return Ok(Some(argument));
    }
    let shape = shape_of(&property(value, "shape")?)?;
    // Only now: reading the shape may have run the caller's code, and changed the view's length.
    let numbers = numbers(&data)?;
    let seen = numbers.as_ref().map(Numbers::seen);
    let texture = HostTexture { ty, shape, data: seen, image: None, modes };
    let host = HostData::Info { info: value.clone(), numbers: numbers.map(|n| (n.kind, n.value)) };
    Ok(Some(Argument { given: Given::Texture(texture), data: Data::Host(host) }))
}

/// Refuses a TextureInfo whose `value` cannot become a result.
pub(super) fn refuse_fixed(info: &JsValue) -> Result<()> {
    fixed_unless(got(is_settable(info, "value"))?)
}

/// Puts the result of an output into a TextureInfo's `value`.
pub(crate) fn set_value(info: &JsValue, value: &JsValue) -> Result<()> {
    fixed_unless(
        Reflect::set(info, &"value".into(), value)
            .map_err(|thrown| bad_of(format_args!("cannot be set: {}", text_of(&thrown))))?,
    )
}

fn fixed_unless(settable: bool) -> Result<()> {
    match settable {
        true => Ok(()),
        false => Err(bad("is a TextureInfo whose value cannot be set")),
    }
}
