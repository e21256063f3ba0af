//! A user's GLSL expression, evaluated for every component: `map("a*x + y", { a: 2, x, y })`.
//!
//! One fragment pass over the result's texels, four components a texel. The expression becomes the body of a function
//! whose parameters are the inputs, so a user's names meet none of the library's:
//!
//! ```text
//!   float gpgpu_map(float a, float x, float y) {
//!     return float(
//!   #line 1 1
//!   a*x + y                                     line numbers are the expression's own
//!   #line 1 0
//!     );
//!   }
//! ```
//!
//! An array comes as its scalar type (float, int or uint), component by component; a single number in an array meets
//! every component. The result is of floats if any array is, else of the first array's type, and has the arrays'
//! shape. Accuracy is that of GLSL's operators and functions.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use super::layout;
use crate::error::{Code, Error, Result};
use crate::glsl::source::{self, Assembled};
use crate::glsl::{interface, Stage};
use crate::kernel::{Kernel, KernelStage};
use crate::plan::{Domain, Limits, Pass, Plan, Program, Value};
use crate::shape::{ElementType, Packed, Scalar, Shape};

/// What a name in the expression stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A number.
    Number(f64),
    /// An array.
    Array(ElementType, Shape),
}

/// A checked expression and its inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The result's element type.
    pub ty: ElementType,
    /// The result's shape.
    pub shape: Shape,
    expression: String,
    inputs: Vec<Parameter>,
}

/// A parameter of the function.
#[derive(Clone, Debug, PartialEq)]
struct Parameter {
    name: String,
    /// Its name as a uniform or sampler.
    outer: String,
    scalar: Scalar,
    role: Role,
}

#[derive(Clone, Debug, PartialEq)]
enum Role {
    Number(Value),
    /// An array of the result's shape.
    Array,
    /// An array of one number.
    One,
}

/// Words that GLSL ES 3.00 keeps for itself.
const KEYWORDS: &str = "
    attribute const uniform varying layout centroid flat smooth break continue do for while switch case default if else
    in out inout float int void bool true false invariant discard return lowp mediump highp precision struct uint
    active asm atomic_uint buffer cast class coherent common enum extern external filter fixed fvec2 fvec3 fvec4 goto
    half hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 inline input interface long namespace noinline noperspective output
    partition patch public readonly resource restrict sample short sizeof static subroutine superp template this typedef union
    unsigned using volatile writeonly double main GL_ES
    image1D image2D image3D imageCube imageBuffer image1DArray image2DArray iimage1D iimage2D iimage3D iimageCube iimageBuffer
    iimage1DArray iimage2DArray uimage1D uimage2D uimage3D uimageCube uimageBuffer uimage1DArray uimage2DArray
    sampler1D sampler1DArray sampler1DShadow sampler1DArrayShadow isampler1D isampler1DArray usampler1D usampler1DArray
    sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect samplerBuffer isamplerBuffer usamplerBuffer
    sampler2DMS isampler2DMS usampler2DMS sampler2DMSArray isampler2DMSArray usampler2DMSArray sampler3DRect";

/// Checks an expression and its inputs. BAD_ARGUMENT for anything but a single expression, for a name that GLSL does not
/// allow, and if there is no array; BAD_SHAPE for arrays of different shapes.
pub fn check(expression: &str, inputs: &[(String, Input)]) -> Result<Map> {
    check_expression(expression)
        .map_err(|why| Error::new(Code::BadArgument, why).at_argument("expression").in_kernel("map"))?;
    let refuse = |code, name: &str, why: String| Err(Error::new(code, why).at_argument(name).in_kernel("map"));
    let mut arrays: Vec<(&str, ElementType, &Shape)> = Vec::new();
    for (name, input) in inputs {
        if !is_name(name) {
            return refuse(Code::BadArgument, name, "is no name that a GLSL expression can use".into());
        }
        if let Input::Array(ty, shape) = input {
            arrays.push((name, *ty, shape));
        }
    }
    let Some(&(_, first, _)) = arrays.first() else {
        return refuse(Code::BadArgument, "inputs", "has no array; map needs one for the result's shape".into());
    };
    let scalar = if arrays.iter().any(|(_, ty, _)| ty.scalar == Scalar::Float) { Scalar::Float } else { first.scalar };
    let is_one = |ty: ElementType, shape: &Shape| shape.elements() == 1 && ty.width == 1;
    let whole = arrays.iter().find(|(_, ty, shape)| !is_one(*ty, shape)).unwrap_or(&arrays[0]);
    for (name, ty, shape) in &arrays {
        if !is_one(*ty, shape) && (*shape != whole.2 || ty.width != whole.1.width) {
            let why = format!("is {ty} {shape}, and \"{}\" is {} {}; shapes must be equal", whole.0, whole.1, whole.2);
            return refuse(Code::BadShape, name, why);
        }
    }
    let result = ElementType { scalar, width: whole.1.width };
    let shape = whole.2.clone();
    let mut parameters = Vec::with_capacity(inputs.len());
    for (index, (name, input)) in inputs.iter().enumerate() {
        let (scalar, role) = match input {
            Input::Number(value) => number(*value, scalar),
            Input::Array(ty, given) => {
                // The shapes of one number and of one vector may be equal.
                let whole = given == &shape && ty.width == result.width;
                (ty.scalar, if whole { Role::Array } else { Role::One })
            }
        };
        parameters.push(Parameter { name: name.clone(), outer: format!("gpgpu_input{index}"), scalar, role });
    }
    Ok(Map { ty: result, shape, expression: expression.to_string(), inputs: parameters })
}

/// Whether `text` is one expression, as far as it can be told without a compiler: nothing in it may end the
/// expression or begin a statement.
fn check_expression(text: &str) -> std::result::Result<(), String> {
    if text.trim().is_empty() {
        return Err("is empty; a GLSL expression is expected, such as \"a*x + y\"".into());
    }
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            ')' | ']' if open.pop() == Some(c) => {}
            ')' | ']' => return Err(format!("has a '{c}' that closes nothing")),
            ';' | '{' | '}' | '#' | '\\' => return Err(format!("has a '{c}'; one GLSL expression is expected")),
            ' ' | '\t' | '\r' | '\n' | '!'..='~' => {}
            _ if c.is_control() => return Err(format!("has a {}, which GLSL does not know", c.escape_unicode())),
            _ => return Err(format!("has a '{c}', which GLSL does not know")),
        }
    }
    if let Some(missing) = open.pop() {
        return Err(format!("lacks a '{missing}'"));
    }
    if text.contains("//") || text.contains("/*") {
        return Err("has a comment; one GLSL expression is expected".into());
    }
    Ok(())
}

/// Whether a parameter can have this name.
fn is_name(name: &str) -> bool {
    let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    letters
        && !name.is_empty()
        && name.len() <= 256
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.starts_with("gl_")
        && !name.starts_with("gpgpu_")
        && !name.contains("__")
        && crate::glsl::Type::parse(name).is_none()
        && !KEYWORDS.split_whitespace().any(|word| word == name)
}

/// A number as the type that goes with the arrays: whole numbers of their range beside integers, else floats.
fn number(value: f64, beside: Scalar) -> (Scalar, Role) {
    match Value::scalar(beside, value) {
        Some(number) => (beside, Role::Number(number)),
        None => (Scalar::Float, Role::Number(Value::from(value as f32))),
    }
}

impl Map {
    /// The kernel that evaluates the expression; `id` tells it apart from every other. It depends on names and types
    /// only, so it serves other arrays and numbers too: see [`Map::signature`].
    pub fn kernel(&self, id: u64, limits: &Limits) -> Kernel {
        let text = self.text(limits);
        let interface = interface(&text, Stage::Fragment);
        let text = source::built_in(&[], &[], &text);
        Kernel {
            id,
            vertex: None,
            fragment: Some(KernelStage {
                source: self.expression.clone(),
                assembled: Assembled { text, work_groups: None, distance: String::new() },
                interface,
            }),
            variables: Vec::new(),
        }
    }

    /// Maps of one signature have one kernel.
    pub fn signature(&self, limits: &Limits) -> String {
        self.text(limits)
    }

    /// The fragment shader without its header. The only place where the library builds a text from a user's.
    fn text(&self, limits: &Limits) -> String {
        let mut text = String::from("#line 1 0\n");
        let bits = |scalar| layout::as_bits(scalar, limits);
        let mut parameters = Vec::new();
        let mut loads = String::new();
        let mut arguments = [const { String::new() }; 4];
        for input in &self.inputs {
            let (name, outer, ty) = (&input.name, &input.outer, scalar_name(input.scalar));
            parameters.push(format!("{ty} {name}"));
            let separator = if arguments[0].is_empty() { "" } else { ", " };
            if matches!(input.role, Role::Number(_)) {
                let _ = writeln!(text, "uniform {ty} {outer};");
                for argument in &mut arguments {
                    let _ = write!(argument, "{separator}{outer}");
                }
                continue;
            }
            let sampler = sampler_name(if bits(input.scalar) { Scalar::Int } else { input.scalar });
            let _ = writeln!(text, "uniform {sampler} {outer};");
            let (texel, swizzle) =
                if input.role == Role::One { ("ivec2(0)", ".xxxx") } else { ("ivec2(gl_FragCoord.xy)", "") };
            let mut load = format!("texelFetch({outer}, {texel}, 0){swizzle}");
            if bits(input.scalar) {
                load = format!("intBitsToFloat({load})");
            }
            let _ = writeln!(loads, "  {} {outer}_texel = {load};", vector_name(input.scalar));
            for (argument, lane) in arguments.iter_mut().zip(["x", "y", "z", "w"]) {
                let _ = write!(argument, "{separator}{outer}_texel.{lane}");
            }
        }
        let (result, vector) = (scalar_name(self.ty.scalar), vector_name(self.ty.scalar));
        let stored = if bits(self.ty.scalar) { "ivec4" } else { vector };
        let _ = writeln!(text, "out {stored} gpgpu_result;");
        let _ = writeln!(text, "{result} gpgpu_map({}) {{\n  return {result}(", parameters.join(", "));
        let _ = writeln!(text, "#line 1 1\n{}\n#line 1 0\n  );\n}}", self.expression);
        let calls: Vec<String> = arguments.iter().map(|argument| format!("gpgpu_map({argument})")).collect();
        let mut value = format!("{vector}({})", calls.join(", "));
        if bits(self.ty.scalar) {
            value = format!("floatBitsToInt({value})");
        }
        let _ = writeln!(text, "void main() {{\n{loads}  gpgpu_result = {value};\n}}");
        text
    }

    /// The plan. Arrays come in the order of the inputs, and the result goes, in the layout `packed`; arrays of one
    /// number come in the layout of one.
    pub fn plan<'a>(&'a self, kernel: &'a Kernel, packed: Packed, limits: &Limits) -> Plan<'a> {
        let mut plan = Plan::default();
        // Bits have no padding between rows, which ints beside them may have.
        let packed = if layout::as_bits(self.ty.scalar, limits) && packed.row % 4 != 0 {
            Packed::stream(self.shape.elements() * self.ty.components())
        } else {
            packed
        };
        let output = plan.result(layout::result(self.ty, self.shape.clone(), packed, limits));
        let domain = Domain::texels(packed.width(), packed.height());
        let mut pass = Pass::fragment(Program::Kernel(kernel), domain, vec![output.into()]);
        for input in &self.inputs {
            let from = match &input.role {
                Role::Number(value) => {
                    pass = pass.uniform(&input.outer, value.clone());
                    continue;
                }
                Role::Array => packed,
                Role::One => Packed::stream(1),
            };
            pass = pass.sampler(&input.outer, plan.argument(layout::form(input.scalar, from, limits)));
        }
        if self.shape.elements() > 0 {
            plan.push(pass);
        }
        plan
    }
}

fn scalar_name(scalar: Scalar) -> &'static str {
    ElementType { scalar, width: 1 }.name()
}

fn vector_name(scalar: Scalar) -> &'static str {
    ElementType { scalar, width: 4 }.name()
}

fn sampler_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float => "sampler2D",
        Scalar::Int => "isampler2D",
        Scalar::Uint => "usampler2D",
    }
}

/// What the pass must compute, for a function of one component of each array; an array of one number meets every
/// component of the others.
pub fn reference(function: impl Fn(&[f32]) -> f32, arrays: &[&[f32]]) -> Vec<f32> {
    let length = arrays.iter().map(|array| array.len()).max().unwrap_or(0);
    let component = |array: &[f32], i: usize| if array.len() == 1 { array[0] } else { array[i] };
    (0..length).map(|i| function(&arrays.iter().map(|array| component(array, i)).collect::<Vec<_>>())).collect()
}
