//! Elementwise operations against their references.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::elementwise::{binary, check, number, reference, unary, unary_reference, Binary, Operand, Unary};
use gpgpu_wasm::ops::layout::{self, Array};
use gpgpu_wasm::plan::{FloatTargets, Limits};
use gpgpu_wasm::shape::{ElementType, Packed, Scalar, Shape};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::numbers::Numbers;

const FLOAT: ElementType = ElementType::FLOAT;
const ALL: [Binary; 3] = [Binary::Add, Binary::Sub, Binary::Hadamard];

fn as_bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[wasm_bindgen_test]
fn floats_are_exact_after_one_rounding_in_every_layout() {
    let gpu = Gpu::new().unwrap();
    let mut numbers = Numbers::new(5);
    let bits = Limits { float_targets: FloatTargets::None, ..gpu.limits().clone() };
    for limits in [gpu.limits(), &bits] {
        for (rows, cols) in [(1, 1), (2, 3), (5, 7), (127, 129), (3, 256)] {
            let (shape, count) = (Shape::matrix(rows, cols), (rows * cols) as usize);
            let (a, b) = (numbers.floats(count), numbers.floats(count));
            for packed in [layout::matrix(Scalar::Float, rows, cols, limits), Packed::stream(count)] {
                for operation in ALL {
                    let sides = (Operand::Array, Operand::Array);
                    let result = Array { ty: FLOAT, shape: &shape, packed };
                    let plan = binary(operation, result, sides, limits);
                    let given = [&a, &b].map(|x| (shape.clone(), Data::Float(x.clone())));
                    let got = gpu.run(&plan, &given).unwrap();
                    let wanted = reference(operation, &a, &b);
                    assert_eq!(as_bits(got[0].floats()), as_bits(&wanted), "{operation:?} {shape}");
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn a_single_element_of_any_width_meets_every_element() {
    let gpu = Gpu::new().unwrap();
    for width in 1..=4u8 {
        let ty = ElementType { scalar: Scalar::Int, width };
        for (rows, cols) in [(1, 2), (3, 5), (9, 7)] {
            let count = rows as usize * cols as usize * usize::from(width);
            let (many, single) = (Shape::matrix(rows, cols), Shape::vector(1));
            let a: Vec<i32> = (0..count as i32).collect();
            let b: Vec<i32> = (1..=i32::from(width)).map(|x| 1000 * x).collect();
            for packed in [Packed::matrix(rows, cols * u32::from(width)), Packed::stream(count)] {
                let (shape, left, right) = check("sub", (ty, &many), (ty, &single)).unwrap();
                let result = Array { ty, shape: &shape, packed };
                let plan = binary(Binary::Sub, result, (left, right), gpu.limits());
                let given = [(ty, many.clone(), Data::Int(a.clone())), (ty, single.clone(), Data::Int(b.clone()))];
                let wanted: Vec<i32> = a.iter().enumerate().map(|(i, x)| x - b[i % b.len()]).collect();
                assert_eq!(gpu.run_typed(&plan, &given).unwrap()[0], Data::Int(wanted.clone()), "{ty} {many}");
                let (shape, left, right) = check("sub", (ty, &single), (ty, &many)).unwrap();
                let result = Array { ty, shape: &shape, packed };
                let plan = binary(Binary::Sub, result, (left, right), gpu.limits());
                let [a, b] = given;
                let wanted = wanted.iter().map(|x| -x).collect();
                assert_eq!(gpu.run_typed(&plan, &[b, a]).unwrap()[0], Data::Int(wanted), "{ty} {many}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn numbers_are_operands_and_integers_wrap() {
    let gpu = Gpu::new().unwrap();
    let run = |ty: ElementType, data: Data, by: f64, operation| {
        let (shape, packed) = (Shape::vector(3), Packed::stream(3));
        let sides = (Operand::Array, number("scale", ty, by).unwrap());
        let plan = binary(operation, Array { ty, shape: &shape, packed }, sides, gpu.limits());
        gpu.run_typed(&plan, &[(ty, shape, data)]).unwrap().remove(0)
    };
    let scaled = run(FLOAT, Data::Float(vec![1.0, -2.0, 0.5]), 0.1, Binary::Hadamard);
    assert_eq!(scaled, Data::Float(vec![0.1, -0.2, 0.05]));
    let ints = run(ElementType::INT, Data::Int(vec![1, -2, i32::MAX]), 2.0, Binary::Hadamard);
    assert_eq!(ints, Data::Int(vec![2, -4, -2]));
    let uints = run(ElementType::UINT, Data::Uint(vec![0, 1, u32::MAX]), 4_294_967_295.0, Binary::Add);
    assert_eq!(uints, Data::Uint(vec![u32::MAX, 0, u32::MAX - 1]));
}

#[wasm_bindgen_test]
fn relu_and_its_gradient_know_nan_zero_and_infinity() {
    let gpu = Gpu::new().unwrap();
    let x = [-2.0, -1e-30, -0.0, 0.0, 1e-30, 3.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let (shape, packed) = (Shape::vector(9), Packed::stream(9));
    let bits = Limits { float_targets: FloatTargets::Half, ..gpu.limits().clone() };
    for limits in [gpu.limits(), &bits] {
        for operation in [Unary::Relu, Unary::ReluGrad] {
            let plan = unary(operation, Array { ty: FLOAT, shape: &shape, packed }, limits);
            let got = gpu.run(&plan, &[(shape.clone(), Data::Float(x.to_vec()))]).unwrap();
            let wanted = unary_reference(operation, &x);
            for (i, (got, wanted)) in got[0].floats().iter().zip(wanted).enumerate() {
                assert!(*got == wanted || got.is_nan() && wanted.is_nan(), "{operation:?}({}) = {got}", x[i]);
            }
        }
    }
    let int = ElementType::INT;
    let a = Array { ty: int, shape: &Shape::vector(3), packed: Packed::stream(3) };
    let plan = unary(Unary::Relu, a, gpu.limits());
    let got = gpu.run_typed(&plan, &[(int, Shape::vector(3), Data::Int(vec![-5, 0, i32::MAX]))]).unwrap();
    assert_eq!(got[0], Data::Int(vec![0, 0, i32::MAX]));
}
