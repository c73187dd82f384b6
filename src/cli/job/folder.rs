//! A folder of jobs: `plan.json`, and for each job `DIGEST.json` and, after its run, `DIGEST.result.json`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cli::output::replace;
use crate::jobs::{Job, JobError, Output, Task};
use crate::machine::regular::regular;
use crate::record::Digest;
use crate::record::file::bytes;

/// The format of `plan.json`.
pub(crate) const FORMAT: &str = "rival-plan/1";

/// The work that a folder's jobs are parts of.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub format: String,
    /// The jobs in their order.
    pub jobs: Vec<Digest>,
    /// Where files that jobs name by digest lay on the machine that made the plan. It decides nothing.
    #[serde(default)]
    pub files: BTreeMap<Digest, PathBuf>,
    /// What the results are put together with.
    pub whole: Whole,
}

/// What the results are put together with.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Whole {
    /// A step of `rival tune`, which puts them together itself.
    Tune,
}

impl Plan {
    /// Writes jobs and their plan into a folder, the plan last. The same work has the same jobs, so results that are
    /// there stay good.
    pub(crate) fn write(
        folder: &Path,
        jobs: &[Job],
        whole: Whole,
        files: BTreeMap<Digest, PathBuf>,
    ) -> anyhow::Result<Plan> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let mut digests = Vec::new();
        for job in jobs {
            let digest = job.digest();
            replace(&job_file(folder, &digest), job.bytes())?;
            digests.push(digest);
        }
        let plan = Plan { format: FORMAT.to_owned(), jobs: digests, files, whole };
        replace(&folder.join("plan.json"), serde_json::to_string_pretty(&plan)? + "\n")?;
        Ok(plan)
    }
}

pub(crate) fn job_file(folder: &Path, digest: &Digest) -> PathBuf {
    folder.join(format!("{digest}.json"))
}

pub(crate) fn result_file(folder: &Path, digest: &Digest) -> PathBuf {
    folder.join(format!("{digest}.result.json"))
}

/// Reads a job; a file that is named by a digest must be that job.
pub(crate) fn read_job(path: &Path) -> anyhow::Result<Job> {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let expected = Digest::try_from(name.to_owned()).ok();
    Job::parse(&read(path)?, expected.as_ref()).with_context(|| path.display().to_string())
}

/// The result of a job, if it is there and whole. One that is damaged is as good as none: the job can be run again.
pub(crate) fn read_result(folder: &Path, digest: &Digest) -> anyhow::Result<Option<Output>> {
    let path = result_file(folder, digest);
    if !path.exists() {
        return Ok(None);
    }
    match Output::parse(&read(&path)?, digest) {
        Ok(output) => Ok(Some(output)),
        Err(JobError::Json(_)) => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The results of all jobs in their order.
pub(crate) fn all<T: DeserializeOwned>(plan: &Plan, folder: &Path) -> anyhow::Result<Vec<T>> {
    let mut found = Vec::new();
    let mut missing = 0;
    for digest in &plan.jobs {
        match read_result(folder, digest)? {
            None => missing += 1,
            Some(output) => found.push(serde_json::from_value(output.result).with_context(|| digest.to_string())?),
        }
    }
    if missing > 0 {
        bail!("{}: {missing} of {} jobs have no results", folder.display(), plan.jobs.len());
    }
    Ok(found)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    regular(path).and_then(bytes).with_context(|| path.display().to_string())
}

/// What a job is, in a word.
pub(crate) const fn kind(job: &Job) -> &'static str {
    match &job.task {
        Task::Shard(_) => "shard",
    }
}
