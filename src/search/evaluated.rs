//! Searches with an evaluation of any kind. The kind is looked up once for each search, and the search is compiled for
//! each kind.

use super::{Observer, Query, Report, Searcher};
use crate::board::{Objective, Position, Square};
use crate::eval::Evaluation;

/// The same as [`search`](super::search()).
pub fn search_with(query: Query<'_>, evaluation: &Evaluation, observer: &mut dyn Observer) -> Report {
    match evaluation {
        Evaluation::Weighted(weighted) => super::search(query, weighted, observer),
        Evaluation::Patterns(patterns) => super::search(query, patterns, observer),
        Evaluation::Network(network) => super::search(query, network, observer),
    }
}

impl Searcher {
    /// The same as [`Searcher::search`].
    pub fn search_with(&mut self, query: Query<'_>, evaluation: &Evaluation, observer: &mut dyn Observer) -> Report {
        self.solve_by(evaluation);
        match evaluation {
            Evaluation::Weighted(weighted) => self.search(query, weighted, observer),
            Evaluation::Patterns(patterns) => self.search(query, patterns, observer),
            Evaluation::Network(network) => self.search(query, network, observer),
        }
    }
}

/// The same as [`shallow`](super::shallow()).
#[must_use]
pub fn shallow_with(position: &Position, evaluation: &Evaluation, objective: Objective, depth: u32) -> Option<Square> {
    match evaluation {
        Evaluation::Weighted(weighted) => super::shallow(position, weighted, objective, depth),
        Evaluation::Patterns(patterns) => super::shallow(position, patterns, objective, depth),
        Evaluation::Network(network) => super::shallow(position, network, objective, depth),
    }
}
