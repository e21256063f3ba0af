//! What a web page sees: the exported classes, with bodies of a few lines.

pub(crate) mod error;
