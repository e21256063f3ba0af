//! Where the texels that are being sorted lie, and how sorted runs grow.

use crate::plan::{Define, Domain, Format, Slot, Storage, Target};

/// Fragments that write one draw's chunks. A draw of that many takes some 25 ms on a software renderer.
const CHUNKS_PER_DRAW: u32 = 1 << 16;

/// An RGBA32I array texture of 4 or 8 layers, one for each render target of a pass. Consecutive texels lie in
/// consecutive layers, so that a fragment writes a *chunk* of texels that follow each other:
///
/// ```text
///            place 0   place 1            texel 9 of 8 layers: layer 1, place 1
///   layer 0  t0        t8        …        place p: column p % width, row p / width
///   layer 1  t1        t9
///     …
///   layer 7  t7        t15
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Runs {
    /// Layers, which are also the texels of a chunk.
    pub(super) layers: u32,
    /// Chunks; what the data leaves free of the last one is filled with keys that come after every other.
    pub(super) chunks: u32,
    /// Texels in a row of a layer, a power of two.
    pub(super) width: u32,
}

impl Runs {
    /// Room for `texels`, in as many layers as `draw_buffers` can write at once.
    pub(super) fn new(texels: u32, draw_buffers: u32) -> Runs {
        let layers = if draw_buffers >= 8 { 8 } else { 4 };
        let chunks = texels.div_ceil(layers).max(1);
        let mut width = 1;
        while width * width < chunks {
            width *= 2;
        }
        Runs { layers, chunks, width }
    }

    /// Rows of a layer.
    pub(super) fn height(self) -> u32 {
        self.chunks.div_ceil(self.width)
    }

    /// Texels of all chunks.
    pub(super) fn texels(self) -> u32 {
        self.chunks * self.layers
    }

    /// The texture.
    pub(super) fn storage(self) -> Storage {
        let (width, height) = (self.width, self.height());
        Storage::Texture { format: Format::Rgba32I, width, height, layers: self.layers }
    }

    /// The render targets of a pass that writes chunks: every layer.
    pub(super) fn targets(self, slot: Slot) -> Vec<Target> {
        (0..self.layers).map(|layer| Target { slot, layer }).collect()
    }

    /// The number of layers, for the shaders.
    pub(super) fn define(self) -> Define {
        ("LAYERS", self.layers as i32)
    }

    /// The texels of a sorted run before each merging pass: every pass doubles them until one run holds everything.
    pub(super) fn merges(self) -> impl Iterator<Item = u32> {
        let total = self.texels();
        std::iter::successors(Some(self.layers), |run| run.checked_mul(2)).take_while(move |&run| run < total)
    }

    /// The chunks of one pass, cut into draws that are short enough for a watchdog.
    pub(super) fn bands(self) -> impl Iterator<Item = Domain> {
        bands(self.width, self.height(), CHUNKS_PER_DRAW)
    }
}

/// All texels of a target, in bands of whole rows with about `texels` texels each.
pub(super) fn bands(width: u32, height: u32, texels: u32) -> impl Iterator<Item = Domain> {
    let rows = (texels / width).max(1);
    (0..height).step_by(rows as usize).map(move |y| Domain::Texels { x: 0, y, width, height: rows.min(height - y) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_every_texel_and_the_layers_are_nearly_square() {
        for draw_buffers in [4, 8, 16] {
            for texels in (1..3000).chain([1 << 20, (1 << 20) + 1, 1 << 27]) {
                let runs = Runs::new(texels, draw_buffers);
                assert!(runs.texels() >= texels && runs.texels() < texels + runs.layers);
                assert!(runs.width * runs.height() >= runs.chunks);
                assert!(runs.height() <= runs.width && runs.width <= 4 * runs.height());
            }
        }
    }

    #[test]
    fn runs_double_until_one_holds_everything() {
        let lengths = |texels| Runs::new(texels, 8).merges().collect::<Vec<_>>();
        assert_eq!(lengths(1), []);
        assert_eq!(lengths(8), []);
        assert_eq!(lengths(9), [8]);
        assert_eq!(lengths(17), [8, 16]);
        assert_eq!(lengths(1 << 18).len(), 15);
    }

    #[test]
    fn bands_cover_every_row_once_and_none_is_larger_than_asked() {
        for (width, height, texels) in [(1, 1, 8), (16, 13, 64), (512, 512, 1 << 17), (2048, 2048, 1 << 17)] {
            let mut next = 0;
            for band in bands(width, height, texels) {
                let Domain::Texels { x, y, width: w, height: h } = band else { unreachable!() };
                assert_eq!((x, y, w), (0, next, width));
                assert!(w * h <= texels);
                next = y + h;
            }
            assert_eq!(next, height);
        }
    }
}
