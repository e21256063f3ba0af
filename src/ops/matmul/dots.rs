//! A matrix whose rows run along k, times a vector: each fragment computes the dot products of four rows.
//!
//! Where rows are few, k is split, and a second pass adds the partial sums:
//!
//! ```text
//!   target, row by row:  [split 0: rows 0…3] [split 0: rows 4…7] … [split 1: rows 0…3] …
//! ```

use super::super::layout;
use super::{ask, Factor};
use crate::plan::{Domain, Limits, Pass, Plan, Program, Slot};
use crate::shader;
use crate::shape::{Packed, Scalar};

/// Fragments that keep a GPU busy.
const ENOUGH: u32 = 4096;

/// A split takes at least this many groups of four k; below that, adding the partial sums costs more than it saves.
const SHORTEST: u32 = 16;

/// Appends the passes for `matrix` (stored n x k) times `vector` to a plan, whose first result lies as `packed` says.
pub(super) fn product(plan: &mut Plan<'static>, vector: Factor, matrix: Factor, packed: Packed, limits: &Limits) {
    let (rows, k) = (matrix.rows, matrix.cols);
    let groups = rows.div_ceil(4);
    let depth = k.div_ceil(4).div_ceil(ENOUGH.div_ceil(groups)).max(SHORTEST);
    let splits = k.div_ceil(4).div_ceil(depth);

    let vector_packed = Packed::stream(k as usize);
    let matrix_packed = layout::matrix(Scalar::Float, rows, k, limits);
    let x = ask(plan, vector, vector_packed, limits);
    let m = ask(plan, matrix, matrix_packed, limits);
    let output = Slot::Result(0);
    let partial_packed = Packed::stream(4 * groups as usize * splits as usize);
    let (target, target_packed) = if splits == 1 {
        (output, packed)
    } else {
        (plan.temporary(layout::temporary(Scalar::Float, partial_packed, limits)), partial_packed)
    };
    let defines = layout::defines(Scalar::Float, limits);
    let program = Program::fragment(shader!("matmul/dots.frag", "lib/component.glsl", "matmul/settle.glsl"))
        .with(&defines)
        .with(&[("FOLDED", i32::from(layout::folded(matrix_packed, k)))]);
    plan.push(
        Pass::fragment(program, all(target_packed), vec![target.into()])
            .sampler("M", m)
            .sampler("x", x)
            .uniform("cutM", layout::cut(matrix_packed, k))
            .uniform("widthX", vector_packed.width())
            .uniform("width", target_packed.width())
            .uniform("rows", rows)
            .uniform("groups", groups)
            .uniform("k", k)
            .uniform("depth", depth)
            .uniform("one", 1.0f32),
    );
    if splits > 1 {
        let program =
            Program::fragment(shader!("matmul/sum.frag", "lib/component.glsl", "matmul/settle.glsl")).with(&defines);
        plan.push(
            Pass::fragment(program, all(packed), vec![output.into()])
                .sampler("partials", target)
                .uniform("widthPartials", target_packed.width())
                .uniform("width", packed.width())
                .uniform("groups", groups)
                .uniform("splits", splits)
                .uniform("one", 1.0f32),
        );
    }
}

/// Every texel of a texture.
fn all(packed: Packed) -> Domain {
    Domain::texels(packed.width(), packed.height())
}
