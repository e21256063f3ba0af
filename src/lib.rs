//! WebGL2 compute for web pages: plain GLSL in, typed arrays out.
//!
//! Everything that can be decided without a GPU is decided first, as plain data: a [`plan::Plan`], a list of passes
//! over slots. One executor runs plans.
//!
//! - [`shape`]: element types, shapes, memory layouts
//! - [`glsl`]: what a shader's text declares; the driver's messages, told with the user's own lines
//! - [`plan`]: passes and slots
//! - [`ops`]: one file per operation
//! - [`error`]: the one error type

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
