use super::simulation::run;
use super::*;
use crate::plan::{Blend, FloatTargets, Step, Storage};

const PLAIN: Options = Options { transpose_a: false, transpose_b: false };

fn matrix(rows: u32, cols: u32) -> Shape {
    Shape::matrix(rows, cols)
}

fn checked(a: &Shape, b: &Shape, options: Options) -> Result<Extent> {
    check((ElementType::FLOAT, a), (ElementType::FLOAT, b), options)
}

fn planned(m: u32, k: u32, n: u32, limits: &Limits) -> Plan<'static> {
    plan(Extent { m, k, n }, PLAIN, Method::Texture, limits)
}

fn draws<'a>(plan: &'a Plan<'static>) -> impl Iterator<Item = &'a Pass<'static>> {
    plan.steps.iter().filter_map(|step| match step {
        Step::Draw(pass) => Some(pass),
        _ => None,
    })
}

fn names(plan: &Plan<'static>) -> Vec<&'static str> {
    draws(plan)
        .filter_map(|pass| match &pass.program {
            Program::BuiltIn { fragment: Some(source), .. } => Some(source.name),
            _ => None,
        })
        .collect()
}

#[test]
fn the_reference_multiplies() {
    let extent = Extent { m: 2, k: 2, n: 1 };
    let a = [1.0, -2.0, 3.0, 4.0];
    let (product, magnitude) = reference(&a, &[5.0, 6.0], extent, PLAIN);
    assert_eq!((product, magnitude), (vec![-7.0, 39.0], vec![17.0, 39.0]));
    let turned = Options { transpose_a: true, transpose_b: true };
    assert_eq!(reference(&a, &[5.0, 6.0], extent, turned).0, [23.0, 14.0]);
}

#[test]
fn options_turn_the_shapes() {
    let options = Options { transpose_a: true, transpose_b: false };
    assert_eq!(checked(&matrix(3, 2), &matrix(3, 4), options), Ok(Extent { m: 2, k: 3, n: 4 }));
    let options = Options { transpose_a: false, transpose_b: true };
    assert_eq!(checked(&matrix(2, 3), &matrix(4, 3), options), Ok(Extent { m: 2, k: 3, n: 4 }));
}

#[test]
fn factors_that_do_not_meet_are_refused_with_both_shapes() {
    let error = checked(&matrix(2, 3), &matrix(5, 7), PLAIN).unwrap_err();
    assert_eq!(error.code(), Code::BadShape);
    let text = error.to_string();
    assert_eq!(text, "kernel \"matmul\": argument \"B\" is [5, 7]; A is [2, 3]: 3 columns do not meet 5 rows");
    assert_eq!(checked(&Shape::vector(4), &matrix(4, 1), PLAIN).map_err(|e| e.code()), Err(Code::BadShape));
    let huge = checked(&matrix(65536, 1), &matrix(1, 65536), PLAIN);
    assert_eq!(huge.map_err(|e| e.code()), Err(Code::LimitExceeded));
    let ints = check((ElementType::INT, &matrix(1, 1)), (ElementType::FLOAT, &matrix(1, 1)), PLAIN);
    assert_eq!(ints.map_err(|e| e.code()), Err(Code::BadArgument));
}

#[test]
fn matrices_that_fit_are_read_as_they_lie() {
    let plan = planned(137, 61, 129, &Limits { draw_buffers: 8, ..Limits::default() });
    assert_eq!(plan.arguments, [Form::Packed(Packed::matrix(137, 61)), Form::Packed(Packed::matrix(61, 129))]);
    assert_eq!(names(&plan), ["matmul/tile.frag", "matmul/gather.frag"]);
}

#[test]
fn a_processor_reads_a_stacked_factor_and_copies_the_tiles() {
    let limits = Limits { draw_buffers: 8, texture_size: 8192, software: true, ..Limits::default() };
    let plan = planned(520, 520, 520, &limits);
    let mut passes = names(&plan);
    passes.dedup();
    assert_eq!(passes, ["matmul/stack.frag", "matmul/tile.frag"]);
    assert!(matches!(plan.steps.last(), Some(Step::LayersToRows { to: Slot::Result(0), .. })));
    // Of short sums it would be no more than one pass more.
    assert_eq!(names(&planned(520, 64, 520, &limits)), ["matmul/tile.frag"]);
    // Folded results, and those of which k was split, are gathered.
    assert_eq!(names(&planned(64, 520, 64, &limits)), ["matmul/tile.frag", "matmul/gather.frag"]);
}

#[test]
fn chunks_of_k_after_the_first_are_added() {
    let limits = Limits { draw_buffers: 8, texture_size: 16384, ..Limits::default() };
    let plan = planned(512, 9000, 512, &limits);
    let mut blends: Vec<Blend> = draws(&plan).map(|pass| pass.blend).collect();
    blends.dedup();
    assert_eq!(blends, [Blend::Replace, Blend::Add, Blend::Replace]);
}

#[test]
fn without_blending_two_temporaries_alternate() {
    let limits = Limits { draw_buffers: 8, texture_size: 16384, float_blend: false, ..Limits::default() };
    let plan = planned(512, 9000, 512, &limits);
    assert!(draws(&plan).all(|pass| pass.blend == Blend::Replace));
    for pass in draws(&plan) {
        for (_, read) in &pass.samplers {
            assert!(pass.targets.iter().all(|target| target.slot != *read), "a target is read");
        }
    }
    assert_eq!(plan.temporaries.len(), 2);
}

#[test]
fn devices_without_float_targets_render_bits() {
    let limits = Limits { float_targets: FloatTargets::None, ..Limits::default() };
    let plan = planned(16, 600, 16, &limits);
    assert!(plan.arguments.iter().all(|form| matches!(form, Form::PackedBits(_))));
    assert!(draws(&plan).all(|pass| pass.blend == Blend::Replace));
    assert!(plan
        .temporaries
        .iter()
        .all(|storage| matches!(storage, Storage::Texture { format: crate::plan::Format::Rgba32I, .. })));
}

#[test]
fn a_vector_and_a_matrix_whose_rows_run_along_k_take_dots() {
    let limits = Limits::default();
    assert_eq!(names(&planned(5000, 300, 1, &limits))[0], "matmul/dots.frag");
    assert_eq!(names(&planned(1, 70000, 1, &limits)), ["matmul/dots.frag", "matmul/sum.frag"]);
    let options = Options { transpose_a: false, transpose_b: true };
    let turned = plan(Extent { m: 1, k: 300, n: 5000 }, options, Method::Texture, &limits);
    assert_eq!(names(&turned)[0], "matmul/dots.frag");
    assert_eq!(names(&planned(1, 300, 5000, &limits))[0], "matmul/tile.frag");
}

#[test]
fn uniform_blocks_serve_large_products_where_the_device_has_eight_targets() {
    let extent = Extent { m: 100, k: 2000, n: 90 };
    let limits = Limits { draw_buffers: 8, uniform_block_bytes: 65536, texture_size: 4096, ..Limits::default() };
    let plan_on = |limits: &Limits| plan(extent, PLAIN, Method::UniformBlock, limits);
    let blocks = plan_on(&limits);
    assert!(names(&blocks).contains(&"matmul/block.frag"));
    let bytes = |slot| match slot {
        Slot::Temporary(index) => match blocks.temporaries[index] {
            Storage::Buffer { bytes } => bytes,
            Storage::Texture { .. } => 0,
        },
        _ => 0,
    };
    for pass in draws(&blocks).filter(|pass| !pass.blocks.is_empty()) {
        let block = &pass.blocks[0];
        assert_eq!((block.bytes, pass.again.len()), (65536, 12));
        for offset in pass.again.iter().map(|again| again.offset).chain([block.offset]) {
            assert!(offset % 256 == 0 && offset + block.bytes <= bytes(block.slot));
        }
    }
    // Sums that no block can hold are rounded less often by the other form.
    let long = plan(Extent { k: 3000, ..extent }, PLAIN, Method::UniformBlock, &limits);
    assert!(!names(&long).contains(&"matmul/block.frag"));
    let poorer = Limits { draw_buffers: 4, ..limits };
    assert!(!names(&plan_on(&poorer)).contains(&"matmul/block.frag"));
}

#[test]
fn a_product_without_terms_is_zero_and_one_without_elements_is_empty() {
    let limits = Limits::default();
    assert_eq!(names(&planned(2, 0, 2, &limits)), ["matmul/zero.frag"]);
    for empty in [planned(0, 3, 2, &limits), planned(2, 3, 0, &limits)] {
        assert!(empty.steps.is_empty());
        // Asked for in no other form than any array has, the factor that is not empty is not converted in vain.
        assert!(empty.arguments.iter().all(|argument| *argument == Form::Buffer));
    }
}

#[test]
fn every_rectangle_and_temporary_is_within_the_limits() {
    let extents = [
        (1, 1, 1),
        (9, 3, 5),
        (65536, 3, 2),
        (2, 65536, 2),
        (3, 2, 65536),
        (4100, 2100, 8200),
        (2048, 2048, 2048),
        (1, 3, 100_000),
        (100_000, 1, 7),
        (5, 5000, 5),
        (16, 40_000, 16),
        (70_000, 20, 70),
    ];
    for (m, k, n) in extents {
        for transpose_a in [false, true] {
            for (draw_buffers, software) in [(4, false), (8, false), (8, true)] {
                let limits = Limits { draw_buffers, software, ..Limits::default() };
                let options = Options { transpose_a, transpose_b: transpose_a };
                let plan = plan(Extent { m, k, n }, options, Method::Texture, &limits);
                for storage in &plan.temporaries {
                    let Storage::Texture { width, height, layers, .. } = *storage else { unreachable!() };
                    assert!(width.max(height) <= limits.texture_size && width.min(height) > 0, "{storage:?}");
                    assert!(layers <= limits.array_layers, "{m} {k} {n}: {storage:?}");
                }
                for pass in draws(&plan) {
                    assert!(pass.targets.len() <= draw_buffers as usize);
                    let Domain::Texels { x, y, width, height } = pass.domain else { unreachable!() };
                    assert!(width > 0 && height > 0, "{m} {k} {n}: {pass:?}");
                    let (w, h) = match pass.targets[0].slot {
                        Slot::Temporary(t) => match plan.temporaries[t] {
                            Storage::Texture { width, height, .. } => (width, height),
                            Storage::Buffer { .. } => unreachable!(),
                        },
                        _ => match plan.results[0].form {
                            Form::Packed(p) | Form::PackedBits(p) => (p.width(), p.height()),
                            _ => unreachable!(),
                        },
                    };
                    assert!(x + width <= w && y + height <= h, "{m} {k} {n}: {:?} in {w} x {h}", pass.domain);
                }
            }
        }
    }
}

/// Whole numbers, so that every sum of their products is exact.
fn numbers(rows: u32, cols: u32, seed: u32) -> Vec<f32> {
    (0..rows * cols).map(|i| (i.wrapping_mul(2_654_435_761).wrapping_add(seed) >> 16) as f32 % 15.0 - 7.0).collect()
}

fn check_product(extent: Extent, options: Options, method: Method, limits: &Limits) {
    let Extent { m, k, n } = extent;
    let (a, b) = (numbers(m, k, 1), numbers(k, n, 2));
    let product = run(&plan(extent, options, method, limits), [&a, &b]);
    let (expected, _) = reference(&a, &b, extent, options);
    let wrong = product.iter().zip(&expected).position(|(a, b)| a != b).map(|i| (i, product[i], expected[i]));
    assert_eq!(wrong, None, "{extent:?} {options:?} {limits:?}");
}

fn all_options() -> impl Iterator<Item = Options> {
    let both = [false, true];
    both.into_iter().flat_map(move |transpose_a| both.map(|transpose_b| Options { transpose_a, transpose_b }))
}

/// Textures of 256 texels: rows, columns and k are soon cut in bands and panels.
#[test]
fn every_term_is_added_once_however_a_product_is_cut() {
    let small = Limits { texture_size: 256, array_layers: 16, ..Limits::default() };
    let devices = [
        Limits { draw_buffers: 8, ..small.clone() },
        Limits { draw_buffers: 8, software: true, ..small.clone() },
        Limits { float_blend: false, ..small.clone() },
        Limits { float_targets: FloatTargets::None, array_layers: 8, ..small },
    ];
    for (m, k, n) in [
        (1, 1, 1),
        (2, 3, 5),
        (3, 2, 4),
        (4, 9, 3),
        (5, 8, 7),
        (17, 19, 23),
        (65, 70, 66),
        (8, 257, 9),
        (40, 300, 41),
        (300, 5, 6),
        (6, 5, 1101),
        (7, 1100, 2),
        (257, 259, 5),
        (1, 1, 1100),
        (1, 61, 261),
        (300, 7, 1),
        (9, 1050, 1),
        (1, 1050, 1),
    ] {
        for options in all_options() {
            for limits in &devices {
                check_product(Extent { m, k, n }, options, Method::Texture, limits);
            }
        }
    }
}

#[test]
fn every_term_is_added_once_where_k_takes_several_passes() {
    let limits = Limits { texture_size: 8192, ..Limits::default() };
    check_product(Extent { m: 1, k: 4103, n: 8192 }, PLAIN, Method::Texture, &limits);
}

#[test]
fn every_term_is_added_once_where_processors_stack_a_factor() {
    let limits = Limits { draw_buffers: 8, texture_size: 2048, software: true, ..Limits::default() };
    for (m, k, n) in [(129, 513, 130), (16, 515, 128), (135, 1021, 129)] {
        let plan = planned(m, k, n, &limits);
        assert!(names(&plan).contains(&"matmul/stack.frag"));
        check_product(Extent { m, k, n }, PLAIN, Method::Texture, &limits);
    }
}

#[test]
fn every_term_is_added_once_from_uniform_blocks() {
    let limits = Limits { draw_buffers: 8, uniform_block_bytes: 65536, texture_size: 1024, ..Limits::default() };
    for (m, k, n) in [(65, 1, 64), (70, 3, 67), (9, 257, 5), (17, 300, 129), (130, 31, 133), (3, 1023, 700)] {
        for options in all_options() {
            let extent = Extent { m, k, n };
            assert!(names(&plan(extent, options, Method::UniformBlock, &limits)).contains(&"matmul/block.frag"));
            check_product(extent, options, Method::UniformBlock, &limits);
        }
    }
}
