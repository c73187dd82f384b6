//! What is measured is kept in a file, or added to one.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::output::{check, is_same_file};
use crate::machine::work;

/// Options of the commands that measure.
#[derive(Debug, clap::Args)]
pub struct Keeping {
    /// Add the games to this profile; games that are in it already are left out.
    #[arg(long, value_name = "PROFILE", conflicts_with = "output")]
    pub add: Option<PathBuf>,
    /// Also write the profile to this file; a profile that is there stays beside it with .old added to its name.
    #[arg(short, long, value_name = "PROFILE")]
    pub output: Option<PathBuf>,
    /// Games judged at the same time; all cores if not given. The result does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Keeping {
    /// Games judged at the same time.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(work::cores, usize::from)
    }

    /// Refuses a file for the profile that is one of the games, or that cannot be written.
    ///
    /// # Errors
    /// What was found and expected.
    pub fn check(&self, games: &[PathBuf], target: Option<&Path>) -> anyhow::Result<()> {
        let Some(path) = target else { return Ok(()) };
        if games.iter().any(|games| is_same_file(games, path)) {
            bail!("--output: found {}, which is to be measured, expected another file", path.display());
        }
        check(path)
    }
}
