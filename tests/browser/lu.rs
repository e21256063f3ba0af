//! LU and its family against plain loops in double precision.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::lu::status::Status;
use gpgpu_wasm::ops::lu::{det, factor, inverse, solve, triangular};
use gpgpu_wasm::plan::{Limits, Plan};
use gpgpu_wasm::shape::Shape;
use wasm_bindgen_test::wasm_bindgen_test;

/// Sizes at which tiles, texels, blocks and textures begin or end.
const SIZES: [usize; 16] = [1, 2, 3, 4, 5, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129];
const LARGE: [usize; 3] = [255, 256, 257];
/// Half of the distance from 1 to the next smaller float.
const U: f64 = 1.0 / (1u64 << 24) as f64;

struct Random(u64);

impl Random {
    fn new(seed: usize) -> Random {
        Random((seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn floats(&mut self, length: usize, low: f64, high: f64) -> Vec<f32> {
        (0..length).map(|_| (low + (high - low) * self.unit()) as f32).collect()
    }

    fn integers(&mut self, length: usize, low: i32, high: i32) -> Vec<f32> {
        (0..length).map(|_| (f64::from(low) + ((high - low + 1) as f64 * self.unit()).floor()) as f32).collect()
    }

    fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut p: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            p.swap(i, (self.unit() * (i + 1) as f64) as usize);
        }
        p
    }
}

fn run(gpu: &Gpu, plan: &Plan<'_>, arguments: &[(Shape, &[f32])]) -> Vec<Data> {
    let arguments: Vec<_> = arguments.iter().map(|(shape, data)| (shape.clone(), Data::Float(data.to_vec()))).collect();
    gpu.run(plan, &arguments).unwrap()
}

fn matrix(n: usize) -> Shape {
    Shape::matrix(n as u32, n as u32)
}

fn invert(gpu: &Gpu, a: &[f32], n: usize, refine: u32, limits: &Limits) -> (Vec<f32>, Status) {
    let plan = inverse::plan(&matrix(n), refine, limits).unwrap();
    let results = run(gpu, &plan, &[(matrix(n), a)]);
    (results[0].floats().to_vec(), status(n, &results))
}

/// What an elimination of order `n` found out: the last of its results.
fn status(n: usize, results: &[Data]) -> Status {
    Status::new(n, results.last().unwrap().floats())
}

/// The determinant from the results of its plan.
fn determinant(n: usize, results: &[Data]) -> det::Determinant {
    det::value(n, results.last().unwrap().floats(), &status(n, results))
}

fn norm(a: impl Iterator<Item = f64>, n: usize) -> f64 {
    let all: Vec<f64> = a.collect();
    all.chunks(n).map(|row| row.iter().map(|x| x.abs()).sum()).fold(0.0, f64::max)
}

fn largest<T: Copy + Into<f64>>(a: &[T]) -> f64 {
    a.iter().map(|&x| x.into().abs()).fold(0.0, f64::max)
}

fn condition(a: &[f32], x: &[f64], n: usize) -> f64 {
    norm(a.iter().map(|&v| f64::from(v)), n) * norm(x.iter().copied(), n)
}

fn assert_close(got: &[f32], want: &[f64], tolerance: impl Fn(usize) -> f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (&g, &w)) in got.iter().zip(want).enumerate() {
        let error = (f64::from(g) - w).abs();
        assert!(error <= tolerance(i), "{what}: element {i} is {g}, not {w} (off by {error}, {})", tolerance(i));
    }
}

fn small() -> Limits {
    Limits { draw_buffers: 4, ..Limits::default() }
}

fn check_factors(gpu: &Gpu, a: &[f32], n: usize, limits: &Limits) {
    let results = run(gpu, &factor::plan(&matrix(n), limits).unwrap(), &[(matrix(n), a)]);
    let lu: Vec<f64> = results[0].floats().iter().map(|&x| f64::from(x)).collect();
    let Data::Int(order) = &results[1] else { panic!("the order is of integers") };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..n as i32).collect::<Vec<_>>(), "{n}");
    for i in 0..n {
        for j in 0..n {
            let (mut sum, mut size) = (0.0, 0.0);
            for k in 0..=i.min(j) {
                let term = lu[i * n + k] * if k == j { 1.0 } else { lu[k * n + j] };
                sum += term;
                size += term.abs();
            }
            let want = f64::from(a[order[i] as usize * n + j]);
            let bound = 4.0 * n as f64 * U * size + 1e-38;
            assert!((sum - want).abs() <= bound, "{n}: ({i}, {j}) is {sum}, not {want}; bound {bound}");
            if i > j {
                let slack = 8.0 * n as f64 * U * (lu[j * n + j].abs() + largest(a));
                assert!(
                    lu[i * n + j].abs() <= lu[j * n + j].abs() + slack,
                    "{n}: the pivot of column {j} is not the largest"
                );
            }
        }
    }
}

#[wasm_bindgen_test]
fn lu_gives_the_rows_in_their_order_and_the_largest_pivots() {
    let gpu = Gpu::new().unwrap();
    for n in SIZES.into_iter().chain(LARGE) {
        check_factors(&gpu, &Random::new(n).floats(n * n, -4.0, 4.0), n, gpu.limits());
    }
    for n in [1, 3, 8, 33, 70] {
        check_factors(&gpu, &Random::new(n).floats(n * n, -4.0, 4.0), n, &small());
    }
    check_factors(&gpu, &[0.0, 1.0, 1.0, 0.0], 2, gpu.limits());
    check_factors(&gpu, &[1e-8, 1.0, 1.0, 1.0], 2, gpu.limits());
    check_factors(&gpu, &[1.0, 2.0, 2.0, 4.0], 2, gpu.limits());
}

#[wasm_bindgen_test]
fn of_equal_pivots_the_topmost_is_taken() {
    let gpu = Gpu::new().unwrap();
    let a = [1.0, 2.0, 0.0, -1.0, 1.0, 3.0, 1.0, 0.0, 1.0];
    let results = run(&gpu, &factor::plan(&matrix(3), gpu.limits()).unwrap(), &[(matrix(3), &a)]);
    assert_eq!(results[1], Data::Int(vec![0, 1, 2]));
    assert_eq!(results[0].floats(), [1.0, 2.0, 0.0, -1.0, 3.0, 1.0, 1.0, -2.0, 3.0]);
}

#[wasm_bindgen_test]
fn a_column_without_a_pivot_leaves_a_zero_and_its_row_undivided() {
    let gpu = Gpu::new().unwrap();
    let results = run(&gpu, &factor::plan(&matrix(2), gpu.limits()).unwrap(), &[(matrix(2), &[0.0, 1.0, 0.0, 2.0])]);
    assert_eq!(results[0].floats(), [0.0, 1.0, 0.0, 2.0]);
    assert_eq!(results[1], Data::Int(vec![0, 1]));
}

fn dominant(n: usize, seed: usize) -> Vec<f32> {
    let mut random = Random::new(seed);
    let mut a = random.floats(n * n, -1.0, 1.0);
    for i in 0..n {
        let size = n as f32 * 0.75 + 1.0;
        a[i * n + i] = size.copysign(a[i * n + i]);
    }
    random.permutation(n).into_iter().flat_map(|row| a[row * n..(row + 1) * n].to_vec()).collect()
}

fn check_inverse(gpu: &Gpu, a: &[f32], n: usize, refine: u32, limits: &Limits) {
    let want = inverse::reference(a, n).unwrap();
    let kappa = condition(a, &want, n);
    let (x, status) = invert(gpu, a, n, refine, limits);
    let bound = 8.0 * n as f64 * kappa * U * largest(&want);
    assert_close(&x, &want, |_| bound, &format!("inverse of order {n}, {refine} refinements"));
    assert_eq!(status.singular(), None, "{n}");
}

#[wasm_bindgen_test]
fn inverses_of_all_sizes_are_within_the_bound_of_their_condition() {
    let gpu = Gpu::new().unwrap();
    for n in SIZES {
        check_inverse(&gpu, &dominant(n, n), n, 0, gpu.limits());
        check_inverse(&gpu, &Random::new(n).floats(n * n, -1.0, 1.0), n, 0, gpu.limits());
    }
    for n in [1, 2, 3, 33, 65] {
        check_inverse(&gpu, &dominant(n, n), n, 1, gpu.limits());
        check_inverse(&gpu, &dominant(n, n), n, 0, &small());
        check_inverse(&gpu, &dominant(n, n), n, 2, &small());
    }
}

#[wasm_bindgen_test]
fn large_inverses_take_a_vector_back_to_where_it_came_from() {
    let gpu = Gpu::new().unwrap();
    for n in LARGE.into_iter().chain([512]) {
        let a = dominant(n, n);
        let (x, status) = invert(&gpu, &a, n, 0, gpu.limits());
        assert_eq!(status.singular(), None);
        let times = |m: &[f32], v: &[f64]| -> Vec<f64> {
            m.chunks(n).map(|row| row.iter().zip(v).map(|(&f, v)| f64::from(f) * v).sum()).collect()
        };
        let v: Vec<f64> = Random::new(1).floats(n, -1.0, 1.0).into_iter().map(f64::from).collect();
        for (got, want) in times(&a, &times(&x, &v)).into_iter().zip(&v) {
            assert!((got - want).abs() < 2e-5, "{n}: {got}, not {want}");
        }
    }
}

fn residual(a: &[f32], x: &[f32], n: usize) -> f64 {
    let mut worst = 0f64;
    for i in 0..n {
        let mut row = vec![0f64; n];
        row[i] = -1.0;
        for k in 0..n {
            let f = f64::from(a[i * n + k]);
            for (sum, &v) in row.iter_mut().zip(&x[k * n..(k + 1) * n]) {
                *sum += f * f64::from(v);
            }
        }
        worst = worst.max(largest(&row));
    }
    worst
}

#[wasm_bindgen_test]
fn refinement_makes_the_residual_smaller() {
    let gpu = Gpu::new().unwrap();
    let n = 100;
    let (mut before, mut after) = (0.0, 0.0);
    for seed in 0..3 {
        let a = Random::new(seed).floats(n * n, -1.0, 1.0);
        before += residual(&a, &invert(&gpu, &a, n, 0, gpu.limits()).0, n);
        after += residual(&a, &invert(&gpu, &a, n, 1, gpu.limits()).0, n);
    }
    assert!(after * 2.0 < before, "{before} {after}");
}

#[wasm_bindgen_test]
fn permutations_and_diagonals_are_inverted_exactly() {
    let gpu = Gpu::new().unwrap();
    for n in [3, 8, 20, 40, 100] {
        let p = Random::new(n).permutation(n);
        let mut a = vec![0.0; n * n];
        let mut want = vec![0.0; n * n];
        for (i, &j) in p.iter().enumerate() {
            let size = 2f32.powi(i as i32 % 50 - 25);
            a[i * n + j] = size;
            want[j * n + i] = 1.0 / size;
        }
        let (x, status) = invert(&gpu, &a, n, 0, gpu.limits());
        assert_eq!(x, want, "{n}");
        assert_eq!(status.singular(), None);
    }
}

#[wasm_bindgen_test]
fn badly_scaled_matrices_are_not_singular() {
    let gpu = Gpu::new().unwrap();
    let check = |a: &[f32], n: usize, relative: f64| {
        let want = inverse::reference(a, n).unwrap();
        let (x, status) = invert(&gpu, a, n, 0, gpu.limits());
        assert_eq!(status.singular(), None, "{a:?}");
        assert_close(&x, &want, |i| relative * want[i].abs(), &format!("{a:?}"));
    };
    check(&[1e8, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1e-8], 3, 1e-6);
    check(&[1e-20, 0.0, 0.0, 1e-20], 2, 1e-6);
    check(&[1e-8, 1.0, 1.0, 1.0], 2, 1e-6);
    let hilbert = |n: usize| -> Vec<f32> { (0..n * n).map(|q| 1.0 / (q / n + q % n + 1) as f32).collect() };
    check(&hilbert(3), 3, 1e-3);
    check(&hilbert(4), 4, 1e-2);
    let (tiny, status) = invert(
        &gpu,
        &[6.1e-17, 1.0, 0.0, 788.0, -1.0, 6.1e-17, 0.0, 692.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        4,
        0,
        gpu.limits(),
    );
    assert_eq!(status.singular(), None);
    assert!((tiny[3] - 692.0).abs() < 7e-3 && (tiny[7] + 788.0).abs() < 8e-3, "{tiny:?}");
    for (n, scale) in [(7, 0.25f64), (7, 0.1), (12, 0.1), (6, 4.0), (20, 0.5)] {
        let mut a = Random::new(n).floats(n * n, -1.0, 1.0);
        for (q, x) in a.iter_mut().enumerate() {
            let size = if q / n == q % n { 2.0 * n as f64 } else { f64::from(*x) };
            *x = (size * scale.powi((q / n + q % n) as i32)) as f32;
        }
        let want = inverse::reference(&a, n).unwrap();
        let (x, status) = invert(&gpu, &a, n, 0, gpu.limits());
        assert_eq!(status.singular(), None, "{n} {scale}");
        let bound = |q: usize| 32.0 * U * scale.powi(-((q / n + q % n) as i32));
        assert_close(&x, &want, bound, &format!("graded by {scale}"));
    }
}

/// All that is found out about `a`, against plain loops. `rows` and `columns` are their sizes, but for which A is well
/// conditioned: `even`, which those of all loops use, since there is nothing that they could not compute.
fn check_scaled(gpu: &Gpu, even: &[f32], (rows, columns): (&[f64], &[f64]), limits: &Limits, what: &str) {
    let n = columns.len();
    let a: Vec<f32> =
        even.iter().enumerate().map(|(q, &x)| (f64::from(x) * rows[q / n] * columns[q % n]) as f32).collect();
    let a = a.as_slice();
    // As they were rounded, or became too small for floats.
    let even: Vec<f32> =
        a.iter().enumerate().map(|(q, &x)| (f64::from(x) / rows[q / n] / columns[q % n]) as f32).collect();
    let alike = inverse::reference(&even, n).unwrap();
    let want: Vec<f64> = alike.iter().enumerate().map(|(q, x)| x / columns[q / n] / rows[q % n]).collect();
    let kappa = condition(&even, &alike, n);
    let relative = 8.0 * n as f64 * kappa * U;
    assert!(relative < 0.1, "{what}: {relative}");
    // Beyond the bound, subnormal numbers may be zeros.
    for refine in [0, 1] {
        let plan = inverse::plan(&matrix(n), refine, limits).unwrap();
        let results = run(gpu, &plan, &[(matrix(n), a)]);
        assert_eq!(status(n, &results).singular(), None, "{what}");
        let name = format!("{what}: inverse, {refine} refinements");
        let bound = |q: usize| relative * largest(&alike) / columns[q / n] / rows[q % n] + 1.2e-38;
        assert_close(results[0].floats(), &want, bound, &name);
    }

    // One right-hand side is as large as floats allow, one as small; solutions are of the size of one, in each direction.
    let m = 2;
    let sizes = [1e36 / largest(rows), 1e-36 / rows.iter().copied().fold(f64::INFINITY, f64::min)];
    let b: Vec<f32> = (0..n * m)
        .map(|q| {
            let row: f64 = (0..n).map(|j| f64::from(even[q / m * n + j])).sum();
            (row * rows[q / m] * sizes[q % m]) as f32
        })
        .collect();
    let even_b: Vec<f32> =
        b.iter().enumerate().map(|(q, &x)| (f64::from(x) / rows[q / m] / sizes[q % m]) as f32).collect();
    let alike = solve::reference(&even, &even_b, n, m).unwrap();
    let shape = Shape::matrix(n as u32, m as u32);
    let results = run(gpu, &solve::plan(&matrix(n), &shape, limits).unwrap(), &[(matrix(n), a), (shape, &b)]);
    assert_eq!(status(n, &results).singular(), None, "{what}");
    for (q, (&got, &x)) in results[0].floats().iter().zip(&alike).enumerate() {
        let column: Vec<f64> = alike.iter().skip(q % m).step_by(m).copied().collect();
        let want = x / columns[q / m] * sizes[q % m];
        if want.abs() < 3e38 {
            let bound = relative * largest(&column) / columns[q / m] * sizes[q % m] + 1.2e-38;
            let error = (f64::from(got) - want).abs();
            assert!(error <= bound, "{what}: unknown {q} is {got}, not {want} (off by {error}, {bound})");
        } else {
            assert!(f64::from(got).abs() >= 3e38, "{what}: unknown {q} is {got}, not {want}");
        }
    }

    let results = run(gpu, &det::plan("det", &matrix(n), limits).unwrap(), &[(matrix(n), a)]);
    let got = determinant(n, &results);
    let want_det: f64 = det::reference(&even, n);
    let logarithm: f64 = want_det.abs().ln() + columns.iter().chain(rows).map(|c| c.ln()).sum::<f64>();
    assert_eq!(got.mantissa.signum(), want_det.signum(), "{what}");
    assert!((got.log(f64::ln) - logarithm).abs() <= 2.0 * relative, "{what}: {} {logarithm}", got.log(f64::ln));
}

#[wasm_bindgen_test]
fn columns_and_rows_of_all_sizes_and_all_sizes_of_a_matrix_are_within_the_bound_of_the_condition_without_them() {
    let gpu = Gpu::new().unwrap();
    let sizes = |n: usize, large: f64, small: f64, period: usize| -> Vec<f64> {
        (0..n).map(|j| if j % period == 0 { large } else { small }).collect()
    };
    // No element is subnormal: those may count as 0.
    let pairs = [(1e20, 1e-20), (1e-20, 1e20), (1e29, 1e-30), (1e-30, 1e29), (1e-33, 1e36)];
    for (large, small_) in pairs {
        for n in [2, 5, 33] {
            let even: Vec<f32> = if n == 2 { vec![1.0, 1.0, 1.0, -1.0] } else { dominant(n, n) };
            let (ones, many, some) = (vec![1.0; n], sizes(n, large, small_, 2), sizes(n, 1e8, 1e-8, 3));
            let less: Vec<f64> = many.iter().map(|x| x.sqrt()).collect();
            for (rows, columns) in [(&ones, &many), (&many, &ones), (&less, &some), (&some, &less)] {
                let what =
                    format!("order {n}, rows {}, {}, …, columns {}, {}", rows[0], rows[1], columns[0], columns[1]);
                check_scaled(&gpu, &even, (rows, columns), gpu.limits(), &what);
                if n == 5 {
                    check_scaled(&gpu, &even, (rows, columns), &small(), &what);
                }
            }
        }
    }
    // More columns than a block has.
    let (many, ones) = (sizes(130, 1e25, 1e-25, 3), vec![1.0; 130]);
    check_scaled(&gpu, &dominant(130, 1), (&ones, &many), gpu.limits(), "more columns than a block");
    check_scaled(&gpu, &dominant(130, 1), (&many, &ones), gpu.limits(), "more rows than a block");
    // Where most elements are zeros, the largest of a column says little about it: it may be that of the largest row.
    for n in [8, 20, 40] {
        let sparse: Vec<f32> = (0..n * n)
            .map(|q| match (q / n, q % n) {
                (i, j) if i == j => 2.0,
                (i, j) if i == 0 || j == 0 => 1.0 / n as f32,
                _ => 0.0,
            })
            .collect();
        let mut random = Random::new(n);
        let mut sizes = || -> Vec<f64> { (0..n).map(|_| 2f64.powi((random.unit() * 100.0) as i32 - 50)).collect() };
        let (rows, columns) = (sizes(), sizes());
        check_scaled(&gpu, &sparse, (&rows, &columns), gpu.limits(), &format!("sparse, order {n}"));
    }
    for scale in [1e-34, 1e34, 1e36, 1e38, 3.4e38] {
        for n in [1, 2, 5, 33] {
            let even = dominant(n, n);
            let (ones, columns) = (vec![1.0; n], vec![scale / largest(&even); n]);
            check_scaled(&gpu, &even, (&ones, &columns), gpu.limits(), &format!("order {n}, size {scale}"));
        }
    }
}

#[wasm_bindgen_test]
fn small_matrices_of_extreme_columns_have_the_values_that_they_have_on_paper() {
    let gpu = Gpu::new().unwrap();
    let det = |a: &[f32]| {
        let results = run(&gpu, &det::plan("det", &matrix(2), gpu.limits()).unwrap(), &[(matrix(2), a)]);
        determinant(2, &results).value()
    };
    let solve = |a: &[f32], b: &[f32]| {
        let plan = solve::plan(&matrix(2), &Shape::vector(2), gpu.limits()).unwrap();
        run(&gpu, &plan, &[(matrix(2), a), (Shape::vector(2), b)])[0].floats().to_vec()
    };
    let close = |got: f64, want: f64| assert!((got / want - 1.0).abs() < 1e-6, "{got}, not {want}");
    for a in [[1e20, 1e-20, 1e20, -1e-20], [1e-20, 1e20, 1e-20, -1e20]] {
        close(det(&a), -2.0);
        let x = solve(&a, &[2.0, 0.0]);
        close(x[0].into(), 1.0 / f64::from(a[0]));
        close(x[1].into(), 1.0 / f64::from(a[1]));
    }
    let large = [1e38, 0.0, 0.0, 1e38];
    assert_eq!(solve(&large, &[1e38, 2e38]), [1.0, 2.0]);
    close(det(&large), 1e76);
    close(det(&[1.2e-38, 0.0, 0.0, 1.2e-38]), f64::from(1.2e-38f32).powi(2));
    // Rows may be as far apart.
    close(det(&[1e30, 1e30, 1e-10, 2e-10]), 1e20);
    let far = [1e38, 1e38, 1e-37, -1e-37];
    close(det(&far), -20.0);
    assert_eq!(solve(&far, &[2e38, 0.0]), [1.0, 1.0]);
    // A row that is large because of its column, and one that is small for no other reason.
    close(det(&[1e38, 1e-37, 1.0, 1e-37]), 10.0);
}

#[wasm_bindgen_test]
fn singular_matrices_are_recognised() {
    let gpu = Gpu::new().unwrap();
    let singular = |a: &[f32], n: usize| invert(&gpu, a, n, 0, gpu.limits()).1.singular().is_some();
    assert!(singular(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], 3));
    assert!(singular(&[0.0; 4], 2));
    assert!(singular(&[2.0, 4.0, 1.0, 2.0], 2));
    assert!(singular(&[0.0], 1));
    assert!(singular(&[1.0; 2500], 50));
    for n in [3usize, 4, 5, 8, 16, 31, 33, 64] {
        for seed in 0..5 {
            let mut a = Random::new(100 * n + seed).integers(n * n, -9, 9);
            assert!(!singular(&a, n) || inverse::reference(&a, n).is_none_or(|x| condition(&a, &x, n) > 1e5), "{a:?}");
            for j in 0..n {
                a[(n - 1) * n + j] = a[j] + 2.0 * a[n + j];
            }
            assert!(singular(&a, n), "{n}, seed {seed}");
            let plan = det::plan("det", &matrix(n), gpu.limits()).unwrap();
            assert_eq!(determinant(n, &run(&gpu, &plan, &[(matrix(n), &a)])).value(), 0.0);
        }
    }
}

#[wasm_bindgen_test]
fn what_is_not_finite_gives_nan_and_is_not_singular() {
    let gpu = Gpu::new().unwrap();
    for n in [1usize, 2, 5, 40] {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut a = dominant(n, n);
            a[n * n / 2] = bad;
            let (x, status) = invert(&gpu, &a, n, 0, gpu.limits());
            assert!(x.iter().all(|v| v.is_nan()), "{n} {bad}: {x:?}");
            assert_eq!(status.singular(), None);
        }
    }
    let (x, status) = invert(&gpu, &[f32::NAN, 1.0, 0.0, 0.0], 2, 0, gpu.limits());
    assert!(x.iter().all(|v| v.is_nan()), "{x:?}");
    assert_eq!(status.singular(), None);
}

#[wasm_bindgen_test]
fn determinants_are_within_the_bound_of_the_condition() {
    let gpu = Gpu::new().unwrap();
    let check = |a: &[f32], n: usize| {
        let plan = det::plan("det", &matrix(n), gpu.limits()).unwrap();
        let got = determinant(n, &run(&gpu, &plan, &[(matrix(n), a)])).value();
        let want = det::reference(a, n);
        let kappa = condition(a, &inverse::reference(a, n).unwrap(), n);
        assert!((got - want).abs() <= 8.0 * n as f64 * kappa * U * want.abs(), "{n}: {got}, not {want}");
    };
    check(&[2.0, 5.0, 7.0, 8.0, 4.0, 13.0, 20.0, 25.0, 8.0, 29.0, 50.0, 71.0, 10.0, 34.0, 78.0, 98.0], 4);
    check(&[0.0, 1.0, 1.0, 0.0], 2);
    check(&[-7.0], 1);
    check(&[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], 3);
    for n in [5, 32, 33, 100] {
        check(&Random::new(n).floats(n * n, -1.0, 1.0), n);
    }
}

#[wasm_bindgen_test]
fn systems_of_any_number_of_right_hand_sides_are_solved() {
    let gpu = Gpu::new().unwrap();
    for (n, m) in [(1, 1), (3, 1), (8, 3), (20, 5), (32, 1), (33, 40), (64, 64), (129, 2), (5, 130)] {
        let (a, b) = (dominant(n, n), Random::new(m).floats(n * m, -5.0, 5.0));
        let want = solve::reference(&a, &b, n, m).unwrap();
        let kappa = condition(&a, &inverse::reference(&a, n).unwrap(), n);
        let shape = if m == 1 { Shape::vector(n as u32) } else { Shape::matrix(n as u32, m as u32) };
        let plan = solve::plan(&matrix(n), &shape, gpu.limits()).unwrap();
        let results = run(&gpu, &plan, &[(matrix(n), &a), (shape, &b)]);
        let bound = 8.0 * n as f64 * kappa * U * largest(&want);
        assert_close(results[0].floats(), &want, |_| bound, &format!("{n} unknowns, {m} right-hand sides"));
        assert_eq!(status(n, &results).singular(), None);
    }
}

type Kernel = (fn(&Shape, &Limits) -> gpgpu_wasm::error::Result<Plan<'static>>, fn(&[f32], usize) -> Vec<f64>);

#[wasm_bindgen_test]
fn triangular_kernels_are_exact_for_small_integers_and_close_for_others() {
    let gpu = Gpu::new().unwrap();
    let kernels: [(&str, Kernel); 4] = [
        ("multiplyLU", (triangular::multiply_lu_plan, triangular::multiply_lu_reference)),
        ("multiplyUL", (triangular::multiply_ul_plan, triangular::multiply_ul_reference)),
        ("invertLower", (triangular::invert_lower_plan, triangular::invert_lower_reference)),
        ("invertUpper", (triangular::invert_upper_plan, triangular::invert_upper_reference)),
    ];
    for n in SIZES {
        let integers = Random::new(n).integers(n * n, -9, 9);
        let mut floats = Random::new(n).floats(n * n, -1.0, 1.0);
        for (q, x) in floats.iter_mut().enumerate() {
            // What is far from the diagonal is small, so that inverses are.
            let distance = (q / n).abs_diff(q % n);
            *x = if distance == 0 { 1.5 + x.abs() } else { *x / (1 + distance) as f32 };
        }
        for (name, (plan, reference)) in kernels {
            let (of_integers, of_floats) = (reference(&integers, n), reference(&floats, n));
            let tolerance = 1e-5 * largest(&of_floats);
            for limits in [gpu.limits(), &small()] {
                let plan = plan(&matrix(n), limits).unwrap();
                if name.starts_with("multiply") {
                    let got = run(&gpu, &plan, &[(matrix(n), &integers)]);
                    assert_close(got[0].floats(), &of_integers, |_| 0.0, &format!("{name} of order {n}"));
                }
                let got = run(&gpu, &plan, &[(matrix(n), &floats)]);
                assert_close(got[0].floats(), &of_floats, |_| tolerance, &format!("{name} of order {n}"));
                for (q, &x) in got[0].floats().iter().enumerate() {
                    let outside = match name {
                        "invertLower" => q / n < q % n,
                        "invertUpper" => q / n > q % n,
                        _ => false,
                    };
                    assert!(!outside || x == 0.0, "{name} of order {n}: element {q} is {x}");
                }
            }
        }
    }
}
