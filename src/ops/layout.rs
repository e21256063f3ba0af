//! How operations ask for matrices and write them.
//!
//! A matrix of `rows` x `cols` elements lies in a packed texture in one of two ways:
//!
//! ```text
//!   matrix form: a texture row for each row         folded: the stream of components, without padding between rows
//!   [a00 a01 a02 a03] [a04  ·   ·   · ]             [a00 a01 a02 a03] [a04 a10 a11 a12]
//!   [a10 a11 a12 a13] [a14  ·   ·   · ]             [a13 a14  ·   · ]
//! ```
//!
//! Matrix form needs no index arithmetic, but a texture must be wide and high enough. Where columns are a multiple
//! of four and fit, both are the same stream in different folds.
//!
//! Devices that cannot render to 32-bit floats render their bits: floats then lie in RGBA32I textures
//! ([`Form::PackedBits`]), without padding, and the shaders, with `BITS` defined as 1, convert. Integer targets always exist.

use crate::plan::{Define, Domain, FloatTargets, Form, Limits, ResultArray, Storage, Value};
use crate::shape::{ElementType, Packed, Scalar, Shape};

/// An array that an operation reads or writes.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// Its element type.
    pub ty: ElementType,
    /// Its shape.
    pub shape: &'a Shape,
    /// How its components lie in a packed texture.
    pub packed: Packed,
}

impl Array<'_> {
    /// Whether it has no elements: then nothing is drawn.
    pub(super) fn is_empty(&self) -> bool {
        self.shape.elements() == 0
    }

    /// All of its texels.
    pub(super) fn texels(&self) -> Domain {
        Domain::texels(self.packed.width(), self.packed.height())
    }

    /// The form in which an operation asks for it.
    pub(super) fn form(&self, limits: &Limits) -> Form {
        form(self.ty.scalar, self.packed, limits)
    }

    /// The result that is this array.
    pub(super) fn result(&self, limits: &Limits) -> ResultArray {
        result(self.ty, self.shape.clone(), self.packed, limits)
    }
}

/// The layout for a matrix of `rows` rows of `row` components: matrix form where a texture can hold it, else folded.
///
/// Bits cross between textures and buffers as they are, so they have no padding between rows.
pub fn matrix(scalar: Scalar, rows: u32, row: u32, limits: &Limits) -> Packed {
    if as_bits(scalar, limits) && row % 4 != 0 {
        Packed::stream(rows as usize * row as usize)
    } else if rows > 0 && row > 0 && rows <= limits.texture_size && row.div_ceil(4) <= limits.texture_size {
        Packed::matrix(rows, row)
    } else {
        Packed::stream(rows as usize * row as usize)
    }
}

/// Whether `packed` is the stream in another cut than one texture row for each row of `row` components.
pub fn folded(packed: Packed, row: u32) -> bool {
    packed.row != row
}

/// What shaders need to find a component in a texture: components from one row's beginning to the next, and texels
/// in a texture row.
pub fn cut(packed: Packed, row: u32) -> Value {
    let stride = if folded(packed, row) { row } else { 4 * packed.width() };
    Value::from([stride as i32, packed.width() as i32])
}

/// Whether floats are rendered as the ints of their bits.
pub fn as_bits(scalar: Scalar, limits: &Limits) -> bool {
    scalar == Scalar::Float && limits.float_targets != FloatTargets::Full
}

/// The form of an argument or result that lies as `packed` says.
pub fn form(scalar: Scalar, packed: Packed, limits: &Limits) -> Form {
    if as_bits(scalar, limits) {
        Form::PackedBits(packed)
    } else {
        Form::Packed(packed)
    }
}

/// A result that lies as `packed` says.
pub fn result(ty: ElementType, shape: Shape, packed: Packed, limits: &Limits) -> ResultArray {
    ResultArray { ty, shape, form: form(ty.scalar, packed, limits) }
}

/// A temporary that lies as `packed` says.
pub fn temporary(scalar: Scalar, packed: Packed, limits: &Limits) -> Storage {
    Storage::packed(if as_bits(scalar, limits) { Scalar::Int } else { scalar }, packed)
}

/// The numbers that the chunk `lib/component.glsl` asks for.
pub fn defines(scalar: Scalar, limits: &Limits) -> [Define; 2] {
    [("SCALAR", scalar as i32), ("BITS", i32::from(as_bits(scalar, limits)))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_that_no_texture_row_can_hold_is_folded() {
        let limits = Limits::default();
        assert_eq!(matrix(Scalar::Float, 3, 5, &limits), Packed::matrix(3, 5));
        assert_eq!(matrix(Scalar::Float, 2049, 5, &limits), Packed::stream(2049 * 5));
        assert_eq!(matrix(Scalar::Float, 5, 8193, &limits), Packed::stream(5 * 8193));
        assert_eq!(matrix(Scalar::Float, 0, 5, &limits), Packed::stream(0));
    }

    #[test]
    fn the_cut_counts_padding_in_matrix_form_only() {
        assert_eq!(cut(Packed::matrix(3, 5), 5), Value::from([8, 2]));
        assert_eq!(cut(Packed::stream(15), 5), Value::from([5, 2]));
        assert_eq!(cut(Packed::matrix(3, 8), 8), Value::from([8, 2]));
    }

    #[test]
    fn floats_go_out_as_bits_where_float_targets_are_missing() {
        let limits = Limits { float_targets: FloatTargets::Half, ..Limits::default() };
        let packed = Packed::stream(9);
        assert_eq!(matrix(Scalar::Float, 3, 5, &limits), Packed::stream(15));
        assert_eq!(matrix(Scalar::Int, 3, 5, &limits), Packed::matrix(3, 5));
        assert_eq!(form(Scalar::Float, packed, &limits), Form::PackedBits(packed));
        assert_eq!(form(Scalar::Int, packed, &limits), Form::Packed(packed));
        assert_eq!(temporary(Scalar::Float, packed, &limits), Storage::packed(Scalar::Int, packed));
    }
}
