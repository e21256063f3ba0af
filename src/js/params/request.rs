//! A call of `compute`, but for its arguments.

use js_sys::{JsString, Object};
use wasm_bindgen::{JsCast, JsValue};

use super::super::compute::NAMELESS;
use super::objects::{id_of, request_of};
use super::{bad, bad_of, describe, given, got, list_of, natural, show};
use crate::bind::Grid;
use crate::error::Result;

/// A call, read from its object. `args` is read variable by variable once the kernel is known.
pub(crate) struct Request {
    pub(crate) id: Option<String>,
    pub(crate) vertex: Option<JsString>,
    pub(crate) fragment: Option<JsString>,
    pub(crate) args: Object,
    pub(crate) element_count: Option<u32>,
    pub(crate) grid: Option<Grid>,
    pub(crate) indices: JsValue,
    pub(crate) mode: JsValue,
    pub(crate) clear: bool,
}

impl Request {
    /// Reads everything but the arguments.
    pub(crate) fn read(param: &JsValue) -> Result<Request> {
        if !param.is_object() {
            return Err(bad_of(format_args!(
                "compute takes an object with a shader and args, not {}",
                describe(param)
            )));
        }
        let id = got(id_of(param))?;
        let id = match given(&id) {
            true => Some(
                id.as_string().ok_or_else(|| bad_of(format_args!("id is {}; it must be a string", describe(&id))))?,
            ),
            false => None,
        };
        let name = id.clone();
        let inner = || {
            let source = |value: JsValue, what: &str| match value.dyn_into::<JsString>() {
                Ok(text) if text.trim().length() == 0 => Ok(None),
                Ok(text) => Ok(Some(text)),
                Err(other) if !given(&other) => Ok(None),
                Err(other) => Err(bad_of(format_args!("{what} is {}; it must be a string of GLSL", describe(&other)))),
            };
            let parts = got(request_of(param))?;
            if parts.length() == 2 {
                let [wrong, meant] = [0, 1].map(|at| parts.get(at).as_string().unwrap_or_default());
                return Err(bad_of(format_args!("is unknown; did you mean \"{meant}\"?")).at_argument(&wrong));
            }
            let vertex = source(parts.get(0), "vertexShader")?;
            let fragment = source(parts.get(1), "fragmentShader")?;
            if vertex.is_none() && fragment.is_none() {
                return Err(bad("neither vertexShader nor fragmentShader is given"));
            }
            let args: Object = match parts.get(2) {
                args if args.is_object() => args.unchecked_into(),
                other if !given(&other) => Object::new(),
                other => return Err(bad_of(format_args!("args is {}; it must be an object", describe(&other)))),
            };
            let count = parts.get(3);
            let element_count = match given(&count) {
                true => Some(natural(&count).ok_or_else(|| {
                    bad_of(format_args!("is {}; it must be a whole number from 0", show(&count)))
                        .at_argument("elementCount")
                })?),
                false => None,
            };
            let grid = grid(&parts.get(4), &parts.get(5))?;
            let clear = !matches!(parts.get(6).as_bool(), Some(false));
            let (indices, mode) = (parts.get(7), parts.get(8));
            Ok(Request { id, vertex, fragment, args, element_count, grid, indices, mode, clear })
        };
        inner().map_err(|e| e.in_kernel(name.as_deref().unwrap_or(NAMELESS)))
    }
}

/// `workgroups` and `localSize`: one to three whole numbers from 1.
fn grid(workgroups: &JsValue, local_size: &JsValue) -> Result<Option<Grid>> {
    if !given(workgroups) && !given(local_size) {
        return Ok(None);
    }
    if !given(workgroups) {
        return Err(bad("is given without workgroups").at_argument("localSize"));
    }
    let three = |value: &JsValue, name: &str| -> Result<[u32; 3]> {
        let refuse = || {
            bad_of(format_args!("is {}; it must be an array of one to three whole numbers from 1", show(value)))
                .at_argument(name)
        };
        let list = list_of(value).ok_or_else(refuse)?;
        if list.is_empty() || list.len() > 3 {
            return Err(refuse());
        }
        let mut sides = [1; 3];
        for (side, value) in sides.iter_mut().zip(&list) {
            *side = natural(value).filter(|&n| n > 0).ok_or_else(refuse)?;
        }
        Ok(sides)
    };
    let size = if given(local_size) { three(local_size, "localSize")? } else { [1; 3] };
    Ok(Some(Grid { groups: three(workgroups, "workgroups")?, size }))
}
