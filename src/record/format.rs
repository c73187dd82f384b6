//! The description of a format of games. All code that reads, writes, recognises, lists or fuzzes games uses the table
//! [FORMATS].

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::text::{lines, starts_game};
use super::{Clock, Ending, FORMATS, FileGame, GameRecord, Outcome};
use crate::board::Objective;

/// The largest number of games read from one file. They take about 200 MB of memory.
pub const LARGEST_COUNT: usize = 40_000;

/// Writes a game as text.
pub type Writer = fn(&GameRecord) -> Result<String, RecordError>;

/// A format of games: a static in the format's own file, and a line in [`FORMATS`].
#[derive(Debug)]
pub struct Format {
    /// The name in messages.
    pub name: &'static str,
    /// The extension of the files, without the point.
    pub extension: &'static str,
    /// Words for help texts about the files, after the name.
    pub about: &'static str,
    /// Extensions of the tables of names that accompany a file.
    pub beside: &'static [&'static str],
    /// The parts of a record that the format cannot hold.
    pub loses: &'static [Part],
    /// True if these bytes look like a file of the format. This decides the format if the extension is unknown.
    pub is_like: fn(&[u8]) -> bool,
    /// Reads every game of a file.
    pub read: fn(&Source<'_>) -> Result<Vec<FileGame>, RecordError>,
    /// Writes a game without a line end, or returns why the format cannot hold it. `None` if the format is only read.
    pub write: Option<Writer>,
    /// A small file of the format, which the fuzz targets modify.
    pub example: &'static [u8],
}

/// Finds another file in the same folder, by this extension or else by this name; capital and small letters are equal.
/// Returns its path and content.
pub type Beside<'a> = dyn Fn(&str, &str) -> io::Result<Option<(PathBuf, Vec<u8>)>> + 'a;

/// The bytes to read, and their context.
#[expect(missing_debug_implementations, reason = "a function is in it")]
pub struct Source<'a> {
    /// The content of the file.
    pub bytes: &'a [u8],
    /// Finds the files that accompany it.
    pub beside: &'a Beside<'a>,
}

/// An error in a game or in a whole file.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The extension does not belong to a format. The field lists the possible ones.
    #[error("found no known extension, expected {0}")]
    Extension(String),
    /// The content is that of another format than the extension says.
    #[error("found {} in a file of .{expected}: rename it to .{found}", found.name)]
    Other {
        /// The format of the content.
        found: &'static Format,
        /// The format of the extension.
        expected: &'static Format,
    },
    /// A table of names beside the file cannot be used.
    #[error("{}: {error}", path.display())]
    Names {
        /// The path of the table.
        path: PathBuf,
        /// The reader's error.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The file has more games than may be read from one file.
    #[error("more than {LARGEST_COUNT} games: divide the file into smaller ones")]
    TooMany,
    /// The file is not in the format, or a game in it is wrong. The field is the format's own error.
    #[error(transparent)]
    Format(Box<dyn Error + Send + Sync>),
}

impl RecordError {
    /// Wraps a format's own error.
    pub fn new(error: impl Error + Send + Sync + 'static) -> RecordError {
        RecordError::Format(Box::new(error))
    }
}

/// A part of a game that a format may be unable to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The moves. Only the last position is kept.
    Moves,
    /// The names of players, place and date.
    Names,
    /// The results.
    Results,
    /// The discs of a result by resignation, on time or by agreement, and that it was agreed.
    EarlyScores,
    /// That a referee decided, that a side failed instead of resigning, or that it is unknown how a game ended.
    Referees,
    /// The rule that the fewest discs win.
    Rule,
    /// The ratings of the players, and komi.
    Ratings,
    /// The values that the players gave to positions.
    Evaluations,
    /// The depths of searches.
    Depths,
    /// The times of moves, and the clocks.
    Times,
    /// The times of moves, and the clocks apart from their main time.
    ExtraTimes,
    /// The main times of clocks if they differ.
    UnequalTimes,
    /// The grace times of clocks.
    GraceTimes,
}

impl Part {
    fn words(self) -> &'static str {
        match self {
            Part::Moves => "the moves (the last position is kept)",
            Part::Names => "names, places and dates",
            Part::Results => "results",
            Part::EarlyScores => "the discs of games that ended early, and agreements",
            Part::Referees => "that a referee decided, a side failed, or the ending is unknown",
            Part::Rule => "that the fewest discs win",
            Part::Ratings => "ratings and komi",
            Part::Evaluations => "evaluations",
            Part::Depths => "depths",
            Part::Times => "times",
            Part::ExtraTimes => "times of moves and extra time",
            Part::UnequalTimes => "main times that differ",
            Part::GraceTimes => "grace times",
        }
    }

    fn is_in(self, record: &GameRecord) -> bool {
        let players = [&record.black, &record.white];
        let notes = record.notes();
        let has_times = notes.iter().any(|note| note.seconds.is_some());
        match self {
            Part::Moves => !notes.is_empty(),
            Part::Names => {
                let names = players.map(|player| &player.name).into_iter().chain([&record.place, &record.date]);
                names.into_iter().any(|text| !text.is_empty())
            }
            Part::Results => record.result.is_some(),
            Part::EarlyScores => record.result.is_some_and(|Outcome { score, ending }| {
                let is_agreed = matches!(ending, Ending::Agreed | Ending::Adjudicated);
                is_agreed || ending.is_given_up() && score.abs() != 64.0
            }),
            Part::Referees => {
                let ending = record.result.map(|outcome| outcome.ending);
                matches!(ending, Some(Ending::Adjudicated | Ending::Forfeited | Ending::Unknown))
            }
            Part::Rule => record.objective != Objective::Normal,
            Part::Ratings => record.komi.is_some() || players.iter().any(|player| player.rating.is_some()),
            Part::Evaluations => notes.iter().any(|note| note.eval.is_some()),
            Part::Depths => notes.iter().any(|note| note.depth.is_some()),
            Part::GraceTimes => players.iter().any(|player| player.clock.is_some_and(|clock| clock.grace > 0.0)),
            Part::Times => has_times || players.iter().any(|player| player.clock.is_some()),
            Part::ExtraTimes => {
                let is_extra = |clock: Clock| clock.increment > 0.0 || clock.grace > 0.0;
                has_times || players.iter().any(|player| player.clock.is_some_and(is_extra))
            }
            Part::UnequalTimes => {
                let [black, white] = players.map(|player| player.clock.map(|clock| clock.main));
                black != white
            }
        }
    }
}

impl Format {
    /// The format with the extension of a path. Capital and small letters are equal.
    #[must_use]
    pub fn by_extension(path: &Path) -> Option<&'static Format> {
        let extension = path.extension()?.to_str()?;
        FORMATS.into_iter().find(|format| format.extension.eq_ignore_ascii_case(extension))
    }

    /// The format of a file: that of its extension or, if this is unknown or `.txt`, the one that its content looks
    /// like. People save everything as `.txt`.
    #[must_use]
    pub fn of_file(path: &Path, bytes: &[u8]) -> Option<&'static Format> {
        let named = Format::by_extension(path);
        named.filter(|format| format.extension != "txt").or_else(|| Format::like(bytes)).or(named)
    }

    /// Refuses a content that is clearly in another format than the extension says.
    ///
    /// # Errors
    ///
    /// It is. Moves alone look like transcripts, so they tell nothing.
    pub(super) fn check_content(&'static self, path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
        let is_named = Format::by_extension(path) == Some(self) && !(self.is_like)(bytes);
        match Format::like(bytes) {
            Some(found) if is_named && self.extension != "txt" && found.extension != "txt" => {
                Err(RecordError::Other { found, expected: self })
            }
            _ => Ok(()),
        }
    }

    /// The first format whose files look like these bytes.
    #[must_use]
    pub fn like(bytes: &[u8]) -> Option<&'static Format> {
        FORMATS.into_iter().find(|format| (format.is_like)(bytes))
    }

    /// True if files of this format can hold this part.
    #[must_use]
    pub fn has(&self, part: Part) -> bool {
        !self.loses.contains(&part)
    }

    /// The parts of a record that this format loses.
    pub fn lost<'a>(&self, record: &'a GameRecord) -> impl Iterator<Item = &'static str> + use<'a> {
        self.loses.iter().filter(|part| part.is_in(record)).map(|part| part.words())
    }

    /// The extensions of the formats that hold this part, for messages and help texts: `.ggf, .sgf or .wtb`.
    #[must_use]
    pub fn extensions(part: Option<Part>) -> String {
        let having = FORMATS.into_iter().filter(|format| part.is_none_or(|part| format.has(part)));
        let mut extensions: Vec<String> = having.map(|format| format!(".{}", format.extension)).collect();
        let last = extensions.pop().unwrap_or_default();
        format!("{} or {last}", extensions.join(", "))
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.extension == other.extension
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension)
    }
}

/// The games that a reader found, with its errors converted. `is_none` recognises the error of a file that is not in
/// the format at all. A reader may stop after more than [`LARGEST_COUNT`] games.
///
/// # Errors
///
/// The only entry is that error, or there are too many games.
pub fn games<E: Error + Send + Sync + 'static>(
    mut entries: Vec<FileGame<E>>,
    is_none: impl Fn(&E) -> bool,
) -> Result<Vec<FileGame>, RecordError> {
    if entries.len() > LARGEST_COUNT {
        return Err(RecordError::TooMany);
    }
    if let [FileGame { game: Err(error), .. }] = &entries[..]
        && is_none(error)
        && let Some(Err(error)) = entries.pop().map(|entry| entry.game)
    {
        return Err(RecordError::new(error));
    }
    let game = |FileGame { line, game }| FileGame { line, game: game.map_err(RecordError::new) };
    Ok(entries.into_iter().map(game).collect())
}

/// Every game of a text whose games begin and end with brackets. Text between games, which may be games of another
/// format, is an error of its own, and a faulty game does not hide the next one. `read` reads a game at the start of a
/// text and returns its length, and whether its end is missing. After a missing end only a reliable beginning counts as
/// the next game. `none` is the error of a text without a game.
pub(super) fn bracketed<E>(
    bytes: &[u8],
    opens: fn(&[u8]) -> bool,
    read: impl Fn(&[u8]) -> (Result<GameRecord, E>, usize, bool),
    none: impl Fn(&[u8]) -> E,
) -> Vec<FileGame<E>> {
    let mut entries = Vec::new();
    let mut at = 0;
    let mut line = 1;
    let mut is_torn = false;
    while entries.len() <= LARGEST_COUNT {
        let rest = &bytes[at..];
        let next = (0..rest.len()).find(|&at| if is_torn { starts_game(&rest[at..]) } else { opens(&rest[at..]) });
        let between = &rest[..next.unwrap_or(rest.len())];
        // What follows a missing end belongs to the faulty game.
        let blank = if is_torn { between.len() } else { blank_length(between) };
        if blank < between.len() {
            let line = line + lines(&between[..blank]);
            entries.push(FileGame { line: Some(line), game: Err(none(&between[blank..])) });
        }
        let Some(skipped) = next else { break };
        let start = at + skipped;
        line += lines(between);
        let (game, length, torn) = read(&bytes[start..]);
        entries.push(FileGame { line: Some(line), game });
        line += lines(&bytes[start..start + length]);
        at = start + length;
        is_torn = torn;
    }
    entries
}

/// The number of bytes at the start of a text between games that say nothing: white space, the number of games that
/// GGS writes before them, and a byte order mark.
fn blank_length(bytes: &[u8]) -> usize {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_digit() || b"\xef\xbb\xbf".contains(byte);
    let blank = bytes.iter().take_while(|byte| is_blank(byte)).count();
    // A move number belongs to the moves behind it.
    let digits = bytes[..blank].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if blank < bytes.len() { blank - digits } else { blank }
}
