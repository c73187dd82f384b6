//! What a search finds.

use std::fmt;
use std::time::Duration;

use crate::board::Move;
use crate::eval::Worth;

/// How sure a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// An evaluation this many plies below.
    Depth(u32),
    /// Win, loss or draw is likely: the game is searched to its end, with cuts by ProbCut.
    Likely {
        /// The empty squares, all of which are searched.
        plies: u32,
        /// The share of the estimates behind its cutoffs that are right within their margins, in hundredths.
        percent: u8,
    },
    /// Win, loss or draw is certain; the margin is not.
    WinLossDraw,
    /// The exact final difference with best play.
    Exact,
}

/// As the protocols write it: `12`, `22@95%`, `100%W` or `100%`.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certainty::Depth(plies) => write!(f, "{plies}"),
            Certainty::Likely { plies, percent } => write!(f, "{plies}@{percent}%"),
            Certainty::WinLossDraw => f.write_str("100%W"),
            Certainty::Exact => f.write_str("100%"),
        }
    }
}

/// One root move with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The root move first; a pass is only ever the root move of a forced pass or stands between two moves of one side.
    pub pv: Vec<Move>,
    /// From the view of the side to move.
    pub worth: Worth,
    /// The same in discs, -64 to 64.
    pub discs: f64,
    /// How far the value can be trusted.
    pub certainty: Certainty,
}

/// One completed iteration of the search: every reported move at one depth.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// The least certain of its lines.
    pub certainty: Certainty,
    /// Best first; equal values in the order of the plan's ties.
    pub lines: Vec<Line>,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl Iteration {
    /// What a player without a search reports: its moves, best first, with what each is worth to the side to move.
    ///
    /// ```
    /// use rival::board::Board;
    /// use rival::eval::Worth;
    /// use rival::search::Report;
    ///
    /// let moves = Board::START.moves().map(|mv| (mv, Worth::Discs(0.5)));
    /// let report = Report::ranked(1, moves);
    /// assert_eq!((report.lines.len(), report.lines[0].discs), (4, 0.5));
    /// ```
    #[must_use]
    pub fn ranked(depth: u32, moves: impl IntoIterator<Item = (Move, Worth)>) -> Report {
        let certainty = Certainty::Depth(depth);
        let line = |(mv, worth): (Move, Worth)| {
            let discs = match worth {
                Worth::Points(amount) | Worth::Discs(amount) => amount,
                Worth::Final(discs) => f64::from(discs),
            };
            Line { pv: vec![mv], worth, discs, certainty }
        };
        let lines = moves.into_iter().map(line).collect();
        Iteration { certainty, lines, nodes: 0, elapsed: Duration::ZERO }
    }
}

/// The last completed iteration is the result; if the time cut the next one off, with the best move that it had found.
/// Without lines the game is over.
pub type Report = Iteration;

/// Follows a search.
pub trait Observer {
    /// An iteration is complete.
    fn iteration(&mut self, iteration: &Iteration) {
        let _ = iteration;
    }
}

/// Follows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {}
