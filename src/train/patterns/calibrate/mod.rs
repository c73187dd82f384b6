//! Corrects an evaluation's value of having the move, with games.
//!
//! Many training positions follow a random move, often a mistake that the side to move can punish, whereas a search
//! sees positions after good moves. And a label from a search carries the evaluation's error at its leaves from phase
//! to phase: in the opening the side to move was valued eight discs too high. So after each fit the evaluation plays
//! against itself, and the constant for each number of empty squares is shifted by the mean difference between values
//! and results. In the opening, where games hardly differ, searches to later positions give the correction.

mod games;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

pub(crate) use self::games::{Calibration, Differences, play};
use super::label::Labeller;
use crate::board::random::any;
use crate::board::{Objective, Position};
use crate::eval::patterns::{EMPTY_COUNTS, Patterns, UNIT, Weights};
use crate::eval::{Evaluator, Leaf};
use crate::stats::{Mean, derive};

/// The fewest games with a number of empty squares for a correction by games. With fewer, searches correct it.
const FEWEST: usize = 100;
/// The number of positions searched for each number of empty squares, and the depth in plies.
const SEARCHED: usize = 200;
const SEARCH: u32 = 4;

/// The mean difference between values and the results of games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shift {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of games with such positions; 0 if searches were used.
    pub games: usize,
    /// The mean of value minus result (or minus the search's value) in discs, with its standard error.
    pub discs: f64,
    pub error: f64,
}

/// The difference between values and results of these games, or of searches, for each number of empty squares from 1 to
/// 60.
#[must_use]
pub(crate) fn shifts(objective: Objective, patterns: &Patterns, games: &[Differences], seed: u64) -> Vec<Shift> {
    let shifts = (1..EMPTY_COUNTS as u32).map(|empties| by_games(empties, games)).collect();
    completed(objective, patterns.weights().clone(), shifts, seed)
}

/// The shift for this number of empty squares, from games alone. The mean of each game is one observation.
fn by_games(empties: u32, games: &[Differences]) -> Shift {
    let means = games.iter().filter_map(|game| {
        let positions = game.iter().filter(|(number, _)| *number == empties);
        Mean::estimate(positions.map(|&(_, difference)| discs(difference)))
    });
    let mean = Mean::estimate(means.map(|mean| mean.mean));
    Shift {
        empties,
        games: mean.map_or(0, |mean| mean.count),
        discs: mean.map_or(0.0, |mean| mean.mean),
        error: mean.and_then(|mean| mean.error).unwrap_or(0.0),
    }
}

/// Units of the evaluation in discs.
fn discs(units: i32) -> f64 {
    f64::from(units) / f64::from(UNIT)
}

/// Completes the shifts: numbers of empty squares with few games get theirs from searches to later, corrected
/// positions.
fn completed(objective: Objective, mut weights: Weights, mut shifts: Vec<Shift>, seed: u64) -> Vec<Shift> {
    for entry in &mut shifts {
        let empties = entry.empties;
        if empties > SEARCH && entry.games < FEWEST {
            let patterns = Patterns::new(weights.clone(), &format!("{empties:016x}"));
            let mean = by_search(objective, &patterns, empties, derive(seed, u64::from(empties)));
            let (discs, error) = mean.map_or((0.0, 0.0), |mean| (mean.mean, mean.error.unwrap_or(0.0)));
            *entry = Shift { games: 0, discs, error, ..*entry };
        }
        shift(&mut weights.constants, entry);
    }
    shifts
}

/// The mean difference between a value and that of a search, over positions after random moves.
fn by_search(objective: Objective, patterns: &Patterns, empties: u32, seed: u64) -> Option<Mean> {
    let mut labeller = Labeller::new(objective, Some(patterns));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Mean::estimate((0..SEARCHED).filter_map(|_| {
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            position = any(position.moves(), &mut rng).map_or_else(|| position.pass(), |square| position.play(square));
        }
        let leaf = Leaf { position, before: None, passes: 0 };
        let value = discs(patterns.evaluate(&leaf));
        (position.moves() != 0).then(|| value - labeller.value(&position, SEARCH))
    }))
}

/// The weights with these shifts subtracted.
#[must_use]
pub(crate) fn shifted(mut weights: Weights, shifts: &[Shift]) -> Weights {
    shifts.iter().for_each(|entry| shift(&mut weights.constants, entry));
    weights
}

/// Lowers the values of all positions with the shift's number of empty squares.
fn shift(constants: &mut [i16; EMPTY_COUNTS], shift: &Shift) {
    let constant = &mut constants[shift.empties as usize];
    let right = f64::from(*constant) - shift.discs * f64::from(UNIT);
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
        Weights { rule: Objective::Normal, layout, phases, constants: [0; EMPTY_COUNTS], source: Vec::new() }
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
        let measured_shifts = shifts(&wrong, 1);
        assert_eq!(measured_shifts, shifts(&wrong, 3), "on any number of threads");
        // A constant is equal for both sides, so it does not change the games.
        let right = shifts(&weights(0), 1);
        for (shift, right) in measured_shifts.iter().zip(&right).filter(|(shift, _)| shift.games > 0) {
            assert!((shift.discs - right.discs - 10.0).abs() < 1e-9, "{shift:?} {right:?}");
        }
        let again = shifts(&shifted(wrong, &measured_shifts), 1);
        assert!(again.iter().any(|shift| shift.games == 0) && again.iter().any(|shift| shift.games > 0));
        for shift in again {
            // The tolerance is half a unit of the weights; without games it is that of the neighbours.
            let tolerance = if shift.games > 0 { 0.5 / f64::from(UNIT) + 1e-9 } else { 0.1 };
            assert!(shift.discs.abs() <= tolerance, "{shift:?}");
        }
    }
}
