//! Outputs: what is captured or rendered to, and where it goes.

use super::count::{counted, Count, Has};
use super::given::{Given, HostTexture, NumberKind};
use super::{not_accepted, set_frame, wrong_type, Bound, Call};
use crate::error::{Code, Error, Result};
use crate::glsl::Type;
use crate::kernel::{Kernel, Role, Variable};
use crate::plan::{
    Attribute, Domain, FloatTargets, Form, Limits, Pass, Program, ResultArray, Slot, Step, Storage, Target,
};
use crate::shader;
use crate::shape::{extent, ElementType, Scalar, Shape};

/// Outputs of one call may not share memory.
fn refuse_twins(kernel: &Kernel, call: &Call, variable: &Variable, identity: u32, before: &[usize]) -> Result<()> {
    for &other in before {
        if matches!(call.given.get(other), Some(Given::Array { identity: twin, .. }) if *twin == identity) {
            let twin = kernel.variables.get(other).map_or("", |v| v.name.as_str());
            return Err(Error::of(Code::BadArgument, format_args!("is the same GpuArray as output \"{twin}\""))
                .at_argument(&variable.name));
        }
    }
    Ok(())
}

/// The refusal of a call that writes nothing: the first output is named, if there is one.
fn nothing_to_write(kernel: &Kernel, is_output: impl Fn(&Role) -> bool, what: &str) -> Error {
    match kernel.variables.iter().find(|variable| is_output(&variable.role)) {
        Some(variable) => not_accepted(variable, &Given::Missing, "").at_argument(&variable.name),
        None => Error::new(Code::BadArgument, what),
    }
}

/// An output that is captured: its variable, and scalar and number of components of an element.
type Captured<'k> = (&'k Variable, Scalar, u32);

/// Checks what was given for an output of the vertex stage. `before`: the outputs that were bound already.
fn check_captured<'k>(
    kernel: &Kernel,
    call: &Call,
    count: &mut Count<'k>,
    (variable, given): (&'k Variable, &Given),
    before: &[usize],
) -> Result<Captured<'k>> {
    // Arrays are left out by ANGLE, and so by every Chromium.
    let Some((scalar, per)) = variable.components().filter(|_| variable.array.is_none()) else {
        return Err(Error::of(
            Code::Unsupported,
            format_args!("is an output of type {}, which cannot be captured", variable.type_name()),
        ));
    };
    match given {
        Given::Numbers { kind, length } => {
            if kind.scalar() != Some(scalar) {
                let wanted = NumberKind::of(scalar).describe();
                return Err(Error::of(
                    Code::BadArgument,
                    format_args!("is {}; output {} needs {wanted}", given.describe(), variable.type_name()),
                ));
            }
            let has = Has::Components(*length, scalar);
            let whole = length % per as usize == 0;
            if count.elements.is_none() && !whole {
                return Err(Error::of(
                    Code::LengthMismatch,
                    format_args!("has {has}; elements of {} take {per} each", variable.type_name()),
                ));
            }
            // A length that is no multiple agrees with no count.
            let elements = counted(length / per as usize)?;
            count.agree(variable, if whole { elements } else { u32::MAX }, has)?;
        }
        Given::Array { ty, shape, .. } | Given::Texture(HostTexture { ty, shape, image: None, .. }) => {
            if variable.element_type() != Some(*ty) {
                return Err(wrong_type(variable, &given.describe()));
            }
            match given {
                Given::Array { identity, .. } => refuse_twins(kernel, call, variable, *identity, before)?,
                Given::Texture(texture) => texture.check_size()?,
                _ => {}
            }
            let n = counted(shape.elements())?;
            count.agree(variable, n, Has::Elements(n, *ty))?;
        }
        other => {
            let wanted = format!("{}, a GpuArray or a TextureInfo", NumberKind::of(scalar).describe());
            return Err(not_accepted(variable, other, &wanted));
        }
    }
    Ok((variable, scalar, per))
}

/// The vertex technique: captures every output that has an argument.
pub(super) fn capture<'k>(
    kernel: &'k Kernel,
    call: &Call,
    count: &mut Count<'k>,
    bound: &mut Bound<'k>,
    mut pass: Pass<'k>,
    limits: &Limits,
) -> Result<()> {
    let mut captured: Vec<Captured<'k>> = Vec::new();
    for (index, (variable, given)) in kernel.variables.iter().zip(&call.given).enumerate() {
        if variable.role != Role::VertexOutput || matches!(given, Given::Missing) {
            continue;
        }
        let checked = check_captured(kernel, call, count, (variable, given), &bound.outputs);
        captured.push(checked.map_err(|e| e.at_argument(&variable.name))?);
        bound.outputs.push(index);
    }
    if captured.is_empty() {
        let none = "the vertex shader declares no output to capture";
        return Err(nothing_to_write(kernel, |role| *role == Role::VertexOutput, none));
    }
    let elements = count.elements.unwrap_or(0);
    bound.elements = elements;
    pass.domain = Domain::Vertices(elements);
    set_frame(kernel, call, bound, None, &mut pass);

    let separate = captured.len() <= limits.separate_captures as usize
        && captured.iter().all(|(v, _, _)| v.element_type().is_some());
    let mut results = Vec::with_capacity(captured.len());
    for (variable, scalar, per) in &captured {
        let ty = variable.element_type().unwrap_or(ElementType { scalar: *scalar, width: 1 });
        let n = if variable.element_type().is_some() { elements } else { elements * per };
        results.push(bound.plan.result(ResultArray { ty, shape: Shape::vector(n), form: Form::Buffer }));
    }
    if separate {
        for ((variable, _, _), slot) in captured.iter().zip(results) {
            pass.captures.push((&variable.name, slot));
        }
        bound.plan.push(pass);
        return Ok(());
    }
    capture_together(bound, &pass, &captured, &results, limits)
}

/// Captures what is too much for buffers of its own, by as few passes as can be.
fn capture_together<'k>(
    bound: &mut Bound<'k>,
    pass: &Pass<'k>,
    captured: &[Captured<'k>],
    results: &[Slot],
    limits: &Limits,
) -> Result<()> {
    let all: u32 = captured.iter().map(|(_, _, per)| per).sum();
    if all > limits.interleaved_components {
        return Err(Error::of(
            Code::LimitExceeded,
            format_args!(
                "{} outputs of {all} components together are captured; this device allows {} outputs of up to four \
                 components, or {} components together",
                captured.len(),
                limits.separate_captures,
                limits.interleaved_components
            ),
        ));
    }
    let (mut captured, mut results) = (captured, results);
    while !captured.is_empty() {
        let mut together = 0;
        let fits = captured.iter().take_while(|(variable, _, per)| {
            together += match variable.ty {
                Type::Matrix { columns, .. } => 4 * u32::from(columns),
                _ if *per == 3 => 4,
                _ => *per,
            };
            together <= MOST_TOGETHER
        });
        let n = fits.count();
        interleave(bound, pass.clone(), &captured[..n], &results[..n])?;
        (captured, results) = (&captured[n..], &results[n..]);
    }
    Ok(())
}

/// Components of an element that are captured by one pass, where a vec3 and each column of a matrix count as four: what the 15
/// vectors hold that every device has between its stages (OpenGL ES 3.0, MAX_VARYING_VECTORS), packed as GLSL ES 1.00, appendix A.7,
/// has it. Attributes take them apart again, and step over 255 bytes at most (WebGL 1.0, "Vertex Attribute Data Stride"). Where
/// there are more, the kernel runs again for the rest.
const MOST_TOGETHER: u32 = 60;

/// More outputs than there are buffers, or outputs wider than one capture: all go into one buffer, element by element,
/// and a pass for each takes its part out again.
///
/// ```text
///   element 0                        element 1
///   [A.x A.y | M00 M01 M10 M11 | …]  [A.x A.y | …          stride = all components of an element
/// ```
fn interleave<'k>(
    bound: &mut Bound<'k>,
    mut pass: Pass<'k>,
    captured: &[Captured<'k>],
    results: &[Slot],
) -> Result<()> {
    let all: u32 = captured.iter().map(|(_, _, per)| per).sum();
    let bytes = u64::from(bound.elements) * u64::from(all) * 4;
    let bytes = u32::try_from(bytes).ok().filter(|&b| b <= i32::MAX as u32).ok_or_else(|| {
        Error::of(
            Code::LimitExceeded,
            format_args!("the outputs take {bytes} bytes together; one call can write {}", i32::MAX),
        )
    })?;
    let mixed = bound.plan.temporary(Storage::Buffer { bytes: bytes.max(4) });
    for (variable, _, _) in captured {
        pass.captures.push((&variable.name, mixed));
    }
    bound.plan.push(pass);
    let mut offset = 0;
    for ((_, _, per), slot) in captured.iter().zip(results) {
        take_apart(bound, mixed, [offset, *per, all], *slot);
        offset += per;
    }
    Ok(())
}

/// Copies components `offset` to `offset + per` of each element of `all` from the mixed buffer into one of its own.
/// They travel in fours, and as uints: bits are bits.
fn take_apart(bound: &mut Bound<'_>, mixed: Slot, [offset, per, all]: [u32; 3], slot: Slot) {
    const IN: [&str; 4] = ["in0", "in1", "in2", "in3"];
    const OUT: [&str; 4] = ["out0", "out1", "out2", "out3"];
    let fours = per.div_ceil(4);
    let last = per - 4 * (fours - 1);
    let program = Program::vertex(shader!("convert/part.vert")).with(&[("FOURS", fours as i32), ("LAST", last as i32)]);
    let captures = OUT.iter().take(fours as usize).map(|name| (*name, slot)).collect();
    let mut pass = Pass::vertices(program, bound.elements, captures);
    for (four, name) in (0..fours).zip(IN) {
        pass.attributes.push(Attribute { name, slot: mixed, offset: (offset + 4 * four) * 4, stride: all * 4 });
    }
    bound.plan.push(pass);
}

/// Checks what was given for an output of the fragment stage; its type and shape.
fn check_rendered<'g>(
    kernel: &Kernel,
    call: &Call,
    (variable, given): (&Variable, &'g Given),
    before: &[usize],
    limits: &Limits,
) -> Result<(ElementType, &'g Shape)> {
    let Some(declared) = variable.element_type() else {
        return Err(Error::of(
            Code::Unsupported,
            format_args!("is an output of type {}, which has no texel format", variable.type_name()),
        ));
    };
    let (ty, shape) = match given {
        Given::Array { identity, ty, shape, .. } => {
            refuse_twins(kernel, call, variable, *identity, before)?;
            (*ty, shape)
        }
        Given::Texture(texture) if texture.image.is_none() => (texture.ty, &texture.shape),
        other => return Err(not_accepted(variable, other, "a GpuArray or a TextureInfo")),
    };
    if ty != declared {
        return Err(wrong_type(variable, &given.describe()));
    }
    if let Given::Texture(texture) = given {
        texture.check_size()?;
    }
    if ty.scalar == Scalar::Float && limits.float_targets != FloatTargets::Full {
        let what = "is a float target, which this device cannot render to (capabilities().floatTargets); the \
                    vertex technique needs none";
        return Err(Error::new(Code::Unsupported, what));
    }
    Ok((ty, shape))
}

/// The fragment technique: every output that has an argument is a target.
pub(super) fn render<'k>(
    kernel: &'k Kernel,
    call: &Call,
    count: &mut Count<'k>,
    bound: &mut Bound<'k>,
    mut pass: Pass<'k>,
    limits: &Limits,
) -> Result<()> {
    let mut targets: Vec<(u32, Slot)> = Vec::new();
    let mut common: Option<(&str, &Shape, (u32, u32))> = None;
    for (index, (variable, given)) in kernel.variables.iter().zip(&call.given).enumerate() {
        let Role::FragmentOutput(location) = variable.role else { continue };
        if matches!(given, Given::Missing) {
            continue;
        }
        let here = |e: Error| e.at_argument(&variable.name);
        let (ty, shape) = check_rendered(kernel, call, (variable, given), &bound.outputs, limits).map_err(here)?;
        let size = extent(shape, limits.texture_size).map_err(here)?;
        match common {
            Some((first, other, _)) if other != shape => {
                return Err(here(Error::of(
                    Code::BadShape,
                    format_args!("has shape {shape}; output \"{first}\" has {other}, and one pass writes one shape"),
                )));
            }
            Some(_) => {}
            None => common = Some((&variable.name, shape, size)),
        }
        let n = counted(shape.elements()).map_err(here)?;
        count.agree(variable, n, Has::Elements(n, ty)).map_err(here)?;
        let slot = bound.plan.result(ResultArray { ty, shape: shape.clone(), form: Form::Elements });
        bound.outputs.push(index);
        targets.push((location, slot));
    }
    let Some((_, shape, (width, height))) = common else {
        let none = "the fragment shader declares no output, such as out vec4 color";
        return Err(nothing_to_write(kernel, |role| matches!(role, Role::FragmentOutput(_)), none));
    };
    set_targets(&mut pass, &targets, limits)?;
    bound.elements = count.elements.unwrap_or(0);
    if kernel.uses("discard") {
        // What fragments leave out would keep what the memory held before.
        targets.iter().for_each(|(_, slot)| bound.plan.push(Step::Clear(*slot)));
    }
    pass.domain = if bound.elements == 0 { Domain::texels(0, 0) } else { Domain::texels(width, height) };
    set_frame(kernel, call, bound, Some((width, shape)), &mut pass);
    bound.plan.push(Step::Draw(pass));
    Ok(())
}

/// Lets a pass render to these slots, each given with the location of its output.
fn set_targets(pass: &mut Pass<'_>, targets: &[(u32, Slot)], limits: &Limits) -> Result<()> {
    let most = targets.iter().map(|t| t.0).max().unwrap_or(0).saturating_add(1);
    if most > limits.draw_buffers {
        return Err(Error::of(
            Code::LimitExceeded,
            format_args!("{most} outputs are rendered to; this device allows {}", limits.draw_buffers),
        ));
    }
    // Outputs that nobody asked for go nowhere.
    let gaps = targets.len() < most as usize;
    for location in 0..most {
        if let Some((_, slot)) = targets.iter().find(|target| target.0 == location) {
            pass.targets.push(Target::from(*slot));
            if gaps {
                pass.locations.push(location);
            }
        }
    }
    Ok(())
}
