//! The person's games: for each a GGF file for other programs, and a JSON file with everything that the page knows.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Storage;
use crate::board::Color;
use crate::people::PeopleElo;
use crate::record::{GameRecord, KeptError, ggf};
use crate::serve::page::ask::Terms;
use crate::serve::page::tell::GameEnd;

/// A game of the person, in progress or finished.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredGame {
    /// The number of the game in this folder, from 1.
    pub id: u64,
    #[serde(flatten)]
    pub terms: Terms,
    /// The rival's strength in the game, among people.
    pub rating: Option<PeopleElo>,
    /// The seed of the opponent's random choices.
    pub seed: u64,
    /// True if values of moves were shown in the game, or a move was taken back. It then does not count.
    pub hinted: bool,
    /// The moves, as GGF.
    pub ggf: String,
    /// True if the game has ended: by the rules, by resignation or on time.
    pub over: bool,
}

/// A stored game, with its moves read.
#[derive(Debug, Clone)]
pub(crate) struct LoadedGame {
    pub kept: StoredGame,
    pub record: GameRecord,
}

impl LoadedGame {
    /// Reads the moves; `None` if they are unreadable.
    pub(crate) fn new(kept: StoredGame) -> Option<LoadedGame> {
        let record = ggf::parse(&kept.ggf).ok()?;
        Some(LoadedGame { kept, record })
    }

    /// The person's lead in discs if the game has ended. Empty squares count for the winner.
    pub(crate) fn ahead(&self) -> Option<f64> {
        let black = GameEnd::new(&self.record)?.score;
        Some(if self.kept.terms.you == Color::Black { black } else { -black })
    }
}

/// The folder of finished games.
pub(crate) const FOLDER: &str = "games";

impl dyn Storage + '_ {
    /// The numbers of the finished games, the last first.
    pub(crate) fn games(&self) -> Vec<u64> {
        let names = self.list(FOLDER).into_iter();
        let mut numbers: Vec<u64> = names.filter_map(|name| name.strip_suffix(".json")?.parse().ok()).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers
    }

    /// A finished game. Names and moves come from its GGF file, so that corrections there take effect.
    ///
    /// # Errors
    /// One of its files is damaged.
    pub(crate) fn read_game(&self, id: u64) -> Result<LoadedGame, KeptError> {
        let [ggf, json] = self.names_of(id);
        let path = Path::new(&json);
        let bytes = self.read(&json).map_err(KeptError::io(path))?;
        let mut kept: StoredGame = serde_json::from_slice(&bytes).map_err(|error| KeptError::bad(path, error))?;
        if let Ok(text) = self.read(&ggf) {
            kept.ggf = String::from_utf8_lossy(&text).trim().to_owned();
        }
        let record = ggf::parse(&kept.ggf).map_err(|error| KeptError::bad(Path::new(&ggf), error))?;
        Ok(LoadedGame { kept, record })
    }

    /// The game in this file: the present one, or one kept for later. `None` if there is no such file.
    ///
    /// # Errors
    /// The file is damaged.
    pub(crate) fn unfinished(&self, name: &str) -> Result<Option<LoadedGame>, KeptError> {
        let Some(kept) = self.load::<StoredGame>(name)? else { return Ok(None) };
        let record = ggf::parse(&kept.ggf).map_err(|error| KeptError::bad(Path::new(name), error))?;
        Ok(Some(LoadedGame { kept, record }))
    }

    /// A finished game; `None` if one of its files is damaged.
    pub(crate) fn game(&self, id: u64) -> Option<LoadedGame> {
        self.read_game(id).ok()
    }

    /// The names of a game's files.
    pub(crate) fn names_of(&self, id: u64) -> [String; 2] {
        ["ggf", "json"].map(|extension| name(id, extension))
    }

    /// Stores a finished game. Storing it again changes nothing.
    ///
    /// # Errors
    /// One of its files cannot be written.
    pub(crate) fn keep(&self, kept: &StoredGame) -> io::Result<()> {
        self.write(&name(kept.id, "ggf"), format!("{}\n", kept.ggf).as_bytes())?;
        // This file is written last, because it makes the game count as stored.
        self.put(&name(kept.id, "json"), kept)
    }
}

fn name(id: u64, extension: &str) -> String {
    format!("{FOLDER}/{id:06}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::page::ask::{Rule, Terms, TimeControl};
    use crate::serve::page::store::Files;

    #[test]
    fn games_are_kept_in_order_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let kept = StoredGame {
            id: 2,
            terms: Terms {
                you: Color::White,
                rule: Rule::Fewest,
                clock: Some(TimeControl { minutes: 5, increment: 0 }),
                ..Terms::against("random")
            },
            rating: Some(PeopleElo(1234.5)),
            seed: u64::MAX,
            hinted: true,
            ggf: ggf::write(&GameRecord::default()),
            over: true,
        };
        assert_eq!(store.games(), [0_u64; 0]);
        for id in [2, 10, 1] {
            store.keep(&StoredGame { id, ..kept.clone() }).unwrap();
        }
        assert_eq!(store.games(), [10, 2, 1]);
        assert_eq!(store.game(2).unwrap().kept, kept);
        assert!(store.game(3).is_none());
        std::fs::write(folder.path().join("games/000002.ggf"), "nonsense").unwrap();
        assert!(store.read_game(2).unwrap_err().to_string().starts_with("games/000002.ggf: "));
        std::fs::write(folder.path().join("games/000001.json"), "{").unwrap();
        assert!(store.read_game(1).unwrap_err().to_string().starts_with("games/000001.json: "));
    }
}
