//! `rival job run`: jobs into results.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use super::folder::{Plan, job_file, kind, read_job, read_result, result_file};
use crate::cli::complaint::{chain, complain};
use crate::cli::interrupt;
use crate::cli::output::{print, replace};
use crate::cli::progress::Bar;
use crate::jobs::{Files, JobError, Machine};
use crate::machine::{files, program, work};
use crate::record::Digest;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Jobs, or folders of them.
    #[arg(value_name = "FILE|DIR", required = true)]
    jobs: Vec<PathBuf>,
    /// The folder of the results; default: that of the job.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Programs and other files that jobs name by digest; folders of them; folders with a folder for each engine.
    #[arg(long, value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    /// Jobs that run at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Only part I of N: every N-th job, from the I-th. For schedulers that start many processes.
    #[arg(long, value_name = "I/N", value_parser = crate::cli::part::part)]
    part: Option<(usize, usize)>,
}

/// A temporary file untouched for this long belongs to no process; others may work on the same jobs.
const KILLED: Duration = Duration::from_secs(3600);

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut programs = Files::default();
    let own = program::own().context("cannot find this program's own file")?;
    let own = programs.add(&own).with_context(|| own.display().to_string())?;
    let mut jobs = Vec::new();
    for path in &args.jobs {
        if path.is_dir() {
            files::clear(path, KILLED);
            let plan = Plan::read(path)?;
            jobs.extend(plan.jobs.iter().map(|digest| job_file(path, digest)));
            programs.add_known(&plan.files);
        } else {
            jobs.push(path.clone());
            // A plan beside the job knows the paths of its files, at least on this machine.
            let folder = path.parent().unwrap_or(Path::new("."));
            if let Ok(plan) = Plan::read(folder) {
                programs.add_known(&plan.files);
            }
        }
    }
    if let Some((part, parts)) = args.part {
        jobs = jobs.into_iter().skip(part - 1).step_by(parts).collect();
    }
    for path in &args.files {
        let added = if path.is_dir() { programs.add_folder(path) } else { programs.add(path).map(|_| ()) };
        added.with_context(|| format!("--files: {}", path.display()))?;
    }
    let stop = interrupt::stop()?;
    let machine = Machine { files: &programs, stop };
    let bar = Bar::new("running jobs", jobs.len() as u64);
    // `None`: not begun, because it was stopped.
    let results = work::map(args.threads.into(), jobs.len(), |number| {
        let result = (!machine.stop.is_stopped()).then(|| one(&jobs[number], args.out.as_deref(), &own, &machine));
        bar.advance();
        result
    });
    drop(bar);
    let (done, failed): (Vec<_>, Vec<_>) = results.into_iter().flatten().partition(Result::is_ok);
    failed.into_iter().filter_map(Result::err).for_each(|error| complain!("rival: {}", chain(&error)));
    let done = done.len();
    print(format!("{done} of {} jobs have results\n", jobs.len()))?;
    Ok(match (done, done == jobs.len()) {
        (_, true) => ExitCode::SUCCESS,
        // Nothing was done.
        (0, _) if !machine.stop.is_stopped() => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    })
}

/// Runs the jobs of a plan that have no results yet; the first failure, if there is one.
#[cfg(unix)]
pub(crate) fn run_all(
    folder: &Path,
    plan: &Plan,
    threads: usize,
    stop: &crate::search::Stop,
) -> anyhow::Result<Option<anyhow::Error>> {
    let mut programs = Files::default();
    let own = program::own().context("cannot find this program's own file")?;
    let own = programs.add(&own).with_context(|| own.display().to_string())?;
    programs.add_known(&plan.files);
    let machine = Machine { files: &programs, stop: stop.clone() };
    let results = work::map(threads, plan.jobs.len(), |number| {
        let job = job_file(folder, &plan.jobs[number]);
        (!machine.stop.is_stopped()).then(|| one(&job, None, &own, &machine))
    });
    Ok(results.into_iter().flatten().find_map(Result::err))
}

/// Runs a job without a result.
fn one(path: &Path, out: Option<&Path>, own: &Digest, machine: &Machine<'_>) -> anyhow::Result<()> {
    let job = read_job(path)?;
    let folder = out.unwrap_or_else(|| path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    let digest = job.digest();
    if read_result(folder, &digest)?.is_some() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let output = job.run(own, machine).map_err(|error| match error {
        JobError::Stopped => anyhow::anyhow!("stopped; the same command continues"),
        error => anyhow::Error::from(error),
    });
    let output = output.with_context(|| format!("{}: {}", path.display(), kind(&job)))?;
    replace(&result_file(folder, &digest), output.bytes())
}
