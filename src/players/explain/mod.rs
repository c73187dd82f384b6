//! Explanations: in a few words, why a move was chosen.

mod contrast;
mod liking;
mod opinion;
mod seen;
mod tell;
mod words;

pub use contrast::{Contrast, Rest, contrast};
pub use liking::likings;
pub use opinion::{Critic, Opinion};
pub use seen::{Place, Seen};

use crate::board::square::CORNERS;
use crate::board::{Move, Position};
use crate::eval::{Unit, Worth};

/// Why a player plays a move, or does not, in one line of ASCII: [`plain`](Explanation::plain) says what the move does
/// and spoils nothing, [`told`](Explanation::told) tells all in words, and displayed it has the numbers; points are
/// those of the player's own evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// What decided.
    pub why: Why,
    /// What the move gains and gives up, by what the evaluation's worth is made of.
    pub contrast: Option<Contrast>,
    /// What a tester thinks of the move.
    pub opinion: Option<Opinion>,
    /// What it does on the board.
    pub seen: Option<Seen>,
}

impl Explanation {
    /// What decided, and nothing else.
    #[must_use]
    pub const fn new(mv: Move, why: Why) -> Explanation {
        Explanation { mv, why, contrast: None, opinion: None, seen: None }
    }
}

/// What decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// There was no other legal move.
    Only,
    /// It is worth the most, and so much more than the next best move.
    Best {
        /// The next best move, and by how much it is worth less; `None` if that cannot be said.
        before: Option<(Move, Margin)>,
    },
    /// It is one of so many moves that are worth the same; the seed decided.
    Equal {
        /// How many moves are worth the same.
        moves: usize,
        /// The seed of the game.
        seed: u64,
    },
    /// A better move was left out, as nobody takes it for an honest one.
    Natural {
        /// The better move.
        left_out: Move,
        /// Why nobody takes it for an honest one.
        reason: Unnatural,
    },
    /// It loses about as much as it was to lose.
    Aimed {
        /// The best move.
        best: Move,
        /// By how much the move is worth less than the best.
        loss: Margin,
        /// What the player aims at, and what it has lost so far.
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
        /// By how much the move is worth less than the best.
        loss: Margin,
        /// The seed of the game.
        seed: u64,
    },
    /// It was drawn as people choose; the model plays it with this probability. What speaks for it beside the best one,
    /// or the one that would be played most often after it, is liked.
    Human {
        /// The best move.
        best: Move,
        /// By how much the move is worth less than the best.
        loss: Margin,
        /// The probability of the move, 0 to 1.
        chance: f64,
        /// The seed of the game.
        seed: u64,
        /// What speaks for the move, in words.
        liked: Vec<String>,
    },
    /// Its square has the highest priority.
    Priority {
        /// The priority of its square.
        priority: f64,
        /// The move with the next highest priority; `None` if there is no other.
        next: Option<(Move, f64)>,
    },
    /// It is one of so many legal moves, and the seed decided.
    Drawn {
        /// The number of legal moves.
        moves: usize,
        /// The seed of the game.
        seed: u64,
    },
    /// Most of so many random games went through it; with so many discs on average.
    Playouts {
        /// The number of random games.
        games: u64,
        /// The mean final difference of its games, for the player.
        discs: f64,
    },
    /// The player would play another move, which is worth so much more to it.
    Another {
        /// The move that it would play.
        choice: Move,
        /// By how much that is worth more; `None` if the player does not value moves.
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

/// By how much a move is worth less than another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// By the evaluation, in its unit.
    Evaluated(Unit, f64),
    /// Discs at the end of the game: both moves are played out.
    Final(i32),
    /// One of them wins, loses or draws for certain, the other is only evaluated.
    Decides,
}

impl Margin {
    /// By how much one worth is above another by the same evaluation.
    #[must_use]
    pub fn between(upper: Worth, lower: Worth) -> Margin {
        match (upper, lower) {
            (Worth::Points(upper), Worth::Points(lower)) => Margin::Evaluated(Unit::Points, upper - lower),
            (Worth::Discs(upper), Worth::Discs(lower)) => Margin::Evaluated(Unit::Discs, upper - lower),
            (Worth::Decided(upper), Worth::Decided(lower)) => Margin::Final(upper - lower),
            _ => Margin::Decides,
        }
    }

    /// True if the moves are worth the same.
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

/// The account of a player that is to lose so much, before the move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Account {
    /// What all is counted in.
    pub unit: Unit,
    /// What its moves of this game have lost.
    pub lost: f64,
    /// What they and this move were to lose.
    pub due: f64,
    /// What the state of the game adds to that, or takes away.
    pub corrected: f64,
}
