//! WebGL2 compute for web pages: plain GLSL in, typed arrays out.
//!
//! Everything that can be decided without a GPU is decided first, as plain data: a [`plan::Plan`], a list of passes
//! over slots. One executor runs plans.
//!
//! - [`shape`]: element types, shapes, memory layouts; [`texture`]: how samplers see them
//! - [`glsl`]: what a shader's text declares; the driver's messages, told with the user's own lines
//! - [`kernel`]: a user's shaders, and the variables that arguments meet
//! - [`bind`]: a kernel and the arguments of a call become a plan, or are refused
//! - [`ops`]: the operations, a file or a folder each
//! - [`plan`]: passes and slots
//! - [`error`]: the one error type
//! - `gl`: the executor; `gpu`: its door for Rust; `js`: what a web page sees (these on wasm32 only)

pub mod bind;
pub mod error;
pub mod glsl;
pub mod kernel;
pub mod ops;
pub mod plan;
pub mod shape;
pub mod texture;

#[cfg(target_arch = "wasm32")]
mod gl;
#[cfg(target_arch = "wasm32")]
pub mod gpu;
#[cfg(target_arch = "wasm32")]
mod js;
