//! The facts about lines that make a reason.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::board::{Bitboard, Color, Square, squares};

/// The most squares that are named.
const NAMED: usize = 3;

/// A few squares of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string[]"))]
pub(crate) struct FewSquares([Option<Square>; NAMED]);

impl FewSquares {
    /// Squares of this set: first of all this one, if it is in the set.
    pub(crate) fn from_set(set: Bitboard, first: Option<Square>) -> FewSquares {
        let first = first.filter(|square| set & square.bit() != 0);
        let others = squares(set).filter(|square| Some(*square) != first);
        let mut few = [None; NAMED];
        for (place, square) in few.iter_mut().zip(first.into_iter().chain(others)) {
            *place = Some(square);
        }
        FewSquares(few)
    }

    /// All squares of a set, if they are few.
    pub(crate) fn all_of(set: Bitboard) -> FewSquares {
        FewSquares::from_set(if set.count_ones() as usize <= NAMED { set } else { 0 }, None)
    }

    pub(crate) fn bits(self) -> Bitboard {
        self.iter().fold(0, |set, square| set | square.bit())
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().flatten()
    }
}

/// The next moves of a line, up to the board on which a fact is seen: the opponent's answer first. A pass is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub(crate) struct Sequel(FewSquares);

impl Sequel {
    /// These squares; `None` without one.
    pub(crate) fn from_squares(next: impl Iterator<Item = Square>) -> Option<Sequel> {
        let mut few = [None; NAMED];
        for (place, square) in few.iter_mut().zip(next) {
            *place = Some(square);
        }
        few[0].map(|_| Sequel(FewSquares(few)))
    }
}

impl fmt::Display for Sequel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, square) in self.0.iter().enumerate() {
            write!(f, "{}{square}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Serialize for Sequel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for FewSquares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The effect of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum AnswerEffect {
    /// It takes safe moves away from the mover, these or more.
    Takes { squares: FewSquares },
    /// It opens no safe move to the mover.
    Quiet,
    /// It opens safe moves to its own side, these or more.
    Prepares { squares: FewSquares },
}

/// A fact about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Fact {
    /// A side takes a corner: the mover with one of its next two moves, or the opponent with one of its next two.
    Takes {
        side: Color,
        corner: Square,
        /// The number of the move in the line. The first move of the line is the lost one.
        ply: usize,
        /// The moves between, if there are some.
        after: Option<Sequel>,
    },
    /// A side turns every disc of the other one, with its next move, on this square. The game is over.
    WipesOut { side: Color, square: Square },
    /// A side does not take this corner.
    KeepsOut { side: Color, corner: Square },
    /// A side has no move and must pass, and the game goes on. `after` is the opponent's answer before it.
    Passes { side: Color, after: Option<Sequel> },
    /// The mover has this many moves after the answer that do not give the opponent a corner, or the opponent after the
    /// move that do not give the mover one. The squares are empty if there are more.
    Safe { side: Color, moves: u32, squares: FewSquares, after: Option<Sequel> },
    /// The mover has this many moves after the answer, or the opponent after the move.
    Moves { side: Color, moves: u32, after: Option<Sequel> },
    /// A side makes the last move of this region of empty squares, on this square.
    LastMove { side: Color, square: Square },
    /// The move is the first in a region of this many empty squares. If the number is even and both sides go on there,
    /// the other side makes the last move. `answer` is where the
    /// opponent plays there next.
    Enters { squares: u32, answer: Option<Square> },
    /// The move gives a side this many safe moves that were illegal before it; first of all the expected one.
    Wall { side: Color, moves: u32, squares: FewSquares },
    /// The mover could play this square safely before the move. After it the square is illegal, or playing there gives
    /// the opponent this corner.
    Spoils { square: Square, corner: Option<Square> },
    /// The better move keeps that square for the mover.
    Spares { square: Square },
    /// The opponent answers on an edge and turns this many of the mover's discs along it, or places its disc between
    /// two of them.
    Edge { side: Color, square: Square, discs: u32 },
    /// The opponent cannot play this move's square before or after it, so it could have waited.
    Waits { square: Square },
    /// The opponent can play there, too, so the move should come before one that could wait.
    Contested { side: Color, square: Square },
    /// After the move these safe moves of the mover are illegal, or more, which the better move keeps.
    Loses { side: Color, squares: FewSquares },
    /// The move is beside this empty corner.
    Beside { corner: Square },
    /// The opponent plays on the square of the better move, with one of its next two moves.
    Yields { side: Color, square: Square },
    /// The mover can no longer play on this square after this answer: the better move's, or the next one's after it.
    Gone { square: Square, answer: Square },
    /// The opponent can play on this square, which was illegal before the move, and that has this effect; or the mover
    /// can at its next turn.
    Opens { side: Color, square: Square, effect: Option<AnswerEffect> },
    /// A side has this many safe moves that the better move takes away; first of all the expected one.
    Leaves { side: Color, moves: u32, squares: FewSquares },
    /// The move takes away the moves that the other one leaves.
    Denies,
    /// The opponent can no longer play on this square after the move, neither at once nor at its next turn.
    Closes { side: Color, square: Square },
    /// The move flips this many discs.
    Turns { discs: u32 },
    /// The opponent has one good answer, on this square. Any other is worse by this many discs or more, by the search
    /// of the answers.
    Alone { side: Color, square: Square, discs: u32 },
    /// The game ends with this lead for the mover in discs. `same` is true if both lines have the same winner.
    Ends { lead: i32, same: bool },
    /// The move keeps the moves that the other one's answer takes away.
    Keeps,
    /// A side has this many quiet moves: the mover after the answer, or the opponent after the move.
    QuietMoves { side: Color, moves: u32, squares: FewSquares, after: Option<Sequel> },
    /// The opponent can play on this square at once, which has this effect.
    Plays { side: Color, square: Square, effect: AnswerEffect },
    /// If the opponent plays on this square after the move, that opens these safe moves to the mover, or more.
    Costs { side: Color, square: Square, squares: FewSquares },
    /// The lines show no simple reason within this many plies.
    Later { plies: usize },
}

impl Fact {
    /// True if the fact needs no second search: the boards after the first ply show it, or it is a final result.
    pub(super) fn is_certain(self) -> bool {
        matches!(
            self,
            Fact::WipesOut { .. }
                | Fact::Opens { .. }
                | Fact::Contested { .. }
                | Fact::Beside { .. }
                | Fact::Wall { .. }
                | Fact::Ends { .. }
        )
    }

    /// True if the fact is about a corner or an edge.
    pub(super) fn is_of_edge(self) -> bool {
        matches!(self, Fact::Takes { .. } | Fact::KeepsOut { .. } | Fact::Edge { .. })
    }

    /// True if the better move's fact says something without a clause about the played move.
    pub(super) fn stands_alone(self) -> bool {
        matches!(
            self,
            Fact::WipesOut { .. }
                | Fact::Takes { .. }
                | Fact::Passes { .. }
                | Fact::Safe { .. }
                | Fact::QuietMoves { .. }
                | Fact::Opens { .. }
        )
    }

    /// True if the fact is a final result.
    pub(super) fn is_result(self) -> bool {
        matches!(self, Fact::Ends { .. })
    }

    /// True if lines of two depths show the same fact. Counts depend on the expected answer and may differ.
    pub(super) fn agrees(self, other: Fact) -> bool {
        match (self, other) {
            (Fact::Takes { side, corner, .. }, Fact::Takes { side: other_side, corner: other_corner, .. }) => {
                side == other_side && corner == other_corner
            }
            (Fact::Edge { square, .. }, Fact::Edge { square: other_square, .. })
            | (Fact::Gone { square, .. }, Fact::Gone { square: other_square, .. })
            | (Fact::Spoils { square, .. }, Fact::Spoils { square: other_square, .. })
            | (Fact::Plays { square, .. }, Fact::Plays { square: other_square, .. })
            | (Fact::Alone { square, .. }, Fact::Alone { square: other_square, .. }) => square == other_square,
            (Fact::Opens { side, square, .. }, Fact::Opens { side: other_side, square: other_square, .. }) => {
                side == other_side && square == other_square
            }
            (Fact::Passes { side, .. }, Fact::Passes { side: other_side, .. })
            | (Fact::Safe { side, .. }, Fact::Safe { side: other_side, .. })
            | (Fact::Wall { side, .. }, Fact::Wall { side: other_side, .. })
            | (Fact::Leaves { side, .. }, Fact::Leaves { side: other_side, .. })
            | (Fact::Moves { side, .. }, Fact::Moves { side: other_side, .. })
            | (Fact::QuietMoves { side, .. }, Fact::QuietMoves { side: other_side, .. }) => side == other_side,
            (Fact::Turns { .. }, Fact::Turns { .. })
            | (Fact::Loses { .. }, Fact::Loses { .. })
            | (Fact::Enters { .. }, Fact::Enters { .. }) => true,
            _ => self == other,
        }
    }
}
