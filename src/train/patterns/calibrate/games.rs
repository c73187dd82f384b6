//! The games for a calibration, in which an evaluation plays against itself.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::board::random::any;
use crate::board::{Objective, Position};
use crate::eval::patterns::{Patterns, UNIT};
use crate::eval::{Evaluator, Leaf};
use crate::machine::work::map;
use crate::search::Stop;
use crate::stats::derive;
use crate::train::patterns::label::Labeller;

/// The rules of the games for a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    pub games: usize,
    /// The range for the number of random moves at the start of a game.
    pub prefix: (u32, u32),
    /// The number of moves after them that do not count, because they punish mistakes among the random moves.
    pub settle: u32,
    pub depth: u32,
    /// The number of empty squares from which games are played exactly.
    pub exact_to: u32,
}

/// For each counted position of a game: its empty squares, and its value minus the result in units of the evaluation.
pub(crate) type Differences = Vec<(u32, i32)>;

/// Plays the games on this many threads. `step` is called after each. `None` if stopped.
#[must_use]
pub(crate) fn play(
    calibration: &Calibration,
    objective: Objective,
    patterns: &Patterns,
    seed: u64,
    threads: usize,
    stop: &Stop,
    step: &(dyn Fn() + Sync),
) -> Option<Vec<Differences>> {
    let games = map(threads, calibration.games, |number| {
        if stop.is_stopped() {
            return None;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, number as u64));
        let differences = game(objective, patterns, calibration, &mut rng);
        step();
        Some(differences)
    });
    games.into_iter().collect()
}

/// Plays one game.
fn game(objective: Objective, patterns: &Patterns, calibration: &Calibration, rng: &mut ChaCha8Rng) -> Differences {
    let mut labeller = Labeller::new(objective, Some(patterns));
    let prefix = rng.random_range(calibration.prefix.0..=calibration.prefix.1);
    let mut position = Position::START;
    // True if the side that began is to move.
    let mut first = true;
    let mut seen: Vec<(u32, bool, i32)> = Vec::new();
    while !position.is_over() {
        let moves = position.moves();
        if moves == 0 {
            (position, first) = (position.pass(), !first);
            continue;
        }
        let ply = 60 - position.empties();
        if ply >= prefix + calibration.settle {
            let leaf = Leaf { position, before: None, passes: 0 };
            seen.push((position.empties(), first, patterns.evaluate(&leaf)));
        }
        let square = if ply < prefix {
            any(moves, rng).expect("there are moves")
        } else if position.empties() <= calibration.exact_to {
            labeller.solve(&position).pv[0].square().expect("there are moves")
        } else {
            labeller.choose(&position, calibration.depth)
        };
        (position, first) = (position.play(square), !first);
    }
    let result = UNIT * if first { position.score(objective) } else { -position.score(objective) };
    seen.into_iter()
        .map(|(empties, is_first, value)| (empties, value - if is_first { result } else { -result }))
        .collect()
}
