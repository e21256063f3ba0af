//! Expressions against their references.

use gpgpu_wasm::gpu::{Data, Gpu};
use gpgpu_wasm::ops::layout;
use gpgpu_wasm::ops::map::{check, reference, Input};
use gpgpu_wasm::plan::{FloatTargets, Limits};
use gpgpu_wasm::shape::{ElementType, Packed, Scalar, Shape};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::numbers::Numbers;

fn named(list: &[(&str, Input)]) -> Vec<(String, Input)> {
    list.iter().map(|(name, input)| ((*name).to_string(), input.clone())).collect()
}

#[wasm_bindgen_test]
fn an_expression_is_evaluated_for_every_component() {
    let gpu = Gpu::new().unwrap();
    let mut numbers = Numbers::new(8);
    let poorer = Limits { float_targets: FloatTargets::None, ..gpu.limits().clone() };
    for (id, limits) in [gpu.limits(), &poorer].into_iter().enumerate() {
        let shape = Shape::matrix(5, 7);
        let array = || Input::Array(ElementType::FLOAT, shape.clone());
        let one = Input::Array(ElementType::FLOAT, Shape::vector(1));
        let inputs = named(&[("a", Input::Number(2.0)), ("x", array()), ("y", array()), ("one", one)]);
        let map = check("x > 0.0 ?\n a*x + y : one", &inputs).unwrap();
        let kernel = map.kernel(1000 + id as u64, limits);
        let (x, y) = (numbers.floats(35), numbers.floats(35));
        let wanted = reference(|v| if v[0] > 0.0 { 2.0 * v[0] + v[1] } else { v[2] }, &[&x, &y, &[7.0]]);
        for packed in [layout::matrix(Scalar::Float, 5, 7, limits), Packed::stream(35)] {
            let plan = map.plan(&kernel, packed, limits);
            let arguments = [
                (shape.clone(), Data::Float(x.clone())),
                (shape.clone(), Data::Float(y.clone())),
                (Shape::vector(1), Data::Float(vec![7.0])),
            ];
            let got = gpu.run(&plan, &arguments).unwrap();
            for (got, wanted) in got[0].floats().iter().zip(&wanted) {
                assert!((got - wanted).abs() <= 2e-7 * wanted.abs().max(1.0), "{got} for {wanted}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn integers_and_floats_meet_in_one_expression() {
    let gpu = Gpu::new().unwrap();
    let vector = Shape::vector(3);
    let ty = |scalar| ElementType { scalar, width: 1 };
    let array = |scalar| Input::Array(ty(scalar), vector.clone());
    let inputs = named(&[("u", array(Scalar::Uint)), ("x", array(Scalar::Float))]);
    let map = check("float(u >> 1u) + x", &inputs).unwrap();
    let kernel = map.kernel(2000, gpu.limits());
    let plan = map.plan(&kernel, Packed::stream(3), gpu.limits());
    let arguments = [
        (ty(Scalar::Uint), vector.clone(), Data::Uint(vec![2, 5, 8])),
        (ty(Scalar::Float), vector.clone(), Data::Float(vec![0.5, 0.25, 0.0])),
    ];
    assert_eq!(gpu.run_typed(&plan, &arguments).unwrap()[0], Data::Float(vec![1.5, 2.25, 4.0]));
}

#[wasm_bindgen_test]
fn a_wrong_expression_is_told_with_its_own_line() {
    let gpu = Gpu::new().unwrap();
    for (id, (expression, parts)) in
        [("x +\n nope", ["line 2", "nope"]), ("x + ", ["SHADER_COMPILE", "syntax"])].into_iter().enumerate()
    {
        let map = check(expression, &named(&[("x", Input::Array(ElementType::FLOAT, Shape::vector(1)))])).unwrap();
        let kernel = map.kernel(3000 + id as u64, gpu.limits());
        let plan = map.plan(&kernel, Packed::stream(1), gpu.limits());
        let error = gpu.run(&plan, &[(Shape::vector(1), Data::Float(vec![1.0]))]).unwrap_err();
        let told = format!("{} {error}", error.code().as_str());
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    }
}
