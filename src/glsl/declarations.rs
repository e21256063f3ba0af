//! The parser of declarations at global scope.
//!
//! Function bodies and initialisers are stepped over by their brackets. Where the text makes no sense it goes on at
//! the next semicolon or keyword that begins a declaration, so that one mistake hides little.

use super::cursor::Cursor;
use super::expression::evaluate;
use super::interface::{Declaration, Interface, Struct};
use super::lexer::{spaced, Token};
use super::names::Table;
use super::steps::step;
use super::{Stage, Type};

/// Structs in structs are read down to this depth.
const MAX_DEPTH: u32 = 8;

/// Of a longer name of an unknown type, this much is kept: every variable of that type holds it.
const MAX_NAME: usize = 64;

/// Where an output's declaration stands, for [`super::rewriting`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OutputText {
    /// The first name of a declaration: number of the token `out`.
    First(usize),
    /// A later one: number of the comma before it, and the declaration's qualifiers and type.
    Later(usize, String),
    /// A later one that cannot have a declaration of its own.
    Bound,
}

/// What `tokens` (preprocessed) declare, and where each output stands.
pub(super) fn read(tokens: &[Token<'_>], stage: Stage) -> (Interface, Vec<OutputText>) {
    let mut parser = Parser {
        cursor: Cursor { tokens, at: 0 },
        constants: Table::new(),
        struct_names: Table::new(),
        outputs: Vec::new(),
        result: Interface { stage, well_formed: true, ..Interface::default() },
    };
    while parser.cursor.at < tokens.len() {
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
    invariant: bool,
    location: Option<u32>,
}

struct Parser<'t, 's> {
    cursor: Cursor<'t, 's>,
    /// Values of integer constants, for array sizes.
    constants: Table<i64>,
    struct_names: Table<usize>,
    outputs: Vec<OutputText>,
    result: Interface,
}

/// A declared name: index of its token, and its array size.
struct Declarator {
    name: usize,
    array: Option<u32>,
}

impl<'t> Parser<'t, '_> {
    fn declare(&mut self, name: &str) {
        self.result.globals.insert(name);
    }

    fn global(&mut self) {
        match self.cursor.peek() {
            ";" => self.cursor.at += 1,
            "precision" => self.cursor.skip_statement(),
            _ => {
                let from = self.cursor.at;
                if self.declaration().is_none() {
                    self.recover(from);
                }
            }
        }
    }

    /// After a mistake in what began at token `from`: on to where a declaration may begin.
    fn recover(&mut self, from: usize) {
        self.result.well_formed = false;
        if self.cursor.at > from && begins_declaration(self.cursor.peek()) {
            return;
        }
        self.cursor.skip_statement();
    }

    /// One declaration of whatever kind. `None`: it makes no sense from here on.
    fn declaration(&mut self) -> Option<()> {
        let from = self.cursor.at;
        let qualifiers = self.qualifiers()?;
        if qualifiers.invariant && self.redeclares() {
            self.cursor.skip_statement();
            return Some(());
        }
        if self.is_block(&qualifiers) {
            return self.block(&qualifiers);
        }
        let ty = self.type_specifier(0)?;
        let type_array = self.array()?;
        let type_end = self.cursor.at;
        if self.cursor.take(";") {
            return Some(());
        }
        let mut comma: Option<usize> = None;
        loop {
            let name = self.cursor.take_word()?;
            let text = self.cursor.tokens[name].text;
            self.declare(text);
            if self.cursor.peek() == "(" && comma.is_none() {
                return self.function();
            }
            if ty == Type::Unknown("void".to_string()) {
                self.result.well_formed = false;
            }
            let array = self.array()?.or(type_array);
            let value = if self.cursor.take("=") { self.initialiser() } else { None };
            if let (Some(value), Some(Storage::Const), None, Type::Element(_)) = (value, qualifiers.storage, array, &ty)
            {
                self.constants.insert(text, value);
            }
            if qualifiers.storage == Some(Storage::Out) {
                let text = match comma {
                    None => OutputText::First(qualifiers.out),
                    Some(comma) => later_output(comma, &self.cursor.tokens[from..type_end]),
                };
                self.outputs.push(text);
            }
            self.keep(&qualifiers, ty.clone(), &Declarator { name, array });
            match self.cursor.peek() {
                "," => comma = Some(self.cursor.at),
                ";" => {
                    self.cursor.at += 1;
                    return Some(());
                }
                _ => return None,
            }
            self.cursor.at += 1;
        }
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
        let token = &self.cursor.tokens[declarator.name];
        Declaration { name: token.text.to_string(), ty, array: declarator.array, location: qualifiers.location }
    }

    /// What follows a function's name.
    fn function(&mut self) -> Option<()> {
        self.cursor.skip_brackets("(", ")", &["{", ";"])?;
        if self.cursor.take(";") {
            return Some(());
        }
        if self.cursor.peek() == "{" {
            return self.cursor.skip_brackets("{", "}", &[]);
        }
        None
    }

    fn qualifiers(&mut self) -> Option<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        loop {
            match self.cursor.peek() {
                "layout" => {
                    self.cursor.at += 1;
                    qualifiers.location = self.layout()?.or(qualifiers.location);
                    continue;
                }
                "in" => qualifiers.storage = Some(Storage::In),
                "out" => {
                    qualifiers.storage = Some(Storage::Out);
                    qualifiers.out = self.cursor.at;
                }
                "uniform" => qualifiers.storage = Some(Storage::Uniform),
                "const" => qualifiers.storage = Some(Storage::Const),
                "invariant" => qualifiers.invariant = true,
                "flat" | "smooth" | "centroid" | "highp" | "mediump" | "lowp" => {}
                _ => return Some(qualifiers),
            }
            self.cursor.at += 1;
        }
    }

    /// The location in the parentheses after `layout`.
    fn layout(&mut self) -> Option<Option<u32>> {
        let from = self.cursor.at;
        self.cursor.skip_brackets("(", ")", &["{", "}", ";"])?;
        let inside = &self.cursor.tokens[from..self.cursor.at];
        step(inside.len());
        let location = inside.windows(3).find(|w| w[0].is("location") && w[1].is("="));
        Some(location.and_then(|w| evaluate(&w[2..], &|name| self.constants.get(name).copied())?.try_into().ok()))
    }

    /// `gl_Position;` after `invariant`.
    fn redeclares(&self) -> bool {
        self.cursor.tokens.get(self.cursor.at + 1).is_some_and(|t| t.is(";") || t.is(","))
    }

    fn is_block(&self, qualifiers: &Qualifiers) -> bool {
        let opens = self.cursor.tokens.get(self.cursor.at + 1).is_some_and(|t| t.is("{"));
        qualifiers.storage.is_some_and(|s| s != Storage::Const) && opens && self.cursor.peek() != "struct"
    }

    /// `Name { … } instance[n];`
    fn block(&mut self, qualifiers: &Qualifiers) -> Option<()> {
        let name = self.cursor.take_word()?;
        let text = self.cursor.tokens[name].text;
        self.declare(text);
        if qualifiers.storage == Some(Storage::Uniform) {
            self.result.blocks.push(text.to_string());
        } else {
            self.result.well_formed = false;
        }
        let members = self.members(0)?;
        match self.cursor.take_word() {
            Some(instance) => {
                self.declare(self.cursor.tokens[instance].text);
                self.array()?;
            }
            None => members.iter().for_each(|member| self.declare(&member.name)),
        }
        self.cursor.take(";").then_some(())
    }

    /// A type's name, or a struct with its body.
    fn type_specifier(&mut self, depth: u32) -> Option<Type> {
        if self.cursor.take("struct") {
            return self.struct_specifier(depth);
        }
        let name = self.cursor.take_word()?;
        let name = self.cursor.tokens[name].text;
        if let Some(&index) = self.struct_names.get(name) {
            return Some(Type::Struct(index));
        }
        Some(Type::parse(name).unwrap_or_else(|| {
            self.result.well_formed &= name == "void";
            Type::Unknown(name.chars().take(MAX_NAME).collect())
        }))
    }

    fn struct_specifier(&mut self, depth: u32) -> Option<Type> {
        let name = self.cursor.take_word().map_or("", |name| self.cursor.tokens[name].text);
        if depth >= MAX_DEPTH || self.cursor.peek() != "{" {
            return None;
        }
        let members = self.members(depth + 1)?;
        let index = self.result.structs.len();
        let all = members.iter().fold(0u32, |all, member| all.saturating_add(self.result.weight(member)));
        self.result.structs.push(Struct { name: name.to_string(), members, weight: all.max(1) });
        if !name.is_empty() {
            self.declare(name);
            self.struct_names.insert(name, index);
        }
        Some(Type::Struct(index))
    }

    /// The members in braces.
    fn members(&mut self, depth: u32) -> Option<Vec<Declaration>> {
        if !self.cursor.take("{") {
            return None;
        }
        let mut members = Vec::new();
        while !self.cursor.take("}") {
            let qualifiers = self.qualifiers()?;
            let ty = self.type_specifier(depth)?;
            let type_array = self.array()?;
            loop {
                let name = self.cursor.take_word()?;
                let array = self.array()?.or(type_array);
                members.push(self.named(ty.clone(), &Declarator { name, array }, &qualifiers));
                if !self.cursor.take(",") {
                    break;
                }
            }
            if !self.cursor.take(";") {
                return None;
            }
        }
        Some(members)
    }

    /// `[size]`, if there is one: `Some(None)` without, `Some(Some(0))` where the size cannot be told.
    fn array(&mut self) -> Option<Option<u32>> {
        let mut size = None;
        while self.cursor.peek() == "[" {
            let from = self.cursor.at + 1;
            self.cursor.skip_brackets("[", "]", &["{", "}", ";"])?;
            let inside = &self.cursor.tokens[from..self.cursor.at - 1];
            let value = evaluate(inside, &|name| self.constants.get(name).copied());
            // Arrays of arrays do not exist in GLSL ES 3.00.
            self.result.well_formed &= size.is_none();
            size = Some(value.and_then(|v| u32::try_from(v).ok()).unwrap_or(0));
        }
        Some(size)
    }

    /// Steps over an initialiser, and says its value if it is an integer expression.
    fn initialiser(&mut self) -> Option<i64> {
        let from = self.cursor.at;
        let mut depth = 0usize;
        while let Some(token) = self.cursor.tokens.get(self.cursor.at) {
            step(1);
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                ";" => break,
                "," if depth == 0 => break,
                _ => {}
            }
            self.cursor.at += 1;
        }
        evaluate(&self.cursor.tokens[from..self.cursor.at], &|name| self.constants.get(name).copied())
    }
}

/// What stands at `comma`, in a declaration that begins with these qualifiers and this type.
fn later_output(comma: usize, beginning: &[Token<'_>]) -> OutputText {
    let repeatable = |t: &Token<'_>| t.text.len() < MAX_NAME && !matches!(t.text, "layout" | "struct");
    if beginning.len() < 16 && beginning.iter().all(repeatable) {
        OutputText::Later(comma, spaced(beginning))
    } else {
        OutputText::Bound
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
