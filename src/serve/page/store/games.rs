//! Finished games: a GGF file each, with a file beside it for what GGF has no room for.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use serde::{Deserialize, Serialize};

use super::Store;
use crate::board::Color;
use crate::record::{GameRecord, ggf};
use crate::serve::page::ask::{Pace, TimeControl};
use crate::serve::page::room::{Rule, Who};

/// A game of the person, in hand or finished.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Of this folder, from 1.
    pub id: u64,
    pub who: Who,
    pub opponent: String,
    #[serde(with = "side")]
    pub you: Color,
    pub rule: Rule,
    /// What decided the opponent's random choices.
    pub seed: u64,
    pub pace: Pace,
    pub clock: Option<TimeControl>,
    /// It belongs to a placement.
    pub placement: bool,
    /// Values of moves were shown in it.
    pub hinted: bool,
    /// Why the opponent played: by the number of moves before it.
    pub reasons: BTreeMap<usize, String>,
    /// The moves, as GGF.
    pub ggf: String,
    /// It has ended, by the rules, by resignation or on time.
    pub over: bool,
}

/// A colour as the page writes it.
mod side {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::board::Color;

    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(color)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            other => Err(serde::de::Error::custom(format!("found {other:?}, expected black or white"))),
        }
    }
}

/// A kept game, read.
#[derive(Debug, Clone)]
pub struct KeptGame {
    pub kept: Kept,
    pub record: GameRecord,
}

impl KeptGame {
    /// `None` if its moves cannot be read.
    #[must_use]
    pub fn new(kept: Kept) -> Option<KeptGame> {
        let record = ggf::parse(&kept.ggf).ok()?;
        Some(KeptGame { kept, record })
    }
}

const FOLDER: &str = "games";

impl Store {
    /// The numbers of the finished games, the last first.
    #[must_use]
    pub fn games(&self) -> Vec<u64> {
        let number = |entry: io::Result<fs::DirEntry>| {
            entry.ok()?.file_name().to_str()?.strip_suffix(".json")?.parse::<u64>().ok()
        };
        let entries = fs::read_dir(self.path(FOLDER)).into_iter().flatten();
        let mut numbers: Vec<u64> = entries.filter_map(number).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers
    }

    /// A finished game. Its moves are those of the GGF file: whoever corrects a name there finds it here.
    #[must_use]
    pub fn game(&self, id: u64) -> Option<KeptGame> {
        let mut kept: Kept = self.read(&name(id, "json"))?;
        if let Some(text) = self.bytes(&name(id, "ggf")) {
            kept.ggf = String::from_utf8_lossy(&text).trim().to_owned();
        }
        KeptGame::new(kept)
    }

    /// Keeps a finished game. The same game again changes nothing.
    ///
    /// # Errors
    /// One of its files cannot be written.
    pub fn keep(&self, kept: &Kept) -> io::Result<()> {
        self.write(&name(kept.id, "ggf"), format!("{}\n", kept.ggf))?;
        // The last: with it the game is there.
        self.write_json(&name(kept.id, "json"), kept)
    }
}

fn name(id: u64, extension: &str) -> String {
    format!("{FOLDER}/{id:06}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_in_order_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path());
        let kept = |id| Kept {
            id,
            who: Who::Shipped { name: "random".to_owned() },
            opponent: "random".to_owned(),
            you: Color::White,
            rule: Rule::Fewest,
            seed: 7,
            pace: Pace::AtOnce,
            clock: Some(TimeControl { minutes: 5, increment: 0 }),
            placement: false,
            hinted: true,
            reasons: [(3, "c4: why".to_owned())].into(),
            ggf: ggf::write(&GameRecord::default()),
            over: true,
        };
        assert_eq!(store.games(), [0_u64; 0]);
        for id in [2, 10, 1] {
            store.keep(&kept(id)).unwrap();
        }
        assert_eq!(store.games(), [10, 2, 1]);
        assert_eq!(store.game(2).unwrap().kept, kept(2));
        assert!(store.game(3).is_none());
        fs::write(folder.path().join("games/000002.ggf"), "nonsense").unwrap();
        assert!(store.game(2).is_none());
    }
}
