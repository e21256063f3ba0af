//! What an elimination found out: whether the matrix is singular, its norms, the sign of its permutation.
//!
//! Singular is what has a column without a nonzero pivot, or what the rounding of 32-bit floats cannot tell from such a
//! matrix. A pivot may be a rounding error. Then X, the computed inverse, is large: its column j times row j of A, where
//! A's columns were made alike, is of the order of 1/u (u = 2⁻²⁴). This is the spread, `Σ_i |X_ij| · Σ_k |A_jk|`; rows of
//! A may be of any size (Bauer, Optimally scaled matrices, Numer. Math. 5, 1963). A matrix with `1024 * spread * u < √n`
//! is regular: on half a million random singular ones of order 2 … 300, full and sparse, also with rows of very different
//! sizes, the left side was never below 3.8·√n. All others are in doubt, though they may be regular: triangular ones with
//! large inverses, ill-conditioned ones. They count as singular unless `src/js/ops/regular.js` finds them regular, which
//! takes A and X and double precision.
//!
//! A matrix with elements that are not finite is not singular: its inverse is NaN.

use super::eliminate::Eliminated;
use super::stack::strips;
use crate::plan::{Domain, Pass, Plan, ResultArray, Slot};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// Parts that the sums over rows are computed in, each by fragments of its own: few long loops keep a GPU waiting.
const STRIPS: u32 = 4;

/// Half of the distance from 1 to the next smaller float.
const ROUNDOFF: f64 = 1.0 / (1u64 << 24) as f64;

/// A status that was read back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    size: usize,
    /// The column of the least pivot, and its magnitude.
    least: (usize, f32),
    sign: f64,
    exponent: i64,
    spread: f64,
    norm: f64,
    inverse_norm: f64,
    finite: bool,
}

impl Status {
    /// Of a matrix with `size` rows, from a status array: see `shaders/lu/status.frag`.
    pub fn new(size: usize, floats: &[f32]) -> Status {
        let part = size.next_multiple_of(4).max(1);
        let mut parts = floats.chunks(part);
        let [pivots, trades, exponents] = [(); 3].map(|()| parts.next().unwrap_or_default());
        let exponent = |column: usize| exponents.get(column).map_or(0, |&exponent| exponent as i64);
        // The inverse was measured times this power of two: its largest rows are those of the smallest columns.
        let least = (0..size).map(exponent).min().unwrap_or(0);
        let sums: Vec<&[f32]> = parts.collect();
        let sum = |first: usize, column: usize| -> f64 {
            sums.iter().skip(first).step_by(3).filter_map(|part| part.get(column)).map(|&s| f64::from(s)).sum()
        };
        let trade = |(k, &other): (usize, &f32)| other as usize != k;
        let odd = trades.iter().take(size).enumerate().filter(|&step| trade(step)).count() % 2 == 1;
        let mut status = Status {
            size,
            least: (0, f32::INFINITY),
            sign: if odd { -1.0 } else { 1.0 },
            exponent: (0..size).map(exponent).sum(),
            spread: 0.0,
            norm: 0.0,
            inverse_norm: 0.0,
            finite: true,
        };
        for column in 0..size {
            let (a, x, spread) = (sum(0, column), sum(1, column), sum(2, column));
            status.finite &= !a.is_nan();
            status.norm = status.norm.max(a * power(exponent(column)));
            status.inverse_norm = status.inverse_norm.max(x * power(-least));
            status.spread = status.spread.max(spread);
            let pivot = pivots.get(column).map_or(0.0, |pivot| pivot.abs());
            if pivot < status.least.1 {
                status.least = (column, pivot);
            }
        }
        status
    }

    /// The column at which the matrix turned out to be singular.
    pub fn singular(&self) -> Option<usize> {
        (self.finite && (self.least.1 == 0.0 || self.in_doubt())).then_some(self.least.0)
    }

    /// Whether it only looks singular.
    pub fn in_doubt(&self) -> bool {
        let bound = (self.size as f64).sqrt() / (1024.0 * ROUNDOFF);
        self.finite && self.least.1 != 0.0 && self.spread >= bound
    }

    /// Ends the doubt: the matrix is regular.
    pub fn is_regular(&mut self) {
        self.spread = 0.0;
    }

    /// The sign of the permutation that partial pivoting chose: 1 or -1.
    pub fn sign(&self) -> f64 {
        self.sign
    }

    /// Of the power of two that the determinant lost when columns were scaled.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// 1 / (‖A‖₁‖A⁻¹‖₁): 0 if the matrix is singular, NaN if it is not finite.
    pub fn rcond(&self) -> f64 {
        if !self.finite {
            f64::NAN
        } else if self.singular().is_some() {
            0.0
        } else {
            1.0 / self.norm / self.inverse_norm
        }
    }
}

/// 2^exponent, as far as it is a normal number.
pub(super) fn power(exponent: i64) -> f64 {
    f64::from_bits(((exponent.clamp(-1022, 1023) + 1023) as u64) << 52)
}

/// What [`status`] measures, both packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) matrix: Slot,
    pub(super) inverse: Slot,
    /// Whether it is the inverse of the matrix with its columns scaled: that has no rows too small or large for floats.
    pub(super) scaled: bool,
}

/// Adds the result that [`Status::new`] reads. It begins with the pivots.
pub(super) fn status(plan: &mut Plan<'static>, from: &Eliminated, measured: Measured) {
    let texels = from.size.div_ceil(4);
    let floats = 4 * texels * (3 + 3 * STRIPS);
    let result = plan.result(ResultArray::stream(ElementType::FLOAT, Shape::vector(floats)));
    let target = Packed::stream(floats as usize);
    let all = Domain::texels(target.width(), target.height());
    let program =
        from.stack.program(shader!("lu/status.frag", "lu/stack.glsl", "lu/panel.glsl"), &[("STRIPS", STRIPS as i32)]);
    // A fragment reads up to 5 texels for each four rows: as slow as some eighty multiply-adds.
    for domain in strips(all, u64::from(from.size) * 20) {
        let mut pass = Pass::fragment(program.clone(), domain, vec![result.into()])
            .sampler("panel", from.panel)
            .sampler("A", measured.matrix)
            .sampler("X", measured.inverse)
            .uniform("size", from.size)
            .uniform("texels", texels)
            .uniform("width", target.width())
            .uniform("scaled", f32::from(u8::from(measured.scaled)));
        if let Some(exponents) = from.exponents {
            pass = pass.sampler("exponents", exponents);
        }
        plan.push(pass);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A status of order 3: pivots, trades, and sums that all lie in the first strip.
    fn floats(pivot: f32, spread: f32, a: f32) -> Vec<f32> {
        let mut floats = vec![0.0; 4 * (3 + 3 * STRIPS as usize)];
        let parts =
            [[1.0, pivot, 1.0], [1.0, 1.0, 2.0], [0.0; 3], [1.0, a, 4.0], [0.5, 0.25, 0.125], [1.0, 1.0, spread]];
        for (part, values) in floats.chunks_mut(4).zip(parts) {
            part[..3].copy_from_slice(&values);
        }
        floats
    }

    #[test]
    fn a_matrix_without_a_pivot_is_singular_at_its_column() {
        assert_eq!(Status::new(3, &floats(0.0, f32::NAN, 1.0)).singular(), Some(1));
        assert_eq!(Status::new(3, &floats(0.0, 1e7, 1.0)).singular(), Some(1));
        assert!(!Status::new(3, &floats(0.0, 1e7, 1.0)).in_doubt());
    }

    #[test]
    fn a_matrix_whose_inverse_may_be_all_rounding_error_is_singular_at_its_least_pivot_until_it_is_known_to_be_regular()
    {
        let mut status = Status::new(3, &floats(0.5, 1e5, 1.0));
        assert!(status.in_doubt());
        assert_eq!((status.singular(), status.rcond()), (Some(1), 0.0));
        status.is_regular();
        assert_eq!((status.singular(), status.rcond()), (None, 0.5));
        assert_eq!(Status::new(3, &floats(0.5, 2.5e4, 1.0)), Status { spread: 2.5e4, ..status });
        assert_eq!(Status::new(3, &floats(0.5, 2.5e4, 1.0)).singular(), None);
    }

    #[test]
    fn sums_of_all_strips_count() {
        let mut floats = floats(1.0, 1e3, 1.0);
        *floats.last_mut().unwrap() = 1e9; // beyond the last column
        let last = floats.len() - 4;
        floats[last] = 1e7;
        assert_eq!(Status::new(3, &floats).singular(), Some(0));
        floats[last - 8] = 4.0;
        assert_eq!(Status::new(3, &floats[..last]).rcond(), 1.0 / 5.0 / 0.5);
    }

    #[test]
    fn norms_are_of_the_matrix_before_its_columns_were_scaled() {
        let mut floats = floats(1.0, 1e3, 1.0);
        floats[8..11].copy_from_slice(&[126.0, -120.0, -126.0]);
        let status = Status::new(3, &floats);
        assert_eq!(status.exponent(), -120);
        assert_eq!(status.rcond(), 1.0 / power(126) / (0.5 * power(126)));
    }

    #[test]
    fn a_matrix_that_is_not_finite_is_not_singular() {
        let status = Status::new(3, &floats(0.0, f32::NAN, f32::NAN));
        assert_eq!(status.singular(), None);
        assert!(status.rcond().is_nan());
        assert_eq!(status.sign(), -1.0);
    }
}
