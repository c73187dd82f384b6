//! The results folder of a tournament.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use super::Error;
use super::claims::silent_warnings;
use super::identity::{FORMAT, Identity};
use super::journal::Journal;
use super::played::{OpeningRecord, Termination, TournamentGame};
use super::schedule::Schedule;
use super::standing::{FollowedTest, Standing, standing};
use crate::machine::regular::read;
use crate::record::ggf;
use crate::record::problem::{self, Problem};
use crate::record::run_folder::{FolderError, Layout, RunFolder};

/// The configuration contains everything that decides the games.
const LAYOUT: Layout = Layout { settings: "config.json", before: &[] };

/// An open results folder, locked against other processes.
#[derive(Debug)]
pub(crate) struct Folder {
    folder: RunFolder,
    pub identity: Identity,
    pub journal: Journal,
    pub schedule: Schedule,
}

impl Folder {
    /// Creates the folder of a tournament.
    ///
    /// # Errors
    ///
    /// The folder is not empty, another process has locked it, or it cannot be written. Nothing in it is then changed.
    pub(crate) fn make(path: &Path, identity: Identity) -> Result<Folder, Error> {
        let folder = RunFolder::create(path, LAYOUT)?;
        folder.write_settings(&identity)?;
        Folder::with(folder, identity)
    }

    /// Opens the folder of a tournament. `now` makes the new configuration from the present one. If it extends the
    /// tournament it is written.
    ///
    /// # Errors
    ///
    /// The folder has another tournament, another process has locked it, or it cannot be read or written. Nothing in it
    /// is then changed.
    pub(crate) fn open(path: &Path, now: impl FnOnce(&Identity) -> Result<Identity, Problem>) -> Result<Folder, Error> {
        let run = RunFolder::open(path, LAYOUT)?;
        let present = Folder::identity(path)?;
        let identity = now(&present).map_err(|difference| Folder::other(path, difference))?;
        // The journal is read before any change, so that an unusable one changes nothing.
        let folder = Folder::with(run, identity)?;
        if folder.identity != present {
            folder.folder.write_settings(&folder.identity)?;
        }
        Ok(folder)
    }

    /// The error of a folder with another tournament.
    pub(super) fn other(path: &Path, difference: Problem) -> Error {
        FolderError::Other { file: path.join(LAYOUT.settings), difference: Box::new(difference) }.into()
    }

    fn with(folder: RunFolder, identity: Identity) -> Result<Folder, Error> {
        let schedule = identity.plan.schedule();
        let journal = Journal::open(&folder.path().join("games.jsonl"), &identity, &schedule)?;
        Ok(Folder { folder, identity, journal, schedule })
    }

    /// True if the folder has a tournament.
    #[must_use]
    pub(crate) fn is_there(path: &Path) -> bool {
        RunFolder::is_in(path, LAYOUT)
    }

    /// Checks that a new folder can be created here.
    ///
    /// # Errors
    ///
    /// The folder has other files.
    pub(crate) fn check_new(path: &Path) -> Result<(), Error> {
        Ok(RunFolder::check_new(path, LAYOUT)?)
    }

    /// Reads the identity of the tournament in a folder.
    ///
    /// # Errors
    ///
    /// There is no such folder, or it has no tournament.
    pub(crate) fn identity(path: &Path) -> Result<Identity, Error> {
        let config = path.join(LAYOUT.settings);
        let text = read(&config).map_err(|error| Error::file(&config, error))?;
        let wrong = |problem| Error::Line { path: config.clone(), line: 1, problem: Box::new(problem) };
        let json = |problem| Error::Json { path: config.clone(), problem };
        let value: Value = problem::json(&text).map_err(json)?;
        if value["format"] != FORMAT {
            return Err(wrong(Problem::at("", format!("format {}", value["format"]), format!("{FORMAT:?}"))));
        }
        let identity: Identity = problem::value(value).map_err(json)?;
        identity.check().map_err(wrong)?;
        Ok(identity)
    }

    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    #[must_use]
    pub(crate) fn standing(&self) -> Standing {
        let mut standing = standing(&self.identity, &self.schedule, self.journal.games());
        let rules = &self.identity.rules;
        standing.warnings.extend(silent_warnings(self.journal.without_values(), rules.resign, rules.draw));
        standing
    }

    /// Follows an SPRT through the games.
    pub(super) fn follow(&self, test: &mut FollowedTest) {
        test.advance(&self.schedule, &self.identity, |number| self.journal.game(number));
    }

    /// The number of the first game that does not count because the SPRT was decided before it.
    fn end(&self) -> usize {
        let Some(sprt) = self.identity.rules.sprt else { return usize::MAX };
        let mut test = FollowedTest::new(sprt);
        self.follow(&mut test);
        test.end.unwrap_or(usize::MAX)
    }

    /// Reads the games that count: without those that are to be played again, and those after an SPRT's decision.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(crate) fn counted(&self) -> impl Iterator<Item = Result<TournamentGame, Error>> + '_ {
        let end = self.end();
        let counts = move |game: &TournamentGame| game.number() < end && !game.is_to_repeat();
        self.journal.complete_games().filter(move |game| game.as_ref().map_or(true, counts))
    }

    /// Writes `results.json` and `games.ggf`: the games in schedule order, without data that depend on time, and
    /// without games after an SPRT's decision. `how` has the conditions as names and texts.
    ///
    /// # Errors
    ///
    /// A file cannot be written or read.
    pub(crate) fn write_results(&self, standing: &Standing, how: &[(String, String)]) -> Result<(), Error> {
        let Identity { name, rules, .. } = &self.identity;
        let end = self.end();
        // Only the first game has the comment, because it applies to all.
        let mut comment = how.iter().map(|(name, text)| format!("{name}: {text}")).collect::<Vec<_>>().join(". ");
        let date = how.iter().find(|(name, _)| name == "date").map(|(_, date)| date.clone()).unwrap_or_default();
        let mut text = String::new();
        for game in self.journal.complete_games() {
            let game = game?;
            if game.number() >= end {
                continue;
            }
            if let Some(mut record) = game.to_record(name, rules.rule) {
                record.date.clone_from(&date);
                text.push_str(&ggf::write_with(&record, &std::mem::take(&mut comment)));
                text.push('\n');
            }
        }
        self.folder.write("games.ggf", text)?;
        let games = self.journal.games().filter(|game| game.number() < end);
        let games = games.map(GameLine::new).collect();
        let results =
            ResultsFile { format: "rival-tournament-results/1", how: how.iter().cloned().collect(), standing, games };
        Ok(self.folder.write_json("results.json", &results)?)
    }

    /// Writes another file into the folder.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        Ok(self.folder.write(name, text)?)
    }
}

/// `results.json`, whose bytes do not depend on the order in which games were played.
#[derive(Serialize)]
struct ResultsFile<'a> {
    format: &'static str,
    how: BTreeMap<String, String>,
    standing: &'a Standing,
    games: Vec<GameLine<'a>>,
}

/// A game without data that can depend on time.
#[derive(Serialize)]
struct GameLine<'a> {
    game: usize,
    encounter: usize,
    black: &'a str,
    white: &'a str,
    opening: &'a OpeningRecord,
    seed: u64,
    moves: &'a str,
    points: Option<f64>,
    score: Option<i32>,
    termination: Termination,
    /// The engine at fault, and the kind of its fault.
    fault: Option<Value>,
}

impl<'a> GameLine<'a> {
    fn new(game: &'a TournamentGame) -> GameLine<'a> {
        GameLine {
            game: game.game,
            encounter: game.encounter,
            black: &game.black,
            white: &game.white,
            opening: &game.opening,
            seed: game.seed,
            moves: &game.moves,
            points: game.points,
            score: game.score,
            termination: game.termination,
            fault: game.fault.as_ref().map(|fault| json!({ "engine": fault.engine, "kind": fault.kind })),
        }
    }
}
