//! What listeners are told: a context that is lost, and restored.

use std::fmt::Arguments;
use std::rc::Rc;

use wasm_bindgen::prelude::{wasm_bindgen, Closure};
use wasm_bindgen::{JsCast, JsValue};

use super::Instance;
use crate::error::{Code, Error, Result};
use crate::js::params;

#[wasm_bindgen(module = "/src/js/events.js")]
extern "C" {
    /// Who listens.
    pub(crate) type Listeners;
    #[wasm_bindgen(constructor)]
    pub(super) fn new() -> Listeners;
    #[wasm_bindgen(method)]
    pub(in crate::js) fn add(this: &Listeners, name: &JsValue, listener: &JsValue, once: bool);
    #[wasm_bindgen(method)]
    pub(in crate::js) fn remove(this: &Listeners, name: &JsValue, listener: &JsValue);
    /// Listens to the canvas, and tells first whether the context was lost, and whether somebody else listens.
    #[wasm_bindgen(method)]
    fn watch(this: &Listeners, canvas: &JsValue, happened: &JsValue);
    #[wasm_bindgen(method)]
    pub(super) fn stop(this: &Listeners);
}

/// What the browser's events of the context call, until this goes.
pub(super) struct Watching {
    listeners: Listeners,
    _happened: Closure<dyn FnMut(bool, bool)>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.listeners.stop();
    }
}

/// Refuses a name that no event has, and what is no function.
pub(in crate::js) fn check(method: &str, name: &JsValue, listener: &JsValue) -> Result<()> {
    let bad = |what: Arguments<'_>| Err(Error::of(Code::BadArgument, what).in_kernel(method));
    if !matches!(name.as_string().as_deref(), Some("contextlost" | "contextrestored")) {
        let name = params::show(name);
        return bad(format_args!("the event is {name}; it must be \"contextlost\" or \"contextrestored\""));
    }
    if !listener.is_function() {
        return bad(format_args!("the listener is {}; it must be a function", params::describe(listener)));
    }
    Ok(())
}

impl Instance {
    pub(super) fn watch(self: &Rc<Instance>) {
        if !params::is_canvas(&self.canvas) {
            return;
        }
        let weak = Rc::downgrade(self);
        let happened = Closure::<dyn FnMut(bool, bool)>::new(move |lost, heard| {
            let Some(instance) = weak.upgrade() else { return };
            if lost {
                instance.kill(Code::ContextLost);
            }
            if heard {
                instance.expose(); // an event leads to its canvas
            }
        });
        self.listeners.watch(&self.canvas, happened.as_ref());
        let listeners = self.listeners.clone().unchecked_into();
        *self.watching.borrow_mut() = Some(Watching { listeners, _happened: happened });
    }
}
