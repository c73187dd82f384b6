//! How strong the person is, on the people's scale: the average tournament player has 1500.

use crate::cli::standing::rests_on;
use crate::people::{Ladder, PeopleElo, class, classes};
use crate::serve::page::room::{Estimate, Part, Rating, Stage, Strengths};
use crate::strength::person::{self, Details, Profile, Standing, details, place};

/// Points of the history that are shown.
const HISTORY: usize = 200;
/// Strengths that can be chosen, and whom nothing is known of plays.
const STEP: i32 = 50;
const MIDDLE: i32 = 1_000;

/// A player's share of the way from the foot of the ladder to its top, 0 to 1, where it was placed.
pub fn part_of_best(name: &str) -> Option<f64> {
    let (low, high) = Ladder::shipped().people();
    place(name).map(|known| (known.rating.above(low) / high.above(low)).clamp(0.0, 1.0))
}

/// The strengths that can be played against.
pub fn strengths() -> Option<Strengths> {
    let (low, high) = Ladder::shipped().people();
    let steps = |rating: PeopleElo| rating.0 as i32 / STEP * STEP;
    let (low, high) = (steps(low) + STEP, steps(high));
    let mut words: Vec<(i32, String)> =
        classes().map(|(from, words)| ((from.0 as i32).max(low), words.to_owned())).collect();
    // Of the classes that begin at the foot or below it the highest is its.
    let own = words.iter().rposition(|(from, _)| *from == low).unwrap_or(0);
    words.drain(..own);
    Some(Strengths { low, high, step: STEP, middle: MIDDLE, words })
}

/// How strong the person is by what is measured.
pub fn estimate(profile: &Profile) -> Estimate {
    let standing = person::estimate(profile);
    let Details { parts, habits } = details(profile);
    let stages = [("opening", Stage::Opening), ("middle game", Stage::Middle), ("endgame", Stage::End)];
    let part = |part: &person::Part| {
        let stage = stages.iter().find(|(name, _)| *name == part.name)?.1;
        Some(Part { stage, loss: part.loss, moves: part.choices })
    };
    Estimate {
        words: class(standing.rating).to_owned(),
        rests_on: rests_on(profile, &standing),
        rating: Some(rating(&standing)),
        scale: "1500 is the average tournament player; 100 more win 64 games of 100.".to_owned(),
        parts: parts.iter().filter_map(part).collect(),
        habits,
        history: person::history(profile, HISTORY).iter().map(rating).collect(),
    }
}

fn rating(standing: &Standing) -> Rating {
    Rating { value: standing.rating, low: standing.low, high: standing.high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_rise_and_are_said_in_words() {
        let Strengths { low, high, middle, words, .. } = strengths().unwrap();
        assert!(low < middle && middle < high && words.len() > 5);
        assert!(words.windows(2).all(|pair| pair[0].0 < pair[1].0), "{words:?}");
        assert!(part_of_best("beginner") < part_of_best("expert"));
    }
}
