//! Explanations: in a few words, why a move was chosen.

mod liking;
mod seen;
mod tell;

pub use liking::{Liking, liking};
pub use seen::{Place, Seen};
pub use tell::Told;

use crate::board::square::CORNERS;
use crate::board::{Move, Position};
use crate::eval::Unit;

/// Why a player plays a move or does not. [`effects`](Explanation::effects) describes the move without its value, and
/// [`told`](Explanation::told) says the reason in words or as data.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// The reason for the move.
    pub why: Why,
    /// Its visible effects on the board.
    pub seen: Option<Seen>,
}

impl Explanation {
    /// The reason alone.
    #[must_use]
    pub const fn new(mv: Move, why: Why) -> Explanation {
        Explanation { mv, why, seen: None }
    }
}

/// The reason for the move.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// There was no other legal move.
    Only,
    /// Its opening book says so.
    Book,
    /// It has the highest value.
    Best,
    /// It is one of several moves of equal value; the seed chose.
    Equal {
        /// The number of moves of equal value.
        moves: usize,
    },
    /// A better move was left out as unnatural.
    Natural {
        /// The better move.
        left_out: Move,
        /// Why it is unnatural.
        reason: Unnatural,
    },
    /// It loses about as much as intended.
    Aimed {
        /// The best move, if its value is higher.
        better: Option<Move>,
        /// The player's target, and its losses so far.
        account: Account,
    },
    /// Noise was added to the values of the best moves.
    Noisy {
        /// The best move, if its value is higher.
        better: Option<Move>,
    },
    /// It was drawn from the model of people's choices, with this probability.
    Human {
        /// A better move by the judgement that it was drawn by, if there is a clearly better one.
        saw: Option<Move>,
        /// The probability of the move, 0 to 1.
        chance: f64,
        /// The feature with the largest weight for the move over the best one, or over the next likeliest one.
        liked: Option<Liking>,
    },
    /// Its square has the highest priority.
    Priority {
        /// The move with the next highest priority; `None` if there is no other.
        next: Option<Move>,
    },
    /// It is one of several legal moves; the seed chose.
    Drawn {
        /// The number of legal moves.
        moves: usize,
    },
    /// Most random games went through it; their number and mean result in discs.
    Playouts {
        /// The number of random games.
        games: u64,
        /// The mean final difference of its games, for the player.
        discs: f64,
    },
    /// The player would play another move.
    Another {
        /// The move that it would play.
        choice: Move,
        /// It values both moves equally.
        equal: bool,
    },
}

impl Why {
    /// A better move was left out by the rules of naturalness.
    pub(super) fn natural(position: &Position, left_out: Move) -> Why {
        let corner = position.moves() & CORNERS != 0;
        Why::Natural { left_out, reason: if corner { Unnatural::Corner } else { Unnatural::Gift } }
    }
}

/// The rule of naturalness by which a move is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unnatural {
    /// The player could take a corner instead.
    Corner,
    /// It lets the opponent take a corner next.
    Gift,
}

/// The account of a player with a target loss, before the move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Account {
    /// The unit of the figures.
    pub unit: Unit,
    /// The losses of its moves in this game.
    pub lost: f64,
    /// The intended losses of these and this move.
    pub due: f64,
}
