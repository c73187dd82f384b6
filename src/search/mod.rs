//! Search: a position and limits in, a report out, progress to an observer. Nothing is printed here.

mod alphabeta;
pub mod bench;
mod bounds;
mod budget;
mod busy;
mod clock;
mod deepen;
pub mod endgame;
mod evaluated;
mod limits;
mod minimax;
mod order;
mod refutations;
mod report;
mod root;
mod schedule;
mod searcher;
mod shallow;
mod solve;
pub mod table;
mod valuation;

pub use clock::MoveTime;
pub use deepen::DEEP;
pub use evaluated::{search_with, shallow_with};
pub use limits::{Clock, Limits, Stop};
pub use minimax::minimax;
pub use report::{Iteration, Line, Observer, Report, SilentObserver};
pub use searcher::{Searcher, SearcherError, search};
pub use shallow::{SHALLOW, shallow};
pub use solve::expected;
pub use valuation::{Certainty, Estimate, TRUSTED, Valuation, WinLossDraw};

use crate::board::{Objective, Position};
use crate::eval::Evaluator;
use crate::eval::probcut::Selectivity;

/// A personality's way of searching: everything that is not a limit of one move.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The rule that decides games.
    pub objective: Objective,
    /// The first depth that the observer is told of, in plies. A pass does not count.
    pub first_depth: u32,
    /// The number of empty squares from which the game is solved exactly.
    pub solve_from: u32,
    /// The choice between root moves of equal value.
    pub ties: Ties,
    /// The willingness to replace deep searches by shallow ones, if the evaluator has the figures. Off gives the values
    /// of plain minimax.
    pub selectivity: Selectivity,
    /// The number of search threads, 1 or more. It never changes the result of a search with a fixed depth, because a
    /// selective one has one thread.
    pub threads: usize,
}

impl Plan {
    /// The plan of a search with no bounds but its limits: from depth 1, without selectivity, on one thread. Among
    /// equal moves it chooses the first. It does not solve the game.
    #[must_use]
    pub const fn new(objective: Objective) -> Plan {
        Plan { objective, first_depth: 1, solve_from: 0, ties: Ties::First, selectivity: Selectivity::OFF, threads: 1 }
    }

    /// True if a search with this evaluator prunes by estimates, so that it proves nothing.
    fn is_selective<E: Evaluator>(&self, evaluator: &E) -> bool {
        self.selectivity != Selectivity::OFF && evaluator.shallowers().is_some()
    }
}

/// The choice between best moves of exactly equal value. All moves that share the best minimax value take part, so the
/// choice does not depend on the order of search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// The move with the lowest square.
    First,
    /// A move drawn uniformly by this seed, which should depend on the game's seed and the ply.
    Random(u64),
}

/// A request to search one position.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The position to search.
    pub position: Position,
    /// The personality's way of searching.
    pub plan: &'a Plan,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The number of best moves that get a value: 1 for a move to play, 64 for every move.
    pub lines: usize,
}
