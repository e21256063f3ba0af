//! Drawing on the canvas, and the loop that turns a scene with mouse, touch and wheel.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::compute::{with_call, Arrays, Asked, Prepared};
use super::instance::Instance;
use super::later::next_frame;
use super::params::{self, view_of, Request};
use crate::bind::{NumberKind, Technique};
use crate::error::{Code, Error, Result};
use crate::gl::pass::{Drawing, IndexType, DRAW_MODES};
use crate::gl::views::{largest_in, size_of};
use crate::glsl::{Declaration, Type};
use crate::shape::{ElementType, Scalar};

pub(crate) const TEXTURE_SPHERE: &str = include_str!("../../shaders/drawing/texture-sphere.vert");
pub(crate) const DEFAULT_FRAGMENT: &str = include_str!("../../shaders/drawing/default.frag");
pub(crate) const MIN_FRAGMENT: &str = include_str!("../../shaders/drawing/min.frag");

fn mode_of(value: &JsValue) -> Result<u32> {
    if value.is_undefined() || value.is_null() {
        return mode_of(&"triangles".into());
    }
    let name = value.as_string();
    let known = |(n, gl): &(&str, u32)| {
        let wanted = name.as_deref().unwrap_or("");
        let same = wanted.eq_ignore_ascii_case(n) || wanted.eq_ignore_ascii_case(&n.replace('_', "-"));
        (same || value.as_f64() == Some(f64::from(*gl))).then_some(*gl)
    };
    DRAW_MODES.iter().find_map(known).ok_or_else(|| {
        let names: Vec<String> = DRAW_MODES.iter().map(|m| m.0.to_string()).collect();
        Error::of(Code::BadArgument, format_args!("is {}; it must be one of {}", params::show(value), names.join(", ")))
            .at_argument("mode")
    })
}

/// Index data: its GL type, its length, and the largest index. The largest number of a type ends a primitive
/// (WebGL 2.0: PRIMITIVE_RESTART_FIXED_INDEX is always enabled) and is no index.
fn indices_of(value: &JsValue) -> Result<Option<(IndexType, u32, f64)>> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    let here = |e: Error| e.at_argument("VertexIndexBuffer");
    let refusal = || {
        let what = params::describe(value);
        here(Error::of(Code::BadArgument, format_args!("is {what}; it must be a Uint16Array or a Uint32Array")))
    };
    let (kind, length) = view_of(value).ok_or_else(refusal)?;
    params::refuse_gone(value).map_err(here)?;
    let largest = |restart: u32| largest_in(value, f64::from(restart));
    let (gl, largest) = match kind {
        NumberKind::Uint16 => (IndexType::Short, largest(u16::MAX.into())),
        NumberKind::Uint32 => (IndexType::Int, largest(u32::MAX)),
        NumberKind::Uint8 => (IndexType::Byte, largest(u8::MAX.into())),
        _ => return Err(refusal()),
    };
    Ok(Some((gl, length as u32, largest)))
}

/// Draws a prepared call.
pub(crate) fn draw(prepared: &Prepared<'_>, request: &Request) -> Result<()> {
    let device = &prepared.device;
    let mode = mode_of(&request.mode)?;
    let indices = indices_of(&request.indices)?;
    let vertices = prepared.bound.elements;
    let drawn_by_id = prepared
        .bound
        .plan
        .steps
        .iter()
        .all(|step| matches!(step, crate::plan::Step::Draw(pass) if pass.attributes.is_empty()));
    match indices {
        Some((_, _, largest)) if !drawn_by_id && largest >= f64::from(vertices) => {
            return Err(Error::of(
                Code::BadArgument,
                format_args!("holds the index {}; there are {vertices} vertices", largest as u32),
            )
            .at_argument("VertexIndexBuffer"));
        }
        None if drawn_by_id && request.element_count.is_none() && request.grid.is_none() => {
            let what = "is not given, and neither attributes nor a VertexIndexBuffer say what to draw";
            return Err(Error::new(Code::MissingArgument, what).at_argument("elementCount"));
        }
        _ => {}
    }
    let components = match prepared.known.kernel.painted() {
        Some(Declaration { ty: Type::Element(ElementType { scalar: Scalar::Float, width }), .. }) => *width,
        Some(Declaration { name, ty: ty @ Type::Element(_), .. }) => {
            return Err(Error::of(Code::BadArgument, format_args!("is {ty}; a canvas takes floats")).at_argument(name));
        }
        _ => 4,
    };
    let arrays = Arrays::of(prepared)?;
    let _running = device.begin()?;
    let operands = arrays.operands(prepared)?;
    let buffer = match &indices {
        Some((_, length, _)) if *length > 0 => {
            let bytes = size_of(&request.indices) as usize;
            let buffer = device.index_buffer(bytes)?;
            device.upload(&buffer, request.indices.unchecked_ref())?;
            Some(buffer)
        }
        _ => None,
    };
    let count = indices.as_ref().map_or(vertices, |(_, length, _)| *length);
    let drawing = Drawing {
        mode,
        count,
        indices: buffer.as_ref().zip(indices.as_ref()).map(|(buffer, (gl, _, _))| (&**buffer, *gl)),
        clear: request.clear,
        components,
    };
    device.execute_drawing(&prepared.bound.plan, &operands, &drawing)
}

#[wasm_bindgen(module = "/src/js/scene.js")]
extern "C" {
    /// What mouse, touch and wheel turn and move.
    type Scene;
    #[wasm_bindgen(constructor)]
    fn new(canvas: &JsValue) -> Scene;
    #[wasm_bindgen(method, getter)]
    fn param(this: &Scene) -> JsValue;
    #[wasm_bindgen(method)]
    fn listen(this: &Scene);
    #[wasm_bindgen(method)]
    fn stop(this: &Scene);
    #[wasm_bindgen(method)]
    fn matrices(this: &Scene) -> Object;
}

/// A running scene.
pub(crate) struct Draw3D {
    object: JsValue,
    scene: Scene,
    /// The next frame has been asked for.
    pending: Cell<bool>,
}

impl Draw3D {
    /// Mouse, touch and wheel turn it no more.
    pub(crate) fn stop(&self) {
        self.scene.stop();
    }
}

impl Drop for Draw3D {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Begins the loop: draws at once, and then each frame until the instance is disposed.
pub(crate) fn start(instance: &Rc<Instance>, object: JsValue) -> Result<()> {
    instance.device()?;
    if !params::property(&object, "onDraw")?.is_function() {
        let what = "startDraw3D takes an object with a method onDraw()";
        return Err(Error::new(Code::BadArgument, what));
    }
    let scene = Rc::new(Draw3D { object, scene: Scene::new(&instance.canvas), pending: Cell::new(false) });
    let old = instance.draw3d.replace(Some(scene.clone()));
    let drawn = frame(instance, &scene);
    // A lost context comes back, and the scene with it.
    let refused = drawn.as_ref().is_err_and(|error| error.code() != Code::ContextLost);
    let current = is_current(instance, &scene);
    if current && refused {
        let scene = instance.draw3d.replace(old);
        drop(scene);
        return drawn;
    }
    if let Some(old) = old {
        old.stop();
    }
    if !current {
        return drawn; // onDraw has begun another one, or disposed the instance
    }
    if params::is_canvas(&instance.canvas) {
        scene.scene.listen();
    }
    ask_for_frame(instance, &scene);
    Ok(())
}

fn is_current(instance: &Instance, scene: &Rc<Draw3D>) -> bool {
    instance.draw3d.borrow().as_ref().is_some_and(|current| Rc::ptr_eq(current, scene))
}

/// The scene's angles and distance; the caller may change them.
pub(crate) fn draw_param(instance: &Instance) -> JsValue {
    let scene = instance.draw3d.borrow().clone();
    scene.map_or(JsValue::UNDEFINED, |scene| scene.scene.param())
}

/// Draws one frame and asks for the next, unless that has been done.
pub(crate) fn scene(instance: &Rc<Instance>) -> Result<()> {
    let Some(scene) = instance.draw3d.borrow().clone() else {
        instance.device()?;
        return Err(Error::new(Code::BadArgument, "drawScene: there is no scene; startDraw3D begins one"));
    };
    let drawn = frame(instance, &scene);
    match &drawn {
        // A lost context comes back, and the scene with it.
        Err(error) if error.code() != Code::ContextLost => return drawn,
        _ => {}
    }
    ask_for_frame(instance, &scene);
    Ok(())
}

/// Draws the scene again at the browser's next frame. Until then the browser holds the instance: a scene goes on though
/// nobody else does.
fn ask_for_frame(instance: &Rc<Instance>, scene: &Rc<Draw3D>) {
    if scene.pending.replace(true) {
        return;
    }
    let (instance, scene) = (instance.clone(), scene.clone());
    next_frame(move || {
        scene.pending.set(false);
        if !is_current(&instance, &scene) {
            return; // another scene has begun
        }
        if let Err(error) = self::scene(&instance) {
            web_sys::console::error_1(&error.into());
        }
    });
}

fn frame(instance: &Rc<Instance>, scene: &Draw3D) -> Result<()> {
    let device = instance.device()?;
    let on_draw = params::property(&scene.object, "onDraw")?;
    let param = on_draw.unchecked_ref::<Function>().call0(&scene.object).map_err(|thrown| {
        Error::of(Code::BadArgument, format_args!("onDraw threw {}", super::error::text_of(&thrown)))
    })?;
    if param.is_undefined() || param.is_null() {
        return Ok(()); // nothing to draw in this frame
    }
    let mut body = |prepared: &Prepared<'_>, request: &Request, _: &str| {
        if prepared.bound.technique != Technique::Drawing {
            return Err(Error::new(
                Code::BadArgument,
                "onDraw must return a drawing: both shaders, no captured output",
            ));
        }
        draw(prepared, request)?;
        Ok(JsValue::UNDEFINED)
    };
    let matrices = scene.scene.matrices();
    let asked = Asked { param: &param, also: Some(&matrices), nameless: "onDraw" };
    with_call(instance, Ok(device), &asked, &mut body)?;
    Ok(())
}
