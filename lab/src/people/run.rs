//! A run in its folder, which can continue to the same bytes after a kill at any moment.
//!
//! | file | contents |
//! |---|---|
//! | `run.json` | the command, the judge, how many games, the seed, and the digest of the archive's games |
//! | `judged/N.json` | the judge's values of some games |
//! | `deeply-judged/N.json` | the losses of some games' moves by the deep judge |
//! | `validation.json` | learning curves and predictions for players that were left out |
//! | `people.json` | the fitted figures |
//! | `openings.bin` | the counts of first moves |
//! | `policy.bin` | the policy |
//! | `right/N.json` | the right moves of some positions |

use std::path::Path;

use anyhow::{Context, ensure};
use rival::board::Move;
use rival::eval::patterns::Patterns;
use rival::machine::work::map_with;
use rival::people::{
    self, Acquaintances, COUNT, Counts, DeepJudge, Discs, Estimator, Figures, Judge, Judging, Model, Policy, RightMove,
    Solver,
};
use rival::record::archive::{Archive, ArchiveGame};
use rival::record::run_folder::{Layout, RunFolder};
use rival::search::{Limits, Stop};
use serde::Serialize;

use super::exercises::{self, Candidate};
use super::judged::{Values, judge, judge_deeply};
use super::players::{Side, Strengths, sides, strengths};
use super::policy::Case;
use super::validate::{PARTS, alone, part, rated, samples, validate_estimates, validate_predictions};
use super::validation::{EstimateCheck, Validation};
use super::{fit, gauss, openings, policy, sample};
use crate::progress::StageProgress;

/// Games in one file of values.
const CHUNK: usize = 50;
/// Fewest unjudged games of a player whose strength counts as known.
const FEWEST: usize = 15;

/// The files of a finished run that the product contains, in `src/people`. The first has the estimator.
pub(super) const PRODUCTS: [&str; 3] = [FIGURES, OPENINGS, POLICY];

const FIGURES: &str = "people.json";
const OPENINGS: &str = "openings.bin";
const POLICY: &str = "policy.bin";
const VALIDATION: &str = "validation.json";
/// The folder of the values.
const JUDGED: &str = "judged";
/// The folder of the losses by the deep judge.
const DEEPLY_JUDGED: &str = "deeply-judged";
/// The folder of the right moves.
const RIGHT: &str = "right";

/// Everything that decides a run.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Settings {
    /// The command that repeats the run.
    pub command: String,
    /// The judge of the moves.
    pub judge: Judging,
    /// The judge of the losses for the estimator.
    pub deep_judge: Judging,
    /// The most games to judge for the model and the estimator.
    pub games: usize,
    /// The seed that selects the judged games and the players that each part of the validation leaves out.
    pub seed: u64,
    /// SHA-256 of the archive's games.
    pub archive: String,
}

/// A run in its folder.
#[derive(Debug)]
pub(super) struct TableRun {
    folder: RunFolder,
    settings: Settings,
    archive: Archive,
    judged: Vec<usize>,
    /// The unjudged games that the policy is learned from.
    more: Vec<usize>,
    threads: usize,
    stop: Stop,
}

impl TableRun {
    /// Starts a run in a folder, or continues the one there if it has the same settings and `resume` is true. The
    /// number of threads does not change the result.
    ///
    /// # Errors
    /// The folder has other files, it cannot be written, or another process works in it.
    pub(super) fn open(
        folder: &Path,
        resume: bool,
        settings: Settings,
        archive: Archive,
        threads: usize,
        stop: Stop,
    ) -> anyhow::Result<TableRun> {
        let (folder, _) = RunFolder::begin(folder, Layout::RUN, &settings, resume)?;
        let judged = sample::sample(&archive, settings.games, settings.seed);
        let more = sample::others(&archive, &judged);
        Ok(TableRun { folder, settings, archive, judged, more, threads, stop })
    }

    /// Completes the run, and returns the figures with the validation. `weights` must be the judge's weights in the
    /// settings.
    ///
    /// # Errors
    /// It was stopped, a file cannot be read or written, or there are too few games.
    pub(super) fn train(&self, weights: &Patterns) -> anyhow::Result<(Figures, Validation)> {
        let (values, strengths, mut sides) = self.judged_sides(weights, self.more.len())?;
        // The shipped policy was learned from these players too, so their odds are computed later.
        for option in sides.iter_mut().flat_map(|side| &mut side.choices).flat_map(|choice| &mut choice.options) {
            option.policy = 0.0;
        }
        let learned = [&self.judged[..], &self.more].concat();
        let cases = policy::cases(&self.archive, &learned, &values, &strengths).with_context(|| self.other_games())?;
        drop(values);
        let stage = StageProgress::new("policy", 2 * PARTS + 1, 0);
        let without = self.models(&sides, &strengths);
        let policies = self.policies(&cases, &without, &stage);
        policy::judge(&self.archive, &mut sides, &policies, part);
        // The policies alone, without the model of choices.
        let mut by_boards = sides.clone();
        let nothing = vec![Model { a: [0.0; COUNT], b: [0.0; COUNT] }; PARTS];
        let boards = self.policies(&cases, &nothing, &stage);
        policy::judge(&self.archive, &mut by_boards, &boards, part);
        drop(boards);
        stage.end(&format!("{} choices", cases.len()));
        drop(cases);
        self.check()?;
        let counts = self.rated_games();
        let known = |player: usize| counts[player] >= FEWEST;
        let stage = StageProgress::new("fit", 1, 0);
        let models = self.models(&sides, &strengths);
        stage.end("models of choices");
        let candidates = exercises::candidates(&self.archive, &sides, self.settings.seed, known);
        let rights = self.right(&candidates)?;
        let trials = exercises::trials(&candidates, &rights, &sides, &strengths, &models);
        let stage = StageProgress::new("validation", 2 * PARTS, 0);
        let mut predictions =
            validate_predictions(&self.archive, &sides, &strengths, [&models, &without], known, &stage);
        predictions.alone = alone(&by_boards, &strengths, known);
        let validation = Validation {
            estimates: validate_estimates(&sides, &strengths, &models, known, self.threads, &stage),
            predictions,
            exercises: exercises::examine(&trials),
        };
        stage.end("players that were left out");
        self.check()?;
        let stage = StageProgress::new("estimator", 1, 0);
        // The figures are rounded before further use, so that the file holds all that was used.
        let last = &models[PARTS];
        let model = Model { a: last.a.map(rounded), b: last.b.map(rounded) };
        let Settings { command, judge, deep_judge, .. } = self.settings.clone();
        let figures = Figures {
            command,
            judge,
            deep_judge,
            counts: Counts {
                rated_games: self.archive.games.len() - self.judged.len(),
                rated_players: self.archive.players.len(),
                judged_games: self.judged.len(),
                choices: sides.iter().map(|side| side.choices.len()).sum(),
            },
            estimator: self.estimator(&sides, &strengths, &model, known)?,
            model,
            calibration: exercises::calibration(&trials),
        };
        stage.end("of all players");
        self.folder.write_json(VALIDATION, &validation)?;
        let counted = openings::count(&self.archive, |player| strengths.theta[player].rating(), |_| true)
            .openings(&figures.command);
        self.folder.write(OPENINGS, counted.to_bytes())?;
        self.folder.write(POLICY, policies[PARTS].to_bytes())?;
        self.folder.write(FIGURES, figures.to_json())?;
        Ok((figures, validation))
    }

    /// Fits only the estimator, with the shipped model and policy. Returns the shipped figures with this estimator, and
    /// its validation. The model and the policy are not left out of the validation: they know all players.
    ///
    /// # Errors
    /// It was stopped, a file cannot be read or written, or there are too few games.
    pub(super) fn train_estimator(&self, weights: &Patterns) -> anyhow::Result<(Figures, EstimateCheck)> {
        let (_, strengths, sides) = self.judged_sides(weights, 0)?;
        let counts = self.rated_games();
        let known = |player: usize| counts[player] >= FEWEST;
        let shipped = people::shipped();
        let stage = StageProgress::new("estimator", PARTS, 0);
        let models = vec![shipped.model.clone(); PARTS];
        let check = validate_estimates(&sides, &strengths, &models, known, self.threads, &stage);
        let estimator = self.estimator(&sides, &strengths, &shipped.model, known)?;
        let deep_judge = self.settings.deep_judge.clone();
        let figures = Figures { estimator, deep_judge, ..shipped.clone() };
        stage.end("of all players");
        self.folder.write_json(VALIDATION, &check)?;
        self.folder.write(FIGURES, figures.to_json())?;
        Ok((figures, check))
    }

    /// The values of the judged games and of this many others, the strengths of the players, and both sides of each
    /// judged game.
    fn judged_sides(&self, weights: &Patterns, more: usize) -> anyhow::Result<(Vec<Values>, Strengths, Vec<Side>)> {
        let chunks: Vec<&[usize]> = self.judged.chunks(CHUNK).chain(self.more[..more].chunks(CHUNK)).collect();
        self.judge(weights, &chunks)?;
        let values = self.values(&chunks)?;
        let stage = StageProgress::new("ratings", 1, 0);
        let strengths = strengths(&self.archive, &self.judged);
        stage.end(&format!("{} players", self.archive.players.len()));
        let deep_losses = self.deep_losses()?;
        let sides = sides(&self.archive, &self.judged, &values, &deep_losses).with_context(|| self.other_games())?;
        Ok((values, strengths, sides))
    }

    fn check(&self) -> anyhow::Result<()> {
        ensure!(!self.stop.is_stopped(), "stopped; the same command with --resume continues");
        Ok(())
    }

    fn other_games(&self) -> String {
        let folder = self.folder.path().join(JUDGED);
        format!("{}: found values of other games, expected those of this archive", folder.display())
    }

    /// The models fitted without each group of players, and the one fitted to everybody.
    fn models(&self, sides: &[Side], strengths: &Strengths) -> Vec<Model> {
        let mut models = Vec::new();
        for left_out in 0..=PARTS {
            models.push(fit::fit(&samples(sides, strengths, |player| part(player) != left_out), self.threads));
        }
        models
    }

    fn policies(&self, cases: &[Case], models: &[Model], stage: &StageProgress) -> Vec<Policy> {
        policy::parts(cases, models, &self.settings.command, part, self.threads, stage)
    }

    /// The number of unjudged games of each player.
    fn rated_games(&self) -> Vec<usize> {
        let mut counts = vec![0; self.archive.players.len()];
        for (number, game) in self.archive.games.iter().enumerate() {
            if self.judged.binary_search(&number).is_err() {
                counts[game.black] += 1;
                counts[game.white] += 1;
            }
        }
        counts
    }

    /// The estimator fitted to the scores of this model, rounded.
    fn estimator(
        &self,
        sides: &[Side],
        strengths: &Strengths,
        model: &Model,
        known: impl Fn(usize) -> bool,
    ) -> anyhow::Result<Estimator> {
        let players: Vec<_> =
            rated(sides, strengths, model, self.threads, known).into_iter().map(|(_, player)| player).collect();
        let mut estimator = gauss::fit(&players).with_context(|| {
            format!(
                "found {} players whose strength is known from other games, expected 2 or more: give more games",
                players.len()
            )
        })?;
        let pairs = [&mut estimator.prior, &mut estimator.alpha, &mut estimator.slope, &mut estimator.style];
        for pair in pairs.into_iter().chain(&mut estimator.sampling) {
            *pair = pair.map(rounded);
        }
        estimator.discs = rounded(estimator.discs);
        let Acquaintances { alpha, slope, style, sampling } = &mut estimator.met;
        for number in [alpha, slope, style, sampling] {
            *number = rounded(*number);
        }
        Ok(estimator)
    }

    /// Judges the games whose files of values are missing.
    ///
    /// # Errors
    /// It was stopped, or a file cannot be written.
    fn judge(&self, weights: &Patterns, chunks: &[&[usize]]) -> anyhow::Result<()> {
        let Judging { depth, exact_from, .. } = self.settings.judge;
        let new = || Judge::new(weights.clone(), depth, exact_from);
        self.judge_missing("judging", JUDGED, chunks, new, judge)
    }

    /// Judges the games of the missing files of a folder, and writes the files.
    fn judge_missing<J, T: Serialize>(
        &self,
        stage: &'static str,
        folder: &str,
        chunks: &[&[usize]],
        new: impl Fn() -> J + Sync,
        judge: fn(&ArchiveGame, &mut J) -> T,
    ) -> anyhow::Result<()> {
        let missing = self.missing(folder, chunks.len());
        let games: usize = chunks.iter().map(|games| games.len()).sum();
        let stage = StageProgress::new(stage, games, games.saturating_sub(missing.len() * CHUNK));
        let results = map_with(self.threads, missing.len(), new, |judge_of_thread, number| {
            self.check()?;
            let mut judged = Vec::new();
            for &game in chunks[missing[number]] {
                judged.push(judge(&self.archive.games[game], judge_of_thread));
                stage.step();
            }
            self.folder.write(chunk(folder, missing[number]), serde_json::to_string(&judged)?)?;
            Ok(())
        });
        results.into_iter().collect::<anyhow::Result<()>>()?;
        stage.end(&format!("{games} games"));
        Ok(())
    }

    /// The losses of the moves of the judged games by the deep judge.
    ///
    /// # Errors
    /// It was stopped, or a file cannot be read or written.
    fn deep_losses(&self) -> anyhow::Result<Vec<Vec<i16>>> {
        let chunks: Vec<&[usize]> = self.judged.chunks(CHUNK).collect();
        self.judge_missing("deep judging", DEEPLY_JUDGED, &chunks, DeepJudge::shipped, judge_deeply)?;
        let mut all = Vec::new();
        for number in 0..chunks.len() {
            all.extend(self.folder.json::<Vec<Vec<i16>>>(chunk(DEEPLY_JUDGED, number))?);
        }
        Ok(all)
    }

    /// The right move of each candidate.
    ///
    /// # Errors
    /// It was stopped, or a file cannot be read or written.
    fn right(&self, candidates: &[Candidate]) -> anyhow::Result<Vec<Option<RightMove>>> {
        let chunks: Vec<&[Candidate]> = candidates.chunks(CHUNK).collect();
        let missing = self.missing(RIGHT, chunks.len());
        let stage =
            StageProgress::new("right moves", candidates.len(), candidates.len().saturating_sub(missing.len() * CHUNK));
        let results = map_with(self.threads, missing.len(), Solver::default, |solver, number| {
            let mut rows = Vec::new();
            for candidate in chunks[missing[number]] {
                let limits = Limits { stop: self.stop.clone(), ..Limits::default() };
                rows.push(solver.first_look(&candidate.board.position, &limits).map(row));
                stage.step();
            }
            // A stopped search may give a wrong move, which must not be written.
            self.check()?;
            self.folder.write_json(chunk(RIGHT, missing[number]), &rows)?;
            Ok(())
        });
        results.into_iter().collect::<anyhow::Result<()>>()?;
        stage.end(&format!("{} positions", candidates.len()));
        let mut rights = Vec::with_capacity(candidates.len());
        for (number, positions) in chunks.iter().enumerate() {
            let name = chunk(RIGHT, number);
            let rows: Vec<Option<Row>> = self.folder.json(&name)?;
            let other = || {
                let path = self.folder.path().join(&name);
                format!("{}: found right moves of other positions, expected those of this archive", path.display())
            };
            ensure!(rows.len() == positions.len(), other());
            for (row, candidate) in rows.into_iter().zip(*positions) {
                let right = row.map(|row| right(row, candidate).with_context(other)).transpose()?;
                rights.push(right);
            }
        }
        Ok(rights)
    }

    /// The numbers of the files that are missing in a folder.
    fn missing(&self, folder: &str, files: usize) -> Vec<usize> {
        (0..files).filter(|&number| !self.folder.path().join(chunk(folder, number)).exists()).collect()
    }

    fn values(&self, chunks: &[&[usize]]) -> anyhow::Result<Vec<Values>> {
        let mut all = Vec::new();
        for number in 0..chunks.len() {
            all.extend(self.folder.json::<Vec<Values>>(chunk(JUDGED, number))?);
        }
        Ok(all)
    }
}

/// The name of a file of values or right moves.
fn chunk(folder: &str, number: usize) -> String {
    format!("{folder}/{number:04}.json")
}

/// The file's row for a right move: the move, its value, its lead over the second move in discs, and whether both
/// values are exact.
type Row = (String, f64, f64, bool);

fn row(right: RightMove) -> Row {
    (right.answer.to_string(), right.value.0, right.ahead.0, right.exact)
}

/// The right move of a candidate; `None` if the move is illegal there.
fn right((answer, value, ahead, exact): Row, candidate: &Candidate) -> Option<RightMove> {
    let answer = answer.parse().ok().filter(|&answer| candidate.board.is_legal(Move::Place(answer)))?;
    Some(RightMove { answer, value: Discs(value), ahead: Discs(ahead), exact })
}

/// Rounds to six digits: more would be noise.
fn rounded(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}
