//! The text that is handed to the driver: the one place where headers are written.
//!
//! ```text
//! #version 300 es
//! the user's #extension directives             (they have to come before everything else)
//! precision highp float; …                     for float, int and every sampler type
//! #define …                                    what a built-in shader varies by
//! #line 1 2    shared chunks, from 2 on        what the text uses and does not declare itself
//! #line 1 1    the text                        line numbers are its own
//! #line 1 0    the footer                      runs main() after the names of work groups are set
//! ```

use super::types::SAMPLERS;
use super::{Interface, Stage};
use std::fmt::Write;

/// The text of a user's shader for the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The text.
    pub text: String,
    /// The uniforms to set, if the shader mentions a name of work groups.
    pub work_groups: Option<WorkGroupUniforms>,
    /// The name of the uniform that says how far from the borders of texels tex1D, tex2D and tex3D read. A shader that
    /// calls none of them has no such uniform.
    pub distance: String,
}

/// The names of the uniforms behind `numWorkGroups`, `workGroupSize` and the invocation's index. One that the compiler
/// drops has no location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkGroupUniforms {
    /// `uvec3`: the number of work groups.
    pub groups: String,
    /// `uvec3`: the size of a work group.
    pub size: String,
    /// `uint`, fragment stage only: the width of the target in texels.
    pub width: Option<String>,
}

/// The source-string number of the text itself in the driver's messages; chunks have higher ones.
pub(super) const TEXT: u32 = 1;
/// That of header and footer.
const FRAME: u32 = 0;

/// What shaders may use without declaring it: a chunk, the public names that it declares, and the private ones.
struct Chunk {
    text: &'static str,
    public: &'static [&'static str],
    private: &'static [&'static str],
}

macro_rules! chunk {
    ($path:literal, $public:expr, $private:expr) => {
        Chunk {
            text: include_str!(concat!(env!("OUT_DIR"), "/shaders/lib/", $path)),
            public: &$public,
            private: &$private,
        }
    };
}

const TEXEL: Chunk = chunk!("texel.glsl", [], ["gpgpu_inside", DISTANCE]);
const FETCH: Chunk = chunk!("tex1Dfetch.glsl", ["tex1Dfetch"], ["gpgpu_folded"]);
const DISTANCE: &str = "gpgpu_distance";
/// Those that build on [`TEXEL`].
const SAMPLING: [Chunk; 3] = [
    chunk!("tex1D.glsl", ["tex1D"], ["gpgpu_along"]),
    chunk!("tex2D.glsl", ["tex2D"], ["gpgpu_at"]),
    chunk!("tex3D.glsl", ["tex3D"], []),
];
const WORK_GROUPS: Chunk = chunk!(
    "workgroup.glsl",
    [
        "globalInvocationID",
        "localInvocationID",
        "workGroupID",
        "numWorkGroups",
        "workGroupSize",
        "localInvocationIndex"
    ],
    [GROUPS, SIZE, WIDTH, BEGIN]
);
const GROUPS: &str = "gpgpu_groups";
const SIZE: &str = "gpgpu_size";
const WIDTH: &str = "gpgpu_width";
const BEGIN: &str = "gpgpu_begin";
/// The chunk's flag for the fragment stage.
const FRAGMENT: &str = "GPGPU_FRAGMENT";
/// What the user's `main` is called where the library's own comes first.
pub(super) const MAIN: &str = "gpgpu_main";

/// The text of a shader of the library: header, defines, chunks (each with its name and text), text.
pub fn built_in(defines: &[(&str, i32)], chunks: &[(&str, &str)], text: &str) -> String {
    let mut result = String::new();
    header(&mut result, &[]);
    for (name, value) in defines {
        let _ = writeln!(result, "#define {name} ({value})");
    }
    for ((_, chunk), number) in chunks.iter().zip(TEXT + 1..) {
        numbered(&mut result, 1, number, chunk);
    }
    numbered(&mut result, 1, TEXT, text);
    result
}

/// The text of a user's shader. `interface` has to be the one of the same `source`.
pub fn user(source: &str, interface: &Interface) -> Assembled {
    let mut result = String::new();
    header(&mut result, &interface.rewriting.extensions);
    let (chunks, work_groups) = wanted_chunks(interface);
    let distance = free_name(DISTANCE, interface);
    with_free_names(&mut result, &chunks, interface);
    let text = interface.rewriting.apply(source);
    if !work_groups {
        numbered(&mut result, 1, TEXT, &text);
        return Assembled { text: result, work_groups: None, distance };
    }
    // Globals cannot be initialised from uniforms, so the user's main() becomes a function that ours calls.
    let (begin, main) = (free_name(BEGIN, interface), free_name(MAIN, interface));
    // With its parenthesis only: a member may be called main, too.
    let _ = writeln!(result, "#define main(arguments) {main}(arguments)");
    numbered(&mut result, 1, TEXT, &text);
    // A `\` at the text's very end joins this empty line.
    result.push('\n');
    let footer = format!("#undef main\nvoid main() {{ {begin}(); {main}(); }}");
    numbered(&mut result, 1, FRAME, &footer);
    let (groups, size) = (free_name(GROUPS, interface), free_name(SIZE, interface));
    let width = (interface.stage == Stage::Fragment).then(|| free_name(WIDTH, interface));
    Assembled { text: result, work_groups: Some(WorkGroupUniforms { groups, size, width }), distance }
}

/// The chunks that the user's shader needs, in order, and whether the one of work groups is among them.
fn wanted_chunks(interface: &Interface) -> (Vec<&'static Chunk>, bool) {
    let mut chunks: Vec<&Chunk> = SAMPLING.iter().filter(|chunk| wanted(chunk, interface)).collect();
    if !chunks.is_empty() {
        chunks.insert(0, &TEXEL);
    }
    if wanted(&FETCH, interface) {
        chunks.push(&FETCH);
    }
    let work_groups = wanted(&WORK_GROUPS, interface);
    if work_groups {
        chunks.push(&WORK_GROUPS);
    }
    (chunks, work_groups)
}

/// `#version`, extensions (with the user's line numbers), precision.
fn header(result: &mut String, extensions: &[(u32, String)]) {
    result.push_str("#version 300 es\n");
    for (line, extension) in extensions {
        numbered(result, *line, TEXT, &format!("#extension {extension}"));
    }
    for ty in ["float", "int"].iter().chain(&SAMPLERS) {
        let _ = writeln!(result, "precision highp {ty};");
    }
}

/// `text`, whose first line gets this number in the driver's messages.
fn numbered(result: &mut String, line: u32, string: u32, text: &str) {
    let _ = write!(result, "#line {line} {string}\n{text}");
    if !text.ends_with('\n') {
        result.push('\n');
    }
}

/// Whether the user's shader uses a name of the chunk that it does not declare itself.
fn wanted(chunk: &Chunk, interface: &Interface) -> bool {
    chunk.public.iter().any(|name| interface.identifiers.contains(name) && !interface.globals.contains(name))
}

/// The chunks, with those of their names that the user's shader has too called otherwise.
fn with_free_names(result: &mut String, chunks: &[&Chunk], interface: &Interface) {
    let public = chunks.iter().flat_map(|c| c.public).filter(|name| interface.globals.contains(name));
    let mut defines: Vec<(&str, String)> = public
        .chain(chunks.iter().flat_map(|c| c.private))
        .map(|name| (*name, free_name(name, interface)))
        .filter(|(name, free)| name != free)
        .collect();
    if interface.stage == Stage::Fragment {
        defines.push((FRAGMENT, String::new()));
    }
    for (name, meaning) in &defines {
        let _ = writeln!(result, "#define {name} {meaning}");
    }
    for (chunk, number) in chunks.iter().zip(TEXT + 1..) {
        numbered(result, 1, number, chunk.text);
    }
    for (name, _) in &defines {
        let _ = writeln!(result, "#undef {name}");
    }
}

/// `name`, or `name2`, `name3` …: the first that the user's shader does not have.
fn free_name(name: &str, interface: &Interface) -> String {
    let taken = |name: &str| {
        interface.identifiers.contains(name) || interface.globals.contains(name) || interface.macros.contains(name)
    };
    if !taken(name) {
        return name.to_string();
    }
    (2u32..).map(|i| format!("{name}{i}")).find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::interface;
    use super::*;

    fn assembled(stage: Stage, source: &str) -> Assembled {
        user(source, &interface(source, stage))
    }

    /// What the driver gets as the user's own text.
    fn own(stage: Stage, source: &str) -> String {
        let text = assembled(stage, source).text;
        text.split_once("#line 1 1\n").map_or(String::new(), |(_, own)| own.to_string())
    }

    #[test]
    fn a_header_comes_first_and_the_text_keeps_its_lines() {
        let source = "// größer\r\n#version 300 es\r\nin float a; \\\r\n\tout float b;\rvoid main() { }";
        let text = assembled(Stage::Vertex, source).text;
        assert!(text.starts_with("#version 300 es\nprecision highp float;\nprecision highp int;\n"));
        for ty in SAMPLERS {
            assert!(text.contains(&format!("precision highp {ty};\n")), "{ty}");
        }
        assert_eq!(text.matches("#version").count(), 1);
        let blank = " ".repeat("#version 300 es".len());
        let expected = format!("// gr  er\n{blank}\nin float a; \\\n\tout float b;\nvoid main() {{ }}\n");
        assert_eq!(own(Stage::Vertex, source), expected);
    }

    #[test]
    fn a_built_in_text_gets_its_defines_and_chunks_each_with_its_own_lines() {
        let text = built_in(
            &[("N", 3), ("SIGN", -1)],
            &[("lib/a.glsl", "int a;"), ("lib/b.glsl", "int b;\n")],
            "void main() {}\n",
        );
        let end = "#define N (3)\n#define SIGN (-1)\n#line 1 2\nint a;\n#line 1 3\nint b;\n#line 1 1\nvoid main() {}\n";
        assert!(text.starts_with("#version 300 es\n") && text.ends_with(end), "{text}");
    }

    #[test]
    fn extensions_move_up_with_their_line_numbers_and_inactive_ones_stay() {
        let source =
            "in float a;\n#if 0\n#extension GL_a : enable\n#endif\n  #extension GL_b : require // why\n#line 90\n";
        let text = assembled(Stage::Vertex, source).text;
        assert!(text.starts_with("#version 300 es\n#line 5 1\n#extension GL_b : require\nprecision"), "{text}");
        let expected =
            format!("in float a;\n#if 0\n#extension GL_a : enable\n#endif\n{}// why\n        \n", " ".repeat(28));
        assert_eq!(own(Stage::Vertex, source), expected);
    }

    #[test]
    fn helpers_come_only_where_the_shader_uses_them_and_has_none_of_its_own() {
        let has = |source: &str, what: &str| assembled(Stage::Vertex, source).text.contains(what);
        assert!(has("void main() { tex2D(T, 1.0, 2.0); }", "vec4 tex2D(sampler2D"));
        assert!(has("#define AT tex2D\nvoid main() { AT(T, 1.0, 2.0); }", "vec4 tex2D(sampler2D"));
        assert!(has("void main() { float tex2D = tex1D(T, 0.5).x; }", "vec4 tex1D(sampler2D"));
        assert!(!has("void main() { /* tex2D */ }\n#define AT tex2D\n#if 0\ntex2D\n#endif", "vec4 tex2D("));
        assert!(!has("float tex2D(float x) { return x; }\nvoid main() { tex2D(1.0); tex1D(T, 1.0); }", "vec4 tex2D("));
        assert!(!has("void main() { texelFetch(T, ivec2(0), 0); }", "gpgpu"));
    }

    #[test]
    fn names_of_work_groups_are_set_before_the_users_main_runs() {
        let shader = assembled(Stage::Fragment, "void main() { workGroupID; } // \\");
        assert!(shader.text.contains("#define GPGPU_FRAGMENT \n#line 1 2\n"));
        assert!(shader
            .text
            .contains("#undef GPGPU_FRAGMENT\n#define main(arguments) gpgpu_main(arguments)\n#line 1 1\n"));
        let end = "// \\\n\n#line 1 0\n#undef main\nvoid main() { gpgpu_begin(); gpgpu_main(); }\n";
        assert!(shader.text.ends_with(end), "{}", shader.text);
        let names = |groups: &str, size: &str, width: Option<&str>| {
            Some(WorkGroupUniforms { groups: groups.into(), size: size.into(), width: width.map(str::to_string) })
        };
        assert_eq!(shader.work_groups, names("gpgpu_groups", "gpgpu_size", Some("gpgpu_width")));
        let shader = assembled(Stage::Vertex, "float gpgpu_size, gpgpu_size2; void main() { workGroupID; }");
        assert_eq!(shader.work_groups, names("gpgpu_groups", "gpgpu_size3", None));
        assert_eq!(assembled(Stage::Vertex, "void main() { }").work_groups, None);
    }

    #[test]
    fn what_samples_by_texels_has_a_uniform_for_their_borders() {
        for (source, name, has) in [
            ("void main() { tex1D(T, 1.0); workGroupID; }", "gpgpu_distance", true),
            ("float gpgpu_distance; void main() { tex3D(T, 1.0, 2.0, 3.0); }", "gpgpu_distance2", true),
            ("void main() { tex1Dfetch(T, 1); workGroupID; }", "gpgpu_distance", false),
            ("uniform float gpgpu_distance; void main() { }", "gpgpu_distance2", false),
        ] {
            let Assembled { text, distance, .. } = assembled(Stage::Fragment, source);
            let means = format!("#define gpgpu_distance {name}\n");
            assert_eq!(distance, name, "{source}");
            assert_eq!(text.contains("vec3 gpgpu_inside("), has, "{source}");
            assert_eq!(text.contains(&means), has && name != "gpgpu_distance", "{source}");
        }
    }

    #[test]
    fn a_users_own_global_of_a_librarys_name_stays_his_and_the_others_still_work() {
        let text = assembled(Stage::Vertex, "uniform float workGroupSize;\nvoid main() { numWorkGroups; }").text;
        assert!(text.contains("#define workGroupSize workGroupSize2\n#line 1 2\n"));
        assert!(text.contains("#undef workGroupSize\n#define main"));
        let only = assembled(Stage::Vertex, "uniform float workGroupSize;\nvoid main() { workGroupSize; }");
        assert_eq!(only.work_groups, None);
    }

    #[test]
    fn several_fragment_outputs_get_their_locations_within_their_lines() {
        let fragment = |source| own(Stage::Fragment, source);
        assert_eq!(fragment("out vec4 a;"), "out vec4 a;\n");
        assert_eq!(
            fragment("out vec4 a; layout(location = 0) out vec4 b;"),
            "layout(location = 1) out vec4 a; layout(location = 0) out vec4 b;\n"
        );
        assert_eq!(
            fragment("out highp vec4 a, // first\n b[2],\nc;"),
            "layout(location = 0) out highp vec4 a; layout(location = 1) out highp vec4  // first\n b[2]; layout(location = 3) out highp vec4 \nc;\n"
        );
        assert_eq!(
            fragment("#define O(n) out vec4 n\nO(a); O(b);"),
            "#define O(n) out vec4 n\nlayout(location = 0) O(a); layout(location = 1) O(b);\n"
        );
        assert_eq!(
            fragment("#define OUTS out vec4 a; out vec4 b, \\\n c;\nOUTS out vec4 d;").lines().last(),
            Some("layout(location = 0) out vec4 a ; layout(location = 1) out vec4 b ; layout(location = 2) out vec4 c ;  layout(location = 3) out vec4 d;")
        );
        assert_eq!(
            fragment("#define TWO(a, b) out vec4 a; out vec4 b;\nTWO(x,\ny) void main() { }")
                .lines()
                .skip(1)
                .collect::<Vec<_>>(),
            ["layout(location = 0) out vec4 x ; layout(location = 1) out vec4 y ; ", " void main() { }"]
        );
        assert_eq!(
            fragment("#define NAMES a, b\nout vec4 NAMES;").lines().last(),
            Some("layout(location = 0) out vec4 a ; layout(location = 1) out vec4 b ;")
        );
        assert_eq!(own(Stage::Vertex, "out vec4 a; out vec4 b;"), "out vec4 a; out vec4 b;\n");
    }

    #[test]
    fn foreign_characters_outside_comments_become_one_that_compilers_refuse() {
        assert_eq!(own(Stage::Vertex, "a × b;\u{a0}// ×\0"), "a $ b; //   \n");
    }
}
