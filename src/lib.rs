//! WebGL2 compute for web pages: plain GLSL in, typed arrays out.
//!
//! The npm package `gpgpu-wasm` is made of this crate; its README tells what pages call. Rust code calls the operations,
//! and runs them by `gpu::Gpu`, whose page of the wasm32 documentation has an example.
//!
//! Everything that can be decided without a GPU is decided first, as plain data: a [`plan::Plan`], a list of passes
//! over slots. One executor runs plans. So an operation can be looked at anywhere:
//!
//! ```
//! use gpgpu_wasm::ops::transpose;
//! use gpgpu_wasm::plan::Limits;
//! use gpgpu_wasm::shape::ElementType;
//!
//! let plan = transpose::plan(ElementType::FLOAT, 2, 3, &Limits::default());
//! assert_eq!(plan.results[0].shape.dimensions(), [3, 2]);
//! assert_eq!(transpose::reference(&[1, 2, 3, 4, 5, 6], 2, 3), [1, 4, 2, 5, 3, 6]);
//! ```
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

/// A small allocator: std's own is a large piece of code.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
mod gl;
#[cfg(target_arch = "wasm32")]
pub mod gpu;
#[cfg(target_arch = "wasm32")]
mod js;
