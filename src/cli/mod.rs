//! The command line: arguments in, library calls, exit codes out. One file a command.

mod convert;
mod gtp;
#[cfg(unix)]
mod guard;
mod nboard;
mod output;
mod perft;
mod serving;
#[cfg(unix)]
mod tournament;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A Reversi (Othello) engine with personalities, for NBoard and GTP GUIs.
#[derive(Debug, Parser)]
#[command(name = "rival", version, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Convert(convert::Args),
    Gtp(gtp::Args),
    #[cfg(unix)]
    Guard(guard::Args),
    Nboard(nboard::Args),
    Perft(perft::Args),
    #[cfg(unix)]
    Tournament(Box<tournament::Args>),
}

/// Runs the command that the process was started with.
///
/// Exit codes: 0 done; 1 some of the work failed (said on stderr); 2 the arguments or a file cannot be used, nothing was done.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Convert(args) => convert::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        #[cfg(unix)]
        Command::Guard(args) => Ok(guard::run(args)),
        Command::Nboard(args) => nboard::run(&args),
        Command::Perft(args) => perft::run(&args),
        #[cfg(unix)]
        Command::Tournament(args) => tournament::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("rival: {error:#}");
        ExitCode::from(2)
    })
}
