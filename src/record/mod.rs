//! Reads and writes positions and games as text and bytes: board strings, transcripts, GGF, SGF, PGN, OBF, WTHOR,
//! Othello Quest.
//!
//! Every format reads into the same [`GameRecord`] and writes from it. A parser returns an error or a complete record,
//! and never panics.

pub mod archive;
pub mod board;
pub mod book;
pub mod clock;
pub mod digest;
pub(crate) mod fields;
pub mod file;
pub mod format;
pub mod game;
pub mod ggf;
pub(crate) mod notation;
pub mod obf;
pub mod pgn;
pub(crate) mod places;
pub mod problem;
pub mod profile_file;
pub mod quest;
pub mod result;
pub mod run_folder;
pub mod sgf;
pub mod text;
pub mod transcript;
pub mod wthor;

pub use clock::Clock;
pub use digest::Digest;
pub use format::{Format, RecordError};
pub use game::{GameRecord, Illegal, MoveNote, PlayerInfo, ServerRating};
pub use profile_file::{KeptError, StoredProfile};
pub use result::{Ending, Outcome};

/// Every format of games, in the order of lists and of recognition. All code that reads or writes games uses this
/// table.
pub static FORMATS: [&Format; 7] =
    [&ggf::FORMAT, &sgf::FORMAT, &pgn::FORMAT, &quest::FORMAT, &transcript::FORMAT, &wthor::FORMAT, &obf::FORMAT];

/// A game in a file: its line, and the game or its error.
#[derive(Debug)]
pub struct FileGame<E = RecordError> {
    /// The first line of the game, from 1, or in PGN that of its first unreadable word, if the format has lines.
    pub line: Option<usize>,
    /// The game, or its first error.
    pub game: Result<GameRecord, E>,
}

impl<E> FileGame<E> {
    /// The place of the game for messages: `game 3, line 7`. `number` counts from 1.
    pub fn place(&self, number: usize) -> String {
        self.line.map_or_else(|| format!("game {number}"), |line| format!("game {number}, line {line}"))
    }
}
