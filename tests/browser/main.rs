//! What needs a real WebGL2: one binary, so that a browser starts once. A module per feature.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

mod webgl2;

wasm_bindgen_test_configure!(run_in_browser);
