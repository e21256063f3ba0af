//! A driver's messages, told with the user's own lines.
//!
//! ```text
//! vertex shader, line 7: 'bb' : undeclared identifier
//!    7 |     sum += a.r * bb.r;
//!      |                  ^
//! ```
//! Drivers number lines as [`super::source`] tells them to. The caret stands at the column that the driver names, else
//! at the quoted word, else at the line's beginning.

use super::lexer::{normalise, tokens, Kind, Lines, Token};
use super::rewriting::REFUSED;
use super::source::{MAIN, TEXT};
use super::Stage;

/// More errors than these are only counted.
const MAX_ERRORS: usize = 20;
/// Longer lines are shown in part.
const MAX_WIDTH: usize = 160;

/// The driver's `log` about `source` (the user's own text): each error with its line, and a caret under it. A log in
/// no known form is passed on whole.
pub fn compile_message(stage: Stage, log: &str, source: &str) -> String {
    let text = normalise(source);
    let lines: Vec<&str> = text.split('\n').collect();
    // A token that misses at the end of a directive is quoted as it stands there.
    let log = log.replace("'\n'", "'end of line'");
    let mut errors: Vec<Entry<'_>> = Vec::new();
    for entry in log.split(['\n', '\r', '\0']).filter_map(Entry::parse) {
        if !errors.contains(&entry) {
            errors.push(entry);
        }
    }
    if errors.is_empty() {
        let log = log.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        return if log.is_empty() {
            format!("{stage}: the driver refused it without a word")
        } else {
            format!("{stage}: {log}")
        };
    }
    let mut told: Vec<String> = errors.iter().take(MAX_ERRORS).map(|error| tell(stage, error, &lines)).collect();
    if errors.len() > MAX_ERRORS {
        told.push(format!("… and {} more", errors.len() - MAX_ERRORS));
    }
    told.join("\n")
}

/// An error in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Entry<'a> {
    /// Line from 1, if the error is in the user's text.
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
}

impl<'a> Entry<'a> {
    fn parse(text: &'a str) -> Option<Entry<'a>> {
        let text = text.trim();
        Entry::angle(text).or_else(|| Entry::mesa(text)).or_else(|| Entry::nvidia(text))
    }

    /// `ERROR: 1:7: 'bb' : undeclared identifier`, in Chrome, Firefox and Safari. About the text as a whole they say
    /// `ERROR: -1:-1: …`, or no line at all.
    fn angle(text: &'a str) -> Option<Entry<'a>> {
        let rest = text.strip_prefix("ERROR:")?.trim_start();
        let mut parts = rest.splitn(3, ':');
        let mut number = || parts.next()?.trim().parse::<i32>().ok();
        let (line, message) = match (number(), number(), parts.next()) {
            (Some(string), Some(line), Some(message)) if string == TEXT as i32 => (usize::try_from(line).ok(), message),
            (Some(_), Some(_), Some(message)) => (None, message),
            _ => (None, rest),
        };
        Some(Entry { line, column: None, message: message.trim() })
    }

    /// `0:7(12): error: …`
    fn mesa(text: &'a str) -> Option<Entry<'a>> {
        let (_, rest) = number(text)?;
        let (line, rest) = number(rest.strip_prefix(':')?)?;
        let (column, rest) = number(rest.strip_prefix('(')?)?;
        let message = error(rest.strip_prefix("):")?)?;
        Some(Entry { line: Some(line), column: Some(column), message })
    }

    /// `0(7) : error C1503: …`
    fn nvidia(text: &'a str) -> Option<Entry<'a>> {
        let (_, rest) = number(text)?;
        let (line, rest) = number(rest.strip_prefix('(')?)?;
        let message = error(rest.strip_prefix(')')?.trim_start().strip_prefix(':')?)?;
        Some(Entry { line: Some(line), column: None, message })
    }
}

fn number(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// `text` without the word before the message, if that word is of an error: `error:`, `preprocessor error:`,
/// `error C1503:`, `fatal error C9999:`.
fn error(text: &str) -> Option<&str> {
    let (kind, message) = text.split_once(':')?;
    kind.contains("error").then(|| message.trim())
}

/// `stage, line 7: message`, the line, and the caret.
fn tell(stage: Stage, error: &Entry<'_>, lines: &[&str]) -> String {
    let quoted = quoted(error.message);
    let last = lines.iter().rposition(|line| !line.trim().is_empty()).unwrap_or(0);
    let beyond = error.line.is_none_or(|line| line == 0 || line > last + 1);
    let index = if beyond { last } else { error.line.map_or(last, |line| line - 1) };
    let line = lines.get(index).copied().unwrap_or("");
    let number = error.line.filter(|_| !beyond).unwrap_or(index + 1);
    let caret = match error.column {
        Some(column) if !beyond && column > 0 => (column - 1).min(line.chars().count()),
        _ if beyond => line.trim_end().chars().count(),
        _ => caret(line, quoted, error.message),
    };
    let message = renamed(error.message, quoted, line);
    let mut told = format!("{stage}, line {number}: {message}");
    let width = number.to_string().len().max(4);
    if error.message.contains("syntax error") && !beyond && line[..byte_at(line, caret)].trim().is_empty() {
        // What misses a semicolon is the line before.
        if let Some(before) = lines[..index].iter().rposition(|line| !line.trim().is_empty()) {
            told += &format!("\n{:>width$} | {}", before + 1, part(lines[before], 0).0);
        }
    }
    let (shown, at) = part(line, caret);
    let under: String = shown.chars().take(at).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    told + &format!("\n{number:>width$} | {shown}\n{:width$} | {under}^", "")
}

/// The first word in quotes: `'bb'`, and `` `bb' `` as Mesa has it.
fn quoted(message: &str) -> &str {
    let from = message.find(['\'', '`']).map_or(message.len(), |at| at + 1);
    message[from..].split_once('\'').map_or("", |(word, _)| word)
}

fn byte_at(line: &str, column: usize) -> usize {
    line.char_indices().nth(column).map_or(line.len(), |(at, _)| at)
}

/// The column of what the driver quotes, else that of the line's beginning.
fn caret(line: &str, quoted: &str, message: &str) -> usize {
    let joined = Lines::new(line);
    let tokens = tokens(&joined);
    let matching: Vec<usize> = (0..tokens.len()).filter(|&i| tokens[i].text == quoted).collect();
    let syntax = message.contains("syntax error");
    let chosen = matching
        .iter()
        .find(|&&i| syntax && i > 0 && hangs(&tokens[i - 1]))
        .or(matching.first())
        .map(|&i| &tokens[i])
        .or_else(|| tokens.iter().find(|t| t.kind == Kind::Strange))
        .or(tokens.first());
    match chosen {
        Some(token) => line[..token.start].chars().count(),
        None => line.chars().take_while(|c| c.is_whitespace()).count(),
    }
}

/// An operator that wants an operand after it.
fn hangs(token: &Token<'_>) -> bool {
    token.kind == Kind::Mark && !matches!(token.text, "++" | "--" | ")" | "]" | "}" | "(" | "{" | ";" | ".")
}

/// The message with names as the user wrote them.
fn renamed(message: &str, quoted: &str, line: &str) -> String {
    if quoted.len() == 1 && quoted.starts_with(REFUSED) && !line.contains(REFUSED) {
        if let Some(c) = line.chars().find(|c| !c.is_ascii()) {
            return message.replacen(REFUSED, &c.to_string(), 1);
        }
    }
    message.replace(MAIN, "main")
}

/// A line, or the part of a long one around `column`; and the column in it.
fn part(line: &str, column: usize) -> (String, usize) {
    let length = line.chars().count();
    if length <= MAX_WIDTH {
        return (line.trim_end().to_string(), column);
    }
    let from = column.saturating_sub(MAX_WIDTH / 2).min(length - MAX_WIDTH);
    let shown: String = line.chars().skip(from).take(MAX_WIDTH).collect();
    let before = if from > 0 { "… " } else { "" };
    let after = if from + MAX_WIDTH < length { " …" } else { "" };
    (format!("{before}{shown}{after}"), column - from + before.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SOURCE: &str =
        "in float A;\r\nout float C;\r\nvoid main() {\r\n\tfloat b = A * bb + abb;\r\n\r\n  C = A +;\r\n}\r\n";

    fn told(log: &str) -> String {
        compile_message(Stage::Vertex, log, SOURCE)
    }

    #[test]
    fn an_undeclared_name_is_shown_where_it_stands_as_a_whole_word() {
        let expected = "vertex shader, line 4: 'bb' : undeclared identifier\n   4 | \tfloat b = A * bb + abb;\n     | \t              ^";
        assert_eq!(told("ERROR: 1:4: 'bb' : undeclared identifier\n\0"), expected);
    }

    #[test]
    fn a_syntax_error_is_shown_at_the_token_that_should_not_be_there() {
        let expected = "vertex shader, line 6: ';' : syntax error\n   6 |   C = A +;\n     |          ^";
        assert_eq!(told("ERROR: 1:6: ';' : syntax error"), expected);
        let line = "for (int i = 0; i < 3; i++) C = A *;";
        assert_eq!(caret(line, ";", "';' : syntax error"), line.len() - 1);
    }

    #[test]
    fn a_missing_semicolon_shows_the_line_that_misses_it() {
        let message = compile_message(Stage::Fragment, "ERROR: 1:3: '}' : syntax error", "void main() {\n  y = 1.0\n}");
        assert_eq!(message, "fragment shader, line 3: '}' : syntax error\n   2 |   y = 1.0\n   3 | }\n     | ^");
    }

    #[test]
    fn other_drivers_speak_otherwise_and_are_told_alike() {
        let expected =
            "vertex shader, line 4: `bb' undeclared\n   4 | \tfloat b = A * bb + abb;\n     | \t              ^";
        assert_eq!(told("0:4(16): error: `bb' undeclared"), expected);
        let expected = "vertex shader, line 6: syntax error, unexpected ';'\n   6 |   C = A +;\n     |          ^";
        assert_eq!(told("0(6) : error C0000: syntax error, unexpected ';'"), expected);
        assert!(told("0:6(3): preprocessor error: odd").starts_with("vertex shader, line 6: odd\n   6 | "));
    }

    #[test]
    fn every_error_is_told_and_warnings_are_not() {
        let message = told("WARNING: 1:1: 'x' : y\nERROR: 1:4: 'bb' : undeclared identifier\nERROR: 1:6: ';' : syntax error\nERROR: 1:6: ';' : syntax error\n");
        assert_eq!(message.matches("vertex shader, line").count(), 2);
        assert!(!message.contains("WARNING"));
    }

    #[test]
    fn an_error_beyond_the_text_is_shown_at_its_end() {
        for log in [
            "ERROR: -1:-1: '' : Missing main()",
            "ERROR: 1:99: '' : syntax error",
            "ERROR: 1:8: '' : syntax error",
            "ERROR: 0:2: 'gpgpu_main' : no",
        ] {
            let message = told(log);
            assert!(message.starts_with("vertex shader, line 7: '"), "{message}");
            assert!(message.ends_with("\n   7 | }\n     |  ^"), "{message}");
            assert!(!message.contains("gpgpu"), "{message}");
        }
    }

    #[test]
    fn what_is_said_of_a_line_end_is_told_whole() {
        let message = compile_message(
            Stage::Vertex,
            "ERROR: 1:2: '\n' : unexpected token\nERROR: 1:3: 'x' : odd\n",
            "\n#define\nx",
        );
        assert_eq!(
            message,
            "vertex shader, line 2: 'end of line' : unexpected token\n   2 | #define\n     | ^\nvertex shader, line 3: 'x' : odd\n   3 | x\n     | ^"
        );
    }

    #[test]
    fn a_log_in_no_known_form_is_passed_on_whole() {
        assert_eq!(told("Fragment shader is haunted.\n"), "vertex shader: Fragment shader is haunted.");
        assert!(told("").contains("without a word"));
    }

    #[test]
    fn a_foreign_character_is_named_and_shown() {
        let message = compile_message(Stage::Vertex, "ERROR: 1:1: '$' : invalid character", "y = 2.0 × x;");
        assert_eq!(message, "vertex shader, line 1: '×' : invalid character\n   1 | y = 2.0 × x;\n     |         ^");
    }

    #[test]
    fn of_a_long_line_the_part_around_the_caret_is_shown() {
        let source = format!("{}bb{}", "a + ".repeat(100), " + c".repeat(100));
        let message = compile_message(Stage::Vertex, "ERROR: 1:1: 'bb' : undeclared identifier", &source);
        let lines: Vec<&str> = message.lines().collect();
        let column = lines[2].chars().position(|c| c == '^');
        let shown: String = lines[1].chars().skip(column.unwrap_or(0)).take(2).collect();
        assert_eq!(shown, "bb");
        assert!(lines[1].chars().count() < 180);
    }

    proptest! {
        #[test]
        fn any_log_about_any_text_gives_a_message(log in "((ERROR: |0|1|-|:|\\(|\\)| error: |'|[a-z×@\t]|\n)){0,30}", source in "[a-z×@;\t\r\n ]{0,40}") {
            prop_assert!(!compile_message(Stage::Vertex, &log, &source).is_empty());
        }

        #[test]
        fn an_error_with_a_line_always_has_that_line_and_a_caret(line in 0usize..9, source in "[a-z×;\t\r\n ]{0,40}") {
            let message = compile_message(Stage::Fragment, &format!("ERROR: 1:{line}: 'a' : odd"), &source);
            let parts: Vec<&str> = message.split('\n').collect();
            prop_assert!(parts.len() >= 3 && message.ends_with('^') && message.starts_with("fragment shader, line "));
        }
    }
}
