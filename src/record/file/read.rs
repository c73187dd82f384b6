//! Files to records.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Format, RecordError, regular};
use crate::record::ggf::{self, GgfError};
use crate::record::obf::{self, ObfError, Problem};
use crate::record::sgf::{self, SgfError};
use crate::record::wthor::{Archive, NameKind, Names, WthorGames};
use crate::record::{FileGame, GameRecord, transcript};

/// A file that is larger holds no games: it is room for some half a million games as GGF.
const LARGEST: u64 = 256 << 20;

/// All bytes of a file of games, or of what stands in for one.
///
/// # Errors
/// It cannot be read, or it is too large to be one: a device without an end is not read for ever.
pub fn bytes(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if input.take(LARGEST + 1).read_to_end(&mut bytes)? as u64 > LARGEST {
        let message = format!("found more than {} MiB, expected a file of games or positions", LARGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Reads every game of a file; the players of a WTHOR file get their names from the tables beside it.
///
/// # Errors
/// The file cannot be read, or is as a whole not of the format. What is wrong with single games is in the entries.
pub fn open(path: &Path, format: Format) -> Result<Vec<FileGame<RecordError>>, RecordError> {
    let bytes = bytes(regular(path)?)?;
    if format != Format::Wthor {
        return read(&bytes, format);
    }
    let games = WthorGames::parse(&bytes)?;
    let archive =
        Archive { games, players: names(path, NameKind::Player)?, tournaments: names(path, NameKind::Tournament)? };
    Ok(entries(archive.records()))
}

/// Reads every game of a text; the players of a WTHOR file stay numbers.
///
/// # Errors
/// The bytes are as a whole not of the format. What is wrong with single games is in the entries.
pub fn read(bytes: &[u8], format: Format) -> Result<Vec<FileGame<RecordError>>, RecordError> {
    let entries = match format {
        Format::Ggf => entries(ggf::parse_all(bytes)),
        Format::Sgf => entries(sgf::parse_all(bytes)),
        Format::Transcripts => entries(transcript::parse_all(bytes)),
        Format::Wthor => entries(Archive { games: WthorGames::parse(bytes)?, ..Archive::default() }.records()),
        Format::Obf => {
            let game = |problem: Result<Problem, ObfError>| Ok(GameRecord::new(problem?.board));
            obf::parse_all(bytes).into_iter().map(|(line, problem)| FileGame { line, game: game(problem) }).collect()
        }
    };
    match <[_; 1]>::try_from(entries) {
        Ok(
            [
                FileGame {
                    game: Err(error @ (RecordError::Ggf(GgfError::NoGame(_)) | RecordError::Sgf(SgfError::NoGame(_)))),
                    ..
                },
            ],
        ) => Err(error),
        Ok(single) => Ok(single.into()),
        Err(entries) => Ok(entries),
    }
}

fn entries<E: Into<RecordError>>(entries: Vec<FileGame<E>>) -> Vec<FileGame<RecordError>> {
    entries.into_iter().map(|FileGame { line, game }| FileGame { line, game: game.map_err(Into::into) }).collect()
}

/// The table of names for a `.wtb`: the one with the same stem, else the folder's `WTH.JOU` or `WTH.TRN`; in any case
/// of letters.
fn names(games: &Path, kind: NameKind) -> Result<Names, RecordError> {
    let extension = if kind == NameKind::Player { "jou" } else { "trn" };
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = games.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let files: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let named = |name: String| {
        files.iter().find(|path| path.file_name().is_some_and(|file| file.to_string_lossy().to_lowercase() == name))
    };
    let Some(path) = named(format!("{stem}.{extension}")).or_else(|| named(format!("wth.{extension}"))) else {
        return Ok(Names::new(kind));
    };
    let table =
        regular(path).and_then(bytes).map_err(RecordError::from).and_then(|bytes| Ok(Names::parse(kind, &bytes)?));
    table.map_err(|error| RecordError::Names { path: path.clone(), error: Box::new(error) })
}
