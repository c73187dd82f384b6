//! Files by their digests, wherever they are on this machine.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use crate::record::Digest;

/// The files of some folders.
#[derive(Debug, Default)]
pub(crate) struct Files {
    paths: HashMap<Digest, PathBuf>,
}

impl Files {
    /// Adds files from their earlier paths, if they are still there. A changed file has another digest and is not found
    /// by the old one.
    pub(crate) fn add_known(&mut self, known: &BTreeMap<Digest, PathBuf>) {
        for path in known.values() {
            let _ = self.add(path);
        }
    }

    /// Adds a file under its digest.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn add(&mut self, path: &Path) -> io::Result<Digest> {
        let path = std::path::absolute(path)?;
        let digest = Digest::of_file(&path)?;
        self.paths.entry(digest.clone()).or_insert(path);
        Ok(digest)
    }

    #[must_use]
    pub(crate) fn find(&self, digest: &Digest) -> Option<PathBuf> {
        self.paths.get(digest).cloned()
    }
}
