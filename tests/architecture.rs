//! The house rules that a compiler does not know: which part may name which, and where things live.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The files under a folder of the project with one of these extensions, by their path from the project's root. There are some: a
/// rule for files that are elsewhere now would hold for ever.
fn files(folder: &str, extensions: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if extensions.iter().any(|wanted| path.extension().is_some_and(|given| given == *wanted)) {
                found.push((relative(&path, root), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has no file of {extensions:?}");
    found.sort();
    found
}

fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/")
}

/// The lines of the crate's code that name one of these words, in files where it is not allowed; comments do not count.
fn offenders(words: &[&str], allowed: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files("src", &["rs"]).into_iter().filter(|(path, _)| !allowed(path)) {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if words.iter().any(|word| names(code, word)) {
                found.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    found
}

/// Whether the code has the word as a whole; a `*` at its end stands for any ending.
fn names(code: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (stem, open) = word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
    code.match_indices(stem).any(|(at, _)| {
        let before = code[..at].chars().next_back().is_some_and(is_part);
        let after = code[at + stem.len()..].chars().next().is_some_and(is_part);
        !before && (open || !after)
    })
}

fn none(found: Vec<String>, rule: &str) {
    assert!(found.is_empty(), "{rule}:\n  {}", found.join("\n  "));
}

#[test]
fn a_word_is_found_whole_or_by_its_beginning() {
    assert!(names("use glow::HasContext;", "glow"));
    assert!(!names("let glowing = 1;", "glow"));
    assert!(names("web_sys::WebGlBuffer", "WebGl*"));
    assert!(!names("MyWebGlBuffer", "WebGl*"));
}

#[test]
fn only_src_gl_names_the_graphics_api() {
    let in_gl = |path: &str| path.starts_with("src/gl/");
    let in_gl_or_js = |path: &str| in_gl(path) || path.starts_with("src/js/");
    let objects =
        ["Buffer", "F*", "Program", "Q*", "Renderb*", "S*", "T*", "U*", "V*"].map(|kind| format!("WebGl{kind}"));
    let words: Vec<&str> = objects.iter().map(String::as_str).chain(["glow"]).collect();
    none(offenders(&words, in_gl), "glow and WebGL's objects belong to src/gl");
    // A page may hand over its context, and ask for it.
    none(offenders(&["WebGl*"], in_gl_or_js), "WebGL belongs to src/gl");
}

#[test]
fn only_params_reads_javascript_objects_by_name() {
    none(offenders(&["Reflect"], |path| path.starts_with("src/js/params/")), "Reflect belongs to src/js/params");
}

#[test]
fn only_src_gl_is_unsafe_and_it_is_allowed_in_one_place() {
    none(offenders(&["unsafe"], |path| path.starts_with("src/gl/")), "unsafe belongs to src/gl");
    none(offenders(&["unsafe_code"], |path| path == "src/gl/mod.rs"), "unsafe_code is allowed once, in src/gl/mod.rs");
}

#[test]
fn each_part_names_only_those_below_it() {
    let bottom = ["src/error.rs", "src/shape.rs", "src/kernel.rs", "src/plan", "src/texture.rs", "src/glsl/"];
    let is_in = |path: &str, places: &[&str]| places.iter().any(|place| path.starts_with(place));
    let rules: [(&[&str], &[&str]); 4] = [
        (&["src/ops/"], &["gl::*", "gpu::*", "js::*", "bind::*"]),
        (&["src/gl/"], &["ops::*", "js::*", "bind::*"]),
        (&["src/bind"], &["gl::*", "gpu::*", "ops::*", "js::*"]),
        (&bottom, &["gl::*", "gpu::*", "ops::*", "js::*", "bind::*"]),
    ];
    for (places, forbidden) in rules {
        for place in places {
            assert!(files("src", &["rs"]).iter().any(|(path, _)| path.starts_with(place)), "nothing is in {place}");
        }
        let words: Vec<String> = forbidden.iter().map(|word| format!("crate::{word}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = offenders(&words, |path| !is_in(path, places));
        none(found, &format!("{places:?} may not name {forbidden:?}"));
    }
}

#[test]
fn only_lib_rs_knows_the_target() {
    none(offenders(&["target_arch"], |path| path == "src/lib.rs"), "cfg(target_arch) belongs to src/lib.rs");
}

#[test]
fn no_test_is_skipped() {
    let ignored = concat!("#[", "ignore");
    for (path, text) in files("src", &["rs"]).into_iter().chain(files("tests", &["rs"])) {
        assert!(!text.contains(ignored), "{path} has {ignored}");
    }
}

#[test]
fn every_shader_and_every_script_of_the_gallery_begins_by_saying_what_it_is() {
    let shaders = files("shaders", &["glsl", "vert", "frag"]);
    for (path, text) in shaders.into_iter().chain(files("www", &["js", "mjs"])) {
        let first = text.trim_start();
        assert!(first.starts_with("//") || first.starts_with("/*"), "{path} has no comment at its beginning");
    }
}

#[test]
fn a_demo_loads_nothing_but_the_package_and_its_own_neighbours() {
    for (path, text) in files("www", &["js", "mjs"]) {
        for line in text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from ")) {
            let Some(from) = line.rsplit(['"', '\'']).nth(1) else { continue };
            let allowed = from.starts_with("./") || from.ends_with("pkg/gpgpu_wasm.js") || path.contains("bench");
            assert!(allowed, "{path} imports {from}");
        }
    }
}

/// The scripts that wasm-bindgen copies for the browser tests are those that Rust names, and no others.
#[test]
fn a_script_that_rust_imports_imports_only_others_of_these() {
    let sources = files("src", &["rs"]);
    let named = |text: &str| {
        text.split("module = \"/")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0.to_string()))
            .collect::<Vec<_>>()
    };
    let imported: BTreeSet<String> = sources.iter().flat_map(|(_, text)| named(text)).collect();
    assert!(imported.contains("src/js/error.js"), "{imported:?}");
    for (path, text) in files("src", &["js"]).into_iter().filter(|(path, _)| imported.contains(path)) {
        for from in text.split(" from \"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)) {
            let mut parts: Vec<&str> = path.split('/').collect();
            parts.pop();
            for part in from.split('/').filter(|part| *part != ".") {
                if part == ".." {
                    parts.pop();
                } else {
                    parts.push(part);
                }
            }
            assert!(imported.contains(&parts.join("/")), "{path} imports {from}, which no Rust names");
        }
    }
}

/// Whether a word is an error's code.
fn is_code(word: &str) -> bool {
    word.len() >= 8 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The codes that stand between two of these marks.
fn codes<'t>(text: &'t str, open: &str, close: char) -> BTreeSet<&'t str> {
    let words = text.split(open).skip(1).filter_map(|rest| rest.split_once(close));
    words.map(|(word, _)| word).filter(|word| is_code(word)).collect()
}

#[test]
fn every_error_code_is_in_the_types_and_in_both_readmes_and_no_other_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let (errors, types) = (read("src/error.rs"), read("src/js/types.d.ts"));
    let known = codes(&errors, "=> \"", '"');
    assert!(known.len() >= 15, "{known:?}");
    assert_eq!(codes(&types, "\n  | \"", '"'), known, "the type in types.d.ts");
    assert_eq!(codes(&types, "\n * | `", '`'), known, "the table in types.d.ts");
    for path in ["README.md", "README.ja.md"] {
        let text = read(path);
        let told: BTreeSet<&str> = text
            .lines()
            .filter(|line| line.starts_with("| `"))
            .filter_map(|line| line.split('|').nth(1))
            .flat_map(|cell| cell.split('`').filter(|word| is_code(word)))
            .collect();
        assert_eq!(told, known, "{path}");
    }
}

#[test]
fn nothing_is_called_utils() {
    let folders = ["src", "shaders", "www", "tests", "scripts"];
    for (path, _) in folders.into_iter().flat_map(|folder| files(folder, &["rs", "js", "mjs", "glsl", "frag", "vert"]))
    {
        let vague = ["util", "utils", "helper", "helpers", "common", "misc"];
        let parts = path.split('/').map(|part| part.split('.').next().unwrap_or_default());
        for part in parts {
            assert!(!vague.contains(&part), "{path}: say what is in it");
        }
    }
}
