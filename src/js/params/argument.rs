//! An argument: what binding sees of it, and its data.

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::JsValue;

use super::objects::property_of;
use super::texture::{image, refuse_fixed, texture_info};
use super::{bad, bad_of, describe, given, got, is_array, items, numbers, uniform, view_of, HostData, Numbers};
use crate::bind::{Given, NumberKind};
use crate::error::{Code, Error, Result};
use crate::js::array::{find, ArrayState, Found};
use crate::kernel::{Role, Variable};
use crate::texture::Modes;

/// Samplers that an array of them may have.
const MOST_SAMPLERS: u32 = 1024;

/// An argument: what binding sees of it, and its data.
pub(crate) struct Argument {
    pub(crate) given: Given,
    pub(crate) data: Data,
}

/// An argument's data, kept until it is known to be wanted.
pub(crate) enum Data {
    None,
    Host(HostData),
    Array(Rc<ArrayState>),
    Many(Vec<Data>),
}

impl Argument {
    fn plain(given: Given) -> Argument {
        Argument { given, data: Data::None }
    }
    pub(super) fn wrong(value: &JsValue) -> Argument {
        Argument::plain(Given::Wrong(describe(value)))
    }
}

/// Reads the argument for a variable. `owner` is the instance that is called.
pub(crate) fn argument(args: &Object, name: &JsValue, variable: &Variable, owner: u32) -> Result<Argument> {
    let value = got(property_of(args, name)).map_err(|e| e.at_argument(&variable.name))?;
    if !given(&value) {
        return Ok(Argument::plain(Given::Missing));
    }
    let read = match &variable.role {
        Role::Uniform(leaves) => {
            return Ok(Argument::plain(Given::Leaves(uniform::leaves(&value, &variable.name, leaves)?)));
        }
        Role::Sampler { .. } if variable.array.is_some() && is_array(&value) => {
            let (mut list, mut kept) = (Vec::new(), Vec::new());
            for item in items(&value, MOST_SAMPLERS).map_err(|e| e.at_argument(&variable.name))?.unwrap_or_default() {
                let one = texture(&item, owner).map_err(|e| e.at_argument(&variable.name))?;
                list.push(one.given);
                kept.push(one.data);
            }
            return Ok(Argument { given: Given::Many(list), data: Data::Many(kept) });
        }
        Role::Sampler { .. } => texture(&value, owner),
        Role::Attribute => stream(&value, owner, true),
        Role::VertexOutput | Role::FragmentOutput(_) => output(&value, owner),
    };
    read.map_err(|e| e.at_argument(&variable.name))
}

/// A resident array, if it is one.
fn resident(value: &JsValue, owner: u32) -> Result<Option<Argument>> {
    match find(value) {
        Found::Nothing => Ok(None),
        Found::Gone => Err(Error::new(Code::Disposed, "this array was disposed")),
        Found::Array(state) => {
            if state.owner() != owner {
                return Err(bad("is a GpuArray of another instance"));
            }
            state.check()?;
            let (ty, shape, modes) = (state.ty, state.shape.clone(), state.modes);
            Ok(Some(Argument {
                given: Given::Array { identity: state.identity, ty, shape, modes },
                data: Data::Array(state),
            }))
        }
    }
}

/// An attribute: an array of numbers or a resident array.
fn stream(value: &JsValue, owner: u32, input: bool) -> Result<Argument> {
    let given = if input || !is_array(value) { numbers(value)? } else { None };
    if let Some(Numbers { kind, length, value }) = given {
        let data = Data::Host(HostData::Numbers { kind, value });
        return Ok(Argument { given: Given::Numbers { kind, length }, data });
    }
    Ok(resident(value, owner)?.unwrap_or_else(|| Argument::wrong(value)))
}

fn output(value: &JsValue, owner: u32) -> Result<Argument> {
    if view_of(value).is_none() && value.is_object() && !is_array(value) {
        if let Some(argument) = resident(value, owner)? {
            return Ok(argument);
        }
        let Some(argument) = texture_info(value)? else { return Ok(Argument::wrong(value)) };
        if let (Given::Texture(info), Data::Host(HostData::Info { .. })) = (&argument.given, &argument.data) {
            // Asked for now, since it may run the caller's code. What has the right kind is filled and need not be set.
            if info.data.map(|data| data.0) != Some(NumberKind::of(info.ty.scalar)) {
                refuse_fixed(value)?;
            }
        }
        return Ok(argument);
    }
    stream(value, owner, false)
}

/// A texture: a TextureInfo, a resident array or an image.
fn texture(value: &JsValue, owner: u32) -> Result<Argument> {
    if !value.is_object() || is_array(value) || view_of(value).is_some() {
        return Ok(Argument::wrong(value));
    }
    if let Some(argument) = resident(value, owner)? {
        return Ok(argument);
    }
    if let Some(info) = texture_info(value)? {
        return Ok(info);
    }
    image(value, Modes::default(), None)
}

/// A texture or array for an operation: numbers of a resident array, or a TextureInfo's.
pub(crate) fn operand(value: &JsValue, owner: u32) -> Result<Argument> {
    if let Some(argument) = resident(value, owner)? {
        return Ok(argument);
    }
    if value.is_object() && view_of(value).is_none() && !is_array(value) {
        if let Some(info) = texture_info(value)? {
            return Ok(info);
        }
    }
    Err(match given(value) {
        true => bad_of(format_args!("is {}; operations take a GpuArray or a TextureInfo", describe(value))),
        false => Error::new(Code::MissingArgument, "is not given"),
    })
}
