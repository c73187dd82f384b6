//! The command line: arguments, library calls, exit codes. A file for each command; the two protocols share one.

mod about;
mod agent;
mod analyze;
mod bench;
mod complaint;
#[cfg(unix)]
mod conformance;
mod convert;
mod duel;
mod duration;
#[cfg(not(unix))]
#[path = "tournament/elsewhere.rs"]
mod elsewhere;
#[cfg(unix)]
mod engines;
mod examples;
mod games;
#[cfg(unix)]
mod guard;
mod interrupt;
mod logging;
mod manual;
mod measure;
mod output;
mod overview;
mod page;
#[doc(hidden)]
pub mod parsers;
mod parts;
mod perft;
mod players;
mod progress;
mod resources;
mod rivals;
mod serving;
mod show;
mod solve;
mod standing;
mod threads;
#[cfg(unix)]
mod tournament;
mod train;
#[cfg(unix)]
mod tune;
mod usage;
mod variant;
mod version;
mod words;

use std::io::Write as _;
use std::process::{ExitCode, Termination};

use anyhow::Context as _;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use complaint::{chain, complain};
#[cfg(not(unix))]
use {elsewhere as conformance, elsewhere as engines, elsewhere as guard, elsewhere as tournament, elsewhere as tune};

/// A Reversi (Othello) engine with personalities, for NBoard and GTP GUIs.
#[derive(Debug, Parser)]
#[command(
    name = "rival",
    version,
    max_term_width = 120,
    help_template = overview::template(),
    after_help = "Without a command it opens the page. Not listed: manual, perft."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands: their arguments, and the function that runs each.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty) => $run:path,)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$attribute])* $name($arguments),)*
        }

        impl Command {
            fn run(&self) -> anyhow::Result<ExitCode> {
                match self {
                    $(Command::$name(arguments) => code($run(arguments)),)*
                }
            }
        }
    };
}

commands! {
    Agent(agent::Args) => agent::run,
    Analyze(analyze::Args) => analyze::run,
    Bench(bench::Args) => bench::run,
    #[cfg_attr(not(unix), command(hide = true))]
    Conformance(conformance::Args) => conformance::run,
    Convert(convert::Args) => convert::run,
    #[cfg_attr(not(unix), command(hide = true))]
    Engines(engines::Args) => engines::run,
    /// Serve the Go Text Protocol for Othello on stdin and stdout.
    Gtp(serving::Args) => serving::gtp,
    #[command(hide = true)]
    Guard(guard::Args) => guard::run,
    // Hidden, because the help must fit on a screen; docs/commands.md lists all commands.
    #[command(hide = true)]
    Manual(manual::Args) => manual::run,
    Match(duel::Args) => duel::run,
    Measure(measure::Args) => measure::run,
    /// Serve the NBoard protocol on stdin and stdout.
    Nboard(serving::Args) => serving::nboard,
    Page(page::Args) => page::run,
    #[command(hide = true)]
    Perft(perft::Args) => perft::run,
    Rivals(rivals::Args) => rivals::run,
    Players(players::Args) => players::run,
    Show(show::Args) => show::run,
    Solve(solve::Args) => solve::run,
    Tournament(Box<tournament::Args>) => tournament::run,
    Train(train::Args) => train::run,
    #[cfg_attr(not(unix), command(hide = true))]
    Tune(tune::Args) => tune::run,
}

/// The commands and their options, with examples in the help.
fn command() -> clap::Command {
    taking_negative_numbers(examples::shown(Cli::command()))
}

/// The command with options that take `-5` as a value, so that the error is the accepted range and not an unknown
/// option.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    });
    command.mut_subcommands(taking_negative_numbers)
}

/// True if arguments are missing.
fn is_missing(kind: ErrorKind) -> bool {
    kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand && std::env::args_os().len() <= 1
}

/// Prints a help that the parser gives as an error. The exit code is 2 if the arguments are missing.
fn show_help(help: &clap::Error) -> anyhow::Result<ExitCode> {
    help.print().and_then(|()| std::io::stdout().flush()).context(output::UNWRITTEN)?;
    Ok(ExitCode::from(help.exit_code() as u8))
}

/// True if the parser's error is the help or the version.
fn is_help(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// Runs the command that the process was started with.
///
/// Exit codes: 0 done; 1 part of the work failed (reported on stderr), or a check found something; 2 unusable arguments
/// or files, nothing was done; 130 ended by Ctrl-C.
pub fn run() -> ExitCode {
    match variant::hand_over() {
        Ok(None) => {}
        Ok(Some(code)) => return code,
        Err(error) => return end(Err(error)),
    }
    #[cfg(feature = "weights-beside")]
    if let Some(problem) = crate::eval::patterns::shipped::missing() {
        return end(Err(anyhow::Error::msg(problem)));
    }
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let cli = match parsed.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches)) {
        Ok(cli) => cli,
        Err(error) if is_missing(error.kind()) && page::can_be_seen() => {
            Cli { command: Command::Page(Default::default()) }
        }
        Err(error) if error.kind() == ErrorKind::DisplayVersion => return end(code(version::run())),
        Err(error) if is_help(error.kind()) => return end(code(show_help(&error))),
        Err(error) => {
            complain!("rival: {}", usage::line(&error, &command));
            return ExitCode::from(2);
        }
    };
    logging::start();
    end(interrupt::report_large_files().and_then(|()| cli.command.run()))
}

/// The exit code for a command's result; success if it has none of its own.
fn code(result: anyhow::Result<impl Termination>) -> anyhow::Result<ExitCode> {
    result.map(Termination::report)
}

/// The exit code for a command's result. Prints its error.
fn end(result: anyhow::Result<ExitCode>) -> ExitCode {
    interrupt::code(result.unwrap_or_else(|error| {
        if output::is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        complain!("rival: {}", chain(&error));
        ExitCode::from(2)
    }))
}
