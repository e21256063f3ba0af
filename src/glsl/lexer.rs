//! Characters to tokens.
//!
//! First [`normalise`]: every line ends in `\n`, so that all that follows, the driver included, counts lines alike.
//! Then [`Lines`] joins lines that end in `\`, and [`tokens`] cuts what is left, without comments. A token knows where
//! it stood in the normalised text.

use super::steps::step;
use std::borrow::Cow;

/// `source` with `\n` alone as its line end (for `\r\n` and a lone `\r` too), and without a byte order mark.
pub(super) fn normalise(source: &str) -> Cow<'_, str> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    if source.contains('\r') {
        Cow::Owned(source.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(source)
    }
}

/// A normalised text with its continued lines joined.
pub(super) struct Lines<'t> {
    joined: Cow<'t, str>,
    /// Offsets in the joined text at which a `\` and a line end were taken out, ascending.
    joints: Vec<usize>,
}

const CONTINUATION: &str = "\\\n";

impl<'t> Lines<'t> {
    pub(super) fn new(normalised: &'t str) -> Self {
        if !normalised.contains(CONTINUATION) {
            return Lines { joined: Cow::Borrowed(normalised), joints: Vec::new() };
        }
        let (mut joined, mut joints) = (String::with_capacity(normalised.len()), Vec::new());
        for (i, part) in normalised.split(CONTINUATION).enumerate() {
            if i > 0 {
                joints.push(joined.len());
            }
            joined.push_str(part);
        }
        Lines { joined: Cow::Owned(joined), joints }
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Word,
    /// A number, well-formed or not.
    Number,
    /// An operator or bracket of GLSL's.
    Mark,
    /// A character that GLSL does not have.
    Strange,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    /// Offset in the normalised text; of a token from a macro's body, that of the macro's use.
    pub(super) start: usize,
    /// Offset of its end, or of the end of the macro's use.
    pub(super) end: usize,
    /// Line, from 1.
    pub(super) line: u32,
    /// The first of its line.
    pub(super) first: bool,
    /// It comes from a macro's body.
    pub(super) expanded: bool,
    /// It named a macro inside that macro's own expansion and stays as it is.
    pub(super) settled: bool,
}

impl Token<'_> {
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }
}

/// The text of some tokens, each but the last with a space behind it.
pub(super) fn spaced(tokens: &[Token<'_>]) -> String {
    let mut text = String::new();
    for token in tokens {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(token.text);
    }
    text
}

/// Operators of more than one character, longer ones first.
const LONG_MARKS: [&str; 21] = [
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=",
];

/// The tokens of `lines`.
pub(super) fn tokens<'t>(lines: &'t Lines<'_>) -> Vec<Token<'t>> {
    let mut lexer = Lexer { text: &lines.joined, joints: &lines.joints, at: 0, line: 1, joints_passed: 0 };
    let mut tokens = Vec::new();
    let mut first = true;
    loop {
        let blank = lexer.at;
        first |= lexer.skip_blanks();
        step(lexer.at - blank);
        let Some(kind) = lexer.kind() else { return tokens };
        let (start, line) = (lexer.position(), lexer.line);
        let from = lexer.at;
        lexer.at += lexer.token_length(kind);
        step(lexer.at - from);
        let end = lexer.position_before_joints();
        let text = &lexer.text[from..lexer.at];
        tokens.push(Token { kind, text, start, end, line, first, expanded: false, settled: false });
        first = false;
    }
}

struct Lexer<'t> {
    text: &'t str,
    joints: &'t [usize],
    at: usize,
    line: u32,
    joints_passed: usize,
}

impl<'t> Lexer<'t> {
    /// Where `at` is in the normalised text. Counts the lines that joints took.
    fn position(&mut self) -> usize {
        while self.joints.get(self.joints_passed).is_some_and(|&joint| joint <= self.at) {
            self.joints_passed += 1;
            self.line += 1;
        }
        self.at + self.joints_passed * CONTINUATION.len()
    }

    /// Like [`Self::position`], on the near side of a joint at `at`.
    fn position_before_joints(&mut self) -> usize {
        while self.joints.get(self.joints_passed).is_some_and(|&joint| joint < self.at) {
            self.joints_passed += 1;
            self.line += 1;
        }
        self.at + self.joints_passed * CONTINUATION.len()
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Steps over white space and comments, and says whether a line ended.
    fn skip_blanks(&mut self) -> bool {
        let mut ended = false;
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                // The star that opens a comment cannot close it: `/*/` is still open. A line end inside ends no line.
                let length = comment.find("*/").map_or(rest.len(), |i| i + 4);
                self.line += rest.as_bytes()[..length].iter().filter(|&&b| b == b'\n').count() as u32;
                self.at += length;
            } else {
                match rest.chars().next() {
                    Some('\n') => {
                        self.line += 1;
                        ended = true;
                        self.at += 1;
                    }
                    Some(c) if is_blank(c) => self.at += c.len_utf8(),
                    _ => return ended,
                }
            }
        }
    }

    fn kind(&self) -> Option<Kind> {
        let rest = self.rest().as_bytes();
        Some(match rest.first()? {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Kind::Word,
            b'0'..=b'9' => Kind::Number,
            b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => Kind::Number,
            b'"' | b'$' | b'\'' | b'@' | b'\\' | b'`' => Kind::Strange,
            b if b.is_ascii_punctuation() => Kind::Mark,
            _ => Kind::Strange,
        })
    }

    fn token_length(&self, kind: Kind) -> usize {
        let rest = self.rest();
        match kind {
            Kind::Word => rest.bytes().take_while(|b| is_word(*b)).count(),
            Kind::Number => number_length(rest.as_bytes()),
            Kind::Mark => LONG_MARKS.iter().find(|mark| rest.starts_with(**mark)).map_or(1, |mark| mark.len()),
            Kind::Strange => rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// Blanks as people paste them: control characters, and Unicode's spaces (no-break, zero-width …) too.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Digits, letters and dots, and the sign of an exponent.
fn number_length(bytes: &[u8]) -> usize {
    let hexadecimal = bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let mut length = 0;
    while let Some(&b) = bytes.get(length) {
        let signs_exponent = matches!(b, b'+' | b'-') && matches!(bytes[length - 1], b'e' | b'E') && !hexadecimal;
        if !(is_word(b) || b == b'.' || signs_exponent) {
            break;
        }
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(source: &str) -> Vec<String> {
        tokens(&Lines::new(&normalise(source))).iter().map(|t| t.text.to_string()).collect()
    }

    #[test]
    fn comments_are_blanks_however_they_look() {
        assert_eq!(
            texts("a/*/ b */c // d */ e\n/* // */f/***/g // \\\nstill a comment\nh /* open"),
            ["a", "c", "f", "g", "h"]
        );
    }

    #[test]
    fn operators_are_as_long_as_they_can_be_and_numbers_keep_their_exponent() {
        assert_eq!(
            texts("a<<=b>>c+++d 1e+5-.5e-3f 0xe+1 3.x"),
            ["a", "<<=", "b", ">>", "c", "++", "+", "d", "1e+5", "-", ".5e-3f", "0xe", "+", "1", "3.x"]
        );
    }

    #[test]
    fn a_name_may_run_over_a_continued_line() {
        let text = normalise("fl\\\r\noat a;\r\rb");
        let lines = Lines::new(&text);
        let found: Vec<_> = tokens(&lines).iter().map(|t| (t.text, t.line, &text[t.start..t.end], t.first)).collect();
        assert_eq!(
            found,
            [("float", 1, "fl\\\noat", true), ("a", 2, "a", false), (";", 2, ";", false), ("b", 4, "b", true)]
        );
    }

    #[test]
    fn pasted_blanks_are_blanks_and_other_foreign_characters_are_strange() {
        assert_eq!(texts("\u{feff}a\u{a0}\u{200b}b\0c × d"), ["a", "b", "c", "×", "d"]);
    }

    proptest! {
        #[test]
        fn every_token_stands_where_it_says(source in "[ab1.+/*\\\\\n\r×#]{0,40}") {
            let text = normalise(&source);
            let lines = Lines::new(&text);
            for token in tokens(&lines) {
                prop_assert_eq!(text[token.start..token.end].replace(CONTINUATION, ""), token.text);
                let line = 1 + text[..token.start].bytes().filter(|b| *b == b'\n').count();
                prop_assert_eq!(token.line as usize, line);
            }
        }
    }
}
