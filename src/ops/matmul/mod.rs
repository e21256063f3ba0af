//! Matrix product: `C[i][j] = Σ A[i][k] · B[k][j]`, either factor transposed if asked.
//!
//! ```text
//!                    ┌ n = 1 or m = 1, and the long factor's rows run along k ─► dots: four rows a fragment
//!   op(A) · op(B) ───┤
//!                    └ else ─► tiles: 8 rows x 4 columns a fragment, from 12 texels for 128 multiply-adds
//! ```
//!
//! On GPUs whose texture unit is the bottleneck [`Method::UniformBlock`] is faster: A then comes from uniform blocks,
//! one draw for each eight rows.
//!
//! A column result is computed as the row `opᵀ(B) · opᵀ(A)`, so a vector is always on the left. Factors that cannot
//! be read as they lie (transposed ones, rows that no texture can hold) are packed by a pass first.
//!
//! Passes: one where C is small; else one for each band of rows that keeps a draw short, and for each 4096 of k; one that
//! brings the tiles together (processors copy them); one for each factor that must be packed, or that processors read faster
//! so. Dots take one or two.
//!
//! Accuracy: blocks of 16 products (64 or 128 from uniform blocks) are summed in a row, and added to each other by
//! compensated summation: the error is below `(40 + k / 4096) · u · Σ|a·b|`, u = 2^-24. Measured: at most 4.5 of
//! these units, from uniform blocks 7 below k = 2048. NaN and infinities appear only in the rows and columns in which they
//! belong.
//!
//! Source: Goto and van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34 (2008), for
//! panels and register tiles; Higham, "Accuracy and stability of numerical algorithms", sections 3.1 and 4.3, for the sums.

mod blocks;
mod dots;
mod panels;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
mod tiles;

use super::{layout, transpose};
use crate::error::{Code, Error, Result};
use crate::plan::{Domain, Form, Limits, Pass, Plan, Program, Slot};
use crate::shader;
use crate::shape::{ElementType, Packed, Scalar, Shape};

/// Which factors are taken transposed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `Aᵀ` instead of A.
    pub transpose_a: bool,
    /// `Bᵀ` instead of B.
    pub transpose_b: bool,
}

/// From where the kernel of large products reads A. Which is faster depends on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// From a texture: works everywhere.
    #[default]
    Texture,
    /// From uniform blocks, where the product and the device suit it, else from a texture. Faster on GPUs whose
    /// texture unit is the bottleneck, half as fast on software renderers.
    UniformBlock,
}

/// The extent of a product: `m` x `k` times `k` x `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Rows of op(A) and C.
    pub m: u32,
    /// Columns of op(A), rows of op(B).
    pub k: u32,
    /// Columns of op(B) and C.
    pub n: u32,
}

/// One factor as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Factor {
    /// Index of the argument.
    argument: usize,
    /// Stored rows.
    rows: u32,
    /// Stored columns.
    cols: u32,
    /// Whether the product takes the transpose of what is stored.
    transposed: bool,
}

/// The extent of the product of arrays of these types and shapes, or why there is none.
pub fn check(a: (ElementType, &Shape), b: (ElementType, &Shape), options: Options) -> Result<Extent> {
    let refuse = |code, name, detail: String| Err(Error::new(code, detail).at_argument(name).in_kernel("matmul"));
    for (name, ty) in [("A", a.0), ("B", b.0)] {
        if ty != ElementType::FLOAT {
            return refuse(Code::BadArgument, name, format!("is an array of {ty}; matmul takes floats"));
        }
    }
    let turn = |(rows, cols), transposed: bool| if transposed { (cols, rows) } else { (rows, cols) };
    let (m, k) = turn(transpose::check("matmul", "A", a.1)?, options.transpose_a);
    let (rows, n) = turn(transpose::check("matmul", "B", b.1)?, options.transpose_b);
    if k != rows {
        let turned = |transposed| if transposed { ", transposed" } else { "" };
        let (a, turned_a) = (a.1, turned(options.transpose_a));
        let (b, turned_b) = (b.1, turned(options.transpose_b));
        let why = format!("is {b}{turned_b}; A is {a}{turned_a}: {k} columns do not meet {rows} rows");
        return refuse(Code::BadShape, "B", why);
    }
    Shape::new(&[m, n]).map_err(|error| error.in_kernel("matmul"))?;
    Ok(Extent { m, k, n })
}

/// A row up to this long is not folded: so few fragments cost the same in any shape.
const SHORT_ROW: u32 = 1024;

/// Whether C takes one short pass, which reads more texels than the tiles' would. To a GPU a second pass is dearer than
/// that; to a processor it is not.
fn small(extent: Extent, limits: &Limits) -> bool {
    extent.k <= 256 && extent.m * extent.n <= if limits.software { 1024 } else { 4096 }
}

/// The plan of a product. Arguments: A and B.
pub fn plan(extent: Extent, options: Options, method: Method, limits: &Limits) -> Plan<'static> {
    let Extent { m, k, n } = extent;
    let packed = if n == 1 || (m == 1 && n > SHORT_ROW) {
        Packed::stream(m as usize * n as usize)
    } else {
        layout::matrix(Scalar::Float, m, n, limits)
    };
    let mut plan = Plan::default();
    let output = plan.result(layout::result(ElementType::FLOAT, Shape::matrix(m, n), packed, limits));
    // The kernels say which forms they want; factors of an empty product, or of one without terms, are not read.
    for _ in 0..2 {
        plan.argument(Form::Buffer);
    }
    if m == 0 || n == 0 {
        return plan;
    }
    if k == 0 {
        let program = Program::fragment(shader!("matmul/zero.frag", "lib/component.glsl"))
            .with(&layout::defines(Scalar::Float, limits));
        let domain = Domain::texels(packed.width(), packed.height());
        plan.push(Pass::fragment(program, domain, vec![output.into()]));
        return plan;
    }
    let a = stored(0, m, k, options.transpose_a);
    let b = stored(1, k, n, options.transpose_b);
    if n == 1 {
        vector_times_matrix(&mut plan, (b, turned(a)), (k, m), packed, limits);
    } else if m == 1 {
        vector_times_matrix(&mut plan, (a, b), (k, n), packed, limits);
    } else if method == Method::UniformBlock && !small(extent, limits) && blocks::suits(extent, packed, limits) {
        blocks::product(&mut plan, (a, b), extent, packed, limits);
    } else {
        tiles::product(&mut plan, (a, b), extent, packed, limits);
    }
    plan
}

/// Whether the device can compute any product from uniform blocks.
pub fn has_blocks(limits: &Limits) -> bool {
    blocks::able(limits)
}

/// A factor of `rows` x `cols` whose transpose may be what is stored.
fn stored(argument: usize, rows: u32, cols: u32, transposed: bool) -> Factor {
    let (rows, cols) = if transposed { (cols, rows) } else { (rows, cols) };
    Factor { argument, rows, cols, transposed }
}

/// The transpose of a factor.
fn turned(factor: Factor) -> Factor {
    Factor { transposed: !factor.transposed, ..factor }
}

/// A product with one row; `factors` are the row of `k` numbers and a matrix of `k` x `n`.
fn vector_times_matrix(
    plan: &mut Plan<'static>,
    factors: (Factor, Factor),
    (k, n): (u32, u32),
    packed: Packed,
    limits: &Limits,
) {
    // A vector's numbers lie in one order, whether it is called row or column; so do those of a matrix of one column.
    let vector = Factor { rows: 1, cols: k, transposed: false, ..factors.0 };
    let matrix = if n == 1 { Factor { rows: 1, cols: k, transposed: true, ..factors.1 } } else { factors.1 };
    if matrix.transposed {
        dots::product(plan, vector, matrix, packed, limits);
    } else {
        tiles::product(plan, (vector, matrix), Extent { m: 1, k, n }, packed, limits);
    }
}

/// Asks for a factor in a layout.
fn ask(plan: &mut Plan<'_>, factor: Factor, packed: Packed, limits: &Limits) -> Slot {
    plan.arguments[factor.argument] = layout::form(Scalar::Float, packed, limits);
    Slot::Argument(factor.argument)
}

/// What the passes must compute, in plain loops and 64 bits: the product, and the sums of the terms' magnitudes by
/// which errors are measured.
pub fn reference(a: &[f32], b: &[f32], extent: Extent, options: Options) -> (Vec<f64>, Vec<f64>) {
    let (m, k, n) = (extent.m as usize, extent.k as usize, extent.n as usize);
    let at = |x: &[f32], i: usize, j: usize, rows: usize, cols: usize, transposed| {
        f64::from(if transposed { x[j * rows + i] } else { x[i * cols + j] })
    };
    let (mut product, mut magnitude) = (vec![0.0; m * n], vec![0.0; m * n]);
    for i in 0..m {
        for j in 0..n {
            for l in 0..k {
                let term = at(a, i, l, m, k, options.transpose_a) * at(b, l, j, k, n, options.transpose_b);
                product[i * n + j] += term;
                magnitude[i * n + j] += term.abs();
            }
        }
    }
    (product, magnitude)
}
