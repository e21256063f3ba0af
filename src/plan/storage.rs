//! Where arrays lie while a plan runs: textures and buffers, and what a texel holds.

use crate::shape::{ElementType, Packed, Scalar, Shape};

/// How the stream of an array's components lies in GPU memory. The executor converts, on the GPU, where an argument
/// has another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A buffer of tightly packed components: what attributes read and transform feedback writes.
    Buffer,
    /// A 2-D texture with one texel per element: what a user's sampler2D reads. A 1-D array that is longer than a texture
    /// is wide is folded into rows; a 3-D one (as a target only) has its layers one above the other.
    Elements,
    /// A 3-D texture with one texel per element: sampler3D.
    Volume,
    /// A 2-D texture array with one texel per element: sampler2DArray.
    Layers,
    /// A 2-D RGBA texture with four components per texel. See [`Packed`].
    Packed(Packed),
    /// Like [`Form::Packed`], with the bits of floats and uints seen as ints (RGBA32I). Exact for every NaN,
    /// −0 and subnormal.
    PackedBits(Packed),
}

/// Texel formats: components and bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of OpenGL's sized internal formats")]
pub enum Format {
    R32F,
    Rg32F,
    Rgb32F,
    Rgba32F,
    R32I,
    Rg32I,
    Rgb32I,
    Rgba32I,
    R32Ui,
    Rg32Ui,
    Rgb32Ui,
    Rgba32Ui,
}

impl Format {
    /// Four components of `scalar`: the format of [`Form::Packed`].
    pub fn packed(scalar: Scalar) -> Format {
        match scalar {
            Scalar::Float => Format::Rgba32F,
            Scalar::Int => Format::Rgba32I,
            Scalar::Uint => Format::Rgba32Ui,
        }
    }

    /// One texel per element, in a format that can be rendered to: vec3 takes four components, since there are no RGB
    /// targets.
    pub fn renderable(ty: ElementType) -> Format {
        Format::elements(ElementType { width: if ty.width == 3 { 4 } else { ty.width }, ..ty })
    }

    /// One texel per element, tightly packed.
    pub fn elements(ty: ElementType) -> Format {
        use Format::{R32Ui, Rg32F, Rg32I, Rg32Ui, Rgb32F, Rgb32I, Rgb32Ui, Rgba32F, Rgba32I, Rgba32Ui, R32F, R32I};
        const FORMATS: [[Format; 4]; 3] =
            [[R32F, Rg32F, Rgb32F, Rgba32F], [R32I, Rg32I, Rgb32I, Rgba32I], [R32Ui, Rg32Ui, Rgb32Ui, Rgba32Ui]];
        FORMATS[ty.scalar as usize][usize::from(ty.width - 1)]
    }
}

/// Storage of a temporary. Its content is unspecified until a step writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// `layers` is 0 for a plain 2-D texture, else a 2-D texture array.
    Texture {
        /// Texel format.
        format: Format,
        /// Texels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Layers of an array texture; 0 for a plain one.
        layers: u32,
    },
    /// A buffer of `bytes`.
    Buffer {
        /// Its size.
        bytes: u32,
    },
}

impl Storage {
    /// A plain 2-D texture.
    pub fn texture(format: Format, width: u32, height: u32) -> Storage {
        Storage::Texture { format, width, height, layers: 0 }
    }

    /// The texture of [`Form::Packed`].
    pub fn packed(scalar: Scalar, packed: Packed) -> Storage {
        Storage::texture(Format::packed(scalar), packed.width(), packed.height())
    }
}

/// An array that a plan creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultArray {
    /// Element type.
    pub ty: ElementType,
    /// Shape, as the caller sees it.
    pub shape: Shape,
    /// The form in which the plan writes it. [`Form::PackedBits`]: the bits of `ty`, written to an RGBA32I texture.
    pub form: Form,
}

impl ResultArray {
    /// The form of results that are streams: [`Packed::stream`] of all components.
    pub fn stream(ty: ElementType, shape: Shape) -> ResultArray {
        let packed = Packed::stream(shape.elements() * ty.components());
        ResultArray { ty, shape, form: Form::Packed(packed) }
    }
}
