//! Games correct an evaluation's value of the move.
//!
//! Many training positions follow a random move, often a mistake that the side to move can punish, while a search sees
//! positions after good moves. And a label by search passes the error of the evaluation at its leaves from phase to
//! phase: in the opening the side to move was valued eight discs too high. So after each fit the evaluation plays
//! against itself, and the constant of each phase is shifted by the mean difference of its positions' values from the
//! results. The first phases, where games hardly differ, are corrected by searches into later ones.

mod games;

use std::ops::RangeInclusive;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

pub(crate) use self::games::{Calibration, Differences, play};
use super::label::Labeller;
use crate::board::random::any;
use crate::board::{Objective, Position};
use crate::eval::patterns::{Patterns, UNIT, Weights};
use crate::eval::{Evaluator, Leaf};
use crate::stats::{Mean, derive};

/// With positions of fewer games a phase is corrected by searches.
const FEWEST: usize = 100;
/// Positions searched for such a phase, and the depth: into the next phase.
const SEARCHED: usize = 400;
const SEARCH: u32 = 4;

/// The difference of a phase's values from the results of games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shift {
    /// The most empty squares of the phase.
    pub empties: u32,
    /// Games with positions of it; 0 if searches were used.
    pub games: usize,
    /// Mean of value minus result (or minus the search's value) in discs, and its standard error.
    pub discs: f64,
    pub error: f64,
}

/// The difference of each phase's values from the results of these games, or from searches.
#[must_use]
pub(crate) fn shifts(objective: Objective, patterns: &Patterns, games: &[Differences], seed: u64) -> Vec<Shift> {
    let phases = &patterns.weights().layout.phases;
    let shifts = (0..phases.count()).map(|phase| by_games(phases.range(phase), games)).collect();
    completed(objective, patterns.weights().clone(), shifts, seed)
}

/// The shift of the phase with these numbers of empty squares, by games alone. The mean of a game is one observation.
fn by_games(range: RangeInclusive<u32>, games: &[Differences]) -> Shift {
    let means = games.iter().filter_map(|game| {
        let in_phase = game.iter().filter(|(empties, _)| range.contains(empties));
        Mean::of(in_phase.map(|&(_, difference)| discs(difference)))
    });
    let mean = Mean::of(means.map(|mean| mean.mean));
    Shift {
        empties: *range.end(),
        games: mean.map_or(0, |mean| mean.count),
        discs: mean.map_or(0.0, |mean| mean.mean),
        error: mean.and_then(|mean| mean.error).unwrap_or(0.0),
    }
}

/// Units of the evaluation in discs.
fn discs(units: i32) -> f64 {
    f64::from(units) / f64::from(UNIT)
}

/// The shifts, with those of phases with few games from searches into later, corrected phases.
fn completed(objective: Objective, mut weights: Weights, mut shifts: Vec<Shift>, seed: u64) -> Vec<Shift> {
    for (phase, found) in shifts.iter_mut().enumerate() {
        if phase > 0 && found.games < FEWEST {
            let patterns = Patterns::new(weights.clone(), &format!("{phase:016x}"));
            let mean = by_search(objective, &patterns, phase, derive(seed, phase as u64));
            let (discs, error) = mean.map_or((0.0, 0.0), |mean| (mean.mean, mean.error.unwrap_or(0.0)));
            *found = Shift { games: 0, discs, error, ..*found };
        }
        shift(&mut weights.phases[phase], found.discs);
    }
    shifts
}

/// Value minus that of a search into the next phase, over positions after a few random moves.
fn by_search(objective: Objective, patterns: &Patterns, phase: usize, seed: u64) -> Option<Mean> {
    let range = patterns.weights().layout.phases.range(phase);
    let range = *range.start()..=*range.end().min(&(range.start() + SEARCH - 1));
    let mut labeller = Labeller::new(objective, Some(patterns));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Mean::of((0..SEARCHED).filter_map(|_| {
        let empties = rng.random_range(range.clone()).clamp(1, 60);
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            position = any(position.moves(), &mut rng).map_or_else(|| position.pass(), |square| position.play(square));
        }
        let leaf = Leaf { position, before: None, passes: 0 };
        let value = discs(patterns.evaluate(&leaf));
        (position.moves() != 0).then(|| value - labeller.value(&position, SEARCH))
    }))
}

/// The same weights without these shifts.
#[must_use]
pub(crate) fn shifted(mut weights: Weights, shifts: &[Shift]) -> Weights {
    weights.phases.iter_mut().zip(shifts).for_each(|(phase, found)| shift(phase, found.discs));
    weights
}

/// Lowers the value of every position of a phase.
fn shift(phase: &mut [i16], discs: f64) {
    let constant = phase.last_mut().expect("every phase has a constant");
    let right = f64::from(*constant) - discs * f64::from(UNIT);
    *constant = right.round().clamp(-32_767.0, 32_767.0) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::patterns::{Layout, Phases, Shape};
    use crate::search::Stop;

    fn weights(constant: i16) -> Weights {
        let squares = ["a1", "b2", "c3"].map(|name| name.parse().unwrap());
        let layout = Layout::new(vec![Shape::new("corner", &squares)], Vec::new(), Phases::even(15)).unwrap();
        let mut phase = vec![0; layout.weights()];
        *phase.last_mut().unwrap() = constant;
        let phases = vec![phase; layout.phases.count()];
        Weights { rule: Objective::Normal, layout, phases, source: Vec::new() }
    }

    fn shifts(weights: &Weights, threads: usize) -> Vec<Shift> {
        let calibration = Calibration { games: 120, prefix: (16, 20), settle: 0, depth: 1, exact_to: 4 };
        let patterns = Patterns::new(weights.clone(), "");
        let games = play(&calibration, Objective::Normal, &patterns, 3, threads, &Stop::default(), &|| ()).unwrap();
        super::shifts(Objective::Normal, &patterns, &games, 3)
    }

    #[test]
    fn a_constant_that_is_wrong_is_put_right() {
        let wrong = weights(10 * UNIT as i16);
        let found = shifts(&wrong, 1);
        assert_eq!(found, shifts(&wrong, 3), "on any number of threads");
        // A constant has the same value for both sides, so it does not change the games.
        let right = shifts(&weights(0), 1);
        for (found, right) in found.iter().zip(&right).filter(|(found, _)| found.games > 0) {
            assert!((found.discs - right.discs - 10.0).abs() < 1e-9, "{found:?} {right:?}");
        }
        let again = shifts(&shifted(wrong, &found), 1);
        assert!(again.iter().any(|shift| shift.games == 0) && again.iter().any(|shift| shift.games > 0));
        for shift in again {
            // Half a unit of the weights; without games, what the neighbours say.
            let tolerance = if shift.games > 0 { 0.5 / f64::from(UNIT) + 1e-9 } else { 0.1 };
            assert!(shift.discs.abs() <= tolerance, "{shift:?}");
        }
    }
}
