//! What is bound, so that it need not be bound again.
//!
//! Within a run the library knows what it bound. Between runs it knows it only on a context that nobody else can reach:
//! one on a canvas of its own that was handed to nobody ([`State::private`]). There, what the last run bound stays bound,
//! and a step that repeats the one before costs little more than its draw. Everywhere else a run begins by setting all
//! that a caller could have changed, and ends with nothing bound.
//!
//! Handles are compared, never asked for: glow numbers its objects and uses no number twice, so what was deleted meanwhile
//! is equal to nothing.

use std::cell::{Cell, RefCell};

use glow::HasContext;

use super::context::Device;
use super::resource::Texture;

/// Texture units that are watched; what lies above is bound each time.
const UNITS: usize = 32;
/// Attribute locations that are watched: at least as many as any device has (they are told by a mask of 32 bits).
pub(super) const ATTRIBUTES: usize = 32;

/// What a unit samples, and how.
type Sampled = (glow::Texture, glow::Sampler);

/// What an attribute walks over: buffer, offset, stride, components, GL type.
type Pointer = (glow::Buffer, u32, u32, i32, u32);

/// What the library bound last, as far as it is certain.
#[derive(Default)]
pub(crate) struct State {
    /// Nobody else can reach the context.
    private: Cell<bool>,
    /// The switches are as a run needs them, and its objects are bound.
    pub(super) ready: Cell<bool>,
    /// Pixel-store parameters are as [`Device::store_pixels_plainly`] sets them.
    pub(super) plain: Cell<bool>,
    program: Cell<Option<glow::Program>>,
    framebuffer: Cell<Option<glow::Framebuffer>>,
    viewport: Cell<Option<[i32; 4]>>,
    discards: Cell<bool>,
    unit: Cell<Option<u32>>,
    units: RefCell<[Option<Sampled>; UNITS]>,
    /// Units from here on have no sampler object of ours.
    sampling: Cell<u32>,
    /// Of our vertex array object, which nobody else has.
    pub(super) pointers: RefCell<[Option<Pointer>; ATTRIBUTES]>,
}

impl State {
    pub(super) fn new(private: bool) -> State {
        State { private: Cell::new(private), ..State::default() }
    }

    /// Whether what was bound by the last run still is.
    pub(super) fn private(&self) -> bool {
        self.private.get()
    }

    /// Nothing is certain any more, except what lies in objects of our own.
    pub(super) fn forget(&self) {
        self.ready.set(false);
        self.plain.set(false);
        self.program.set(None);
        self.framebuffer.set(None);
        self.viewport.set(None);
        self.discards.set(false);
        self.unit.set(None);
        *self.units.borrow_mut() = [None; UNITS];
    }
}

impl Device {
    /// From now on somebody else can reach the context, which is left as a run leaves it.
    pub(crate) fn expose(&self) {
        if self.state.private.replace(false) && !self.is_dead() {
            self.unbind_all();
        }
    }

    pub(super) unsafe fn use_program(&self, program: glow::Program) {
        if self.state.program.replace(Some(program)) != Some(program) || !self.state.ready.get() {
            self.glow.use_program(Some(program));
        }
    }

    pub(super) unsafe fn bind_framebuffer(&self, framebuffer: Option<glow::Framebuffer>) {
        // The canvas's own is not told from an unknown one.
        let known = self.state.framebuffer.replace(framebuffer);
        if framebuffer.is_none() || known != framebuffer || !self.state.ready.get() {
            self.glow.bind_framebuffer(glow::FRAMEBUFFER, framebuffer);
        }
    }

    pub(super) unsafe fn set_viewport(&self, at: [i32; 4]) {
        if self.state.viewport.replace(Some(at)) != Some(at) || !self.state.ready.get() {
            self.glow.viewport(at[0], at[1], at[2], at[3]);
        }
    }

    /// Whether nothing is rasterised. Clears are dropped then, too.
    pub(super) unsafe fn set_discard(&self, discard: bool) {
        if self.state.discards.replace(discard) != discard || !self.state.ready.get() {
            if discard {
                self.glow.enable(glow::RASTERIZER_DISCARD);
            } else {
                self.glow.disable(glow::RASTERIZER_DISCARD);
            }
        }
    }

    unsafe fn activate(&self, unit: u32) {
        if self.state.unit.replace(Some(unit)) != Some(unit) || !self.state.ready.get() {
            self.glow.active_texture(glow::TEXTURE0 + unit);
        }
    }

    /// Binds a texture for a sampler.
    pub(super) unsafe fn bind_sampled(&self, unit: u32, target: u32, texture: &Texture, sampler: glow::Sampler) {
        let known = self.state.units.borrow().get(unit as usize).copied().flatten().filter(|_| self.state.ready.get());
        if known.map(|k| k.0) != Some(texture.raw) {
            self.activate(unit);
            self.glow.bind_texture(target, Some(texture.raw));
        }
        if known.map(|k| k.1) != Some(sampler) {
            self.glow.bind_sampler(unit, Some(sampler));
            self.state.sampling.set(self.state.sampling.get().max(unit + 1));
        }
        if let Some(place) = self.state.units.borrow_mut().get_mut(unit as usize) {
            *place = Some((texture.raw, sampler));
        }
    }

    /// Binds a texture to be filled or read; its unit is free for this.
    pub(super) unsafe fn bind_to_fill(&self, target: u32, texture: Option<glow::Texture>) {
        self.activate(0);
        self.glow.bind_texture(target, texture);
        self.state.units.borrow_mut()[0] = None;
    }

    /// Points an attribute at its buffer. `bound` is what the array-buffer target holds, kept by the caller.
    pub(super) unsafe fn point(&self, at: u32, pointer: Pointer, bound: &mut Option<glow::Buffer>) {
        let mut pointers = self.state.pointers.borrow_mut();
        let Some(place) = pointers.get_mut(at as usize) else { return };
        if place.replace(pointer) == Some(pointer) {
            return;
        }
        let gl = &self.glow;
        let (buffer, offset, stride, components, kind) = pointer;
        if bound.replace(buffer) != Some(buffer) {
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
        }
        if kind == glow::FLOAT {
            gl.vertex_attrib_pointer_f32(at, components, kind, false, stride as i32, offset as i32);
        } else {
            gl.vertex_attrib_pointer_i32(at, components, kind, stride as i32, offset as i32);
        }
    }

    /// Makes attributes let go of some buffers. One that is bound to any attribute, even one that is switched off, cannot
    /// capture outputs (WebGL 2.0, 3.7.16), and binding none does not unbind it in ANGLE: another must take its place.
    pub(super) unsafe fn let_go(&self, of: impl Fn(glow::Buffer) -> bool) {
        let Some(stand_in) = self.passes.stand_in() else { return };
        let mut bound = None;
        for at in 0..ATTRIBUTES {
            let pointer = self.state.pointers.borrow()[at];
            if pointer.is_some_and(|(buffer, ..)| buffer != stand_in && of(buffer)) {
                self.point(at as u32, (stand_in, 0, 0, 1, glow::FLOAT), &mut bound);
            }
        }
        if bound.is_some() {
            self.glow.bind_buffer(glow::ARRAY_BUFFER, None);
        }
    }

    /// Leaves switches and pixel storage as WebGL begins with them, and nothing bound but textures; and lets our vertex
    /// array object keep no buffer alive.
    pub(super) fn unbind_all(&self) {
        let gl = &self.glow;
        // SAFETY: binds none; the stand-in is there until the device is dead.
        unsafe {
            if !self.is_dead() {
                self.let_go(|_| true);
            }
            for unit in 0..self.state.sampling.take() {
                gl.bind_sampler(unit, None);
            }
            self.store_pixels_as_usual();
            gl.use_program(None);
            gl.enable(glow::DITHER);
            gl.disable(glow::RASTERIZER_DISCARD);
            gl.bind_transform_feedback(glow::TRANSFORM_FEEDBACK, None);
            gl.bind_vertex_array(None);
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        }
        self.state.forget();
    }
}
