//! Merges the parts of a divided tournament.

use std::path::PathBuf;

use super::Error;
use super::folder::Folder;
use super::identity::Identity;
use crate::machine::shard::{Shard, in_order};

/// The open folders of all parts in order; empty if the tournament does not come from parts.
#[derive(Debug)]
pub(super) struct Parts(Vec<Folder>);

impl Parts {
    /// Opens the parts of a tournament. The paths of its programs may differ.
    ///
    /// # Errors
    ///
    /// A part is missing, given twice, in progress, or from another tournament.
    pub(super) fn open(identity: &Identity, paths: &[PathBuf]) -> Result<Parts, Error> {
        let mut shards = Vec::new();
        for path in paths {
            let part = Folder::identity(path)?;
            shards.push((path.clone(), part.shard.unwrap_or(Shard::WHOLE)));
            if let Some(difference) = (Identity { shard: None, ..part }).difference(identity) {
                return Err(Error::OtherPart { path: path.clone(), difference: Box::new(difference) });
            }
        }
        let folders = in_order(&shards)?.into_iter().map(|path| Folder::open(&path, |part| Ok(part.clone())));
        Ok(Parts(folders.collect::<Result<_, _>>()?))
    }

    /// True if a part has this game.
    #[must_use]
    pub(super) fn has(&self, game: usize) -> bool {
        self.0.iter().any(|part| part.journal.has(game))
    }

    /// Adds the games that a folder lacks, in schedule order.
    ///
    /// # Errors
    ///
    /// A journal cannot be read or written.
    pub(super) fn add_to(&self, folder: &mut Folder) -> Result<(), Error> {
        for part in &self.0 {
            for game in part.journal.complete_games() {
                let game = game?;
                if !folder.journal.has(game.number()) {
                    folder.journal.add(game)?;
                }
            }
        }
        Ok(())
    }
}
