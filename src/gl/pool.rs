//! What is made once and used again.
//!
//! Making a texture costs far more than using one again, so what a run gives back waits in a pool for the next run of
//! the same sizes. Idle storage is bounded in number and in bytes; the oldest goes first. Its content is never seen
//! again: whoever takes it writes it before anything reads it.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use super::resource::{Buffer, Texture};

/// Idle objects that a pool keeps at most.
const IDLE_OBJECTS: usize = 64;
/// Idle bytes that a pool keeps at most.
const IDLE_BYTES: u64 = 192 << 20;
/// What is larger does not wait: it would turn out all the rest.
const LARGEST_IDLE: u64 = IDLE_BYTES / 2;

/// Something pooled: goes back when dropped.
pub(crate) struct Lease<T: Poolable> {
    item: Option<T>,
    pool: Weak<Inner>,
}

impl<T: Poolable> std::ops::Deref for Lease<T> {
    type Target = T;
    fn deref(&self) -> &T {
        match &self.item {
            Some(item) => item,
            // The item leaves only in drop().
            None => unreachable!(),
        }
    }
}

impl<T: Poolable> Drop for Lease<T> {
    fn drop(&mut self) {
        if let (Some(item), Some(pool)) = (self.item.take(), self.pool.upgrade()) {
            pool.give_back(item);
        }
    }
}

/// Objects by kind, and bytes: GPUs have more of these than the 32 bits of a wasm `usize` count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) textures: i32,
    pub(crate) buffers: i32,
    pub(crate) programs: i32,
    /// Bytes in use.
    pub(crate) bytes: u64,
    /// Bytes that wait in the pool.
    pub(crate) idle: u64,
}

/// The pool of one device.
#[derive(Default)]
pub(crate) struct Pool(Rc<Inner>);

#[derive(Default)]
pub(crate) struct Inner {
    textures: RefCell<Vec<Texture>>,
    buffers: RefCell<Vec<Buffer>>,
    counts: Cell<Counts>,
    serial: Cell<u32>,
    closed: Cell<bool>,
}

/// What a pool can hold.
pub(crate) trait Poolable: Sized {
    fn bytes(&self) -> u64;
    fn idle(pool: &Inner) -> &RefCell<Vec<Self>>;
}

impl Poolable for Texture {
    fn bytes(&self) -> u64 {
        self.key.bytes()
    }
    fn idle(pool: &Inner) -> &RefCell<Vec<Texture>> {
        &pool.textures
    }
}

impl Poolable for Buffer {
    fn bytes(&self) -> u64 {
        self.bytes as u64
    }
    fn idle(pool: &Inner) -> &RefCell<Vec<Buffer>> {
        &pool.buffers
    }
}

impl Inner {
    fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }

    fn give_back<T: Poolable>(&self, item: T) {
        let bytes = item.bytes();
        self.count(|c| c.bytes -= bytes);
        if self.closed.get() || bytes > LARGEST_IDLE {
            return; // dropped, and so deleted
        }
        self.count(|c| c.idle += bytes);
        T::idle(self).borrow_mut().push(item);
        self.trim(IDLE_OBJECTS, IDLE_BYTES);
    }

    fn trim(&self, objects: usize, bytes: u64) {
        fn drop_oldest<T: Poolable>(pool: &Inner) {
            let oldest = T::idle(pool).borrow_mut().remove(0);
            let bytes = oldest.bytes();
            pool.count(|c| c.idle -= bytes);
        }
        while self.textures.borrow().len() > objects {
            drop_oldest::<Texture>(self);
        }
        while self.buffers.borrow().len() > objects {
            drop_oldest::<Buffer>(self);
        }
        while self.counts.get().idle > bytes {
            let textures = self.textures.borrow().len();
            if textures > 0 && (textures >= self.buffers.borrow().len()) {
                drop_oldest::<Texture>(self);
            } else {
                drop_oldest::<Buffer>(self);
            }
        }
    }

    /// The latest idle object that will do: the one most likely still in the GPU's caches.
    fn take<T: Poolable>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut idle = T::idle(self).borrow_mut();
        let at = idle.iter().rposition(fits)?;
        let item = idle.remove(at);
        let bytes = item.bytes();
        self.count(|c| {
            c.idle -= bytes;
            c.bytes += bytes;
        });
        Some(item)
    }
}

impl Pool {
    /// An idle object that will do.
    pub(super) fn take<T: Poolable>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        self.0.take(fits)
    }

    /// Lets an object come back here when it is dropped.
    pub(super) fn lease<T: Poolable>(&self, item: T) -> Lease<T> {
        Lease { item: Some(item), pool: Rc::downgrade(&self.0) }
    }

    /// A number that no other texture has.
    pub(super) fn serial(&self) -> u32 {
        self.0.serial.set(self.0.serial.get() + 1);
        self.0.serial.get()
    }

    /// Changes the counts.
    pub(crate) fn count(&self, change: impl FnOnce(&mut Counts)) {
        self.0.count(change);
    }

    /// What there is.
    pub(crate) fn counts(&self) -> Counts {
        self.0.counts.get()
    }

    /// Deletes what is idle.
    pub(crate) fn empty(&self) {
        self.0.trim(0, 0);
    }

    /// What is idle is as it was after `body`, which finds nothing idle and leaves nothing behind.
    pub(crate) fn apart<T>(&self, body: impl FnOnce() -> T) -> T {
        let pool = &self.0;
        let (textures, buffers, idle) = (pool.textures.take(), pool.buffers.take(), pool.counts.get().idle);
        pool.count(|c| c.idle = 0);
        let done = body();
        self.empty();
        pool.textures.replace(textures);
        pool.buffers.replace(buffers);
        pool.count(|c| c.idle = idle);
        done
    }

    /// Deletes what is idle, and lets nothing wait from now on.
    pub(crate) fn close(&self) {
        self.0.closed.set(true);
        self.empty();
    }
}

/// Capacity for `bytes`: few different sizes, so that calls of changing sizes find each other's buffers. What is too large
/// to wait in the pool takes no more than it needs.
pub(super) fn capacity(bytes: usize) -> usize {
    if bytes as u64 > LARGEST_IDLE {
        bytes.next_multiple_of(16)
    } else if bytes <= 1 << 16 {
        bytes.next_power_of_two().max(64)
    } else {
        let step = (bytes.next_power_of_two() / 16).max(16);
        bytes.div_ceil(step) * step
    }
}

/// Keeps a pooled texture or buffer for as long as something refers to it.
pub(crate) type Shared<T> = Rc<Lease<T>>;
