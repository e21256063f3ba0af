//! Kernels in plain GLSL: from the caller's object to results.

mod refuse;
mod results;
mod upload;

use std::rc::Rc;

use js_sys::{Object, Promise};
use wasm_bindgen::{JsCast, JsValue};

use self::results::{deliver, outputs, publish, Output};
pub(crate) use self::upload::Arrays;
use super::instance::{Instance, Known};
use super::params::{self, argument, Argument, Request};
use super::{drawing, later};
use crate::bind::{bind, Bound, Call, Given, Technique};
use crate::error::{Code, Error, Result};
use crate::gl::program::Captures;
use crate::gl::{Device, Storage};
use crate::plan::Program;

/// A call that is bound, with its data at hand.
pub(crate) struct Prepared<'k> {
    pub(crate) device: Rc<Device>,
    pub(crate) bound: Bound<'k>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) known: &'k Known,
}

/// How errors call a kernel without an id.
pub(crate) const NAMELESS: &str = "compute";

/// What a call is made of.
pub(crate) struct Asked<'a> {
    /// The caller's object.
    pub(crate) param: &'a JsValue,
    /// Arguments of the library's own, for what the caller's object lacks.
    pub(crate) also: Option<&'a Object>,
    /// How errors call a kernel without an id.
    pub(crate) nameless: &'a str,
}

impl<'a> Asked<'a> {
    fn by(param: &'a JsValue) -> Asked<'a> {
        Asked { param, also: None, nameless: NAMELESS }
    }
}

/// Reads a call and binds it, and does `body` with it. Errors name the kernel.
pub(crate) fn with_call(
    instance: &Instance,
    device: Result<Rc<Device>>,
    asked: &Asked<'_>,
    body: &mut dyn FnMut(&Prepared<'_>, &Request, &str) -> Result<JsValue>,
) -> Result<JsValue> {
    let request = Request::read(asked.param);
    let id = request.as_ref().map_or_else(Error::kernel, |request| request.id.as_deref()).map(str::to_string);
    let name = id.as_deref().unwrap_or(asked.nameless);
    let run = || {
        let (device, request) = (device?, request?);
        let known = instance.kernel(&request);
        let done = prepare(instance, &request, &known, device, asked.also)
            .and_then(|prepared| body(&prepared, &request, name));
        instance.forget_if_unknown(&known);
        done
    };
    run().map_err(|e: Error| e.in_kernel(name))
}

/// Runs a kernel and waits for its results.
pub(crate) fn compute(instance: &Instance, param: &JsValue) -> Result<()> {
    let mut body = |prepared: &Prepared<'_>, request: &Request, _: &str| {
        if prepared.bound.technique == Technique::Drawing {
            drawing::draw(prepared, request)?;
            return Ok(JsValue::UNDEFINED);
        }
        let outputs = outputs(prepared)?;
        let device = &prepared.device;
        let running = device.begin()?;
        let results = execute(prepared, &outputs)?;
        let filled = deliver(device, results.into_iter().zip(outputs).collect())?;
        drop(running);
        filled.into_iter().try_for_each(publish)?;
        Ok(JsValue::UNDEFINED)
    };
    with_call(instance, instance.device(), &Asked::by(param), &mut body)?;
    Ok(())
}

/// Runs a kernel; the promise resolves when its outputs are filled.
pub(crate) fn compute_async(instance: &Instance, param: &JsValue) -> Promise {
    let mut body = |prepared: &Prepared<'_>, request: &Request, name: &str| {
        let device = prepared.device.clone();
        if prepared.bound.technique == Technique::Drawing {
            drawing::draw(prepared, request)?;
            return Ok(later::after_fence(device, name, || Ok(JsValue::UNDEFINED)).into());
        }
        let outputs = outputs(prepared)?;
        let running = device.begin()?;
        let results = execute(prepared, &outputs)?;
        drop(running);
        let mut waiting = Vec::new();
        for (storage, output) in results.into_iter().zip(outputs) {
            match output {
                // The array's numbers are replaced at the call, so that what follows sees them.
                Output::Array(array) => array.replace(storage),
                other => waiting.push((storage, other)),
            }
        }
        let after = device.clone();
        let finish = move || {
            after.check()?;
            for (storage, output) in &waiting {
                if let Output::View { view, name } | Output::Info { view, name, .. } = output {
                    params::refuse_resized(view, storage.components as f64).map_err(|e| e.at_argument(name))?;
                }
            }
            let running = after.begin()?;
            let filled = deliver(&after, waiting)?;
            drop(running);
            filled.into_iter().try_for_each(publish)?;
            Ok(JsValue::UNDEFINED)
        };
        Ok(later::after_fence(device, name, finish).into())
    };
    match with_call(instance, instance.device(), &Asked::by(param), &mut body) {
        Ok(promise) => promise.unchecked_into(),
        Err(error) => later::rejected(error),
    }
}

/// Reads the arguments and binds them.
fn prepare<'k>(
    instance: &Instance,
    request: &Request,
    known: &'k Rc<Known>,
    device: Rc<Device>,
    also: Option<&Object>,
) -> Result<Prepared<'k>> {
    let kernel = &known.kernel;
    if !kernel.well_formed() {
        // What the parser could not follow, the compiler can: it speaks first.
        device.program(&Program::Kernel(kernel), Captures::NONE)?;
    }
    kernel.check()?;
    let mut arguments = Vec::with_capacity(kernel.variables.len());
    for (variable, name) in kernel.variables.iter().zip(&known.names) {
        let read = argument(&request.args, name, variable, instance.id)?;
        let read = match (&read.given, also) {
            (Given::Missing, Some(also)) => argument(also, name, variable, instance.id)?,
            _ => read,
        };
        arguments.push(read);
    }
    refuse::strangers(known, request)?;
    refuse::changed(known, &arguments)?;
    refuse::overlaps(known, &arguments)?;
    // Getters of the caller's may have disposed the instance meanwhile.
    device.check()?;
    let mut given = Vec::with_capacity(arguments.len());
    for argument in &mut arguments {
        given.push(std::mem::take(&mut argument.given));
    }
    let call = Call { given, element_count: request.element_count, grid: request.grid };
    let bound = bind(kernel, &call, device.limits())?;
    if bound.technique != Technique::Drawing && !request.indices.is_undefined() && !request.indices.is_null() {
        let what = "is for a drawing; this call computes";
        return Err(Error::new(Code::BadArgument, what).at_argument("VertexIndexBuffer"));
    }
    for (argument, given) in arguments.iter_mut().zip(call.given) {
        argument.given = given;
    }
    Ok(Prepared { device, bound, arguments, known })
}

/// Uploads what must be uploaded and runs the plan, within [`Device::begin`].
fn execute(prepared: &Prepared<'_>, outputs: &[Output]) -> Result<Vec<Storage>> {
    let arrays = Arrays::of(prepared)?;
    let operands = arrays.operands(prepared)?;
    let device = &prepared.device;
    device.marking.set(outputs.iter().any(|output| !matches!(output, Output::Array(_))));
    let results = device.execute(&prepared.bound.plan, &operands);
    device.marking.set(false);
    results
}
