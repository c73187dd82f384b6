//! Files of games in any format, told apart by their extensions.

mod read;
mod regular;
mod write;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use read::{bytes, open, read};
pub use regular::{append, regular};
pub use write::Writer;

use super::GameRecord;
use super::ggf::GgfError;
use super::obf::ObfError;
use super::sgf::SgfError;
use super::transcript::TranscriptError;
use super::wthor::WthorError;
use crate::board::Objective;

/// A format of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Generic Game Format, as NBoard writes it.
    Ggf,
    /// Smart Game Format with `GM[2]`.
    Sgf,
    /// One transcript a line: `.txt`.
    Transcripts,
    /// `.wtb`, with the names in a `.jou` and a `.trn` beside it.
    Wthor,
    /// Positions: games without moves.
    Obf,
}

/// What is wrong with a game, or with a whole file.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A file of names beside a WTHOR file cannot be used.
    #[error("{}: {error}", path.display())]
    Names {
        /// The path of that file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<RecordError>,
    },
    /// A game in GGF is wrong.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// A game in SGF is wrong.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A transcript is wrong.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// A line of OBF is wrong.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// A WTHOR file, or a game in it, is wrong.
    #[error(transparent)]
    Wthor(#[from] WthorError),
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 5] = [Format::Ggf, Format::Sgf, Format::Transcripts, Format::Wthor, Format::Obf];

    /// The extension of its files, without the point.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Transcripts => "txt",
            Format::Wthor => "wtb",
            Format::Obf => "obf",
        }
    }

    /// The format that the extension of a path names, in any case.
    #[must_use]
    pub fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// What of a record is lost in this format.
    #[must_use]
    pub fn lost(self, record: &GameRecord) -> Vec<&'static str> {
        let players = [&record.black, &record.white];
        let bare = matches!(self, Format::Transcripts | Format::Obf);
        let notes = record.notes();
        let timed = notes.iter().any(|note| note.seconds.is_some());
        let clocks = players.iter().any(|player| player.clock.is_some());
        let names =
            players.iter().any(|player| !player.name.is_empty()) || !record.place.is_empty() || !record.date.is_empty();
        let rated = players.iter().any(|player| player.rating.is_some());
        [
            (self == Format::Obf && !notes.is_empty(), "the moves (the last position is kept)"),
            (bare && names, "names, places and dates"),
            (bare && record.result.is_some(), "results"),
            (bare && record.objective != Objective::Normal, "that the fewest discs win"),
            ((bare || self == Format::Wthor) && (rated || record.komi.is_some()), "ratings and komi"),
            ((bare || self == Format::Wthor) && notes.iter().any(|note| note.eval.is_some()), "evaluations"),
            (
                self != Format::Ggf && (timed || clocks),
                if self == Format::Sgf { "times of moves and extra time" } else { "times" },
            ),
        ]
        .into_iter()
        .filter_map(|(lost, what)| lost.then_some(what))
        .collect()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension())
    }
}
