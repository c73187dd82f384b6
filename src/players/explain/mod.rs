//! Explanations: the reason for a move in a few words.

mod comment;
mod effects;
mod liking;

pub use comment::MoveComment;
pub use effects::{Place, VisibleEffects};
pub use liking::{Liking, liking};

use crate::board::square::CORNERS;
use crate::board::{Bitboard, Move, Position};
use crate::eval::Unit;

/// The reason why a player plays a move or does not. [`effects`](Explanation::effects) describes the move without its
/// value, and [`comment`](Explanation::comment) gives the reason as data that has words.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The explained move.
    pub mv: Move,
    /// The reason for the move.
    pub why: MoveReason,
    /// The visible effects on the board.
    pub visible_effects: Option<VisibleEffects>,
}

impl Explanation {
    /// An explanation with a reason and no visible effects.
    #[must_use]
    pub const fn new(mv: Move, why: MoveReason) -> Explanation {
        Explanation { mv, why, visible_effects: None }
    }
}

/// The reason for the move.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveReason {
    /// There was no other legal move.
    Only,
    /// The opening book has the move.
    Book,
    /// The move has the highest value.
    Best,
    /// The move is one of several with equal value, and the seed chose.
    Equal {
        /// The number of moves of equal value.
        moves: usize,
    },
    /// A better move was left out, because it is unnatural.
    Natural {
        /// The better move.
        left_out: Move,
        /// The rule that it breaks.
        reason: Unnatural,
    },
    /// The move loses about as many points as intended.
    Aimed {
        /// The best move, if its value is higher.
        better: Option<Move>,
        /// The player's intended losses, and the losses so far.
        account: Account,
    },
    /// Noise was added to the values of the best moves.
    Noisy {
        /// The best move, if its value is higher.
        better: Option<Move>,
    },
    /// The move was drawn from the model of people's choices, with this probability.
    Human {
        /// The squares of the moves that are clearly better in the judge's values.
        seen: Bitboard,
        /// The probability of the move, 0 to 1.
        chance: f64,
        /// The feature with the largest weight for the move over the best one, or over the next likeliest one if it is
        /// the best.
        liked: Option<Liking>,
    },
    /// The square has the highest priority.
    Priority {
        /// The move with the next highest priority; `None` if there is no other.
        next: Option<Move>,
    },
    /// The move is one of several legal ones, and the seed chose.
    Drawn {
        /// The number of legal moves.
        moves: usize,
    },
    /// Most random games went through the move.
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
        /// True if the player values both moves equally.
        equal: bool,
    },
}

impl MoveReason {
    /// A better move that the rules of naturalness leave out, with the rule.
    pub(super) fn natural(position: &Position, left_out: Move) -> MoveReason {
        let corner = position.moves() & CORNERS != 0;
        MoveReason::Natural { left_out, reason: if corner { Unnatural::Corner } else { Unnatural::Gift } }
    }
}

/// The rule of naturalness that leaves a move out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unnatural {
    /// The player could take a corner instead.
    Corner,
    /// The move lets the opponent take a corner next.
    Gift,
}

/// The losses of a player with a target, before the move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Account {
    /// The unit of the figures.
    pub unit: Unit,
    /// The losses of its moves in this game so far.
    pub lost: f64,
    /// The intended losses of these moves and of the next one.
    pub due: f64,
}
