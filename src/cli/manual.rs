//! `rival manual`: the manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;

/// Write the manual pages, one of the program and one of each command, into a folder.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An existing folder.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    clap_mangen::generate_to(super::Cli::command(), &args.folder)
        .with_context(|| format!("{}: the manual pages cannot be written", args.folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
