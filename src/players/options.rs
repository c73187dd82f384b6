//! Options of running a player.

use crate::search::{Searcher, SearcherError};

/// Options of running a player; they are not part of its personality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Search threads, 1 to [`Searcher::MAX_THREADS`]. They never change the result of a search of fixed depth.
    pub threads: usize,
    /// Size of the hash table in megabytes, allocated as it fills. If there is no memory for it, the player searches
    /// without one.
    pub hash_mb: u64,
}

impl Options {
    /// Options that a searcher accepts.
    ///
    /// # Errors
    ///
    /// A number of threads or a size of the table that no searcher accepts.
    pub fn new(threads: usize, hash_mb: u64) -> Result<Options, SearcherError> {
        Searcher::new(hash_mb, threads).map(|_| Options { threads, hash_mb })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, hash_mb: Searcher::DEFAULT_HASH }
    }
}
