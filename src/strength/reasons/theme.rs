//! The theme of a reason: the part of the game that the mistake belongs to.

use serde::{Deserialize, Serialize};

use super::fact::AnswerEffect;
use super::{Fact, Reason};
use crate::board::Color;

/// A theme of mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Theme {
    /// A corner or an edge goes to the opponent.
    Corners,
    /// The mover runs out of safe moves, or has few moves left.
    Mobility,
    /// The move opens or leaves moves to the opponent.
    Walls,
    /// The move turns too many discs.
    Discs,
    /// A side must pass.
    Passes,
    /// A good move is put off until it is gone, or spoiled.
    Order,
    /// The last move of a region goes to the opponent.
    Parity,
    /// The game has another winner, or none.
    Results,
    /// Discs are lost at the end, and the winner stays the same.
    Margins,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 9] = [
        Theme::Corners,
        Theme::Mobility,
        Theme::Walls,
        Theme::Discs,
        Theme::Passes,
        Theme::Order,
        Theme::Parity,
        Theme::Results,
        Theme::Margins,
    ];

    /// The letter of the theme in files.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Theme::Corners => 'c',
            Theme::Mobility => 'm',
            Theme::Walls => 'w',
            Theme::Discs => 'd',
            Theme::Passes => 'p',
            Theme::Order => 'o',
            Theme::Parity => 'l',
            Theme::Results => 'r',
            Theme::Margins => 'e',
        }
    }

    /// The theme with this letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.letter() == letter)
    }
}

impl Reason {
    /// The theme of a mistake of this side; `None` if the lines show none. What the played move does counts before what
    /// the better one would have done.
    #[must_use]
    pub fn theme(&self, mover: Color) -> Option<Theme> {
        let clauses = [self.played, self.better];
        clauses.into_iter().flatten().find_map(|clause| clause.fact.theme(mover))
    }
}

impl Fact {
    fn theme(self, mover: Color) -> Option<Theme> {
        match self {
            Fact::Takes { .. } | Fact::KeepsOut { .. } | Fact::Beside { .. } | Fact::Edge { .. } => {
                Some(Theme::Corners)
            }
            Fact::Safe { side, .. } | Fact::Moves { side, .. } if side == mover => Some(Theme::Mobility),
            Fact::QuietMoves { side, .. } | Fact::Opens { side, .. } if side == mover => Some(Theme::Mobility),
            Fact::Keeps | Fact::Loses { .. } | Fact::Plays { effect: AnswerEffect::Takes { .. }, .. } => {
                Some(Theme::Mobility)
            }
            Fact::Safe { .. }
            | Fact::Moves { .. }
            | Fact::Wall { .. }
            | Fact::Opens { .. }
            | Fact::Closes { .. }
            | Fact::Leaves { .. }
            | Fact::Denies
            | Fact::QuietMoves { .. }
            | Fact::Plays { .. }
            | Fact::Costs { .. } => Some(Theme::Walls),
            Fact::Turns { .. } => Some(Theme::Discs),
            Fact::Passes { .. } => Some(Theme::Passes),
            Fact::Gone { .. }
            | Fact::Spoils { .. }
            | Fact::Spares { .. }
            | Fact::Waits { .. }
            | Fact::Contested { .. }
            | Fact::Yields { .. } => Some(Theme::Order),
            Fact::LastMove { .. } | Fact::Enters { .. } => Some(Theme::Parity),
            Fact::WipesOut { .. } | Fact::Ends { same: false, .. } => Some(Theme::Results),
            Fact::Ends { same: true, .. } => Some(Theme::Margins),
            Fact::Alone { .. } | Fact::Later { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::strength::reasons::Clause;

    fn theme(played: Option<Fact>, better: Option<Fact>) -> Option<Theme> {
        let mv: Move = "f5".parse().unwrap();
        let clause = |fact| Clause { mv, fact };
        Reason { played: played.map(clause), better: better.map(clause), price: None, close: false }.theme(Color::Black)
    }

    #[test]
    fn the_played_move_decides_the_theme_before_the_better_one() {
        let passes = Fact::Passes { side: Color::Black, after: None };
        let takes = Fact::Takes { side: Color::Black, corner: "h1".parse().unwrap(), ply: 1, after: None };
        assert_eq!(theme(Some(passes), Some(takes)), Some(Theme::Passes));
        assert_eq!(theme(None, Some(takes)), Some(Theme::Corners));
        assert_eq!(theme(None, Some(Fact::Later { plies: 9 })), None);
    }

    #[test]
    fn few_moves_of_ones_own_and_many_of_the_opponent_are_two_themes() {
        let moves =
            [Color::Black, Color::White].map(|side| theme(Some(Fact::Moves { side, moves: 3, after: None }), None));
        assert_eq!(moves, [Some(Theme::Mobility), Some(Theme::Walls)]);
    }

    #[test]
    fn every_theme_has_its_letter() {
        assert!(Theme::ALL.iter().all(|&theme| Theme::of_letter(theme.letter()) == Some(theme)));
        assert_eq!(Theme::of_letter('.'), None);
    }
}
