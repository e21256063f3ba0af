//! Promises: waiting for the GPU without blocking the page.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::{wasm_bindgen, Closure};
use wasm_bindgen::JsValue;
use web_sys::WebGl2RenderingContext;

use crate::error::{Error, Result};
use crate::gl::{Device, Fence};

#[wasm_bindgen(module = "/src/js/later.js")]
extern "C" {
    /// A promise of what `step` gives once that is something else than false, after the context's promises before it.
    fn settled(gl: &WebGl2RenderingContext, step: &JsValue) -> Promise;
    #[wasm_bindgen(js_name = nextFrame)]
    fn next_frame_of_browser(callback: JsValue);
}

type Then = Box<dyn FnOnce() -> Result<JsValue>>;
type Callback = Closure<dyn FnMut() -> std::result::Result<JsValue, JsValue>>;

/// Resolves to what `then` gives once the GPU has done everything asked so far. Errors name `name`.
pub(crate) fn after_fence(device: Rc<Device>, name: &str, then: impl FnOnce() -> Result<JsValue> + 'static) -> Promise {
    match Fence::new(device.clone()) {
        Ok(fence) => wait(&device.raw, fence, name.to_string(), Box::new(then)),
        Err(error) => rejected(error.in_kernel(name)),
    }
}

fn wait(gl: &WebGl2RenderingContext, fence: Fence, name: String, then: Then) -> Promise {
    // The closure holds itself and goes when the waiting ends: a collector of garbage would let many pile up.
    let own: Rc<RefCell<Option<Callback>>> = Rc::default();
    let held = own.clone();
    let mut parts = Some((fence, then));
    let step = Callback::new(move || {
        let passed = parts.as_ref().map_or(Ok(true), |(fence, _)| fence.passed());
        let end = match passed {
            Ok(false) => return Ok(JsValue::FALSE),
            Ok(true) => parts.take().map_or(Ok(JsValue::UNDEFINED), |(_, then)| then()),
            Err(error) => {
                parts = None;
                Err(error)
            }
        };
        let end = end.map_err(|error| JsValue::from(error.in_kernel(&name)));
        let step = held.borrow_mut().take();
        drop(step);
        end
    });
    let promise = settled(gl, step.as_ref());
    *own.borrow_mut() = Some(step);
    promise
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
