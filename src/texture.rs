//! How samplers see a texture: the attributes of CUDA's texture references.

use crate::error::{Code, Error, Result};
use crate::shape::{ElementType, Scalar};

/// What a coordinate outside of the texture reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// The nearest texel of the edge.
    #[default]
    Clamp,
    /// The texture, repeated.
    Wrap,
    /// The texture and its mirror image in turn.
    Mirror,
}

/// What a coordinate between texel centres reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FilterMode {
    /// Texel floor(x).
    #[default]
    Point,
    /// The mean of the nearest texels, weighted by distance; the hardware keeps 8 fractional bits.
    Linear,
}

/// How integer data reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReadMode {
    /// As it is.
    #[default]
    Element,
    /// 8 and 16 bit integers as [0, 1] or, signed, as [−1, 1].
    NormalizedFloat,
}

/// How a sampler sees a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modes {
    /// What is read outside of it.
    pub address: AddressMode,
    /// What is read between its texels.
    pub filter: FilterMode,
    /// How its integers are read.
    pub read: ReadMode,
}

impl Modes {
    /// The type that shaders read where the data is of type `ty`.
    pub fn reads(&self, ty: ElementType) -> ElementType {
        match self.read {
            ReadMode::Element => ty,
            ReadMode::NormalizedFloat => ElementType { scalar: Scalar::Float, ..ty },
        }
    }

    /// BAD_ARGUMENT for linear filtering of data that reads as integers.
    pub fn check(&self, ty: ElementType) -> Result<()> {
        if self.filter == FilterMode::Linear && self.reads(ty).scalar != Scalar::Float {
            return Err(Error::of(
                Code::BadArgument,
                format_args!("has filterMode \"linear\" on {ty}; only floats can be filtered linearly"),
            ));
        }
        Ok(())
    }

    /// Sets the option of this name. BAD_ARGUMENT for an unknown option or value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<()> {
        match (option, value) {
            ("addressMode", "clamp") => self.address = AddressMode::Clamp,
            ("addressMode", "wrap") => self.address = AddressMode::Wrap,
            ("addressMode", "mirror") => self.address = AddressMode::Mirror,
            ("filterMode", "point") => self.filter = FilterMode::Point,
            ("filterMode", "linear") => self.filter = FilterMode::Linear,
            ("readMode", "element") => self.read = ReadMode::Element,
            ("readMode", "normalizedFloat") => self.read = ReadMode::NormalizedFloat,
            _ => {
                let allowed = match option {
                    "addressMode" => "\"clamp\", \"wrap\" or \"mirror\"",
                    "filterMode" => "\"point\" or \"linear\"",
                    "readMode" => "\"element\" or \"normalizedFloat\"",
                    _ => {
                        let what = format!(
                            "there is no option {option}; there are addressMode, filterMode, readMode and flipY"
                        );
                        return Err(Error::new(Code::BadArgument, what));
                    }
                };
                return Err(Error::of(
                    Code::BadArgument,
                    format_args!("option {option} is \"{value}\"; it can be {allowed}"),
                ));
            }
        }
        Ok(())
    }
}
