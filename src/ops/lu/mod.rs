//! Linear systems: LU factors, triangular kernels, inverse, solve, determinant, condition.
//!
//! - [`factor`]: `lu`: L with its diagonal and U with unit diagonal, packed (Crout), and the order of the rows
//! - [`triangular`]: `multiplyLU`, `multiplyUL`, `invertLower`, `invertUpper` on packed factors
//! - [`inverse`], [`solve`], [`det`]: by Gauss-Jordan elimination; [`det`] also is the plan of `rcond`
//! - [`status`]: what an elimination says about the matrix, read once after the run
//!
//! All of them share one blocked elimination with partial pivoting (`eliminate`) on one layout (`stack`). Nothing is
//! read back on the way.

mod eliminate;
mod gather;
mod stack;

pub mod det;
pub mod factor;
pub mod inverse;
pub mod solve;
pub mod status;
pub mod triangular;

#[cfg(test)]
mod sample;
