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
}

/// The names of the uniforms behind `numWorkGroups`, `workGroupSize` and the invocation's index. One that the compiler
/// drops has no location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkGroupUniforms {
    /// `uvec3`: the number of work groups.
    pub groups: String,
    /// `uvec3`: the size of a work group.
    pub size: String,
    /// `uvec4`, fragment stage only: width and height of the target, its layer, 0.
    pub grid: Option<String>,
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
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/lib/", $path)),
            public: &$public,
            private: &$private,
        }
    };
}

const TEXEL: Chunk = chunk!("texel.glsl", [], ["gpgpu_inside"]);
const FETCH: Chunk = chunk!("tex1Dfetch.glsl", ["tex1Dfetch"], ["gpgpu_folded"]);
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
    [GROUPS, SIZE, GRID, BEGIN]
);
const GROUPS: &str = "gpgpu_groups";
const SIZE: &str = "gpgpu_size";
const GRID: &str = "gpgpu_grid";
const BEGIN: &str = "gpgpu_begin";
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
    let mut number = TEXT + 1;
    let mut add = |result: &mut String, chunk: &Chunk| {
        private_chunk(result, chunk, number, interface);
        number += 1;
    };
    if wanted(&FETCH, interface) {
        add(&mut result, &FETCH);
    }
    let sampling: Vec<&Chunk> = SAMPLING.iter().filter(|chunk| wanted(chunk, interface)).collect();
    if !sampling.is_empty() {
        add(&mut result, &TEXEL);
        sampling.into_iter().for_each(|chunk| add(&mut result, chunk));
    }
    let text = interface.rewriting.apply(source);
    if !wanted(&WORK_GROUPS, interface) {
        numbered(&mut result, 1, TEXT, &text);
        return Assembled { text: result, work_groups: None };
    }
    let fragment = interface.stage == Stage::Fragment;
    if fragment {
        result.push_str("#define GPGPU_FRAGMENT\n");
    }
    add(&mut result, &WORK_GROUPS);
    if fragment {
        result.push_str("#undef GPGPU_FRAGMENT\n");
    }
    // Globals cannot be initialised from uniforms, so the user's main() becomes a function that ours calls.
    let main = free_name(MAIN, interface);
    let _ = writeln!(result, "#define main {main}");
    numbered(&mut result, 1, TEXT, &text);
    let begin = free_name(BEGIN, interface);
    let footer = format!("#undef main\nvoid main() {{ {begin}(); {main}(); }}");
    // A `\` at the text's very end joins the empty line.
    result.push('\n');
    numbered(&mut result, 1, FRAME, &footer);
    let grid = fragment.then(|| free_name(GRID, interface));
    let (groups, size) = (free_name(GROUPS, interface), free_name(SIZE, interface));
    Assembled { text: result, work_groups: Some(WorkGroupUniforms { groups, size, grid }) }
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
    chunk.public.iter().any(|name| interface.identifiers.contains(*name) && !interface.globals.contains(*name))
}

/// A chunk, with those of its names that the user's shader has too called otherwise.
fn private_chunk(result: &mut String, chunk: &Chunk, number: u32, interface: &Interface) {
    let public = chunk.public.iter().filter(|name| interface.globals.contains(**name));
    let renamed: Vec<(&str, String)> = public
        .chain(chunk.private)
        .map(|name| (*name, free_name(name, interface)))
        .filter(|(name, free)| name != free)
        .collect();
    for (name, free) in &renamed {
        let _ = writeln!(result, "#define {name} {free}");
    }
    numbered(result, 1, number, chunk.text);
    for (name, _) in &renamed {
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
