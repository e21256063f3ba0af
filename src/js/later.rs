//! Promises: waiting for the GPU without blocking the page.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::{wasm_bindgen, Closure};
use wasm_bindgen::JsValue;

use crate::error::{Error, Result};
use crate::gl::{Device, Fence};

#[wasm_bindgen(module = "/src/js/later.js")]
extern "C" {
    /// A promise of what `step` gives once that is something else than false.
    fn settled(step: JsValue) -> Promise;
    #[wasm_bindgen(js_name = nextFrame)]
    fn next_frame_of_browser(callback: JsValue);
}

type Then = Box<dyn FnOnce() -> Result<JsValue>>;

/// Resolves to what `then` gives once the GPU has done everything asked so far. Errors name `name`.
pub(crate) fn after_fence(device: Rc<Device>, name: &str, then: impl FnOnce() -> Result<JsValue> + 'static) -> Promise {
    match Fence::new(device) {
        Ok(fence) => wait(fence, name.to_string(), Box::new(then)),
        Err(error) => rejected(error.in_kernel(name)),
    }
}

fn wait(fence: Fence, name: String, then: Then) -> Promise {
    // The closure belongs to JavaScript, which may keep it for long: what it holds goes when the waiting ends.
    let mut parts = Some((fence, then));
    let step = Closure::new(move || {
        let passed = parts.as_ref().map_or(Ok(true), |(fence, _)| fence.passed());
        let end = match passed {
            Ok(false) => return Ok(JsValue::FALSE),
            Ok(true) => parts.take().map_or(Ok(JsValue::UNDEFINED), |(_, then)| then()),
            Err(error) => {
                parts = None;
                Err(error)
            }
        };
        end.map_err(|error| JsValue::from(error.in_kernel(&name)))
    });
    settled(Closure::<dyn FnMut() -> std::result::Result<JsValue, JsValue>>::into_js_value(step))
}

/// A promise that rejects with this error.
pub(crate) fn rejected(error: Error) -> Promise {
    Promise::reject(&error.into())
}

/// Calls back once after the browser's next frame, or soon where there are no frames. What is to be called belongs to the
/// browser until then: whoever asked for the frame may be gone.
pub(crate) fn next_frame(callback: impl FnOnce() + 'static) {
    next_frame_of_browser(Closure::once_into_js(callback));
}
