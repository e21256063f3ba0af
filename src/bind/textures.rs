//! Samplers: what they may read, and in which form.

use super::given::{Given, HostTexture};
use super::{not_accepted, uniforms};
use crate::error::{Code, Error, Result};
use crate::glsl::{SamplerDim, Type};
use crate::kernel::Variable;
use crate::plan::{Form, Limits};
use crate::shape::{Scalar, Shape};
use crate::texture::FilterMode;

/// What was given for each sampler of a variable.
pub(super) fn sampled<'g>(variable: &Variable, given: &'g Given, count: usize) -> Result<Vec<&'g Given>> {
    match (variable.array, given) {
        (None, Given::Many(_)) => Err(not_accepted(variable, given, TEXTURES)),
        (None, one) => Ok(vec![one]),
        (Some(0), _) => Err(Error::new(Code::Unsupported, uniforms::UNTOLD)),
        (Some(_), Given::Many(list)) if list.len() == count => Ok(list.iter().collect()),
        (Some(_), Given::Many(list)) => Err(Error::of(
            Code::LengthMismatch,
            format_args!("has {} textures; {} needs {count}", list.len(), variable.type_name()),
        )),
        (Some(1), one) => Ok(vec![one]),
        (Some(_), other) => Err(not_accepted(variable, other, "an array of textures")),
    }
}

/// Whether samplers read a mean of texels.
pub(super) fn is_filtered(given: &Given) -> bool {
    match given {
        Given::Array { modes, .. } | Given::Texture(HostTexture { modes, .. }) => modes.filter == FilterMode::Linear,
        _ => false,
    }
}

/// How far from the borders of texels tex1D, tex2D and tex3D read (shaders/lib/texel.glsl), by whether a texture of the
/// call is filtered: a mean must not move, while for one texel its centre is safest.
pub(super) fn distance(filtered: bool) -> f32 {
    if filtered {
        1.0 / 2048.0
    } else {
        0.5
    }
}

const TEXTURES: &str = "a TextureInfo, a GpuArray or an image";

pub(super) fn bind(given: &Given, scalar: Scalar, dim: SamplerDim, along: bool, limits: &Limits) -> Result<Form> {
    let sampler = Type::Sampler { scalar, dim, shadow: false };
    let (ty, shape, modes) = match given {
        Given::Array { ty, shape, modes, .. } => (*ty, shape, *modes),
        Given::Texture(HostTexture { image: Some(_), .. }) => {
            if scalar != Scalar::Float || dim != SamplerDim::D2 {
                return Err(Error::of(Code::BadArgument, format_args!("is an image; {sampler} cannot read it")));
            }
            return Ok(Form::Elements);
        }
        Given::Texture(texture) => {
            texture.check()?;
            (texture.ty, &texture.shape, texture.modes)
        }
        Given::Missing => {
            return Err(Error::of(Code::MissingArgument, format_args!("is declared as {sampler} but not given")))
        }
        other => {
            return Err(Error::of(
                Code::BadArgument,
                format_args!("is {}; {sampler} needs {TEXTURES}", other.describe()),
            ))
        }
    };
    if modes.reads(ty).scalar != scalar {
        return Err(Error::of(Code::BadArgument, format_args!("holds {ty}; {sampler} reads {}", scalar.plural())));
    }
    modes.check(ty)?;
    if modes.filter == FilterMode::Linear {
        let eight_bit = matches!(given, Given::Texture(t) if t.normalized_eight_bit().is_some());
        if !limits.float_linear && !eight_bit {
            return Err(Error::new(
                Code::Unsupported,
                "asks for filterMode \"linear\"; this device cannot filter 32-bit floats",
            ));
        }
    }
    let largest = match dim {
        SamplerDim::D2 => return plane(shape, along, limits),
        SamplerDim::D3 => [limits.texture_size_3d; 3],
        SamplerDim::D2Array => [limits.array_layers, limits.texture_size, limits.texture_size],
        SamplerDim::Cube => return Err(Error::new(Code::Unsupported, "is a cube map; those are not supported")),
    };
    let [_, _, _] = *shape.dimensions() else {
        return Err(Error::of(Code::BadShape, format_args!("has shape {shape}; {sampler} reads [depth, rows, cols]")));
    };
    for (asked, allowed) in shape.dimensions().iter().zip(largest) {
        if *asked > allowed {
            return Err(Error::of(
                Code::LimitExceeded,
                format_args!("has shape {shape}, {asked} along one side; this device allows {allowed}"),
            ));
        }
    }
    Ok(if dim == SamplerDim::D3 { Form::Volume } else { Form::Layers })
}

fn plane(shape: &Shape, along: bool, limits: &Limits) -> Result<Form> {
    let largest = limits.texture_size;
    match *shape.dimensions() {
        [rows, cols] if rows > largest || cols > largest => Err(Error::of(
            Code::LimitExceeded,
            format_args!("has shape {shape}, {} along one side; this device allows {largest}", rows.max(cols)),
        )),
        [_, _, _] => Err(Error::of(
            Code::BadShape,
            format_args!("has shape {shape}; sampler2D reads [n] or [rows, cols], sampler3D and sampler2DArray three"),
        )),
        [n] if n > largest && along => Err(Error::of(
            Code::Unsupported,
            format_args!("has {n} elements; tex1D reaches {largest} on this device, tex1Dfetch all of them"),
        )),
        [n] if u64::from(n) > u64::from(largest) * u64::from(largest) => Err(Error::of(
            Code::LimitExceeded,
            format_args!(
                "has {n} elements; a texture of this device holds {}",
                u64::from(largest) * u64::from(largest)
            ),
        )),
        _ => Ok(Form::Elements),
    }
}
