//! What a move does, as anybody can see it on the board: squares and counts, without an evaluation.

use std::fmt;

use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Move, Position, Square, squares};

/// What can be seen of a legal move. Displayed from the opponent's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Discs that it turns.
    pub turns: u32,
    /// The opponent's moves after it; `None` if the game is over.
    pub leaves: Option<u32>,
    /// Where its square is.
    pub place: Place,
    /// Corners that the opponent can take next and could not before.
    pub gives: Vec<Square>,
}

/// What kind of square it is on.
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

impl Seen {
    /// What a legal move of the side to move does; `None` for a pass.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> Option<Seen> {
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
        Some(Seen {
            turns: position.flips(square).count_ones(),
            leaves: (!after.is_over()).then(|| replies.count_ones()),
            place,
            gives: squares(replies & !before & CORNERS).collect(),
        })
    }
}

/// "turns 3 discs, leaves you 4 moves; takes the edge"
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turns {}", count(self.turns, "disc"))?;
        match self.leaves {
            None => write!(f, " and ends the game")?,
            Some(0) => write!(f, ", leaves you no move")?,
            Some(moves) => write!(f, ", leaves you {}", count(moves, "move"))?,
        }
        match self.place {
            Place::Corner => write!(f, "; takes the corner")?,
            Place::Beside(corner) => write!(f, "; beside the empty corner {corner}")?,
            Place::Edge => write!(f, "; takes the edge")?,
            Place::Inside => {}
        }
        if !self.gives.is_empty() {
            let corners: Vec<String> = self.gives.iter().map(Square::to_string).collect();
            write!(f, "; opens {} to you", corners.join(" and "))?;
        }
        Ok(())
    }
}

pub(in crate::players) fn count(number: u32, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    #[test]
    fn a_move_is_said_in_squares_and_counts() {
        let said = |game: &str, mv: &str| {
            let game = transcript::parse(game).unwrap().into_game();
            Seen::of(&game.board().position, mv.parse().unwrap()).unwrap().to_string()
        };
        assert_eq!(said("f5", "f6"), "turns 1 disc, leaves you 4 moves");
        let set = |names: &[&str]| names.iter().fold(0, |set, name| set | name.parse::<Square>().unwrap().bit());
        let position = Position { own: set(&["d4", "d1", "e1"]), opp: set(&["c3", "c1", "b5"]) };
        let of = |mv: &str| Seen::of(&position, mv.parse().unwrap()).unwrap();
        assert_eq!((of("b2").place, of("b1").turns), (Place::Beside("a1".parse().unwrap()), 1));
        let ends = Position { own: set(&["c1"]), opp: set(&["b1"]) };
        let seen = Seen::of(&ends, "a1".parse().unwrap()).unwrap().to_string();
        assert_eq!(seen, "turns 1 disc and ends the game; takes the corner");
        assert_eq!(Seen::of(&position, Move::Pass), None);
    }
}
