//! Reductions: sum, prod, min, max, mean, argmin, argmax of all elements, over an axis, or of each group of
//! `groupSize` elements.
//!
//! Every reduction is a fold of states (`lib/fold.glsl`), done in a few passes of a fragment shader, each of which
//! makes the array smaller. Which elements a fragment takes depends on what is reduced:
//!
//! ```text
//!   all.frag       everything, lane by lane             512 x 512 texels ► 64 x 64 ► 8 x 8 ► 1
//!   runs.frag      neighbours: groups, the last axis    [outer, extent] ► [outer, pieces] ► [outer]
//!   columns.frag   what lies apart: another axis        [outer, extent, inner] ► [outer, pieces, inner] ► …
//! ```
//!
//! Passes: 1 for up to 512 elements, 2 for up to 32,768, else 3 over all; over an axis or in groups 1 while
//! there are many results of short runs, else log64 of the run's length. Any packed layout is read as it lies.
//!
//! Accuracy: **sum** and **mean** of floats carry the rounding error of each addition along (Knuth's two-sum; Higham,
//! *The accuracy of floating point summation*, 1993), in blocks as pairwise summation does: the error is about one
//! rounding of the result, 6e-8, plus n²·2⁻⁴⁸·Σ|x| at the very worst. Where a driver reorders additions it is that of
//! blocked summation, at most (3·∛n + 6)·2⁻²⁴·Σ|x|. A mean does not overflow: its terms are scaled down by powers of
//! two, and terms below 1e-36 may lose bits to that. **prod** rounds once an element, in an order of its own; it
//! overflows or underflows only where the product of all does. **min**, **max**, **argmin**, **argmax** are exact,
//! also for subnormals (sums may take those for 0). Sums and products of ints and uints wrap around as in GLSL; their
//! mean is a float.
//!
//! As in numpy, NaN is both the least and the greatest value, ∞ − ∞ is NaN, and of equals the first is found.
//! min(−0, 0) is −0 and max(−0, 0) is 0, yet argmin and argmax see them as equal.

use super::fold::{Axes, Ends, Fold, Stage, States};
use super::layout::Array;
use crate::error::{Code, Error, Result};
use crate::plan::{Form, Limits, Plan, Program};
use crate::shader;
use crate::shape::{Packed, Shape};

pub use super::fold::Operation;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests;

/// What is reduced to one result each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// All elements: shape `[1]`. argmin and argmax count in the flattened array.
    All,
    /// The elements along an axis, which leaves the shape (`[n]` becomes `[1]`); −1 is the last axis. argmin and
    /// argmax count along the axis.
    Axis(i32),
    /// Each group of this many neighbours of the flattened array; the last group may be shorter. Shape `[groups]`.
    /// argmin and argmax count in the flattened array.
    Groups(i32),
}

/// The plan that reduces `a`, which is read as it lies.
///
/// BAD_ARGUMENT for vectors, an axis that there is not and a group size below 1; BAD_SHAPE for extremes and means of
/// nothing.
pub fn plan(operation: Operation, a: Array<'_>, over: Over, limits: &Limits) -> Result<Plan<'static>> {
    let Array { ty, shape, packed } = a;
    if ty.width != 1 {
        let detail = format!("is of {ty}; expected float, int or uint");
        return Err(Error::new(Code::BadArgument, detail).at_argument("a").in_kernel(operation.name()));
    }
    let (axes, result) = axes(shape, over).map_err(|e| e.in_kernel(operation.name()))?;
    if axes.extent == 0 && axes.outputs() > 0 && !operation.has_identity() {
        let detail = format!("of shape {shape} has nothing to reduce; {} of nothing is undefined", operation.name());
        return Err(Error::new(Code::BadShape, detail).at_argument("a").in_kernel(operation.name()));
    }

    let count = shape.elements() as u32;
    let layout = if count == 0 { Packed::stream(0) } else { packed };
    let fold = Fold::new(operation, ty.scalar, limits);
    let mut plan = Plan::default();
    let source = States { value: plan.argument(Form::Packed(layout)), beside: None, layout };
    let layout = Packed::stream(result.elements());
    let result = plan.result(fold.result(result, layout));
    let result = States { value: result, beside: None, layout };
    if axes.outputs() == 0 {
        return Ok(plan);
    }
    let reduction = Reduction { fold, source, count, result };
    match over {
        Over::All => reduction.all(&mut plan),
        Over::Axis(_) | Over::Groups(_) => reduction.along(&mut plan, axes, over),
    }
    Ok(plan)
}

/// The array seen as `[outer, extent, inner]`, and the result's shape.
fn axes(shape: &Shape, over: Over) -> Result<(Axes, Shape)> {
    let dimensions = shape.dimensions();
    let count = shape.elements() as u32;
    match over {
        Over::All => Ok((Axes { outer: 1, extent: count, inner: 1 }, Shape::vector(1))),
        Over::Groups(size) => {
            let size = u32::try_from(size).ok().filter(|&s| s > 0).ok_or_else(|| {
                let detail = format!("is {size}; expected a whole number from 1");
                Error::new(Code::BadArgument, detail).at_argument("groupSize")
            })?;
            let extent = size.min(count.max(1));
            let groups = count.div_ceil(extent);
            Ok((Axes { outer: groups, extent, inner: 1 }, Shape::vector(groups)))
        }
        Over::Axis(axis) => {
            let rank = dimensions.len();
            let index = if axis < 0 { i64::from(axis) + rank as i64 } else { i64::from(axis) };
            let index = usize::try_from(index).ok().filter(|&i| i < rank).ok_or_else(|| {
                let detail = format!("is {axis}; shape {shape} has the axes 0 to {}", rank - 1);
                Error::new(Code::BadArgument, detail).at_argument("axis")
            })?;
            let mut left = dimensions.to_vec();
            let extent = left.remove(index);
            let axes = Axes {
                outer: dimensions[..index].iter().product(),
                extent,
                inner: dimensions[index + 1..].iter().product(),
            };
            Ok((axes, if left.is_empty() { Shape::vector(1) } else { Shape::new(&left)? }))
        }
    }
}

/// The scale of a mean's terms where up to `terms` of them are added: the power of two that lets none overflow.
fn scale(terms: u32) -> f32 {
    1.0 / u64::from(terms.max(1)).next_power_of_two() as f32
}

/// The least number whose power is at least `n`.
fn root(n: u64, power: u32) -> u32 {
    let mut least = 1u64;
    while least.saturating_pow(power) < n {
        least += 1;
    }
    least as u32
}

/// Elements of `extent` that one lane folds in one pass. Many results keep a GPU busy by themselves; few long runs
/// are cut, so that all fragments together have enough to do. A multiple of 4 keeps texels whole.
fn piece(outputs: u32, extent: u32) -> u32 {
    const BUSY: u32 = 1 << 14;
    const LONGEST: u32 = 4096;
    if extent <= 64 || outputs >= BUSY && extent <= LONGEST {
        return extent.max(1);
    }
    let stages = extent.ilog2().div_ceil(6).max(1);
    let stages = stages + u32::from(64u64.pow(stages) < u64::from(extent));
    root(u64::from(extent), stages).next_multiple_of(4)
}

/// What the passes of a reduction have in common.
struct Reduction {
    fold: Fold,
    /// The array.
    source: States,
    /// Its elements.
    count: u32,
    /// The results.
    result: States,
}

impl Reduction {
    /// Folds everything to one result.
    fn all(&self, plan: &mut Plan<'static>) {
        let row = self.source.layout.row;
        let mut size = [self.source.layout.width(), self.count.div_ceil(row)];
        let mut scales = 1.0;
        let mut source = self.source;
        let texels = u64::from(size[0]) * u64::from(size[1]);
        let passes = [128, 8192].iter().filter(|&&most| texels > most).count() as u32 + 1;
        for left in (0..passes).rev() {
            let target = size.map(|n| root(u64::from(n).pow(left), left + 1));
            let ends = Ends { first: left + 1 == passes, last: left == 0 };
            let into = if ends.last {
                self.result
            } else {
                self.fold.states(plan, Packed { row: target[0] * 4, rows: target[1] })
            };
            let lanes = if ends.last { 4 } else { 1 };
            let terms = size[0].div_ceil(target[0]) * size[1].div_ceil(target[1]) * lanes;
            scales *= f64::from(scale(terms));
            let divisor = (f64::from(self.count) * scales) as f32;
            let program = Program::fragment(shader!("reduce/all.frag", "lib/fold.glsl")).with(&self.fold.defines(ends));
            let pass = into
                .pass(program, source)
                .uniform("size", size.map(|n| n as i32))
                .uniform("target", target.map(|n| n as i32))
                .uniform("row", row)
                .uniform("count", self.count)
                .uniform("scale", scale(terms))
                .uniform("divisors", [divisor, divisor]);
            plan.push(pass);
            (source, size) = (into, target);
        }
    }

    /// Folds along `axes.extent`. `over` says what argmin and argmax count in.
    fn along(&self, plan: &mut Plan<'static>, axes: Axes, over: Over) {
        let within = matches!(over, Over::Axis(_));
        // Elements that the mean of the last group divides by.
        let rest = if axes.inner == 1 { self.count - (axes.outer - 1) * axes.extent } else { axes.extent };
        let mut scales = 1.0;
        let mut source = self.source;
        let mut stage = Stage { axes, count: self.count, piece: 1, ends: Ends { first: true, last: false } };
        while !stage.ends.last {
            stage.piece = piece(axes.outputs(), stage.axes.extent);
            stage.ends.last = stage.pieces() == 1;
            let into = if stage.ends.last {
                self.result
            } else {
                self.fold.states(plan, Packed::stream(stage.outputs() as usize))
            };
            scales *= f64::from(scale(stage.piece));
            let pass = stage
                .pass(self.fold, source, into)
                .uniform("within", i32::from(within))
                .uniform("scale", scale(stage.piece))
                .uniform("divisors", [axes.extent, rest].map(|n| (f64::from(n) * scales) as f32));
            plan.push(pass);
            source = into;
            let (count, axes) = (stage.outputs(), Axes { extent: stage.pieces(), ..axes });
            stage = Stage { axes, count, piece: 1, ends: Ends { first: false, ..stage.ends } };
        }
    }
}

/// What a plan computes, in plain loops and float64. Ints that overflow are not wrapped here.
pub fn reference(operation: Operation, values: &[f64], shape: &Shape, over: Over) -> Result<Vec<f64>> {
    let (Axes { outer, extent, inner }, _) = axes(shape, over)?;
    let (outer, extent, inner) = (outer as usize, extent as usize, inner as usize);
    let mut results = Vec::new();
    for (o, i) in (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))) {
        let index = |k: usize| (o * extent + k) * inner + i;
        let run: Vec<f64> = (0..extent).map_while(|k| values.get(index(k)).copied()).collect();
        // NaN is before everything, as for the least so for the greatest.
        let first = |before: fn(f64, f64) -> bool| {
            (1..run.len()).fold(0, |best, k| {
                let better = !run[best].is_nan() && (run[k].is_nan() || before(run[k], run[best]));
                if better {
                    k
                } else {
                    best
                }
            })
        };
        let least = || first(|a, b| a < b);
        let greatest = || first(|a, b| a > b);
        let counted_from = if matches!(over, Over::Groups(_)) { index(0) } else { 0 };
        results.push(match operation {
            Operation::Sum => run.iter().sum(),
            Operation::Prod => run.iter().product(),
            Operation::Min => run[least()],
            Operation::Max => run[greatest()],
            Operation::Mean => run.iter().sum::<f64>() / run.len() as f64,
            Operation::ArgMin => (counted_from + least()) as f64,
            Operation::ArgMax => (counted_from + greatest()) as f64,
        });
    }
    Ok(results)
}
