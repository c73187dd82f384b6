//! The command line: arguments, library calls, exit codes. A file for each command; the two protocols share one.

mod about;
mod agent;
mod analyze;
mod bench;
mod compare;
mod complaint;
mod completions;
mod convert;
mod disc_scale;
mod duel;
mod duration;
#[cfg(not(unix))]
#[path = "tournament/elsewhere.rs"]
mod elsewhere;
#[cfg(unix)]
mod engines;
mod examples;
mod exercises;
mod games;
#[cfg(unix)]
mod guard;
mod history;
mod import_map;
mod interrupt;
mod job;
mod keeping;
mod lens;
#[cfg(unix)]
mod list;
mod logging;
mod manual;
mod measure;
#[cfg(unix)]
mod openings;
mod output;
mod overview;
mod page;
#[doc(hidden)]
pub mod parsers;
mod part;
mod perft;
mod place;
mod players;
mod progress;
mod rate;
mod rated;
mod resources;
mod rivals;
mod rule;
mod serving;
mod show;
mod solve;
mod standing;
mod thesis;
#[cfg(unix)]
mod tournament;
mod train;
#[cfg(unix)]
mod tune;
mod usage;
mod variant;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use complaint::{chain, complain};
#[cfg(not(unix))]
use elsewhere as engines;
#[cfg(not(unix))]
use elsewhere as list;
#[cfg(not(unix))]
use elsewhere as openings;
#[cfg(not(unix))]
use elsewhere as tournament;
#[cfg(not(unix))]
use elsewhere as tune;

/// A Reversi (Othello) engine with personalities, for NBoard and GTP GUIs.
#[derive(Debug, Parser)]
#[command(
    name = "rival",
    version,
    max_term_width = 120,
    help_template = overview::template(),
    after_help = "To play in the browser: rival page. Not listed: import-map, disc-scale, manual."
)]
struct Cli {
    #[command(flatten)]
    logging: logging::Args,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Agent(agent::Args),
    Analyze(analyze::Args),
    Bench(bench::Args),
    Compare(compare::Args),
    Completions(completions::Args),
    Convert(convert::Args),
    // The help lists what fits a screen; the README has all.
    #[command(hide = true)]
    DiscScale(disc_scale::Args),
    #[cfg_attr(not(unix), command(hide = true))]
    Engines(engines::Args),
    Exercises(exercises::Args),
    /// Serve the Go Text Protocol for Othello on stdin and stdout.
    Gtp(serving::Args),
    #[cfg(unix)]
    Guard(guard::Args),
    History(history::Args),
    #[command(hide = true)]
    ImportMap(import_map::Args),
    Job(job::Args),
    #[cfg_attr(not(unix), command(hide = true))]
    List(list::Args),
    Rate(rate::Args),
    #[command(hide = true)]
    Manual(manual::Args),
    Match(duel::Args),
    Measure(measure::Args),
    /// Serve the NBoard protocol on stdin and stdout.
    Nboard(serving::Args),
    #[cfg_attr(not(unix), command(hide = true))]
    Openings(openings::Args),
    Page(page::Args),
    Perft(perft::Args),
    Place(place::Args),
    Rivals(rivals::Args),
    Players(players::Args),
    Show(show::Args),
    Solve(solve::Args),
    Thesis(thesis::Args),
    Tournament(Box<tournament::Args>),
    Train(train::Args),
    #[cfg_attr(not(unix), command(hide = true))]
    Tune(tune::Args),
}

/// The commands and their options, with examples in the help.
fn command() -> clap::Command {
    examples::shown(Cli::command())
}

/// No arguments were given.
fn is_missing(kind: ErrorKind) -> bool {
    kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand && std::env::args_os().len() <= 1
}

/// Help or version, by --help and --version, or without arguments.
fn is_help(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// The arguments. `--explain numbers` is one of them, so that the word after a plain `--explain` is not its value.
fn arguments() -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in std::env::args_os() {
        let is_value = argument == "words" || argument == "numbers";
        match joined.last_mut().filter(|last| is_value && *last == "--explain") {
            Some(last) => {
                last.push("=");
                last.push(argument);
            }
            None => joined.push(argument),
        }
    }
    joined
}

/// Runs the command that the process was started with.
///
/// Exit codes: 0 done; 1 part of the work failed (reported on stderr); 2 unusable arguments or files, nothing was done.
pub fn run() -> ExitCode {
    completions::answer();
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
    let parsed = command.try_get_matches_from_mut(arguments());
    let cli = match parsed.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches)) {
        Ok(cli) => cli,
        // Without arguments and without a terminal: a double-click on the program.
        Err(error) if is_missing(error.kind()) && page::was_clicked() => {
            Cli { logging: Default::default(), command: Command::Page(Default::default()) }
        }
        Err(error) if error.kind() == ErrorKind::DisplayVersion => return end(version::run()),
        Err(error) if is_help(error.kind()) => error.exit(),
        Err(error) => {
            complain!("rival: {}", usage::line(&error));
            return ExitCode::from(2);
        }
    };
    logging::start(&cli.logging);
    let result = match cli.command {
        Command::Agent(args) => agent::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::DiscScale(args) => disc_scale::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Exercises(args) => exercises::run(&args),
        Command::Gtp(args) => serving::gtp(&args),
        #[cfg(unix)]
        Command::Guard(args) => Ok(guard::run(args)),
        Command::History(args) => history::run(&args),
        Command::ImportMap(args) => import_map::run(&args),
        Command::Job(args) => job::run(&args),
        Command::List(args) => list::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Manual(args) => manual::run(&args),
        Command::Match(args) => duel::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Nboard(args) => serving::nboard(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Rivals(args) => rivals::run(&args),
        Command::Page(args) => page::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Place(args) => place::run(&args),
        Command::Players(args) => players::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Thesis(args) => thesis::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tune(args) => tune::run(&args),
    };
    end(result)
}

/// The exit code of a command; prints its error.
fn end(result: anyhow::Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| {
        if output::is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        complain!("rival: {}", chain(&error));
        ExitCode::from(2)
    })
}
