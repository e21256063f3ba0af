//! How WebGL names the formats of texels.

use crate::plan::Format;

/// How WebGL names a texel format, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TexelFormat {
    pub(crate) internal: u32,
    pub(crate) external: u32,
    pub(crate) kind: u32,
    pub(crate) bytes: u8,
}

impl TexelFormat {
    const fn new(internal: u32, external: u32, kind: u32, bytes: u8) -> TexelFormat {
        TexelFormat { internal, external, kind, bytes }
    }

    /// 8-bit data read as [0, 1] or, signed, as [−1, 1].
    pub(crate) fn normalized(components: u8, signed: bool) -> TexelFormat {
        let (internal, kind) = match (components, signed) {
            (1, false) => (glow::R8, glow::UNSIGNED_BYTE),
            (2, false) => (glow::RG8, glow::UNSIGNED_BYTE),
            (3, false) => (glow::RGB8, glow::UNSIGNED_BYTE),
            (_, false) => (glow::RGBA8, glow::UNSIGNED_BYTE),
            (1, true) => (glow::R8_SNORM, glow::BYTE),
            (2, true) => (glow::RG8_SNORM, glow::BYTE),
            (3, true) => (glow::RGB8_SNORM, glow::BYTE),
            (_, true) => (glow::RGBA8_SNORM, glow::BYTE),
        };
        let external = [glow::RED, glow::RG, glow::RGB, glow::RGBA][usize::from(components.clamp(1, 4) - 1)];
        TexelFormat::new(internal, external, kind, components)
    }

    /// Images: four bytes, read as [0, 1].
    pub(crate) const IMAGE: TexelFormat = TexelFormat::new(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, 4);
}

impl From<Format> for TexelFormat {
    fn from(format: Format) -> TexelFormat {
        use glow::{FLOAT, INT, UNSIGNED_INT};
        match format {
            Format::R32F => TexelFormat::new(glow::R32F, glow::RED, FLOAT, 4),
            Format::Rg32F => TexelFormat::new(glow::RG32F, glow::RG, FLOAT, 8),
            Format::Rgb32F => TexelFormat::new(glow::RGB32F, glow::RGB, FLOAT, 12),
            Format::Rgba32F => TexelFormat::new(glow::RGBA32F, glow::RGBA, FLOAT, 16),
            Format::R32I => TexelFormat::new(glow::R32I, glow::RED_INTEGER, INT, 4),
            Format::Rg32I => TexelFormat::new(glow::RG32I, glow::RG_INTEGER, INT, 8),
            Format::Rgb32I => TexelFormat::new(glow::RGB32I, glow::RGB_INTEGER, INT, 12),
            Format::Rgba32I => TexelFormat::new(glow::RGBA32I, glow::RGBA_INTEGER, INT, 16),
            Format::R32Ui => TexelFormat::new(glow::R32UI, glow::RED_INTEGER, UNSIGNED_INT, 4),
            Format::Rg32Ui => TexelFormat::new(glow::RG32UI, glow::RG_INTEGER, UNSIGNED_INT, 8),
            Format::Rgb32Ui => TexelFormat::new(glow::RGB32UI, glow::RGB_INTEGER, UNSIGNED_INT, 12),
            Format::Rgba32Ui => TexelFormat::new(glow::RGBA32UI, glow::RGBA_INTEGER, UNSIGNED_INT, 16),
        }
    }
}
