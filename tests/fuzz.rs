//! Whatever text a kernel is, reading it ends, after few steps and without a panic.
//!
//! `npm run fuzz` reads a million texts in an optimised build; the tests a few thousand. `FUZZ_TEXTS` and `FUZZ_SEED`
//! choose other ones.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use gpgpu_wasm::glsl::diagnostics::compile_message;
use gpgpu_wasm::glsl::steps::steps_of;
use gpgpu_wasm::glsl::Stage;
use gpgpu_wasm::kernel::Kernel;
use gpgpu_wasm::ops::map::{check, Input};
use gpgpu_wasm::plan::Limits;
use gpgpu_wasm::shape::{ElementType, Scalar, Shape};

/// The most steps for a text of so many bytes: some for each of them, and what macros may do in any text.
fn most_steps(length: usize) -> u64 {
    32 * length as u64 + (8 << 18)
}

/// Steele, Lea, Flood: SplitMix64 (2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// Pieces that grammars trip over.
const PIECES: [&str; 72] = [
    "in",
    "out",
    "uniform",
    "flat",
    "const",
    "struct",
    "layout",
    "(location=0)",
    "(location = 4294967296)",
    "centroid",
    "highp",
    "precision highp float;",
    "float",
    "vec4",
    "ivec3",
    "uvec2",
    "mat3x4",
    "sampler2D",
    "isampler2DArray",
    "bool",
    "int",
    "uint",
    "void",
    "main",
    "x",
    "y",
    "gl_VertexID",
    "gl_FragCoord",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    "0",
    "1",
    "2147483648",
    "99999999999999999999",
    "-1",
    "0x",
    "1e",
    ".5",
    "1.",
    "u",
    "//",
    "/*",
    "*/",
    "\n",
    "\r\n",
    "\\\n",
    "\t",
    "#define x x x",
    "#define y(a, b) a##b y",
    "#define f(x",
    "#undef x",
    "#if 1",
    "#if (",
    "#ifdef x",
    "#else",
    "#elif 1/0",
    "#elif 1 << 99",
    "#endif",
    "#line 4294967295 7",
    "#version 300 es",
    "#extension all : warn",
    "#error",
    "\u{feff}",
    "é😀",
    "\0",
];

/// The library's own shaders and texts of users' kinds.
fn seeds() -> Vec<String> {
    let mut seeds = vec![
        "in float A, B;\nuniform struct S { vec3 p[4]; mat2 m; } s[2];\nout vec2 C;\nvoid main() { C = vec2(A, B); }".into(),
        "#define N 4\n#define ARR(t, n) t n[N]\nuniform ARR(float, k);\nlayout(location = 1) out vec4 b;\nvoid main() {}".into(),
        "uniform Block { vec4 a; float b[3]; } block;\nin vec3 x, y[2];\nflat out ivec2 z;\nvoid main() { for (;;) {} }".into(),
    ];
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(path) {
                seeds.push(text);
            }
        }
    }
    seeds.sort(); // folders are read in no certain order
    seeds
}

/// A text's tokens, roughly: words, spaces, single signs.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        ' ' => 2,
        _ => 0,
    };
    let mut list = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = kind(c);
        if at > 0 && (now == 0 || last != Some(now)) {
            list.push(&text[start..at]);
            start = at;
        }
        last = Some(now);
    }
    list.push(&text[start..]);
    list
}

/// A text that nobody has seen before.
fn text(random: &mut Random, seeds: &[String]) -> String {
    match random.below(16) {
        0 => {
            let bytes: Vec<u8> = (0..random.below(400)).map(|_| random.next() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => {
            // One piece again and again: what nests, nests deeply.
            let (piece, tail) = (random.of(&PIECES), random.of(&PIECES));
            let glue = random.of(&["", " ", "\n", "(", "[", "{"]);
            format!("{piece}{glue}").repeat(1 + random.below(300)) + tail
        }
        2 => (0..random.below(120)).map(|_| format!("{} ", random.of(&PIECES))).collect(),
        _ => {
            let seed = &seeds[random.below(seeds.len())];
            let mut list = tokens(seed);
            for _ in 0..1 + random.below(8) {
                let at = random.below(list.len());
                let length = 1 + random.below(12).min(list.len().saturating_sub(at + 1));
                match random.below(6) {
                    0 => drop(list.drain(at..(at + length).min(list.len()))),
                    1 => list.insert(at, random.of(&PIECES)),
                    2 => {
                        let copy = list[at..(at + length).min(list.len())].to_vec();
                        let to = random.below(list.len());
                        list.splice(to..to, copy);
                    }
                    3 => list.truncate(at),
                    4 => {
                        let other = tokens(&seeds[random.below(seeds.len())]);
                        let from = random.below(other.len());
                        list.splice(at..at, other[from..(from + length).min(other.len())].to_vec());
                    }
                    _ if !list.is_empty() => list[at] = random.of(&PIECES),
                    _ => {}
                }
            }
            list.concat()
        }
    }
}

/// Reads a text, and gives the steps that it took.
fn read(text: &str, stage: usize) -> u64 {
    let (vertex, fragment) = match stage {
        0 => (Some(text.to_string()), None),
        1 => (None, Some(text.to_string())),
        _ => (Some(text.to_string()), Some(text.to_string())),
    };
    let mut done = Ok(false);
    let steps = steps_of(|| done = catch_unwind(AssertUnwindSafe(|| Kernel::new(1, vertex, fragment).well_formed())));
    assert!(done.is_ok(), "reading this text panics:\n{text}\n({text:?})");
    assert!(
        steps >= text.len() as u64 / 4,
        "{steps} steps for {} bytes: is this build without debug assertions?",
        text.len()
    );
    steps
}

/// What a driver may say of a text, in the form of some driver or of none.
fn log(random: &mut Random, text: &str) -> String {
    let lines = random.below(6);
    let numbers = ["0", "1", "2", "7", "-1", "999", "2147483648", "99999999999999999999", ""];
    let mut log = String::new();
    for _ in 0..lines {
        let (string, line, column) = (random.of(&numbers), random.of(&numbers), random.of(&numbers));
        let words = tokens(text);
        let word = words[random.below(words.len())];
        log += &match random.below(5) {
            0 => format!("ERROR: {string}:{line}: '{word}' : syntax error"),
            1 => format!("{string}:{line}({column}): error: `{word}' undeclared"),
            2 => format!("{string}({line}) : error C1503: undefined variable \"{word}\""),
            3 => format!("ERROR: {word}"),
            _ => random.of(&PIECES).to_string(),
        };
        log += random.of(&["\n", "\r\n", "\0", ""]);
    }
    log
}

/// An expression for `map`, its names those of inputs, now and then.
fn expression(random: &mut Random) -> String {
    let parts = ["a", "b", "a.x", "+", "*", "-", "(", ")", ", ", "1.0", "0.5e3", "min(", "a.", "?", ":", " "];
    let length = 1 + random.below(14);
    (0..length).map(|_| if random.below(8) == 0 { random.of(&PIECES) } else { random.of(&parts) }).collect()
}

fn tell_and_check(random: &mut Random, text: &str) {
    let stage = if random.below(2) == 0 { Stage::Vertex } else { Stage::Fragment };
    let log = log(random, text);
    let told = catch_unwind(AssertUnwindSafe(|| compile_message(stage, &log, text)));
    assert!(told.is_ok(), "this log panics:\n{log:?}\nof {text:?}");
    let expression = if random.below(8) == 0 { text.to_string() } else { expression(random) };
    let ty = [ElementType::FLOAT, ElementType::INT, ElementType { scalar: Scalar::Float, width: 3 }][random.below(3)];
    let inputs: Vec<(String, Input)> =
        ["a", "b"].map(|name| (name.to_string(), Input::Array(ty, Shape::vector(3)))).to_vec();
    let checked = catch_unwind(AssertUnwindSafe(|| {
        if let Ok(map) = check(&expression, &inputs) {
            let limits = Limits::default();
            map.kernel(1, &limits).well_formed();
        }
    }));
    assert!(checked.is_ok(), "this expression panics: {expression:?}");
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn no_text_panics_or_takes_many_steps() {
    let count = from_environment("FUZZ_TEXTS", 4000);
    let mut random = Random(from_environment("FUZZ_SEED", 1));
    let seeds = seeds();
    let (mut longest, mut which, mut total) = (0.0, String::new(), 0);
    for _ in 0..count {
        let text = text(&mut random, &seeds);
        let stage = random.below(3);
        total += text.len();
        let steps = read(&text, stage);
        assert!(steps < most_steps(text.len()), "this text takes {steps} steps:\n{text}");
        let share = steps as f64 / most_steps(text.len()) as f64;
        if share > longest {
            (longest, which) = (share, text.clone());
        }
        tell_and_check(&mut random, &text);
    }
    let beginning: String = which.chars().take(160).collect();
    let percent = 100.0 * longest;
    println!(
        "parser: {count} texts, {total} bytes, no panic; the one with the largest share of its steps, {percent:.0} %:"
    );
    println!("{beginning:?} …");
}

/// A text that is eight times as long takes some eight times as many steps, not sixty-four.
#[test]
fn steps_grow_with_the_length_of_a_text_not_with_its_square() {
    let of = |unit: &str, n: usize| unit.repeat(n);
    type Family = (&'static str, Box<dyn Fn(usize) -> String>);
    let family = |name: &'static str, make: fn(usize) -> String| -> Family { (name, Box::new(make)) };
    let families: Vec<Family> = vec![
        ("uniforms", Box::new(move |n| (0..n).map(|i| format!("uniform float u{i};\n")).collect())),
        ("one declaration", Box::new(move |n| format!("uniform float a{};", of(", b[2]", n)))),
        ("statements", Box::new(move |n| format!("void main() {{ {} }}", of("x = x + 1.0;\n", n)))),
        ("nested braces", Box::new(move |n| format!("void main() {}{}", of("{", n), of("}", n)))),
        ("open brackets", Box::new(move |n| format!("uniform float a{}", of("[(", n)))),
        ("comments", Box::new(move |n| of("/* */ // \n", n))),
        ("an open comment", Box::new(move |n| format!("/*{}", of(" *", n)))),
        ("joined lines", Box::new(move |n| of("\\\n", n))),
        ("conditions", Box::new(move |n| of("#if 1\n", n) + &of("#endif\n", n))),
        ("branches", Box::new(move |n| format!("#if 0\n{}#endif", of("#elif 0\n", n)))),
        ("a long condition", Box::new(move |n| format!("#if {}1\nin float a;\n#endif", of("1 + ", n)))),
        ("macros", family("", |n| (0..n).map(|i| format!("#define m{i} {i}\nuniform float v[m{i}];\n")).collect()).1),
        ("a macro that is used much", Box::new(move |n| format!("#define m float\n{}", of("m ", n)))),
        ("members", Box::new(move |n| format!("struct S {{ {} }}; uniform S s;", of("float a; ", n)))),
        ("lines", Box::new(move |n| of("#line 1\n", n))),
        ("wide signs", Box::new(move |n| of("é", n))),
    ];
    for (name, make) in &families {
        let (few, many) = (read(&make(500), 0), read(&make(4000), 0));
        assert!(many < 10 * few, "{name}: {few} steps, and {many} for 8 times the length");
    }
}

/// Macros that name each other double at every step; expansion must stop somewhere.
#[test]
fn macros_that_would_fill_the_memory_do_not() {
    let mut text = String::from("#define m0 x x x x\n");
    for i in 1..60 {
        text.push_str(&format!("#define m{i} m{} m{} \n", i - 1, i - 1));
    }
    text.push_str("uniform float a[m59];\nvoid main() { m59; }\n");
    let steps = read(&text, 0);
    assert!(steps < most_steps(text.len()), "it took {steps} steps");
}
