//! The endgame solver: exact scores, or win, draw and loss, with best play to the end of the game.
//!
//! Negamax principal variation search with null windows over a shared transposition table. See `node.rs` for its layers.

mod entry;
mod job;
mod last;
mod node;
mod order;
mod parity;
mod stability;

use std::sync::Arc;

use self::job::Job;
use self::node::Worker;
use super::Limits;
use super::table::Table;
use crate::board::{Move, Objective, Position, squares};

/// What is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The final difference.
    #[default]
    Exact,
    /// Only who wins: -1, 0 or 1.
    WinLossDraw,
}

/// What a solve found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// For the side to move: discs, -64 to 64 and even ([`Goal::Exact`]), or -1, 0, 1.
    pub score: i32,
    /// Best play to the end of the game, forced passes included; empty if the game is over. Playing it out gives the score.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves endgames. Clones share the table.
#[derive(Debug, Clone)]
pub struct Solver {
    table: Arc<Table>,
}

impl Solver {
    #[must_use]
    pub fn new(table: Arc<Table>) -> Solver {
        Solver { table }
    }

    /// The score of a position with best play by both sides, and a line that reaches it. `None` if a limit or the stop flag ended the solve.
    #[must_use]
    pub fn solve(&self, position: &Position, objective: Objective, goal: Goal, limits: &Limits) -> Option<Solved> {
        match objective {
            Objective::Normal => self.solve_for::<false>(position, goal, limits),
            Objective::Anti => self.solve_for::<true>(position, goal, limits),
        }
    }

    fn solve_for<const ANTI: bool>(&self, position: &Position, goal: Goal, limits: &Limits) -> Option<Solved> {
        self.table.next_age();
        let job = Job::new(&self.table, 0x5eed_0000 + u64::from(ANTI), limits);
        let mut worker = Worker::<ANTI>::new(&job);
        let (alpha, beta) = match goal {
            Goal::Exact => (-64, 64),
            Goal::WinLossDraw => (-1, 1),
        };
        let score = worker.window(position, position.empties(), alpha, beta).clamp(alpha, beta);
        let pv = line(&mut worker, position, score, goal);
        worker.tell();
        (!worker.halted).then(|| Solved { score, pv, nodes: job.nodes() })
    }
}

/// A line of best play: at each position a move that keeps the score, shown by a null-window search.
fn line<const ANTI: bool>(worker: &mut Worker<ANTI>, position: &Position, score: i32, goal: Goal) -> Vec<Move> {
    let (mut position, mut score) = (*position, score);
    let mut pv = Vec::new();
    loop {
        let moves = position.moves();
        if moves == 0 {
            position = position.pass();
            if position.moves() == 0 {
                return pv;
            }
            pv.push(Move::Pass);
            score = -score;
            continue;
        }
        // What the mover gets is at least `score` if the reply cannot beat its opposite.
        let alpha = -score;
        let keeps = |next: &Position, worker: &mut Worker<ANTI>| {
            (goal == Goal::WinLossDraw && score == -1)
                || worker.node(next, next.moves(), next.empties(), alpha) <= alpha
        };
        let Some(square) = squares(moves).find(|&square| keeps(&position.play(square), worker)) else {
            return pv;
        };
        if worker.halted {
            return pv;
        }
        pv.push(Move::Place(square));
        position = position.play(square);
        score = -score;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, seq::IteratorRandom};
    use rand_chacha::ChaCha8Rng;

    fn brute(position: &Position, objective: Objective) -> i32 {
        let moves = position.moves();
        if moves == 0 {
            let passed = position.pass();
            return if passed.moves() == 0 { position.score(objective) } else { -brute(&passed, objective) };
        }
        squares(moves).map(|square| -brute(&position.play(square), objective)).max().unwrap()
    }

    fn random_position(seed: u64, empties: u32) -> Position {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            position = match squares(position.moves()).choose(&mut rng) {
                Some(square) => position.play(square),
                None => position.pass(),
            };
        }
        position
    }

    fn played_out(position: &Position, pv: &[Move], objective: Objective) -> i32 {
        let mut position = *position;
        let mut sign = 1;
        for mv in pv {
            position = match mv {
                Move::Place(square) => {
                    assert_ne!(position.moves() & square.bit(), 0);
                    position.play(*square)
                }
                Move::Pass => position.pass(),
            };
            sign = -sign;
        }
        assert!(position.is_over());
        sign * position.score(objective)
    }

    #[test]
    fn agrees_with_brute_force() {
        let solver = Solver::new(Arc::new(Table::new(1).unwrap()));
        let limits = Limits::default();
        for seed in 0..2000 {
            let position = random_position(seed, (seed % 10) as u32);
            for objective in [Objective::Normal, Objective::Anti] {
                let expected = brute(&position, objective);
                let solved = solver.solve(&position, objective, Goal::Exact, &limits).unwrap();
                assert_eq!(solved.score, expected, "{position:?} {objective}");
                assert_eq!(played_out(&position, &solved.pv, objective), expected);
                let solved = solver.solve(&position, objective, Goal::WinLossDraw, &limits).unwrap();
                assert_eq!(solved.score, expected.signum(), "{position:?} {objective}");
                assert_eq!(played_out(&position, &solved.pv, objective).signum(), expected.signum());
            }
        }
    }
}
