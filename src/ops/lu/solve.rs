//! Solve: X with `A·X = B`, for any number of right-hand sides.
//!
//! Gauss-Jordan elimination of `[A | B]`: the columns of B are changed as the other columns of A are, and are A⁻¹B in the
//! end. The columns of A hold the inverse by then, which costs half of the work and tells how far A is from singular.
//! One step of refinement, X + A⁻¹·(B - A·X), follows; its residual has twice the precision (Golub & Van Loan, Matrix
//! Computations 4th ed., 3.5.3).
//!
//! Passes: those of [`inverse`](super::inverse), and 12 or more. Accuracy: forward error below 8·n·κ·u·max|X|.

use super::eliminate::{eliminate, Eliminated, Method};
use super::gather::{gather, Order, To};
use super::inverse::Correction;
use super::stack::{square, stack};
use super::status::found;
use crate::error::{Code, Error, Result};
use crate::plan::{Form, Limits, Plan, ResultArray};
use crate::shape::{ElementType, Packed, Shape};

/// The plan of `solve(A, B)`; B is `[n, m]`, or `[n]` for one right-hand side. Results: X, shaped as B, the
/// inverse of the scaled A, the status.
///
/// BAD_SHAPE unless A is square and B has as many rows.
pub fn plan(a: &Shape, b: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    let n = square("solve", "A", a)?;
    let columns = match *b.dimensions() {
        [rows] if rows == n => 1,
        [rows, columns] if rows == n && columns > 0 => columns,
        _ => {
            let detail = format!("has shape {b}; A is {n} x {n}, so it needs [{n}] or [{n}, m]");
            return Err(Error::new(Code::BadShape, detail).in_kernel("solve").at_argument("B"));
        }
    };
    let texels = n.div_ceil(4);
    let right = columns.div_ceil(4);
    let whole = stack(n, texels + right, limits).map_err(|e| e.in_kernel("solve"))?;
    let mut plan = Plan::default();
    let packed = Packed::matrix(n, columns);
    let a = plan.argument(Form::Packed(Packed::matrix(n, n)));
    let b_slot = plan.argument(Form::Packed(packed));
    let done = eliminate(&mut plan, Method::GaussJordan, a, Some((b_slot, columns)), whole);
    let result = plan.result(ResultArray { ty: ElementType::FLOAT, shape: b.clone(), form: Form::Packed(packed) });

    let narrow = whole.with_width(right);
    let full = whole.with_width(texels);
    let [x, refined, residual] = [(); 3].map(|()| plan.temporary(narrow.storage()));
    let stacked = plan.temporary(full.storage());
    gather(&mut plan, &done, texels, Order::Rows, To::Stack(x, narrow));
    gather(&mut plan, &done, 0, Order::RowsAndColumns, To::Stack(stacked, full));
    Correction { done: &done, inverse: (stacked, full), right: true, residual }.push(&mut plan, (x, narrow), refined);
    let refined = Eliminated { matrix: refined, at: 0, ..done };
    gather(&mut plan, &refined, 0, Order::Stored, To::Solution(result, columns));
    found(&mut plan, &done);
    Ok(plan)
}

/// What the plan must compute, in plain loops: Gauss elimination with partial pivoting. `None` if a pivot is zero.
pub fn reference(a: &[f32], b: &[f32], n: usize, m: usize) -> Option<Vec<f64>> {
    let mut a: Vec<f64> = a.iter().map(|&x| f64::from(x)).collect();
    let mut x: Vec<f64> = b.iter().map(|&x| f64::from(x)).collect();
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[pivot * n + k].abs() {
                pivot = i;
            }
        }
        if a[pivot * n + k] == 0.0 {
            return None;
        }
        for j in 0..n {
            a.swap(k * n + j, pivot * n + j);
        }
        for j in 0..m {
            x.swap(k * m + j, pivot * m + j);
        }
        for i in k + 1..n {
            let factor = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
            for j in 0..m {
                x[i * m + j] -= factor * x[k * m + j];
            }
        }
    }
    for k in (0..n).rev() {
        for j in 0..m {
            let known: f64 = (k + 1..n).map(|i| a[k * n + i] * x[i * m + j]).sum();
            x[k * m + j] = (x[k * m + j] - known) / a[k * n + k];
        }
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn the_reference_solves() {
        let (n, m) = (9, 2);
        let (a, b) = (sample::random(n, 1), sample::random(n, 2)[..n * m].to_vec());
        let x = reference(&a, &b, n, m).unwrap();
        for i in 0..n {
            for j in 0..m {
                let sum: f64 = (0..n).map(|k| f64::from(a[i * n + k]) * x[k * m + j]).sum();
                assert!((sum - f64::from(b[i * m + j])).abs() < 1e-9);
            }
        }
        assert_eq!(reference(&[0.0], &[1.0], 1, 1), None);
    }

    #[test]
    fn right_hand_sides_must_have_the_rows_of_the_matrix() {
        let check = |b: Shape| plan(&Shape::matrix(3, 3), &b, &Limits::default()).map(|p| p.results[0].shape.clone());
        assert_eq!(check(Shape::vector(3)), Ok(Shape::vector(3)));
        assert_eq!(check(Shape::matrix(3, 5)), Ok(Shape::matrix(3, 5)));
        for wrong in [Shape::vector(2), Shape::matrix(2, 1), Shape::matrix(3, 0)] {
            let error = check(wrong.clone()).unwrap_err();
            assert_eq!(error.code(), Code::BadShape);
            assert!(error.to_string().contains("solve") && error.to_string().contains(&wrong.to_string()), "{error}");
        }
    }
}
