//! Positions as judges and people see them: reviews, the study, the lenses, the explorer.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{GameRef, Statement};
use crate::people::PeopleElo;
use crate::players::explain;
use crate::search::Certainty;
use crate::strength::reasons::Reason;

/// A move with those that are expected behind it, and its value for the side to move in discs.
pub(in crate::serve::page) type Worth = (String, f64);

told! {
    /// A game under review, as far as it is judged.
    pub struct Review {
        pub of: GameRef,
        /// Nobody, if none judges games by this rule.
        pub judge: Option<String>,
        /// By the number of moves before.
        pub positions: Vec<Option<Judged>>,
        pub others: Vec<Other>,
        /// Why the opponent played, as far as that was asked, by the number of moves before; no reason if it gave none.
        pub reasons: BTreeMap<usize, Option<Statement<explain::Told>>>,
        pub passes: usize,
        /// Passes that are done.
        pub pass: usize,
    }

    /// The judge's values of a position.
    pub struct Judged {
        /// Discs, for Black.
        pub black: f64,
        /// The least certainty of these values.
        pub certainty: Certainty,
        pub moves: Vec<Worth>,
        /// The discs that each of them gives away.
        pub losses: Vec<f64>,
        /// Why the move that was played here lost, if it did and something is to be seen.
        pub reason: Option<Reason>,
    }

    /// The moves that people play in a position.
    pub struct Lens {
        /// As strong as the person, or an average tournament player; and 200 above.
        pub ratings: [PeopleElo; 2],
        /// Each move with its share among both.
        pub moves: Vec<(String, [f64; 2])>,
    }

    /// The moves played in a position.
    pub struct Explored {
        /// The files that are open: numbers and names.
        pub files: Vec<(u64, String)>,
        /// Games that came to the position.
        pub games: usize,
        /// The moves played there, the most frequent first.
        pub moves: Vec<Continued>,
    }

    /// A played move with the results of its player.
    #[derive(Default)]
    pub struct Continued {
        pub square: String,
        pub games: usize,
        /// Of the games whose results are known.
        pub won: usize,
        pub drawn: usize,
        pub lost: usize,
        /// The mean result in discs.
        pub discs: f64,
    }

    /// Another judge's values: Black's value by the number of moves before.
    pub struct Other {
        pub judge: String,
        pub black: Vec<Option<f64>>,
    }

    /// A position that is studied.
    pub struct Study {
        pub key: String,
        pub judge: Option<String>,
        pub moves: Vec<Worth>,
        pub searching: bool,
        /// The least certainty of these values.
        pub certainty: Certainty,
    }
}
