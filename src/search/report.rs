//! The result of a search.

use std::time::Duration;

use super::valuation::{Certainty, Valuation};
use crate::board::Move;
use crate::eval::Worth;

/// One root move with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The line of best play, which begins with the root move. A pass is either the root move or stands between two
    /// moves of one side.
    pub pv: Vec<Move>,
    /// The worth for the side to move in the unit of the evaluation, for comparisons with other lines of this search.
    /// Selective searches under a clock have final scores only in this unit, too, before they are solved.
    pub worth: Worth,
    /// The value with its certainty, for the side to move.
    pub value: Valuation,
}

impl Line {
    /// A line of one move with an estimate of this depth.
    #[must_use]
    pub fn estimated(mv: Move, worth: Worth, depth: u32) -> Line {
        let discs = match worth {
            Worth::Points(amount) | Worth::Discs(amount) => amount,
            Worth::Final(discs) => f64::from(discs),
        };
        Line { pv: vec![mv], worth, value: Valuation::estimate(discs, depth) }
    }
}

/// A completed iteration of the search: every reported move at one depth.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// The lines, best first. Equal values are in the order of the plan's ties.
    pub lines: Vec<Line>,
    /// The number of positions visited since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl Iteration {
    /// The certainty of the least certain line. Without lines the game is over, and its result is exact.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        self.lines.iter().map(|line| line.value.certainty()).min().unwrap_or(Certainty::Exact)
    }

    /// The report for a finished game.
    #[must_use]
    pub const fn over() -> Report {
        Iteration { lines: Vec::new(), nodes: 0, elapsed: Duration::ZERO }
    }

    /// The report of a player without a search: its moves with their worth to the side to move, best first.
    ///
    /// ```
    /// use rival::board::Board;
    /// use rival::eval::Worth;
    /// use rival::search::Report;
    ///
    /// let moves = Board::START.moves().map(|mv| (mv, Worth::Discs(0.5)));
    /// let report = Report::ranked(1, moves);
    /// assert_eq!((report.lines.len(), report.lines[0].value.discs()), (4, 0.5));
    /// ```
    #[must_use]
    pub fn ranked(depth: u32, moves: impl IntoIterator<Item = (Move, Worth)>) -> Report {
        let lines = moves.into_iter().map(|(mv, worth)| Line::estimated(mv, worth, depth)).collect();
        Iteration { lines, nodes: 0, elapsed: Duration::ZERO }
    }
}

/// The result: the last completed iteration. If time ran out in the next iteration, that iteration's best move is
/// included. Without lines the game is over.
pub type Report = Iteration;

/// Observes a search.
pub trait Observer {
    /// Called when an iteration is complete.
    fn iteration(&mut self, iteration: &Iteration) {
        let _ = iteration;
    }
}

/// An observer that ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct SilentObserver;

impl Observer for SilentObserver {}
