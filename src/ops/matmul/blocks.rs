//! The product with A in uniform blocks: one draw for each slab of eight rows, each fragment 8 rows x 4 columns.
//!
//! ```text
//!   buffer: slab 0 [k0…3 of row 0] … [k0…3 of row 7] [k4…7 of row 0] …      slab 1 …        one range a draw
//!   targets, layer r: row r of every slab; a slab's columns fill a rectangle row by row:
//!           [slab 0: c0…3  c4…7 … ] [slab 1: …          ]
//!           [        …            ] [                   ]
//! ```
//!
//! Every fragment of a draw reads the same A, which GPUs hand out without the texture unit; B's four texels a group
//! of four k are all that is left for it. Rectangles keep all lanes at work where a row of C would not.
//!
//! Uniform blocks are slow on software renderers, so the caller measures which form is faster.

use super::super::layout;
use super::panels::Panel;
use super::{Extent, Factor};
use crate::plan::{Again, Block, Domain, Format, Limits, Pass, Plan, Program, Slot, Step, Storage, Target};
use crate::shader;
use crate::shape::{Packed, Scalar};

/// Rows of a slab.
const ROWS: u32 = 8;

/// Bytes of a texel.
const TEXEL: u32 = 16;

/// Longest uniform block in use: k of 2048.
const LONGEST_BLOCK: u32 = 65536;

/// From this k on, sums are settled after each 16 groups of four instead of 32: fewer rounding errors, a tenth slower.
const LONG: u32 = 2048;

/// Texels of columns in a row of a slab's rectangle.
const WIDTH: u32 = 32;

/// Texels in a row of the texture whose rows become the buffer. Slabs begin at its rows' beginnings, so at
/// multiples of every alignment there is.
const BUFFER_WIDTH: u32 = 512;

/// How the product is cut.
struct Cut {
    /// Slabs of eight rows.
    slabs: u32,
    /// Groups of four k that a block can hold.
    most: u32,
    /// Groups of four k in a slab in the buffer.
    groups: u32,
    /// Size of a slab's rectangle.
    rectangle: [u32; 2],
    /// Slabs side by side.
    across: u32,
}

impl Cut {
    /// Size of the targets.
    fn targets(&self) -> [u32; 2] {
        [self.rectangle[0] * self.across, self.rectangle[1] * self.slabs.div_ceil(self.across)]
    }

    /// Texture rows that become the buffer.
    fn buffer_rows(&self) -> u32 {
        self.slabs * self.groups * ROWS / BUFFER_WIDTH
    }

    /// Bytes of the block that a draw sees.
    fn block_bytes(&self) -> u32 {
        self.most * ROWS * TEXEL
    }
}

/// Whether the device has what this takes.
pub(super) fn able(limits: &Limits) -> bool {
    limits.draw_buffers >= ROWS && !layout::as_bits(Scalar::Float, limits)
}

/// Decides how to cut a product; `None` where the device or the shape is not made for it.
fn cut(extent: Extent, packed: Packed, limits: &Limits) -> Option<Cut> {
    let Extent { m, k, n } = extent;
    let most = limits.uniform_block_bytes.min(LONGEST_BLOCK) / (ROWS * TEXEL);
    let slabs = m.div_ceil(ROWS);
    // A whole number of texture rows, for every slab the same.
    let groups = k.div_ceil(4).next_multiple_of(BUFFER_WIDTH / ROWS);
    let columns = n.div_ceil(4);
    let rectangle = [columns.min(WIDTH), columns.div_ceil(WIDTH)];
    let mut across = 1;
    while across < slabs && across * rectangle[0] < slabs.div_ceil(across) * rectangle[1] {
        across += 1;
    }
    let cut = Cut { slabs, most, groups, rectangle, across };
    let [width, height] = cut.targets();
    let fits = width.max(height).max(cut.buffer_rows()).max(BUFFER_WIDTH) <= limits.texture_size;
    // Longer sums would be rounded in between, and lose more than the other form does.
    (able(limits) && fits && groups <= most && !layout::folded(packed, n)).then_some(cut)
}

/// Whether [`product`] can do it.
pub(super) fn suits(extent: Extent, packed: Packed, limits: &Limits) -> bool {
    extent.m.max(extent.k).max(extent.n.div_ceil(4)) <= limits.texture_size && cut(extent, packed, limits).is_some()
}

/// Appends the passes for the product of two factors to a plan, whose first result lies as `packed` says.
pub(super) fn product(
    plan: &mut Plan<'static>,
    (a, b): (Factor, Factor),
    extent: Extent,
    packed: Packed,
    limits: &Limits,
) {
    let Some(cut) = cut(extent, packed, limits) else { return };
    let Extent { m, k, n } = extent;
    let mut a = Panel::of(plan, a, limits);
    let mut b = Panel::of(plan, b, limits);
    a.make_room(plan, m, k, limits);
    b.make_room(plan, k, n, limits);
    a.fill(plan, [0, 0], [m, k], limits);
    b.fill(plan, [0, 0], [k, n], limits);
    let ordered = plan.temporary(Storage::texture(Format::Rgba32F, BUFFER_WIDTH, cut.buffer_rows()));
    // A block is as long as its declaration says, also behind the last slab.
    let bytes = cut.buffer_rows() * BUFFER_WIDTH * TEXEL + cut.block_bytes();
    let buffer = plan.temporary(Storage::Buffer { bytes });
    let [width, height] = cut.targets();
    let tiles = plan.temporary(Storage::Texture { format: Format::Rgba32F, width, height, layers: ROWS });

    plan.push(order(&cut, a.texture, ordered));
    plan.push(Step::TexelsToBuffer { from: ordered, texels: BUFFER_WIDTH * cut.buffer_rows(), to: buffer });
    let program = Program::fragment(shader!("matmul/block.frag", "matmul/settle.glsl"))
        .with(&[("TEXELS", (cut.most * ROWS) as i32)]);
    let [width, height] = cut.rectangle;
    let mut pass = Pass::fragment(program, Domain::texels(width, height), Vec::new())
        .sampler("B", b.texture)
        .uniform("texelB", b.texel())
        .uniform("rectangle", cut.rectangle.map(|x| x as i32))
        .uniform("end", k / 4)
        .uniform("tail", k % 4)
        .uniform("block", if k < LONG { 32 } else { 16 })
        .uniform("nought", 0)
        .uniform("one", 1.0f32);
    pass.blocks = vec![Block { name: "Slab", slot: buffer, offset: 0, bytes: cut.block_bytes() }];
    for layer in 0..ROWS {
        pass.targets.push(Target { slot: tiles, layer });
    }
    for slab in 1..cut.slabs {
        let (x, y) = (slab % cut.across * width, slab / cut.across * height);
        pass.again.push(Again { x, y, offset: slab * cut.groups * ROWS * TEXEL });
    }
    plan.push(pass);
    plan.push(
        Pass::fragment(
            Program::fragment(shader!("matmul/collect.frag")),
            Domain::texels(packed.width(), packed.height()),
            vec![Slot::Result(0).into()],
        )
        .sampler("tiles", tiles)
        .uniform("rectangle", cut.rectangle.map(|x| x as i32))
        .uniform("across", cut.across),
    );
}

/// Puts the texels of A in the buffer's order.
fn order(cut: &Cut, a: Slot, target: Slot) -> Pass<'static> {
    let domain = Domain::texels(BUFFER_WIDTH, cut.buffer_rows());
    Pass::fragment(Program::fragment(shader!("matmul/slabs.frag")), domain, vec![target.into()])
        .sampler("A", a)
        .uniform("groups", cut.groups)
        .uniform("width", BUFFER_WIDTH)
}
