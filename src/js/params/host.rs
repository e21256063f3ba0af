//! The caller's own data: typed arrays, arrays of numbers, images.

use js_sys::{
    Array, Float32Array, Float64Array, Int16Array, Int32Array, Int8Array, Object, Uint16Array, Uint32Array, Uint8Array,
    Uint8ClampedArray,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::{bad, describe};
use crate::bind::NumberKind;
use crate::error::Result;
use crate::shape::Scalar;

#[wasm_bindgen]
extern "C" {
    /// The getters that all typed arrays share.
    type View;
    #[wasm_bindgen(method, getter)]
    fn length(this: &View) -> f64;
    #[wasm_bindgen(method, getter)]
    fn buffer(this: &View) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = byteOffset)]
    fn byte_offset(this: &View) -> f64;
    #[wasm_bindgen(method, getter, js_name = byteLength)]
    fn byte_length(this: &View) -> f64;

    /// What image sources say of their size.
    type Sized;
    #[wasm_bindgen(method, getter)]
    fn width(this: &Sized) -> f64;
    #[wasm_bindgen(method, getter)]
    fn height(this: &Sized) -> f64;
    #[wasm_bindgen(method, getter, js_name = naturalWidth)]
    fn natural_width(this: &Sized) -> f64;
    #[wasm_bindgen(method, getter, js_name = naturalHeight)]
    fn natural_height(this: &Sized) -> f64;
    #[wasm_bindgen(method, getter, js_name = videoWidth)]
    fn video_width(this: &Sized) -> f64;
    #[wasm_bindgen(method, getter, js_name = videoHeight)]
    fn video_height(this: &Sized) -> f64;

    /// An array buffer that may be detached.
    type Detachable;
    #[wasm_bindgen(method, getter)]
    fn detached(this: &Detachable) -> Option<bool>;
}

/// The caller's own data.
pub(crate) enum HostData {
    /// A typed array or an array of numbers.
    Numbers { kind: NumberKind, value: JsValue },
    /// A TextureInfo, and the numbers that its value was when it was read.
    Info { info: JsValue, numbers: Option<(NumberKind, JsValue)> },
    /// An image source; `flip` puts its bottom row first.
    Image { value: JsValue, flip: bool },
}

impl HostData {
    /// Refuses a view whose memory was given away.
    pub(crate) fn refuse_detached(&self) -> Result<()> {
        let HostData::Numbers { kind, value } = self else { return Ok(()) };
        if *kind == NumberKind::Plain || value.unchecked_ref::<View>().length() > 0.0 {
            return Ok(());
        }
        let buffer = value.unchecked_ref::<View>().buffer();
        let detached = match buffer.unchecked_ref::<Detachable>().detached() {
            Some(told) => told,
            // Older browsers do not tell; a view of detached memory cannot be made.
            None => wasm_bindgen::JsValue::is_object(&buffer) && new_view(&buffer).is_err(),
        };
        if detached {
            return Err(bad(format!("is {} whose buffer is detached", describe(value))));
        }
        Ok(())
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = construct)]
    fn construct(constructor: &JsValue, arguments: &Array) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(thread_local_v2, js_name = Uint8Array)]
    static UINT8_ARRAY: JsValue;
}

fn new_view(buffer: &JsValue) -> std::result::Result<JsValue, JsValue> {
    UINT8_ARRAY.with(|constructor| construct(constructor, &Array::of1(buffer)))
}

/// Kind and length of a typed array of numbers; BigInts and DataViews are none.
pub(crate) fn view_of(value: &JsValue) -> Option<(NumberKind, usize)> {
    if !value.is_object() {
        return None;
    }
    let kind = if value.is_instance_of::<Float32Array>() {
        NumberKind::Float32
    } else if !js_sys::ArrayBuffer::is_view(value) {
        return None;
    } else if value.is_instance_of::<Int32Array>() {
        NumberKind::Int32
    } else if value.is_instance_of::<Uint32Array>() {
        NumberKind::Uint32
    } else if value.is_instance_of::<Float64Array>() {
        NumberKind::Float64
    } else if value.is_instance_of::<Uint8Array>() {
        NumberKind::Uint8
    } else if value.is_instance_of::<Uint8ClampedArray>() {
        NumberKind::Uint8Clamped
    } else if value.is_instance_of::<Int8Array>() {
        NumberKind::Int8
    } else if value.is_instance_of::<Uint16Array>() {
        NumberKind::Uint16
    } else if value.is_instance_of::<Int16Array>() {
        NumberKind::Int16
    } else {
        return None;
    };
    Some((kind, value.unchecked_ref::<View>().length() as usize))
}

/// Whether two typed arrays show the same bytes of the same memory.
pub(crate) fn overlap(a: &JsValue, b: &JsValue) -> bool {
    let (a, b): (&View, &View) = (a.unchecked_ref(), b.unchecked_ref());
    let range = |v: &View| (v.byte_offset(), v.byte_offset() + v.byte_length());
    let ((a0, a1), (b0, b1)) = (range(a), range(b));
    a0 < b1 && b0 < a1 && js_sys::Object::is(&a.buffer(), &b.buffer())
}

/// Refuses an array that holds anything but numbers.
pub(crate) fn check_plain(list: &Array) -> Result<()> {
    for (index, item) in list.iter().enumerate() {
        if item.as_f64().is_none() {
            let what = if item.is_undefined() { "a hole".to_string() } else { describe(&item) };
            return Err(bad(format!("is an array whose item {index} is {what}, not a number")));
        }
    }
    Ok(())
}

/// A typed array whose bits are those of the scalar: the caller's own, or a conversion by value.
pub(crate) fn numbers_of(kind: NumberKind, value: &JsValue, scalar: Scalar, normalized: bool) -> Object {
    if normalized {
        if let Some((bits, signed)) = kind.small_integer() {
            return normalize(value, bits, signed);
        }
    }
    if kind.scalar() == Some(scalar) {
        return value.clone().unchecked_into();
    }
    match scalar {
        Scalar::Float => Float32Array::new(value).unchecked_into(),
        Scalar::Int => Int32Array::new(value).unchecked_into(),
        Scalar::Uint => Uint32Array::new(value).unchecked_into(),
    }
}

/// Integers as floats in [0, 1] or [−1, 1] (OpenGL ES 3.0, 2.1.6).
fn normalize(value: &JsValue, bits: u8, signed: bool) -> Object {
    let most = if signed { (1u32 << (bits - 1)) - 1 } else { (1u32 << bits) - 1 } as f32;
    let list = Float32Array::new(value);
    let scaled: Vec<f32> = list.to_vec().into_iter().map(|v| (v / most).max(-1.0)).collect();
    Float32Array::from(scaled.as_slice()).unchecked_into()
}

/// Width and height of an image source, and whether its bottom row comes first unless said otherwise.
pub(crate) fn image_size(value: &JsValue) -> Option<(u32, u32, bool)> {
    let sized: &Sized = value.unchecked_ref();
    let size = |width: f64, height: f64, flip: bool| Some((width as u32, height as u32, flip));
    // Each class is looked up by name: none of them exists everywhere.
    if value.is_instance_of::<web_sys::HtmlImageElement>() {
        size(sized.natural_width(), sized.natural_height(), true)
    } else if value.is_instance_of::<web_sys::HtmlVideoElement>() {
        size(sized.video_width(), sized.video_height(), false)
    } else if value.is_instance_of::<web_sys::ImageData>()
        || value.is_instance_of::<web_sys::ImageBitmap>()
        || value.is_instance_of::<web_sys::HtmlCanvasElement>()
        || value.is_instance_of::<web_sys::OffscreenCanvas>()
    {
        size(sized.width(), sized.height(), false)
    } else {
        None
    }
}
