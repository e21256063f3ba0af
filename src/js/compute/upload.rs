//! A call's data on its way to the GPU.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};

use super::Prepared;
use crate::bind::{Given, HostTexture, NumberKind, Supply};
use crate::error::{Error, Result};
use crate::gl::array::{spatial_key, Held};
use crate::gl::execute::Operand;
use crate::gl::pool::Shared;
use crate::gl::resource::{Dimension, Texture, TextureKey};
use crate::gl::texel::TexelFormat;
use crate::gl::{Device, Storage};
use crate::js::array::{empty_view, ArrayState};
use crate::js::params::{numbers_of, Data, HostData};
use crate::plan::{Form, Format};
use crate::shape::{bytes, extent, Scalar};
use crate::texture::{Modes, ReadMode};

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
