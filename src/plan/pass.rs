//! One draw: a program, what it runs over, what it reads and what it writes.

use super::{Program, Slot};
use crate::shape::Scalar;

/// What a pass runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Transform feedback: one vertex per element, outputs captured into [`Pass::captures`].
    Vertices(u32),
    /// One fragment per texel of a rectangle of the targets. Texels outside keep their values.
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

impl Value {
    /// Its bits, by which values are compared: -0 is not 0.
    pub fn bits(&self) -> Vec<u32> {
        match self {
            Value::Floats(_, list) | Value::Matrix(_, _, list) => list.iter().map(|x| x.to_bits()).collect(),
            Value::Ints(_, list) => list.iter().map(|&x| x as u32).collect(),
            Value::Uints(_, list) => list.clone(),
        }
    }

    /// A number as a uniform of this scalar type. None if an integer type cannot hold it: it must be whole and in range.
    pub fn scalar(scalar: Scalar, number: f64) -> Option<Value> {
        let whole_from_to = |least: f64, most: f64| number.fract() == 0.0 && (least..=most).contains(&number);
        match scalar {
            Scalar::Float => Some(Value::from(number as f32)),
            Scalar::Int => whole_from_to(i32::MIN.into(), i32::MAX.into()).then(|| Value::from(number as i32)),
            Scalar::Uint => whole_from_to(0.0, u32::MAX.into()).then(|| Value::Uints(1, vec![number as u32])),
        }
    }
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
    /// Where the range begins, a multiple of [`Limits::uniform_buffer_alignment`](super::Limits::uniform_buffer_alignment).
    pub offset: u32,
    /// Its length in bytes.
    pub bytes: u32,
}

/// A repetition of a fragment pass at another place and with another part of its one block's buffer: cheaper than a pass
/// of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// Left edge.
    pub x: u32,
    /// Lowest row.
    pub y: u32,
    /// Where the block's range begins.
    pub offset: u32,
}

/// How a fragment's output is combined with the value in the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// It replaces the value.
    #[default]
    Replace,
    /// It is added to the value (needs [`Limits::float_blend`](super::Limits::float_blend)).
    Add,
}

/// One draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass<'a> {
    /// The shaders.
    pub program: Program<'a>,
    /// What they run over.
    pub domain: Domain,
    /// Samplers and the textures that they read: nearest texel, clamped.
    pub samplers: Vec<(&'a str, Slot)>,
    /// Attributes that walk through buffers, one element per vertex.
    pub attributes: Vec<Attribute<'a>>,
    /// Uniforms by name. Those that the compiler dropped are skipped.
    pub uniforms: Vec<(&'a str, Value)>,
    /// Uniform blocks.
    pub blocks: Vec<Block<'a>>,
    /// Render targets.
    pub targets: Vec<Target>,
    /// The `location` of the fragment output that goes to each target, rising; empty if they are 0, 1, 2 …
    pub locations: Vec<u32>,
    /// Vertex outputs and the buffers that capture them, tightly packed from their start. Several outputs with the same
    /// buffer are interleaved in this order.
    pub captures: Vec<(&'a str, Slot)>,
    /// How outputs are combined with the values in the targets.
    pub blend: Blend,
    /// Repetitions of this pass.
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
