//! The life of an instance: its context, its kernels, its listeners.

mod create;
mod events;
mod kernels;

pub(crate) use create::create;
pub(super) use events::check as check_listener;
pub(crate) use kernels::Known;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Map;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::WebGl2RenderingContext;

use self::events::{Listeners, Watching};
use super::array::{release_all, GpuArray};
use super::drawing::Draw3D;
use crate::error::{Code, Result};
use crate::gl::context::gone;
use crate::gl::{Device, Reach, Storage};
use crate::kernel::Kernel;
use crate::shape::Shape;
use crate::texture::Modes;

/// What a GPGPU object stands for.
pub(crate) struct Instance {
    pub(crate) id: u32,
    pub(crate) canvas: JsValue,
    /// The canvas, and so the context, is the library's own.
    owned: bool,
    pub(super) raw: WebGl2RenderingContext,
    /// The context is somebody else's, whose state is put back.
    shared: bool,
    /// The context, or the canvas that leads to it, was handed to somebody.
    exposed: Cell<bool>,
    /// None until the context works for the first time.
    pub(super) device: RefCell<Option<Rc<Device>>>,
    disposed: Cell<bool>,
    pub(crate) live: Rc<Cell<i32>>,
    /// Vertex source → fragment source → kernel.
    sources: Map,
    /// By their numbers, which only grow.
    kernels: RefCell<Vec<Rc<Known>>>,
    /// Kernels of `map`, by what they compute.
    maps: RefCell<Vec<(String, Rc<Kernel>)>>,
    clock: Cell<u64>,
    pub(super) listeners: Listeners,
    watching: RefCell<Option<Watching>>,
    pub(crate) draw3d: RefCell<Option<Rc<Draw3D>>>,
}

#[wasm_bindgen]
extern "C" {
    type LoseContext;
    #[wasm_bindgen(method, js_name = loseContext)]
    fn lose_context(this: &LoseContext);
}

impl Instance {
    /// The living device, or a refusal.
    pub(crate) fn device(&self) -> Result<Rc<Device>> {
        if self.disposed.get() {
            return Err(gone(Code::Disposed));
        }
        let known = self.device.borrow().clone();
        if let Some(device) = known.filter(|device| !device.is_dead()) {
            device.check()?;
            return Ok(device);
        }
        // A caller's own listener may come to know of a restored context before this instance does.
        let device = Device::new(self.raw.clone(), self.reach())?;
        *self.device.borrow_mut() = Some(device.clone());
        Ok(device)
    }

    /// Who else can reach the context now.
    fn reach(&self) -> Reach {
        if self.shared {
            Reach::Shared
        } else if self.owned && !self.exposed.get() {
            Reach::Private
        } else {
            Reach::Open
        }
    }

    /// From now on somebody else may change the context's state between calls.
    pub(super) fn expose(&self) {
        if self.owned && !self.exposed.replace(true) {
            if let Some(device) = self.device.borrow().as_ref() {
                device.expose();
            }
        }
    }

    fn kill(&self, code: Code) {
        let device = self.device.borrow().clone();
        if let Some(device) = device {
            device.kill(code);
        }
    }

    /// A new resident array.
    pub(crate) fn array(&self, storage: Storage, shape: Shape, modes: Modes) -> JsValue {
        GpuArray::wrap(self.id, &self.live, Rc::new(storage), shape, modes)
    }

    pub(super) fn dispose(&self) {
        if self.disposed.replace(true) {
            return;
        }
        self.listeners.stop();
        self.watching.borrow_mut().take();
        if let Some(scene) = self.draw3d.take() {
            scene.stop();
        }
        release_all(self.id);
        self.sources.clear();
        self.kernels.take();
        self.maps.take();
        self.kill(Code::Disposed);
        if self.owned {
            if let Ok(Some(extension)) = self.raw.get_extension("WEBGL_lose_context") {
                extension.unchecked_ref::<LoseContext>().lose_context();
            }
        }
    }
}
