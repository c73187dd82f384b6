//! A run in its folder. What is there is enough to go on after a kill at any moment, to the same bytes.
//!
//! | file | what it holds |
//! |---|---|
//! | `recipe.json` | the recipe, whole |
//! | `run.json` | the seed, the command, the name and date for the personality |
//! | `log.jsonl` | a line for each stage that was finished: how long it took |
//! | `generation-0/labels/E-N.json` | labelled positions with E empty squares, by [`Job`]s |
//! | `generation-0/phase-N.weights` | the weights while they grow |
//! | `generation-N/positions/N.json`, `labels/N.json` | positions of games, and the same with labels |
//! | `generation-N/fitted.weights`, `errors.json` | the fit, and its errors over positions that were held out |
//! | `generation-N/patterns.weights` | with the figures of ProbCut |
//! | `generation-N/match.json` | the match against the generation before, and whether it is taken |
//! | `NAME.weights` | the weights of the last generation that was taken |

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::accept::Outcome;
use super::fit::{self, Errors, Weighed};
use super::job::{self, Job, Labelled, Source};
use super::recipe::{self, Generation, Recipe};
use super::sample::{self, Sample};
use super::{probcut, stage::Stage};
use crate::eval::patterns::{Encoder, Patterns, Weights, digest};
use crate::machine::work::map;
use crate::search::Stop;
use crate::stats::derive;
use crate::train::RunError;
use crate::train::run::{Settings, files};

/// Positions of one job.
const JOB: usize = 5_000;
/// Of each job's positions so many in a hundred are held out of the fit, to measure its errors: the last ones, which are whole games.
const HELD_OUT: usize = 3;

/// Parts of a run's seed.
mod part {
    pub const LABELS: u64 = 201;
    pub const PROBCUT: u64 = 202;
    pub const MATCH: u64 = 203;
}

/// Follows a run. Called from several threads.
pub trait Watch: Sync {
    /// A stage begins, of which so many steps are done already.
    fn begin(&self, generation: usize, stage: Stage, steps: usize, done: usize);
    /// One step of it is done.
    fn step(&self);
    /// It is over; what it found, in a few words.
    fn end(&self, found: &str);
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub generation: usize,
    pub stage: Stage,
    /// Of this call: a stage that went on after a kill took longer.
    pub seconds: f64,
    /// Steps of this call: jobs, phases, positions or pairs of games.
    pub steps: usize,
    pub threads: usize,
}

/// The errors of one phase's fit over positions that were held out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PhaseErrors {
    /// The most empty squares of the phase.
    pub empties: u32,
    /// Over positions that were held out.
    pub held_out: Errors,
    /// Over some of those that were fitted.
    pub fitted: Errors,
}

/// Whether a generation is taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub generation: usize,
    /// The generation that it played against.
    pub against: usize,
    pub outcome: Outcome,
    pub taken: bool,
}

/// A run in its folder.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    recipe: Recipe,
    settings: Settings,
    encoder: Encoder,
    /// Held while the run is open, so that no other process works on it.
    _lock: File,
}

/// How a call of [`Run::train`] ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// All that was asked for is done.
    Done,
    /// The run was told to stop; what was finished is kept.
    Stopped,
}

/// Where a stage stands.
struct Work<'a> {
    generation: usize,
    threads: usize,
    stop: &'a Stop,
    watch: &'a dyn Watch,
}

impl Run {
    /// Starts a run in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// The folder holds a run or something else, or it cannot be written.
    pub fn create(folder: &Path, recipe: Recipe, settings: Settings) -> Result<Run, RunError> {
        files::prepare(folder)?;
        files::write_json(&folder.join(files::RUN), &settings)?;
        files::write(&folder.join(files::RECIPE), recipe.to_json())?;
        Run::with(folder, recipe, settings)
    }

    /// Opens the run in a folder.
    ///
    /// # Errors
    /// There is no run of patterns, a file of it is damaged, or another process works on it.
    pub fn open(folder: &Path) -> Result<Run, RunError> {
        let path = folder.join(files::RECIPE);
        if !path.exists() {
            return Err(RunError::NoRun { folder: folder.to_owned() });
        }
        let damaged = |file: PathBuf, problem: String| RunError::Damaged { file, problem };
        let recipe = recipe::parse(&path.display().to_string(), &files::read(&path)?)
            .map_err(|error| damaged(path, error.to_string()))?;
        let path = folder.join(files::RUN);
        let settings = serde_json::from_slice(&files::read(&path)?).map_err(|e| damaged(path, e.to_string()))?;
        Run::with(folder, recipe, settings)
    }

    fn with(folder: &Path, recipe: Recipe, settings: Settings) -> Result<Run, RunError> {
        let lock = files::lock(&folder.join(files::RECIPE))?;
        let layout = recipe.layout().expect("a recipe's layout was checked when it was read");
        Ok(Run { folder: folder.to_owned(), encoder: Encoder::new(&layout), recipe, settings, _lock: lock })
    }

    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of a generation.
    fn generation(&self, generation: usize) -> PathBuf {
        self.folder.join(format!("generation-{generation}"))
    }

    /// Goes on to the end, or with one stage of the first generation that still needs it.
    ///
    /// # Errors
    /// A file cannot be read or written, or the stage needs one that is not there yet.
    pub fn train(&self, only: Option<Stage>, threads: usize, stop: &Stop, watch: &dyn Watch) -> Result<End, RunError> {
        for generation in 0..=self.recipe.generations.len() {
            let work = Work { generation, threads, stop, watch };
            for &stage in Stage::of_generation(generation) {
                let wanted = only.is_none_or(|only| only == stage);
                if self.is_done(generation, stage) || !wanted {
                    continue;
                }
                if self.stage(&work, stage)? == End::Stopped {
                    return Ok(End::Stopped);
                }
                if only.is_some() {
                    return Ok(End::Done);
                }
            }
        }
        if only.is_none() {
            let weights = self.weights(self.best()?)?;
            files::write(&self.folder.join(format!("{}.weights", self.settings.name)), weights.to_bytes())?;
        }
        Ok(End::Done)
    }

    /// True if what the stage makes is there.
    fn is_done(&self, generation: usize, stage: Stage) -> bool {
        let folder = self.generation(generation);
        match stage {
            Stage::Positions => self.generation_jobs(generation).is_ok_and(|jobs| {
                (0..jobs.len()).all(|number| {
                    folder.join(positions_name(number)).exists() || folder.join(labels_name(number)).exists()
                })
            }),
            Stage::Labels => self
                .generation_jobs(generation)
                .is_ok_and(|jobs| (0..jobs.len()).all(|number| folder.join(labels_name(number)).exists())),
            Stage::Growth | Stage::Fit => folder.join(FITTED).exists(),
            Stage::ProbCut => folder.join(WEIGHTS).exists(),
            Stage::Match => folder.join(MATCH).exists(),
        }
    }

    fn stage(&self, work: &Work<'_>, stage: Stage) -> Result<End, RunError> {
        let start = Instant::now();
        let steps = match stage {
            Stage::Growth => self.grow(work)?,
            Stage::Positions => self.positions(work)?,
            Stage::Labels => self.labels(work)?,
            Stage::Fit => self.fit(work)?,
            Stage::ProbCut => self.probcut(work)?,
            Stage::Match => self.play(work)?,
        };
        let Some(steps) = steps else { return Ok(End::Stopped) };
        let entry = Entry {
            generation: work.generation,
            stage,
            seconds: start.elapsed().as_secs_f64(),
            steps,
            threads: work.threads,
        };
        self.log(&entry)?;
        Ok(End::Done)
    }

    /// Adds a line to the log. A half-written line is dropped when it is read.
    fn log(&self, entry: &Entry) -> Result<(), RunError> {
        let path = self.folder.join(files::LOG);
        let before = if path.exists() { files::read(&path)? } else { Vec::new() };
        let line = serde_json::to_string(entry).expect("words and finite numbers are JSON");
        files::write(&path, [before, format!("{line}\n").into_bytes()].concat())
    }

    /// The lines of the log.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, RunError> {
        let path = self.folder.join(files::LOG);
        let bytes = if path.exists() { files::read(&path)? } else { Vec::new() };
        Ok(String::from_utf8_lossy(&bytes).lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// The errors of a generation's fit, if there is one.
    #[must_use]
    pub fn errors(&self, generation: usize) -> Option<Vec<PhaseErrors>> {
        serde_json::from_slice(&fs::read(self.generation(generation).join(ERRORS)).ok()?).ok()
    }

    /// The match of a generation, if it was played.
    #[must_use]
    pub fn verdict(&self, generation: usize) -> Option<Verdict> {
        serde_json::from_slice(&fs::read(self.generation(generation).join(MATCH)).ok()?).ok()
    }

    /// The last generation that was taken.
    ///
    /// # Errors
    /// Not even generation 0 is there.
    pub fn best(&self) -> Result<usize, RunError> {
        self.before(self.recipe.generations.len() + 1)
    }

    /// The last generation before this one that was taken.
    fn before(&self, generation: usize) -> Result<usize, RunError> {
        let taken = |number: &usize| self.verdict(*number).is_some_and(|verdict| verdict.taken);
        if let Some(number) = (1..generation).rev().find(taken) {
            return Ok(number);
        }
        let first = self.generation(0).join(WEIGHTS);
        if first.exists() { Ok(0) } else { Err(missing(first)) }
    }

    /// The weights of a generation.
    ///
    /// # Errors
    /// They are not there yet, or the file is damaged.
    pub fn weights(&self, generation: usize) -> Result<Weights, RunError> {
        read_weights(&self.generation(generation).join(WEIGHTS)).map(|(weights, _)| weights)
    }

    /// Generation 0: phase by phase from the end, labels of each by a search into the phases behind it.
    fn grow(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let folder = self.generation(0);
        make(&folder.join("labels"))?;
        let layout = self.encoder.layout();
        let growth = &self.recipe.growth;
        let phases = layout.phases.count();
        work.watch.begin(0, Stage::Growth, phases, 0);
        let nothing = vec![vec![0; layout.weights()]; phases];
        let mut weights = self.with_phases(nothing);
        let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); 61];
        let mut errors = Vec::new();
        for phase in 0..phases {
            let file = folder.join(format!("phase-{phase}.weights"));
            let bytes = weights.to_bytes();
            let name = digest(&bytes);
            let patterns = Patterns::new(weights.clone(), identity(&name));
            let mut jobs = Vec::new();
            for empties in layout.phases.range(phase) {
                for number in 0..growth.positions.div_ceil(JOB) {
                    let count = JOB.min(growth.positions - number * JOB);
                    let exact = empties <= growth.labels.exact_to;
                    let seed = derive(derive(self.seed(part::LABELS), u64::from(empties)), number as u64);
                    jobs.push((
                        format!("labels/{empties:02}-{number:04}.json"),
                        Job {
                            format: job::FORMAT.to_owned(),
                            rule: self.recipe.rule,
                            seed,
                            count,
                            positions: Source::Random { empties },
                            labels: growth.labels,
                            evaluation: (!exact).then(|| name.clone()),
                        },
                    ));
                }
            }
            let done = self.run_jobs(&folder, &jobs, Some(&patterns), work, &|_| ())?;
            if !done {
                return Ok(None);
            }
            for (file, job) in &jobs {
                let Source::Random { empties } = job.positions else { unreachable!("growth asks for random games") };
                samples[empties as usize].extend(read_labels(&folder.join(file), &job.name())?);
            }
            if file.exists() {
                weights = read_weights(&file)?.0;
                errors.push(self.phase_errors(phase, &weights, &samples));
                work.watch.step();
                continue;
            }
            let prior =
                if phase == 0 { vec![0.0; layout.weights()] } else { fit::in_discs(&weights.phases[phase - 1]) };
            weights.phases[phase] = fit::rounded(&self.fit_phase(phase, &samples, &[], &prior, work.threads));
            files::write(&file, weights.to_bytes())?;
            errors.push(self.phase_errors(phase, &weights, &samples));
            work.watch.step();
        }
        files::write_json(&folder.join(ERRORS), &errors)?;
        files::write(&folder.join(FITTED), weights.to_bytes())?;
        work.watch.end(&words(&errors));
        Ok(Some(phases))
    }

    /// Weights of this run.
    fn with_phases(&self, phases: Vec<Vec<i16>>) -> Weights {
        Weights {
            rule: self.recipe.rule,
            layout: self.encoder.layout().clone(),
            phases,
            probcut: None,
            source: vec![self.settings.command.clone(), self.recipe.summary.clone(), self.settings.date.clone()],
        }
    }

    fn seed(&self, part: u64) -> u64 {
        derive(self.settings.seed, part)
    }

    /// The jobs of a generation behind the first.
    fn generation_jobs(&self, generation: usize) -> Result<Vec<Job>, RunError> {
        let Generation { positions, games, labels, .. } = self.recipe.generations[generation - 1];
        let path = self.generation(self.before(generation)?).join(WEIGHTS);
        let evaluation = digest(&files::read(&path)?);
        let seed = derive(self.seed(part::LABELS), 1_000 + generation as u64);
        let job = |number: usize| Job {
            format: job::FORMAT.to_owned(),
            rule: self.recipe.rule,
            seed: derive(seed, number as u64),
            count: JOB.min(positions - number * JOB),
            positions: Source::Games(games),
            labels,
            evaluation: Some(evaluation.clone()),
        };
        let mut jobs: Vec<Job> = (0..positions.div_ceil(JOB)).map(job).collect();
        jobs.extend(self.archive_jobs(labels, &evaluation)?);
        Ok(jobs)
    }

    /// A job for each file of archive positions in the folder.
    fn archive_jobs(&self, labels: super::label::Labels, evaluation: &str) -> Result<Vec<Job>, RunError> {
        let path = self.folder.join(ARCHIVE);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let damaged = || RunError::Damaged { file: path.clone(), problem: "found no samples".to_owned() };
        let text = String::from_utf8(files::read(&path)?).map_err(|_| damaged())?;
        let samples = sample::from_text(text.trim()).ok_or_else(damaged)?;
        let job = |samples: &[Sample]| Job {
            format: job::FORMAT.to_owned(),
            rule: self.recipe.rule,
            seed: 0,
            count: samples.len(),
            positions: Source::These(sample::to_text(samples)),
            labels,
            evaluation: Some(evaluation.to_owned()),
        };
        Ok(samples.chunks(JOB).map(job).collect())
    }

    /// Positions of games by others that are learned from beside those of own games: never their results.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add_archive(&self, samples: &[Sample]) -> Result<(), RunError> {
        files::write(&self.folder.join(ARCHIVE), sample::to_text(samples) + "\n")
    }

    fn positions(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
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
        finished(failed, work.stop, open.len(), work.watch, "")
    }

    fn labels(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
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
        finished(failed, work.stop, open.len(), work.watch, "")
    }

    /// Runs the jobs whose results are not there. False if it had to stop.
    fn run_jobs(
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

    /// The evaluation of a generation.
    fn evaluation(&self, generation: usize) -> Result<Patterns, RunError> {
        let (weights, name) = read_weights(&self.generation(generation).join(WEIGHTS))?;
        Ok(Patterns::new(weights, identity(&name)))
    }

    /// The samples of a generation by empty squares.
    fn samples(&self, generation: usize) -> Result<Vec<Vec<Sample>>, RunError> {
        let folder = self.generation(generation).join("labels");
        let mut names: Vec<PathBuf> = fs::read_dir(&folder)
            .map_err(|error| RunError::Read { file: folder.clone(), error })?
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect();
        names.sort();
        let mut samples = vec![Vec::new(); 65];
        for name in names {
            // Held out are the last ones of each job: the order within it must stay.
            let all = parse_labels(&name)?.1;
            let kept = all.len() - all.len() * HELD_OUT / 100;
            for (index, sample) in all.into_iter().enumerate() {
                let held = usize::from(index >= kept);
                samples[sample.position.empties() as usize].push((held, sample));
            }
        }
        // Those that are held out stand at the end.
        let sort = |mut of: Vec<(usize, Sample)>| {
            of.sort_by_key(|(held, _)| *held);
            of.into_iter().map(|(_, sample)| sample).collect()
        };
        Ok(samples.into_iter().map(sort).collect())
    }

    fn fit(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let folder = self.generation(work.generation);
        let layout = self.encoder.layout();
        let phases = layout.phases.count();
        if !self.is_done(work.generation, Stage::Labels) {
            return Err(missing(folder.join("labels")));
        }
        work.watch.begin(work.generation, Stage::Fit, phases, 0);
        let own = self.samples(work.generation)?;
        let weight = self.recipe.generations[work.generation - 1].earlier;
        let mut earlier: Vec<(f32, Vec<Vec<Sample>>)> = Vec::new();
        for generation in 0..work.generation {
            let mut samples = self.samples(generation)?;
            let exact_to = match generation {
                0 => self.recipe.growth.labels.exact_to,
                _ => self.recipe.generations[generation - 1].labels.exact_to,
            } as usize;
            let searched = samples.split_off(exact_to + 1);
            earlier.push((1.0, samples));
            if weight > 0.0 {
                let mut all = vec![Vec::new(); exact_to + 1];
                all.extend(searched);
                earlier.push((weight, all));
            }
        }
        let mut weights = self.with_phases(vec![vec![0; layout.weights()]; phases]);
        let mut errors = Vec::new();
        let mut prior = vec![0.0; layout.weights()];
        for phase in 0..phases {
            if work.stop.is_stopped() {
                return Ok(None);
            }
            prior = self.fit_phase(phase, &own, &earlier, &prior, work.threads);
            weights.phases[phase] = fit::rounded(&prior);
            errors.push(self.phase_errors(phase, &weights, &own));
            work.watch.step();
        }
        files::write_json(&folder.join(ERRORS), &errors)?;
        files::write(&folder.join(FITTED), weights.to_bytes())?;
        work.watch.end(&words(&errors));
        Ok(Some(phases))
    }

    /// The weights of a phase in discs; those held out of `own` are left out.
    fn fit_phase(
        &self,
        phase: usize,
        own: &[Vec<Sample>],
        earlier: &[(f32, Vec<Vec<Sample>>)],
        prior: &[f32],
        threads: usize,
    ) -> Vec<f32> {
        let range = self.encoder.layout().phases.range(phase);
        let fit = &self.recipe.fit;
        let first = range.start().saturating_sub(fit.overlap).max(1);
        let last = (range.end() + fit.overlap).min(60);
        let mut parts = Vec::new();
        for empties in first..=last {
            let weight = if range.contains(&empties) { 1.0 } else { fit.overlap_weight };
            let samples = &own[empties as usize];
            parts.push(Weighed { samples: &samples[..fitted(samples.len())], weight });
            for (part, samples) in earlier {
                if let Some(samples) = samples.get(empties as usize) {
                    parts.push(Weighed { samples, weight: weight * part });
                }
            }
        }
        fit::phase(&self.encoder, &parts, prior, fit, threads)
    }

    fn phase_errors(&self, phase: usize, weights: &Weights, samples: &[Vec<Sample>]) -> PhaseErrors {
        let range = self.encoder.layout().phases.range(phase);
        let discs = fit::in_discs(&weights.phases[phase]);
        let (mut held_out, mut used) = (Vec::new(), Vec::new());
        for empties in range.clone() {
            let samples = &samples[empties as usize];
            let kept = fitted(samples.len());
            held_out.extend_from_slice(&samples[kept..]);
            used.extend_from_slice(&samples[..(samples.len() - kept).min(kept)]);
        }
        PhaseErrors {
            empties: *range.end(),
            held_out: fit::errors(&self.encoder, &discs, &held_out),
            fitted: fit::errors(&self.encoder, &discs, &used),
        }
    }

    fn probcut(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let folder = self.generation(work.generation);
        let (mut weights, name) = read_weights(&folder.join(FITTED))?;
        let patterns = Patterns::new(weights.clone(), identity(&name));
        let games = super::positions::Games { prefix: (2, 50), noise: 0.1, depth: (1, 2), late: None };
        let measure = &self.recipe.probcut;
        work.watch.begin(work.generation, Stage::ProbCut, measure.positions, 0);
        let seed = derive(self.seed(part::PROBCUT), work.generation as u64);
        let step = || work.watch.step();
        let depths =
            probcut::measure(self.recipe.rule, &patterns, &games, measure, seed, work.threads, work.stop, &step);
        if work.stop.is_stopped() {
            return Ok(None);
        }
        weights.probcut = probcut::fit(&depths);
        files::write(&folder.join(WEIGHTS), weights.to_bytes())?;
        work.watch.end(if weights.probcut.is_some() { "" } else { "too few positions for ProbCut" });
        Ok(Some(measure.positions))
    }

    fn play(&self, work: &Work<'_>) -> Result<Option<usize>, RunError> {
        let against = self.before(work.generation)?;
        let (new, old) = (self.evaluation(work.generation)?, self.evaluation(against)?);
        let seed = derive(self.seed(part::MATCH), work.generation as u64);
        let acceptance = &self.recipe.acceptance;
        work.watch.begin(work.generation, Stage::Match, acceptance.pairs, 0);
        let step = || work.watch.step();
        let played = acceptance.play(self.recipe.rule, &new, &old, seed, work.threads, work.stop, &step);
        let Some(outcome) = played else { return Ok(None) };
        let taken = outcome.is_won();
        let found = format!(
            "{:.1} % (95 %: {:.1} to {:.1}) of {} games against generation {against}: {}",
            100.0 * outcome.score,
            100.0 * outcome.low,
            100.0 * outcome.high,
            outcome.games,
            if taken { "taken" } else { "not taken" }
        );
        let verdict = Verdict { generation: work.generation, against, outcome, taken };
        files::write_json(&self.generation(work.generation).join(MATCH), &verdict)?;
        work.watch.end(&found);
        Ok(Some(acceptance.pairs))
    }
}

const FITTED: &str = "fitted.weights";
const ERRORS: &str = "errors.json";
const WEIGHTS: &str = "patterns.weights";
const MATCH: &str = "match.json";
/// Positions of games by others, as the text of samples.
const ARCHIVE: &str = "archive.txt";

fn positions_name(number: usize) -> String {
    format!("positions/{number:06}.json")
}

fn labels_name(number: usize) -> String {
    format!("labels/{number:06}.json")
}

/// How many of so many samples of one number of empty squares are fitted.
fn fitted(samples: usize) -> usize {
    samples - samples * HELD_OUT / 100
}

fn make(folder: &Path) -> Result<(), RunError> {
    fs::create_dir_all(folder).map_err(|error| RunError::Write { file: folder.to_owned(), error })
}

fn missing(file: PathBuf) -> RunError {
    RunError::Damaged { file, problem: "found nothing, expected what an earlier stage makes".to_owned() }
}

/// Keeps the first error.
fn note(failed: &Mutex<Option<RunError>>, result: Result<(), RunError>) {
    if let (Err(error), Ok(mut failed)) = (result, failed.lock()) {
        failed.get_or_insert(error);
    }
}

fn finished(
    failed: Mutex<Option<RunError>>,
    stop: &Stop,
    steps: usize,
    watch: &dyn Watch,
    found: &str,
) -> Result<Option<usize>, RunError> {
    match failed.into_inner().unwrap_or(None) {
        Some(error) => Err(error),
        None if stop.is_stopped() => Ok(None),
        None => {
            watch.end(found);
            Ok(Some(steps))
        }
    }
}

/// The mean of the phases' errors, in words.
fn words(errors: &[PhaseErrors]) -> String {
    let mean = errors.iter().map(|phase| phase.held_out.absolute).sum::<f64>() / errors.len().max(1) as f64;
    format!("mean error of positions held out {mean:.2} discs")
}

/// The weights in a file, and the file's digest.
fn read_weights(path: &Path) -> Result<(Weights, String), RunError> {
    let bytes = match files::read(path) {
        Err(RunError::Read { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(missing(path.to_owned()));
        }
        other => other?,
    };
    let weights = Weights::parse(&bytes)
        .map_err(|error| RunError::Damaged { file: path.to_owned(), problem: error.to_string() })?;
    Ok((weights, digest(&bytes)))
}

/// Tells evaluations apart in a table: the first 64 bits of their digest.
#[must_use]
pub fn identity(digest: &str) -> u64 {
    digest.get(..16).and_then(|start| u64::from_str_radix(start, 16).ok()).unwrap_or(0)
}

/// The job's name and the samples in a file.
fn parse_labels(path: &Path) -> Result<(String, Vec<Sample>), RunError> {
    let damaged = |problem: String| RunError::Damaged { file: path.to_owned(), problem };
    let found: Labelled = serde_json::from_slice(&files::read(path)?).map_err(|error| damaged(error.to_string()))?;
    let samples = sample::from_text(&found.samples);
    samples.map(|samples| (found.job, samples)).ok_or_else(|| damaged("found no samples".to_owned()))
}

/// The samples in a file, which must be those of this job.
fn read_labels(path: &Path, job: &str) -> Result<Vec<Sample>, RunError> {
    let (found, samples) = parse_labels(path)?;
    if found == job {
        return Ok(samples);
    }
    let problem = format!("found the samples of job {found:.12}, expected those of {job:.12}");
    Err(RunError::Damaged { file: path.to_owned(), problem })
}
