//! The executor: arguments arrive in the form that a plan asks for, whatever they were.

use gpgpu_wasm::error::Code;
use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::plan::{Domain, Form, Pass, Plan, Program, ResultArray};
use gpgpu_wasm::shader;
use gpgpu_wasm::shape::{ElementType, Packed, Shape};
use wasm_bindgen_test::wasm_bindgen_test;

/// Copies a packed array into one that is cut into other rows.
fn recut(from: Packed, to: Packed, components: usize) -> Plan<'static> {
    let mut plan = Plan::default();
    let source = plan.argument(Form::Packed(from));
    let target = plan.result(ResultArray {
        ty: ElementType::FLOAT,
        shape: Shape::vector(components as u32),
        form: Form::Packed(to),
    });
    let program = Program::fragment(shader!("convert/pack.frag", "convert/stream.glsl")).with(&[
        ("KIND", 0),
        ("PER", 4),
        ("ALIGNED", 0),
    ]);
    plan.push(
        Pass::fragment(program, Domain::texels(to.width(), to.height()), vec![target.into()])
            .sampler("source", source)
            .uniform("row", from.row)
            .uniform("rowOut", to.row),
    );
    plan
}

#[wasm_bindgen_test]
fn a_stream_survives_being_cut_into_any_rows() {
    let gpu = Gpu::new().unwrap();
    for n in [1usize, 2, 3, 4, 5, 7, 8, 127, 128, 129, 1000] {
        let data: Vec<f32> = (0..n).map(|i| i as f32 + 0.5).collect();
        for row in [1u32, 2, 3, 4, 5, 8, 100] {
            let rows = (n as u32).div_ceil(row);
            for to in [Packed { row, rows }, Packed::stream(n)] {
                let plan = recut(Packed::stream(n), to, n);
                let got = gpu.run(&plan, &[(Shape::vector(n as u32), Data::Float(data.clone()))]).unwrap();
                assert_eq!(got[0].floats(), data, "{n} in rows of {row} to {to:?}");
                let plan = recut(Packed { row, rows }, to, n);
                let got = gpu.run(&plan, &[(Shape::vector(n as u32), Data::Float(data.clone()))]).unwrap();
                assert_eq!(got[0].floats(), data, "{n} from rows of {row} to {to:?}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn data_that_does_not_fill_its_shape_is_refused() {
    let gpu = Gpu::new().unwrap();
    let plan = recut(Packed::stream(6), Packed::stream(6), 6);
    for n in [5, 7] {
        let error = gpu.run(&plan, &[(Shape::matrix(2, 3), Data::Float(vec![1.0; n]))]).unwrap_err();
        assert_eq!(error.code(), Code::LengthMismatch);
        assert_eq!(error.to_string(), format!("argument \"0\" has {n} floats; shape [2, 3] of float needs 6"));
    }
}
