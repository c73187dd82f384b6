//! What an evaluation thinks of having the move, set right by games.
//!
//! Many positions to learn from lie behind a random move, which is often a mistake that the side to move can use; a
//! search looks at positions behind good moves. And a label by a search hands on what the evaluation at its leaves
//! thinks, from phase to phase: by the opening the side to move was thought to be eight discs ahead. So after each fit
//! the evaluation plays games with itself, and the constant of each phase is shifted by what its positions were worth
//! less on average than the games' results. The first phases, where games hardly differ, are set right by searches into
//! those behind.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::label::Labeller;
use crate::board::{Objective, Position, Square, squares};
use crate::eval::patterns::{Patterns, UNIT, Weights};
use crate::eval::{Evaluator, Leaf};
use crate::machine::work::map;
use crate::search::Stop;
use crate::stats::{Mean, derive};

/// A phase with positions of fewer games is set right by searches.
const FEWEST: usize = 100;
/// Positions that are searched for such a phase, and how deep: into the phase behind it.
const SEARCHED: usize = 400;
const SEARCH: u32 = 4;

/// The games that are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    pub games: usize,
    /// A game begins with so many random moves: a number from the first to the second.
    pub prefix: (u32, u32),
    /// So many moves behind them do not count yet: the mistakes among them have to be used first.
    pub settle: u32,
    pub depth: u32,
    /// From so many empty squares on the games are played exactly.
    pub exact_to: u32,
}

/// How far the values of a phase are from the results of games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Shift {
    /// The most empty squares of the phase.
    pub empties: u32,
    /// Games that had positions of it; 0 if searches decided.
    pub games: usize,
    /// Value less result (or less what a search says) in discs, and the standard error of this mean.
    pub discs: f64,
    pub error: f64,
}

/// Plays the games; `step` is called after each. `None` if it was told to stop.
#[must_use]
pub fn measure(
    objective: Objective,
    patterns: &Patterns,
    calibration: &Calibration,
    seed: u64,
    threads: usize,
    stop: &Stop,
    step: &(dyn Fn() + Sync),
) -> Option<Vec<Shift>> {
    let games = map(threads, calibration.games, |number| {
        if stop.is_stopped() {
            return Vec::new();
        }
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, number as u64));
        let differences = game(objective, patterns, calibration, &mut rng);
        step();
        differences
    });
    let phases = &patterns.weights().layout.phases;
    let of_games = |phase: usize| {
        let range = phases.range(phase);
        let means = games.iter().filter_map(|game| {
            Mean::of(game.iter().filter(|(empties, _)| range.contains(empties)).map(|&(_, difference)| difference))
        });
        let mean = Mean::of(means.map(|mean| mean.mean));
        let error = mean.and_then(|mean| mean.error).unwrap_or(0.0);
        mean.map_or(Shift { empties: *range.end(), games: 0, discs: 0.0, error: 0.0 }, |mean| Shift {
            empties: *range.end(),
            games: mean.count,
            discs: mean.mean,
            error,
        })
    };
    let shifts = (0..phases.count()).map(of_games).collect();
    (!stop.is_stopped()).then(|| completed(objective, patterns.weights().clone(), shifts, seed))
}

/// The shifts, with those of phases that few games had found by searches into the phases behind, already set right.
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

/// Value less what a search into the phase behind says, over positions after a few random moves.
fn by_search(objective: Objective, patterns: &Patterns, phase: usize, seed: u64) -> Option<Mean> {
    let range = patterns.weights().layout.phases.range(phase);
    let range = *range.start()..=*range.end().min(&(range.start() + SEARCH - 1));
    let mut labeller = Labeller::new(objective, Some(patterns));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Mean::of((0..SEARCHED).filter_map(|_| {
        let empties = rng.random_range(range.clone()).clamp(1, 60);
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            let all: Vec<Square> = squares(position.moves()).collect();
            position = all.choose(&mut rng).map_or_else(|| position.pass(), |&square| position.play(square));
        }
        let leaf = Leaf { position, before: None, forfeits: 0 };
        let value = f64::from(patterns.evaluate(&leaf)) / f64::from(UNIT);
        (position.moves() != 0).then(|| value - labeller.value(&position, SEARCH))
    }))
}

/// Empty squares, and value less result in discs, of the positions of one game.
fn game(objective: Objective, patterns: &Patterns, calibration: &Calibration, rng: &mut ChaCha8Rng) -> Vec<(u32, f64)> {
    let mut labeller = Labeller::new(objective, Some(patterns));
    let prefix = rng.random_range(calibration.prefix.0..=calibration.prefix.1);
    let mut position = Position::START;
    // The side that began is the one to move.
    let mut first = true;
    let mut seen: Vec<(u32, bool, f64)> = Vec::new();
    while !position.is_over() {
        let moves = position.moves();
        if moves == 0 {
            (position, first) = (position.pass(), !first);
            continue;
        }
        let ply = 60 - position.empties();
        if ply >= prefix + calibration.settle {
            let leaf = Leaf { position, before: None, forfeits: 0 };
            seen.push((position.empties(), first, f64::from(patterns.evaluate(&leaf)) / f64::from(UNIT)));
        }
        let square = if ply < prefix {
            let all: Vec<Square> = squares(moves).collect();
            *all.choose(rng).expect("there are moves")
        } else if position.empties() <= calibration.exact_to {
            labeller.solve(&position).pv[0].square().expect("there are moves")
        } else {
            labeller.choose(&position, calibration.depth)
        };
        (position, first) = (position.play(square), !first);
    }
    let result = f64::from(if first { position.score(objective) } else { -position.score(objective) });
    seen.into_iter().map(|(empties, of, value)| (empties, value - if of { result } else { -result })).collect()
}

/// The same weights without these shifts.
#[must_use]
pub fn shifted(mut weights: Weights, shifts: &[Shift]) -> Weights {
    weights.phases.iter_mut().zip(shifts).for_each(|(phase, found)| shift(phase, found.discs));
    weights
}

/// Makes every position of a phase worth so much less.
fn shift(phase: &mut [i16], discs: f64) {
    let constant = phase.last_mut().expect("every phase has a constant");
    let right = f64::from(*constant) - discs * f64::from(UNIT);
    *constant = right.round().clamp(-32_767.0, 32_767.0) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::patterns::{Layout, Phases, Shape};

    fn weights(constant: i16) -> Weights {
        let squares = ["a1", "b2", "c3"].map(|name| name.parse().unwrap());
        let layout = Layout::new(vec![Shape::new("corner", &squares)], Vec::new(), Phases::even(15)).unwrap();
        let mut phase = vec![0; layout.weights()];
        *phase.last_mut().unwrap() = constant;
        let phases = vec![phase; layout.phases.count()];
        Weights { rule: Objective::Normal, layout, phases, probcut: None, source: Vec::new() }
    }

    fn shifts(weights: &Weights, threads: usize) -> Vec<Shift> {
        let calibration = Calibration { games: 120, prefix: (16, 20), settle: 0, depth: 1, exact_to: 4 };
        let patterns = Patterns::new(weights.clone(), "");
        measure(Objective::Normal, &patterns, &calibration, 3, threads, &Stop::default(), &|| ()).unwrap()
    }

    #[test]
    fn a_constant_that_is_wrong_is_put_right() {
        let wrong = weights(10 * UNIT as i16);
        let found = shifts(&wrong, 1);
        assert_eq!(found, shifts(&wrong, 3), "on any number of threads");
        // A constant is worth the same to both sides, so it does not change the games.
        let right = shifts(&weights(0), 1);
        for (found, right) in found.iter().zip(&right).filter(|(found, _)| found.games > 0) {
            assert!((found.discs - right.discs - 10.0).abs() < 1e-9, "{found:?} {right:?}");
        }
        let again = shifts(&shifted(wrong, &found), 1);
        assert!(again.iter().any(|shift| shift.games == 0) && again.iter().any(|shift| shift.games > 0));
        for shift in again {
            let tolerance = if shift.games > 0 { 0.5 / f64::from(UNIT) + 1e-9 } else { 0.1 };
            assert!(shift.discs.abs() <= tolerance, "{shift:?}");
        }
    }
}
