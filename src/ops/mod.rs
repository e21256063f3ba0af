//! The operations: a file or a folder each, with `plan()`, which decides what the GPU does, `reference()`, which computes
//! the same in plain loops, and unit tests.

pub mod elementwise;
mod fold;
pub mod identity;
pub mod layout;
pub mod lu;
pub mod map;
pub mod matmul;
pub mod permute;
pub mod reduce;
pub mod scan;
pub mod sort;
pub mod transpose;

#[cfg(test)]
mod largest;
