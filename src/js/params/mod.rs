//! Reads what the caller hands over.
//!
//! Every property is read once, before anything is decided: a getter of the caller's may call back into the library.

mod host;
mod objects;
mod uniform;

pub(crate) use host::{numbers_of, overlap, plain_numbers_of, refuse_gone, refuse_resized, view_of, HostData};
pub(crate) use objects::{image_size, is_array, is_canvas, is_context, items, keys};
use objects::{is_settable, property_of, stranger_in};

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::bind::{Given, Grid, HostTexture, NumberKind};
use crate::error::{Code, Error, Result};
use crate::glsl::nearest::nearest;
use crate::kernel::{Role, Variable};
use crate::shape::{ElementType, Shape};
use crate::texture::Modes;

use super::array::{find, ArrayState, Found};

#[wasm_bindgen]
extern "C" {
    /// What `compute` takes.
    type Param;
    #[wasm_bindgen(method, getter, catch)]
    fn id(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = vertexShader)]
    fn vertex_shader(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = fragmentShader)]
    fn fragment_shader(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn args(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = elementCount)]
    fn element_count(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn workgroups(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = localSize)]
    fn local_size(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = VertexIndexBuffer)]
    fn vertex_index_buffer(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn mode(this: &Param) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn clear(this: &Param) -> std::result::Result<JsValue, JsValue>;

    /// A TextureInfo, or anything that may be one.
    type Info;
    #[wasm_bindgen(method, getter, catch, js_name = texelType)]
    fn texel_type(this: &Info) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn shape(this: &Info) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn value(this: &Info) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = addressMode)]
    fn address_mode(this: &Info) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = filterMode)]
    fn filter_mode(this: &Info) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = readMode)]
    fn read_mode(this: &Info) -> std::result::Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = flipY)]
    fn flip_y(this: &Info) -> std::result::Result<JsValue, JsValue>;
}

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

/// Samplers that an array of them may have.
const MOST_SAMPLERS: u32 = 1024;

fn bad(detail: impl Into<String>) -> Error {
    Error::new(Code::BadArgument, detail)
}

/// A property's value; what its getter throws is a refusal.
fn got<T>(value: std::result::Result<T, JsValue>) -> Result<T> {
    value.map_err(|thrown| bad(format!("cannot be read: {}", super::error::text_of(&thrown))))
}

fn given(value: &JsValue) -> bool {
    !value.is_undefined() && !value.is_null()
}

impl Request {
    /// Reads everything but the arguments.
    pub(crate) fn read(param: &JsValue) -> Result<Request> {
        if !param.is_object() {
            return Err(bad(format!("compute takes an object with a shader and args, not {}", describe(param))));
        }
        let param: &Param = param.unchecked_ref();
        let id = got(param.id())?;
        let id = match given(&id) {
            true => Some(id.as_string().ok_or_else(|| bad(format!("id is {}; it is a string", describe(&id))))?),
            false => None,
        };
        let name = id.clone();
        let inner = move || {
            let source = |value: JsValue, what: &str| match value.dyn_into::<JsString>() {
                Ok(text) if text.trim().length() == 0 => Ok(None),
                Ok(text) => Ok(Some(text)),
                Err(other) if !given(&other) => Ok(None),
                Err(other) => Err(bad(format!("{what} is {}; it is a string of GLSL", describe(&other)))),
            };
            let vertex = source(got(param.vertex_shader())?, "vertexShader")?;
            let fragment = source(got(param.fragment_shader())?, "fragmentShader")?;
            if vertex.is_none() && fragment.is_none() {
                return Err(bad("neither vertexShader nor fragmentShader is given"));
            }
            let args = got(param.args())?;
            let args: Object = match args {
                args if args.is_object() => args.unchecked_into(),
                other if !given(&other) => Object::new(),
                other => return Err(bad(format!("args is {}; it is an object", describe(&other)))),
            };
            let count = got(param.element_count())?;
            let element_count = match given(&count) {
                true => Some(natural(&count).ok_or_else(|| {
                    bad(format!("is {}; it is a whole number from 0", describe(&count))).at_argument("elementCount")
                })?),
                false => None,
            };
            let grid = grid(&got(param.workgroups())?, &got(param.local_size())?)?;
            let clear = !matches!(got(param.clear())?.as_bool(), Some(false));
            let (indices, mode) = (got(param.vertex_index_buffer())?, got(param.mode())?);
            Ok(Request { id, vertex, fragment, args, element_count, grid, indices, mode, clear })
        };
        inner().map_err(|e| match name.as_deref() {
            Some(name) => e.in_kernel(name),
            None => e,
        })
    }
}

/// A whole number from 0 to 2^31 − 1.
pub(crate) fn natural(value: &JsValue) -> Option<u32> {
    value.as_f64().filter(|v| v.fract() == 0.0 && (0.0..=f64::from(i32::MAX)).contains(v)).map(|v| v as u32)
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
            bad(format!("is {}; it is an array of one to three whole numbers from 1", show(value))).at_argument(name)
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

/// The items of a short array or typed array.
fn list_of(value: &JsValue) -> Option<Vec<JsValue>> {
    if is_array(value) || view_of(value).is_some() {
        return items(value, 64).ok().flatten();
    }
    None
}

/// A shape: one to three whole numbers. A plain number is a shape of one dimension.
pub(crate) fn shape_of(value: &JsValue) -> Result<Shape> {
    let refuse = |what: String| Error::new(Code::BadShape, what);
    let list = match value.as_f64() {
        Some(_) => vec![value.clone()],
        None => list_of(value)
            .ok_or_else(|| refuse(format!("shape is {}; it is an array of whole numbers", describe(value))))?,
    };
    let mut sides = Vec::with_capacity(list.len());
    for side in &list {
        sides.push(natural(side).ok_or_else(|| {
            refuse(format!("shape {} has the side {}; sides are whole numbers from 0", show(value), show(side)))
        })?);
    }
    Shape::new(&sides)
}

/// The options of a texture. An option of another name is refused.
pub(crate) fn modes_of(options: &JsValue, check_names: bool) -> Result<(Modes, Option<bool>)> {
    let mut modes = Modes::default();
    let mut flip = None;
    if !given(options) {
        return Ok((modes, flip));
    }
    if !options.is_object() {
        return Err(bad(format!("options is {}; it is an object", describe(options))));
    }
    if check_names {
        for name in keys(options)?.iter().filter_map(|k| k.as_string()) {
            if !["addressMode", "filterMode", "readMode", "flipY"].contains(&name.as_str()) {
                let value = Reflect::get(options, &name.as_str().into()).unwrap_or(JsValue::UNDEFINED);
                modes.set(&name, &show(&value))?;
            }
        }
    }
    let info: &Info = options.unchecked_ref();
    for (name, value) in [
        ("addressMode", got(info.address_mode())?),
        ("filterMode", got(info.filter_mode())?),
        ("readMode", got(info.read_mode())?),
    ] {
        if given(&value) {
            match value.as_string() {
                Some(text) => modes.set(name, &text)?,
                None => modes.set(name, &show(&value))?,
            }
        }
    }
    let value = got(info.flip_y())?;
    if given(&value) {
        flip = Some(value.as_bool().ok_or_else(|| bad(format!("option flipY is {}; it is a boolean", show(&value))))?);
    }
    Ok((modes, flip))
}

/// An element type by its name.
pub(crate) fn type_of(value: &JsValue) -> Result<ElementType> {
    value.as_string().and_then(|name| ElementType::parse(&name)).ok_or_else(|| {
        bad(format!(
            "type is {}; it is one of float, vec2 … vec4, int, ivec2 … ivec4, uint, uvec2 … uvec4",
            show(value)
        ))
    })
}

/// An argument: what binding sees of it, and its data.
pub(crate) struct Argument {
    pub(crate) given: Given,
    pub(crate) data: Data,
}

/// An argument's data, kept until it is known to be wanted.
pub(crate) enum Data {
    None,
    Host(HostData),
    Array(std::rc::Rc<ArrayState>),
    Many(Vec<Data>),
}

impl Argument {
    fn plain(given: Given) -> Argument {
        Argument { given, data: Data::None }
    }
    fn wrong(value: &JsValue) -> Argument {
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
        Role::VertexOutput => output(&value, owner),
        Role::FragmentOutput(_) => output(&value, owner),
    };
    read.map_err(|e| e.at_argument(&variable.name))
}

/// A resident array, if it is one.
fn resident(value: &JsValue, owner: u32) -> Result<Option<Argument>> {
    match find(value) {
        Found::Nothing => Ok(None),
        Found::Gone => Err(Error::new(Code::Disposed, "was disposed")),
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
    if let Some((kind, length)) = view_of(value) {
        let host = HostData::Numbers { kind, value: value.clone() };
        host.refuse_detached()?;
        return Ok(Argument { given: Given::Numbers { kind, length }, data: Data::Host(host) });
    }
    if input && is_array(value) {
        let numbers = plain_numbers_of(value)?;
        let length = numbers.length() as usize;
        let host = HostData::Numbers { kind: NumberKind::Plain, value: numbers.into() };
        return Ok(Argument { given: Given::Numbers { kind: NumberKind::Plain, length }, data: Data::Host(host) });
    }
    Ok(resident(value, owner)?.unwrap_or_else(|| Argument::wrong(value)))
}

fn output(value: &JsValue, owner: u32) -> Result<Argument> {
    if view_of(value).is_none() && value.is_object() && !is_array(value) {
        if let Some(argument) = resident(value, owner)? {
            return Ok(argument);
        }
        return Ok(match texture_info(value)? {
            Some(info) => info,
            None => Argument::wrong(value),
        });
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
        true => bad(format!("is {}; operations take a GpuArray or a TextureInfo", describe(value))),
        false => Error::new(Code::MissingArgument, "is not given"),
    })
}

/// The numbers of an array or typed array; none of anything else.
pub(crate) fn plain_numbers(value: &JsValue) -> Result<Option<Vec<f64>>> {
    if view_of(value).is_some() {
        refuse_gone(value)?;
        return Ok(Some(js_sys::Float64Array::new(value).to_vec()));
    }
    if !is_array(value) {
        return Ok(None);
    }
    Ok(Some(plain_numbers_of(value)?.to_vec()))
}

/// The own properties of an object, in their order.
pub(crate) fn entries(object: &JsValue) -> Result<Vec<(String, JsValue)>> {
    if !object.is_object() || is_array(object) {
        return Err(bad(format!("is {}; it is an object of names and arrays", describe(object))));
    }
    let named = |key: JsValue| {
        let name = key.as_string().unwrap_or_default();
        Ok((name, got(Reflect::get(object, &key))?))
    };
    keys(object)?.into_iter().map(named).collect()
}

fn image(value: &JsValue, modes: Modes, flip: Option<bool>) -> Result<Argument> {
    let Some((width, height, flipped)) = image_size(value) else { return Ok(Argument::wrong(value)) };
    if width == 0 || height == 0 {
        return Err(Error::new(Code::BadShape, "is an image without a size; has it been loaded?"));
    }
    let flip = flip.unwrap_or(flipped);
    let texture = HostTexture {
        ty: ElementType { scalar: crate::shape::Scalar::Float, width: 4 },
        shape: Shape::matrix(height, width),
        data: None,
        image: Some((width, height)),
        modes,
    };
    let host = HostData::Image { value: value.clone(), flip };
    Ok(Argument { given: Given::Texture(texture), data: Data::Host(host) })
}

/// A TextureInfo: any object with a texelType. Read anew for each call, since the caller may have changed it.
fn texture_info(value: &JsValue) -> Result<Option<Argument>> {
    let info: &Info = value.unchecked_ref();
    let texel_type = got(info.texel_type())?;
    if !given(&texel_type) {
        return Ok(None);
    }
    let ty = type_of(&texel_type)?;
    let (modes, flip) = modes_of(value, false)?;
    let data = got(info.value())?;
    let is_view = view_of(&data);
    if given(&data) && is_view.is_none() && !is_array(&data) {
        let argument = image(&data, modes, flip)?;
        if matches!(argument.given, Given::Wrong(_)) {
            return Err(bad(format!("has the value {}; it takes numbers or an image", describe(&data))));
        }
        return Ok(Some(argument));
    }
    let shape = shape_of(&got(info.shape())?)?;
    let (kind, data) = match is_view {
        Some((kind, length)) => {
            refuse_gone(&data)?;
            (Some((kind, length)), data)
        }
        None if is_array(&data) => {
            let numbers = plain_numbers_of(&data)?;
            (Some((NumberKind::Plain, numbers.length() as usize)), numbers.into())
        }
        None => (None, data),
    };
    let texture = HostTexture { ty, shape, data: kind, image: None, modes };
    let host = match kind {
        Some((kind, _)) => HostData::Info { info: value.clone(), numbers: Some((kind, data)) },
        None => HostData::Info { info: value.clone(), numbers: None },
    };
    Ok(Some(Argument { given: Given::Texture(texture), data: Data::Host(host) }))
}

/// Refuses a TextureInfo whose `value` cannot become a result.
pub(crate) fn refuse_fixed(info: &JsValue) -> Result<()> {
    fixed_unless(got(is_settable(info, "value"))?)
}

/// Puts the result of an output into a TextureInfo's `value`.
pub(crate) fn set_value(info: &JsValue, value: &JsValue) -> Result<()> {
    fixed_unless(Reflect::set(info, &"value".into(), value).unwrap_or(false))
}

fn fixed_unless(settable: bool) -> Result<()> {
    match settable {
        true => Ok(()),
        false => Err(bad("is a TextureInfo whose value cannot be set")),
    }
}

/// A property of an object that the library makes or that the caller hands over.
pub(crate) fn property(object: &JsValue, name: &str) -> Result<JsValue> {
    got(Reflect::get(object, &name.into()))
}

/// Sets a property of an object that the library makes.
pub(crate) fn set(object: &Object, name: &str, value: impl Into<JsValue>) {
    // Defining on a fresh plain object cannot fail.
    let _ = Reflect::set(object, &name.into(), &value.into());
}

/// How a message calls a value.
pub(crate) fn describe(value: &JsValue) -> String {
    if value.is_null() {
        return "null".to_string();
    }
    if value.is_undefined() {
        return "undefined".to_string();
    }
    if value.as_string().is_some() {
        return "a string".to_string();
    }
    if value.as_f64().is_some() {
        return "a number".to_string();
    }
    if value.as_bool().is_some() {
        return "a boolean".to_string();
    }
    if value.is_bigint() {
        return "a BigInt".to_string();
    }
    if is_array(value) {
        return "an array".to_string();
    }
    if value.is_function() {
        return "a function".to_string();
    }
    if value.is_symbol() {
        return "a symbol".to_string();
    }
    let constructor = Reflect::get(value, &"constructor".into())
        .ok()
        .and_then(|c| Reflect::get(&c, &"name".into()).ok())
        .and_then(|name| name.as_string())
        .unwrap_or_default();
    match constructor.as_str() {
        "" | "Object" => "an object".to_string(),
        name if name.starts_with(['A', 'E', 'I', 'O', 'U']) && !name.starts_with("Ui") => format!("an {name}"),
        name => format!("a {name}"),
    }
}

/// A number as JavaScript writes it. (Rust's own printing of floats is a large piece of code.)
fn text_of_number(number: f64) -> String {
    match js_sys::Number::from(number).to_string_with_radix(10) {
        Ok(text) => text.into(),
        Err(_) => "a number".to_string(),
    }
}

/// A value as a message shows it: numbers, strings and short arrays themselves.
pub(crate) fn show(value: &JsValue) -> String {
    if let Some(number) = value.as_f64() {
        return text_of_number(number);
    }
    if let Some(text) = value.as_string() {
        return format!("\"{text}\"");
    }
    match list_of(value) {
        Some(list) if list.len() <= 8 => {
            let items: Vec<String> =
                list.iter().map(|item| if is_array(item) { describe(item) } else { show(item) }).collect();
            format!("[{}]", items.join(", "))
        }
        _ => describe(value),
    }
}

/// The name of the first of an object's own properties that is not declared.
pub(crate) fn stranger(object: &JsValue, declared: &Array) -> Result<Option<String>> {
    got(stranger_in(object, declared))
}

/// The refusal of a property that is not declared. `within` stands before its name.
pub(crate) fn unknown(stranger: &str, declared: &Array, within: &str) -> Error {
    let names: Vec<String> = declared.iter().filter_map(|name| name.as_string()).collect();
    let hint = match nearest(stranger, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if names.is_empty() => "it declares nothing".to_string(),
        None => format!("it declares {}", names.join(", ")),
    };
    let what = format!("is declared by no shader; {hint}");
    Error::new(Code::UnknownArgument, what).at_argument(&format!("{within}{stranger}"))
}
