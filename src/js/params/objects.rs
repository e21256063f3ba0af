//! Objects of the caller's: every question that can throw is caught.

use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use super::got;
use crate::error::Result;

type Caught<T> = std::result::Result<T, JsValue>;

#[wasm_bindgen(module = "/src/js/params/objects.js")]
extern "C" {
    /// Whether it is an array. Never throws.
    #[wasm_bindgen(js_name = isArray)]
    pub(crate) fn is_array(value: &JsValue) -> bool;
    /// The name of a call of `compute`.
    #[wasm_bindgen(catch, js_name = idOf)]
    pub(super) fn id_of(param: &JsValue) -> Caught<JsValue>;
    /// What it has besides.
    #[wasm_bindgen(catch, js_name = requestOf)]
    pub(super) fn request_of(param: &JsValue) -> Caught<Array>;
    /// Address, filter and read mode, and whether the bottom row comes first.
    #[wasm_bindgen(catch, js_name = modesOf)]
    pub(super) fn modes_in(info: &JsValue) -> Caught<Array>;
    #[wasm_bindgen(catch, js_name = keysOf)]
    fn keys_of(object: &JsValue) -> Caught<Array>;
    #[wasm_bindgen(catch, js_name = strangerIn)]
    pub(super) fn stranger_in(object: &JsValue, declared: &Array) -> Caught<Option<String>>;
    #[wasm_bindgen(catch, js_name = propertyOf)]
    pub(super) fn property_of(object: &JsValue, name: &JsValue) -> Caught<JsValue>;
    #[wasm_bindgen(catch, js_name = isSettable)]
    pub(super) fn is_settable(object: &JsValue, name: &str) -> Caught<bool>;
    #[wasm_bindgen(catch, js_name = itemsOf)]
    fn items_of(list: &JsValue, most: u32) -> Caught<Option<Array>>;
    #[wasm_bindgen(catch, js_name = numbersOf)]
    pub(super) fn numbers_in(list: &JsValue) -> Caught<JsValue>;
}

#[wasm_bindgen(module = "/src/js/params/brands.js")]
extern "C" {
    /// Whether it is a canvas, of whichever window. Never throws.
    #[wasm_bindgen(js_name = isCanvas)]
    pub(crate) fn is_canvas(value: &JsValue) -> bool;
    /// Whether it is a context of WebGL2, of whichever window. Never throws.
    #[wasm_bindgen(js_name = isContext)]
    pub(crate) fn is_context(value: &JsValue) -> bool;
    #[wasm_bindgen(js_name = imageSize)]
    fn size_of_image(value: &JsValue) -> Option<Array>;
}

/// Width and height of an image source, and whether its bottom row comes first unless said otherwise.
pub(crate) fn image_size(value: &JsValue) -> Option<(u32, u32, bool)> {
    let size = size_of_image(value)?;
    Some((size.get(0).as_f64()? as u32, size.get(1).as_f64()? as u32, size.get(2).is_truthy()))
}

/// The names of an object's own properties.
pub(crate) fn keys(object: &JsValue) -> Result<Vec<JsValue>> {
    Ok(got(keys_of(object))?.to_vec())
}

/// The items of an array that has at most so many; none of a longer one.
pub(crate) fn items(list: &JsValue, most: u32) -> Result<Option<Vec<JsValue>>> {
    Ok(got(items_of(list, most))?.map(|items| items.to_vec()))
}

/// An item of an array, as far as it can be had.
pub(super) fn item_of(list: &JsValue, index: f64) -> JsValue {
    Reflect::get(list, &JsValue::from_f64(index)).unwrap_or(JsValue::UNDEFINED)
}
