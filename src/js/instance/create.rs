//! How an instance comes to its context.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Map;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::WebGl2RenderingContext;

use super::events::Listeners;
use super::Instance;
use crate::error::{Code, Error, Result};
use crate::gl::sharing::{context_of, is_foreign, make_canvas};
use crate::gl::Device;
use crate::js::error::text_of;
use crate::js::params;

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

fn no_webgl2(why: &str) -> Error {
    Error::of(Code::NoWebgl2, format_args!("no WebGL2: {why}"))
}

/// The context of a canvas, and whether somebody else made it.
fn context_in(canvas: &JsValue, owned: bool) -> Result<(WebGl2RenderingContext, bool)> {
    let context =
        context_of(canvas, !owned).map_err(|thrown| no_webgl2(&format!("getContext threw {}", text_of(&thrown))))?;
    match context {
        context if params::is_context(&context) => {
            let context: WebGl2RenderingContext = context.unchecked_into();
            let foreign = is_foreign(&context, owned);
            Ok((context, foreign))
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
            return Err(Error::of(
                Code::BadArgument,
                format_args!("CreateGPGPU was given {what}; it takes {want}, or nothing"),
            ));
        }
        let raw: WebGl2RenderingContext = given.unchecked_into();
        (params::property(&raw, "canvas")?, (raw, true), false)
    } else if is_canvas {
        (canvas.clone(), context_in(canvas, false)?, false)
    } else {
        let nowhere = |_| no_webgl2("there is neither a document nor an OffscreenCanvas");
        let canvas = make_canvas().map_err(nowhere)?;
        let context = context_in(&canvas, true)?;
        (canvas, context, true)
    };
    let instance = Rc::new(Instance {
        id: NEXT.with(|next| next.replace(next.get() + 1)),
        canvas,
        owned,
        raw,
        shared,
        exposed: Cell::new(false),
        device: RefCell::new(None),
        disposed: Cell::new(false),
        live: Rc::new(Cell::new(0)),
        sources: Map::new(),
        kernels: RefCell::default(),
        maps: RefCell::default(),
        clock: Cell::new(0),
        listeners: Listeners::new(),
        watching: RefCell::new(None),
        draw3d: RefCell::new(None),
    });
    // A context that is lost now may be restored later.
    let device = Device::new(instance.raw.clone(), instance.reach()).ok();
    instance.device.replace(device);
    instance.watch();
    Ok(instance)
}
