//! Transpose: `C[j][i] = A[i][j]`.
//!
//! One fragment pass over C's texels. A packed texel of C holds four rows of one column of A, so each fragment reads
//! four texels of A and keeps one component of each:
//!
//! ```text
//!        A (row-major, four columns a texel)       C
//!        [a00 a01 a02 a03] [a04 …                  [a00 a10 a20 a30] …
//!        [a10 a11 a12 a13] …                       [a01 a11 a21 a31] …
//! ```
//!
//! Exact.

use super::layout;
use crate::error::{Code, Error, Result};
use crate::plan::{Domain, Limits, Pass, Plan, Program};
use crate::shader;
use crate::shape::{ElementType, Shape};

/// Rows and columns of a matrix, or why `shape` is none. `operation` and `argument` are for the message.
pub fn check(operation: &str, argument: &str, shape: &Shape) -> Result<(u32, u32)> {
    match *shape.dimensions() {
        [rows, cols] => Ok((rows, cols)),
        _ => {
            Err(Error::of(Code::BadShape, format_args!("has shape {shape}; a matrix has two dimensions, [rows, cols]"))
                .at_argument(argument)
                .in_kernel(operation))
        }
    }
}

/// The plan that transposes a `rows` x `cols` matrix of elements of `ty`.
pub fn plan(ty: ElementType, rows: u32, cols: u32, limits: &Limits) -> Plan<'static> {
    let width = u32::from(ty.width);
    let from = layout::matrix(ty.scalar, rows, cols * width, limits);
    let to = layout::matrix(ty.scalar, cols, rows * width, limits);
    let mut plan = Plan::default();
    let input = plan.argument(layout::form(ty.scalar, from, limits));
    let output = plan.result(layout::result(ty, Shape::matrix(cols, rows), to, limits));
    if rows > 0 && cols > 0 {
        let program = Program::fragment(shader!("transpose/gather.frag", "lib/component.glsl", "lib/matrix.glsl"))
            .with(&layout::defines(ty.scalar, limits))
            .with(&[("WIDTH", width as i32), ("FOLDED", i32::from(layout::folded(to, rows * width)))]);
        plan.push(
            Pass::fragment(program, Domain::texels(to.width(), to.height()), vec![output.into()])
                .sampler("A", input)
                .uniform("cutA", layout::cut(from, cols * width))
                .uniform("cutC", layout::cut(to, rows * width))
                .uniform("size", [rows as i32, cols as i32]),
        );
    }
    plan
}

/// What the pass must compute, in plain loops.
pub fn reference<T: Copy>(a: &[T], rows: usize, cols: usize) -> Vec<T> {
    (0..cols).flat_map(|j| (0..rows).map(move |i| a[i * cols + j])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Form;
    use crate::shape::Packed;

    #[test]
    fn rows_become_columns() {
        assert_eq!(reference(&[1, 2, 3, 4, 5, 6], 2, 3), [1, 4, 2, 5, 3, 6]);
    }

    #[test]
    fn a_column_too_long_for_a_texture_comes_folded() {
        let plan = plan(ElementType::FLOAT, 5000, 3, &Limits::default());
        assert_eq!(plan.arguments, [Form::Packed(Packed::stream(15000))]);
        assert_eq!(plan.results[0].form, Form::Packed(Packed::matrix(3, 5000)));
    }

    #[test]
    fn an_empty_matrix_needs_no_pass() {
        assert!(plan(ElementType::FLOAT, 0, 3, &Limits::default()).steps.is_empty());
    }

    #[test]
    fn a_vector_is_no_matrix() {
        let error = check("transpose", "A", &Shape::vector(4)).unwrap_err();
        assert_eq!(error.code(), Code::BadShape);
        assert_eq!(
            error.to_string(),
            "kernel \"transpose\": argument \"A\" has shape [4]; a matrix has two dimensions, [rows, cols]"
        );
    }
}
