//! Transpose, identity and permutations against their references.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::permute::{self, Lines, Order};
use gpgpu_wasm::ops::{identity, transpose};
use gpgpu_wasm::plan::{FloatTargets, Limits};
use gpgpu_wasm::shape::{ElementType, Scalar, Shape};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::numbers::Numbers;

const SIZES: [(u32, u32); 10] =
    [(1, 1), (2, 3), (5, 1), (1, 5), (4, 4), (33, 17), (127, 129), (256, 3), (3, 20000), (20000, 3)];

/// The device's own limits, and those of poorer ones.
fn devices(gpu: &Gpu) -> [Limits; 3] {
    let full = gpu.limits().clone();
    [
        Limits { float_targets: FloatTargets::None, ..full.clone() },
        Limits { texture_size: full.texture_size.min(128), ..full.clone() },
        full,
    ]
}

#[wasm_bindgen_test]
fn rows_become_columns_whatever_the_size() {
    let gpu = Gpu::new().unwrap();
    let mut numbers = Numbers::new(6);
    for limits in devices(&gpu) {
        for (rows, cols) in SIZES {
            let a = numbers.floats((rows * cols) as usize);
            let plan = transpose::plan(ElementType::FLOAT, rows, cols, &limits);
            let got = gpu.run(&plan, &[(Shape::matrix(rows, cols), Data::Float(a.clone()))]).unwrap();
            assert_eq!(got[0].floats(), transpose::reference(&a, rows as usize, cols as usize), "{rows} x {cols}");
        }
    }
}

#[wasm_bindgen_test]
fn elements_of_several_components_move_as_one() {
    let gpu = Gpu::new().unwrap();
    for width in 2..=4u8 {
        let ty = ElementType { scalar: Scalar::Uint, width };
        let elements: Vec<u32> = (0..35).collect();
        let spread = |elements: &[u32]| {
            Data::Uint(elements.iter().flat_map(|&e| (0..u32::from(width)).map(move |c| 10 * e + c)).collect())
        };
        let plan = transpose::plan(ty, 5, 7, gpu.limits());
        let got = gpu.run_typed(&plan, &[(ty, Shape::matrix(5, 7), spread(&elements))]).unwrap();
        assert_eq!(got[0], spread(&transpose::reference(&elements, 5, 7)), "{ty}");

        let order = Data::Int(permute::inverse(Lines::Columns, &[6.0, 0.0, 1.0, 5.0, 2.0, 4.0, 3.0], 7).unwrap());
        let plan = permute::plan(Lines::Columns, ty, [5, 7], Order::Inverse, gpu.limits());
        let arguments = [(ty, Shape::matrix(5, 7), spread(&elements)), (ElementType::INT, Shape::vector(7), order)];
        let got = gpu.run_typed(&plan, &arguments).unwrap();
        let wanted = permute::reference(Lines::Columns, &elements, 5, 7, &[6, 0, 1, 5, 2, 4, 3]);
        assert_eq!(got[0], spread(&wanted), "{ty}");
    }
}

#[wasm_bindgen_test]
fn ones_stand_on_the_diagonal() {
    let gpu = Gpu::new().unwrap();
    for limits in devices(&gpu) {
        for n in [0, 1, 2, 3, 7, 127, 128, 129] {
            let got = gpu.run(&identity::plan(n, &limits), &[]).unwrap();
            assert_eq!(got[0].floats(), identity::reference(n as usize), "{n}");
        }
    }
}

#[wasm_bindgen_test]
fn lines_go_where_the_order_says_wherever_the_order_lies() {
    let gpu = Gpu::new().unwrap();
    let mut numbers = Numbers::new(7);
    for limits in devices(&gpu) {
        for (rows, cols) in [(1, 1), (2, 3), (33, 17), (127, 129), (3, 1000), (1000, 3)] {
            for lines in [Lines::Rows, Lines::Columns] {
                let count = if lines == Lines::Rows { rows } else { cols };
                let a = numbers.floats((rows * cols) as usize);
                let order = numbers.permutation(count as usize);
                let wanted = permute::reference(lines, &a, rows as usize, cols as usize, &order);
                let given: Vec<f64> = order.iter().map(|&entry| entry as f64).collect();
                let inverse = permute::inverse(lines, &given, count).unwrap();
                let uints = order.iter().map(|&entry| entry as u32).collect();
                let ints = order.iter().map(|&entry| entry as i32).collect();
                for (kind, data) in [
                    (Order::Inverse, Data::Int(inverse)),
                    (Order::Forward(Scalar::Int), Data::Int(ints)),
                    (Order::Forward(Scalar::Uint), Data::Uint(uints)),
                ] {
                    let plan = permute::plan(lines, ElementType::FLOAT, [rows, cols], kind, &limits);
                    let arguments = [(Shape::matrix(rows, cols), Data::Float(a.clone())), (Shape::vector(count), data)];
                    let got = gpu.run(&plan, &arguments).unwrap();
                    assert_eq!(got[0].floats(), wanted, "{lines:?} of {rows} x {cols}, {kind:?}");
                }
            }
        }
    }
}
