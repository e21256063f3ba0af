//! Reductions and running sums against their references.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::layout::Array;
use gpgpu_wasm::ops::reduce::{self, Operation, Over};
use gpgpu_wasm::ops::scan;
use gpgpu_wasm::shape::{ElementType, Packed, Shape};
use wasm_bindgen_test::wasm_bindgen_test;

const LENGTHS: [u32; 17] = [1, 2, 3, 5, 7, 31, 33, 127, 128, 129, 255, 256, 257, 1000, 1023, 1025, 4097];

fn numbers(data: &Data) -> Vec<f64> {
    match data {
        Data::Float(v) => v.iter().map(|&x| f64::from(x)).collect(),
        Data::Int(v) => v.iter().map(|&x| f64::from(x)).collect(),
        Data::Uint(v) => v.iter().map(|&x| f64::from(x)).collect(),
    }
}

fn type_of(data: &Data) -> ElementType {
    match data {
        Data::Float(_) => ElementType::FLOAT,
        Data::Int(_) => ElementType::INT,
        Data::Uint(_) => ElementType::UINT,
    }
}

fn reduced(gpu: &Gpu, operation: Operation, data: &Data, shape: &Shape, over: Over, from: Packed) -> Vec<f64> {
    let a = Array { ty: type_of(data), shape, packed: from };
    let plan = reduce::plan(operation, a, over, gpu.limits()).unwrap();
    numbers(&gpu.run(&plan, &[(shape.clone(), data.clone())]).unwrap()[0])
}

fn summed_up(gpu: &Gpu, data: &Data, from: Packed) -> Vec<f64> {
    let shape = Shape::vector(numbers(data).len() as u32);
    let a = Array { ty: type_of(data), shape: &shape, packed: from };
    let plan = scan::plan(a, gpu.limits()).unwrap();
    numbers(&gpu.run(&plan, &[(shape, data.clone())]).unwrap()[0])
}

/// Equal but for a few roundings of float32, and NaN where NaN belongs.
fn assert_close(got: &[f64], want: &[f64], roundings: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (&g, &w)) in got.iter().zip(want).enumerate() {
        let same = g == w || g.is_nan() && w.is_nan() || (g - w).abs() <= roundings * 2f64.powi(-24) * w.abs();
        assert!(same, "{what}: result {i} is {g}, not {w}");
    }
}

/// Whole numbers with ties, or for products numbers near 1.
fn floats(operation: Operation, n: u32) -> Data {
    let value = |i: u32| match operation {
        Operation::Prod => [1.0, -1.0, 2.0, 0.5, 1.25, 0.8][(i % 6) as usize],
        _ => (i.wrapping_mul(2_654_435_761) >> 20) as f32 - 2000.0,
    };
    Data::Float((0..n).map(value).collect())
}

/// Roundings that an operation on `n` whole numbers may make.
fn roundings(operation: Operation, n: u32) -> f64 {
    match operation {
        Operation::Mean => 4.0,
        Operation::Prod => f64::from(n),
        _ => 0.0,
    }
}

#[wasm_bindgen_test]
fn every_length_is_reduced_whole_and_in_groups_from_rows_of_any_length() {
    let gpu = Gpu::new().unwrap();
    for operation in Operation::ALL {
        for n in LENGTHS {
            let (shape, data) = (Shape::vector(n), floats(operation, n));
            for from in [Packed::stream(n as usize), Packed { row: 7, rows: n.div_ceil(7) }] {
                for over in [Over::All, Over::Axis(0), Over::Groups(5), Over::Groups(64)] {
                    let got = reduced(&gpu, operation, &data, &shape, over, from);
                    let want = reduce::reference(operation, &numbers(&data), &shape, over).unwrap();
                    assert_close(&got, &want, roundings(operation, n), &format!("{operation:?} of {n} {over:?}"));
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn a_short_last_group_ends_where_the_array_does_however_groups_are_cut() {
    let gpu = Gpu::new().unwrap();
    for operation in [Operation::Sum, Operation::Min, Operation::ArgMax] {
        for n in [189u32, 3001] {
            let shape = Shape::vector(n);
            let data = floats(operation, n);
            for size in (65..130).step_by(4).chain([66, 67, 1000, 1001, 2999]) {
                for from in [Packed::stream(n as usize), Packed { row: 7, rows: n.div_ceil(7) }] {
                    let over = Over::Groups(size);
                    let got = reduced(&gpu, operation, &data, &shape, over, from);
                    let want = reduce::reference(operation, &numbers(&data), &shape, over).unwrap();
                    assert_close(&got, &want, 0.0, &format!("{operation:?} of {n} {over:?}"));
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn every_axis_is_reduced() {
    let gpu = Gpu::new().unwrap();
    let shapes: [&[u32]; 6] = [&[2, 3], &[33, 17], &[64, 64], &[7, 5, 9], &[4, 8, 12], &[3, 130, 2]];
    for operation in Operation::ALL {
        for dimensions in shapes {
            let shape = Shape::new(dimensions).unwrap();
            let n = shape.elements() as u32;
            let data = floats(operation, n);
            let cols = dimensions[dimensions.len() - 1];
            for axis in 0..dimensions.len() as i32 {
                for from in [Packed::stream(n as usize), Packed::matrix(n / cols, cols)] {
                    let got = reduced(&gpu, operation, &data, &shape, Over::Axis(axis), from);
                    let want = reduce::reference(operation, &numbers(&data), &shape, Over::Axis(axis)).unwrap();
                    let what = format!("{operation:?} of {shape} over {axis}");
                    assert_close(&got, &want, roundings(operation, n), &what);
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn ints_and_uints_wrap_around_and_compare_over_their_whole_range() {
    let gpu = Gpu::new().unwrap();
    let uints: Vec<u32> =
        (0..1000u32).map(|i| i.wrapping_mul(2_654_435_761) | 1).chain([u32::MAX, 0, 1 << 31]).collect();
    let ints: Vec<i32> = uints.iter().map(|&x| x as i32).collect();
    let n = ints.len();
    let run = |operation, data: &Data| {
        reduced(&gpu, operation, data, &Shape::vector(n as u32), Over::All, Packed::stream(n))[0]
    };
    let (int, uint) = (Data::Int(ints.clone()), Data::Uint(uints.clone()));
    assert_eq!(run(Operation::Sum, &int), f64::from(ints.iter().fold(0i32, |a, &x| a.wrapping_add(x))));
    assert_eq!(run(Operation::Sum, &uint), f64::from(uints.iter().fold(0u32, |a, &x| a.wrapping_add(x))));
    let odd = Data::Uint(uints[..1000].to_vec());
    let product = reduced(&gpu, Operation::Prod, &odd, &Shape::vector(1000), Over::All, Packed::stream(1000))[0];
    assert_eq!(product, f64::from(uints[..1000].iter().fold(1u32, |a, &x| a.wrapping_mul(x))));
    for operation in [Operation::Min, Operation::Max, Operation::ArgMin, Operation::ArgMax, Operation::Mean] {
        for data in [&int, &uint] {
            let want = reduce::reference(operation, &numbers(data), &Shape::vector(n as u32), Over::All).unwrap();
            assert_close(&[run(operation, data)], &want, roundings(operation, 0), &format!("{operation:?}"));
        }
    }
    let running: Vec<f64> = ints
        .iter()
        .scan(0i32, |sum, &x| {
            *sum = sum.wrapping_add(x);
            Some(f64::from(*sum))
        })
        .collect();
    assert_eq!(summed_up(&gpu, &int, Packed::stream(n)), running);
}

#[wasm_bindgen_test]
fn infinities_and_nans_are_kept_as_numpy_keeps_them() {
    let gpu = Gpu::new().unwrap();
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    for n in [3usize, 100, 5000] {
        for special in
            [[nan, 1.0], [inf, 1.0], [-inf, 1.0], [inf, -inf], [nan, nan], [-nan, inf], [-0.0, 0.0], [1e-40, 0.0]]
        {
            let mut values = vec![0.0f32; n];
            values[n / 2] = special[0];
            values[n - 1] = special[1];
            let (data, shape) = (Data::Float(values), Shape::vector(n as u32));
            for operation in Operation::ALL {
                // Sums may take subnormals for zero; what only compares may not.
                let adds = matches!(operation, Operation::Sum | Operation::Mean | Operation::Prod);
                if adds && special[0] == 1e-40 {
                    continue;
                }
                let got = reduced(&gpu, operation, &data, &shape, Over::All, Packed::stream(n));
                let want = reduce::reference(operation, &numbers(&data), &shape, Over::All).unwrap();
                assert_close(
                    &got,
                    &want,
                    roundings(operation, n as u32),
                    &format!("{operation:?} of {special:?} in {n}"),
                );
            }
            if special[0] != 1e-40 {
                let got = summed_up(&gpu, &data, Packed::stream(n));
                assert_close(&got, &scan::reference(&numbers(&data)), 0.0, &format!("cumsum of {special:?} in {n}"));
            }
        }
    }
}

#[wasm_bindgen_test]
fn running_sums_of_every_length_are_exact_for_whole_numbers() {
    let gpu = Gpu::new().unwrap();
    for n in LENGTHS.into_iter().chain([16_384, 16_385, 70_000]) {
        let data = Data::Float((0..n).map(|i| (i % 7) as f32 - 2.0).collect());
        for from in [
            Packed::stream(n as usize),
            Packed { row: 20, rows: n.div_ceil(20) },
            Packed { row: 7, rows: n.div_ceil(7) },
        ] {
            assert_eq!(summed_up(&gpu, &data, from), scan::reference(&numbers(&data)), "{n} from {from:?}");
        }
    }
}

#[wasm_bindgen_test]
fn a_million_terms_cost_one_rounding() {
    let gpu = Gpu::new().unwrap();
    let n = 1usize << 20;
    let random = |i: usize| ((i as u32).wrapping_mul(2_654_435_761) >> 8) as f32 / 16_777_216.0;
    for values in [vec![0.1f32; n], (0..n).map(random).collect()] {
        let data = Data::Float(values);
        let exact = numbers(&data);
        for operation in [Operation::Sum, Operation::Mean] {
            let shape = Shape::vector(n as u32);
            let got = reduced(&gpu, operation, &data, &shape, Over::All, Packed::stream(n));
            let want = reduce::reference(operation, &exact, &shape, Over::All).unwrap();
            assert_close(&got, &want, if operation == Operation::Sum { 1.01 } else { 4.0 }, &format!("{operation:?}"));
        }
        assert_close(&summed_up(&gpu, &data, Packed::stream(n)), &scan::reference(&exact), 1.01, "cumsum");
    }
    // Nothing is lost between terms of opposite signs.
    let waves = Data::Float((0..30_000).map(|i| [1e8, 1.0, -1e8][i % 3]).collect());
    assert_eq!(summed_up(&gpu, &waves, Packed::stream(30_000))[29_999], 10_000.0);
}

#[wasm_bindgen_test]
fn a_mean_of_great_numbers_does_not_overflow() {
    let gpu = Gpu::new().unwrap();
    for (n, value) in [(70_000usize, 65_504.0f32), (3, f32::MAX), (5000, 3e38)] {
        let data = Data::Float(vec![value; n]);
        let got = reduced(&gpu, Operation::Mean, &data, &Shape::vector(n as u32), Over::All, Packed::stream(n));
        assert_close(&got, &[f64::from(value)], 4.0, &format!("{n} times {value}"));
    }
}

#[wasm_bindgen_test]
fn products_whose_parts_would_overflow_millions_of_times_are_right() {
    let gpu = Gpu::new().unwrap();
    let power = |exponent: i32| f32::from_bits(((127 + exponent) as u32) << 23);
    // Each lane meets one of the two only, so exponents grow to hundreds of millions before they cancel.
    for n in [2u32, 1000, 1 << 20, 1 << 21] {
        for exponent in [33, 100, 126] {
            let data = Data::Float((0..n).map(|i| power(if i % 2 == 0 { exponent } else { -exponent })).collect());
            let (shape, from) = (Shape::vector(n), Packed::stream(n as usize));
            for over in [Over::All, Over::Axis(0)] {
                assert_eq!(reduced(&gpu, Operation::Prod, &data, &shape, over, from), [1.0], "{n}, 2^±{exponent}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn sixteen_million_elements_are_counted_past_what_a_float_counts() {
    let gpu = Gpu::new().unwrap();
    let n = 16_777_220usize;
    let mut ones = vec![1.0f32; n];
    let run = |operation, data: &Data| {
        reduced(&gpu, operation, data, &Shape::vector(n as u32), Over::All, Packed::stream(n))[0]
    };
    assert_eq!(run(Operation::Sum, &Data::Float(ones.clone())), n as f64);
    ones[n - 1] = 2.0;
    ones[n - 2] = 0.0;
    let data = Data::Float(ones);
    assert_eq!(run(Operation::ArgMax, &data), (n - 1) as f64);
    assert_eq!(run(Operation::ArgMin, &data), (n - 2) as f64);
}
