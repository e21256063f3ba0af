//! The only file that binds GL state.
//!
//! A run begins with [`Device::begin`], which sets everything that a caller could have left in another way, and ends
//! by dropping the guard that it returned, which leaves nothing bound: a buffer left bound for transform feedback
//! would make the caller's next draw fail. Within a run every pass sets what it relies on, which costs nothing where it
//! is so already (`state`); switches that only `begin` touches stay as it set them. On a context that nobody else can
//! reach, runs follow each other like passes of one.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use glow::HasContext;
use web_sys::WebGl2RenderingContext as Gl;

use super::context::{gone, Device};
use super::program::{Attribute, Program};
use super::resource::{Buffer, Dimension, Lease, Texture};
use super::sharing::Kept;
use crate::error::{Code, Error, Result};
use crate::plan::{Again, Blend, Domain, Value};
use crate::texture::{AddressMode, FilterMode, Modes};

/// The serial number and layer of each of a framebuffer's textures, and the location of the output that goes there.
type Attachments = Vec<(u32, u32, u32)>;

/// State that passes share: made at the first pass.
#[derive(Default)]
pub(crate) struct Passes {
    vertex_array: OnceCell<glow::VertexArray>,
    feedback: OnceCell<glow::TransformFeedback>,
    /// Where nothing is rasterised to.
    nowhere: OnceCell<(glow::Framebuffer, glow::Renderbuffer)>,
    /// Takes the place of buffers that attributes let go of.
    stand_in: OnceCell<glow::Buffer>,
    samplers: RefCell<Vec<((AddressMode, FilterMode), glow::Sampler)>>,
    framebuffers: RefCell<Vec<(Attachments, glow::Framebuffer)>>,
    /// Attribute arrays that are switched on in our vertex array object.
    enabled: Cell<u32>,
}

impl Passes {
    /// What takes the place of buffers that attributes let go of.
    pub(super) fn stand_in(&self) -> Option<glow::Buffer> {
        self.stand_in.get().copied()
    }

    /// Deletes the framebuffers that a texture belongs to.
    pub(crate) fn forget_texture(&self, device: &Device, serial: u32) {
        self.framebuffers.borrow_mut().retain(|(attachments, framebuffer)| {
            let stays = attachments.iter().all(|a| a.0 != serial);
            if !stays {
                // SAFETY: the handle leaves the map with this, and nobody else has it.
                unsafe { device.glow.delete_framebuffer(*framebuffer) };
            }
            stays
        });
    }

    /// Deletes everything.
    pub(crate) fn clear(&self, device: &Device) {
        let gl = &device.glow;
        // SAFETY: the handles leave their places with this.
        unsafe {
            for (_, framebuffer) in self.framebuffers.take() {
                gl.delete_framebuffer(framebuffer);
            }
            for (_, sampler) in self.samplers.take() {
                gl.delete_sampler(sampler);
            }
            // Handles stay in their cells, but a dead device runs nothing.
            if let Some(&(framebuffer, pixel)) = self.nowhere.get() {
                gl.delete_framebuffer(framebuffer);
                gl.delete_renderbuffer(pixel);
            }
            if let Some(&vertex_array) = self.vertex_array.get() {
                gl.delete_vertex_array(vertex_array);
            }
            if let Some(&feedback) = self.feedback.get() {
                gl.delete_transform_feedback(feedback);
            }
            if let Some(&stand_in) = self.stand_in.get() {
                gl.delete_buffer(stand_in);
            }
        }
    }
}

/// A texture for a sampler.
pub(crate) struct Bound<'a> {
    pub(crate) name: &'a str,
    pub(crate) texture: &'a Texture,
    pub(crate) modes: Modes,
}

/// An attribute's buffer.
pub(crate) struct Walked<'a> {
    pub(crate) name: &'a str,
    pub(crate) buffer: &'a Buffer,
    pub(crate) offset: u32,
    pub(crate) stride: u32,
}

/// A uniform block's buffer range.
pub(crate) struct Ranged<'a> {
    pub(crate) name: &'a str,
    pub(crate) buffer: &'a Buffer,
    pub(crate) offset: u32,
    pub(crate) bytes: u32,
}

/// Everything that one draw needs, found and ready.
pub(crate) struct Draw<'a> {
    pub(crate) program: &'a Program,
    pub(crate) domain: Domain,
    pub(crate) textures: Vec<Bound<'a>>,
    pub(crate) attributes: Vec<Walked<'a>>,
    pub(crate) uniforms: &'a [(&'a str, Value)],
    pub(crate) blocks: Vec<Ranged<'a>>,
    pub(crate) targets: Vec<(&'a Texture, u32)>,
    /// The outputs that go to them; 0, 1, 2 … if empty.
    pub(crate) locations: &'a [u32],
    /// One buffer a captured output, or one for all of them.
    pub(crate) captures: Vec<&'a Buffer>,
    pub(crate) blend: Blend,
    pub(crate) again: &'a [Again],
}

/// A drawing on the canvas.
pub(crate) struct CanvasDraw<'a> {
    pub(crate) program: &'a Program,
    pub(crate) textures: Vec<Bound<'a>>,
    pub(crate) attributes: Vec<Walked<'a>>,
    pub(crate) uniforms: &'a [(&'a str, Value)],
    pub(crate) mode: u32,
    pub(crate) count: u32,
    /// Index buffer and its GL type.
    pub(crate) indices: Option<(&'a Buffer, u32)>,
    pub(crate) size: (u32, u32),
    pub(crate) clear: bool,
}

/// Leaves nothing bound when a run ends, however it ends, and then the caller's state as it was.
pub(crate) struct Running<'a>(&'a Device, #[allow(dead_code, reason = "held for its drop")] Kept<'a>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.0.state.private() {
            self.0.unbind_all();
        }
    }
}

impl Device {
    /// Sets all state that passes and transfers rely on, unless it is certain that the last run left it so.
    pub(crate) fn begin(self: &Rc<Device>) -> Result<Running<'_>> {
        let gl = &self.glow;
        let passes = &self.passes;
        let kept = self.keep();
        if passes.vertex_array.get().is_none() {
            // SAFETY: makes the objects that live as long as the device.
            unsafe {
                let _ = passes.nowhere.set(self.make_nowhere()?);
                let stand_in = gl.create_buffer().map_err(|_| gone(Code::ContextLost))?;
                gl.bind_buffer(glow::ARRAY_BUFFER, Some(stand_in));
                gl.buffer_data_size(glow::ARRAY_BUFFER, 16, glow::STATIC_DRAW);
                gl.bind_buffer(glow::ARRAY_BUFFER, None);
                let _ = passes.stand_in.set(stand_in);
                let _ = passes.vertex_array.set(gl.create_vertex_array().map_err(|_| gone(Code::ContextLost))?);
                let _ = passes.feedback.set(gl.create_transform_feedback().map_err(|_| gone(Code::ContextLost))?);
            }
        }
        if self.state.ready.get() && self.state.private() {
            return Ok(Running(self, kept));
        }
        self.state.forget();
        // SAFETY: switches and bindings.
        unsafe {
            for switch in [
                glow::BLEND,
                glow::CULL_FACE,
                glow::DEPTH_TEST,
                glow::DITHER,
                glow::POLYGON_OFFSET_FILL,
                glow::SAMPLE_ALPHA_TO_COVERAGE,
                glow::SAMPLE_COVERAGE,
                glow::SCISSOR_TEST,
                glow::STENCIL_TEST,
                glow::RASTERIZER_DISCARD,
            ] {
                gl.disable(switch);
            }
            gl.color_mask(true, true, true, true);
            gl.bind_vertex_array(passes.vertex_array.get().copied());
            gl.bind_transform_feedback(glow::TRANSFORM_FEEDBACK, passes.feedback.get().copied());
        }
        self.state.ready.set(true);
        Ok(Running(self, kept))
    }

    /// A framebuffer of one pixel.
    unsafe fn make_nowhere(&self) -> Result<(glow::Framebuffer, glow::Renderbuffer)> {
        let gl = &self.glow;
        let framebuffer = gl.create_framebuffer().map_err(|_| gone(Code::ContextLost))?;
        let pixel = gl.create_renderbuffer().map_err(|_| gone(Code::ContextLost))?;
        gl.bind_renderbuffer(glow::RENDERBUFFER, Some(pixel));
        gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, 1, 1);
        gl.bind_renderbuffer(glow::RENDERBUFFER, None);
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        let attachment = glow::COLOR_ATTACHMENT0;
        gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(pixel));
        Ok((framebuffer, pixel))
    }

    /// Sets how pixels are stored in the caller's memory, once a run: tightly, top row first, as they are.
    pub(crate) fn store_pixels_plainly(&self) {
        if self.state.plain.replace(true) {
            return;
        }
        let gl = &self.glow;
        // SAFETY: pixel-store parameters and two bindings.
        unsafe {
            for (name, value) in [
                (glow::UNPACK_ALIGNMENT, 1),
                (glow::UNPACK_ROW_LENGTH, 0),
                (glow::UNPACK_IMAGE_HEIGHT, 0),
                (glow::UNPACK_SKIP_PIXELS, 0),
                (glow::UNPACK_SKIP_ROWS, 0),
                (glow::UNPACK_SKIP_IMAGES, 0),
                (Gl::UNPACK_FLIP_Y_WEBGL, 0),
                (Gl::UNPACK_PREMULTIPLY_ALPHA_WEBGL, 0),
                (Gl::UNPACK_COLORSPACE_CONVERSION_WEBGL, 0),
                (glow::PACK_ALIGNMENT, 1),
                (glow::PACK_ROW_LENGTH, 0),
                (glow::PACK_SKIP_PIXELS, 0),
                (glow::PACK_SKIP_ROWS, 0),
            ] {
                gl.pixel_store_i32(name, value);
            }
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, None);
        }
    }

    /// Sets how pixels are stored to what WebGL begins with, as far as the library changes it.
    pub(super) fn store_pixels_as_usual(&self) {
        if !self.state.plain.replace(false) {
            return;
        }
        for (name, value) in [
            (glow::UNPACK_ALIGNMENT, 4),
            (glow::PACK_ALIGNMENT, 4),
            (Gl::UNPACK_COLORSPACE_CONVERSION_WEBGL, Gl::BROWSER_DEFAULT_WEBGL as i32),
        ] {
            // SAFETY: pixel-store parameters.
            unsafe { self.glow.pixel_store_i32(name, value) };
        }
    }

    /// Runs one draw.
    pub(crate) fn draw(self: &Rc<Device>, draw: &Draw<'_>) -> Result<()> {
        let gl = &self.glow;
        let program = draw.program;
        // SAFETY: every handle is borrowed from a live object for the length of this call.
        unsafe {
            self.use_program(program.raw);
            self.bind_textures(program, &draw.textures)?;
            self.set_uniforms(program, draw.uniforms);
            // The last thing that can fail: what is bound below is let go of below, too.
            if let Domain::Texels { .. } = draw.domain {
                self.bind_targets(&draw.targets, draw.locations)?;
            }
            let blocks: Vec<(u32, &Ranged<'_>)> =
                draw.blocks.iter().filter_map(|block| Some((program.block(block.name)?, block))).collect();
            for &(index, block) in &blocks {
                self.keep_block(index);
                let (offset, bytes) = (block.offset as i32, block.bytes as i32);
                gl.bind_buffer_range(glow::UNIFORM_BUFFER, index, Some(block.buffer.raw), offset, bytes);
            }
            self.walk(program, &draw.attributes);
            match draw.domain {
                Domain::Vertices(count) => {
                    // A draw needs a complete framebuffer even where nothing is rasterised. The canvas's own would
                    // make the browser treat it as drawn upon, which costs as much again as the draw.
                    self.bind_framebuffer(self.passes.nowhere.get().map(|n| n.0));
                    self.let_go(|held| draw.captures.iter().any(|buffer| buffer.raw == held));
                    for (index, buffer) in draw.captures.iter().enumerate() {
                        gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, index as u32, Some(buffer.raw));
                    }
                    self.set_discard(true);
                    gl.begin_transform_feedback(glow::POINTS);
                    gl.draw_arrays(glow::POINTS, 0, count as i32);
                    gl.end_transform_feedback();
                    for index in 0..draw.captures.len() {
                        gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, index as u32, None);
                    }
                }
                Domain::Texels { x, y, width, height } => {
                    self.set_viewport([x as i32, y as i32, width as i32, height as i32]);
                    self.set_discard(false);
                    if draw.blend == Blend::Add {
                        gl.enable(glow::BLEND);
                        gl.blend_equation(glow::FUNC_ADD);
                        gl.blend_func(glow::ONE, glow::ONE);
                    }
                    gl.draw_arrays(glow::TRIANGLES, 0, 3);
                    if let Some(&(index, block)) = blocks.first() {
                        let (buffer, bytes) = (Some(block.buffer.raw), block.bytes as i32);
                        for &Again { x, y, offset } in draw.again {
                            gl.bind_buffer_range(glow::UNIFORM_BUFFER, index, buffer, offset as i32, bytes);
                            self.set_viewport([x as i32, y as i32, width as i32, height as i32]);
                            gl.draw_arrays(glow::TRIANGLES, 0, 3);
                        }
                    }
                    if draw.blend == Blend::Add {
                        gl.disable(glow::BLEND);
                    }
                }
            }
            // Left bound, a block's buffer could not capture outputs later.
            for &(index, _) in &blocks {
                gl.bind_buffer_base(glow::UNIFORM_BUFFER, index, None);
            }
        }
        Ok(())
    }

    /// Draws on the canvas.
    pub(crate) fn draw_canvas(self: &Rc<Device>, draw: &CanvasDraw<'_>) -> Result<()> {
        let gl = &self.glow;
        // SAFETY: every handle is borrowed from a live object for the length of this call.
        unsafe {
            self.bind_framebuffer(None);
            gl.draw_buffers(&[glow::BACK]);
            self.set_viewport([0, 0, draw.size.0 as i32, draw.size.1 as i32]);
            self.set_discard(false);
            gl.enable(glow::DEPTH_TEST);
            gl.depth_func(glow::LEQUAL);
            gl.depth_mask(true);
            gl.depth_range_f32(0.0, 1.0);
            if draw.clear {
                gl.clear_color(0.0, 0.0, 0.0, 1.0);
                gl.clear_depth_f32(1.0);
                gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
            }
            self.use_program(draw.program.raw);
            self.bind_textures(draw.program, &draw.textures)?;
            self.set_uniforms(draw.program, draw.uniforms);
            self.walk(draw.program, &draw.attributes);
            let colors = draw.program.outputs & 1 != 0;
            if !colors {
                gl.draw_buffers(&[glow::NONE]);
            }
            match draw.indices {
                Some((buffer, kind)) => {
                    gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(buffer.raw));
                    gl.draw_elements(draw.mode, draw.count as i32, kind, 0);
                    gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, None);
                }
                None => gl.draw_arrays(draw.mode, 0, draw.count as i32),
            }
            if !colors {
                gl.draw_buffers(&[glow::BACK]);
            }
            gl.disable(glow::DEPTH_TEST);
        }
        Ok(())
    }

    unsafe fn bind_textures(&self, program: &Program, textures: &[Bound<'_>]) -> Result<()> {
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

    unsafe fn set_uniforms(&self, program: &Program, uniforms: &[(&str, Value)]) {
        let gl = &self.glow;
        for (name, value) in uniforms {
            let Some(uniform) = program.uniform(name) else { continue };
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
    unsafe fn walk(&self, program: &Program, attributes: &[Walked<'_>]) {
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

    /// Binds the framebuffer of these textures, made at their first meeting. Outputs that are not among the `locations`
    /// go nowhere.
    pub(crate) fn bind_targets(&self, targets: &[(&Texture, u32)], locations: &[u32]) -> Result<()> {
        let gl = &self.glow;
        let location = |index: usize| locations.get(index).copied().unwrap_or(index as u32);
        let places = targets.iter().enumerate();
        let key: Attachments = places.map(|(i, (texture, layer))| (texture.serial, *layer, location(i))).collect();
        let known = self
            .passes
            .framebuffers
            .borrow()
            .iter()
            .find(|(known, _)| *known == key)
            .map(|(_, framebuffer)| *framebuffer);
        // SAFETY: every handle is borrowed from a live object; a framebuffer goes with the first of its textures.
        unsafe {
            if let Some(framebuffer) = known {
                self.bind_framebuffer(Some(framebuffer));
                return Ok(());
            }
            let framebuffer = gl.create_framebuffer().map_err(|_| gone(Code::ContextLost))?;
            self.bind_framebuffer(Some(framebuffer));
            let mut buffers = Vec::with_capacity(targets.len());
            for (index, (texture, layer)) in targets.iter().enumerate() {
                let location = location(index);
                let attachment = glow::COLOR_ATTACHMENT0 + location;
                if texture.key.dimension == Dimension::Plane {
                    let raw = Some(texture.raw);
                    gl.framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, glow::TEXTURE_2D, raw, 0);
                } else {
                    let raw = Some(texture.raw);
                    gl.framebuffer_texture_layer(glow::FRAMEBUFFER, attachment, raw, 0, *layer as i32);
                }
                // ANGLE refuses to draw where no output writes a draw buffer.
                buffers.resize(location as usize, glow::NONE);
                buffers.push(attachment);
            }
            gl.draw_buffers(&buffers);
            if gl.check_framebuffer_status(glow::FRAMEBUFFER) != glow::FRAMEBUFFER_COMPLETE {
                self.bind_framebuffer(None);
                gl.delete_framebuffer(framebuffer);
                self.check()?;
                return Err(Error::new(
                    Code::Unsupported,
                    "this device cannot render to textures of this kind; the vertex technique needs none",
                ));
            }
            self.passes.framebuffers.borrow_mut().push((key, framebuffer));
        }
        Ok(())
    }

    /// Sets all components of a texture, every layer, to zero.
    pub(crate) fn clear_texture(&self, texture: &Texture) -> Result<()> {
        for layer in 0..texture.key.depth {
            self.bind_targets(&[(texture, layer)], &[])?;
            // SAFETY: clears the bound framebuffer, which is the texture's.
            unsafe { self.clear_bound(texture, 0) };
        }
        Ok(())
    }

    /// Sets all components of the bound framebuffer of this texture to these bits, within the scissors.
    unsafe fn clear_bound(&self, texture: &Texture, bits: u32) {
        let gl = &self.glow;
        self.set_discard(false);
        match texture.key.format.kind {
            glow::INT => gl.clear_buffer_i32_slice(glow::COLOR, 0, &[bits as i32; 4]),
            glow::UNSIGNED_INT => gl.clear_buffer_u32_slice(glow::COLOR, 0, &[bits; 4]),
            _ => gl.clear_buffer_f32_slice(glow::COLOR, 0, &[f32::from_bits(bits); 4]),
        }
    }

    /// Sets the fourth component of all texels to 1, as samplers read it where a format has three.
    pub(crate) fn make_opaque(&self, texture: &Texture) -> Result<()> {
        self.bind_targets(&[(texture, 0)], &[])?;
        let one = if texture.key.format.kind == glow::FLOAT { 1f32.to_bits() } else { 1 };
        // SAFETY: clears a part of the bound framebuffer; the mask is set back.
        unsafe {
            self.glow.color_mask(false, false, false, true);
            self.clear_bound(texture, one);
            self.glow.color_mask(true, true, true, true);
        }
        Ok(())
    }

    /// Sets all components of one texel to these bits, of the texture's own type.
    pub(crate) fn clear_texel(&self, texture: &Texture, [x, y]: [i32; 2], bits: u32) -> Result<()> {
        self.bind_targets(&[(texture, 0)], &[])?;
        let gl = &self.glow;
        // SAFETY: clears a part of the bound framebuffer; the switch is set back.
        unsafe {
            gl.enable(glow::SCISSOR_TEST);
            gl.scissor(x, y, 1, 1);
            self.clear_bound(texture, bits);
            gl.disable(glow::SCISSOR_TEST);
        }
        Ok(())
    }
}

/// Keeps a pooled texture or buffer for as long as something refers to it.
pub(crate) type Shared<T> = Rc<Lease<T>>;
