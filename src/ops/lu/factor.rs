//! LU factors with partial pivoting: `L·U = P·A`, row i of L·U being row `order[i]` of A.
//!
//! Crout's form (Golub & Van Loan, Matrix Computations 4th ed., 3.2 and 3.4): U has a unit diagonal, L carries its own, and
//! both are packed into one matrix:
//!
//! ```text
//!   l_ij = a_ij - Σ_{k<j} l_ik u_kj          (i ≥ j)                     [l00 u01 u02]
//!   u_ij = (a_ij - Σ_{k<i} l_ik u_kj) / l_ii (i < j)                     [l10 l11 u12]
//!                                                                        [l20 l21 l22]
//! ```
//! The pivot of a column is its largest element, the topmost of equals. Passes: n / 4 + 13·n / 32 - 7 at n > 128,
//! else n / 4 + 5, quotients rounded up. Accuracy: |L·U - P·A| ≤ n·u·|L||U|, element by element (u = 2⁻²⁴).
//!
//! A column without a nonzero pivot leaves a zero on L's diagonal and its row of U undivided: then L·U = P·A holds only if
//! it is the last one. How far a matrix is from singular is for [`det`](super::det).

use super::eliminate::{eliminate, Method};
use super::gather::{gather, Order, To};
use super::stack::{square, stack};
use crate::error::Result;
use crate::plan::{Domain, Form, Limits, Pass, Plan, ResultArray};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// The plan of `lu(A)`. Results: the packed factors `[n, n]`, the order (`n` ints).
///
/// BAD_SHAPE unless `a` is square.
pub fn plan(a: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    let n = square("lu", "A", a)?;
    let stack = stack(n, n.div_ceil(4), limits).map_err(|e| e.in_kernel("lu").at_argument("A"))?;
    let mut plan = Plan::default();
    let packed = Packed::matrix(n, n);
    let a = plan.argument(Form::Packed(packed));
    let done = eliminate(&mut plan, Method::Crout, a, None, stack);
    let factors =
        plan.result(ResultArray { ty: ElementType::FLOAT, shape: Shape::matrix(n, n), form: Form::Packed(packed) });
    gather(&mut plan, &done, 0, Order::Rows, To::Packed(factors, n));
    let order = plan.result(ResultArray::stream(ElementType::INT, Shape::vector(n)));
    let target = Packed::stream(n as usize);
    plan.push(
        Pass::fragment(
            stack.program(shader!("lu/order.frag", "lu/stack.glsl", "lu/panel.glsl"), &[]),
            Domain::texels(target.width(), target.height()),
            vec![order.into()],
        )
        .sampler("places", done.places)
        .uniform("size", n)
        .uniform("width", target.width()),
    );
    Ok(plan)
}

/// The sign of the permutation that takes `order[i]` to i: 1 or -1. Of what is no permutation it says nothing.
pub fn sign(order: &[i32]) -> f64 {
    let mut seen = vec![false; order.len()];
    let mut sign = 1.0;
    for start in 0..order.len() {
        let mut at = start;
        let mut length = 0;
        while seen.get(at) == Some(&false) {
            seen[at] = true;
            at = order[at] as usize;
            length += 1;
        }
        if length > 0 && length % 2 == 0 {
            sign = -sign;
        }
    }
    sign
}

/// What the plan must compute, in plain loops: packed factors and order.
pub fn reference(a: &[f32], n: usize) -> (Vec<f64>, Vec<usize>) {
    let mut m: Vec<f64> = a.iter().map(|&x| f64::from(x)).collect();
    let mut order: Vec<usize> = Vec::with_capacity(n);
    let mut waiting: Vec<usize> = (0..n).collect();
    for k in 0..n {
        let mut at = 0;
        for (place, &row) in waiting.iter().enumerate() {
            if m[row * n + k].abs() > m[waiting[at] * n + k].abs() {
                at = place;
            }
        }
        let pivot_row = waiting.remove(at);
        order.push(pivot_row);
        let pivot = m[pivot_row * n + k];
        for j in k + 1..n {
            m[pivot_row * n + j] /= if pivot == 0.0 { 1.0 } else { pivot };
            for &row in &waiting {
                m[row * n + j] -= m[row * n + k] * m[pivot_row * n + j];
            }
        }
    }
    (order.iter().flat_map(|&row| m[row * n..(row + 1) * n].to_vec()).collect(), order)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::plan::Step;

    #[test]
    fn the_factors_of_the_reference_give_the_rows_in_their_order() {
        for n in [1, 2, 3, 5, 17, 40] {
            let a = sample::random(n, n as u64);
            let (factors, order) = reference(&a, n);
            for i in 0..n {
                for j in 0..n {
                    let sum: f64 = (0..=i.min(j))
                        .map(|k| factors[i * n + k] * if k == j { 1.0 } else { factors[k * n + j] })
                        .sum();
                    assert!((sum - f64::from(a[order[i] * n + j])).abs() < 1e-12, "{n}: {i} {j}");
                }
            }
        }
    }

    #[test]
    fn the_sign_of_a_permutation_changes_with_every_exchange() {
        assert_eq!(sign(&[]), 1.0);
        assert_eq!(sign(&[0, 1, 2]), 1.0);
        assert_eq!(sign(&[1, 0, 2]), -1.0);
        assert_eq!(sign(&[1, 2, 0]), 1.0);
        assert_eq!(sign(&[3, 2, 1, 0]), 1.0);
        assert_eq!(sign(&[7, -1, 0]).abs(), 1.0);
    }

    #[test]
    fn the_number_of_draws_is_what_the_description_says() {
        let draws = |n: u32| {
            let limits = Limits { draw_buffers: 8, ..Limits::default() };
            plan(&Shape::matrix(n, n), &limits).map(|p| p.steps.iter().filter(|s| matches!(s, Step::Draw(_))).count())
        };
        assert_eq!(draws(4), Ok(1 + 5));
        assert_eq!(draws(32), Ok(8 + 5));
        assert_eq!(draws(128), Ok(32 + 5));
        assert_eq!(draws(129), Ok(33 + 13 * 5 - 7));
        assert_eq!(draws(512), Ok(128 + 13 * 16 - 7));
    }
}
