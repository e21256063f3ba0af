//! Kernels on packed factors: L with its diagonal, U with unit diagonal, in one matrix.
//!
//! ```text
//!   |a B C|        |a 0 0|        |1 B C|
//!   |d e F|    L = |d e 0|    U = |0 1 F|
//!   |g h i|        |g h i|        |0 0 1|
//! ```
//! - `multiplyLU`: L·U, `multiplyUL`: U·L; one product that leaves out what is zero for certain. 4 passes, more at
//!   large n; error below n·u·|L||U|.
//! - `invertLower`: L⁻¹ with zeros above the diagonal, `invertUpper`: U⁻¹ with ones on the diagonal and zeros below it. The
//!   blocks of 8 on the diagonal are inverted by substitution; then pairs of blocks are joined, doubling their
//!   size until one is left (Higham, Accuracy and Stability of Numerical Algorithms 2nd ed., 14.2):
//!
//! ```text
//!   |A 0|⁻¹   |   A⁻¹      0 |         |A B|⁻¹   |A⁻¹  -A⁻¹B D⁻¹|
//!   |C D|   = |-D⁻¹C A⁻¹  D⁻¹|         |0 D|   = | 0      D⁻¹   |
//! ```
//!   2·log2(n / 8) + 3 passes; error |X - L⁻¹| of the order of n·u·|L⁻¹||L||L⁻¹|. A zero on the diagonal of L gives
//!   infinities and NaN.
//!
//! Sums of small integers are exact throughout.

use super::eliminate::Eliminated;
use super::gather::{gather, Order, To};
use super::stack::{square, stack, Part, Product, Stack};
use crate::error::Result;
use crate::plan::{Define, Form, Limits, Plan, ResultArray, Slot};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// The plan of `multiplyLU(LU)`: L·U. BAD_SHAPE unless it is square.
pub fn multiply_lu_plan(packed: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    multiply("multiplyLU", packed, limits, [Part::Lower, Part::UnitUpper], ("LOWER_UPPER", 1))
}

/// The plan of `multiplyUL(UL)`: U·L. BAD_SHAPE unless it is square.
pub fn multiply_ul_plan(packed: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    multiply("multiplyUL", packed, limits, [Part::UnitUpper, Part::Lower], ("UPPER_LOWER", 1))
}

/// The plan of `invertLower(LU)`: L⁻¹. BAD_SHAPE unless it is square.
pub fn invert_lower_plan(packed: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    invert("invertLower", packed, limits, Part::Lower)
}

/// The plan of `invertUpper(LU)`: U⁻¹. BAD_SHAPE unless it is square.
pub fn invert_upper_plan(packed: &Shape, limits: &Limits) -> Result<Plan<'static>> {
    invert("invertUpper", packed, limits, Part::UnitUpper)
}

fn multiply(
    operation: &str,
    shape: &Shape,
    limits: &Limits,
    parts: [Part; 2],
    define: Define,
) -> Result<Plan<'static>> {
    let (mut plan, argument, stack) = begin(operation, shape, limits)?;
    let n = stack.rows;
    let [left, right] = parts.map(|part| {
        let slot = plan.temporary(stack.storage());
        plan.push(stack.load(argument, (n, n), part, 0, slot));
        slot
    });
    let product = plan.temporary(stack.storage());
    Product {
        left: (left, stack),
        right: (right, stack),
        kept: None,
        places: None,
        target: product,
        stack,
        domain: stack.all(),
        texels: stack.width,
        depth: stack.width,
        scale: 1.0,
        defines: &[define],
        uniforms: &[],
    }
    .push(&mut plan);
    finish(&mut plan, product, stack, shape);
    Ok(plan)
}

fn invert(operation: &str, shape: &Shape, limits: &Limits, part: Part) -> Result<Plan<'static>> {
    let (mut plan, argument, stack) = begin(operation, shape, limits)?;
    let lower = part == Part::Lower;
    let matrix = plan.temporary(stack.storage());
    plan.push(stack.load(argument, (stack.rows, stack.rows), part, 0, matrix));
    let mut x = plan.temporary(stack.storage());
    let flag: &[Define] = if lower { &[("LOWER", 1)] } else { &[] };
    plan.push(stack.pass(shader!("lu/diagonal.frag", "lu/stack.glsl"), flag, stack.all(), x).sampler("matrix", matrix));
    if stack.rows > stack.lanes {
        let mut other = plan.temporary(stack.storage());
        let between = plan.temporary(stack.storage());
        // Which half of a pair has the rows of the block off the diagonal, and which one its columns.
        let (rows, columns) = if lower { (1, 0) } else { (0, 1) };
        let mut span = stack.lanes;
        while span < stack.rows {
            let mut product = |left: Slot, right: Slot, kept: Option<Slot>, target: Slot, defines: &[Define]| {
                Product {
                    left: (left, stack),
                    right: (right, stack),
                    kept,
                    places: None,
                    target,
                    stack,
                    domain: stack.all(),
                    texels: stack.width,
                    depth: span / 4,
                    scale: if kept.is_some() { -1.0 } else { 1.0 },
                    defines: &[&[("HALVES", 1), ("ROW_HALF", rows)], defines].concat(),
                    uniforms: &[("span", span)],
                }
                .push(&mut plan);
            };
            product(matrix, x, None, between, &[("SUM_HALF", columns)]);
            product(x, between, Some(x), other, &[("SUM_HALF", rows), ("KEEP", 1)]);
            std::mem::swap(&mut x, &mut other);
            span *= 2;
        }
    }
    finish(&mut plan, x, stack, shape);
    Ok(plan)
}

fn begin(operation: &str, shape: &Shape, limits: &Limits) -> Result<(Plan<'static>, Slot, Stack)> {
    let n = square(operation, "LU", shape)?;
    let stack = stack(n, n.div_ceil(4), limits).map_err(|e| e.in_kernel(operation).at_argument("LU"))?;
    let mut plan = Plan::default();
    let argument = plan.argument(Form::Packed(Packed::matrix(n, n)));
    Ok((plan, argument, stack))
}

fn finish(plan: &mut Plan<'static>, matrix: Slot, stack: Stack, shape: &Shape) {
    let n = stack.rows;
    let form = Form::Packed(Packed::matrix(n, n));
    let result = plan.result(ResultArray { ty: ElementType::FLOAT, shape: shape.clone(), form });
    let stored = Eliminated {
        loaded: matrix,
        exponents: None,
        matrix,
        at: 0,
        in_order: true,
        panel: matrix,
        places: matrix,
        stack,
        size: n,
    };
    gather(plan, &stored, 0, Order::Stored, To::Packed(result, n));
}

/// L and U of a packed matrix.
fn split(packed: &[f32], n: usize) -> [Vec<f64>; 2] {
    let part = |keep: fn(usize, usize) -> bool, diagonal: Option<f64>| {
        let element = |q: usize| match (q / n, q % n) {
            (i, j) if i == j => diagonal.unwrap_or(f64::from(packed[q])),
            (i, j) if keep(i, j) => f64::from(packed[q]),
            _ => 0.0,
        };
        (0..n * n).map(element).collect()
    };
    [part(|i, j| i > j, None), part(|i, j| i < j, Some(1.0))]
}

fn product(left: &[f64], right: &[f64], n: usize) -> Vec<f64> {
    let mut result = vec![0.0; n * n];
    for (row, factors) in result.chunks_mut(n).zip(left.chunks(n)) {
        for (factor, terms) in factors.iter().zip(right.chunks(n)) {
            if *factor != 0.0 {
                for (sum, term) in row.iter_mut().zip(terms) {
                    *sum += factor * term;
                }
            }
        }
    }
    result
}

/// What `multiplyLU` must compute, in plain loops.
pub fn multiply_lu_reference(packed: &[f32], n: usize) -> Vec<f64> {
    let [lower, upper] = split(packed, n);
    product(&lower, &upper, n)
}

/// What `multiplyUL` must compute, in plain loops.
pub fn multiply_ul_reference(packed: &[f32], n: usize) -> Vec<f64> {
    let [lower, upper] = split(packed, n);
    product(&upper, &lower, n)
}

/// What `invertLower` must compute, in plain loops: column by column, downwards.
pub fn invert_lower_reference(packed: &[f32], n: usize) -> Vec<f64> {
    let [lower, _] = split(packed, n);
    let mut x = vec![0.0; n * n];
    for k in 0..n {
        for i in k..n {
            let known: f64 = (k..i).map(|j| lower[i * n + j] * x[j * n + k]).sum();
            x[i * n + k] = (if i == k { 1.0 } else { 0.0 } - known) / lower[i * n + i];
        }
    }
    x
}

/// What `invertUpper` must compute, in plain loops: column by column, upwards.
pub fn invert_upper_reference(packed: &[f32], n: usize) -> Vec<f64> {
    let [_, upper] = split(packed, n);
    let mut x = vec![0.0; n * n];
    for k in 0..n {
        x[k * n + k] = 1.0;
        for i in (0..k).rev() {
            x[i * n + k] = -(i + 1..=k).map(|j| upper[i * n + j] * x[j * n + k]).sum::<f64>();
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::plan::Step;

    #[test]
    fn a_refusal_names_the_operation_and_its_argument() {
        let error = multiply_lu_plan(&Shape::matrix(2, 3), &Limits::default()).unwrap_err();
        assert_eq!((error.kernel(), error.argument()), (Some("multiplyLU"), Some("LU")));
    }

    #[test]
    fn the_references_undo_each_other() {
        let n = 11;
        let mut packed = sample::random(n, 3);
        for i in 0..n {
            packed[i * n + i] += 3.0;
        }
        let [lower, upper] = split(&packed, n);
        for (matrix, inverse) in
            [(lower, invert_lower_reference(&packed, n)), (upper, invert_upper_reference(&packed, n))]
        {
            for (q, x) in product(&matrix, &inverse, n).into_iter().enumerate() {
                assert!((x - if q / n == q % n { 1.0 } else { 0.0 }).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn products_of_packed_factors_are_those_of_the_factors() {
        let packed = [2.0, 3.0, 5.0, 7.0, 4.0, 6.0, 8.0, 9.0, 10.0];
        assert_eq!(multiply_lu_reference(&packed, 3), [2.0, 6.0, 10.0, 7.0, 25.0, 59.0, 8.0, 33.0, 104.0]);
        assert_eq!(multiply_ul_reference(&packed, 3), [63.0, 57.0, 50.0, 55.0, 58.0, 60.0, 8.0, 9.0, 10.0]);
    }

    #[test]
    fn the_number_of_draws_grows_with_the_logarithm_of_the_size() {
        let draws = |n: u32| {
            let limits = Limits { draw_buffers: 8, ..Limits::default() };
            invert_lower_plan(&Shape::matrix(n, n), &limits)
                .map(|p| p.steps.iter().filter(|s| matches!(s, Step::Draw(_))).count())
        };
        assert_eq!(draws(8), Ok(3));
        assert_eq!(draws(9), Ok(5));
        assert_eq!(draws(512), Ok(3 + 2 * 6));
    }
}
