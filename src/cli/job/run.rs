//! Jobs into results.

use std::path::Path;

use anyhow::Context;

use super::folder::{Plan, job_file, kind, read_job, read_result, result_file};
use crate::cli::output::replace;
use crate::jobs::{Files, JobError, Machine};
use crate::machine::{program, work};
use crate::record::Digest;

/// Runs the jobs of a plan that have no results yet; the first failure, if there is one.
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
