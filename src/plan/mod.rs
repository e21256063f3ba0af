//! What the GPU is to do, decided before it does anything: plain data, testable without a GPU.
//!
//! A [`Plan`] is a list of steps over slots. A user's kernel is a plan of one pass; matmul, sort and inverse are plans of
//! many. One executor (`gl::execute`) runs them all.
//!
//! ```text
//!   arguments ──┐                    ┌── results (become GpuArrays)
//!               ├─► step, step, … ─►─┤
//!   temporaries ┘  (one draw each)   └── temporaries go back to the pool
//! ```
//!
//! Data-dependent steps stay on the GPU: a pass writes what it found (a pivot's row, say) into a small temporary that
//! the next pass samples. So a plan is complete before it starts, and nothing is read back on the way.

mod limits;
mod pass;
mod program;
mod storage;

pub use limits::{FloatTargets, Limits};
pub use pass::{Again, Attribute, Blend, Block, Domain, Pass, Target, Value};
pub use program::{Define, Program, Source};
pub use storage::{Form, Format, ResultArray, Storage};

/// Where a pass reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The caller's argument, in the form that [`Plan::arguments`] asks for.
    Argument(usize),
    /// A texture or buffer that lives for this run: [`Plan::temporaries`].
    Temporary(usize),
    /// An array that the run creates: [`Plan::results`].
    Result(usize),
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "nearly all steps are draws")]
pub enum Step<'a> {
    /// One draw call.
    Draw(Pass<'a>),
    /// Copies the first texels of an RGBA32I, RGBA32UI or RGBA32F texture to a buffer's start, row by row and bit for bit.
    TexelsToBuffer {
        /// A plain texture.
        from: Slot,
        /// How many texels.
        texels: u32,
        /// The buffer.
        to: Slot,
    },
    /// Copies the layers of a texture to rows of a plain one of the same format: layer r to those from r times its height on.
    /// What does not fit is left out.
    LayersToRows {
        /// A texture with layers.
        from: Slot,
        /// The plain texture.
        to: Slot,
    },
    /// Sets every component of a texture (all layers) to zero.
    Clear(Slot),
}

impl<'a> From<Pass<'a>> for Step<'a> {
    fn from(pass: Pass<'a>) -> Step<'a> {
        Step::Draw(pass)
    }
}

/// A whole computation, ready to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan<'a> {
    /// The form that each argument must have.
    pub arguments: Vec<Form>,
    /// Storage that lives for this run.
    pub temporaries: Vec<Storage>,
    /// Arrays that the run creates.
    pub results: Vec<ResultArray>,
    /// What to do, in order.
    pub steps: Vec<Step<'a>>,
}

impl<'a> Plan<'a> {
    /// Adds a temporary and returns its slot.
    #[inline(never)]
    pub fn temporary(&mut self, storage: Storage) -> Slot {
        self.temporaries.push(storage);
        Slot::Temporary(self.temporaries.len() - 1)
    }

    /// Adds a result and returns its slot.
    #[inline(never)]
    pub fn result(&mut self, result: ResultArray) -> Slot {
        self.results.push(result);
        Slot::Result(self.results.len() - 1)
    }

    /// Adds an argument in this form and returns its slot.
    #[inline(never)]
    pub fn argument(&mut self, form: Form) -> Slot {
        self.arguments.push(form);
        Slot::Argument(self.arguments.len() - 1)
    }

    /// Adds a step.
    pub fn push(&mut self, step: impl Into<Step<'a>>) {
        self.add(step.into());
    }

    #[inline(never)]
    fn add(&mut self, step: Step<'a>) {
        self.steps.push(step);
    }
}
