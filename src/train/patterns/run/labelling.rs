//! Positions of games and their labels, by jobs.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use super::Run;
use super::files::{ARCHIVE, WEIGHTS, labels_name, make, positions_name, read_labels};
use super::following::Work;
use crate::eval::patterns::{Patterns, digest};
use crate::machine::work::map;
use crate::train::RunError;
use crate::train::patterns::job::Job;
use crate::train::patterns::sample::{self, Sample};
use crate::train::patterns::stage::Stage;
use crate::train::run::files;

impl Run {
    /// The jobs of a generation after the first.
    pub(super) fn generation_jobs(&self, generation: usize) -> Result<Vec<Job>, RunError> {
        let path = self.generation(self.before(generation)?).join(WEIGHTS);
        let evaluation = digest(&files::read(&path)?);
        let jobs = self.recipe.label_jobs(self.settings.seed, generation, &evaluation, &self.archive()?);
        Ok(jobs.expect("the run has as many generations as its recipe"))
    }

    /// The positions of other games, if there are any.
    fn archive(&self) -> Result<Vec<Sample>, RunError> {
        let path = self.folder.join(ARCHIVE);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let damaged = || RunError::Damaged { file: path.clone(), problem: "found no samples".to_owned() };
        let text = String::from_utf8(files::read(&path)?).map_err(|_| damaged())?;
        sample::from_text(text.trim()).ok_or_else(damaged)
    }

    pub(super) fn positions(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let (folder, jobs) = (self.generation(work.generation), self.generation_jobs(work.generation)?);
        make(&folder.join("positions"))?;
        let patterns = self.evaluation(self.before(work.generation)?)?;
        let needed = |number: &usize| {
            !folder.join(positions_name(*number)).exists() && !folder.join(labels_name(*number)).exists()
        };
        each_job(work, Stage::Positions, &jobs, needed, |number| {
            let job = &jobs[number];
            let positions = job.positions(Some(&patterns));
            files::write_json(&folder.join(positions_name(number)), &job.holding(&positions))
        })
    }

    pub(super) fn labels(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let (folder, jobs) = (self.generation(work.generation), self.generation_jobs(work.generation)?);
        make(&folder.join("labels"))?;
        let patterns = self.evaluation(self.before(work.generation)?)?;
        let needed = |number: &usize| !folder.join(labels_name(*number)).exists();
        each_job(work, Stage::Labels, &jobs, needed, |number| {
            let (job, path) = (&jobs[number], folder.join(positions_name(number)));
            let positions = read_labels(&path, job).unwrap_or_else(|_| job.positions(Some(&patterns)));
            let labelled = job.labelled(&positions, Some(&patterns));
            let written = files::write_json(&folder.join(labels_name(number)), &labelled);
            let _ = fs::remove_file(path);
            written
        })
    }

    /// Runs the jobs without results. False if stopped.
    pub(super) fn run_jobs(
        &self,
        folder: &Path,
        jobs: &[(String, Job)],
        patterns: Option<&Patterns>,
        work: &Work<'_>,
        step: &(dyn Fn(usize) + Sync),
    ) -> Result<bool, RunError> {
        let failed = Mutex::new(None);
        map(work.threads, jobs.len(), |index| {
            let (file, job) = &jobs[index];
            let path = folder.join(file);
            if work.stop.is_stopped() || path.exists() {
                return;
            }
            let evaluation = patterns.filter(|_| job.evaluation.is_some());
            note(&failed, files::write_json(&path, &job.labelled(&job.positions(evaluation), evaluation)));
            step(index);
        });
        match failed.into_inner().unwrap_or(None) {
            Some(error) => Err(error),
            None => Ok(!work.stop.is_stopped()),
        }
    }
}

/// Keeps the first error.
fn note(failed: &Mutex<Option<RunError>>, result: Result<(), RunError>) {
    if let (Err(error), Ok(mut failed)) = (result, failed.lock()) {
        failed.get_or_insert(error);
    }
}

/// Does the needed jobs of a stage by their numbers. The number of positions, or `None` if stopped.
fn each_job(
    work: &Work<'_>,
    stage: Stage,
    jobs: &[Job],
    needed: impl Fn(&usize) -> bool,
    run: impl Fn(usize) -> Result<(), RunError> + Sync,
) -> Result<Option<usize>, RunError> {
    let open: Vec<usize> = (0..jobs.len()).filter(needed).collect();
    work.watch.begin(work.generation, stage, jobs.len(), jobs.len() - open.len());
    let failed = Mutex::new(None);
    map(work.threads, open.len(), |index| {
        if !work.stop.is_stopped() {
            note(&failed, run(open[index]));
            work.watch.step();
        }
    });
    match failed.into_inner().unwrap_or(None) {
        Some(error) => Err(error),
        None if work.stop.is_stopped() => Ok(None),
        None => {
            work.watch.end("");
            Ok(Some(open.iter().map(|&number| jobs[number].count).sum()))
        }
    }
}
