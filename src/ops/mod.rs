//! The operations: one file each, with `plan()`, a plain-loop `reference()`, and unit tests.

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
