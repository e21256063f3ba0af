//! Uniforms: numbers, checked against the declaration and turned into its scalars.

use super::given::{below, Given, LeafGiven};
use super::not_accepted;
use crate::error::{decimal, Code, Error, Result};
use crate::glsl::Type;
use crate::kernel::{Leaf, Variable};
use crate::plan::Value;
use crate::shape::Scalar;

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
    let (width, one) = match leaf.ty {
        Type::Element(e) => (e.width, usize::from(e.width)),
        Type::Bool(width) => (width, usize::from(width)),
        Type::Matrix { columns, rows } => (0, usize::from(columns) * usize::from(rows)),
        Type::Struct(_) => return Err((Code::Unsupported, UNTOLD.to_string())),
        _ => return Err((Code::Unsupported, format!("is of type {ty}, which cannot be set"))),
    };
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
    Ok(match leaf.ty {
        Type::Element(e) => match e.scalar {
            Scalar::Float => Value::Floats(width, numbers.iter().map(|&v| v as f32).collect()),
            Scalar::Int => Value::Ints(width, integers(numbers, &ty, f64::from(i32::MIN), f64::from(i32::MAX))?),
            Scalar::Uint => {
                let bits = integers(numbers, &ty, 0.0, f64::from(u32::MAX))?;
                Value::Uints(width, bits.into_iter().map(|v| v as u32).collect())
            }
        },
        Type::Bool(width) => Value::Ints(width, numbers.iter().map(|&v| i32::from(v != 0.0 && !v.is_nan())).collect()),
        Type::Matrix { columns, rows } => Value::Matrix(columns, rows, numbers.iter().map(|&v| v as f32).collect()),
        _ => Value::Ints(1, Vec::new()),
    })
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
