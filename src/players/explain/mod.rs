//! Explanations: in a few words, why a move was chosen.

mod contrast;
mod liking;
mod seen;
mod tell;
mod words;

pub use contrast::{Contrast, Rest, contrast};
pub use liking::{Liking, liking};
pub use seen::{Place, Seen};
pub use tell::Told;

use crate::board::square::CORNERS;
use crate::board::{Move, Position};
use crate::eval::{Unit, Worth};

/// Why a player plays a move or does not, in one line of ASCII. [`plain`](Explanation::plain) describes the move
/// without its value, `told` explains it in words or as data, and the display has the numbers, in points of
/// the player's own evaluation, and the seed.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// The reason for the move.
    pub why: Why,
    /// Gains and losses of the move, by the terms of the evaluation.
    pub contrast: Option<Contrast>,
    /// What it does on the board.
    pub seen: Option<Seen>,
}

impl Explanation {
    /// The reason alone.
    #[must_use]
    pub const fn new(mv: Move, why: Why) -> Explanation {
        Explanation { mv, why, contrast: None, seen: None }
    }
}

/// The reason for the move.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// There was no other legal move.
    Only,
    /// Its opening book says so.
    Book {
        /// The move's value there, in discs.
        discs: f64,
    },
    /// It has the highest value, by this much over the next best move.
    Best {
        /// The next best move, and by how much its value is lower; `None` if unknown.
        before: Option<(Move, Margin)>,
    },
    /// It is one of several moves of equal value; the seed chose.
    Equal {
        /// The number of moves of equal value.
        moves: usize,
        /// The seed of the game.
        seed: u64,
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
        /// The best move.
        best: Move,
        /// By how much the move's value is below the best.
        loss: Margin,
        /// The player's target, and its losses so far.
        account: Account,
        /// How many moves lose about as much.
        moves: usize,
        /// The seed of the game.
        seed: u64,
    },
    /// Noise was added to the values of the best moves.
    Noisy {
        /// The best move.
        best: Move,
        /// By how much the move's value is below the best.
        loss: Margin,
        /// The seed of the game.
        seed: u64,
    },
    /// It was drawn from the model of people's choices, with this probability.
    Human {
        /// The best move.
        best: Move,
        /// By how much the move's value is below the best.
        loss: Margin,
        /// A better move by the judgement that it was drawn by, if there is a clearly better one.
        saw: Option<Move>,
        /// The probability of the move, 0 to 1.
        chance: f64,
        /// The seed of the game.
        seed: u64,
        /// What speaks most for the move, beside the best one or the next likeliest one.
        liked: Option<Liking>,
    },
    /// Its square has the highest priority.
    Priority {
        /// The priority of its square.
        priority: f64,
        /// The move with the next highest priority; `None` if there is no other.
        next: Option<(Move, f64)>,
    },
    /// It is one of several legal moves; the seed chose.
    Drawn {
        /// The number of legal moves.
        moves: usize,
        /// The seed of the game.
        seed: u64,
    },
    /// Most random games went through it; their number and mean result in discs.
    Playouts {
        /// The number of random games.
        games: u64,
        /// The mean final difference of its games, for the player.
        discs: f64,
    },
    /// The player would play another move of higher value.
    Another {
        /// The move that it would play.
        choice: Move,
        /// By how much that value is higher; `None` if the player does not value moves.
        margin: Option<Margin>,
    },
}

impl Why {
    /// A better move was left out by the rules of naturalness.
    pub(super) fn natural(position: &Position, left_out: Move) -> Why {
        let corner = position.moves() & CORNERS != 0;
        Why::Natural { left_out, reason: if corner { Unnatural::Corner } else { Unnatural::Gift } }
    }
}

/// The difference of two moves' values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// By the evaluation, in its unit.
    Evaluated(Unit, f64),
    /// Discs at the end of the game: both results are known.
    Final(i32),
    /// The result of one is known, the other is only evaluated.
    Decides,
}

impl Margin {
    /// The difference of two values of the same evaluation.
    #[must_use]
    pub fn between(upper: Worth, lower: Worth) -> Margin {
        match (upper, lower) {
            (Worth::Points(upper), Worth::Points(lower)) => Margin::Evaluated(Unit::Points, upper - lower),
            (Worth::Discs(upper), Worth::Discs(lower)) => Margin::Evaluated(Unit::Discs, upper - lower),
            (Worth::Final(upper), Worth::Final(lower)) => Margin::Final(upper - lower),
            _ => Margin::Decides,
        }
    }

    /// True if the values are equal.
    #[must_use]
    pub fn is_nothing(self) -> bool {
        matches!(self, Margin::Evaluated(_, amount) if amount == 0.0)
    }
}

/// Why a move is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unnatural {
    /// A corner can be had instead.
    Corner,
    /// It lets the opponent take a corner next.
    Gift,
}

/// The account of a player with a target loss, before the move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Account {
    /// What all is counted in.
    pub unit: Unit,
    /// The losses of its moves in this game.
    pub lost: f64,
    /// The intended losses of these and this move.
    pub due: f64,
    /// The correction of that by the state of the game.
    pub corrected: f64,
}
