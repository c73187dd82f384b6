//! `rival manual`: the manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;

use super::output::replace;
use crate::machine::regular::read;

/// Write the manual pages into a folder.
///
/// There is one of the program and one of each command.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An existing folder.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // The generator writes through links.
    let made = tempfile::tempdir()?;
    // Commands that are too rare for the help have pages, too.
    let of_users = |command: clap::Command| if command.get_name() == "guard" { command } else { command.hide(false) };
    clap_mangen::generate_to(super::Cli::command().mut_subcommands(of_users), made.path())?;
    for page in made.path().read_dir()? {
        let page = page?.path();
        replace(&args.folder.join(page.file_name().unwrap_or_default()), read(&page)?)?;
    }
    Ok(ExitCode::SUCCESS)
}
