//! Random numbers that are the same on every machine.

/// A generator: xorshift, enough for test data.
pub(crate) struct Numbers(u32);

impl Numbers {
    /// A generator that begins at `seed`.
    pub(crate) fn new(seed: u32) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9) | 1)
    }

    /// Any number.
    pub(crate) fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// Floats in [-1, 1).
    pub(crate) fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.next() as i32 as f32 / 2147483648.0).collect()
    }

    /// A permutation of 0 … count - 1.
    pub(crate) fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, self.next() as usize % (i + 1));
        }
        order
    }
}
