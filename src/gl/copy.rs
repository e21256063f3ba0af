//! Between buffers and textures, on the GPU.

use std::rc::Rc;

use glow::HasContext;

use super::context::Device;
use super::resource::{Buffer, Dimension, Texture, TextureKey};
use crate::error::Result;

impl Device {
    /// Copies the first bytes of a buffer to another one's start.
    pub(crate) fn copy_buffer(&self, from: &Buffer, to: &Buffer, bytes: usize) {
        // SAFETY: binds two live buffers and unbinds them.
        unsafe {
            self.glow.bind_buffer(glow::COPY_READ_BUFFER, Some(from.raw));
            self.glow.bind_buffer(glow::COPY_WRITE_BUFFER, Some(to.raw));
            self.glow.copy_buffer_sub_data(glow::COPY_READ_BUFFER, glow::COPY_WRITE_BUFFER, 0, 0, bytes as i32);
            self.glow.bind_buffer(glow::COPY_READ_BUFFER, None);
            self.glow.bind_buffer(glow::COPY_WRITE_BUFFER, None);
        }
    }

    /// Fills the first `elements` texels, row by row, from a buffer's start.
    pub(crate) fn buffer_to_texels(&self, from: &Buffer, to: &Texture, elements: usize) {
        self.store_pixels_plainly();
        let key = &to.key;
        let target = key.dimension.target();
        let gl = &self.glow;
        // SAFETY: binds live objects and unbinds them; the ranges lie within both.
        unsafe {
            self.bind_to_fill(target, Some(to.raw));
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, Some(from.raw));
            if key.dimension == Dimension::Plane {
                for part in rows_and_rest(elements, key.width) {
                    let skip = part.row as usize * key.width as usize * usize::from(key.format.bytes);
                    gl.tex_sub_image_2d(
                        target,
                        0,
                        0,
                        part.row as i32,
                        part.width as i32,
                        part.rows as i32,
                        key.format.external,
                        key.format.kind,
                        glow::PixelUnpackData::BufferOffset(skip as u32),
                    );
                }
            } else {
                let slice = key.width as usize * key.height as usize;
                let slices = elements.div_ceil(slice.max(1)).min(key.depth as usize);
                gl.tex_sub_image_3d(
                    target,
                    0,
                    0,
                    0,
                    0,
                    key.width as i32,
                    key.height as i32,
                    slices as i32,
                    key.format.external,
                    key.format.kind,
                    glow::PixelUnpackData::BufferOffset(0),
                );
            }
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
            self.bind_to_fill(target, None);
        }
    }

    /// Sets to zero what an array of `elements` leaves of a plane's last row, for shaders that read beyond the array's end.
    pub(crate) fn clear_rest(self: &Rc<Device>, texture: &Texture, elements: usize) -> Result<()> {
        let TextureKey { dimension, format, width, height, .. } = texture.key;
        let rest = (width as usize * height as usize).saturating_sub(elements).min(width as usize);
        if rest == 0 || dimension != Dimension::Plane || texture.rest_is_zero.replace(true) {
            return Ok(());
        }
        let zeros = self.zeros(rest * usize::from(format.bytes))?;
        self.store_pixels_plainly();
        let gl = &self.glow;
        // SAFETY: binds live objects and unbinds them; the ranges lie within both.
        unsafe {
            self.bind_to_fill(glow::TEXTURE_2D, Some(texture.raw));
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, Some(zeros.raw));
            gl.tex_sub_image_2d(
                glow::TEXTURE_2D,
                0,
                width as i32 - rest as i32,
                height as i32 - 1,
                rest as i32,
                1,
                format.external,
                format.kind,
                glow::PixelUnpackData::BufferOffset(0),
            );
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
            self.bind_to_fill(glow::TEXTURE_2D, None);
        }
        Ok(())
    }

    /// Copies the layers of a texture to rows of a plain one of the same format, as many as fit.
    pub(crate) fn layers_to_rows(&self, from: &Texture, to: &Texture) -> Result<()> {
        let width = from.key.width.min(to.key.width) as i32;
        for (layer, y) in (0..to.key.height).step_by(from.key.height as usize).enumerate() {
            self.bind_targets(&[(from, layer as u32)], &[])?;
            let rows = from.key.height.min(to.key.height - y) as i32;
            // SAFETY: binds a live texture; the rectangle lies within both.
            unsafe {
                if layer == 0 {
                    self.bind_to_fill(glow::TEXTURE_2D, Some(to.raw));
                }
                self.glow.copy_tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, y as i32, 0, 0, width, rows);
            }
        }
        // SAFETY: binds none.
        unsafe { self.bind_to_fill(glow::TEXTURE_2D, None) };
        Ok(())
    }

    /// Copies the first `elements` texels, row by row, to a buffer's start, bit for bit. The texture has four components.
    pub(crate) fn texels_to_buffer(&self, from: &Texture, elements: usize, to: &Buffer) -> Result<()> {
        self.store_pixels_plainly();
        self.bind_targets(&[(from, 0)], &[])?;
        let key = &from.key;
        let gl = &self.glow;
        // SAFETY: binds a live buffer and unbinds it; the ranges lie within both.
        unsafe {
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, Some(to.raw));
            for part in rows_and_rest(elements, key.width) {
                let skip = part.row as usize * key.width as usize * usize::from(key.format.bytes);
                gl.read_pixels(
                    0,
                    part.row as i32,
                    part.width as i32,
                    part.rows as i32,
                    key.format.external,
                    key.format.kind,
                    glow::PixelPackData::BufferOffset(skip as u32),
                );
            }
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, None);
        }
        Ok(())
    }
}

/// A rectangle of whole rows.
pub(super) struct Part {
    pub(super) row: u32,
    pub(super) width: u32,
    pub(super) rows: u32,
}

/// `elements` texels of a texture `width` wide: the full rows, then what is left of the last one.
pub(super) fn rows_and_rest(elements: usize, width: u32) -> impl Iterator<Item = Part> {
    let full = (elements / width.max(1) as usize) as u32;
    let rest = (elements % width.max(1) as usize) as u32;
    let rows = (full > 0).then_some(Part { row: 0, width, rows: full });
    let tail = (rest > 0).then_some(Part { row: full, width: rest, rows: 1 });
    rows.into_iter().chain(tail)
}
