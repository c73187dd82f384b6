//! `rival manual`: the manual pages, and the script of a shell that completes commands.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{CommandFactory, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::output::{print_as_is, replace};
use super::{Cli, examples};

/// The command that ends engines after the program is killed.
const INTERNAL: &str = "guard";

/// Write the manual pages into a folder, or print the completion script of a shell.
///
/// The program and each command get a page, with examples and exit codes. The script completes commands, options and
/// files.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct Args {
    /// The folder; it is created if needed.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Print the script of this shell.
    #[arg(long, value_name = "SHELL")]
    completions: Option<Shell>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(shell) = args.completions {
        let mut text = Vec::new();
        let mut program = complete_as_files(of_users(&super::command()));
        clap_complete::generate(shell, &mut program, "rival", &mut text);
        print_as_is(&text)?;
    }
    args.folder.as_deref().map_or(Ok(()), write_pages)
}

/// The program without the command that only the program itself starts.
fn of_users(program: &clap::Command) -> clap::Command {
    let commands = program.get_subcommands().filter(|command| command.get_name() != INTERNAL);
    clap::Command::new("rival").args(program.get_arguments()).subcommands(commands)
}

/// The command with paths completed as names of files, in which blanks and folders are handled. A player may be a file,
/// too.
fn complete_as_files(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| match arg.get_value_hint() {
        ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
        ValueHint::Unknown if arg.get_id() == "player" => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    });
    command.mut_subcommands(complete_as_files)
}

/// Writes the pages of all commands into a folder.
fn write_pages(folder: &Path) -> anyhow::Result<()> {
    // Hidden commands have pages too. The examples have their own section.
    let mut command = Cli::command().disable_help_subcommand(true);
    command = command.mut_subcommands(|below| if below.get_name() == INTERNAL { below } else { below.hide(false) });
    command.build();
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    write(folder, &command, "")
}

/// Writes the pages of a command and of those below it. `path` is the command's full name without the program's.
fn write(folder: &Path, command: &clap::Command, path: &str) -> anyhow::Result<()> {
    let man = Man::new(command.clone());
    let name = man.get_filename();
    let mut page = Vec::new();
    man.render(&mut page)?;
    ending(path).to_writer(&mut page)?;
    replace(&folder.join(name), page)?;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write(folder, below, format!("{path} {}", below.get_name()).trim_start())?;
    }
    Ok(())
}

/// The last sections of a page: examples and exit codes.
fn ending(path: &str) -> Roff {
    let mut roff = Roff::new();
    let lines = examples::of_all(path);
    if !lines.is_empty() {
        roff.control("SH", ["EXAMPLES"]);
        for line in lines {
            roff.control("PP", []).text([roman(line)]);
        }
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in examples::EXIT_CODES {
        roff.control("TP", []).text([bold(*code)]).text([roman(*meaning)]);
    }
    roff
}
