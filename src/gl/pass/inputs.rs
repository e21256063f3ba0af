//! What a draw reads: textures, uniforms, attributes.

use glow::HasContext;

use super::{Bound, Walked};
use crate::error::{Code, Error, Result};
use crate::gl::context::{gone, Device};
use crate::gl::program::{Attribute, Program};
use crate::plan::Value;
use crate::texture::{AddressMode, FilterMode, Modes};

impl Device {
    pub(super) unsafe fn bind_textures(&self, program: &Program, textures: &[Bound<'_>]) -> Result<()> {
        for bound in textures {
            // A sampler that the compiler dropped needs no texture.
            let Some((unit, target)) = program.uniform(bound.name).and_then(|u| u.unit.map(|unit| (unit, u.target)))
            else {
                continue;
            };
            if bound.texture.key.dimension.target() != target {
                return Err(Error::new(
                    Code::BadShape,
                    "has another number of dimensions than the sampler that it meets",
                )
                .at_argument(bound.name));
            }
            self.keep_unit(unit);
            let sampler = self.sampler(bound.modes)?;
            self.bind_sampled(unit, target, bound.texture, sampler);
        }
        Ok(())
    }

    pub(super) unsafe fn set_uniforms(&self, program: &Program, uniforms: &[(&str, Value)]) {
        let gl = &self.glow;
        for (name, value) in uniforms {
            let Some(uniform) = program.uniform(name) else { continue };
            // Nobody else has the program. Most of what passes repeat is as it was.
            let bits = value.bits();
            if *uniform.bits.borrow() == bits {
                continue;
            }
            uniform.bits.replace(bits);
            let at = Some(&uniform.location);
            match value {
                Value::Floats(1, v) => gl.uniform_1_f32_slice(at, v),
                Value::Floats(2, v) => gl.uniform_2_f32_slice(at, v),
                Value::Floats(3, v) => gl.uniform_3_f32_slice(at, v),
                Value::Floats(_, v) => gl.uniform_4_f32_slice(at, v),
                Value::Ints(1, v) => gl.uniform_1_i32_slice(at, v),
                Value::Ints(2, v) => gl.uniform_2_i32_slice(at, v),
                Value::Ints(3, v) => gl.uniform_3_i32_slice(at, v),
                Value::Ints(_, v) => gl.uniform_4_i32_slice(at, v),
                Value::Uints(1, v) => gl.uniform_1_u32_slice(at, v),
                Value::Uints(2, v) => gl.uniform_2_u32_slice(at, v),
                Value::Uints(3, v) => gl.uniform_3_u32_slice(at, v),
                Value::Uints(_, v) => gl.uniform_4_u32_slice(at, v),
                Value::Matrix(2, 2, v) => gl.uniform_matrix_2_f32_slice(at, false, v),
                Value::Matrix(2, 3, v) => gl.uniform_matrix_2x3_f32_slice(at, false, v),
                Value::Matrix(2, _, v) => gl.uniform_matrix_2x4_f32_slice(at, false, v),
                Value::Matrix(3, 2, v) => gl.uniform_matrix_3x2_f32_slice(at, false, v),
                Value::Matrix(3, 3, v) => gl.uniform_matrix_3_f32_slice(at, false, v),
                Value::Matrix(3, _, v) => gl.uniform_matrix_3x4_f32_slice(at, false, v),
                Value::Matrix(_, 2, v) => gl.uniform_matrix_4x2_f32_slice(at, false, v),
                Value::Matrix(_, 3, v) => gl.uniform_matrix_4x3_f32_slice(at, false, v),
                Value::Matrix(_, _, v) => gl.uniform_matrix_4_f32_slice(at, false, v),
            }
        }
    }

    /// Points attributes at their buffers, and switches off the arrays that earlier passes left on.
    pub(super) unsafe fn walk(&self, program: &Program, attributes: &[Walked<'_>]) {
        let gl = &self.glow;
        let before = self.passes.enabled.get();
        let mut now = 0u32;
        let mut bound = None;
        for walked in attributes {
            let Some(attribute) = program.attribute(walked.name) else { continue };
            let &Attribute { location, columns, rows, component, .. } = attribute;
            let stride = if walked.stride == 0 { columns * rows as u32 * 4 } else { walked.stride };
            for column in 0..columns {
                let at = location + column;
                let offset = walked.offset + column * rows as u32 * 4;
                self.point(at, (walked.buffer.raw, offset, stride, rows, component), &mut bound);
                if before & (1 << at) == 0 {
                    gl.enable_vertex_attrib_array(at);
                }
                now |= 1 << at;
            }
        }
        if bound.is_some() {
            gl.bind_buffer(glow::ARRAY_BUFFER, None);
        }
        let stale = before & !now;
        for at in (0..32).filter(|at| stale & (1 << at) != 0) {
            gl.disable_vertex_attrib_array(at);
        }
        self.passes.enabled.set(now);
    }

    unsafe fn sampler(&self, modes: Modes) -> Result<glow::Sampler> {
        let key = (modes.address, modes.filter);
        if let Some(&(_, sampler)) = self.passes.samplers.borrow().iter().find(|(known, _)| *known == key) {
            return Ok(sampler);
        }
        let gl = &self.glow;
        let sampler = gl.create_sampler().map_err(|_| gone(Code::ContextLost))?;
        let wrap = match modes.address {
            AddressMode::Clamp => glow::CLAMP_TO_EDGE,
            AddressMode::Wrap => glow::REPEAT,
            AddressMode::Mirror => glow::MIRRORED_REPEAT,
        };
        let filter = match modes.filter {
            FilterMode::Point => glow::NEAREST,
            FilterMode::Linear => glow::LINEAR,
        };
        for axis in [glow::TEXTURE_WRAP_S, glow::TEXTURE_WRAP_T, glow::TEXTURE_WRAP_R] {
            gl.sampler_parameter_i32(sampler, axis, wrap as i32);
        }
        gl.sampler_parameter_i32(sampler, glow::TEXTURE_MIN_FILTER, filter as i32);
        gl.sampler_parameter_i32(sampler, glow::TEXTURE_MAG_FILTER, filter as i32);
        self.passes.samplers.borrow_mut().push((key, sampler));
        Ok(sampler)
    }
}
