//! The facts about lines that make a reason.

use serde::Serialize;

use crate::board::{Color, Square};

/// A fact about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Fact {
    /// A side takes a corner with the move of this number. The first move of the line is the lost one.
    Takes {
        side: Color,
        corner: Square,
        ply: usize,
        /// True if the side has a full edge at that corner at the end of the line, but not before.
        edge: bool,
    },
    /// A side does not take this corner.
    KeepsOut { side: Color, corner: Square },
    /// A side has no move and must pass, and the game goes on.
    Passes { side: Color },
    /// The mover has this many moves after the answer that do not give the opponent a corner.
    Safe { side: Color, moves: u32 },
    /// The opponent has this many moves after the move, or the mover after the answer.
    Moves { side: Color, moves: u32 },
    /// A side makes the last move of this region of empty squares, on this square.
    LastMove { side: Color, square: Square },
    /// The move gives a side this many moves that were illegal before it. `answer` is the expected one, if it is new.
    Wall { side: Color, moves: u32, answer: Option<Square> },
    /// The better move is no longer possible after this answer.
    Gone { square: Square, answer: Square },
    /// The opponent can play this answer, which was illegal before the move.
    Opens { side: Color, square: Square },
    /// The opponent can no longer play on this square after the move.
    Closes { side: Color, square: Square },
    /// The move flips this many discs.
    Turns { discs: u32 },
    /// A side has this many stable discs at the end of the line.
    Stable { side: Color, discs: u32 },
    /// The game ends with this lead for the mover in discs. `same` is true if both lines have the same winner.
    Ends { lead: i32, same: bool },
    /// The lines show no simple reason within this many plies.
    Later { plies: usize },
}

impl Fact {
    /// True if lines of two depths show the same fact. Counts depend on the expected answer and may differ.
    pub(super) fn agrees(self, other: Fact) -> bool {
        match (self, other) {
            (Fact::Takes { side, corner, .. }, Fact::Takes { side: other_side, corner: other_corner, .. }) => {
                side == other_side && corner == other_corner
            }
            (Fact::Safe { side, .. }, Fact::Safe { side: other_side, .. })
            | (Fact::Wall { side, .. }, Fact::Wall { side: other_side, .. })
            | (Fact::Stable { side, .. }, Fact::Stable { side: other_side, .. })
            | (Fact::Moves { side, .. }, Fact::Moves { side: other_side, .. }) => side == other_side,
            (Fact::Turns { .. }, Fact::Turns { .. }) => true,
            _ => self == other,
        }
    }
}
