//! Contexts that belong to somebody else.
//!
//! On a context that the caller handed over, every piece of state that the library changes is put back before control
//! returns to the caller: a [`Kept`] notes it and restores it when the outermost one is dropped. Objects of the library's
//! own stay as they are, extensions stay switched on, and an occlusion query that is under way counts the library's
//! samples too. On contexts of the library's own none of this costs anything.

use std::cell::{Cell, RefCell};

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;
use web_sys::WebGl2RenderingContext as Gl;

use super::context::Device;

#[wasm_bindgen(module = "/src/gl/sharing.js")]
extern "C" {
    /// Sets what every run relies on.
    pub(super) fn settle(gl: &Gl);
    #[wasm_bindgen(js_name = settleDrawing)]
    fn settle_drawing(gl: &Gl, state: &JsValue);
    fn note(gl: &Gl) -> JsValue;
    #[wasm_bindgen(js_name = pauseFeedback)]
    fn pause_feedback(gl: &Gl) -> bool;
    #[wasm_bindgen(js_name = noteUnit)]
    fn note_unit(gl: &Gl, state: &JsValue, unit: u32);
    #[wasm_bindgen(js_name = noteBlock)]
    fn note_block(gl: &Gl, state: &JsValue, index: u32);
    #[wasm_bindgen(js_name = putBack)]
    fn put_back(gl: &Gl, state: &JsValue);
    #[wasm_bindgen(js_name = setErrorsAside)]
    fn set_errors_aside(gl: &Gl) -> Function;
    #[wasm_bindgen(catch, js_name = makeCanvas)]
    pub(crate) fn make_canvas() -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = contextOf)]
    pub(crate) fn context_of(canvas: &JsValue, antialias: bool) -> std::result::Result<JsValue, JsValue>;
    /// Whether somebody else made the context of a canvas, as far as can be told.
    #[wasm_bindgen(js_name = isForeign)]
    pub(crate) fn is_foreign(gl: &Gl, owned: bool) -> bool;
}

/// What is noted of a shared context.
pub(crate) struct Sharing {
    shared: bool,
    depth: Cell<u32>,
    state: RefCell<JsValue>,
}

impl Sharing {
    pub(crate) fn new(shared: bool) -> Sharing {
        Sharing { shared, depth: Cell::new(0), state: RefCell::new(JsValue::NULL) }
    }
}

/// Puts the caller's state back when dropped.
pub(crate) struct Kept<'a>(Option<&'a Device>);

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        let Some(device) = self.0 else { return };
        let sharing = &device.sharing;
        sharing.depth.set(sharing.depth.get() - 1);
        if sharing.depth.get() == 0 {
            put_back(&device.raw, &sharing.state.replace(JsValue::NULL));
        }
    }
}

/// Sets the error flags again when dropped.
pub(super) struct KeptErrors(Option<Function>);

impl Drop for KeptErrors {
    fn drop(&mut self) {
        if let Some(set_again) = &self.0 {
            // It makes the context note errors, and throws none.
            let _ = set_again.call0(&JsValue::UNDEFINED);
        }
    }
}

impl Device {
    /// Notes the caller's state, unless that was done already or the context is the library's own. There only what would be in
    /// the way is done away with.
    pub(crate) fn keep(&self) -> Kept<'_> {
        let sharing = &self.sharing;
        if !sharing.shared {
            if !self.state.private() && !self.state.ready.get() {
                pause_feedback(&self.raw);
            }
            return Kept(None);
        }
        if sharing.depth.get() == 0 {
            *sharing.state.borrow_mut() = note(&self.raw);
            self.keep_unit(0);
        }
        sharing.depth.set(sharing.depth.get() + 1);
        Kept(Some(self))
    }

    /// For as long as the error flag is asked for. One that somebody else has left is neither taken for ours nor lost.
    pub(super) fn keep_errors(&self) -> KeptErrors {
        KeptErrors((!self.state.private()).then(|| set_errors_aside(&self.raw)))
    }

    /// Sets what drawings rely on and computing does not, after noting it.
    pub(super) fn settle_drawing(&self) {
        if !self.state.private() {
            settle_drawing(&self.raw, &self.sharing.state.borrow());
        }
    }

    /// Notes what a texture unit holds, before something else is bound there.
    pub(crate) fn keep_unit(&self, unit: u32) {
        if self.sharing.shared {
            note_unit(&self.raw, &self.sharing.state.borrow(), unit);
        }
    }

    /// Notes what a binding point of uniform buffers holds.
    pub(crate) fn keep_block(&self, index: u32) {
        if self.sharing.shared {
            note_block(&self.raw, &self.sharing.state.borrow(), index);
        }
    }
}
