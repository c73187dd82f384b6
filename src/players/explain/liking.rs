//! What a human-like player prefers in a move to another: the features in its favour, as counts.

use super::seen::count;
use crate::people::{COUNT, Facts, What, families, features};

/// The most reasons given.
const NAMED: usize = 2;
/// The least change of the odds for a reason, as a logarithm.
const LEAST: f64 = 0.1;

/// The features in favour of one move over another by these weights, the most important first.
#[must_use]
pub fn likings(weights: &[f64; COUNT], number: u32, own: &Facts, other: &Facts) -> Vec<String> {
    let (x, y) = (features(number, own), features(number, other));
    let mut found: Vec<(f64, &What)> = families()
        .filter(|(family, _)| !matches!(family.what, What::Loss(_)))
        .map(|(family, places)| (places.map(|k| weights[k] * (x[k] - y[k])).sum(), &family.what))
        .collect();
    found.retain(|(speaks, _)| *speaks >= LEAST);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.iter().take(NAMED).filter_map(|&(_, what)| words(what, own, other)).collect()
}

/// How the move differs in this.
fn words(what: &What, own: &Facts, other: &Facts) -> Option<String> {
    match what {
        What::Loss(_) => None,
        What::Mark { mark, seen: [yes, no], .. } => Some(if own.marks.has(*mark) { yes } else { no }.to_string()),
        What::Number { of, seen: [verb, one, end], .. } => {
            let (own, other) = (of(own), of(other));
            (own != other).then(|| format!("{verb} {}, not {other}{end}", count(own.into(), one)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{Marks, place};

    #[test]
    fn what_is_liked_is_said_in_counts_with_the_right_sign() {
        let facts = |flips, replies, marks| Facts { replies, flips, marks, ..Facts::default() };
        let mut weights = [0.0; COUNT];
        for (name, weight) in [("flips-21-40", -2.0), ("replies-21-40", -0.5), ("edge", 1.0)] {
            weights[place(name).unwrap()] = weight;
        }
        let (few, many) = (facts(1, 4, Marks::default()), facts(5, 9, Marks::EDGE));
        assert_eq!(likings(&weights, 30, &few, &many), ["turns 1 disc, not 5", "leaves 4 moves, not 9"]);
        assert_eq!(likings(&weights, 30, &many, &few), ["is on the edge"]);
        // In another part of the game these weights do not count.
        assert_eq!(likings(&weights, 50, &few, &many), Vec::<String>::new());
    }
}
