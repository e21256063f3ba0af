//! A user's kernel: its sources, what they declare, and the text that goes to the driver.

use crate::error::{Code, Error, Result};
use crate::glsl::names::Names;
use crate::glsl::source::{self, Assembled};
use crate::glsl::steps::step;
use crate::glsl::{interface, Declaration, Interface, SamplerDim, Stage, Type};
use crate::shape::{ElementType, Scalar};

/// One stage of a kernel.
#[derive(Debug)]
pub struct KernelStage {
    /// The user's own text.
    pub source: String,
    /// The text for the driver, and what it added.
    pub assembled: Assembled,
    /// What the source declares.
    pub interface: Interface,
}

/// How something in a struct or in an array is selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// `.name`
    Member(String),
    /// `[index]`
    Element(u32),
}

/// A uniform that the driver knows by a name of its own: a variable, or a member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The way to it from the variable.
    pub path: Vec<Selector>,
    /// The driver's name: `lights[1].colour`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its array size, if it is an array; 0 if unknown.
    pub array: Option<u32>,
}

/// What a variable is to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// `in` of the vertex stage.
    Attribute,
    /// A uniform that is no sampler.
    Uniform(Vec<Leaf>),
    /// A sampler, or an array of them: their names to the driver.
    Sampler {
        /// What a texel's components are.
        scalar: Scalar,
        /// What is sampled.
        dim: SamplerDim,
        /// One name a sampler.
        names: Vec<String>,
    },
    /// `out` of the vertex stage.
    VertexOutput,
    /// `out` of the fragment stage, and its location.
    FragmentOutput(u32),
}

/// A declared variable that an argument can meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type, without the array size.
    pub ty: Type,
    /// Its array size; 0 if unknown.
    pub array: Option<u32>,
    /// What it is to the caller.
    pub role: Role,
}

impl Variable {
    /// Scalar and number of components of one element, for attributes and outputs. None for structs and the like.
    pub fn components(&self) -> Option<(Scalar, u32)> {
        let (scalar, one) = match self.ty {
            Type::Element(ty) => (ty.scalar, u32::from(ty.width)),
            Type::Matrix { columns, rows } => (Scalar::Float, u32::from(columns) * u32::from(rows)),
            _ => return None,
        };
        Some((scalar, one.saturating_mul(self.array.unwrap_or(1))))
    }

    /// The element type, if it is one that arrays have.
    pub fn element_type(&self) -> Option<ElementType> {
        match (&self.ty, self.array) {
            (Type::Element(ty), None) => Some(*ty),
            _ => None,
        }
    }

    /// `mat2x3[4]`
    pub fn type_name(&self) -> String {
        match self.array {
            Some(n) => format!("{}[{n}]", self.ty),
            None => self.ty.to_string(),
        }
    }
}

/// A kernel: sources, and the variables that arguments meet.
#[derive(Debug)]
pub struct Kernel {
    /// Tells it apart from every other kernel.
    pub id: u64,
    /// The vertex stage.
    pub vertex: Option<KernelStage>,
    /// The fragment stage.
    pub fragment: Option<KernelStage>,
    /// In the order of the text; vertex stage first.
    pub variables: Vec<Variable>,
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Kernel) -> bool {
        self.id == other.id
    }
}

impl Kernel {
    /// Reads the sources. Never refuses: what is wrong with them is for the compiler to say.
    pub fn new(id: u64, vertex: Option<String>, fragment: Option<String>) -> Kernel {
        let stage = |stage: Stage, source: String| {
            let interface = interface(&source, stage);
            let assembled = source::user(&source, &interface);
            KernelStage { source, assembled, interface }
        };
        let vertex = vertex.map(|text| stage(Stage::Vertex, text));
        let fragment = fragment.map(|text| stage(Stage::Fragment, text));
        let mut variables: Vec<Variable> = Vec::new();
        if let Some(stage) = &vertex {
            let plain =
                |d: &Declaration, role| Variable { name: d.name.clone(), ty: d.ty.clone(), array: d.array, role };
            variables.extend(stage.interface.inputs.iter().map(|d| plain(d, Role::Attribute)));
            uniforms_of(&stage.interface, &mut variables);
            variables.extend(stage.interface.outputs.iter().map(|d| plain(d, Role::VertexOutput)));
        }
        if let Some(stage) = &fragment {
            uniforms_of(&stage.interface, &mut variables);
        }
        // With a vertex stage the fragments go to the canvas, if anywhere.
        if let (None, Some(stage)) = (&vertex, &fragment) {
            let locations = stage.interface.output_locations();
            for (d, location) in stage.interface.outputs.iter().zip(locations) {
                let role = Role::FragmentOutput(location);
                variables.push(Variable { name: d.name.clone(), ty: d.ty.clone(), array: d.array, role });
            }
        }
        Kernel { id, vertex, fragment, variables }
    }

    /// Whether the text is GLSL as far as the parser tells. If not, the compiler should speak before the binder does.
    pub fn well_formed(&self) -> bool {
        [&self.vertex, &self.fragment].into_iter().flatten().all(|stage| stage.interface.well_formed)
    }

    /// Whether `tex1D` may read a sampler in either stage: then the texture must not be folded.
    pub fn reads_along(&self, sampler: &str) -> bool {
        [&self.vertex, &self.fragment].into_iter().flatten().any(|stage| stage.interface.along.contains(sampler))
    }

    /// Refuses declarations that no argument can fill: UNSUPPORTED for uniform blocks, LIMIT_EXCEEDED for more uniforms
    /// than any device has.
    pub fn check(&self) -> Result<()> {
        for KernelStage { interface, .. } in [&self.vertex, &self.fragment].into_iter().flatten() {
            if let Some(block) = interface.blocks.first() {
                let what = "is a uniform block, which no argument can fill; declare its members as uniforms";
                return Err(Error::new(Code::Unsupported, what).at_argument(block));
            }
            if let Some(large) = interface.uniforms.iter().find(|d| interface.weight(d) > MOST_UNIFORMS) {
                let ty = self.variables.iter().find(|v| v.name == large.name).map(Variable::type_name);
                return Err(Error::of(
                    Code::LimitExceeded,
                    format_args!("is declared as {}; no device has that many uniforms", ty.unwrap_or_default()),
                )
                .at_argument(&large.name));
            }
        }
        Ok(())
    }

    /// The fragment output that a drawing writes to the canvas.
    pub fn painted(&self) -> Option<&Declaration> {
        let interface = &self.fragment.as_ref()?.interface;
        let at = interface.output_locations().iter().position(|&location| location == 0)?;
        interface.outputs.get(at)
    }

    /// Whether an identifier occurs in either stage.
    pub fn uses(&self, identifier: &str) -> bool {
        [&self.vertex, &self.fragment].into_iter().flatten().any(|stage| {
            stage.interface.identifiers.contains(identifier) && !stage.interface.globals.contains(identifier)
        })
    }
}

fn uniforms_of(interface: &Interface, variables: &mut Vec<Variable>) {
    let is_uniform = |v: &&Variable| matches!(v.role, Role::Uniform(_) | Role::Sampler { .. });
    let mut known = Names::default();
    for variable in variables.iter().filter(is_uniform) {
        known.insert(&variable.name);
    }
    for d in &interface.uniforms {
        if known.contains(&d.name) {
            continue; // declared in both stages
        }
        known.insert(&d.name);
        let few = interface.weight(d) <= MOST_UNIFORMS;
        let role = match d.ty {
            Type::Sampler { scalar, dim, shadow: false } => {
                let names = match d.array.filter(|_| few) {
                    Some(n) => {
                        (0..n).map(|i| if i == 0 { d.name.clone() } else { format!("{}[{i}]", d.name) }).collect()
                    }
                    None => vec![d.name.clone()],
                };
                Role::Sampler { scalar, dim, names }
            }
            _ => {
                let mut leaves = Leaves { interface, found: Vec::new() };
                if few {
                    leaves.add(d, Vec::new(), d.name.clone(), 0);
                }
                Role::Uniform(leaves.found)
            }
        };
        variables.push(Variable { name: d.name.clone(), ty: d.ty.clone(), array: d.array, role });
    }
}

/// Structs nest no deeper in any sensible shader; a struct that contains itself is no GLSL, but this reads any text.
const DEEPEST: usize = 8;
/// No device has as many uniform vectors. The largest known have 4096.
const MOST_UNIFORMS: u32 = 1 << 14;

/// The leaves of a uniform, in the order of the declarations.
struct Leaves<'a> {
    interface: &'a Interface,
    found: Vec<Leaf>,
}

impl Leaves<'_> {
    /// Adds those of `d`, to which `path` leads and which the driver calls `name`; it lies in `depth` structs.
    fn add(&mut self, d: &Declaration, path: Vec<Selector>, name: String, depth: usize) {
        step(1 + path.len());
        let interface = self.interface;
        let members = match d.ty {
            // One whose size could not be read is left whole: binding refuses it.
            Type::Struct(index) if d.array != Some(0) && depth < DEEPEST => interface.structs.get(index),
            _ => None,
        };
        let Some(members) = members.map(|s| &s.members) else {
            self.found.push(Leaf { path, name, ty: d.ty.clone(), array: d.array });
            return;
        };
        let elements = match d.array {
            Some(n) => (0..n).map(Some).collect(),
            None => vec![None],
        };
        for element in elements {
            let mut path = path.clone();
            let mut name = name.clone();
            if let Some(i) = element {
                path.push(Selector::Element(i));
                name = format!("{name}[{i}]");
            }
            for member in members {
                let mut path = path.clone();
                path.push(Selector::Member(member.name.clone()));
                self.add(member, path, format!("{name}.{}", member.name), depth + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Option<(Code, String)> {
        let kernel = Kernel::new(0, Some(format!("{text} out float C; void main() {{ C = 1.0; }}")), None);
        let refusal = kernel.check().err().map(|e| (e.code(), e.to_string()));
        for variable in kernel.variables.iter().filter(|_| refusal.is_some()) {
            // Refused by what is declared, before anything is made of it.
            let made = match &variable.role {
                Role::Uniform(leaves) => leaves.len(),
                Role::Sampler { names, .. } => names.len(),
                _ => 0,
            };
            assert!(made <= 1, "{text}: {made} of {}", variable.name);
        }
        refusal
    }

    #[test]
    fn uniforms_beyond_every_device_are_refused_by_name_before_they_are_counted_out() {
        for text in [
            "uniform sampler2D k[2000000000];",
            "uniform sampler2D k[4294967295];",
            "uniform float k[2147483647];",
            "uniform mat4 k[268435456];",
            "uniform vec4 k[1 << 30], other;",
            "const int n = 1000000; struct S { float a; float b[4]; }; uniform S k[n * 1000];",
            "struct A { float a; }; struct B { A a[4096]; }; struct D { B b[4096]; }; uniform D k[4096];",
            "struct A { float a; }; struct B { A a[4096]; }; struct D { B b[4096]; }; uniform D k;",
            "struct A { float a[65536]; }; struct B { A a[65536]; }; uniform struct { B b; } k;",
        ] {
            let Some((code, message)) = refusal(text) else { panic!("accepted: {text}") };
            assert_eq!(code, Code::LimitExceeded, "{text}");
            assert!(message.contains("\"k\" is declared as "), "{message}");
        }
        let long = format!("struct A {{ float {}; }}; uniform A k[16384];", "a".repeat(100_000));
        assert_eq!(refusal(&long).map(|r| r.0), Some(Code::LimitExceeded));
    }

    #[test]
    fn all_that_a_device_may_hold_is_left_to_the_device() {
        for text in [
            "uniform float k[16384];",
            "struct A { float a; vec4 b[3]; }; uniform A k[4096];",
            "uniform float k[-1];",
            "uniform mat4 k[n];",
            "in float k[2147483647];",
        ] {
            assert_eq!(refusal(text), None, "{text}");
        }
        let text = "struct A { float a; vec4 b; }; uniform A k[6000];";
        let kernel = Kernel::new(0, Some(text.to_string()), None);
        let Some(Role::Uniform(leaves)) = kernel.variables.first().map(|v| &v.role) else { panic!("no uniform") };
        assert_eq!(leaves.len(), 12_000);
        assert_eq!(leaves.last().map(|leaf| leaf.name.as_str()), Some("k[5999].b"));
    }

    #[test]
    fn uniform_blocks_are_refused_by_name() {
        for text in [
            "uniform Blk { float q; };",
            "layout(std140) uniform Blk { float q; } b[2];",
            "#define U uniform Blk\nU { float q; };",
        ] {
            let Some((code, message)) = refusal(text) else { panic!("accepted: {text}") };
            assert_eq!(code, Code::Unsupported, "{text}");
            assert!(message.contains("\"Blk\" is a uniform block"), "{message}");
        }
    }
}
