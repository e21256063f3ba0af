//! Stacked matrices: what the passes of this family work on.
//!
//! A fragment that writes 8 rows x 4 columns reads 12 texels for 128 multiply-adds, where one that writes a texel reads
//! 5 for 16. So a matrix is a texture array with a layer for each row of such a tile:
//!
//! ```text
//!   row i, columns 4x … 4x+3   =   texel (x, i / lanes) of layer i % lanes          lanes = 8, or 4 with few targets
//!
//!   [a00 a01 a02 a03][a04 …  layer 0, y 0      a fragment at (x, y) writes one texel of each layer:
//!   [a10 a11 a12 a13][a14 …  layer 1, y 0      rows lanes * y … lanes * y + lanes - 1
//!   …
//!   [a80 a81 a82 a83][a84 …  layer 0, y 1
//! ```
//! What lies beyond the matrix is zero.

use crate::error::{Code, Error, Result};
use crate::plan::{Define, Domain, FloatTargets, Format, Limits, Pass, Plan, Program, Slot, Source, Storage, Target};
use crate::shader;
use crate::shape::Shape;

/// Multiply-adds of one draw: a twentieth of a second on a software renderer.
const WORK: u64 = 1 << 27;

/// The extent of a stacked matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack {
    /// Rows of a tile; layers of the texture.
    pub(super) lanes: u32,
    /// Texels in a row.
    pub(super) width: u32,
    /// Rows of the matrix.
    pub(super) rows: u32,
}

impl Stack {
    /// Rows of texels.
    pub(super) fn height(self) -> u32 {
        self.rows.div_ceil(self.lanes)
    }

    pub(super) fn storage(self) -> Storage {
        Storage::Texture { format: Format::Rgba32F, width: self.width, height: self.height(), layers: self.lanes }
    }

    pub(super) fn with_width(self, width: u32) -> Stack {
        Stack { width, ..self }
    }

    /// All layers of a texture.
    pub(super) fn targets(self, slot: Slot) -> Vec<Target> {
        (0..self.lanes).map(|layer| Target { slot, layer }).collect()
    }

    pub(super) fn all(self) -> Domain {
        Domain::texels(self.width, self.height())
    }

    /// Texel columns from `x` to the right edge.
    pub(super) fn right_of(self, x: u32) -> Domain {
        Domain::Texels { x, y: 0, width: self.width - x, height: self.height() }
    }

    /// A program with this number of lanes.
    pub(super) fn program(self, source: &'static Source, defines: &[Define]) -> Program<'static> {
        Program::fragment(source).with(&[("LANES", self.lanes as i32)]).with(defines)
    }

    /// 1 / size, for coordinates of `texture()`.
    pub(super) fn scale(self) -> [f32; 2] {
        [1.0 / self.width as f32, 1.0 / self.height() as f32]
    }

    /// A pass over `domain` that writes all lanes of `target`.
    pub(super) fn pass(
        self,
        source: &'static Source,
        defines: &[Define],
        domain: Domain,
        target: Slot,
    ) -> Pass<'static> {
        Pass::fragment(self.program(source, defines), domain, self.targets(target))
    }

    /// What the columns of a packed matrix are divided by, or its rows, put at texel column `at`: by their largest element,
    /// or its mean one, after division by what the `others`, rows or columns, have so far.
    pub(super) fn exponents(
        self,
        source: Slot,
        (rows, columns): (u32, u32),
        [of_rows, mean]: [bool; 2],
        others: Option<Slot>,
        (target, at): (Slot, u32),
    ) -> Pass<'static> {
        let program = self.program(shader!("lu/exponents.frag", "lu/stack.glsl"), &[("ROWS", of_rows.into())]);
        let width = if of_rows { rows } else { columns }.div_ceil(4);
        let domain = Domain::Texels { x: at, y: 0, width, height: 1 };
        Pass::fragment(program, domain, vec![target.into()])
            .sampler("source", source)
            .sampler("others", others.unwrap_or(source))
            .uniform("rows", rows)
            .uniform("columns", columns)
            .uniform("at", at)
            .uniform("divided", i32::from(others.is_some()))
            .uniform("mean", i32::from(mean))
    }

    /// Part of a packed `rows` x `columns` matrix, put at texel column `at` of a stack.
    pub(super) fn load(
        self,
        source: Slot,
        (rows, columns): (u32, u32),
        part: Part,
        at: u32,
        target: Slot,
    ) -> Pass<'static> {
        let domain = Domain::Texels { x: at, y: 0, width: columns.div_ceil(4), height: self.height() };
        self.pass(shader!("lu/load.frag", "lu/stack.glsl"), part.defines(), domain, target)
            .sampler("source", source)
            .uniform("rows", rows)
            .uniform("columns", columns)
            .uniform("at", at)
    }
}

/// What [`Stack::load`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    /// All of it, its columns and rows divided by powers of two: the pass needs the samplers `exponents` and `rowExponents`.
    Scaled,
    /// The lower triangle with its diagonal.
    Lower,
    /// The upper triangle, with ones on the diagonal.
    UnitUpper,
}

impl Part {
    fn defines(self) -> &'static [Define] {
        match self {
            Part::Whole => &[],
            Part::Scaled => &[("SCALED", 1)],
            Part::Lower => &[("LOWER", 1)],
            Part::UnitUpper => &[("UNIT_UPPER", 1)],
        }
    }
}

/// `left * right`, and where it goes. See `shaders/lu/tile.frag`.
#[derive(Clone, Debug)]
pub(super) struct Product<'a> {
    pub(super) left: (Slot, Stack),
    pub(super) right: (Slot, Stack),
    /// What the product is added to.
    pub(super) kept: Option<Slot>,
    /// Where the rows are, if `left` is the columns of a panel.
    pub(super) places: Option<Slot>,
    pub(super) target: Slot,
    pub(super) stack: Stack,
    pub(super) domain: Domain,
    /// Texels of `left`'s rows …
    pub(super) texels: u32,
    /// … and those that a fragment's sum runs over at most.
    pub(super) depth: u32,
    pub(super) scale: f32,
    pub(super) defines: &'a [Define],
    pub(super) uniforms: &'a [(&'static str, u32)],
}

impl Product<'_> {
    /// Adds the draws: as many as keep each of them short.
    pub(super) fn push(&self, plan: &mut Plan<'static>) {
        for domain in strips(self.domain, u64::from(self.depth) * 16 * u64::from(self.stack.lanes)) {
            let mut pass = self
                .stack
                .pass(shader!("lu/tile.frag", "lu/stack.glsl", "lu/panel.glsl"), self.defines, domain, self.target)
                .sampler("left", self.left.0)
                .sampler("right", self.right.0)
                .uniform("leftScale", self.left.1.scale())
                .uniform("rightScale", self.right.1.scale())
                .uniform("texels", self.texels)
                .uniform("scale", self.scale);
            for (name, slot) in [("kept", self.kept), ("places", self.places)] {
                if let Some(slot) = slot {
                    pass = pass.sampler(name, slot);
                }
            }
            for &(name, value) in self.uniforms {
                pass = pass.uniform(name, value);
            }
            plan.push(pass);
        }
    }
}

/// Cuts a domain into strips of rows, so that fragments of this much work keep each draw below [`WORK`].
pub(super) fn strips(domain: Domain, work: u64) -> Vec<Domain> {
    let Domain::Texels { x, y, width, height } = domain else { return vec![domain] };
    let rows = (WORK / (work * u64::from(width)).max(1)).clamp(1, u64::from(height).max(1)) as u32;
    (y..y + height)
        .step_by(rows as usize)
        .map(|from| Domain::Texels { x, y: from, width, height: rows.min(y + height - from) })
        .collect()
}

/// The stack for `rows` rows of `width` texels: with one more, as a panel has it, they fit into a texture. UNSUPPORTED
/// without 32-bit float targets, LIMIT_EXCEEDED for a larger matrix.
pub(super) fn stack(rows: u32, width: u32, limits: &Limits) -> Result<Stack> {
    if limits.float_targets != FloatTargets::Full {
        return Err(Error::new(Code::Unsupported, "needs 32-bit float render targets, which this device lacks"));
    }
    if rows > limits.texture_size || width + 1 > limits.texture_size {
        return Err(Error::of(
            Code::LimitExceeded,
            format_args!(
                "a matrix of {rows} rows and {} columns exceeds textures of {}",
                4 * width,
                limits.texture_size
            ),
        ));
    }
    Ok(Stack { lanes: if limits.draw_buffers >= 8 { 8 } else { 4 }, width, rows })
}

/// The number of rows of a square matrix, or a refusal that names the dimensions.
pub(super) fn square(operation: &str, argument: &str, shape: &Shape) -> Result<u32> {
    match *shape.dimensions() {
        [rows, cols] if rows == cols && rows > 0 => Ok(rows),
        _ => Err(Error::of(
            Code::BadShape,
            format_args!("has shape {shape}; {operation} needs a square matrix of at least 1 x 1"),
        )),
    }
    .map_err(|e| e.in_kernel(operation).at_argument(argument))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_cover_every_row_once_and_none_is_too_much_work() {
        for (height, work) in [(1, 1u64), (64, 1 << 20), (256, 1 << 17), (7, 1 << 40)] {
            let all = strips(Domain::texels(512, height), work);
            let mut next = 0;
            for strip in &all {
                let Domain::Texels { y, height, .. } = *strip else { panic!("{strip:?}") };
                assert_eq!(y, next);
                assert!(height == 1 || u64::from(height) * 512 * work <= WORK);
                next += height;
            }
            assert_eq!(next, height);
        }
    }

    #[test]
    fn a_refusal_names_the_operation_and_the_dimensions() {
        let error = square("det", "A", &Shape::matrix(2, 3)).unwrap_err();
        assert_eq!(error.code(), Code::BadShape);
        let text = "kernel \"det\": argument \"A\" has shape [2, 3]; det needs a square matrix of at least 1 x 1";
        assert_eq!(error.to_string(), text);
        assert!(square("det", "A", &Shape::vector(4)).is_err());
        assert!(square("det", "A", &Shape::matrix(0, 0)).is_err());
    }
}
