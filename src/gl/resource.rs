//! Textures and buffers: taken from the pool, deleted when dropped.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use glow::HasContext;
use web_sys::WebGl2RenderingContext as Gl;

use super::context::{gone, Device};
use super::pool::{capacity, Lease};
use super::texel::TexelFormat;
use crate::error::{Code, Error, Result};

/// From this size on, an allocation is asked whether it succeeded (which costs a round trip to the GPU process).
const LARGE: u64 = 4 << 20;

/// What a texture is addressed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dimension {
    Plane,
    Volume,
    Layers,
}

impl Dimension {
    pub(crate) fn target(self) -> u32 {
        match self {
            Dimension::Plane => glow::TEXTURE_2D,
            Dimension::Volume => glow::TEXTURE_3D,
            Dimension::Layers => glow::TEXTURE_2D_ARRAY,
        }
    }
}

/// Everything that two textures must share to stand in for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TextureKey {
    pub(crate) dimension: Dimension,
    pub(crate) format: TexelFormat,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Slices or layers; 1 for a plane.
    pub(crate) depth: u32,
}

impl TextureKey {
    pub(crate) fn plane(format: impl Into<TexelFormat>, width: u32, height: u32) -> TextureKey {
        TextureKey { dimension: Dimension::Plane, format: format.into(), width, height, depth: 1 }
    }

    pub(super) fn bytes(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height) * u64::from(self.depth) * u64::from(self.format.bytes)
    }
}

/// A texture. Sampling state lives in sampler objects, never here.
pub(crate) struct Texture {
    pub(crate) raw: glow::Texture,
    pub(crate) key: TextureKey,
    /// Tells it apart in the cache of framebuffers.
    pub(crate) serial: u32,
    /// What the array in it leaves of its last row was set to zero.
    pub(super) rest_is_zero: Cell<bool>,
    device: Weak<Device>,
}

impl Drop for Texture {
    fn drop(&mut self) {
        if let Some(device) = self.device.upgrade() {
            if device.holds() {
                device.passes.forget_texture(&device, self.serial);
                // SAFETY: the handle is this object's own and is used by nobody after this.
                unsafe { device.glow.delete_texture(self.raw) };
            }
            device.pool.count(|c| c.textures -= 1);
        }
    }
}

/// A buffer.
pub(crate) struct Buffer {
    pub(crate) raw: glow::Buffer,
    /// Its capacity; what is stored may be shorter.
    pub(crate) bytes: usize,
    usage: u32,
    device: Weak<Device>,
}

impl Buffer {
    /// Where it is bound to be filled. A buffer of indices is never bound anywhere else.
    pub(crate) fn home(&self) -> u32 {
        home(self.usage)
    }
}

fn home(usage: u32) -> u32 {
    if usage == glow::STATIC_DRAW {
        glow::ELEMENT_ARRAY_BUFFER
    } else {
        glow::COPY_WRITE_BUFFER
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(device) = self.device.upgrade() {
            if device.holds() {
                // SAFETY: the handle is this object's own and is used by nobody after this.
                unsafe { device.glow.delete_buffer(self.raw) };
            }
            device.pool.count(|c| c.buffers -= 1);
        }
    }
}

fn out_of_memory(bytes: u64, what: &str) -> Error {
    Error::of(Code::OutOfMemory, format_args!("the GPU has no memory for a {what} of {bytes} bytes"))
}

impl Device {
    /// A texture of this kind; its content is unspecified.
    pub(crate) fn texture(self: &Rc<Device>, key: TextureKey) -> Result<Lease<Texture>> {
        let item = match self.pool.take::<Texture>(|t| t.key == key) {
            Some(idle) => idle,
            None => self.new_texture(key)?,
        };
        item.rest_is_zero.set(false);
        Ok(self.pool.lease(item))
    }

    fn new_texture(self: &Rc<Device>, key: TextureKey) -> Result<Texture> {
        let limits = self.limits();
        let (plane, depth) = match key.dimension {
            Dimension::Plane => (limits.texture_size, 1),
            Dimension::Volume => (limits.texture_size_3d, limits.texture_size_3d),
            Dimension::Layers => (limits.texture_size, limits.array_layers),
        };
        for (asked, allowed, what) in
            [(key.width, plane, "wide"), (key.height, plane, "high"), (key.depth, depth, "deep")]
        {
            if asked > allowed {
                return Err(Error::of(
                    Code::LimitExceeded,
                    format_args!("needs a texture {asked} {what}; this device allows {allowed}"),
                ));
            }
        }
        let gl = &self.glow;
        let _kept = self.keep();
        let asked = key.bytes() >= LARGE;
        let _errors = asked.then(|| self.keep_errors());
        // SAFETY: the only handle was made here.
        let raw = unsafe {
            let raw = gl.create_texture().map_err(|_| gone(Code::ContextLost))?;
            let target = key.dimension.target();
            let size = |n: u32| n as i32;
            self.bind_to_fill(target, Some(raw));
            match key.dimension {
                Dimension::Plane => {
                    gl.tex_storage_2d(target, 1, key.format.internal, size(key.width), size(key.height));
                }
                Dimension::Volume | Dimension::Layers => gl.tex_storage_3d(
                    target,
                    1,
                    key.format.internal,
                    size(key.width),
                    size(key.height),
                    size(key.depth),
                ),
            }
            self.bind_to_fill(target, None);
            raw
        };
        self.pool.count(|c| c.textures += 1);
        let texture = Texture {
            raw,
            key,
            serial: self.pool.serial(),
            rest_is_zero: Cell::new(false),
            device: Rc::downgrade(self),
        };
        if asked {
            self.refuse_if_out_of_memory(key.bytes(), "texture")?;
        }
        self.pool.count(|c| c.bytes += key.bytes());
        Ok(texture)
    }

    /// A buffer of at least `bytes`; its content is unspecified.
    pub(crate) fn buffer(self: &Rc<Device>, bytes: usize) -> Result<Lease<Buffer>> {
        self.buffer_for(bytes, glow::DYNAMIC_COPY)
    }

    /// An index buffer. WebGL lets a buffer that has held indices hold nothing else.
    pub(crate) fn index_buffer(self: &Rc<Device>, bytes: usize) -> Result<Lease<Buffer>> {
        self.buffer_for(bytes, glow::STATIC_DRAW)
    }

    fn buffer_for(self: &Rc<Device>, bytes: usize, usage: u32) -> Result<Lease<Buffer>> {
        let bytes = capacity(bytes);
        let item = match self.pool.take::<Buffer>(|b| b.bytes == bytes && b.usage == usage) {
            Some(idle) => idle,
            None => self.new_buffer(bytes, usage)?,
        };
        Ok(self.pool.lease(item))
    }

    /// A buffer of zeros.
    pub(crate) fn zeros(self: &Rc<Device>, bytes: usize) -> Result<Lease<Buffer>> {
        let _kept = self.keep();
        let buffer = self.buffer(bytes)?;
        // Specifying a buffer's size anew fills it with zeros (WebGL 1.0, 5.14.5).
        // SAFETY: binds a live buffer and unbinds it.
        unsafe {
            self.glow.bind_buffer(glow::COPY_WRITE_BUFFER, Some(buffer.raw));
            self.glow.buffer_data_size(glow::COPY_WRITE_BUFFER, buffer.bytes as i32, buffer.usage);
            self.glow.bind_buffer(glow::COPY_WRITE_BUFFER, None);
        }
        Ok(buffer)
    }

    fn new_buffer(self: &Rc<Device>, bytes: usize, usage: u32) -> Result<Buffer> {
        if bytes > i32::MAX as usize {
            return Err(Error::of(
                Code::LimitExceeded,
                format_args!("needs {bytes} bytes; an array can have {}", i32::MAX),
            ));
        }
        let gl = &self.glow;
        let _kept = self.keep();
        let asked = bytes as u64 >= LARGE;
        let _errors = asked.then(|| self.keep_errors());
        // SAFETY: the only handle was made here.
        let raw = unsafe {
            let raw = gl.create_buffer().map_err(|_| gone(Code::ContextLost))?;
            gl.bind_buffer(home(usage), Some(raw));
            gl.buffer_data_size(home(usage), bytes as i32, usage);
            gl.bind_buffer(home(usage), None);
            raw
        };
        self.pool.count(|c| c.buffers += 1);
        let buffer = Buffer { raw, bytes, usage, device: Rc::downgrade(self) };
        if asked {
            self.refuse_if_out_of_memory(bytes as u64, "buffer")?;
        }
        self.pool.count(|c| c.bytes += bytes as u64);
        Ok(buffer)
    }

    fn refuse_if_out_of_memory(&self, bytes: u64, what: &str) -> Result<()> {
        // SAFETY: takes no handle.
        match unsafe { self.glow.get_error() } {
            glow::OUT_OF_MEMORY => Err(out_of_memory(bytes, what)),
            Gl::CONTEXT_LOST_WEBGL => Err(gone(Code::ContextLost)),
            _ => Ok(()),
        }
    }
}
