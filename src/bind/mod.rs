//! Gives every argument of a call a role, or refuses the call: interface + arguments → plan.
//!
//! Nothing here touches the GPU or JavaScript. What the caller gave is described by [`Given`], what is to be done by
//! a [`Bound`]: a plan of one pass (two where outputs must be taken apart), and where each of its slots comes from.

mod count;
mod given;
mod outputs;
#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod textures;
mod uniforms;

pub use given::{Given, HostTexture, LeafGiven, NumberKind};

use self::count::{counted, Count, Has};
use crate::error::{Code, Error, Result};
use crate::kernel::{Kernel, Role, Variable};
use crate::plan::{Attribute, Domain, Form, Limits, Pass, Plan, Program, Value};
use crate::shape::{Scalar, Shape};

/// How a call computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Transform feedback: a vertex an element.
    Vertex,
    /// Render to texture: a fragment a texel.
    Fragment,
    /// On the canvas.
    Drawing,
}

/// `workgroups` and `localSize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Work groups along x, y, z.
    pub groups: [u32; 3],
    /// Invocations of a group along x, y, z.
    pub size: [u32; 3],
}

impl Grid {
    /// Invocations altogether, if they can be counted.
    fn invocations(&self) -> Option<u32> {
        let all = self.groups.iter().chain(&self.size).try_fold(1u32, |product, &n| product.checked_mul(n));
        all.filter(|&n| n <= i32::MAX as u32)
    }
}

/// A call, as far as binding needs it.
#[derive(Debug, Default)]
pub struct Call {
    /// What was given for each of [`Kernel::variables`].
    pub given: Vec<Given>,
    /// `elementCount`
    pub element_count: Option<u32>,
    /// `workgroups` and `localSize`
    pub grid: Option<Grid>,
}

/// Where the data of an argument's slot comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Index of the variable, and of what was given for it.
    pub variable: usize,
    /// Which of an array of samplers.
    pub element: usize,
    /// What its components must be.
    pub scalar: Scalar,
}

/// A call that is known to be valid.
#[derive(Debug)]
pub struct Bound<'k> {
    /// How it computes.
    pub technique: Technique,
    /// What to do. A drawing's pass runs over vertices and captures nothing.
    pub plan: Plan<'k>,
    /// One for each of the plan's arguments.
    pub supplies: Vec<Supply>,
    /// The variable of each of the plan's results.
    pub outputs: Vec<usize>,
    /// Elements that the call runs over.
    pub elements: u32,
    /// One of its textures is filtered.
    pub filtered: bool,
}

/// How a call of this kernel computes, by which of its variables got an argument.
pub fn technique(kernel: &Kernel, given: &[Given]) -> Technique {
    let captured =
        kernel.variables.iter().zip(given).any(|(v, g)| v.role == Role::VertexOutput && !matches!(g, Given::Missing));
    match (&kernel.vertex, &kernel.fragment) {
        (Some(_), Some(_)) if !captured => Technique::Drawing,
        (Some(_), _) => Technique::Vertex,
        (None, _) => Technique::Fragment,
    }
}

/// Binds a call.
pub fn bind<'k>(kernel: &'k Kernel, call: &Call, limits: &Limits) -> Result<Bound<'k>> {
    let technique = technique(kernel, &call.given);
    let mut bound = Bound {
        technique,
        plan: Plan::default(),
        supplies: Vec::new(),
        outputs: Vec::new(),
        elements: 0,
        filtered: false,
    };
    let mut pass = Pass::vertices(Program::Kernel(kernel), 0, Vec::new());
    let mut count = Count::new(call)?;
    let (mut attributes, mut units) = (0u32, 0u32);
    for (index, (variable, given)) in kernel.variables.iter().zip(&call.given).enumerate() {
        let here = |e: Error| e.at_argument(&variable.name);
        match &variable.role {
            Role::Attribute => {
                attributes += locations(variable);
                let scalar = bind_attribute(variable, given, &mut count).map_err(here)?;
                let slot = bound.plan.argument(Form::Buffer);
                bound.supplies.push(Supply { variable: index, element: 0, scalar });
                pass.attributes.push(Attribute { name: &variable.name, slot, offset: 0, stride: 0 });
            }
            Role::Uniform(leaves) => {
                for (name, value) in uniforms::values(variable, leaves, given).map_err(here)? {
                    pass.uniforms.push((name, value));
                }
            }
            Role::Sampler { scalar, dim, names } => {
                units += names.len() as u32;
                let list = textures::sampled(variable, given, names.len()).map_err(here)?;
                for (element, (name, given)) in names.iter().zip(list).enumerate() {
                    bound.filtered |= textures::is_filtered(given);
                    let form = textures::bind(given, *scalar, *dim, kernel.reads_along(&variable.name), limits)
                        .map_err(here)?;
                    let slot = bound.plan.argument(form);
                    bound.supplies.push(Supply { variable: index, element, scalar: *scalar });
                    pass.samplers.push((name, slot));
                }
            }
            Role::VertexOutput | Role::FragmentOutput(_) => {}
        }
    }
    check_limits(technique, attributes, units, limits)?;
    match technique {
        Technique::Vertex => outputs::capture(kernel, call, &mut count, &mut bound, pass, limits)?,
        Technique::Fragment => outputs::render(kernel, call, &mut count, &mut bound, pass, limits)?,
        Technique::Drawing => {
            bound.elements = count.elements.unwrap_or(0);
            pass.domain = Domain::Vertices(bound.elements);
            set_frame(kernel, call, &bound, None, &mut pass);
            bound.plan.push(pass);
        }
    }
    Ok(bound)
}

/// Attribute locations that a variable takes.
fn locations(variable: &Variable) -> u32 {
    match variable.ty {
        crate::glsl::Type::Matrix { columns, .. } => u32::from(columns),
        _ => 1,
    }
}

fn check_limits(technique: Technique, attributes: u32, textures: u32, limits: &Limits) -> Result<()> {
    let units = match technique {
        Technique::Vertex => limits.vertex_textures,
        Technique::Fragment => limits.fragment_textures,
        Technique::Drawing => limits.vertex_textures + limits.fragment_textures,
    };
    for (what, asked, allowed) in [("attributes", attributes, limits.vertex_attributes), ("textures", textures, units)]
    {
        if asked > allowed {
            return Err(Error::of(
                Code::LimitExceeded,
                format_args!("{asked} {what} are declared; this device allows {allowed}"),
            ));
        }
    }
    Ok(())
}

fn bind_attribute<'k>(variable: &'k Variable, given: &Given, count: &mut Count<'k>) -> Result<Scalar> {
    let Some((scalar, per)) = variable.components().filter(|(_, per)| *per > 0) else {
        return Err(Error::of(Code::Unsupported, format_args!("is an attribute of type {}", variable.type_name())));
    };
    match given {
        Given::Numbers { length, .. } => {
            if length % per as usize != 0 {
                return Err(Error::of(
                    Code::LengthMismatch,
                    format_args!(
                        "has {length} {}; elements of {} take {per} each",
                        scalar.plural(),
                        variable.type_name()
                    ),
                ));
            }
            let elements = counted(length / per as usize)?;
            count.agree(variable, elements, Has::Components(*length, scalar))?;
        }
        Given::Array { ty, shape, .. } => {
            if variable.element_type() != Some(*ty) {
                return Err(wrong_type(variable, &format!("a GpuArray of {ty}")));
            }
            let n = counted(shape.elements())?;
            count.agree(variable, n, Has::Elements(n, *ty))?;
        }
        other => return Err(not_accepted(variable, other, "a typed array, an array of numbers or a GpuArray")),
    }
    Ok(scalar)
}

/// The refusal of a thing that a declaration does not accept.
fn not_accepted(variable: &Variable, given: &Given, accepted: &str) -> Error {
    if matches!(given, Given::Missing) {
        return Error::of(Code::MissingArgument, format_args!("is declared as {} but not given", variable.type_name()));
    }
    Error::of(Code::BadArgument, format_args!("is {}; {} needs {accepted}", given.describe(), variable.type_name()))
}

fn wrong_type(variable: &Variable, what: &str) -> Error {
    Error::of(Code::BadArgument, format_args!("is {what}; the shader declares {}", variable.type_name()))
}

/// Sets the uniforms behind the names of work groups, and of what samples by texels. `target`: the width in texels of
/// what is rendered to, and its shape.
fn set_frame<'k>(
    kernel: &'k Kernel,
    call: &Call,
    bound: &Bound<'k>,
    target: Option<(u32, &Shape)>,
    pass: &mut Pass<'k>,
) {
    let grid = call.grid.unwrap_or_else(|| {
        let groups = match target.map(|t| t.1.dimensions()) {
            Some(&[rows, cols]) => [cols, rows, 1],
            Some(&[depth, rows, cols]) => [cols, rows, depth],
            _ => [bound.elements, 1, 1],
        };
        Grid { groups, size: [1, 1, 1] }
    });
    for stage in [&kernel.vertex, &kernel.fragment].into_iter().flatten() {
        if !pass.samplers.is_empty() {
            pass.uniforms.push((&stage.assembled.distance, textures::distance(bound.filtered).into()));
        }
        let Some(names) = &stage.assembled.work_groups else { continue };
        pass.uniforms.push((&names.groups, Value::Uints(3, grid.groups.to_vec())));
        pass.uniforms.push((&names.size, Value::Uints(3, grid.size.to_vec())));
        if let (Some(name), Some((width, _))) = (&names.width, target) {
            pass.uniforms.push((name, Value::Uints(1, vec![width])));
        }
    }
}
