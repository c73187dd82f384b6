//! Text and bytes to positions and games, and back: board strings, transcripts, GGF, SGF, OBF, WTHOR.
//!
//! Every format reads into the same [`GameRecord`] and writes from it. A parser returns an error or a whole record,
//! never a part of one, and never panics on any input.

pub mod board;
pub mod clock;
pub mod digest;
pub mod epd;
pub mod file;
pub mod game;
pub mod ggf;
pub mod obf;
pub mod result;
pub mod sgf;
pub mod text;
pub mod transcript;
pub mod wthor;

pub use clock::Clock;
pub use digest::Digest;
pub use game::{GameRecord, Illegal, MoveNote, PlayerInfo};
pub use result::{Ending, Outcome};

/// One game of a file of many: where it starts, and the game or what is wrong with it.
#[derive(Debug)]
pub struct FileGame<E> {
    /// The line the game starts on, from 1; in WTHOR, which has no lines, the number of the game.
    pub line: usize,
    /// The game, or the first thing that is wrong with it.
    pub game: Result<GameRecord, E>,
}
