//! Uniforms: numbers, checked against the declaration and turned into its scalars.

use super::given::{below, Given, LeafGiven};
use super::not_accepted;
use crate::error::{decimal, Code, Error, Result};
use crate::glsl::Type;
use crate::kernel::{Leaf, Variable};
use crate::plan::Value;
use crate::shape::{ElementType, Scalar};

/// Of arrays whose elements have names of their own.
pub(super) const UNTOLD: &str = "has a length that literals and constants do not tell, or nests too deep";

/// The values of a variable's leaves, by the driver's names.
pub(super) fn values<'k>(variable: &'k Variable, leaves: &'k [Leaf], given: &Given) -> Result<Vec<(&'k str, Value)>> {
    let Given::Leaves(list) = given else {
        return Err(not_accepted(variable, given, accepted(variable)));
    };
    let mut values = Vec::with_capacity(leaves.len());
    for (leaf, given) in leaves.iter().zip(list) {
        let part = below(leaf, &variable.name);
        values.push((
            leaf.name.as_str(),
            value(leaf, given).map_err(|(code, what)| {
                Error::new(code, if part.is_empty() { what } else { format!("{part} {what}") })
            })?,
        ));
    }
    Ok(values)
}

fn accepted(variable: &Variable) -> &'static str {
    match variable.ty {
        Type::Struct(_) => "an object with its members",
        _ => "a number, a boolean, an array of numbers or a typed array",
    }
}

type Refusal = (Code, String);

fn value(leaf: &Leaf, given: &LeafGiven) -> std::result::Result<Value, Refusal> {
    let ty = match leaf.array {
        Some(n) => format!("{}[{n}]", leaf.ty),
        None => leaf.ty.to_string(),
    };
    // How many numbers an element has, and a value of no elements yet.
    let (one, mut value) = match leaf.ty {
        Type::Element(ElementType { scalar, width }) => (width, nothing(scalar, width)),
        Type::Bool(width) => (width, nothing(Scalar::Int, width)),
        Type::Matrix { columns, rows } => (columns * rows, Value::Matrix(columns, rows, Vec::new())),
        Type::Struct(_) => return Err((Code::Unsupported, UNTOLD.to_string())),
        _ => return Err((Code::Unsupported, format!("is of type {ty}, which cannot be set"))),
    };
    let numbers = numbers(leaf, &ty, one.into(), given)?;
    match &mut value {
        Value::Floats(_, list) | Value::Matrix(_, _, list) => list.extend(numbers.iter().map(|&v| v as f32)),
        Value::Ints(_, list) if matches!(leaf.ty, Type::Bool(_)) => {
            list.extend(numbers.iter().map(|&v| i32::from(v != 0.0 && !v.is_nan())));
        }
        Value::Ints(_, list) => *list = integers(numbers, &ty, i32::MIN.into(), i32::MAX.into())?,
        Value::Uints(_, list) => {
            let bits = integers(numbers, &ty, 0.0, u32::MAX.into())?;
            list.extend(bits.into_iter().map(|v| v as u32));
        }
    }
    Ok(value)
}

/// A value of no elements.
fn nothing(scalar: Scalar, width: u8) -> Value {
    match scalar {
        Scalar::Float => Value::Floats(width, Vec::new()),
        Scalar::Int => Value::Ints(width, Vec::new()),
        Scalar::Uint => Value::Uints(width, Vec::new()),
    }
}

/// The numbers for a leaf of type `ty`, as many as it has elements of `one` number each.
fn numbers<'g>(leaf: &Leaf, ty: &str, one: usize, given: &'g LeafGiven) -> std::result::Result<&'g [f64], Refusal> {
    let numbers = match given {
        LeafGiven::Numbers(numbers) => numbers,
        LeafGiven::Missing => return Err((Code::MissingArgument, format!("is declared as {ty} but not given"))),
        LeafGiven::Wrong(what) => return Err((Code::BadArgument, format!("is {what}; {ty} needs numbers"))),
    };
    let fits = match leaf.array {
        None => numbers.len() == one,
        Some(0) => !numbers.is_empty() && numbers.len() % one == 0,
        Some(n) => numbers.len() == one * n as usize,
    };
    if !fits {
        let needed = one * leaf.array.unwrap_or(1).max(1) as usize;
        return Err((Code::LengthMismatch, format!("has {} numbers; {ty} needs {needed}", numbers.len())));
    }
    Ok(numbers)
}

/// Numbers as 32-bit integers; unsigned ones keep their bits.
fn integers(numbers: &[f64], ty: &str, least: f64, most: f64) -> std::result::Result<Vec<i32>, Refusal> {
    let mut list = Vec::with_capacity(numbers.len());
    for (index, &v) in numbers.iter().enumerate() {
        if v.fract() != 0.0 || !(least..=most).contains(&v) {
            return Err((Code::BadArgument, format!("holds {} (number {index}), which no {ty} can hold", decimal(v))));
        }
        list.push(v as i64 as i32);
    }
    Ok(list)
}
