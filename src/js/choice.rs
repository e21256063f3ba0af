//! Which form of large matrix products is faster on a device: measured once, at the first such product.

use std::rc::Rc;

use js_sys::Float32Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Result;
use crate::gl::execute::Operand;
use crate::gl::{Device, Storage};
use crate::ops::matmul::{self, Extent, Method};
use crate::plan::{Form, Plan, ResultArray, Slot, Step};
use crate::shape::{ElementType, Shape};
use crate::texture::Modes;

/// From so many multiply-adds on, the form matters.
const LARGE: u64 = 1 << 26;

/// Products with fewer elements leave much of a GPU idle in the form that takes one draw for eight rows.
const WIDE: u32 = 1 << 17;

/// Rows and columns of the product that is measured.
const SIDE: u32 = 768;

/// What a measurement should last at least, in milliseconds: browsers round their clocks, some to a whole one, and waiting
/// for a GPU takes some too.
const LONG_ENOUGH: f64 = 16.0;

/// A device that takes longer for a product, in milliseconds, is not made to do more of them.
const TOO_LONG: f64 = 100.0;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The name of the form that large products take; undefined until it is known.
pub(crate) fn name(device: &Device) -> JsValue {
    match device.blocks_are_faster.get() {
        Some(true) => "uniformBlock".into(),
        Some(false) => "texture".into(),
        None => JsValue::UNDEFINED,
    }
}

/// The form for a product.
pub(crate) fn method(device: &Rc<Device>, extent: Extent) -> Method {
    let Extent { m, k, n } = extent;
    if u64::from(m) * u64::from(k) * u64::from(n) < LARGE || m * n < WIDE {
        return Method::Texture;
    }
    let faster = device.blocks_are_faster.get().unwrap_or_else(|| {
        let limits = device.limits();
        // A processor has no texture unit to spare.
        let candidate = !limits.software && matmul::has_blocks(limits);
        // What fails here will fail again in the product itself, and be told.
        let faster = candidate && device.pool.apart(|| blocks_are_faster(device)).unwrap_or(false);
        device.blocks_are_faster.set(Some(faster));
        faster
    });
    if faster {
        Method::UniformBlock
    } else {
        Method::Texture
    }
}

/// Measures both forms in turn.
fn blocks_are_faster(device: &Rc<Device>) -> Result<bool> {
    let shape = Shape::matrix(SIDE, SIDE);
    let storage = Storage::zeros(device, ElementType::FLOAT, shape.elements())?;
    let operand = || Operand::Array { storage: &storage, shape: &shape, modes: Modes::default() };
    let operands = [operand(), operand()];
    let plans = [plan(Method::Texture, device), plan(Method::UniformBlock, device)];
    let corner = Float32Array::from([0.0; 4].as_slice());
    let mut best = [f64::INFINITY; 2];
    let mut count = 1;
    // The first round compiles; the second says how many products last long enough.
    for round in 0..4 {
        for (plan, best) in plans.iter().zip(&mut best) {
            let start = now();
            for last in (0..count).rev() {
                let made = device.run(plan, &operands)?;
                if let (0, Some(read)) = (last, made.last()) {
                    let _running = device.begin()?;
                    read.read_into(corner.unchecked_ref())?;
                }
            }
            let time = now() - start;
            if round == 1 && time > TOO_LONG {
                return Ok(false);
            }
            *best = if round < 2 { time } else { best.min(time) };
        }
        if round == 1 {
            count = (LONG_ENOUGH / best[0].max(1.0)) as u32 + 1;
            best = [f64::INFINITY; 2];
        }
    }
    Ok(best[1] < 0.97 * best[0])
}

/// A product of which four numbers can be read alone, so that waiting for it costs next to nothing.
fn plan(method: Method, device: &Device) -> Plan<'static> {
    let extent = Extent { m: SIDE, k: SIDE, n: SIDE };
    let mut plan = matmul::plan(extent, matmul::Options::default(), method, device.limits());
    let corner = ResultArray { ty: ElementType::FLOAT, shape: Shape::vector(4), form: Form::Buffer };
    let to = plan.result(corner);
    plan.push(Step::TexelsToBuffer { from: Slot::Result(0), texels: 1, to });
    plan
}
