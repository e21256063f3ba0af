//! Macros and their expansion.
//!
//! Tokens come from a stack of sources: the text, and on it the body of each macro under expansion. A macro is out of
//! use while its body is on the stack, so none expands itself. All work is counted: when a text has had its share (a
//! few times its own length, and some), the rest of its macros stay as they are.

use super::lexer::{Kind, Token};
use super::names::{Names, Table};
use super::steps::step;

/// Arguments of macros in arguments of macros … are expanded down to this depth.
const MAX_DEPTH: u32 = 50;

/// A macro's definition.
pub(super) struct Macro<'t> {
    /// Number of parameters; `None` without parentheses.
    parameters: Option<usize>,
    /// Tokens, and for a parameter its number.
    body: Vec<(Token<'t>, Option<usize>)>,
    /// Its body is on a stack.
    busy: bool,
}

impl<'t> Macro<'t> {
    /// The definition from what follows `#define NAME`. `name` decides whether a parenthesis touches it.
    pub(super) fn define(name: &Token<'t>, rest: &[Token<'t>]) -> Option<Macro<'t>> {
        let touching = rest.first().is_some_and(|t| t.is("(") && t.start == name.end);
        if !touching {
            return Some(Macro { parameters: None, body: rest.iter().map(|t| (*t, None)).collect(), busy: false });
        }
        let close = rest.iter().position(|t| t.is(")"))?;
        let mut numbers = Names::default();
        for (i, token) in rest[1..close].iter().enumerate() {
            let expected = if i % 2 == 0 { token.kind == Kind::Word } else { token.is(",") };
            if !expected {
                return None;
            }
            if i % 2 == 0 {
                numbers.insert(token.text);
            }
        }
        let body = rest[close + 1..].iter().map(|t| (*t, numbers.number(t.text))).collect();
        Some(Macro { parameters: Some((close - 1).div_ceil(2)), body, busy: false })
    }

    /// A predefined one.
    pub(super) fn constant(value: &'t str) -> Macro<'t> {
        let token = Token {
            kind: Kind::Number,
            text: value,
            start: 0,
            end: 0,
            line: 0,
            first: false,
            expanded: true,
            settled: false,
        };
        Macro { parameters: None, body: vec![(token, None)], busy: false }
    }
}

/// All macros in force, and the work that is left.
pub(super) struct Macros<'t> {
    pub(super) defined: Table<Macro<'t>>,
    work_left: usize,
}

impl<'t> Macros<'t> {
    /// For a text of so many tokens.
    pub(super) fn new(tokens: usize) -> Self {
        Macros { defined: Table::new(), work_left: (1 << 18) + 4 * tokens }
    }

    /// Moves `tokens` to `out`, macros expanded. Unless they are the last of the text, a use that may go on is left at
    /// their end: directives can stand among its arguments. False: something is no proper use of a macro, or was too
    /// much.
    pub(super) fn expand(&mut self, tokens: &mut Vec<Token<'t>>, last: bool, out: &mut Vec<Token<'t>>) -> bool {
        let mut stack = Stack::new(tokens);
        let (mut proper, mut from, mut expanded) = (true, 0, 0);
        while let Some(token) = stack.next(self) {
            if stack.sources.is_empty() {
                (from, expanded) = (tokens.len() - stack.text.len() - 1, out.len());
            }
            let properly = self.expand_token(token, &mut stack, 0, out);
            if stack.ended && !last {
                out.truncate(expanded);
                *tokens = tokens[from..].to_vec();
                return proper;
            }
            proper &= properly;
        }
        tokens.clear();
        proper
    }

    fn expand_argument(&mut self, tokens: &[Token<'t>], depth: u32) -> Vec<Token<'t>> {
        let mut out = Vec::new();
        let mut stack = Stack::new(tokens);
        while let Some(token) = stack.next(self) {
            self.expand_token(token, &mut stack, depth, &mut out);
        }
        out
    }

    fn set_busy(&mut self, name: &str, busy: bool) {
        if let Some(named) = self.defined.get_mut(name) {
            named.busy = busy;
        }
    }

    fn work(&mut self, amount: usize) -> bool {
        let enough = self.work_left >= amount;
        self.work_left = self.work_left.saturating_sub(amount);
        enough
    }

    fn expand_token(
        &mut self,
        token: Token<'t>,
        stack: &mut Stack<'t, '_>,
        depth: u32,
        out: &mut Vec<Token<'t>>,
    ) -> bool {
        let named = if token.kind == Kind::Word && !token.settled { self.defined.get(token.text) } else { None };
        let Some(&Macro { parameters, busy, .. }) = named else {
            out.push(token);
            return true;
        };
        if busy {
            out.push(Token { settled: true, ..token });
            return true;
        }
        if !self.work(1) {
            out.push(token);
            return false;
        }
        let mut arguments = Vec::new();
        let mut end = token.end;
        if let Some(parameters) = parameters {
            let found = match stack.next(self) {
                Some(open) if open.is("(") => stack.arguments(open, self),
                next => {
                    // A macro with parameters and no parenthesis after it is a plain name.
                    stack.push_back(next.into_iter().collect());
                    out.push(token);
                    return true;
                }
            };
            match found {
                Some((found, close))
                    if found.len() == parameters || (parameters == 0 && found.iter().all(Vec::is_empty)) =>
                {
                    arguments = found;
                    end = end.max(close.end);
                }
                _ => {
                    out.push(token);
                    return false;
                }
            }
        }
        if depth < MAX_DEPTH {
            arguments = arguments.iter().map(|a| self.expand_argument(a, depth + 1)).collect();
        }
        let Some(body) = self.substitute(&Token { end, ..token }, &arguments) else {
            out.push(token);
            return false;
        };
        self.set_busy(token.text, true);
        stack.sources.push(Source { tokens: body, at: 0, expands: Some(token.text) });
        true
    }

    /// The body of the macro that `usage` names with its arguments in place; `None` when the work is used up.
    fn substitute(&mut self, usage: &Token<'t>, arguments: &[Vec<Token<'t>>]) -> Option<Vec<Token<'t>>> {
        let mut result = Vec::new();
        let Some(definition) = self.defined.get(usage.text) else { return Some(result) };
        for (token, parameter) in &definition.body {
            match parameter.and_then(|p| arguments.get(p)) {
                Some(argument) => result.extend_from_slice(argument),
                None => result.push(Token {
                    start: usage.start,
                    end: usage.end,
                    line: usage.line,
                    first: false,
                    expanded: true,
                    ..*token
                }),
            }
            if result.len() > self.work_left {
                self.work_left = 0;
                return None;
            }
        }
        let work = result.len().max(definition.body.len());
        step(work);
        self.work(work).then_some(result)
    }
}

/// A macro's body under expansion, or tokens that were put back.
struct Source<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    expands: Option<&'t str>,
}

struct Stack<'t, 's> {
    text: &'s [Token<'t>],
    sources: Vec<Source<'t>>,
    /// More was asked for than there is.
    ended: bool,
}

impl<'t, 's> Stack<'t, 's> {
    fn new(text: &'s [Token<'t>]) -> Self {
        Stack { text, sources: Vec::new(), ended: false }
    }

    fn next(&mut self, macros: &mut Macros<'t>) -> Option<Token<'t>> {
        step(1);
        while let Some(source) = self.sources.last_mut() {
            if let Some(token) = source.tokens.get(source.at) {
                source.at += 1;
                return Some(*token);
            }
            if let Some(name) = source.expands {
                macros.set_busy(name, false);
            }
            self.sources.pop();
        }
        self.ended = self.text.is_empty();
        let (first, rest) = self.text.split_first()?;
        self.text = rest;
        Some(*first)
    }

    fn push_back(&mut self, tokens: Vec<Token<'t>>) {
        step(tokens.len());
        self.sources.push(Source { tokens, at: 0, expands: None });
    }

    /// The arguments of a use, whose parenthesis `open` is taken, and the one that closes it. `None`, and all tokens put
    /// back, if none does.
    fn arguments(&mut self, open: Token<'t>, macros: &mut Macros<'t>) -> Option<(Vec<Vec<Token<'t>>>, Token<'t>)> {
        let mut taken = vec![open];
        let mut commas = Vec::new();
        let mut depth = 1;
        let close = loop {
            let token = if macros.work(1) { self.next(macros) } else { None };
            let Some(token) = token else {
                self.push_back(taken);
                return None;
            };
            match token.text {
                "(" => depth += 1,
                ")" => depth -= 1,
                "," if depth == 1 => commas.push(taken.len()),
                _ => {}
            }
            if depth == 0 {
                break token;
            }
            taken.push(token);
        };
        commas.push(taken.len());
        let mut from = 1;
        let argument = |&comma: &usize| {
            let argument = taken[from..comma].to_vec();
            from = comma + 1;
            argument
        };
        Some((commas.iter().map(argument).collect(), close))
    }
}
