//! How an instance comes to its context.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Map, Object, WeakSet};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::WebGl2RenderingContext;

use super::Instance;
use crate::error::{Code, Error, Result};
use crate::gl::sharing::looks_new;
use crate::gl::Device;
use crate::js::error::text_of;
use crate::js::params;

#[wasm_bindgen]
extern "C" {
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
        .map_err(|thrown| no_webgl2(&format!("getContext threw {}", text_of(&thrown))))?;
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

pub(crate) fn create(canvas: &JsValue, options: &JsValue) -> Result<Rc<Instance>> {
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
    let instance = Rc::new(Instance {
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
        listeners: [Map::new(), Map::new()],
        watching: RefCell::new(None),
        draw3d: RefCell::new(None),
    });
    instance.watch();
    Ok(instance)
}
