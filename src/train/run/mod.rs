//! A run in its folder, which can continue to the same bytes after a kill at any moment.
//!
//! | file | content |
//! |---|---|
//! | `recipe.json` | the recipe, whole |
//! | `run.json` | the seed, the command, the name and date for the personality |
//! | `log.jsonl` | a line a generation |
//! | `checkpoint.json` | the state after a generation |
//! | `personality.json` | the trained player |
//! | `index.html` | the curves and the board, written by `rival train` |

pub(super) mod divided;
mod error;
mod finish;
mod log;
mod response;
mod settings;

use std::path::Path;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

pub use error::RunError;
pub use log::GenerationLog;
pub use settings::Settings;

use super::fitness::{Fitness, Measure, RatingInput};
use super::league::{League, LeaguePlan, Mixture};
use super::openings::Openings;
use super::optimisers::State;
use super::recipe::{self, Recipe};
use super::recipe_error::RecipeError;
use crate::operators::Genome;
use crate::operators::equilibrium::equilibrium;
use crate::operators::hall::Hall;
use crate::personality::{Personality, check_name};
use crate::record::problem::Problem;
use crate::record::run_folder::{FolderError, Layout, RunFolder, read};
use crate::search::Stop;
use crate::stats::derive;
use log::Log;
pub(crate) use settings::LENGTH;

/// The most work that a kill may cost.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

/// The number of champions kept as opponents, unless the final choice needs more.
const HALL: usize = 100;

/// The number of openings in the games between a league's champions, which determine their equilibrium.
const LEAGUE_OPENINGS: usize = 200;

/// The files of a run. The recipe is written before the settings: a folder with settings is a complete run.
pub(super) const RECIPE: &str = "recipe.json";
pub(super) const LOG: &str = "log.jsonl";
pub(crate) const PERSONALITY: &str = "personality.json";
const CHECKPOINT: &str = "checkpoint.json";
const LAYOUT: Layout = Layout { before: &[RECIPE], ..Layout::RUN };

/// The state between two generations, which is a run's whole memory. Random draws depend on the seed and the
/// generation's number, so no generator is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint {
    /// The number of finished generations.
    generation: u64,
    state: State,
    hall: Hall,
    league: League,
}

/// A run in its folder.
#[derive(Debug)]
pub struct Run {
    folder: RunFolder,
    recipe: Recipe,
    settings: Settings,
    fitness: Box<dyn Fitness>,
    /// The fitness that rates champions for the log.
    reference: Option<Box<dyn Fitness>>,
    log: Log,
    checkpoint: Checkpoint,
}

/// The reasons for the end of a call of [`Run::train`].
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// Training is complete, and the personality is written.
    Done {
        /// The trained personality.
        personality: Box<Personality>,
        /// The personality's fitness, in the units of the recipe; `None` if it was the only candidate and would have
        /// played other candidates.
        fitness: Option<f64>,
        /// The number of candidates. The games that choose between several of them flatter the best one's fitness.
        candidates: usize,
        /// The personality's generation, as counted in the log.
        generation: u64,
    },
    /// The run was stopped; the checkpoint is written.
    Stopped {
        /// The number of finished generations.
        generation: u64,
    },
}

/// Parts of a run's seed.
mod part {
    pub(super) const START: u64 = 101;
    pub(super) const OPERATORS: u64 = 102;
    pub(super) const FINISH: u64 = 103;
    pub(super) const LEAGUE: u64 = 104;
    pub(super) const REFERENCE: u64 = 105;
}

impl Run {
    /// Starts a run in a folder, which is created if needed, or continues the run there if `resume` is true. Its recipe
    /// may have another number of generations, which is at least that of the finished ones: the run becomes one that
    /// had this number from the beginning. Returns notes about dropped lines of its log and about this change.
    ///
    /// # Errors
    ///
    /// The recipe is unusable, the folder has other files or another run, or it cannot be read or written.
    pub fn begin(
        path: &Path,
        recipe: Recipe,
        settings: Settings,
        resume: bool,
    ) -> Result<(Run, Vec<String>), RunError> {
        if !resume || !RunFolder::is_in(path, LAYOUT) {
            return Ok((Run::create(path, recipe, settings)?, Vec::new()));
        }
        let (mut run, mut notes) = Run::open(path)?;
        notes.extend(run.take_over(recipe, settings)?);
        Ok((run, notes))
    }

    /// Continues by a recipe and settings that differ at most in the number of generations. Returns a note about
    /// another number.
    fn take_over(&mut self, recipe: Recipe, settings: Settings) -> Result<Option<String>, RunError> {
        let mut settings = settings.resumed(&self.settings);
        if !self.settings.players.is_empty() {
            settings.players = recipe.files()?;
        }
        let before = self.recipe.generations;
        let generations = recipe.generations;
        self.folder.check_same(RECIPE, &Recipe { generations, ..self.recipe.clone() }, &recipe)?;
        self.check_players(&settings)?;
        let [present, wanted] = [&self.settings, &settings].map(|settings| settings.without(LENGTH).comparable());
        self.folder.check_same(LAYOUT.settings, &present, &wanted)?;
        let done = self.checkpoint.generation;
        if generations < done {
            return Err(RunError::TooFew { folder: self.folder.path().to_owned(), done, wanted: generations });
        }
        if generations == before {
            return Ok(None);
        }
        self.change_length(recipe, settings)?;
        Ok(Some(format!("the run was to end after {before} generations; now it ends after {generations} at most")))
    }

    /// Starts a run in a folder, which is created if needed.
    ///
    /// # Errors
    ///
    /// The recipe or the name of the personality is unusable, the folder holds a run, or it cannot be written.
    pub fn create(path: &Path, recipe: Recipe, settings: Settings) -> Result<Run, RunError> {
        check_name("name", &settings.name).map_err(RecipeError::from)?;
        let fitness = recipe.fitness()?;
        let settings = Settings { players: recipe.files()?, ..settings.dated() };
        let folder = RunFolder::create(path, LAYOUT)?;
        folder.write_json(RECIPE, &recipe)?;
        folder.write_settings(&settings)?;
        Run::with(folder, recipe, settings, fitness).map(|(run, _)| run)
    }

    /// Opens the run in a folder, with notes on dropped lines of its log.
    ///
    /// # Errors
    ///
    /// There is no run, a file of it is damaged, or another process works on it.
    pub fn open(path: &Path) -> Result<(Run, Vec<String>), RunError> {
        let folder = RunFolder::open(path, LAYOUT)?;
        let file = path.join(RECIPE);
        let recipe = recipe::parse(&file.display().to_string(), &read(&file)?)?;
        let fitness = recipe.fitness()?;
        let settings = folder.settings()?;
        Run::with(folder, recipe, settings, fitness)
    }

    /// Checks that the opponents that are files have not changed since the run began.
    fn check_players(&self, settings: &Settings) -> Result<(), FolderError> {
        let mut players = self.settings.players.iter();
        let changed = players.find(|(name, digest)| settings.players.get(*name).is_some_and(|now| now != *digest));
        let Some((name, _)) = changed else { return Ok(()) };
        let message = "the file has changed since the run began: put the old file back, or begin in a new folder";
        let difference = Box::new(Problem::wrong(format!("players.{name}"), message));
        Err(FolderError::Other { file: self.folder.path().join(LAYOUT.settings), difference })
    }

    fn change_length(&mut self, recipe: Recipe, settings: Settings) -> Result<(), FolderError> {
        // A longer run would not have measured the last generation of this one.
        self.log.keep_references(&self.folder, |generation| recipe.measures(generation))?;
        // The settings come before the recipe: until that is written, the same command changes the length again.
        self.folder.write_settings(&settings)?;
        self.folder.write_json(RECIPE, &recipe)?;
        self.recipe = recipe;
        self.settings = settings;
        Ok(())
    }

    fn with(
        folder: RunFolder,
        recipe: Recipe,
        settings: Settings,
        fitness: Box<dyn Fitness>,
    ) -> Result<(Run, Vec<String>), RunError> {
        let reference = recipe.reference_fitness()?;
        let genes = fitness.genes();
        let mut lost = Vec::new();
        let checkpoint = match folder.restore(CHECKPOINT)? {
            Some((checkpoint, damage)) => {
                lost.extend(damage.map(|error| format!("{error}; the previous state is used")));
                checkpoint
            }
            None => {
                // The first state is written before the first line of the log.
                if folder.find(LOG)?.is_some_and(|log| !log.is_empty()) {
                    let file = folder.path().join(CHECKPOINT);
                    let problem = format!("found no such file beside {LOG}: put it back, or begin in a new folder");
                    return Err(FolderError::Damaged { file, problem }.into());
                }
                let mut rng = ChaCha8Rng::seed_from_u64(derive(settings.seed, part::START));
                let state = recipe.method.start(genes, &mut rng);
                let checkpoint = Checkpoint { generation: 0, state, hall: Hall::default(), league: League::default() };
                folder.save(CHECKPOINT, &checkpoint)?;
                checkpoint
            }
        };
        let hall_fits = checkpoint.hall.champions().iter().all(|champion| champion.len() == genes.len());
        let league_fits = match recipe.fitness {
            Measure::League { plan, .. } => checkpoint.league.fits(&plan, checkpoint.generation, genes.len()),
            _ => checkpoint.league == League::default(),
        };
        let state_fits = recipe.method.owns(&checkpoint.state, genes);
        if checkpoint.generation > recipe.generations || !state_fits || !hall_fits || !league_fits {
            let file = folder.path().join(CHECKPOINT);
            return Err(FolderError::Damaged { file, problem: "it belongs to another recipe".to_owned() }.into());
        }
        let (log, dropped) = Log::open(&folder, checkpoint.generation)?;
        lost.extend(dropped);
        Ok((Run { folder, recipe, settings, fitness, reference, log, checkpoint }, lost))
    }

    /// The recipe of the run.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The settings, which together with the recipe decide the result.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The run's folder.
    #[must_use]
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The number of finished generations.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.checkpoint.generation
    }

    /// A line for each finished generation.
    #[must_use]
    pub fn entries(&self) -> &[GenerationLog] {
        self.log.entries()
    }

    /// Continues to the end, or until stopped. `watch` gets the run after each generation. `threads` is 1 or more, and
    /// does not affect the files.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn train(&mut self, threads: usize, stop: &Stop, watch: &mut dyn FnMut(&Run)) -> Result<End, RunError> {
        let mut saved = Instant::now();
        while self.checkpoint.generation < self.recipe.generations {
            let entry = self.step(threads);
            let number = self.checkpoint.generation;
            ::log::info!("generation {}: best {:.4}, mean {:.4}", entry.generation, entry.best, entry.mean);
            self.log.append(entry)?;
            watch(self);
            let is_last = self.checkpoint.generation == self.recipe.generations;
            if is_last || stop.is_stopped() || saved.elapsed() > BETWEEN_CHECKPOINTS {
                self.folder.save(CHECKPOINT, &self.checkpoint)?;
                ::log::debug!("checkpoint after generation {number}");
                saved = Instant::now();
            }
            if stop.is_stopped() && !is_last {
                return Ok(End::Stopped { generation: self.checkpoint.generation });
            }
        }
        self.finish(threads)
    }

    /// Runs one generation.
    fn step(&mut self, threads: usize) -> GenerationLog {
        if let Measure::League { plan, openings } = self.recipe.fitness
            && plan.begins(self.checkpoint.generation)
        {
            self.begin_stage(&plan, openings, threads);
        }
        let Checkpoint { generation, state, hall, league } = &mut self.checkpoint;
        let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(self.settings.seed, part::OPERATORS), *generation));
        let genes = self.fitness.genes();
        let genomes = self.recipe.method.ask(state, genes, &mut rng);
        let rating = RatingInput {
            measure: &self.recipe.fitness,
            keep: self.recipe.keep(),
            seed: self.settings.seed,
            generation: *generation,
            hall,
            opponents: &league.opponents,
            threads,
        };
        let fitness = self.fitness.rate(&genomes, &rating);
        let selected = self.recipe.method.tell(state, genes, &genomes, &fitness, &mut rng);
        let generation = self.checkpoint.generation;
        let is_measured = self.recipe.measures(generation);
        let entry = GenerationLog {
            reference: is_measured.then(|| self.reference_score(generation, &selected.champion, threads)).flatten(),
            ..GenerationLog::new(generation, &genomes, &fitness, &selected.genomes)
        };
        let Checkpoint { generation, hall, league, .. } = &mut self.checkpoint;
        if let Measure::League { plan, .. } = self.recipe.fitness
            && let Some(oracle) = plan.ending(*generation)
        {
            league.admit(oracle, selected.champion.clone());
        }
        hall.admit(selected.champion, self.recipe.finish.candidates.max(HALL));
        *generation += 1;
        entry
    }

    /// The score of a generation's champion against the recipe's reference, if it has one.
    fn reference_score(&self, generation: u64, champion: &Genome, threads: usize) -> Option<f64> {
        let measure = self.recipe.reference.as_ref()?.measure();
        let rating = RatingInput {
            measure: &measure,
            keep: 1,
            seed: derive(self.settings.seed, part::REFERENCE),
            generation,
            hall: &self.checkpoint.hall,
            opponents: &Mixture::default(),
            threads,
        };
        let scores = self.reference.as_ref()?.rate(std::slice::from_ref(champion), &rating);
        Some(log::rounded(scores[0]))
    }

    /// Ends the training after the finished generations, as if the recipe had no more. The command that repeats the run
    /// then has this number.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn shorten(&mut self) -> Result<(), RunError> {
        let generations = self.checkpoint.generation;
        let recipe = Recipe { generations, ..self.recipe.clone() };
        Ok(self.change_length(recipe, self.settings.lasting(generations))?)
    }

    /// Begins a best response, or the long search of a league, with a new population and the stage's opponents.
    fn begin_stage(&mut self, plan: &LeaguePlan, openings: Openings, threads: usize) {
        let Checkpoint { generation, state, hall, league } = &mut self.checkpoint;
        let seed = derive(self.settings.seed, part::LEAGUE);
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, *generation));
        let genes = self.fitness.genes();
        *state = self.recipe.method.start(genes, &mut rng);
        *hall = Hall::default();
        league.opponents = match plan.oracle(*generation) {
            None => league.pool(plan),
            Some(number) if league.champions(number).is_empty() => Mixture::even(vec![genes.draw(&mut rng)]),
            Some(number) => {
                let champions = league.champions(number).to_vec();
                let measure = self.recipe.fitness.on(Openings { count: LEAGUE_OPENINGS, ..openings });
                let rating = RatingInput {
                    measure: &measure,
                    keep: 1,
                    seed,
                    generation: *generation,
                    hall,
                    opponents: &league.opponents,
                    threads,
                };
                let shares = equilibrium(&self.fitness.payoffs(&champions, &rating));
                Mixture { genomes: champions, shares }
            }
        };
    }
}
