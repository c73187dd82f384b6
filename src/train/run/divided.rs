//! Work that several processes can share, each with a part of it in a folder of its own.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::RunError;
use super::files::{self, RUN};
use crate::machine::shard::{Shard, in_order};
use crate::record::problem::Problem;

/// The `run.json` of a folder with a part of the work, or with all of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Divided<T> {
    /// The command that began it, for readers.
    pub command: String,
    /// The part that is in the folder.
    pub shard: Shard,
    /// Decides the whole work.
    pub plan: T,
}

impl<T: Serialize + DeserializeOwned> Divided<T> {
    /// Begins the work in a folder, or continues the same work if `resume` is true. Returns the locked file.
    ///
    /// # Errors
    ///
    /// The folder holds something else, another process works in it, or it cannot be written.
    pub(crate) fn begin(&self, folder: &Path, resume: bool) -> Result<File, RunError> {
        let file = folder.join(RUN);
        if resume && file.exists() {
            let found: Divided<T> = files::json(&file)?;
            let difference = Problem::difference(&found.decisive(), &self.decisive(), String::new());
            if let Some(difference) = difference {
                return Err(RunError::OtherWork { folder: folder.to_owned(), difference: Box::new(difference) });
            }
        } else {
            files::prepare(folder)?;
            files::write_json(&file, self)?;
        }
        files::lock(&file)
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
pub(crate) fn parts<T>(plan: &T, folders: &[PathBuf]) -> Result<Vec<PathBuf>, RunError>
where
    T: Serialize + DeserializeOwned,
{
    let mut found = Vec::new();
    for folder in folders {
        let file = folder.join(RUN);
        let part: Divided<T> = files::json(&file)?;
        if let Some(difference) = Problem::difference(&json!(part.plan), &json!(plan), String::new()) {
            return Err(RunError::OtherWork { folder: folder.clone(), difference: Box::new(difference) });
        }
        // Only a process that still works on the part would hold it.
        files::lock(&file)?;
        found.push((folder.clone(), part.shard));
    }
    Ok(in_order(&found)?)
}
