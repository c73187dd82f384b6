//! A run in its folder, which can continue to the same bytes after a kill at any moment.
//!
//! | file | what it holds |
//! |---|---|
//! | `run.json` | the command, the judge, how many games, the seed, and what names the archive's games |
//! | `judged/N.json` | the judge's values of some games |
//! | `validation.json` | learning curves and predictions for players that were left out |
//! | `people.json` | the fitted figures |
//! | `openings.bin` | the counts of first moves |
//! | `policy.bin` | the policy |
//! | `right/N.json` | the right moves of some positions |
//! | `exercises.json` | positions with one right move |
//! | `index.html` | the pictures |

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::exercises::{self, Candidate};
use super::judged::{Values, judge};
use super::players::{Side, Strengths, sides, strengths};
use super::validate::{PARTS, alone, part, samples, shown, validate};
use super::validation::Validation;
use super::{fit, gauss, openings, policy, sample};
use crate::board::Move;
use crate::eval::patterns::Patterns;
use crate::machine::work::map_with;
use crate::people::{COUNT, Counts, Discs, Figures, Judge, Judging, Model, Right, Solver};
use crate::record::archive::Archive;
use crate::search::{Limits, Stop};
use crate::train::RunError;
use crate::train::run::files;

/// Games of one file of values.
const CHUNK: usize = 50;

/// What decides a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The command that repeats the run.
    pub command: String,
    /// How moves are judged.
    pub judge: Judging,
    /// Games to be judged for the model and the estimator, at most.
    pub games: usize,
    /// Games that the policy is learned from, at most: those, and others. 0: no policy.
    pub policy_games: usize,
    /// Decides which games are judged, and which players are left out in each part of the validation.
    pub seed: u64,
    /// SHA-256 of the archive's games.
    pub archive: String,
}

/// Follows a run. Called from several threads.
pub trait Watch: Sync {
    /// A step begins, with this many units already done.
    fn begin(&self, what: &str, steps: usize, done: usize);
    /// One of the steps is done.
    fn step(&self);
    /// It has ended; its result in a few words.
    fn end(&self, found: &str);
}

/// The result of a finished run.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// What was learnt.
    pub figures: Figures,
    /// Its quality for players left out of the fit.
    pub validation: Validation,
}

/// How a call of [`Run::train`] ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// It came to its end.
    Done(Box<Done>),
    /// It was stopped; the values of finished games are kept.
    Stopped,
}

/// A run in its folder.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    settings: Settings,
    archive: Archive,
    judged: Vec<usize>,
    /// The other games that the policy is learned from.
    more: Vec<usize>,
    /// Held while the run is open, so that no other process works on it.
    _lock: File,
}

const FIGURES: &str = "people.json";
const OPENINGS: &str = "openings.bin";
const POLICY: &str = "policy.bin";
const VALIDATION: &str = "validation.json";
const EXERCISES: &str = "exercises.json";

impl Run {
    /// Starts a run in a folder, or continues the one there if it has the same settings and `resume` is true.
    ///
    /// # Errors
    ///
    /// The folder holds something else, it cannot be written, or another process works in it.
    pub fn open(folder: &Path, settings: Settings, archive: Archive, resume: bool) -> Result<Run, RunError> {
        let same = " with the same games and judge";
        let (lock, _) = files::begin((folder, resume), &settings, |settings| &settings.command, same)?;
        let judged = sample::sample(&archive, settings.games, settings.seed);
        let more = sample::others(&archive, &judged, settings.policy_games.saturating_sub(judged.len()), settings.seed);
        Ok(Run { folder: folder.to_owned(), settings, archive, judged, more, _lock: lock })
    }

    /// Where its files are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Continues to the end, or until stopped. The judge's weights are those of the settings. The number of threads
    /// does not change the result.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written, or there are too few games.
    pub fn train(&self, weights: &Patterns, threads: usize, stop: &Stop, watch: &dyn Watch) -> Result<End, RunError> {
        if !self.judge(weights, threads, stop, watch)? {
            return Ok(End::Stopped);
        }
        let values = self.values()?;
        watch.begin("ratings", 1, 0);
        let strengths = strengths(&self.archive, &self.judged);
        watch.end(&format!("{} players", self.archive.players.len()));
        let other = || RunError::Damaged {
            file: self.folder.join(JUDGED),
            problem: "found values of other games, expected those of this archive".to_owned(),
        };
        let mut sides = sides(&self.archive, &self.judged, &values).ok_or_else(other)?;
        // The shipped policy saw these players; theirs comes later.
        sides.iter_mut().flat_map(|side| &mut side.choices).flat_map(|choice| &mut choice.options).for_each(|facts| {
            facts.policy = 0.0;
        });
        let learned =
            if self.settings.policy_games == 0 { Vec::new() } else { [&self.judged[..], &self.more].concat() };
        let cases = policy::cases(&self.archive, &learned, &values, &strengths).ok_or_else(other)?;
        drop(values);
        watch.begin("policy", 2 * PARTS + 1, 0);
        // Without each part of the players, and of everybody.
        let models = |sides: &[Side]| -> Vec<Model> {
            let of = |left_out| fit::fit(&samples(sides, &strengths, |player| part(player) != left_out), threads);
            (0..=PARTS).map(of).collect()
        };
        let without = models(&sides);
        let policies = policy::parts(&cases, &without, &self.settings.command, part, threads, &|| watch.step());
        policy::judge(&self.archive, &mut sides, &policies, part);
        // Policies alone, without the model of choices.
        let mut by_boards = sides.clone();
        let nothing = vec![Model { a: [0.0; COUNT], b: [0.0; COUNT] }; PARTS];
        let boards = policy::parts(&cases, &nothing, &self.settings.command, part, threads, &|| watch.step());
        policy::judge(&self.archive, &mut by_boards, &boards, part);
        drop(boards);
        watch.end(&format!("{} choices", cases.len()));
        let is_learned = !cases.is_empty();
        drop(cases);
        if stop.is_stopped() {
            return Ok(End::Stopped);
        }
        // Players of known strength: those with enough games that are not judged, and those that are sampled.
        let mut counts = vec![0; self.archive.players.len()];
        for (number, game) in self.archive.games.iter().enumerate() {
            let judged = self.judged.binary_search(&number).is_ok();
            [game.black, game.white].into_iter().filter(|_| !judged).for_each(|player| counts[player] += 1);
        }
        let known = |player: usize| counts[player] >= FEWEST;
        watch.begin("fit", 1, 0);
        let models = models(&sides);
        watch.end("");
        let candidates = exercises::candidates(&self.archive, &sides, self.settings.seed, known);
        let Some(rights) = self.right(&candidates, threads, stop, watch)? else { return Ok(End::Stopped) };
        let asked = exercises::asked(&candidates, &rights, &sides, &strengths, &models);
        watch.begin("validation", PARTS, 0);
        let models = &models;
        let mut validation =
            validate(&self.archive, &sides, &strengths, [models, &without], known, threads, &mut || watch.step());
        validation.exercises = Some(exercises::examine(&asked));
        if is_learned {
            validation.alone = alone(&by_boards, &strengths, known);
        }
        watch.end("");
        if stop.is_stopped() {
            return Ok(End::Stopped);
        }
        watch.begin("estimator", 1, 0);
        let figures = self.figures(&sides, &strengths, &models[PARTS], known, threads)?;
        watch.end("");
        files::write_json(&self.folder.join(VALIDATION), &validation)?;
        let counted = openings::count(&self.archive, &strengths, |_| true).openings(&figures.command);
        files::write(&self.folder.join(OPENINGS), counted.to_bytes())?;
        files::write(&self.folder.join(POLICY), policies[PARTS].to_bytes())?;
        let exercises = exercises::exercises(&asked, &figures.command, self.settings.seed);
        files::write(&self.folder.join(EXERCISES), exercises.to_json())?;
        files::write(&self.folder.join(FIGURES), figures.to_json())?;
        Ok(End::Done(Box::new(Done { figures, validation })))
    }

    fn figures(
        &self,
        sides: &[Side],
        strengths: &Strengths,
        found: &Model,
        known: impl Fn(usize) -> bool,
        threads: usize,
    ) -> Result<Figures, RunError> {
        // Rounded before further use, so that the written figures are complete.
        let model = Model { a: found.a.map(rounded), b: found.b.map(rounded) };
        let shown: Vec<_> =
            shown(sides, strengths, &model, threads, known).into_iter().map(|(_, shown)| shown).collect();
        let mut estimator = gauss::fit(&shown).ok_or(RunError::Few { found: shown.len() })?;
        let pairs = [&mut estimator.prior, &mut estimator.alpha, &mut estimator.slope];
        pairs.into_iter().chain(&mut estimator.style).chain(&mut estimator.sampling).for_each(|pair| {
            *pair = pair.map(rounded);
        });
        estimator.discs = rounded(estimator.discs);
        let counts = Counts {
            rated_games: self.archive.games.len() - self.judged.len(),
            rated_players: self.archive.players.len(),
            judged_games: self.judged.len(),
            choices: sides.iter().map(|side| side.choices.len()).sum(),
        };
        let Settings { command, judge, .. } = self.settings.clone();
        Ok(Figures { command, judge, counts, model, estimator })
    }

    /// Judges the remaining games; false if stopped.
    fn judge(&self, weights: &Patterns, threads: usize, stop: &Stop, watch: &dyn Watch) -> Result<bool, RunError> {
        let folder = self.folder.join(JUDGED);
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|error| RunError::Write { file: folder.clone(), error })?;
        let chunks = self.chunks();
        let left: Vec<usize> = (0..chunks.len()).filter(|&number| !self.chunk(number).exists()).collect();
        let games = self.judged.len() + self.more.len();
        watch.begin("judging", games, games.saturating_sub(left.len() * CHUNK));
        let Judging { depth, exact_from, .. } = self.settings.judge;
        let make = || Judge::new(weights.clone(), depth, exact_from);
        let results = map_with(threads, left.len(), make, |own, number| {
            if stop.is_stopped() {
                return Ok(false);
            }
            let of = |&game: &usize| {
                let values = judge(&self.archive.games[game], own);
                watch.step();
                values
            };
            let values: Vec<Values> = chunks[left[number]].iter().map(of).collect();
            let json = serde_json::to_string(&values).expect("numbers are JSON");
            files::write(&self.chunk(left[number]), json).map(|()| true)
        });
        let finished = results.into_iter().collect::<Result<Vec<bool>, RunError>>()?.into_iter().all(|done| done);
        watch.end(&format!("{games} games"));
        Ok(finished)
    }

    /// The right move of each candidate; `None` if stopped.
    fn right(
        &self,
        candidates: &[Candidate],
        threads: usize,
        stop: &Stop,
        watch: &dyn Watch,
    ) -> Result<Option<Vec<Option<Right>>>, RunError> {
        /// Answer, value, by how much it is ahead, exact.
        type Row = Option<(String, f64, f64, bool)>;
        let folder = self.folder.join(RIGHT);
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|error| RunError::Write { file: folder.clone(), error })?;
        let chunks: Vec<&[Candidate]> = candidates.chunks(CHUNK).collect();
        let path = |number: usize| folder.join(format!("{number:04}.json"));
        let left: Vec<usize> = (0..chunks.len()).filter(|&number| !path(number).exists()).collect();
        watch.begin("right moves", candidates.len(), candidates.len().saturating_sub(left.len() * CHUNK));
        let results = map_with(threads, left.len(), Solver::default, |own, number| {
            let of = |candidate: &Candidate| -> Row {
                let right = own.right(&candidate.board.position, &Limits { stop: stop.clone(), ..Limits::default() });
                watch.step();
                right.map(|right| (right.answer.to_string(), right.value.0, right.ahead.0, right.exact))
            };
            if stop.is_stopped() {
                return Ok(());
            }
            let rows: Vec<Row> = chunks[left[number]].iter().map(of).collect();
            if stop.is_stopped() { Ok(()) } else { files::write_json(&path(left[number]), &rows) }
        });
        results.into_iter().collect::<Result<(), RunError>>()?;
        watch.end(&format!("{} positions", candidates.len()));
        if stop.is_stopped() {
            return Ok(None);
        }
        let mut rights = Vec::with_capacity(candidates.len());
        for (number, chunk) in chunks.iter().enumerate() {
            let problem = || RunError::Damaged {
                file: path(number),
                problem: "found right moves of other positions, expected those of this archive".to_owned(),
            };
            let rows: Vec<Row> = files::json(&path(number))?;
            if rows.len() != chunk.len() {
                return Err(problem());
            }
            for (row, candidate) in rows.into_iter().zip(*chunk) {
                let right = row.map(|(answer, value, ahead, exact)| {
                    let answer = answer.parse().ok().filter(|&answer| candidate.board.is_legal(Move::Place(answer)));
                    Some(Right { answer: answer?, value: Discs(value), ahead: Discs(ahead), exact })
                });
                rights.push(right.map(|right| right.ok_or_else(problem)).transpose()?);
            }
        }
        Ok(Some(rights))
    }

    /// The games of each file of values.
    fn chunks(&self) -> Vec<&[usize]> {
        self.judged.chunks(CHUNK).chain(self.more.chunks(CHUNK)).collect()
    }

    fn chunk(&self, number: usize) -> PathBuf {
        self.folder.join(JUDGED).join(format!("{number:04}.json"))
    }

    fn values(&self) -> Result<Vec<Values>, RunError> {
        let mut all = Vec::with_capacity(self.judged.len() + self.more.len());
        for number in 0..self.chunks().len() {
            all.extend(files::json::<Vec<Values>>(&self.chunk(number))?);
        }
        Ok(all)
    }
}

/// The folder of the right moves.
const RIGHT: &str = "right";
/// The folder of the values.
const JUDGED: &str = "judged";
/// Games that are not judged, for a strength that counts as known.
const FEWEST: usize = 15;

/// Six digits: more would be noise.
fn rounded(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}
