//! Numbers and options of operations.

use js_sys::Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Code, Error, Result};
use crate::js::params;
use crate::ops::sort;

#[wasm_bindgen(module = "/src/js/ops/options.js")]
extern "C" {
    /// The values of options, by their names; or why they are refused.
    #[wasm_bindgen(catch, js_name = optionsOf)]
    fn options_of(given: &JsValue, names: &str) -> std::result::Result<JsValue, JsValue>;
}

/// The values of an operation's options; an option of another name is refused.
pub(super) fn options(given: &JsValue, names: &str) -> Result<Array> {
    if !params::given(given) {
        return Ok(Array::new());
    }
    let values = params::got(options_of(given, names))?;
    match values.as_string() {
        Some(refusal) => Err(Error::new(Code::BadArgument, refusal)),
        None => Ok(values.unchecked_into()),
    }
}

/// A whole number, if the option is given.
pub(super) fn whole(value: &JsValue) -> Option<i32> {
    Some(value.as_f64()? as i32)
}

pub(super) fn sort_options(given: &JsValue) -> Result<sort::Options> {
    let given = options(given, "descending by")?;
    let descending = given.get(0).is_truthy();
    let by = match whole(&given.get(1)) {
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

/// A number that is no option.
pub(super) fn number(value: &JsValue, name: &str) -> Result<f64> {
    value.as_f64().ok_or_else(|| {
        Error::of(Code::BadArgument, format_args!("is {}; it must be a number", params::describe(value)))
            .at_argument(name)
    })
}
