//! What is decided about a player by the one who runs it.

use crate::search::{Searcher, SearcherError};

/// What the one who runs a player decides about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Threads to search with, 1 to [`Searcher::MAX_THREADS`]. Never changes what a search of fixed depth finds.
    pub threads: usize,
    /// Size of the hash table in megabytes, taken as it fills. A player that does not get its table searches without
    /// one.
    pub hash_mb: u64,
}

impl Options {
    /// Options that every player can take.
    ///
    /// # Errors
    /// A number of threads or a size of the table that no searcher takes.
    pub fn new(threads: usize, hash_mb: u64) -> Result<Options, SearcherError> {
        Searcher::new(hash_mb, threads).map(|_| Options { threads, hash_mb })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, hash_mb: Searcher::DEFAULT_HASH }
    }
}
