use super::*;
use crate::plan::{FloatTargets, Form, Step};

fn array(ty: ElementType, shape: Shape) -> Input {
    Input::Array(ty, shape)
}

fn inputs(list: &[(&str, Input)]) -> Vec<(String, Input)> {
    list.iter().map(|(name, input)| ((*name).to_string(), input.clone())).collect()
}

fn xy() -> Vec<(String, Input)> {
    let vector = || array(ElementType::FLOAT, Shape::vector(3));
    inputs(&[("a", Input::Number(2.0)), ("x", vector()), ("y", vector())])
}

#[test]
fn the_expression_stands_alone_on_lines_of_its_own() {
    let map = check("a*x + y", &xy()).unwrap();
    let text = map.text(&Limits::default());
    assert!(text.contains("float gpgpu_map(float a, float x, float y) {\n  return float(\n#line 1 1\na*x + y\n"));
    assert!(text.contains("gpgpu_map(gpgpu_input0, gpgpu_input1_texel.x, gpgpu_input2_texel.x)"), "{text}");
    let bits = map.text(&Limits { float_targets: FloatTargets::None, ..Limits::default() });
    assert!(bits.contains("out ivec4 gpgpu_result;") && bits.contains("uniform isampler2D gpgpu_input1;"));
}

#[test]
fn numbers_are_uniforms_and_arrays_samplers() {
    let limits = Limits::default();
    let map = check("a*x + y", &xy()).unwrap();
    let (kernel, packed) = (map.kernel(1, &limits), Packed::stream(3));
    let plan = map.plan(&kernel, packed, &limits);
    assert_eq!(plan.arguments, [Form::Packed(packed), Form::Packed(packed)]);
    let Step::Draw(pass) = &plan.steps[0] else { unreachable!() };
    assert_eq!(pass.uniforms, [("gpgpu_input0", Value::from(2.0f32))]);
    assert_eq!(pass.samplers.iter().map(|s| s.0).collect::<Vec<_>>(), ["gpgpu_input1", "gpgpu_input2"]);
}

#[test]
fn what_ends_an_expression_or_begins_a_statement_is_refused() {
    for text in ["", "  ", "x; y", "x) + (y", "(x", "x]", "{x}", "x // y", "x /* y", "#x", "x \\", "ä", "x\0"] {
        let error = check(text, &xy()).unwrap_err();
        assert_eq!((error.code(), error.argument()), (Code::BadArgument, Some("expression")), "{text}");
    }
    for text in ["x", "clamp(x, 0.0, y)", "x > 0.0 ? vec2(x)[0] : -x", "x +\n y"] {
        assert!(check(text, &xy()).is_ok(), "{text}");
    }
}

#[test]
fn names_must_be_identifiers_that_are_free() {
    for name in ["", "1x", "x-y", "x y", "gl_x", "gpgpu_map", "a__b", "float", "vec3", "sampler2D", "while", "ä"]
        .into_iter()
        .chain(["GL_ES", "dvec3", "sampler1DShadow", "usampler2DRect", "samplerBuffer", "image2D", "uimageCube"])
    {
        let error = check("x", &inputs(&[(name, array(ElementType::FLOAT, Shape::vector(1)))])).unwrap_err();
        assert_eq!(error.code(), Code::BadArgument, "{name}");
    }
    for name in ["_x1", "texture", "image", "image1", "sampler", "mageD", "GL", "iD", "uD"] {
        assert!(is_name(name), "{name}");
    }
}

#[test]
fn shapes_must_be_equal_but_one_number_meets_all() {
    let (three, one) = (Shape::vector(3), Shape::matrix(1, 1));
    let ok = check(
        "x + y",
        &inputs(&[("x", array(ElementType::FLOAT, one)), ("y", array(ElementType::FLOAT, three.clone()))]),
    )
    .unwrap();
    assert_eq!(ok.shape, three);
    let bad = check(
        "x + y",
        &inputs(&[("x", array(ElementType::FLOAT, Shape::matrix(2, 5))), ("y", array(ElementType::FLOAT, three))]),
    )
    .unwrap_err();
    assert_eq!(bad.code(), Code::BadShape);
    assert!(bad.to_string().contains("[2, 5]") && bad.to_string().contains("[3]"), "{bad}");
    assert_eq!(check("1.0", &[]).map_err(|e| e.code()), Err(Code::BadArgument));
}

#[test]
fn one_number_meets_every_component_of_one_vector_of_the_same_shape() {
    let (one, vec3) = (Shape::vector(1), ElementType { width: 3, ..ElementType::FLOAT });
    for list in [[("x", ElementType::FLOAT), ("v", vec3)], [("v", vec3), ("x", ElementType::FLOAT)]] {
        let map = check("x + v", &inputs(&list.map(|(name, ty)| (name, array(ty, one.clone()))))).unwrap();
        assert_eq!(map.ty, vec3);
        for input in &map.inputs {
            assert_eq!(input.role, if input.name == "x" { Role::One } else { Role::Array });
        }
    }
}

#[test]
fn bits_are_asked_for_without_padding_whatever_lies_beside_them() {
    let limits = Limits { float_targets: FloatTargets::None, ..Limits::default() };
    let (shape, padded) = (Shape::matrix(3, 5), Packed::matrix(3, 5));
    let of = |ty| array(ty, shape.clone());
    let map = check("float(i) * x", &inputs(&[("i", of(ElementType::INT)), ("x", of(ElementType::FLOAT))])).unwrap();
    let kernel = map.kernel(1, &limits);
    let stream = Packed::stream(15);
    let plan = map.plan(&kernel, padded, &limits);
    assert_eq!(plan.arguments, [Form::Packed(stream), Form::PackedBits(stream)]);
    assert_eq!(plan.results[0].form, Form::PackedBits(stream));
}

#[test]
fn the_result_is_of_floats_if_any_array_is() {
    let vector = |ty| array(ty, Shape::vector(3));
    let ints = check("i * 2", &inputs(&[("i", vector(ElementType::INT)), ("s", Input::Number(2.0))])).unwrap();
    assert_eq!(ints.ty, ElementType::INT);
    assert_eq!(ints.inputs[1].role, Role::Number(Value::from(2)));
    for (value, scalar) in
        [(-2_147_483_648.0, Scalar::Int), (2_147_483_647.0, Scalar::Int), (2_147_483_648.0, Scalar::Float)]
    {
        assert_eq!(number(value, Scalar::Int).0, scalar, "{value}");
    }
    let mixed = check("float(i) * x", &inputs(&[("i", vector(ElementType::INT)), ("x", vector(ElementType::FLOAT))]));
    assert_eq!(mixed.unwrap().ty, ElementType::FLOAT);
}

#[test]
fn the_reference_takes_one_component_of_each() {
    assert_eq!(reference(|v| v[0] * 2.0 + v[1], &[&[1.0, 2.0], &[10.0]]), [12.0, 14.0]);
}
