//! The games of a calibration: an evaluation plays against itself.

use rand::{Rng, SeedableRng};
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

/// The games that are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    pub games: usize,
    /// The range of the number of random moves at the start of a game.
    pub prefix: (u32, u32),
    /// Moves after them that do not count: they punish the mistakes among the random moves.
    pub settle: u32,
    pub depth: u32,
    /// The number of empty squares from which games are played exactly.
    pub exact_to: u32,
}

/// Some of the games of a calibration, as a small JSON value. The result is a pure function of it, the same on all
/// threads and machines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What the evaluation plays for.
    pub rule: Objective,
    /// SHA-256 of the weights file that plays against itself.
    pub evaluation: String,
    /// How the games are played.
    pub calibration: Calibration,
    /// Decides all games of the whole.
    pub seed: u64,
    /// The number of the first game, from 0.
    pub first: usize,
    /// How many games.
    pub games: usize,
}

/// For each counted position of a game: empty squares, and value minus result in units of the evaluation.
pub(crate) type Differences = Vec<(u32, i32)>;

/// What a [`Part`] gave, a game each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPart {
    /// The number of the first game, from 0.
    pub first: usize,
    /// In their order.
    pub games: Vec<Differences>,
}

impl Part {
    /// All the games of a calibration of this evaluation.
    #[must_use]
    pub fn whole(rule: Objective, evaluation: &str, calibration: &Calibration, seed: u64) -> Part {
        let evaluation = evaluation.to_owned();
        Part { rule, evaluation, calibration: *calibration, seed, first: 0, games: calibration.games }
    }

    /// The same games in parts of this size.
    #[must_use]
    pub fn parts(&self, each: usize) -> Vec<Part> {
        let last = self.first + self.games;
        let part = |first| Part { first, games: each.min(last - first), ..self.clone() };
        (self.first..last).step_by(each.max(1)).map(part).collect()
    }

    /// Plays the games; calls `step` after each. `patterns` is the named evaluation. `None` if stopped.
    #[must_use]
    pub fn play(&self, patterns: &Patterns, stop: &Stop, step: &(dyn Fn() + Sync)) -> Option<PlayedPart> {
        let game = |number: usize| {
            if stop.is_stopped() {
                return None;
            }
            let mut rng = ChaCha8Rng::seed_from_u64(derive(self.seed, number as u64));
            let differences = game(self.rule, patterns, &self.calibration, &mut rng);
            step();
            Some(differences)
        };
        let games = (self.first..self.first + self.games).map(game).collect::<Option<_>>()?;
        Some(PlayedPart { first: self.first, games })
    }
}

/// Plays the games on this many threads; calls `step` after each. `None` if stopped.
#[must_use]
pub(crate) fn play(
    whole: &Part,
    patterns: &Patterns,
    threads: usize,
    stop: &Stop,
    step: &(dyn Fn() + Sync),
) -> Option<Vec<Differences>> {
    let parts = whole.parts(1);
    let played: Option<Vec<_>> =
        map(threads, parts.len(), |number| parts[number].play(patterns, stop, step)).into_iter().collect();
    Some(played?.into_iter().flat_map(|part| part.games).collect())
}

/// Plays one game.
fn game(objective: Objective, patterns: &Patterns, calibration: &Calibration, rng: &mut ChaCha8Rng) -> Differences {
    let mut labeller = Labeller::new(objective, Some(patterns));
    let prefix = rng.random_range(calibration.prefix.0..=calibration.prefix.1);
    let mut position = Position::START;
    // The side that began is to move.
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
    seen.into_iter().map(|(empties, of, value)| (empties, value - if of { result } else { -result })).collect()
}
