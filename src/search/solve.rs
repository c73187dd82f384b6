//! The exact end of the game, by the endgame solver, as root moves of a search.

use std::sync::Arc;
use std::time::Duration;

use super::budget::Budget;
use super::endgame::{Goal, Solved, Solver};
use super::root::{self, RootMove};
use super::table::Table;
use super::{Limits, Ties};
use crate::board::{Objective, Position};
use crate::eval::{FINISHED, Value, finished_score};

/// The solver, for the root of one search.
pub(super) struct Ending<'a> {
    solver: Solver,
    objective: Objective,
    budget: &'a Budget,
}

/// The value of a game that ends with this score.
fn value_of(score: i32) -> Value {
    score.signum() * FINISHED + score
}

/// The largest score whose value is not above this one.
fn score_of(value: Value) -> i32 {
    finished_score(value).unwrap_or(value.signum())
}

impl<'a> Ending<'a> {
    pub fn new(table: Arc<Table>, objective: Objective, budget: &'a Budget) -> Ending<'a> {
        Ending { solver: Solver::new(table), objective, budget }
    }

    /// Solves a position with moves: afterwards the first `count` root moves are the best ones in order, with exact values.
    /// `None` if it had to stop.
    pub fn solve(&self, position: &Position, moves: &mut [RootMove], count: usize, ties: Ties) -> Option<()> {
        if count > 1 {
            return root::rank(moves, count, |root_move, floor| self.measure(root_move, floor));
        }
        let solved =
            self.ask(|limits| self.solver.solve(position, self.objective, Goal::Exact, limits), |s| s.nodes)?;
        let mut best = solved.pv.first().and_then(|mv| mv.square())?;
        let mut rest = solved.pv[1..].to_vec();
        if ties != Ties::First {
            // The solver's move is one of the best; the first by rank is asked for.
            let mut order: Vec<&RootMove> = moves.iter().collect();
            order.sort_by_key(|root_move| root_move.rank);
            for root_move in order {
                let reply = &root_move.child.position;
                if root_move.child.square == best {
                    break;
                }
                if !self.exceeds(reply, -solved.score)? {
                    best = root_move.child.square;
                    rest = self.child(reply)?.pv;
                    break;
                }
            }
        }
        let index = moves.iter().position(|root_move| root_move.child.square == best)?;
        moves[index].value = value_of(solved.score);
        moves[index].rest = rest;
        moves[..=index].rotate_right(1);
        Some(())
    }

    /// See [`root::rank`].
    fn measure(&self, root_move: &mut RootMove, floor: Option<Value>) -> Option<bool> {
        let reply = &root_move.child.position;
        if let Some(floor) = floor
            && self.exceeds(reply, -score_of(floor) - 1)?
        {
            root_move.value = floor;
            return Some(false);
        }
        let solved = self.child(reply)?;
        root_move.value = value_of(-solved.score);
        root_move.rest = solved.pv;
        Some(true)
    }

    fn child(&self, position: &Position) -> Option<Solved> {
        self.ask(|limits| self.solver.solve(position, self.objective, Goal::Exact, limits), |solved| solved.nodes)
    }

    /// True if the side to move gets more than this.
    fn exceeds(&self, position: &Position, score: i32) -> Option<bool> {
        let answer =
            self.ask(|limits| self.solver.exceeds(position, self.objective, score, limits), |answer| answer.1)?;
        Some(answer.0)
    }

    /// Asks the solver within what is left, and charges what it took.
    fn ask<T>(&self, question: impl FnOnce(&Limits) -> Option<T>, nodes: impl FnOnce(&T) -> u64) -> Option<T> {
        let limits = self.budget.left()?;
        let answer = question(&limits)?;
        self.budget.charge(nodes(&answer));
        Some(answer)
    }
}

/// How long the solver is likely to take, one thread, for one root value.
pub(super) fn estimate(empties: u32) -> Duration {
    Duration::from_secs_f64(3e-3 * 2f64.powi(empties as i32 - 16))
}
