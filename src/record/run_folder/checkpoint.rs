//! Checkpoints: the state of a run in two lines, a digest and JSON, and the previous state.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::FolderError;
use super::file::{read, write};
use crate::record::Digest;
use crate::record::problem;
use crate::record::profile_file::beside;

/// The first word of a checkpoint. The digest follows.
const FORMAT: &str = "rival-checkpoint/1";

/// The suffix for the file of the previous state.
const OLD: &str = ".old";

/// Writes the state of the run. An intact previous state stays beside it.
///
/// # Errors
///
/// One of the files cannot be written; the last state remains.
pub(super) fn save(file: &Path, state: &impl Serialize) -> Result<(), FolderError> {
    if text(file).is_ok() {
        fs::rename(file, beside(file, OLD)).map_err(|error| FolderError::Write { file: file.to_owned(), error })?;
    }
    let body = serde_json::to_string(state).expect("names, texts and finite numbers are JSON");
    write(file, format!("{FORMAT} {}\n{body}\n", Digest::of_bytes(&body)))
}

/// The newest intact state of the run, and the error of a newer damaged one. `None` without a state.
///
/// # Errors
///
/// All states are damaged or unreadable.
pub(super) fn restore<T: DeserializeOwned>(file: &Path) -> Result<Option<(T, Option<FolderError>)>, FolderError> {
    let newest = match state(file) {
        Ok(newest) => return Ok(Some((newest, None))),
        Err(error) => Some(error).filter(|error| !error.is_missing()),
    };
    match (newest, state(&beside(file, OLD))) {
        (newest, Ok(before)) => Ok(Some((before, newest))),
        (Some(error), Err(_)) => Err(error),
        (None, Err(error)) if error.is_missing() => Ok(None),
        (None, Err(error)) => Err(error),
    }
}

/// The state in a file.
fn state<T: DeserializeOwned>(file: &Path) -> Result<T, FolderError> {
    let text = text(file)?;
    problem::line(text.as_bytes()).map_err(|problem| FolderError::damaged(file, format!("line 2: {problem}")))
}

/// The second line of a checkpoint, checked against the digest in the first line.
fn text(file: &Path) -> Result<String, FolderError> {
    let text = String::from_utf8(read(file)?)
        .map_err(|_| FolderError::damaged(file, "found bytes that are not text".to_owned()))?;
    let Some((head, rest)) = text.split_once('\n') else {
        return Err(FolderError::damaged(file, format!("found {} bytes in one line, expected two lines", text.len())));
    };
    let body = rest.strip_suffix('\n').unwrap_or(rest);
    let expected = format!("{FORMAT} {}", Digest::of_bytes(body));
    if head == expected {
        return Ok(body.to_owned());
    }
    Err(FolderError::damaged(
        file,
        format!("line 1: found {:?}, expected {expected:?} for line 2", problem::short(head)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_whole_state_is_read() {
        let place = tempfile::tempdir().unwrap();
        let [file, old] = ["state", "state.old"].map(|name| place.path().join(name));
        let read = || restore::<u32>(&file).map(|state| state.map(|(value, error)| (value, error.is_some())));
        assert_eq!(read().unwrap(), None);
        for value in [1, 2, 3] {
            save(&file, &value).unwrap();
        }
        assert_eq!(read().unwrap(), Some((3, false)));
        let intact = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!(read().unwrap(), Some((2, false)), "killed between the two renames of a save");
        for damaged in [&b""[..], b"3\n", &intact[..intact.len() - 2], &[intact.as_slice(), b"4\n"].concat()] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(read().unwrap(), Some((2, true)));
        }
        // A damaged state does not replace an intact one.
        save(&file, &4).unwrap();
        fs::write(&file, "").unwrap();
        assert_eq!(read().unwrap(), Some((2, true)));
        fs::write(&old, "").unwrap();
        assert!(read().unwrap_err().to_string().contains("state: damaged: found 0 bytes"));
        fs::remove_file(&file).unwrap();
        assert!(read().unwrap_err().to_string().contains("state.old: damaged: found 0 bytes"));
    }
}
