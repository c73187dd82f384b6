//! `rival tournament`: engine programs against each other.

mod check;
mod flags;
mod live;
mod losses;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use self::live::Live;
use super::complaint::{chain, complain};
use super::parts::Parts;
use super::{about, code, interrupt};
use crate::machine::shard::Shard;
use crate::machine::work::WorkEnd;
use crate::record::text::counted;
use crate::report::tournament::{markdown, page};
use crate::tournament::config::Options;
use crate::tournament::{Config, Folder, Standing, Tournament};

/// Play engine programs against each other (GTP, NBoard).
///
/// It keeps records and writes statistics and a report.
///
/// An interrupted run continues when started again with the same configuration and folder, or with --out alone.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<TournamentCommand>,
    #[command(flatten)]
    flags: flags::Flags,
    /// The results folder; without engines, that of the tournament to go on with.
    #[arg(long, value_name = "DIR", default_value = "tournament")]
    out: PathBuf,
    #[command(flatten)]
    parts: Parts,
}

#[derive(Debug, clap::Subcommand)]
enum TournamentCommand {
    /// Start each engine, and show its introduction, its standard error and the first cases of `rival conformance` that
    /// it fails; nothing is played.
    Check(Box<flags::Flags>),
    Losses(losses::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(TournamentCommand::Check(flags)) => check::run(flags),
        Some(TournamentCommand::Losses(args)) => code(losses::run(args)),
        None => play(args),
    }
}

impl Args {
    /// The options, their origin, and the part of the tournament to play. Without engines they are those of the folder.
    fn options(&self) -> anyhow::Result<(Options, String, Option<Shard>)> {
        if self.flags.name_engines() || !Folder::is_there(&self.out) {
            let (options, source) = self.flags.options()?;
            return Ok((options, source, self.parts.shard));
        }
        let identity = Folder::identity(&self.out)?;
        let options = self.flags.over(&identity.options())?;
        Ok((options, self.out.display().to_string(), self.parts.shard.or(identity.shard)))
    }
}

fn play(args: &Args) -> anyhow::Result<ExitCode> {
    let (options, source, shard) = args.options()?;
    let config = Config::new(&options).and_then(Config::with_opponents).context(source)?;
    let wanted = options.concurrency.unwrap_or(1);
    let stop = interrupt::stop()?;
    let parts = &args.parts.parts;
    let mut tournament = Tournament::open(config, &args.out, shard, parts, &own_program()?, &stop)?;
    let live = Live::new(&tournament);
    if wanted > tournament.config().concurrency {
        live.note(&format!(
            "{} at a time, not {wanted}: this machine has no more cores (--force-concurrency)",
            counted(tournament.config().concurrency, "game")
        ));
    }
    tournament.notes().iter().for_each(|note| live.note(note));
    let ended = tournament.run(&stop, &|game, folder| live.show(game, folder));
    let folder = &tournament.folder;
    let standing = folder.standing();
    let written = finish(folder, &standing);
    if folder.is_timed() {
        folder.measured()?.iter().for_each(|(name, text)| live.note(&format!("{name}: {text}")));
    }
    let shown = live.end(&standing);
    // Games were played, so the exit code of a failure is that of partly done work.
    match (ended, written.and(shown)) {
        (Err(error), _) => Ok(part_failed(folder, &error.to_string())),
        (_, Err(error)) => Ok(part_failed(folder, &chain(&error))),
        (Ok(WorkEnd::Stopped), _) => Ok(part_failed(folder, "stopped; the same command continues")),
        (Ok(WorkEnd::Done), _) => Ok(exit_code(&standing)),
    }
}

/// The program that guards engines: this program's own file.
pub(super) fn own_program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find this program's own file")
}

/// Prints an error after games were played. The exit code 1 says that part of the work failed.
fn part_failed(folder: &Folder, message: &str) -> ExitCode {
    complain!("rival: {}: {message}", folder.path().display());
    ExitCode::FAILURE
}

/// The exit code: 1 if an engine was at fault.
fn exit_code(standing: &Standing) -> ExitCode {
    if standing.engines.iter().any(|engine| !engine.faults.is_empty()) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Writes all files made from the games.
fn finish(folder: &Folder, standing: &Standing) -> anyhow::Result<()> {
    let how = folder.identity.how();
    let measured = folder.measured()?;
    // Where moves do not depend on time, the other files have the same bytes on a busy machine.
    let repeatable = if folder.is_timed() { [how.clone(), measured.clone()].concat() } else { how.clone() };
    folder.write_results(standing, &repeatable)?;
    folder.write("table.md", &markdown(standing, &repeatable))?;
    // The date, the program and the machine are those of the folder, not of this process.
    let mut about = about::of_this_run();
    about.retain(|(name, _)| how.iter().all(|(other, _)| other != name));
    about.extend(how);
    about.extend(measured);
    let text = page(standing, &about, folder.counted())?;
    folder.write("report.html", &text)?;
    Ok(())
}
