//! Finished parts of an experiment, kept in its folder as lines of JSON, so that an interrupted run continues.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::interrupt;

/// The options of an experiment that can continue.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(crate) struct Resuming {
    /// Continue from the parts that an interrupted run of this build has finished in the folder.
    #[arg(long)]
    pub resume: bool,
}

/// The finished parts of an experiment.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    /// The parts by their keys, which name every setting that decides them.
    parts: Vec<(String, Value)>,
}

impl Journal {
    /// The journal in a folder; it is empty unless the run continues.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub(crate) fn open(folder: &Path, resuming: Resuming) -> anyhow::Result<Journal> {
        interrupt::say("the finished parts are kept; --resume continues from them");
        let path = folder.join("parts.jsonl");
        let problem = format!("{}: the finished parts cannot be read or written", path.display());
        if !resuming.resume {
            fs::write(&path, "").with_context(|| problem.clone())?;
        }
        let mut parts = Vec::new();
        if path.exists() {
            let text = fs::read_to_string(&path).context(problem)?;
            // The last line of a killed run may be incomplete.
            for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
                parts.push((line["key"].as_str().unwrap_or_default().to_owned(), line["part"].clone()));
            }
        }
        Ok(Journal { path, parts })
    }

    /// The part with this key from the journal; if it is missing, `work` makes it and the journal keeps it.
    ///
    /// # Errors
    /// The work fails, or its result cannot be kept.
    pub(crate) fn part<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        work: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        if let Some((_, part)) = self.parts.iter().find(|(known, _)| known == key) {
            return serde_json::from_value(part.clone()).with_context(|| {
                format!("{}: {key}: found another build's part: leave out --resume", self.path.display())
            });
        }
        let part = work()?;
        let line = json!({ "key": key, "part": part });
        // Begins with a line break, because a killed run may have left half a line.
        let written = OpenOptions::new().append(true).create(true).open(&self.path);
        written
            .and_then(|mut file| writeln!(file, "\n{line}"))
            .with_context(|| format!("{}: the part cannot be kept", self.path.display()))?;
        self.parts.push((key.to_owned(), line["part"].clone()));
        eprintln!("{key}: done");
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_part_is_not_made_again_and_half_a_line_is_not_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), Resuming { resume: false }).unwrap();
        assert_eq!(journal.part("a", || Ok(0.1)).unwrap(), 0.1);
        fs::write(&journal.path, fs::read_to_string(&journal.path).unwrap() + "{\"key\": \"b\", \"pa").unwrap();
        let mut journal = Journal::open(folder.path(), Resuming { resume: true }).unwrap();
        assert_eq!(journal.part("a", || -> anyhow::Result<f64> { anyhow::bail!("made again") }).unwrap(), 0.1);
        assert_eq!(journal.part("b", || Ok(2)).unwrap(), 2);
        let mut journal = Journal::open(folder.path(), Resuming { resume: true }).unwrap();
        assert_eq!(journal.part("b", || Ok(3)).unwrap(), 2);
        let mut journal = Journal::open(folder.path(), Resuming { resume: false }).unwrap();
        assert_eq!(journal.part("b", || Ok(3)).unwrap(), 3);
    }
}
