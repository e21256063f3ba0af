//! cumsum: the running sums of the flattened array, `y[i] = x[0] + … + x[i]`.
//!
//! Work-efficient: sums of blocks of 16 elements, and of blocks of those, until at most 1024 are left; their running
//! sums; then, level by level back down, what precedes a block is added to the running sums within it. (Ladner and
//! Fischer, *Parallel prefix computation*, 1980; Blelloch, *Prefix sums and their applications*, 1990.)
//!
//! ```text
//!   x      [· · · ·][· · · ·][· · · ·]…  2^20      spread ► y
//!   sums   [ ·        ·        ·   ]…   2^16      spread ► running sums of 2^16 blocks
//!   sums   [ · ]…                       2^12      spread ► running sums of 2^12 blocks
//!   sums                                2^8       spread ► running sums of 2^8 blocks, all at once
//! ```
//! Passes: 1 for up to 1024 elements, and 2 more for each further factor of 16 (7 for 2^20).
//!
//! Accuracy: every `y[i]` is a blocked sum of its own that carries the rounding errors of its additions along, on all
//! levels, and rounds last. So the error does not grow with i: it is about one rounding of `y[i]`, 6e-8, and
//! 1e8, 1, −1e8 ends in 1. (Where a driver reorders additions, it is that of blocked summation, and the end may
//! be 0.) Running sums of whole numbers up to 2^24 are exact, those of ints and uints wrap around. From a NaN on, all
//! are NaN; from an infinity on, all are it, or NaN from its opposite on.

use super::fold::{Axes, Ends, Fold, Operation, Stage, States};
use super::layout::Array;
use crate::error::{Code, Error, Result};
use crate::plan::{Define, Form, Limits, Plan, Program};
use crate::shader;
use crate::shape::Packed;

/// A block has 2^BLOCK_BITS texels …
const BLOCK_BITS: u32 = 2;

/// … of four elements.
const BLOCK: u32 = 4 << BLOCK_BITS;

/// Elements whose running sums one pass computes without blocks.
const MOST: u32 = 1024;

/// The plan for the running sums of `a`. BAD_ARGUMENT for vectors.
pub fn plan(a: Array<'_>, limits: &Limits) -> Result<Plan<'static>> {
    if a.ty.width != 1 {
        let detail = format!("is of {}; expected float, int or uint", a.ty);
        return Err(Error::new(Code::BadArgument, detail).at_argument("a").in_kernel("cumsum"));
    }
    let count = a.shape.elements() as u32;
    // Rows without padding, so that four neighbours of the stream are always one texel.
    let layout = if a.packed.row % 4 == 0 { a.packed } else { Packed::stream(count as usize) };
    let fold = Fold::new(Operation::Sum, a.ty.scalar, limits);
    let mut plan = Plan::default();
    let source = plan.argument(Form::Packed(layout));
    let result = plan.result(fold.result(a.shape.clone(), layout));
    if count == 0 {
        return Ok(plan);
    }

    // Up: the sums of blocks, of blocks of blocks, …
    let mut levels = vec![(States { value: source, beside: None, layout }, count)];
    while let Some(&(below, count)) = levels.last().filter(|(_, count)| *count > MOST) {
        let outer = count.div_ceil(BLOCK);
        let sums = fold.states(&mut plan, Packed::stream(outer as usize));
        let axes = Axes { outer, extent: BLOCK, inner: 1 };
        let ends = Ends { first: levels.len() == 1, last: false };
        let stage = Stage { axes, count, piece: BLOCK, ends };
        plan.push(stage.pass(fold, below, sums));
        levels.push((sums, outer));
    }
    // Down: running sums on each level, from those of its blocks.
    let mut blocks: Option<States> = None;
    while let Some((level, _)) = levels.pop() {
        let last = levels.is_empty();
        let layout = level.layout;
        let into = if last { States { value: result, beside: None, layout } } else { fold.states(&mut plan, layout) };
        // The lowest level is the array itself, and its running sums are the result.
        let mut defines: Vec<Define> = fold.defines(Ends { first: last, last });
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::plan::{Pass, Slot, Step, Value};
    use crate::shape::{ElementType, Shape};

    fn int(pass: &Pass<'_>, name: &str) -> usize {
        match pass.uniforms.iter().find(|u| u.0 == name) {
            Some((_, Value::Ints(_, v))) => v[0] as usize,
            _ => panic!("no int {name}"),
        }
    }

    /// Runs the plan as the shaders do. Rows have no padding, so a texture is its stream, and what follows the
    /// stream is NaN.
    fn run(plan: &Plan<'_>, values: &[f64], room: usize) -> Vec<f64> {
        let mut source = values.to_vec();
        source.resize(room, f64::NAN);
        let mut temporaries = vec![Vec::new(); plan.temporaries.len()];
        for step in &plan.steps {
            let Step::Draw(pass) = step else { panic!("no draw") };
            let texture = |name: &str| {
                let found = pass.samplers.iter().find(|s| s.0 == name);
                found.map(|s| match s.1 {
                    Slot::Temporary(i) => &temporaries[i],
                    _ => &source,
                })
            };
            let from = texture("values").unwrap();
            let out: Vec<f64> = if pass.uniforms.iter().any(|u| u.0 == "extent") {
                let extent = int(pass, "extent");
                let end = int(pass, "count").min(from.len());
                let sums = from[..end].chunks(extent).map(|run| run.iter().sum());
                sums.chain(std::iter::repeat(f64::NAN)).take(int(pass, "width").pow(2) * 8).collect()
            } else {
                let blocks = texture("blocks");
                let block = if blocks.is_some() { BLOCK as usize } else { from.len() };
                let scan = |(i, _)| {
                    let before = blocks.filter(|_| i >= block).map_or(0.0, |sums| sums[i / block - 1]);
                    before + from[i / block * block..=i].iter().sum::<f64>()
                };
                from.iter().enumerate().map(scan).collect()
            };
            match pass.targets[0].slot {
                Slot::Temporary(i) => temporaries[i] = out,
                _ => return out[..values.len()].to_vec(),
            }
        }
        Vec::new()
    }

    #[test]
    fn every_length_is_summed_up_to_its_end() {
        for n in [0u32, 1, 2, 3, 5, 16, 17, 1000, 1023, 1024, 1025, 4097, 16384, 16385, 70000] {
            let values: Vec<f64> = (0..n).map(|i| f64::from(i % 7) - 2.0).collect();
            for from in [Packed::stream(n as usize), Packed { row: 20, rows: n.div_ceil(20).max(1) }] {
                let a = Array { ty: ElementType::FLOAT, shape: &Shape::vector(n), packed: from };
                let plan = plan(a, &Limits::default()).unwrap();
                let room = (from.width() * from.rows * 4) as usize;
                assert_eq!(run(&plan, &values, room), reference(&values), "{n}");
            }
        }
    }

    #[test]
    fn a_million_elements_take_seven_passes_and_a_thousand_take_one() {
        let passes = |n: u32| {
            let a = Array { ty: ElementType::INT, shape: &Shape::vector(n), packed: Packed::stream(n as usize) };
            plan(a, &Limits::default()).unwrap().steps.len()
        };
        assert_eq!([1, 1024, 1025, 16384, 16385, 1 << 20, 16_777_220].map(passes), [1, 1, 3, 3, 5, 7, 9]);
    }

    #[test]
    fn the_sums_of_blocks_lie_in_rows_of_a_power_of_two() {
        for n in 1..3000 {
            assert!(Packed::stream(n).width().is_power_of_two(), "{n}");
        }
    }

    #[test]
    fn padded_rows_are_asked_for_as_a_stream_and_vectors_are_refused() {
        let shape = Shape::matrix(3, 5);
        let a = Array { ty: ElementType::FLOAT, shape: &shape, packed: Packed::matrix(3, 5) };
        let planned = plan(a, &Limits::default()).unwrap();
        assert_eq!(planned.arguments, [Form::Packed(Packed::stream(15))]);
        assert_eq!(planned.results[0].shape, shape);
        let vec2 = ElementType { width: 2, ..ElementType::FLOAT };
        let vectors = Array { ty: vec2, shape: &shape, packed: Packed::stream(30) };
        let refused = plan(vectors, &Limits::default()).unwrap_err();
        assert_eq!((refused.code(), refused.kernel()), (Code::BadArgument, Some("cumsum")));
    }
}
