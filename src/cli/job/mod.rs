//! Folders of jobs, for `rival tune`.

pub(super) mod folder;
pub(super) mod run;

use anyhow::Context;

use crate::machine::program;
use crate::record::Digest;

/// The digest of this program.
pub(super) fn own_digest() -> anyhow::Result<Digest> {
    let own = program::own().context("cannot find this program's own file")?;
    Digest::of_file(&own).with_context(|| own.display().to_string())
}
