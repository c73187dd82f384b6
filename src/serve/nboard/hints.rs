//! From iterations of a search to the lines of hints.

use crate::search::{Certainty, Iteration};
use crate::wire::nboard::{Depth, Eval, Reply};

/// What has been shown of one search.
#[derive(Debug)]
pub(super) struct Hints {
    /// The values are evaluations in discs.
    evaluates: bool,
    shown: Option<Depth>,
}

impl Hints {
    pub(super) fn new(evaluates: bool) -> Hints {
        Hints { evaluates, shown: None }
    }

    /// True if nothing has been shown.
    pub(super) fn is_empty(&self) -> bool {
        self.shown.is_none()
    }

    /// A line for each move of an iteration, best first, all at one depth. Nothing for a depth that was shown: the GUI would show each move twice.
    pub(super) fn show(&mut self, iteration: &Iteration) -> Vec<Reply> {
        let depth = depth(iteration.certainty);
        if self.shown.as_ref() == Some(&depth) {
            return Vec::new();
        }
        self.shown = Some(depth.clone());
        let text = if self.evaluates { "" } else { "priority" };
        iteration
            .lines
            .iter()
            .map(|line| Reply::Search {
                pv: line.pv.clone(),
                eval: Eval::Value(line.discs),
                depth: depth.clone(),
                text: text.to_owned(),
            })
            .collect()
    }
}

fn depth(certainty: Certainty) -> Depth {
    match certainty {
        Certainty::Depth(plies) => Depth::Plies(plies),
        Certainty::WinLossDraw => Depth::WinLossDraw,
        Certainty::Exact => Depth::Exact,
    }
}
