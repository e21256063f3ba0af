//! Determinant and condition: by the elimination of [`inverse`](super::inverse).
//!
//! det A = sign of the row order · product of the pivots · the powers of two that columns and rows were divided by. The pivots
//! are read back and multiplied in double precision, mantissa and exponent apart, so that no product of up to 2^50
//! pivots overflows on the way. A matrix that [`Status::singular`] calls singular has determinant 0.
//!
//! Passes: those of the inverse. Accuracy: relative error below 8·n·κ·u.

use super::eliminate::{eliminate, Method};
use super::stack::{square, stack};
use super::status::{found, power, Status};
use crate::error::Result;
use crate::plan::{Form, Limits, Plan};
use crate::shape::{Packed, Shape};

/// The plan of `det`, `logDet` or `rcond`, as `operation` says. Results: the inverse of the scaled matrix, the status, of which
/// [`value`] makes the determinant.
///
/// BAD_SHAPE unless `a` is square.
pub fn plan(operation: &str, a: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    let n = square(operation, "A", a)?;
    let stack = stack(n, n.div_ceil(4), limits).map_err(|e| e.in_kernel(operation).at_argument("A"))?;
    let mut plan = Plan::default();
    let a = plan.argument(Form::Packed(Packed::matrix(n, n)));
    let done = eliminate(&mut plan, Method::GaussJordan, a, None, stack);
    found(&mut plan, &done);
    Ok(plan)
}

/// A determinant that may be larger or smaller than any number: `mantissa · 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Determinant {
    /// 0, NaN, or of a magnitude in [1, 2).
    pub mantissa: f64,
    /// Power of two.
    pub exponent: i64,
}

impl Determinant {
    /// As a number: an infinity or 0 where it exceeds them.
    pub fn value(self) -> f64 {
        // In two factors: 2^-1074 times a mantissa is a number, though 2^-1075 is none.
        let half = self.exponent / 2;
        self.mantissa * power(half) * power(self.exponent - half)
    }

    /// The natural logarithm of the magnitude. `ln` is JavaScript's in a page: that of wasm is a large piece of code.
    pub fn log(self, ln: fn(f64) -> f64) -> f64 {
        ln(self.mantissa.abs()) + self.exponent as f64 * std::f64::consts::LN_2
    }
}

/// `sign` times the product of the pivots.
pub fn determinant(pivots: &[f32], sign: f64) -> Determinant {
    let mut mantissa = sign;
    let mut exponent = 0;
    for &pivot in pivots {
        mantissa *= f64::from(pivot);
        if mantissa == 0.0 || !mantissa.is_finite() {
            return Determinant { mantissa, exponent: 0 };
        }
        // Floats as doubles are never subnormal, nor are products of one with a mantissa in [1, 2).
        let power = ((mantissa.to_bits() >> 52) & 0x7ff) as i64 - 1023;
        mantissa = f64::from_bits((mantissa.to_bits() & !(0x7ff << 52)) | (1023 << 52));
        exponent += power;
    }
    Determinant { mantissa, exponent }
}

/// The determinant from the array that [`plan`] makes for a matrix of `n` rows, and its status.
pub fn value(n: usize, floats: &[f32], status: &Status) -> Determinant {
    if status.singular().is_some() {
        return Determinant { mantissa: if status.is_unknown() { f64::NAN } else { 0.0 }, exponent: 0 };
    }
    let scaled = determinant(floats.get(..n).unwrap_or_default(), status.sign());
    Determinant { exponent: scaled.exponent + status.exponent(), ..scaled }
}

/// What the plan must compute, in plain loops: the product of the pivots of Gauss elimination.
pub fn reference(a: &[f32], n: usize) -> f64 {
    let (factors, order) = super::factor::reference(a, n);
    let order: Vec<i32> = order.iter().map(|&row| row as i32).collect();
    super::factor::sign(&order) * (0..n).map(|i| factors[i * n + i]).product::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_operation_that_was_called() {
        for name in ["det", "logDet", "rcond"] {
            let error = plan(name, &Shape::matrix(2, 3), &Limits::default()).unwrap_err();
            assert_eq!((error.kernel(), error.argument()), (Some(name), Some("A")));
        }
    }

    #[test]
    fn a_product_of_a_thousand_large_or_small_pivots_neither_overflows_nor_vanishes() {
        let large = determinant(&[1e30; 1024], -1.0);
        assert!((large.log(f64::ln) - 1024.0 * f64::from(1e30f32).ln()).abs() < 1e-8);
        assert_eq!(large.value(), f64::NEG_INFINITY);
        let both: Vec<f32> = (0..1024).map(|i| if i < 512 { 2f32.powi(100) } else { 2f32.powi(-100) }).collect();
        assert_eq!(determinant(&both, 1.0).value(), 1.0);
        assert_eq!(determinant(&[2f32.powi(-126); 8], 1.0).value(), 2f64.powi(-1008));
    }

    #[test]
    fn small_determinants_are_exact() {
        assert_eq!(determinant(&[2.0, 3.0, 4.0], 1.0).value(), 24.0);
        assert_eq!(determinant(&[-7.0], 1.0).value(), -7.0);
        assert_eq!(determinant(&[1e-20, 1e-20], 1.0).value(), f64::from(1e-20f32).powi(2));
        assert_eq!(determinant(&[3.0, 0.0], 1.0).value(), 0.0);
        assert!(determinant(&[f32::NAN], 1.0).value().is_nan());
    }

    #[test]
    fn the_reference_knows_the_sign_of_exchanged_rows() {
        assert_eq!(reference(&[0.0, 1.0, 1.0, 0.0], 2), -1.0);
        assert_eq!(reference(&[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], 3), 1.0);
    }

    #[test]
    fn powers_of_two_that_columns_and_rows_were_divided_by_count() {
        let mut floats = [0.0; 32];
        floats[..2].copy_from_slice(&[3.0, 5.0]);
        floats[5] = 1.0;
        floats[8..10].copy_from_slice(&[126.0, -120.0]);
        floats[12..14].copy_from_slice(&[-250.0, 248.0]);
        assert_eq!(value(2, &floats, &Status::new(2, &floats)).value(), 15.0 * 16.0);
    }

    #[test]
    fn a_singular_matrix_has_determinant_zero_whatever_its_last_pivot_unless_nothing_is_known() {
        let mut floats = [0.0; 32];
        floats[..2].copy_from_slice(&[5.0, 1e-7]);
        floats[5] = 1.0;
        floats[16] = 1e8;
        assert_eq!(value(2, &floats, &Status::new(2, &floats)).value(), 0.0);
        floats[16] = f32::INFINITY;
        assert!(value(2, &floats, &Status::new(2, &floats)).value().is_nan());
    }
}
