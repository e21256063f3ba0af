use super::*;
use crate::glsl::steps::steps_of;
use proptest::prelude::*;

fn read(source: &str) -> Interface {
    interface(source, Stage::Vertex)
}

/// `in float A; out vec2 C[3]; …`, as the interface has it.
fn shown(interface: &Interface) -> String {
    let lists = [("in", &interface.inputs), ("out", &interface.outputs), ("uniform", &interface.uniforms)];
    let all = lists.iter().flat_map(|(storage, list)| list.iter().map(move |d| format!("{storage} {}", one(d))));
    all.collect::<Vec<_>>().join("; ")
}

fn one(declaration: &Declaration) -> String {
    let Declaration { name, ty, array, .. } = declaration;
    format!("{ty} {name}{}", array.map_or(String::new(), |n| format!("[{n}]")))
}

#[track_caller]
fn declares(source: &str, expected: &str) {
    let found = read(source);
    assert_eq!(shown(&found), expected, "{source}");
    assert!(found.well_formed, "{source}");
}

#[test]
fn declarations_are_found_however_they_are_laid_out() {
    declares("in float a, b;out float c\n;\nvoid main(){c=a;}", "in float a; in float b; out float c");
    declares("in\n vec2\n\ta\n,\nb;", "in vec2 a; in vec2 b");
    declares("\u{feff}#version 300 es\r\nin float a;\r\rout float b;\n", "in float a; out float b");
    declares(
        "in float inner, uniformity; out float output_;",
        "in float inner; in float uniformity; out float output_",
    );
}

#[test]
fn qualifiers_come_in_any_order_and_number() {
    let found = read("layout(location = 2) in highp vec2 a; flat centroid out ivec3 b;\nhighp flat in uint c; smooth out lowp float d; invariant gl_Position; invariant centroid out float e; layout(std140, location=0x3) uniform mat3x2 m;");
    assert_eq!(shown(&found), "in vec2 a; in uint c; out ivec3 b; out float d; out float e; uniform mat3x2 m");
    assert!(found.well_formed);
    assert_eq!(found.inputs.iter().map(|d| d.location).collect::<Vec<_>>(), [Some(2), None]);
    assert_eq!(found.uniforms[0].location, Some(3));
}

#[test]
fn parameters_locals_and_what_stands_in_comments_are_no_declarations() {
    declares(
        "// in float x;\n/* out float y; */ in float a; /*/ uniform float z; /*/\nfloat f(in float p, out vec2 q, inout int r);\nvoid main(void ) { const int out_ = 1; { float in_; } if (true) { } }\nout float c;",
        "in float a; out float c",
    );
}

#[test]
fn branches_and_macros_decide_what_is_declared() {
    declares(
        "#define N 0\n#if N\nin float a;\n#elif defined(N) && !N\nin vec2 b;\n#else\nin vec3 c;\n#endif",
        "in vec2 b",
    );
    declares(
        "#define T float\n#define IN(t, n) in t n\n#define BOTH IN(T, a); \\\n  IN(vec2, b)\nBOTH;\nout T c;",
        "in float a; in vec2 b; out float c",
    );
}

#[test]
fn array_sizes_are_worked_out() {
    declares(
        "#define N 3\nconst int M = N * 2, L = 1 + (M);\nconst uint U = 0x10u; uniform float a[M], b[L - 1 << 1], c[int(U) / 4];\nuniform float[N] d, e; uniform vec4 f[int(2.0)];",
        "uniform float a[6]; uniform float b[12]; uniform float c[4]; uniform float d[3]; uniform float e[3]; uniform vec4 f[2]",
    );
    let unknown = read("const float k[] = float[](1.0, 2.0); uniform float a[k.length()]; uniform float b[-1];");
    assert_eq!(shown(&unknown), "uniform float a[0]; uniform float b[0]");
}

#[test]
fn structs_know_their_members_and_blocks_are_no_uniforms() {
    let found = read(
        "struct Light { vec3 at, color; float power[2]; };\nuniform struct Scene { Light sun; Light lamps[4]; bool on; } scene, others[2];\nuniform struct { float a; } nameless;\nuniform Light one;\nlayout(std140) uniform Camera { mat4 view; } camera;\nuniform Plain { float exposure; };\nuniform sampler2D image;",
    );
    assert!(found.well_formed);
    assert_eq!(
        shown(&found),
        "uniform struct scene; uniform struct others[2]; uniform struct nameless; uniform struct one; uniform sampler2D image"
    );
    assert_eq!(found.blocks, ["Camera", "Plain"]);
    assert_eq!(found.uniforms.iter().map(|d| d.ty.clone()).take(4).collect::<Vec<_>>(), [1, 1, 2, 0].map(Type::Struct));
    assert_eq!(found.structs[1].members[1].ty, Type::Struct(0));
    assert_eq!(
        found.structs[0].members.iter().map(one).collect::<Vec<_>>(),
        ["vec3 at", "vec3 color", "float power[2]"]
    );
    for name in ["Light", "Scene", "scene", "Camera", "camera", "Plain", "exposure", "image"] {
        assert!(found.globals.contains(name), "{name}");
    }
    assert!(!found.globals.contains("view") && !found.globals.contains("on"));
}

#[test]
fn initialisers_may_hold_anything() {
    declares(
        "const vec3 a = vec3(1.0, 2.0, 3.0), b = a;\nconst float c[2] = float[](f(1, 2), 3.0), d = 1.0;\nfloat e = (1.0, 2.0), g;\nin float x;",
        "in float x",
    );
    let found = read("const float c[2] = float[](f(1, 2), 3.0), d = 1.0; float e = (1.0, 2.0), g; float h(float p) { float q; }\n#define I 1");
    let mut globals: Vec<_> = found.globals.iter().map(String::as_str).collect();
    globals.sort_unstable();
    assert_eq!(globals, ["c", "d", "e", "g", "h"]);
    assert!(found.macros.contains("I") && found.identifiers.contains("q"));
}

#[test]
fn one_mistake_hides_little() {
    for (source, expected) in [
        ("in float a\nout float c;\nvoid main() { c = a; }", "in float a; out float c"),
        ("in flaot a;\nout float c;", "in flaot a; out float c"),
        ("float f( { return 1.0; }\nin float a;", "in float a"),
        ("in float 2a; in float b;", "in float b"),
        ("in float a[3; in float b;", "in float b"),
        ("} in float a;", "in float a"),
        ("in float a;\nvoid main() { ", "in float a"),
        ("in float a @ b; out float c;", "in float a; out float c"),
        ("in S { float x; } s; in float a;", "in float a"),
        ("#if\n#endif\n#else\nin float a;", "in float a"),
    ] {
        let found = read(source);
        assert_eq!(shown(&found), expected, "{source}");
        assert!(!found.well_formed, "{source}");
    }
}

#[test]
fn outputs_without_a_location_take_what_is_free() {
    let locations = |source: &str| interface(source, Stage::Fragment).output_locations();
    assert_eq!(locations("out vec4 a; out vec4 b, c;"), [0, 1, 2]);
    assert_eq!(locations("layout(location = 1) out vec4 a; out vec4 b, c;"), [1, 0, 2]);
    assert_eq!(locations("out vec4 a[2]; layout(location = 1) out vec4 b; out vec4 c;"), [2, 1, 4]);
    assert_eq!(locations("layout(location = 4294967295) out vec4 a; out vec4 b;"), [u32::MAX, 0]);
}

#[test]
fn a_sampler_may_be_read_along_unless_it_goes_to_other_built_in_functions_only() {
    let along = |main: &str, sampler: &str| {
        let shared = "#define AT(s) tex1D(s, x)\nuniform sampler2D A, B, C[2]; uniform float x; vec4 own(float x, sampler2D s) { return tex1D(s, x); }\n";
        let read = |text: &str| read(text).along.contains(sampler);
        let (whole, alone) = (format!("{shared}void main() {{ {main} }}"), format!("void main() {{ {main} }}"));
        assert!(read(&whole) || !read(&alone), "{main}");
        read(&whole)
    };
    for main in ["tex1D(A, 0.5);", "tex1D((A), 0.5);", "AT(A);", "own(0.5, A);", "tex1D ( A\n, tex1Dfetch(B, 1).r);"] {
        assert!(along(main, "A"), "{main}");
        assert!(!along(main, "B"), "{main}");
    }
    assert!(along("tex1D(C[1], 0.5); tex1Dfetch(A, 1);", "C") && !along("tex1D(C[1], 0.5); tex1Dfetch(A, 1);", "A"));
    assert!(!along("texelFetch(A, ivec2(textureSize(B, 0)), 0); tex2D(A, x, x); texture(C[0], vec2(x));", "A"));
    let of = |source: &str| read(source).along;
    assert!(!of("uniform sampler2D L; void main() { float tex1D = 1.0; tex1D + tex1Dfetch(L, 9000).r; }").contains("L"));
    assert_eq!(
        of("uniform sampler2D L; float tex1D(sampler2D s) { return 1.0; } void main() { tex1D(L); }").iter().count(),
        0
    );
    assert_eq!(of("uniform sampler2D L; vec4 own(sampler2D s); void main() { own(L); }").iter().count(), 0);
    let tex = "uniform sampler2D L; vec4 texture1(sampler2D s) { return tex1D(s, 0.5); } void main() { texture1(L); }";
    assert!(of(tex).contains("L"));
}

#[test]
fn long_texts_are_read_in_steps_that_grow_with_their_length() {
    for piece in [
        "(",
        "{",
        "[",
        "/*/*/*",
        "//\\\n",
        "in float a[",
        "struct S{",
        "#if 1\n",
        "#define A A A\nA\n",
        "layout(",
        "a,",
        "\\\n",
        "const int a=a+a,b=(",
        "in float a;",
        "é",
        "\"",
        "uniform B{float b;};",
        "#define F(a,b) F(b,a)\nF(F(1,2),F(",
        "x[1][2]",
        "out vec4 a,b,c,",
        "#extension a\n",
        "'",
    ] {
        let source = piece.repeat((1 << 17) / piece.len());
        let steps = steps_of(|| {
            let found = interface(&source, Stage::Fragment);
            found.output_locations();
            found.rewriting.apply(&source);
        });
        let length = source.len() as u64;
        assert!((length..32 * length).contains(&steps), "{piece}: {steps} steps");
    }
}

#[test]
fn many_names_of_one_long_declaration_cost_no_more_than_its_length() {
    let (long, names) = ("x".repeat(1 << 17), "a,".repeat(1 << 16));
    for source in [
        format!("in {long} {names}"),
        format!("out {} vec4 {names}", "highp ".repeat(1 << 15)),
        format!("out struct S {{ {} }} {names}", "float a;".repeat(1 << 14)),
    ] {
        let found = interface(&source, Stage::Fragment);
        assert!(found.rewriting.apply(&source).len() < 64 * source.len());
        assert!(
            found.inputs.iter().chain(&found.outputs).map(|d| d.ty.to_string().len()).sum::<usize>()
                < 64 * source.len()
        );
    }
}

/// A declaration, and how it may be written.
fn declaration() -> impl Strategy<Value = (usize, &'static str, Option<u32>, u8)> {
    let types =
        ["float", "vec2", "vec4", "int", "ivec3", "uint", "uvec2", "mat2", "mat3x4", "bool", "sampler3D", "usampler2D"];
    (0..3usize, prop::sample::select(types.to_vec()), prop::option::of(1..9u32), any::<u8>())
}

/// The text of a declaration of `name`; the bits of `style` pick among the ways to write it.
fn written(storage: &str, ty: &str, name: &str, array: Option<u32>, style: u8) -> String {
    let bit = |i: u8| style >> i & 1 == 1;
    let gap = ["\n", " ", "\t", "/* in float no; */ ", " // out\n"][usize::from(style % 5)];
    let size = array.map_or(String::new(), |n| if bit(3) { format!("[{n}]") } else { format!("[ {n}*2 - {n} ]") });
    let (before, after) = if bit(4) { (size.as_str(), "") } else { ("", size.as_str()) };
    let layout = if bit(5) { "layout(location = 1) " } else { "" };
    let precision = if bit(6) { "highp " } else { "" };
    let guard = if bit(7) { "\n#if 0\nin float dead;\n#else\n" } else { "\n" };
    let end = if bit(7) { "\n#endif\n" } else { ";float f(in float p){return p;}" };
    let semicolon = if bit(7) { ";" } else { "" };
    format!("{guard}{layout}{storage}{gap}{precision}{ty}{before}{gap}{name}{after}{semicolon}{end}")
}

proptest! {
    #[test]
    fn a_well_formed_text_gives_back_exactly_its_declarations(list in prop::collection::vec(declaration(), 0..12)) {
        let (mut source, mut expected) = (String::new(), [Vec::new(), Vec::new(), Vec::new()]);
        for (i, (storage, ty, array, style)) in list.iter().enumerate() {
            let word = ["in", "out", "uniform"][*storage];
            source += &written(word, ty, &format!("v{i}"), *array, *style);
            expected[*storage].push(format!("{word} {ty} v{i}{}", array.map_or(String::new(), |n| format!("[{n}]"))));
        }
        let found = read(&source);
        prop_assert!(found.well_formed, "{}", source);
        prop_assert_eq!(shown(&found), expected.concat().join("; "), "{}", source);
    }

    #[test]
    fn any_text_gives_an_interface_and_as_many_lines_to_the_driver(
        source in "(in |out |uniform |float |vec4 |struct |layout\\(location=|const int |#if |#define |#else|#endif|#version|#extension |defined|[ab1(){}\\[\\],;=#\\\\/*+.×'\r\n ]){0,60}",
        fragment: bool,
    ) {
        let stage = if fragment { Stage::Fragment } else { Stage::Vertex };
        let found = interface(&source, stage);
        let text = found.rewriting.apply(&source);
        prop_assert!(text.is_ascii());
        prop_assert_eq!(text.matches('\n').count(), normalise(&source).matches('\n').count());
    }

    #[test]
    fn any_characters_at_all_give_an_interface(source: String) {
        let found = interface(&source, Stage::Fragment);
        found.rewriting.apply(&source);
    }
}
