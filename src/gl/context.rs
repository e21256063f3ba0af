//! The WebGL2 context and what it allows.
//!
//! A [`Device`] is one life of a context: after a loss and a restore there is a new one, and what belonged to the old
//! one says CONTEXT_LOST.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use glow::HasContext;
use wasm_bindgen::JsCast;
use web_sys::WebGl2RenderingContext as Gl;

use super::pass::Passes;
use super::pool::Pool;
use super::program::Programs;
use super::sharing::Sharing;
use super::state::State;
use crate::error::{Code, Error, Result};
use crate::plan::{FloatTargets, Limits};

/// How renderers are called that run on the processor.
const SOFTWARE: [&str; 5] = ["SwiftShader", "llvmpipe", "softpipe", "Software", "Basic Render"];

/// Who can reach a context besides the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nobody, until [`Device::expose`]: what was bound stays bound.
    Private,
    /// The page, which may change its state between calls.
    Open,
    /// Its owner, who finds the state after each call as it was before.
    Shared,
}

/// One life of a WebGL2 context, with everything that was made on it.
pub(crate) struct Device {
    /// For calls that take no caller's memory.
    pub(crate) glow: glow::Context,
    /// For calls with the caller's own typed arrays: glow's take slices of wasm memory.
    pub(crate) raw: Gl,
    /// Textures and buffers, in use and idle.
    pub(crate) pool: Pool,
    /// Compiled programs.
    pub(crate) programs: Programs,
    /// State that passes share.
    pub(crate) passes: Passes,
    pub(crate) sharing: Sharing,
    pub(super) state: State,
    /// Every result is marked before it is computed, not only large ones: the call reads what it makes.
    pub(crate) marking: Cell<bool>,
    /// Uniform blocks are a faster way to a factor of a large product than textures are; `None` until measured.
    pub(crate) blocks_are_faster: Cell<Option<bool>>,
    limits: OnceCell<Limits>,
    renderer: OnceCell<String>,
    dead: Cell<Option<Code>>,
    /// Reads gave what had been written.
    pub(super) truthful: Cell<bool>,
}

impl Device {
    /// Takes over a context that works.
    pub(crate) fn new(raw: Gl, reach: Reach) -> Result<Rc<Device>> {
        // glow panics where the context tells no extensions.
        if raw.is_context_lost() {
            return Err(gone(Code::ContextLost));
        }
        let glow = glow::Context::from_webgl2_context(raw.clone());
        for extension in ["EXT_color_buffer_float", "EXT_float_blend", "OES_texture_float_linear"] {
            // Extensions switch on by being asked for. Firefox throws where privacy settings forbid one.
            let _ = raw.get_extension(extension);
        }
        Ok(Rc::new(Device {
            glow,
            raw,
            pool: Pool::default(),
            programs: Programs::default(),
            passes: Passes::default(),
            sharing: Sharing::new(reach == Reach::Shared),
            state: State::new(reach == Reach::Private),
            marking: Cell::new(false),
            blocks_are_faster: Cell::new(None),
            limits: OnceCell::new(),
            renderer: OnceCell::new(),
            dead: Cell::new(None),
            truthful: Cell::new(false),
        }))
    }

    /// Refuses if the context is gone. One cheap call, made before each run.
    pub(crate) fn check(&self) -> Result<()> {
        self.refuse_dead()?;
        match self.raw.is_context_lost() {
            true => Err(gone(Code::ContextLost)),
            false => Ok(()),
        }
    }

    /// Whether it was killed.
    pub(crate) fn is_dead(&self) -> bool {
        self.dead.get().is_some()
    }

    /// Refuses if it was killed, without asking the context.
    pub(crate) fn refuse_dead(&self) -> Result<()> {
        self.dead.get().map_or(Ok(()), |code| Err(gone(code)))
    }

    /// Whether its handles mean anything. Those of a lost context are gone, and WebGL makes it an error to delete them once
    /// the context is restored.
    pub(crate) fn holds(&self) -> bool {
        self.dead.get() != Some(Code::ContextLost)
    }

    /// From now on every use says `code`; memory is given up.
    pub(crate) fn kill(&self, code: Code) {
        if self.dead.get().is_some() {
            return;
        }
        self.dead.set(Some(code));
        if self.holds() {
            self.passes.clear(self);
        }
        self.programs.empty();
        self.pool.close();
    }

    /// What the device allows. Float targets are found out at the first call.
    pub(crate) fn limits(&self) -> &Limits {
        self.limits.get_or_init(|| self.probe_limits())
    }

    /// The name of the GPU, as far as the browser tells.
    pub(crate) fn renderer(&self) -> &str {
        self.renderer.get_or_init(|| {
            const UNMASKED_RENDERER: u32 = 0x9246;
            let debug = matches!(self.raw.get_extension("WEBGL_debug_renderer_info"), Ok(Some(_)));
            let ask = |name| self.raw.get_parameter(name).ok().and_then(|v| v.as_string()).filter(|s| !s.is_empty());
            debug
                .then(|| ask(UNMASKED_RENDERER))
                .flatten()
                .or_else(|| ask(Gl::RENDERER))
                .unwrap_or_else(|| "unknown".to_string())
        })
    }

    /// A limit, at least what OpenGL ES 3.0 guarantees: privacy modes answer 0.
    fn limit(&self, name: u32, guaranteed: u32) -> u32 {
        let told = self.raw.get_parameter(name).ok().and_then(|v| v.as_f64()).unwrap_or(0.0);
        if told.is_finite() && told >= f64::from(guaranteed) {
            told.min(f64::from(i32::MAX)) as u32
        } else {
            guaranteed
        }
    }

    fn probe_limits(&self) -> Limits {
        let defaults = Limits::default();
        let has = |name| matches!(self.raw.get_extension(name), Ok(Some(_)));
        let float_targets = if has("EXT_color_buffer_float") && self.renders(glow::RGBA32F) {
            FloatTargets::Full
        } else if (has("EXT_color_buffer_half_float") || has("EXT_color_buffer_float")) && self.renders(glow::RGBA16F) {
            FloatTargets::Half
        } else {
            FloatTargets::None
        };
        Limits {
            texture_size: self.limit(glow::MAX_TEXTURE_SIZE, defaults.texture_size),
            texture_size_3d: self.limit(glow::MAX_3D_TEXTURE_SIZE, defaults.texture_size_3d),
            array_layers: self.limit(glow::MAX_ARRAY_TEXTURE_LAYERS, defaults.array_layers),
            draw_buffers: self
                .limit(glow::MAX_DRAW_BUFFERS, defaults.draw_buffers)
                .min(self.limit(glow::MAX_COLOR_ATTACHMENTS, defaults.draw_buffers)),
            vertex_attributes: self.limit(glow::MAX_VERTEX_ATTRIBS, defaults.vertex_attributes),
            vertex_textures: self.limit(glow::MAX_VERTEX_TEXTURE_IMAGE_UNITS, defaults.vertex_textures),
            fragment_textures: self.limit(glow::MAX_TEXTURE_IMAGE_UNITS, defaults.fragment_textures),
            separate_captures: self.limit(glow::MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, defaults.separate_captures),
            interleaved_components: self
                .limit(glow::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, defaults.interleaved_components),
            uniform_block_bytes: self.limit(glow::MAX_UNIFORM_BLOCK_SIZE, defaults.uniform_block_bytes),
            uniform_buffer_alignment: match self.limit(glow::UNIFORM_BUFFER_OFFSET_ALIGNMENT, 1) {
                told if told.is_power_of_two() && told <= 4096 && told > 1 => told,
                _ => defaults.uniform_buffer_alignment,
            },
            float_targets,
            float_blend: float_targets == FloatTargets::Full && has("EXT_float_blend"),
            float_linear: has("OES_texture_float_linear"),
            software: SOFTWARE.iter().any(|name| self.renderer().contains(name)),
        }
    }

    /// Clears a small target to numbers that fewer bits could not hold, and reads them back. What the extensions
    /// promise is not always so.
    fn renders(&self, format: u32) -> bool {
        let gl = &self.glow;
        let wanted: [f32; 4] =
            if format == glow::RGBA32F { [0.1, -16_777_215.0, 1e30, 3.3] } else { [0.5, -2.0, 1024.0, 3.25] };
        let mut got = [0f32; 4];
        let _kept = self.keep();
        let _errors = self.keep_errors();
        // SAFETY: both handles were made here and are deleted after their last use.
        unsafe {
            let (Ok(texture), Ok(framebuffer)) = (gl.create_texture(), gl.create_framebuffer()) else { return false };
            self.state.forget(); // binds past it; the caller may have changed how pixels are stored, too
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.tex_storage_2d(glow::TEXTURE_2D, 1, format, 1, 1);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, Some(texture), 0);
            if gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE {
                gl.disable(glow::SCISSOR_TEST);
                gl.disable(glow::RASTERIZER_DISCARD);
                gl.color_mask(true, true, true, true);
                self.store_pixels_plainly();
                gl.clear_buffer_f32_slice(glow::COLOR, 0, &wanted);
                let view = js_sys::Float32Array::from(got.as_slice());
                let read = self.raw.read_pixels_with_opt_array_buffer_view(
                    0,
                    0,
                    1,
                    1,
                    glow::RGBA,
                    glow::FLOAT,
                    Some(view.unchecked_ref()),
                );
                if read.is_ok() {
                    view.copy_to(&mut got);
                }
            }
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
            gl.bind_texture(glow::TEXTURE_2D, None);
            gl.delete_framebuffer(framebuffer);
            gl.delete_texture(texture);
            self.store_pixels_as_usual();
            // A driver that promises and then refuses leaves an error behind, which is nobody's business.
            if got != wanted {
                while gl.get_error() != glow::NO_ERROR && !self.raw.is_context_lost() {}
            }
        }
        if got == wanted {
            self.truthful.set(true);
        }
        got == wanted || !self.reads_truly()
    }
}

/// The error of everything that outlived its context.
pub(crate) fn gone(code: Code) -> Error {
    Error::new(
        code,
        match code {
            Code::Disposed => "this instance was disposed",
            _ => "the GPU context was lost; arrays on it are gone, and calls work again once it is restored",
        },
    )
}
