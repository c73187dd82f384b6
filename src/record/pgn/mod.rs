//! PGN, the format of chess programs, for those that compute ratings from files of games (Ordo, BayesElo).
//!
//! Tags, numbers and comments are those of PGN, with Black first: `1. f5 {+0.50/12 0.45s} d6`. A pass is `pass`. As in
//! cutechess and fastchess, the comment behind a move has the mover's evaluation (here in discs), the depth and the
//! time. `Result` is `1-0` if White won. Tags of our own are `Score` (discs from Black's view), `Komi`, and `FEN` with
//! a board string.

mod read;
mod tokens;
mod write;

pub use read::parse_all;
pub use write::write;

use super::board::BoardError;
use super::format::{Format, Part, games};
use super::game::Illegal;
use super::text::begins_with;

/// PGN as a format of games.
pub static FORMAT: Format = Format {
    name: "PGN",
    extension: "pgn",
    about: "for Ordo and BayesElo",
    beside: &[],
    loses: &[Part::GraceTimes],
    is_like: |bytes| ["[White \"", "[Black \""].iter().any(|text| begins_with(bytes, text)),
    read: |source| games(parse_all(source.bytes), |error| matches!(error, PgnError::NoGame(_))),
    write: Some(|record| Ok(write(record))),
    example: b"[Event \"a \\\"b\\\"\"]\n[White \"c\"]\n[Black \"d\"]\n[Result \"0-1\"]\n[Score \"+2\"]\n\
               [TimeControl \"60+1\"]\n\n1. f5 {+0.50/12 0.45s} f6 (1... d6 {x}) 2. E6! f4 $1 ; x\n3. pass? 0-1\n",
};

/// The tag for a side: `BlackElo` and `WhiteElo`.
const ELO: &str = "Elo";
/// The tag for the clock of both sides or, after the name of a side, of that side.
const TIME_CONTROL: &str = "TimeControl";
/// The `Variant` of games that the fewest discs win.
const ANTI: &str = "anti";

/// An error in a PGN text, in one line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PgnError {
    /// The text has no tags, or begins like a game of GGF or SGF. The field is the text's beginning.
    #[error("found '{0}', expected a PGN game: [Black \"...\"] [White \"...\"] 1. f5 d6")]
    NoGame(String),
    /// A line that begins with a bracket is not a tag. The field is that line.
    #[error("found '{0}', expected a tag like [Black \"Ann\"]")]
    Tag(String),
    /// A comment or a variation has no end. The fields are the missing bracket and the text's beginning.
    #[error("found no '{0}' after '{1}'")]
    Open(char, String),
    /// A game without a result at the end of the file, whose board can still be played on, or a game of tags alone.
    #[error("found the end of the game, expected moves or a result: if nothing is missing, add * to the end")]
    Unfinished,
    /// The start position cannot be read.
    #[error("FEN: {0}")]
    Board(BoardError),
    /// A word of the moves is not a move. The field is that word.
    #[error("found '{0}', expected a move like f5 or pass")]
    Move(String),
    /// A move is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}
