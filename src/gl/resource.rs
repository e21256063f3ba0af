//! Textures and buffers: made once, pooled, deleted when dropped.
//!
//! Making a texture costs far more than using one again, so what a run gives back waits in a pool for the next run of
//! the same sizes. Idle storage is bounded in number and in bytes; the oldest goes first. Its content is never seen
//! again: whoever takes it writes it before anything reads it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use glow::HasContext;

use super::context::{gone, Device};
use crate::error::{Code, Error, Result};
use crate::plan::Format;

/// Idle objects that a pool keeps at most.
const IDLE_OBJECTS: usize = 64;
/// Idle bytes that a pool keeps at most.
const IDLE_BYTES: usize = 192 << 20;
/// From this size on, an allocation is asked whether it succeeded (which costs a round trip to the GPU process).
const LARGE: usize = 4 << 20;

/// How WebGL names a texel format, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TexelFormat {
    pub(crate) internal: u32,
    pub(crate) external: u32,
    pub(crate) kind: u32,
    pub(crate) bytes: u8,
}

impl TexelFormat {
    const fn new(internal: u32, external: u32, kind: u32, bytes: u8) -> TexelFormat {
        TexelFormat { internal, external, kind, bytes }
    }

    /// 8-bit data read as [0, 1] or, signed, as [−1, 1].
    pub(crate) fn normalized(components: u8, signed: bool) -> TexelFormat {
        let (internal, kind) = match (components, signed) {
            (1, false) => (glow::R8, glow::UNSIGNED_BYTE),
            (2, false) => (glow::RG8, glow::UNSIGNED_BYTE),
            (3, false) => (glow::RGB8, glow::UNSIGNED_BYTE),
            (_, false) => (glow::RGBA8, glow::UNSIGNED_BYTE),
            (1, true) => (glow::R8_SNORM, glow::BYTE),
            (2, true) => (glow::RG8_SNORM, glow::BYTE),
            (3, true) => (glow::RGB8_SNORM, glow::BYTE),
            (_, true) => (glow::RGBA8_SNORM, glow::BYTE),
        };
        let external = [glow::RED, glow::RG, glow::RGB, glow::RGBA][usize::from(components.clamp(1, 4) - 1)];
        TexelFormat::new(internal, external, kind, components)
    }

    /// Images: four bytes, read as [0, 1].
    pub(crate) const IMAGE: TexelFormat = TexelFormat::new(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, 4);
}

impl From<Format> for TexelFormat {
    fn from(format: Format) -> TexelFormat {
        use glow::{FLOAT, INT, UNSIGNED_INT};
        match format {
            Format::R32F => TexelFormat::new(glow::R32F, glow::RED, FLOAT, 4),
            Format::Rg32F => TexelFormat::new(glow::RG32F, glow::RG, FLOAT, 8),
            Format::Rgb32F => TexelFormat::new(glow::RGB32F, glow::RGB, FLOAT, 12),
            Format::Rgba32F => TexelFormat::new(glow::RGBA32F, glow::RGBA, FLOAT, 16),
            Format::R32I => TexelFormat::new(glow::R32I, glow::RED_INTEGER, INT, 4),
            Format::Rg32I => TexelFormat::new(glow::RG32I, glow::RG_INTEGER, INT, 8),
            Format::Rgb32I => TexelFormat::new(glow::RGB32I, glow::RGB_INTEGER, INT, 12),
            Format::Rgba32I => TexelFormat::new(glow::RGBA32I, glow::RGBA_INTEGER, INT, 16),
            Format::R32Ui => TexelFormat::new(glow::R32UI, glow::RED_INTEGER, UNSIGNED_INT, 4),
            Format::Rg32Ui => TexelFormat::new(glow::RG32UI, glow::RG_INTEGER, UNSIGNED_INT, 8),
            Format::Rgb32Ui => TexelFormat::new(glow::RGB32UI, glow::RGB_INTEGER, UNSIGNED_INT, 12),
            Format::Rgba32Ui => TexelFormat::new(glow::RGBA32UI, glow::RGBA_INTEGER, UNSIGNED_INT, 16),
        }
    }
}

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

    fn bytes(&self) -> usize {
        self.width as usize * self.height as usize * self.depth as usize * usize::from(self.format.bytes)
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

/// Something pooled: goes back when dropped.
pub(crate) struct Lease<T: Poolable> {
    item: Option<T>,
    pool: Weak<Inner>,
}

impl<T: Poolable> std::ops::Deref for Lease<T> {
    type Target = T;
    fn deref(&self) -> &T {
        match &self.item {
            Some(item) => item,
            // The item leaves only in drop().
            None => unreachable!(),
        }
    }
}

impl<T: Poolable> Drop for Lease<T> {
    fn drop(&mut self) {
        if let (Some(item), Some(pool)) = (self.item.take(), self.pool.upgrade()) {
            pool.give_back(item);
        }
    }
}

/// Objects by kind, and bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) textures: i32,
    pub(crate) buffers: i32,
    pub(crate) programs: i32,
    /// Bytes in use.
    pub(crate) bytes: usize,
    /// Bytes that wait in the pool.
    pub(crate) idle: usize,
}

/// The pool of one device.
#[derive(Default)]
pub(crate) struct Pool(Rc<Inner>);

#[derive(Default)]
pub(crate) struct Inner {
    textures: RefCell<VecDeque<Texture>>,
    buffers: RefCell<VecDeque<Buffer>>,
    counts: Cell<Counts>,
    serial: Cell<u32>,
    closed: Cell<bool>,
}

/// What a pool can hold.
pub(crate) trait Poolable: Sized {
    fn bytes(&self) -> usize;
    fn idle(pool: &Inner) -> &RefCell<VecDeque<Self>>;
}

impl Poolable for Texture {
    fn bytes(&self) -> usize {
        self.key.bytes()
    }
    fn idle(pool: &Inner) -> &RefCell<VecDeque<Texture>> {
        &pool.textures
    }
}

impl Poolable for Buffer {
    fn bytes(&self) -> usize {
        self.bytes
    }
    fn idle(pool: &Inner) -> &RefCell<VecDeque<Buffer>> {
        &pool.buffers
    }
}

impl Inner {
    fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }

    fn give_back<T: Poolable>(&self, item: T) {
        let bytes = item.bytes();
        self.count(|c| c.bytes -= bytes);
        if self.closed.get() || bytes > IDLE_BYTES / 2 {
            return; // dropped, and so deleted
        }
        self.count(|c| c.idle += bytes);
        T::idle(self).borrow_mut().push_back(item);
        self.trim(IDLE_OBJECTS, IDLE_BYTES);
    }

    fn trim(&self, objects: usize, bytes: usize) {
        fn drop_oldest<T: Poolable>(pool: &Inner) {
            let oldest = T::idle(pool).borrow_mut().pop_front();
            if let Some(oldest) = oldest {
                let bytes = oldest.bytes();
                pool.count(|c| c.idle -= bytes);
            }
        }
        while self.textures.borrow().len() > objects {
            drop_oldest::<Texture>(self);
        }
        while self.buffers.borrow().len() > objects {
            drop_oldest::<Buffer>(self);
        }
        while self.counts.get().idle > bytes {
            let textures = self.textures.borrow().len();
            if textures > 0 && (textures >= self.buffers.borrow().len()) {
                drop_oldest::<Texture>(self);
            } else {
                drop_oldest::<Buffer>(self);
            }
        }
    }

    /// The latest idle object that will do: the one most likely still in the GPU's caches.
    fn take<T: Poolable>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut idle = T::idle(self).borrow_mut();
        let at = idle.iter().rposition(fits)?;
        let item = idle.remove(at)?;
        let bytes = item.bytes();
        self.count(|c| {
            c.idle -= bytes;
            c.bytes += bytes;
        });
        Some(item)
    }
}

impl Pool {
    /// Changes the counts.
    pub(crate) fn count(&self, change: impl FnOnce(&mut Counts)) {
        self.0.count(change);
    }

    /// What there is.
    pub(crate) fn counts(&self) -> Counts {
        self.0.counts.get()
    }

    /// Deletes what is idle.
    pub(crate) fn empty(&self) {
        self.0.trim(0, 0);
    }

    /// What is idle is as it was after `body`, which finds nothing idle and leaves nothing behind.
    pub(crate) fn apart<T>(&self, body: impl FnOnce() -> T) -> T {
        let pool = &self.0;
        let (textures, buffers, idle) = (pool.textures.take(), pool.buffers.take(), pool.counts.get().idle);
        pool.count(|c| c.idle = 0);
        let done = body();
        self.empty();
        pool.textures.replace(textures);
        pool.buffers.replace(buffers);
        pool.count(|c| c.idle = idle);
        done
    }

    /// Deletes what is idle, and lets nothing wait from now on.
    pub(crate) fn clear(&self, _device: &Device) {
        self.0.closed.set(true);
        self.empty();
    }
}

/// Capacity for `bytes`: few different sizes, so that calls of changing sizes find each other's buffers. What is too large
/// to wait in the pool takes no more than it needs.
fn capacity(bytes: usize) -> usize {
    if bytes > IDLE_BYTES {
        bytes.next_multiple_of(16)
    } else if bytes <= 1 << 16 {
        bytes.next_power_of_two().max(64)
    } else {
        let step = (bytes.next_power_of_two() / 16).max(16);
        bytes.div_ceil(step) * step
    }
}

fn out_of_memory(bytes: usize, what: &str) -> Error {
    Error::new(Code::OutOfMemory, format!("the GPU has no memory for a {what} of {bytes} bytes"))
}

impl Device {
    /// A texture of this kind; its content is unspecified.
    pub(crate) fn texture(self: &Rc<Device>, key: TextureKey) -> Result<Lease<Texture>> {
        let pool = &self.pool.0;
        let item = match pool.take::<Texture>(|t| t.key == key) {
            Some(idle) => idle,
            None => self.new_texture(key)?,
        };
        item.rest_is_zero.set(false);
        Ok(Lease { item: Some(item), pool: Rc::downgrade(pool) })
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
                return Err(Error::new(
                    Code::LimitExceeded,
                    format!("a texture {asked} {what} was asked for; this device allows {allowed}"),
                ));
            }
        }
        let gl = &self.glow;
        let _kept = self.keep();
        let asked = key.bytes() >= LARGE;
        let _errors = asked.then(|| self.keep_errors());
        // SAFETY: plain GL calls on an object that was just made.
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
        self.pool.0.serial.set(self.pool.0.serial.get() + 1);
        let texture = Texture {
            raw,
            key,
            serial: self.pool.0.serial.get(),
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
        let pool = &self.pool.0;
        let bytes = capacity(bytes);
        let item = match pool.take::<Buffer>(|b| b.bytes == bytes && b.usage == usage) {
            Some(idle) => idle,
            None => self.new_buffer(bytes, usage)?,
        };
        Ok(Lease { item: Some(item), pool: Rc::downgrade(pool) })
    }

    /// A buffer of zeros.
    pub(crate) fn zeros(self: &Rc<Device>, bytes: usize) -> Result<Lease<Buffer>> {
        let _kept = self.keep();
        let buffer = self.buffer(bytes)?;
        // SAFETY: specifying a buffer's size anew fills it with zeros (WebGL 1.0, 5.14.5).
        unsafe {
            self.glow.bind_buffer(glow::COPY_WRITE_BUFFER, Some(buffer.raw));
            self.glow.buffer_data_size(glow::COPY_WRITE_BUFFER, buffer.bytes as i32, buffer.usage);
            self.glow.bind_buffer(glow::COPY_WRITE_BUFFER, None);
        }
        Ok(buffer)
    }

    fn new_buffer(self: &Rc<Device>, bytes: usize, usage: u32) -> Result<Buffer> {
        if bytes > i32::MAX as usize {
            return Err(Error::new(
                Code::LimitExceeded,
                format!("{bytes} bytes were asked for; an array can have {}", i32::MAX),
            ));
        }
        let gl = &self.glow;
        let _kept = self.keep();
        let asked = bytes >= LARGE;
        let _errors = asked.then(|| self.keep_errors());
        // SAFETY: plain GL calls on an object that was just made.
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
            self.refuse_if_out_of_memory(bytes, "buffer")?;
        }
        self.pool.count(|c| c.bytes += bytes);
        Ok(buffer)
    }

    fn refuse_if_out_of_memory(&self, bytes: usize, what: &str) -> Result<()> {
        // SAFETY: reads the error flag.
        match unsafe { self.glow.get_error() } {
            glow::OUT_OF_MEMORY => Err(out_of_memory(bytes, what)),
            glow::CONTEXT_LOST => Err(gone(Code::ContextLost)),
            _ => Ok(()),
        }
    }
}
