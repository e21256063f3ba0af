//! The preprocessor of GLSL ES 3.00: `#define`, `#if` and their like.

use super::expression::evaluate;
use super::lexer::{spaced, Kind, Token};
use super::macros::{Macro, Macros};
use super::names::Names;
use super::steps::step;
use std::ops::Range;

/// A text after its directives.
pub(super) struct Preprocessed<'t> {
    /// The tokens of active branches, macros expanded.
    pub(super) tokens: Vec<Token<'t>>,
    /// Every name that was ever defined.
    pub(super) macros: Names,
    /// Active `#extension` directives: line, and the text that follows the word.
    pub(super) extensions: Vec<(u32, String)>,
    /// Where `#version`, `#extension` and `#line` stand. The header has a version, extensions have to come before it
    /// all, and lines are the text's own.
    pub(super) taken_out: Vec<Range<usize>>,
    /// Whether all directives made sense.
    pub(super) proper: bool,
}

/// What every GLSL ES 3.00 shader finds defined.
const PREDEFINED: [(&str, &str); 4] =
    [("GL_ES", "1"), ("__VERSION__", "300"), ("GL_FRAGMENT_PRECISION_HIGH", "1"), ("__FILE__", "1")];

/// Runs the directives in `tokens`.
pub(super) fn preprocess<'t>(tokens: &[Token<'t>]) -> Preprocessed<'t> {
    let mut preprocessor = Preprocessor {
        macros: Macros::new(tokens.len()),
        branches: Vec::new(),
        result: Preprocessed {
            tokens: Vec::new(),
            macros: Names::default(),
            extensions: Vec::new(),
            taken_out: Vec::new(),
            proper: true,
        },
    };
    for (name, value) in PREDEFINED {
        preprocessor.macros.defined.insert(name, Macro::constant(value));
    }
    let mut rest = tokens;
    let mut text = Vec::new();
    while let Some(token) = rest.first() {
        let directive = is_directive(token);
        // A directive is one line; the text goes on until the next directive.
        let ends = |t: &Token<'t>| if directive { t.first } else { is_directive(t) };
        let length = 1 + rest[1..].iter().position(ends).unwrap_or(rest.len() - 1);
        step(length);
        let (run, after) = rest.split_at(length);
        rest = after;
        if directive {
            preprocessor.directive(run);
        } else if preprocessor.active() {
            text.extend_from_slice(run);
            preprocessor.expand(&mut text, false);
        }
    }
    preprocessor.expand(&mut text, true);
    preprocessor.result.proper &= preprocessor.branches.is_empty();
    preprocessor.result
}

fn is_directive(token: &Token<'_>) -> bool {
    token.first && token.is("#")
}

/// An `#if` under way.
struct Branch {
    /// The text around it is active.
    outer: bool,
    /// This part of it is active.
    active: bool,
    /// No later part can be.
    done: bool,
}

struct Preprocessor<'t> {
    macros: Macros<'t>,
    branches: Vec<Branch>,
    result: Preprocessed<'t>,
}

impl<'t> Preprocessor<'t> {
    fn active(&self) -> bool {
        self.branches.last().is_none_or(|b| b.active)
    }

    fn expand(&mut self, text: &mut Vec<Token<'t>>, last: bool) {
        self.result.proper &= self.macros.expand(text, last, &mut self.result.tokens);
    }

    fn directive(&mut self, run: &[Token<'t>]) {
        let Some(name) = run.get(1) else { return };
        let rest = &run[2..];
        match name.text {
            "if" | "ifdef" | "ifndef" => {
                let outer = self.active();
                let active = outer && self.condition(name.text, rest);
                self.branches.push(Branch { outer, active, done: active });
            }
            "elif" | "else" => self.next_part(name.text, rest),
            "endif" => self.result.proper &= self.branches.pop().is_some(),
            "version" | "line" => self.take_out(run),
            "extension" if self.active() => {
                self.result.extensions.push((name.line, spaced(rest)));
                self.take_out(run);
            }
            "define" if self.active() => self.define(rest),
            "undef" if self.active() => {
                if let Some(name) = rest.first() {
                    self.macros.defined.remove(name.text);
                }
            }
            "error" if self.active() => self.result.proper = false,
            _ => {}
        }
    }

    fn next_part(&mut self, directive: &str, rest: &[Token<'t>]) {
        let Some(branch) = self.branches.last_mut() else {
            self.result.proper = false;
            return;
        };
        let (outer, done) = (branch.outer, branch.done);
        branch.active = false;
        let active = outer && !done && (directive == "else" || self.condition("if", rest));
        if let Some(branch) = self.branches.last_mut() {
            branch.active = active;
            branch.done = done || active || directive == "else";
        }
    }

    fn condition(&mut self, directive: &str, rest: &[Token<'t>]) -> bool {
        match (directive, rest.first()) {
            ("if", _) => self.holds(rest),
            ("ifdef", Some(name)) => self.defined(name.text),
            ("ifndef", Some(name)) => !self.defined(name.text),
            _ => {
                self.result.proper = false;
                false
            }
        }
    }

    /// Whether a macro of that name is in force. What `__LINE__` stands for, [`evaluate`] knows.
    fn defined(&self, name: &str) -> bool {
        name == "__LINE__" || self.macros.defined.get(name).is_some()
    }

    /// Whether an `#if` expression is true. One that makes no sense is not.
    fn holds(&mut self, expression: &[Token<'t>]) -> bool {
        let mut asked = Vec::with_capacity(expression.len());
        let mut rest = expression;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            if !token.is("defined") {
                asked.push(*token);
                continue;
            }
            let name = match rest {
                [open, name, close, ..] if open.is("(") && close.is(")") => {
                    rest = &rest[3..];
                    name.text
                }
                [name, ..] => {
                    rest = &rest[1..];
                    name.text
                }
                [] => "",
            };
            let text = if self.defined(name) { "1" } else { "0" };
            asked.push(Token { kind: Kind::Number, text, ..*token });
        }
        let mut expanded = Vec::new();
        let proper = self.macros.expand(&mut asked, true, &mut expanded);
        let value = evaluate(&expanded, &|_| Some(0));
        self.result.proper &= proper && value.is_some();
        value.is_some_and(|v| v != 0)
    }

    fn define(&mut self, rest: &[Token<'t>]) {
        let definition = rest.split_first().filter(|(name, _)| name.kind == Kind::Word);
        match definition.and_then(|(name, rest)| Some((name.text, Macro::define(name, rest)?))) {
            Some((name, definition)) => {
                self.macros.defined.insert(name, definition);
                self.result.macros.insert(name);
            }
            None => self.result.proper = false,
        }
    }

    fn take_out(&mut self, run: &[Token<'t>]) {
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            self.result.taken_out.push(first.start..last.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{normalise, tokens, Lines};
    use super::super::steps::steps_of;
    use super::*;

    fn active(source: &str) -> String {
        let text = normalise(source);
        let lines = Lines::new(&text);
        let tokens = tokens(&lines);
        spaced(&preprocess(&tokens).tokens)
    }

    #[test]
    fn macros_expand_in_their_own_arguments_and_never_in_themselves() {
        for (source, expected) in [
            ("#define N 3\nN NN", "3 NN"),
            ("#define F(x, y) x + y\nF(1, (2, 3)) F", "1 + ( 2 , 3 ) F"),
            ("#define F(x) x x\nF(F(1))", "1 1 1 1"),
            ("#define F (x)\nF", "( x )"),
            ("#define F() 1\nF() F ( )", "1 1"),
            ("#define A B\n#define B A\nA B", "A B"),
            ("#define A A + 1\nA", "A + 1"),
            ("#define F(x) G(x)\n#define G(x) F(x)\nF(1)", "F ( 1 )"),
            ("#define G F\n#define F(x) [x]\nG(1) G\n(2)", "[ 1 ] [ 2 ]"),
            ("#define LONG 1 + \\\n 2 // 3\nLONG", "1 + 2"),
            ("#define A 1 /* a\n b */ + 2\nA", "1 + 2"),
            ("#define A 1\n#undef A\nA", "A"),
            ("__VERSION__ GL_ES", "300 1"),
        ] {
            assert_eq!(active(source), expected, "{source}");
        }
    }

    #[test]
    fn directives_may_stand_among_the_arguments_of_a_macro() {
        for (source, expected) in [
            ("F(\n#if 1\na\n#else\nb\n#endif\n, c) d", "[ a ; c ] d"),
            ("F(a\n#ifdef NO\n, b) x\n#else\n, c) y\n#endif\nz", "[ a ; c ] y z"),
            ("x G(F(a,\n#define A b\nA), A)", "x [ [ a ; b ] ; b ]"),
            ("F(a, A\n#line 7\n) A\n#define A b\nA", "[ a ; A ] A b"),
            ("F\n#if 1\n(a, b)\n#endif\nF\n#if 1\nc\n#endif", "[ a ; b ] F c"),
            ("H F(F(a, b),\n#if 0\n#endif\nc) H", "F [ [ a ; b ] ; c ] F"),
        ] {
            let macros = "#define F(x, y) [x; y]\n#define G F\n#define H F\n";
            assert_eq!(active(&format!("{macros}{source}")), expected, "{source}");
        }
    }

    #[test]
    fn exactly_one_branch_is_active() {
        let branches = "#if A == 1\none\n#elif defined(B) && B > 1 || defined C\ntwo\n#else\nthree\n#endif\nrest";
        assert_eq!(active(branches), "three rest");
        assert_eq!(active(&format!("#define A 1\n#define C\n{branches}")), "one rest");
        assert_eq!(active(&format!("#define B 2\n{branches}")), "two rest");
        assert_eq!(active(&format!("#define C\n{branches}")), "two rest");
    }

    #[test]
    fn what_every_shader_finds_defined_counts_as_defined() {
        for name in ["__LINE__", "__FILE__", "__VERSION__", "GL_ES", "GL_FRAGMENT_PRECISION_HIGH"] {
            assert_eq!(active(&format!("#ifdef {name}\nyes\n#endif\n#ifndef {name}\nno\n#endif")), "yes", "{name}");
            assert_eq!(active(&format!("#if defined({name}) && defined {name}\nyes\n#endif")), "yes", "{name}");
        }
    }

    #[test]
    fn inactive_branches_define_nothing_however_they_nest() {
        let source = "#ifdef A\n#define B\n#if 1\nin\n#else\nin\n#endif\n#elif 0\nin\n#endif\n#ifndef B\nout\n#endif";
        assert_eq!(active(source), "out");
        assert_eq!(active("#if 0\n#else\na\n#elif 1\nb\n#endif\n#if 0\n # /* odd */ else\nc\n#endif"), "a c");
    }

    #[test]
    fn conditions_may_use_macros_with_parameters() {
        assert_eq!(
            active("#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#if MAX(2, 3) == 3 && __LINE__ == 2\nyes\n#endif"),
            "yes"
        );
    }

    #[test]
    fn texts_that_explode_end_within_their_work() {
        let mut bomb = "#define A0 x x x x x x x x\n".to_string();
        for i in 1..40 {
            bomb += &format!("#define A{i} A{0} A{0} A{0} A{0} A{0} A{0}\n", i - 1);
        }
        let nested = format!("#define F(x) x x x\n{}1{}", "F(".repeat(30_000), ")".repeat(30_000));
        let open = format!("#define F(x) x\n{}", "F(".repeat(100_000));
        let swap = format!("#define F(a, b) F(b, a)\n{}", "F(F(1, 2), F(3, 4)) ".repeat(8_000));
        let bodies = format!("#define B {}\n{}", "b ".repeat(30_000), "B ".repeat(30_000));
        let empty = format!("#define F(x)\n#define G F({})\n{}", "b ".repeat(30_000), "G ".repeat(30_000));
        let branches = "#if 1\n".repeat(50_000);
        let parted = format!("#define F(x) x\n{}", "F(\n#if 1\n".repeat(50_000));
        for source in [bomb + "A39", nested, open, swap, bodies, empty, branches, parted] {
            let steps = steps_of(|| drop(active(&source)));
            // Sixteen for each byte, and eight for each bit of work that the macros of any text may do.
            let (length, most) = (source.len() as u64, 16 * source.len() as u64 + (8 << 18));
            assert!((length..most).contains(&steps), "{}: {steps} steps", &source[..40]);
        }
    }
}
