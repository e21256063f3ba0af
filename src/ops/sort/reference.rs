//! What sorting must give, in plain comparisons of the elements themselves.

use std::cmp::Ordering;

use super::Options;
use crate::shape::{ElementType, Scalar};

/// The order of two components, given as bits: for floats that of `Float32Array.prototype.sort`.
fn compare(scalar: Scalar, a: u32, b: u32) -> Ordering {
    match scalar {
        Scalar::Int => (a as i32).cmp(&(b as i32)),
        Scalar::Uint => a.cmp(&b),
        Scalar::Float => {
            let (a, b) = (f32::from_bits(a), f32::from_bits(b));
            match (a.is_nan(), b.is_nan()) {
                (false, false) => a.total_cmp(&b),
                (a, b) => a.cmp(&b),
            }
        }
    }
}

/// The indices of the elements in order, ties in input order. `bits` holds the elements' components.
pub fn reference_order(ty: ElementType, bits: &[u32], options: Options) -> Vec<u32> {
    let key = |&element: &u32| bits[element as usize * ty.components() + options.by as usize];
    let mut order: Vec<u32> = (0..(bits.len() / ty.components()) as u32).collect();
    order.sort_by(|a, b| {
        let ascending = compare(ty.scalar, key(a), key(b));
        if options.descending {
            ascending.reverse()
        } else {
            ascending
        }
    });
    order
}

/// The elements in order: components of sorted elements, like `bits` those of the elements given.
pub fn reference(ty: ElementType, bits: &[u32], options: Options) -> Vec<u32> {
    let width = ty.components();
    let order = reference_order(ty, bits, options);
    order.iter().flat_map(|&element| bits[element as usize * width..][..width].iter().copied()).collect()
}
