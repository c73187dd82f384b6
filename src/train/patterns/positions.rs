//! Training positions. They come from games that begin with random moves, which give unusual positions, and continue
//! with sensible moves.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::label::Labeller;
use crate::board::random::any;
use crate::board::square::CORNERS;
use crate::board::{Position, Square, squares};
use crate::eval::Evaluator;

/// The most empty squares for random games.
const MOST_EMPTIES: u32 = 60;

/// The rules by which an evaluation plays games against itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlay {
    /// The range of the number of random moves at the start of a game.
    pub prefix: (u32, u32),
    /// The largest probability of a later random move in every other game. The probability is drawn from 0 to this.
    pub noise: f64,
    /// The range of the depth of a game.
    pub depth: (u32, u32),
    /// More frequent late positions: their labels are exact and cheap, and endgames vary more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LatePositions>,
}

/// Positions with few empty squares.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatePositions {
    /// The most empty squares of a late position.
    pub empties: u32,
    /// The factor by which late positions are more frequent.
    pub times: f64,
}

impl SelfPlay {
    /// The probability that a position after the random beginning is used.
    fn part(&self, empties: u32) -> f64 {
        // Each stage of the game gives about as many positions, because late positions follow more beginnings.
        let even = 0.05 + 0.5 * f64::from(empties) / 60.0;
        let times = self.late.filter(|late| empties <= late.empties).map_or(1.0, |late| late.times);
        (times * even).min(1.0)
    }
}

/// Positions from games of the labeller's evaluation against itself, this many: the end of each random beginning,
/// and some later positions.
pub(crate) fn of_games<E: Evaluator>(
    games: &SelfPlay,
    count: usize,
    labeller: &mut Labeller<'_, E>,
    rng: &mut ChaCha8Rng,
) -> Vec<Position> {
    // The last game may give more than are needed.
    let mut positions = Vec::with_capacity(count + 60);
    while positions.len() < count {
        let prefix = rng.random_range(games.prefix.0..=games.prefix.1);
        let noise = if rng.random_bool(0.5) { 0.0 } else { rng.random::<f64>() * games.noise };
        let depth = rng.random_range(games.depth.0..=games.depth.1);
        let mut position = Position::START;
        while !position.is_over() {
            let moves = position.moves();
            if moves == 0 {
                position = position.pass();
                continue;
            }
            let ply = 60 - position.empties();
            if ply == prefix || ply > prefix && rng.random_bool(games.part(position.empties())) {
                positions.push(position);
            }
            let random = ply < prefix || rng.random_bool(noise);
            let square =
                if random { any(moves, rng).expect("there are moves") } else { labeller.choose(&position, depth) };
            position = position.play(square);
        }
    }
    positions.truncate(count);
    positions
}

/// A position with this many empty squares and a legal move, from a game without an evaluation. Its moves are first
/// random, and then mostly leave few replies.
pub(crate) fn of_random_games(empties: u32, rng: &mut ChaCha8Rng) -> Position {
    let empties = empties.clamp(1, MOST_EMPTIES);
    loop {
        let prefix = rng.random_range(0..=(60 - empties).max(8));
        let noise = rng.random_range(0.0..0.5);
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            let moves = position.moves();
            if moves == 0 {
                position = position.pass();
                continue;
            }
            let random = 60 - position.empties() < prefix || rng.random_bool(noise);
            position =
                position.play(if random { any(moves, rng).expect("there are moves") } else { narrow(&position, rng) });
        }
        if position.empties() == empties && position.moves() != 0 {
            return position;
        }
    }
}

/// A move that leaves few replies, with a high cost for giving corners. It is partly random.
fn narrow(position: &Position, rng: &mut ChaCha8Rng) -> Square {
    let best = squares(position.moves()).min_by_key(|&square| {
        let replies = position.play(square).moves();
        10 * (replies & CORNERS).count_ones() + 3 * replies.count_ones() + rng.random_range(0..4)
    });
    best.expect("there are moves")
}
