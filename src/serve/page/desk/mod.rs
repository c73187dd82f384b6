//! The desk: everything that the page shows and does. It handles requests, events of searches and of long work, and
//! clocks, one after the other. It is independent of HTTP, files and threads: requests come in, and topics go out.

mod analyses;
mod exercises;
mod explore;
pub(super) mod file;
mod games;
mod later;
mod line;
mod live;
mod me;
mod notation;
mod pace;
mod play;
mod removals;
mod repertoire;
mod review;
mod study;
mod tournaments;

pub(super) use file::{GameFile, open as open_file};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
#[cfg(feature = "cli")]
use crossbeam_channel::{Receiver, RecvError, Select, TryRecvError};
use rand::seq::IteratorRandom;
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::analyses::Analyses;
use self::exercises::Exercises;
use self::explore::Explorer;
use self::games::{Library, Search};
use self::me::Me;
use self::play::Play;
use self::review::Review;
use self::study::Study;
use super::ask::{Ask, EvidenceRef, Refusal, Rule, Settings, Terms};
use super::jobs::Jobs;
use super::jobs::News;
use super::opponents;
use super::store::{CURRENT, Snapshot, Store};
use super::tell::{Answer, Hello, Task};
use crate::board::Board;
use crate::machine::clock::Instant;
use crate::people::STRONGER;
use crate::serve::session::Session;
use crate::strength::person::PLACEMENT;

/// The answer to a request.
pub(super) type Reply = Result<Answer, Refusal>;

/// A topic and its present value as JSON.
pub(super) type Topic = (&'static str, String);

const SETTINGS: &str = "settings.json";
/// Even positions after eight random moves, as at the start of XOT tournament games. The file says how they were made.
const XOT: &str = include_str!("xot.txt");

/// State that the parts of the desk share.
struct Common {
    store: Store,
    jobs: Arc<dyn Jobs>,
    settings: Settings,
    /// The analyses of all positions whose values are shown.
    analyses: Analyses,
    /// The errors of the files whose last write failed, each in a line.
    trouble: BTreeMap<&'static str, String>,
    /// The errors of files that could not be read, each in a line.
    damaged: BTreeSet<String>,
}

impl Common {
    /// Shows no values of moves until they are asked for again, because a game with them does not count.
    fn hide_hints(&mut self) {
        if self.settings.hints {
            self.settings.hints = false;
            self.note(SETTINGS, self.store.put(SETTINGS, &self.settings));
        }
    }

    /// Notes whether a write of this file or folder succeeded. If not, the page says so and the game continues.
    fn note(&mut self, file: &'static str, result: std::io::Result<()>) {
        match result {
            Ok(()) => self.trouble.remove(file),
            Err(error) => self.trouble.insert(file, error.to_string()),
        };
    }

    /// True if the last write of this file or folder failed.
    fn has_trouble(&self, file: &str) -> bool {
        self.trouble.contains_key(file)
    }

    /// The stored value; the default one if there is none. A damaged file is named.
    fn stored<T: DeserializeOwned + Default>(&mut self, file: &str) -> T {
        match self.store.load(file) {
            Ok(value) => value.unwrap_or_default(),
            Err(error) => {
                self.name_damaged(&error);
                T::default()
            }
        }
    }

    /// Names a file that cannot be used, with the reason in one line, above every view.
    fn name_damaged(&mut self, error: &impl ToString) {
        // No answer of the page contains a path.
        let line = error.to_string().replace(&self.store.place(), "");
        if self.damaged.insert(line.clone()) {
            log::warn!("{line}");
        }
    }
}

/// The desk, with all its parts.
pub(super) struct Desk {
    common: Common,
    play: Play,
    review: Review,
    study: Study,
    library: Library,
    explorer: Explorer,
    exercises: Exercises,
    me: Me,
}

impl Desk {
    pub(super) fn new(store: Store, jobs: Arc<dyn Jobs>) -> Desk {
        let mut common = Common {
            store,
            jobs,
            settings: Settings::default(),
            analyses: Analyses::default(),
            trouble: BTreeMap::new(),
            damaged: BTreeSet::new(),
        };
        common.settings = common.stored(SETTINGS);
        if !common.settings.is_usable() {
            common.name_damaged(&format!("{SETTINGS}: the name cannot be used in games"));
            let _ = common.store.put_aside(SETTINGS);
            common.settings.name = Settings::default().name;
        }
        // An unwritable folder is reported at once, not after the first game. The settings have not changed, so that a
        // game that can be written again ends the report.
        common.note(CURRENT, common.store.put(SETTINGS, &common.settings));
        let play = Play::open(&mut common);
        let me = Me::open(&mut common);
        let exercises = Exercises::open(&mut common);
        let (review, study, library, explorer) = Default::default();
        Desk { common, play, review, study, library, explorer, exercises, me }
    }

    /// True while long work goes on, such as the making of rivals. The person waits for this even without an open tab.
    #[cfg(feature = "cli")]
    pub(super) fn works(&self) -> bool {
        self.me.works()
    }

    /// Ends the study's search, because no page is open.
    #[cfg(feature = "cli")]
    pub(super) fn rest(&mut self) {
        self.study.rest();
    }

    /// The next moment at which something happens by itself.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.play.deadline()
    }

    /// The sessions that may be at work.
    fn sessions(&mut self) -> impl Iterator<Item = &mut Session> {
        let looking = self.study.session().into_iter().chain(self.exercises.session());
        self.play.sessions().chain(self.review.sessions()).chain(looking)
    }

    /// Handles pending events.
    pub(super) fn hear(&mut self) {
        self.sessions().for_each(Session::hear_all);
        let news: Vec<News> = self.me.news().try_iter().collect();
        news.into_iter().for_each(|news| self.hear_me(news));
    }

    /// Waits for a call, and handles events and clocks in the meantime.
    #[cfg(feature = "cli")]
    pub(super) fn wait<T>(&mut self, calls: &Receiver<T>) -> Option<Result<T, RecvError>> {
        let news: Vec<_> = self.sessions().map(|session| session.news().clone()).collect();
        let mut select = Select::new();
        let call = select.recv(calls);
        select.recv(self.me.news());
        for news in &news {
            select.recv(news);
        }
        let ready = match self.deadline() {
            Some(due) => select.ready_timeout(due.saturating_duration_since(Instant::now())).ok(),
            None => Some(select.ready()),
        };
        if ready == Some(call) {
            match calls.try_recv() {
                Ok(call) => return Some(Ok(call)),
                Err(TryRecvError::Disconnected) => return Some(Err(RecvError)),
                Err(TryRecvError::Empty) => {}
            }
        }
        self.hear();
        None
    }

    fn hear_me(&mut self, news: News) {
        let are_found = matches!(news, News::Progress(Task::Exercises, _) | News::Changed(_) | News::Done(..));
        self.me.hear(&mut self.common, news);
        if are_found {
            self.exercises.read(&mut self.common);
        }
    }

    /// Advances everything that can advance. Returns the topics to show now.
    pub(super) fn step(&mut self) -> Vec<Topic> {
        self.review.step(&mut self.common.analyses);
        self.study.step(&mut self.common.analyses);
        self.exercises.step(&mut self.common.analyses);
        if let Some(finished) = self.play.step(&mut self.common) {
            self.me.finished(&mut self.common, finished);
            self.store_waiting();
        }
        let changed = self.common.analyses.take_changed();
        self.review.note_changed(&changed);
        self.exercises.note_changed(&changed);
        let mut topics = vec![
            topic("settings", &self.common.settings),
            topic("play", &self.play.show()),
            topic("study", &self.study.show(&self.common.analyses)),
            topic("me", &self.me.show(&self.common, &self.play.left)),
            topic("trouble", &self.common.trouble.values().next()),
        ];
        let exercises = self.exercises.show(&self.common.analyses, self.me.themes(), self.me.rating());
        topics.extend(exercises.map(|shown| topic("exercises", &shown)));
        topics.extend(self.review.show(&self.common.analyses).iter().map(|(name, review)| topic(name, review)));
        topics
    }

    /// Tries again to store finished games that could not be stored.
    pub(super) fn store_waiting(&mut self) {
        self.play.store_waiting(&mut self.common);
    }

    /// Adds an opened file.
    pub(super) fn open(&mut self, file: GameFile) -> Answer {
        self.explorer.tournaments.keep(&mut self.common, &file);
        Answer::File(self.library.open(file))
    }

    pub(super) fn answer(&mut self, ask: Ask) -> Reply {
        self.store_waiting();
        let common = &mut self.common;
        match ask {
            Ask::Hello => Ok(Answer::Hello(hello())),
            Ask::NewGame { start, line, who, color, rule, pace, clock } => {
                if !opponents::is_usable(&who) {
                    return Err(Refusal::Range { what: "rating" });
                }
                let you = color.color(rand::random());
                let opponent = opponents::name(&who);
                let game = notation::game(start.as_deref(), "").filter(|game| !game.is_over());
                let start = *game.ok_or(Refusal::Illegal)?.start();
                self.play.begin(common, start, Terms { who, opponent, you, rule, pace, clock, placement: false, line })
            }
            Ask::Place { color, pace } => {
                let who = self.me.next_placement(common)?;
                let terms = Terms {
                    opponent: opponents::name(&who),
                    who,
                    you: color.color(rand::random()),
                    rule: Rule::Most,
                    pace,
                    clock: None,
                    placement: true,
                    line: None,
                };
                self.play.begin(common, Board::START, terms)
            }
            Ask::Move { game, ply, square } => self.play.move_by_person(common, game, ply, &square),
            Ask::Undo { game } => self.play.undo(common, game),
            Ask::Hint { game, ply } => self.play.hint(common, game, ply),
            Ask::Resign { game } => self.play.resign(common, game),
            Ask::Close { game } => self.play.close(common, game),
            Ask::Leave { game } => self.play.leave(common, game),
            Ask::GoOn { game } => self.play.go_on(common, game),
            Ask::Xot => {
                let lines = XOT.lines().filter(|line| !line.starts_with('#'));
                let moves = lines.filter_map(|line| line.split_whitespace().next()).choose(&mut rand::rng());
                Ok(Answer::Text(moves.unwrap_or_default().to_owned()))
            }
            Ask::Settings(settings) => {
                if !settings.is_usable() {
                    return Err(Refusal::Range { what: "name" });
                }
                common.settings = settings;
                common.note(SETTINGS, common.store.put(SETTINGS, &common.settings));
                self.play.settings_changed(common);
                Ok(Answer::Done)
            }
            Ask::Review { of } => {
                let game = self.library.find(common, of)?;
                self.review.begin(&common.analyses, of, game)
            }
            Ask::Why { of, ply } => self.review.explain(common, of, self.library.find(common, of)?, ply),
            Ask::Lens { of, ply } => {
                let rating = self.me.rating();
                let game = self.library.find(common, of)?;
                self.review.lens(&game.record, ply, [rating, rating.plus(STRONGER)])
            }
            Ask::Study { start, moves, rule } => self.study.look(&common.analyses, start.as_deref(), &moves, rule),
            Ask::StopStudy { key } => self.study.stop(&key),
            Ask::Games { of, from, count, find, names, openings, ended } => {
                let search = Search::new(&find, &names, &openings, ended).ok_or(Refusal::Illegal)?;
                self.library.list(common, of, from..from.saturating_add(count), &search, self.me.mistakes())
            }
            Ask::Export { of, find, names, openings, ended } => {
                let search = Search::new(&find, &names, &openings, ended).ok_or(Refusal::Illegal)?;
                self.library.export(common, of, &search)
            }
            Ask::Game { of } => Ok(self.library.find(common, of)?.show()),
            Ask::Share { of, format } => games::share(&self.library.find(common, of)?.record, format),
            Ask::Import { file, player } => self.me.import(common, self.library.file(file)?, &player),
            Ask::Explore { start, moves, of } => {
                self.explorer.look(common, &self.library, (start.as_deref(), &moves), of)
            }
            Ask::Repertoire => repertoire::look(common, &self.library),
            Ask::ForgetTournaments => {
                tournaments::forget(common);
                Ok(Answer::Done)
            }
            Ask::TakeOut { what } => {
                let number = self.me.take_out(common, what)?;
                if let EvidenceRef::Game { game } = what {
                    self.play.forget(common, game);
                }
                Ok(Answer::Number(number))
            }
            Ask::PutBack { number } => self.me.put_back(common, number),
            Ask::StopMeasuring => self.me.stop_measuring(),
            Ask::MakeRivals { keep } => self.me.make_rivals(common, &keep),
            Ask::StopMaking => self.me.stop_making(common),
            Ask::FindExercises => self.me.find_exercises(common),
            Ask::Exercise { from, theme } => self.exercises.next(from, theme, self.me.themes(), self.me.rating()),
            Ask::Daily { day } => self.exercises.daily(day, self.me.themes()),
            Ask::Solve { id, square } => self.exercises.solve(common, id, &square),
            Ask::ForgetPlacement => self.me.forget_placement(common),
            Ask::Pack => pack(self.snapshot()?),
        }
    }

    /// The person's files as they are now.
    pub(super) fn snapshot(&mut self) -> Result<Snapshot, Refusal> {
        let snapshot = Snapshot::take(&*self.common.store).map_err(Refusal::failed)?;
        snapshot.missing.iter().for_each(|error| self.common.name_damaged(error));
        Ok(snapshot)
    }
}

/// The answer to [`Ask::Pack`]. Thousands of games take seconds.
pub(super) fn pack(snapshot: Snapshot) -> Reply {
    let bytes = snapshot.pack().map_err(Refusal::failed)?;
    Ok(Answer::Text(BASE64_STANDARD.encode(bytes)))
}

/// The facts that stay the same while the page is open.
fn hello() -> Hello {
    Hello {
        version: env!("CARGO_PKG_VERSION"),
        opponents: opponents::list(),
        strengths: opponents::strengths(),
        placement: PLACEMENT,
        files: file::accepted(),
    }
}

fn topic(name: &'static str, value: &impl Serialize) -> Topic {
    (name, serde_json::to_string(value).expect("strings and numbers are JSON"))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::board::{Move, Objective, squares};
    use crate::eval::Worth;
    use crate::people::Exercises;
    use crate::record::{GameRecord, ggf, wthor};
    use crate::search::Report;
    use crate::serve::page::ask::{Choice, Exercising, GameRef, OpponentChoice, Pace, Source, TimeControl};
    use crate::serve::page::jobs::{Job, Reporter};
    use crate::serve::page::store::{Files, Storage, unpack};
    use crate::strength::practice::Practice;
    use crate::strength::themes::Theme;

    /// Long work that never starts.
    pub(super) struct Idle;

    impl Jobs for Idle {
        fn begin(self: Arc<Self>, _: Job, _: Reporter) {}
    }

    pub(super) fn common(store: Store) -> Common {
        Common {
            store,
            jobs: Arc::new(Idle),
            settings: Settings::default(),
            analyses: Analyses::default(),
            trouble: BTreeMap::new(),
            damaged: BTreeSet::new(),
        }
    }

    /// A desk with the last value of each topic.
    struct Screen {
        desk: Desk,
        topics: BTreeMap<&'static str, Value>,
    }

    impl Screen {
        fn ask(&mut self, ask: Ask) {
            self.desk.answer(ask).unwrap();
            self.step();
        }

        fn step(&mut self) {
            self.desk.hear();
            let topics = self.desk.step();
            self.topics.extend(topics.into_iter().map(|(name, text)| (name, serde_json::from_str(&text).unwrap())));
        }

        /// The values of the first position in the study, the review and the exercise, if they are shown.
        fn values(&self) -> Vec<&Value> {
            let Screen { topics, .. } = self;
            let places = [
                &topics["study"]["moves"],
                &topics["review-0"]["positions"][0]["moves"],
                &topics["exercises"]["now"]["tried"]["moves"],
            ];
            places.into_iter().filter(|moves| moves.as_array().is_some_and(|moves| !moves.is_empty())).collect()
        }
    }

    fn opened(folder: &std::path::Path) -> Screen {
        let desk = Desk::new(Arc::new(Files::new(folder)), Arc::new(Idle));
        Screen { desk, topics: BTreeMap::new() }
    }

    #[test]
    fn the_exercise_of_a_day_is_answered_once_and_days_in_a_row_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let day = (crate::machine::clock::since_1970().as_secs() / 86_400) as u32;
        let screen = opened(folder.path());
        let answered: BTreeMap<u32, String> = [1, 2, 4].map(|ago| (day - ago, "a1".to_owned())).into();
        screen.desk.common.store.put("exercises.days.json", &answered).unwrap();
        let mut screen = opened(folder.path());
        screen.ask(Ask::Daily { day });
        let exercise = screen.topics["exercises"]["now"].clone();
        assert_eq!((&exercise["streak"], &exercise["tried"]), (&2.into(), &Value::Null));
        let board: Board = exercise["start"].as_str().unwrap().parse().unwrap();
        let square = squares(board.position.moves()).next().unwrap().to_string();
        let solve = Ask::Solve { id: exercise["id"].as_u64().unwrap(), square: square.clone() };
        screen.ask(solve.clone());
        assert_eq!(screen.topics["exercises"]["now"]["streak"], 3);
        let mut screen = opened(folder.path());
        screen.ask(Ask::Daily { day });
        let exercise = &screen.topics["exercises"]["now"];
        assert_eq!((&exercise["streak"], exercise["tried"]["square"].as_str()), (&3.into(), Some(&*square)));
        assert_eq!(screen.desk.answer(solve).err(), Some(Refusal::Stale));
        assert_eq!(screen.desk.answer(Ask::Daily { day: day + 9 }).err(), Some(Refusal::Range { what: "day" }));
    }

    #[test]
    fn an_exercise_of_a_theme_that_is_found_at_the_first_try_is_a_step() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        // Without games no theme is dear.
        screen.ask(Ask::Exercise { from: Exercising::Themes, theme: None });
        assert_eq!(
            (&screen.topics["exercises"]["now"], &screen.topics["exercises"]["themes"]),
            (&Value::Null, &0.into())
        );
        for expected in [1, 1, 0] {
            screen.ask(Ask::Exercise { from: Exercising::Themes, theme: Some(Theme::Corners) });
            let exercise = screen.topics["exercises"]["now"].clone();
            assert_eq!(exercise["theme"], "corners");
            let board: Board = exercise["start"].as_str().unwrap().parse().unwrap();
            let right = Exercises::shipped().exercises.iter().find(|other| other.board == board).unwrap().right.answer;
            let wrong = squares(board.position.moves()).find(|square| *square != right).unwrap();
            let square = if expected == 0 { wrong } else { right }.to_string();
            screen.ask(Ask::Solve { id: exercise["id"].as_u64().unwrap(), square });
            let practice: Practice = screen.desk.common.store.get("exercises.themes.json").unwrap();
            assert_eq!(practice.steps(Theme::Corners), expected);
        }
    }

    #[test]
    fn tournament_games_are_kept_for_the_next_start_and_other_files_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        let count = |screen: &mut Screen| {
            let ask = Ask::Explore { start: None, moves: String::new(), of: Source::Tournaments };
            let Ok(Answer::Explored(explored)) = screen.desk.answer(ask) else { panic!("nothing explored") };
            (explored.games, explored.tournaments)
        };
        let record = crate::record::transcript::parse("f5d6c3").unwrap();
        for (name, bytes) in [("x.wtb", wthor::FORMAT.example.to_vec()), ("x.ggf", ggf::write(&record).into_bytes())] {
            screen.desk.open(open_file(name, &[], bytes).unwrap());
        }
        let (games, _) = count(&mut screen);
        assert!(games > 0);
        let mut screen = opened(folder.path());
        assert_eq!(count(&mut screen), (games, vec!["x.wtb".to_owned()]));
        screen.ask(Ask::ForgetTournaments);
        assert_eq!(count(&mut screen), (0, Vec::new()));
    }

    #[test]
    fn added_wthor_games_have_their_names_at_the_next_start_and_where_they_are_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        // Players 1 and 2 of the example.
        let mut names = vec![0; 16 + 3 * 20];
        names[8] = 3;
        names[36..39].copy_from_slice(b"Ann");
        names[56..59].copy_from_slice(b"Ben");
        let file = open_file("x.wtb", &names, wthor::FORMAT.example.to_vec()).unwrap();
        let Answer::File(file) = screen.desk.open(file) else { panic!("a file") };
        let import = |player: &str| Ask::Import { file: file.file, player: player.to_owned() };
        assert_eq!(screen.desk.answer(import("Nobody")).err(), Some(Refusal::NoPlayer));
        screen.ask(import("Ann"));
        let opponents = |screen: &mut Screen| {
            let (find, names, openings) = Default::default();
            let ask = Ask::Games { of: Source::All, from: 0, count: 9, find, names, openings, ended: None };
            let Ok(Answer::Games(games)) = screen.desk.answer(ask) else { panic!("no list") };
            games.games.into_iter().map(|game| game.white).collect::<Vec<_>>()
        };
        assert_eq!(opponents(&mut screen), ["Ben"]);
        let mut screen = opened(folder.path());
        assert_eq!(opponents(&mut screen), ["Ben"]);
        let elsewhere = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(elsewhere.path());
        for (name, bytes) in unpack(&screen.desk.snapshot().unwrap().pack().unwrap()).unwrap() {
            store.write(&name, &bytes).unwrap();
        }
        assert_eq!(opponents(&mut opened(elsewhere.path())), ["Ben"]);
        screen.ask(Ask::TakeOut { what: EvidenceRef::Added { file: 1 } });
        assert_eq!(opponents(&mut screen), [""; 0]);
        let files = folder.path().join("files");
        std::fs::rename(&files, folder.path().join("elsewhere")).unwrap();
        std::fs::write(&files, "").unwrap();
        assert!(matches!(screen.desk.answer(Ask::PutBack { number: 1 }), Err(Refusal::Failed { .. })));
        std::fs::remove_file(&files).unwrap();
        screen.ask(Ask::PutBack { number: 1 });
        assert_eq!(opponents(&mut screen), ["Ben"]);
        // A removal that cannot be written removes nothing.
        let index = files.join("index.json");
        let entries = std::fs::read(&index).unwrap();
        std::fs::remove_file(&index).unwrap();
        std::fs::create_dir(&index).unwrap();
        let removal = Ask::TakeOut { what: EvidenceRef::Added { file: 1 } };
        assert!(matches!(screen.desk.answer(removal), Err(Refusal::Failed { .. })));
        std::fs::remove_dir(&index).unwrap();
        std::fs::write(&index, entries).unwrap();
        assert_eq!(opponents(&mut opened(folder.path())), ["Ben"]);
    }

    /// Begins a game with the black discs against an opponent that answers f5 with d6 at once.
    fn begin_line(screen: &mut Screen, clock: Option<TimeControl>) {
        screen.ask(Ask::NewGame {
            start: None,
            line: Some("f5d6".to_owned()),
            who: OpponentChoice::Shipped { name: "random".to_owned() },
            color: Choice::Black,
            rule: Rule::Most,
            pace: Pace::AtOnce,
            clock,
        });
    }

    /// Plays a move of the person, and waits for the answer.
    fn play_move(screen: &mut Screen, ply: usize, square: &str) {
        let game = screen.topics["play"]["id"].as_u64().unwrap();
        screen.ask(Ask::Move { game, ply, square: square.to_owned() });
        while screen.topics["play"]["moves"].as_str().unwrap().len() < 2 * (ply + 2) {
            screen.step();
        }
    }

    /// Stores values of the moves in a position.
    fn note_values(screen: &mut Screen, moves: &str) {
        let board = *notation::game(None, moves).unwrap().board();
        let report = Report::ranked(20, board.moves().map(|mv| (mv, Worth::Discs(1.0))));
        screen.desk.common.analyses.note((board, Objective::Normal), report);
    }

    fn has_hints(screen: &Screen) -> bool {
        screen.topics["play"]["hints"].as_array().is_some_and(|hints| !hints.is_empty())
    }

    #[test]
    fn a_single_hint_belongs_to_one_position_and_to_no_setting_and_no_other_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        begin_line(&mut screen, None);
        let game = screen.topics["play"]["id"].as_u64().unwrap();
        assert_eq!(screen.desk.answer(Ask::Hint { game, ply: 1 }).err(), Some(Refusal::Stale));
        screen.ask(Ask::Hint { game, ply: 0 });
        let begun = Instant::now();
        while !has_hints(&screen) {
            screen.step();
            assert!(begun.elapsed().as_secs() < 60);
        }
        assert_eq!(
            (&screen.topics["play"]["hinted"], &screen.topics["settings"]["hints"]),
            (&true.into(), &false.into())
        );
        // The values of the next position are known, too, but nobody has asked for them.
        note_values(&mut screen, "f5d6");
        play_move(&mut screen, 0, "f5");
        assert!(!has_hints(&screen));
        begin_line(&mut screen, None);
        assert_eq!((has_hints(&screen), &screen.topics["play"]["hinted"]), (false, &false.into()));
    }

    #[test]
    fn a_game_in_which_a_move_was_taken_back_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        begin_line(&mut screen, None);
        play_move(&mut screen, 0, "f5");
        assert_eq!(screen.topics["play"]["hinted"], false);
        let game = screen.topics["play"]["id"].as_u64().unwrap();
        screen.ask(Ask::Undo { game });
        assert_eq!((&screen.topics["play"]["hinted"], &screen.topics["play"]["moves"]), (&true.into(), &"".into()));
    }

    #[test]
    fn values_that_are_known_already_are_shown_as_soon_as_the_opponent_has_moved() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        for moves in ["", "f5d6"] {
            note_values(&mut screen, moves);
        }
        let settings = Settings { hints: true, ..Settings::default() };
        begin_line(&mut screen, None);
        screen.ask(Ask::Settings(settings));
        assert!(has_hints(&screen));
        play_move(&mut screen, 0, "f5");
        assert!(has_hints(&screen));
        // They are asked for in each game, because it then does not count.
        let first = screen.topics["play"]["id"].as_u64().unwrap();
        begin_line(&mut screen, None);
        assert_eq!((has_hints(&screen), &screen.topics["settings"]["hints"]), (false, &false.into()));
        assert_eq!(screen.desk.common.store.get::<Settings>(SETTINGS).map(|settings| settings.hints), Some(false));
        let settings = Settings { hints: true, ..Settings::default() };
        screen.ask(Ask::Settings(settings));
        play_move(&mut screen, 0, "f5");
        assert_eq!(screen.desk.answer(Ask::GoOn { game: 999 }).err(), Some(Refusal::Unknown));
        assert!(screen.desk.common.settings.hints);
        screen.ask(Ask::GoOn { game: first });
        assert!(!screen.desk.common.settings.hints);
    }

    #[test]
    fn the_clock_of_a_side_that_lost_on_time_stands_at_zero_also_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        begin_line(&mut screen, Some(TimeControl { minutes: 3, increment: 0 }));
        screen.desk.play.run_out(&mut screen.desk.common);
        screen.step();
        assert_eq!(screen.topics["play"]["left"], serde_json::json!({ "black": 0.0, "white": 180.0 }));
        let mut screen = opened(folder.path());
        screen.step();
        assert_eq!(screen.topics["play"]["left"], serde_json::json!({ "black": 0.0, "white": 180.0 }));
    }

    #[test]
    fn a_game_that_cannot_be_kept_for_later_stays_and_one_that_cannot_be_continued_stays_for_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut screen = opened(folder.path());
        begin_line(&mut screen, None);
        play_move(&mut screen, 0, "f5");
        std::fs::write(path("left"), "").unwrap();
        let begin = Ask::Place { color: Choice::Black, pace: Pace::AtOnce };
        for ask in [Ask::Leave { game: 1 }, begin] {
            assert!(matches!(screen.desk.answer(ask), Err(Refusal::Failed { .. })));
            screen.step();
            assert_eq!((&screen.topics["play"]["moves"], path("current.json").exists()), (&"f5d6".into(), true));
        }
        std::fs::remove_file(path("left")).unwrap();
        screen.ask(Ask::Leave { game: 1 });
        assert_eq!((&screen.topics["play"], path("current.json").exists()), (&Value::Null, false));
        std::fs::create_dir(path("current.json")).unwrap();
        assert!(matches!(screen.desk.answer(Ask::GoOn { game: 1 }), Err(Refusal::Failed { .. })));
        screen.step();
        assert_eq!((&screen.topics["play"], &screen.topics["me"]["left"][0]["game"]), (&Value::Null, &1.into()));
        std::fs::remove_dir(path("current.json")).unwrap();
        let left = std::fs::read(path("left/000001.json")).unwrap();
        screen.ask(Ask::GoOn { game: 1 });
        assert_eq!(screen.topics["play"]["moves"], "f5d6");
        // A program that was killed before it removed the file shows the game once.
        std::fs::write(path("left/000001.json"), left).unwrap();
        let mut screen = opened(folder.path());
        screen.step();
        assert_eq!(
            (&screen.topics["play"]["id"], &screen.topics["me"]["left"]),
            (&1.into(), &Value::Array(Vec::new()))
        );
    }

    #[test]
    fn a_game_without_moves_is_left_with_its_start() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        let start = notation::game(None, "f5d6").unwrap().board().to_string();
        let begin = |start: &str| Ask::NewGame {
            start: Some(start.to_owned()),
            line: None,
            who: OpponentChoice::Shipped { name: "random".to_owned() },
            color: Choice::Black,
            rule: Rule::Most,
            pace: Pace::AtOnce,
            clock: None,
        };
        let left = |screen: &Screen| {
            let games = screen.topics["me"]["left"].as_array().unwrap();
            games.iter().map(|game| game["game"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        screen.ask(begin(&start));
        screen.ask(Ask::Leave { game: 1 });
        assert_eq!((left(&screen), &screen.topics["play"]), (vec![1], &Value::Null));
        screen.ask(Ask::GoOn { game: 1 });
        assert_eq!(screen.topics["play"]["start"], start);
        // Another game replaces it, and then one from the normal start, of which nothing is lost.
        screen.ask(begin(&Board::START.to_string()));
        screen.ask(begin(&start));
        assert_eq!(left(&screen), [1]);
        screen.ask(begin(&Board::START.to_string()));
        assert_eq!(left(&screen), [3, 1]);
        screen.ask(Ask::Leave { game: 4 });
        assert_eq!((left(&screen), &screen.topics["play"]), (vec![3, 1], &Value::Null));
    }

    #[test]
    fn an_unknown_person_is_as_strong_everywhere() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        let record = crate::record::transcript::parse("f5d6c3").unwrap();
        let file = open_file("x.ggf", &[], ggf::write(&record).into_bytes()).unwrap();
        let Answer::File(file) = screen.desk.open(file) else { panic!("a file") };
        let of = GameRef::File { file: file.file, number: 0 };
        let Ok(Answer::Lens(lens)) = screen.desk.answer(Ask::Lens { of, ply: 1 }) else { panic!("no lens") };
        assert_eq!(lens.ratings[0].0, f64::from(hello().strengths.first));
    }

    fn named(screen: &Screen) -> Vec<&str> {
        screen.topics["me"]["damaged"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect()
    }

    #[test]
    fn damaged_files_are_named_and_none_is_overwritten_without_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let store = Files::new(folder.path());
        let names = [
            "current.json",
            "exercises.days.json",
            "exercises.json",
            "exercises.own.json",
            "exercises.themes.json",
            "files/index.json",
            "left/000002.json",
            "placement.json",
            "settings.json",
        ];
        for name in names.into_iter().chain(["files/001-a.ggf", "games/000003.ggf"]) {
            store.write(name, b"[{").unwrap();
        }
        let mut screen = opened(folder.path());
        screen.step();
        let lines = named(&screen);
        let fits = lines.iter().zip(names).all(|(line, name)| line.starts_with(&format!("{name}: ")));
        assert!(fits && lines.len() == names.len(), "{lines:?}");
        begin_line(&mut screen, None);
        assert_eq!(screen.topics["play"]["id"], 4);
        let mut record = crate::record::transcript::parse("f5d6c3").unwrap();
        record.black.name = "Ann".to_owned();
        let file = open_file("a.ggf", &[], ggf::write(&record).into_bytes()).unwrap();
        let Answer::File(file) = screen.desk.open(file) else { panic!("not opened") };
        screen.ask(Ask::Import { file: file.file, player: "Ann".to_owned() });
        screen.ask(Ask::ForgetPlacement);
        let changed = ["current", "files/index", "placement", "settings"].map(|name| format!("{name}.before.json"));
        let same = ["files/001-a.ggf", "games/000003.ggf", "left/000002.json"].map(str::to_owned);
        for name in changed.into_iter().chain(same) {
            assert_eq!(store.read(&name).unwrap(), b"[{", "{name}");
        }
        assert!(store.read("files/002-a.ggf").is_ok());
    }

    #[test]
    fn a_game_whose_rival_is_gone_is_kept_and_can_be_stored_without_a_result() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        store.write("rivals/r.json", crate::players::load("random").unwrap().to_json().as_bytes()).unwrap();
        let mut screen = opened(folder.path());
        screen.ask(Ask::NewGame {
            start: None,
            line: None,
            who: OpponentChoice::Rival { name: "random".to_owned() },
            color: Choice::Black,
            rule: Rule::Most,
            pace: Pace::Human,
            clock: None,
        });
        screen.ask(Ask::Move { game: 1, ply: 0, square: "f5".to_owned() });
        let rival = store.read("rivals/r.json").unwrap();
        store.remove("rivals/r.json").unwrap();
        let mut screen = opened(folder.path());
        screen.step();
        assert_eq!((&screen.topics["play"], &screen.topics["me"]["left"][0]["game"]), (&Value::Null, &1.into()));
        let why = "found \"random\", expected the name of a player: the game is kept as";
        assert_eq!(named(&screen), [format!("current.json: {why} left/000001.json")]);
        // A rival that cannot be read may be repaired.
        store.write("rivals/r.json", &rival[..20]).unwrap();
        assert!(screen.desk.answer(Ask::GoOn { game: 1 }).is_err());
        assert!(store.games().is_empty());
        store.remove("rivals/r.json").unwrap();
        let refusal = screen.desk.answer(Ask::GoOn { game: 1 }).err();
        assert_eq!(refusal, Some(Refusal::Failed { why: format!("{why} games/000001.ggf") }));
        screen.step();
        assert_eq!(screen.topics["me"]["left"], Value::Array(Vec::new()));
        let game = store.game(1).unwrap();
        assert_eq!((game.record.game().history().len(), game.record.result.is_some()), (1, false));
    }

    #[test]
    fn opponents_and_names_that_the_page_does_not_offer_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        let strengths = opponents::strengths();
        for (rating, is_offered) in
            [(i32::MAX, false), (strengths.low - 1, false), (strengths.low, true), (strengths.high, true)]
        {
            let asked = screen.desk.answer(Ask::NewGame {
                start: None,
                line: None,
                who: OpponentChoice::Strength { rating },
                color: Choice::Black,
                rule: Rule::Most,
                pace: Pace::AtOnce,
                clock: None,
            });
            assert_eq!(asked.is_ok(), is_offered, "{rating}");
        }
        for (name, is_usable) in [("\u{200b}", false), ("a\u{202e}b", false), ("", false), ("Béa オセロ", true)] {
            let settings = Settings { name: name.to_owned(), ..Settings::default() };
            assert_eq!(screen.desk.answer(Ask::Settings(settings)).is_ok(), is_usable, "{name:?}");
        }
    }

    #[test]
    fn a_finished_game_that_could_not_be_stored_is_stored_later() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        let mut screen = opened(folder.path());
        std::fs::write(&games, "").unwrap();
        begin_line(&mut screen, None);
        play_move(&mut screen, 0, "f5");
        screen.ask(Ask::Resign { game: 1 });
        // A restart knows that the game is over.
        let mut screen = opened(folder.path());
        screen.step();
        assert!(screen.topics["trouble"].is_string());
        begin_line(&mut screen, None);
        assert!(screen.topics["trouble"].is_string());
        // Only the first game cannot be stored now. What is said stays, though the second one is stored.
        std::fs::remove_file(&games).unwrap();
        std::fs::create_dir_all(games.join("000001.ggf/in-the-way")).unwrap();
        screen.ask(Ask::Resign { game: 2 });
        assert!(screen.topics["trouble"].is_string());
        let store: &dyn Storage = &Files::new(folder.path());
        assert!(store.game(2).is_some() && store.game(1).is_none());
        std::fs::remove_dir_all(games.join("000001.ggf")).unwrap();
        screen.ask(Ask::Hello);
        assert_eq!((screen.topics["play"]["id"].as_u64(), &screen.topics["trouble"]), (Some(2), &Value::Null));
        assert!(store.game(1).unwrap().record.result.is_some());
    }

    #[test]
    fn a_shown_game_that_is_removed_is_not_stored_again_and_its_number_stays_used() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        begin_line(&mut screen, None);
        play_move(&mut screen, 0, "f5");
        screen.ask(Ask::Resign { game: 1 });
        let mut screen = opened(folder.path());
        screen.step();
        assert_eq!(screen.topics["play"]["id"], 1);
        screen.ask(Ask::TakeOut { what: EvidenceRef::Game { game: 1 } });
        let store: &dyn Storage = &Files::new(folder.path());
        assert_eq!((&screen.topics["play"], store.games().len()), (&Value::Null, 0));
        let mut reopened = opened(folder.path());
        reopened.step();
        assert_eq!((&reopened.topics["play"], store.games().len()), (&Value::Null, 0));
        begin_line(&mut screen, None);
        assert_eq!(screen.topics["play"]["id"], 2);
    }

    #[test]
    fn settings_with_another_name_stay_when_theirs_cannot_be_used() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let settings = Settings { name: "\u{202e}".to_owned(), markers: false, ..Settings::default() };
        store.put(SETTINGS, &settings).unwrap();
        let common = opened(folder.path()).desk.common;
        assert_eq!(common.settings, Settings { markers: false, ..Settings::default() });
        assert_eq!(store.load("settings.before.json").unwrap(), Some(settings));
    }

    #[test]
    fn a_failed_write_is_told_until_this_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        std::fs::remove_file(folder.path().join("settings.json")).unwrap();
        std::fs::create_dir(folder.path().join("settings.json")).unwrap();
        screen.ask(Ask::Settings(Settings::default()));
        begin_line(&mut screen, None);
        assert!(screen.topics["trouble"].is_string());
        std::fs::remove_dir(folder.path().join("settings.json")).unwrap();
        screen.ask(Ask::Settings(Settings::default()));
        assert_eq!(screen.topics["trouble"], Value::Null);
    }

    #[test]
    fn a_study_a_review_and_an_exercise_of_one_position_never_differ() {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = opened(folder.path());
        screen.ask(Ask::Exercise { from: Exercising::People, theme: None });
        let exercise = screen.topics["exercises"]["now"].clone();
        let board: Board = exercise["start"].as_str().unwrap().parse().unwrap();
        let square = squares(board.position.moves()).next().unwrap();
        let mut record = GameRecord::new(board);
        record.play(Move::Place(square), Default::default()).unwrap();
        let opened = open_file("x.ggf", &[], ggf::write(&record).into_bytes()).unwrap();
        let Answer::File(file) = screen.desk.open(opened) else { panic!("a file") };
        screen.ask(Ask::Review { of: GameRef::File { file: file.file, number: 0 } });
        screen.ask(Ask::Study { start: Some(board.to_string()), moves: String::new(), rule: Rule::Most });
        let begun = Instant::now();
        let mut asked = false;
        let mut places = 0;
        let mut states = 0;
        let mut last = Value::Null;
        while places < 3 || states < 4 {
            screen.step();
            let values = screen.values();
            assert!(values.windows(2).all(|pair| pair[0] == pair[1]), "{values:?}");
            places = values.len();
            if values.first().is_some_and(|values| **values != last) {
                last = values[0].clone();
                states += 1;
            }
            if places == 2 && !asked {
                asked = true;
                let id = exercise["id"].as_u64().unwrap();
                screen.ask(Ask::Solve { id, square: square.to_string() });
            }
            assert!(begun.elapsed().as_secs() < 60, "{places} places, {states} states");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // The right move has the best value everywhere.
        let best = last[0][0].as_str().unwrap();
        assert_eq!(&best[..2], screen.topics["exercises"]["now"]["tried"]["answer"]);
    }
}
