//! Between the caller's typed arrays and GPU memory.
//!
//! The caller's own array goes to the driver and is filled by it: nothing passes through wasm memory. WebGL refuses
//! views of shared or resizable memory in some browsers; those take a detour over a copy.

use std::rc::Rc;

use glow::HasContext;
use js_sys::Object;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::WebGl2RenderingContext as Gl;

use super::context::Device;
use super::copy::rows_and_rest;
use super::resource::{Buffer, Dimension, Texture};
use super::views::{bytes_of, ints_of, length_of, plain_copy, size_of, touch};
use crate::error::{Code, Error, Result};

#[wasm_bindgen]
extern "C" {
    /// The calls whose exceptions web-sys lets through to the caller's frame, where they would skip destructors.
    type Catching;
    #[wasm_bindgen(method, catch, js_name = bufferSubData)]
    fn buffer_sub_data(
        this: &Catching,
        target: u32,
        offset: f64,
        data: &JsValue,
        first: f64,
        elements: f64,
    ) -> std::result::Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = getBufferSubData)]
    fn get_buffer_sub_data(this: &Catching, target: u32, offset: f64, to: &JsValue)
        -> std::result::Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = texSubImage2D)]
    fn tex_sub_image_2d(
        this: &Catching,
        target: u32,
        level: i32,
        x: i32,
        y: i32,
        format: u32,
        kind: u32,
        image: &JsValue,
    ) -> std::result::Result<(), JsValue>;
}

#[wasm_bindgen(module = "/src/js/params/objects.js")]
extern "C" {
    /// What a thrown value says of itself.
    #[wasm_bindgen(js_name = textOf)]
    pub(crate) fn text_of(thrown: &JsValue) -> String;
}

#[wasm_bindgen(module = "/src/js/params/brands.js")]
extern "C" {
    /// The image, or what to upload in its stead.
    #[wasm_bindgen(catch)]
    fn uploadable(image: &Object) -> std::result::Result<JsValue, JsValue>;
}

/// From this number of bytes on, new memory is worth preparing.
const PREPARED: f64 = (1 << 20) as f64;

/// Bytes of a part of an upload. While the browser's GPU process hands one part to the driver, the page copies the next.
const PART: f64 = (1 << 20) as f64;

fn refused(what: &str, why: &JsValue) -> Error {
    Error::of(Code::BadArgument, format_args!("{what}: {}", text_of(why)))
}

impl Device {
    fn catching(&self) -> &Catching {
        self.raw.unchecked_ref()
    }

    /// Fills a buffer from its start with what `view` shows.
    pub(crate) fn upload(&self, buffer: &Buffer, view: &Object) -> Result<()> {
        let target = buffer.home();
        let _kept = self.keep();
        // SAFETY: binds a live buffer and unbinds it.
        unsafe { self.glow.bind_buffer(target, Some(buffer.raw)) };
        let done = self.upload_parts(target, view).or_else(|_| self.upload_parts(target, &plain_copy(view)?));
        // SAFETY: as above.
        unsafe { self.glow.bind_buffer(target, None) };
        done.map_err(|e| refused("cannot be uploaded", &e))
    }

    fn upload_parts(&self, target: u32, view: &Object) -> std::result::Result<(), JsValue> {
        let (bytes, elements) = (size_of(view), length_of(view));
        // No elements mean all of them.
        if bytes < 2.0 * PART {
            return self.catching().buffer_sub_data(target, 0.0, view, 0.0, 0.0);
        }
        let width = bytes / elements;
        let mut first = 0.0;
        while first < elements {
            let part = (PART / width).min(elements - first);
            self.catching().buffer_sub_data(target, first * width, view, first, part)?;
            // SAFETY: takes no handle; hands over what was asked for.
            unsafe { self.glow.flush() };
            first += part;
        }
        Ok(())
    }

    /// Fills what `view` shows from a buffer's start. A context that was lost on the way leaves it as it was.
    pub(crate) fn download(&self, buffer: &Buffer, view: &Object) -> Result<()> {
        let target = glow::COPY_READ_BUFFER;
        // SAFETY: binds a live buffer and unbinds it.
        unsafe { self.glow.bind_buffer(target, Some(buffer.raw)) };
        let catching = self.catching();
        let done = self.read_for_certain(view, || {
            let read = catching.get_buffer_sub_data(target, 0.0, view).or_else(|_| {
                let copy = plain_copy(view)?;
                catching.get_buffer_sub_data(target, 0.0, &copy)?;
                bytes_of(view).set(&bytes_of(&copy), 0);
                Ok(())
            });
            read.map_err(|e| refused("cannot be read into", &e))
        });
        // SAFETY: as above.
        unsafe { self.glow.bind_buffer(target, None) };
        done
    }

    /// Fills what `view` shows from the first `texels` of a texture of four components, row by row. A context that was
    /// lost on the way leaves it as it was.
    pub(crate) fn download_texels(&self, from: &Texture, texels: usize, view: &Object) -> Result<()> {
        self.store_pixels_plainly();
        self.bind_targets(&[(from, 0)], &[])?;
        let key = &from.key;
        let read = |view: &Object| -> std::result::Result<(), JsValue> {
            // Integers are read into integers, whatever they stand for.
            let ints = (key.format.kind == glow::INT).then(|| ints_of(view));
            for part in rows_and_rest(texels, key.width) {
                self.raw.read_pixels_with_array_buffer_view_and_dst_offset(
                    0,
                    part.row as i32,
                    part.width as i32,
                    part.rows as i32,
                    key.format.external,
                    key.format.kind,
                    ints.as_deref().unwrap_or(view),
                    part.row * key.width * 4,
                )?;
            }
            Ok(())
        };
        self.read_for_certain(view, || {
            let done = read(view).or_else(|_| {
                let copy = plain_copy(view)?;
                read(&copy)?;
                bytes_of(view).set(&bytes_of(&copy), 0);
                Ok(())
            });
            done.map_err(|e| refused("cannot be read into", &e))
        })
    }

    /// Prepares for reading into new memory: the system provides it while the GPU is still busy.
    pub(crate) fn await_into(&self, view: &Object) {
        if size_of(view) >= PREPARED {
            // SAFETY: takes no handle; hands over what was asked for.
            unsafe { self.glow.flush() };
            touch(view);
        }
    }

    /// Fills the first `elements` texels, row by row, from a typed array of the texture's own kind.
    ///
    /// Drivers take their time to lay out a large texture from a caller's memory. By way of a buffer it goes at a third of
    /// the cost.
    pub(crate) fn upload_texels(self: &Rc<Device>, texture: &Texture, elements: usize, view: &Object) -> Result<()> {
        if elements == 0 {
            return Ok(());
        }
        let bytes = size_of(view);
        if bytes >= PART {
            let staging = self.buffer(bytes as usize)?;
            self.upload(&staging, view)?;
            self.buffer_to_texels(&staging, texture, elements);
            return Ok(());
        }
        self.store_pixels_plainly();
        let first = self.upload_texels_once(texture, elements, view);
        let done = first.or_else(|_| self.upload_texels_once(texture, elements, &plain_copy(view)?));
        // SAFETY: binds none.
        unsafe { self.bind_to_fill(texture.key.dimension.target(), None) };
        done.map_err(|e| refused("cannot be uploaded", &e))
    }

    fn upload_texels_once(
        &self,
        texture: &Texture,
        elements: usize,
        view: &Object,
    ) -> std::result::Result<(), JsValue> {
        let key = &texture.key;
        let (external, kind) = (key.format.external, key.format.kind);
        let target = key.dimension.target();
        let (width, height, depth) = (key.width as i32, key.height as i32, key.depth as i32);
        // SAFETY: binds a live texture.
        unsafe {
            self.bind_to_fill(target, Some(texture.raw));
        }
        if key.dimension != Dimension::Plane {
            return self.raw.tex_sub_image_3d_with_opt_array_buffer_view(
                target,
                0,
                0,
                0,
                0,
                width,
                height,
                depth,
                external,
                kind,
                Some(view),
            );
        }
        for part in rows_and_rest(elements, key.width) {
            let components = components_of(external);
            self.raw.tex_sub_image_2d_with_i32_and_i32_and_u32_and_type_and_array_buffer_view_and_src_offset(
                target,
                0,
                0,
                part.row as i32,
                part.width as i32,
                part.rows as i32,
                external,
                kind,
                view,
                part.row * key.width * components,
            )?;
        }
        Ok(())
    }

    /// Fills a texture from an image source of its own size.
    pub(crate) fn upload_image(&self, texture: &Texture, image: &Object, flip: bool) -> Result<()> {
        let image = uploadable(image).map_err(|e| refused("cannot be uploaded", &e))?;
        self.store_pixels_plainly();
        let target = glow::TEXTURE_2D;
        // SAFETY: binds a live texture and unbinds it; the switch is set back.
        unsafe {
            self.glow.pixel_store_i32(Gl::UNPACK_FLIP_Y_WEBGL, i32::from(flip));
            self.bind_to_fill(target, Some(texture.raw));
        }
        let format = texture.key.format;
        let done = self.catching().tex_sub_image_2d(target, 0, 0, 0, format.external, format.kind, &image);
        // SAFETY: as above.
        unsafe {
            self.bind_to_fill(target, None);
            self.glow.pixel_store_i32(Gl::UNPACK_FLIP_Y_WEBGL, 0);
        }
        done.map_err(|e| refused("cannot be uploaded", &e))
    }
}

fn components_of(external: u32) -> u32 {
    match external {
        glow::RED | glow::RED_INTEGER => 1,
        glow::RG | glow::RG_INTEGER => 2,
        glow::RGB | glow::RGB_INTEGER => 3,
        _ => 4,
    }
}
