//! The identity matrix: `C[i][j] = (i == j)`.
//!
//! One fragment pass that reads nothing: the matrix never crosses from JavaScript. Exact.

use super::layout;
use crate::error::{decimal, Code, Error, Result};
use crate::plan::{Domain, Limits, Pass, Plan, Program};
use crate::shader;
use crate::shape::{ElementType, Scalar, Shape};

/// The number of rows that a JavaScript number means. BAD_ARGUMENT unless it is a whole number from 0, LIMIT_EXCEEDED for
/// a matrix of more elements than an array can have.
pub fn check(n: f64) -> Result<u32> {
    if n.fract() != 0.0 || n < 0.0 {
        return Err(Error::of(
            Code::BadArgument,
            format_args!("is {}; the number of rows must be a whole number from 0", decimal(n)),
        )
        .at_argument("n")
        .in_kernel("identity"));
    }
    // Shapes are counted in 32 bits; a larger number is refused there, with the shape in the message.
    let rows = n.min(f64::from(u32::MAX)) as u32;
    Shape::new(&[rows, rows]).map(|_| rows).map_err(|error| error.in_kernel("identity"))
}

/// The plan that makes the `n` x `n` identity.
pub fn plan(n: u32, limits: &Limits) -> Plan<'static> {
    let mut plan = Plan::default();
    let packed = layout::matrix(Scalar::Float, n, n, limits);
    let output = plan.result(layout::result(ElementType::FLOAT, Shape::matrix(n, n), packed, limits));
    if n > 0 {
        let program = Program::fragment(shader!("identity/fill.frag", "lib/component.glsl", "lib/matrix.glsl"))
            .with(&layout::defines(Scalar::Float, limits))
            .with(&[("FOLDED", i32::from(layout::folded(packed, n)))]);
        let domain = Domain::texels(packed.width(), packed.height());
        plan.push(Pass::fragment(program, domain, vec![output.into()]).uniform("cut", layout::cut(packed, n)));
    }
    plan
}

/// What the pass must compute.
pub fn reference(n: usize) -> Vec<f32> {
    (0..n * n).map(|place| if place / n == place % n { 1.0 } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_stand_on_the_diagonal() {
        assert_eq!(reference(2), [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_number_of_rows_is_whole_and_fits_an_array() {
        assert_eq!(check(3.0), Ok(3));
        assert_eq!(check(0.0), Ok(0));
        assert_eq!(check(23170.0), Ok(23170));
        for n in [-1.0, 0.5, f64::NAN, f64::INFINITY] {
            assert_eq!(check(n).map_err(|e| e.code()), Err(Code::BadArgument), "{n}");
        }
        for n in [23171.0, 46341.0, 1e10] {
            assert_eq!(check(n).map_err(|e| e.code()), Err(Code::LimitExceeded), "{n}");
        }
    }
}
