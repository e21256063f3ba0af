//! Plans for the largest arrays: nothing that is counted on the way, for shaders either, leaves 32 bits. (What wraps around
//! ends a test, since tests check arithmetic.)

use super::elementwise::{self, Binary, Operand};
use super::layout::{self, Array};
use super::lu::{factor, inverse, solve, triangular};
use super::permute::{self, Lines};
use super::reduce::{self, Operation, Over};
use super::{identity, matmul, scan, sort, transpose};
use crate::plan::{FloatTargets, Limits, Plan, Step, Storage, Value};
use crate::shape::{ElementType, Packed, Scalar, Shape, MOST_ELEMENTS};

const MOST: u32 = MOST_ELEMENTS;
/// Rows of the largest square matrix.
const ROOT: u32 = 23_170;

fn devices() -> [Limits; 3] {
    let large = Limits { texture_size: 32_768, array_layers: 2048, ..Limits::default() };
    [
        Limits { draw_buffers: 8, uniform_block_bytes: 65_536, ..large.clone() },
        Limits { draw_buffers: 8, software: true, texture_size: 16_384, ..large.clone() },
        Limits { float_targets: FloatTargets::None, float_blend: false, ..large },
    ]
}

fn check(name: &str, plan: &Plan<'_>) {
    for storage in &plan.temporaries {
        if let Storage::Buffer { bytes } = storage {
            assert!(*bytes <= i32::MAX as u32, "{name}: {storage:?}");
        }
    }
    for step in &plan.steps {
        let Step::Draw(pass) = step else { continue };
        for (uniform, value) in &pass.uniforms {
            let counts = !matches!(value, Value::Ints(_, ints) if ints.iter().any(|&n| n < 0));
            assert!(counts || *uniform == "flip", "{name}: {uniform} is {value:?}");
        }
    }
}

fn shapes() -> Vec<Shape> {
    let mut shapes = vec![Shape::vector(MOST), Shape::matrix(ROOT, ROOT), Shape::from([812, 812, 812])];
    shapes.extend([[MOST, 1], [1, MOST], [MOST / 3, 3], [MOST, 0], [0, MOST]].map(|[m, n]| Shape::matrix(m, n)));
    shapes.extend([[MOST, 1, 1], [1, MOST, 1], [0, MOST, 1], [0, 2, MOST / 2]].map(Shape::from));
    shapes
}

/// Types of elements of which an array of this shape can exist.
fn types(shape: &Shape) -> impl Iterator<Item = ElementType> + '_ {
    let all = [(Scalar::Float, 1), (Scalar::Uint, 1), (Scalar::Float, 4)];
    let types = all.into_iter().map(|(scalar, width)| ElementType { scalar, width });
    types.filter(|ty| shape.elements() * ty.components() <= MOST as usize)
}

#[test]
fn plans_of_the_largest_streams_and_matrices_count_within_32_bits() {
    for (limits, shape) in devices().iter().flat_map(|limits| shapes().into_iter().map(move |shape| (limits, shape))) {
        assert_eq!(Shape::new(shape.dimensions()), Ok(shape.clone()));
        for ty in types(&shape) {
            let name = format!("{ty} {shape}");
            let array = Array { ty, shape: &shape, packed: Packed::stream(shape.elements() * ty.components()) };
            check(&name, &elementwise::binary(Binary::Add, array, (Operand::Array, Operand::One), limits));
            if let [rows, cols] = *shape.dimensions() {
                check(&name, &transpose::plan(ty, rows, cols, limits));
                for lines in [Lines::Rows, Lines::Columns] {
                    check(&name, &permute::plan(lines, ty, [rows, cols], permute::Order::Inverse, limits));
                }
            }
            // Sorting sees a shape as a stream.
            if shape.dimensions().len() > 1 {
                continue;
            }
            let options = sort::Options { descending: true, by: 0 };
            for plan in [sort::plan(ty, &shape, options, limits), sort::argsort(ty, &shape, options, limits)] {
                let _ = plan.map(|plan| check(&name, &plan));
            }
        }
    }
}

#[test]
fn plans_of_the_largest_reductions_and_scans_count_within_32_bits() {
    for (limits, shape) in devices().iter().flat_map(|limits| shapes().into_iter().map(move |shape| (limits, shape))) {
        for ty in types(&shape) {
            let name = format!("{ty} {shape}");
            let stream = Packed::stream(shape.elements());
            let packed = match *shape.dimensions() {
                [rows, cols] => layout::matrix(ty.scalar, rows, cols, limits),
                _ => stream,
            };
            for packed in [stream, packed] {
                let array = Array { ty, shape: &shape, packed };
                let _ = scan::plan(array, limits).map(|plan| check(&name, &plan));
                for over in
                    [Over::All, Over::Axis(0), Over::Axis(1), Over::Axis(2), Over::Groups(3), Over::Groups(i32::MAX)]
                {
                    for operation in [Operation::Mean, Operation::ArgMax] {
                        let _ = reduce::plan(operation, array, over, limits).map(|plan| check(&name, &plan));
                    }
                }
            }
        }
    }
}

#[test]
fn plans_of_the_largest_products_count_within_32_bits() {
    let extents = [
        (ROOT, ROOT, ROOT),
        (1, 1, MOST),
        (MOST, 1, 1),
        (1, MOST, 1),
        (2, MOST / 2, 2),
        (MOST / 2, 2, 2),
        (3, MOST / 3, 1),
        (16_384, 32_767, 16_384),
        (0, 5, MOST),
        (MOST / 5, 5, 0),
        (5, 0, MOST / 5),
    ];
    for ((m, k, n), limits) in extents.into_iter().flat_map(|extent| devices().map(|limits| (extent, limits))) {
        for (method, transpose_b) in [(matmul::Method::Texture, true), (matmul::Method::UniformBlock, false)] {
            let options = matmul::Options { transpose_a: false, transpose_b };
            check(&format!("{m} {k} {n}"), &matmul::plan(matmul::Extent { m, k, n }, options, method, &limits));
        }
    }
}

#[test]
fn plans_of_the_largest_linear_systems_count_within_32_bits() {
    for (limits, n) in devices().iter().flat_map(|limits| [2048, 16_383, ROOT].map(|n| (limits, n))) {
        let (name, a) = (n.to_string(), Shape::matrix(n, n));
        let wide = Shape::matrix(n, MOST / n);
        for plan in [
            factor::plan(&a, limits),
            inverse::plan(&a, 1, limits),
            solve::plan(&a, &wide, limits),
            triangular::multiply_lu_plan(&a, limits),
            triangular::invert_lower_plan(&a, limits),
        ] {
            let _ = plan.map(|plan| check(&name, &plan));
        }
        check(&name, &identity::plan(n, limits));
    }
}
