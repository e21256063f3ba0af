//! What an elimination found out: whether the matrix is singular, its norms, the sign of its permutation.
//!
//! Singular is what has a column without a nonzero pivot, or what the rounding of 32-bit floats cannot tell from such a
//! matrix. With X the computed inverse, the spread of column j is `Σ_i |X_ji||A_ij|`: how much the terms of
//! (X·A)_jj = 1 cancel. Scaling rows or columns of A does not change it, so diagonal, graded and tiny matrices have
//! small spreads whatever the sizes of their pivots. For a matrix that is singular but for rounding errors, the last
//! pivot is such an error, X is dominated by one rank-one term, and some spread is of the order of 1/u
//! (u = 2⁻²⁴; Bauer, Genauigkeitsfragen bei der Lösung linearer Gleichungssysteme, ZAMM 46, 1966; Skeel 1979).
//! The bound is `spread * 8 * sqrt(n) * u >= 1`. On random singular integer matrices of order 3 … 128 the left side was
//! never below 3.3, and on random regular ones never above 0.2; on the Hilbert matrix of order 5 it is 0.07.
//!
//! A matrix with elements that are not finite is not singular: its inverse is NaN.

use super::eliminate::Eliminated;
use super::stack::strips;
use crate::plan::{Define, Domain, Format, Pass, Plan, Program, ResultArray, Slot, Storage};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// Floats of a status: see `shaders/lu/status.frag`.
pub const LENGTH: usize = 8;

/// Half of the distance from 1 to the next smaller float.
const ROUNDOFF: f64 = 1.0 / (1u64 << 24) as f64;

/// A status that was read back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    size: usize,
    missing: f64,
    sign: f64,
    spread: f64,
    spread_column: f64,
    norm: f64,
    inverse_norm: f64,
    finite: bool,
}

impl Status {
    /// Of a matrix with `size` rows, from the first [`LENGTH`] floats of a status array.
    pub fn new(size: usize, floats: &[f32]) -> Status {
        let at = |i: usize| f64::from(floats.get(i).copied().unwrap_or(f32::NAN));
        Status {
            size,
            missing: at(0),
            sign: at(1),
            spread: at(2),
            spread_column: at(3),
            norm: at(4),
            inverse_norm: at(5),
            finite: at(7) == 1.0,
        }
    }

    /// The column at which the matrix turned out to be singular.
    pub fn singular(&self) -> Option<usize> {
        if !self.finite {
            None
        } else if self.missing >= 0.0 {
            Some(self.missing as usize)
        } else if self.spread * 8.0 * (self.size as f64).sqrt() * ROUNDOFF >= 1.0 {
            Some(self.spread_column as usize)
        } else {
            None
        }
    }

    /// The sign of the permutation that partial pivoting chose: 1 or -1.
    pub fn sign(&self) -> f64 {
        self.sign
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

/// Adds the result that [`Status::new`] reads, followed by the pivots if asked for. `measured`: the matrix and its
/// inverse, packed; without them nothing is known of norms and spread.
pub(super) fn status(
    plan: &mut Plan<'static>,
    from: &Eliminated,
    measured: Option<(Slot, Slot)>,
    pivots: bool,
) -> Slot {
    let floats = LENGTH + if pivots { from.size as usize } else { 0 };
    let result = plan.result(ResultArray::stream(ElementType::FLOAT, Shape::vector(floats as u32)));
    let target = Packed::stream(floats);
    let defines: &[Define] = if measured.is_some() { &[("MEASURED", 1)] } else { &[] };
    let mut pass = Pass::fragment(
        from.stack.program(shader!("lu/status.frag", "lu/stack.glsl", "lu/panel.glsl"), defines),
        Domain::texels(target.width(), target.height()),
        vec![result.into()],
    )
    .sampler("panel", from.panel)
    .uniform("size", from.size)
    .uniform("width", target.width());
    if let Some((a, x)) = measured {
        let fold = Packed::stream(from.size as usize);
        let found = [(); 3].map(|()| plan.temporary(Storage::texture(Format::Rgba32F, fold.width(), fold.height())));
        // A fragment reads 12 texels for each four rows: as slow as 1024 multiply-adds.
        for domain in strips(Domain::texels(fold.width(), fold.height()), u64::from(from.size) * 256) {
            plan.push(
                Pass::fragment(Program::fragment(shader!("lu/measure.frag")), domain, found.map(Into::into).to_vec())
                    .sampler("A", a)
                    .sampler("X", x)
                    .uniform("size", from.size)
                    .uniform("width", fold.width()),
            );
        }
        for (name, slot) in ["sumsA", "sumsX", "spread"].into_iter().zip(found) {
            pass = pass.sampler(name, slot);
        }
        pass = pass.uniform("measured", fold.width());
    }
    plan.push(pass);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(missing: f32, spread: f32, finite: f32) -> [f32; LENGTH] {
        [missing, -1.0, spread, 2.0, 4.0, 0.5, 0.0, finite]
    }

    #[test]
    fn a_matrix_without_a_pivot_is_singular_at_its_column() {
        assert_eq!(Status::new(3, &floats(1.0, f32::NAN, 1.0)).singular(), Some(1));
    }

    #[test]
    fn a_matrix_whose_inverse_is_all_rounding_error_is_singular_at_the_column_of_its_spread() {
        assert_eq!(Status::new(4, &floats(-1.0, 1e7, 1.0)).singular(), Some(2));
        assert_eq!(Status::new(4, &floats(-1.0, 1e7, 1.0)).rcond(), 0.0);
        assert_eq!(Status::new(4, &floats(-1.0, 1e5, 1.0)).singular(), None);
        assert_eq!(Status::new(4, &floats(-1.0, 1e5, 1.0)).rcond(), 0.5);
    }

    #[test]
    fn a_matrix_that_is_not_finite_is_not_singular() {
        let status = Status::new(4, &floats(0.0, f32::NAN, 0.0));
        assert_eq!(status.singular(), None);
        assert!(status.rcond().is_nan());
        assert_eq!(status.sign(), -1.0);
    }
}
