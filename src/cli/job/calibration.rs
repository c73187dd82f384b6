//! The calibration of `rival train patterns` in parts.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::folder::{Plan, Whole, all, job_file, read_job};
use super::own_digest;
use crate::cli::output::{print, replace};
use crate::eval::patterns::{Patterns, WeightsFile};
use crate::jobs::{Calibration, Job, PlayedPart, Task};
use crate::machine::regular::regular;
use crate::record::Digest;
use crate::record::file::bytes;
use crate::record::text::counted;
use crate::train::patterns::{Run, calibrate};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A run's folder: make the games of its next calibration. The run uses them when they are collected into the
    /// folder of their generation.
    #[arg(long, value_name = "FOLDER")]
    run: PathBuf,
    /// Games in a job.
    #[arg(long, value_name = "N", default_value = "500")]
    per_job: NonZeroUsize,
    /// The folder of the jobs.
    #[arg(long, visible_alias = "out", value_name = "DIR")]
    pub into: PathBuf,
}

pub(super) fn make(args: &Args) -> anyhow::Result<Plan> {
    let (whole, path) = Run::open(&args.run)?.next_calibration()?;
    let path = std::path::absolute(&path).with_context(|| path.display().to_string())?;
    let digest = Digest::of_file(&path).with_context(|| path.display().to_string())?;
    let program = own_digest()?;
    let job = |part| Job::new(program.clone(), Task::Calibration(part));
    let jobs: Vec<Job> = whole.parts(args.per_job.get()).into_iter().map(job).collect();
    Plan::write(&args.into, &jobs, Whole::Calibration, BTreeMap::from([(digest, path)]))
}

/// The files that the run itself would have written into the folder of the generation.
pub(super) fn collect(plan: &Plan, jobs: &Path, folder: &Path, out: &Path) -> anyhow::Result<ExitCode> {
    let first = plan.jobs.first().context("there are no jobs")?;
    let Task::Calibration(Calibration { rule, evaluation, seed, .. }) = read_job(&job_file(jobs, first))?.task else {
        bail!("{}: found a job of another kind, expected calibration", jobs.display())
    };
    let games: Vec<_> = all::<PlayedPart>(plan, folder)?.into_iter().flat_map(|part| part.games).collect();
    let fit = out.join("fitted.weights");
    let at = || fit.display().to_string();
    let content = regular(&fit).and_then(bytes).with_context(at)?;
    let found = Digest::of(&content);
    if found.as_str() != evaluation {
        bail!("{}: found the digest {found}, expected {evaluation}, which has played the games", at());
    }
    let WeightsFile { weights, .. } = WeightsFile::parse(&content).with_context(at)?;
    let shifts = calibrate::shifts(rule, &Patterns::new(weights.clone(), &evaluation), &games, seed);
    replace(&out.join("shifts.json"), serde_json::to_string_pretty(&shifts)? + "\n")?;
    // This file tells the run that the stage is done.
    let path = out.join("calibrated.weights");
    replace(&path, WeightsFile::from(calibrate::shifted(weights, &shifts)).to_bytes())?;
    print(format!("{}: {}\n", path.display(), counted(games.len(), "game")))?;
    Ok(ExitCode::SUCCESS)
}
