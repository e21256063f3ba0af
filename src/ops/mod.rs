//! The operations: one file each, with `plan()`, a plain-loop `reference()`, and unit tests.
pub mod lu;
