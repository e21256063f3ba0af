//! `GpuArray`: numbers that live on the GPU.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::{Array, Object, Promise, WeakMap};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::later;
use super::params::{self, numbers_of, Numbers};
use crate::error::{Code, Error, Result};
use crate::gl::views::numbers_as;
use crate::gl::Storage;
use crate::shape::{ElementType, Scalar, Shape};
use crate::texture::Modes;

/// An array's state, shared by its JavaScript object and by calls that are under way.
pub(crate) struct ArrayState {
    pub(crate) identity: u32,
    pub(crate) ty: ElementType,
    pub(crate) shape: Shape,
    pub(crate) modes: Modes,
    owner: u32,
    storage: RefCell<Option<Rc<Storage>>>,
    live: Rc<Cell<i32>>,
}

thread_local! {
    /// Every array's JavaScript object, and its number.
    static OBJECTS: WeakMap = WeakMap::new();
    /// The arrays by number, which only grow. The JavaScript object alone keeps an array alive.
    static STATES: RefCell<Vec<(u32, Weak<ArrayState>)>> = const { RefCell::new(Vec::new()) };
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

/// What a JavaScript value is.
pub(crate) enum Found {
    Nothing,
    Gone,
    Array(Rc<ArrayState>),
}

/// Finds the array behind a JavaScript object.
pub(crate) fn find(value: &JsValue) -> Found {
    let Some(object) = value.dyn_ref::<Object>() else { return Found::Nothing };
    let number = OBJECTS.with(|objects| objects.get(object)).as_f64();
    let Some(number) = number else { return Found::Nothing };
    let state = STATES.with_borrow(|states| {
        let at = states.binary_search_by_key(&(number as u32), |state| state.0).ok()?;
        states[at].1.upgrade()
    });
    match state {
        Some(state) => Found::Array(state),
        None => Found::Gone,
    }
}

impl ArrayState {
    fn new(owner: u32, live: &Rc<Cell<i32>>, storage: Rc<Storage>, shape: Shape, modes: Modes) -> Rc<ArrayState> {
        let identity = NEXT.with(|next| next.replace(next.get() + 1));
        live.set(live.get() + 1);
        let state = Rc::new(ArrayState {
            identity,
            ty: storage.ty,
            shape,
            modes,
            owner,
            storage: RefCell::new(Some(storage)),
            live: live.clone(),
        });
        STATES.with_borrow_mut(|states| states.push((identity, Rc::downgrade(&state))));
        state
    }

    pub(crate) fn owner(&self) -> u32 {
        self.owner
    }

    /// Refuses an array that was disposed, or whose device was. Whether the context is lost is asked by those who go on.
    pub(crate) fn check(&self) -> Result<()> {
        self.held().map(|_| ())
    }

    /// The numbers as they are now. They never change: writing replaces them.
    pub(crate) fn storage(&self) -> Result<Rc<Storage>> {
        let storage = self.held()?;
        storage.device.check()?;
        Ok(storage)
    }

    fn held(&self) -> Result<Rc<Storage>> {
        let storage = self.storage.borrow().clone();
        let storage = storage.ok_or_else(|| Error::new(Code::Disposed, "this array was disposed"))?;
        storage.device.refuse_dead()?;
        Ok(storage)
    }

    /// Replaces the numbers; the old ones go when nobody reads them any more.
    pub(crate) fn replace(&self, storage: Storage) {
        let old = self.storage.borrow_mut().replace(Rc::new(storage));
        drop(old);
    }

    fn release(&self) {
        let old = self.storage.borrow_mut().take();
        if old.is_some() {
            self.live.set(self.live.get() - 1);
        }
    }
}

impl Drop for ArrayState {
    fn drop(&mut self) {
        self.release();
        STATES.with_borrow_mut(|states| {
            if let Ok(at) = states.binary_search_by_key(&self.identity, |state| state.0) {
                states.remove(at);
            }
        });
    }
}

/// Zeros for components of a scalar.
pub(crate) fn empty_view(scalar: Scalar, length: usize) -> Result<Object> {
    numbers_as(scalar, &JsValue::from_f64(length as f64), 0.0)
}

/// A typed array that lives on the GPU. `makeArray` and operations make it; reading it costs, using it again does not.
#[wasm_bindgen(skip_typescript)]
pub struct GpuArray {
    state: Rc<ArrayState>,
}

impl GpuArray {
    /// The JavaScript object of a new array.
    pub(crate) fn wrap(owner: u32, live: &Rc<Cell<i32>>, storage: Rc<Storage>, shape: Shape, modes: Modes) -> JsValue {
        let state = ArrayState::new(owner, live, storage, shape, modes);
        let identity = state.identity;
        let object: JsValue = GpuArray { state }.into();
        OBJECTS.with(|objects| objects.set(object.unchecked_ref(), &identity.into()));
        object
    }

    /// What errors name.
    const NAME: &'static str = "GpuArray";

    fn named(e: Error) -> Error {
        e.in_kernel(GpuArray::NAME)
    }

    fn again(&self, shape: Shape) -> Result<JsValue> {
        let s = &self.state;
        Ok(GpuArray::wrap(s.owner, &s.live, s.storage()?, shape, s.modes))
    }
}

#[wasm_bindgen]
impl GpuArray {
    /// `[n]`, `[rows, cols]` or `[depth, rows, cols]`.
    #[wasm_bindgen(getter)]
    pub fn shape(&self) -> Array {
        self.state.shape.dimensions().iter().map(|&d| JsValue::from(d)).collect()
    }

    /// GLSL's name of the element type.
    #[wasm_bindgen(getter, js_name = type)]
    pub fn element_type(&self) -> String {
        self.state.ty.name().to_string()
    }

    /// Elements; a vec3 counts one.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> f64 {
        self.state.shape.elements() as f64
    }

    /// Bytes of its components.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        (self.state.shape.elements() * self.state.ty.components() * 4) as f64
    }

    /// Resolves to the numbers of this moment, and never blocks the page.
    pub fn read(&self) -> Promise {
        let storage = match self.state.storage().map_err(GpuArray::named) {
            Ok(storage) => storage,
            Err(error) => return Promise::reject(&error.into()),
        };
        let components = storage.components;
        later::after_fence(storage.device.clone(), GpuArray::NAME, move || {
            let view = empty_view(storage.ty.scalar, components)?;
            if components > 0 {
                let device = storage.device.clone();
                device.check()?;
                let _running = device.begin()?;
                storage.read_into(&view)?;
            }
            Ok(view.into())
        })
    }

    /// The numbers, after waiting for the GPU.
    #[wasm_bindgen(js_name = readSync)]
    pub fn read_sync(&self) -> std::result::Result<JsValue, JsValue> {
        let read = || {
            let storage = self.state.storage()?;
            let view = empty_view(storage.ty.scalar, storage.components)?;
            if storage.components > 0 {
                let _running = storage.device.begin()?;
                storage.device.await_into(&view);
                storage.read_into(&view)?;
            }
            Ok(view.into())
        };
        read().map_err(|e: Error| GpuArray::named(e).into())
    }

    /// Replaces the numbers. `data` has as many as the array has components.
    pub fn write(&self, data: JsValue) -> std::result::Result<(), JsValue> {
        let write = || {
            self.state.check()?;
            let s = &self.state;
            let components = s.shape.elements() * s.ty.components();
            let view = host_view(&data, s.ty, components, &s.shape)?;
            let old = s.storage()?; // reading the data may have run the caller's code
            s.replace(Storage::from_host(&old.device, s.ty, components, &view)?);
            Ok(())
        };
        write().map_err(|e: Error| GpuArray::named(e).into())
    }

    /// The same numbers in another shape: an array of its own that shares memory until one of the two is written.
    pub fn reshape(&self, shape: JsValue) -> std::result::Result<JsValue, JsValue> {
        let reshape = || {
            let shape = params::shape_of(&shape)?;
            if shape.elements() != self.state.shape.elements() {
                let (old, n) = (&self.state.shape, self.state.shape.elements());
                return Err(Error::of(
                    Code::BadShape,
                    format_args!("reshape: shape {shape} has {} elements; {old} has {n}", shape.elements()),
                ));
            }
            self.again(shape)
        };
        reshape().map_err(|e: Error| GpuArray::named(e).into())
    }

    /// A copy.
    #[wasm_bindgen(js_name = clone)]
    pub fn duplicate(&self) -> std::result::Result<JsValue, JsValue> {
        let copy = || {
            let s = &self.state;
            let storage = s.storage()?;
            let _running = storage.device.begin()?;
            let copy = Rc::new(storage.copy()?);
            Ok(GpuArray::wrap(s.owner, &s.live, copy, s.shape.clone(), s.modes))
        };
        copy().map_err(|e: Error| GpuArray::named(e).into())
    }

    /// Gives the memory up. The array can be named no more; disposing it again does nothing.
    pub fn dispose(&self) {
        self.state.release();
    }
}

/// The caller's numbers as a typed array of the type's own kind, or a refusal.
pub(crate) fn host_view(data: &JsValue, ty: ElementType, components: usize, shape: &Shape) -> Result<Object> {
    read_host(data, ty, components, shape).map_err(|e| e.at_argument("value"))
}

fn read_host(data: &JsValue, ty: ElementType, components: usize, shape: &Shape) -> Result<Object> {
    let Some(Numbers { kind, length, value }) = params::numbers(data)? else {
        return Err(Error::of(
            Code::BadArgument,
            format_args!("is {}; it must be a typed array or an array of numbers", params::describe(data)),
        ));
    };
    if length != components {
        let what = ty.scalar.plural();
        return Err(Error::of(
            Code::LengthMismatch,
            format_args!("has {length} {what}; shape {shape} of {ty} needs {components}"),
        ));
    }
    numbers_of(kind, &value, ty.scalar, false)
}

/// Gives up the memory of every array of an instance.
pub(crate) fn release_all(owner: u32) {
    let states: Vec<Rc<ArrayState>> =
        STATES.with_borrow(|states| states.iter().filter_map(|(_, state)| state.upgrade()).collect());
    for state in states.iter().filter(|s| s.owner == owner) {
        state.release();
    }
}
