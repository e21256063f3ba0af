//! What listeners are told: a context that is lost, and restored.

use std::rc::{Rc, Weak};

use js_sys::{Array, Function, Map};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget};

use super::Instance;
use crate::error::{Code, Error, Result};
use crate::js::params;

/// What listeners are told.
#[derive(Clone, Copy)]
enum Told {
    Lost,
    Restored,
}

/// The browser's events of the context.
pub(super) struct Watching {
    target: EventTarget,
    lost: Closure<dyn FnMut(Event)>,
    restored: Closure<dyn FnMut(Event)>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let remove = |name, closure: &Closure<dyn FnMut(Event)>| {
            let _ = self.target.remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        };
        remove("webglcontextlost", &self.lost);
        remove("webglcontextrestored", &self.restored);
    }
}

impl Instance {
    fn tell(&self, what: Told, event: &JsValue) {
        let listeners = &self.listeners[what as usize];
        if listeners.size() > 0 {
            self.expose(); // an event leads to its canvas
        }
        for entry in Array::from(listeners).iter() {
            let entry: Array = entry.unchecked_into();
            let listener: Function = entry.get(0).unchecked_into();
            if entry.get(1).is_truthy() {
                listeners.delete(&listener);
            }
            // What a listener throws is its page's to see, not a reason to skip the others.
            if let Err(thrown) = listener.call1(&JsValue::UNDEFINED, event) {
                web_sys::console::error_1(&thrown);
            }
        }
    }

    /// The listeners of the event of this name, if `listener` can be one.
    pub(in crate::js) fn listeners_of(&self, name: &JsValue, listener: &JsValue) -> Result<&Map> {
        let bad = |what: String| Err(Error::new(Code::BadArgument, what).in_kernel("addEventListener"));
        let told = match name.as_string().as_deref() {
            Some("contextlost") => Told::Lost,
            Some("contextrestored") => Told::Restored,
            _ => {
                let name = params::show(name);
                return bad(format!("the event is {name}; it is \"contextlost\" or \"contextrestored\""));
            }
        };
        if !listener.is_function() {
            return bad(format!("the listener is {}; it is a function", params::describe(listener)));
        }
        Ok(&self.listeners[told as usize])
    }

    pub(super) fn watch(self: &Rc<Instance>) {
        if !params::is_canvas(&self.canvas) {
            return;
        }
        let target: EventTarget = self.canvas.clone().unchecked_into();
        let weak: Weak<Instance> = Rc::downgrade(self);
        let lost = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // A context whose loss is not handled is never restored.
            event.prevent_default();
            if let Some(instance) = weak.upgrade() {
                instance.kill(Code::ContextLost);
                instance.tell(Told::Lost, &event);
            }
        });
        let weak: Weak<Instance> = Rc::downgrade(self);
        let restored = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if let Some(instance) = weak.upgrade() {
                instance.tell(Told::Restored, &event);
            }
        });
        for (name, closure) in [("webglcontextlost", &lost), ("webglcontextrestored", &restored)] {
            let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        }
        *self.watching.borrow_mut() = Some(Watching { target, lost, restored });
    }
}
