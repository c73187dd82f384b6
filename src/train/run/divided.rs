//! Work that several processes can share, each with a part of it in a folder of its own.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::machine::shard::{Shard, in_order};
use crate::record::run_folder::{FolderError, Layout, RunFolder};

/// The `run.json` of a folder with a part of the work, or with all of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DividedWork<T> {
    /// The command that began it, for readers.
    pub command: String,
    /// The part that is in the folder.
    pub shard: Shard,
    /// The specification of the whole work.
    pub plan: T,
}

impl<T: Serialize + DeserializeOwned> DividedWork<T> {
    /// Begins the work in a folder, or continues the same work if `resume` is true.
    ///
    /// # Errors
    ///
    /// The folder holds something else, another process works in it, or it cannot be written.
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

/// The folders of all parts of the work of this plan, in their order.
///
/// # Errors
///
/// A part is missing or is there twice, another process works on it, or it is one of other work.
pub(crate) fn parts<T>(plan: &T, folders: &[PathBuf]) -> Result<Vec<PathBuf>, FolderError>
where
    T: Serialize + DeserializeOwned,
{
    let mut parts = Vec::new();
    for path in folders {
        // Only a process that still works on the part would hold it.
        let folder = RunFolder::open(path, Layout::RUN)?;
        let part: DividedWork<T> = folder.settings()?;
        folder.check_same(Layout::RUN.settings, &part.plan, plan)?;
        parts.push((path.clone(), part.shard));
    }
    Ok(in_order(&parts)?)
}
