//! The shipped exercises: open positions from people's games with one right move, spread over all difficulties. In half
//! of them the move decides the winner.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::ensure;
use rival::board::{Board, Objective, Position, Square, squares};
use rival::machine::work;
use rival::people::{Curve, Examiner, Exercise, Exercises, PeopleElo, RightMove, is_fit};
use rival::record::archive::ArchiveGame;
use rival::record::run_folder::{Layout, RunFolder};
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;
use rival::search::{Limits, Stop};
use rival::stats::derive;
use rival::strength::themes::{ExerciseThemes, Finder, Theme};
use serde_json::json;

use crate::archive::{Folder, YEARS};
use crate::games::least_image;
use crate::interrupt;
use crate::output::{Output, Shipping};
use crate::play::Play;
use crate::progress::StageProgress;

/// Exercises of all difficulties from people's games, or a check of the shipped ones (2 hours).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of positions to examine, one from each game.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: usize,
    /// Check the shipped exact answers against the score of every move.
    #[arg(long)]
    check: bool,
    /// Find the themes of the shipped exercises (a minute).
    #[arg(long, conflicts_with = "check")]
    themes: bool,
    #[command(flatten)]
    archive: Folder,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    shipping: Shipping,
    #[command(flatten)]
    output: Output,
}

/// Number of shipped exercises.
const SHIPPED: usize = 500;
/// The range of difficulties in Elo, and the width of a band.
const EASIEST: f64 = 900.0;
const HARDEST: f64 = 2_300.0;
const BAND: f64 = 50.0;
const BANDS: usize = ((HARDEST - EASIEST) / BAND) as usize;
/// Positions in one file.
const CHUNK: usize = 200;
/// Exercises in a full band that decide the winner; the band needs as many others. A full band gets no more.
const ENOUGH: usize = 11;

/// A position and the opponent's last move.
type Candidate = (Board, Option<Square>);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if args.check {
        return args.output.report("exercises", &check(args.play.threads()));
    }
    if args.themes {
        let themes = ExerciseThemes::new("lab exercises --themes", &themes(args.play.threads()));
        print!("{}", themes.to_json());
        return args.shipping.file("src/strength/themes/exercises.json", themes.to_json().as_bytes());
    }
    let archive = args.archive.people(YEARS)?;
    let seed = args.play.seed;
    let mut games: Vec<usize> = (0..archive.games.len()).collect();
    games.sort_by_key(|game| derive(seed, *game as u64));
    let candidates: Vec<Candidate> = games
        .into_iter()
        .filter_map(|game| candidate(&archive.games[game], derive(derive(seed, 1), game as u64)))
        .take(args.positions)
        .collect();
    let command = format!("lab exercises --positions {} --seed {seed}", args.positions);
    // The settings leave out the number of positions, so that a run can be extended.
    let settings = json!({ "seed": seed, "archive": archive.digest() });
    let (folder, _) = RunFolder::begin(&args.output.folder("exercises")?, Layout::RUN, &settings, true)?;
    let bands = search(&candidates, &folder, args.play.threads())?;
    let exercises = Exercises { command, exercises: bands.chosen() };
    ensure!(
        exercises.exercises.len() == SHIPPED,
        "found {} exercises: give more --positions",
        exercises.exercises.len()
    );
    folder.write("exercises.json", exercises.to_json())?;
    args.shipping.file("src/people/exercises.json", exercises.to_json().as_bytes())
}

/// The position of the game with this number in which the player had a choice.
fn candidate(game: &ArchiveGame, number: u64) -> Option<Candidate> {
    let replay = game.game();
    let history = replay.history();
    let fit: Vec<usize> = (0..history.len()).filter(|&ply| is_fit(&history[ply].0.position)).collect();
    let ply = *fit.get(number as usize % fit.len().max(1))?;
    let last = ply.checked_sub(1).and_then(|before| history[before].1.square());
    Some((history[ply].0, last))
}

/// The exercises among the candidates, without those of full bands.
fn search(candidates: &[Candidate], folder: &RunFolder, threads: usize) -> anyhow::Result<Bands> {
    let stop = interrupt::stop()?;
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let chunks: Vec<&[Candidate]> = candidates.chunks(CHUNK).collect();
    let stage = StageProgress::new("positions", chunks.len(), 0);
    let mut bands = Bands::default();
    for (number, chunk) in chunks.into_iter().enumerate() {
        let name = format!("{number:04}.json");
        if folder.find(&name)?.is_none() {
            let exercise = |examiner: &mut Examiner, number: usize| {
                let (board, last) = &chunk[number];
                let guess = examiner.guess(board, *last)?;
                if bands.is_full(&guess) { None } else { examiner.examine(board, *last, &limits) }
            };
            let exercises = work::map_with(threads, chunk.len(), Examiner::default, exercise);
            ensure!(!stop.is_stopped(), "stopped; the same command continues");
            folder.write_json(&name, &exercises.into_iter().flatten().collect::<Vec<Exercise>>())?;
        }
        folder.json::<Vec<Exercise>>(&name)?.into_iter().for_each(|exercise| bands.add(exercise));
        stage.step();
    }
    stage.end(&bands.describe());
    Ok(bands)
}

/// True if every other move has a worse result: it draws where this one wins, or loses where this one does not.
fn decides_who_wins(right: &RightMove) -> bool {
    let second = right.value.0 - right.ahead.0;
    (right.value.0 > 0.0 && second <= 0.0) || (right.value.0 >= 0.0 && second < 0.0)
}

/// Exercises by difficulty, in two lists: those that decide the winner, and the others.
#[derive(Debug, Default)]
struct Bands {
    exercises: [[Vec<Exercise>; BANDS]; 2],
    positions: BTreeSet<(u64, u64)>,
}

impl Bands {
    fn band(exercise: &Exercise) -> Option<(usize, usize)> {
        let half = exercise.curve.half.0;
        let band = ((half - EASIEST) / BAND) as usize;
        let kind = usize::from(!decides_who_wins(&exercise.right));
        (EASIEST..HARDEST).contains(&half).then_some((kind, band))
    }

    fn is_full(&self, exercise: &Exercise) -> bool {
        Bands::band(exercise).is_none_or(|(kind, band)| self.exercises[kind][band].len() >= ENOUGH)
    }

    /// Adds an exercise, unless a turned or mirrored form of its position is there already.
    fn add(&mut self, exercise: Exercise) {
        let curve =
            Curve { half: PeopleElo(exercise.curve.half.0.round()), slope: (exercise.curve.slope * 1e4).round() / 1e4 };
        let exercise = Exercise { curve, ..exercise };
        let Some((kind, band)) = Bands::band(&exercise) else { return };
        if self.positions.insert(least_image(&exercise.board.position)) {
            self.exercises[kind][band].push(exercise);
        }
    }

    fn describe(&self) -> String {
        let [decide, others] = self.exercises.each_ref().map(|bands| bands.iter().map(Vec::len).sum::<usize>());
        format!("{decide} exercises decide who wins, {others} do not")
    }

    /// The chosen exercises: as many of one kind as of the other, taken from the bands in turn; the easiest first.
    fn chosen(&self) -> Vec<Exercise> {
        let mut chosen: Vec<Exercise> = Vec::new();
        for bands in &self.exercises {
            let most = bands.iter().map(Vec::len).max().unwrap_or_default();
            let in_turn = (0..most).flat_map(|turn| bands.iter().filter_map(move |band| band.get(turn)));
            chosen.extend(in_turn.take(SHIPPED / 2).cloned());
        }
        chosen.sort_by(|a, b| a.curve.half.0.total_cmp(&b.curve.half.0));
        chosen
    }
}

/// Compares the exact answers of shipped exercises with the scores of all moves by an independent solver.
fn check(threads: usize) -> String {
    let shipped = &Exercises::shipped().exercises;
    let exact: Vec<&Exercise> = shipped.iter().filter(|exercise| exercise.right.exact).collect();
    let stage = StageProgress::new("exact answers", exact.len(), 0);
    let is_right = |number: usize| {
        let Exercise { board: Board { position, .. }, right, .. } = exact[number];
        let best_other =
            squares(position.moves()).filter(|square| *square != right.answer).map(|square| score(position, square));
        let ahead = score(position, right.answer) - best_other.max().unwrap_or(-64);
        stage.step();
        f64::from(ahead) == right.ahead.0 && f64::from(score(position, right.answer)) == right.value.0
    };
    let right = work::map(threads, exact.len(), is_right).into_iter().filter(|is_right| *is_right).count();
    format!(
        "{right} of {} exact answers are right; {} rest on two deep searches.\n",
        exact.len(),
        shipped.len() - exact.len()
    )
}

/// The themes of the shipped exercises.
fn themes(threads: usize) -> Vec<Option<Theme>> {
    let shipped = &Exercises::shipped().exercises;
    let stage = StageProgress::new("themes", shipped.len(), 0);
    let theme = |finder: &mut Finder, number: usize| {
        stage.step();
        finder.of_exercise(&shipped[number])
    };
    work::map_with(threads, shipped.len(), || Finder::new(&Stop::default()), theme)
}

/// The exact score of a move.
fn score(position: &Position, square: Square) -> i32 {
    let table = TranspositionTable::new(64).expect("some megabytes");
    let evaluation = rival::eval::patterns::shipped::patterns().patterns.clone();
    let solver = Solver::new(Arc::new(table)).with_evaluation(evaluation);
    let solved = solver.solve(&position.play(square), Objective::Normal, Goal::Exact, &Limits::default());
    -solved.expect("nothing stops the solver").score
}

#[cfg(test)]
mod tests {
    use rival::people::Discs;

    use super::*;

    #[test]
    fn an_exercise_decides_who_wins_where_the_second_best_move_does_not_win() {
        for (value, ahead, expected) in
            [(2.0, 2.0, true), (2.0, 4.0, true), (0.0, 2.0, true), (4.0, 2.0, false), (-2.0, 6.0, false)]
        {
            let answer = "d3".parse().unwrap();
            let right = RightMove { answer, value: Discs(value), ahead: Discs(ahead), exact: true };
            assert_eq!(decides_who_wins(&right), expected, "{value} {ahead}");
        }
    }

    #[test]
    fn as_many_decide_who_wins_as_do_not_and_no_position_stands_twice() {
        let mut bands = Bands::default();
        for exercise in &Exercises::shipped().exercises {
            bands.add(exercise.clone());
            bands.add(exercise.clone());
        }
        let chosen = bands.chosen();
        let decide = chosen.iter().filter(|exercise| decides_who_wins(&exercise.right)).count();
        assert_eq!((chosen.len(), decide), (SHIPPED, SHIPPED / 2));
        let images: BTreeSet<_> = chosen.iter().map(|exercise| least_image(&exercise.board.position)).collect();
        assert_eq!(images.len(), SHIPPED);
    }
}
