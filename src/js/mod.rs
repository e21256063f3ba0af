//! What a web page sees: the exported classes, with bodies of a few lines.
//!
//! - `gpgpu`: `CreateGPGPU` and the class of what it makes
//! - `instance`: the life of an instance: its context, its kernels, its listeners
//! - `compute`: kernels in plain GLSL
//! - `array`: `GpuArray`
//! - `texture`: `makeTextureInfo`
//! - `drawing`: the canvas, `startDraw3D`
//! - `params`: reads what the caller hands over; the only user of `Reflect`
//! - `later`: promises, fences
//! - `ops`: operations
//! - `choice`: which form of large products is faster here

pub(crate) mod array;
mod choice;
pub(crate) mod compute;
pub(crate) mod drawing;
pub(crate) mod error;
pub(crate) mod gpgpu;
pub(crate) mod instance;
pub(crate) mod later;
pub(crate) mod ops;
pub(crate) mod params;
pub(crate) mod texture;
