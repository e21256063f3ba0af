//! Kernels in plain GLSL: from the caller's object to results.

use std::rc::Rc;

use js_sys::{Object, Promise};
use wasm_bindgen::{JsCast, JsValue};

use super::array::{empty_view, ArrayState};
use super::instance::{Instance, Known};
use super::params::{self, argument, numbers_of, overlap, Argument, Data, HostData, Request};
use super::{drawing, later};
use crate::bind::{bind, Bound, Call, Given, HostTexture, NumberKind, Supply, Technique};
use crate::error::{Code, Error, Result};
use crate::gl::array::{spatial_key, Held};
use crate::gl::execute::Operand;
use crate::gl::pool::Shared;
use crate::gl::program::Captures;
use crate::gl::resource::{Dimension, Texture, TextureKey};
use crate::gl::texel::TexelFormat;
use crate::gl::{Device, Storage};
use crate::glsl::Declaration;
use crate::kernel::{KernelStage, Role};
use crate::plan::{Form, Format, Program};
use crate::shape::{bytes, extent, Scalar};
use crate::texture::{Modes, ReadMode};

/// A call that is bound, with its data at hand.
pub(crate) struct Prepared<'k> {
    pub(crate) device: Rc<Device>,
    pub(crate) bound: Bound<'k>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) known: &'k Known,
}

/// Where a result goes.
enum Output {
    /// Into the caller's own typed array, which is the argument of this name.
    View { view: Object, name: String },
    /// Into the value of a TextureInfo that is the argument of this name.
    Info { info: JsValue, view: Object, name: String },
    /// It becomes the array's numbers.
    Array(Rc<ArrayState>),
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
    refuse_strangers(known, request)?;
    refuse_changed(known, &arguments)?;
    refuse_overlaps(known, &arguments)?;
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

/// An argument that nothing declares is an error, and so is what only passes from stage to stage or to the canvas.
fn refuse_strangers(known: &Known, request: &Request) -> Result<()> {
    let Some(stranger) = params::stranger(&request.args, &known.declared)? else { return Ok(()) };
    let has = |list: &[Declaration]| list.iter().any(|declaration| declaration.name == stranger);
    let what = match &known.kernel.fragment {
        Some(KernelStage { interface, .. }) if has(&interface.outputs) => {
            "is an output of the fragment shader, which only draws where a vertexShader is given too"
        }
        Some(KernelStage { interface, .. }) if has(&interface.inputs) => {
            "is an input of the fragment shader, which only a vertexShader fills"
        }
        _ => return Err(params::unknown(&stranger, &known.declared, "")),
    };
    Err(Error::new(Code::BadArgument, what).at_argument(&stranger))
}

fn numbers(argument: &Argument) -> Option<&JsValue> {
    match &argument.data {
        Data::Host(HostData::Numbers { value, .. } | HostData::Info { numbers: Some((_, value)), .. }) => Some(value),
        _ => None,
    }
}

/// Getters of the caller's may have given away the memory of an argument that was read before them.
fn refuse_changed(known: &Known, arguments: &[Argument]) -> Result<()> {
    fn check(given: &Given, data: &Data) -> Result<()> {
        match (given, data) {
            (Given::Numbers { length, .. }, Data::Host(host)) => host.refuse_changed(*length),
            (Given::Texture(info), Data::Host(host)) => {
                info.data.map_or(Ok(()), |(_, length)| host.refuse_changed(length))
            }
            (Given::Many(given), Data::Many(data)) => given.iter().zip(data).try_for_each(|(g, d)| check(g, d)),
            _ => Ok(()),
        }
    }
    for (variable, argument) in known.kernel.variables.iter().zip(arguments) {
        check(&argument.given, &argument.data).map_err(|e| e.at_argument(&variable.name))?;
    }
    Ok(())
}

/// Two outputs may not share memory or a TextureInfo: which of them would stay?
fn refuse_overlaps(known: &Known, arguments: &[Argument]) -> Result<()> {
    type Holds<'a> = (&'a str, Option<&'a JsValue>, Option<&'a JsValue>);
    let mut before: Vec<Holds<'_>> = Vec::new();
    for (variable, argument) in known.kernel.variables.iter().zip(arguments) {
        if !matches!(variable.role, Role::VertexOutput | Role::FragmentOutput(_)) {
            continue;
        }
        let info = match &argument.data {
            Data::Host(HostData::Info { info, .. }) => Some(info),
            _ => None,
        };
        let view = numbers(argument).filter(|v| js_sys::ArrayBuffer::is_view(v));
        for (other, other_info, other_view) in &before {
            let what = match ((other_info, info), (other_view, view)) {
                ((Some(a), Some(b)), _) if Object::is(a, b) => "is the same TextureInfo as",
                (_, (Some(a), Some(b))) if overlap(a, b) => "shares memory with",
                _ => continue,
            };
            return Err(
                Error::of(Code::BadArgument, format_args!("{what} output \"{other}\"")).at_argument(&variable.name)
            );
        }
        before.push((&variable.name, info, view));
    }
    Ok(())
}

/// Where each result goes, checked before anything runs.
fn outputs(prepared: &Prepared<'_>) -> Result<Vec<Output>> {
    let mut list = Vec::with_capacity(prepared.bound.outputs.len());
    for (&index, result) in prepared.bound.outputs.iter().zip(&prepared.bound.plan.results) {
        let argument = &prepared.arguments[index];
        let name = &prepared.known.kernel.variables[index].name;
        list.push(match &argument.data {
            Data::Array(state) => {
                // A getter of the caller's may have disposed it since it was read.
                state.check().map_err(|e| e.at_argument(name))?;
                Output::Array(state.clone())
            }
            Data::Host(HostData::Numbers { value, .. }) => {
                Output::View { view: value.clone().unchecked_into(), name: name.clone() }
            }
            Data::Host(HostData::Info { info, numbers }) => {
                let components = result.shape.elements() * result.ty.components();
                let own = numbers.as_ref().filter(|(kind, _)| *kind == NumberKind::of(result.ty.scalar));
                let view = match own {
                    Some((_, value)) => value.clone().unchecked_into(),
                    None => empty_view(result.ty.scalar, components).map_err(|e| e.at_argument(name))?,
                };
                Output::Info { info: info.clone(), view, name: name.clone() }
            }
            _ => return Err(Error::misplanned()),
        });
    }
    Ok(list)
}

/// A TextureInfo, what its value becomes, and the argument's name.
type Filled = (JsValue, Object, String);

/// Reads all results. Runs no code of the caller's: TextureInfos are left to [`publish`].
fn deliver(device: &Rc<Device>, results: Vec<(Storage, Output)>) -> Result<Vec<Filled>> {
    let (mut arrays, mut filled) = (Vec::new(), Vec::new());
    for (storage, output) in results {
        match output {
            Output::Array(array) => arrays.push((array, storage)),
            Output::View { view, .. } => read(device, &storage, &view)?,
            Output::Info { info, view, name } => {
                read(device, &storage, &view)?;
                filled.push((info, view, name));
            }
        }
    }
    // Nothing fails any more.
    for (array, storage) in arrays {
        array.replace(storage);
    }
    Ok(filled)
}

fn publish((info, view, name): Filled) -> Result<()> {
    let set = || match Object::is(&params::property(&info, "value")?, &view) {
        true => Ok(()),
        false => params::set_value(&info, &view),
    };
    set().map_err(|e: Error| e.at_argument(&name))
}

fn read(device: &Rc<Device>, storage: &Storage, view: &Object) -> Result<()> {
    device.check()?;
    if storage.components > 0 {
        storage.read_into(view)?;
    }
    Ok(())
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

/// The storages of arrays among the arguments, held while the plan runs.
pub(crate) struct Arrays(Vec<Option<(Rc<Storage>, Rc<ArrayState>)>>);

impl Arrays {
    pub(crate) fn of(prepared: &Prepared<'_>) -> Result<Arrays> {
        let mut list = Vec::with_capacity(prepared.bound.supplies.len());
        for supply in &prepared.bound.supplies {
            list.push(match data_of(prepared, supply).0 {
                Data::Array(state) => {
                    let name = &prepared.known.kernel.variables[supply.variable].name;
                    Some((state.storage().map_err(|e| e.at_argument(name))?, state.clone()))
                }
                _ => None,
            });
        }
        Ok(Arrays(list))
    }

    pub(crate) fn operands<'a>(&'a self, prepared: &Prepared<'_>) -> Result<Vec<Operand<'a>>> {
        let mut operands = Vec::with_capacity(self.0.len());
        let supplies = prepared.bound.supplies.iter().zip(&prepared.bound.plan.arguments);
        for (array, (supply, form)) in self.0.iter().zip(supplies) {
            operands.push(match array {
                Some((storage, state)) => Operand::Array { storage, shape: &state.shape, modes: state.modes },
                None => {
                    let (data, given) = data_of(prepared, supply);
                    let named = |e: Error| e.at_argument(&prepared.known.kernel.variables[supply.variable].name);
                    upload(&prepared.device, data, given, supply.scalar, *form).map_err(named)?
                }
            });
        }
        Ok(operands)
    }
}

fn data_of<'a>(prepared: &'a Prepared<'_>, supply: &Supply) -> (&'a Data, &'a Given) {
    let argument = &prepared.arguments[supply.variable];
    match (&argument.data, &argument.given) {
        (Data::Many(list), Given::Many(given)) => (&list[supply.element], &given[supply.element]),
        (data, given) => (data, given),
    }
}

/// Puts the caller's data on the GPU for one run.
fn upload<'a>(device: &Rc<Device>, data: &Data, given: &Given, scalar: Scalar, form: Form) -> Result<Operand<'a>> {
    let ready = |held| Ok(Operand::Ready { held, modes: Modes::default() });
    match (data, given) {
        (Data::Host(HostData::Numbers { kind, value }), Given::Numbers { length, .. }) => {
            let buffer = device.buffer(bytes(*length)?)?;
            if *length > 0 {
                device.upload(&buffer, &numbers_of(*kind, value, scalar, false)?)?;
            }
            ready(Held::Buffer(Rc::new(buffer)))
        }
        (
            Data::Host(HostData::Image { value, flip }),
            Given::Texture(HostTexture { image: Some((w, h)), modes, .. }),
        ) => {
            let texture = device.texture(TextureKey::plane(TexelFormat::IMAGE, *w, *h))?;
            device.upload_image(&texture, value.unchecked_ref(), *flip)?;
            Ok(Operand::Ready { held: Held::Texture(Rc::new(texture)), modes: *modes })
        }
        (Data::Host(HostData::Info { numbers, .. }), Given::Texture(info)) => {
            let held = upload_texture(device, info, numbers.as_ref(), form)?;
            Ok(Operand::Ready { held: Held::Texture(held), modes: info.modes })
        }
        _ => Err(Error::misplanned()),
    }
}

/// Uploads a TextureInfo's numbers.
fn upload_texture(
    device: &Rc<Device>,
    info: &HostTexture,
    numbers: Option<&(NumberKind, JsValue)>,
    form: Form,
) -> Result<Shared<Texture>> {
    let normalized = info.modes.read == ReadMode::NormalizedFloat;
    let ty = info.modes.reads(info.ty);
    let format = match info.normalized_eight_bit() {
        Some(signed) => TexelFormat::normalized(ty.width, signed),
        None => Format::elements(ty).into(),
    };
    let elements = info.shape.elements();
    let view = match numbers {
        Some((_, value)) if info.normalized_eight_bit().is_some() => value.clone().unchecked_into(),
        Some((kind, value)) => numbers_of(*kind, value, ty.scalar, normalized)?,
        None => empty_view(ty.scalar, elements * ty.components())?,
    };
    let key = match form {
        Form::Volume => spatial_key(format, &info.shape, Dimension::Volume)?,
        Form::Layers => spatial_key(format, &info.shape, Dimension::Layers)?,
        _ => {
            let (width, height) = extent(&info.shape, device.limits().texture_size)?;
            TextureKey::plane(format, width, height)
        }
    };
    let texture = device.texture(key)?;
    device.upload_texels(&texture, elements, &view)?;
    device.clear_rest(&texture, elements)?;
    Ok(Rc::new(texture))
}
