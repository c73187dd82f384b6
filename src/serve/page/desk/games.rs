//! Games to view: the person's, and those of opened files.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::me::{added_files, read_added, side};
use super::{Common, GameFile, Reply, notation};
use crate::board::{Color, Symmetry};
use crate::machine::date::day;
use crate::record::{GameRecord, ggf, sgf, transcript};
use crate::serve::page::ask::{Finish, GameRef, Refusal, ShareFormat, Source};
use crate::serve::page::person::played;
use crate::serve::page::store::{LoadedGame, StoredGame};
use crate::serve::page::tell::{self, AddedGames, Answer, GameEnd, GameLine, Games};
use crate::strength::person::PersonGame;

/// The most open files. The one that was opened first is closed for another.
const FILES: usize = 4;
/// The most games in one list.
const LIST: usize = 200;
/// The moves of a line, by which the page names the opening.
const NAMED: usize = 16;

/// The open files.
#[derive(Default)]
pub(super) struct Library {
    files: VecDeque<GameFile>,
    last: u64,
    /// The files that were added, as they were read.
    added: RefCell<BTreeMap<u64, Arc<GameFile>>>,
}

/// A file whose games were added.
pub(super) struct AddedFile {
    added: AddedGames,
    opened: Arc<GameFile>,
}

/// Games of the person that were seen: a game may have been played here, and be in several files and formats. It is
/// known by its moves, as when it is measured.
#[derive(Default)]
pub(super) struct SeenGames(BTreeSet<u64>);

/// A game to view.
#[derive(Debug, Clone)]
pub(super) struct LibraryGame {
    pub record: GameRecord,
    /// The terms of the game, if it was played here.
    pub kept: Option<StoredGame>,
    /// The person's side, if it is one of the person's own.
    pub you: Option<Color>,
}

/// The games that are wanted in a list.
pub(super) struct Search {
    /// A part of a player's name or of the day, in lower case.
    text: String,
    /// Names of players that fit, too, in lower case.
    names: BTreeSet<String>,
    /// The positions of openings that fit, too, in all their forms.
    openings: BTreeSet<[u64; 2]>,
    ended: Option<Finish>,
}

impl Search {
    /// `None` if the moves of an opening are illegal.
    pub(super) fn new(text: &str, names: &[String], openings: &[String], ended: Option<Finish>) -> Option<Search> {
        let names = names.iter().map(|name| name.to_lowercase()).collect();
        let mut forms = BTreeSet::new();
        for opening in openings {
            let position = notation::game(None, opening)?.board().position;
            forms.extend(Symmetry::all().map(|form| [form.set(position.own), form.set(position.opp)]));
        }
        Some(Search { text: text.trim().to_lowercase(), names, openings: forms, ended })
    }

    fn matches(&self, record: &GameRecord, you: Option<Color>) -> bool {
        let fits = self.has_text(record) || self.has_opening(record);
        fits && self.ended.is_none_or(|ended| won(record, you) == Some(ended))
    }

    fn has_text(&self, record: &GameRecord) -> bool {
        let players = [&record.black.name, &record.white.name].map(|name| notation::plain_name(name).to_lowercase());
        // A time of day may follow, which the page does not show.
        let day = record.date.split([' ', 'T']).next().unwrap_or_default();
        // Files write 2026.11.05, too.
        let has_day = [day, &day.replace(['.', '/'], "-")].iter().any(|day| day.contains(&self.text));
        has_day || players.iter().any(|name| name.contains(&self.text) || self.names.contains(name))
    }

    fn has_opening(&self, record: &GameRecord) -> bool {
        let game = record.game();
        let boards = game.history().iter().map(|(board, _)| board).chain([game.board()]).take(NAMED + 1);
        let mut forms = boards.map(|board| [board.position.own, board.position.opp]);
        forms.any(|form| self.openings.contains(&form))
    }
}

/// The result of a game of the person.
pub(super) fn won(record: &GameRecord, you: Option<Color>) -> Option<Finish> {
    let black = GameEnd::new(record)?.score;
    let own_score = if you? == Color::Black { black } else { -black };
    Some(if own_score > 0.0 {
        Finish::Won
    } else if own_score < 0.0 {
        Finish::Lost
    } else {
        Finish::Drawn
    })
}

impl SeenGames {
    /// True if neither the game nor an image of it was seen before.
    pub(super) fn is_new(&mut self, record: &GameRecord, you: Color) -> bool {
        self.0.insert(PersonGame::new(record, you).image_id())
    }
}

impl AddedFile {
    /// The person's games, with the person's side in each.
    pub(super) fn own_games(&self) -> impl Iterator<Item = (&GameRecord, Color)> {
        self.opened.games.iter().filter_map(|record| Some((record, self.side(record)?)))
    }

    /// The person's side; `None` in a game of others.
    fn side(&self, record: &GameRecord) -> Option<Color> {
        side(record, &self.added.player, !self.opened.shown.players.is_empty())
    }
}

impl Library {
    pub(super) fn open(&mut self, mut file: GameFile) -> tell::File {
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

    pub(super) fn file(&self, number: u64) -> Result<&GameFile, Refusal> {
        self.files.iter().find(|file| file.shown.file == number).ok_or(Refusal::Unknown)
    }

    /// The files that were added and can still be read, the last first.
    pub(super) fn added(&self, common: &Common) -> Vec<AddedFile> {
        let mut files = added_files(common);
        files.reverse();
        let known = &mut *self.added.borrow_mut();
        known.retain(|number, _| files.iter().any(|added| added.file == *number));
        let read = files.into_iter().filter_map(|added| {
            let opened = match known.get(&added.file) {
                Some(opened) => opened.clone(),
                None => Arc::new(read_added(&*common.store, &added).ok()?),
            };
            known.insert(added.file, opened.clone());
            Some(AddedFile { added, opened })
        });
        read.collect()
    }

    pub(super) fn find(&self, common: &Common, of: GameRef) -> Result<LibraryGame, Refusal> {
        match of {
            GameRef::Mine { id } => common.store.game(id).map(|LoadedGame { record, kept }| {
                let you = Some(kept.terms.you);
                LibraryGame { record, kept: Some(kept), you }
            }),
            GameRef::Added { file, number } => {
                let files = self.added(common);
                let file = files.iter().find(|known| known.added.file == file).ok_or(Refusal::Unknown)?;
                let record = file.opened.games.get(number);
                record.map(|record| LibraryGame { record: record.clone(), kept: None, you: file.side(record) })
            }
            GameRef::File { file, number } => {
                let record = self.file(file)?.games.get(number);
                record.map(|record| LibraryGame { record: record.clone(), kept: None, you: None })
            }
        }
        .ok_or(Refusal::Unknown)
    }

    /// The games of a source that are wanted: a part of them as lines, and their number. `mistakes` has the person's
    /// mistakes in measured games.
    pub(super) fn list(
        &self,
        common: &Common,
        of: Source,
        part: Range<usize>,
        search: &Search,
        mistakes: &BTreeMap<u64, u32>,
    ) -> Reply {
        let mut total = 0;
        let mut games = Vec::new();
        self.visit(common, of, search, &mut |of, game| {
            if part.contains(&total) && games.len() < LIST {
                let measured = game.measured();
                let mistakes = measured.and_then(|game| game.image_ids().find_map(|id| mistakes.get(&id).copied()));
                games.push(GameLine { mistakes, ..line(of, &game.record, game.you) });
            }
            total += 1;
        })?;
        Ok(Answer::Games(Games { total, games }))
    }

    /// The wanted games of a source as GGF.
    pub(super) fn export(&self, common: &Common, of: Source, search: &Search) -> Reply {
        let mut games = Vec::new();
        self.visit(common, of, search, &mut |_, game| games.push(ggf::write(&game.record)))?;
        Ok(Answer::Text(games.join("\n")))
    }

    /// Visits the wanted games of a source.
    fn visit(
        &self,
        common: &Common,
        of: Source,
        search: &Search,
        visit: &mut dyn FnMut(GameRef, &LibraryGame),
    ) -> Result<(), Refusal> {
        let mut take = |of, record: &GameRecord, kept: Option<StoredGame>, you| {
            if search.matches(record, you) {
                visit(of, &LibraryGame { record: record.clone(), kept, you });
            }
        };
        let mut seen = SeenGames::default();
        if let Source::Mine | Source::All = of {
            // Damaged games are neither shown nor counted.
            let all = common.store.games().into_iter().filter_map(|id| Some((id, common.store.game(id)?)));
            for (id, LoadedGame { kept, record }) in all {
                let you = kept.terms.you;
                seen.is_new(&record, you);
                take(GameRef::Mine { id }, &record, Some(kept), Some(you));
            }
        }
        if let Source::All = of {
            for known in self.added(common) {
                let file = known.added.file;
                for (number, record) in known.opened.games.iter().enumerate() {
                    let Some(you) = known.side(record).filter(|you| seen.is_new(record, *you)) else { continue };
                    take(GameRef::Added { file, number }, record, None, Some(you));
                }
            }
        }
        if let Source::File { file } = of {
            for (number, record) in self.file(file)?.games.iter().enumerate() {
                take(GameRef::File { file, number }, record, None, None);
            }
        }
        Ok(())
    }
}

fn line(of: GameRef, record: &GameRecord, you: Option<Color>) -> GameLine {
    GameLine {
        of,
        black: notation::plain_name(&record.black.name),
        white: notation::plain_name(&record.white.name),
        date: record.date.clone(),
        result: GameEnd::new(record),
        moves: record.game().history().len(),
        mistakes: None,
        begin: notation::moves(record.game()).chars().take(2 * NAMED).collect(),
        rule: record.objective.into(),
        you,
    }
}

impl LibraryGame {
    /// The game for the person's profile, which may have an image of it; `None` if it is no evidence of strength.
    fn measured(&self) -> Option<PersonGame> {
        match &self.kept {
            Some(kept) => played(&LoadedGame { kept: kept.clone(), record: self.record.clone() }),
            None => Some(PersonGame::new(&self.record, self.you?)),
        }
    }

    /// The game for the page.
    pub(super) fn show(&self) -> Answer {
        let you = self.you;
        let other = you.map(|you| if you == Color::Black { &self.record.white } else { &self.record.black });
        let played = self.kept.as_ref().map(|kept| kept.terms.opponent.clone());
        let opponent = played.or_else(|| Some(notation::plain_name(&other?.name)));
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
    use std::sync::Mutex;

    use super::super::me::copy_of;
    use super::super::open_file;
    use super::*;
    use crate::record::{Ending, Outcome};
    use crate::serve::page::ask::Terms;
    use crate::serve::page::desk::tests;
    use crate::serve::page::store::{Files, Storage, WatchedFiles};

    fn common(folder: &Path) -> Common {
        tests::common(Arc::new(Files::new(folder)))
    }

    fn game(black: &str) -> GameRecord {
        let mut record = transcript::parse("f5d6c3").unwrap();
        (record.black.name, record.white.name) = (black.to_owned(), "Ben".to_owned());
        record
    }

    fn kept(id: u64, ggf: String) -> StoredGame {
        let terms = Terms { opponent: "Ben".to_owned(), ..Terms::against("random") };
        StoredGame { id, terms, rating: None, seed: 1, hinted: false, ggf, over: true }
    }

    fn named(text: &str) -> Search {
        Search::new(text, &[], &[], None).unwrap()
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
            assert_eq!(
                listed(library.list(&common, source, part, &named(find), &BTreeMap::new())),
                (total, games),
                "{find:?}"
            );
        }
        assert_eq!(listed(library.list(&common, source, 0..300, &named("ben"), &BTreeMap::new())).1.len(), LIST);
        let of = GameRef::File { file, number: 3 };
        assert_eq!(library.find(&common, of).unwrap().record.black.name, "Cleo");
        let absent =
            [GameRef::File { file, number: 300 }, GameRef::File { file: 9, number: 0 }, GameRef::Mine { id: 1 }];
        for of in absent {
            assert_eq!(library.find(&common, of).err(), Some(Refusal::Unknown));
        }
        // The person's own games, the last first.
        for (id, black) in [(1, "Ann"), (2, "Cleo"), (3, "Ann")] {
            common.store.keep(&kept(id, ggf::write(&game(black)))).unwrap();
        }
        for (part, find, total, ids) in [(0..9, "", 3, &[3, 2, 1][..]), (1..2, "", 3, &[2]), (0..9, "ann", 2, &[3, 1])]
        {
            let games: Vec<GameRef> = ids.iter().map(|&id| GameRef::Mine { id }).collect();
            assert_eq!(
                listed(library.list(&common, Source::Mine, part, &named(find), &BTreeMap::new())),
                (total, games),
                "{find:?}"
            );
        }
        assert_eq!(library.find(&common, GameRef::Mine { id: 2 }).unwrap().kept.unwrap().id, 2);
    }

    #[test]
    fn added_games_are_among_the_persons_and_are_found_by_opening_and_result() {
        let folder = tempfile::tempdir().unwrap();
        let common = common(folder.path());
        let library = Library::default();
        let games = [("Ann", "f5d6c3d3c4", 10.0), ("Cleo", "f5d6c3d3c4", 4.0), ("Ann", "d3c5d6", -2.0)];
        let texts = games.map(|(black, moves, score)| {
            let mut record = transcript::parse(moves).unwrap();
            (record.black.name, record.white.name) = (black.to_owned(), "Ben".to_owned());
            record.result = Some(Outcome { score, ending: Ending::Agreed });
            ggf::write(&record)
        });
        let added = AddedGames { file: 1, name: "a.ggf".to_owned(), player: "Ann".to_owned(), games: 2 };
        common.store.write(&copy_of(&added), texts.join("\n").as_bytes()).unwrap();
        let index = serde_json::json!([{ "file": 1, "name": "a.ggf", "player": "Ann", "games": 2, "ids": [] }]);
        common.store.put("files/index.json", &index).unwrap();
        // Cleo's game is not the person's; d3c5d6 is f5d6c5 with the board turned over.
        for (text, openings, ended, numbers) in [
            ("", &[][..], None, &[0, 2][..]),
            ("no name", &[], None, &[]),
            ("no name", &["f5d6"], None, &[0, 2]),
            ("no name", &["f5d6c3"], None, &[0]),
            ("no name", &["f5d6c3", "f5d6c5"], None, &[0, 2]),
            ("no name", &["f5d6c3", "f5d6c5"], Some(Finish::Lost), &[2]),
            ("", &[], Some(Finish::Won), &[0]),
            ("", &[], Some(Finish::Lost), &[2]),
            ("", &[], Some(Finish::Drawn), &[]),
        ] {
            let openings: Vec<String> = openings.iter().map(ToString::to_string).collect();
            let search = Search::new(text, &[], &openings, ended).unwrap();
            let games: Vec<GameRef> = numbers.iter().map(|&number| GameRef::Added { file: 1, number }).collect();
            let listed_games = listed(library.list(&common, Source::All, 0..9, &search, &BTreeMap::new()));
            assert_eq!(listed_games, (games.len(), games), "{openings:?} {ended:?}");
        }
        assert!(Search::new("", &[], &["f5f5".to_owned()], None).is_none());
        // The page shows a name in other words, and tells which name has the text.
        for (name, count) in [("ann", 2), ("An", 0)] {
            let search = Search::new("anna", &[name.to_owned()], &[], None).unwrap();
            assert_eq!(listed(library.list(&common, Source::All, 0..9, &search, &BTreeMap::new())).0, count);
        }
        let first_game = library.find(&common, GameRef::Added { file: 1, number: 0 }).unwrap();
        assert_eq!(first_game.you, Some(Color::Black));
    }

    #[test]
    fn only_what_is_shown_is_searched() {
        let mut record = GameRecord::default();
        record.date = "2026-07-04 21:30:59".to_owned();
        record.black.name = "Expert#0a1b2c".to_owned();
        let searches = ["expert", "2026-07", "21:30", "0a1b"].map(|text| Search::new(text, &[], &[], None).unwrap());
        assert_eq!(searches.map(|search| search.has_text(&record)), [true, true, false, false]);
        for date in ["2026.11.05", "2026/11/05", "2026.11.05_21:30:59", "2026-11-05T21:30:59Z"] {
            record.date = date.to_owned();
            let found = ["2026-11", &date[..7], "2026-11-05", "2026-12"].map(|text| named(text).has_text(&record));
            assert_eq!(found, [true, true, true, false], "{date}");
        }
    }

    #[test]
    fn a_list_and_an_export_read_each_file_once() {
        let folder = tempfile::tempdir().unwrap();
        let reads = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
        let noted = reads.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            *noted.lock().unwrap().entry(name.to_owned()).or_default() += 1
        });
        let common = tests::common(Arc::new(watched));
        let files: &dyn Storage = &Files::new(folder.path());
        let added = AddedGames { file: 1, name: "a.ggf".to_owned(), player: "Ann".to_owned(), games: 9 };
        let games = ["f5d6c3d3c4", "f5d6c3d3", "f5d6c3", "f5d6", "f5"].map(|moves| {
            let mut record = transcript::parse(moves).unwrap();
            (record.black.name, record.white.name) = ("Ann".to_owned(), "Ben".to_owned());
            ggf::write(&record)
        });
        files.write(&copy_of(&added), games.join("\n").as_bytes()).unwrap();
        let index = serde_json::json!([{ "file": 1, "name": "a.ggf", "player": "Ann", "games": 9, "ids": [] }]);
        files.put("files/index.json", &index).unwrap();
        for id in 1..=2 {
            files.keep(&kept(id, ggf::write(&transcript::parse("f5f6e6").unwrap()))).unwrap();
        }
        let library = Library::default();
        let Ok(Answer::Text(text)) = library.export(&common, Source::All, &named("")) else { panic!("no text") };
        assert_eq!(text.lines().count(), 7);
        let once: BTreeMap<String, usize> = reads.lock().unwrap().clone();
        assert!(once.len() > 5 && once.values().all(|count| *count == 1), "{once:?}");
        reads.lock().unwrap().clear();
        let listed = listed(library.list(&common, Source::All, 0..9, &named(""), &BTreeMap::new()));
        assert_eq!((listed.0, listed.1.len()), (7, 7));
        let once: BTreeMap<String, usize> = reads.lock().unwrap().clone();
        assert!(once.values().all(|count| *count == 1), "{once:?}");
    }

    #[test]
    fn a_game_in_two_files_is_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        let common = common(folder.path());
        let mut other = game("Ann");
        other.date = "2024-03-01".to_owned();
        let texts = [("a.ggf", ggf::write(&game("Ann"))), ("b.sgf", sgf::write(&game("Ann")) + &sgf::write(&other))];
        let index = texts.iter().zip(1..).map(|((name, text), file)| {
            let added = AddedGames { file, name: (*name).to_owned(), player: "Ann".to_owned(), games: 1 };
            common.store.write(&copy_of(&added), text.as_bytes()).unwrap();
            serde_json::json!({ "file": file, "name": name, "player": "Ann", "games": 1, "ids": [] })
        });
        common.store.put("files/index.json", &index.collect::<Vec<_>>()).unwrap();
        let reply = Library::default().list(&common, Source::All, 0..9, &named(""), &BTreeMap::new());
        assert_eq!(listed(reply), (1, vec![GameRef::Added { file: 2, number: 0 }]));
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00:00 GMT");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00 GMT");
        assert_eq!(date(1_767_225_599), "2025-12-31 23:59:59 GMT");
    }
}
