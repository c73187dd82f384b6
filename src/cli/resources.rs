//! The machine's resources: options of every command that searches.

use crate::players::Options;
use crate::search::{Searcher, SearcherError};

/// Threads and memory of a search.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Threads of the search; they do not change the result of a search of fixed depth.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Megabytes of the hash table.
    #[arg(long, value_name = "MB", default_value_t = Searcher::DEFAULT_HASH)]
    hash: u64,
}

impl Args {
    /// The options of a player.
    ///
    /// # Errors
    ///
    /// A searcher does not accept the number of threads or the size.
    pub(super) fn options(&self) -> Result<Options, SearcherError> {
        Options::new(self.threads, self.hash)
    }
}
