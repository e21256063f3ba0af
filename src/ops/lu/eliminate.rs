//! The elimination that everything here is built on: blocked, with partial pivoting, nothing read back on the way.
//!
//! A block of b columns ([`block`] tells how many) takes these passes:
//!
//! ```text
//!   extract   the columns become a panel: n rows, b / 4 texels, and one for what steps find         1 draw
//!   step      the vertex shader finds the pivots of four columns, the fragments eliminate       b / 4 draws
//!   places    where the rows of matrix and panel are, after the block's trades of places            1 draw
//!
//!   Gauss-Jordan (inverse, solve, det)            Crout (lu)
//!   put      the panel as left factor T     1     forward   U right of the panel, a tile of rows       b / 8
//!   rows     the block's pivot rows         1     copy      … at a time, put together                  b / 8
//!   tile     all columns: C += T * rows     1     put       the panel as left factor L                     1
//!   put      the panel into the matrix      1     tile      C -= L * U right of the panel                  1
//!                                                 put       the panel among the finished columns           1
//! ```
//! Where one block is the whole matrix, its panel is the result, and what follows `places` falls away.
//!
//! Rows trade places only within the panel, where that keeps the search short; the matrix keeps its rows where they
//! are, and the last pass of an operation gathers them, and columns, in order.
//!
//! Gauss-Jordan works on columns and rows, of A and of B, that powers of two made alike: quotients of elements that are
//! far apart would leave the range of floats, and an element is no good pivot because its row is large. Two rounds of
//! geometric means find what whole rows and columns were multiplied by, also where most elements are zeros (Curtis & Reid,
//! On the automatic scaling of matrices for Gaussian elimination, J. Inst. Maths Applics 10, 1972, leads there in more
//! rounds); then the largest of each column and then row count, which are in [1, 2) afterwards if they were normal numbers.
//! This is exact, except that what then is below 2^-126 may count as 0. The last pass undoes it: with A = R·Â·D, A⁻¹ is
//! D⁻¹·Â⁻¹·R⁻¹. The factors of `lu` have columns and rows as they are.
//!
//! In Gauss-Jordan's panel T holds, in place, what the block does to the other columns: the pivot rows change places
//! with the columns (Golub & Van Loan, Matrix Computations 4th ed., 3.4 and exercise 3.2; Bauer & Reinsch in Wilkinson &
//! Reinsch, Handbook for Automatic Computation II, I/3). With p_k the pivot row of step k, element (p_i, k) is that of
//! A⁻¹ at (i, p_k) in the end.

use super::stack::{Part, Product, Stack};
use crate::plan::{Define, Domain, Pass, Plan, Program, Slot, Storage};
use crate::shader;
use crate::shape::{Packed, Scalar};

/// Columns of a panel, for a matrix whose rows have this many texels. A draw costs a real GPU more than what a step
/// does to a small matrix: then all columns are one block, and only large matrices are worth the passes between blocks.
fn block(texels: u32) -> u32 {
    if texels <= 32 {
        4 * texels
    } else {
        32
    }
}

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

/// Exponents of powers of two, four in a texel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exponents {
    /// Of the columns of A, and of B beside it.
    columns: Slot,
    /// Of the rows of both.
    rows: Slot,
}

impl Exponents {
    /// Gives them to a pass.
    pub(super) fn to(self, pass: Pass<'static>) -> Pass<'static> {
        pass.sampler("exponents", self.columns).sampler("rowExponents", self.rows)
    }
}

/// Where an elimination left its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eliminated {
    /// The matrix as it was loaded, with B beside it; never written afterwards.
    pub(super) loaded: Slot,
    /// The exponents of the powers of two that its columns and rows were divided by, if they were.
    pub(super) exponents: Option<Exponents>,
    /// The result, and its first texel column.
    pub(super) matrix: Slot,
    pub(super) at: u32,
    /// Whether its rows are in the order of their steps, as in a panel.
    pub(super) in_order: bool,
    /// The last panel: its first texel column says what the steps found.
    pub(super) panel: Slot,
    /// Where the rows are: see `shaders/lu/panel.glsl`.
    pub(super) places: Slot,
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
    let block = block(size.div_ceil(4));
    let (loaded, exponents) = load(plan, method, a, b, stack);
    let panel = stack.with_width(1 + block / 4);
    let [panels, places, next] =
        [panel, stack.with_width(1), stack].map(|s| [(); 2].map(|()| plan.temporary(s.storage())));
    let rows = Stack { rows: block, ..stack };
    let columns = stack.with_width(block / 4);
    let mut blocks = Blocks {
        method,
        loaded,
        exponents,
        stack,
        size,
        block,
        panel,
        panels,
        places,
        columns: (plan.temporary(columns.storage()), columns),
        rows: (plan.temporary(rows.storage()), rows),
    };
    // Crout's finished columns, and room for a tile's rows of U.
    let crout = (method == Method::Crout).then(|| {
        let group = Stack { rows: stack.lanes, ..stack };
        (plan.temporary(stack.storage()), (plan.temporary(group.storage()), group))
    });
    let mut matrix = loaded;
    for first in (0..size).step_by(block as usize) {
        let target = next[(first / block % 2) as usize];
        blocks.panel(plan, matrix, first);
        if blocks.is_all() {
            return blocks.eliminated(None);
        }
        match crout {
            None => blocks.exchange(plan, (matrix, target), first),
            Some((finished, group)) => {
                blocks.update(plan, (matrix, target), first, group);
                blocks.put(plan, first, (finished, first / 4));
            }
        }
        matrix = target;
    }
    blocks.eliminated(Some(crout.map_or(matrix, |(finished, _)| finished)))
}

/// Stacks `a` with `b` beside it, and finds the powers of two that Gauss-Jordan divides columns and rows by.
fn load(
    plan: &mut Plan<'static>,
    method: Method,
    a: Slot,
    b: Option<(Slot, u32)>,
    stack: Stack,
) -> (Slot, Option<Exponents>) {
    let size = stack.rows;
    let loaded = plan.temporary(stack.storage());
    if method == Method::Crout {
        plan.push(stack.load(a, (size, size), Part::Whole, 0, loaded));
        return (loaded, None);
    }
    let [columns, rows] =
        [(); 2].map(|()| plan.temporary(Storage::packed(Scalar::Float, Packed::matrix(1, 4 * stack.width))));
    let exponents = Exponents { columns, rows };
    let extent = (size, size);
    let mut divided = None;
    for mean in [true, true, false] {
        plan.push(stack.exponents(a, extent, [false, mean], divided, (columns, 0)));
        plan.push(stack.exponents(a, extent, [true, mean], Some(columns), (rows, 0)));
        divided = Some(rows);
    }
    plan.push(exponents.to(stack.load(a, extent, Part::Scaled, 0, loaded)));
    if let Some((b, width)) = b {
        let (extent, at) = ((size, width), size.div_ceil(4));
        plan.push(stack.exponents(b, extent, [false, false], divided, (columns, at)));
        plan.push(exponents.to(stack.load(b, extent, Part::Scaled, at, loaded)));
    }
    (loaded, Some(exponents))
}

/// What all blocks have in common.
struct Blocks {
    method: Method,
    loaded: Slot,
    exponents: Option<Exponents>,
    stack: Stack,
    size: u32,
    block: u32,
    panel: Stack,
    /// The newest panel, and the one before.
    panels: [Slot; 2],
    /// The newest correspondence of rows, and the one before.
    places: [Slot; 2],
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

    /// Whether the one block is the whole matrix: then its panel is the result.
    fn is_all(&self) -> bool {
        self.block / 4 == self.stack.width
    }

    fn eliminated(&self, matrix: Option<Slot>) -> Eliminated {
        Eliminated {
            loaded: self.loaded,
            exponents: self.exponents,
            matrix: matrix.unwrap_or(self.panels[0]),
            at: u32::from(matrix.is_none()),
            in_order: matrix.is_none(),
            panel: self.panels[0],
            places: self.places[0],
            stack: self.stack,
            size: self.size,
        }
    }

    /// Eliminates within the block's columns.
    fn panel(&mut self, plan: &mut Plan<'static>, matrix: Slot, first: u32) {
        let texels = self.texels(first);
        let domain = Domain::texels(1 + texels, self.panel.height());
        plan.push(
            self.panel
                .pass(shader!("lu/extract.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], domain, self.panels[1])
                .sampler("matrix", matrix)
                .sampler("panel", self.panels[0])
                .sampler("places", self.places[0])
                .uniform("at", first / 4)
                .uniform("first", i32::from(first == 0)),
        );
        self.panels.swap(0, 1);
        let program = Program::BuiltIn {
            vertex: Some(shader!("lu/pivot.vert", "lu/stack.glsl", "lu/panel.glsl", "lu/reduce.glsl")),
            fragment: Some(shader!("lu/step.frag", "lu/stack.glsl", "lu/panel.glsl", "lu/reduce.glsl")),
            defines: Vec::new(),
        }
        .with(&[("LANES", self.stack.lanes as i32)])
        .with(self.method.defines());
        for texel in 0..texels {
            let now = first + 4 * texel;
            plan.push(
                Pass::fragment(program.clone(), domain, self.panel.targets(self.panels[1]))
                    .sampler("panel", self.panels[0])
                    .uniform("rows", self.size)
                    .uniform("now", now)
                    .uniform("texel", 1 + texel)
                    .uniform("count", (self.size - now).min(4)),
            );
            self.panels.swap(0, 1);
        }
        let places = self.stack.with_width(1);
        plan.push(
            places
                .pass(shader!("lu/places.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], places.all(), self.places[1])
                .sampler("panel", self.panels[0])
                .sampler("places", self.places[0])
                .uniform("first", first)
                .uniform("steps", self.steps(first)),
        );
        self.places.swap(0, 1);
    }

    /// The panel, its rows where they are in the matrix.
    fn put(&self, plan: &mut Plan<'static>, first: u32, (target, at): (Slot, u32)) {
        let domain = Domain::Texels { x: at, y: 0, width: self.texels(first), height: self.stack.height() };
        plan.push(
            self.stack
                .pass(shader!("lu/put.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], domain, target)
                .sampler("panel", self.panels[0])
                .sampler("places", self.places[0])
                .uniform("at", at),
        );
    }

    /// Applies the panel to other columns.
    fn tile(&self, plan: &mut Plan<'static>, domain: Domain, (matrix, target): (Slot, Slot), first: u32) {
        Product {
            left: self.columns,
            right: self.rows,
            kept: Some(matrix),
            places: Some(self.places[0]),
            target,
            stack: self.stack,
            domain,
            texels: self.texels(first),
            depth: self.texels(first),
            scale: 1.0,
            defines: self.method.defines(),
            uniforms: &[("first", first), ("steps", self.steps(first))],
        }
        .push(plan);
    }

    /// Gauss-Jordan: all other columns change, and the panel takes its place.
    fn exchange(&self, plan: &mut Plan<'static>, (matrix, target): (Slot, Slot), first: u32) {
        plan.push(
            self.stack
                .pass(shader!("lu/rows.frag", "lu/stack.glsl", "lu/panel.glsl"), &[], self.rows.1.all(), self.rows.0)
                .sampler("matrix", matrix)
                .sampler("places", self.places[0])
                .uniform("first", first)
                .uniform("steps", self.steps(first)),
        );
        self.put(plan, first, (self.columns.0, 0));
        self.tile(plan, self.stack.all(), (matrix, target), first);
        self.put(plan, first, (target, first / 4));
    }

    /// Crout: U right of the panel, then the update below it. `group` is room for a tile's rows of U.
    fn update(&self, plan: &mut Plan<'static>, (matrix, target): (Slot, Slot), first: u32, group: (Slot, Stack)) {
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
                    .sampler("panel", self.panels[0])
                    .sampler("places", self.places[0])
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
        self.put(plan, first, (self.columns.0, 0));
        self.tile(plan, self.stack.right_of(right), (matrix, target), first);
    }
}
