//! How messages call and show the caller's values.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

#[wasm_bindgen(module = "/src/js/params/show.js")]
extern "C" {
    /// How a message calls a value.
    pub(crate) fn describe(value: &JsValue) -> String;
    /// A value as a message shows it: numbers, strings and short arrays themselves.
    pub(crate) fn show(value: &JsValue) -> String;
}
