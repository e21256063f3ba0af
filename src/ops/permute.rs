//! Permutations: row (or column) i of A becomes row (or column) `order[i]` of C.
//!
//! A fragment gathers, so it needs the inverse: which row of A comes to row r. For an order that JavaScript holds,
//! [`inverse`] is computed on the host, and one fragment pass over C's texels remains. For an order that lives on
//! the GPU one more pass inverts it: each fragment looks through the whole order for its four rows, `n² / 16` texel
//! reads for n rows, which is little beside the copy up to some thousand rows.
//!
//! Exact. An order on the GPU is not read back, so it is not checked: a row that no entry names is zero.

use super::layout;
use crate::error::{decimal, Code, Error, Result};
use crate::plan::{Domain, Form, Limits, Pass, Plan, Program, Storage};
use crate::shader;
use crate::shape::{ElementType, Packed, Scalar, Shape};

/// What is put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// `permuteRows`
    Rows,
    /// `permuteCols`
    Columns,
}

impl Lines {
    /// The operation's name in JavaScript.
    pub fn operation(self) -> &'static str {
        match self {
            Lines::Rows => "permuteRows",
            Lines::Columns => "permuteCols",
        }
    }
}

/// The longest order that a fragment looks through. Some drivers end a shader's loops after 65,535 rounds; at four entries a
/// round this takes 50,000.
const LONGEST_ORDER: u32 = 200_000;

/// What the plan's second argument is: an array of one number a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Ints from [`inverse`]: where each line comes from.
    Inverse,
    /// Ints or uints as the caller gave them: where each line goes.
    Forward(Scalar),
}

/// Where each line comes from, if `order` says where each of `count` lines goes.
///
/// BAD_ARGUMENT, with the entry at fault, unless it is a permutation of 0 … count − 1.
pub fn inverse(lines: Lines, order: &[f64], count: u32) -> Result<Vec<i32>> {
    let refuse = |detail| Err(Error::new(Code::BadArgument, detail).at_argument("order").in_kernel(lines.operation()));
    if order.len() != count as usize {
        return refuse(format!("has {} entries; {count} {} need {count}", order.len(), name(lines)));
    }
    let mut inverse = vec![-1; order.len()];
    for (i, &entry) in order.iter().enumerate() {
        if entry.fract() != 0.0 || !(0.0..f64::from(count)).contains(&entry) {
            return refuse(format!(
                "has {} at {i}; entries must be whole numbers from 0 to {}",
                decimal(entry),
                count - 1
            ));
        }
        let from = &mut inverse[entry as usize];
        if *from >= 0 {
            return refuse(format!(
                "has {} at {i} and at {from}; every entry of a permutation differs",
                decimal(entry)
            ));
        }
        *from = i as i32;
    }
    Ok(inverse)
}

/// Checks that an array on the GPU can be the order of `count` lines: BAD_ARGUMENT unless it is of int or uint, BAD_SHAPE
/// for another number of entries, LIMIT_EXCEEDED for too many.
pub fn check_order(lines: Lines, ty: ElementType, shape: &Shape, count: u32) -> Result<Order> {
    let refuse = |code, detail| Err(Error::new(code, detail).at_argument("order").in_kernel(lines.operation()));
    if ty.width != 1 || ty.scalar == Scalar::Float {
        return refuse(Code::BadArgument, format!("is an array of {ty}; an order must be of int or uint"));
    }
    if shape.elements() != count as usize {
        return refuse(Code::BadShape, format!("has shape {shape}; {count} {} need {count} entries", name(lines)));
    }
    if count > LONGEST_ORDER {
        let detail =
            format!("has {count} entries; on the GPU an order has at most {LONGEST_ORDER}, in JavaScript any number");
        return refuse(Code::LimitExceeded, detail);
    }
    Ok(Order::Forward(ty.scalar))
}

/// The plan that puts the lines of a `rows` x `cols` matrix of elements of `ty` in order. Arguments: A and the order.
pub fn plan(lines: Lines, ty: ElementType, [rows, cols]: [u32; 2], order: Order, limits: &Limits) -> Plan<'static> {
    let row = cols * u32::from(ty.width);
    let packed = layout::matrix(ty.scalar, rows, row, limits);
    let count = if lines == Lines::Rows { rows } else { cols };
    let entries = Packed::stream(count as usize);
    let mut plan = Plan::default();
    let input = plan.argument(layout::form(ty.scalar, packed, limits));
    let given = plan.argument(Form::Packed(entries));
    let output = plan.result(layout::result(ty, Shape::matrix(rows, cols), packed, limits));
    if rows == 0 || cols == 0 {
        return plan;
    }
    let sources = match order {
        Order::Inverse => given,
        Order::Forward(scalar) => {
            let inverse = plan.temporary(Storage::packed(Scalar::Int, entries));
            let program = Program::fragment(shader!("permute/invert.frag"))
                .with(&[("UNSIGNED", i32::from(scalar == Scalar::Uint))]);
            plan.push(
                Pass::fragment(program, Domain::texels(entries.width(), entries.height()), vec![inverse.into()])
                    .sampler("order", given)
                    .uniform("count", count)
                    .uniform("width", entries.width()),
            );
            inverse
        }
    };
    let program = Program::fragment(shader!("permute/gather.frag", "lib/component.glsl", "lib/matrix.glsl"))
        .with(&layout::defines(ty.scalar, limits))
        .with(&[
            ("WIDTH", i32::from(ty.width)),
            ("COLUMNS", i32::from(lines == Lines::Columns)),
            ("FOLDED", i32::from(layout::folded(packed, row))),
        ]);
    plan.push(
        Pass::fragment(program, Domain::texels(packed.width(), packed.height()), vec![output.into()])
            .sampler("A", input)
            .sampler("sources", sources)
            .uniform("cutA", layout::cut(packed, row))
            .uniform("cutC", layout::cut(packed, row))
            .uniform("lines", count),
    );
    plan
}

/// What lines are called in messages.
fn name(lines: Lines) -> &'static str {
    match lines {
        Lines::Rows => "rows",
        Lines::Columns => "columns",
    }
}

/// What the passes must compute, in plain loops.
pub fn reference<T: Copy + Default>(lines: Lines, a: &[T], rows: usize, cols: usize, order: &[usize]) -> Vec<T> {
    let mut c = vec![T::default(); rows * cols];
    for i in 0..rows {
        for j in 0..cols {
            let place = match lines {
                Lines::Rows => order[i] * cols + j,
                Lines::Columns => i * cols + order[j],
            };
            c[place] = a[i * cols + j];
        }
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_i_becomes_row_order_i() {
        let a = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!(reference(Lines::Rows, &a, 3, 3, &[1, 2, 0]), [7, 8, 9, 1, 2, 3, 4, 5, 6]);
        assert_eq!(reference(Lines::Columns, &a, 3, 3, &[1, 2, 0]), [3, 1, 2, 6, 4, 5, 9, 7, 8]);
    }

    #[test]
    fn the_inverse_says_where_each_row_comes_from() {
        assert_eq!(inverse(Lines::Rows, &[1.0, 2.0, 0.0], 3), Ok(vec![2, 0, 1]));
        assert_eq!(inverse(Lines::Rows, &[], 0), Ok(vec![]));
    }

    #[test]
    fn what_is_no_permutation_is_refused_with_the_entry_at_fault() {
        for (order, part) in [
            (&[0.0, 1.0][..], "has 2 entries; 3 rows need 3"),
            (&[0.0, 0.0, 1.0], "has 0 at 1 and at 0"),
            (&[0.0, 1.0, 3.0], "has 3 at 2"),
            (&[-1.0, 0.0, 1.0], "has -1 at 0"),
            (&[0.5, 1.0, 2.0], "has 0.5 at 0"),
            (&[0.0, f64::NAN, 2.0], "has NaN at 1"),
        ] {
            let error = inverse(Lines::Rows, order, 3).unwrap_err();
            assert_eq!((error.code(), error.kernel()), (Code::BadArgument, Some("permuteRows")));
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn an_order_on_the_gpu_is_of_whole_numbers_one_a_line() {
        let four = Shape::vector(4);
        assert_eq!(check_order(Lines::Rows, ElementType::UINT, &four, 4), Ok(Order::Forward(Scalar::Uint)));
        let float = check_order(Lines::Rows, ElementType::FLOAT, &four, 4);
        assert_eq!(float.map_err(|e| e.code()), Err(Code::BadArgument));
        let short = check_order(Lines::Columns, ElementType::INT, &four, 5);
        assert_eq!(short.map_err(|e| e.code()), Err(Code::BadShape));
    }

    #[test]
    fn only_an_order_on_the_gpu_costs_a_second_pass() {
        let steps = |order| plan(Lines::Rows, ElementType::FLOAT, [5, 7], order, &Limits::default()).steps.len();
        assert_eq!(steps(Order::Inverse), 1);
        assert_eq!(steps(Order::Forward(Scalar::Int)), 2);
    }
}
