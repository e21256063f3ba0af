//! Sorting, bit for bit, against the reference and against the page's own typed arrays.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::sort::{self, Options};
use gpgpu_wasm::plan::{Limits, Plan};
use gpgpu_wasm::shape::{ElementType, Scalar, Shape};
use js_sys::{Float32Array, Function, Int32Array, Object, Reflect, Uint32Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::numbers::Numbers;

/// ±0, ±∞, NaNs, subnormals, the largest and smallest, ones.
const SPECIAL: [u32; 18] = [
    0,
    1,
    2,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0x7fc0_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x807f_ffff,
    0xbf80_0000,
    0xff7f_ffff,
    0xff80_0000,
    0xffc0_0000,
    0xffff_ffff,
];

/// Bits of `n` components: any, sorted, reversed, all the same, few values, special ones among others.
fn inputs(n: usize) -> Vec<(&'static str, Vec<u32>)> {
    let mut numbers = Numbers::new(n as u32);
    let any: Vec<u32> = (0..n).map(|_| numbers.next()).collect();
    let mut sorted: Vec<f32> = any.iter().map(|&bits| f32::from_bits(bits)).collect();
    sorted.sort_by(f32::total_cmp);
    let sorted: Vec<u32> = sorted.into_iter().map(f32::to_bits).collect();
    let special = |_| if numbers.next() % 2 == 0 { SPECIAL[numbers.next() as usize % 18] } else { numbers.next() };
    vec![
        ("reversed", sorted.iter().rev().copied().collect()),
        ("sorted", sorted),
        ("constant", vec![0x4090_0000; n]),
        ("few values", any.iter().map(|bits| (bits % 3 + 1) << 23).collect()),
        ("special values", (0..n).map(special).collect()),
        ("NaN", vec![0x7fc0_0000; n]),
        ("random", any),
    ]
}

fn data(scalar: Scalar, bits: &[u32]) -> Data {
    match scalar {
        Scalar::Float => Data::Float(bits.iter().map(|&bits| f32::from_bits(bits)).collect()),
        Scalar::Int => Data::Int(bits.iter().map(|&bits| bits as i32).collect()),
        Scalar::Uint => Data::Uint(bits.to_vec()),
    }
}

/// Every NaN counts as the same.
fn bits(data: &Data) -> Vec<u32> {
    match data {
        Data::Float(v) => v.iter().map(|x| if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }).collect(),
        Data::Int(v) => v.iter().map(|&x| x as u32).collect(),
        Data::Uint(v) => v.clone(),
    }
}

/// What the page's own typed array makes of it.
fn sorted_by_the_page(data: &Data) -> Data {
    let sort = |array: &Object| {
        let method: Function = Reflect::get(array, &"sort".into()).unwrap().unchecked_into();
        method.call0(array).unwrap();
    };
    match data {
        Data::Float(v) => {
            let array = Float32Array::from(v.as_slice());
            sort(&array);
            Data::Float(array.to_vec())
        }
        Data::Int(v) => {
            let array = Int32Array::from(v.as_slice());
            sort(&array);
            Data::Int(array.to_vec())
        }
        Data::Uint(v) => {
            let array = Uint32Array::from(v.as_slice());
            sort(&array);
            Data::Uint(array.to_vec())
        }
    }
}

fn run(gpu: &Gpu, plan: &Plan<'_>, arguments: &[(ElementType, &[u32])]) -> Vec<Vec<u32>> {
    let arguments: Vec<_> = arguments
        .iter()
        .map(|&(ty, bits)| (ty, Shape::vector((bits.len() / ty.components()) as u32), data(ty.scalar, bits)))
        .collect();
    gpu.run_typed(plan, &arguments).unwrap().iter().map(bits).collect()
}

/// The device as it is, and one with no more than four render targets.
fn devices(gpu: &Gpu) -> [Limits; 2] {
    [gpu.limits().clone(), Limits { draw_buffers: 4, ..gpu.limits().clone() }]
}

fn check(gpu: &Gpu, n: usize, limits: &Limits) {
    for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
        let ty = ElementType { scalar, width: 1 };
        for (what, given) in inputs(n) {
            let mut expected = bits(&sorted_by_the_page(&data(scalar, &given)));
            for descending in [false, true] {
                let options = Options { descending, by: 0 };
                let plan = sort::plan(ty, &Shape::vector(n as u32), options, limits).unwrap();
                let got = run(gpu, &plan, &[(ty, &given)]);
                assert!(got[0] == expected, "{n} {ty}, {what}, {options:?}");
                expected.reverse();
            }
        }
    }
}

#[wasm_bindgen_test]
fn short_arrays_come_out_as_typed_arrays_sort_them() {
    let gpu = Gpu::new().unwrap();
    let [device, least] = devices(&gpu);
    for n in (0..=40).chain([127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025]) {
        check(&gpu, n, &device);
    }
    for n in [0, 1, 15, 16, 17, 33, 100, 1000] {
        check(&gpu, n, &least);
    }
}

#[wasm_bindgen_test]
fn long_arrays_come_out_as_typed_arrays_sort_them() {
    let gpu = Gpu::new().unwrap();
    let [device, least] = devices(&gpu);
    check(&gpu, 65537, &device);
    check(&gpu, 5000, &least);
    let ty = ElementType::FLOAT;
    for (what, given) in inputs(1 << 20) {
        let plan = sort::plan(ty, &Shape::vector(1 << 20), Options::default(), gpu.limits()).unwrap();
        let expected = bits(&sorted_by_the_page(&data(Scalar::Float, &given)));
        assert!(run(&gpu, &plan, &[(ty, &given)])[0] == expected, "{what}");
    }
}

#[wasm_bindgen_test]
fn indices_are_stable_in_both_directions() {
    let gpu = Gpu::new().unwrap();
    for limits in &devices(&gpu) {
        for n in [0, 1, 2, 3, 15, 16, 17, 31, 33, 100, 1025, 20_000] {
            for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
                let ty = ElementType { scalar, width: 1 };
                for (what, given) in inputs(n) {
                    for descending in [false, true] {
                        let options = Options { descending, by: 0 };
                        let plan = sort::argsort(ty, &Shape::vector(n as u32), options, limits).unwrap();
                        let expected = sort::reference_order(ty, &given, options);
                        assert!(run(&gpu, &plan, &[(ty, &given)])[0] == expected, "{n} {ty}, {what}, {options:?}");
                    }
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn records_stay_whole_and_ties_stay_in_input_order() {
    let gpu = Gpu::new().unwrap();
    for width in 2..=4u8 {
        for (n, by) in [(0, 0), (1, 1), (2, 0), (5, 1), (33, 0), (777, u32::from(width) - 1), (5000, 1)] {
            for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
                let ty = ElementType { scalar, width };
                for (what, given) in inputs(n * ty.components()) {
                    let options = Options { descending: n % 2 == 1, by };
                    let plan = sort::plan(ty, &Shape::vector(n as u32), options, gpu.limits()).unwrap();
                    let expected = bits(&data(scalar, &sort::reference(ty, &given, options)));
                    assert!(run(&gpu, &plan, &[(ty, &given)])[0] == expected, "{n} {ty}, {what}, {options:?}");
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn values_of_any_type_go_with_their_keys() {
    let gpu = Gpu::new().unwrap();
    let keys = ElementType::FLOAT;
    for n in [0, 1, 3, 64, 1001] {
        for (width, scalar) in [(1, Scalar::Uint), (2, Scalar::Float), (3, Scalar::Int), (4, Scalar::Float)] {
            let values = ElementType { scalar, width };
            let mut numbers = Numbers::new(n as u32);
            let value_bits: Vec<u32> = (0..n * values.components()).map(|_| numbers.next() >> 9).collect();
            for (what, key_bits) in inputs(n) {
                let (options, shape) = (Options { descending: width > 2, by: 0 }, Shape::vector(n as u32));
                let plan = sort::pairs((keys, &shape), (values, &shape), options, gpu.limits()).unwrap();
                let got = run(&gpu, &plan, &[(keys, &key_bits), (values, &value_bits)]);
                let order = sort::reference_order(keys, &key_bits, options);
                let moved: Vec<u32> = order
                    .iter()
                    .flat_map(|&i| &value_bits[i as usize * values.components()..][..values.components()])
                    .copied()
                    .collect();
                assert!(
                    got[0] == bits(&data(Scalar::Float, &sort::reference(keys, &key_bits, options))),
                    "{n}, {what}"
                );
                assert!(got[1] == moved, "{n} {values}, {what}");
            }
        }
    }
}
