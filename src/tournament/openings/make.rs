//! Makes openings that give neither side an advantage.

use std::ops::RangeInclusive;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Opening;
use crate::board::{Bitboard, Game, Move, Position, Symmetry, squares};
use crate::players::Player;
use crate::search::{Limits, Silent};
use crate::stats::derive;

/// The depth that tells which moves a line may have.
const CHOICE: u32 = 6;
/// The depth that rejects lines that are far from even.
const FILTER: u32 = 10;

/// What lines are made.
#[derive(Debug, Clone)]
pub(crate) struct Recipe {
    /// Their lengths.
    pub plies: RangeInclusive<u32>,
    /// Discs below the best move that a move may be worth; `None`: any legal move.
    pub tolerance: Option<f64>,
    /// Discs from 0 that the judge may find.
    pub within: f64,
    /// The depth of the last search in plies; earlier ones are no deeper.
    pub depth: u32,
    pub seed: u64,
}

impl Recipe {
    /// The line of this number; `None` if it has a pass or ends far from even. It depends on nothing else.
    pub(crate) fn line(&self, number: u64, player: &mut dyn Player) -> Option<Opening> {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(self.seed, number));
        let mut game = Game::default();
        for _ in 0..rng.random_range(self.plies.clone()) {
            let moves = self.choices(&game, player);
            game.play(*moves.choose(&mut rng)?).ok()?;
        }
        let value = value(&game, player, FILTER.min(self.depth))?;
        (value.abs() <= 2.0 * self.within).then_some(game)
    }

    /// The moves that may follow, lowest square first; none in place of a pass.
    fn choices(&self, game: &Game, player: &mut dyn Player) -> Vec<Move> {
        let Some(tolerance) = self.tolerance else {
            return squares(game.board().position.moves()).map(Move::from).collect();
        };
        let limits = Limits { depth: Some(CHOICE.min(self.depth)), ..Limits::default() };
        let lines = player.rank(game, 64, &limits, &mut Silent).lines;
        let best = lines.first().map_or(0.0, |line| line.discs);
        let good = lines.iter().filter(|line| line.discs >= best - tolerance).map(|line| line.pv[0]);
        let mut moves: Vec<Move> = good.filter(|&mv| mv != Move::Pass).collect();
        moves.sort_by_key(|mv| mv.square());
        moves
    }
}

/// What a search of this depth finds for the side to move, in discs; `None` if it must pass or the game is over.
pub(crate) fn value(game: &Game, player: &mut dyn Player, depth: u32) -> Option<f64> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let line = player.rank(game, 1, &limits, &mut Silent).lines.into_iter().next()?;
    (line.pv.first() != Some(&Move::Pass)).then_some(line.discs)
}

/// The same for a position and all its turned and mirrored forms.
#[must_use]
pub(crate) fn key(position: &Position) -> [Bitboard; 2] {
    let forms = Symmetry::all().map(|symmetry| [symmetry.set(position.own), symmetry.set(position.opp)]);
    forms.min().unwrap_or_default()
}
