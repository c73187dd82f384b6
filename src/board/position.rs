//! The fast, unchecked position: two bitboards, from the view of the side to move.

use super::kernel;
use super::objective::Objective;
use super::square::{Bitboard, Square};

/// The discs of the side to move and of the other side. A square is never in both.
///
/// Nothing is checked: [`Position::play`] on an illegal square gives a position that no game reaches.
/// [`Board::new`](super::Board::new) checks discs, and [`Game`](super::Game) checks moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Discs of the side to move.
    pub own: Bitboard,
    /// Discs of the side that is not to move.
    pub opp: Bitboard,
}

impl Position {
    /// The normal start: black (to move) on e4 and d5, white on d4 and e5.
    pub const START: Position = Position { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };

    /// The squares that hold a disc of either side.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.own | self.opp
    }

    /// The squares without a disc.
    #[must_use]
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        !(self.own | self.opp)
    }

    /// The number of empty squares.
    #[must_use]
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The number of the next move: 1 at the start of a normal game, 60 for the last square. Passes have none.
    ///
    /// ```
    /// use rival::board::Position;
    /// assert_eq!(Position::START.move_number(), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn move_number(&self) -> u32 {
        61_u32.saturating_sub(self.empties()).max(1)
    }

    /// The squares where the side to move may place a disc.
    #[must_use]
    #[inline]
    pub fn moves(&self) -> Bitboard {
        kernel::moves(self.own, self.opp)
    }

    /// The discs that a move on this square flips; none if the move is illegal. The square must be empty.
    #[must_use]
    #[inline]
    pub fn flips(&self, square: Square) -> Bitboard {
        kernel::flips(square, self.own, self.opp)
    }

    /// The position after a legal move. The other side is to move.
    #[must_use]
    #[inline]
    pub fn play(&self, square: Square) -> Position {
        self.play_flips(square, self.flips(square))
    }

    /// The position after a move with known flips. The other side is to move.
    #[must_use]
    #[inline]
    pub const fn play_flips(&self, square: Square, flips: Bitboard) -> Position {
        Position { own: self.opp ^ flips, opp: self.own ^ flips ^ square.bit() }
    }

    /// The same discs with the other side to move.
    #[must_use]
    #[inline]
    pub const fn pass(&self) -> Position {
        Position { own: self.opp, opp: self.own }
    }

    /// True if neither side has a legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The result of a finished game in discs, -64 to 64, from the view of the side to move: see [`Objective::score`].
    #[must_use]
    #[inline]
    pub const fn score(&self, objective: Objective) -> i32 {
        objective.score(self.own.count_ones(), self.opp.count_ones())
    }
}
