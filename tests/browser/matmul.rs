//! matmul against its reference.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::matmul::{plan, reference, Extent, Method, Options};
use gpgpu_wasm::ops::transpose;
use gpgpu_wasm::plan::{FloatTargets, Limits};
use gpgpu_wasm::shape::Shape;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::numbers::Numbers;
use crate::padding;

const PLAIN: Options = Options { transpose_a: false, transpose_b: false };

/// How a product is computed.
type Way<'a> = (Method, &'a Limits);

fn options() -> impl Iterator<Item = Options> {
    [false, true]
        .into_iter()
        .flat_map(|transpose_a| [false, true].map(|transpose_b| Options { transpose_a, transpose_b }))
}

/// The product of `a` (m x k) and `b` (k x n), which are stored transposed if the options say so.
fn product(gpu: &Gpu, (method, limits): Way<'_>, extent: Extent, options: Options, a: &[f32], b: &[f32]) -> Vec<f32> {
    let Extent { m, k, n } = extent;
    let stored = |x: &[f32], rows: u32, cols: u32, transposed| {
        if transposed {
            let turned = transpose::reference(x, rows as usize, cols as usize);
            (Shape::matrix(cols, rows), Data::Float(turned))
        } else {
            (Shape::matrix(rows, cols), Data::Float(x.to_vec()))
        }
    };
    let kernel = padding::kernel();
    let plan = plan(extent, options, method, limits);
    let plan = padding::poisoned(&plan, &[a.len(), b.len()], &kernel);
    let arguments = [stored(a, m, k, options.transpose_a), stored(b, k, n, options.transpose_b)];
    gpu.run(&plan, &arguments).unwrap()[0].floats().to_vec()
}

/// Computes a product of random numbers and compares.
fn check(gpu: &Gpu, way: Way<'_>, (m, k, n): (u32, u32, u32), options: Options, numbers: &mut Numbers) {
    let extent = Extent { m, k, n };
    let a = numbers.floats((m * k) as usize);
    let b = numbers.floats((k * n) as usize);
    let got = product(gpu, way, extent, options, &a, &b);
    let (wanted, magnitude) = reference(&a, &b, extent, PLAIN);
    assert_eq!(got.len(), wanted.len());
    // Settled block by block, so few roundings however long the sum; at most k and one to store the result.
    let units = f64::from((k + 1).min(24 + k / 4096));
    for (i, ((&got, wanted), magnitude)) in got.iter().zip(wanted).zip(magnitude).enumerate() {
        let error = (f64::from(got) - wanted).abs();
        let most = units * magnitude / f64::from(1 << 24) + 1e-38;
        assert!(error <= most, "{extent:?} {options:?}, element {i}: {got} for {wanted}, error {error:e} > {most:e}");
    }
}

#[wasm_bindgen_test]
fn products_of_all_sorts_of_sizes_are_as_exact_as_blocked_sums_allow() {
    let gpu = Gpu::new().unwrap();
    let mut numbers = Numbers::new(1);
    for options in options() {
        for n in [1, 2, 3, 5, 31, 33, 63, 64, 65] {
            check(&gpu, (Method::Texture, gpu.limits()), (n, n, n), options, &mut numbers);
        }
        for extent in
            [(127, 128, 129), (1, 255, 3), (256, 1, 2), (2, 257, 1), (3, 256, 129), (257, 3, 255), (9, 700, 6)]
        {
            check(&gpu, (Method::Texture, gpu.limits()), extent, options, &mut numbers);
        }
    }
}

#[wasm_bindgen_test]
fn sums_of_positive_terms_are_off_by_two_units_or_little_more() {
    let gpu = Gpu::new().unwrap();
    let poorer = Limits { float_targets: FloatTargets::None, ..gpu.limits().clone() };
    let unblended = Limits { float_blend: false, ..gpu.limits().clone() };
    let ways = [(Method::Texture, gpu.limits()), (Method::UniformBlock, gpu.limits())];
    let few = [(Method::Texture, &poorer), (Method::Texture, &unblended)];
    let mut numbers = Numbers::new(11);
    for (k, most) in [(16, 3.0), (65, 2.5), (200, 2.0), (1000, 2.0), (2048, 2.0), (3000, 2.0), (4096, 2.0)] {
        // Below that, uniform blocks add up more terms in a row than there should be for so few.
        let ways = if k < 2048 { &ways[..1] } else { &ways[..] };
        let products = ways.iter().map(|&way| (way, 66, 70)).chain([(ways[0], 300, 20), (ways[0], 20, 20)]);
        let vectors = [(ways[0], 200, 1), (ways[0], 1, 300), (ways[0], 3, 1)];
        for (way, m, n) in products.chain(vectors).chain(few.map(|way| (way, 20, 30))) {
            let extent = Extent { m, k, n };
            let mut positive =
                |count: u32| -> Vec<f32> { numbers.floats(count as usize).into_iter().map(f32::abs).collect() };
            let (a, b) = (positive(m * k), positive(k * n));
            let got = product(&gpu, way, extent, PLAIN, &a, &b);
            let (wanted, magnitude) = reference(&a, &b, extent, PLAIN);
            let units = |i: usize| (f64::from(got[i]) - wanted[i]).abs() / magnitude[i] * f64::from(1 << 24);
            let worst = (0..got.len()).map(units).fold(0.0, f64::max);
            assert!(worst <= most, "{extent:?}, {:?}: off by {worst} units", way.0);
        }
    }
}

#[wasm_bindgen_test]
fn poorer_devices_compute_the_same() {
    let gpu = Gpu::new().unwrap();
    let full = gpu.limits();
    let poorer = [
        Limits { draw_buffers: 4, ..full.clone() },
        Limits { float_blend: false, ..full.clone() },
        Limits { float_targets: FloatTargets::None, ..full.clone() },
        // Textures so small that everything has to be cut.
        Limits { texture_size: 256, array_layers: 8, ..full.clone() },
    ];
    let mut numbers = Numbers::new(2);
    for limits in &poorer {
        for options in options() {
            for extent in [(3, 5, 4), (65, 600, 9), (300, 300, 20), (2, 9, 1500), (1, 1200, 40), (1, 1200, 1)] {
                check(&gpu, (Method::Texture, limits), extent, options, &mut numbers);
            }
        }
    }
}

#[wasm_bindgen_test]
fn uniform_blocks_compute_the_same() {
    let gpu = Gpu::new().unwrap();
    // The shortest blocks that a device may have hold 512 k.
    let short = Limits { uniform_block_bytes: 16384, ..gpu.limits().clone() };
    let mut numbers = Numbers::new(9);
    for limits in [gpu.limits(), &short] {
        for options in options() {
            for extent in [(65, 64, 68), (100, 1031, 70), (129, 600, 257)] {
                check(&gpu, (Method::UniformBlock, limits), extent, options, &mut numbers);
            }
        }
    }
}

#[wasm_bindgen_test]
fn long_products_for_processors_compute_the_same() {
    let gpu = Gpu::new().unwrap();
    let processor = Limits { software: true, ..gpu.limits().clone() };
    let poorer = Limits { float_targets: FloatTargets::None, ..processor.clone() };
    let mut numbers = Numbers::new(4);
    for limits in [&processor, &poorer] {
        for options in options() {
            // Their rows divide into eight equal parts, or not; k is whole groups of four, or not.
            for extent in [(136, 512, 128), (129, 515, 131), (5, 1030, 300)] {
                check(&gpu, (Method::Texture, limits), extent, options, &mut numbers);
            }
        }
    }
}

#[wasm_bindgen_test]
fn operands_longer_than_a_texture_are_folded_and_cut() {
    let gpu = Gpu::new().unwrap();
    let mut numbers = Numbers::new(3);
    for extent in [(1, 65536, 1), (20000, 3, 2), (2, 20000, 2), (3, 2, 40001), (1, 3, 40001), (40001, 3, 1)] {
        check(&gpu, (Method::Texture, gpu.limits()), extent, PLAIN, &mut numbers);
    }
}

/// The device as it would be were it a processor, and were it a GPU: kernels differ in how they treat infinities.
fn as_processor_and_as_gpu(gpu: &Gpu) -> [Limits; 2] {
    [true, false].map(|software| Limits { software, ..gpu.limits().clone() })
}

fn ways(limits: &[Limits; 2]) -> [Way<'_>; 3] {
    [(Method::Texture, &limits[0]), (Method::Texture, &limits[1]), (Method::UniformBlock, &limits[1])]
}

#[wasm_bindgen_test]
fn a_nan_stays_in_its_row_and_an_infinity_in_its_column() {
    let gpu = Gpu::new().unwrap();
    let limits = as_processor_and_as_gpu(&gpu);
    let mut numbers = Numbers::new(4);
    for (m, k, n) in [(3, 5, 6), (9, 7, 10), (66, 64, 70), (130, 261, 70)] {
        // Among the first terms of a sum, in its midst, and at its end.
        for (options, at) in options().flat_map(|options| [0, k / 2, k - 1].map(|at| (options, at))) {
            let mut a = numbers.floats((m * k) as usize);
            let mut b = numbers.floats((k * n) as usize);
            let extent = Extent { m, k, n };
            let (row, column) = (|i: u32| (i * k + at) as usize, |j: u32| (at * n + j) as usize);
            for way in ways(&limits) {
                (a[row(1)], a[row(0)], b[column(2)]) = (0.5, 0.25, 0.75);
                let finite = product(&gpu, way, extent, options, &a, &b);
                (a[row(1)], a[row(0)], b[column(2)]) = (f32::NAN, f32::NEG_INFINITY, f32::INFINITY);
                let got = product(&gpu, way, extent, options, &a, &b);
                for (i, value) in got.iter().enumerate() {
                    let as_wanted = match (i as u32 / n, i as u32 % n) {
                        (1, _) => value.is_nan(),
                        (0, 2) => *value == f32::NEG_INFINITY,
                        (0, j) => *value == -f32::INFINITY * b[column(j)].signum(),
                        (i, 2) => *value == f32::INFINITY * a[row(i)].signum(),
                        // As if the neighbours were like all others.
                        _ => *value == finite[i],
                    };
                    assert!(as_wanted, "{extent:?} {options:?} {way:?}: {value} at {i}, {} without", finite[i]);
                }
            }
        }
    }
}

#[wasm_bindgen_test]
fn a_sum_that_runs_over_is_infinite() {
    let gpu = Gpu::new().unwrap();
    let limits = as_processor_and_as_gpu(&gpu);
    let (m, k, n) = (20, 100, 70);
    let mut a = vec![1.0; (m * k) as usize];
    a[..k as usize].fill(3e38);
    a[(2 * k) as usize..(3 * k) as usize].fill(-3e38);
    for way in ways(&limits) {
        let got = product(&gpu, way, Extent { m, k, n }, PLAIN, &a, &vec![1.0; (k * n) as usize]);
        for (i, &value) in got.iter().enumerate() {
            let wanted = [f32::INFINITY, 100.0, f32::NEG_INFINITY].get(i / n as usize).copied().unwrap_or(100.0);
            assert_eq!(value, wanted, "{way:?}: element {i}");
        }
    }
}

#[wasm_bindgen_test]
fn small_integers_multiply_exactly() {
    let gpu = Gpu::new().unwrap();
    let extent = Extent { m: 37, k: 61, n: 29 };
    let a: Vec<f32> = (0..37 * 61).map(|i| (i * 7 % 601 - 300) as f32).collect();
    let b: Vec<f32> = (0..61 * 29).map(|i| (i * 11 % 601 - 300) as f32).collect();
    let got = product(&gpu, (Method::Texture, gpu.limits()), extent, PLAIN, &a, &b);
    let wanted: Vec<f32> = reference(&a, &b, extent, PLAIN).0.iter().map(|&x| x as f32).collect();
    assert_eq!(got, wanted);
}

#[wasm_bindgen_test]
fn a_product_without_terms_is_zero_and_one_without_elements_is_empty() {
    let gpu = Gpu::new().unwrap();
    let run = |m, k, n| {
        product(
            &gpu,
            (Method::Texture, gpu.limits()),
            Extent { m, k, n },
            PLAIN,
            &vec![1.0; (m * k) as usize],
            &vec![1.0; (k * n) as usize],
        )
    };
    assert_eq!(run(2, 0, 3), [0.0; 6]);
    assert!(run(0, 2, 3).is_empty());
    assert!(run(2, 3, 0).is_empty());
}
