//! The interface for Rust: runs plans on the page's GPU.
//!
//! ```no_run
//! use gpgpu_wasm::gpu::{Data, Gpu};
//! use gpgpu_wasm::ops::transpose;
//! use gpgpu_wasm::shape::{ElementType, Shape};
//!
//! # fn main() -> gpgpu_wasm::error::Result<()> {
//! let gpu = Gpu::new()?;
//! let plan = transpose::plan(ElementType::FLOAT, 2, 3, gpu.limits());
//! let a = Data::Float(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
//! let results = gpu.run(&plan, &[(Shape::matrix(2, 3), a)])?;
//! assert_eq!(results[0].floats(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
//! # Ok(())
//! # }
//! ```

use std::rc::Rc;

use js_sys::{Float32Array, Int32Array, Uint32Array};
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Code, Error, Result};
use crate::gl::execute::Operand;
use crate::gl::{Device, Reach, Storage};
use crate::plan::{Limits, Plan};
use crate::shape::{ElementType, Scalar, Shape};
use crate::texture::Modes;

/// Components of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Floats.
    Float(Vec<f32>),
    /// Signed integers.
    Int(Vec<i32>),
    /// Unsigned integers.
    Uint(Vec<u32>),
}

impl Data {
    /// The floats; empty for integers.
    pub fn floats(&self) -> &[f32] {
        match self {
            Data::Float(v) => v,
            _ => &[],
        }
    }
}

/// A GPU with a context of its own.
pub struct Gpu {
    device: Rc<Device>,
}

impl Gpu {
    /// Makes a WebGL2 context on a canvas of its own. NO_WEBGL2 if there is none.
    pub fn new() -> Result<Gpu> {
        let none = || Error::new(Code::NoWebgl2, "this browser gives no WebGL2 context");
        let canvas = web_sys::OffscreenCanvas::new(1, 1).map_err(|_| none())?;
        let context = canvas.get_context("webgl2").ok().flatten().ok_or_else(none)?;
        Ok(Gpu { device: Device::new(context.unchecked_into(), Reach::Private)? })
    }

    /// What the device allows.
    pub fn limits(&self) -> &Limits {
        self.device.limits()
    }

    /// The name of the GPU.
    pub fn renderer(&self) -> &str {
        self.device.renderer()
    }

    /// Runs a plan on arrays of these shapes, whose elements are scalars, and waits for its results. All data is
    /// row-major. LENGTH_MISMATCH for data that does not fill its shape; LIMIT_EXCEEDED, OUT_OF_MEMORY, CONTEXT_LOST, GPU_RESET.
    pub fn run(&self, plan: &Plan<'_>, arguments: &[(Shape, Data)]) -> Result<Vec<Data>> {
        let typed: Vec<_> =
            arguments.iter().map(|(shape, data)| (ElementType::FLOAT, shape.clone(), data.clone())).collect();
        self.run_typed(plan, &typed)
    }

    /// Like [`Gpu::run`], for arrays of vectors: the width of the type says how many components an element has. Its
    /// scalar is ignored, since the data has one.
    pub fn run_typed(&self, plan: &Plan<'_>, arguments: &[(ElementType, Shape, Data)]) -> Result<Vec<Data>> {
        let mut stored = Vec::with_capacity(arguments.len());
        for (index, (ty, shape, data)) in arguments.iter().enumerate() {
            let (view, scalar, length): (JsValue, Scalar, usize) = match data {
                Data::Float(v) => (Float32Array::from(v.as_slice()).into(), Scalar::Float, v.len()),
                Data::Int(v) => (Int32Array::from(v.as_slice()).into(), Scalar::Int, v.len()),
                Data::Uint(v) => (Uint32Array::from(v.as_slice()).into(), Scalar::Uint, v.len()),
            };
            let ty = ElementType { scalar, width: ty.width };
            let components = shape.elements() * ty.components();
            if length != components {
                let what = scalar.plural();
                let detail = format!("has {length} {what}; shape {shape} of {ty} needs {components}");
                return Err(Error::new(Code::LengthMismatch, detail).at_argument(&index.to_string()));
            }
            stored.push(Storage::from_host(&self.device, ty, components, view.unchecked_ref())?);
        }
        let operands: Vec<Operand<'_>> = stored
            .iter()
            .zip(arguments)
            .map(|(storage, (_, shape, _))| Operand::Array { storage, shape, modes: Modes::default() })
            .collect();
        let results = self.device.run(plan, &operands)?;
        let _running = self.device.begin()?;
        results.iter().map(read).collect()
    }
}

fn read(storage: &Storage) -> Result<Data> {
    let length = storage.components as u32;
    Ok(match storage.ty.scalar {
        Scalar::Float => {
            let view = Float32Array::new_with_length(length);
            storage.read_into(view.unchecked_ref())?;
            Data::Float(view.to_vec())
        }
        Scalar::Int => {
            let view = Int32Array::new_with_length(length);
            storage.read_into(view.unchecked_ref())?;
            Data::Int(view.to_vec())
        }
        Scalar::Uint => {
            let view = Uint32Array::new_with_length(length);
            storage.read_into(view.unchecked_ref())?;
            Data::Uint(view.to_vec())
        }
    })
}
