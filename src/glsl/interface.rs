//! What a shader's text declares.

use super::{types::Type, Stage};
use std::collections::HashSet;

/// A declared variable or a member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// Its type, without the array size.
    pub ty: Type,
    /// The array size; `Some(0)` where it cannot be told from the text.
    pub array: Option<u32>,
    /// `flat`: not interpolated.
    pub flat: bool,
    /// `layout(location = …)`
    pub location: Option<u32>,
    /// The line of its name, from 1.
    pub line: u32,
}

/// A struct type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Its name; empty for a struct without one.
    pub name: String,
    /// Its members.
    pub members: Vec<Declaration>,
}

/// What a shader's text declares, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Which shader it is.
    pub stage: Stage,
    /// `in` variables.
    pub inputs: Vec<Declaration>,
    /// `out` variables.
    pub outputs: Vec<Declaration>,
    /// `uniform` variables outside blocks.
    pub uniforms: Vec<Declaration>,
    /// Struct types.
    pub structs: Vec<Struct>,
    /// Names of uniform blocks.
    pub blocks: Vec<String>,
    /// Every name that is declared at global scope: variables, constants, functions, structs, members of blocks
    /// without an instance name.
    pub globals: HashSet<String>,
    /// Every name that is ever `#define`d.
    pub macros: HashSet<String>,
    /// Every identifier of the active text after macro expansion.
    pub identifiers: HashSet<String>,
    /// False where the text is no GLSL as far as this parser tells. Then the driver should speak first: an argument
    /// that "nothing declares" may only stand behind a missing semicolon.
    pub well_formed: bool,
}

/// What `source` declares. Takes any text, in time that grows with its length only.
pub fn interface(_source: &str, stage: Stage) -> Interface {
    Interface { stage, ..Interface::default() }
}
