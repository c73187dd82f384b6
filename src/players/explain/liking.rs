//! The liking of a human-like player: the feature by which it prefers a move to another.

use std::fmt;

use serde::Serialize;

use crate::people::{COUNT, Facts, Family, What, families, features};

/// The least change of the odds for a reason, as a logarithm.
const LEAST: f64 = 0.1;

/// A feature that a human-like player likes. Displays as "to turn few discs: here 1".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Liking {
    /// The name of the family of features.
    pub feature: &'static str,
    /// True if it likes more of it; false if it likes less, or moves without it.
    pub more: bool,
    /// The number of it in the move, if the words show a number.
    pub count: Option<u8>,
    /// English words, with a `#` in the place of the count.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    words: &'static str,
}

/// The feature with the largest weight for one move over another.
#[must_use]
pub fn liking(weights: &[f64; COUNT], number: u32, own: &Facts, other: &Facts) -> Option<Liking> {
    let own_features = features(number, own);
    let other_features = features(number, other);
    let mut reasons: Vec<(f64, &Family)> = families()
        .filter(|(family, _)| !matches!(family.what, What::Loss(_)))
        .map(|(family, places)| (places.map(|k| weights[k] * (own_features[k] - other_features[k])).sum(), family))
        .collect();
    reasons.retain(|(utility, _)| *utility >= LEAST);
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.iter().find_map(|&(_, family)| differs(family, own, other))
}

/// The difference of two moves in a family of features; `None` if they are equal in it.
fn differs(family: &Family, own: &Facts, other: &Facts) -> Option<Liking> {
    let (more, [most, least], count) = match &family.what {
        What::Loss(_) => return None,
        What::Usual { liked, .. } => (own.policy > other.policy, liked, None),
        What::Mark { mark, liked, .. } => (own.marks.has(*mark), liked, None),
        What::Number { of, liked, .. } => {
            let own_count = of(own);
            let other_count = of(other);
            if own_count == other_count {
                return None;
            }
            (own_count > other_count, liked, Some(own_count))
        }
        What::Trap { .. } if own.trap == other.trap => return None,
        What::Trap { liked } => (own.trap > other.trap, liked, None),
    };
    let words = if more { most } else { least };
    Some(Liking { feature: family.name, more, count: count.filter(|_| words.contains('#')), words })
}

impl fmt::Display for Liking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.replace('#', &self.count.unwrap_or_default().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{Marks, place};

    #[test]
    fn what_is_liked_is_said_in_counts_with_the_right_sign() {
        let mut weights = [0.0; COUNT];
        for (name, weight) in [("flips-21-40", -2.0), ("replies-21-40", -0.5), ("edge", 1.0)] {
            weights[place(name).unwrap()] = weight;
        }
        let few = Facts { flips: 1, replies: 4, ..Facts::default() };
        let many = Facts { flips: 5, replies: 9, marks: Marks::EDGE, ..Facts::default() };
        assert_eq!(liking(&weights, 30, &few, &many).unwrap().to_string(), "to turn few discs: here 1");
        assert_eq!(liking(&weights, 30, &many, &few).unwrap().to_string(), "the edge");
        // The features with these weights are 0 in this part of the game.
        assert_eq!(liking(&weights, 50, &few, &many), None);
    }
}
