//! Random moves and openings.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{Bitboard, Game, Move, Square, squares};

/// A random square of the set, each equally likely; `None` if the set is empty.
pub fn any(moves: Bitboard, rng: &mut impl RngExt) -> Option<Square> {
    squares(moves).collect::<Vec<_>>().choose(rng).copied()
}

/// A game of this many random moves from the normal start, passes counted; fewer if it ends before.
pub fn opening(plies: usize, rng: &mut impl RngExt) -> Game {
    let mut game = Game::default();
    while game.history().len() < plies && !game.is_over() {
        let mv = any(game.board().position.moves(), rng).map_or(Move::Pass, Move::Place);
        game.play(mv).expect("the rules know this move");
    }
    game
}
