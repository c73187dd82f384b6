//! `rival completions`: the completions of a shell.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::output::print_as_is;

/// Print what a shell needs to complete commands.
///
/// For instance: rival completions bash > ~/.local/share/bash-completion/completions/rival
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    shell: Shell,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut text = Vec::new();
    generate(args.shell, &mut super::Cli::command(), "rival", &mut text);
    print_as_is(&text)?;
    Ok(ExitCode::SUCCESS)
}
