use super::*;
use crate::error::Code;
use crate::kernel::Kernel;
use crate::plan::{FloatTargets, Slot, Step, Storage};
use crate::shape::ElementType;
use crate::texture::{AddressMode, FilterMode, Modes, ReadMode};

fn vertex(text: &str) -> Kernel {
    Kernel::new(0, Some(text.to_string()), None)
}

fn fragment(text: &str) -> Kernel {
    Kernel::new(0, None, Some(text.to_string()))
}

fn floats(length: usize) -> Given {
    Given::Numbers { kind: NumberKind::Float32, length }
}

fn array(identity: u32, ty: ElementType, shape: &[u32]) -> Given {
    Given::Array { identity, ty, shape: Shape::new(shape).unwrap(), modes: Modes::default() }
}

fn texture(ty: ElementType, shape: &[u32], data: Option<(NumberKind, usize)>) -> HostTexture {
    HostTexture { ty, shape: Shape::new(shape).unwrap(), data, image: None, modes: Modes::default() }
}

const FLOAT: ElementType = ElementType::FLOAT;

/// A call with these arguments by name; what is not named is not given.
fn call(kernel: &Kernel, given: &[(&str, Given)]) -> Call {
    let of = |name: &str| given.iter().find(|(n, _)| *n == name).map(|(_, given)| given.clone()).unwrap_or_default();
    Call { given: kernel.variables.iter().map(|v| of(&v.name)).collect(), ..Call::default() }
}

fn bound<'k>(kernel: &'k Kernel, given: &[(&str, Given)]) -> Result<Bound<'k>> {
    bind(kernel, &call(kernel, given), &Limits::default())
}

/// Code and argument of a refusal, and its sentence.
fn refusal(result: Result<Bound<'_>>) -> (Code, Option<String>, String) {
    let error = result.map(|bound| bound.elements).expect_err("this call is bound");
    (error.code(), error.argument().map(str::to_string), error.to_string())
}

#[track_caller]
fn refused(result: Result<Bound<'_>>, code: Code, argument: Option<&str>, part: &str) {
    let (found, at, words) = refusal(result);
    assert_eq!((found, at.as_deref()), (code, argument), "{words}");
    assert!(words.contains(part), "{words}");
}

fn passes<'a, 'k>(bound: &'a Bound<'k>) -> Vec<&'a Pass<'k>> {
    let pass = |step: &'a Step<'k>| match step {
        Step::Draw(pass) => Some(pass),
        _ => None,
    };
    bound.plan.steps.iter().filter_map(pass).collect()
}

#[test]
fn the_number_of_elements_is_what_attributes_say_then_outputs_then_the_call() {
    let kernel = vertex("in vec2 a; out float c; void main() { c = a.x; }");
    let by_attribute = bound(&kernel, &[("a", floats(6)), ("c", floats(3))]).unwrap();
    assert_eq!((by_attribute.technique, by_attribute.elements), (Technique::Vertex, 3));
    let kernel = vertex("out vec3 c; void main() { c = vec3(0.0); }");
    assert_eq!(bound(&kernel, &[("c", floats(12))]).unwrap().elements, 4);
    let mut grid = call(&kernel, &[("c", floats(72))]);
    grid.grid = Some(Grid { groups: [3, 2, 1], size: [2, 2, 1] });
    assert_eq!(bind(&kernel, &grid, &Limits::default()).unwrap().elements, 24);
    grid.element_count = Some(23);
    let result = bind(&kernel, &grid, &Limits::default());
    refused(result, Code::LengthMismatch, Some("elementCount"), "workgroups and localSize say 24 elements");
}

#[test]
fn lengths_that_disagree_are_refused_with_both_and_with_who_said_so() {
    let kernel = vertex("in float A, B; out float C; void main() { C = A + B; }");
    let result = bound(&kernel, &[("A", floats(6)), ("B", floats(5)), ("C", floats(6))]);
    let words = "has 5 floats; 6 elements of float need 6 (\"A\" says 6)";
    refused(result, Code::LengthMismatch, Some("B"), words);
    let kernel = vertex("in vec3 P; out vec2 Q; void main() { Q = P.xy; }");
    let uneven = bound(&kernel, &[("P", floats(7)), ("Q", floats(4))]);
    refused(uneven, Code::LengthMismatch, Some("P"), "has 7 floats; elements of vec3 take 3 each");
    let odd = bound(&kernel, &[("P", floats(6)), ("Q", floats(5))]);
    refused(odd, Code::LengthMismatch, Some("Q"), "has 5 floats; 2 elements of vec2 need 4");
}

#[test]
fn an_array_has_the_declared_type_and_an_output_of_numbers_its_very_kind() {
    let kernel = vertex("in vec2 a; flat out int c; void main() { c = int(a.x); }");
    let ints = Given::Numbers { kind: NumberKind::Int32, length: 2 };
    assert!(bound(&kernel, &[("a", array(1, ElementType { width: 2, ..FLOAT }, &[2])), ("c", ints)]).is_ok());
    let wrong = bound(&kernel, &[("a", array(1, FLOAT, &[2])), ("c", floats(2))]);
    refused(wrong, Code::BadArgument, Some("a"), "is a GpuArray of float; the shader declares vec2");
    let wrong = bound(&kernel, &[("a", floats(4)), ("c", floats(2))]);
    refused(wrong, Code::BadArgument, Some("c"), "is a Float32Array; output int needs an Int32Array");
}

#[test]
fn what_is_declared_is_given_and_something_is_written() {
    let kernel = vertex("in float a; uniform float k; uniform sampler2D T; out float c; void main() { c = a; }");
    let all = [
        ("a", floats(2)),
        ("k", Given::Leaves(vec![LeafGiven::Numbers(vec![1.0])])),
        ("T", array(1, FLOAT, &[2, 2])),
        ("c", floats(2)),
    ];
    assert!(bound(&kernel, &all).is_ok());
    for left_out in ["a", "k", "T", "c"] {
        let given: Vec<(&str, Given)> = all.iter().filter(|(name, _)| *name != left_out).cloned().collect();
        refused(bound(&kernel, &given), Code::MissingArgument, Some(left_out), "not given");
    }
    let mute = vertex("in float a; void main() { gl_Position = vec4(a); }");
    refused(bound(&mute, &[("a", floats(2))]), Code::BadArgument, None, "declares no output");
    refused(bound(&fragment("void main() { }"), &[]), Code::BadArgument, None, "declares no output");
}

#[test]
fn outputs_beyond_the_buffers_of_a_device_share_one_and_are_taken_apart_without_a_rest() {
    let kernel = vertex("out float a; out vec2 b; out vec3 c; out vec4 d; out float e; void main() { }");
    let given = [("a", floats(2)), ("b", floats(4)), ("c", floats(6)), ("d", floats(8)), ("e", floats(2))];
    let four = bound(&kernel, &given[..4]).unwrap();
    assert_eq!((passes(&four).len(), four.plan.temporaries.len()), (1, 0));
    let five = bound(&kernel, &given).unwrap();
    let all = passes(&five);
    assert_eq!(five.plan.temporaries, [Storage::Buffer { bytes: 2 * 11 * 4 }]);
    assert_eq!(all.len(), 1 + 5);
    assert!(all[0].captures.iter().all(|(_, slot)| *slot == Slot::Temporary(0)));
    // Each of the five begins where the one before ended, and steps over a whole element.
    let parts: Vec<(u32, u32)> = all[1..].iter().map(|p| (p.attributes[0].offset, p.attributes[0].stride)).collect();
    assert_eq!(parts, [0, 4, 12, 24, 40].map(|offset| (offset, 44)));
}

#[test]
fn a_matrix_of_any_size_is_taken_out_by_whole_fours_and_a_rest() {
    for (ty, fours, last) in [("mat2", 1, 4), ("mat2x3", 2, 2), ("mat3", 3, 1), ("mat3x4", 3, 4), ("mat4", 4, 4)] {
        let kernel = vertex(&format!("out {ty} M; out float c; void main() {{ }}"));
        let per = 4 * (fours as usize - 1) + last as usize;
        let both = bound(&kernel, &[("M", floats(3 * per)), ("c", floats(3))]).unwrap();
        let Program::BuiltIn { defines, .. } = &passes(&both)[1].program else { panic!("{ty} is not taken out") };
        assert_eq!(defines[..], [("FOURS", fours), ("LAST", last)], "{ty}");
        assert_eq!(passes(&both)[1].attributes.len(), fours as usize, "{ty}");
    }
}

#[test]
fn more_components_than_an_attribute_steps_over_are_captured_by_several_runs() {
    let names: Vec<String> = (0..16).map(|i| format!("o{i}")).collect();
    let kernel = vertex(&format!("out vec4 {}; void main() {{ }}", names.join(", ")));
    let given: Vec<(&str, Given)> = names.iter().map(|name| (name.as_str(), floats(4))).collect();
    let sixteen = bound(&kernel, &given).unwrap();
    let runs = passes(&sixteen).iter().filter(|pass| matches!(pass.program, Program::Kernel(_))).count();
    assert_eq!((runs, sixteen.plan.results.len()), (2, 16));
    for pass in passes(&sixteen) {
        assert!(pass.attributes.iter().all(|a| a.stride <= 255), "{:?}", pass.attributes);
    }
    // What one run captures fits into 15 vectors: a vec3, and a column of a matrix, takes one.
    for (ty, count, runs) in [
        ("float", 60, 1),
        ("float", 61, 2),
        ("vec2", 30, 1),
        ("vec2", 31, 2),
        ("vec3", 15, 1),
        ("vec3", 16, 2),
        ("mat2", 7, 1),
        ("mat2", 8, 2),
        ("mat3x2", 5, 1),
        ("mat3x2", 6, 2),
    ] {
        let names: Vec<String> = (0..count).map(|i| format!("o{i}")).collect();
        let kernel = vertex(&format!("out {ty} {}; void main() {{ }}", names.join(", ")));
        let given: Vec<(&str, Given)> = names.iter().map(|name| (name.as_str(), floats(36))).collect();
        let all = bound(&kernel, &given).unwrap();
        let found = passes(&all).iter().filter(|pass| matches!(pass.program, Program::Kernel(_))).count();
        assert_eq!(found, runs, "{count} {ty}");
    }
    let poor = Limits { interleaved_components: 32, ..Limits::default() };
    let result = bind(&kernel, &call(&kernel, &given), &poor);
    refused(result, Code::LimitExceeded, None, "16 outputs of 64 components together");
}

#[test]
fn outputs_of_a_fragment_kernel_have_one_shape_and_go_where_they_are_declared() {
    let kernel = fragment("layout(location = 2) out float a; layout(location = 0) out ivec2 b; void main() { }");
    let ints = ElementType { width: 2, ..ElementType::INT };
    let both = bound(&kernel, &[("a", array(1, FLOAT, &[3, 5])), ("b", array(2, ints, &[3, 5]))]).unwrap();
    let pass = passes(&both)[0];
    assert_eq!((both.elements, pass.domain), (15, Domain::texels(5, 3)));
    assert_eq!(
        (pass.targets.iter().map(|t| t.slot).collect::<Vec<_>>(), &pass.locations[..]),
        (vec![Slot::Result(1), Slot::Result(0)], &[0, 2][..])
    );
    let uneven = bound(&kernel, &[("a", array(1, FLOAT, &[3, 5])), ("b", array(2, ints, &[5, 3]))]);
    refused(uneven, Code::BadShape, Some("b"), "output \"a\" has [3, 5]");
    let twins = fragment("out float a; out float b; void main() { }");
    let result = bound(&twins, &[("a", array(7, FLOAT, &[4])), ("b", array(7, FLOAT, &[4]))]);
    refused(result, Code::BadArgument, Some("b"), "the same GpuArray as output \"a\"");
}

#[test]
fn a_fragment_kernel_that_discards_clears_its_targets_first() {
    let kernel = fragment("out float a; void main() { if (gl_FragCoord.x > 1.0) discard; a = 1.0; }");
    let cleared = bound(&kernel, &[("a", array(1, FLOAT, &[2, 2]))]).unwrap();
    assert!(matches!(cleared.plan.steps[..], [Step::Clear(Slot::Result(0)), Step::Draw(_)]));
}

#[test]
fn what_a_device_lacks_is_refused_before_it_is_asked() {
    let poor = Limits { float_targets: FloatTargets::Half, float_linear: false, ..Limits::default() };
    let target = fragment("out float a; void main() { a = 1.0; }");
    let result = bind(&target, &call(&target, &[("a", array(1, FLOAT, &[2, 2]))]), &poor);
    refused(result, Code::Unsupported, Some("a"), "vertex technique");
    let ints = fragment("out int a; void main() { a = 1; }");
    assert!(bind(&ints, &call(&ints, &[("a", array(1, ElementType::INT, &[2, 2]))]), &poor).is_ok());

    let reads = vertex("uniform sampler2D T; out float c; void main() { c = tex2D(T, 0.5, 0.5).r; }");
    let linear = Modes { filter: FilterMode::Linear, address: AddressMode::Wrap, ..Modes::default() };
    let with = |info: HostTexture| call(&reads, &[("T", Given::Texture(info)), ("c", floats(1))]);
    let floats32 = HostTexture { modes: linear, ..texture(FLOAT, &[2, 2], None) };
    refused(bind(&reads, &with(floats32), &poor), Code::Unsupported, Some("T"), "linear");
    let bytes = texture(FLOAT, &[2, 2], Some((NumberKind::Uint8, 4)));
    let bytes = HostTexture { modes: Modes { read: ReadMode::NormalizedFloat, ..linear }, ..bytes };
    assert!(bind(&reads, &with(bytes), &poor).is_ok());

    let many = vertex("in float a, b, c; uniform sampler2D S[17]; out float d; void main() { d = a; }");
    let given = [("a", floats(1)), ("b", floats(1)), ("c", floats(1)), ("d", floats(1))];
    let textures = ("S", Given::Many(vec![array(1, FLOAT, &[1, 1]); 17]));
    let result = bound(&many, &[&given[..], &[textures]].concat());
    refused(result, Code::LimitExceeded, None, "17 textures are declared; this device allows 16");
    let wide = fragment("layout(location = 4) out float a; void main() { a = 1.0; }");
    refused(bound(&wide, &[("a", array(1, FLOAT, &[1]))]), Code::LimitExceeded, None, "this device allows 4");
}

#[test]
fn a_sampler_reads_what_its_type_and_its_dimensions_allow() {
    let kernel = vertex("uniform isampler2D T; uniform sampler3D V; out float c; void main() { c = 1.0; }");
    let with = |t: Given, v: Given| bound(&kernel, &[("T", t), ("V", v), ("c", floats(1))]).map(|b| b.plan.arguments);
    let plane = || array(1, ElementType::INT, &[2, 3]);
    let volume = || array(2, FLOAT, &[2, 3, 4]);
    assert_eq!(with(plane(), volume()), Ok(vec![Form::Elements, Form::Volume]));
    let code = |result: Result<Vec<Form>>| result.map_err(|e| (e.code(), e.argument().map(str::to_string)));
    let at = |code, name: &str| Err((code, Some(name.to_string())));
    assert_eq!(code(with(array(1, FLOAT, &[2, 3]), volume())), at(Code::BadArgument, "T"));
    assert_eq!(code(with(array(1, ElementType::INT, &[2, 3, 4]), volume())), at(Code::BadShape, "T"));
    assert_eq!(code(with(plane(), array(2, FLOAT, &[3, 4]))), at(Code::BadShape, "V"));
    assert_eq!(code(with(plane(), array(2, FLOAT, &[257, 1, 1]))), at(Code::LimitExceeded, "V"));
    assert_eq!(code(with(array(1, ElementType::INT, &[2049, 1]), volume())), at(Code::LimitExceeded, "T"));
    // A vector folds, unless tex1D may read along it.
    assert_eq!(with(array(1, ElementType::INT, &[5000]), volume()), Ok(vec![Form::Elements, Form::Volume]));
    let along = vertex("uniform sampler2D T; out float c; void main() { c = tex1D(T, 0.5).r; }");
    let result = bound(&along, &[("T", array(1, FLOAT, &[5000])), ("c", floats(1))]);
    refused(result, Code::Unsupported, Some("T"), "tex1Dfetch all of them");
}

#[test]
fn uniforms_become_values_of_their_scalars_or_are_refused_by_their_place() {
    let kernel = vertex("uniform int i; uniform bool b[2]; uniform mat2x3 m; out float c; void main() { c = 1.0; }");
    let with = |i: &[f64], b: &[f64], m: &[f64]| {
        let leaf = |numbers: &[f64]| Given::Leaves(vec![LeafGiven::Numbers(numbers.to_vec())]);
        bound(&kernel, &[("i", leaf(i)), ("b", leaf(b)), ("m", leaf(m)), ("c", floats(1))])
    };
    let six = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let right = with(&[-3.0], &[f64::NAN, 0.5], &six).unwrap();
    let expected = [
        ("i", Value::Ints(1, vec![-3])),
        ("b", Value::Ints(1, vec![0, 1])),
        ("m", Value::Matrix(2, 3, six.map(|x| x as f32).to_vec())),
    ];
    assert_eq!(passes(&right)[0].uniforms, expected);
    refused(with(&[0.5], &[0.0, 1.0], &six), Code::BadArgument, Some("i"), "holds 0.5 (number 0)");
    let large = "holds 2147483648 (number 0), which no int can hold";
    refused(with(&[2f64.powi(31)], &[0.0, 1.0], &six), Code::BadArgument, Some("i"), large);
    refused(with(&[1.0], &[1.0], &six), Code::LengthMismatch, Some("b"), "has 1 numbers; bool[2] needs 2");
    refused(with(&[1.0], &[0.0, 1.0], &six[..5]), Code::LengthMismatch, Some("m"), "mat2x3 needs 6");
}

#[test]
fn samplers_that_cannot_be_set_are_refused_for_what_they_are() {
    for (text, words) in [
        ("uniform sampler2D t[max(1, 2)];", "has a length that literals and constants do not tell"),
        ("uniform sampler2DShadow t;", "is of type sampler2DShadow, which cannot be set"),
        ("uniform struct { sampler2D s; } t;", ".s is of type sampler2D, which cannot be set"),
    ] {
        let kernel = vertex(&format!("{text} out float c; void main() {{ c = 1.0; }}"));
        let two = Given::Many(vec![array(1, FLOAT, &[1, 1]); 2]);
        let given = if text.contains('[') { two } else { Given::Leaves(vec![LeafGiven::Missing]) };
        refused(bound(&kernel, &[("t", given), ("c", floats(1))]), Code::Unsupported, Some("t"), words);
    }
}

#[test]
fn with_both_stages_and_no_captured_output_it_is_a_drawing() {
    let kernel = Kernel::new(
        0,
        Some("in vec2 p; out float c; void main() { c = p.x; gl_Position = vec4(p, 0.0, 1.0); }".to_string()),
        Some("out vec4 o; void main() { o = vec4(1.0); }".to_string()),
    );
    assert_eq!(bound(&kernel, &[("p", floats(6))]).map(|b| (b.technique, b.elements)), Ok((Technique::Drawing, 3)));
    let captured = bound(&kernel, &[("p", floats(6)), ("c", floats(3))]);
    assert_eq!(captured.map(|b| b.technique), Ok(Technique::Vertex));
}

#[test]
fn textures_are_read_at_their_centres_unless_one_is_filtered() {
    let kernel = fragment("uniform sampler2D S, T[2]; out float C; void main() { C = tex2D(S, 1.0, 2.0).r; }");
    let linear = Modes { filter: FilterMode::Linear, ..Modes::default() };
    let given = |modes: [Modes; 3]| {
        let [s, t, u] = modes.map(|modes| Given::Texture(HostTexture { modes, ..texture(FLOAT, &[2, 3], None) }));
        [("S", s), ("T", Given::Many(vec![t, u])), ("C", array(1, FLOAT, &[2, 3]))]
    };
    let limits = Limits { float_linear: true, ..Limits::default() };
    let distance = |modes| {
        let call = call(&kernel, &given(modes));
        let bound = bind(&kernel, &call, &limits).unwrap();
        let found = passes(&bound)[0].uniforms.iter().find(|(name, _)| *name == "gpgpu_distance");
        found.map(|(_, value)| value.clone())
    };
    let point = Modes::default();
    assert_eq!(distance([point; 3]), Some(Value::Floats(1, vec![0.5])));
    for modes in [[linear, point, point], [point, point, linear], [linear; 3]] {
        assert_eq!(distance(modes), Some(Value::Floats(1, vec![1.0 / 2048.0])));
    }
}
