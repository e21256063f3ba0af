//! Which shaders a pass runs.

/// A shader of the library, from a file under `shaders/`. Made by [`shader!`](crate::shader).
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's path below `shaders/`; names the shader in messages and in the program cache.
    pub name: &'static str,
    /// Shared chunks (each with its name) that come before the text.
    pub chunks: &'static [(&'static str, &'static str)],
    /// The file's text, without comments (`scripts/build.rs`). The header (`#version`, precision, outputs' locations) is not in it.
    pub text: &'static str,
}

/// A [`Source`] from a file under `shaders/`, preceded by shared chunks: `shader!("sort/local.frag", "sort/key.glsl")`.
#[macro_export]
macro_rules! shader {
    ($path:literal $(, $chunk:literal)* $(,)?) => {{
        static SOURCE: $crate::plan::Source = $crate::plan::Source {
            name: $path,
            chunks: &[$(($chunk, include_str!(concat!(env!("OUT_DIR"), "/shaders/", $chunk)))),*],
            text: include_str!(concat!(env!("OUT_DIR"), "/shaders/", $path)),
        };
        &SOURCE
    }};
}

/// `#define NAME number`: the only thing that varies in the text of a built-in shader.
pub type Define = (&'static str, i32);

/// Which program a pass runs.
///
/// A fragment program gets a vertex shader that covers the target with one triangle, unless `vertex` names another. A
/// vertex program gets an empty fragment shader.
#[derive(Clone, Debug, PartialEq)]
pub enum Program<'a> {
    /// Shaders of the library.
    BuiltIn {
        /// The vertex stage; `None` for the covering triangle.
        vertex: Option<&'static Source>,
        /// The fragment stage; `None` for transform feedback.
        fragment: Option<&'static Source>,
        /// Numbers and flags, for both stages.
        defines: Vec<Define>,
    },
    /// A user's kernel.
    Kernel(&'a crate::kernel::Kernel),
}

impl Program<'_> {
    /// A fragment shader over all of a target.
    pub fn fragment(source: &'static Source) -> Self {
        Program::BuiltIn { vertex: None, fragment: Some(source), defines: Vec::new() }
    }

    /// A vertex shader whose outputs are captured.
    pub fn vertex(source: &'static Source) -> Self {
        Program::BuiltIn { vertex: Some(source), fragment: None, defines: Vec::new() }
    }

    /// With `#define`s.
    #[must_use]
    #[inline(never)]
    pub fn with(mut self, new: &[Define]) -> Self {
        if let Program::BuiltIn { defines, .. } = &mut self {
            defines.extend_from_slice(new);
        }
        self
    }
}
