//! Options for running a player.

use crate::search::{Searcher, SearcherError};

/// Options for running a player. They are not part of its personality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The number of search threads, 1 to [`Searcher::MAX_THREADS`]. It never changes the result of a search with a
    /// fixed depth.
    pub threads: usize,
    /// Size of the hash table in megabytes. Memory is allocated as the table fills. Without enough memory the player
    /// searches without a table.
    pub hash_mb: u64,
}

impl Options {
    /// Options that a searcher accepts.
    ///
    /// # Errors
    ///
    /// A searcher does not accept the number of threads or the size of the table.
    pub fn new(threads: usize, hash_mb: u64) -> Result<Options, SearcherError> {
        Searcher::new(hash_mb, threads).map(|_| Options { threads, hash_mb })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, hash_mb: Searcher::DEFAULT_HASH }
    }
}
