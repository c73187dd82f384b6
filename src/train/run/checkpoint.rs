//! The state between two generations, on disk: a line with a checksum, and a line of JSON.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::RunError;
use super::files;
use crate::operators::hall::Hall;
use crate::record::problem;
use crate::stats::mix;
use crate::train::optimisers::State;

/// The whole memory of a run. Random draws come from the seed and the generation's number, so there is no generator to
/// keep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// Generations done.
    pub generation: u64,
    pub state: State,
    pub hall: Hall,
}

const FORMAT: &str = "rival-checkpoint/1";

fn checksum(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |sum, byte| mix(sum ^ u64::from(byte)))
}

impl Checkpoint {
    pub(super) fn write(&self, file: &Path) -> Result<(), RunError> {
        let body = serde_json::to_string(self).expect("finite numbers are JSON");
        files::write(file, format!("{FORMAT} {:016x}\n{body}\n", checksum(&body)))
    }

    /// The checkpoint in a file; `None` if there is no file.
    pub(super) fn read(file: &Path) -> Result<Option<Checkpoint>, RunError> {
        let damaged = |problem: String| RunError::Damaged { file: file.to_owned(), problem };
        if !file.exists() {
            return Ok(None);
        }
        let text =
            String::from_utf8(files::read(file)?).map_err(|_| damaged("found bytes that are not text".into()))?;
        let Some((head, rest)) = text.split_once('\n') else {
            return Err(damaged(format!("found {} bytes in one line, expected two lines", text.len())));
        };
        let body = rest.strip_suffix('\n').unwrap_or(rest);
        let expected = format!("{FORMAT} {:016x}", checksum(body));
        if head != expected {
            let found: String = head.chars().take(60).flat_map(char::escape_default).collect();
            return Err(damaged(format!("line 1: found \"{found}\", expected \"{expected}\" for what follows it")));
        }
        problem::line(body.as_bytes()).map(Some).map_err(|problem| damaged(format!("line 2: {problem}")))
    }
}
