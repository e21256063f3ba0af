//! Writes every shader without comments and indentation to `OUT_DIR`, from where the crate takes its texts: what only
//! people read would otherwise be a good part of the wasm file.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=shaders");
    println!("cargo::rerun-if-changed=scripts/build.rs");
    let folder = |name| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other("cargo runs this"));
    strip(&folder("CARGO_MANIFEST_DIR")?.join("shaders"), &folder("OUT_DIR")?.join("shaders"))
}

/// Strips the files of a folder, and of those within, into another.
fn strip(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            strip(&entry.path(), &to)?;
        } else {
            fs::write(to, stripped(&fs::read_to_string(entry.path())?))?;
        }
    }
    Ok(())
}

fn stripped(text: &str) -> String {
    let text = without_comments(text);
    let lines = text.lines().map(|line| tight(line.trim())).filter(|line| !line.is_empty());
    lines.map(|line| line + "\n").collect()
}

/// GLSL has no strings, so every `//` and `/*` begins a comment. Each becomes a space.
fn without_comments(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let (before, comment) = rest.split_at(at);
        result.push_str(before);
        result.push(' ');
        let end = if comment.starts_with("//") { comment.find('\n') } else { comment.find("*/").map(|at| at + 2) };
        rest = &comment[end.unwrap_or(comment.len())..];
    }
    result + rest
}

/// Without the spaces that part no words. Directives keep theirs: `#define A (x)` is not `#define A(x)`.
fn tight(line: &str) -> String {
    let mut result = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let (before, after) = (result.chars().last(), chars.peek().copied());
        let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        // `a - -b` is not `a--b`.
        let sign = |c: Option<char>| matches!(c, Some('+' | '-'));
        let needed = line.starts_with('#') && before != Some(' ')
            || word(before) && (word(after) || after == Some('.'))
            || before == Some('.') && word(after)
            || sign(before) && sign(after);
        if !c.is_whitespace() || after.is_some_and(|after| !after.is_whitespace()) && needed {
            result.push(c);
        }
    }
    result
}
