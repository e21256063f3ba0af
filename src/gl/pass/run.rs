//! Where a run begins and ends: what it relies on, and what it leaves.

use std::rc::Rc;

use glow::HasContext;
use web_sys::WebGl2RenderingContext as Gl;

use crate::error::{Code, Result};
use crate::gl::context::{gone, Device};
use crate::gl::sharing::{settle, Kept};

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
        if self.is_dead() {
            self.check()?; // what its passes shared is deleted
        }
        let gl = &self.glow;
        let passes = &self.passes;
        let kept = self.keep();
        if passes.vertex_array.get().is_none() {
            // SAFETY: only handles that were just made; they live as long as the device.
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
        settle(&self.raw);
        // SAFETY: both handles live as long as the device, which is alive.
        unsafe {
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
        // SAFETY: sets parameters and binds none.
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
    pub(in crate::gl) fn store_pixels_as_usual(&self) {
        if !self.state.plain.replace(false) {
            return;
        }
        for (name, value) in [
            (glow::UNPACK_ALIGNMENT, 4),
            (glow::PACK_ALIGNMENT, 4),
            (Gl::UNPACK_COLORSPACE_CONVERSION_WEBGL, Gl::BROWSER_DEFAULT_WEBGL as i32),
        ] {
            // SAFETY: sets parameters.
            unsafe { self.glow.pixel_store_i32(name, value) };
        }
    }
}
