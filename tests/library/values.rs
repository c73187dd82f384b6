//! The certainties of values are true, whatever ended the search: positions of the archive under short times, against
//! an independent solver, or minimax where few squares are empty.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rival::board::{Game, Move, Objective, Position, squares};
use rival::eval::{EvaluationSpec, Evaluator, Leaf};
use rival::players::{Options, load};
use rival::record::file;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;
use rival::search::{Limits, Line, Report, SilentObserver, Valuation, WinLossDraw};
use rival::stats::Mean;

/// The games of the archive up to the positions with this number of empty squares and a choice of moves.
fn games(empties: u32) -> Vec<Game> {
    let mut found = Vec::new();
    for entry in file::open_known(Path::new("tests/data/WTH_1977.wtb"), None).unwrap() {
        let record = entry.game.unwrap();
        let mut replay = Game::new(*record.game().start());
        for mv in record.game().moves() {
            let position = replay.board().position;
            if position.empties() == empties && position.moves().count_ones() > 1 {
                found.push(replay.clone());
            }
            replay.play(mv).unwrap();
        }
    }
    found
}

fn minimax(position: &Position) -> i32 {
    let moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 { position.score(Objective::Normal) } else { -minimax(&passed) };
    }
    squares(moves).map(|square| -minimax(&position.play(square))).max().unwrap()
}

/// The exact score of a move.
fn score(position: &Position, mv: Move) -> i32 {
    let next = match mv {
        Move::Pass => position.pass(),
        Move::Place(square) => position.play(square),
    };
    if next.empties() <= 7 {
        return -minimax(&next);
    }
    let solver = Solver::new(Arc::new(TranspositionTable::new(4).unwrap()));
    -solver.solve(&next, Objective::Normal, Goal::Exact, &Limits::default()).unwrap().score
}

/// The counts for one kind of value.
#[derive(Debug, Default)]
struct Count {
    values: u32,
    wrong: Vec<String>,
}

impl Count {
    fn add(&mut self, is_right: bool, case: impl Fn() -> String) {
        self.values += 1;
        if !is_right {
            self.wrong.push(case());
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    exact: Count,
    certain: Count,
}

impl Counts {
    fn add(&mut self, position: &Position, line: &Line, case: &str) {
        let case = |score: i32| move || format!("{case}: {position:?} {line:?}: {score}");
        match line.value {
            Valuation::Exact(value) => {
                let score = score(position, line.pv[0]);
                self.exact.add(value == score && line.value.discs() == f64::from(score), case(score));
            }
            Valuation::Certain(result, _) => {
                let score = score(position, line.pv[0]);
                let is_on_its_side = line.value.discs().total_cmp(&0.0) == score.cmp(&0);
                self.certain.add(result == WinLossDraw::from_score(score) && is_on_its_side, case(score));
            }
            Valuation::Likely { .. } | Valuation::Estimate(_) => {}
        }
    }

    fn check(&self, exact: u32, certain: u32) {
        println!("{} exact, {} certain", self.exact.values, self.certain.values);
        for (count, least) in [(&self.exact, exact), (&self.certain, certain)] {
            assert!(count.wrong.is_empty(), "{} of {}: {:#?}", count.wrong.len(), count.values, count.wrong);
            assert!(count.values >= least, "{self:?}");
        }
    }
}

/// Searches of every `step`th position in these times, for a move and for the values of all.
fn count(counts: &mut Counts, empties: u32, step: usize, milliseconds: &[u64]) {
    let mut player = load("master").unwrap().player(&Options { threads: 1, hash_mb: 16 });
    for (number, game) in games(empties).into_iter().enumerate().step_by(step) {
        for &time in milliseconds {
            player.new_game(number as u64);
            let limits = Limits { time: Some(Duration::from_millis(time)), ..Limits::default() };
            let mut reports: Vec<(&str, Report)> = Vec::new();
            reports.push(("choose", player.choose(&game, &limits, &mut SilentObserver)));
            reports.push(("rank", player.rank(&game, 64, &limits, &mut SilentObserver)));
            for (task, report) in reports {
                for line in &report.lines {
                    counts.add(&game.board().position, line, &format!("{task} in {time} ms"));
                }
            }
        }
    }
}

#[test]
fn what_is_exact_or_certain_holds_however_short_the_time_was() {
    let mut counts = Counts::default();
    for empties in 8..=17 {
        count(&mut counts, empties, 3, &[1, 3, 10, 30]);
    }
    // A busy machine solves little in so short a time.
    counts.check(30, 0);
}

#[test]
#[ignore = "takes an hour"]
fn what_is_exact_or_certain_holds_with_up_to_24_empty_squares() {
    let mut counts = Counts::default();
    for empties in 8..=24 {
        count(&mut counts, empties, 1, &[5, 20, 100, 300]);
    }
    counts.check(2_000, 50);
}

/// The mean of static value minus exact score over positions with 21 empty squares. Without constants for each number
/// of empty squares it is -2.3 discs.
#[test]
fn values_at_an_odd_number_of_empty_squares_are_right_on_average() {
    let personality = load("master").unwrap();
    let EvaluationSpec::Network(spec) = &personality.alpha_beta().unwrap().evaluation else { panic!("no network") };
    let text = std::fs::read_to_string("tests/data/choice-21.txt").unwrap();
    let positions: Vec<(Position, f64)> = text.lines().map(solved).collect();
    for errors in [errors(&spec.patterns.patterns, &positions), errors(&spec.network, &positions)] {
        let mean = Mean::estimate(errors).unwrap();
        // Two standard errors, and the uncertainty of the constants themselves.
        assert!(mean.count == 400 && mean.mean.abs() < 0.3 + 2.0 * mean.error.unwrap(), "{mean:?}");
    }
}

/// A position of a line of `tests/data/choice-21.txt`, and the score of its best move.
fn solved(line: &str) -> (Position, f64) {
    let words: Vec<&str> = line.split(' ').collect();
    let discs = |word| u64::from_str_radix(word, 16).unwrap();
    let scores = words[2..].chunks(2).map(|pair| pair[1].parse::<i32>().unwrap());
    (Position { own: discs(words[0]), opp: discs(words[1]) }, f64::from(scores.max().unwrap()))
}

/// Static values minus scores, in discs.
fn errors(evaluator: &impl Evaluator, positions: &[(Position, f64)]) -> Vec<f64> {
    let errors = positions.iter().map(|&(position, score)| {
        let leaf = Leaf { position, before: None, passes: 0 };
        f64::from(evaluator.evaluate(&leaf)) / evaluator.units_per_disc() - score
    });
    errors.collect()
}
