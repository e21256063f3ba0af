//! The caller's own data: typed arrays, arrays of numbers, images.

use js_sys::{Float64Array, Object};
use wasm_bindgen::{JsCast, JsValue};

use super::objects::{item_of, numbers_in};
use super::{bad, bad_of, describe, got, is_array};
use crate::bind::NumberKind;
use crate::error::Result;
use crate::gl::views::{buffer_of, is_gone, kind_of, length_of, numbers_as, offset_of, size_of};
use crate::shape::Scalar;

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
    /// Refuses a view that is no longer as long as it was: code of the caller's may have run since it was read.
    pub(crate) fn refuse_changed(&self, length: usize) -> Result<()> {
        let view = match self {
            HostData::Numbers { value, .. } | HostData::Info { numbers: Some((_, value)), .. } => value,
            _ => return Ok(()),
        };
        refuse_resized(view, length as f64)
    }
}

/// Refuses a view that is no longer as long as it was.
pub(crate) fn refuse_resized(view: &JsValue, length: f64) -> Result<()> {
    if length_of(view) == length {
        return Ok(());
    }
    refuse_gone(view)?;
    Err(bad("has changed its length during the call"))
}

/// Refuses a view whose memory was given away.
pub(crate) fn refuse_gone(view: &JsValue) -> Result<()> {
    if is_gone(view) {
        return Err(bad_of(format_args!("is {} whose buffer is detached", describe(view))));
    }
    Ok(())
}

/// Kind and length of a typed array of numbers; BigInts and DataViews are none.
pub(crate) fn view_of(value: &JsValue) -> Option<(NumberKind, usize)> {
    use NumberKind::{Float16, Float32, Float64, Int16, Int32, Int8, Uint16, Uint32, Uint8, Uint8Clamped};
    const KINDS: [NumberKind; 10] =
        [Float32, Int32, Uint32, Float64, Uint8, Uint8Clamped, Int8, Uint16, Int16, Float16];
    let kind = usize::try_from(kind_of(value)).ok().and_then(|kind| KINDS.get(kind))?;
    Some((*kind, length_of(value) as usize))
}

/// Numbers that the caller gives.
pub(crate) struct Numbers {
    pub(crate) kind: NumberKind,
    pub(crate) length: usize,
    /// The caller's own typed array, or a copy of a plain one.
    pub(crate) value: JsValue,
}

impl Numbers {
    /// What binding sees of them.
    pub(crate) fn seen(&self) -> (NumberKind, usize) {
        (self.kind, self.length)
    }
}

/// The numbers of a typed array or of a plain one; nothing of anything else.
pub(crate) fn numbers(value: &JsValue) -> Result<Option<Numbers>> {
    if let Some((kind, length)) = view_of(value) {
        refuse_gone(value)?;
        return Ok(Some(Numbers { kind, length, value: value.clone() }));
    }
    if !is_array(value) {
        return Ok(None);
    }
    let copy = plain_numbers_of(value)?;
    Ok(Some(Numbers { kind: NumberKind::Plain, length: copy.length() as usize, value: copy.into() }))
}

/// Whether two typed arrays show the same bytes of the same memory.
pub(crate) fn overlap(a: &JsValue, b: &JsValue) -> bool {
    let range = |v: &JsValue| (offset_of(v), offset_of(v) + size_of(v));
    let ((a0, a1), (b0, b1)) = (range(a), range(b));
    a0 < b1 && b0 < a1 && js_sys::Object::is(&buffer_of(a), &buffer_of(b))
}

/// A copy of an array's numbers; an array that holds anything else is refused.
fn plain_numbers_of(list: &JsValue) -> Result<Float64Array> {
    let numbers = got(numbers_in(list))?;
    let Some(index) = numbers.as_f64() else { return Ok(numbers.unchecked_into()) };
    let what = describe(&item_of(list, index));
    Err(bad_of(format_args!("is an array whose item {} is {what}, not a number", index as u32)))
}

/// A typed array whose bits are those of the scalar: the caller's own, or a conversion by value. Small integers may read as
/// floats in [0, 1] or [−1, 1] (OpenGL ES 3.0, 2.1.6).
pub(crate) fn numbers_of(kind: NumberKind, value: &JsValue, scalar: Scalar, normalized: bool) -> Result<Object> {
    let most = match kind.small_integer() {
        Some((bits, signed)) if normalized => (1u32 << (bits - u8::from(signed))) - 1,
        _ if kind.scalar() == Some(scalar) => return Ok(value.clone().unchecked_into()),
        _ => 0,
    };
    numbers_as(scalar, value, most.into())
}
