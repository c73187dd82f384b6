//! The endgame solver's exact scores as values of a search's root moves.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::budget::Budget;
use super::endgame::{Goal, LikelyResult, Question, Solution, Solver};
use super::root::{self, RootMove};
use super::{Limits, Ties, WinLossDraw};
use crate::board::{Objective, Position, Square};
use crate::eval::{FINISHED, Value, finished_score};
use crate::machine::thinking::Instant;

/// The solver, for the root of one search.
pub(super) struct Ending<'a> {
    pub solver: &'a Solver,
    pub objective: Objective,
    pub budget: &'a Budget,
    pub pace: &'a Pace,
}

/// The value of a game with this final score.
fn value_of(score: i32) -> Value {
    score.signum() * FINISHED + score
}

/// The largest score whose value is not above this one.
fn score_of(value: Value) -> i32 {
    finished_score(value).unwrap_or(value.signum())
}

impl Ending<'_> {
    /// Solves a position with moves: afterwards the first `count` root moves are the best ones in order, with exact
    /// values. `None` if it was stopped.
    pub(super) fn solve(&self, position: &Position, moves: &mut [RootMove], count: usize, ties: Ties) -> Option<()> {
        let is_restricted = moves.len() < position.moves().count_ones() as usize;
        if count > 1 || is_restricted {
            return root::rank(moves, count, |root_move, floor| self.measure(root_move, floor));
        }
        let solved =
            self.ask(|limits| self.solver.solve(position, self.objective, Goal::Exact, limits), |s| s.nodes)?;
        let mut best = solved.pv.first().and_then(|mv| mv.square())?;
        let mut rest = solved.pv[1..].to_vec();
        if ties != Ties::First {
            // The solver's move is one of the best. The first by rank is wanted.
            let mut order: Vec<&RootMove> = moves.iter().collect();
            order.sort_by_key(|root_move| root_move.rank);
            for root_move in order {
                let reply = &root_move.child.position;
                if root_move.child.square == best {
                    break;
                }
                // If the search stops here, the solver's move is as good.
                if self.exceeds(reply, -solved.score) == Some(false) {
                    let Some(child) = self.child(reply) else { break };
                    best = root_move.child.square;
                    rest = child.pv;
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

    /// The result (win, draw or loss) with growing confidence if `selective`, else only if certain, and a move that
    /// keeps it: the given one if possible. Each answer is passed to `on_result`, which returns false to end the
    /// search. `None` if it was stopped before certainty.
    pub(super) fn decide(
        &self,
        position: &Position,
        selective: bool,
        first: Square,
        on_result: &mut dyn FnMut(LikelyResult) -> bool,
    ) -> Option<()> {
        let limits = self.budget.left()?;
        let start = Instant::now();
        let mut known = None;
        let question = Question { position, objective: self.objective, selective, first: Some(first) };
        let done = self.solver.likely(question, &limits, &mut |likely| {
            known = Some((likely.nodes, start.elapsed()));
            on_result(likely)
        });
        if let Some((nodes, time)) = known {
            self.budget.charge(nodes);
            self.pace.learn(nodes, time);
        }
        done
    }

    /// True if a move to this position wins, or draws if the goal is a draw. `None` if it was stopped.
    pub(super) fn keeps(&self, reply: &Position, result: WinLossDraw) -> Option<bool> {
        let score = if result == WinLossDraw::Win { 1 } else { 0 };
        self.exceeds(reply, -score).map(|exceeds| !exceeds)
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

    fn child(&self, position: &Position) -> Option<Solution> {
        self.ask(|limits| self.solver.solve(position, self.objective, Goal::Exact, limits), |solved| solved.nodes)
    }

    /// True if the side to move scores more than this.
    fn exceeds(&self, position: &Position, score: i32) -> Option<bool> {
        let answer =
            self.ask(|limits| self.solver.exceeds(position, self.objective, score, limits), |answer| answer.1)?;
        Some(answer.0)
    }

    /// Runs the solver within the remaining limits, and deducts the positions and the time.
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

/// The measured speed of the solver on this machine. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Pace(Arc<Mutex<SpeedMeasurement>>);

/// The last measurement: positions visited, and the time they took.
#[derive(Debug, Clone, Copy)]
struct SpeedMeasurement {
    nodes: f64,
    seconds: f64,
}

impl Default for SpeedMeasurement {
    /// Until the first measurement 8 million positions a second are assumed, with the weight of a millisecond's work.
    fn default() -> SpeedMeasurement {
        SpeedMeasurement { nodes: 8_000.0, seconds: 0.001 }
    }
}

/// The work in seconds that halves the weight of older measurements, because a machine's load changes.
const MEMORY: f64 = 0.1;

/// The ratio of nodes between an exact solve and one for win, draw or loss: 5.9 at 21 empty squares.
const EXACT_FOR_RESULT: u32 = 6;

/// The number of positions that an exact solve probably visits for one root value. Positions from games with 16, 18 and
/// 20 empty squares took 7.6, 30 and 119 ms at about 17 million positions a second.
pub(super) fn exact(empties: u32) -> f64 {
    1.3e5 * 2.1f64.powi(empties as i32 - 16)
}

/// The number of positions that the solver probably visits for one root value.
#[must_use]
pub fn expected(empties: u32, goal: Goal) -> f64 {
    match goal {
        Goal::Exact => exact(empties),
        Goal::WinLossDraw => exact(empties) / f64::from(EXACT_FOR_RESULT),
    }
}

impl Pace {
    /// Learns the speed from a solve. A solve's weight is its time, so many short ones equal a long one.
    fn learn(&self, nodes: u64, time: Duration) {
        let mut measured = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = time.as_secs_f64();
        let kept = libm::pow(0.5_f64, seconds / MEMORY);
        *measured = SpeedMeasurement {
            nodes: measured.nodes * kept + nodes as f64,
            seconds: measured.seconds * kept + seconds,
        };
    }

    /// The time that the solver probably takes for one root value.
    pub(super) fn estimate(&self, empties: u32, goal: Goal) -> Duration {
        let nodes = expected(empties, goal);
        let measured = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Duration::try_from_secs_f64(nodes * measured.seconds / measured.nodes.max(1.0)).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(solves: &[(u64, u64)]) -> f64 {
        let pace = Pace::default();
        for &(nodes, microseconds) in solves {
            pace.learn(nodes, Duration::from_micros(microseconds));
        }
        pace.estimate(16, Goal::Exact).as_secs_f64()
    }

    #[test]
    fn short_solves_teach_as_much_as_a_long_one() {
        let first = after(&[]);
        assert!((first - 0.01625).abs() < 1e-9, "{first}");
        // 32 million positions a second, measured in solves of half a millisecond and in one of half a second.
        let short = after(&[(16_000, 500); 40]);
        let long = after(&[(16_000_000, 500_000)]);
        // The assumed speed was half of that, and still has some weight.
        assert!((0.00406..0.00408).contains(&long), "{long}");
        assert!((0.00419..0.00422).contains(&short), "{short}");
        // A measurement of a few microseconds has hardly any weight.
        let glimpse = after(&[(100, 1)]);
        assert!((glimpse / first - 1.0).abs() < 0.02, "{glimpse}");
    }

    #[test]
    fn a_machine_that_gets_slower_is_noticed() {
        let slow = after(&[(16_000_000, 500_000), (4_000_000, 500_000)]);
        // One part in 32 of the fast solve's weight is left: 4.5 million positions in 0.516 s.
        assert!((0.0148..0.0150).contains(&slow), "{slow}");
    }

    #[test]
    fn who_wins_is_known_sooner_than_by_how_much() {
        let pace = Pace::default();
        let [result, exact] = [Goal::WinLossDraw, Goal::Exact].map(|goal| pace.estimate(20, goal));
        // The tolerance is the rounding to nanoseconds.
        assert!((result * EXACT_FOR_RESULT).abs_diff(exact) < Duration::from_nanos(10), "{result:?} {exact:?}");
    }
}
