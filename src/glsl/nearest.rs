//! "Did you mean …?"

/// Longer names are compared by their beginning.
const MAX_LENGTH: usize = 64;

/// The candidate that `name` was most likely meant to be, if any is near: one that differs in case only, else the one
/// with the fewest letters added, dropped, replaced or swapped with their neighbour.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(name);
    let limit = (folded.len() / 3).max(2);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = fold(candidate);
            let distance = if folded == other { 0 } else { distance(&folded, &other) };
            // Names that share no letter are not near, however short.
            (distance <= limit && (distance < folded.len().max(other.len()))).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn fold(name: &str) -> Vec<char> {
    name.chars().map(|c| c.to_ascii_lowercase()).take(MAX_LENGTH).collect()
}

/// Damerau and Levenshtein's distance, each letter moved at most once.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_that_was_meant() {
        let names = ["weights", "bias", "output", "A", "step"];
        for (given, meant) in [
            ("wieghts", Some("weights")),
            ("weigths", Some("weights")),
            ("Bias", Some("bias")),
            ("outputs", Some("output")),
            ("stpe", Some("step")),
            ("a", Some("A")),
            ("B", None),
            ("unrelated", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, names), meant, "{given}");
        }
    }

    #[test]
    fn names_that_differ_in_case_only_are_nearest() {
        assert_eq!(nearest("AB", ["AC", "ab", "aB"]), Some("ab"));
    }

    #[test]
    fn long_names_cost_little() {
        let long = "x".repeat(1 << 20);
        assert_eq!(nearest(&long, [long.as_str(), "x"]), Some(long.as_str()));
    }
}
