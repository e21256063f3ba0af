//! The caller's typed arrays: asked through functions that their owner cannot have changed.

use js_sys::{Int32Array, Object, Uint32Array, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

#[wasm_bindgen(module = "/src/gl/views.js")]
extern "C" {
    /// Which kind of typed array; −1 for everything else.
    #[wasm_bindgen(js_name = kindOf)]
    pub(crate) fn kind_of(value: &JsValue) -> i32;
    /// Elements.
    #[wasm_bindgen(js_name = lengthOf)]
    pub(crate) fn length_of(view: &JsValue) -> f64;
    #[wasm_bindgen(js_name = bufferOf)]
    pub(crate) fn buffer_of(view: &JsValue) -> JsValue;
    /// Bytes from the buffer's beginning.
    #[wasm_bindgen(js_name = offsetOf)]
    pub(crate) fn offset_of(view: &JsValue) -> f64;
    /// Bytes.
    #[wasm_bindgen(js_name = sizeOf)]
    pub(crate) fn size_of(view: &JsValue) -> f64;
    /// Whether the memory behind a view was given away.
    #[wasm_bindgen(js_name = isGone)]
    pub(crate) fn is_gone(view: &JsValue) -> bool;
    /// All bytes that a view shows.
    #[wasm_bindgen(js_name = bytesOf)]
    pub(crate) fn bytes_of(view: &Object) -> Uint8Array;
    /// The same bytes as ints.
    #[wasm_bindgen(js_name = intsOf)]
    pub(crate) fn ints_of(view: &Object) -> Int32Array;
    /// The largest of an array's numbers but for one; -1 if there is none.
    #[wasm_bindgen(js_name = largestIn)]
    pub(crate) fn largest_in(view: &JsValue, except: f64) -> f64;
    /// Writes zeros here and there into new memory, so that the system provides all of it.
    pub(crate) fn touch(view: &Object);
    /// The last four bytes that a view shows, as one number.
    #[wasm_bindgen(js_name = lastOf)]
    pub(crate) fn last_of(view: &Object) -> Option<Uint32Array>;
    /// A copy in plain memory: what a shared or resizable view must become.
    #[wasm_bindgen(js_name = plainCopy)]
    pub(crate) fn plain_copy(view: &Object) -> Object;
}
