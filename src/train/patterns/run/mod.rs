//! A run in its folder, which can continue to the same bytes after a kill at any moment.
//!
//! | file | content |
//! |---|---|
//! | `recipe.json` | the recipe, whole |
//! | `run.json` | the seed, the command, the name and date for the personality |
//! | `log.jsonl` | a line for each stage that was finished: how long it took |
//! | `generation-0/labels/E-N.json` | labelled positions with E empty squares, by batches |
//! | `generation-0/phase-N.weights` | the weights while they grow |
//! | `generation-N/positions/N.json`, `labels/N.json` | positions of games, and the same with labels |
//! | `generation-N/fitted.weights`, `errors.json` | the fit, and its errors over positions that were held out |
//! | `generation-N/calibrated.weights`, `shifts.json` | with constants set right by games, and by how much |
//! | `generation-N/patterns.weights` | with the figures of ProbCut |
//! | `generation-N/match.json` | the match against the generation before, and whether it is taken |
//! | `archive.txt` | positions of games by others, if some were given |
//! | `personality.json`, `personality.weights` | the player with the weights of the last generation that was taken |

mod files;
mod fitting;
mod following;
mod growth;
mod judging;
mod labelling;
mod personality;

use std::path::{Path, PathBuf};
use std::time::Instant;

use self::files::{ARCHIVE, CALIBRATED, FITTED, MATCH, WEIGHTS, positions_name, read_weights};
use self::following::{LogLine, StageWork, Verdict};
use super::label_files::labels_name;
use super::recipe::{self, Recipe};
use super::sample::{self, Sample};
use super::stage::Stage;
use crate::eval::patterns::{Encoder, Patterns, WeightsFile};
use crate::machine::progress::Progress;
use crate::machine::regular;
use crate::machine::work::WorkEnd;
use crate::record::run_folder::{FolderError, Layout, RunFolder, read};
use crate::search::Stop;
use crate::stats::derive;
use crate::train::RunError;
use crate::train::run::{LOG, RECIPE, Settings};

/// The recipe and the positions from other games are written before the settings.
const LAYOUT: Layout = Layout { before: &[RECIPE, ARCHIVE], ..Layout::RUN };

/// The parts of a run's seed. Those for labels are in [`plan`](super::plan).
mod part {
    pub(super) const PROBCUT: u64 = 202;
    pub(super) const MATCH: u64 = 203;
    pub(super) const CALIBRATION: u64 = 204;
}

/// A run in its folder.
#[derive(Debug)]
pub struct PatternsRun {
    folder: RunFolder,
    recipe: Recipe,
    settings: Settings,
    encoder: Encoder,
}

impl PatternsRun {
    /// Starts a run in a folder, which is created if needed, or continues the run there if `resume` is true. A new run
    /// also learns from the positions in `archive`, whose labels are ignored.
    ///
    /// # Errors
    ///
    /// The folder has other files or another run, it cannot be written, or the archive cannot be read.
    pub fn begin<E: From<RunError>>(
        path: &Path,
        recipe: Recipe,
        settings: Settings,
        resume: bool,
        archive: impl FnOnce() -> Result<Vec<Sample>, E>,
    ) -> Result<PatternsRun, E> {
        if !resume || !RunFolder::is_in(path, LAYOUT) {
            return Ok(PatternsRun::create(path, recipe, settings.dated(), &archive()?)?);
        }
        let run = PatternsRun::open(path)?;
        run.folder.check_same(RECIPE, &run.recipe, &recipe).map_err(RunError::from)?;
        let settings = settings.resumed(&run.settings);
        let [before, after] = [&run.settings, &settings].map(Settings::comparable);
        run.folder.check_same(LAYOUT.settings, &before, &after).map_err(RunError::from)?;
        Ok(run)
    }

    fn create(path: &Path, recipe: Recipe, settings: Settings, archive: &[Sample]) -> Result<PatternsRun, RunError> {
        let folder = RunFolder::create(path, LAYOUT)?;
        if !archive.is_empty() {
            folder.write(ARCHIVE, sample::to_text(archive) + "\n")?;
        }
        folder.write(RECIPE, recipe.to_json())?;
        folder.write_settings(&settings)?;
        Ok(PatternsRun::with(folder, recipe, settings))
    }

    /// Opens the run in a folder.
    ///
    /// # Errors
    ///
    /// There is no run of patterns, a file of it is damaged, or another process works on it.
    pub fn open(path: &Path) -> Result<PatternsRun, RunError> {
        let folder = RunFolder::open(path, LAYOUT)?;
        let file = path.join(RECIPE);
        let recipe = recipe::parse(&file.display().to_string(), &read(&file)?)?;
        let settings = folder.settings()?;
        Ok(PatternsRun::with(folder, recipe, settings))
    }

    fn with(folder: RunFolder, recipe: Recipe, settings: Settings) -> PatternsRun {
        let layout = recipe.layout().expect("a recipe's layout was checked when it was read");
        PatternsRun { folder, encoder: Encoder::new(&layout), recipe, settings }
    }

    /// The recipe of the run.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The run's folder.
    #[must_use]
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The folder of a generation.
    fn generation(&self, generation: usize) -> PathBuf {
        self.folder.path().join(format!("generation-{generation}"))
    }

    /// Continues to the end, or runs one stage of the first generation that needs it.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written, or the stage needs a missing one.
    pub fn train(
        &self,
        only: Option<Stage>,
        threads: usize,
        stop: &Stop,
        progress: &dyn Progress,
    ) -> Result<WorkEnd, FolderError> {
        for generation in 0..=self.recipe.generations.len() {
            let work = StageWork { generation, threads, stop, progress };
            for &stage in Stage::of_generation(generation) {
                let wanted = only.is_none_or(|only| only == stage);
                if self.is_done(generation, stage) || !wanted {
                    continue;
                }
                if self.stage(&work, stage)? == WorkEnd::Stopped {
                    return Ok(WorkEnd::Stopped);
                }
                if only.is_some() {
                    return Ok(WorkEnd::Done);
                }
            }
        }
        if only.is_none() {
            self.write_personality()?;
        }
        Ok(WorkEnd::Done)
    }

    /// True if a generation still needs this stage.
    #[must_use]
    pub fn needs(&self, stage: Stage) -> bool {
        let mut generations = 0..=self.recipe.generations.len();
        generations.any(|number| Stage::of_generation(number).contains(&stage) && !self.is_done(number, stage))
    }

    /// True if the stage's result exists.
    fn is_done(&self, generation: usize, stage: Stage) -> bool {
        let folder = self.generation(generation);
        match stage {
            Stage::Positions => self.batches(generation).is_ok_and(|batches| {
                (0..batches.len()).all(|number| {
                    folder.join(positions_name(number)).exists() || folder.join(labels_name(number)).exists()
                })
            }),
            Stage::Labels => self
                .batches(generation)
                .is_ok_and(|batches| (0..batches.len()).all(|number| folder.join(labels_name(number)).exists())),
            Stage::Growth | Stage::Fit => folder.join(FITTED).exists(),
            Stage::Calibration => folder.join(CALIBRATED).exists(),
            Stage::ProbCut => folder.join(WEIGHTS).exists(),
            Stage::Match => folder.join(MATCH).exists(),
        }
    }

    fn stage(&self, work: &StageWork<'_>, stage: Stage) -> Result<WorkEnd, FolderError> {
        let start = Instant::now();
        log::info!("generation {}: {} begins on {} threads", work.generation, stage.name(), work.threads);
        let items = match stage {
            Stage::Growth => self.grow(work)?,
            Stage::Positions => self.positions(work)?,
            Stage::Labels => self.labels(work)?,
            Stage::Fit => self.fit(work)?,
            Stage::Calibration => self.calibrate(work)?,
            Stage::ProbCut => self.probcut(work)?,
            Stage::Match => self.play(work)?,
        };
        let Some(items) = items else {
            log::info!("generation {}: {} stopped", work.generation, stage.name());
            return Ok(WorkEnd::Stopped);
        };
        log::info!("generation {}: {} did {items} in {:?}", work.generation, stage.name(), start.elapsed());
        let entry = LogLine {
            generation: work.generation,
            stage,
            seconds: start.elapsed().as_secs_f64(),
            items,
            threads: work.threads,
        };
        self.log(&entry)?;
        // An interrupted run has the personality of the best result so far.
        if stage == Stage::Match || work.generation == 0 && stage == Stage::ProbCut {
            self.write_personality()?;
        }
        Ok(WorkEnd::Done)
    }

    /// Adds a line to the log.
    fn log(&self, entry: &LogLine) -> Result<(), FolderError> {
        let line = serde_json::to_string(entry).expect("words and finite numbers are JSON");
        let before = self.folder.find(LOG)?.unwrap_or_default();
        self.folder.write(LOG, [before, format!("{line}\n").into_bytes()].concat())
    }

    /// The result of a generation's match, if it was played.
    fn verdict(&self, generation: usize) -> Option<Verdict> {
        serde_json::from_slice(&regular::read(self.generation(generation).join(MATCH)).ok()?).ok()
    }

    /// The last accepted generation.
    ///
    /// # Errors
    ///
    /// Generation 0 does not exist yet.
    pub fn best(&self) -> Result<usize, FolderError> {
        self.before(self.recipe.generations.len() + 1)
    }

    /// The last accepted generation before this one.
    fn before(&self, generation: usize) -> Result<usize, FolderError> {
        let mut generations = (1..generation).rev();
        if let Some(number) = generations.find(|&number| self.verdict(number).is_some_and(|verdict| verdict.taken)) {
            return Ok(number);
        }
        let first = self.generation(0).join(WEIGHTS);
        if first.exists() { Ok(0) } else { Err(FolderError::Missing(first)) }
    }

    /// The weights file of a generation.
    ///
    /// # Errors
    ///
    /// The file does not exist yet, or is damaged.
    pub fn weights(&self, generation: usize) -> Result<WeightsFile, FolderError> {
        read_weights(&self.generation(generation).join(WEIGHTS)).map(|(file, _)| file)
    }

    fn seed(&self, part: u64) -> u64 {
        derive(self.settings.seed, part)
    }

    /// The evaluation with a generation's weights.
    fn evaluation(&self, generation: usize) -> Result<Patterns, FolderError> {
        let (file, name) = read_weights(&self.generation(generation).join(WEIGHTS))?;
        Ok(Patterns::new(file, &name))
    }
}
