//! The operations: one file each, with `plan()`, a plain-loop `reference()`, and unit tests.

mod fold;
pub mod reduce;
pub mod scan;
