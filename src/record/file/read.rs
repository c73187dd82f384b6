//! Reads files of games.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::machine::regular::{STANDARD_INPUT, content, is_standard_input, regular};
use crate::record::format::{Part, Source};
use crate::record::{FileGame, Format, RecordError, transcript};

/// The largest accepted file: room for about 40,000 games in GGF with times and values.
const LARGEST: u64 = 64 << 20;

/// All bytes of a file of games, or of a stream.
///
/// # Errors
///
/// It cannot be read, is a text in UTF-16, or is too large, as an endless device is.
pub fn bytes(input: impl Read) -> io::Result<Vec<u8>> {
    let bytes = content(input, LARGEST + 1)?;
    if bytes.len() as u64 > LARGEST {
        let message = format!("found more than {} MiB, expected a file of games or positions", LARGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Reads every game of a file. The format is that of the extension or, if that is unknown, of the content. `-` is
/// standard input.
///
/// # Errors
///
/// Those of [`open()`], or the format is unknown. The error then lists the formats that have this part. Errors do not
/// name the file.
pub fn open_known(path: &Path, part: Option<Part>) -> Result<Vec<FileGame>, RecordError> {
    let bytes = file_content(path)?;
    // A stream has no extension. If it looks like no other format it is read as a transcript, whose errors are
    // reported.
    let otherwise = (path.as_os_str() == STANDARD_INPUT).then_some(&transcript::FORMAT);
    let format = Format::of_file(path, &bytes).or(otherwise);
    let format = format.ok_or_else(|| RecordError::Extension(Format::extensions(part)))?;
    format.check_content(path, &bytes)?;
    read_from(path, &bytes, format)
}

/// Reads every game of a file, with the tables of names beside it. `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or is not in the format at all. Errors of single games are in the entries.
pub fn open(path: &Path, format: &Format) -> Result<Vec<FileGame>, RecordError> {
    read_from(path, &file_content(path)?, format)
}

/// The content of standard input, which can be read only once.
static FROM_INPUT: OnceLock<Vec<u8>> = OnceLock::new();

fn file_content(path: &Path) -> io::Result<Vec<u8>> {
    if !is_standard_input(path) {
        return bytes(regular(path)?);
    }
    if let Some(content) = FROM_INPUT.get() {
        return Ok(content.clone());
    }
    let content = bytes(regular(path)?)?;
    Ok(FROM_INPUT.get_or_init(|| content).clone())
}

fn read_from(path: &Path, bytes: &[u8], format: &Format) -> Result<Vec<FileGame>, RecordError> {
    if path.as_os_str() == STANDARD_INPUT {
        return read(bytes, format);
    }
    (format.read)(&Source { bytes, beside: &|extension, otherwise| beside(path, extension, otherwise) })
}

/// Reads every game of a text. Without tables of names, WTHOR's players stay numbers.
///
/// ```
/// use rival::record::{FORMATS, file};
/// for format in FORMATS {
///     let games = file::read(format.example, format)?;
///     println!("{}: {} games or positions", format.name, games.len());
/// }
/// # Ok::<(), rival::record::RecordError>(())
/// ```
///
/// # Errors
///
/// The bytes are not in the format at all. Errors of single games are in the entries.
pub fn read(bytes: &[u8], format: &Format) -> Result<Vec<FileGame>, RecordError> {
    (format.read)(&Source { bytes, beside: &|_, _| Ok(None) })
}

/// A file in the same folder: the one with the same stem and this extension, else the one with this name. Capital and
/// small letters are equal.
fn beside(path: &Path, extension: &str, otherwise: &str) -> io::Result<Option<(PathBuf, Vec<u8>)>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let files: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let named = |name: &str| {
        files.iter().find(|path| path.file_name().is_some_and(|file| file.to_string_lossy().to_lowercase() == name))
    };
    let Some(path) = named(&format!("{stem}.{extension}")).or_else(|| named(otherwise)) else { return Ok(None) };
    let bytes = regular(path).and_then(bytes);
    let bytes = bytes.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    Ok(Some((path.clone(), bytes)))
}
