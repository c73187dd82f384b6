//! What a player of people's kind likes in a move beside another one: the features that speak for it, in counts.

use super::seen::count;
use crate::people::{COUNT, Facts, Marks, features};

/// At most so many reasons are said.
const NAMED: usize = 2;
/// A reason is worth saying from this factor in the odds on, as a logarithm.
const LEAST: f64 = 0.1;

/// The families of features, by their places, but for the losses: those are no liking.
const FAMILIES: [std::ops::RangeInclusive<usize>; 12] =
    [9..=9, 10..=10, 11..=11, 12..=12, 13..=13, 14..=16, 17..=19, 20..=22, 23..=25, 26..=26, 27..=27, 28..=28];

/// What speaks for one move beside another by these weights, the most important first.
#[must_use]
pub fn likings(weights: &[f64; COUNT], number: u32, own: &Facts, other: &Facts) -> Vec<String> {
    let (x, y) = (features(number, own), features(number, other));
    let mut found: Vec<(f64, usize)> = FAMILIES
        .iter()
        .enumerate()
        .map(|(family, range)| (range.clone().map(|k| weights[k] * (x[k] - y[k])).sum(), family))
        .collect();
    found.retain(|(speaks, _)| *speaks >= LEAST);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.iter().take(NAMED).filter_map(|&(_, family)| words(family, own, other)).collect()
}

/// How the move differs in this family.
fn words(family: usize, own: &Facts, other: &Facts) -> Option<String> {
    let has = |mark| own.marks.has(mark);
    let is = |mark, yes: &str, no: &str| Some(if has(mark) { yes } else { no }.to_owned());
    let more = |number: u8, other: u8, verb: &str, one: &str| {
        (number != other).then(|| format!("{verb} {}, not {other}", count(number.into(), one)))
    };
    match family {
        0 => is(Marks::CORNER, "takes a corner", "takes no corner"),
        1 | 2 => {
            let mark = if family == 1 { Marks::X_SQUARE } else { Marks::C_SQUARE };
            is(mark, "is beside an empty corner", "is not beside an empty corner")
        }
        3 => is(Marks::GIVES_CORNER, "lets the opponent take a corner", "gives no corner away"),
        4 => is(Marks::EDGE, "is on the edge", "is not on the edge"),
        5 => more(own.replies, other.replies, "leaves", "move"),
        6 => more(own.mobility, other.mobility, "keeps", "move"),
        7 => more(own.frontier, other.frontier, "turns discs with", "empty square").map(|text| text + ", beside them"),
        8 => more(own.flips, other.flips, "turns", "disc"),
        9 => more(own.distance, other.distance, "is", "step").map(|text| text + ", from the last disc"),
        10 => is(Marks::PASSES, "leaves no move", "lets the opponent move"),
        _ => is(Marks::ODD, "is in an odd region", "is in an even region"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_liked_is_said_in_counts_with_the_right_sign() {
        let facts =
            |flips, replies, marks| Facts { loss: 0.0, replies, mobility: 5, frontier: 3, flips, distance: 2, marks };
        let mut weights = [0.0; COUNT];
        (weights[24], weights[15], weights[13]) = (-2.0, -0.5, 1.0);
        let (few, many) = (facts(1, 4, Marks::default()), facts(5, 9, Marks::EDGE));
        assert_eq!(likings(&weights, 30, &few, &many), ["turns 1 disc, not 5", "leaves 4 moves, not 9"]);
        assert_eq!(likings(&weights, 30, &many, &few), ["is on the edge"]);
        // In another part of the game these weights say nothing.
        assert_eq!(likings(&weights, 50, &few, &many), Vec::<String>::new());
    }
}
