//! The operations: one file each, with `plan()`, a plain-loop `reference()`, and unit tests.

pub mod elementwise;
pub mod identity;
pub mod layout;
pub mod map;
pub mod matmul;
pub mod permute;
pub mod transpose;
mod fold;
pub mod reduce;
pub mod scan;
pub mod sort;
pub mod lu;
