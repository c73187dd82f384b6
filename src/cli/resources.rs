//! What a command may use of the machine: the options that every searching command has.

use crate::players::Options;
use crate::search::{Searcher, SearcherError};

/// Threads and memory of a search.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Threads to search with. What a search of fixed depth finds does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Megabytes of the hash table.
    #[arg(long, value_name = "MB", default_value_t = Searcher::DEFAULT_HASH)]
    hash: u64,
}

impl Args {
    /// The same as options of a player.
    ///
    /// # Errors
    /// A number of threads or a size that no searcher takes.
    pub fn options(&self) -> Result<Options, SearcherError> {
        Options::new(self.threads, self.hash)
    }
}
