//! Operations on resident arrays: each takes a GpuArray or a TextureInfo and gives a GpuArray.

mod call;
mod linear;
mod options;

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use self::call::{Call, Operand};
use self::options::{number, options, sort_options, whole};
use super::choice;
use super::gpgpu::Gpgpu;
use super::params;
use crate::error::{Code, Error, Result};
use crate::gl::Storage;
use crate::ops::elementwise::{self, Binary, Unary};
use crate::ops::layout::Array;
use crate::ops::lu::triangular;
use crate::ops::permute::{self, Lines};
use crate::ops::reduce::{self, Operation as Reduction, Over};
use crate::ops::{identity, map, matmul, scan, sort, transpose};
use crate::shape::{ElementType, Packed, Shape};

/// Entries of the longest order that is looked at.
const MOST_ENTRIES: usize = 1 << 26;

/// What the caller gave for an operation's parameters, of which none has more.
type Words = [JsValue; 3];

/// What an operation is called, how many words it takes (options that it does not have would come next), and what it does.
type Operation = (&'static str, usize, fn(&Call<'_>, &Words) -> Result<JsValue>);

/// Every operation. Their methods are made of this list (`classes.js`).
const OPERATIONS: [Operation; 33] = [
    ("matmul", 3, matmul),
    ("add", 2, |call, words| binary(call, Binary::Add, words)),
    ("sub", 2, |call, words| binary(call, Binary::Sub, words)),
    ("hadamard", 2, |call, words| binary(call, Binary::Hadamard, words)),
    ("scale", 2, scale),
    ("relu", 1, |call, words| unary(call, Unary::Relu, words)),
    ("reluGrad", 1, |call, words| unary(call, Unary::ReluGrad, words)),
    ("transpose", 1, transpose),
    ("identity", 1, identity),
    ("map", 2, map),
    ("permuteRows", 2, |call, words| permutation(call, Lines::Rows, words)),
    ("permuteCols", 2, |call, words| permutation(call, Lines::Columns, words)),
    ("sum", 2, |call, words| reduction(call, Reduction::Sum, words)),
    ("prod", 2, |call, words| reduction(call, Reduction::Prod, words)),
    ("min", 2, |call, words| reduction(call, Reduction::Min, words)),
    ("max", 2, |call, words| reduction(call, Reduction::Max, words)),
    ("mean", 2, |call, words| reduction(call, Reduction::Mean, words)),
    ("argmin", 2, |call, words| reduction(call, Reduction::ArgMin, words)),
    ("argmax", 2, |call, words| reduction(call, Reduction::ArgMax, words)),
    ("cumsum", 1, cumsum),
    ("sort", 2, sort),
    ("argsort", 2, argsort),
    ("sortPairs", 3, sort_pairs),
    ("lu", 1, linear::lu),
    ("multiplyLU", 1, |call, words| linear::triangular(call, triangular::multiply_lu_plan, words)),
    ("multiplyUL", 1, |call, words| linear::triangular(call, triangular::multiply_ul_plan, words)),
    ("invertLower", 1, |call, words| linear::triangular(call, triangular::invert_lower_plan, words)),
    ("invertUpper", 1, |call, words| linear::triangular(call, triangular::invert_upper_plan, words)),
    ("inverse", 2, linear::inverse),
    ("solve", 2, linear::solve),
    ("det", 1, linear::det),
    ("logDet", 1, linear::log_det),
    ("rcond", 1, linear::rcond),
];

/// Two arrays, or an array and a number.
fn binary(call: &Call<'_>, operation: Binary, [a, b, _]: &Words) -> Result<JsValue> {
    let scale = |array: Box<Operand>, number: f64, left: bool| {
        let number = elementwise::number(call.name, array.ty, number)?;
        let sides = if left { (number, elementwise::Operand::Array) } else { (elementwise::Operand::Array, number) };
        let plan = elementwise::binary(operation, array.array(), sides, call.limits());
        call.result(&plan, &[&array])
    };
    match (a.as_f64(), b.as_f64()) {
        (None, Some(number)) => return scale(call.operand("a", a)?, number, false),
        (Some(number), None) => return scale(call.operand("b", b)?, number, true),
        _ => {}
    }
    let (a, b) = (call.operand("a", a)?, call.operand("b", b)?);
    let (shape, left, right) = elementwise::check(call.name, a.given(), b.given())?;
    let whole = if left == elementwise::Operand::Array { &a } else { &b };
    let result = Array { shape: &shape, ..whole.array() };
    let plan = elementwise::binary(operation, result, (left, right), call.limits());
    call.result(&plan, &[&a, &b])
}

/// `a · factor`
fn scale(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    number(&words[1], "factor")?;
    binary(call, Binary::Hadamard, words)
}

fn unary(call: &Call<'_>, operation: Unary, [a, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("a", a)?;
    call.result(&elementwise::unary(operation, a.array(), call.limits()), &[&a])
}

fn reduction(call: &Call<'_>, operation: Reduction, [a, given, _]: &Words) -> Result<JsValue> {
    let a = call.operand("a", a)?;
    let given = options(given, "axis groupSize")?;
    let over = match (whole(&given.get(0)), whole(&given.get(1))) {
        (None, None) => Over::All,
        (Some(axis), None) => Over::Axis(axis),
        (None, Some(size)) => Over::Groups(size),
        _ => return Err(Error::new(Code::BadArgument, "options axis and groupSize exclude each other")),
    };
    let plan = reduce::plan(operation, a.array(), over, call.limits())?;
    call.result(&plan, &[&a])
}

/// Row or column i of A becomes row or column `order[i]`.
fn permutation(call: &Call<'_>, lines: Lines, [a, order, _]: &Words) -> Result<JsValue> {
    let a = call.operand("A", a)?;
    let (rows, cols) = transpose::check(call.name, "A", &a.shape)?;
    let count = if lines == Lines::Rows { rows } else { cols };
    let host = params::plain_numbers(order, MOST_ENTRIES).map_err(|e| e.at_argument("order"))?;
    let (order, how) = match host {
        Some(list) => {
            let inverse = permute::inverse(lines, &list, count)?;
            let view = js_sys::Int32Array::from(inverse.as_slice());
            let ty = ElementType::INT;
            let storage = Storage::from_host(&call.device, ty, inverse.len(), view.unchecked_ref())?;
            let shape = Shape::vector(count);
            (Box::new(Operand { ty, shape, storage: Rc::new(storage) }), permute::Order::Inverse)
        }
        None => {
            let order = call.operand("order", order)?;
            let how = permute::check_order(lines, order.ty, &order.shape, count)?;
            (order, how)
        }
    };
    call.result(&permute::plan(lines, a.ty, [rows, cols], how, call.limits()), &[&a, &order])
}

/// `op(A) · op(B)`, either transposed if the options say so.
fn matmul(call: &Call<'_>, [a, b, given]: &Words) -> Result<JsValue> {
    let given = options(given, "transposeA transposeB method")?;
    let asked = given.get(2).as_string().map(|name| match name.as_str() {
        "texture" => matmul::Method::Texture,
        _ => matmul::Method::UniformBlock,
    });
    let options = matmul::Options { transpose_a: given.get(0).is_truthy(), transpose_b: given.get(1).is_truthy() };
    let (a, b) = (call.operand("A", a)?, call.operand("B", b)?);
    let extent = matmul::check(a.given(), b.given(), options)?;
    let method = asked.unwrap_or_else(|| choice::method(&call.device, extent));
    call.result(&matmul::plan(extent, options, method, call.limits()), &[&a, &b])
}

/// `[rows, cols]` to `[cols, rows]`.
fn transpose(call: &Call<'_>, [a, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("A", a)?;
    let (rows, cols) = transpose::check(call.name, "A", &a.shape)?;
    call.result(&transpose::plan(a.ty, rows, cols, call.limits()), &[&a])
}

/// The identity matrix of `n` rows.
fn identity(call: &Call<'_>, [n, ..]: &Words) -> Result<JsValue> {
    let n = identity::check(number(n, "n")?)?;
    call.result(&identity::plan(n, call.limits()), &[])
}

/// A GLSL expression over the names given, element by element.
fn map(call: &Call<'_>, [expression, inputs, _]: &Words) -> Result<JsValue> {
    let Some(expression) = expression.as_string() else {
        return Err(Error::of(
            Code::BadArgument,
            format_args!("is {}; it must be a GLSL expression", params::describe(expression)),
        )
        .at_argument("expression"));
    };
    let mut arrays = Vec::new();
    let mut list = Vec::new();
    for (name, value) in params::entries(inputs).map_err(|e| e.at_argument("inputs"))? {
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
    let packed = whole.map_or_else(|| Packed::stream(map.shape.elements()), |array| array.array().packed);
    let kernel = call.instance.map_kernel(&map, call.limits());
    let operands: Vec<&Operand> = arrays.iter().map(|array| &**array).collect();
    call.result(&map.plan(&kernel, packed, call.limits()), &operands)
}

/// Running sums of the flattened array.
fn cumsum(call: &Call<'_>, [a, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("a", a)?;
    call.result(&scan::plan(a.array(), call.limits())?, &[&a])
}

/// The elements in order; records by one component.
fn sort(call: &Call<'_>, [a, options, _]: &Words) -> Result<JsValue> {
    let options = sort_options(options)?;
    let a = call.operand("a", a)?;
    call.result(&sort::plan(a.ty, &a.shape, options, call.limits())?, &[&a])
}

/// The indices that put the elements in order.
fn argsort(call: &Call<'_>, [a, options, _]: &Words) -> Result<JsValue> {
    let options = sort_options(options)?;
    let a = call.operand("a", a)?;
    call.result(&sort::argsort(a.ty, &a.shape, options, call.limits())?, &[&a])
}

/// Keys in order, and values in the order of their keys: `{ keys, values }`.
fn sort_pairs(call: &Call<'_>, [keys, values, options]: &Words) -> Result<JsValue> {
    let options = sort_options(options)?;
    let (keys, values) = (call.operand("keys", keys)?, call.operand("values", values)?);
    let plan = sort::pairs(keys.given(), values.given(), options, call.limits())?;
    let all = Object::new();
    for (name, made) in ["keys", "values"].into_iter().zip(call.run(&plan, &[&keys, &values])?) {
        params::set(&all, name, call.array(made));
    }
    Ok(all.into())
}

#[wasm_bindgen(js_class = GPGPU)]
impl Gpgpu {
    /// The operation of this number among [`operations`].
    pub fn operate(&self, number: usize, a: JsValue, b: JsValue, c: JsValue) -> std::result::Result<JsValue, JsValue> {
        let Some((name, length, body)) = OPERATIONS.get(number) else { return Ok(JsValue::UNDEFINED) };
        let call = || {
            let (device, words) = (self.inner.device()?, [a, b, c]);
            if let Some(beyond) = words.get(*length) {
                options(beyond, "")?;
            }
            body(&Call { name, instance: &self.inner, device }, &words)
        };
        call().map_err(|error| error.in_kernel(name).into())
    }
}

/// The names of all operations, each a method.
#[wasm_bindgen(skip_typescript)]
#[allow(unreachable_pub, reason = "what is exported to JavaScript must be public")]
pub fn operations() -> js_sys::Array {
    OPERATIONS.iter().map(|operation| JsValue::from_str(operation.0)).collect()
}
