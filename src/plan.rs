//! What the GPU is to do, decided before it does anything: plain data, testable without a GPU.
//!
//! A [`Plan`] is a list of steps over slots. A user's own kernel is a plan of one pass; matmul, sort and inverse are
//! plans of many. One executor (`gl::execute`) runs them all.
//!
//! ```text
//!   arguments ──┐                    ┌── results (become GpuArrays)
//!               ├─► step, step, … ─►─┤
//!   temporaries ┘  (one draw each)   └── temporaries go back to the pool
//! ```
//!
//! Data-dependent steps stay on the GPU: a pass writes what it found (a pivot's row, say) into a small temporary that
//! the next pass samples. So a plan is complete before it starts, and nothing is read back on the way.

use crate::shape::{ElementType, Packed, Scalar, Shape};

/// Where a pass reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The caller's argument, in the form that [`Plan::arguments`] asks for.
    Argument(usize),
    /// A texture or buffer that lives for this run: [`Plan::temporaries`].
    Temporary(usize),
    /// An array that the run creates: [`Plan::results`].
    Result(usize),
}

/// How the stream of an array's components lies in GPU memory. The executor converts, on the GPU, where an argument
/// has another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A buffer of tightly packed components: what attributes read and transform feedback writes.
    Buffer,
    /// A 2-D texture with one texel an element: what a user's sampler2D reads. A 1-D array that is longer than a row
    /// may be folds into rows; a 3-D one has its layers one above the other (as a target only).
    Elements,
    /// A 3-D texture with one texel an element: sampler3D.
    Volume,
    /// A 2-D texture array with one texel an element: sampler2DArray.
    Layers,
    /// A 2-D RGBA texture with four components a texel. See [`Packed`].
    Packed(Packed),
    /// Like [`Form::Packed`], with the bits of floats and uints seen as ints (RGBA32I). Exact for every NaN,
    /// −0 and subnormal.
    PackedBits(Packed),
}

/// Texel formats: components and bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of OpenGL's sized internal formats")]
pub enum Format {
    R32F,
    Rg32F,
    Rgb32F,
    Rgba32F,
    R32I,
    Rg32I,
    Rgb32I,
    Rgba32I,
    R32Ui,
    Rg32Ui,
    Rgb32Ui,
    Rgba32Ui,
}

impl Format {
    /// Four components of `scalar`: the format of [`Form::Packed`].
    pub fn packed(scalar: Scalar) -> Format {
        match scalar {
            Scalar::Float => Format::Rgba32F,
            Scalar::Int => Format::Rgba32I,
            Scalar::Uint => Format::Rgba32Ui,
        }
    }

    /// One texel an element that can be rendered to: vec3 takes four components, since RGB targets do not exist.
    pub fn renderable(ty: ElementType) -> Format {
        Format::elements(ElementType { width: if ty.width == 3 { 4 } else { ty.width }, ..ty })
    }

    /// One texel an element, tightly packed.
    pub fn elements(ty: ElementType) -> Format {
        use Format::{R32Ui, Rg32F, Rg32I, Rg32Ui, Rgb32F, Rgb32I, Rgb32Ui, Rgba32F, Rgba32I, Rgba32Ui, R32F, R32I};
        const FORMATS: [[Format; 4]; 3] =
            [[R32F, Rg32F, Rgb32F, Rgba32F], [R32I, Rg32I, Rgb32I, Rgba32I], [R32Ui, Rg32Ui, Rgb32Ui, Rgba32Ui]];
        FORMATS[ty.scalar as usize][usize::from(ty.width - 1)]
    }

    /// Components of a texel.
    pub fn components(self) -> u32 {
        match self {
            Format::R32F | Format::R32I | Format::R32Ui => 1,
            Format::Rg32F | Format::Rg32I | Format::Rg32Ui => 2,
            Format::Rgb32F | Format::Rgb32I | Format::Rgb32Ui => 3,
            Format::Rgba32F | Format::Rgba32I | Format::Rgba32Ui => 4,
        }
    }

    /// What a component is.
    pub fn scalar(self) -> Scalar {
        match self {
            Format::R32F | Format::Rg32F | Format::Rgb32F | Format::Rgba32F => Scalar::Float,
            Format::R32I | Format::Rg32I | Format::Rgb32I | Format::Rgba32I => Scalar::Int,
            Format::R32Ui | Format::Rg32Ui | Format::Rgb32Ui | Format::Rgba32Ui => Scalar::Uint,
        }
    }
}

/// Storage of a temporary. Its content is unspecified until a step writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// `layers` is 0 for a plain 2-D texture, else a 2-D texture array.
    Texture {
        /// Texel format.
        format: Format,
        /// Texels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Layers of an array texture; 0 for a plain one.
        layers: u32,
    },
    /// A buffer of `bytes`.
    Buffer {
        /// Its size.
        bytes: u32,
    },
}

impl Storage {
    /// A plain 2-D texture.
    pub fn texture(format: Format, width: u32, height: u32) -> Storage {
        Storage::Texture { format, width, height, layers: 0 }
    }

    /// The texture of [`Form::Packed`].
    pub fn packed(scalar: Scalar, packed: Packed) -> Storage {
        Storage::texture(Format::packed(scalar), packed.width(), packed.height())
    }
}

/// An array that a plan creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultArray {
    /// Element type.
    pub ty: ElementType,
    /// Shape, as the caller sees it.
    pub shape: Shape,
    /// The form in which the plan writes it. [`Form::PackedBits`]: the bits of `ty`, written to an RGBA32I texture.
    pub form: Form,
}

impl ResultArray {
    /// The form of results that are streams: [`Packed::stream`] of all components.
    pub fn stream(ty: ElementType, shape: Shape) -> ResultArray {
        let packed = Packed::stream(shape.elements() * ty.components());
        ResultArray { ty, shape, form: Form::Packed(packed) }
    }
}

/// A shader of the library, from a file under `shaders/`. Made by [`shader!`](crate::shader).
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's path below `shaders/`; names the shader in messages and in the program cache.
    pub name: &'static str,
    /// Shared chunks (each with its name) that come before the text.
    pub chunks: &'static [(&'static str, &'static str)],
    /// The file's text, without comments (`scripts/build.rs`). The header (`#version`, precision, outputs' locations) is not in it.
    pub text: &'static str,
}

/// A [`Source`] from a file under `shaders/`, preceded by shared chunks: `shader!("sort/local.frag", "lib/key.glsl")`.
#[macro_export]
macro_rules! shader {
    ($path:literal $(, $chunk:literal)* $(,)?) => {{
        static SOURCE: $crate::plan::Source = $crate::plan::Source {
            name: $path,
            chunks: &[$(($chunk, include_str!(concat!(env!("OUT_DIR"), "/shaders/", $chunk)))),*],
            text: include_str!(concat!(env!("OUT_DIR"), "/shaders/", $path)),
        };
        &SOURCE
    }};
}

/// `#define NAME number`: the only way in which the text of a built-in shader varies.
pub type Define = (&'static str, i32);

/// Which program a pass runs.
///
/// A fragment program gets a vertex shader that covers the target with one triangle unless `vertex` names another; a
/// vertex program gets an empty fragment shader.
#[derive(Clone, Debug, PartialEq)]
pub enum Program<'a> {
    /// Shaders of the library.
    BuiltIn {
        /// The vertex stage; `None` for the covering triangle.
        vertex: Option<&'static Source>,
        /// The fragment stage; `None` for transform feedback.
        fragment: Option<&'static Source>,
        /// Numbers and flags, for both stages.
        defines: Vec<Define>,
    },
    /// A user's kernel, by its index among the instance's kernels.
    Kernel(&'a crate::kernel::Kernel),
}

impl Program<'_> {
    /// A fragment shader over all of a target.
    pub fn fragment(source: &'static Source) -> Self {
        Program::BuiltIn { vertex: None, fragment: Some(source), defines: Vec::new() }
    }

    /// A vertex shader whose outputs are captured.
    pub fn vertex(source: &'static Source) -> Self {
        Program::BuiltIn { vertex: Some(source), fragment: None, defines: Vec::new() }
    }

    /// With `#define`s.
    #[must_use]
    #[inline(never)]
    pub fn with(mut self, new: &[Define]) -> Self {
        if let Program::BuiltIn { defines, .. } = &mut self {
            defines.extend_from_slice(new);
        }
        self
    }
}

/// What a pass runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Transform feedback: one vertex an element, outputs captured into [`Pass::captures`].
    Vertices(u32),
    /// One fragment a texel of a rectangle of the targets. Texels outside keep what they hold.
    Texels {
        /// Left edge.
        x: u32,
        /// Lowest row.
        y: u32,
        /// Texels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
}

impl Domain {
    /// All of a target of this size.
    pub fn texels(width: u32, height: u32) -> Domain {
        Domain::Texels { x: 0, y: 0, width, height }
    }
}

/// The value of a uniform.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// float, vec2 … vec4 and arrays of them: `width` components an element.
    Floats(u8, Vec<f32>),
    /// int, ivec2 …, bool …, and arrays of them.
    Ints(u8, Vec<i32>),
    /// uint, uvec2 … and arrays of them.
    Uints(u8, Vec<u32>),
    /// A matrix of `columns` x `rows`, column by column, and arrays of them.
    Matrix(u8, u8, Vec<f32>),
}

#[inline(never)]
fn ints(list: &[i32]) -> Value {
    Value::Ints(list.len() as u8, list.to_vec())
}

#[inline(never)]
fn floats(list: &[f32]) -> Value {
    Value::Floats(list.len() as u8, list.to_vec())
}

impl From<i32> for Value {
    fn from(v: i32) -> Value {
        ints(&[v])
    }
}
impl From<u32> for Value {
    /// As an `int` uniform: sizes are below 2^31 everywhere.
    fn from(v: u32) -> Value {
        ints(&[v as i32])
    }
}
impl From<f32> for Value {
    fn from(v: f32) -> Value {
        floats(&[v])
    }
}
impl<const N: usize> From<[i32; N]> for Value {
    fn from(v: [i32; N]) -> Value {
        ints(&v)
    }
}
impl<const N: usize> From<[f32; N]> for Value {
    fn from(v: [f32; N]) -> Value {
        floats(&v)
    }
}

/// A texture that a pass renders to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The texture.
    pub slot: Slot,
    /// Layer of an array texture; 0 for a plain one.
    pub layer: u32,
}

impl From<Slot> for Target {
    fn from(slot: Slot) -> Target {
        Target { slot, layer: 0 }
    }
}

/// A vertex attribute and the buffer that it walks through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Its name in the shader; the program says of which type it is.
    pub name: &'a str,
    /// The buffer.
    pub slot: Slot,
    /// Where the first element begins, in bytes.
    pub offset: u32,
    /// Bytes from one element to the next; 0 for tightly packed.
    pub stride: u32,
}

/// A uniform block filled from a range of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// The block's name in the shader.
    pub name: &'a str,
    /// The buffer.
    pub slot: Slot,
    /// Where the range begins, a multiple of [`Limits::uniform_buffer_alignment`].
    pub offset: u32,
    /// Its length in bytes.
    pub bytes: u32,
}

/// A fragment pass once more, elsewhere and with another part of its one block's buffer: cheaper than a pass of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// Left edge.
    pub x: u32,
    /// Lowest row.
    pub y: u32,
    /// Where the block's range begins.
    pub offset: u32,
}

/// How a fragment's output meets what the target holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// It replaces it.
    #[default]
    Replace,
    /// It is added to it (needs [`Limits::float_blend`]).
    Add,
}

/// One draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass<'a> {
    /// What runs.
    pub program: Program<'a>,
    /// Over what.
    pub domain: Domain,
    /// Samplers and the textures that they read: nearest texel, clamped.
    pub samplers: Vec<(&'a str, Slot)>,
    /// Attributes that walk through buffers, one element a vertex.
    pub attributes: Vec<Attribute<'a>>,
    /// Uniforms by name. One that the compiler dropped is passed over.
    pub uniforms: Vec<(&'a str, Value)>,
    /// Uniform blocks.
    pub blocks: Vec<Block<'a>>,
    /// Render targets.
    pub targets: Vec<Target>,
    /// The `location` of the fragment output that goes to each target, rising; empty if they are 0, 1, 2 …
    pub locations: Vec<u32>,
    /// Vertex outputs and the buffers that capture them from their start, tightly. Several outputs with one
    /// buffer are interleaved in this order.
    pub captures: Vec<(&'a str, Slot)>,
    /// How outputs meet what the targets hold.
    pub blend: Blend,
    /// Repetitions.
    pub again: Vec<Again>,
}

impl<'a> Pass<'a> {
    /// A fragment pass with no inputs yet.
    #[inline(never)]
    pub fn fragment(program: Program<'a>, domain: Domain, targets: Vec<Target>) -> Pass<'a> {
        Pass {
            program,
            domain,
            samplers: Vec::new(),
            attributes: Vec::new(),
            uniforms: Vec::new(),
            blocks: Vec::new(),
            targets,
            locations: Vec::new(),
            captures: Vec::new(),
            blend: Blend::Replace,
            again: Vec::new(),
        }
    }

    /// A transform-feedback pass with no inputs yet.
    pub fn vertices(program: Program<'a>, count: u32, captures: Vec<(&'a str, Slot)>) -> Pass<'a> {
        Pass { captures, ..Pass::fragment(program, Domain::Vertices(count), Vec::new()) }
    }

    /// Adds a sampler.
    #[must_use]
    #[inline(never)]
    pub fn sampler(mut self, name: &'a str, slot: Slot) -> Self {
        self.samplers.push((name, slot));
        self
    }

    /// Adds a uniform.
    #[must_use]
    pub fn uniform(mut self, name: &'a str, value: impl Into<Value>) -> Self {
        self.set(name, value.into());
        self
    }

    #[inline(never)]
    fn set(&mut self, name: &'a str, value: Value) {
        self.uniforms.push((name, value));
    }
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<'a> {
    /// A draw.
    Draw(Pass<'a>),
    /// Copies a rectangle of texels from a texture (layer) to a plain texture of the same format.
    CopyTexels {
        /// From this texture and layer …
        from: Target,
        /// … beginning at this texel …
        source: [u32; 2],
        /// … to this texture …
        to: Slot,
        /// … at this texel.
        at: [u32; 2],
        /// Width and height of the rectangle.
        size: [u32; 2],
    },
    /// Copies texels of an RGBA32I, RGBA32UI or RGBA32F texture into a buffer, row by row and bit for bit.
    TexelsToBuffer {
        /// The texture (layer).
        from: Target,
        /// Width and height of the rectangle at its origin.
        size: [u32; 2],
        /// The buffer.
        to: Slot,
        /// Byte offset in it.
        offset: u32,
    },
    /// Fills a rectangle at a texture's origin from a buffer, row by row and bit for bit.
    BufferToTexels {
        /// The buffer.
        from: Slot,
        /// Byte offset in it.
        offset: u32,
        /// The texture (layer).
        to: Target,
        /// Width and height of the rectangle.
        size: [u32; 2],
    },
    /// Sets every component of a texture (all layers) to zero.
    Clear(Slot),
}

impl<'a> From<Pass<'a>> for Step<'a> {
    fn from(pass: Pass<'a>) -> Step<'a> {
        Step::Draw(pass)
    }
}

/// A whole computation, ready to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan<'a> {
    /// The form that each argument must have.
    pub arguments: Vec<Form>,
    /// Storage that lives for this run.
    pub temporaries: Vec<Storage>,
    /// Arrays that the run creates.
    pub results: Vec<ResultArray>,
    /// What to do, in order.
    pub steps: Vec<Step<'a>>,
}

impl<'a> Plan<'a> {
    /// Adds a temporary and says its slot.
    #[inline(never)]
    pub fn temporary(&mut self, storage: Storage) -> Slot {
        self.temporaries.push(storage);
        Slot::Temporary(self.temporaries.len() - 1)
    }

    /// Adds a result and says its slot.
    #[inline(never)]
    pub fn result(&mut self, result: ResultArray) -> Slot {
        self.results.push(result);
        Slot::Result(self.results.len() - 1)
    }

    /// Adds an argument's form and says its slot.
    #[inline(never)]
    pub fn argument(&mut self, form: Form) -> Slot {
        self.arguments.push(form);
        Slot::Argument(self.arguments.len() - 1)
    }

    /// Adds a step.
    pub fn push(&mut self, step: impl Into<Step<'a>>) {
        self.add(step.into());
    }

    #[inline(never)]
    fn add(&mut self, step: Step<'a>) {
        self.steps.push(step);
    }
}

/// Whether shaders can render to float textures: found out by rendering to one and reading it.
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
    /// Render targets at once.
    pub draw_buffers: u32,
    /// Attributes of a vertex shader.
    pub vertex_attributes: u32,
    /// Textures that a vertex shader reads.
    pub vertex_textures: u32,
    /// Textures that a fragment shader reads.
    pub fragment_textures: u32,
    /// Outputs captured into buffers of their own.
    pub separate_captures: u32,
    /// Components of one captured output in a buffer of its own.
    pub separate_components: u32,
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
    /// There is no GPU: a processor does its work.
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
            separate_components: 4,
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
