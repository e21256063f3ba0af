//! A place in a list of tokens, and the ways to go on from it.

use super::lexer::{Kind, Token};
use super::steps::step;

/// A place in a list of tokens.
pub(super) struct Cursor<'t, 's> {
    pub(super) tokens: &'s [Token<'t>],
    pub(super) at: usize,
}

impl<'t> Cursor<'t, '_> {
    pub(super) fn peek(&self) -> &'t str {
        step(1);
        self.tokens.get(self.at).map_or("", |t| t.text)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.at < self.tokens.len() && self.peek() == text;
        self.at += usize::from(found);
        found
    }

    pub(super) fn take_word(&mut self) -> Option<usize> {
        let word = self.tokens.get(self.at).is_some_and(|t| t.kind == Kind::Word);
        self.at += usize::from(word);
        word.then(|| self.at - 1)
    }

    /// Steps behind the next semicolon outside braces, or behind the brace that closes.
    pub(super) fn skip_statement(&mut self) {
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            step(1);
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
    pub(super) fn skip_brackets(&mut self, open: &str, close: &str, never: &[&str]) -> Option<()> {
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            step(1);
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
}
