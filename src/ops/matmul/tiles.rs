//! The product by tiles: each fragment computes 8 rows x 4 columns of C into eight render targets.
//!
//! ```text
//!   A: texel = 4 k of a row        B: texel = 4 columns of a k     tiles: layer r = rows r·h … r·h + h−1
//!   slab 0 ─ [k0…3] [k4…7] …       [c0…3] [c4…7] …  k = 0          layer 0 ─ [c0…3] [c4…7] …
//!   slab 1 ─ [k0…3] …              [c0…3] …         k = 1          layer 1 ─ …
//!   fragment y reads row y of every slab                           fragment (x, y) writes texel (x, y) of every layer
//! ```
//!
//! - Sums are compensated after each 16 of k, so that rounding errors stay small however long they are. What they could
//!   not take is NaN beside an infinity: GPUs leave it out each time, software renderers sum such elements once more. Where
//!   k is beyond 4096, it is cut in chunks of that, which are added by blending (or to the former sums, in turns between two
//!   temporaries). Draws over all tiles that would be long are cut too.
//! - Where there are fewer tiles than a GPU has lanes, k is also split side by side in one target.
//! - What does not fit a texture is cut: k in panels, rows in bands that go one after the other, columns in bands
//!   that lie in layers of their own.
//! - Where a processor computes long sums, A is first brought in the order in which tiles read it: nearly all of its time goes
//!   into fetching texels, and rows that lie far apart share few places of its cache.
//! - A small C is written straight, by one pass of one row x 4 columns a fragment. Else a last pass brings layers
//!   and splits together in C's layout.

use super::super::layout;
use super::panels::Panel;
use super::{small, Extent, Factor};
use crate::plan::{Blend, Domain, Format, Limits, Pass, Plan, Program, Slot, Step, Storage, Target};
use crate::shader;
use crate::shape::{Packed, Scalar};

/// Groups of four k in a chunk.
const CHUNK: u32 = 1024;

/// Tiles that keep a GPU busy.
const ENOUGH: u32 = 2048;

/// A split takes at least this many groups of four k.
const SHORTEST: u32 = 8;

/// If k is split at all, then in so many: each split's sum is rounded, and of many rounding errors most cancel.
const FEWEST_SPLITS: u32 = 8;

/// Most splits of k side by side.
const MOST_SPLITS: u32 = 1024;

/// From this many groups of four k on, and columns of C, A is stacked for a processor: a tenth faster. With rows of 4 kB,
/// which its cache keeps in a few places only, a sixth.
const STACKED: u32 = 128;

/// Multiply-adds of a draw: some 80 ms on a software renderer, well below every watchdog.
const LONGEST_DRAW: u64 = 200_000_000;

/// How the product is cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Rows a fragment.
    rows: u32,
    /// Rows of op(A) that are done at once.
    band: u32,
    /// k that are done at once, a multiple of four or all.
    panel: u32,
    /// Columns in a layer, a multiple of four or all.
    columns: u32,
    /// Layers' worth of columns.
    column_bands: u32,
    /// Size of one split: texels of columns, rows of a slab.
    tile: [u32; 2],
    /// Splits across and down.
    splits: [u32; 2],
    /// Groups of four k that a split takes in a pass.
    depth: u32,
    /// Whether tiles are written to C itself, one row a fragment.
    straight: bool,
    /// Whether A is brought in the order in which tiles read it first.
    stacked: bool,
}

impl Cut {
    /// Whether the tiles' layers are rows of C, one after the other.
    fn is_rows(&self, packed: Packed, extent: Extent) -> bool {
        self.band == extent.m && self.column_bands == 1 && self.splits == [1, 1] && !layout::folded(packed, extent.n)
    }

    /// Size of the texture with A as tiles read it.
    fn stack(&self) -> [u32; 2] {
        [8 * self.panel.div_ceil(4), self.tile[1]]
    }

    /// In texture coordinates of A, whose texels are so large: from a group of four k to the next, from a row to the next,
    /// from a row that a fragment reads to the next.
    fn steps(&self, texel: [f32; 2]) -> (f32, f32, f32) {
        if self.stacked {
            let [width, height] = self.stack().map(|size| size as f32);
            (8.0 / width, 1.0 / height, 1.0 / width)
        } else {
            (texel[0], texel[1], self.tile[1] as f32 * texel[1])
        }
    }
}

/// Appends the passes for the product of two factors to a plan, whose first result lies as `packed` says.
pub(super) fn product(
    plan: &mut Plan<'static>,
    (a, b): (Factor, Factor),
    extent: Extent,
    packed: Packed,
    limits: &Limits,
) {
    let mut a = Panel::of(plan, a, limits);
    let mut b = Panel::of(plan, b, limits);
    let cut = cut(extent, &a, &b, packed, limits);
    a.make_room(plan, cut.band, cut.panel, limits);
    b.make_room(plan, cut.panel, cut.columns, limits);
    let carry = !limits.float_blend || layout::as_bits(Scalar::Float, limits);
    // Passes write to these in turns; where targets can be blended, there is one.
    let tiles: Vec<Slot> = if cut.straight {
        vec![Slot::Result(0)]
    } else {
        (0..if carry { 2 } else { 1 }).map(|_| sums(plan, &cut, limits)).collect()
    };

    let stack = cut.stacked.then(|| {
        let [width, height] = cut.stack();
        plan.temporary(layout::temporary(Scalar::Float, Packed::matrix(height, 4 * width), limits))
    });

    for first_row in (0..extent.m).step_by(cut.band as usize) {
        let last_row = extent.m.min(first_row + cut.band);
        let mut round = 0;
        for first_k in (0..extent.k).step_by(cut.panel as usize) {
            let k = cut.panel.min(extent.k - first_k);
            a.fill(plan, [first_row, first_k], [last_row - first_row, k], limits);
            if let Some(stack) = stack {
                plan.push(stack_pass(&cut, a.texture, stack, limits));
            }
            let rounds = k.div_ceil(4).div_ceil(cut.depth * cut.splits[0] * cut.splits[1]);
            for column_band in 0..cut.column_bands {
                let first = column_band * cut.columns;
                b.fill(plan, [first_k, first], [k, cut.columns.min(extent.n - first)], limits);
                let origin = [a.begin(first_k) / 4, b.begin(first_k)];
                for chunk in 0..rounds {
                    let now = round + chunk;
                    let target = tiles[now as usize % tiles.len()];
                    let former = (carry && now > 0).then(|| tiles[(now as usize + 1) % tiles.len()]);
                    let step = cut.depth * cut.splits[0] * cut.splits[1];
                    let layer = column_band * cut.rows;
                    let (step_k, step_row, slab) = cut.steps(a.texel());
                    let template = tile_pass(&cut, former, limits)
                        .sampler("A", stack.unwrap_or(a.texture))
                        .sampler("B", b.texture)
                        .uniform("texels", [step_k, step_row, b.texel()[0], b.texel()[1]])
                        .uniform("slab", slab)
                        .uniform("tile", [cut.tile[0], cut.tile[1], cut.splits[0], layer].map(|x| x as i32))
                        .uniform("origin", origin.map(|x| x as i32))
                        .uniform("range", [chunk * step, cut.depth, k / 4, k % 4].map(|x| x as i32));
                    let blend = if now > 0 && !carry { Blend::Add } else { Blend::Replace };
                    let layers = layer..layer + cut.rows;
                    let targets: Vec<Target> = layers.map(|layer| Target { slot: target, layer }).collect();
                    for domain in short_draws(&cut) {
                        plan.push(Pass { domain, blend, targets: targets.clone(), ..template.clone() });
                    }
                }
            }
            round += rounds;
        }
        if !cut.straight {
            let sums = tiles[(round as usize + 1) % tiles.len()];
            // Processors copy rows faster than they compute where they go.
            if limits.software && cut.is_rows(packed, extent) {
                plan.push(Step::LayersToRows { from: sums, to: Slot::Result(0) });
            } else {
                plan.push(gather(&cut, sums, packed, extent.n, [first_row, last_row], limits));
            }
        }
    }
}

/// Decides how to cut a product.
fn cut(extent: Extent, a: &Panel, b: &Panel, packed: Packed, limits: &Limits) -> Cut {
    let Extent { m, k, n } = extent;
    let side = limits.texture_size / 256 * 256;
    let direct = a.direct && b.direct;
    let columns = if b.direct { n } else { n.min(4 * side) };
    let column_bands = n.div_ceil(columns);
    let straight = !layout::folded(packed, n) && small(extent, limits);
    let rows = match m {
        _ if straight => 1,
        1 => 1,
        2 => 2,
        3 | 4 => 4,
        _ => limits.draw_buffers.min(8),
    };
    // So many column bands that their layers run out get fewer rows a fragment.
    let rows = [8, 4, 2, 1].into_iter().find(|&r| r <= rows && r * column_bands <= limits.array_layers).unwrap_or(1);
    let band = if a.direct { m } else { m.min(side) };
    let panel = if direct { k } else { k.min(side) };
    let tile = [columns.div_ceil(4), band.div_ceil(rows)];
    let groups = panel.div_ceil(4);
    let splittable = if straight { 1 } else { groups.div_ceil(SHORTEST).min(MOST_SPLITS) };
    let wanted = match ENOUGH.div_ceil(tile[0] * tile[1]) {
        _ if splittable < FEWEST_SPLITS => 1,
        1 => 1,
        more => more.max(FEWEST_SPLITS).min(splittable),
    };
    let mut across = 1;
    while across * 2 <= wanted && tile[0] * across < tile[1] * (wanted / across) {
        across *= 2;
    }
    let splits = [across, wanted.div_ceil(across)];
    let depth = groups.div_ceil(splits[0] * splits[1]).min(CHUNK);
    let stacked = limits.software
        && rows == 8
        && (band, panel) == (m, k)
        && (STACKED..=limits.texture_size / 8).contains(&groups)
        && n >= STACKED;
    Cut { rows, band, panel, columns, column_bands, tile, splits, depth, straight, stacked }
}

/// Brings A in the order in which tiles read it.
fn stack_pass(cut: &Cut, a: Slot, stack: Slot, limits: &Limits) -> Pass<'static> {
    let program = Program::fragment(shader!("matmul/stack.frag", "lib/component.glsl"))
        .with(&layout::defines(Scalar::Float, limits));
    let [width, height] = cut.stack();
    Pass::fragment(program, Domain::texels(width, height), vec![stack.into()])
        .sampler("A", a)
        .uniform("height", cut.tile[1])
}

/// An array texture for the tiles.
fn sums(plan: &mut Plan<'_>, cut: &Cut, limits: &Limits) -> Slot {
    let format = if layout::as_bits(Scalar::Float, limits) { Format::Rgba32I } else { Format::Rgba32F };
    plan.temporary(Storage::Texture {
        format,
        width: cut.tile[0] * cut.splits[0],
        height: cut.tile[1] * cut.splits[1],
        layers: cut.rows * cut.column_bands,
    })
}

/// A pass of tiles without its range of k, its factors and its targets.
fn tile_pass(cut: &Cut, former: Option<Slot>, limits: &Limits) -> Pass<'static> {
    let program = Program::fragment(shader!("matmul/tile.frag", "lib/component.glsl", "matmul/settle.glsl"))
        .with(&layout::defines(Scalar::Float, limits))
        .with(&[
            ("ROWS", cut.rows as i32),
            ("CARRY", i32::from(former.is_some())),
            ("LATE", i32::from(limits.software)),
            ("STACKED", i32::from(cut.stacked)),
        ]);
    let pass = Pass::fragment(program, Domain::texels(0, 0), Vec::new()).uniform("one", 1.0f32);
    match former {
        Some(former) => pass.sampler("former", former),
        None => pass,
    }
}

/// Brings the tiles of some rows together.
fn gather(cut: &Cut, tiles: Slot, packed: Packed, n: u32, rows: [u32; 2], limits: &Limits) -> Pass<'static> {
    let folded = layout::folded(packed, n);
    let program =
        Program::fragment(shader!("matmul/gather.frag", "lib/component.glsl", "lib/matrix.glsl", "matmul/settle.glsl"))
            .with(&layout::defines(Scalar::Float, limits))
            .with(&[
                ("ROWS", cut.rows as i32),
                ("FOLDED", i32::from(folded)),
                ("WHOLE", i32::from(!folded || n % 4 == 0)),
                ("BANDS", i32::from(cut.column_bands > 1)),
                ("SPLIT", i32::from(cut.splits != [1, 1])),
            ]);
    // Texture rows that hold some of these rows.
    let (first, last) = if folded {
        let texture_row = |row: u32| u64::from(row) * u64::from(n) / u64::from(packed.row);
        let last = (u64::from(rows[1]) * u64::from(n)).div_ceil(u64::from(packed.row));
        (texture_row(rows[0]) as u32, last as u32)
    } else {
        (rows[0], rows[1])
    };
    let domain = Domain::Texels { x: 0, y: first, width: packed.width(), height: last - first };
    Pass::fragment(program, domain, vec![Slot::Result(0).into()])
        .sampler("tiles", tiles)
        .uniform("tile", cut.tile.map(|x| x as i32))
        .uniform("splits", cut.splits.map(|x| x as i32))
        .uniform("cutC", layout::cut(packed, n))
        .uniform("size", [rows[0] as i32, rows[1] as i32, n as i32])
        .uniform("one", 1.0f32)
}

/// Cuts a pass over all tiles into draws that are short.
fn short_draws(cut: &Cut) -> impl Iterator<Item = Domain> {
    let (width, height) = (cut.tile[0] * cut.splits[0], cut.tile[1] * cut.splits[1]);
    let work = u64::from(width) * u64::from(height) * u64::from(cut.depth) * u64::from(16 * cut.rows);
    let draws = work.div_ceil(LONGEST_DRAW) as u32;
    // An even number of rows, since fragments run in pairs of rows.
    let step = height.div_ceil(draws.max(1)).next_multiple_of(2);
    (0..height).step_by(step as usize).map(move |y| Domain::Texels { x: 0, y, width, height: step.min(height - y) })
}
