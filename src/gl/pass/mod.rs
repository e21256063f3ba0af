//! The only place that binds GL state for draws.
//!
//! A run begins with [`Device::begin`], which sets everything that a caller could have left in another way, and ends
//! by dropping the guard that it returned, which leaves nothing bound: a buffer left bound for transform feedback
//! would make the caller's next draw fail. Within a run every pass sets what it relies on, which costs nothing where it
//! is so already (`state`); switches that only `begin` touches stay as it set them. On a context that nobody else can
//! reach, runs follow each other like passes of one.
//!
//! - `run`: where a run begins and ends
//! - `inputs`: what a draw reads
//! - `targets`: what it renders to

mod inputs;
mod run;
mod targets;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use glow::HasContext;

use self::targets::Attachments;
use super::context::Device;
use super::program::Program;
use super::resource::{Buffer, Texture};
use crate::error::Result;
use crate::plan::{Again, Blend, Domain, Value};
use crate::texture::{AddressMode, FilterMode, Modes};

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

/// What vertices make up, by its name.
pub(crate) const DRAW_MODES: [(&str, u32); 7] = [
    ("points", glow::POINTS),
    ("lines", glow::LINES),
    ("line_loop", glow::LINE_LOOP),
    ("line_strip", glow::LINE_STRIP),
    ("triangles", glow::TRIANGLES),
    ("triangle_strip", glow::TRIANGLE_STRIP),
    ("triangle_fan", glow::TRIANGLE_FAN),
];

/// The type of indices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IndexType {
    Byte = glow::UNSIGNED_BYTE as isize,
    Short = glow::UNSIGNED_SHORT as isize,
    Int = glow::UNSIGNED_INT as isize,
}

/// How a drawing goes over its vertices, and what of the canvas it changes.
pub(crate) struct Drawing<'a> {
    /// GL's name of what vertices make up.
    pub(crate) mode: u32,
    /// Vertices or indices.
    pub(crate) count: u32,
    /// Index buffer and its type.
    pub(crate) indices: Option<(&'a Buffer, IndexType)>,
    /// Whether the canvas is cleared first.
    pub(crate) clear: bool,
    /// Of the colour that fragments write; the others stay as they are.
    pub(crate) components: u8,
}

impl Device {
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
                Domain::Vertices(count) => self.capture(count as i32, &draw.captures),
                Domain::Texels { x, y, width, height } => {
                    self.fill([x, y, width, height].map(|n| n as i32), draw, blocks.first().copied());
                }
            }
            // Left bound, a block's buffer could not capture outputs later.
            for &(index, _) in &blocks {
                gl.bind_buffer_base(glow::UNIFORM_BUFFER, index, None);
            }
        }
        Ok(())
    }

    /// Draws `count` vertices into buffers: transform feedback.
    unsafe fn capture(&self, count: i32, captures: &[&Buffer]) {
        let gl = &self.glow;
        // A draw needs a complete framebuffer even where nothing is rasterised. The canvas's own would make the browser treat
        // it as drawn upon, which costs as much again as the draw.
        self.bind_framebuffer(self.passes.nowhere.get().map(|n| n.0));
        self.let_go(|held| captures.iter().any(|buffer| buffer.raw == held));
        for (index, buffer) in captures.iter().enumerate() {
            gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, index as u32, Some(buffer.raw));
        }
        self.set_discard(true);
        gl.begin_transform_feedback(glow::POINTS);
        gl.draw_arrays(glow::POINTS, 0, count);
        gl.end_transform_feedback();
        for index in 0..captures.len() {
            gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, index as u32, None);
        }
    }

    /// Fills a rectangle of the bound targets, and others of its size with other parts of the one block's buffer.
    unsafe fn fill(&self, rectangle: [i32; 4], draw: &Draw<'_>, block: Option<(u32, &Ranged<'_>)>) {
        let gl = &self.glow;
        self.set_viewport(rectangle);
        self.set_discard(false);
        if draw.blend == Blend::Add {
            gl.enable(glow::BLEND);
            gl.blend_equation(glow::FUNC_ADD);
            gl.blend_func(glow::ONE, glow::ONE);
        }
        gl.draw_arrays(glow::TRIANGLES, 0, 3);
        if let Some((index, block)) = block {
            let [_, _, width, height] = rectangle;
            let (buffer, bytes) = (Some(block.buffer.raw), block.bytes as i32);
            for &Again { x, y, offset } in draw.again {
                gl.bind_buffer_range(glow::UNIFORM_BUFFER, index, buffer, offset as i32, bytes);
                self.set_viewport([x as i32, y as i32, width, height]);
                gl.draw_arrays(glow::TRIANGLES, 0, 3);
            }
        }
        if draw.blend == Blend::Add {
            gl.disable(glow::BLEND);
        }
    }

    /// Draws on the canvas.
    pub(crate) fn draw_canvas(
        &self,
        program: &Program,
        textures: &[Bound<'_>],
        attributes: &[Walked<'_>],
        uniforms: &[(&str, Value)],
        drawing: &Drawing<'_>,
    ) -> Result<()> {
        let gl = &self.glow;
        // SAFETY: every handle is borrowed from a live object for the length of this call.
        unsafe {
            // The last thing that can fail: until then the canvas stays as it is.
            self.use_program(program.raw);
            self.bind_textures(program, textures)?;
            self.set_uniforms(program, uniforms);
            self.bind_framebuffer(None);
            gl.draw_buffers(&[glow::BACK]);
            self.set_viewport([0, 0, self.raw.drawing_buffer_width(), self.raw.drawing_buffer_height()]);
            self.set_discard(false);
            self.settle_drawing();
            gl.enable(glow::DEPTH_TEST);
            gl.depth_func(glow::LEQUAL);
            gl.depth_mask(true);
            gl.depth_range_f32(0.0, 1.0);
            if drawing.clear {
                gl.clear_color(0.0, 0.0, 0.0, 1.0);
                gl.clear_depth_f32(1.0);
                gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
            }
            self.walk(program, attributes);
            let colors = program.outputs & 1 != 0;
            if !colors {
                gl.draw_buffers(&[glow::NONE]);
            }
            // What an output does not have is unspecified: alpha, where it is a vec3.
            let n = drawing.components;
            gl.color_mask(true, n > 1, n > 2, n > 3);
            let (mode, count) = (drawing.mode, drawing.count as i32);
            match drawing.indices {
                Some((buffer, kind)) => {
                    gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(buffer.raw));
                    gl.draw_elements(mode, count, kind as u32, 0);
                    gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, None);
                }
                None => gl.draw_arrays(mode, 0, count),
            }
            gl.color_mask(true, true, true, true);
            if !colors {
                gl.draw_buffers(&[glow::BACK]);
            }
            gl.disable(glow::DEPTH_TEST);
        }
        Ok(())
    }
}
