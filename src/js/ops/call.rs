//! What every operation does: reads arrays, runs a plan, gives its results as arrays.

use std::fmt::Write;
use std::rc::Rc;

use js_sys::Float32Array;
use wasm_bindgen::{JsCast, JsValue};

use crate::bind::Given;
use crate::error::{Code, Error, Result};
use crate::gl::execute::Operand as Slot;
use crate::gl::{Device, Storage};
use crate::js::array::empty_view;
use crate::js::instance::Instance;
use crate::js::params::{self, numbers_of, Argument, Data, HostData};
use crate::ops::layout::Array;
use crate::plan::{Limits, Plan};
use crate::shape::{ElementType, Scalar, Shape};
use crate::texture::{Modes, ReadMode};

/// An array that an operation reads.
pub(super) struct Operand {
    pub(super) ty: ElementType,
    pub(super) shape: Shape,
    pub(super) storage: Rc<Storage>,
}

impl Operand {
    pub(super) fn given(&self) -> (ElementType, &Shape) {
        (self.ty, &self.shape)
    }

    /// In the layout in which it need not be converted.
    pub(super) fn array(&self) -> Array<'_> {
        Array { ty: self.ty, shape: &self.shape, packed: self.storage.preferred_packed() }
    }
}

/// One call of an operation.
pub(super) struct Call<'i> {
    /// What errors name.
    pub(super) name: &'static str,
    pub(super) instance: &'i Rc<Instance>,
    pub(super) device: Rc<Device>,
}

pub(super) type Made = (Storage, Shape);

impl<'i> Call<'i> {
    pub(super) fn limits(&self) -> &Limits {
        self.device.limits()
    }

    /// Held by a pointer: that is less to carry around.
    pub(super) fn operand(&self, name: &str, value: &JsValue) -> Result<Box<Operand>> {
        let read = || {
            let Argument { given, data } = params::operand(value, self.instance.id)?;
            match (given, data) {
                (Given::Array { ty, shape, .. }, Data::Array(state)) => {
                    Ok(Box::new(Operand { ty, shape, storage: state.storage()? }))
                }
                (Given::Texture(info), Data::Host(HostData::Info { numbers, .. })) => {
                    info.check()?;
                    let ty = info.modes.reads(info.ty);
                    let components = info.shape.elements() * ty.components();
                    let normalized = info.modes.read == ReadMode::NormalizedFloat;
                    let view = match numbers {
                        Some((kind, value)) => numbers_of(kind, &value, ty.scalar, normalized)?,
                        None => empty_view(ty.scalar, components)?,
                    };
                    self.device.check()?;
                    let storage = Storage::from_host(&self.device, ty, components, &view)?;
                    Ok(Box::new(Operand { ty, shape: info.shape, storage: Rc::new(storage) }))
                }
                _ => Err(Error::new(Code::BadArgument, "is an image; operations take numbers")),
            }
        };
        read().map_err(|e: Error| e.at_argument(name))
    }

    /// Runs a plan; its results come with their shapes.
    pub(super) fn run(&self, plan: &Plan<'_>, operands: &[&Operand]) -> Result<Vec<Made>> {
        let slots: Vec<Slot<'_>> = operands
            .iter()
            .map(|o| Slot::Array { storage: &o.storage, shape: &o.shape, modes: Modes::default() })
            .collect();
        let made = self.device.run(plan, &slots).map_err(|error| match error.code() {
            Code::LimitExceeded => too_large(&error, plan, operands),
            _ => error,
        })?;
        Ok(made.into_iter().zip(plan.results.iter().map(|r| r.shape.clone())).collect())
    }

    /// Runs a plan of which something is read at once.
    pub(super) fn run_to_read(&self, plan: &Plan<'_>, operands: &[&Operand]) -> Result<Vec<Made>> {
        self.device.marking.set(true);
        let made = self.run(plan, operands);
        self.device.marking.set(false);
        made
    }

    pub(super) fn array(&self, (storage, shape): Made) -> JsValue {
        self.instance.array(storage, shape, Modes::default())
    }

    /// Runs a plan of one result and gives this as an array.
    pub(super) fn result(&self, plan: &Plan<'_>, operands: &[&Operand]) -> Result<JsValue> {
        Ok(self.array(next(&mut self.run(plan, operands)?)?))
    }

    /// Reads floats, waiting for the GPU.
    pub(super) fn view(&self, storage: &Storage) -> Result<Float32Array> {
        let view: Float32Array = empty_view(Scalar::Float, storage.components)?.unchecked_into();
        let _running = self.device.begin()?;
        storage.read_into(view.unchecked_ref())?;
        Ok(view)
    }
}

/// A limit of the device, told by what the caller gave and would get.
#[cold]
fn too_large(error: &Error, plan: &Plan<'_>, operands: &[&Operand]) -> Error {
    let shapes = plan.results.iter().map(|result| &result.shape).chain(operands.iter().map(|operand| &operand.shape));
    let mut what = String::new();
    for (index, shape) in shapes.enumerate() {
        what += match index {
            0 => "",
            index if index == plan.results.len() => " of ",
            _ => " and ",
        };
        let _ = write!(what, "{shape}");
    }
    Error::of(Code::LimitExceeded, format_args!("to make {what} {error}: take it in parts"))
}

/// The last of a plan's results that nobody took yet.
pub(super) fn next(made: &mut Vec<Made>) -> Result<Made> {
    made.pop().ok_or_else(Error::misplanned)
}
