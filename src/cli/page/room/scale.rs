//! How strong the person is, on the people's scale: the average tournament player has 1500.

use crate::cli::standing::rests_on;
use crate::people::{Ladder, class, classes};
use crate::serve::page::room::{Estimate, Part, Placed, Rating, Stage, Strengths, Who};
use crate::stats::Z95;
use crate::strength::person::{self, Details, PLACEMENT, Profile, Standing, details, nearest, place};

/// Who is about to be placed: mean and deviation of what is believed before any result.
const PRIOR: (f64, f64) = (1_100.0, 350.0);
/// Points of the history that are shown.
const HISTORY: usize = 200;
/// Strengths that can be chosen, and whom nothing is known of plays.
const STEP: i32 = 50;
const MIDDLE: i32 = 1_000;

/// A player's share of the way from the foot of the ladder to its top, 0 to 1, where it was placed.
pub fn part_of_best(name: &str) -> Option<f64> {
    let (low, high) = Ladder::shipped().people();
    place(name).map(|known| ((known.rating - low) / (high - low)).clamp(0.0, 1.0))
}

/// The strengths that can be played against.
pub fn strengths() -> Option<Strengths> {
    let (low, high) = Ladder::shipped().people();
    let steps = |rating: f64| rating as i32 / STEP * STEP;
    let (low, high) = (steps(low) + STEP, steps(high));
    let mut words: Vec<(i32, String)> =
        classes().map(|(from, words)| (from.max(f64::from(low)) as i32, words.to_owned())).collect();
    // Of the classes that begin at the foot or below it the highest is its.
    let own = words.iter().rposition(|(from, _)| *from == low).unwrap_or(0);
    words.drain(..own);
    Some(Strengths { low, high, step: STEP, middle: MIDDLE, words })
}

/// Whom to play next to be placed; `None` if the results are enough.
pub fn next_placement(results: &[Placed]) -> Option<Who> {
    if results.len() >= PLACEMENT {
        return None;
    }
    let value = by_results(results).map_or(PRIOR.0, |rating| rating.value);
    Some(Who::Shipped { name: nearest(value).0.to_owned() })
}

/// How strong the person is by what is measured, or else by the results of a placement; `None` while nothing is known.
pub fn estimate(profile: Option<&Profile>, placed: &[Placed]) -> Option<Estimate> {
    let scale = "1500 is the average tournament player; 100 more win 64 games of 100.".to_owned();
    let Some(profile) = profile else {
        let rating = by_results(placed)?;
        let games = placed.len();
        let rests_on = format!("{games} result{} of a placement", if games == 1 { "" } else { "s" });
        let words = class(rating.value).to_owned();
        let (parts, habits, history) = Default::default();
        return Some(Estimate { words, rests_on, rating: Some(rating), scale, parts, habits, history });
    };
    let standing = person::estimate(profile);
    let Details { parts, habits } = details(profile);
    let stages = [("opening", Stage::Opening), ("middle game", Stage::Middle), ("endgame", Stage::End)];
    let part = |part: &person::Part| {
        let stage = stages.iter().find(|(name, _)| *name == part.name)?.1;
        Some(Part { stage, loss: part.loss, moves: part.choices })
    };
    Some(Estimate {
        words: class(standing.rating).to_owned(),
        rests_on: rests_on(&standing),
        rating: Some(rating(&standing)),
        scale,
        parts: parts.iter().filter_map(part).collect(),
        habits,
        history: person::history(profile, HISTORY).iter().map(rating).collect(),
    })
}

fn rating(standing: &Standing) -> Rating {
    Rating { value: standing.rating, low: standing.low, high: standing.high }
}

/// A strength by results alone: the mean of what is believed after them, and its 95 % interval. `None` without results.
fn by_results(placed: &[Placed]) -> Option<Rating> {
    let results: Vec<(f64, f64)> = placed
        .iter()
        .filter_map(|placed| match &placed.against {
            Who::Shipped { name } => Some((place(name)?.rating, placed.points)),
            Who::Strength { rating } => Some((f64::from(*rating), placed.points)),
            Who::Rival { .. } => None,
        })
        .collect();
    if results.is_empty() {
        return None;
    }
    // On a grid: strengths are one number, and the prior is normal.
    let grid = || (0..=250).map(|step| f64::from(step) * 10.0);
    let belief = |strength: f64| {
        let prior = -((strength - PRIOR.0) / PRIOR.1).powi(2) / 2.0;
        let likelihood = results.iter().map(|&(other, points)| {
            let expected = 1.0 / (1.0 + 10.0_f64.powf((other - strength) / 400.0));
            points * expected.ln() + (1.0 - points) * (1.0 - expected).ln()
        });
        (prior + likelihood.sum::<f64>()).exp()
    };
    let whole: f64 = grid().map(belief).sum();
    let mean = grid().map(|strength| strength * belief(strength)).sum::<f64>() / whole;
    let variance = grid().map(|strength| (strength - mean).powi(2) * belief(strength)).sum::<f64>() / whole;
    let reach = Z95 * variance.sqrt();
    Some(Rating { value: mean, low: mean - reach, high: mean + reach })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(name: &str, points: f64) -> Placed {
        Placed { against: Who::Shipped { name: name.to_owned() }, points, discs: 0 }
    }

    #[test]
    fn a_placement_goes_up_after_wins_and_down_after_losses_and_ends() {
        let strength = |results: &[Placed]| match next_placement(results) {
            Some(Who::Shipped { name }) => place(&name).unwrap().rating,
            other => panic!("{other:?}"),
        };
        let first = strength(&[]);
        assert!(strength(&[placed("human-1100", 1.0)]) > first && strength(&[placed("human-1100", 0.0)]) < first);
        assert!(strength(&vec![placed("human-1800", 1.0); 9]) > 1_700.0);
        assert_eq!(next_placement(&vec![placed("human-1800", 1.0); PLACEMENT]), None);
    }

    #[test]
    fn strengths_rise_and_are_said_in_words() {
        let Strengths { low, high, middle, words, .. } = strengths().unwrap();
        assert!(low < middle && middle < high && words.len() > 5);
        assert!(words.windows(2).all(|pair| pair[0].0 < pair[1].0), "{words:?}");
        assert!(part_of_best("beginner") < part_of_best("expert"));
    }

    #[test]
    fn more_results_make_the_interval_narrower() {
        let width = |count| by_results(&vec![placed("human-1100", 0.5); count]).map(|rating| rating.high - rating.low);
        assert_eq!(width(0), None);
        assert!(width(1).unwrap() > width(4).unwrap() && width(4).unwrap() > width(10).unwrap());
        let even = by_results(&[placed("human-1100", 1.0), placed("human-1100", 0.0)]).unwrap();
        assert!((even.value - 1_100.0).abs() < 60.0, "{even:?}");
    }
}
