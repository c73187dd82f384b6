//! Games with names instead of numbers: records to and from WTHOR's three files.

use super::{NameKind, Names, WthorError, WthorGame, WthorGames};
use crate::board::{Board, Color, Objective};
use crate::record::format::{LARGEST_COUNT, RecordError, Writer};
use crate::record::{FileGame, GameRecord};

/// A year of games and both tables of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    /// The games (`.wtb`).
    pub games: WthorGames,
    /// The names of the players (`.jou`).
    pub players: Names,
    /// The names of the tournaments (`.trn`).
    pub tournaments: Names,
}

impl Default for Archive {
    /// No games, and no names except the unknown one.
    fn default() -> Archive {
        Archive {
            games: WthorGames { year: 0, depth: 0, games: Vec::new() },
            players: Names::new(NameKind::Player),
            tournaments: Names::new(NameKind::Tournament),
        }
    }
}

impl Archive {
    /// Every game as a record; of more than [`LARGEST_COUNT`] those that show it.
    #[must_use]
    pub fn records(&self) -> Vec<FileGame<WthorError>> {
        let named = |game: &WthorGame| {
            let mut record = game.record()?;
            record.black.name = self.players.name(game.black);
            record.white.name = self.players.name(game.white);
            record.place = self.tournaments.name(game.tournament);
            record.date = if self.games.year == 0 { String::new() } else { self.games.year.to_string() };
            Ok(record)
        };
        self.games.games.iter().take(LARGEST_COUNT + 1).map(|game| FileGame { line: None, game: named(game) }).collect()
    }

    /// Adds a game. The archive's year is that of the first game with a year. The theoretical score is the score, which
    /// is right for a new archive's depth of 0 empty squares. A game without a result is scored at its last move.
    ///
    /// # Errors
    ///
    /// What WTHOR cannot hold: another start, the fewest discs as the goal, too many names.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), WthorError> {
        if *record.game().start() != Board::START {
            return Err(WthorError::Start);
        }
        if record.objective == Objective::Anti {
            return Err(WthorError::Anti);
        }
        let last = record.game().board().score(Color::Black, Objective::Normal);
        let score = record.result.map_or(f64::from(last), |result| result.score);
        let score = ((score + 64.0) / 2.0).round().clamp(0.0, 64.0) as u8;
        let game = WthorGame {
            tournament: self.tournaments.number(&record.place)?,
            black: self.players.number(&record.black.name)?,
            white: self.players.number(&record.white.name)?,
            score,
            theoretical: score,
            moves: WthorGame::squares(record),
        };
        if self.games.year == 0 {
            self.games.year = year(&record.date);
        }
        self.games.games.push(game);
        Ok(())
    }
}

impl Writer for Archive {
    fn add(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        Archive::add(self, record).map_err(RecordError::of)
    }

    fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        vec![("jou", self.players.write()), ("trn", self.tournaments.write()), ("wtb", self.games.write())]
    }
}

/// The first four digits in a row of a date in any form, or 0.
fn year(date: &str) -> u16 {
    let digits = date.as_bytes().windows(4).find(|digits| digits.iter().all(u8::is_ascii_digit));
    digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).unwrap_or(0)
}
