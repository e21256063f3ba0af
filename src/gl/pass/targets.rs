//! What a draw renders to.

use glow::HasContext;

use crate::error::{Code, Error, Result};
use crate::gl::context::{gone, Device};
use crate::gl::resource::{Dimension, Texture};

/// The serial number and layer of each of a framebuffer's textures, and the location of the output that goes there.
pub(super) type Attachments = Vec<(u32, u32, u32)>;

impl Device {
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
        // SAFETY: the textures are borrowed from live objects. A framebuffer is deleted with the first of its textures and
        // then leaves the list, so one that is found there is live.
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
                let raw = Some(texture.raw);
                if texture.key.dimension == Dimension::Plane {
                    gl.framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, glow::TEXTURE_2D, raw, 0);
                } else {
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
            // SAFETY: no handles: clears the bound framebuffer, which is the texture's.
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
        // SAFETY: no handles: clears a part of the bound framebuffer; the mask is set back.
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
        // SAFETY: no handles: clears a part of the bound framebuffer; the switch is set back.
        unsafe {
            gl.enable(glow::SCISSOR_TEST);
            gl.scissor(x, y, 1, 1);
            self.clear_bound(texture, bits);
            gl.disable(glow::SCISSOR_TEST);
        }
        Ok(())
    }
}
