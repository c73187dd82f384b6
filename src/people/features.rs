//! The features of a move in the model of choices, with a line for each in the table [`FAMILIES`]. Figures, styles,
//! habits, explanations and descriptions read this table.

use std::ops::Range;

use super::facts::{Facts, Marks};

/// A family of features: one fact of a move, with a separate weight in each part of the game.
#[derive(Debug)]
pub struct Family {
    /// The start of the features' names.
    pub name: &'static str,
    /// The features: the name, and the first and last move of the part of the game (1 to 60: discs on the board minus
    /// three). In other moves the feature is 0.
    parts: &'static [(&'static str, u32, u32)],
    /// The description for users.
    pub words: &'static str,
    /// The kind of the measured fact.
    pub kind: FeatureKind,
}

/// The fact that a feature measures.
#[derive(Debug)]
pub enum FeatureKind {
    /// The move's loss. Its weight is strength, not style. The function turns the loss into the feature.
    Loss(fn(f64) -> f64),
    /// The policy, a correction of the other features. It does not show how often people play the move, so it has no
    /// words for likings and habits.
    Policy,
    /// The logarithm of the probability that people of the player's strength play the move, by the whole model. It is 0
    /// until the player computes it, so no measured style has it.
    Usual {
        /// Words for a player who likes the more usual of two moves, and for one who likes the less usual.
        liked: [&'static str; 2],
    },
    /// A mark. The feature is 1 if the move has it.
    Mark {
        /// The mark.
        mark: Marks,
        /// The first words for likings apply to moves with any of these marks.
        needs: Marks,
        /// The second words apply to moves without any of these marks.
        excludes: Marks,
        /// Words for a person who does this more often than others, and less often.
        habits: [&'static str; 2],
        /// Words for a player who likes moves with the mark, and for one who likes moves without: "It likes ...".
        liked: [&'static str; 2],
    },
    /// A number.
    Number {
        /// The count of a move.
        count: fn(&Facts) -> u8,
        /// Turns the count into the feature.
        feature: fn(f64) -> f64,
        /// Words for a person with a higher count than others, and with a lower one.
        habits: [&'static str; 2],
        /// Words for a player who likes a high count, and for one who likes a low one; `#` stands for the count.
        liked: [&'static str; 2],
        /// The first words apply to moves with at least this count, the second to moves with at most this one.
        bounds: [u8; 2],
    },
    /// The mean loss of people's answers. It is 0 until [`set_traps`](super::set_traps) computes it, so no measured
    /// style has it.
    Trap {
        /// Words for a player who likes traps, and for one who avoids them.
        liked: [&'static str; 2],
    },
}

macro_rules! family {
    ($name:literal $(, $first:literal..$last:literal)*: $words:literal, $kind:expr) => {
        Family { name: $name, parts: family!($name $(, $first..$last)*), words: $words, kind: $kind }
    };
    ($name:literal) => { &[($name, 1, 60)] };
    ($name:literal, $($first:literal..$last:literal),+) => {
        &[$((concat!($name, "-", $first, "-", $last), $first, $last)),+]
    };
}

const fn mark(mark: Marks, habits: [&'static str; 2], liked: [&'static str; 2]) -> FeatureKind {
    FeatureKind::Mark { mark, needs: mark, excludes: mark, habits, liked }
}

/// A mark whose second words for likings also exclude moves with these other marks.
const fn mark_without(mark: Marks, others: Marks, habits: [&'static str; 2], liked: [&'static str; 2]) -> FeatureKind {
    FeatureKind::Mark { mark, needs: mark, excludes: mark.and(others), habits, liked }
}

const fn count(
    count: fn(&Facts) -> u8,
    bounds: [u8; 2],
    habits: [&'static str; 2],
    liked: [&'static str; 2],
) -> FeatureKind {
    FeatureKind::Number { count, feature: libm::log1p, habits, liked, bounds }
}

/// Every feature, in the order of the weights.
pub(super) static FAMILIES: [Family; 21] = [
    family!("loss", 1..10, 11..20, 21..30, 31..40, 41..49, 50..60: "care about the discs that the move loses",
        FeatureKind::Loss(|loss| -loss / 4.0)),
    family!("any-loss", 1..20, 21..40, 41..60: "care about whether the move loses anything",
        FeatureKind::Loss(|loss| -libm::log1p(loss))),
    family!("policy", 1..20, 21..40, 41..60: "shapes that people prefer among moves that are otherwise alike",
        FeatureKind::Policy),
    family!("corner": "takes a corner", mark(
        Marks::CORNER,
        ["takes corners more often", "takes corners less often"],
        ["a corner", "to leave corners for later"],
    )),
    family!("x-square": "plays diagonally beside an empty corner", mark_without(
        Marks::X_SQUARE,
        Marks::BESIDE.and(Marks::CORNER),
        ["plays diagonally beside empty corners more often", "plays diagonally beside empty corners less often"],
        ["to play beside an empty corner", "to stay away from empty corners"],
    )),
    family!("c-square": "plays on the edge beside an empty corner", mark_without(
        Marks::C_SQUARE,
        Marks::BESIDE.and(Marks::CORNER),
        ["plays on the edge beside empty corners more often", "plays on the edge beside empty corners less often"],
        ["to play beside an empty corner", "to stay away from empty corners"],
    )),
    family!("gives-corner": "lets the opponent take a corner", mark(
        Marks::GIVES_CORNER,
        ["lets the opponent take a corner more often", "lets the opponent take a corner less often"],
        ["to let a corner go", "to give no corner away"],
    )),
    family!("edge": "plays on the edge", mark_without(
        Marks::EDGE,
        Marks::CORNER,
        ["goes to the edge more often", "goes to the edge less often"],
        ["the edge", "to stay off the edge"],
    )),
    family!("replies", 1..20, 21..40, 41..60: "moves left to the opponent", count(
        |facts| facts.replies,
        [8, 5],
        ["leaves the opponent more moves", "leaves the opponent fewer moves"],
        ["to leave many moves: here #", "to leave few moves: here #"],
    )),
    family!("mobility", 1..20, 21..40, 41..60: "moves kept for itself", count(
        |facts| facts.mobility,
        [8, 5],
        ["keeps more moves for later", "keeps fewer moves for later"],
        ["to keep many moves for later: here #", "to keep few moves: here #"],
    )),
    family!("frontier", 1..20, 21..40, 41..60: "empty squares beside the flipped discs", count(
        |facts| facts.frontier,
        [4, 2],
        ["turns discs that lie more open", "turns discs that lie less open"],
        ["to turn discs that lie open", "to turn discs that lie closed in"],
    )),
    family!("flips", 1..20, 21..40, 41..60: "discs flipped", count(
        |facts| facts.flips,
        [4, 2],
        ["turns more discs", "turns fewer discs"],
        ["to turn many discs: here #", "to turn few discs: here #"],
    )),
    family!("distance": "distance from the opponent's last move", FeatureKind::Number {
        count:|facts| facts.distance,
        feature: |steps| steps / 4.0,
        habits: ["plays farther from the opponent's last move", "plays nearer to the opponent's last move"],
        liked: ["to play far from the last disc", "to play near the last disc"],
        bounds: [4, 2],
    }),
    family!("passes": "makes the opponent pass", mark(
        Marks::PASSES,
        ["makes the opponent pass more often", "makes the opponent pass less often"],
        ["to leave no move", "to leave a move"],
    )),
    family!("odd", 41..60: "plays into a region with an odd number of empty squares", mark(
        Marks::ODD,
        ["plays into odd regions more often in the endgame", "plays into odd regions less often in the endgame"],
        ["to play where the empty squares are odd in number", "to play where the empty squares are even in number"],
    )),
    // These have no weights in the model; characters use them.
    family!("threat": "attacks an empty corner", FeatureKind::Mark {
        mark: Marks::THREAT,
        needs: Marks::ATTACKS,
        excludes: Marks::THREAT.and(Marks::CORNER),
        habits: ["attacks corners more often", "attacks corners less often"],
        liked: ["to attack a corner", "to leave the corners alone"],
    }),
    family!("straight": "discs turned along the row and the column", count(
        |facts| facts.straight,
        [2, 1],
        ["turns more discs along rows and columns", "turns fewer discs along rows and columns"],
        ["to turn discs along rows and columns: here #", "to turn few discs along rows and columns: here #"],
    )),
    family!("diagonal": "discs turned along the diagonals", count(
        |facts| facts.flips - facts.straight,
        [2, 1],
        ["turns more discs along diagonals", "turns fewer discs along diagonals"],
        ["to turn discs along diagonals: here #", "to turn few discs along diagonals: here #"],
    )),
    family!("trade": "answers an edge by another edge", mark(
        Marks::TRADE,
        ["answers moves on an edge by another edge more often", "answers moves on an edge by another edge less often"],
        ["to answer an edge by another edge", "not to answer an edge by another edge"],
    )),
    family!("trap": "discs that people lose by their answer", FeatureKind::Trap {
        liked: ["to set traps: people often err after this", "to keep things simple"],
    }),
    family!("usual", 1..20: "what people of its strength usually play", FeatureKind::Usual {
        liked: ["what people usually play", "what people seldom play"],
    }),
];

impl Family {
    fn value(&self, facts: &Facts) -> f64 {
        match &self.kind {
            FeatureKind::Loss(feature) => feature(facts.loss.into()),
            FeatureKind::Policy => facts.policy.into(),
            FeatureKind::Usual { .. } => facts.usual.into(),
            FeatureKind::Mark { mark, .. } => f64::from(u8::from(facts.marks.has(*mark))),
            FeatureKind::Number { count, feature, .. } => feature(count(facts).into()),
            // The unit is that of the features of losses: four discs.
            FeatureKind::Trap { .. } => f64::from(facts.trap) / 40.0,
        }
    }
}

/// The number of features.
pub const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        count += FAMILIES[family].parts.len();
        family += 1;
    }
    count
};

/// The names of the features, in the order of [`features`].
pub const NAMES: [&str; COUNT] = {
    let mut names = [""; COUNT];
    let mut feature = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        let mut part = 0;
        while part < FAMILIES[family].parts.len() {
            names[feature] = FAMILIES[family].parts[part].0;
            feature += 1;
            part += 1;
        }
        family += 1;
    }
    names
};

/// The families, each with the indices of its features.
pub fn families() -> impl Iterator<Item = (&'static Family, Range<usize>)> {
    FAMILIES.iter().scan(0, |start, family| {
        let first = *start;
        *start += family.parts.len();
        Some((family, first..*start))
    })
}

/// The family of the feature with this index.
#[must_use]
pub fn family(feature: usize) -> &'static Family {
    families().find(|(_, places)| places.contains(&feature)).expect("a feature is of a family").0
}

/// A feature in words, with the moves in which it is not 0.
#[must_use]
pub fn in_words(feature: usize) -> String {
    let (family, places) = families().find(|(_, places)| places.contains(&feature)).expect("a feature is of a family");
    match family.parts[feature - places.start] {
        (_, 1, 60) => family.words.to_owned(),
        (_, first, last) => format!("{}, moves {first} to {last}", family.words),
    }
}

/// The index of the feature with this name.
#[must_use]
pub fn place(name: &str) -> Option<usize> {
    NAMES.iter().position(|known| *known == name)
}

/// The features of a legal move with this number (1 to 60: discs on the board minus three).
#[must_use]
pub fn features(number: u32, facts: &Facts) -> [f64; COUNT] {
    let mut x = [0.0; COUNT];
    for (family, places) in families() {
        if let Some(part) = family.parts.iter().position(|&(_, first, last)| (first..=last).contains(&number)) {
            x[places.start + part] = family.value(facts);
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_is_where_its_name_says() {
        let facts = Facts {
            loss: 2.0,
            replies: 3,
            mobility: 4,
            frontier: 5,
            flips: 6,
            straight: 2,
            distance: 2,
            marks: Marks::CORNER,
            policy: 0.25,
            usual: -0.75,
            trap: 20,
        };
        for number in 1..=60 {
            let x = features(number, &facts);
            for (name, value) in NAMES.iter().zip(x) {
                let mut words = name.rsplit('-');
                let range = (words.next().unwrap().parse(), words.next().and_then(|word| word.parse().ok()));
                let inside = match range {
                    (Ok(last), Some(first)) => (first..=last).contains(&number),
                    _ => true,
                };
                let expected = match name.split('-').next().unwrap() {
                    _ if !inside => 0.0,
                    "loss" => -0.5,
                    "any" => -libm::log(3.0_f64),
                    "policy" => 0.25,
                    "usual" => -0.75,
                    "corner" => 1.0,
                    "replies" => libm::log(4.0_f64),
                    "mobility" => libm::log(5.0_f64),
                    "frontier" => libm::log(6.0_f64),
                    "flips" => libm::log(7.0_f64),
                    "distance" | "trap" => 0.5,
                    "straight" => libm::log(3.0_f64),
                    "diagonal" => libm::log(5.0_f64),
                    _ => 0.0,
                };
                assert!((value - expected).abs() < 1e-12, "{name} {number}: {value} {expected}");
            }
        }
    }
}
