//! Promises: waiting for the GPU without blocking the page.
//!
//! A fence is asked again and again, first after message events, which browsers do not slow down in hidden pages,
//! then after timers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::{wasm_bindgen, Closure};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageChannel;

use crate::error::{Error, Result};
use crate::gl::{Device, Fence};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, milliseconds: i32) -> JsValue;
    #[wasm_bindgen(catch, js_name = requestAnimationFrame)]
    fn request_animation_frame(callback: &Function) -> std::result::Result<JsValue, JsValue>;
}

/// Rounds of asking that follow at once, before timers take over.
const EAGER: u32 = 24;

type Then = Box<dyn FnOnce() -> Result<JsValue>>;

/// A promise that waits for a fence.
struct Waiting {
    fence: Fence,
    /// What errors name: the kernel, or the class.
    name: String,
    then: RefCell<Option<Then>>,
    resolve: Function,
    reject: Function,
    round: Cell<u32>,
    channel: Option<MessageChannel>,
    /// Asks again. Holds this, until the waiting ends.
    tick: RefCell<Option<Closure<dyn FnMut()>>>,
}

impl Waiting {
    fn ask(&self) {
        match self.fence.passed() {
            Ok(false) => self.ask_again(),
            Ok(true) => {
                let then = self.then.borrow_mut().take();
                self.end(then.map_or(Ok(JsValue::UNDEFINED), |then| then()));
            }
            Err(error) => self.end(Err(error)),
        }
    }

    fn ask_again(&self) {
        let round = self.round.replace(self.round.get() + 1);
        let tick = self.tick.borrow();
        let Some(tick) = tick.as_ref() else { return };
        let tick: &Function = tick.as_ref().unchecked_ref();
        if let Some(channel) = self.channel.as_ref().filter(|_| round < EAGER) {
            channel.port1().set_onmessage(Some(tick));
            if channel.port2().post_message(&JsValue::NULL).is_ok() {
                return;
            }
        }
        set_timeout(tick, if round < 4 * EAGER { 1 } else { 4 });
    }

    fn end(&self, result: Result<JsValue>) {
        if let Some(channel) = &self.channel {
            channel.port1().close();
        }
        // Calling a promise's own functions never throws.
        let _ = match result {
            Ok(value) => self.resolve.call1(&JsValue::UNDEFINED, &value),
            Err(error) => self.reject.call1(&JsValue::UNDEFINED, &error.in_kernel(&self.name).into()),
        };
        let tick = self.tick.borrow_mut().take();
        drop(tick);
    }
}

/// Resolves to what `then` gives once the GPU has done everything asked so far. Errors name `name`.
pub(crate) fn after_fence(device: Rc<Device>, name: &str, then: impl FnOnce() -> Result<JsValue> + 'static) -> Promise {
    let fence = match Fence::new(device) {
        Ok(fence) => fence,
        Err(error) => return rejected(error.in_kernel(name)),
    };
    let mut parts = Some((fence, name.to_string(), Box::new(then) as Then));
    Promise::new(&mut |resolve, reject| {
        let Some((fence, name, then)) = parts.take() else { return };
        let waiting = Rc::new(Waiting {
            fence,
            name,
            then: RefCell::new(Some(then)),
            resolve,
            reject,
            round: Cell::new(0),
            channel: MessageChannel::new().ok(),
            tick: RefCell::new(None),
        });
        let own = waiting.clone();
        *waiting.tick.borrow_mut() = Some(Closure::new(move || own.ask()));
        waiting.ask_again();
    })
}

/// A promise that rejects with this error.
pub(crate) fn rejected(error: Error) -> Promise {
    Promise::reject(&error.into())
}

/// Calls back once after the browser's next frame, or soon where there are no frames. What is to be called belongs to the
/// browser until then: whoever asked for the frame may be gone.
pub(crate) fn next_frame(callback: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(callback);
    let function: &Function = callback.unchecked_ref();
    if request_animation_frame(function).is_err() {
        set_timeout(function, 16);
    }
}
