//! Compiled programs, kept for as long as their kernel lives.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use glow::HasContext;

use super::context::{gone, Device};
use crate::error::{Code, Error, Result};
use crate::glsl::diagnostics::compile_message;
use crate::glsl::{source, Stage};
use crate::kernel::Kernel;
use crate::plan::{Define, Program as Wanted, Source};

/// A uniform that the driver kept.
pub(crate) struct Uniform {
    name: String,
    pub(crate) location: glow::UniformLocation,
    /// Where textures are bound for it, if it is a sampler.
    pub(crate) unit: Option<u32>,
    pub(crate) target: u32,
    /// The bits that it was set to; none at first.
    pub(super) bits: RefCell<Vec<u32>>,
}

/// An attribute that the driver kept.
pub(crate) struct Attribute {
    name: String,
    pub(crate) location: u32,
    /// Locations that it takes: the columns of a matrix.
    pub(crate) columns: u32,
    /// Components of each.
    pub(crate) rows: i32,
    /// GL type of a component.
    pub(crate) component: u32,
}

/// A linked program, and where its variables are.
pub(crate) struct Program {
    pub(crate) raw: glow::Program,
    uniforms: Vec<Uniform>,
    attributes: Vec<Attribute>,
    blocks: Vec<(String, u32)>,
    /// Texture units that its samplers take.
    units: u32,
    /// A bit for each color attachment that fragments write. WebGL refuses to draw on others.
    pub(crate) outputs: u32,
    device: Weak<Device>,
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(device) = self.device.upgrade() {
            if device.holds() {
                // SAFETY: the handle is this object's own and is used by nobody after this.
                unsafe { device.glow.delete_program(self.raw) };
            }
            device.pool.count(|c| c.programs -= 1);
        }
    }
}

impl Program {
    pub(crate) fn uniform(&self, name: &str) -> Option<&Uniform> {
        self.uniforms.iter().find(|u| u.name == name)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }

    pub(crate) fn block(&self, name: &str) -> Option<u32> {
        self.blocks.iter().find(|b| b.0 == name).map(|b| b.1)
    }
}

/// What a program was made from.
struct Key {
    captures: Vec<String>,
    /// The last outputs of a wide call may also be asked for alone, in buffers of their own.
    interleaved: bool,
    parts: Parts,
}

enum Parts {
    BuiltIn { vertex: &'static str, fragment: &'static str, defines: Vec<Define> },
    Kernel(u64),
}

/// A source's name, which no other has.
fn name(source: &Option<&'static Source>) -> &'static str {
    source.map_or("", |source| source.name)
}

impl Key {
    fn new(wanted: &Wanted<'_>, captures: Captures<'_>) -> Key {
        let names = captures.names.iter().map(|c| (*c).to_string()).collect();
        let parts = match wanted {
            Wanted::BuiltIn { vertex, fragment, defines } => {
                Parts::BuiltIn { vertex: name(vertex), fragment: name(fragment), defines: defines.clone() }
            }
            Wanted::Kernel(kernel) => Parts::Kernel(kernel.id),
        };
        Key { captures: names, interleaved: captures.interleaved, parts }
    }

    /// Compared in place: most calls find their program, and make no key.
    fn is(&self, wanted: &Wanted<'_>, captures: Captures<'_>) -> bool {
        let parts = match (&self.parts, wanted) {
            (Parts::Kernel(id), Wanted::Kernel(kernel)) => *id == kernel.id,
            (Parts::BuiltIn { vertex, fragment, defines }, Wanted::BuiltIn { vertex: v, fragment: f, defines: d }) => {
                *fragment == name(f) && *vertex == name(v) && defines == d
            }
            _ => false,
        };
        parts && self.interleaved == captures.interleaved && self.captures == captures.names
    }
}

/// What a program captures of its vertex outputs.
#[derive(Clone, Copy)]
pub(crate) struct Captures<'a> {
    /// The outputs, in the order of their buffers.
    pub(crate) names: &'a [&'a str],
    /// All go into one buffer, element by element; else each into one of its own.
    pub(crate) interleaved: bool,
}

impl Captures<'_> {
    pub(crate) const NONE: Captures<'static> = Captures { names: &[], interleaved: false };
}

/// The programs of one device.
#[derive(Default)]
pub(crate) struct Programs {
    compiled: RefCell<Vec<(Key, Rc<Program>)>>,
}

/// Characters of a name that WebGL looks up (WebGL 2.0, "Maximum GLSL Token Size"). A member's name has those of its structs
/// before it.
const LONGEST_NAME: usize = 1024;

/// Covers a target with one triangle.
const TRIANGLE: &str =
    "void main() {\n  gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);\n}\n";
/// What a transform-feedback program has for a fragment shader.
const NOTHING: &str = "void main() {}\n";

impl Programs {
    /// Deletes the programs of a kernel.
    pub(crate) fn forget(&self, kernel: u64) {
        self.compiled.borrow_mut().retain(|(key, _)| !matches!(key.parts, Parts::Kernel(id) if id == kernel));
    }

    /// Deletes every program.
    pub(crate) fn empty(&self) {
        let all = std::mem::take(&mut *self.compiled.borrow_mut());
        drop(all);
    }
}

impl Device {
    /// The program that a pass wants.
    pub(crate) fn program(self: &Rc<Device>, wanted: &Wanted<'_>, captures: Captures<'_>) -> Result<Rc<Program>> {
        let compiled = self.programs.compiled.borrow();
        let known = compiled.iter().find(|(key, _)| key.is(wanted, captures)).map(|k| k.1.clone());
        drop(compiled);
        if let Some(program) = known {
            return Ok(program);
        }
        let program = Rc::new(match wanted {
            Wanted::BuiltIn { vertex, fragment, defines } => {
                let text = |source: Option<&'static Source>, otherwise: &str| match source {
                    Some(source) => source::built_in(defines, source.chunks, source.text),
                    None => source::built_in(&[], &[], otherwise),
                };
                let name = fragment.or(*vertex).map_or("", |s| s.name);
                self.link((&text(*vertex, TRIANGLE), None), (&text(*fragment, NOTHING), None), captures)
                    .map_err(|e| e.in_kernel(name))?
            }
            Wanted::Kernel(kernel) => self.link_kernel(kernel, captures)?,
        });
        self.programs.compiled.borrow_mut().push((Key::new(wanted, captures), program.clone()));
        Ok(program)
    }

    fn link_kernel(self: &Rc<Device>, kernel: &Kernel, captures: Captures<'_>) -> Result<Program> {
        let (triangle, nothing) = (source::built_in(&[], &[], TRIANGLE), source::built_in(&[], &[], NOTHING));
        let vertex = match &kernel.vertex {
            Some(stage) => (stage.assembled.text.as_str(), Some(stage.source.as_str())),
            None => (triangle.as_str(), None),
        };
        let fragment = match &kernel.fragment {
            // A kernel that captures has nothing to say to fragments.
            Some(stage) if captures.names.is_empty() => (stage.assembled.text.as_str(), Some(stage.source.as_str())),
            _ => (nothing.as_str(), None),
        };
        let mut program = self.link(vertex, fragment, captures)?;
        if let Some(stage) = &kernel.fragment {
            program.outputs = 0;
            for (output, location) in stage.interface.outputs.iter().zip(stage.interface.output_locations()) {
                // SAFETY: the program is borrowed from a live object.
                let found = unsafe { self.glow.get_frag_data_location(program.raw, &output.name) };
                if found >= 0 && location < 32 {
                    program.outputs |= 1 << location;
                }
            }
        }
        Ok(program)
    }

    /// Compiles and links. Each stage is its text, and the user's own source where there is one.
    fn link(
        self: &Rc<Device>,
        vertex: (&str, Option<&str>),
        fragment: (&str, Option<&str>),
        captures: Captures<'_>,
    ) -> Result<Program> {
        let gl = &self.glow;
        let _kept = self.keep();
        // SAFETY: all handles were made here; shaders are deleted after their last use, on every way out.
        unsafe {
            let mut shaders = Vec::with_capacity(2);
            let made = (|| {
                for (kind, text) in [(glow::VERTEX_SHADER, vertex.0), (glow::FRAGMENT_SHADER, fragment.0)] {
                    let shader = gl.create_shader(kind).map_err(|_| gone(Code::ContextLost))?;
                    shaders.push(shader);
                    gl.shader_source(shader, text);
                    gl.compile_shader(shader);
                }
                let raw = gl.create_program().map_err(|_| gone(Code::ContextLost))?;
                // From here on the program is deleted when dropped.
                self.pool.count(|c| c.programs += 1);
                let mut program = Program {
                    raw,
                    uniforms: Vec::new(),
                    attributes: Vec::new(),
                    blocks: Vec::new(),
                    units: 0,
                    outputs: u32::MAX,
                    device: Rc::downgrade(self),
                };
                for &shader in &shaders {
                    gl.attach_shader(raw, shader);
                }
                if !captures.names.is_empty() {
                    let mode = if captures.interleaved { glow::INTERLEAVED_ATTRIBS } else { glow::SEPARATE_ATTRIBS };
                    gl.transform_feedback_varyings(raw, captures.names, mode);
                }
                gl.link_program(raw);
                if !gl.get_program_link_status(raw) {
                    return Err(self.why_not(raw, &shaders, [vertex.1, fragment.1]));
                }
                for &shader in &shaders {
                    gl.detach_shader(raw, shader);
                }
                self.locate(&mut program)?;
                Ok(program)
            })();
            for shader in shaders {
                gl.delete_shader(shader);
            }
            made
        }
    }

    /// The reason for a failed link: a lost context, a stage that did not compile, or stages that do not fit.
    unsafe fn why_not(&self, raw: glow::Program, shaders: &[glow::Shader], sources: [Option<&str>; 2]) -> Error {
        let words = self.words_of(raw, shaders, sources);
        // Asked last: a context may be lost between two questions, and the driver says nothing then.
        if self.raw.is_context_lost() {
            return gone(Code::ContextLost);
        }
        words
    }

    unsafe fn words_of(&self, raw: glow::Program, shaders: &[glow::Shader], sources: [Option<&str>; 2]) -> Error {
        let gl = &self.glow;
        for ((&shader, stage), source) in shaders.iter().zip([Stage::Vertex, Stage::Fragment]).zip(sources) {
            if !gl.get_shader_compile_status(shader) {
                let log = gl.get_shader_info_log(shader);
                return Error::new(Code::ShaderCompile, compile_message(stage, &log, source.unwrap_or("")));
            }
        }
        let log = gl.get_program_info_log(raw);
        Error::of(Code::ProgramLink, format_args!("the program does not link: {}", log.trim()))
    }

    /// Asks where the variables are. Firefox drops what feeds only captured outputs unless the outputs were named
    /// before the link, so this is done after the final one.
    unsafe fn locate(&self, program: &mut Program) -> Result<()> {
        let gl = &self.glow;
        let raw = program.raw;
        self.use_program(raw);
        for index in 0..gl.get_active_uniforms(raw) {
            let Some(active) = gl.get_active_uniform(raw, index) else { continue };
            let sampler = sampler_target(active.utype);
            let base = active.name.strip_suffix("[0]").unwrap_or(&active.name).to_string();
            for element in 0..active.size {
                let name = if element == 0 { base.clone() } else { format!("{base}[{element}]") };
                let asked = if element == 0 { &active.name } else { &name };
                if asked.len() > LONGEST_NAME {
                    return Err(Error::new(Code::LimitExceeded, "has more than 1024 characters").at_argument(asked));
                }
                let Some(location) = gl.get_uniform_location(raw, asked) else { continue };
                let unit = sampler.map(|_| {
                    let unit = program.units;
                    program.units += 1;
                    gl.uniform_1_i32(Some(&location), unit as i32);
                    unit
                });
                let target = sampler.unwrap_or(0);
                program.uniforms.push(Uniform { name, location, unit, target, bits: RefCell::default() });
                if sampler.is_none() {
                    break; // arrays of numbers are set as a whole
                }
            }
        }
        for index in 0..gl.get_active_attributes(raw) {
            let Some(active) = gl.get_active_attribute(raw, index) else { continue };
            let Some(location) = gl.get_attrib_location(raw, &active.name) else { continue };
            let (columns, rows, component) = attribute_type(active.atype);
            program.attributes.push(Attribute { name: active.name, location, columns, rows, component });
        }
        for index in 0..gl.get_program_parameter_i32(raw, glow::ACTIVE_UNIFORM_BLOCKS).max(0) as u32 {
            let name = gl.get_active_uniform_block_name(raw, index);
            gl.uniform_block_binding(raw, index, index);
            program.blocks.push((name, index));
        }
        Ok(())
    }
}

fn sampler_target(kind: u32) -> Option<u32> {
    match kind {
        glow::SAMPLER_2D | glow::INT_SAMPLER_2D | glow::UNSIGNED_INT_SAMPLER_2D | glow::SAMPLER_2D_SHADOW => {
            Some(glow::TEXTURE_2D)
        }
        glow::SAMPLER_3D | glow::INT_SAMPLER_3D | glow::UNSIGNED_INT_SAMPLER_3D => Some(glow::TEXTURE_3D),
        glow::SAMPLER_2D_ARRAY
        | glow::INT_SAMPLER_2D_ARRAY
        | glow::UNSIGNED_INT_SAMPLER_2D_ARRAY
        | glow::SAMPLER_2D_ARRAY_SHADOW => Some(glow::TEXTURE_2D_ARRAY),
        glow::SAMPLER_CUBE | glow::INT_SAMPLER_CUBE | glow::UNSIGNED_INT_SAMPLER_CUBE | glow::SAMPLER_CUBE_SHADOW => {
            Some(glow::TEXTURE_CUBE_MAP)
        }
        _ => None,
    }
}

/// Columns, rows and component of an attribute's GL type.
fn attribute_type(kind: u32) -> (u32, i32, u32) {
    match kind {
        glow::FLOAT_VEC2 => (1, 2, glow::FLOAT),
        glow::FLOAT_VEC3 => (1, 3, glow::FLOAT),
        glow::FLOAT_VEC4 => (1, 4, glow::FLOAT),
        glow::INT => (1, 1, glow::INT),
        glow::INT_VEC2 => (1, 2, glow::INT),
        glow::INT_VEC3 => (1, 3, glow::INT),
        glow::INT_VEC4 => (1, 4, glow::INT),
        glow::UNSIGNED_INT => (1, 1, glow::UNSIGNED_INT),
        glow::UNSIGNED_INT_VEC2 => (1, 2, glow::UNSIGNED_INT),
        glow::UNSIGNED_INT_VEC3 => (1, 3, glow::UNSIGNED_INT),
        glow::UNSIGNED_INT_VEC4 => (1, 4, glow::UNSIGNED_INT),
        glow::FLOAT_MAT2 => (2, 2, glow::FLOAT),
        glow::FLOAT_MAT2x3 => (2, 3, glow::FLOAT),
        glow::FLOAT_MAT2x4 => (2, 4, glow::FLOAT),
        glow::FLOAT_MAT3x2 => (3, 2, glow::FLOAT),
        glow::FLOAT_MAT3 => (3, 3, glow::FLOAT),
        glow::FLOAT_MAT3x4 => (3, 4, glow::FLOAT),
        glow::FLOAT_MAT4x2 => (4, 2, glow::FLOAT),
        glow::FLOAT_MAT4x3 => (4, 3, glow::FLOAT),
        glow::FLOAT_MAT4 => (4, 4, glow::FLOAT),
        _ => (1, 1, glow::FLOAT),
    }
}
