//! What a shader's text declares.
//!
//! Transform feedback needs the outputs' names before a program is linked, and a call is checked before the driver
//! sees anything. So the declarations are read from the text itself.

#[cfg(test)]
mod tests;

use super::lexer::{normalise, tokens, Kind, Lines, Token};
use super::names::Names;
use super::preprocessor::preprocess;
use super::rewriting::{locations, Rewriting};
use super::steps::step;
use super::{declarations, Stage, Type};

/// A declared variable or a member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// Its type, without the array size.
    pub ty: Type,
    /// The array size; `Some(0)` where it cannot be told from the text.
    pub array: Option<u32>,
    /// `layout(location = …)`
    pub location: Option<u32>,
}

/// A struct type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Its name; empty for a struct without one.
    pub name: String,
    /// Its members.
    pub members: Vec<Declaration>,
    /// What they take: see [`Interface::weight`].
    pub weight: u32,
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
    /// Every name that is declared at global scope: variables, constants, functions, structs, blocks, and members of
    /// blocks without an instance name.
    pub globals: Names,
    /// Every name that is ever `#define`d.
    pub macros: Names,
    /// Every identifier of the active text after macro expansion.
    pub identifiers: Names,
    /// What tex1D may read, if it is the library's: its arguments, and what is not certain to go elsewhere.
    pub along: Names,
    /// False where the text is no GLSL as far as this parser tells. Then the driver should speak first: an argument
    /// that "nothing declares" may only stand behind a missing semicolon.
    pub well_formed: bool,
    /// How the text for the driver differs from the user's own.
    pub(super) rewriting: Rewriting,
}

impl Interface {
    /// How many uniforms, or elements of arrays of them, a declaration stands for. Those with names that are longer than
    /// GLSL allows count for more, as each carries a copy.
    pub fn weight(&self, declaration: &Declaration) -> u32 {
        let one = match declaration.ty {
            Type::Struct(index) => self.structs.get(index).map_or(1, |s| s.weight),
            _ => 1,
        };
        let names = 1 + declaration.name.len() as u32 / 1025;
        declaration.array.unwrap_or(1).max(1).saturating_mul(one).saturating_mul(names)
    }

    /// The color attachment of each fragment output: the declared location, or the first that is free.
    pub fn output_locations(&self) -> Vec<u32> {
        let size = |output: &Declaration| output.array.unwrap_or(1).max(1);
        let mut taken: Vec<(u32, u32)> = self.outputs.iter().filter_map(|o| Some((o.location?, size(o)))).collect();
        let mut next = 0u32;
        let mut locations = Vec::with_capacity(self.outputs.len());
        taken.sort_unstable();
        let mut taken = taken.into_iter().peekable();
        for output in &self.outputs {
            locations.push(output.location.unwrap_or_else(|| {
                // Steps over declared locations; both run upwards.
                step(1);
                while let Some((from, length)) = taken.next_if(|&(from, _)| from < next.saturating_add(size(output))) {
                    next = next.max(from.saturating_add(length));
                }
                let location = next;
                next = next.saturating_add(size(output));
                location
            }));
        }
        locations
    }
}

/// What `source` declares. Takes any text, in time that grows with its length only.
pub fn interface(source: &str, stage: Stage) -> Interface {
    let text = normalise(source);
    let lines = Lines::new(&text);
    let tokens = tokens(&lines);
    let preprocessed = preprocess(&tokens);
    let (mut interface, output_texts) = declarations::read(&preprocessed.tokens, stage);
    interface.well_formed &= preprocessed.proper && tokens.iter().all(|t| t.kind != Kind::Strange);
    interface.macros = preprocessed.macros;
    for token in preprocessed.tokens.iter().filter(|t| t.kind == Kind::Word) {
        interface.identifiers.insert(token.text);
    }
    if interface.identifiers.contains("tex1D") && !interface.globals.contains("tex1D") {
        along(&preprocessed.tokens, &mut interface);
    }
    let strange = tokens.iter().filter(|t| t.kind == Kind::Strange && !t.text.is_ascii()).map(|t| t.start).collect();
    interface.rewriting = Rewriting {
        taken_out: preprocessed.taken_out,
        extensions: preprocessed.extensions,
        insertions: locations(&interface, &output_texts, &preprocessed.tokens, &text),
        strange,
    };
    interface
}

/// Names in functions, but for first arguments of built-in ones. A function of the user's may hand its argument on.
fn along(tokens: &[Token<'_>], interface: &mut Interface) {
    let mut depth = 0usize;
    let mut before = ["", ""];
    for token in tokens {
        step(1);
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let [function, open] = before;
        let built_in = function.starts_with("tex") && function != "tex1D" && !interface.globals.contains(function);
        if token.kind == Kind::Word && depth > 0 && !(built_in && open == "(") {
            interface.along.insert(token.text);
        }
        before = [open, token.text];
    }
}
