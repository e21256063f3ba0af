//! Everything that needs a GPU, in a real browser: one binary, so one browser start.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod elementwise;
mod executor;
mod lu;
mod map;
mod matmul;
mod matrices;
mod numbers;
mod padding;
mod reduce;
mod sort;
