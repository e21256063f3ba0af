//! Where a call's results go.

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::{JsCast, JsValue};

use super::Prepared;
use crate::bind::NumberKind;
use crate::error::{Error, Result};
use crate::gl::{Device, Storage};
use crate::js::array::{empty_view, ArrayState};
use crate::js::params::{self, Data, HostData};

/// Where a result goes.
pub(super) enum Output {
    /// Into the caller's own typed array, which is the argument of this name.
    View { view: Object, name: String },
    /// Into the value of a TextureInfo that is the argument of this name.
    Info { info: JsValue, view: Object, name: String },
    /// It becomes the array's numbers.
    Array(Rc<ArrayState>),
}

/// Where each result goes, checked before anything runs.
pub(super) fn outputs(prepared: &Prepared<'_>) -> Result<Vec<Output>> {
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
pub(super) type Filled = (JsValue, Object, String);

/// Reads all results. Runs no code of the caller's: TextureInfos are left to [`publish`].
pub(super) fn deliver(device: &Rc<Device>, results: Vec<(Storage, Output)>) -> Result<Vec<Filled>> {
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

pub(super) fn publish((info, view, name): Filled) -> Result<()> {
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
