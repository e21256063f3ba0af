//! Errors, as JavaScript sees them.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::error::Error;
pub(crate) use crate::gl::transfer::text_of;

#[wasm_bindgen(module = "/src/js/error.js")]
extern "C" {
    /// `class GPGPUError extends Error`
    type GPGPUError;
    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str, kernel: Option<String>, argument: Option<String>) -> GPGPUError;
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        let text = |name: Option<&str>| name.map(str::to_string);
        let (kernel, argument) = (text(error.kernel()), text(error.argument()));
        GPGPUError::new(error.code().as_str(), &error.to_string(), kernel, argument).into()
    }
}
