//! Fences: how far the GPU has come.

use std::rc::Rc;

use glow::HasContext;

use super::context::{gone, Device};
use crate::error::{Code, Result};

/// A mark in the stream of commands, deleted however the waiting ends.
pub(crate) struct Fence {
    device: Rc<Device>,
    raw: glow::Fence,
}

impl Fence {
    /// A mark after everything asked so far, which is sent on its way.
    pub(crate) fn new(device: Rc<Device>) -> Result<Fence> {
        device.check()?;
        // SAFETY: takes no handle.
        let raw = unsafe {
            let raw = device.glow.fence_sync(glow::SYNC_GPU_COMMANDS_COMPLETE, 0);
            device.glow.flush();
            raw
        };
        raw.map(|raw| Fence { device, raw }).map_err(|_| gone(Code::ContextLost))
    }

    /// Whether the GPU has come this far. Never waits.
    pub(crate) fn passed(&self) -> Result<bool> {
        self.device.check()?;
        // SAFETY: the fence is this object's own, deleted when it is dropped.
        let status = unsafe { self.device.glow.client_wait_sync(self.raw, 0, 0) };
        match status {
            glow::ALREADY_SIGNALED | glow::CONDITION_SATISFIED => Ok(true),
            glow::WAIT_FAILED => Err(gone(Code::ContextLost)),
            _ => Ok(false),
        }
    }
}

impl Drop for Fence {
    fn drop(&mut self) {
        if self.device.holds() {
            // SAFETY: the handle is this object's own and is used by nobody after this.
            unsafe { self.device.glow.delete_sync(self.raw) };
        }
    }
}
