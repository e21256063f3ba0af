//! The elimination that everything here is built on: blocked, with partial pivoting, nothing read back on the way.
//!
//! Rows are never moved. A row waits until it becomes the pivot row of some step, and each row knows its step (the
//! panel's state texel, `shaders/lu/panel.glsl`); the last pass of an operation gathers rows, and columns, in order.
//! A block of [`BLOCK`] columns takes these passes:
//!
//! ```text
//!   extract   the columns become a panel: n rows, BLOCK / 4 texels and the state                    1 draw
//!   step      the vertex shader finds the column's pivot, the fragments eliminate              BLOCK draws
//!
//!   Gauss-Jordan (inverse, solve, det)               Crout (lu)
//!   rows     gather the block's pivot rows     1     forward   U right of the panel, 8 rows    BLOCK / 8
//!   tile     the other columns: C += T * rows  1               at once, and copied together    BLOCK / 8
//!   copy     the panel into the matrix         1     tile      C -= L * U right of the panel           1
//!                                                    copy      the panel into the finished columns     1
//! ```
//!
//! In Gauss-Jordan's panel T holds, in place, what the step does to the other columns: the pivot rows change places
//! with the columns (Golub & Van Loan, Matrix Computations 4th ed., 3.4 and exercise 3.2; Bauer & Reinsch in Wilkinson &
//! Reinsch, Handbook for Automatic Computation II, I/3). After all steps element (p_i, k) is that of A⁻¹ at (i, p_k).

use super::stack::{Part, Product, Stack};
use crate::plan::{Define, Domain, Pass, Plan, Program, Slot};
use crate::shader;

/// Columns of a panel.
pub(super) const BLOCK: u32 = 32;

/// Which rows and columns a step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// All of them: leaves the inverse, and A⁻¹B in columns beyond the first n.
    GaussJordan,
    /// Those that are still waiting: leaves L and U.
    Crout,
}

impl Method {
    fn defines(self) -> &'static [Define] {
        match self {
            Method::GaussJordan => &[("GAUSS_JORDAN", 1)],
            Method::Crout => &[("CROUT", 1)],
        }
    }
}

/// Where an elimination left its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eliminated {
    /// The matrix as it was loaded; never written afterwards.
    pub(super) loaded: Slot,
    /// The result, rows not yet in order …
    pub(super) matrix: Slot,
    /// … from this texel column on.
    pub(super) at: u32,
    /// The last panel: its first column is the state.
    pub(super) panel: Slot,
    /// The extent of `loaded`.
    pub(super) stack: Stack,
    /// n
    pub(super) size: u32,
}

/// Eliminates the columns of `a`, an n x n matrix, with `b` (and its number of columns) beside it.
pub(super) fn eliminate(
    plan: &mut Plan<'static>,
    method: Method,
    a: Slot,
    b: Option<(Slot, u32)>,
    stack: Stack,
) -> Eliminated {
    let size = stack.rows;
    let texels = size.div_ceil(4);
    let block = BLOCK.min(4 * texels);
    let panel = stack.with_width(1 + block / 4);
    let loaded = plan.temporary(stack.storage());
    plan.push(stack.load(a, (size, size), Part::Whole, 0, loaded));
    if let Some((b, columns)) = b {
        plan.push(stack.load(b, (size, columns), Part::Whole, texels, loaded));
    }
    let mut panels = [plan.temporary(panel.storage()), plan.temporary(panel.storage())];
    let blocks = Blocks { method, stack, panel, size, block };

    // One panel that is all of the matrix: it holds the result already.
    if block == stack.width * 4 {
        blocks.panel(plan, loaded, 0, &mut panels);
        return Eliminated { loaded, matrix: panels[0], at: 1, panel: panels[0], stack, size };
    }

    let rows = Stack { rows: block, ..stack };
    let work = Work {
        next: [plan.temporary(stack.storage()), plan.temporary(stack.storage())],
        rows: (plan.temporary(rows.storage()), rows),
        finished: (method == Method::Crout).then(|| plan.temporary(stack.storage())),
        group: (method == Method::Crout).then(|| {
            let group = Stack { rows: stack.lanes, ..stack };
            (plan.temporary(group.storage()), group)
        }),
    };
    let mut matrix = loaded;
    for (index, first) in (0..size).step_by(block as usize).enumerate() {
        blocks.panel(plan, matrix, first, &mut panels);
        let next = work.next[index % 2];
        match method {
            Method::GaussJordan => blocks.exchange(plan, matrix, next, panels[0], first, work.rows),
            Method::Crout => {
                if let (Some(group), Some(finished)) = (work.group, work.finished) {
                    blocks.update(plan, matrix, next, panels[0], first, work.rows, group);
                    blocks.put(plan, panels[0], first, finished);
                }
            }
        }
        matrix = next;
    }
    Eliminated { loaded, matrix: work.finished.unwrap_or(matrix), at: 0, panel: panels[0], stack, size }
}

struct Work {
    next: [Slot; 2],
    rows: (Slot, Stack),
    finished: Option<Slot>,
    group: Option<(Slot, Stack)>,
}

/// What all blocks have in common.
struct Blocks {
    method: Method,
    stack: Stack,
    panel: Stack,
    size: u32,
    block: u32,
}

impl Blocks {
    /// Columns that are eliminated in the block that begins with step `first`.
    fn steps(&self, first: u32) -> u32 {
        self.block.min(self.size - first)
    }

    /// Texels of a row of the block.
    fn texels(&self, first: u32) -> u32 {
        (self.block / 4).min(self.size.div_ceil(4) - first / 4)
    }

    /// Eliminates within the block's columns. The newest panel is `panels[0]` afterwards.
    fn panel(&self, plan: &mut Plan<'static>, matrix: Slot, first: u32, panels: &mut [Slot; 2]) {
        let width = 1 + self.texels(first);
        let domain = Domain::texels(width, self.panel.height());
        plan.push(
            self.panel
                .pass(shader!("lu/extract.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], domain, panels[1])
                .sampler("matrix", matrix)
                .sampler("before", panels[0])
                .uniform("at", first / 4)
                .uniform("rows", self.size)
                .uniform("first", i32::from(first == 0)),
        );
        panels.swap(0, 1);
        let program = Program::BuiltIn {
            vertex: Some(shader!("lu/pivot.vert", "lu/stack.glsl")),
            fragment: Some(shader!("lu/step.frag", "lu/stack.glsl")),
            defines: Vec::new(),
        }
        .with(&[("LANES", self.stack.lanes as i32)])
        .with(self.method.defines());
        for column in 0..self.steps(first) {
            plan.push(
                Pass::fragment(program.clone(), domain, self.panel.targets(panels[1]))
                    .sampler("panel", panels[0])
                    .uniform("height", self.panel.height())
                    .uniform("now", first + column)
                    .uniform("column", column)
                    .uniform("width", width),
            );
            panels.swap(0, 1);
        }
    }

    /// The panel becomes columns of a matrix.
    fn put(&self, plan: &mut Plan<'static>, panel: Slot, first: u32, target: Slot) {
        let x = first / 4;
        let domain = Domain::Texels { x, y: 0, width: self.texels(first), height: self.stack.height() };
        plan.push(
            self.stack
                .pass(shader!("lu/copy.frag", "lu/stack.glsl"), &[], domain, target)
                .sampler("source", panel)
                .uniform("shift", [1 - x as i32, 0]),
        );
    }

    fn tile(
        &self,
        plan: &mut Plan<'static>,
        domain: Domain,
        (matrix, next): (Slot, Slot),
        panel: Slot,
        first: u32,
        rows: (Slot, Stack),
    ) {
        Product {
            left: (panel, self.panel),
            right: rows,
            kept: Some(matrix),
            target: next,
            stack: self.stack,
            domain,
            texels: self.texels(first),
            scale: 1.0,
            defines: self.method.defines(),
            uniforms: &[("first", first), ("steps", self.steps(first))],
        }
        .push(plan);
    }

    /// Gauss-Jordan: applies the panel to all other columns.
    fn exchange(
        &self,
        plan: &mut Plan<'static>,
        matrix: Slot,
        next: Slot,
        panel: Slot,
        first: u32,
        rows: (Slot, Stack),
    ) {
        plan.push(
            self.stack
                .pass(shader!("lu/rows.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], rows.1.all(), rows.0)
                .sampler("matrix", matrix)
                .sampler("panel", panel)
                .uniform("first", first)
                .uniform("steps", self.steps(first)),
        );
        self.tile(plan, self.stack.all(), (matrix, next), panel, first, rows);
        self.put(plan, panel, first, next);
    }

    /// Crout: U right of the panel, then the update below it.
    #[allow(clippy::too_many_arguments, reason = "the storage of a block, each used once")]
    fn update(
        &self,
        plan: &mut Plan<'static>,
        matrix: Slot,
        next: Slot,
        panel: Slot,
        first: u32,
        rows: (Slot, Stack),
        group: (Slot, Stack),
    ) {
        let right = (first + self.block) / 4;
        if right >= self.stack.width {
            return;
        }
        for index in 0..self.block / self.stack.lanes {
            plan.push(
                self.stack
                    .pass(
                        shader!("lu/forward.frag", "lu/stack.glsl", "lu/panel.glsl"),
                        &[],
                        group.1.right_of(right),
                        group.0,
                    )
                    .sampler("matrix", matrix)
                    .sampler("panel", panel)
                    .sampler("block", rows.0)
                    .uniform("first", first)
                    .uniform("group", index),
            );
            let at = Domain::Texels { x: right, y: index, width: self.stack.width - right, height: 1 };
            plan.push(
                self.stack
                    .pass(shader!("lu/copy.frag", "lu/stack.glsl"), &[], at, rows.0)
                    .sampler("source", group.0)
                    .uniform("shift", [0, -(index as i32)]),
            );
        }
        self.tile(plan, self.stack.right_of(right), (matrix, next), panel, first, rows);
    }
}
