//! What an elimination found out: whether the matrix is singular, the sign of its permutation, how it was scaled.
//!
//! Singular is what has a column without a nonzero pivot, or what the rounding of 32-bit floats cannot tell from such a
//! matrix. A pivot may be a rounding error. Then X, the computed inverse, is large: its column j times row j of A, both as
//! scaled, is of the order of 1/u (u = 2⁻²⁴). This is the spread, `Σ_i |X_ij| · Σ_k |A_jk|` (Bauer, Optimally scaled
//! matrices, Numer. Math. 5, 1963). A matrix with `1024 * spread * u < √n` is regular: on half a million random singular
//! ones of order 2 … 300, full and sparse, also with rows of very different sizes, the left side was never below 3.8·√n.
//!
//! All others are in doubt, though they may be regular: triangular ones with large inverses, ill-conditioned ones. They
//! count as singular unless `src/js/ops/regular.js` finds them regular, which takes A and X and double precision. Where
//! numbers grew until they left the range of floats, nothing is known: that is a doubt that never ends.
//!
//! A matrix with elements that are not finite is not singular: its inverse is NaN.

use super::eliminate::Eliminated;
use super::gather::{gather, Order, To};
use super::stack::strips;
use crate::plan::{Domain, Form, Pass, Plan, ResultArray};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// Parts that the sums over rows are computed in, each by fragments of its own: few long loops keep a GPU waiting.
const STRIPS: u32 = 4;

/// The exponent of a column that has infinities or NaN is larger.
const FINITE: f32 = 1024.0;

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
    finite: bool,
}

impl Status {
    /// Of a matrix with `size` rows, from a status array: see `shaders/lu/status.frag`.
    pub fn new(size: usize, floats: &[f32]) -> Status {
        let part = size.next_multiple_of(4).max(1);
        let mut parts = floats.chunks(part);
        let [pivots, trades, columns, rows] = [(); 4].map(|()| parts.next().unwrap_or_default());
        let spreads: Vec<&[f32]> = parts.collect();
        let trade = |(k, &other): (usize, &f32)| other as usize != k;
        let odd = trades.iter().take(size).enumerate().filter(|&step| trade(step)).count() % 2 == 1;
        let mut status = Status {
            size,
            least: (0, f32::INFINITY),
            sign: if odd { -1.0 } else { 1.0 },
            exponent: columns.iter().take(size).chain(rows.iter().take(size)).map(|&exponent| exponent as i64).sum(),
            spread: 0.0,
            finite: columns.iter().take(size).all(|&exponent| exponent < FINITE),
        };
        for (column, pivot) in pivots.iter().take(size).map(|pivot| pivot.abs()).enumerate() {
            let spread: f64 = spreads.iter().filter_map(|part| part.get(column)).map(|&s| f64::from(s)).sum();
            // NaN is more than any number.
            if !(spread <= status.spread || status.spread.is_nan()) {
                status.spread = spread;
            }
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
        self.finite && self.least.1 != 0.0 && (self.spread.is_nan() || self.spread >= bound)
    }

    /// Whether numbers left the range of floats, so that nothing is known of the matrix.
    pub fn is_unknown(&self) -> bool {
        self.in_doubt() && !self.spread.is_finite()
    }

    /// Ends the doubt, or begins one: says whether the matrix is regular for certain.
    pub fn settle(&mut self, regular: bool) {
        match regular {
            true => self.spread = 0.0,
            false if self.spread.is_finite() => self.spread = f64::MAX,
            false => {}
        }
    }

    /// The sign of the permutation that partial pivoting chose: 1 or -1.
    pub fn sign(&self) -> f64 {
        self.sign
    }

    /// Of the power of two that the determinant lost when columns and rows were scaled.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }
}

/// 2^exponent, as far as it is a normal number.
pub(super) fn power(exponent: i64) -> f64 {
    f64::from_bits(((exponent.clamp(-1022, 1023) + 1023) as u64) << 52)
}

/// Adds what was found out as the last two results: the inverse of the matrix as its columns and rows were scaled, and the
/// status, which begins with the pivots.
pub(super) fn found(plan: &mut Plan<'static>, from: &Eliminated) {
    scaled(plan, from);
    status(plan, from);
}

fn scaled(plan: &mut Plan<'static>, from: &Eliminated) {
    let (n, shape) = (from.size, Shape::matrix(from.size, from.size));
    let form = Form::Packed(Packed::matrix(n, n));
    let result = plan.result(ResultArray { ty: ElementType::FLOAT, shape, form });
    gather(plan, from, 0, Order::RowsAndColumns, To::Packed(result, n));
}

/// Adds the result that [`Status::new`] reads.
fn status(plan: &mut Plan<'static>, from: &Eliminated) {
    let texels = from.size.div_ceil(4);
    let floats = 4 * texels * (4 + STRIPS);
    let result = plan.result(ResultArray::stream(ElementType::FLOAT, Shape::vector(floats)));
    let target = Packed::stream(floats as usize);
    let all = Domain::texels(target.width(), target.height());
    let program =
        from.stack.program(shader!("lu/status.frag", "lu/stack.glsl", "lu/panel.glsl"), &[("STRIPS", STRIPS as i32)]);
    // A fragment reads up to 5 texels for each four rows: as slow as some eighty multiply-adds.
    for domain in strips(all, u64::from(from.size) * 20) {
        let mut pass = Pass::fragment(program.clone(), domain, vec![result.into()])
            .sampler("panel", from.panel)
            .sampler("places", from.places)
            .sampler("loaded", from.loaded)
            .sampler("matrix", from.matrix)
            .uniform("at", from.at)
            .uniform("size", from.size)
            .uniform("texels", texels)
            .uniform("width", target.width());
        if let Some(exponents) = from.exponents {
            pass = exponents.to(pass);
        }
        plan.push(pass);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A status of order 3: pivots, trades, exponents of columns and rows, and spreads that all lie in the first strip.
    fn floats(pivot: f32, spread: f32, exponent: f32) -> Vec<f32> {
        let mut floats = vec![0.0; 4 * (4 + STRIPS as usize)];
        let parts =
            [[1.0, pivot, 1.0], [1.0, 1.0, 2.0], [126.0, exponent, -126.0], [0.0, -200.0, 1.0], [1.0, spread, 2.0]];
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
        for spread in [1e5, f32::INFINITY, f32::NAN] {
            let mut status = Status::new(3, &floats(0.5, spread, 1.0));
            assert!(status.in_doubt());
            assert_eq!((status.singular(), status.is_unknown()), (Some(1), !spread.is_finite()));
            status.settle(false);
            assert_eq!((status.singular(), status.is_unknown()), (Some(1), !spread.is_finite()));
            status.settle(true);
            assert_eq!((status.singular(), status.in_doubt()), (None, false));
            status.settle(false);
            assert_eq!((status.singular(), status.is_unknown()), (Some(1), false));
        }
        assert_eq!(Status::new(3, &floats(0.5, 2.5e4, 1.0)).singular(), None);
    }

    #[test]
    fn sums_of_all_strips_count() {
        let mut floats = floats(1.0, 1e3, 1.0);
        *floats.last_mut().unwrap() = 1e9; // beyond the last column
        assert!(!Status::new(3, &floats).in_doubt());
        let last = floats.len() - 4;
        floats[last] = 1e7;
        assert!(Status::new(3, &floats).in_doubt());
    }

    #[test]
    fn the_exponent_is_that_of_all_columns_and_rows() {
        assert_eq!(Status::new(3, &floats(1.0, 1e3, 7.0)).exponent(), 7 - 199);
    }

    #[test]
    fn a_matrix_that_is_not_finite_is_not_singular() {
        let status = Status::new(3, &floats(0.0, f32::NAN, 4096.0));
        assert_eq!((status.singular(), status.in_doubt()), (None, false));
        assert_eq!(status.sign(), -1.0);
    }
}
