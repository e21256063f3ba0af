//! What a web page sees: the exported classes, with bodies of a few lines.
//!
//! - `instance`: `CreateGPGPU` and the life of an instance
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
pub(crate) mod instance;
pub(crate) mod later;
pub(crate) mod ops;
pub(crate) mod params;
pub(crate) mod texture;
