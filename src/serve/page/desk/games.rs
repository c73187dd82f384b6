//! Games to view: the person's, and those of opened files.

use std::collections::VecDeque;
use std::ops::Range;

use super::{Common, Opened, Reply, notation};
use crate::board::Color;
use crate::machine::date::day;
use crate::record::{GameRecord, ggf, sgf, transcript};
use crate::serve::page::ask::{GameRef, Refusal, ShareFormat, Source};
use crate::serve::page::store::{Kept, KeptGame};
use crate::serve::page::tell::{self, Answer, Ended, GameLine, Games};

/// The most open files. The one that was opened first is closed for another.
const FILES: usize = 4;
/// The most games in one list.
const LIST: usize = 200;

/// The open files.
#[derive(Default)]
pub(super) struct Library {
    files: VecDeque<Opened>,
    last: u64,
}

/// A game to view.
#[derive(Debug, Clone)]
pub(super) struct LibraryGame {
    pub record: GameRecord,
    /// The terms of the game, if it is one of the person's own.
    pub kept: Option<Kept>,
}

impl Library {
    pub(super) fn open(&mut self, mut file: Opened) -> tell::File {
        self.last += 1;
        file.shown.file = self.last;
        while self.files.len() >= FILES {
            self.files.pop_front();
        }
        let shown = file.shown.clone();
        self.files.push_back(file);
        shown
    }

    /// Numbers and names of the open files.
    pub(super) fn names(&self) -> Vec<(u64, String)> {
        self.files.iter().map(|file| (file.shown.file, file.shown.name.clone())).collect()
    }

    pub(super) fn file(&self, number: u64) -> Result<&Opened, Refusal> {
        self.files.iter().find(|file| file.shown.file == number).ok_or(Refusal::Unknown)
    }

    pub(super) fn find(&self, common: &Common, of: GameRef) -> Result<LibraryGame, Refusal> {
        let (record, kept) = match of {
            GameRef::Mine { id } => common.store.game(id).map(|game| (game.record, Some(game.kept))),
            GameRef::File { file, number } => self.file(file)?.games.get(number).map(|record| (record.clone(), None)),
        }
        .ok_or(Refusal::Unknown)?;
        Ok(LibraryGame { record, kept })
    }

    /// The games of a source whose players' names contain this text: some of them as lines, and their total number.
    pub(super) fn list(&self, common: &Common, of: Source, part: Range<usize>, find: &str) -> Reply {
        let find = find.trim().to_lowercase();
        let count = part.len().min(LIST);
        let (total, games) = match of {
            Source::Mine => {
                // Damaged games are neither shown nor counted.
                let all = common.store.games().into_iter().filter_map(|id| Some((id, common.store.game(id)?)));
                let found: Vec<(u64, KeptGame)> = all.filter(|(_, game)| has_player(&game.record, &find)).collect();
                let part = found.iter().skip(part.start).take(count);
                let games = part.map(|(id, KeptGame { kept, record })| {
                    line(GameRef::Mine { id: *id }, record, Some(kept.terms.you))
                });
                (found.len(), games.collect())
            }
            Source::File { file } => {
                let all = &self.file(file)?.games;
                let found: Vec<usize> = (0..all.len()).filter(|&number| has_player(&all[number], &find)).collect();
                let part = found.iter().skip(part.start).take(count);
                let games = part.map(|&number| line(GameRef::File { file, number }, &all[number], None));
                (found.len(), games.collect())
            }
        };
        Ok(Answer::Games(Games { total, games }))
    }
}

fn line(of: GameRef, record: &GameRecord, you: Option<Color>) -> GameLine {
    GameLine {
        of,
        black: notation::plain_name(&record.black.name),
        white: notation::plain_name(&record.white.name),
        date: record.date.clone(),
        result: Ended::of(record),
        moves: record.game().history().len(),
        you,
    }
}

impl LibraryGame {
    /// The game for the page.
    pub(super) fn show(&self) -> Answer {
        let you = self.kept.as_ref().map(|kept| kept.terms.you);
        let opponent = self.kept.as_ref().map(|kept| kept.terms.opponent.clone());
        Answer::Game(tell::Game { you, opponent, ..notation::show(&self.record) })
    }
}

/// A game as text.
pub(super) fn share(record: &GameRecord, format: ShareFormat) -> Reply {
    Ok(Answer::Text(match format {
        ShareFormat::Ggf => ggf::write(record),
        ShareFormat::Sgf => sgf::write(record),
        ShareFormat::Transcript => transcript::write(record).map_err(Refusal::failed)?,
    }))
}

/// True if a player's name contains this text, in lower case.
fn has_player(record: &GameRecord, text: &str) -> bool {
    [&record.black, &record.white].iter().any(|player| player.name.to_lowercase().contains(text))
}

/// A time since 1970 as a date in the form of NBoard, in UTC.
pub(super) fn date(seconds: u64) -> String {
    let hour = seconds / 3600 % 24;
    let minute = seconds / 60 % 60;
    let second = seconds % 60;
    format!("{} {hour:02}:{minute:02}:{second:02} GMT", day(seconds))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::serve::page::ask::{Pace, Rule, Settings, Terms, Who};
    use crate::serve::page::desk::analyses::Analyses;
    use crate::serve::page::desk::open_file;
    use crate::serve::page::desk::tests::Idle;
    use crate::serve::page::store::Files;

    fn common(folder: &Path) -> Common {
        let store = Arc::new(Files::new(folder));
        Common {
            store,
            jobs: Arc::new(Idle),
            settings: Settings::default(),
            analyses: Analyses::default(),
            trouble: None,
        }
    }

    fn game(black: &str) -> GameRecord {
        let mut record = transcript::parse("f5d6c3").unwrap();
        (record.black.name, record.white.name) = (black.to_owned(), "Ben".to_owned());
        record
    }

    fn listed(reply: Reply) -> (usize, Vec<GameRef>) {
        let Ok(Answer::Games(Games { total, games })) = reply else { panic!("no list") };
        (total, games.iter().map(|line| line.of).collect())
    }

    #[test]
    fn the_file_that_was_opened_first_gives_way() {
        let mut library = Library::default();
        let numbers = ["a", "b", "c", "d", "e"].map(|name| {
            let opened = open_file(name, &[], ggf::write(&game("Ann")).into_bytes()).unwrap();
            library.open(opened).file
        });
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        let names = library.names();
        assert_eq!(
            names.iter().map(|(number, name)| (*number, &**name)).collect::<Vec<_>>(),
            [(2, "b"), (3, "c"), (4, "d"), (5, "e")]
        );
        assert_eq!((library.file(1).err(), library.file(2).unwrap().games.len()), (Some(Refusal::Unknown), 1));
    }

    #[test]
    fn games_are_listed_in_parts_and_by_the_names_of_their_players() {
        let folder = tempfile::tempdir().unwrap();
        let common = common(folder.path());
        let mut library = Library::default();
        // Cleo plays every third game.
        let names = (0..300).map(|number| if number % 3 == 0 { "Cleo" } else { "Ann" });
        let text: String = names.map(|name| ggf::write(&game(name)) + "\n").collect();
        let file = library.open(open_file("x.ggf", &[], text.into_bytes()).unwrap()).file;
        let source = Source::File { file };
        for (part, find, total, numbers) in
            [(298..400, "", 300, &[298, 299][..]), (1..3, " cLEO ", 100, &[3, 6]), (0..2, "dora", 0, &[])]
        {
            let games: Vec<GameRef> = numbers.iter().map(|&number| GameRef::File { file, number }).collect();
            assert_eq!(listed(library.list(&common, source, part, find)), (total, games), "{find:?}");
        }
        assert_eq!(listed(library.list(&common, source, 0..300, "ben")).1.len(), LIST);
        let of = GameRef::File { file, number: 3 };
        assert_eq!(library.find(&common, of).unwrap().record.black.name, "Cleo");
        let absent =
            [GameRef::File { file, number: 300 }, GameRef::File { file: 9, number: 0 }, GameRef::Mine { id: 1 }];
        for of in absent {
            assert_eq!(library.find(&common, of).err(), Some(Refusal::Unknown));
        }
        // The person's own games, the last first.
        for (id, black) in [(1, "Ann"), (2, "Cleo"), (3, "Ann")] {
            let terms = Terms {
                who: Who::Shipped { name: "random".to_owned() },
                opponent: "Ben".to_owned(),
                you: Color::Black,
                rule: Rule::Most,
                pace: Pace::AtOnce,
                clock: None,
                placement: false,
                line: None,
            };
            let ggf = ggf::write(&game(black));
            common.store.keep(&Kept { id, terms, rating: None, seed: 1, hinted: false, ggf, over: true }).unwrap();
        }
        for (part, find, total, ids) in [(0..9, "", 3, &[3, 2, 1][..]), (1..2, "", 3, &[2]), (0..9, "ann", 2, &[3, 1])]
        {
            let games: Vec<GameRef> = ids.iter().map(|&id| GameRef::Mine { id }).collect();
            assert_eq!(listed(library.list(&common, Source::Mine, part, find)), (total, games), "{find:?}");
        }
        assert_eq!(library.find(&common, GameRef::Mine { id: 2 }).unwrap().kept.unwrap().id, 2);
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00:00 GMT");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00 GMT");
        assert_eq!(date(1_767_225_599), "2025-12-31 23:59:59 GMT");
    }
}
