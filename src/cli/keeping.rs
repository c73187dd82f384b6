//! Options for keeping measurements in a file.

use super::threads::Threads;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::output::{check, is_same_file};

/// Options of the commands that measure.
#[derive(Debug, clap::Args)]
pub(super) struct Keeping {
    /// Add the games to this profile, except those it already has.
    #[arg(long, value_name = "PROFILE", conflicts_with = "output")]
    pub add: Option<PathBuf>,
    /// Also write the profile to this file; an existing profile stays beside it as .old.
    #[arg(short, long, value_name = "PROFILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Keeping {
    /// Games judged at the same time.
    pub(super) fn threads(&self) -> usize {
        self.threads.count()
    }

    /// Refuses an output file that is one of the games, or that cannot be written.
    ///
    /// # Errors
    ///
    /// The output file is one of the games, or cannot be written.
    pub(super) fn check(&self, games: &[PathBuf], target: Option<&Path>) -> anyhow::Result<()> {
        let Some(path) = target else { return Ok(()) };
        if games.iter().any(|games| is_same_file(games, path)) {
            bail!("--output: {} is one of the files of games: name another one", path.display());
        }
        check(path)
    }
}
