//! How many elements a call runs over.

use std::fmt;

use super::Call;
use crate::error::{Code, Error, Result};
use crate::kernel::Variable;
use crate::shape::{ElementType, Scalar, Shape};

/// How many elements a call runs over, and who said so.
pub(super) struct Count<'k> {
    pub(super) elements: Option<u32>,
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
pub(super) enum Has {
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
    pub(super) fn new(call: &Call) -> Result<Count<'k>> {
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
    pub(super) fn agree(&mut self, variable: &'k Variable, elements: u32, has: Has) -> Result<()> {
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

pub(super) fn counted(elements: usize) -> Result<u32> {
    u32::try_from(elements).ok().filter(|&n| n <= i32::MAX as u32).ok_or_else(|| {
        Error::of(Code::LimitExceeded, format_args!("has {elements} elements; one call takes {}", i32::MAX))
    })
}
