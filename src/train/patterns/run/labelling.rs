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
use crate::train::patterns::job::{self, Job, Labelled};
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
        let open: Vec<usize> = (0..jobs.len()).filter(needed).collect();
        work.watch.begin(work.generation, Stage::Positions, jobs.len(), jobs.len() - open.len());
        let failed = Mutex::new(None);
        map(work.threads, open.len(), |index| {
            if work.stop.is_stopped() {
                return;
            }
            let job = &jobs[open[index]];
            let samples = sample::to_text(&job.positions(Some(&patterns)));
            let found = Labelled { format: job::FORMAT.to_owned(), job: job.name(), samples };
            note(&failed, files::write_json(&folder.join(positions_name(open[index])), &found));
            work.watch.step();
        });
        finished(failed, work, open.iter().map(|&number| jobs[number].count).sum())
    }

    pub(super) fn labels(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let (folder, jobs) = (self.generation(work.generation), self.generation_jobs(work.generation)?);
        make(&folder.join("labels"))?;
        let patterns = self.evaluation(self.before(work.generation)?)?;
        let open: Vec<usize> = (0..jobs.len()).filter(|number| !folder.join(labels_name(*number)).exists()).collect();
        work.watch.begin(work.generation, Stage::Labels, jobs.len(), jobs.len() - open.len());
        let failed = Mutex::new(None);
        map(work.threads, open.len(), |index| {
            if work.stop.is_stopped() {
                return;
            }
            let (number, job) = (open[index], &jobs[open[index]]);
            let path = folder.join(positions_name(number));
            let positions = read_labels(&path, &job.name()).unwrap_or_else(|_| job.positions(Some(&patterns)));
            let labelled = job.labelled(&positions, Some(&patterns));
            note(&failed, files::write_json(&folder.join(labels_name(number)), &labelled));
            let _ = fs::remove_file(path);
            work.watch.step();
        });
        finished(failed, work, open.iter().map(|&number| jobs[number].count).sum())
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

/// The end of a stage with this many positions.
fn finished(failed: Mutex<Option<RunError>>, work: &Work<'_>, positions: usize) -> Result<Option<usize>, RunError> {
    match failed.into_inner().unwrap_or(None) {
        Some(error) => Err(error),
        None if work.stop.is_stopped() => Ok(None),
        None => {
            work.watch.end("");
            Ok(Some(positions))
        }
    }
}
