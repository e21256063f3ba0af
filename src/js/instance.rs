//! `CreateGPGPU`, and the life of an instance.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::{Array, Function, JsString, Map, Object, WeakSet};
use wasm_bindgen::prelude::{wasm_bindgen, Closure};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, WebGl2RenderingContext};

use super::array::{host_view, release_all, GpuArray};
use super::drawing::Draw3D;
use super::params::{self, Request};
use super::{choice, compute, drawing, texture};
use crate::error::{Code, Error, Result};
use crate::gl::context::gone;
use crate::gl::sharing::looks_new;
use crate::gl::{Device, Storage};
use crate::kernel::Kernel;
use crate::ops::map;
use crate::plan::{FloatTargets, Limits};
use crate::shape::Shape;
use crate::texture::{Modes, ReadMode};

/// Kernels that an instance remembers; the one that was longest out of use goes first.
const MOST_KERNELS: usize = 512;

/// A kernel, the names of its variables as JavaScript strings, and the ids that it was called by.
pub(crate) struct Known {
    pub(crate) kernel: Kernel,
    pub(crate) names: Vec<JsString>,
    /// The same, as a list of JavaScript's.
    pub(crate) declared: Array,
    ids: RefCell<Vec<Option<String>>>,
    used: Cell<u64>,
    sources: (JsValue, JsValue),
}

/// What a GPGPU object stands for.
pub(crate) struct Instance {
    pub(crate) id: u32,
    pub(crate) canvas: JsValue,
    /// The canvas, and so the context, is the library's own.
    owned: bool,
    raw: WebGl2RenderingContext,
    /// The context is somebody else's, whose state is put back.
    shared: bool,
    /// The context, or the canvas that leads to it, was handed to somebody.
    exposed: Cell<bool>,
    /// None until the context works for the first time.
    device: RefCell<Option<Rc<Device>>>,
    disposed: Cell<bool>,
    pub(crate) live: Rc<Cell<i32>>,
    /// Vertex source → fragment source → kernel.
    sources: Map,
    /// By their numbers, which only grow.
    kernels: RefCell<Vec<Rc<Known>>>,
    /// Kernels of `map`, by what they compute.
    maps: RefCell<Vec<(String, Rc<Kernel>)>>,
    clock: Cell<u64>,
    listeners: RefCell<Vec<Listener>>,
    watching: RefCell<Option<Watching>>,
    pub(crate) draw3d: RefCell<Option<Rc<Draw3D>>>,
}

/// What is called at an event.
#[derive(Clone)]
struct Listener {
    event: String,
    function: Function,
    /// At the first such event only.
    once: bool,
}

/// The browser's events of the context.
struct Watching {
    target: EventTarget,
    lost: Closure<dyn FnMut(Event)>,
    restored: Closure<dyn FnMut(Event)>,
}

impl Listener {
    fn is(&self, other: &Listener) -> bool {
        self.event == other.event && Object::is(&self.function, &other.function)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let remove = |name, closure: &Closure<dyn FnMut(Event)>| {
            let _ = self.target.remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        };
        remove("webglcontextlost", &self.lost);
        remove("webglcontextrestored", &self.restored);
    }
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
        let device = Device::new(self.raw.clone(), self.shared, self.owned && !self.exposed.get())?;
        *self.device.borrow_mut() = Some(device.clone());
        Ok(device)
    }

    /// From now on somebody else may change the context's state between calls.
    fn expose(&self) {
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

    /// The kernel of these sources, read once.
    pub(crate) fn kernel(&self, request: &Request) -> Rc<Known> {
        let of = |text: &Option<JsString>| text.as_ref().map_or(JsValue::UNDEFINED, |t| t.clone().into());
        let (vertex, fragment) = (of(&request.vertex), of(&request.fragment));
        self.clock.set(self.clock.get() + 1);
        let inner = self.sources.get(&vertex);
        if let Some(number) = inner.dyn_ref::<Map>().and_then(|inner| inner.get(&fragment).as_f64()) {
            let known = self.known(number as u64);
            if let Some(known) = known {
                known.used.set(self.clock.get());
                if !known.ids.borrow().contains(&request.id) {
                    known.ids.borrow_mut().push(request.id.clone());
                }
                return known;
            }
        }
        let text = |text: &Option<JsString>| text.as_ref().map(|t| String::from(t.clone()));
        let number = self.clock.get();
        let kernel = Kernel::new(number, text(&request.vertex), text(&request.fragment));
        let names: Vec<JsString> = kernel.variables.iter().map(|v| JsString::from(v.name.as_str())).collect();
        let declared = names.iter().collect();
        let known = Rc::new(Known {
            kernel,
            names,
            declared,
            ids: RefCell::new(vec![request.id.clone()]),
            used: Cell::new(number),
            sources: (vertex.clone(), fragment.clone()),
        });
        let inner = inner.dyn_into::<Map>().unwrap_or_else(|_| {
            let inner = Map::new();
            self.sources.set(&vertex, &inner);
            inner
        });
        inner.set(&fragment, &JsValue::from_f64(number as f64));
        self.kernels.borrow_mut().push(known.clone());
        let oldest = {
            let kernels = self.kernels.borrow();
            let crowded = kernels.len() > MOST_KERNELS;
            crowded.then(|| kernels.iter().min_by_key(|k| k.used.get()).cloned()).flatten()
        };
        if let Some(oldest) = oldest {
            self.forget(&oldest);
        }
        known
    }

    fn known(&self, number: u64) -> Option<Rc<Known>> {
        let kernels = self.kernels.borrow();
        let at = kernels.binary_search_by_key(&number, |known| known.kernel.id).ok()?;
        kernels.get(at).cloned()
    }

    /// The kernel of a map, made once.
    pub(crate) fn map_kernel(&self, map: &map::Map, limits: &Limits) -> Rc<Kernel> {
        let signature = map.signature(limits);
        if let Some((_, kernel)) = self.maps.borrow().iter().find(|(known, _)| *known == signature) {
            return kernel.clone();
        }
        if self.maps.borrow().len() >= MOST_KERNELS {
            self.forget_maps();
        }
        self.clock.set(self.clock.get() + 1);
        let kernel = Rc::new(map.kernel(self.clock.get(), limits));
        self.maps.borrow_mut().push((signature, kernel.clone()));
        kernel
    }

    fn forget_maps(&self) {
        for (_, kernel) in self.maps.take() {
            self.forget_programs(kernel.id);
        }
    }

    fn forget(&self, known: &Known) {
        let (vertex, fragment) = &known.sources;
        if let Ok(inner) = self.sources.get(vertex).dyn_into::<Map>() {
            inner.delete(fragment);
            if inner.size() == 0 {
                self.sources.delete(vertex);
            }
        }
        self.kernels.borrow_mut().retain(|other| other.kernel.id != known.kernel.id);
        self.forget_programs(known.kernel.id);
    }

    fn forget_programs(&self, kernel: u64) {
        if let Some(device) = self.device.borrow().as_ref() {
            device.programs.forget(kernel);
        }
    }

    fn clear(&self, id: &str) {
        let known: Vec<Rc<Known>> = self.kernels.borrow().clone();
        for known in known {
            let before = known.ids.borrow().len();
            known.ids.borrow_mut().retain(|i| i.as_deref() != Some(id));
            let after = known.ids.borrow().len();
            if after < before && after == 0 {
                self.forget(&known);
            }
        }
    }

    fn clear_all(&self) {
        self.sources.clear();
        self.kernels.borrow_mut().clear();
        self.maps.borrow_mut().clear();
        if let Some(device) = self.device.borrow().as_ref() {
            device.programs.empty();
            device.pool.empty();
        }
    }

    /// A new resident array.
    pub(crate) fn array(&self, device: &Rc<Device>, storage: Storage, shape: Shape, modes: Modes) -> JsValue {
        GpuArray::wrap(device, self.id, &self.live, Rc::new(storage), shape, modes)
    }

    fn dispose(&self) {
        if self.disposed.replace(true) {
            return;
        }
        self.watching.borrow_mut().take();
        if let Some(scene) = self.draw3d.take() {
            scene.stop();
        }
        self.listeners.take();
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

    fn tell(&self, name: &str, event: &JsValue) {
        let listeners: Vec<Listener> = self.listeners.borrow().iter().filter(|l| l.event == name).cloned().collect();
        self.listeners.borrow_mut().retain(|l| l.event != name || !l.once);
        if !listeners.is_empty() {
            self.expose(); // an event leads to its canvas
        }
        for listener in listeners {
            // What a listener throws is its page's to see, not a reason to skip the others.
            if let Err(thrown) = listener.function.call1(&JsValue::UNDEFINED, event) {
                web_sys::console::error_1(&thrown);
            }
        }
    }

    fn watch(self: &Rc<Instance>) {
        if !params::is_canvas(&self.canvas) {
            return;
        }
        let target: EventTarget = self.canvas.clone().unchecked_into();
        let weak: Weak<Instance> = Rc::downgrade(self);
        let lost = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // A context whose loss is not handled is never restored.
            event.prevent_default();
            if let Some(instance) = weak.upgrade() {
                instance.kill(Code::ContextLost);
                instance.tell("contextlost", &event);
            }
        });
        let weak: Weak<Instance> = Rc::downgrade(self);
        let restored = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if let Some(instance) = weak.upgrade() {
                instance.tell("contextrestored", &event);
            }
        });
        for (name, closure) in [("webglcontextlost", &lost), ("webglcontextrestored", &restored)] {
            let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        }
        *self.watching.borrow_mut() = Some(Watching { target, lost, restored });
    }
}

#[wasm_bindgen]
extern "C" {
    type LoseContext;
    #[wasm_bindgen(method, js_name = loseContext)]
    fn lose_context(this: &LoseContext);

    /// Anything that may be a canvas.
    type AnyCanvas;
    #[wasm_bindgen(method, catch, js_name = getContext)]
    fn get_context(this: &AnyCanvas, kind: &str, options: &JsValue) -> std::result::Result<JsValue, JsValue>;
}

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(1) };
    /// Contexts that the library made itself.
    static MADE: WeakSet = WeakSet::new();
}

fn no_webgl2(why: &str) -> Error {
    Error::new(Code::NoWebgl2, format!("no WebGL2: {why}"))
}

/// Refuses an array of more elements than a texture of this device has texels.
fn refuse_oversize(shape: &Shape, largest: u32) -> Result<()> {
    let most = u64::from(largest) * u64::from(largest);
    let asked = shape.elements();
    if asked as u64 > most {
        let what = format!("shape {shape} has {asked} elements; a texture of this device holds {most}");
        return Err(Error::new(Code::LimitExceeded, what));
    }
    Ok(())
}

/// An event's name and what is called at it.
fn listener_of(name: &JsValue, listener: JsValue, once: bool) -> Result<Listener> {
    let bad = |what: String| Error::new(Code::BadArgument, what).in_kernel("addEventListener");
    let known = |name: &String| ["contextlost", "contextrestored"].contains(&name.as_str());
    let event = name.as_string().filter(known).ok_or_else(|| {
        bad(format!("the event is {}; it is \"contextlost\" or \"contextrestored\"", params::show(name)))
    })?;
    match listener.dyn_into::<Function>() {
        Ok(function) => Ok(Listener { event, function, once }),
        Err(other) => Err(bad(format!("the listener is {}; it is a function", params::describe(&other)))),
    }
}

fn own_canvas() -> Result<JsValue> {
    match web_sys::window().and_then(|w| w.document()) {
        Some(document) => document.create_element("canvas").map(JsValue::from),
        None => web_sys::OffscreenCanvas::new(300, 150).map(JsValue::from),
    }
    .map_err(|_| no_webgl2("there is neither a document nor an OffscreenCanvas"))
}

/// The context of a canvas, and whether somebody else made it.
///
/// Browsers do not say whether `getContext` made a context or found one. One that has other attributes than those that
/// were asked for, or whose state was touched, was made by somebody else, unless an earlier instance made it.
fn context_of(canvas: &JsValue, owned: bool) -> Result<(WebGl2RenderingContext, bool)> {
    let attributes = Object::new();
    params::set(&attributes, "powerPreference", "high-performance");
    params::set(&attributes, "alpha", true);
    params::set(&attributes, "depth", true);
    params::set(&attributes, "premultipliedAlpha", true);
    params::set(&attributes, "preserveDrawingBuffer", false);
    let certain = attributes.clone();
    let attributes = Object::assign(&Object::new(), &attributes);
    params::set(&attributes, "antialias", !owned);
    let context = canvas
        .unchecked_ref::<AnyCanvas>()
        .get_context("webgl2", &attributes)
        .map_err(|thrown| no_webgl2(&format!("getContext threw {}", super::error::text_of(&thrown))))?;
    match context {
        context if params::is_context(&context) => {
            let context: WebGl2RenderingContext = context.unchecked_into();
            let known = MADE.with(|made| made.has(&context));
            let shared = !owned && !known && !context.is_context_lost() && !looks_new(&context, &certain);
            if !shared {
                MADE.with(|made| made.add(&context));
            }
            Ok((context, shared))
        }
        other if other.is_null() || other.is_undefined() => Err(no_webgl2(
            "the canvas gives no webgl2 context; it has another kind of context, or the browser has none",
        )),
        other => Err(no_webgl2(&format!("getContext(\"webgl2\") gave {}", params::describe(&other)))),
    }
}

fn create(canvas: &JsValue, options: &JsValue) -> Result<Gpgpu> {
    // A release build has no panic messages to show (scripts/build.mjs), and no code for them.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    let nothing = |value: &JsValue| value.is_undefined() || value.is_null();
    let is_canvas = params::is_canvas(canvas);
    let source = if nothing(canvas) || is_canvas { options } else { canvas };
    let given = if source.is_object() { params::property(source, "gl")? } else { JsValue::UNDEFINED };
    let (canvas, (raw, shared), owned) = if !nothing(&given) || (!nothing(canvas) && !is_canvas) {
        if !params::is_context(&given) {
            let what = if nothing(&given) { params::describe(canvas) } else { params::describe(&given) + " as gl" };
            let want = "a canvas, an OffscreenCanvas or { gl: a WebGL2RenderingContext }";
            let what = format!("CreateGPGPU was given {what}; it takes {want}, or nothing");
            return Err(Error::new(Code::BadArgument, what));
        }
        let raw: WebGl2RenderingContext = given.unchecked_into();
        (params::property(&raw, "canvas")?, (raw, true), false)
    } else if is_canvas {
        (canvas.clone(), context_of(canvas, false)?, false)
    } else {
        let canvas = own_canvas()?;
        let context = context_of(&canvas, true)?;
        (canvas, context, true)
    };
    // A context that is lost now may be restored later.
    let device = Device::new(raw.clone(), shared, owned).ok();
    let inner = Rc::new(Instance {
        id: NEXT.with(|next| next.replace(next.get() + 1)),
        canvas,
        owned,
        raw,
        shared,
        exposed: Cell::new(false),
        device: RefCell::new(device),
        disposed: Cell::new(false),
        live: Rc::new(Cell::new(0)),
        sources: Map::new(),
        kernels: RefCell::default(),
        maps: RefCell::default(),
        clock: Cell::new(0),
        listeners: RefCell::new(Vec::new()),
        watching: RefCell::new(None),
        draw3d: RefCell::new(None),
    });
    inner.watch();
    Ok(Gpgpu { inner })
}

/// Makes an instance: on the caller's canvas, on the caller's context (`{ gl }`), or on a canvas of its own.
///
/// Throws NO_WEBGL2 with the reason where there is none.
#[wasm_bindgen(js_name = CreateGPGPU, skip_typescript)]
#[allow(unreachable_pub, reason = "what is exported to JavaScript must be public")]
pub fn create_gpgpu(canvas: JsValue, options: JsValue) -> std::result::Result<Gpgpu, JsValue> {
    create(&canvas, &options).map_err(JsValue::from)
}

/// An instance: one WebGL2 context, its kernels and its arrays.
#[wasm_bindgen(js_name = GPGPU, skip_typescript)]
pub struct Gpgpu {
    pub(crate) inner: Rc<Instance>,
}

type Thrown<T> = std::result::Result<T, JsValue>;

#[wasm_bindgen(js_class = GPGPU)]
impl Gpgpu {
    /// Runs a kernel and waits for its results.
    pub fn compute(&self, param: JsValue) -> Thrown<()> {
        Ok(compute::compute(&self.inner, &param)?)
    }

    /// Runs a kernel; resolves when its outputs are filled. Inputs are taken at the call.
    #[wasm_bindgen(js_name = computeAsync)]
    pub fn compute_async(&self, param: JsValue) -> js_sys::Promise {
        compute::compute_async(&self.inner, &param)
    }

    /// Host data with a shape: a plain object.
    #[wasm_bindgen(js_name = makeTextureInfo)]
    pub fn make_texture_info(&self, ty: JsValue, shape: JsValue, value: JsValue, options: JsValue) -> Thrown<JsValue> {
        texture::make(&ty, &shape, &value, &options).map_err(|e| e.in_kernel("makeTextureInfo").into())
    }

    /// A resident array; without a value, zeros.
    #[wasm_bindgen(js_name = makeArray)]
    pub fn make_array(&self, ty: JsValue, shape: JsValue, value: JsValue, options: JsValue) -> Thrown<JsValue> {
        let make = || {
            let device = self.inner.device()?;
            let ty = params::type_of(&ty)?;
            let shape = params::shape_of(&shape)?;
            let (modes, _) = params::modes_of(&options, true)?;
            if modes.read == ReadMode::NormalizedFloat {
                let what = "readMode \"normalizedFloat\" reads 8 and 16 bit integers; an array has 32 bits";
                return Err(Error::new(Code::BadArgument, what));
            }
            modes.check(ty)?;
            let components = shape.elements() * ty.components();
            refuse_oversize(&shape, device.limits().texture_size)?;
            let given = !value.is_undefined() && !value.is_null();
            let view = if given { Some(host_view(&value, ty, components, &shape)?) } else { None };
            device.check()?; // reading shape, value and options may have run the caller's code
            let storage = match view {
                Some(view) => Storage::from_host(&device, ty, components, &view)?,
                None => Storage::zeros(&device, ty, components)?,
            };
            Ok(self.inner.array(&device, storage, shape, modes))
        };
        make().map_err(|e: Error| e.in_kernel("makeArray").into())
    }

    /// Forgets the kernel of this id.
    pub fn clear(&self, id: JsValue) {
        if let Some(id) = id.as_string() {
            self.inner.clear(&id);
        }
    }

    /// Forgets every kernel and gives back what waits to be used again. Arrays stay.
    #[wasm_bindgen(js_name = clearAll)]
    pub fn clear_all(&self) {
        self.inner.clear_all();
    }

    /// Gives everything up: kernels, arrays, and the context if it is the library's own.
    pub fn dispose(&self) {
        self.inner.dispose();
    }

    /// The context.
    #[wasm_bindgen(js_name = getGL)]
    pub fn get_gl(&self) -> WebGl2RenderingContext {
        self.inner.expose();
        self.inner.raw.clone()
    }

    /// The canvas.
    #[wasm_bindgen(getter)]
    pub fn canvas(&self) -> JsValue {
        self.inner.expose();
        self.inner.canvas.clone()
    }

    /// What the device is and allows.
    pub fn capabilities(&self) -> Thrown<JsValue> {
        let device = self.inner.device()?;
        let l = device.limits();
        let limits = Object::new();
        for (name, value) in [
            ("textureSize", l.texture_size),
            ("textureSize3D", l.texture_size_3d),
            ("textureLayers", l.array_layers),
            ("drawBuffers", l.draw_buffers),
            ("vertexAttributes", l.vertex_attributes),
            ("vertexTextures", l.vertex_textures),
            ("fragmentTextures", l.fragment_textures),
            ("separateCaptures", l.separate_captures),
            ("interleavedComponents", l.interleaved_components),
            ("uniformBlockBytes", l.uniform_block_bytes),
        ] {
            params::set(&limits, name, value);
        }
        let all = Object::new();
        params::set(&all, "renderer", device.renderer());
        params::set(&all, "limits", limits);
        let targets = match l.float_targets {
            FloatTargets::Full => "full",
            FloatTargets::Half => "half",
            FloatTargets::None => "none",
        };
        params::set(&all, "floatTargets", targets);
        params::set(&all, "floatBlend", l.float_blend);
        params::set(&all, "floatLinear", l.float_linear);
        params::set(&all, "matmul", choice::name(&device));
        Ok(all.into())
    }

    /// What lives on the GPU: numbers of objects, bytes in use, and bytes that wait to be used again.
    pub fn memory(&self) -> JsValue {
        let counts = self.inner.device.borrow().as_ref().map(|device| device.pool.counts()).unwrap_or_default();
        let all = Object::new();
        params::set(&all, "arrays", self.inner.live.get());
        params::set(&all, "textures", counts.textures);
        params::set(&all, "buffers", counts.buffers);
        params::set(&all, "programs", counts.programs);
        params::set(&all, "bytes", counts.bytes as f64);
        params::set(&all, "pooledBytes", counts.idle as f64);
        all.into()
    }

    /// Calls `listener` at "contextlost" or "contextrestored"; with `{ once: true }` at the first one.
    #[wasm_bindgen(js_name = addEventListener)]
    pub fn add_event_listener(&self, name: JsValue, listener: JsValue, options: JsValue) -> Thrown<()> {
        let once = options.is_object() && params::property(&options, "once")?.is_truthy();
        let listener = listener_of(&name, listener, once)?;
        let mut listeners = self.inner.listeners.borrow_mut();
        if !listeners.iter().any(|known| known.is(&listener)) {
            listeners.push(listener);
        }
        Ok(())
    }

    /// Takes a listener away.
    #[wasm_bindgen(js_name = removeEventListener)]
    pub fn remove_event_listener(&self, name: JsValue, listener: JsValue) -> Thrown<()> {
        let listener = listener_of(&name, listener, false)?;
        self.inner.listeners.borrow_mut().retain(|known| !known.is(&listener));
        Ok(())
    }

    /// Draws `drawObj.onDraw()`'s kernel each frame; mouse, touch and wheel turn and move it.
    #[wasm_bindgen(js_name = startDraw3D)]
    pub fn start_draw_3d(&self, draw_obj: JsValue) -> Thrown<()> {
        Ok(drawing::start(&self.inner, draw_obj)?)
    }

    /// Draws one frame, and asks for the next.
    #[wasm_bindgen(js_name = drawScene)]
    pub fn draw_scene(&self) -> Thrown<()> {
        Ok(drawing::scene(&self.inner)?)
    }

    /// `{ xRot, yRot, z }`: how far the scene is turned and away.
    #[wasm_bindgen(getter, js_name = drawParam)]
    pub fn draw_param(&self) -> JsValue {
        drawing::draw_param(&self.inner)
    }

    /// A vertex shader for textured, lit surfaces.
    #[wasm_bindgen(getter, js_name = textureSphereVertexShader)]
    pub fn texture_sphere_vertex_shader(&self) -> String {
        drawing::TEXTURE_SPHERE.to_string()
    }

    /// Its fragment shader.
    #[wasm_bindgen(getter, js_name = defaultFragmentShader)]
    pub fn default_fragment_shader(&self) -> String {
        drawing::DEFAULT_FRAGMENT.to_string()
    }

    /// The smallest fragment shader.
    #[wasm_bindgen(getter, js_name = minFragmentShader)]
    pub fn min_fragment_shader(&self) -> String {
        drawing::MIN_FRAGMENT.to_string()
    }
}
