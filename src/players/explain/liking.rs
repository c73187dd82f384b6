//! What a human-like player prefers in a move to another.

use crate::people::{COUNT, Facts, What, families, features};

/// The least change of the odds for a reason, as a logarithm.
const LEAST: f64 = 0.1;

/// The feature that speaks most for one move over another by these weights: what the player likes, in words.
#[must_use]
pub fn liking(weights: &[f64; COUNT], number: u32, own: &Facts, other: &Facts) -> Option<String> {
    let (x, y) = (features(number, own), features(number, other));
    let mut found: Vec<(f64, &What)> = families()
        .filter(|(family, _)| !matches!(family.what, What::Loss(_)))
        .map(|(family, places)| (places.map(|k| weights[k] * (x[k] - y[k])).sum(), &family.what))
        .collect();
    found.retain(|(speaks, _)| *speaks >= LEAST);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.iter().find_map(|&(_, what)| words(what, own, other))
}

/// How the move differs in this. Where a count belongs, the words have a `#`.
fn words(what: &What, own: &Facts, other: &Facts) -> Option<String> {
    match what {
        What::Loss(_) => None,
        What::Usual { liked: [more, less], .. } => {
            Some(if own.policy > other.policy { more } else { less }.to_string())
        }
        What::Mark { mark, liked: [yes, no], .. } => Some(if own.marks.has(*mark) { yes } else { no }.to_string()),
        What::Number { of, liked: [more, fewer], .. } => {
            let (own, other) = (of(own), of(other));
            let words = if own > other { more } else { fewer };
            (own != other).then(|| words.replace('#', &own.to_string()))
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
        assert_eq!(liking(&weights, 30, &few, &many).unwrap(), "to turn few discs: here 1");
        assert_eq!(liking(&weights, 30, &many, &few).unwrap(), "the edge");
        // In another part of the game these weights do not count.
        assert_eq!(liking(&weights, 50, &few, &many), None);
    }
}
