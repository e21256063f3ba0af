//! WebGL2 compute for web pages: plain GLSL in, typed arrays out.
//!
//! The npm package `gpgpu-wasm` is built from this crate; its README describes the interface for JavaScript. Rust code
//! plans an operation with [`ops`] and runs the plan with `gpu::Gpu` (on wasm32 only; its page has an example).
//!
//! Everything that can be decided without a GPU is decided first, as plain data: a [`plan::Plan`], which is a list of
//! passes over slots. One executor runs all plans. So an operation can be inspected on any machine:
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
//! - [`kernel`]: a user's shaders, and the variables that take arguments
//! - [`bind`]: a kernel and the arguments of a call become a plan, or are refused
//! - [`ops`]: the operations, each a file or a folder
//! - [`plan`]: passes and slots
//! - [`error`]: the one error type
//! - `gl`: the executor; `gpu`: the interface for Rust; `js`: the interface for web pages (these on wasm32 only)

pub mod bind;
pub mod error;
pub mod glsl;
pub mod kernel;
pub mod ops;
pub mod plan;
pub mod shape;
pub mod texture;

/// A small allocator: the one of std is a large piece of code.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
mod gl;
#[cfg(target_arch = "wasm32")]
pub mod gpu;
#[cfg(target_arch = "wasm32")]
mod js;
