//! How the text for the driver differs from the user's own: nowhere in its lines, little within them.

use super::declarations::OutputText;
use super::interface::Interface;
use super::lexer::normalise;
use super::Stage;
use std::ops::Range;

/// Differences, by offset in the normalised text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rewriting {
    /// Directives to blank out.
    taken_out: Vec<Range<usize>>,
    /// `#extension` directives for the head of the text: line, and what follows the word.
    pub(super) extensions: Vec<(u32, String)>,
    /// Text to insert: offset, how many characters it replaces, and the text.
    insertions: Vec<(usize, usize, String)>,
    /// Foreign characters outside comments, in order.
    strange: Vec<usize>,
}

/// What a foreign character becomes: a character that every compiler refuses by name.
pub(super) const REFUSED: char = '$';

impl Rewriting {
    pub(super) fn new(
        interface: &Interface,
        taken_out: Vec<Range<usize>>,
        extensions: Vec<(u32, String)>,
        strange: Vec<usize>,
        output_texts: &[OutputText],
    ) -> Rewriting {
        let insertions = if interface.stage == Stage::Fragment && interface.outputs.len() > 1 {
            locations(interface, output_texts)
        } else {
            Vec::new()
        };
        Rewriting { taken_out, extensions, insertions, strange }
    }

    /// `source` as the driver gets it: as many lines, each in its place.
    pub(super) fn apply(&self, source: &str) -> String {
        let text = normalise(source);
        let mut result = String::with_capacity(text.len() + 64);
        let mut taken_out = self.taken_out.iter().peekable();
        let mut insertions = self.insertions.iter().peekable();
        let mut skip_to = 0;
        for (at, c) in text.char_indices() {
            while taken_out.next_if(|range| range.end <= at).is_some() {}
            while let Some((_, replaced, insertion)) = insertions.next_if(|(offset, ..)| *offset <= at) {
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

/// With several outputs, GLSL ES 3.00 wants every location said.
fn locations(interface: &Interface, texts: &[OutputText]) -> Vec<(usize, usize, String)> {
    let mut insertions = Vec::new();
    for ((output, location), text) in interface.outputs.iter().zip(interface.output_locations()).zip(texts) {
        if output.location.is_some() {
            continue;
        }
        let layout = format!("layout(location = {location}) ");
        match text {
            OutputText::First(out) => insertions.push((*out, 0, layout)),
            OutputText::Later(comma, beginning) => insertions.push((*comma, 1, format!("; {layout}{beginning} "))),
            OutputText::Bound => {}
        }
    }
    insertions.sort_by_key(|(offset, ..)| *offset);
    insertions
}
