//! Elementwise operations: `C = A + B`, `A − B`, `A ∘ B` (Hadamard), `A · s`, `relu(A)` and its gradient.
//!
//! One fragment pass over C's texels: four components per texel, one texel read for each array. An operand that is a
//! number or a single element is combined with every element of the other.
//!
//! Each component is one IEEE operation: exact after one rounding (a device may flush subnormal numbers). Ints and
//! uints wrap around modulo 2^32. `relu(NaN)` is NaN, `relu(-0)` is 0; the gradient is `x < 0 ? 0 : 1`, so 1 at 0
//! and at NaN.
//!
//! Source: Nair and Hinton, "Rectified linear units improve restricted Boltzmann machines", ICML 2010, for relu.

use super::layout::{self, Array};
use crate::error::{decimal, Code, Error, Result};
use crate::plan::{Limits, Pass, Plan, Program, Value};
use crate::shader;
use crate::shape::{ElementType, Packed, Scalar, Shape};

/// Operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `A + B`
    Add,
    /// `A − B`
    Sub,
    /// `A ∘ B`, and `scale` with a number as B.
    Hadamard,
}

/// Operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `max(0, x)`
    Relu,
    /// `x < 0 ? 0 : 1`
    ReluGrad,
}

/// One side of a binary operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// An array of the result's shape.
    Array,
    /// An array of one element, which is combined with every element of the other side.
    One,
    /// A number from [`number`].
    Number(Value),
}

/// What is known of an array before the operation.
pub type Given<'a> = (ElementType, &'a Shape);

/// The result's shape and how each side takes part. BAD_ARGUMENT for different element types, BAD_SHAPE for shapes that
/// do not go together.
pub fn check(operation: &str, a: Given<'_>, b: Given<'_>) -> Result<(Shape, Operand, Operand)> {
    let refuse = |code, why: &str| {
        let detail = format!("is {} {}; a is {} {}: {why}", b.0, b.1, a.0, a.1);
        Err(Error::new(code, detail).at_argument("b").in_kernel(operation))
    };
    if a.0 != b.0 {
        return refuse(Code::BadArgument, "both must have one element type");
    }
    if a.1 == b.1 {
        return Ok((a.1.clone(), Operand::Array, Operand::Array));
    }
    match (a.1.elements(), b.1.elements()) {
        (_, 1) => Ok((a.1.clone(), Operand::Array, Operand::One)),
        (1, _) => Ok((b.1.clone(), Operand::One, Operand::Array)),
        _ => refuse(Code::BadShape, "the shapes must be equal, or one side a single element"),
    }
}

/// A number as an operand beside an array of `ty`. BAD_ARGUMENT beside integers unless it is whole and in their range.
pub fn number(operation: &str, ty: ElementType, value: f64) -> Result<Operand> {
    Value::scalar(ty.scalar, value).map(Operand::Number).ok_or_else(|| {
        let range = match ty.scalar {
            Scalar::Uint => "a whole number from 0 to 4294967295",
            _ => "a whole number from -2147483648 to 2147483647",
        };
        Error::of(Code::BadArgument, format_args!("an array of {ty} takes {range}, not {}", decimal(value)))
            .in_kernel(operation)
    })
}

/// The plan of a binary operation, whose result is `result`. Arrays come in the same layout; the plan's arguments are
/// those sides that are no numbers, left before right.
pub fn binary(operation: Binary, result: Array<'_>, sides: (Operand, Operand), limits: &Limits) -> Plan<'static> {
    let Array { ty, packed, .. } = result;
    let mut plan = Plan::default();
    let program = Program::fragment(shader!("elementwise/binary.frag", "lib/component.glsl"))
        .with(&layout::defines(ty.scalar, limits))
        .with(&[
            ("OPERATION", operation as i32),
            ("WIDTH", i32::from(ty.width)),
            ("LEFT", kind(&sides.0)),
            ("RIGHT", kind(&sides.1)),
        ]);
    let output = plan.result(result.result(limits));
    let mut pass = Pass::fragment(program, result.texels(), vec![output.into()]).uniform("row", packed.row);
    for (side, sampler, uniform) in [(sides.0, "A", "a"), (sides.1, "B", "b")] {
        let side_packed = match side {
            Operand::Number(value) => {
                pass = pass.uniform(uniform, value);
                continue;
            }
            Operand::Array => packed,
            Operand::One => Packed::stream(ty.components()),
        };
        pass = pass.sampler(sampler, plan.argument(layout::form(ty.scalar, side_packed, limits)));
    }
    if !result.is_empty() {
        plan.push(pass);
    }
    plan
}

/// The plan of a unary operation. The result has the type, the shape and the layout of `a`.
pub fn unary(operation: Unary, a: Array<'_>, limits: &Limits) -> Plan<'static> {
    let mut plan = Plan::default();
    let input = plan.argument(a.form(limits));
    let output = plan.result(a.result(limits));
    if !a.is_empty() {
        let program = Program::fragment(shader!("elementwise/relu.frag", "lib/component.glsl"))
            .with(&layout::defines(a.ty.scalar, limits))
            .with(&[("GRADIENT", i32::from(operation == Unary::ReluGrad))]);
        plan.push(Pass::fragment(program, a.texels(), vec![output.into()]).sampler("A", input));
    }
    plan
}

/// What the shader calls a side.
fn kind(side: &Operand) -> i32 {
    match side {
        Operand::Array => 0,
        Operand::One => 1,
        Operand::Number(_) => 2,
    }
}

/// What [`binary`] must compute for floats; a side of one number meets every number of the other.
pub fn reference(operation: Binary, a: &[f32], b: &[f32]) -> Vec<f32> {
    let side = |x: &[f32], i: usize| if x.len() == 1 { x[0] } else { x[i] };
    (0..a.len().max(b.len()))
        .map(|i| (side(a, i), side(b, i)))
        .map(|(a, b)| match operation {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Hadamard => a * b,
        })
        .collect()
}

/// What [`unary`] must compute for floats.
pub fn unary_reference(operation: Unary, a: &[f32]) -> Vec<f32> {
    a.iter()
        .map(|&x| match operation {
            Unary::Relu if x > 0.0 || x.is_nan() => x,
            Unary::ReluGrad if x < 0.0 => 0.0,
            Unary::Relu => 0.0,
            Unary::ReluGrad => 1.0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Form, Step};

    const FLOAT: ElementType = ElementType::FLOAT;

    #[test]
    fn a_single_element_meets_every_element_of_the_other_side() {
        let (one, many) = (Shape::vector(1), Shape::matrix(2, 3));
        let right = check("add", (FLOAT, &many), (FLOAT, &one));
        assert_eq!(right, Ok((many.clone(), Operand::Array, Operand::One)));
        let left = check("add", (FLOAT, &one), (FLOAT, &many));
        assert_eq!(left, Ok((many, Operand::One, Operand::Array)));
    }

    #[test]
    fn a_refusal_names_the_operation_and_both_shapes() {
        let error = check("hadamard", (FLOAT, &Shape::matrix(2, 3)), (FLOAT, &Shape::matrix(5, 7))).unwrap_err();
        assert_eq!(error.code(), Code::BadShape);
        let text = error.to_string();
        assert!(["hadamard", "[2, 3]", "[5, 7]"].iter().all(|part| text.contains(part)), "{text}");
        let types = check("add", (FLOAT, &Shape::vector(2)), (ElementType::INT, &Shape::vector(2)));
        assert_eq!(types.map_err(|e| e.code()), Err(Code::BadArgument));
    }

    #[test]
    fn ints_take_whole_numbers_of_their_range_only() {
        assert_eq!(number("scale", FLOAT, 0.5), Ok(Operand::Number(Value::from(0.5f32))));
        assert_eq!(number("scale", ElementType::INT, -2.0), Ok(Operand::Number(Value::from(-2))));
        for (ty, value) in [
            (ElementType::INT, 0.5),
            (ElementType::INT, f64::NAN),
            (ElementType::UINT, -1.0),
            (ElementType::UINT, f64::INFINITY),
        ] {
            assert_eq!(number("scale", ty, value).map_err(|e| e.code()), Err(Code::BadArgument), "{ty} {value}");
        }
    }

    #[test]
    fn a_number_is_no_argument_of_the_plan() {
        let packed = Packed::stream(6);
        let sides = (Operand::Array, Operand::Number(Value::from(2.0f32)));
        let result = Array { ty: FLOAT, shape: &Shape::vector(6), packed };
        let plan = binary(Binary::Hadamard, result, sides, &Limits::default());
        assert_eq!(plan.arguments, [Form::Packed(packed)]);
        assert_eq!(plan.results[0].form, Form::Packed(packed));
        assert!(matches!(&plan.steps[..], [Step::Draw(pass)] if pass.samplers.len() == 1));
    }

    #[test]
    fn nothing_is_drawn_for_no_elements() {
        let a = Array { ty: FLOAT, shape: &Shape::vector(0), packed: Packed::stream(0) };
        let plan = unary(Unary::Relu, a, &Limits::default());
        assert!(plan.steps.is_empty() && plan.results.len() == 1);
    }

    #[test]
    fn relu_keeps_nan_and_its_gradient_is_one_from_zero_up() {
        let x = [-2.0, -0.0, 0.0, 3.0, f32::NAN];
        let relu = unary_reference(Unary::Relu, &x);
        assert_eq!(relu[..4], [0.0, 0.0, 0.0, 3.0]);
        assert!(relu[4].is_nan());
        assert_eq!(unary_reference(Unary::ReluGrad, &x), [0.0, 1.0, 1.0, 1.0, 1.0]);
    }
}
