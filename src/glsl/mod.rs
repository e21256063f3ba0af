//! What a shader's text says, what is handed to the driver, and what the driver says about it.
//!
//! ```text
//!                    ┌─► interface   what the shader declares            (before any GL call)
//! the user's text ───┤
//!                    └─► source      the text for the driver ─► driver ─► diagnostics  its log, told with
//!                                                                                      the user's own lines
//! ```
//! - [`types`]: GLSL's types
//! - [`mod@interface`]: inputs, outputs, uniforms, structs, and the names in use
//! - [`source`]: header, defines, chunks, and the user's text with its line numbers kept
//! - [`diagnostics`]: messages with line, source and caret
//! - [`nearest`]: "did you mean …?"
//! - [`steps`]: what tests count instead of time
//!
//! Under them lie the lexer and the preprocessor of GLSL ES 3.00. All of them take any text: they never fail, never
//! panic, and their time grows with its length only.

mod cursor;
mod declarations;
pub mod diagnostics;
mod expression;
pub mod interface;
mod lexer;
mod macros;
pub mod names;
pub mod nearest;
mod preprocessor;
mod rewriting;
pub mod source;
pub mod steps;
pub mod types;

pub use interface::{interface, Declaration, Interface, Struct};
pub use types::{SamplerDim, Type};

/// Which of the two shaders of a program a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// One run for each vertex.
    #[default]
    Vertex,
    /// One run for each texel of the targets.
    Fragment,
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stage::Vertex => "vertex shader",
            Stage::Fragment => "fragment shader",
        })
    }
}
