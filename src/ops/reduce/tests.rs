//! Plans are run here in plain Rust, by loops that mirror the shaders; so indices, pieces and masks are tested
//! without a GPU. Padding holds a value that would spoil every result.

use super::*;
use crate::plan::{Domain, Pass, Slot, Step, Storage, Value};
use crate::shape::{ElementType, MOST_ELEMENTS};

type State = (f64, f64);

const POISON: State = (f64::NAN, -7.0);

fn int(pass: &Pass<'_>, name: &str) -> Vec<i64> {
    match pass.uniforms.iter().find(|u| u.0 == name) {
        Some((_, Value::Ints(_, v))) => v.iter().map(|&v| i64::from(v)).collect(),
        _ => panic!("no int {name}"),
    }
}

fn define(pass: &Pass<'_>, name: &str) -> i32 {
    let Program::BuiltIn { defines, .. } = &pass.program else { panic!("not ours") };
    defines.iter().find(|d| d.0 == name).map_or_else(|| panic!("no define {name}"), |d| d.1)
}

fn nothing(operation: Operation) -> State {
    let value = match operation {
        Operation::Sum | Operation::Mean => 0.0,
        Operation::Prod => 1.0,
        Operation::Min | Operation::ArgMin => f64::INFINITY,
        Operation::Max | Operation::ArgMax => f64::NEG_INFINITY,
    };
    (value, f64::MAX)
}

fn fold(operation: Operation, a: State, b: State) -> State {
    let before = match operation {
        Operation::Sum | Operation::Mean => return (a.0 + b.0, 0.0),
        Operation::Prod => return (a.0 * b.0, 0.0),
        Operation::Min | Operation::ArgMin => b.0 < a.0,
        Operation::Max | Operation::ArgMax => b.0 > a.0,
    };
    let earlier = b.1 < a.1;
    let better = match (a.0.is_nan(), b.0.is_nan()) {
        (true, true) => earlier,
        (true, false) => false,
        (false, true) => true,
        (false, false) => before || a.0 == b.0 && earlier,
    };
    if better {
        b
    } else {
        a
    }
}

/// One component of a texture whose rows are `width` texels.
struct Texture {
    width: i64,
    lanes: Vec<State>,
}

impl Texture {
    fn empty(width: u32, height: u32) -> Texture {
        Texture { width: i64::from(width), lanes: vec![POISON; (width * height * 4) as usize] }
    }

    fn of(values: &[f64], layout: Packed) -> Texture {
        let mut texture = Texture::empty(layout.width(), layout.height());
        for (i, &v) in values.iter().enumerate() {
            let (y, x) = (i / layout.row as usize, i % layout.row as usize);
            texture.lanes[y * layout.width() as usize * 4 + x] = (v, 0.0);
        }
        texture
    }

    fn at(&self, component: i64, y: i64) -> State {
        self.lanes[(y * self.width * 4 + component) as usize]
    }
}

fn run(operation: Operation, plan: &Plan<'_>, from: Packed, values: &[f64]) -> Vec<f64> {
    let source = Texture::of(values, from);
    let room = |packed: &Form| match packed {
        Form::Packed(p) => Texture::empty(p.width(), p.height()),
        _ => panic!("not packed"),
    };
    let mut result = room(&plan.results[0].form);
    let mut temporaries: Vec<Texture> = plan
        .temporaries
        .iter()
        .map(|t| match t {
            Storage::Texture { width, height, .. } => Texture::empty(*width, *height),
            Storage::Buffer { .. } => panic!("a buffer"),
        })
        .collect();
    for step in &plan.steps {
        let Step::Draw(pass) = step else { panic!("no draw") };
        let Domain::Texels { width, height, .. } = pass.domain else { panic!("no texels") };
        let texture = match pass.samplers[0].1 {
            Slot::Argument(_) => &source,
            Slot::Temporary(i) => &temporaries[i],
            Slot::Result(_) => panic!("reads a result"),
        };
        let first = define(pass, "FIRST") == 1;
        // A state brings its own index.
        let load = |x: i64, y: i64, index: i64| {
            let (value, own) = texture.at(x, y);
            (value, if first { index as f64 } else { own })
        };
        let mut out = Texture::empty(width, height);
        for (lane, target) in out.lanes.iter_mut().enumerate() {
            let lane = lane as i64;
            *target = if pass.uniforms.iter().any(|u| u.0 == "pieces") {
                along_extent(operation, pass, &load, lane)
            } else {
                everything(operation, pass, &load, lane % (i64::from(width) * 4), lane / (i64::from(width) * 4))
            };
        }
        let slot = pass.targets[0].slot;
        let last = define(pass, "LAST") == 1;
        if last && pass.uniforms.iter().all(|u| u.0 != "pieces") {
            out.lanes[0] = (0..4).map(|i| out.lanes[i]).fold(nothing(operation), |a, b| fold(operation, a, b));
        }
        match slot {
            Slot::Result(_) => result = out,
            Slot::Temporary(i) => temporaries[i] = out,
            Slot::Argument(_) => panic!("writes an argument"),
        }
    }
    let count = plan.results[0].shape.elements();
    let index = matches!(operation, Operation::ArgMin | Operation::ArgMax);
    result.lanes[..count].iter().map(|s| if index { s.1 } else { s.0 }).collect()
}

type Load<'a> = &'a dyn Fn(i64, i64, i64) -> State;

fn everything(operation: Operation, pass: &Pass<'_>, load: Load<'_>, x: i64, y: i64) -> State {
    let (size, target, first) = (int(pass, "size"), int(pass, "target"), define(pass, "FIRST") == 1);
    let (row, count) = (int(pass, "row")[0], int(pass, "count")[0]);
    let mut state = nothing(operation);
    for y in (y..size[1]).step_by(target[1] as usize) {
        for x in (x..size[0] * 4).step_by(target[0] as usize * 4) {
            if !first || x < row && y * row + x < count {
                state = fold(operation, state, load(x, y, y * row + x));
            }
        }
    }
    state
}

fn along_extent(operation: Operation, pass: &Pass<'_>, load: Load<'_>, c: i64) -> State {
    let [row, count, extent, inner, pieces, piece, outputs, within] =
        ["row", "count", "extent", "inner", "pieces", "piece", "outputs", "within"].map(|name| int(pass, name)[0]);
    let (stride, mut state) = (int(pass, "stride"), nothing(operation));
    if c >= outputs {
        return POISON;
    }
    let (i, p, o) = (c % inner, c / inner % pieces, c / inner / pieces);
    let begin = (o * extent + p * piece) * inner + i;
    let (mut x, mut y) = (begin % row, begin / row);
    for k in p * piece..((p + 1) * piece).min(extent) {
        let index = (o * extent + k) * inner + i;
        if index >= count {
            break;
        }
        assert_eq!((x, y), (index % row, index / row), "the walk leaves the run");
        state = fold(operation, state, load(x, y, if within == 1 { k } else { index }));
        (x, y) = (x + stride[0], y + stride[1]);
        if x >= row {
            (x, y) = (x - row, y + 1);
        }
    }
    state
}

fn floats(shape: &Shape, packed: Packed) -> Array<'_> {
    Array { ty: ElementType::FLOAT, shape, packed }
}

/// Whole numbers with many ties, products that stay small, and now and then a NaN.
fn values(operation: Operation, n: usize, with_nan: bool) -> Vec<f64> {
    (0..n)
        .map(|i| match (i * 7919 + n) % 23 {
            5 if with_nan && i % 3 == 0 => f64::NAN,
            r if operation == Operation::Prod => [1.0, -1.0, 2.0, 0.5][r % 4],
            r => r as f64 - 11.0,
        })
        .collect()
}

fn check(operation: Operation, dimensions: &[u32], over: Over, from: Packed) {
    let shape = Shape::new(dimensions).unwrap();
    for with_nan in [false, true] {
        let values = values(operation, shape.elements(), with_nan);
        let plan = plan(operation, floats(&shape, from), over, &Limits::default()).unwrap();
        let want = reference(operation, &values, &shape, over).unwrap();
        let mut got = run(operation, &plan, from, &values);
        if operation == Operation::Mean {
            // The simulation adds up without the scales.
            let counts = reference(Operation::Sum, &vec![1.0; values.len()], &shape, over).unwrap();
            got.iter_mut().zip(counts).for_each(|(g, n)| *g /= n);
        }
        let same = got.len() == want.len()
            && got
                .iter()
                .zip(&want)
                .all(|(g, w)| (g - w).abs() <= 1e-9 * w.abs() || g.is_nan() && w.is_nan() || g == w);
        assert!(same, "{operation:?} of {dimensions:?} {over:?} from {from:?}: got {got:?}, want {want:?}");
    }
}

#[test]
fn every_length_is_reduced_whole_and_in_groups_whatever_its_layout() {
    for operation in Operation::ALL {
        for n in [1u32, 2, 3, 5, 7, 31, 33, 127, 128, 129, 513, 1025, 4097] {
            let folded = [1, 7, 64, n].map(|row| Packed { row, rows: n.div_ceil(row) });
            for from in folded.into_iter().chain([Packed::stream(n as usize)]) {
                check(operation, &[n], Over::All, from);
                for size in [1, 3, 100, i32::MAX] {
                    check(operation, &[n], Over::Groups(size), from);
                }
            }
        }
    }
}

#[test]
fn every_axis_is_reduced_whatever_the_layout() {
    let shapes: [&[u32]; 7] = [&[5], &[2, 3], &[33, 17], &[1, 300], &[300, 1], &[7, 5, 9], &[4, 130, 12]];
    for operation in Operation::ALL {
        for dimensions in shapes {
            let n: u32 = dimensions.iter().product();
            let cols = dimensions[dimensions.len() - 1];
            for axis in -(dimensions.len() as i32)..dimensions.len() as i32 {
                for from in [Packed::stream(n as usize), Packed::matrix(n / cols, cols)] {
                    check(operation, dimensions, Over::Axis(axis), from);
                }
            }
        }
    }
}

#[test]
fn no_loop_of_a_shader_runs_for_65535_rounds() {
    let limits = Limits { texture_size: 16384, ..Limits::default() };
    let shapes: [&[u32]; 6] =
        [&[MOST_ELEMENTS], &[1 << 27, 3], &[3, 1 << 27], &[70000, 3], &[3, 70000], &[15, 1 << 20, 16]];
    for dimensions in shapes {
        let shape = Shape::new(dimensions).unwrap();
        let axes = (0..dimensions.len() as i32).map(Over::Axis);
        for over in axes.chain([Over::All, Over::Groups(1 << 22), Over::Groups(4097)]) {
            let from = Packed::stream(shape.elements());
            let plan = plan(Operation::Sum, floats(&shape, from), over, &limits).unwrap();
            for step in &plan.steps {
                let Step::Draw(pass) = step else { panic!("no draw") };
                let all = !pass.uniforms.iter().any(|u| u.0 == "piece");
                let rounds = if all {
                    let (size, target) = (int(pass, "size"), int(pass, "target"));
                    (size[0] / target[0]).max(size[1] / target[1]) + 1
                } else {
                    int(pass, "piece")[0] + 2
                };
                assert!(rounds < 65535, "{dimensions:?} {over:?}: {rounds} rounds");
            }
        }
    }
}

#[test]
fn a_million_elements_take_three_passes_and_a_few_take_one() {
    let passes = |n: u32, over| {
        let (shape, from) = (Shape::vector(n), Packed::stream(n as usize));
        plan(Operation::Sum, floats(&shape, from), over, &Limits::default()).unwrap().steps.len()
    };
    let all = |n| passes(n, Over::All);
    assert_eq!([1, 512, 513, 32768, 32769, 1 << 20, 16_777_220].map(all), [1, 1, 2, 2, 3, 3, 3]);
    // Along an axis they grow with the logarithm, up to five for the longest array.
    let along = |n| passes(n, Over::Axis(0));
    assert_eq!([1, 64, 65, 4096, 4097, 1 << 20, MOST_ELEMENTS].map(along), [1, 1, 2, 2, 3, 4, 5]);
}

#[test]
fn sums_of_nothing_are_0_and_1_and_extremes_of_nothing_are_refused() {
    let empty = Shape::vector(0);
    for operation in Operation::ALL {
        let from = Packed::matrix(0, 0);
        let planned = plan(operation, floats(&empty, from), Over::All, &Limits::default());
        match operation {
            Operation::Sum | Operation::Prod => {
                let neutral = if operation == Operation::Sum { 0.0 } else { 1.0 };
                assert_eq!(run(operation, &planned.unwrap(), Packed::stream(0), &[]), [neutral]);
                check(operation, &[0, 3], Over::Axis(0), Packed::stream(0));
            }
            _ => assert_eq!(planned.map_err(|e| e.code()), Err(Code::BadShape)),
        }
        // No result, so nothing is asked for.
        check(operation, &[0, 3], Over::Axis(1), Packed::stream(0));
        check(operation, &[0], Over::Groups(4), Packed::stream(0));
    }
}

#[test]
fn what_cannot_be_reduced_is_refused_by_name() {
    let refused = |ty, over| {
        let shape = Shape::matrix(2, 3);
        let a = Array { ty, shape: &shape, packed: Packed::stream(6) };
        plan(Operation::Sum, a, over, &Limits::default()).unwrap_err()
    };
    for over in [Over::Axis(2), Over::Axis(-3), Over::Axis(i32::MIN)] {
        let error = refused(ElementType::FLOAT, over);
        assert_eq!((error.code(), error.kernel(), error.argument()), (Code::BadArgument, Some("sum"), Some("axis")));
    }
    for over in [Over::Groups(0), Over::Groups(-4)] {
        let error = refused(ElementType::FLOAT, over);
        assert_eq!((error.code(), error.argument()), (Code::BadArgument, Some("groupSize")));
    }
    let vec2 = refused(ElementType { width: 2, ..ElementType::FLOAT }, Over::All);
    assert_eq!((vec2.code(), vec2.argument()), (Code::BadArgument, Some("a")));
    assert_eq!(vec2.to_string(), "kernel \"sum\": argument \"a\" is of vec2; expected float, int or uint");
}

#[test]
fn a_mean_cannot_overflow() {
    // The scales of all passes make up for at least as many terms as there are.
    for n in [1u32, 3, 1000, 70000, 1 << 20] {
        let (shape, from) = (Shape::vector(n), Packed::stream(n as usize));
        for over in [Over::All, Over::Axis(0)] {
            let a = Array { ty: ElementType::INT, ..floats(&shape, from) };
            let plan = plan(Operation::Mean, a, over, &Limits::default()).unwrap();
            assert_eq!(plan.results[0].ty, ElementType::FLOAT);
            let Some(Step::Draw(pass)) = plan.steps.last() else { panic!("no draw") };
            let Some((_, Value::Floats(_, divisors))) = pass.uniforms.iter().find(|u| u.0 == "divisors") else {
                panic!("no divisors")
            };
            assert!(divisors[0] <= 1.0 && divisors[0] > 0.06, "{n}: {divisors:?}");
        }
    }
}
