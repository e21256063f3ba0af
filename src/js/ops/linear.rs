//! Factors, inverses and what is found out from them.

use std::rc::Rc;

use js_sys::{Float32Array, Int32Array, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::call::{next, Call, Made, Operand};
use super::options::{options, whole};
use super::Words;
use crate::error::{Code, Error, Result};
use crate::gl::Storage;
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

#[wasm_bindgen(module = "/src/js/ops/regular.js")]
extern "C" {
    /// Whether a matrix that looks singular is regular for certain, from its elements, those of the inverse of the scaled
    /// matrix, and its status. A product of factors is rounded in elements that should be 0, too.
    fn regular(matrix: &Float32Array, inverse: &Float32Array, status: &Float32Array, product: bool) -> bool;

    /// The reciprocal condition number, from the same.
    fn reciprocal(matrix: &Float32Array, inverse: &Float32Array, status: &Float32Array) -> f64;
}

/// Where a matrix comes from.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    Caller,
    /// It is the product of its factors.
    Factors,
}

/// What a matrix's elimination found out.
struct Eliminated {
    /// The status, as read and as such.
    floats: Float32Array,
    status: Status,
    /// The inverse of the scaled matrix.
    inverse: Storage,
}

/// Takes the last two results of an elimination of `a`. A doubt that the status leaves is settled. A product of factors is
/// always in doubt: scaled, rounding errors where it should have zeros may be as large as all else.
fn eliminated(call: &Call<'_>, a: &Operand, origin: Origin, made: &mut Vec<Made>) -> Result<Eliminated> {
    let product = origin == Origin::Factors;
    let floats = call.view(&next(made)?.0)?;
    let mut status = Status::new(rows(a), &floats.to_vec());
    let inverse = next(made)?.0;
    if product || status.in_doubt() {
        status.settle(regular(&call.view(&a.storage)?, &call.view(&inverse)?, &floats, product));
    }
    Ok(Eliminated { floats, status, inverse })
}

/// Products and inverses of packed factors.
pub(super) fn triangular(call: &Call<'_>, plan: Triangular, [factors, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("LU", factors)?;
    floats_only(&a, "LU")?;
    call.result(&plan(&a.shape, call.limits())?, &[&a])
}

/// LU factors with partial pivoting: `{ LU, order, sign, rcond }`.
pub(super) fn lu(call: &Call<'_>, [a, ..]: &Words) -> Result<JsValue> {
    let a = call.operand("A", a)?;
    floats_only(&a, "A")?;
    let mut made = call.run(&factor::plan(&a.shape, call.limits())?, &[&a])?;
    let order = call.array(next(&mut made)?);
    let factors = call.array(next(&mut made)?);
    Ok(Factors { instance: call.instance.clone(), factors, order }.into())
}

/// `A⁻¹`; throws SINGULAR_MATRIX where there is none.
pub(super) fn inverse(call: &Call<'_>, [a, given, _]: &Words) -> Result<JsValue> {
    let refine = whole(&options(given, "refine")?.get(0)).unwrap_or(0);
    let refine = u32::try_from(refine).ok().filter(|&n| n <= 8).ok_or_else(|| {
        Error::of(
            Code::BadArgument,
            format_args!("option refine is {refine}; it must be a number of steps from 0 to 8"),
        )
    })?;
    let a = call.operand("A", a)?;
    floats_only(&a, "A")?;
    solved(call, &inverse::plan(&a.shape, refine, call.limits())?, &a, &[&a])
}

/// X of `A·X = B`; throws SINGULAR_MATRIX where there is none.
pub(super) fn solve(call: &Call<'_>, [a, b, _]: &Words) -> Result<JsValue> {
    let (a, b) = (call.operand("A", a)?, call.operand("B", b)?);
    floats_only(&a, "A")?;
    floats_only(&b, "B")?;
    solved(call, &solve::plan(&a.shape, &b.shape, call.limits())?, &a, &[&a, &b])
}

/// The determinant; 0 of a singular matrix.
pub(super) fn det(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    Ok(determinant(call, words)?.value().into())
}

/// The determinant as `{ sign, log }`, the logarithm of its magnitude: for those that no number can hold.
pub(super) fn log_det(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    let det = determinant(call, words)?;
    let all = Object::new();
    let sign = if det.mantissa == 0.0 { 0.0 } else { det.mantissa.signum() };
    params::set(&all, "sign", sign);
    params::set(&all, "log", det.log(js_sys::Math::log));
    Ok(all.into())
}

/// `1 / (‖A‖₁ ‖A⁻¹‖₁)`, from the computed inverse.
pub(super) fn rcond(call: &Call<'_>, words: &Words) -> Result<JsValue> {
    Ok(rcond_of(call, &*call.operand("A", &words[0])?, Origin::Caller)?.into())
}

fn determinant(call: &Call<'_>, words: &Words) -> Result<det::Determinant> {
    let a = call.operand("A", &words[0])?;
    let Eliminated { floats, status, .. } = eliminate(call, &a, Origin::Caller)?;
    Ok(det::value(rows(&a), &floats.to_vec(), &status))
}

fn eliminate(call: &Call<'_>, a: &Operand, origin: Origin) -> Result<Eliminated> {
    floats_only(a, "A")?;
    let mut made = call.run_to_read(&det::plan(call.name, &a.shape, call.limits())?, &[a])?;
    eliminated(call, a, origin, &mut made)
}

/// 0 if the matrix is singular, NaN if it is not finite, or numbers were not on the way.
fn rcond_of(call: &Call<'_>, a: &Operand, origin: Origin) -> Result<f64> {
    let Eliminated { floats, status, inverse } = eliminate(call, a, origin)?;
    if status.singular().is_some() {
        return Ok(if status.is_unknown() { f64::NAN } else { 0.0 });
    }
    Ok(reciprocal(&call.view(&a.storage)?, &call.view(&inverse)?, &floats))
}

/// Runs a plan that eliminates `a`, and gives its first result as an array.
fn solved(call: &Call<'_>, plan: &Plan<'_>, a: &Operand, operands: &[&Operand]) -> Result<JsValue> {
    let mut made = call.run_to_read(plan, operands)?;
    let status = eliminated(call, a, Origin::Caller, &mut made)?.status;
    if status.is_unknown() {
        return Err(Error::new(Code::SingularMatrix, "numbers became too large for floats in the elimination"));
    }
    if let Some(column) = status.singular() {
        return Err(Error::of(
            Code::SingularMatrix,
            format_args!("the matrix is singular: column {column} has no pivot"),
        ));
    }
    Ok(call.array(next(&mut made)?))
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
            let (storage, shape) = next(&mut call.run(&plan, &[&factors])?)?;
            let product = Operand { ty: ElementType::FLOAT, shape, storage: Rc::new(storage) };
            rcond_of(call, &product, Origin::Factors)
        })
    }
}
