//! The exact end of the game, by the endgame solver, as root moves of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::budget::Budget;
use super::endgame::{Goal, Solved, Solver};
use super::root::{self, RootMove};
use super::{Limits, Ties};
use crate::board::{Objective, Position};
use crate::eval::{FINISHED, Value, finished_score};

/// The solver, for the root of one search.
pub(super) struct Ending<'a> {
    pub solver: &'a Solver,
    pub objective: Objective,
    pub budget: &'a Budget,
    pub pace: &'a Pace,
}

/// The value of a game that ends with this score.
fn value_of(score: i32) -> Value {
    score.signum() * FINISHED + score
}

/// The largest score whose value is not above this one.
fn score_of(value: Value) -> i32 {
    finished_score(value).unwrap_or(value.signum())
}

impl Ending<'_> {
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
        let start = Instant::now();
        let answer = question(&limits)?;
        let visited = nodes(&answer);
        self.budget.charge(visited);
        self.pace.learn(visited, start.elapsed());
        Some(answer)
    }
}

/// How fast the solver is on this machine, as far as it is known. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct Pace(Arc<AtomicU64>);

impl Default for Pace {
    /// Before anything is measured: 8 million positions a second.
    fn default() -> Pace {
        Pace(Arc::new(AtomicU64::new(8_000_000)))
    }
}

impl Pace {
    /// Learns from a solve that was long enough to be measured.
    fn learn(&self, nodes: u64, time: Duration) {
        if time >= Duration::from_millis(10) {
            self.0.store((nodes as f64 / time.as_secs_f64()) as u64 + 1, Relaxed);
        }
    }

    /// How long the solver is likely to take for one root value: positions of master games with 16 to 24 empty squares took
    /// 0.32, 2.0, 9.4, 29 and 136 million positions on average, every second empty square.
    pub fn estimate(&self, empties: u32) -> Duration {
        let nodes = 3.2e5 * 2.1f64.powi(empties as i32 - 16);
        Duration::try_from_secs_f64(nodes / self.0.load(Relaxed) as f64).unwrap_or(Duration::MAX)
    }
}
