//! Factors, inverses and what is found out from them.

use std::rc::Rc;

use js_sys::{Int32Array, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::{thrown, whole, Call, Operand, Thrown};
use crate::error::{Code, Error, Result};
use crate::js::array::empty_view;
use crate::js::gpgpu::Gpgpu;
use crate::js::instance::Instance;
use crate::js::params;
use crate::ops::lu::status::Status;
use crate::ops::lu::{det, factor, inverse, solve, triangular};
use crate::plan::{Limits, Plan};
use crate::shape::{ElementType, Scalar, Shape};

/// Elsewhere operations take every type; here floats.
fn floats_only(operand: &Operand, name: &str) -> Result<()> {
    if operand.ty == ElementType::FLOAT {
        return Ok(());
    }
    let what = format!("is an array of {}; it takes floats", operand.ty);
    Err(Error::new(Code::BadArgument, what).at_argument(name))
}

fn rows(matrix: &Operand) -> usize {
    matrix.shape.dimensions().first().map_or(0, |&rows| rows as usize)
}

/// Throws if a status says that its matrix was singular.
fn refuse_singular(status: &Status) -> Result<()> {
    match status.singular() {
        None => Ok(()),
        Some(column) => {
            Err(Error::new(Code::SingularMatrix, format!("the matrix is singular: column {column} has no pivot")))
        }
    }
}

impl Gpgpu {
    fn triangular(&self, name: &str, plan: fn(&Shape, &Limits) -> Result<Plan<'static>>, a: &JsValue) -> Thrown {
        self.operation(name, |call| {
            let a = call.operand("LU", a)?;
            floats_only(&a, "LU")?;
            call.first(&plan(&a.shape, call.limits())?, &[&a])
        })
    }
}

#[wasm_bindgen(js_class = GPGPU)]
impl Gpgpu {
    /// LU factors with partial pivoting: `{ LU, order, sign, rcond }`.
    pub fn lu(&self, a: JsValue) -> std::result::Result<Factors, JsValue> {
        self.operation("lu", |call| {
            let a = call.operand("A", &a)?;
            floats_only(&a, "A")?;
            let mut made = call.run(&factor::plan(&a.shape, call.limits())?, &[&a])?.into_iter();
            let (Some(factors), Some(order)) = (made.next(), made.next()) else {
                return Err(Error::new(Code::Unsupported, "the plan has too few results"));
            };
            Ok(Factors { instance: self.inner.clone(), factors: call.array(factors), order: call.array(order) })
        })
    }

    /// L·U from packed factors.
    #[wasm_bindgen(js_name = multiplyLU)]
    pub fn multiply_lu(&self, factors: JsValue) -> Thrown {
        self.triangular("multiplyLU", triangular::multiply_lu_plan, &factors)
    }

    /// U·L from packed factors.
    #[wasm_bindgen(js_name = multiplyUL)]
    pub fn multiply_ul(&self, factors: JsValue) -> Thrown {
        self.triangular("multiplyUL", triangular::multiply_ul_plan, &factors)
    }

    /// The inverse of L.
    #[wasm_bindgen(js_name = invertLower)]
    pub fn invert_lower(&self, factors: JsValue) -> Thrown {
        self.triangular("invertLower", triangular::invert_lower_plan, &factors)
    }

    /// The inverse of U.
    #[wasm_bindgen(js_name = invertUpper)]
    pub fn invert_upper(&self, factors: JsValue) -> Thrown {
        self.triangular("invertUpper", triangular::invert_upper_plan, &factors)
    }

    /// `A⁻¹`; throws SINGULAR_MATRIX where there is none.
    pub fn inverse(&self, a: JsValue, options: JsValue) -> Thrown {
        self.operation("inverse", |call| {
            let refine = whole(&options, "refine")?.unwrap_or(0);
            let refine = u32::try_from(refine).ok().filter(|&n| n <= 8).ok_or_else(|| {
                Error::new(Code::BadArgument, format!("option refine is {refine}; it is a number of steps from 0 to 8"))
            })?;
            let a = call.operand("A", &a)?;
            floats_only(&a, "A")?;
            solved(call, &inverse::plan(&a.shape, refine, call.limits())?, &[&a])
        })
    }

    /// X of `A·X = B`; throws SINGULAR_MATRIX where there is none.
    pub fn solve(&self, a: JsValue, b: JsValue) -> Thrown {
        self.operation("solve", |call| {
            let (a, b) = (call.operand("A", &a)?, call.operand("B", &b)?);
            floats_only(&a, "A")?;
            floats_only(&b, "B")?;
            solved(call, &solve::plan(&a.shape, &b.shape, call.limits())?, &[&a, &b])
        })
    }

    /// The determinant; 0 of a singular matrix.
    pub fn det(&self, a: JsValue) -> std::result::Result<f64, JsValue> {
        Ok(self.determinant("det", &a)?.value())
    }

    /// The determinant as `{ sign, log }`, the logarithm of its magnitude: for those that no number can hold.
    #[wasm_bindgen(js_name = logDet)]
    pub fn log_det(&self, a: JsValue) -> Thrown {
        let det = self.determinant("logDet", &a)?;
        let all = Object::new();
        let sign = if det.mantissa == 0.0 { 0.0 } else { det.mantissa.signum() };
        params::set(&all, "sign", sign);
        params::set(&all, "log", det.log(js_sys::Math::log));
        Ok(all.into())
    }

    /// `1 / (‖A‖₁ ‖A⁻¹‖₁)`, exact but for rounding.
    pub fn rcond(&self, a: JsValue) -> std::result::Result<f64, JsValue> {
        self.operation("rcond", |call| rcond_of(call, "rcond", &call.operand("A", &a)?))
    }

    fn determinant(&self, name: &str, a: &JsValue) -> std::result::Result<det::Determinant, JsValue> {
        self.operation(name, |call| {
            let (rows, floats) = eliminated(call, name, &call.operand("A", a)?)?;
            Ok(det::value(rows, &floats))
        })
    }
}

/// The number of a matrix's rows, and what its elimination found out.
fn eliminated(call: &Call<'_>, operation: &str, a: &Operand) -> Result<(usize, Vec<f32>)> {
    floats_only(a, "A")?;
    let made = call.run_to_read(&det::plan(operation, &a.shape, call.limits())?, &[a])?;
    let floats = match made.first() {
        Some((status, _)) => call.floats(status)?,
        None => Vec::new(),
    };
    Ok((rows(a), floats))
}

fn rcond_of(call: &Call<'_>, operation: &str, a: &Operand) -> Result<f64> {
    let (rows, floats) = eliminated(call, operation, a)?;
    Ok(Status::new(rows, &floats).rcond())
}

/// Runs a plan whose last result is a status, and gives its first as an array.
fn solved(call: &Call<'_>, plan: &Plan<'_>, operands: &[&Operand]) -> Result<JsValue> {
    let mut made = call.run_to_read(plan, operands)?.into_iter();
    let (Some(result), Some((status, _))) = (made.next(), made.next()) else {
        return Err(Error::new(Code::Unsupported, "the plan has too few results"));
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
        let call = || body(&Call { instance: &self.instance, device: self.instance.device()? });
        call().map_err(|error| thrown(error, "lu"))
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
                return Err(Error::new(Code::Unsupported, "the plan has no result"));
            };
            rcond_of(call, "lu", &Operand { ty: ElementType::FLOAT, shape, storage: Rc::new(storage) })
        })
    }
}
