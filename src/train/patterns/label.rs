//! Labels of positions: exact near the end, otherwise by a search.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::sample::{Sample, label};
use crate::board::{Objective, Position, Square};
use crate::eval::Evaluator;
use crate::eval::probcut::Selectivity;
use crate::search::endgame::{Goal, Solution, Solver};
use crate::search::table::TranspositionTable;
use crate::search::{Limits, Plan, Query, Report, Searcher, SilentObserver};

/// Megabytes of the tables of one job.
const HASH: u64 = 8;

/// The rules for labelling positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The number of empty squares up to which the label is the exact result.
    pub exact_to: u32,
    /// The depth of the searches that give the other labels, in plies.
    pub depth: u32,
    #[serde(default, skip_serializing_if = "is_off")]
    pub selectivity: Selectivity,
}

fn is_off(selectivity: &Selectivity) -> bool {
    *selectivity == Selectivity::OFF
}

/// Searches and solves for one job. Results depend on earlier requests, so each job begins with a new labeller.
#[derive(Debug)]
pub(crate) struct Labeller<'a, E> {
    objective: Objective,
    /// The evaluation for searches; `None` if all labels are exact.
    evaluation: Option<&'a E>,
    searcher: Searcher,
    solver: Solver,
}

impl<'a, E: Evaluator> Labeller<'a, E> {
    #[must_use]
    pub(crate) fn new(objective: Objective, evaluation: Option<&'a E>) -> Labeller<'a, E> {
        let table = Arc::new(TranspositionTable::new(HASH).expect("a small table can be had"));
        Labeller {
            objective,
            evaluation,
            searcher: Searcher::new(HASH, 1).expect("a small table can be had"),
            solver: Solver::new(table).with_any_line(),
        }
    }

    fn search(&mut self, position: &Position, depth: u32, selectivity: Selectivity) -> Option<Report> {
        let plan = Plan { selectivity, ..Plan::new(self.objective) };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let query = Query { position: *position, plan: &plan, limits: &limits, lines: 1 };
        Some(self.searcher.search(query, self.evaluation?, &mut SilentObserver))
    }

    /// The best move at this depth. The position must have a move.
    pub(super) fn choose(&mut self, position: &Position, depth: u32) -> Square {
        let report = self.search(position, depth, Selectivity::OFF);
        let chosen = report.and_then(|report| report.lines.first().and_then(|line| line.pv[0].square()));
        chosen.or(Square::lowest(position.moves())).expect("there are moves")
    }

    /// The value of a position at a depth, in discs; 0 without an evaluation.
    pub(super) fn value(&mut self, position: &Position, depth: u32) -> f64 {
        self.search(position, depth, Selectivity::OFF).map_or(0.0, |report| report.lines[0].value.discs())
    }

    /// The exact result of a position, and a move that reaches it.
    pub(super) fn solve(&mut self, position: &Position) -> Solution {
        let solved = self.solver.solve(position, self.objective, Goal::Exact, &Limits::default());
        solved.expect("nothing limits it")
    }

    /// Labels a position. Without an evaluation all labels are exact.
    pub(crate) fn label(&mut self, position: Position, labels: &Labels) -> Sample {
        let discs = if position.empties() <= labels.exact_to {
            None
        } else {
            self.search(&position, labels.depth, labels.selectivity).map(|report| report.lines[0].value.discs())
        };
        let discs = discs.unwrap_or_else(|| f64::from(self.solve(&position).score));
        Sample { position, label: label(discs) }
    }
}
