//! How many steps it takes to read a text.
//!
//! Tests hold the number against the text's length: a time would be the machine's as much as the parser's. Only builds
//! with debug assertions count.

use std::cell::Cell;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Counts so many steps: tokens, characters or places that were looked at.
#[inline]
pub(crate) fn step(steps: usize) {
    if cfg!(debug_assertions) {
        TAKEN.set(TAKEN.get() + steps as u64);
    }
}

/// The steps that `work` takes; 0 in a build that does not count.
pub fn steps_of(work: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    work();
    TAKEN.get() - before
}
