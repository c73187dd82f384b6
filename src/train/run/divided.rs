//! Work that several processes can share. Each does a part in a separate folder.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::machine::shard::{Shard, in_order};
use crate::record::run_folder::{FolderError, Layout, RunFolder};

/// The `run.json` in a folder with all of the work or a part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DividedWork<T> {
    /// The command that began it, for readers.
    pub command: String,
    /// The part that the folder has.
    pub shard: Shard,
    /// The specification of the whole work.
    pub plan: T,
}

impl<T: Serialize + DeserializeOwned> DividedWork<T> {
    /// Begins the work in a folder, or continues it if `resume` is true.
    ///
    /// # Errors
    ///
    /// The folder has other content, another process works in it, or it cannot be written.
    pub(crate) fn begin(&self, path: &Path, resume: bool) -> Result<RunFolder, FolderError> {
        if resume && RunFolder::is_in(path, Layout::RUN) {
            let folder = RunFolder::open(path, Layout::RUN)?;
            let present: DividedWork<T> = folder.settings()?;
            folder.check_same(Layout::RUN.settings, &present.decisive(), &self.decisive())?;
            return Ok(folder);
        }
        let folder = RunFolder::create(path, Layout::RUN)?;
        folder.write_settings(self)?;
        Ok(folder)
    }

    /// The part and the plan as one object.
    fn decisive(&self) -> Value {
        let mut fields = json!(self.plan);
        fields["shard"] = json!(self.shard.to_string());
        fields
    }
}

/// Opens the folders with all parts of this plan's work, in order.
///
/// # Errors
///
/// A part is missing, given twice, in use by another process, or from other work.
pub(crate) fn parts<T>(plan: &T, folders: &[PathBuf]) -> Result<Vec<PathBuf>, FolderError>
where
    T: Serialize + DeserializeOwned,
{
    let mut parts = Vec::new();
    for path in folders {
        // Only a process that still works on the part has it locked.
        let folder = RunFolder::open(path, Layout::RUN)?;
        let part: DividedWork<T> = folder.settings()?;
        folder.check_same(Layout::RUN.settings, &part.plan, plan)?;
        parts.push((path.clone(), part.shard));
    }
    Ok(in_order(&parts)?)
}
