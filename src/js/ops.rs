//! Operations on resident arrays: each takes a GpuArray or a TextureInfo and gives a GpuArray.

mod linear;

use std::rc::Rc;

use js_sys::{Float32Array, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::array::empty_view;
use super::choice;
use super::gpgpu::Gpgpu;
use super::instance::Instance;
use super::params::{self, numbers_of, Argument, Data, HostData};
use crate::bind::Given;
use crate::error::{Code, Error, Result};
use crate::gl::execute::Operand as Slot;
use crate::gl::{Device, Storage};
use crate::ops::elementwise::{self, Binary, Unary};
use crate::ops::permute::{self, Lines};
use crate::ops::reduce::{self, Operation, Over};
use crate::ops::{identity, map, matmul, scan, sort, transpose};
use crate::plan::{Limits, Plan};
use crate::shape::{ElementType, Packed, Scalar, Shape};
use crate::texture::{Modes, ReadMode};

/// Entries of the longest order that is looked at.
const MOST_ENTRIES: usize = 1 << 26;

/// An array that an operation reads.
struct Operand {
    ty: ElementType,
    shape: Shape,
    storage: Rc<Storage>,
}

impl Operand {
    fn given(&self) -> (ElementType, &Shape) {
        (self.ty, &self.shape)
    }

    /// The layout in which it need not be converted.
    fn packed(&self) -> Packed {
        self.storage.preferred_packed()
    }
}

/// One call of an operation.
struct Call<'i> {
    instance: &'i Instance,
    device: Rc<Device>,
}

type Made = (Storage, Shape);

#[cold]
#[inline(never)]
fn thrown(error: Error, operation: &str) -> JsValue {
    error.in_kernel(operation).into()
}

impl<'i> Call<'i> {
    fn limits(&self) -> &Limits {
        self.device.limits()
    }

    fn operand(&self, name: &str, value: &JsValue) -> Result<Operand> {
        let read = || {
            let Argument { given, data } = params::operand(value, self.instance.id)?;
            match (given, data) {
                (Given::Array { ty, shape, .. }, Data::Array(state)) => {
                    Ok(Operand { ty, shape, storage: state.storage()? })
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
                    Ok(Operand { ty, shape: info.shape, storage: Rc::new(storage) })
                }
                _ => Err(Error::new(Code::BadArgument, "is an image; operations take numbers")),
            }
        };
        read().map_err(|e: Error| e.at_argument(name))
    }

    /// Runs a plan; its results come with their shapes.
    fn run(&self, plan: &Plan<'_>, operands: &[&Operand]) -> Result<Vec<Made>> {
        let slots: Vec<Slot<'_>> = operands
            .iter()
            .map(|o| Slot::Array { storage: &o.storage, shape: &o.shape, modes: Modes::default() })
            .collect();
        let made = self.device.run(plan, &slots)?;
        Ok(made.into_iter().zip(plan.results.iter().map(|r| r.shape.clone())).collect())
    }

    /// Runs a plan of which something is read at once.
    fn run_to_read(&self, plan: &Plan<'_>, operands: &[&Operand]) -> Result<Vec<Made>> {
        self.device.marking.set(true);
        let made = self.run(plan, operands);
        self.device.marking.set(false);
        made
    }

    fn array(&self, (storage, shape): Made) -> JsValue {
        self.instance.array(&self.device, storage, shape, Modes::default())
    }

    /// Runs a plan and gives its first result as an array.
    fn first(&self, plan: &Plan<'_>, operands: &[&Operand]) -> Result<JsValue> {
        match self.run(plan, operands)?.into_iter().next() {
            Some(made) => Ok(self.array(made)),
            None => Err(Error::new(Code::Unsupported, "the plan has no result")),
        }
    }

    /// Reads a small result of floats, waiting for the GPU.
    fn floats(&self, storage: &Storage) -> Result<Vec<f32>> {
        let view: Float32Array = empty_view(Scalar::Float, storage.components)?.unchecked_into();
        let _running = self.device.begin()?;
        storage.read_into(view.unchecked_ref())?;
        Ok(view.to_vec())
    }
}

/// An option by its name, or undefined.
fn option(options: &JsValue, name: &str) -> Result<JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(JsValue::UNDEFINED);
    }
    if !options.is_object() {
        let what = format!("options is {}; it is an object", params::describe(options));
        return Err(Error::new(Code::BadArgument, what));
    }
    params::property(options, name)
}

fn flag(options: &JsValue, name: &str) -> Result<bool> {
    let value = option(options, name)?;
    if value.is_undefined() {
        return Ok(false);
    }
    value.as_bool().ok_or_else(|| {
        let what = format!("option {name} is {}; it is a boolean", params::show(&value));
        Error::new(Code::BadArgument, what)
    })
}

/// A whole number of 32 bits, if the option is given.
fn whole(options: &JsValue, name: &str) -> Result<Option<i32>> {
    let value = option(options, name)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let fits = |v: &f64| v.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(v);
    match value.as_f64().filter(fits) {
        Some(number) => Ok(Some(number as i32)),
        None => {
            let what = format!("option {name} is {}; it is a whole number", params::show(&value));
            Err(Error::new(Code::BadArgument, what))
        }
    }
}

/// The form of large products, if the option is given.
fn method(options: &JsValue) -> Result<Option<matmul::Method>> {
    let value = option(options, "method")?;
    match value.as_string().as_deref() {
        None if value.is_undefined() => Ok(None),
        Some("texture") => Ok(Some(matmul::Method::Texture)),
        Some("uniformBlock") => Ok(Some(matmul::Method::UniformBlock)),
        _ => {
            let what = format!("option method is {}; it is \"texture\" or \"uniformBlock\"", params::show(&value));
            Err(Error::new(Code::BadArgument, what))
        }
    }
}

impl Gpgpu {
    /// Runs `body` as the operation of this name.
    #[inline]
    fn operation<T>(&self, name: &str, body: impl FnOnce(&Call<'_>) -> Result<T>) -> std::result::Result<T, JsValue> {
        // Every operation holds a copy of this: what it does not need to repeat is in functions of their own.
        self.call().and_then(|call| body(&call)).map_err(|error| thrown(error, name))
    }

    #[inline(never)]
    fn call(&self) -> Result<Call<'_>> {
        Ok(Call { instance: &self.inner, device: self.inner.device()? })
    }

    fn binary(&self, name: &str, operation: Binary, a: &JsValue, b: &JsValue) -> Thrown {
        self.operation(name, |call| {
            let scale = |array: Operand, number: f64, left: bool| {
                let number = elementwise::number(name, array.ty, number)?;
                let sides =
                    if left { (number, elementwise::Operand::Array) } else { (elementwise::Operand::Array, number) };
                let plan = elementwise::binary(operation, array.ty, &array.shape, array.packed(), sides, call.limits());
                call.first(&plan, &[&array])
            };
            match (a.as_f64(), b.as_f64()) {
                (None, Some(number)) => return scale(call.operand("a", a)?, number, false),
                (Some(number), None) => return scale(call.operand("b", b)?, number, true),
                _ => {}
            }
            let (a, b) = (call.operand("a", a)?, call.operand("b", b)?);
            let (shape, left, right) = elementwise::check(name, a.given(), b.given())?;
            let packed = if left == elementwise::Operand::Array { a.packed() } else { b.packed() };
            let plan = elementwise::binary(operation, a.ty, &shape, packed, (left, right), call.limits());
            call.first(&plan, &[&a, &b])
        })
    }

    fn unary(&self, name: &str, operation: Unary, a: &JsValue) -> Thrown {
        self.operation(name, |call| {
            let a = call.operand("a", a)?;
            call.first(&elementwise::unary(operation, a.ty, &a.shape, a.packed(), call.limits()), &[&a])
        })
    }

    fn reduction(&self, operation: Operation, a: &JsValue, options: &JsValue) -> Thrown {
        self.operation(operation.name(), |call| {
            let a = call.operand("a", a)?;
            let over = match (whole(options, "axis")?, whole(options, "groupSize")?) {
                (None, None) => Over::All,
                (Some(axis), None) => Over::Axis(axis),
                (None, Some(size)) => Over::Groups(size),
                _ => return Err(Error::new(Code::BadArgument, "options axis and groupSize exclude each other")),
            };
            let plan = reduce::plan(operation, a.ty, &a.shape, over, a.packed(), call.limits())?;
            call.first(&plan, &[&a])
        })
    }

    fn permutation(&self, lines: Lines, a: &JsValue, order: &JsValue) -> Thrown {
        self.operation(lines.operation(), |call| {
            let a = call.operand("A", a)?;
            let (rows, cols) = transpose::check(lines.operation(), "A", &a.shape)?;
            let count = if lines == Lines::Rows { rows } else { cols };
            let host = params::plain_numbers(order, MOST_ENTRIES).map_err(|e| e.at_argument("order"))?;
            let (order, how) = match host {
                Some(list) => {
                    let inverse = permute::inverse(lines, &list, count)?;
                    let view = js_sys::Int32Array::from(inverse.as_slice());
                    let ty = ElementType::INT;
                    let storage = Storage::from_host(&call.device, ty, inverse.len(), view.unchecked_ref())?;
                    let shape = Shape::vector(count);
                    (Operand { ty, shape, storage: Rc::new(storage) }, permute::Order::Inverse)
                }
                None => {
                    let order = call.operand("order", order)?;
                    let how = permute::check_order(lines, order.ty, &order.shape, count)?;
                    (order, how)
                }
            };
            call.first(&permute::plan(lines, a.ty, rows, cols, how, call.limits()), &[&a, &order])
        })
    }
}

fn sort_options(options: &JsValue) -> Result<sort::Options> {
    let descending = flag(options, "descending")?;
    let by = match whole(options, "by")? {
        None => 0,
        Some(by) => u32::try_from(by).map_err(|_| {
            Error::new(Code::BadArgument, format!("option by is {by}; it is the number of a component, from 0"))
        })?,
    };
    Ok(sort::Options { descending, by })
}

type Thrown = std::result::Result<JsValue, JsValue>;

#[wasm_bindgen(js_class = GPGPU)]
impl Gpgpu {
    /// `op(A) · op(B)`, either transposed if the options say so.
    pub fn matmul(&self, a: JsValue, b: JsValue, options: JsValue) -> Thrown {
        self.operation("matmul", |call| {
            let asked = method(&options)?;
            let options = matmul::Options {
                transpose_a: flag(&options, "transposeA")?,
                transpose_b: flag(&options, "transposeB")?,
            };
            let (a, b) = (call.operand("A", &a)?, call.operand("B", &b)?);
            let extent = matmul::check(a.given(), b.given(), options)?;
            let method = asked.unwrap_or_else(|| choice::method(&call.device, extent));
            call.first(&matmul::plan(extent, options, method, call.limits()), &[&a, &b])
        })
    }

    /// `a + b`
    pub fn add(&self, a: JsValue, b: JsValue) -> Thrown {
        self.binary("add", Binary::Add, &a, &b)
    }

    /// `a − b`
    pub fn sub(&self, a: JsValue, b: JsValue) -> Thrown {
        self.binary("sub", Binary::Sub, &a, &b)
    }

    /// `a ∘ b`, element by element.
    pub fn hadamard(&self, a: JsValue, b: JsValue) -> Thrown {
        self.binary("hadamard", Binary::Hadamard, &a, &b)
    }

    /// `a · factor`
    pub fn scale(&self, a: JsValue, factor: JsValue) -> Thrown {
        if factor.as_f64().is_none() {
            let what = format!("is {}; it is a number", params::describe(&factor));
            return Err(Error::new(Code::BadArgument, what).at_argument("factor").in_kernel("scale").into());
        }
        self.binary("scale", Binary::Hadamard, &a, &factor)
    }

    /// `max(0, x)`; NaN stays NaN.
    pub fn relu(&self, a: JsValue) -> Thrown {
        self.unary("relu", Unary::Relu, &a)
    }

    /// `x < 0 ? 0 : 1`
    #[wasm_bindgen(js_name = reluGrad)]
    pub fn relu_grad(&self, a: JsValue) -> Thrown {
        self.unary("reluGrad", Unary::ReluGrad, &a)
    }

    /// `[rows, cols]` to `[cols, rows]`.
    pub fn transpose(&self, a: JsValue) -> Thrown {
        self.operation("transpose", |call| {
            let a = call.operand("A", &a)?;
            let (rows, cols) = transpose::check("transpose", "A", &a.shape)?;
            call.first(&transpose::plan(a.ty, rows, cols, call.limits()), &[&a])
        })
    }

    /// The identity matrix of `n` rows.
    pub fn identity(&self, n: JsValue) -> Thrown {
        self.operation("identity", |call| {
            let n = identity::check(n.as_f64().unwrap_or(f64::NAN))?;
            Shape::new(&[n, n])?;
            call.first(&identity::plan(n, call.limits()), &[])
        })
    }

    /// A GLSL expression over the names given, element by element.
    pub fn map(&self, expression: JsValue, inputs: JsValue) -> Thrown {
        self.operation("map", |call| {
            let Some(expression) = expression.as_string() else {
                let what = format!("is {}; it is a GLSL expression", params::describe(&expression));
                return Err(Error::new(Code::BadArgument, what).at_argument("expression"));
            };
            let mut arrays = Vec::new();
            let mut list = Vec::new();
            for (name, value) in params::entries(&inputs).map_err(|e| e.at_argument("inputs"))? {
                let input = match value.as_f64() {
                    Some(number) => map::Input::Number(number),
                    None => {
                        let array = call.operand(&name, &value)?;
                        let input = map::Input::Array(array.ty, array.shape.clone());
                        arrays.push(array);
                        input
                    }
                };
                list.push((name, input));
            }
            let map = map::check(&expression, &list)?;
            let whole = arrays.iter().find(|a| a.shape == map.shape && a.ty.width == map.ty.width);
            let packed = whole.map_or_else(|| Packed::stream(map.shape.elements()), Operand::packed);
            let kernel = call.instance.map_kernel(&map, call.limits());
            let operands: Vec<&Operand> = arrays.iter().collect();
            call.first(&map.plan(&kernel, packed, call.limits()), &operands)
        })
    }

    /// Row i of A becomes row `order[i]`.
    #[wasm_bindgen(js_name = permuteRows)]
    pub fn permute_rows(&self, a: JsValue, order: JsValue) -> Thrown {
        self.permutation(Lines::Rows, &a, &order)
    }

    /// Column i of A becomes column `order[i]`.
    #[wasm_bindgen(js_name = permuteCols)]
    pub fn permute_cols(&self, a: JsValue, order: JsValue) -> Thrown {
        self.permutation(Lines::Columns, &a, &order)
    }

    /// Sum of all, along an axis, or of each group.
    pub fn sum(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::Sum, &a, &options)
    }

    /// Product.
    pub fn prod(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::Prod, &a, &options)
    }

    /// Least value.
    pub fn min(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::Min, &a, &options)
    }

    /// Greatest value.
    pub fn max(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::Max, &a, &options)
    }

    /// Arithmetic mean.
    pub fn mean(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::Mean, &a, &options)
    }

    /// Index of the first least value.
    pub fn argmin(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::ArgMin, &a, &options)
    }

    /// Index of the first greatest value.
    pub fn argmax(&self, a: JsValue, options: JsValue) -> Thrown {
        self.reduction(Operation::ArgMax, &a, &options)
    }

    /// Running sums of the flattened array.
    pub fn cumsum(&self, a: JsValue) -> Thrown {
        self.operation("cumsum", |call| {
            let a = call.operand("a", &a)?;
            call.first(&scan::plan(a.ty, &a.shape, a.packed(), call.limits())?, &[&a])
        })
    }

    /// The elements in order; records by one component.
    pub fn sort(&self, a: JsValue, options: JsValue) -> Thrown {
        self.operation("sort", |call| {
            let options = sort_options(&options)?;
            let a = call.operand("a", &a)?;
            call.first(&sort::plan(a.ty, &a.shape, options, call.limits())?, &[&a])
        })
    }

    /// The indices that put the elements in order.
    pub fn argsort(&self, a: JsValue, options: JsValue) -> Thrown {
        self.operation("argsort", |call| {
            let options = sort_options(&options)?;
            let a = call.operand("a", &a)?;
            call.first(&sort::argsort(a.ty, &a.shape, options, call.limits())?, &[&a])
        })
    }

    /// Keys in order, and values in the order of their keys: `{ keys, values }`.
    #[wasm_bindgen(js_name = sortPairs)]
    pub fn sort_pairs(&self, keys: JsValue, values: JsValue, options: JsValue) -> Thrown {
        self.operation("sortPairs", |call| {
            let options = sort_options(&options)?;
            let (keys, values) = (call.operand("keys", &keys)?, call.operand("values", &values)?);
            let plan = sort::pairs(keys.given(), values.given(), options, call.limits())?;
            let all = Object::new();
            for (name, made) in ["keys", "values"].into_iter().zip(call.run(&plan, &[&keys, &values])?) {
                params::set(&all, name, call.array(made));
            }
            Ok(all.into())
        })
    }
}
