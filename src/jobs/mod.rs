//! Jobs: work for other threads, processes and machines.
//!
//! A job is a JSON file, and so is its result. The result is a pure function of the job: it contains no times, no paths
//! and nothing of the machine. So a job can run twice, or in two places at once, with the same bytes as a result. The
//! name of a job is the SHA-256 of its bytes. It also names the program that made it by digest, and any other program
//! refuses it, because another version may give another result. Other programs, weights and the like are named by
//! digest and looked for in folders.

mod files;
mod shard;

pub(crate) use files::Files;
pub(crate) use shard::Shard;

use std::io;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::Digest;
use crate::record::problem::{Problem, json, value};
use crate::search::Stop;

/// The format of a job.
pub(crate) const FORMAT: &str = "rival-job/1";
/// The format of a result.
pub(crate) const RESULT: &str = "rival-job-result/1";

/// Why a job has no result, in one line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error(transparent)]
    Json(#[from] Problem),
    #[error("format: found '{found}', expected {expected}")]
    Format { found: String, expected: &'static str },
    /// Another program may give another result.
    #[error("program: found {found}, expected {own}, which is this program")]
    OtherProgram { found: Digest, own: Digest },
    /// The file was changed after it was named.
    #[error("found the digest {found}, expected {expected}, which is its name")]
    Changed { found: Digest, expected: Digest },
    #[error("job: found the result of {found}, expected that of {expected}")]
    OtherJob { found: Digest, expected: Digest },
    /// An error in the task, or something it needs that is missing here.
    #[error("{0}")]
    Task(String),
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What a job may use of the machine; it does not change the result.
#[derive(Debug)]
pub(crate) struct Machine<'a> {
    /// The files that jobs name by digest.
    pub files: &'a Files,
    pub stop: Stop,
}

/// A kind of work.
pub(crate) trait Kind {
    /// What comes of it.
    type Result: Serialize;

    /// Does the work: a pure function of the task.
    ///
    /// # Errors
    /// See [`JobError`].
    fn run(&self, machine: &Machine<'_>) -> Result<Self::Result, JobError>;
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Task {
    /// Games of a tournament between programs.
    Shard(Shard),
}

impl Task {
    fn run(&self, machine: &Machine<'_>) -> Result<Value, JobError> {
        match self {
            Task::Shard(task) => result(task, machine),
        }
    }
}

fn result(task: &impl Kind, machine: &Machine<'_>) -> Result<Value, JobError> {
    serde_json::to_value(task.run(machine)?).map_err(|error| JobError::Task(error.to_string()))
}

/// A job. Its bytes are the JSON of [`Job::bytes`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    pub format: String,
    /// The program that made it and may run it.
    pub program: Digest,
    pub task: Task,
}

/// What a job gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Output {
    pub format: String,
    pub job: Digest,
    pub result: Value,
}

/// JSON in its canonical form: no spaces, fields sorted by name, a line end.
fn canonical(value: &impl Serialize) -> Vec<u8> {
    // Numbers are finite and keys are text.
    let value = serde_json::to_value(value).unwrap_or_default();
    (value.to_string() + "\n").into_bytes()
}

impl Job {
    #[must_use]
    pub(crate) fn new(program: Digest, task: Task) -> Job {
        Job { format: FORMAT.to_owned(), program, task }
    }

    #[must_use]
    pub(crate) fn bytes(&self) -> Vec<u8> {
        canonical(self)
    }

    /// The name of the job: the digest of its bytes.
    #[must_use]
    pub(crate) fn digest(&self) -> Digest {
        Digest::of(self.bytes())
    }

    /// Reads a job. White space and the order of fields do not matter.
    ///
    /// # Errors
    ///
    /// The bytes are not a job, or not the one with the expected digest.
    pub(crate) fn parse(bytes: &[u8], expected: Option<&Digest>) -> Result<Job, JobError> {
        let read: Value = json(bytes)?;
        if read["format"] != FORMAT {
            let found = read["format"].as_str().unwrap_or_default().to_owned();
            return Err(JobError::Format { found, expected: FORMAT });
        }
        let job: Job = value(&read)?;
        let found = job.digest();
        match expected.filter(|expected| **expected != found) {
            Some(expected) => Err(JobError::Changed { found, expected: expected.clone() }),
            None => Ok(job),
        }
    }

    /// Does the work, if `own` is the right program. The result is the same bytes each time.
    ///
    /// # Errors
    ///
    /// See [`JobError`]; there is no result then.
    pub(crate) fn run(&self, own: &Digest, machine: &Machine<'_>) -> Result<Output, JobError> {
        if self.program != *own {
            return Err(JobError::OtherProgram { found: self.program.clone(), own: own.clone() });
        }
        let (job, start) = (self.digest(), Instant::now());
        log::info!("job {job} begins");
        let result = self.task.run(machine).inspect_err(|error| log::warn!("job {job}: {error}"))?;
        log::info!("job {job} took {:?}", start.elapsed());
        Ok(Output { format: RESULT.to_owned(), job, result })
    }
}

impl Output {
    #[must_use]
    pub(crate) fn bytes(&self) -> Vec<u8> {
        canonical(self)
    }

    /// Reads the result of a job.
    ///
    /// # Errors
    ///
    /// The bytes are not a result, or that of another job.
    pub(crate) fn parse(bytes: &[u8], job: &Digest) -> Result<Output, JobError> {
        let output: Output = json(bytes)?;
        if output.format != RESULT {
            return Err(JobError::Format { found: output.format, expected: RESULT });
        }
        if output.job != *job {
            return Err(JobError::OtherJob { found: output.job, expected: job.clone() });
        }
        Ok(output)
    }
}
