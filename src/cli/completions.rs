//! `rival completions`: the script for a shell.

use clap_complete::Shell;

use super::output::print_as_is;

/// Print the completion script of a shell: commands, options, and files.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    shell: Shell,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "rival", &mut text);
    print_as_is(&text)
}
