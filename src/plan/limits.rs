//! What a device allows.

/// Which float textures shaders can render to, as found by rendering to one and reading it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatTargets {
    /// 32-bit.
    Full,
    /// Only 16-bit.
    Half,
    /// Neither: computing is left to transform feedback.
    None,
}

/// What the device allows, as far as planning needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Largest width and height of a 2-D texture.
    pub texture_size: u32,
    /// Largest extent of a 3-D texture.
    pub texture_size_3d: u32,
    /// Largest number of layers of an array texture.
    pub array_layers: u32,
    /// Render targets of one pass.
    pub draw_buffers: u32,
    /// Attributes of a vertex shader.
    pub vertex_attributes: u32,
    /// Textures that a vertex shader reads.
    pub vertex_textures: u32,
    /// Textures that a fragment shader reads.
    pub fragment_textures: u32,
    /// Outputs captured into buffers of their own.
    pub separate_captures: u32,
    /// Components captured into one buffer, interleaved.
    pub interleaved_components: u32,
    /// Bytes of a uniform block.
    pub uniform_block_bytes: u32,
    /// Alignment of a uniform block's range.
    pub uniform_buffer_alignment: u32,
    /// Float render targets.
    pub float_targets: FloatTargets,
    /// 32-bit float targets can be blended.
    pub float_blend: bool,
    /// 32-bit float textures can be filtered linearly.
    pub float_linear: bool,
    /// There is no GPU: a software renderer does its work.
    pub software: bool,
}

impl Default for Limits {
    /// What every WebGL2 device has (OpenGL ES 3.0, tables 6.31 ff.), with 32-bit float targets.
    fn default() -> Limits {
        Limits {
            texture_size: 2048,
            texture_size_3d: 256,
            array_layers: 256,
            draw_buffers: 4,
            vertex_attributes: 16,
            vertex_textures: 16,
            fragment_textures: 16,
            separate_captures: 4,
            interleaved_components: 64,
            uniform_block_bytes: 16384,
            uniform_buffer_alignment: 256,
            float_targets: FloatTargets::Full,
            float_blend: true,
            float_linear: true,
            software: false,
        }
    }
}
