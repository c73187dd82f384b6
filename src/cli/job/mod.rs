//! `rival job`: divides work for other threads, processes and machines.

mod calibration;
mod collect;
pub(super) mod folder;
mod labels;
mod losses;
mod make;
mod measure;
pub(super) mod run;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::output::print;
use crate::machine::program;
use crate::record::Digest;

/// Divide work into jobs for other machines.
///
/// It makes jobs, runs them and collects their results. A job is a JSON file, and so is its result. The result depends
/// on the job alone, wherever and however often it runs.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the SHA-256 of this program, or of a file, by which jobs identify it.
    Digest {
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Divide work into jobs: a folder with a plan and a file for each job.
    Make(make::Args),
    /// Run jobs without results.
    Run(run::Args),
    /// Collect the results of a folder's jobs.
    Collect(collect::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Digest { file } => {
            let digest = match file {
                None => own_digest()?,
                Some(file) => Digest::of_file(file).with_context(|| file.display().to_string())?,
            };
            print(format!("{digest}\n"))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Make(args) => make::run(args),
        Command::Run(args) => run::run(args),
        Command::Collect(args) => collect::run(args),
    }
}

/// The digest of this program.
pub(super) fn own_digest() -> anyhow::Result<Digest> {
    let own = program::own().context("cannot find this program's own file")?;
    Digest::of_file(&own).with_context(|| own.display().to_string())
}
