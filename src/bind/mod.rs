//! Gives every argument of a call a role, or refuses the call: interface + arguments → plan.
//!
//! Nothing here touches the GPU or JavaScript. What the caller gave is described by [`Given`], what is to be done by
//! a [`Bound`]: a plan of one pass (two where outputs must be taken apart), and where each of its slots comes from.

mod given;
mod outputs;
#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod uniforms;

pub use given::{Given, HostTexture, LeafGiven, NumberKind};

use std::fmt;

use crate::error::{Code, Error, Result};
use crate::glsl::SamplerDim;
use crate::kernel::{Kernel, Role, Variable};
use crate::plan::{Attribute, Domain, Form, Limits, Pass, Plan, Program, Value};
use crate::shape::{ElementType, Scalar, Shape};
use crate::texture::FilterMode;

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
    let mut bound = Bound { technique, plan: Plan::default(), supplies: Vec::new(), outputs: Vec::new(), elements: 0 };
    let mut pass = Pass::vertices(Program::Kernel(kernel), 0, Vec::new());
    let mut count = Count::new(call)?;
    let (mut attributes, mut textures) = (0u32, 0u32);
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
                textures += names.len() as u32;
                let list = sampled(variable, given, names.len()).map_err(here)?;
                for (element, (name, given)) in names.iter().zip(list).enumerate() {
                    let form =
                        bind_texture(given, *scalar, *dim, kernel.reads_along(&variable.name), limits).map_err(here)?;
                    let slot = bound.plan.argument(form);
                    bound.supplies.push(Supply { variable: index, element, scalar: *scalar });
                    pass.samplers.push((name, slot));
                }
            }
            Role::VertexOutput | Role::FragmentOutput(_) => {}
        }
    }
    check_limits(technique, attributes, textures, limits)?;
    match technique {
        Technique::Vertex => outputs::capture(kernel, call, &mut count, &mut bound, pass, limits)?,
        Technique::Fragment => outputs::render(kernel, call, &mut count, &mut bound, pass, limits)?,
        Technique::Drawing => {
            bound.elements = count.elements.unwrap_or(0);
            pass.domain = Domain::Vertices(bound.elements);
            set_grid(kernel, call, bound.elements, None, &mut pass);
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

/// How many elements a call runs over, and who said so.
struct Count<'k> {
    elements: Option<u32>,
    said_by: SaidBy<'k>,
}

enum SaidBy<'k> {
    WorkGroups,
    ElementCount,
    Variable(&'k str),
}

impl fmt::Display for SaidBy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaidBy::WorkGroups => f.write_str("workgroups and localSize"),
            SaidBy::ElementCount => f.write_str("elementCount"),
            SaidBy::Variable(name) => write!(f, "\"{name}\""),
        }
    }
}

/// What an argument holds, as a message tells it. Most calls are right, so only those that are not write it out.
#[derive(Clone, Copy)]
enum Has {
    Components(usize, Scalar),
    Elements(u32, ElementType),
}

impl fmt::Display for Has {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Has::Components(n, scalar) => write!(f, "{n} {}", scalar.plural()),
            Has::Elements(n, ty) => write!(f, "{n} elements of {ty}"),
        }
    }
}

impl<'k> Count<'k> {
    fn new(call: &Call) -> Result<Count<'k>> {
        let mut count = Count { elements: None, said_by: SaidBy::WorkGroups };
        if let Some(grid) = &call.grid {
            let n = grid.invocations().ok_or_else(|| {
                let (groups, size) = (Shape::from(grid.groups), Shape::from(grid.size));
                let most = i32::MAX;
                Error::of(
                    Code::LimitExceeded,
                    format_args!(
                        "workgroups {groups} of localSize {size} are more than the {most} invocations of one call"
                    ),
                )
            })?;
            count.elements = Some(n);
        }
        if let Some(n) = call.element_count {
            match count.elements {
                Some(other) if other != n => {
                    return Err(Error::of(
                        Code::LengthMismatch,
                        format_args!("is {n}; {} say {other} elements", count.said_by),
                    )
                    .at_argument("elementCount"));
                }
                _ => {
                    count.elements = Some(n);
                    count.said_by = SaidBy::ElementCount;
                }
            }
        }
        Ok(count)
    }

    /// Takes note of an argument's number of elements.
    fn agree(&mut self, variable: &'k Variable, elements: u32, has: Has) -> Result<()> {
        match self.elements {
            None => {
                self.elements = Some(elements);
                self.said_by = SaidBy::Variable(&variable.name);
                Ok(())
            }
            Some(n) if n == elements => Ok(()),
            Some(n) => {
                let (_, per) = variable.components().unwrap_or((Scalar::Float, 1));
                let needed = u64::from(n) * u64::from(per);
                let (ty, said_by) = (variable.type_name(), &self.said_by);
                Err(Error::of(
                    Code::LengthMismatch,
                    format_args!("has {has}; {n} elements of {ty} need {needed} ({said_by} says {n})"),
                ))
            }
        }
    }
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

fn counted(elements: usize) -> Result<u32> {
    u32::try_from(elements).ok().filter(|&n| n <= i32::MAX as u32).ok_or_else(|| {
        Error::of(Code::LimitExceeded, format_args!("has {elements} elements; one call takes {}", i32::MAX))
    })
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

/// What was given for each sampler of a variable.
fn sampled<'g>(variable: &Variable, given: &'g Given, count: usize) -> Result<Vec<&'g Given>> {
    match (variable.array, given) {
        (None, Given::Many(_)) => Err(not_accepted(variable, given, TEXTURES)),
        (None, one) => Ok(vec![one]),
        (Some(0), _) => Err(Error::new(Code::Unsupported, uniforms::UNTOLD)),
        (Some(_), Given::Many(list)) if list.len() == count => Ok(list.iter().collect()),
        (Some(_), Given::Many(list)) => Err(Error::of(
            Code::LengthMismatch,
            format_args!("has {} textures; {} needs {count}", list.len(), variable.type_name()),
        )),
        (Some(1), one) => Ok(vec![one]),
        (Some(_), other) => Err(not_accepted(variable, other, "an array of textures")),
    }
}

const TEXTURES: &str = "a TextureInfo, a GpuArray or an image";

fn bind_texture(given: &Given, scalar: Scalar, dim: SamplerDim, along: bool, limits: &Limits) -> Result<Form> {
    let sampler = crate::glsl::Type::Sampler { scalar, dim, shadow: false };
    let (ty, shape, modes) = match given {
        Given::Array { ty, shape, modes, .. } => (*ty, shape, *modes),
        Given::Texture(HostTexture { image: Some(_), .. }) => {
            if scalar != Scalar::Float || dim != SamplerDim::D2 {
                return Err(Error::of(Code::BadArgument, format_args!("is an image; {sampler} cannot read it")));
            }
            return Ok(Form::Elements);
        }
        Given::Texture(texture) => {
            texture.check()?;
            (texture.ty, &texture.shape, texture.modes)
        }
        Given::Missing => {
            return Err(Error::of(Code::MissingArgument, format_args!("is declared as {sampler} but not given")))
        }
        other => {
            return Err(Error::of(
                Code::BadArgument,
                format_args!("is {}; {sampler} needs {TEXTURES}", other.describe()),
            ))
        }
    };
    if modes.reads(ty).scalar != scalar {
        return Err(Error::of(Code::BadArgument, format_args!("holds {ty}; {sampler} reads {}", scalar.plural())));
    }
    modes.check(ty)?;
    if modes.filter == FilterMode::Linear {
        let eight_bit = matches!(given, Given::Texture(t) if t.normalized_eight_bit().is_some());
        if !limits.float_linear && !eight_bit {
            return Err(Error::new(
                Code::Unsupported,
                "asks for filterMode \"linear\"; this device cannot filter 32-bit floats",
            ));
        }
    }
    let largest = match dim {
        SamplerDim::D2 => return plane(shape, along, limits),
        SamplerDim::D3 => [limits.texture_size_3d; 3],
        SamplerDim::D2Array => [limits.array_layers, limits.texture_size, limits.texture_size],
        SamplerDim::Cube => return Err(Error::new(Code::Unsupported, "is a cube map; those are not supported")),
    };
    let [_, _, _] = *shape.dimensions() else {
        return Err(Error::of(Code::BadShape, format_args!("has shape {shape}; {sampler} reads [depth, rows, cols]")));
    };
    for (asked, allowed) in shape.dimensions().iter().zip(largest) {
        if *asked > allowed {
            return Err(Error::of(
                Code::LimitExceeded,
                format_args!("has shape {shape}, {asked} along one side; this device allows {allowed}"),
            ));
        }
    }
    Ok(if dim == SamplerDim::D3 { Form::Volume } else { Form::Layers })
}

fn plane(shape: &Shape, along: bool, limits: &Limits) -> Result<Form> {
    let largest = limits.texture_size;
    match *shape.dimensions() {
        [rows, cols] if rows > largest || cols > largest => Err(Error::of(
            Code::LimitExceeded,
            format_args!("has shape {shape}, {} along one side; this device allows {largest}", rows.max(cols)),
        )),
        [_, _, _] => Err(Error::of(
            Code::BadShape,
            format_args!("has shape {shape}; sampler2D reads [n] or [rows, cols], sampler3D and sampler2DArray three"),
        )),
        [n] if n > largest && along => Err(Error::of(
            Code::Unsupported,
            format_args!("has {n} elements; tex1D reaches {largest} on this device, tex1Dfetch all of them"),
        )),
        [n] if u64::from(n) > u64::from(largest) * u64::from(largest) => Err(Error::of(
            Code::LimitExceeded,
            format_args!(
                "has {n} elements; a texture of this device holds {}",
                u64::from(largest) * u64::from(largest)
            ),
        )),
        _ => Ok(Form::Elements),
    }
}

/// Sets the uniforms behind the names of work groups. `target`: the width in texels of what is rendered to, and its shape.
fn set_grid<'k>(kernel: &'k Kernel, call: &Call, elements: u32, target: Option<(u32, &Shape)>, pass: &mut Pass<'k>) {
    let grid = call.grid.unwrap_or_else(|| {
        let groups = match target.map(|t| t.1.dimensions()) {
            Some(&[rows, cols]) => [cols, rows, 1],
            Some(&[depth, rows, cols]) => [cols, rows, depth],
            _ => [elements, 1, 1],
        };
        Grid { groups, size: [1, 1, 1] }
    });
    for stage in [&kernel.vertex, &kernel.fragment].into_iter().flatten() {
        let Some(names) = &stage.assembled.work_groups else { continue };
        pass.uniforms.push((&names.groups, Value::Uints(3, grid.groups.to_vec())));
        pass.uniforms.push((&names.size, Value::Uints(3, grid.size.to_vec())));
        if let (Some(name), Some((width, _))) = (&names.width, target) {
            pass.uniforms.push((name, Value::Uints(1, vec![width])));
        }
    }
}
