//! The options `--shard` and `--parts` of work that several processes or machines can share.

use std::path::PathBuf;

use crate::machine::shard::Shard;

#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub(super) struct Parts {
    /// Do only this part of the work, such as 3/8, in its own folder.
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// The folders of all parts. Combine them, and do the missing work.
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with = "shard")]
    pub parts: Vec<PathBuf>,
}
