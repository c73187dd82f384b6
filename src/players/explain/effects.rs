//! The visible effects of a move: squares and counts, without an evaluation.

use std::fmt;

use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Move, Position, Square, squares};
use crate::record::text::counted;

/// The visible effects of a legal move. They are displayed from the opponent's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleEffects {
    /// The number of discs that it flips.
    pub turns: u32,
    /// The number of the opponent's moves after it; `None` if the game is over.
    pub leaves: Option<u32>,
    /// The class of its square.
    pub place: Place,
    /// Corners that the opponent can take next and could not take before.
    pub gives: Vec<Square>,
}

/// The class of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A corner.
    Corner,
    /// On the edge or diagonally beside this empty corner.
    Beside(Square),
    /// On the edge, and not beside an empty corner.
    Edge,
    /// Neither on the edge nor beside an empty corner.
    Inside,
}

impl VisibleEffects {
    /// The effects of a legal move by the side to move; `None` for a pass.
    #[must_use]
    pub fn new(position: &Position, mv: Move) -> Option<VisibleEffects> {
        let square = mv.square()?;
        let bit = square.bit();
        let after = position.play(square);
        let replies = after.moves();
        let before = position.pass().moves();
        let corner = CORNERS & grow(grow(grow(bit))) & position.empty();
        let place = if bit & CORNERS != 0 {
            Place::Corner
        } else if let Some(corner) = squares(corner).next().filter(|_| bit & (X_SQUARES | C_SQUARES) != 0) {
            Place::Beside(corner)
        } else if bit & EDGES != 0 {
            Place::Edge
        } else {
            Place::Inside
        };
        Some(VisibleEffects {
            turns: position.flips(square).count_ones(),
            leaves: (!after.is_over()).then(|| replies.count_ones()),
            place,
            gives: squares(replies & !before & CORNERS).collect(),
        })
    }
}

/// Replies that are few enough to matter.
const FEW: u32 = 2;

/// Displays the most important effect in 27 characters, such as "opens a1 to you"; empty if none matters.
impl fmt::Display for VisibleEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.leaves, self.place, &self.gives[..]) {
            (None, ..) => write!(f, "ends the game"),
            (Some(0), ..) => write!(f, "leaves you no move"),
            (_, _, [corner]) => write!(f, "opens {corner} to you"),
            (_, _, [one, .., other]) => write!(f, "opens {one} and {other} to you"),
            (_, Place::Corner, _) => write!(f, "takes the corner"),
            (_, Place::Beside(corner), _) => write!(f, "is beside the empty {corner}"),
            (Some(moves @ 1..=FEW), ..) => write!(f, "leaves you {}", counted(moves as usize, "move")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    #[test]
    fn a_move_is_said_in_squares_and_counts() {
        let game = transcript::parse("f5").unwrap().into_game();
        assert_eq!(effects(&game.board().position, "f6").to_string(), "");
        let position = Position { own: set(&["d4", "d1", "e1"]), opp: set(&["c3", "c1", "b5"]) };
        assert_eq!(effects(&position, "b2").place, Place::Beside("a1".parse().unwrap()));
        assert_eq!(effects(&position, "b1").turns, 1);
        let last_move = Position { own: set(&["c1"]), opp: set(&["b1"]) };
        assert_eq!(effects(&last_move, "a1").to_string(), "ends the game");
        let position = Position { own: set(&["d4", "c3"]), opp: set(&["b5", "e5", "f2", "g1"]) };
        let opens =
            VisibleEffects { turns: 2, leaves: Some(9), place: Place::Edge, gives: vec!["a1".parse().unwrap()] };
        assert_eq!(opens.to_string(), "opens a1 to you");
        let few = VisibleEffects { turns: 18, leaves: Some(2), place: Place::Edge, gives: Vec::new() };
        assert_eq!(few.to_string(), "leaves you 2 moves");
        assert_eq!(VisibleEffects::new(&position, Move::Pass), None);
    }

    fn effects(position: &Position, mv: &str) -> VisibleEffects {
        VisibleEffects::new(position, mv.parse().unwrap()).unwrap()
    }

    fn set(names: &[&str]) -> u64 {
        names.iter().fold(0, |set, name| set | name.parse::<Square>().unwrap().bit())
    }
}
