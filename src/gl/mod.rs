//! The only place that speaks to the GPU: one context, its resources, and the executor that runs plans.
//!
//! - `context`: the WebGL2 context, what it allows
//! - `resource`: textures and buffers, deleted when dropped; `pool`: where they wait to be used again; `texel`: formats
//! - `program`: compiled programs, kept by source and defines
//! - `pass`: one draw: sets all the state that it relies on
//! - `state`: what is bound, so that it need not be bound again
//! - `sharing`: what is put back on a context that is somebody else's
//! - `transfer`: between the caller's typed arrays and GPU memory, without a copy in wasm memory
//! - `copy`: between buffers and textures
//! - `array`: storage of resident arrays, converted on the GPU from one form to another
//! - `execute`: runs plans
//! - `views`: the caller's typed arrays
//! - `vouch`: makes sure that results were computed and read
//! - `fence`: how far the GPU has come
//!
//! Every call of glow is unsafe, since native OpenGL trusts its caller. WebGL checks ranges and states itself: a wrong call is
//! an error of the context, and touches no memory. What is left to see to are handles, which glow looks up in its tables
//! without asking whether they are there: one must have come from this device's glow and must not have been deleted. They
//! are deleted when their owners are dropped (`Texture`, `Buffer`, `Program`, `Fence`), a framebuffer with the first of its
//! textures, and those that all passes share (`Passes`) when the device is killed, after which `Device::begin` refuses every
//! run. So a comment SAFETY says who keeps the handles of its block alive, or that there are none.
#![allow(unsafe_code, reason = "every call of glow is unsafe; see above for what is asked of handles")]

pub(crate) mod array;
pub(crate) mod context;
mod copy;
pub(crate) mod execute;
pub(crate) mod fence;
pub(crate) mod pass;
pub(crate) mod pool;
pub(crate) mod program;
pub(crate) mod resource;
pub(crate) mod sharing;
mod state;
pub(crate) mod texel;
pub(crate) mod transfer;
pub(crate) mod views;
pub(crate) mod vouch;

pub(crate) use array::Storage;
pub(crate) use context::{Device, Reach};
pub(crate) use fence::Fence;
