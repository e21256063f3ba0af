//! "Did you mean …?"

/// The candidate that `name` was most likely meant to be, if any is near.
pub fn nearest<'a>(_name: &str, _candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    None
}
