//! Factors as textures that kernels can read: as they lie, or packed panel by panel.

use super::super::layout;
use super::{ask, Factor};
use crate::plan::{Domain, Limits, Pass, Plan, Program, Slot};
use crate::shader;
use crate::shape::{Packed, Scalar};

/// A factor, and the texture from which kernels read it.
pub(super) struct Panel {
    factor: Factor,
    stored: Slot,
    stored_packed: Packed,
    /// Kernels read the factor as it is stored; else the texture holds the part that [`Panel::fill`] packed last.
    pub(super) direct: bool,
    /// The texture.
    pub(super) texture: Slot,
    packed: Packed,
}

impl Panel {
    /// Asks for a factor in matrix form where it fits.
    pub(super) fn of(plan: &mut Plan<'_>, factor: Factor, limits: &Limits) -> Panel {
        let packed = layout::matrix(Scalar::Float, factor.rows, factor.cols, limits);
        let stored = ask(plan, factor, packed, limits);
        let direct = !factor.transposed && !layout::folded(packed, factor.cols);
        Panel { factor, stored, stored_packed: packed, direct, texture: stored, packed }
    }

    /// Makes room for `rows` x `cols` numbers, unless the factor is read as it is stored.
    pub(super) fn make_room(&mut self, plan: &mut Plan<'_>, rows: u32, cols: u32, limits: &Limits) {
        if !self.direct {
            self.packed = Packed::matrix(rows, cols);
            self.texture = plan.temporary(layout::temporary(Scalar::Float, self.packed, limits));
        }
    }

    /// Packs `size` rows and columns from `origin` on, unless the factor is read as it is stored.
    pub(super) fn fill(&self, plan: &mut Plan<'_>, origin: [u32; 2], size: [u32; 2], limits: &Limits) {
        if self.direct {
            return;
        }
        let Factor { rows, cols, transposed, .. } = self.factor;
        let whole = if transposed { [cols, rows] } else { [rows, cols] };
        let program = Program::fragment(shader!("matmul/pack.frag", "lib/component.glsl", "lib/matrix.glsl"))
            .with(&layout::defines(Scalar::Float, limits))
            .with(&[("TRANSPOSED", i32::from(transposed)), ("FOLDED", 0)]);
        plan.push(
            Pass::fragment(program, Domain::texels(size[1].div_ceil(4), size[0]), vec![self.texture.into()])
                .sampler("M", self.stored)
                .uniform("cutM", layout::cut(self.stored_packed, cols))
                .uniform("origin", origin.map(|x| x as i32))
                .uniform("size", whole.map(|x| x as i32)),
        );
    }

    /// Where row or column `first` of the factor lies in the texture, if the texture was filled from there.
    pub(super) fn begin(&self, first: u32) -> u32 {
        if self.direct {
            first
        } else {
            0
        }
    }

    /// The size of a texel in texture coordinates.
    pub(super) fn texel(&self) -> [f32; 2] {
        [1.0 / self.packed.width() as f32, 1.0 / self.packed.height() as f32]
    }
}
