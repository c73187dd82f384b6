//! Games to look at: the person's, and those of files that were opened.

use std::collections::VecDeque;
use std::ops::Range;

use serde_json::{Value, json};

use super::{Common, Opened, Reply, notation};
use crate::machine::date::day;
use crate::record::{GameRecord, ggf, sgf, transcript};
use crate::serve::page::ask::{GameRef, Refusal, ShareFormat, Source};
use crate::serve::page::store::{Kept, KeptGame};

/// So many files are open; the one that was opened first gives way.
const FILES: usize = 4;
/// The most games of one list.
const LIST: usize = 200;

/// The open files, each with its number.
#[derive(Default)]
pub struct Library {
    files: VecDeque<(u64, Opened)>,
    last: u64,
}

/// A game to look at.
#[derive(Debug, Clone)]
pub struct Found {
    pub record: GameRecord,
    /// What is known of one of the person's own.
    pub kept: Option<Kept>,
}

impl Library {
    pub fn open(&mut self, file: Opened) -> Value {
        self.last += 1;
        while self.files.len() >= FILES {
            self.files.pop_front();
        }
        let answer = json!({
            "file": self.last, "name": file.name, "games": file.games.len(), "players": file.players,
            "unreadable": file.unreadable, "problem": file.problem, "more": file.more,
        });
        self.files.push_back((self.last, file));
        answer
    }

    pub fn file(&self, number: u64) -> Option<&Opened> {
        self.files.iter().find(|(known, _)| *known == number).map(|(_, file)| file)
    }

    pub fn find(&self, common: &Common, of: GameRef) -> Option<Found> {
        match of {
            GameRef::Mine { id } => {
                let KeptGame { kept, record } = common.store.game(id)?;
                Some(Found { record, kept: Some(kept) })
            }
            GameRef::File { file, number } => {
                let record = self.file(file)?.games.get(number)?.clone();
                Some(Found { record, kept: None })
            }
        }
    }

    /// A part of the games of a source that have this in a player's name, each in a line, and how many there are.
    pub fn list(&self, common: &Common, of: Source, part: Range<usize>, find: &str) -> Reply {
        let find = find.trim().to_lowercase();
        let has = |record: &GameRecord| {
            [&record.black, &record.white].iter().any(|player| player.name.to_lowercase().contains(&find))
        };
        let count = part.len().min(LIST);
        match of {
            Source::Mine => {
                let mut numbers = common.store.games();
                if !find.is_empty() {
                    numbers.retain(|&id| common.store.game(id).is_some_and(|game| has(&game.record)));
                }
                let games = numbers.iter().skip(part.start).take(count).filter_map(|&id| {
                    let KeptGame { kept, record } = common.store.game(id)?;
                    let mut line = line(&record);
                    line["ref"] = json!(GameRef::Mine { id });
                    line["you"] = json!(kept.you.to_string());
                    line["placement"] = json!(kept.placement);
                    Some(line)
                });
                Ok(json!({ "total": numbers.len(), "games": games.collect::<Vec<_>>() }))
            }
            Source::File { file } => {
                let opened = self.file(file).ok_or(Refusal::Unknown)?;
                let found: Vec<usize> = (0..opened.games.len()).filter(|&number| has(&opened.games[number])).collect();
                let games = found.iter().skip(part.start).take(count).map(|&number| {
                    let mut line = line(&opened.games[number]);
                    line["ref"] = json!(GameRef::File { file, number });
                    line
                });
                Ok(json!({ "total": found.len(), "games": games.collect::<Vec<_>>() }))
            }
        }
    }
}

fn line(record: &GameRecord) -> Value {
    json!({
        "black": record.black.name, "white": record.white.name, "date": record.date,
        "result": notation::result(record), "moves": record.game().history().len(),
    })
}

impl Found {
    /// The game for the page.
    pub fn show(&self) -> Value {
        let mut shown = notation::show(&self.record);
        if let Some(kept) = &self.kept {
            shown["you"] = json!(kept.you.to_string());
            shown["opponent"] = json!(kept.opponent);
        }
        shown
    }
}

/// A game as text.
pub fn share(record: &GameRecord, format: ShareFormat) -> Reply {
    Ok(match format {
        ShareFormat::Ggf => ggf::write(record).into(),
        ShareFormat::Sgf => sgf::write(record).into(),
        ShareFormat::Transcript => {
            transcript::write(record).map_err(|error| Refusal::Failed { why: error.to_string() })?.into()
        }
    })
}

/// A time since 1970 as a date in the form of NBoard, in UTC.
pub fn date(seconds: u64) -> String {
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{} {hour:02}:{minute:02}:{second:02} GMT", day(seconds))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00:00 GMT");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00 GMT");
        assert_eq!(date(1_767_225_599), "2025-12-31 23:59:59 GMT");
    }
}
