use super::simulation::run;
use super::*;
use crate::plan::{Step, Storage};
use crate::shape::Scalar;

/// As little as a device may offer, and what most offer.
fn devices() -> [Limits; 2] {
    [Limits::default(), Limits { draw_buffers: 8, texture_size: 8192, ..Limits::default() }]
}

/// Numbers that look random, the same ones in every run (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    }

    fn below(&mut self, n: u32) -> u32 {
        self.next() % n
    }
}

const BOTH: [Options; 2] = [Options { descending: false, by: 0 }, Options { descending: true, by: 0 }];

fn vector(n: usize) -> Shape {
    Shape::vector(n as u32)
}

/// Every NaN counts as the same.
fn canonical(ty: ElementType, bits: &[u32]) -> Vec<u32> {
    let nan = |&bits: &u32| ty.scalar == Scalar::Float && f32::from_bits(bits).is_nan();
    bits.iter().map(|bits| if nan(bits) { 0x7fc0_0000 } else { *bits }).collect()
}

fn check_sort(ty: ElementType, bits: &[u32], options: Options, limits: &Limits) {
    let plan = plan(ty, &vector(bits.len() / ty.components()), options, limits).unwrap();
    let sorted = run(&plan, &[bits]);
    let expected = reference(ty, bits, options);
    let shown = &bits[..bits.len().min(64)];
    assert!(canonical(ty, &sorted[0]) == canonical(ty, &expected), "{ty} {options:?} {shown:x?}");
}

fn check_order(ty: ElementType, bits: &[u32], options: Options, limits: &Limits) {
    let plan = argsort(ty, &vector(bits.len() / ty.components()), options, limits).unwrap();
    let shown = &bits[..bits.len().min(64)];
    assert!(run(&plan, &[bits])[0] == reference_order(ty, bits, options), "{ty} {options:?} {shown:x?}");
}

#[test]
fn every_zero_one_sequence_of_up_to_sixteen_keys_comes_out_sorted() {
    for limits in &devices() {
        for n in (0..=9).chain([16]) {
            let plan = plan(ElementType::INT, &vector(n), Options::default(), limits).unwrap();
            for sequence in 0..1u32 << n {
                let keys: Vec<u32> = (0..n).map(|i| sequence >> i & 1).collect();
                let zeros = keys.iter().filter(|&&key| key == 0).count();
                let sorted = run(&plan, &[&keys]);
                assert!(sorted[0].iter().enumerate().all(|(i, &key)| key == u32::from(i >= zeros)), "{keys:?}");
            }
        }
    }
}

#[test]
fn every_zero_one_sequence_of_up_to_sixteen_pairs_comes_out_sorted_and_stable() {
    for limits in &devices() {
        for n in (0..=9).chain([16]) {
            let plan = argsort(ElementType::INT, &vector(n), Options::default(), limits).unwrap();
            for sequence in 0..1u32 << n {
                let keys: Vec<u32> = (0..n).map(|i| sequence >> i & 1).collect();
                let places = |wanted| (0..n as u32).filter(move |i| sequence >> i & 1 == wanted);
                assert!(run(&plan, &[&keys])[0].iter().copied().eq(places(0).chain(places(1))), "{keys:?}");
            }
        }
    }
}

#[test]
fn zero_one_sequences_of_more_keys_come_out_sorted() {
    let mut random = Random(1);
    for limits in &devices() {
        for n in [17, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 500, 1000, 1025] {
            let plan = plan(ElementType::INT, &vector(n), Options::default(), limits).unwrap();
            for _ in 0..20_000 / n {
                let share = random.next();
                let keys: Vec<u32> = (0..n).map(|_| u32::from(random.next() < share)).collect();
                let zeros = keys.iter().filter(|&&key| key == 0).count();
                let sorted = run(&plan, &[&keys]);
                assert!(sorted[0].iter().enumerate().all(|(i, &key)| key == u32::from(i >= zeros)), "{keys:?}");
            }
        }
    }
}

/// With four layers, a run of pairs begins as 8 of them: so 16 keys are one merge.
#[test]
fn two_runs_merge_however_their_keys_lie_among_each_other() {
    let limits = Limits::default();
    let plan = argsort(ElementType::INT, &vector(16), Options::default(), &limits).unwrap();
    for of_first in (0..1u32 << 16).filter(|set| set.count_ones() == 8) {
        let ranks = |first: bool| (0..16).filter(move |rank| (of_first >> rank & 1 == 1) == first);
        let keys: Vec<u32> = ranks(true).chain(ranks(false)).collect();
        let sorted = run(&plan, &[&keys]);
        assert!(sorted[0].iter().enumerate().all(|(i, &index)| keys[index as usize] == i as u32), "{keys:?}");
    }
}

#[test]
fn two_runs_merge_whatever_their_numbers_of_zeros() {
    for limits in &devices() {
        let plan = plan(ElementType::INT, &vector(64), Options::default(), limits).unwrap();
        for (a, b) in (0..=32).flat_map(|a| (0..=32).map(move |b| (a, b))) {
            let keys: Vec<u32> = (0..32).map(|i| u32::from(i >= a)).chain((0..32).map(|i| u32::from(i >= b))).collect();
            let sorted = run(&plan, &[&keys]);
            assert!(sorted[0].iter().enumerate().all(|(i, &key)| key == u32::from(i >= a + b)), "{a} {b}");
        }
    }
}

/// Bits whose floats, ints or uints are at the ends of the order, and a few that occur often.
const SPECIAL: [u32; 20] = [
    0,
    1,
    2,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0x7f80_0001,
    0x7fc0_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x807f_ffff,
    0xbf80_0000,
    0xff7f_ffff,
    0xff80_0000,
    0xff80_0001,
    0xffc0_0000,
    0xffff_ffff,
];

/// `n` components of one of several kinds: few values, special ones, any bits, sorted, all the same.
fn components(random: &mut Random, n: usize) -> Vec<u32> {
    let kind = random.below(6);
    let same = SPECIAL[random.below(20) as usize];
    let mut bits: Vec<u32> = (0..n)
        .map(|_| match (kind, random.below(3)) {
            (0, _) => random.below(4),
            (1, _) | (2, 0) => SPECIAL[random.below(20) as usize],
            (3, _) => same,
            _ => random.next(),
        })
        .collect();
    if kind == 4 {
        bits.sort_unstable();
    }
    bits
}

const LENGTHS: [usize; 24] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 64, 65, 100, 127, 129, 257, 1000, 2049];

#[test]
fn keys_of_every_type_come_out_as_the_reference_says() {
    let mut random = Random(2);
    for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
        for n in LENGTHS.into_iter().flat_map(|n| std::iter::repeat_n(n, 8)) {
            let bits = components(&mut random, n);
            for (limits, options) in devices().iter().flat_map(|limits| BOTH.map(|options| (limits, options))) {
                check_sort(ElementType { scalar, width: 1 }, &bits, options, limits);
            }
        }
    }
}

#[test]
fn indices_are_stable_in_both_directions() {
    let mut random = Random(3);
    for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
        for n in LENGTHS.into_iter().flat_map(|n| std::iter::repeat_n(n, 8)) {
            let bits = components(&mut random, n);
            for (limits, options) in devices().iter().flat_map(|limits| BOTH.map(|options| (limits, options))) {
                check_order(ElementType { scalar, width: 1 }, &bits, options, limits);
            }
        }
    }
}

#[test]
fn records_stay_whole_and_ties_stay_in_input_order() {
    let mut random = Random(4);
    for (width, by) in (2..=4u8).flat_map(|width| (0..width).map(move |by| (width, by))) {
        for n in [0, 1, 2, 3, 5, 16, 17, 33, 300] {
            for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint] {
                let bits = components(&mut random, n * usize::from(width));
                let descending = random.below(2) == 1;
                let options = Options { descending, by: u32::from(by) };
                check_sort(ElementType { scalar, width }, &bits, options, &devices()[n % 2]);
            }
        }
    }
}

#[test]
fn values_of_any_type_go_with_their_keys() {
    let mut random = Random(5);
    for n in [0, 1, 2, 3, 9, 33, 200, 515] {
        for width in 1..=4 {
            let ty = ElementType { scalar: Scalar::Float, width };
            let (keys, values) = (components(&mut random, n), components(&mut random, n * ty.components()));
            for (limits, options) in devices().iter().flat_map(|limits| BOTH.map(|options| (limits, options))) {
                let shape = vector(n);
                let plan = pairs((ElementType::UINT, &shape), (ty, &shape), options, limits).unwrap();
                let order = reference_order(ElementType::UINT, &keys, options);
                let sorted = run(&plan, &[&keys, &values]);
                assert_eq!(sorted[0], reference(ElementType::UINT, &keys, options));
                let chunks: Vec<_> = values.chunks(ty.components()).collect();
                let expected: Vec<u32> = order.iter().flat_map(|&i| chunks[i as usize].to_vec()).collect();
                assert_eq!(sorted[1], expected);
            }
        }
    }
}

#[test]
fn a_long_array_comes_out_sorted() {
    let mut random = Random(6);
    let bits: Vec<u32> = (0..70_001).map(|_| random.next()).collect();
    let limits = &devices()[1];
    check_sort(ElementType::FLOAT, &bits, Options::default(), limits);
    check_order(ElementType::INT, &bits, Options { descending: true, by: 0 }, limits);
}

#[test]
fn passes_grow_with_the_logarithm_and_long_ones_are_cut() {
    let draws =
        |n: u32| plan(ElementType::INT, &Shape::vector(n), Options::default(), &devices()[1]).unwrap().steps.len();
    assert_eq!([0, 1, 32, 33, 64, 65].map(draws), [0, 2, 2, 3, 3, 4]);
    assert_eq!(draws(1 << 20), 17);
    assert_eq!(draws(1 << 21), 18);
    assert_eq!(draws(1 << 22), 2 * 18 + 2, "every pass in two draws");
}

#[test]
fn no_pass_asks_for_more_than_the_least_device_has() {
    let limits = Limits::default();
    let (ty, shape) = (ElementType::FLOAT, Shape::vector(1 << 24));
    let vec2 = ElementType { width: 2, ..ty };
    let half = Shape::vector(1 << 23);
    for plan in [
        plan(ty, &shape, Options::default(), &limits).unwrap(),
        argsort(ty, &shape, Options::default(), &limits).unwrap(),
        plan(vec2, &half, Options::default(), &limits).unwrap(),
        pairs((ty, &half), (vec2, &half), Options::default(), &limits).unwrap(),
    ] {
        for storage in plan.temporaries {
            let Storage::Texture { width, height, layers, .. } = storage else { unreachable!() };
            assert!(width <= limits.texture_size && height <= limits.texture_size && layers <= limits.array_layers);
        }
        for step in plan.steps {
            let Step::Draw(pass) = step else { unreachable!() };
            assert!(pass.targets.len() <= 4 && pass.samplers.len() <= 2);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_numbers() {
    let limits = Limits::default();
    let options = Options::default();
    let error = plan(ElementType::FLOAT, &Shape::vector((1 << 24) + 1), options, &limits).unwrap_err();
    assert_eq!(error.code(), Code::LimitExceeded);
    assert_eq!(error.to_string(), "has 16777217 elements of float; this device can sort 16777216");

    let vec3 = ElementType { width: 3, ..ElementType::FLOAT };
    let error = plan(vec3, &Shape::vector(5), Options { by: 3, ..options }, &limits).unwrap_err();
    assert_eq!(error.code(), Code::BadArgument);
    assert_eq!(error.to_string(), "argument \"by\" is 3; vec3 has the components 0 to 2");

    let (four, three) = (Shape::vector(4), Shape::vector(3));
    let error = pairs((ElementType::FLOAT, &four), (vec3, &three), options, &limits).unwrap_err();
    assert_eq!(error.code(), Code::LengthMismatch);
    assert_eq!(error.to_string(), "argument \"values\" has 3 elements; 4 keys need 4");
}

#[test]
fn a_result_keeps_type_and_shape() {
    let limits = Limits::default();
    let shape = Shape::matrix(3, 5);
    let vec2 = ElementType { width: 2, ..ElementType::FLOAT };
    let sorted = plan(vec2, &shape, Options::default(), &limits).unwrap();
    assert_eq!((sorted.results[0].ty, &sorted.results[0].shape), (vec2, &shape));
    let order = argsort(vec2, &shape, Options::default(), &limits).unwrap();
    assert_eq!((order.results[0].ty, &order.results[0].shape), (ElementType::UINT, &shape));
}

/// The shaders find a texel of a folded stream by a shift.
#[test]
fn a_folded_stream_is_a_power_of_two_wide() {
    for components in (0..5000).chain([1 << 20, (1 << 20) + 1, 1 << 24, MOST_COMPONENTS]) {
        assert!(Packed::stream(components).width().is_power_of_two());
    }
}
