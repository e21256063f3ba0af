//! GLSL's types.

use crate::shape::{ElementType, Scalar};
use std::fmt;

/// What a sampler looks into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplerDim {
    /// `sampler2D`
    D2,
    /// `sampler3D`
    D3,
    /// `sampler2DArray`
    D2Array,
    /// `samplerCube`
    Cube,
}

/// The type of a declared variable, without its array size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `float` … `uvec4`
    Element(ElementType),
    /// `bool`, `bvec2` … `bvec4`: the number of components.
    Bool(u8),
    /// `mat2` … `mat4x3`
    Matrix {
        /// Columns: the first number in GLSL's name.
        columns: u8,
        /// Rows.
        rows: u8,
    },
    /// `sampler2D` … `usampler2DArray`, and the shadow kinds.
    Sampler {
        /// What a texel's components are read as.
        scalar: Scalar,
        /// What it looks into.
        dim: SamplerDim,
        /// Compares instead of reading (`sampler2DShadow` and its like).
        shadow: bool,
    },
    /// A struct: its index in [`Interface::structs`](super::Interface::structs).
    Struct(usize),
    /// A name that is no type as far as the text tells.
    Unknown(String),
}

impl Type {
    /// The built-in type of this name.
    pub fn parse(name: &str) -> Option<Type> {
        if let Some(ty) = ElementType::parse(name) {
            return Some(Type::Element(ty));
        }
        let ty = match name {
            "bool" => Type::Bool(1),
            "bvec2" => Type::Bool(2),
            "bvec3" => Type::Bool(3),
            "bvec4" => Type::Bool(4),
            _ => match name.strip_prefix("mat") {
                Some(size) => Type::matrix(size)?,
                None => Type::sampler(name)?,
            },
        };
        Some(ty)
    }

    fn matrix(size: &str) -> Option<Type> {
        let digit = |b: &u8| (b'2'..=b'4').contains(b).then(|| b - b'0');
        match size.as_bytes() {
            [n] => Some(Type::Matrix { columns: digit(n)?, rows: digit(n)? }),
            [columns, b'x', rows] => Some(Type::Matrix { columns: digit(columns)?, rows: digit(rows)? }),
            _ => None,
        }
    }

    fn sampler(name: &str) -> Option<Type> {
        let (scalar, kind) = match name.split_once("sampler")? {
            ("", kind) => (Scalar::Float, kind),
            ("i", kind) => (Scalar::Int, kind),
            ("u", kind) => (Scalar::Uint, kind),
            _ => return None,
        };
        let (kind, shadow) = match kind.strip_suffix("Shadow") {
            Some(kind) if scalar == Scalar::Float && kind != "3D" => (kind, true),
            Some(_) => return None,
            None => (kind, false),
        };
        let dim = match kind {
            "2D" => SamplerDim::D2,
            "3D" => SamplerDim::D3,
            "2DArray" => SamplerDim::D2Array,
            "Cube" => SamplerDim::Cube,
            _ => return None,
        };
        Some(Type::Sampler { scalar, dim, shadow })
    }
}

/// GLSL's name; a struct's is not known here.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Element(ty) => ty.fmt(f),
            Type::Bool(1) => f.write_str("bool"),
            Type::Bool(width) => write!(f, "bvec{width}"),
            Type::Matrix { columns, rows } if columns == rows => write!(f, "mat{columns}"),
            Type::Matrix { columns, rows } => write!(f, "mat{columns}x{rows}"),
            Type::Sampler { scalar, dim, shadow } => {
                f.write_str(match scalar {
                    Scalar::Float => "sampler",
                    Scalar::Int => "isampler",
                    Scalar::Uint => "usampler",
                })?;
                f.write_str(match dim {
                    SamplerDim::D2 => "2D",
                    SamplerDim::D3 => "3D",
                    SamplerDim::D2Array => "2DArray",
                    SamplerDim::Cube => "Cube",
                })?;
                f.write_str(if *shadow { "Shadow" } else { "" })
            }
            Type::Struct(_) => f.write_str("struct"),
            Type::Unknown(name) => f.write_str(name),
        }
    }
}

/// GLSL ES 3.00's sampler types: none but `sampler2D` and `samplerCube` has a precision of its own, and theirs is low.
pub const SAMPLERS: [&str; 15] = [
    "sampler2D",
    "sampler3D",
    "samplerCube",
    "sampler2DArray",
    "sampler2DShadow",
    "samplerCubeShadow",
    "sampler2DArrayShadow",
    "isampler2D",
    "isampler3D",
    "isamplerCube",
    "isampler2DArray",
    "usampler2D",
    "usampler3D",
    "usamplerCube",
    "usampler2DArray",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_known_by_the_name_that_it_is_shown_with() {
        let mut names: Vec<&str> = SAMPLERS.to_vec();
        names.extend(["float", "ivec3", "uvec4", "bool", "bvec2", "bvec4", "mat2", "mat4", "mat2x3", "mat4x2"]);
        for name in names {
            assert_eq!(Type::parse(name).map(|ty| ty.to_string()).as_deref(), Some(name));
        }
        assert_eq!(Type::parse("mat3x3"), Type::parse("mat3"));
    }

    #[test]
    fn names_that_only_look_like_types_are_none() {
        for name in [
            "",
            "mat",
            "mat5",
            "mat2x",
            "mat2x5",
            "bvec1",
            "sampler1D",
            "isampler2DShadow",
            "sampler3DShadow",
            "xsampler2D",
        ] {
            assert_eq!(Type::parse(name), None, "{name}");
        }
    }
}
