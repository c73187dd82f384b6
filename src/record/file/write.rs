//! Records to files.

use super::{Format, RecordError};
use crate::record::obf::{self, Problem};
use crate::record::wthor::Archive;
use crate::record::{GameRecord, ggf, sgf, transcript};

/// The games of a file to be written, in its format.
#[derive(Debug)]
pub enum Writer {
    /// A game a line.
    Text(Format, String),
    /// The games and names of WTHOR, which is written as a whole.
    Wthor(Archive),
}

impl Writer {
    /// A file without games.
    #[must_use]
    pub fn new(format: Format) -> Writer {
        match format {
            Format::Wthor => Writer::Wthor(Archive::default()),
            text => Writer::Text(text, String::new()),
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The format cannot hold it; the games before it stay.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let (format, text) = match self {
            Writer::Wthor(archive) => return Ok(archive.add(record)?),
            Writer::Text(format, text) => (format, text),
        };
        let line = match format {
            Format::Ggf => ggf::write(record),
            Format::Sgf => sgf::write(record),
            Format::Obf => obf::write(&Problem { board: *record.game().board(), scores: Vec::new() }),
            Format::Transcripts | Format::Wthor => transcript::write(record)?,
        };
        text.push_str(&line);
        text.push('\n');
        Ok(())
    }

    /// The files: an extension without the point, and the content; the one of the format is the last.
    #[must_use]
    pub fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        match self {
            Writer::Text(format, text) => vec![(format.extension(), text.clone().into_bytes())],
            Writer::Wthor(archive) => {
                vec![
                    ("jou", archive.players.write()),
                    ("trn", archive.tournaments.write()),
                    ("wtb", archive.games.write()),
                ]
            }
        }
    }
}
