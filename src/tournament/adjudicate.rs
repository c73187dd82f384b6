//! Exact adjudication: near the end of a game the solver determines its result.

use std::sync::Arc;

use super::client::Failure;
use crate::board::{Board, Color, Objective};
use crate::search::endgame::{Goal, Solver};
use crate::search::table::TranspositionTable;
use crate::search::{Limits, Stop};

/// Memory of the solver in MB, enough for few empty squares.
const MEGABYTES: u64 = 8;

/// Decides games from this many empty squares on.
#[derive(Debug)]
pub(super) struct Judge {
    from: u32,
    objective: Objective,
    stop: Stop,
    /// The solver, which is made at its first use.
    solver: Option<Solver>,
}

impl Judge {
    #[must_use]
    pub(super) fn new(from: u32, objective: Objective, stop: Stop) -> Judge {
        Judge { from, objective, stop, solver: None }
    }

    /// The result with best play in discs from Black's view; `None` if too many squares are empty. The side to move
    /// must have a move.
    ///
    /// # Errors
    ///
    /// The tournament was stopped, or there is no memory.
    pub(super) fn score(&mut self, board: &Board) -> Result<Option<i32>, Failure> {
        let position = board.position;
        if position.empties() > self.from {
            return Ok(None);
        }
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => {
                let table = TranspositionTable::new(MEGABYTES)
                    .map_err(|error| Failure::Machine(std::io::Error::other(error)))?;
                Solver::new(Arc::new(table))
            }
        };
        let limits = Limits { stop: self.stop.clone(), ..Limits::default() };
        let solved = solver.solve(&position, self.objective, Goal::Exact, &limits).ok_or(Failure::Stopped)?;
        self.solver = Some(solver);
        Ok(Some(if board.to_move == Color::Black { solved.score } else { -solved.score }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;

    /// The score of best play, by trying everything.
    fn brute(board: &Board, objective: Objective) -> i32 {
        if board.is_over() {
            return board.score(board.to_move, objective);
        }
        let moves = crate::board::squares(board.position.moves()).map(Into::into);
        let moves: Vec<_> = if board.position.moves() == 0 { vec![crate::board::Move::Pass] } else { moves.collect() };
        moves.into_iter().filter_map(|mv| board.play(mv)).map(|next| -brute(&next, objective)).max().unwrap_or(0)
    }

    #[test]
    fn decides_what_trying_everything_finds() {
        // Static players play to seven empty squares, after different first moves.
        for first in ["f5", "f5f6", "f5d6c3", "f5f4"] {
            let mut game = crate::record::transcript::parse(first).unwrap().into_game();
            while game.board().position.empties() > 7 && !game.is_over() {
                let mv = crate::board::squares(game.board().position.moves()).next();
                game.play(mv.map_or(crate::board::Move::Pass, Into::into)).unwrap();
            }
            check(&game);
        }
    }

    fn check(game: &Game) {
        let board = game.board();
        if board.position.moves() == 0 {
            return;
        }
        for objective in [Objective::Normal, Objective::Anti] {
            let mut judge = Judge::new(7, objective, Stop::default());
            let sign = if board.to_move == Color::Black { 1 } else { -1 };
            assert_eq!(judge.score(board).unwrap(), Some(sign * brute(board, objective)));
            assert_eq!(Judge::new(6, objective, Stop::default()).score(board).unwrap(), None);
        }
    }
}
