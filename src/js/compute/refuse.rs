//! What a call's arguments may not be together, or have become while they were read.

use js_sys::Object;
use wasm_bindgen::JsValue;

use crate::bind::Given;
use crate::error::{Code, Error, Result};
use crate::glsl::Declaration;
use crate::js::instance::Known;
use crate::js::params::{self, overlap, Argument, Data, HostData, Request};
use crate::kernel::{KernelStage, Role};

/// An argument that nothing declares is an error, and so is what only passes from stage to stage or to the canvas.
pub(super) fn strangers(known: &Known, request: &Request) -> Result<()> {
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
pub(super) fn changed(known: &Known, arguments: &[Argument]) -> Result<()> {
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
pub(super) fn overlaps(known: &Known, arguments: &[Argument]) -> Result<()> {
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
