//! The parser of declarations at global scope.
//!
//! Function bodies and initialisers are stepped over by their brackets. Where the text makes no sense it goes on at
//! the next semicolon or keyword that begins a declaration, so that one mistake hides little.

use super::expression::evaluate;
use super::interface::{Declaration, Interface, Struct};
use super::lexer::{Kind, Token};
use super::{Stage, Type};
use std::collections::HashMap;

/// Structs in structs are read down to this depth.
const MAX_DEPTH: u32 = 8;

/// Where an output's declaration stands, for [`super::rewriting`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputText {
    /// Offset of the word `out` (of the macro's use that it comes from).
    pub(super) out: usize,
    /// For a second or later name in one declaration: offset of the comma before it, and qualifiers and type again.
    /// A comma in a macro's body cannot be replaced.
    pub(super) repeated: Option<(Option<usize>, String)>,
}

/// What `tokens` (preprocessed) declare, and where each output stands.
pub(super) fn read(tokens: &[Token<'_>], stage: Stage) -> (Interface, Vec<OutputText>) {
    let mut parser = Parser {
        tokens,
        at: 0,
        constants: HashMap::new(),
        struct_names: HashMap::new(),
        outputs: Vec::new(),
        result: Interface { stage, well_formed: true, ..Interface::default() },
    };
    while parser.at < tokens.len() {
        parser.global();
    }
    (parser.result, parser.outputs)
}

#[derive(Clone, Copy, PartialEq)]
enum Storage {
    In,
    Out,
    Uniform,
    Const,
}

#[derive(Default)]
struct Qualifiers {
    storage: Option<Storage>,
    /// Index of the token `out`.
    out: usize,
    flat: bool,
    invariant: bool,
    location: Option<u32>,
}

struct Parser<'t, 's> {
    tokens: &'s [Token<'t>],
    at: usize,
    /// Values of integer constants, for array sizes.
    constants: HashMap<&'t str, i64>,
    struct_names: HashMap<&'t str, usize>,
    outputs: Vec<OutputText>,
    result: Interface,
}

/// A declared name: index of its token, and its array size.
struct Declarator {
    name: usize,
    array: Option<u32>,
}

impl<'t> Parser<'t, '_> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.at).map_or("", |t| t.text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.at < self.tokens.len() && self.peek() == text;
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self) -> Option<usize> {
        let word = self.tokens.get(self.at).is_some_and(|t| t.kind == Kind::Word);
        self.at += usize::from(word);
        word.then(|| self.at - 1)
    }

    fn declare(&mut self, name: &str) {
        if !self.result.globals.contains(name) {
            self.result.globals.insert(name.to_string());
        }
    }

    fn global(&mut self) {
        match self.peek() {
            ";" => self.at += 1,
            "precision" => self.skip_statement(),
            _ => {
                let from = self.at;
                if self.declaration().is_none() {
                    self.recover(from);
                }
            }
        }
    }

    /// After a mistake in what began at token `from`: on to where a declaration may begin.
    fn recover(&mut self, from: usize) {
        self.result.well_formed = false;
        if self.at > from && begins_declaration(self.peek()) {
            return;
        }
        self.skip_statement();
    }

    /// Steps behind the next semicolon outside braces, or behind the brace that closes.
    fn skip_statement(&mut self) {
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            match token.text {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && matches!(token.text, ";" | "}") {
                return;
            }
        }
    }

    /// Steps behind the bracket that closes the one at hand; `None` if a token of `never` comes first, or the end.
    fn skip_brackets(&mut self, open: &str, close: &str, never: &[&str]) -> Option<()> {
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            if never.contains(&token.text) {
                return None;
            }
            self.at += 1;
            if token.is(open) {
                depth += 1;
            } else if token.is(close) {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(());
                }
            }
        }
        None
    }

    /// One declaration of whatever kind. `None`: it makes no sense from here on.
    fn declaration(&mut self) -> Option<()> {
        let from = self.at;
        let qualifiers = self.qualifiers()?;
        if qualifiers.invariant && self.redeclares() {
            self.skip_statement();
            return Some(());
        }
        if self.is_block(&qualifiers) {
            return self.block(&qualifiers);
        }
        let ty = self.type_specifier(0)?;
        let type_array = self.array()?;
        let type_end = self.at;
        if self.take(";") {
            return Some(());
        }
        let mut comma = None;
        loop {
            let name = self.take_word()?;
            let text = self.tokens[name].text;
            self.declare(text);
            if self.peek() == "(" && comma.is_none() {
                return self.function();
            }
            if ty == Type::Unknown("void".to_string()) {
                self.result.well_formed = false;
            }
            let array = self.array()?.or(type_array);
            let value = if self.take("=") { self.initialiser() } else { None };
            if let (Some(value), Some(Storage::Const), None, Type::Element(_)) = (value, qualifiers.storage, array, &ty)
            {
                self.constants.insert(text, value);
            }
            if qualifiers.storage == Some(Storage::Out) {
                let repeated = comma.map(|comma: usize| {
                    let comma = &self.tokens[comma];
                    ((!comma.expanded).then_some(comma.start), self.repeat(from, type_end))
                });
                self.outputs.push(OutputText { out: self.tokens[qualifiers.out].start, repeated });
            }
            self.keep(&qualifiers, ty.clone(), &Declarator { name, array });
            match self.peek() {
                "," => comma = Some(self.at),
                ";" => {
                    self.at += 1;
                    return Some(());
                }
                _ => return None,
            }
            self.at += 1;
        }
    }

    /// Qualifiers and type of a declaration once more, without its layout and without the struct's body.
    fn repeat(&self, from: usize, to: usize) -> String {
        let mut depth = 0usize;
        let mut words = Vec::new();
        for token in &self.tokens[from..to] {
            match token.text {
                "{" | "(" => depth += 1,
                "}" | ")" => depth = depth.saturating_sub(1),
                "layout" | "struct" => {}
                text if depth == 0 => words.push(text),
                _ => {}
            }
        }
        words.join(" ")
    }

    fn keep(&mut self, qualifiers: &Qualifiers, ty: Type, declarator: &Declarator) {
        let declaration = self.named(ty, declarator, qualifiers);
        match qualifiers.storage {
            Some(Storage::In) => self.result.inputs.push(declaration),
            Some(Storage::Out) => self.result.outputs.push(declaration),
            Some(Storage::Uniform) => self.result.uniforms.push(declaration),
            Some(Storage::Const) | None => {}
        }
    }

    fn named(&self, ty: Type, declarator: &Declarator, qualifiers: &Qualifiers) -> Declaration {
        let token = &self.tokens[declarator.name];
        Declaration {
            name: token.text.to_string(),
            ty,
            array: declarator.array,
            flat: qualifiers.flat,
            location: qualifiers.location,
            line: token.line,
        }
    }

    /// What follows a function's name.
    fn function(&mut self) -> Option<()> {
        self.skip_brackets("(", ")", &["{", ";"])?;
        if self.take(";") {
            return Some(());
        }
        if self.peek() == "{" {
            return self.skip_brackets("{", "}", &[]);
        }
        None
    }

    fn qualifiers(&mut self) -> Option<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        loop {
            match self.peek() {
                "layout" => {
                    self.at += 1;
                    qualifiers.location = self.layout()?.or(qualifiers.location);
                    continue;
                }
                "in" => qualifiers.storage = Some(Storage::In),
                "out" => {
                    qualifiers.storage = Some(Storage::Out);
                    qualifiers.out = self.at;
                }
                "uniform" => qualifiers.storage = Some(Storage::Uniform),
                "const" => qualifiers.storage = Some(Storage::Const),
                "flat" => qualifiers.flat = true,
                "invariant" => qualifiers.invariant = true,
                "smooth" | "centroid" | "highp" | "mediump" | "lowp" => {}
                _ => return Some(qualifiers),
            }
            self.at += 1;
        }
    }

    /// The location in the parentheses after `layout`.
    fn layout(&mut self) -> Option<Option<u32>> {
        let from = self.at;
        self.skip_brackets("(", ")", &["{", "}", ";"])?;
        let inside = &self.tokens[from..self.at];
        let location = inside.windows(3).find(|w| w[0].is("location") && w[1].is("="));
        Some(location.and_then(|w| evaluate(&w[2..], &|name| self.constants.get(name).copied())?.try_into().ok()))
    }

    /// `gl_Position;` after `invariant`.
    fn redeclares(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|t| t.is(";") || t.is(","))
    }

    fn is_block(&self, qualifiers: &Qualifiers) -> bool {
        let opens = self.tokens.get(self.at + 1).is_some_and(|t| t.is("{"));
        qualifiers.storage.is_some_and(|s| s != Storage::Const) && opens && self.peek() != "struct"
    }

    /// `Name { … } instance[n];`
    fn block(&mut self, qualifiers: &Qualifiers) -> Option<()> {
        let name = self.take_word()?;
        let text = self.tokens[name].text;
        self.declare(text);
        if qualifiers.storage == Some(Storage::Uniform) {
            self.result.blocks.push(text.to_string());
        } else {
            self.result.well_formed = false;
        }
        let members = self.members(0)?;
        match self.take_word() {
            Some(instance) => {
                self.declare(self.tokens[instance].text);
                self.array()?;
            }
            None => members.iter().for_each(|member| self.declare(&member.name)),
        }
        self.take(";").then_some(())
    }

    /// A type's name, or a struct with its body.
    fn type_specifier(&mut self, depth: u32) -> Option<Type> {
        if self.take("struct") {
            return self.struct_specifier(depth);
        }
        let name = self.take_word()?;
        let name = self.tokens[name].text;
        if let Some(&index) = self.struct_names.get(name) {
            return Some(Type::Struct(index));
        }
        Some(Type::parse(name).unwrap_or_else(|| {
            self.result.well_formed &= name == "void";
            Type::Unknown(name.to_string())
        }))
    }

    fn struct_specifier(&mut self, depth: u32) -> Option<Type> {
        let name = self.take_word().map_or("", |name| self.tokens[name].text);
        if depth >= MAX_DEPTH || self.peek() != "{" {
            return None;
        }
        let members = self.members(depth + 1)?;
        let index = self.result.structs.len();
        self.result.structs.push(Struct { name: name.to_string(), members });
        if !name.is_empty() {
            self.declare(name);
            self.struct_names.insert(name, index);
        }
        Some(Type::Struct(index))
    }

    /// The members in braces.
    fn members(&mut self, depth: u32) -> Option<Vec<Declaration>> {
        if !self.take("{") {
            return None;
        }
        let mut members = Vec::new();
        while !self.take("}") {
            let qualifiers = self.qualifiers()?;
            let ty = self.type_specifier(depth)?;
            let type_array = self.array()?;
            loop {
                let name = self.take_word()?;
                let array = self.array()?.or(type_array);
                members.push(self.named(ty.clone(), &Declarator { name, array }, &qualifiers));
                if !self.take(",") {
                    break;
                }
            }
            if !self.take(";") {
                return None;
            }
        }
        Some(members)
    }

    /// `[size]`, if there is one: `Some(None)` without, `Some(Some(0))` where the size cannot be told.
    fn array(&mut self) -> Option<Option<u32>> {
        let mut size = None;
        while self.peek() == "[" {
            let from = self.at + 1;
            self.skip_brackets("[", "]", &["{", "}", ";"])?;
            let inside = &self.tokens[from..self.at - 1];
            let value = evaluate(inside, &|name| self.constants.get(name).copied());
            // Arrays of arrays do not exist in GLSL ES 3.00.
            self.result.well_formed &= size.is_none();
            size = Some(value.and_then(|v| u32::try_from(v).ok()).unwrap_or(0));
        }
        Some(size)
    }

    /// Steps over an initialiser, and says its value if it is an integer expression.
    fn initialiser(&mut self) -> Option<i64> {
        let from = self.at;
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                ";" => break,
                "," if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        evaluate(&self.tokens[from..self.at], &|name| self.constants.get(name).copied())
    }
}

/// Words that only the beginning of a declaration can be: where one stands elsewhere, a semicolon is missing before it.
fn begins_declaration(word: &str) -> bool {
    matches!(
        word,
        "layout"
            | "in"
            | "out"
            | "uniform"
            | "const"
            | "flat"
            | "smooth"
            | "centroid"
            | "invariant"
            | "precision"
            | "struct"
            | "void"
    ) || Type::parse(word).is_some()
}
