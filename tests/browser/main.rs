//! What needs a real WebGL2: one binary, so that a browser starts once. A module per feature.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

mod webgl2;

wasm_bindgen_test_configure!(run_in_browser);
