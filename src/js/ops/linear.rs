//! Factors, inverses and what is found out from them.

use std::rc::Rc;

use js_sys::{Int32Array, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::{whole, Call, Operand, Words};
use crate::error::{Code, Error, Result};
use crate::js::array::empty_view;
use crate::js::instance::Instance;
use crate::js::params;
use crate::ops::lu::status::Status;
use crate::ops::lu::{det, factor, inverse, solve, triangular};
use crate::plan::{Limits, Plan};
use crate::shape::{ElementType, Scalar, Shape};

type Triangular = fn(&Shape, &Limits) -> Result<Plan<'static>>;

/// Elsewhere operations take every type; here floats.
fn floats_only(operand: &Operand, name: &str) -> Result<()> {
    if operand.ty == ElementType::FLOAT {
        return Ok(());
    }
    Err(Error::of(Code::BadArgument, format_args!("is an array of {}; it takes floats", operand.ty)).at_argument(name))
}

fn rows(matrix: &Operand) -> usize {
    matrix.shape.dimensions().first().map_or(0, |&rows| rows as usize)
}

/// Throws if a status says that its matrix was singular.
fn refuse_singular(status: &Status) -> Result<()> {
    match status.singular() {
        None => Ok(()),
        Some(column) => {
            Err(Error::of(Code::SingularMatrix, format_args!("the matrix is singular: column {column} has no pivot")))
        }
    }
}

/// Products and inverses of packed factors.
pub(super) fn triangular(call: &Call<'_>, plan: Triangular, [factors, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("LU", factors)?;
    floats_only(&a, "LU")?;
    call.first(&plan(&a.shape, call.limits())?, &[&a])
}

/// LU factors with partial pivoting: `{ LU, order, sign, rcond }`.
pub(super) fn lu(call: &Call<'_>, [a, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("A", a)?;
    floats_only(&a, "A")?;
    let mut made = call.run(&factor::plan(&a.shape, call.limits())?, &[&a])?.into_iter();
    let (Some(factors), Some(order)) = (made.next(), made.next()) else {
        return Err(Error::misplanned());
    };
    let instance = call.instance.clone();
    Ok(Factors { instance, factors: call.array(factors), order: call.array(order) }.into())
}

/// `A⁻¹`; throws SINGULAR_MATRIX where there is none.
pub(super) fn inverse(call: &Call<'_>, [a, options, _]: &Words) -> Result<JsValue> {
    let refine = whole(options, "refine")?.unwrap_or(0);
    let refine = u32::try_from(refine).ok().filter(|&n| n <= 8).ok_or_else(|| {
        Error::of(Code::BadArgument, format_args!("option refine is {refine}; it is a number of steps from 0 to 8"))
    })?;
    let a = call.operand("A", a)?;
    floats_only(&a, "A")?;
    solved(call, &inverse::plan(&a.shape, refine, call.limits())?, &[&a])
}

/// X of `A·X = B`; throws SINGULAR_MATRIX where there is none.
pub(super) fn solve(call: &Call<'_>, [a, b, _]: &Words) -> Result<JsValue> {
    let (a, b) = (call.operand("A", a)?, call.operand("B", b)?);
    floats_only(&a, "A")?;
    floats_only(&b, "B")?;
    solved(call, &solve::plan(&a.shape, &b.shape, call.limits())?, &[&a, &b])
}

/// The determinant; 0 of a singular matrix.
pub(super) fn det(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    let (rows, floats) = eliminated(call, &*call.operand("A", &words[0])?)?;
    Ok(det::value(rows, &floats).value().into())
}

/// The determinant as `{ sign, log }`, the logarithm of its magnitude: for those that no number can hold.
pub(super) fn log_det(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    let (rows, floats) = eliminated(call, &*call.operand("A", &words[0])?)?;
    let det = det::value(rows, &floats);
    let all = Object::new();
    let sign = if det.mantissa == 0.0 { 0.0 } else { det.mantissa.signum() };
    params::set(&all, "sign", sign);
    params::set(&all, "log", det.log(js_sys::Math::log));
    Ok(all.into())
}

/// `1 / (‖A‖₁ ‖A⁻¹‖₁)`, exact but for rounding.
pub(super) fn rcond(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    Ok(rcond_of(call, &*call.operand("A", &words[0])?)?.into())
}

/// The number of a matrix's rows, and what its elimination found out.
fn eliminated(call: &Call<'_>, a: &Operand) -> Result<(usize, Vec<f32>)> {
    floats_only(a, "A")?;
    let made = call.run_to_read(&det::plan(call.name, &a.shape, call.limits())?, &[a])?;
    let floats = match made.first() {
        Some((status, _)) => call.floats(status)?,
        None => Vec::new(),
    };
    Ok((rows(a), floats))
}

fn rcond_of(call: &Call<'_>, a: &Operand) -> Result<f64> {
    let (rows, floats) = eliminated(call, a)?;
    Ok(Status::new(rows, &floats).rcond())
}

/// Runs a plan whose last result is a status, and gives its first as an array.
fn solved(call: &Call<'_>, plan: &Plan<'_>, operands: &[&Operand]) -> Result<JsValue> {
    let mut made = call.run_to_read(plan, operands)?.into_iter();
    let (Some(result), Some((status, _))) = (made.next(), made.next()) else {
        return Err(Error::misplanned());
    };
    let rows = operands.first().map_or(0, |a| rows(a));
    refuse_singular(&Status::new(rows, &call.floats(&status)?))?;
    Ok(call.array(result))
}

/// What `lu` gives. `sign` and `rcond` are found out when they are asked for, from the two arrays: nothing else is kept.
#[wasm_bindgen(skip_typescript)]
pub struct Factors {
    instance: Rc<Instance>,
    factors: JsValue,
    order: JsValue,
}

impl Factors {
    fn call<T>(&self, body: impl FnOnce(&Call<'_>) -> Result<T>) -> std::result::Result<T, JsValue> {
        let name = "lu";
        let call = || body(&Call { name, instance: &self.instance, device: self.instance.device()? });
        call().map_err(|error: Error| error.in_kernel(name).into())
    }
}

#[wasm_bindgen]
impl Factors {
    /// L with its diagonal and U with unit diagonal, in one matrix.
    #[wasm_bindgen(getter, js_name = LU)]
    pub fn factors(&self) -> JsValue {
        self.factors.clone()
    }

    /// Row i of L·U is row `order[i]` of A.
    #[wasm_bindgen(getter)]
    pub fn order(&self) -> JsValue {
        self.order.clone()
    }

    /// The sign of that permutation.
    #[wasm_bindgen(getter)]
    pub fn sign(&self) -> std::result::Result<f64, JsValue> {
        self.call(|call| {
            let order = call.operand("order", &self.order)?.storage;
            let view: Int32Array = empty_view(Scalar::Int, order.components)?.unchecked_into();
            let _running = call.device.begin()?;
            order.read_into(view.unchecked_ref())?;
            Ok(factor::sign(&view.to_vec()))
        })
    }

    /// `1 / (‖A‖₁ ‖A⁻¹‖₁)` of A as the factors have it. The order of its rows is not in it.
    #[wasm_bindgen(getter)]
    pub fn rcond(&self) -> std::result::Result<f64, JsValue> {
        self.call(|call| {
            let factors = call.operand("LU", &self.factors)?;
            let plan = triangular::multiply_lu_plan(&factors.shape, call.limits())?;
            let Some((storage, shape)) = call.run(&plan, &[&factors])?.into_iter().next() else {
                return Err(Error::misplanned());
            };
            rcond_of(call, &Operand { ty: ElementType::FLOAT, shape, storage: Rc::new(storage) })
        })
    }
}
