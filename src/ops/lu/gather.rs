//! The last passes: rows and columns into their order, from a stack to a packed result.

use super::eliminate::Eliminated;
use super::stack::Stack;
use crate::plan::{Define, Domain, Pass, Plan, Program, Slot};
use crate::shader;

/// How [`gather`] orders what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As it lies.
    Stored,
    /// Rows in the order of their steps.
    Rows,
    /// Rows likewise, and columns by the step of the row of their number: turns an exchanged matrix into the inverse.
    RowsAndColumns,
}

/// What [`gather`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// A packed matrix of this many columns.
    Packed(Slot, u32),
    /// The packed inverse, the scaling of columns and rows undone.
    Inverse(Slot),
    /// The packed solution of this many columns, likewise.
    Solution(Slot, u32),
    /// A stack.
    Stack(Slot, Stack),
}

/// Takes columns of a matrix, from texel column `at` on, in order.
pub(super) fn gather(plan: &mut Plan<'static>, from: &Eliminated, at: u32, order: Order, to: To) {
    let packed = |slot: Slot, columns: u32| (1, Domain::texels(columns.div_ceil(4), from.size), vec![slot.into()]);
    let scaled: &[Define] = match to {
        To::Packed(..) | To::Stack(..) => &[],
        To::Inverse(_) => &[("INVERSE", 1)],
        To::Solution(..) => &[("SOLUTION", 1)],
    };
    let (rows, domain, targets) = match to {
        To::Inverse(slot) => packed(slot, from.size),
        To::Packed(slot, columns) | To::Solution(slot, columns) => packed(slot, columns),
        To::Stack(slot, stack) => (stack.lanes, stack.all(), stack.targets(slot)),
    };
    let defines: &[Define] = match order {
        Order::Stored => &[],
        Order::Rows if from.in_order => &[],
        Order::Rows => &[("ROWS_BY_ORDER", 1)],
        Order::RowsAndColumns if from.in_order => &[("COLUMNS_BY_STEP", 1)],
        Order::RowsAndColumns => &[("ROWS_BY_ORDER", 1), ("COLUMNS_BY_STEP", 1)],
    };
    let program = Program::fragment(shader!("lu/gather.frag", "lu/stack.glsl", "lu/panel.glsl"))
        .with(&[("LANES", from.stack.lanes as i32), ("ROWS", rows as i32)])
        .with(defines)
        .with(scaled);
    let mut pass = Pass::fragment(program, domain, targets)
        .sampler("matrix", from.matrix)
        .uniform("at", from.at + at)
        .uniform("size", from.size);
    if order != Order::Stored {
        pass = pass.sampler("places", from.places);
    }
    if let (Some(exponents), [_, ..]) = (from.exponents, scaled) {
        pass = exponents.to(pass).uniform("right", from.size.div_ceil(4));
    }
    plan.push(pass);
}
