//! Positions with the values of judges and the choices of people: reviews, the study, the lens, the explorer.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{GameRef, Statement};
use crate::people::PeopleElo;
use crate::players::explain;
use crate::search::Certainty;
use crate::strength::reasons::{Deed, Reason};

/// A move and the expected moves after it, with the value for the side to move in discs.
pub(in crate::serve::page) type Worth = (String, f64);

messages! {
    /// A game under review, with its judged positions so far.
    pub struct Review {
        pub of: GameRef,
        /// The judge's name; `None` if no judge plays by this rule.
        pub judge: Option<String>,
        /// The judged positions, by the number of moves before.
        pub positions: Vec<Option<JudgedPosition>>,
        pub others: Vec<OtherJudge>,
        /// The opponent's requested reasons, by the number of moves before. There is no reason if it gave none.
        pub reasons: BTreeMap<usize, Option<Statement<explain::MoveComment>>>,
        pub passes: usize,
        /// The number of finished passes.
        pub pass: usize,
    }

    /// The judge's values of a position.
    pub struct JudgedPosition {
        /// The value in discs for Black.
        pub black: f64,
        /// The certainty of the least certain value.
        pub certainty: Certainty,
        pub moves: Vec<Worth>,
        /// The loss of each of these moves in discs.
        pub losses: Vec<f64>,
        /// The reason why the played move lost discs, if it did and the reason is visible.
        pub reason: Option<Reason>,
        /// The played move's effect on the board, if it is worth saying.
        pub did: Option<Deed>,
    }

    /// The moves that people play in a position.
    pub struct Lens {
        /// Two ratings: that of the person, or the first one to choose if it is unknown; and 200 above.
        pub ratings: [PeopleElo; 2],
        /// Each move with its share at both ratings.
        pub moves: Vec<(String, [f64; 2])>,
    }

    /// The moves played in a position.
    pub struct Exploration {
        /// The open files: numbers and names.
        pub files: Vec<(u64, String)>,
        /// The names of the kept files of tournament games.
        pub tournaments: Vec<String>,
        /// The number of games that reached the position.
        pub games: usize,
        /// The moves played there, the most frequent first.
        pub moves: Vec<PlayedMove>,
    }

    /// A played move with the results of its player.
    pub struct PlayedMove {
        pub square: String,
        pub games: usize,
        /// The results among games with a known result.
        pub won: usize,
        pub drawn: usize,
        pub lost: usize,
        /// The mean result in discs of the games that were played out; `None` if there is none.
        pub discs: Option<f64>,
    }

    /// Another judge's values for Black, by the number of moves before.
    pub struct OtherJudge {
        pub judge: String,
        pub black: Vec<Option<f64>>,
    }

    /// A studied position.
    pub struct Study {
        pub key: String,
        pub judge: Option<String>,
        pub moves: Vec<Worth>,
        pub searching: bool,
        /// The certainty of the least certain value.
        pub certainty: Certainty,
    }
}
