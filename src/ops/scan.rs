//! cumsum: the running sums of the flattened array, `y[i] = x[0] + … + x[i]`.
//!
//! Work-efficient: sums of blocks of 32 elements, and of blocks of those, until at most 1024 are left; their running
//! sums; then, level by level back down, what precedes a block is added to the running sums within it. (Ladner and
//! Fischer, *Parallel prefix computation*, 1980; Blelloch, *Prefix sums and their applications*, 1990.)
//!
//! ```text
//!   x      [· · · ·][· · · ·][· · · ·]…  2^20      spread ► y
//!   sums   [ ·        ·        ·   ]…   2^15      spread ► running sums of 2^15 blocks
//!   sums   [ · ]…                       2^10      spread ► running sums of 2^10 blocks
//! ```
//! Passes: 1 for up to 1024 elements, and 2 more for each further factor of 32 (5 for 2^20).
//!
//! Accuracy: every y[i] is a blocked sum of its own that carries the rounding errors of its additions along, on all
//! levels, and rounds last. So the error does not grow with i: it is about one rounding of y[i], 6e-8, and
//! 1e8, 1, −1e8 ends in 1. (Where a driver reorders additions, it is that of blocked summation, and the end may
//! be 0.) Running sums of whole numbers up to 2^24 are exact, those of ints and uints wrap around. From a NaN on, all
//! are NaN; from an infinity on, all are it, or NaN from its opposite on.

use super::fold::{Axes, Fold, Operation, Stage, States};
use crate::error::{Code, Error, Result};
use crate::plan::{Define, Form, Limits, Plan, Program};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

/// A block has 2^BLOCK_BITS texels …
const BLOCK_BITS: u32 = 2;

/// … of four elements.
const BLOCK: u32 = 4 << BLOCK_BITS;

/// Elements whose running sums one pass computes without blocks.
const MOST: u32 = 1024;

/// The plan for the running sums of an array of `shape` that lies as `from`.
pub fn plan(ty: ElementType, shape: &Shape, from: Packed, limits: &Limits) -> Result<Plan<'static>> {
    if ty.width != 1 {
        let detail = format!("is of {ty}; expected float, int or uint");
        return Err(Error::new(Code::BadArgument, detail).at_argument("a").in_kernel("cumsum"));
    }
    let count = shape.elements() as u32;
    // Rows without padding, so that four neighbours of the stream are always one texel.
    let layout = if from.row % 4 == 0 { from } else { Packed::stream(count as usize) };
    let fold = Fold::new(Operation::Sum, ty.scalar, limits);
    let mut plan = Plan::default();
    let source = plan.argument(Form::Packed(layout));
    let result = plan.result(fold.result(shape.clone(), layout));
    if count == 0 {
        return Ok(plan);
    }

    // Up: the sums of blocks, of blocks of blocks, …
    let mut levels = vec![(States { value: source, beside: None, layout }, count)];
    while let Some(&(below, count)) = levels.last().filter(|(_, count)| *count > MOST) {
        let outer = count.div_ceil(BLOCK);
        let sums = fold.states(&mut plan, Packed::stream(outer as usize));
        let axes = Axes { outer, extent: BLOCK, inner: 1 };
        let stage = Stage { axes, count, piece: BLOCK, first: levels.len() == 1, last: false };
        plan.push(stage.pass(fold, below, sums));
        levels.push((sums, outer));
    }
    // Down: running sums on each level, from those of its blocks.
    let mut blocks: Option<States> = None;
    while let Some((level, _)) = levels.pop() {
        let last = levels.is_empty();
        let layout = level.layout;
        let into = if last { States { value: result, beside: None, layout } } else { fold.states(&mut plan, layout) };
        let mut defines: Vec<Define> = fold.defines(last, last);
        defines.extend([("BLOCKS", i32::from(blocks.is_some())), ("BLOCK_BITS", BLOCK_BITS as i32)]);
        let program = Program::fragment(shader!("scan/spread.frag", "lib/fold.glsl")).with(&defines);
        let mut pass = into.pass(program, level).uniform("width", layout.width());
        if let Some(sums) = blocks {
            pass = pass.sampler("blocks", sums.value).uniform("blocksWidthBits", sums.layout.width().ilog2());
            if let Some(errors) = sums.beside {
                pass = pass.sampler("blockErrors", errors);
            }
        }
        plan.push(pass);
        blocks = Some(into);
    }
    Ok(plan)
}

/// What the plan computes, in a plain loop and float64. Ints that overflow are not wrapped here.
pub fn reference(values: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    values
        .iter()
        .map(|x| {
            sum += x;
            sum
        })
        .collect()
}
