//! Element types, shapes, and how elements lie in textures.
//!
//! Everything is row-major. An array of shape `[rows, cols]` and type `vec2` is a stream of `rows * cols * 2`
//! components. A texture holds such a stream in one of two ways:
//!
//! ```text
//! one texel an element (what a user's own sampler sees)       packed, four components a texel (what operations use)
//!
//!   float [2, 5], R32F, 5 x 2 texels                            row = 5 components, RGBA32F, 2 x 2 texels
//!   [a00] [a01] [a02] [a03] [a04]                               [a00 a01 a02 a03] [a04  ·   ·   · ]
//!   [a10] [a11] [a12] [a13] [a14]                               [a10 a11 a12 a13] [a14  ·   ·   · ]
//!
//!   a 1-D array that is longer than a texture is wide is        row = 8 components: the stream, folded
//!   folded: element i is texel (i % width, i / width)           [a00 a01 a02 a03] [a04 a10 a11 a12]
//!                                                               [a13 a14  ·   · ]
//! ```
//!
//! The dots are padding: their values are unspecified, and nothing that reads them may let them reach a result.

use crate::error::{Code, Error, Result};

/// What a component is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// 32-bit IEEE float.
    Float,
    /// 32-bit signed integer.
    Int,
    /// 32-bit unsigned integer.
    Uint,
}

impl Scalar {
    /// The plural in messages: `5 floats`.
    pub fn plural(self) -> &'static str {
        match self {
            Scalar::Float => "floats",
            Scalar::Int => "ints",
            Scalar::Uint => "uints",
        }
    }
}

/// The type of one element: `float` … `uvec4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// What each component is.
    pub scalar: Scalar,
    /// Components: 1 for a scalar, 2 to 4 for a vector.
    pub width: u8,
}

impl ElementType {
    /// `float`
    pub const FLOAT: ElementType = ElementType { scalar: Scalar::Float, width: 1 };
    /// `int`
    pub const INT: ElementType = ElementType { scalar: Scalar::Int, width: 1 };
    /// `uint`
    pub const UINT: ElementType = ElementType { scalar: Scalar::Uint, width: 1 };

    /// The type that GLSL calls `name`, if an element can have it.
    pub fn parse(name: &str) -> Option<ElementType> {
        let (scalar, width) = match name {
            "float" => (Scalar::Float, 1),
            "int" => (Scalar::Int, 1),
            "uint" => (Scalar::Uint, 1),
            _ => {
                let (scalar, rest) = match name.as_bytes().first()? {
                    b'i' => (Scalar::Int, &name[1..]),
                    b'u' => (Scalar::Uint, &name[1..]),
                    _ => (Scalar::Float, name),
                };
                match rest {
                    "vec2" => (scalar, 2),
                    "vec3" => (scalar, 3),
                    "vec4" => (scalar, 4),
                    _ => return None,
                }
            }
        };
        Some(ElementType { scalar, width })
    }

    /// GLSL's name.
    pub fn name(self) -> &'static str {
        const NAMES: [[&str; 4]; 3] = [
            ["float", "vec2", "vec3", "vec4"],
            ["int", "ivec2", "ivec3", "ivec4"],
            ["uint", "uvec2", "uvec3", "uvec4"],
        ];
        NAMES[self.scalar as usize][usize::from(self.width - 1)]
    }

    /// Components of one element.
    pub fn components(self) -> usize {
        usize::from(self.width)
    }
}

impl std::fmt::Display for ElementType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The extent of an array: `[n]`, `[rows, cols]` or `[depth, rows, cols]`.
///
/// Held in place: shapes are copied everywhere, and there is nothing to free.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Those that the rank does not count are 1.
    sides: [u32; 3],
    rank: u8,
}

/// The most elements that an array can have: the bytes of as many floats, in whole texels of four, fit into WebGL's 31-bit
/// sizes, and four components of each can be counted in 32 bits.
pub const MOST_ELEMENTS: u32 = (1 << 29) - 4;

/// The bytes of `components`. LIMIT_EXCEEDED if WebGL cannot count them.
pub fn bytes(components: usize) -> Result<usize> {
    if components > MOST_ELEMENTS as usize {
        return Err(Error::of(
            Code::LimitExceeded,
            format_args!("{components} components were asked for; an array can have {MOST_ELEMENTS}"),
        ));
    }
    Ok(components * 4)
}

impl Shape {
    /// A shape of one to three dimensions; a dimension may be 0. BAD_SHAPE for any other number of dimensions,
    /// LIMIT_EXCEEDED for more than [`MOST_ELEMENTS`], not counting dimensions of 0: so that the product of any of them,
    /// in any order, can be counted.
    pub fn new(dimensions: &[u32]) -> Result<Shape> {
        let rank = dimensions.len();
        let mut sides = [1; 3];
        let Some(own) = sides.get_mut(..rank).filter(|_| rank > 0) else {
            return Err(Error::of(Code::BadShape, format_args!("a shape has 1 to 3 dimensions, not {rank}")));
        };
        own.copy_from_slice(dimensions);
        let shape = Shape { sides, rank: rank as u8 };
        match dimensions.iter().try_fold(1u32, |product, &d| product.checked_mul(d.max(1))) {
            Some(n) if n <= MOST_ELEMENTS => Ok(shape),
            _ => Err(Error::of(
                Code::LimitExceeded,
                format_args!("shape {shape} has more than the {MOST_ELEMENTS} elements that an array can have"),
            )),
        }
    }

    /// `[n]`
    pub fn vector(n: u32) -> Shape {
        Shape { sides: [n, 1, 1], rank: 1 }
    }

    /// `[rows, cols]`
    pub fn matrix(rows: u32, cols: u32) -> Shape {
        Shape { sides: [rows, cols, 1], rank: 2 }
    }

    /// The dimensions, outermost first.
    pub fn dimensions(&self) -> &[u32] {
        &self.sides[..usize::from(self.rank)]
    }

    /// The number of elements.
    pub fn elements(&self) -> usize {
        self.sides.iter().map(|&d| d as usize).product()
    }
}

impl From<[u32; 3]> for Shape {
    fn from(sides: [u32; 3]) -> Shape {
        Shape { sides, rank: 3 }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, side) in self.dimensions().iter().enumerate() {
            f.write_str(if index == 0 { "[" } else { ", " })?;
            side.fmt(f)?;
        }
        f.write_str("]")
    }
}

/// Width and height of the texture with one texel an element, on a device whose textures have sides of up to `largest`.
///
/// A matrix has its columns across, and a 3-D array its layers one above the other. A vector that is longer than the
/// texture is wide is folded into rows. LIMIT_EXCEEDED if that needs more rows or columns than there are.
pub fn extent(shape: &Shape, largest: u32) -> Result<(u32, u32)> {
    /// Wider rows fold no better, and this width is the same on nearly every device.
    const FOLD: u32 = 8192;
    let (width, height) = match *shape.dimensions() {
        [rows, cols] => (cols, rows),
        [depth, rows, cols] => (cols, depth.saturating_mul(rows)),
        [n] if n <= largest => (n, 1),
        [n] => {
            let fold = FOLD.min(largest);
            let width = if n.div_ceil(fold) <= largest { fold } else { largest };
            (width, n.div_ceil(width))
        }
        _ => (1, 1),
    };
    for (asked, what) in [(width, "columns"), (height, "rows")] {
        if asked > largest {
            return Err(Error::of(
                Code::LimitExceeded,
                format_args!("shape {shape} needs {asked} texture {what}; this device allows {largest}"),
            ));
        }
    }
    Ok((width.max(1), height.max(1)))
}

/// A stream of components cut into rows of `row` components; each row fills whole texels of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    /// Components in a row, before padding.
    pub row: u32,
    /// Rows; the last one may be partly filled.
    pub rows: u32,
}

impl Packed {
    /// One texture row for each matrix row.
    pub fn matrix(rows: u32, cols: u32) -> Packed {
        Packed { row: cols, rows }
    }

    /// The stream of `components` folded into a nearly square texture without padding between rows.
    ///
    /// Fragments run in 2 x 2 quads, so thin targets waste half of the work.
    pub fn stream(components: usize) -> Packed {
        let texels = components.div_ceil(4).max(1) as u64;
        let mut width = 1u64;
        while width * width < texels {
            width *= 2;
        }
        let width = width.min(texels);
        Packed { row: (width * 4) as u32, rows: texels.div_ceil(width) as u32 }
    }

    /// Texels in a row.
    pub fn width(self) -> u32 {
        self.row.div_ceil(4)
    }

    /// Rows of texels.
    pub fn height(self) -> u32 {
        self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_known_by_its_name() {
        for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
            for width in 1..=4 {
                let ty = ElementType { scalar, width };
                assert_eq!(ElementType::parse(ty.name()), Some(ty));
            }
        }
        for name in ["", "vec5", "vec1", "ifloat", "mat3", "double", "ivec", "é"] {
            assert_eq!(ElementType::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_folded_stream_holds_every_component_and_at_most_one_row_more() {
        for n in (0..2000).chain([1 << 20, (1 << 20) + 1, 16_777_220]) {
            let packed = Packed::stream(n);
            let room = packed.width() as usize * 4 * packed.rows as usize;
            assert!(room >= n && room < n.max(1) + packed.row as usize + 4, "{n}: {packed:?}");
            assert_eq!(packed.row % 4, 0);
        }
    }

    #[test]
    fn a_shape_of_more_elements_than_an_array_can_have_is_refused_with_their_number() {
        for sides in [&[65536, 65536][..], &[MOST_ELEMENTS + 1], &[u32::MAX; 3]] {
            let error = Shape::new(sides).unwrap_err();
            assert_eq!(error.code(), Code::LimitExceeded);
            assert!(error.to_string().contains(" 536870908 elements"), "{error}");
        }
        assert_eq!(Shape::new(&[MOST_ELEMENTS]).map(|s| s.elements()), Ok(536_870_908));
        assert_eq!(bytes(MOST_ELEMENTS as usize), Ok((i32::MAX as usize - 15).next_multiple_of(16)));
        assert_eq!(Shape::new(&[2, 0, 3]).map(|s| s.elements()), Ok(0));
        // Sides beside a side of 0 count in any order, since operations multiply some of them.
        for sides in [[0, 65536, 65536], [65536, 0, 65536], [65536, 65536, 0]] {
            assert_eq!(Shape::new(&sides).map_err(|e| e.code()), Err(Code::LimitExceeded), "{sides:?}");
        }
    }

    #[test]
    fn a_shape_has_one_to_three_dimensions() {
        for sides in [&[][..], &[1; 4]] {
            assert_eq!(Shape::new(sides).map_err(|e| e.code()), Err(Code::BadShape));
        }
    }
}
