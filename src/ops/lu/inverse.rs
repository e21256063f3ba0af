//! Inverse: `X = A⁻¹`, by blocked Gauss-Jordan elimination with partial pivoting, in place.
//!
//! Passes: n / 4 + 6·n / 32 + 10 at n > 128, else n / 4 + 12, quotients rounded up; each step of refinement adds 9 or more.
//! Accuracy: forward error below 8·n·κ·u·max|X|, in practice below κ·u, where elements do not grow in elimination:
//! those of Wilkinson's matrix double with each step (Higham, 9.3). For random matrices the residual |A·X - I| is about
//! that of LAPACK's sgetri.
//!
//! A step of refinement is one of Newton's: X + X·(I - A·X), the residual with twice the precision (Golub & Van Loan,
//! Matrix Computations 4th ed., 3.5.3; Higham, Accuracy and Stability of Numerical Algorithms 2nd ed., 14.5).

use super::eliminate::{eliminate, Eliminated, Method};
use super::gather::{gather, Order, To};
use super::stack::{square, stack, strips, Product, Stack};
use super::status::found;
use crate::error::Result;
use crate::plan::{Define, Form, Limits, Pass, Plan, ResultArray, Slot};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// The plan of `inverse(A)` with `refine` steps of refinement. Results: the inverse `[n, n]`, that of the scaled matrix, the
/// status.
///
/// A singular matrix gives a status that says so, and an inverse that is no use. BAD_SHAPE unless `a` is square.
pub fn plan(a: &Shape, refine: u32, limits: &Limits) -> Result<Plan<'static>> {
    let n = square("inverse", "A", a)?;
    let stack = stack(n, n.div_ceil(4), limits).map_err(|e| e.in_kernel("inverse").at_argument("A"))?;
    let mut plan = Plan::default();
    let packed = Packed::matrix(n, n);
    let a = plan.argument(Form::Packed(packed));
    let done = eliminate(&mut plan, Method::GaussJordan, a, None, stack);
    let result =
        plan.result(ResultArray { ty: ElementType::FLOAT, shape: Shape::matrix(n, n), form: Form::Packed(packed) });
    if refine == 0 {
        gather(&mut plan, &done, 0, Order::RowsAndColumns, To::Inverse(result));
    } else {
        let mut x = plan.temporary(stack.storage());
        let mut other = plan.temporary(stack.storage());
        let residual = plan.temporary(stack.storage());
        gather(&mut plan, &done, 0, Order::RowsAndColumns, To::Stack(x, stack));
        for _ in 0..refine {
            let step = Correction { done: &done, inverse: (x, stack), right: false, residual };
            step.push(&mut plan, (x, stack), other);
            std::mem::swap(&mut x, &mut other);
        }
        let refined = Eliminated { matrix: x, at: 0, ..done };
        gather(&mut plan, &refined, 0, Order::Stored, To::Inverse(result));
    }
    found(&mut plan, &done);
    Ok(plan)
}

/// One step of refinement: X becomes X + A⁻¹·(B - A·X).
pub(super) struct Correction<'a> {
    /// Has A.
    pub(super) done: &'a Eliminated,
    /// An approximate inverse.
    pub(super) inverse: (Slot, Stack),
    /// Whether B is beside A; else it is the identity.
    pub(super) right: bool,
    /// Room for the residual, like X.
    pub(super) residual: Slot,
}

impl Correction<'_> {
    pub(super) fn push(&self, plan: &mut Plan<'static>, (x, stack): (Slot, Stack), target: Slot) {
        let texels = self.done.size.div_ceil(4);
        let flag: &[Define] = if self.right { &[("RIGHT", 1)] } else { &[] };
        // A compensated multiply-add costs about 16 plain ones.
        for domain in strips(stack.all(), u64::from(texels) * 16 * 16) {
            for lane in 0..stack.lanes {
                let target = stack.targets(self.residual)[lane as usize];
                let pass = Pass::fragment(
                    stack.program(shader!("lu/residual.frag", "lu/stack.glsl"), flag),
                    domain,
                    vec![target],
                )
                .sampler("A", self.done.loaded)
                .sampler("X", x)
                .uniform("lane", lane)
                .uniform("texels", texels)
                .uniform("one", 1.0);
                plan.push(pass);
            }
        }
        Product {
            left: self.inverse,
            right: (self.residual, stack),
            kept: Some(x),
            places: None,
            target,
            stack,
            domain: stack.all(),
            texels,
            depth: texels,
            scale: 1.0,
            defines: &[("KEEP", 1)],
            uniforms: &[],
        }
        .push(plan);
    }
}

/// What the plan must compute, in plain loops; `None` if a pivot is zero.
pub fn reference(a: &[f32], n: usize) -> Option<Vec<f64>> {
    let identity: Vec<f32> = (0..n * n).map(|i| if i % (n + 1) == 0 { 1.0 } else { 0.0 }).collect();
    super::solve::reference(a, &identity, n, n)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::plan::Step;

    #[test]
    fn the_reference_times_the_matrix_is_the_identity() {
        for n in [1, 2, 5, 33] {
            let a = sample::random(n, 7 + n as u64);
            let x = reference(&a, n).unwrap();
            for i in 0..n {
                for j in 0..n {
                    let sum: f64 = (0..n).map(|k| f64::from(a[i * n + k]) * x[k * n + j]).sum();
                    assert!((sum - if i == j { 1.0 } else { 0.0 }).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn the_number_of_draws_is_what_the_description_says() {
        let draws = |n: u32, refine: u32| {
            let limits = Limits { draw_buffers: 8, ..Limits::default() };
            plan(&Shape::matrix(n, n), refine, &limits)
                .map(|p| p.steps.iter().filter(|s| matches!(s, Step::Draw(_))).count())
        };
        assert_eq!(draws(3, 0), Ok(1 + 12));
        assert_eq!(draws(512, 0), Ok(128 + 6 * 16 + 10));
        assert_eq!(draws(128, 0), Ok(32 + 12));
        assert_eq!(draws(129, 1), Ok(33 + 6 * 5 + 10 + 10));
    }

    #[test]
    fn a_matrix_that_no_texture_holds_is_refused() {
        let code = |n: u32| plan(&Shape::matrix(n, n), 0, &Limits::default()).map(|_| ()).map_err(|e| e.code());
        assert_eq!(code(2048), Ok(()));
        assert_eq!(code(2049), Err(crate::error::Code::LimitExceeded));
    }
}
