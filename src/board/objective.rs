//! The players' objective, and the score of a finished game.

use std::fmt;
use std::str::FromStr;

use super::square::ParseError;

/// The rule that decides a finished game: the side with the most discs wins, or the side with the fewest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Othello: the most discs win.
    #[default]
    Normal,
    /// Anti-Othello (reverse Othello): the fewest discs win.
    Anti,
}

impl Objective {
    /// Both rules.
    pub const ALL: [Objective; 2] = [Objective::Normal, Objective::Anti];

    /// The accepted words, as error messages list them.
    pub const EXPECTED: &str = "\"normal\" or \"anti\"";

    /// The rule's name in files and commands.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Objective::Normal => "normal",
            Objective::Anti => "anti",
        }
    }

    /// The aim of the game in words, for texts.
    #[must_use]
    pub const fn aim(self) -> &'static str {
        match self {
            Objective::Normal => "the most discs",
            Objective::Anti => "the fewest discs",
        }
    }

    /// The other rule.
    #[must_use]
    pub const fn other(self) -> Objective {
        match self {
            Objective::Normal => Objective::Anti,
            Objective::Anti => Objective::Normal,
        }
    }

    /// The result of a finished game in discs, -64 to 64, from the view of the side that owns `own` discs; positive if
    /// it wins.
    ///
    /// Empty squares widen the winner's margin under either objective, so under [`Objective::Anti`] a side without a
    /// single disc has 64.
    ///
    /// ```
    /// use rival::board::Objective;
    /// assert_eq!(Objective::Normal.score(40, 20), 24); // four empty squares go to the winner
    /// assert_eq!(Objective::Anti.score(40, 20), -24);
    /// assert_eq!(Objective::Anti.score(0, 13), 64);
    /// assert_eq!(Objective::Normal.score(30, 30), 0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn score(self, own: u32, opponents: u32) -> i32 {
        let empties = 64 - own as i32 - opponents as i32;
        let difference = self.difference(own, opponents);
        difference + empties * difference.signum()
    }

    /// The difference of these numbers of discs, positive for the side that is ahead by this rule. Empty squares count
    /// for nobody.
    #[must_use]
    #[inline]
    pub const fn difference(self, own: u32, opponents: u32) -> i32 {
        match self {
            Objective::Normal => own as i32 - opponents as i32,
            Objective::Anti => opponents as i32 - own as i32,
        }
    }
}

/// The points of a score in discs: 1 for a win, one half for a draw, 0 for a loss.
#[must_use]
pub fn points(score: i32) -> f64 {
    f64::from(score.signum() + 1) / 2.0
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Objective {
    type Err = ParseError;

    /// `normal` or `anti`, as files and commands name the rules.
    fn from_str(word: &str) -> Result<Objective, ParseError> {
        let named = Objective::ALL.into_iter().find(|rule| rule.word() == word);
        named.ok_or_else(|| ParseError { found: format!("{word:?}"), expected: Objective::EXPECTED })
    }
}
