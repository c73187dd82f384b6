//! The games of an archive between people with known names: the players and the results.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use super::format::Part;
use super::{Digest, FileGame, GameRecord, file};
use crate::board::{Board, Color, Game, Move, Objective, Square, points};

/// A finished game of two people from the normal start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArchiveGame {
    /// The index of Black among the players of the archive.
    pub black: usize,
    /// The index of White among the players of the archive.
    pub white: usize,
    /// Black's final difference in discs, -64 to 64.
    pub discs: i32,
    /// The played squares in order; passes follow from the rules.
    pub moves: Vec<Square>,
}

impl ArchiveGame {
    /// The player of a side.
    #[must_use]
    pub fn player(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The number of discs that a player placed.
    #[must_use]
    pub fn placed(&self, player: usize) -> usize {
        let side = if player == self.black { Color::Black } else { Color::White };
        let game = self.game();
        game.history().iter().filter(|(board, mv)| board.to_move == side && mv.square().is_some()).count()
    }

    /// The final difference in discs for this side.
    #[must_use]
    pub fn margin(&self, color: Color) -> i32 {
        if color == Color::Black { self.discs } else { -self.discs }
    }

    /// Black's score: 0, 0.5 or 1.
    #[must_use]
    pub fn points(&self) -> f64 {
        points(self.discs)
    }

    /// The game move by move.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(Board::START);
        for &square in &self.moves {
            let board = game.board();
            let passes = board.is_legal(Move::Pass);
            let mover = if passes { board.to_move.other() } else { board.to_move };
            game.play_as(mover, square.into()).expect("the record was legal");
        }
        game
    }
}

/// Games with the names of their players.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Archive {
    /// The players' names, each once.
    pub players: Vec<String>,
    /// The games, in the order of their files.
    pub games: Vec<ArchiveGame>,
}

/// The games that an archive leaves out, with the reasons.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exclusions {
    /// Errors of files and games, a line each.
    pub problems: Vec<String>,
    /// The number of games with a program, or an unknown name.
    pub strangers: usize,
    /// The number of games that are unfinished, for the fewest discs, from another start, or repeated.
    pub unusable: usize,
}

impl Archive {
    /// Reads the games of people in these files. In the WTHOR archive a name with parentheses belongs to a program
    /// ("Edax (delorme)"), and one with a question mark is unknown.
    #[must_use]
    pub fn read(paths: &[PathBuf]) -> (Archive, Exclusions) {
        let mut reader = Reader::default();
        for path in paths {
            let name = path.display().to_string();
            match file::open_known(path, Some(Part::Names)) {
                Ok(entries) => {
                    entries.into_iter().zip(1..).for_each(|(entry, number)| reader.add(entry, &name, number))
                }
                Err(error) => reader.exclusions.problems.push(format!("{name}: {error}")),
            }
        }
        (reader.archive, reader.exclusions)
    }

    /// The usable games among these records.
    #[must_use]
    pub fn from_records<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Archive {
        let mut reader = Reader::default();
        records.into_iter().for_each(|record| reader.add_record(record));
        reader.archive
    }

    /// The digest of exactly these games: SHA-256 in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut bytes = Vec::new();
        for game in &self.games {
            bytes.extend_from_slice(self.players[game.black].as_bytes());
            bytes.extend_from_slice(self.players[game.white].as_bytes());
            bytes.extend(game.moves.iter().map(|square| square.index() as u8));
            bytes.push(b'\n');
        }
        Digest::of_bytes(bytes).into()
    }
}

/// An archive while its files are being read.
#[derive(Default)]
struct Reader {
    archive: Archive,
    exclusions: Exclusions,
    /// The index of each player.
    numbers: BTreeMap<String, usize>,
    known: HashSet<ArchiveGame>,
}

impl Reader {
    /// Adds a game of a file; its number is counted from 1.
    fn add(&mut self, entry: FileGame, file: &str, number: usize) {
        match entry.game {
            Ok(record) => self.add_record(&record),
            Err(error) => self.exclusions.problems.push(format!("{file}: game {number}: {error}")),
        }
    }

    fn add_record(&mut self, record: &GameRecord) {
        let names = [&record.black, &record.white].map(|player| player.name.trim().to_owned());
        if !names.iter().all(|name| is_person(name)) {
            self.exclusions.strangers += 1;
            return;
        }
        let [black, white] = names.map(|name| self.number(name));
        match usable(record, black, white).filter(|game| self.known.insert(game.clone())) {
            Some(game) => self.archive.games.push(game),
            None => self.exclusions.unusable += 1,
        }
    }

    /// The index of a player, who is added if new.
    fn number(&mut self, name: String) -> usize {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let number = self.archive.players.len();
        self.archive.players.push(name.clone());
        self.numbers.insert(name, number);
        number
    }
}

fn is_person(name: &str) -> bool {
    !name.is_empty() && !name.contains(['(', '?'])
}

fn usable(record: &GameRecord, black: usize, white: usize) -> Option<ArchiveGame> {
    let is_normal = record.objective == Objective::Normal && *record.game().start() == Board::START && black != white;
    let discs = record.final_score().filter(|_| is_normal)?;
    Some(ArchiveGame { black, white, discs, moves: record.game().moves().filter_map(|mv| mv.square()).collect() })
}
