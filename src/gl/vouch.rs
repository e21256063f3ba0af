//! Results that reach the caller are vouched for.
//!
//! A GPU that gives up (a watchdog, a driver that ran out of memory) does not always lose the context: some drivers drop
//! the work and go on, and what is read then is whatever the memory held before, often zeros. So two marks are set, each
//! a random number that nobody but the library knows:
//!
//! - **on the result**, in the place of its last component, before the run that must overwrite it. Found again in what
//!   was read, it shows that the last pass never ran: GPU_RESET. A buffer is marked by an upload of 4 bytes, a texture by
//!   a clear of one texel (an upload into a texture that the GPU is still working with makes it wait: 170 µs a call on an
//!   NVIDIA H200). Neither is a round trip. Results are marked that are read by the call that makes them, and all others
//!   of [`MARKED`] components and more; small ones that stay on the GPU would take a fifth longer.
//! - **on the caller's array**, in its last component, before the read. Found again, the read never happened, and the
//!   component gets back what it was. It costs nothing that could be measured, so every read has it.
//!
//! Where a shader discards fragments its targets are cleared first, mark and all: what is left out is 0, and such a result
//! is vouched for only as far as the clear.
//!
//! Where a browser resists fingerprinting, reads may be false altogether. The probe of float targets shows that they are not; where
//! it fails, a read of zeros decides before any other.
//!
//! A right result that happens to equal a mark is refused once in 2^29 calls of the first kind; reads are tried again.
//! A context that is lost on the way says CONTEXT_LOST, whoever lost it: browsers do not tell a reset from a request.

use std::rc::Rc;

use glow::HasContext;
use js_sys::Object;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::WebGl2RenderingContext as Gl;

use super::array::Held;
use super::context::{gone, Device};
use super::resource::Buffer;
use super::views::last_of;
use crate::error::{Code, Error, Result};
use crate::plan::Form;
use crate::shape::ElementType;

#[wasm_bindgen(module = "/src/gl/vouch.js")]
extern "C" {
    #[wasm_bindgen(js_name = readsTruly)]
    fn reads_truly(gl: &Gl) -> bool;
}

/// From this number of components on (1 MB), every result is marked.
const MARKED: usize = 1 << 18;

/// The bits of a number that no result has: as a float it is finite, some power of ten from 19 to 29.
pub(crate) fn random_mark() -> u32 {
    let random = (js_sys::Math::random() * 4_294_967_296.0) as u32;
    (random & 0x8fff_ffff) | 0x6000_0000
}

impl Device {
    /// Whether reads give what the GPU holds. Asked until they do: the browser's user may allow it at any time.
    pub(super) fn reads_truly(&self) -> bool {
        if !self.truthful.get() {
            self.truthful.set(reads_truly(&self.raw));
        }
        self.truthful.get()
    }

    /// Refuses to read where random numbers would be read.
    pub(super) fn refuse_false_reads(&self) -> Result<()> {
        match self.reads_truly() {
            true => Ok(()),
            false => Err(Error::new(
                Code::Unsupported,
                "this browser makes random what is read from the GPU, to resist fingerprinting; its settings can allow this page \
                 to extract canvas data",
            )),
        }
    }

    /// Marks a result that is about to be computed, if it is one of those that are marked.
    pub(crate) fn mark(
        self: &Rc<Device>,
        held: &Held,
        form: Form,
        ty: ElementType,
        components: usize,
    ) -> Result<Option<u32>> {
        if components == 0 || (components < MARKED && !self.marking.get()) {
            return Ok(None);
        }
        let mark = random_mark();
        let last = components - 1;
        match held {
            Held::Buffer(buffer) => self.mark_buffer(buffer, components, mark),
            Held::Texture(texture) => {
                let width = texture.key.width as usize;
                let (x, y) = match form {
                    Form::Packed(packed) | Form::PackedBits(packed) => {
                        let row = packed.row as usize;
                        (last % row / 4, last / row)
                    }
                    _ => (last / ty.components() % width, last / ty.components() / width),
                };
                self.clear_texel(texture, [x as i32, y as i32], mark)?;
            }
        }
        Ok(Some(mark))
    }

    /// Marks the place of the last component in a buffer.
    pub(crate) fn mark_buffer(&self, buffer: &Buffer, components: usize, mark: u32) {
        let Some(last) = components.checked_sub(1) else { return };
        let gl = &self.glow;
        // SAFETY: binds a live buffer and unbinds it; the range lies within it.
        unsafe {
            gl.bind_buffer(glow::COPY_WRITE_BUFFER, Some(buffer.raw));
            gl.buffer_sub_data_u8_slice(glow::COPY_WRITE_BUFFER, (4 * last) as i32, &mark.to_le_bytes());
            gl.bind_buffer(glow::COPY_WRITE_BUFFER, None);
        }
    }

    /// Refuses what was read of a result if its mark is still there.
    pub(crate) fn vouch(&self, mark: Option<u32>, view: &Object) -> Result<()> {
        let Some(mark) = mark else { return Ok(()) };
        match last_of(view) {
            Some(last) if last.get_index(0) == mark => Err(self.abandoned()),
            _ => Ok(()),
        }
    }

    /// Reads into a view with `read`, and makes sure that something was read.
    pub(crate) fn read_for_certain(&self, view: &Object, read: impl Fn() -> Result<()>) -> Result<()> {
        let Some(last) = last_of(view) else { return read() };
        let before = last.get_index(0);
        for _ in 0..2 {
            let mark = random_mark();
            last.set_index(0, mark);
            let done = read();
            let untouched = last.get_index(0) == mark;
            if untouched {
                last.set_index(0, before);
            }
            done?;
            if self.raw.is_context_lost() {
                return Err(gone(Code::ContextLost));
            }
            if !untouched {
                return Ok(());
            }
        }
        Err(self.abandoned())
    }

    /// The error of work that was dropped. Maybe the context was lost, and even restored, while somebody kept its events away.
    fn abandoned(&self) -> Error {
        // SAFETY: the stand-in lives as long as the device, and glow finds it in its table even if the context does not know
        // it any more.
        if self.passes.stand_in().is_some_and(|own| !unsafe { self.glow.is_buffer(own) }) {
            self.kill(Code::ContextLost);
            return gone(Code::ContextLost);
        }
        Error::new(Code::GpuReset, "the GPU abandoned the work; a smaller call may be finished in time")
    }
}
