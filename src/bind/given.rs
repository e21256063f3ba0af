//! What the caller gave, described without its data.

use crate::error::{Code, Error, Result};
use crate::kernel::Leaf;
use crate::shape::{ElementType, Scalar, Shape};
use crate::texture::{Modes, ReadMode};

/// The kind of an array of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of JavaScript's typed arrays")]
pub enum NumberKind {
    Float16,
    Float32,
    Float64,
    Int8,
    Uint8,
    Uint8Clamped,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Plain,
}

impl NumberKind {
    /// JavaScript's name.
    pub fn name(self) -> &'static str {
        match self {
            NumberKind::Float16 => "Float16Array",
            NumberKind::Float32 => "Float32Array",
            NumberKind::Float64 => "Float64Array",
            NumberKind::Int8 => "Int8Array",
            NumberKind::Uint8 => "Uint8Array",
            NumberKind::Uint8Clamped => "Uint8ClampedArray",
            NumberKind::Int16 => "Int16Array",
            NumberKind::Uint16 => "Uint16Array",
            NumberKind::Int32 => "Int32Array",
            NumberKind::Uint32 => "Uint32Array",
            NumberKind::Plain => "array of numbers",
        }
    }

    /// How a message calls an array of this kind.
    pub fn describe(self) -> String {
        let name = self.name();
        format!("{} {name}", if name.starts_with(['I', 'a']) { "an" } else { "a" })
    }

    /// The scalar whose bits an array of this kind holds.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            NumberKind::Float32 => Some(Scalar::Float),
            NumberKind::Int32 => Some(Scalar::Int),
            NumberKind::Uint32 => Some(Scalar::Uint),
            _ => None,
        }
    }

    /// The kind whose bits are those of a scalar.
    pub fn of(scalar: Scalar) -> NumberKind {
        match scalar {
            Scalar::Float => NumberKind::Float32,
            Scalar::Int => NumberKind::Int32,
            Scalar::Uint => NumberKind::Uint32,
        }
    }

    /// Bits and sign of a small integer.
    pub fn small_integer(self) -> Option<(u8, bool)> {
        match self {
            NumberKind::Int8 => Some((8, true)),
            NumberKind::Uint8 | NumberKind::Uint8Clamped => Some((8, false)),
            NumberKind::Int16 => Some((16, true)),
            NumberKind::Uint16 => Some((16, false)),
            _ => None,
        }
    }
}

/// A TextureInfo or an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTexture {
    /// Element type.
    pub ty: ElementType,
    /// Shape.
    pub shape: Shape,
    /// The data's kind and length; none for zeros.
    pub data: Option<(NumberKind, usize)>,
    /// Width and height of an image.
    pub image: Option<(u32, u32)>,
    /// How samplers see it.
    pub modes: Modes,
}

impl HostTexture {
    /// Refuses what no sampler can read.
    pub fn check(&self) -> Result<()> {
        self.check_size()?;
        match self.data {
            Some((kind, _)) if self.modes.read == ReadMode::NormalizedFloat && kind.small_integer().is_none() => {
                Err(Error::of(
                    Code::BadArgument,
                    format_args!(
                        "has readMode \"normalizedFloat\" and is of kind {}; only 8 and 16 bit integers have it",
                        kind.name()
                    ),
                ))
            }
            _ => Ok(()),
        }
    }

    /// Refuses data that does not fit type and shape.
    pub fn check_size(&self) -> Result<()> {
        if self.shape.dimensions().contains(&0) {
            return Err(Error::of(
                Code::BadShape,
                format_args!("has shape {}; a texture has no side of 0", self.shape),
            ));
        }
        let Some((_, length)) = self.data else { return Ok(()) };
        let elements = self.shape.elements();
        let needed = elements * self.ty.components();
        if length != needed {
            let what = self.ty.scalar.plural();
            return Err(Error::of(
                Code::LengthMismatch,
                format_args!("has {length} {what}; shape {} of {} needs {needed}", self.shape, self.ty),
            ));
        }
        Ok(())
    }

    /// Sign, if it is 8-bit data that reads as normalized floats.
    pub fn normalized_eight_bit(&self) -> Option<bool> {
        if self.modes.read != ReadMode::NormalizedFloat {
            return None;
        }
        match self.data.and_then(|(kind, _)| kind.small_integer()) {
            Some((8, signed)) => Some(signed),
            _ => None,
        }
    }
}

/// What was given for one leaf of a uniform.
#[derive(Clone, Debug, PartialEq)]
pub enum LeafGiven {
    /// Numbers; booleans are 0 and 1.
    Numbers(Vec<f64>),
    /// Nothing.
    Missing,
    /// Something else: how a message calls it.
    Wrong(String),
}

/// What was given for a variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Given {
    /// Nothing.
    #[default]
    Missing,
    /// A typed array or an array of numbers.
    Numbers {
        /// Its kind.
        kind: NumberKind,
        /// Its length.
        length: usize,
    },
    /// A resident array.
    Array {
        /// Tells arrays apart.
        identity: u32,
        /// Element type.
        ty: ElementType,
        /// Shape.
        shape: Shape,
        /// How samplers see it.
        modes: Modes,
    },
    /// Host data with a shape, or an image.
    Texture(HostTexture),
    /// A uniform's numbers, leaf by leaf.
    Leaves(Vec<LeafGiven>),
    /// One for each of an array of samplers.
    Many(Vec<Given>),
    /// Something else: how a message calls it.
    Wrong(String),
}

impl Given {
    /// How a message calls it.
    pub fn describe(&self) -> String {
        match self {
            Given::Missing => "missing".to_string(),
            Given::Numbers { kind, .. } => kind.describe(),
            Given::Array { ty, .. } => format!("a GpuArray of {ty}"),
            Given::Texture(HostTexture { image: Some(_), .. }) => "an image".to_string(),
            Given::Texture(texture) => format!("a TextureInfo of {}", texture.ty),
            Given::Leaves(_) => "numbers".to_string(),
            Given::Many(_) => "an array".to_string(),
            Given::Wrong(what) => what.clone(),
        }
    }
}

/// The name of a leaf below its variable, for messages: `.colour`, `[2].w`.
pub(super) fn below(leaf: &Leaf, variable: &str) -> String {
    leaf.name.strip_prefix(variable).unwrap_or("").to_string()
}
