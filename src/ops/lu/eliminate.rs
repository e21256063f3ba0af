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
//!   tile     the other columns: C += T * rows  1     copy      … at once, put together         BLOCK / 8
//!   put      the panel into the matrix         1     tile      C -= L * U right of the panel           1
//!                                                    put       the panel among the finished columns    1
//! ```
//!
//! In Gauss-Jordan's panel T holds, in place, what the step does to the other columns: the pivot rows change places
//! with the columns (Golub & Van Loan, Matrix Computations 4th ed., 3.4 and exercise 3.2; Bauer & Reinsch in Wilkinson &
//! Reinsch, Handbook for Automatic Computation II, I/3). After all steps element (p_i, k) is that of A⁻¹ at (i, p_k).

use super::stack::{Part, Product, Stack};
use crate::plan::{Define, Domain, Format, Pass, Plan, Program, Slot, Storage};
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
    /// The result, rows not yet in order.
    pub(super) matrix: Slot,
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
    let loaded = plan.temporary(stack.storage());
    plan.push(stack.load(a, (size, size), Part::Whole, 0, loaded));
    if let Some((b, columns)) = b {
        plan.push(stack.load(b, (size, columns), Part::Whole, texels, loaded));
    }
    let height = stack.height() * stack.lanes;
    let storage = Storage::texture(Format::Rgba32F, 1 + block / 4, height);
    let mut panels = [plan.temporary(storage), plan.temporary(storage)];
    let next = [plan.temporary(stack.storage()), plan.temporary(stack.storage())];
    let rows = Stack { rows: block, ..stack };
    let columns = stack.with_width(block / 4);
    let blocks = Blocks {
        method,
        stack,
        size,
        block,
        height,
        columns: (plan.temporary(columns.storage()), columns),
        rows: (plan.temporary(rows.storage()), rows),
    };
    match method {
        Method::GaussJordan => {
            let mut matrix = loaded;
            for first in (0..size).step_by(block as usize) {
                let target = next[(first / block % 2) as usize];
                blocks.panel(plan, matrix, first, &mut panels);
                blocks.exchange(plan, (matrix, target), panels[0], first);
                matrix = target;
            }
            Eliminated { loaded, matrix, panel: panels[0], stack, size }
        }
        Method::Crout => {
            let finished = plan.temporary(stack.storage());
            let group = Stack { rows: stack.lanes, ..stack };
            let group = (plan.temporary(group.storage()), group);
            let mut matrix = loaded;
            for first in (0..size).step_by(block as usize) {
                let target = next[(first / block % 2) as usize];
                blocks.panel(plan, matrix, first, &mut panels);
                blocks.update(plan, (matrix, target), panels[0], first, group);
                blocks.put(plan, panels[0], first, (finished, first / 4));
                matrix = target;
            }
            Eliminated { loaded, matrix: finished, panel: panels[0], stack, size }
        }
    }
}

/// What all blocks have in common.
struct Blocks {
    method: Method,
    stack: Stack,
    size: u32,
    block: u32,
    /// Rows of a panel.
    height: u32,
    /// Room for the block's panel, its rows where they are in the matrix.
    columns: (Slot, Stack),
    /// Room for the block's pivot rows: as they were (Gauss-Jordan), or as rows of U.
    rows: (Slot, Stack),
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
        let texels = self.texels(first);
        let domain = Domain::texels(1 + texels, self.height);
        plan.push(
            Pass::fragment(
                self.stack.program(shader!("lu/extract.frag", "lu/stack.glsl", "lu/panel.glsl"), &[]),
                domain,
                vec![panels[1].into()],
            )
            .sampler("matrix", matrix)
            .sampler("panel", panels[0])
            .uniform("at", first / 4)
            .uniform("first", i32::from(first == 0)),
        );
        panels.swap(0, 1);
        let program = Program::BuiltIn {
            vertex: Some(shader!("lu/pivot.vert", "lu/stack.glsl", "lu/panel.glsl")),
            fragment: Some(shader!("lu/step.frag", "lu/stack.glsl", "lu/panel.glsl")),
            defines: Vec::new(),
        }
        .with(&[("LANES", self.stack.lanes as i32)])
        .with(self.method.defines());
        for texel in 0..texels {
            let now = first + 4 * texel;
            plan.push(
                Pass::fragment(program.clone(), domain, vec![panels[1].into()])
                    .sampler("panel", panels[0])
                    .uniform("rows", self.size)
                    .uniform("now", now)
                    .uniform("texel", 1 + texel)
                    .uniform("count", (self.size - now).min(4)),
            );
            panels.swap(0, 1);
        }
    }

    /// The panel, its rows where they are in the matrix.
    fn put(&self, plan: &mut Plan<'static>, panel: Slot, first: u32, (target, at): (Slot, u32)) {
        let domain = Domain::Texels { x: at, y: 0, width: self.texels(first), height: self.stack.height() };
        plan.push(
            self.stack
                .pass(shader!("lu/put.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], domain, target)
                .sampler("panel", panel)
                .uniform("at", at),
        );
    }

    /// Applies the panel to other columns.
    fn tile(&self, plan: &mut Plan<'static>, domain: Domain, (matrix, target): (Slot, Slot), panel: Slot, first: u32) {
        Product {
            left: self.columns,
            right: self.rows,
            kept: Some(matrix),
            panel: Some(panel),
            target,
            stack: self.stack,
            domain,
            texels: self.texels(first),
            scale: 1.0,
            defines: self.method.defines(),
            uniforms: &[("first", first), ("steps", self.steps(first))],
        }
        .push(plan);
    }

    /// Gauss-Jordan: all other columns change, and the panel takes its place.
    fn exchange(&self, plan: &mut Plan<'static>, (matrix, target): (Slot, Slot), panel: Slot, first: u32) {
        if self.texels(first) < self.stack.width {
            plan.push(
                self.stack
                    .pass(
                        shader!("lu/rows.frag", "lu/stack.glsl", "lu/panel.glsl"),
                        &[],
                        self.rows.1.all(),
                        self.rows.0,
                    )
                    .sampler("matrix", matrix)
                    .sampler("panel", panel)
                    .uniform("first", first)
                    .uniform("steps", self.steps(first)),
            );
            self.put(plan, panel, first, (self.columns.0, 0));
            self.tile(plan, self.stack.all(), (matrix, target), panel, first);
        }
        self.put(plan, panel, first, (target, first / 4));
    }

    /// Crout: U right of the panel, then the update below it. `group` is room for a tile's rows of U.
    fn update(
        &self,
        plan: &mut Plan<'static>,
        (matrix, target): (Slot, Slot),
        panel: Slot,
        first: u32,
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
                    .sampler("block", self.rows.0)
                    .uniform("first", first)
                    .uniform("group", index),
            );
            let at = Domain::Texels { x: right, y: index, width: self.stack.width - right, height: 1 };
            plan.push(
                self.stack
                    .pass(shader!("lu/copy.frag", "lu/stack.glsl"), &[], at, self.rows.0)
                    .sampler("source", group.0)
                    .uniform("at", [0, index as i32]),
            );
        }
        self.tile(plan, self.stack.right_of(right), (matrix, next), panel, first, rows);
        self.put(plan, panel, first, (self.columns.0, 0));
        self.tile(plan, self.stack.from_column(right), (matrix, target), panel, first);
    }
}
