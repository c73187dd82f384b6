//! A run in its folder, which can continue to the same bytes after a kill at any moment.
//!
//! | file | what it holds |
//! |---|---|
//! | `recipe.json` | the recipe, whole |
//! | `run.json` | the seed, the command, the name and date for the personality |
//! | `log.jsonl` | a line a generation |
//! | `checkpoint.json` | the state after a generation, with its own checksum |
//! | `personality.json` | what was trained |
//! | `index.html` | the pictures |

mod checkpoint;
pub(super) mod divided;
mod error;
pub(super) mod files;
mod log;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

pub use error::RunError;
pub use files::{begin, json, write, write_json};
pub use log::GenerationLog;

use super::fitness::{Fitness, Rating};
use super::recipe::{self, Recipe};
use crate::operators::hall::Hall;
use crate::operators::ranking::by_fitness;
use crate::personality::{Kind, Personality, Provenance};
use crate::search::Stop;
use crate::stats::derive;
use checkpoint::Checkpoint;
use log::Log;

/// Work that a kill may cost.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

/// Champions kept as opponents, if the final choice needs fewer.
const HALL: usize = 100;

/// What decides a run beside its recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Decides every random choice.
    pub seed: u64,
    /// The personality's name.
    pub name: String,
    /// The command that repeats the run, for the personality's provenance.
    pub command: String,
    /// The date of the run for the personality's provenance, YYYY-MM-DD.
    pub date: String,
}

/// A run in its folder.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    recipe: Recipe,
    settings: Settings,
    fitness: Box<dyn Fitness>,
    log: Log,
    checkpoint: Checkpoint,
    /// Held while the run is open, so that no other process works on it.
    _lock: File,
}

/// How a call of [`Run::train`] ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// The personality is written.
    Done {
        /// What was trained.
        personality: Box<Personality>,
        /// Its fitness, in the units of the recipe.
        fitness: f64,
        /// Its generation, counted as in the log.
        generation: u64,
    },
    /// The run was stopped; the checkpoint is written.
    Stopped {
        /// The generations that are done.
        generation: u64,
    },
}

/// Parts of a run's seed.
mod part {
    pub(super) const START: u64 = 101;
    pub(super) const OPERATORS: u64 = 102;
    pub(super) const FINISH: u64 = 103;
}

impl Run {
    /// Starts a run in a folder, which is made if needed.
    ///
    /// # Errors
    ///
    /// The recipe is unusable, the folder holds a run, or it cannot be written.
    pub fn create(folder: &Path, recipe: Recipe, settings: Settings) -> Result<Run, RunError> {
        let fitness = recipe.fitness()?;
        files::prepare(folder)?;
        // The settings first: a folder with a recipe is a complete run.
        files::write_json(&folder.join(files::RUN), &settings)?;
        files::write_json(&folder.join(files::RECIPE), &recipe)?;
        Run::with(folder, recipe, settings, fitness).map(|(run, _)| run)
    }

    /// True if the folder holds a run to continue.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(files::RECIPE).exists()
    }

    /// Opens the run in a folder, with notes on what was lost.
    ///
    /// # Errors
    ///
    /// There is no run, a file of it is damaged, or another process works on it.
    pub fn open(folder: &Path) -> Result<(Run, Vec<String>), RunError> {
        if !Run::is_in(folder) {
            return Err(RunError::NoRun { folder: folder.to_owned() });
        }
        let path = folder.join(files::RECIPE);
        let recipe = recipe::parse(&path.display().to_string(), &files::read(&path)?)?;
        let fitness = recipe.fitness()?;
        let settings = files::json(&folder.join(files::RUN))?;
        Run::with(folder, recipe, settings, fitness)
    }

    /// Gives the run more generations, as if it had begun with them, and opens it again. The recipe and the settings
    /// are those of the longer run.
    ///
    /// # Errors
    ///
    /// The files cannot be written.
    pub fn extended(self, recipe: &Recipe, settings: &Settings) -> Result<Run, RunError> {
        let folder = self.folder.clone();
        // Settings first, as in a new run: until the recipe is written, the same command extends it again.
        files::write_json(&folder.join(files::RUN), settings)?;
        files::write_json(&folder.join(files::RECIPE), recipe)?;
        // The lock is on a file that was replaced.
        drop(self);
        Run::open(&folder).map(|(run, _)| run)
    }

    fn with(
        folder: &Path,
        recipe: Recipe,
        settings: Settings,
        fitness: Box<dyn Fitness>,
    ) -> Result<(Run, Vec<String>), RunError> {
        let lock = files::lock(&folder.join(files::RECIPE))?;
        let checkpoint = match Checkpoint::read(&folder.join(files::CHECKPOINT))? {
            Some(checkpoint) => checkpoint,
            None => {
                let mut rng = ChaCha8Rng::seed_from_u64(derive(settings.seed, part::START));
                let state = recipe.method.start(fitness.genes(), &mut rng);
                Checkpoint { generation: 0, state, hall: Hall::default() }
            }
        };
        let genes = fitness.genes();
        let hall_fits = checkpoint.hall.champions().iter().all(|champion| champion.len() == genes.len());
        if checkpoint.generation > recipe.generations || !recipe.method.owns(&checkpoint.state, genes) || !hall_fits {
            let file = folder.join(files::CHECKPOINT);
            return Err(RunError::Damaged { file, problem: "it is not of this recipe".to_owned() });
        }
        let (log, lost) = Log::open(&folder.join(files::LOG), checkpoint.generation)?;
        Ok((Run { folder: folder.to_owned(), recipe, settings, fitness, log, checkpoint, _lock: lock }, lost))
    }

    /// The recipe that it carries out.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// What decides it beside the recipe.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where its files are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Generations done.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.checkpoint.generation
    }

    /// A line for each generation done.
    #[must_use]
    pub fn entries(&self) -> &[GenerationLog] {
        self.log.entries()
    }

    /// The priorities of the champions in the run's memory; `None` if it does not train maps.
    #[must_use]
    pub fn champion_maps(&self) -> Option<Vec<[f64; 64]>> {
        let map = |genome: &Vec<f64>| match self.fitness.kind(genome) {
            Kind::StaticMap(priorities) => Some(*priorities),
            _ => None,
        };
        self.checkpoint.hall.champions().iter().map(map).collect()
    }

    /// Continues to the end, or until stopped. `watch` sees the run after each generation. `threads` is 1 or more and
    /// never changes what is written.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn train(&mut self, threads: usize, stop: &Stop, watch: &mut dyn FnMut(&Run)) -> Result<End, RunError> {
        let mut saved = Instant::now();
        while self.checkpoint.generation < self.recipe.generations {
            let entry = self.step(threads);
            let number = self.checkpoint.generation;
            ::log::info!("generation {number}: best {:.4}, mean {:.4}", entry.best, entry.mean);
            self.log.append(entry)?;
            watch(self);
            let is_last = self.checkpoint.generation == self.recipe.generations;
            if is_last || stop.is_stopped() || saved.elapsed() > BETWEEN_CHECKPOINTS {
                self.checkpoint.write(&self.folder.join(files::CHECKPOINT))?;
                ::log::debug!("checkpoint after generation {number}");
                saved = Instant::now();
            }
            if stop.is_stopped() && !is_last {
                return Ok(End::Stopped { generation: self.checkpoint.generation });
            }
        }
        self.finish(threads)
    }

    /// One generation.
    fn step(&mut self, threads: usize) -> GenerationLog {
        let Checkpoint { generation, state, hall } = &mut self.checkpoint;
        let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(self.settings.seed, part::OPERATORS), *generation));
        let genes = self.fitness.genes();
        let genomes = self.recipe.method.ask(state, genes, &mut rng);
        let rating = Rating {
            measure: &self.recipe.fitness,
            keep: self.recipe.keep(),
            seed: self.settings.seed,
            generation: *generation,
            hall,
            threads,
        };
        let fitness = self.fitness.rate(&genomes, &rating);
        let selected = self.recipe.method.tell(state, genes, &genomes, &fitness, &mut rng);
        let entry = GenerationLog::of(*generation, &genomes, &fitness, &selected.genomes);
        hall.admit(selected.champion, self.recipe.finish.candidates.max(HALL));
        *generation += 1;
        entry
    }

    /// Rates the last champions again and writes the best one's personality.
    fn finish(&self, threads: usize) -> Result<End, RunError> {
        let hall = &self.checkpoint.hall;
        let from = hall.champions().len().saturating_sub(self.recipe.finish.candidates);
        let candidates = &hall.champions()[from..];
        let rating = Rating {
            measure: &self.recipe.fitness.on(self.recipe.finish.openings),
            keep: self.recipe.keep(),
            seed: derive(self.settings.seed, part::FINISH),
            generation: self.checkpoint.generation,
            hall,
            threads,
        };
        let fitness = self.fitness.rate(candidates, &rating);
        let best = by_fitness(&fitness)[0];
        ::log::info!("the best of {} champions has a fitness of {:.4}", candidates.len(), fitness[best]);
        let generation = self.checkpoint.generation - (candidates.len() - best) as u64;
        let personality = self.personality(&candidates[best], fitness[best], generation);
        write(&self.folder.join(files::PERSONALITY), personality.to_json())?;
        Ok(End::Done { personality: Box::new(personality), fitness: fitness[best], generation })
    }

    fn personality(&self, genome: &[f64], fitness: f64, generation: u64) -> Personality {
        let summary = format!("trained by the recipe {}", self.recipe.name);
        let kind = self.fitness.kind(genome);
        Personality {
            source: Some(format!("rival train: {}.", self.recipe.summary)),
            provenance: Some(Provenance {
                command: Some(self.settings.command.clone()),
                seed: Some(self.settings.seed),
                generation: Some(generation),
                fitness: Some((fitness * 1e6).round() / 1e6),
                date: Some(self.settings.date.clone()),
            }),
            ..Personality::new(&self.settings.name, &summary, self.recipe.rule, kind)
        }
    }
}
