//! `games.jsonl`: every game as it was played, one line for each. Lines are only appended.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Error;
use super::identity::Identity;
use super::played::{TournamentGame, VERSION};
use super::schedule::Schedule;
use crate::board::{Color, Objective};
use crate::machine::regular::append;
use crate::record::problem::{self, Problem};

/// The games of a folder. The details of moves are not kept in memory, and are read again when needed.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    end: u64,
    games: BTreeMap<usize, JournalLine>,
    /// The engines that chose a move, and those that reported a value.
    movers: BTreeSet<String>,
    valuers: BTreeSet<String>,
}

#[derive(Debug)]
struct JournalLine {
    game: TournamentGame,
    /// The offset of its line in the file, and the line's length in bytes.
    at: u64,
    length: usize,
    /// The number of the line, for errors.
    line: usize,
}

impl Journal {
    /// Opens or creates the file. An incomplete last line, which a killed run can leave, is removed.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or its lines are not different games of this tournament.
    pub(crate) fn open(path: &Path, identity: &Identity, schedule: &Schedule) -> Result<Journal, Error> {
        let file = append(path);
        let file = file.map_err(|error| Error::file(path, error))?;
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            end: 0,
            games: BTreeMap::new(),
            movers: BTreeSet::new(),
            valuers: BTreeSet::new(),
        };
        journal.load(identity)?;
        journal.place(identity, schedule)?;
        let length = journal.file.metadata().map_err(|error| Error::file(path, error))?.len();
        if length > journal.end {
            journal.file.set_len(journal.end).map_err(|error| Error::file(path, error))?;
        }
        Ok(journal)
    }

    fn load(&mut self, identity: &Identity) -> Result<(), Error> {
        let path = self.path.clone();
        let fault = |line, problem| Error::Line { path: path.clone(), line, problem: Box::new(problem) };
        let file = self.file.try_clone().map_err(|error| Error::file(&path, error))?;
        let mut reader = BufReader::new(file);
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes).map_err(|error| Error::file(&path, error))?;
            if bytes.last() != Some(&b'\n') {
                return Ok(());
            }
            let game = played(&bytes, identity.rules.rule).map_err(|problem| fault(line, problem))?;
            let number = game.number();
            if self.games.get(&number).is_some_and(|earlier| earlier.game.attempt >= game.attempt) {
                return Err(fault(line, Problem::wrong("", format!("game {} is there twice", number + 1))));
            }
            self.note_values(&game);
            self.games.insert(number, JournalLine { game: light(game), at: self.end, length, line });
            self.end += length as u64;
        }
        Ok(())
    }

    /// Notes which engines chose a move, and which reported a value.
    fn note_values(&mut self, game: &TournamentGame) {
        for color in [Color::Black, Color::White] {
            let name = game.engine(color);
            for ply in game.plies_of(color) {
                self.movers.insert(name.to_owned());
                if ply.eval.is_some() {
                    self.valuers.insert(name.to_owned());
                    break;
                }
            }
        }
    }

    /// The engines that chose moves and never reported a value.
    pub(crate) fn without_values(&self) -> impl Iterator<Item = &str> {
        self.movers.difference(&self.valuers).map(String::as_str)
    }

    /// Checks the games against the schedule.
    fn place(&self, identity: &Identity, schedule: &Schedule) -> Result<(), Error> {
        for entry in self.games.values() {
            let pairing = schedule.pairing(entry.game.number());
            if !pairing.is_some_and(|pairing| entry.game.fits(pairing, identity)) {
                let problem = Box::new(foreign(entry.game.game));
                return Err(Error::Line { path: self.path.clone(), line: entry.line, problem });
            }
        }
        Ok(())
    }

    /// Adds a new game, or a later attempt at a game.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn add(&mut self, game: TournamentGame) -> Result<(), Error> {
        let mut line = serde_json::to_vec(&game).map_err(|error| Error::file(&self.path, error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(|error| Error::file(&self.path, error))?;
        self.note_values(&game);
        self.games.insert(game.number(), JournalLine { game: light(game), at: self.end, length: line.len(), line: 0 });
        self.end += line.len() as u64;
        Ok(())
    }

    /// The number of the next attempt at a game; `None` if the game is not to be played now. The `each` games of an
    /// encounter are repeated together, after all were played.
    #[must_use]
    pub(super) fn due(&self, number: usize, each: usize) -> Option<u32> {
        let first = number / each * each;
        let encounter = first..first + each;
        let latest = encounter.clone().map(|game| self.attempt(game)).max().unwrap_or(0);
        let is_whole = encounter.clone().all(|game| self.attempt(game) == latest);
        let mut entries = encounter.filter_map(|game| self.games.get(&game));
        let is_next = latest == 0 || is_whole && entries.any(|entry| entry.game.is_to_repeat());
        let wanted = latest + u32::from(is_next);
        (self.attempt(number) < wanted).then_some(wanted)
    }

    /// The number of a game's last attempt, from 1; 0 if it was not played.
    fn attempt(&self, number: usize) -> u32 {
        self.games.get(&number).map_or(0, |entry| entry.game.attempt)
    }

    #[must_use]
    pub(crate) fn has(&self, number: usize) -> bool {
        self.games.contains_key(&number)
    }

    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// The game with this number, without the details of moves.
    pub(super) fn game(&self, number: usize) -> Option<&TournamentGame> {
        Some(&self.games.get(&number)?.game)
    }

    /// The games in the order of their numbers, without the details of moves.
    pub(crate) fn games(&self) -> impl Iterator<Item = &TournamentGame> {
        self.games.values().map(|entry| &entry.game)
    }

    /// Reads complete games, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(crate) fn complete_games(&self) -> impl Iterator<Item = Result<TournamentGame, Error>> + '_ {
        self.games.values().map(|entry| self.read(entry).map_err(|error| Error::file(&self.path, error)))
    }

    fn read(&self, entry: &JournalLine) -> io::Result<TournamentGame> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(entry.at))?;
        let mut line = vec![0; entry.length];
        file.read_exact(&mut line)?;
        Ok(serde_json::from_slice(&line)?)
    }
}

/// Reads the game in a line.
pub(super) fn played(line: &[u8], rule: Objective) -> Result<TournamentGame, Problem> {
    let game: TournamentGame = problem::line(line)?;
    if game.v != VERSION {
        return Err(Problem::at("", format!("version {}", game.v), VERSION));
    }
    if game.game == 0 {
        return Err(foreign(0));
    }
    game.check(rule).map_err(|problem| problem.within(format!("game {}", game.game)))?;
    Ok(game)
}

fn foreign(number: usize) -> Problem {
    Problem::at("", format!("game {number} that is not in this tournament"), "one of its games")
}

fn light(game: TournamentGame) -> TournamentGame {
    TournamentGame { plies: Vec::new(), ..game }
}
