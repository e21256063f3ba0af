//! How the text for the driver differs from the user's own: nowhere in its lines, little within them.

use super::declarations::OutputText;
use super::interface::Interface;
use super::lexer::{normalise, Token};
use super::steps::step;
use super::Stage;
use std::ops::Range;

/// Differences, by offset in the normalised text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rewriting {
    /// Directives to blank out.
    pub(super) taken_out: Vec<Range<usize>>,
    /// `#extension` directives for the head of the text: line, and what follows the word.
    pub(super) extensions: Vec<(u32, String)>,
    /// Text to insert: offset, how many characters it replaces, and the text.
    pub(super) insertions: Vec<(usize, usize, String)>,
    /// Foreign characters outside comments, in order.
    pub(super) strange: Vec<usize>,
}

/// What a foreign character becomes: a character that every compiler refuses by name.
pub(super) const REFUSED: char = '$';

impl Rewriting {
    /// `source` as the driver gets it: as many lines, each in its place.
    pub(super) fn apply(&self, source: &str) -> String {
        let text = normalise(source);
        let mut result = String::with_capacity(text.len() + 64);
        let mut taken_out = self.taken_out.iter().peekable();
        let mut insertions = self.insertions.iter().peekable();
        let mut skip_to = 0;
        for (at, c) in text.char_indices() {
            step(1);
            while taken_out.next_if(|range| range.end <= at).is_some() {}
            while let Some((_, replaced, insertion)) = insertions.next_if(|(offset, ..)| *offset <= at) {
                step(insertion.len());
                result.push_str(insertion);
                skip_to = at + replaced;
            }
            if at < skip_to {
                continue;
            }
            let blank = taken_out.peek().is_some_and(|range| range.start <= at);
            result.push(match c {
                '\n' => '\n',
                _ if blank => ' ',
                '\t' | ' '..='~' => c,
                _ if self.strange.binary_search(&at).is_ok() => REFUSED,
                // In comments, or between words.
                _ => ' ',
            });
        }
        result
    }
}

/// With several outputs, GLSL ES 3.00 wants every location said. `tokens` of the normalised `text` are those that were
/// read, macros expanded.
pub(super) fn locations(
    interface: &Interface,
    outputs: &[OutputText],
    tokens: &[Token<'_>],
    text: &str,
) -> Vec<(usize, usize, String)> {
    if interface.stage != Stage::Fragment || interface.outputs.len() < 2 {
        return Vec::new();
    }
    // By token: whether it is replaced, and with what, or what comes before it.
    let mut edits = Vec::new();
    for ((output, location), text) in interface.outputs.iter().zip(interface.output_locations()).zip(outputs) {
        if output.location.is_some() {
            continue;
        }
        let layout = format!("layout(location = {location}) ");
        match text {
            OutputText::First(out) => edits.push((*out, false, layout)),
            OutputText::Later(comma, beginning) => edits.push((*comma, true, format!("; {layout}{beginning} "))),
            OutputText::Bound => {}
        }
    }
    let mut insertions = Vec::new();
    let mut edits = edits.as_slice();
    while let Some(((at, replaces, edit), later)) = edits.split_first() {
        let Token { start, end, expanded, .. } = tokens[*at];
        let same_use = |t: &&Token<'_>| (start..end).contains(&t.start);
        let to = at + tokens[*at..].iter().take_while(same_use).count();
        step(to - at);
        let more = later.first().is_some_and(|next| next.0 < to);
        if !expanded || !(*replaces || more) {
            insertions.push((start, usize::from(*replaces), edit.clone()));
            edits = later;
            continue;
        }
        // Nothing can be inserted into a macro's body, so what it stands for takes the place of its use.
        let from = at - tokens[..*at].iter().rev().take_while(same_use).count();
        step(to - from);
        let mut meaning = String::new();
        for (token, number) in tokens[from..to].iter().zip(from..) {
            let mut replaced = false;
            if let Some(((at, replaces, edit), later)) = edits.split_first() {
                if *at == number {
                    meaning += edit;
                    replaced = *replaces;
                    edits = later;
                }
            }
            if !replaced {
                meaning += token.text;
                meaning += " ";
            }
        }
        let lines = text.as_bytes()[start..end].iter().filter(|&&b| b == b'\n').count();
        meaning += &"\n".repeat(lines);
        insertions.push((start, end - start, meaning));
    }
    insertions
}
