//! The ground that every other test stands on.

use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{OffscreenCanvas, WebGl2RenderingContext};

#[wasm_bindgen_test]
fn the_browser_gives_a_webgl2_context() {
    let canvas = OffscreenCanvas::new(1, 1).unwrap();
    let context = canvas.get_context("webgl2").unwrap().expect("no WebGL2");
    assert!(context.is_instance_of::<WebGl2RenderingContext>());
}
