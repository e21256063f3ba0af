//! Numbers and options of operations.

use wasm_bindgen::JsValue;

use crate::error::{Code, Error, Result};
use crate::js::params;
use crate::ops::{matmul, sort};

/// An option by its name, or undefined.
fn option(options: &JsValue, name: &str) -> Result<JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(JsValue::UNDEFINED);
    }
    if !options.is_object() {
        return Err(Error::of(
            Code::BadArgument,
            format_args!("options is {}; it must be an object", params::describe(options)),
        ));
    }
    params::property(options, name)
}

pub(super) fn flag(options: &JsValue, name: &str) -> Result<bool> {
    let value = option(options, name)?;
    if value.is_undefined() {
        return Ok(false);
    }
    value.as_bool().ok_or_else(|| {
        Error::of(Code::BadArgument, format_args!("option {name} is {}; it must be a boolean", params::show(&value)))
    })
}

/// A whole number of 32 bits, if the option is given.
pub(super) fn whole(options: &JsValue, name: &str) -> Result<Option<i32>> {
    let value = option(options, name)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let fits = |v: &f64| v.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(v);
    match value.as_f64().filter(fits) {
        Some(number) => Ok(Some(number as i32)),
        None => Err(Error::of(
            Code::BadArgument,
            format_args!("option {name} is {}; it must be a whole number", params::show(&value)),
        )),
    }
}

/// The form of large products, if the option is given.
pub(super) fn method(options: &JsValue) -> Result<Option<matmul::Method>> {
    let value = option(options, "method")?;
    match value.as_string().as_deref() {
        None if value.is_undefined() => Ok(None),
        Some("texture") => Ok(Some(matmul::Method::Texture)),
        Some("uniformBlock") => Ok(Some(matmul::Method::UniformBlock)),
        _ => Err(Error::of(
            Code::BadArgument,
            format_args!("option method is {}; it must be \"texture\" or \"uniformBlock\"", params::show(&value)),
        )),
    }
}

/// A number that is no option.
pub(super) fn number(value: &JsValue, name: &str) -> Result<f64> {
    value.as_f64().ok_or_else(|| {
        Error::of(Code::BadArgument, format_args!("is {}; it must be a number", params::describe(value)))
            .at_argument(name)
    })
}

pub(super) fn sort_options(options: &JsValue) -> Result<sort::Options> {
    let descending = flag(options, "descending")?;
    let by = match whole(options, "by")? {
        None => 0,
        Some(by) => u32::try_from(by).map_err(|_| {
            Error::of(
                Code::BadArgument,
                format_args!("option by is {by}; it must be the number of a component, from 0"),
            )
        })?,
    };
    Ok(sort::Options { descending, by })
}
