//! Promises: waiting for the GPU without blocking the page.
//!
//! A fence is asked again and again, first after message events, which browsers do not slow down in hidden pages,
//! then after timers.

use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::{wasm_bindgen, Closure};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{future_to_promise, JsFuture};

use crate::error::{Error, Result};
use crate::gl::{Device, Fence};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, milliseconds: i32) -> JsValue;
}

/// Rounds of asking that follow at once, before timers take over.
const EAGER: u32 = 24;

/// Resolves after a message event (at once) or a timer.
fn tick(round: u32) -> Promise {
    Promise::new(&mut |resolve, _| {
        if round < EAGER {
            if let Ok(channel) = web_sys::MessageChannel::new() {
                channel.port1().set_onmessage(Some(&resolve));
                // The port closes itself with the last reference; closing it here would lose the message.
                if channel.port2().post_message(&JsValue::NULL).is_ok() {
                    return;
                }
            }
        }
        set_timeout(&resolve, if round < 4 * EAGER { 1 } else { 4 });
    })
}

/// Resolves to what `then` gives once the GPU has done everything asked so far.
pub(crate) fn after_fence(device: Rc<Device>, then: impl FnOnce() -> Result<JsValue> + 'static) -> Promise {
    let fence = match Fence::new(device) {
        Ok(fence) => fence,
        Err(error) => return rejected(error),
    };
    future_to_promise(async move {
        let mut round = 0;
        while !fence.passed()? {
            JsFuture::from(tick(round)).await?;
            round += 1;
        }
        drop(fence);
        Ok(then()?)
    })
}

/// A promise that rejects with this error.
pub(crate) fn rejected(error: Error) -> Promise {
    Promise::reject(&error.into())
}

/// Calls back once after the browser's next frame, or soon where there are no frames.
pub(crate) fn next_frame(callback: &Closure<dyn FnMut()>) {
    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(catch, js_name = requestAnimationFrame)]
        fn request_animation_frame(callback: &Function) -> std::result::Result<JsValue, JsValue>;
    }
    let function: &Function = callback.as_ref().unchecked_ref();
    if request_animation_frame(function).is_err() {
        set_timeout(function, 16);
    }
}
