//! Sorting: of keys, of records by one component, of indices, of pairs.
//!
//! The order is that of `Float32Array.prototype.sort`, bit for bit: −∞ … −0, 0 … ∞, NaN last. Exact: no float
//! operation touches the data. Each element's bits become an int key in that order,
//!
//! ```text
//!   float  bits ^ ((bits >> 31) & 0x7fffffff), every NaN the same key above ∞'s
//!   int    bits
//!   uint   bits ^ 0x80000000
//! ```
//!
//! and `descending` complements the keys, which reverses them exactly. Where the place of equal keys matters (indices,
//! pairs, records), what is sorted are pairs (key, index), equal keys by their index: so sorting is stable, in either
//! direction. Keys alone lie four a texel, pairs two.
//!
//! Three kinds of passes, with eight render targets, or four if the device has no more:
//!
//! 1. *local*: each fragment loads 8 texels, a *chunk* of 32 keys or 16 pairs, and sorts them in registers by a bitonic
//!    network.
//! 2. *merge*, until one run is left: two runs become one. Each fragment writes one chunk of it. It finds by bisection
//!    where the chunk begins in both runs (the *merge path*), and merges a window of each in registers, again by a
//!    bitonic network.
//! 3. *keys*, *indices* or *gather*: the elements in the order found, as the result's stream.
//!
//! n keys take 2 + ⌈log2(n / 32)⌉ passes, 17 for 2^20, where a bitonic network with one comparison a pass takes 210.
//! (n / 16 for indices, pairs and records, and one pass more where there are two results; twice as much with four
//! targets.) A merge reads 18 texels for 8 that it writes, and two for each round of the bisection, of which there are
//! log2 of a run's texels. Lengths need no padding beyond the last chunk: a run may be short or have no partner.
//!
//! Sources: K. E. Batcher, Sorting networks and their applications, 1968; O. Green, R. McColl, D. A. Bader, GPU Merge
//! Path, 2012.

mod reference;
mod runs;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use crate::error::{Code, Error, Result};
use crate::plan::{Define, Form, Limits, Pass, Plan, Program, ResultArray, Slot};
use crate::shader;
use crate::shape::{ElementType, Packed, Shape};

pub use reference::{reference, reference_order};
use runs::{bands, Runs};

/// Components that an int can count, with room for the last texels' padding.
const MOST_COMPONENTS: usize = 1 << 30;

/// Texels of a result that one draw writes.
const TEXELS_PER_DRAW: u32 = 1 << 19;

/// How to sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Largest first.
    pub descending: bool,
    /// The component, from 0, that vectors are sorted by.
    pub by: u32,
}

/// The elements in order. The result has the argument's type and shape; what is sorted are all elements of it.
///
/// Vectors are sorted by their component [`Options::by`] and are stable: ties stay in input order in both directions.
///
/// BAD_ARGUMENT if there is no such component, LIMIT_EXCEEDED if the device's textures are too small.
pub fn plan(ty: ElementType, shape: &Shape, options: Options, limits: &Limits) -> Result<Plan<'static>> {
    let array = Array::new(ty, shape, limits)?;
    array.check(options)?;
    let mut plan = Plan::default();
    let data = plan.argument(array.form());
    if ty.width == 1 {
        let sorted = array.sort(&mut plan, data, options, Kind::Keys, limits);
        array.write_keys(&mut plan, sorted, options);
    } else {
        let sorted = array.sort(&mut plan, data, options, Kind::Pairs, limits);
        array.gather(&mut plan, sorted, data);
    }
    Ok(plan)
}

/// The indices (uint, in the argument's shape) that would put the elements in order: stable, ties in input order in
/// both directions.
///
/// Refuses what [`plan`] refuses.
pub fn argsort(ty: ElementType, shape: &Shape, options: Options, limits: &Limits) -> Result<Plan<'static>> {
    let array = Array::new(ty, shape, limits)?;
    array.check(options)?;
    let mut plan = Plan::default();
    let data = plan.argument(array.form());
    let sorted = array.sort(&mut plan, data, options, Kind::Pairs, limits);
    Array { ty: ElementType::UINT, shape }.write_indices(&mut plan, sorted);
    Ok(plan)
}

/// Two results: the keys in order, and the values (of any type) that go with them. Stable like [`argsort`].
///
/// Refuses what [`plan`] refuses, and with LENGTH_MISMATCH keys and values of different number.
pub fn pairs(
    keys: (ElementType, &Shape),
    values: (ElementType, &Shape),
    options: Options,
    limits: &Limits,
) -> Result<Plan<'static>> {
    let (n, m) = (keys.1.elements(), values.1.elements());
    if n != m {
        let detail = format!("has {m} elements; {n} keys need {n}");
        return Err(Error::new(Code::LengthMismatch, detail).at_argument("values"));
    }
    let keys = Array::new(keys.0, keys.1, limits).map_err(|error| error.at_argument("keys"))?;
    let values = Array::new(values.0, values.1, limits).map_err(|error| error.at_argument("values"))?;
    keys.check(options)?;
    let mut plan = Plan::default();
    let key_data = plan.argument(keys.form());
    let value_data = plan.argument(values.form());
    let sorted = keys.sort(&mut plan, key_data, options, Kind::Pairs, limits);
    keys.gather(&mut plan, sorted, key_data);
    values.gather(&mut plan, sorted, value_data);
    Ok(plan)
}

/// What a texel holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Four keys.
    Keys,
    /// Two (key, index) pairs.
    Pairs,
}

impl Kind {
    fn elements_per_texel(self) -> u32 {
        match self {
            Kind::Keys => 4,
            Kind::Pairs => 2,
        }
    }
}

/// Runs that have become one, and the texture that holds it.
#[derive(Clone, Copy)]
struct Sorted {
    runs: Runs,
    slot: Slot,
}

/// An argument or a result: elements in a row, four components a texel.
#[derive(Clone, Copy)]
struct Array<'s> {
    ty: ElementType,
    shape: &'s Shape,
}

impl<'s> Array<'s> {
    fn new(ty: ElementType, shape: &'s Shape, limits: &Limits) -> Result<Array<'s>> {
        let array = Array { ty, shape };
        let components = array.count() * ty.components();
        let texels = (limits.texture_size as usize).saturating_mul(limits.texture_size as usize);
        let most = texels.saturating_mul(4).min(MOST_COMPONENTS);
        let packed = Packed::stream(components.min(MOST_COMPONENTS));
        if components > most || packed.width() > limits.texture_size || packed.height() > limits.texture_size {
            let detail =
                format!("has {} elements of {ty}; this device can sort {}", array.count(), most / ty.components());
            return Err(Error::new(Code::LimitExceeded, detail));
        }
        Ok(array)
    }

    fn check(self, options: Options) -> Result<()> {
        if options.by < u32::from(self.ty.width) {
            return Ok(());
        }
        let detail = format!("is {}; {} has the components 0 to {}", options.by, self.ty, self.ty.width - 1);
        Err(Error::new(Code::BadArgument, detail).at_argument("by"))
    }

    fn count(self) -> usize {
        self.shape.elements()
    }

    fn packed(self) -> Packed {
        Packed::stream(self.count() * self.ty.components())
    }

    fn form(self) -> Form {
        Form::PackedBits(self.packed())
    }

    /// Adds the passes that sort `data`, the elements of this array, into one run.
    fn sort(self, plan: &mut Plan<'static>, data: Slot, options: Options, kind: Kind, limits: &Limits) -> Sorted {
        let n = self.count() as u32;
        let runs = Runs::new(n.div_ceil(kind.elements_per_texel()), limits.draw_buffers);
        let [from, to] = [(); 2].map(|()| plan.temporary(runs.storage()));
        let mut sorted = Sorted { runs, slot: from };
        if n == 0 {
            return sorted;
        }

        let pairs = ("PAIRS", i32::from(kind == Kind::Pairs));
        let source =
            shader!("sort/local.frag", "sort/order.glsl", "sort/key.glsl", "sort/data.glsl", "sort/outputs.glsl");
        let local = Program::fragment(source).with(&[runs.define(), pairs, scalar(self.ty), width(self.ty)]);
        for domain in runs.bands() {
            let pass = Pass::fragment(local.clone(), domain, runs.targets(sorted.slot));
            let pass = self.read(pass, data).uniform("count", n).uniform("component", options.by);
            plan.push(pass.uniform("flip", flip(options)).uniform("shift", log2(runs.width)));
        }

        let source = shader!("sort/merge.frag", "sort/order.glsl", "sort/runs.glsl", "sort/outputs.glsl");
        let merge = Program::fragment(source).with(&[runs.define(), pairs]);
        let mut other = to;
        for run in runs.merges() {
            for domain in runs.bands() {
                let pass = sorted.read(Pass::fragment(merge.clone(), domain, runs.targets(other)));
                let pass = pass.uniform("run", run).uniform("total", runs.texels());
                plan.push(pass.uniform("shift", log2(runs.width)));
            }
            std::mem::swap(&mut sorted.slot, &mut other);
        }
        sorted
    }

    /// Adds the result that holds this array, and the passes of `program` that write it from what was sorted.
    fn write(
        self,
        plan: &mut Plan<'static>,
        sorted: Sorted,
        program: Program<'static>,
        inputs: impl Fn(Pass<'static>) -> Pass<'static>,
    ) {
        let result = plan.result(ResultArray { ty: self.ty, shape: self.shape.clone(), form: self.form() });
        if self.count() == 0 {
            return;
        }
        let packed = self.packed();
        for domain in bands(packed.width(), packed.height(), TEXELS_PER_DRAW) {
            let pass = Pass::fragment(program.clone(), domain, vec![result.into()]);
            plan.push(inputs(sorted.read(pass)).uniform("shift", log2(packed.width())));
        }
    }

    /// Writes sorted keys, as elements again.
    fn write_keys(self, plan: &mut Plan<'static>, sorted: Sorted, options: Options) {
        let source = shader!("sort/keys.frag", "sort/key.glsl", "sort/runs.glsl");
        let program = Program::fragment(source).with(&[sorted.runs.define(), scalar(self.ty)]);
        self.write(plan, sorted, program, |pass| pass.uniform("flip", flip(options)));
    }

    /// Writes the indices of sorted pairs.
    fn write_indices(self, plan: &mut Plan<'static>, sorted: Sorted) {
        let program = Program::fragment(shader!("sort/indices.frag", "sort/runs.glsl")).with(&[sorted.runs.define()]);
        self.write(plan, sorted, program, |pass| pass);
    }

    /// Writes the elements of `data` in the order of sorted pairs.
    fn gather(self, plan: &mut Plan<'static>, sorted: Sorted, data: Slot) {
        let source = shader!("sort/gather.frag", "sort/data.glsl", "sort/runs.glsl");
        let program = Program::fragment(source).with(&[sorted.runs.define(), width(self.ty)]);
        self.write(plan, sorted, program, |pass| self.read(pass, data).uniform("count", self.count() as i32));
    }

    /// Lets a pass read the array from `data`.
    fn read(self, pass: Pass<'static>, data: Slot) -> Pass<'static> {
        pass.sampler("data", data).uniform("dataShift", log2(self.packed().width()))
    }
}

impl Sorted {
    /// Lets a pass read the runs.
    fn read(self, pass: Pass<'static>) -> Pass<'static> {
        pass.sampler("runs", self.slot).uniform("runsShift", log2(self.runs.width))
    }
}

/// Keys are complemented by exclusive or with this.
fn flip(options: Options) -> i32 {
    -i32::from(options.descending)
}

/// What a component is, for `sort/key.glsl`.
fn scalar(ty: ElementType) -> Define {
    ("SCALAR", ty.scalar as i32)
}

/// Components of an element.
fn width(ty: ElementType) -> Define {
    ("WIDTH", i32::from(ty.width))
}

/// Of a power of two.
fn log2(width: u32) -> u32 {
    width.trailing_zeros()
}
