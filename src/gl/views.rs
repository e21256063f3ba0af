//! The caller's typed arrays: asked through functions that their owner cannot have changed.

use super::transfer::text_of;
use crate::error::{Code, Error, Result};
use crate::shape::Scalar;
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
    #[wasm_bindgen(catch, js_name = plainCopy)]
    pub(crate) fn plain_copy(view: &Object) -> std::result::Result<Object, JsValue>;
    #[wasm_bindgen(catch, js_name = numbersFrom)]
    fn numbers_from(kind: u32, from: &JsValue, most: f64) -> std::result::Result<Object, JsValue>;
}

/// A typed array for components of a scalar: as many zeros as `from` says, or the numbers of a view by value. They become
/// parts of `most`, unless that is 0.
pub(crate) fn numbers_as(scalar: Scalar, from: &JsValue, most: f64) -> Result<Object> {
    let none =
        |why| Error::of(Code::OutOfMemory, format_args!("does not fit into the page's memory: {}", text_of(&why)));
    numbers_from(scalar as u32, from, most).map_err(none)
}
