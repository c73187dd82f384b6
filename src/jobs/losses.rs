//! A tester's losses of moves: a part of `rival thesis losses` for a large archive.

use serde::{Deserialize, Serialize};

use super::duel::Player;
use super::{JobError, Kind, Machine};
use crate::board::{Color, Game};
use crate::record::notation;
use crate::thesis;

/// Games between two checks whether to stop.
const AT_ONCE: usize = 16;

/// Games, each with the side whose moves are judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Losses {
    pub tester: Player,
    /// Only moves up to this one count.
    pub plies: u32,
    pub games: Vec<GameSide>,
}

/// A game and the side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameSide {
    /// True if Black's moves are judged.
    pub black: bool,
    /// The start board, if it is not the normal one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Two characters each; a pass is `--`.
    pub moves: String,
}

impl GameSide {
    #[must_use]
    pub(crate) fn of(game: &Game, color: Color) -> GameSide {
        GameSide { black: color == Color::Black, start: notation::start(game), moves: notation::moves(game) }
    }

    fn game(&self) -> Option<(Game, Color)> {
        let game = notation::game(self.start.as_deref(), &self.moves)?;
        Some((game, if self.black { Color::Black } else { Color::White }))
    }
}

/// The losses, in the order of the task's games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LossesFound {
    pub games: Vec<thesis::GameLosses>,
    /// The fingerprint of each game: see [`thesis::fingerprint`]. Sixteen hexadecimal digits.
    pub fingerprints: Vec<String>,
}

impl Kind for Losses {
    type Result = LossesFound;

    fn run(&self, machine: &Machine<'_>) -> Result<LossesFound, JobError> {
        let tester = self.tester.personality(machine.files)?;
        let mut measured = LossesFound { games: Vec::new(), fingerprints: Vec::new() };
        let mut games = Vec::new();
        for (number, judged) in self.games.iter().enumerate() {
            let illegal = || JobError::Task(format!("games[{number}]: found an illegal move"));
            games.push(judged.game().ok_or_else(illegal)?);
        }
        for some in games.chunks(AT_ONCE) {
            if machine.stop.is_stopped() {
                return Err(JobError::Stopped);
            }
            let fingerprints = some.iter().map(|(game, color)| thesis::fingerprint(game, *color, self.plies));
            measured.fingerprints.extend(fingerprints.map(|fingerprint| format!("{fingerprint:016x}")));
            let found = thesis::measure(some, &tester, self.plies, 1, &|| ());
            measured.games.extend(found.map_err(|error| JobError::Task(format!("tester: {error}")))?);
        }
        Ok(measured)
    }
}
