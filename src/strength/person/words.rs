//! The evidence of an estimate, in words.

use std::fmt;

use serde::Serialize;

use super::{Profile, Standing};
use crate::record::text::counted;

/// The evidence of an estimate, as data for any language. It is displayed in English: "84 moves of 3 games, and 3
/// results against players of known strength".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvidenceCounts {
    /// The number of moves with a choice.
    pub moves: usize,
    /// The number of games.
    pub games: usize,
    /// The number of results against players of known strength.
    pub results: usize,
    /// The reason why there is no such result.
    pub none: Option<NoResult>,
}

/// The reason why no result counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NoResult {
    /// No game was played to its end or resigned.
    Unfinished,
    /// No finished game that counts was against a player of known strength.
    Apart,
    /// No opponent's strength is known.
    Unknown,
}

impl EvidenceCounts {
    /// The evidence for the estimate of a profile.
    #[must_use]
    pub fn new(profile: &Profile, standing: &Standing) -> EvidenceCounts {
        let Standing { games, moves, results, .. } = *standing;
        let none = if !profile.games.iter().any(|game| game.ended.is_some()) {
            NoResult::Unfinished
        } else if profile.games.iter().any(|game| game.opponent.strength.is_some()) {
            NoResult::Apart
        } else {
            NoResult::Unknown
        };
        EvidenceCounts { moves, games, results, none: (results == 0).then_some(none) }
    }
}

impl fmt::Display for EvidenceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}, and ", counted(self.moves, "move"), counted(self.games, "game"))?;
        match self.none {
            Some(NoResult::Unfinished) => write!(f, "no result: no game was played to its end or resigned"),
            Some(NoResult::Apart) => {
                write!(f, "no result: no finished game that counts is against a player of known strength")
            }
            Some(NoResult::Unknown) => write!(f, "no result: no opponent's strength is known"),
            None => write!(f, "{} against players of known strength", counted(self.results, "result")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game};
    use crate::players::duel::opening_board;
    use crate::strength::person::{Opponent, PersonGame, estimate};

    #[test]
    fn the_reason_why_no_result_counts_is_said() {
        let open = |opponent| PersonGame::against(&Game::default(), Color::Black, opponent);
        let handicap = Game::new(opening_board(1, 30));
        let handicap = PersonGame::against(&handicap, Color::Black, Opponent::shipped("people-1300"));
        let [known, stranger] = [Opponent::shipped("people-1300"), Opponent::stranger("Ben")].map(open);
        for (games, expected) in [
            (vec![], Some(NoResult::Unfinished)),
            (vec![known.clone(), stranger.clone()], Some(NoResult::Unfinished)),
            (vec![known.clone(), stranger.clone().resigned(true)], Some(NoResult::Apart)),
            (vec![stranger.resigned(true)], Some(NoResult::Unknown)),
            (vec![handicap.resigned(true)], Some(NoResult::Apart)),
            (vec![known.resigned(true)], None),
        ] {
            let profile = Profile { games, ..Profile::new("Ann") };
            assert_eq!(EvidenceCounts::new(&profile, &estimate(&profile)).none, expected);
        }
    }
}
