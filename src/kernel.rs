//! A kernel of the user's: its sources, what they declare, and the text that goes to the driver.

use crate::glsl::source::{self, Assembled};
use crate::glsl::{interface, Declaration, Interface, SamplerDim, Stage, Type};
use crate::shape::{ElementType, Scalar};
use std::collections::HashSet;

/// One stage of a kernel.
#[derive(Debug)]
pub struct KernelStage {
    /// The user's own text.
    pub source: String,
    /// The text for the driver, and what it added.
    pub assembled: Assembled,
    /// What it declares.
    pub interface: Interface,
}

/// A step from a struct or an array to what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.name`
    Member(String),
    /// `[index]`
    Element(u32),
}

/// A uniform that the driver knows by a name of its own: a variable, or a member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The way to it from the variable.
    pub path: Vec<Step>,
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
        Some((scalar, one * self.array.unwrap_or(1)))
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

    /// Whether tex1D may read a sampler in either stage.
    pub fn reads_along(&self, sampler: &str) -> bool {
        [&self.vertex, &self.fragment].into_iter().flatten().any(|stage| stage.interface.along.contains(sampler))
    }
}

fn uniforms_of(interface: &Interface, variables: &mut Vec<Variable>) {
    let is_uniform = |v: &&Variable| matches!(v.role, Role::Uniform(_) | Role::Sampler { .. });
    let mut known: HashSet<String> = variables.iter().filter(is_uniform).map(|v| v.name.clone()).collect();
    for d in &interface.uniforms {
        if !known.insert(d.name.clone()) {
            continue; // declared in both stages
        }
        let role = match d.ty {
            Type::Sampler { scalar, dim, shadow: false } => {
                let names = match d.array {
                    Some(n) => {
                        (0..n).map(|i| if i == 0 { d.name.clone() } else { format!("{}[{i}]", d.name) }).collect()
                    }
                    None => vec![d.name.clone()],
                };
                Role::Sampler { scalar, dim, names }
            }
            _ => {
                let mut leaves = Vec::new();
                leaves_of(interface, d, Vec::new(), d.name.clone(), 0, &mut leaves);
                Role::Uniform(leaves)
            }
        };
        variables.push(Variable { name: d.name.clone(), ty: d.ty.clone(), array: d.array, role });
    }
}

/// Structs nest no deeper in any sensible shader; a struct that contains itself is no GLSL, but this reads any text.
const DEEPEST: usize = 8;
/// An array of structs as long as this exceeds what uniforms can hold.
const MOST_LEAVES: usize = 4096;

fn leaves_of(
    interface: &Interface,
    d: &Declaration,
    path: Vec<Step>,
    name: String,
    depth: usize,
    leaves: &mut Vec<Leaf>,
) {
    let members = match d.ty {
        // One whose size could not be read is left whole: binding refuses it.
        Type::Struct(index) if d.array != Some(0) && depth < DEEPEST => interface.structs.get(index),
        _ => None,
    };
    let Some(members) = members.map(|s| &s.members) else {
        if leaves.len() < MOST_LEAVES {
            leaves.push(Leaf { path, name, ty: d.ty.clone(), array: d.array });
        }
        return;
    };
    let elements = match d.array {
        Some(n) => (0..n.min(MOST_LEAVES as u32)).map(Some).collect(),
        None => vec![None],
    };
    for element in elements {
        let mut path = path.clone();
        let mut name = name.clone();
        if let Some(i) = element {
            path.push(Step::Element(i));
            name = format!("{name}[{i}]");
        }
        for member in members {
            let mut path = path.clone();
            path.push(Step::Member(member.name.clone()));
            leaves_of(interface, member, path, format!("{name}.{}", member.name), depth + 1, leaves);
        }
    }
}
