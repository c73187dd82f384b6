//! `rival measure` in parts.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use super::folder::{Plan, Whole, all, job_file, read_job};
use super::own_digest;
use crate::cli::measure::{Which, chosen};
use crate::cli::output::print;
use crate::cli::standing;
use crate::jobs::{Job, Judged, Measure, Task};
use crate::record::kept::save;
use crate::strength::person::Profile;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,
    /// Games in a job.
    #[arg(long, value_name = "N", default_value = "50")]
    per_job: NonZeroUsize,
    /// The folder of the jobs.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
}

/// The plan, and the numbers of unusable games and files.
pub(super) fn make(args: &Args) -> anyhow::Result<(Plan, usize)> {
    let (games, failed) = chosen(&args.which, None)?;
    let program = own_digest()?;
    let job = |games: &[_]| Job::new(program.clone(), Task::Measure(Measure::of(games)));
    let jobs: Vec<Job> = games.chunks(args.per_job.get()).map(job).collect();
    let whole = Whole::Measure { player: args.which.player()?.to_owned() };
    Ok((Plan::write(&args.into, &jobs, whole, BTreeMap::new())?, failed))
}

/// The profile that `rival measure` makes.
pub(super) fn collect(plan: &Plan, jobs: &Path, folder: &Path, player: &str, out: &Path) -> anyhow::Result<ExitCode> {
    let mut profile = Profile::new(player);
    for (digest, found) in plan.jobs.iter().zip(all::<Judged>(plan, folder)?) {
        let Task::Measure(task) = read_job(&job_file(jobs, digest))?.task else {
            bail!("{}: found a job of another kind, expected measure", jobs.display())
        };
        profile.add(task.judged(found)?);
    }
    save(&profile, out)?;
    print(standing::text(&profile))?;
    Ok(ExitCode::SUCCESS)
}
