//! What reductions and scans fold, and the pass that folds a run: the Rust half of `lib/fold.glsl`.

use crate::plan::{Define, Domain, FloatTargets, Form, Limits, Pass, Plan, Program, ResultArray, Slot, Storage};
use crate::shader;
use crate::shape::{ElementType, Packed, Scalar, Shape};

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum; 0 of nothing.
    Sum,
    /// The product; 1 of nothing.
    Prod,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The arithmetic mean, always a float.
    Mean,
    /// The index of the first least value, a uint.
    ArgMin,
    /// The index of the first greatest value, a uint.
    ArgMax,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 7] = [
        Operation::Sum,
        Operation::Prod,
        Operation::Min,
        Operation::Max,
        Operation::Mean,
        Operation::ArgMin,
        Operation::ArgMax,
    ];

    /// The name that JavaScript calls.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Sum => "sum",
            Operation::Prod => "prod",
            Operation::Min => "min",
            Operation::Max => "max",
            Operation::Mean => "mean",
            Operation::ArgMin => "argmin",
            Operation::ArgMax => "argmax",
        }
    }

    /// The scalar of its results for an array of `source`.
    pub fn result(self, source: Scalar) -> Scalar {
        match self {
            Operation::Sum | Operation::Prod | Operation::Min | Operation::Max => source,
            Operation::Mean => Scalar::Float,
            Operation::ArgMin | Operation::ArgMax => Scalar::Uint,
        }
    }

    /// Whether no elements at all have a result: the identity element.
    pub(super) fn has_identity(self) -> bool {
        matches!(self, Operation::Sum | Operation::Prod)
    }
}

/// An array as `[outer, extent, inner]`, of which `extent` is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axes {
    pub(super) outer: u32,
    pub(super) extent: u32,
    pub(super) inner: u32,
}

impl Axes {
    pub(super) fn outputs(self) -> u32 {
        self.outer * self.inner
    }
}

/// What is folded, as `lib/fold.glsl` wants to know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fold {
    operation: Operation,
    source: Scalar,
    /// Floats are written as their bits, because the device has no float targets.
    bits: bool,
}

impl Fold {
    pub(super) fn new(operation: Operation, source: Scalar, limits: &Limits) -> Fold {
        Fold { operation, source, bits: limits.float_targets != FloatTargets::Full }
    }

    fn kind(self) -> i32 {
        match self.operation {
            Operation::Sum | Operation::Mean => 0,
            Operation::Prod => 1,
            Operation::Min | Operation::Max => 2,
            Operation::ArgMin | Operation::ArgMax => 3,
        }
    }

    fn float_state(self) -> bool {
        self.kind() <= 1 && self.operation.result(self.source) == Scalar::Float
    }

    fn pairs(self) -> bool {
        self.kind() == 3 || self.float_state()
    }

    /// Defines for a pass.
    pub(super) fn defines(self, ends: Ends) -> Vec<Define> {
        let greatest = matches!(self.operation, Operation::Max | Operation::ArgMax);
        vec![
            ("OPERATION", self.kind()),
            ("SOURCE", self.source as i32),
            ("RESULT", self.operation.result(self.source) as i32),
            ("GREATEST", i32::from(greatest)),
            ("FIRST", i32::from(ends.first)),
            ("LAST", i32::from(ends.last)),
            ("MEAN", i32::from(self.operation == Operation::Mean)),
            ("BITS", i32::from(self.bits)),
        ]
    }

    /// Room for states that lie as `layout`.
    pub(super) fn states(self, plan: &mut Plan<'static>, layout: Packed) -> States {
        let scalar = if self.float_state() && !self.bits { Scalar::Float } else { Scalar::Int };
        let value = plan.temporary(Storage::packed(scalar, layout));
        let beside = self.pairs().then(|| plan.temporary(Storage::packed(scalar, layout)));
        States { value, beside, layout }
    }

    /// The array that the plan creates.
    pub(super) fn result(self, shape: Shape, layout: Packed) -> ResultArray {
        let ty = ElementType { scalar: self.operation.result(self.source), width: 1 };
        let bits = self.bits && ty.scalar == Scalar::Float;
        ResultArray { ty, shape, form: if bits { Form::PackedBits(layout) } else { Form::Packed(layout) } }
    }
}

/// Where a pass stands among those of a fold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// It reads the array, else states.
    pub(super) first: bool,
    /// It writes results, else states.
    pub(super) last: bool,
}

/// Where the array, or the states of a pass, lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    pub(super) value: Slot,
    pub(super) beside: Option<Slot>,
    pub(super) layout: Packed,
}

impl States {
    /// A pass over all of these states, from `source`.
    pub(super) fn pass(self, program: Program<'static>, source: States) -> Pass<'static> {
        let domain = Domain::texels(self.layout.width(), self.layout.height());
        let targets = std::iter::once(self.value).chain(self.beside).map(Into::into).collect();
        let pass = Pass::fragment(program, domain, targets).sampler("values", source.value).uniform("one", 1.0);
        match source.beside {
            Some(beside) => pass.sampler("besides", beside),
            None => pass,
        }
    }
}

/// One pass along the `extent` of an array: each lane folds a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    /// The source, seen as `[outer, extent, inner]`.
    pub(super) axes: Axes,
    /// Elements of the source: with `inner` 1 the last run may be short.
    pub(super) count: u32,
    /// Elements of `extent` in a piece.
    pub(super) piece: u32,
    pub(super) ends: Ends,
}

impl Stage {
    /// Pieces of an extent.
    pub(super) fn pieces(self) -> u32 {
        self.axes.extent.div_ceil(self.piece).max(1)
    }

    /// Elements that come out.
    pub(super) fn outputs(self) -> u32 {
        self.axes.outputs() * self.pieces()
    }

    /// The pass, for `lib/fold.glsl` still without the uniforms of a mean.
    pub(super) fn pass(self, fold: Fold, source: States, into: States) -> Pass<'static> {
        let (Axes { outer, extent, inner }, row) = (self.axes, source.layout.row);
        let (shader, mut defines) = if inner == 1 {
            (shader!("reduce/runs.frag", "lib/fold.glsl"), Vec::new())
        } else {
            let aligned = inner % 4 == 0 && row % 4 == 0 || outer == 1 && self.pieces() == 1 && row == inner;
            (shader!("reduce/columns.frag", "lib/fold.glsl"), vec![("ALIGNED", i32::from(aligned))])
        };
        defines.extend(fold.defines(self.ends));
        into.pass(Program::fragment(shader).with(&defines), source)
            .uniform("row", row)
            .uniform("count", self.count)
            .uniform("extent", extent)
            .uniform("inner", inner)
            .uniform("pieces", self.pieces())
            .uniform("piece", self.piece)
            .uniform("width", into.layout.width())
            .uniform("outputs", self.outputs())
            .uniform("stride", [(inner % row) as i32, (inner / row) as i32])
    }
}
