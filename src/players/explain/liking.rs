//! The liking of a human-like player: the feature for which it prefers one move to another.

use std::fmt;

use serde::Serialize;

use crate::people::{COUNT, Facts, Family, FeatureKind, families, features};

/// The least change of the log odds that counts as a reason.
const LEAST: f64 = 0.1;
/// A move is usual if at least this share of people play it.
const USUAL: f64 = 0.25;
const SELDOM: f64 = 0.05;
/// People often err after a move if their answer loses this many tenths of a disc on average, and things are simple
/// below a lower bound.
const OFTEN: u8 = 20;
const SIMPLE: u8 = 10;

/// A feature that a human-like player likes. It is displayed like "to turn few discs: here 1".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Liking {
    /// The name of the family of features.
    pub feature: &'static str,
    /// True if it likes more of the feature; false if it likes less, or moves without it.
    pub more: bool,
    /// The feature's count in the move, if the words show a number.
    pub count: Option<u8>,
    /// English words. A `#` stands for the count.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    words: &'static str,
}

/// The feature with the largest weight for one move over another, if its words are true of the move.
#[must_use]
pub fn liking(weights: &[f64; COUNT], number: u32, own: &Facts, other: &Facts) -> Option<Liking> {
    let own_features = features(number, own);
    let other_features = features(number, other);
    let mut reasons: Vec<(f64, &Family)> = families()
        .map(|(family, places)| (places.map(|k| weights[k] * (own_features[k] - other_features[k])).sum(), family))
        .collect();
    reasons.retain(|(utility, _)| *utility >= LEAST);
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.iter().find_map(|&(_, family)| differs(family, own, other))
}

/// The difference between two moves in a family of features, if the words for it are true of the first one.
fn differs(family: &Family, own: &Facts, other: &Facts) -> Option<Liking> {
    let (more, is_true, liked, count) = match &family.kind {
        FeatureKind::Loss(_) | FeatureKind::Policy => return None,
        FeatureKind::Usual { liked } => {
            let more = own.usual > other.usual;
            let share = libm::exp(own.usual.into());
            // The value is 0 if it was never computed.
            let is_true = own.usual < 0.0 && if more { share >= USUAL } else { share <= SELDOM };
            (more, is_true, liked, None)
        }
        FeatureKind::Mark { mark, needs, excludes, liked, .. } => {
            let more = own.marks.has(*mark);
            (more, if more { own.marks.has(*needs) } else { !own.marks.has(*excludes) }, liked, None)
        }
        FeatureKind::Number { count, liked, bounds: [many, few], .. } => {
            let number = count(own);
            let more = number > count(other);
            let is_true = if more { number >= *many } else { number < count(other) && number <= *few };
            (more, is_true, liked, Some(number))
        }
        FeatureKind::Trap { liked } => {
            let more = own.trap > other.trap;
            // The value is 0 if it was never computed.
            (more, if more { own.trap >= OFTEN } else { (1..=SIMPLE).contains(&own.trap) }, liked, None)
        }
    };
    let words = liked[usize::from(!more)];
    is_true.then(|| Liking { feature: family.name, more, count: count.filter(|_| words.contains('#')), words })
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
        let corner = Facts { marks: Marks::CORNER, ..many };
        assert_eq!(liking(&weights, 30, &few, &many).unwrap().to_string(), "to turn few discs: here 1");
        assert_eq!(liking(&weights, 30, &many, &few).unwrap().to_string(), "the edge");
        // The features with these weights are 0 in this part of the game.
        assert_eq!(liking(&weights, 50, &few, &many), None);
        // Five discs are not few, although they are fewer than six; a corner is on the edge.
        let [five, six] = [5, 6].map(|flips| Facts { flips, replies: 9, ..Facts::default() });
        assert_eq!(liking(&weights, 30, &five, &six), None);
        weights[place("edge").unwrap()] = -1.0;
        assert_eq!(liking(&weights, 30, &corner, &many), None);
        assert_eq!(liking(&weights, 30, &few, &many).unwrap().to_string(), "to turn few discs: here 1");
    }

    #[test]
    fn who_takes_a_corner_does_not_stay_away_from_corners() {
        let mut weights = [0.0; COUNT];
        for name in ["x-square", "c-square"] {
            weights[place(name).unwrap()] = -3.0;
        }
        for beside in [Marks::X_SQUARE, Marks::C_SQUARE] {
            let [other, corner, edge] =
                [beside, Marks::CORNER, Marks::EDGE].map(|marks| Facts { marks, ..Facts::default() });
            assert_eq!(liking(&weights, 30, &edge, &other).unwrap().to_string(), "to stay away from empty corners");
            assert_eq!(liking(&weights, 30, &corner, &other), None);
        }
    }

    /// A move that this share of people play.
    fn people_play(share: f32, policy: f32) -> Facts {
        Facts { policy, usual: libm::logf(share), ..Facts::default() }
    }

    #[test]
    fn what_is_usual_is_what_many_play_and_not_what_the_policy_says() {
        let mut weights = [0.0; COUNT];
        weights[place("policy-1-20").unwrap()] = 1.0;
        let liked = people_play(0.3, 3.0);
        let plain = people_play(0.2, -1.0);
        assert_eq!(liking(&weights, 10, &liked, &plain), None);
        weights[place("usual-1-20").unwrap()] = 1.0;
        assert_eq!(liking(&weights, 10, &liked, &plain).unwrap().to_string(), "what people usually play");
        assert_eq!(liking(&weights, 10, &people_play(0.2, 3.0), &people_play(0.1, 0.0)), None);
        weights[place("usual-1-20").unwrap()] = -1.0;
        assert_eq!(
            liking(&weights, 10, &people_play(0.04, 0.0), &plain).unwrap().to_string(),
            "what people seldom play"
        );
        assert_eq!(liking(&weights, 10, &people_play(0.06, 0.0), &plain), None);
    }
}
