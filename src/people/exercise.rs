//! Exercises: positions with one right move, and the share of people who find it.

use serde::{Deserialize, Serialize};

use super::facts::{Facts, facts};
use super::figures;
use super::judge::Judge;
use super::model::{Model, probabilities};
use super::scale::{Discs, ELO, PeopleElo, Theta};
use crate::board::{Board, Position, Square};
use crate::eval::probcut::Selectivity;
use crate::record::problem::Problem;
use crate::search::{Certainty, Limits};

/// The depth of a first look, which rejects most positions, and the number of empty squares from which it is exact.
const FIRST_LOOK: (u32, u32) = (10, 14);
/// The number of empty squares from which the right move is known from exact values.
const EXACT_FROM: u32 = 24;
/// With more empty squares, searches of both these depths must agree.
const DEEP: [u32; 2] = [18, 19];
/// The selectivity of these searches, which skip moves that shallow searches reject.
const DEEP_SELECTIVITY: u8 = 2;
/// The least lead in discs of the right move over any other: for exact values, and for searches.
const CLEAR: (Discs, Discs) = (Discs(2.0), Discs(4.0));
/// The right move may be worth at most this many discs for either side. Beyond that the game is decided, and there is
/// little to learn.
const OPEN: Discs = Discs(12.0);
/// The tolerance of a first look, in discs, at both bounds.
const TOLERANCE: f64 = 3.0;
/// The move numbers of exercises, within 1 to 60.
pub(super) const NUMBERS: std::ops::RangeInclusive<u32> = 17..=54;
/// The fewest legal moves of an exercise.
pub(super) const FEWEST: u32 = 4;
/// The ratings at which the curve is fitted to the model's odds.
const RATINGS: [PeopleElo; 4] = [PeopleElo(1_000.0), PeopleElo(1_400.0), PeopleElo(1_800.0), PeopleElo(2_200.0)];
/// The least discrimination: flatter curves do not separate strong players from weak ones.
const FLATTEST: f64 = 0.2;

/// The share of people who find a move as a function of strength: the two-parameter logistic model of item response
/// theory (Birnbaum, 1968), with difficulty and discrimination.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The rating at which half of the people find the move.
    pub half: PeopleElo,
    /// The change of the log odds with 200 more Elo.
    pub slope: f64,
}

impl Curve {
    /// Fits a curve to the model's probabilities for one of these moves at four ratings. `None` if it is too flat.
    #[must_use]
    pub fn fit(model: &Model, number: u32, options: &[Facts], answer: usize) -> Option<Curve> {
        let points = RATINGS.map(|rating| {
            let chance = probabilities(&model.weights(rating.theta()), number, options)[answer].clamp(1e-6, 1.0 - 1e-6);
            (rating.theta().0, logit(chance))
        });
        let x = points.iter().map(|point| point.0).sum::<f64>() / points.len() as f64;
        let y = points.iter().map(|point| point.1).sum::<f64>() / points.len() as f64;
        let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
            / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
        Curve { half: Theta(x - y / slope).rating(), slope }.checked()
    }

    /// The calibrated curve: the log odds l become `a + b l`.
    #[must_use]
    pub fn calibrated(self, [a, b]: [f64; 2]) -> Option<Curve> {
        let slope = b * self.slope;
        Curve { half: self.half.plus(-ELO * a / slope), slope }.checked()
    }

    fn checked(self) -> Option<Curve> {
        (self.slope >= FLATTEST && self.half.0.is_finite()).then_some(self)
    }

    /// The share of people with this rating who find the move, 0 to 1.
    #[must_use]
    pub fn chance(&self, rating: PeopleElo) -> f64 {
        1.0 / (1.0 + libm::exp(-self.slope * rating.above(self.half) / ELO))
    }
}

/// The log odds of a probability.
#[must_use]
pub fn logit(chance: f64) -> f64 {
    libm::log(chance / (1.0 - chance))
}

/// The only right move of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RightMove {
    /// The move.
    pub answer: Square,
    /// Its value for the side to move.
    pub value: Discs,
    /// Its lead over the second best move.
    pub ahead: Discs,
    /// True if both values are exact.
    pub exact: bool,
}

impl RightMove {
    /// The value of a move that another search, perhaps a shallower one, has estimated. The right move's value is
    /// known, and no other move can exceed the second best one.
    #[must_use]
    pub fn value_of(&self, square: Square, estimate: Discs) -> Discs {
        if square == self.answer { self.value } else { Discs(estimate.0.min(self.value.0 - self.ahead.0)) }
    }
}

/// Finds right moves. The result depends on the position alone.
#[derive(Debug)]
pub struct Solver {
    quick: Judge,
    deep: Judge,
}

impl Default for Solver {
    fn default() -> Solver {
        let selectivity = Selectivity::new(DEEP_SELECTIVITY).expect("one from 0 to 6");
        Solver {
            quick: Judge::deeper(FIRST_LOOK.0, FIRST_LOOK.1),
            deep: Judge::deeper(DEEP[1], EXACT_FROM).with_selectivity(selectivity).with_large_hash(),
        }
    }
}

impl Solver {
    /// The best move of a search of ten plies, if it leads clearly.
    pub fn first_look(&mut self, position: &Position, limits: &Limits) -> Option<RightMove> {
        best(&mut self.quick, position, limits).filter(RightMove::is_clear)
    }

    /// The right move by exact values, or if two deep searches agree. `None` if there is no such move, or the search
    /// was stopped.
    pub fn right(&mut self, position: &Position, limits: &Limits) -> Option<RightMove> {
        best(&mut self.quick, position, limits).filter(RightMove::may_be_fit)?;
        if position.empties() <= EXACT_FROM {
            return best(&mut self.deep, position, limits).filter(|right| right.exact && right.is_fit());
        }
        agreed(DEEP.map(|depth| best(&mut self.deep, position, &Limits { depth: Some(depth), ..limits.clone() })))
    }
}

/// The best move by the deeper of two searches, if it is fit by both.
fn agreed(moves: [Option<RightMove>; 2]) -> Option<RightMove> {
    let [shallower, deeper] = moves.map(|right| right.filter(RightMove::is_fit));
    deeper.filter(|right| shallower.is_some_and(|other| other.answer == right.answer))
}

/// The best move by a search of two lines. `None` if there is only one move, or the search was stopped.
fn best(judge: &mut Judge, position: &Position, limits: &Limits) -> Option<RightMove> {
    let report = judge.report(position, limits, 2);
    let [best, second] = &report.lines[..] else { return None };
    let exact = best.value.is_exact() && second.value.is_exact();
    let is_whole = exact || best.value.certainty() == Certainty::Depth(judge.depth(limits));
    let ahead = rounded(best.value.discs() - second.value.discs());
    let right = RightMove { answer: best.pv[0].square()?, value: rounded(best.value.discs()), ahead, exact };
    is_whole.then_some(right)
}

fn rounded(discs: f64) -> Discs {
    Discs((discs * 100.0).round() / 100.0)
}

impl RightMove {
    fn is_clear(&self) -> bool {
        self.ahead >= if self.exact { CLEAR.0 } else { CLEAR.1 }
    }

    fn is_fit(&self) -> bool {
        self.is_clear() && self.value.0.abs() <= OPEN.0
    }

    /// True if a first look does not rule out that the move fits an exercise.
    fn may_be_fit(&self) -> bool {
        if self.exact {
            return self.is_fit();
        }
        self.ahead.0 + TOLERANCE >= CLEAR.0.0 && self.value.0.abs() <= OPEN.0 + TOLERANCE
    }
}

/// A position with one right move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Row", into = "Row")]
pub struct Exercise {
    /// The position, with the side to move.
    pub board: Board,
    /// The square of the move before this position.
    pub last: Option<Square>,
    /// The move to find.
    pub right: RightMove,
    /// The share of people who find the move, by rating.
    pub curve: Curve,
}

/// An exercise in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The board as text: see [`board::write`].
    board: String,
    last: Option<String>,
    answer: String,
    value: Discs,
    ahead: Discs,
    exact: bool,
    half: PeopleElo,
    slope: f64,
}

impl From<Exercise> for Row {
    fn from(exercise: Exercise) -> Row {
        let Exercise { board, last, right: RightMove { answer, value, ahead, exact }, curve: Curve { half, slope } } =
            exercise;
        let last = last.map(|last| last.to_string());
        Row { board: board.to_string(), last, answer: answer.to_string(), value, ahead, exact, half, slope }
    }
}

fn parse_square(text: &str) -> Result<Square, Problem> {
    text.parse().map_err(|_| Problem::at("", format!("{text:?}"), "a square"))
}

impl TryFrom<Row> for Exercise {
    type Error = Problem;

    fn try_from(row: Row) -> Result<Exercise, Problem> {
        let Row { board, last, answer, value, ahead, exact, half, slope } = row;
        let board: Board = board.parse().map_err(|error| Problem::at("", error, "a board"))?;
        let last = last.as_deref().map(parse_square).transpose()?;
        let answer = parse_square(&answer)?;
        if !board.is_legal(answer.into()) {
            return Err(Problem::at("", format!("the answer {answer}"), "a legal move"));
        }
        Ok(Exercise { board, last, right: RightMove { answer, value, ahead, exact }, curve: Curve { half, slope } })
    }
}

/// Makes exercises from positions.
#[derive(Debug)]
pub struct Examiner {
    judge: Judge,
    solver: Solver,
}

impl Default for Examiner {
    fn default() -> Examiner {
        Examiner { judge: Judge::shipped(), solver: Solver::default() }
    }
}

impl Examiner {
    /// The exercise of a position; `None` if no move is right, too few moves are legal, strength makes no difference,
    /// or the search was stopped.
    pub fn examine(&mut self, board: &Board, last: Option<Square>, limits: &Limits) -> Option<Exercise> {
        if !is_fit(&board.position) {
            return None;
        }
        let right = self.solver.right(&board.position, limits)?;
        self.exercise(board, last, right, limits)
    }

    /// The exercise of a position, on the assumption that the first look is right.
    pub fn guess(&mut self, board: &Board, last: Option<Square>) -> Option<Exercise> {
        let limits = Limits::default();
        let right = self.solver.first_look(&board.position, &limits)?;
        self.exercise(board, last, right, &limits)
    }

    fn exercise(&mut self, board: &Board, last: Option<Square>, right: RightMove, limits: &Limits) -> Option<Exercise> {
        let values = self.judge.values_within(&board.position, limits);
        let answer = values.iter().position(|&(square, _)| square == right.answer)?;
        let options = facts(&board.position, last, &values);
        let curve = Curve::fit(&figures::shipped().model, board.position.move_number(), &options, answer)?;
        Some(Exercise { board: *board, last, right, curve: curve.calibrated(figures::shipped().calibration)? })
    }
}

/// True if the position has enough legal moves and is neither in the opening nor at the very end.
#[must_use]
pub fn is_fit(position: &Position) -> bool {
    NUMBERS.contains(&(position.move_number())) && position.moves().count_ones() >= FEWEST
}

/// Exercises from games of people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercises {
    /// The command that makes the exercises again.
    pub command: String,
    /// The exercises, the easiest first.
    pub exercises: Vec<Exercise>,
}

impl Exercises {
    /// The text of the file: JSON with a line for each exercise.
    #[must_use]
    pub fn to_json(&self) -> String {
        fn json(value: &impl Serialize) -> String {
            serde_json::to_string(value).expect("strings and finite numbers are JSON")
        }
        let lines: Vec<String> = self.exercises.iter().map(json).collect();
        format!("{{\"command\": {}, \"exercises\": [\n{}\n]}}\n", json(&self.command), lines.join(",\n"))
    }

    /// The shipped exercises.
    ///
    /// # Panics
    /// Never, because the tests read them.
    #[must_use]
    pub fn shipped() -> &'static Exercises {
        shipped!(Exercises, "exercises.json", serde_json::from_str(include_str!("exercises.json")))
    }

    /// The exercise of a day, counted from 1970: the same for everybody. Each is used once before any is repeated.
    #[must_use]
    pub fn of_day(&self, day: u32) -> Option<&Exercise> {
        /// A prime number: neighbouring days differ in difficulty.
        const STRIDE: usize = 193;
        let place = (day as usize * STRIDE).checked_rem(self.exercises.len())?;
        self.exercises.get(place)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{Objective, squares};
    use crate::people::{COUNT, place};
    use crate::search::endgame::{self, Goal};
    use crate::search::table::TranspositionTable;

    #[test]
    fn every_exercise_has_its_day() {
        let set = Exercises::shipped();
        let days = 20_000..20_000 + set.exercises.len() as u32;
        let boards: std::collections::BTreeSet<String> =
            days.filter_map(|day| Some(set.of_day(day)?.board.to_string())).collect();
        assert_eq!(boards.len(), set.exercises.len());
        assert_eq!(set.of_day(20_000), set.of_day(20_000 + set.exercises.len() as u32));
        assert_eq!(Exercises { exercises: Vec::new(), ..set.clone() }.of_day(1), None);
    }

    #[test]
    fn shipped_exercises_have_one_right_move_and_are_of_all_difficulties() {
        let shipped = Exercises::shipped();
        assert_eq!(shipped.exercises.len(), 500);
        assert!(shipped.exercises.is_sorted_by(|a, b| a.curve.half <= b.curve.half));
        for low in [900.0, 1_300.0, 1_800.0, 2_200.0] {
            let band = low..low + 100.0;
            let near = shipped.exercises.iter().filter(|exercise| band.contains(&exercise.curve.half.0));
            assert!(near.count() >= 15, "{low}");
        }
        let text = shipped.to_json();
        assert_eq!(text, include_str!("exercises.json").replace("\r\n", "\n"));
    }

    #[test]
    fn shipped_exercises_are_open() {
        let exercises = &Exercises::shipped().exercises;
        for RightMove { value, ahead, exact, .. } in exercises.iter().map(|exercise| exercise.right) {
            assert!(value.0.abs() <= 12.0 && ahead.0 >= if exact { 2.0 } else { 4.0 }, "{value:?} {ahead:?} {exact}");
        }
        let mut late = exercises.iter().filter(|exercise| exercise.board.position.empties() <= EXACT_FROM);
        assert!(late.all(|exercise| exercise.right.exact));
    }

    /// Checks the answers with the endgame solver, which does not make exercises.
    fn check_answers(empties: std::ops::RangeInclusive<u32>) -> usize {
        let shipped = &Exercises::shipped().exercises;
        let few: Vec<&Exercise> =
            shipped.iter().filter(|exercise| empties.contains(&exercise.board.position.empties())).collect();
        for Exercise { board: Board { position, .. }, right, .. } in &few {
            let solver = endgame::Solver::new(Arc::new(TranspositionTable::new(16).unwrap()));
            let scores = squares(position.moves()).map(|square| {
                let reply = position.play(square);
                let solved = solver.solve(&reply, Objective::Normal, Goal::Exact, &Limits::default());
                (square, -solved.unwrap().score)
            });
            let (answer, others): (Vec<_>, Vec<_>) = scores.partition(|(square, _)| *square == right.answer);
            let second = others.iter().map(|(_, score)| *score).max().unwrap();
            assert_eq!(f64::from(answer[0].1), right.value.0, "{position:?}");
            assert_eq!(f64::from(answer[0].1 - second), right.ahead.0, "{position:?}");
        }
        few.len()
    }

    #[test]
    fn answers_with_few_empty_squares_are_the_best_moves_of_all() {
        assert!(check_answers(0..=14) >= 50);
    }

    /// Exercises with more empty squares are checked by `lab exercises --check`.
    #[test]
    #[ignore = "takes half a minute"]
    fn answers_with_more_empty_squares_are_the_best_moves_of_all() {
        assert!(check_answers(15..=20) >= 50);
    }

    #[test]
    fn no_estimate_makes_another_move_better_than_the_right_one() {
        let [answer, other] = ["c4", "d3"].map(|square| square.parse().unwrap());
        let right = RightMove { answer, value: Discs(-4.0), ahead: Discs(2.0), exact: true };
        for estimate in [-64.0, -7.5, -5.0, 30.0].map(Discs) {
            assert_eq!(right.value_of(answer, estimate), Discs(-4.0));
            assert_eq!(right.value_of(other, estimate), Discs(estimate.0.min(-6.0)));
        }
    }

    #[test]
    fn a_model_whose_odds_are_linear_in_strength_is_its_own_curve() {
        // Two moves differ by a loss of 4 discs, which is 1 as a feature: the log odds of the better one are `a + b
        // theta`.
        let options = [0.0, 4.0].map(|loss| Facts { loss, ..Facts::default() });
        let [steep, flat] = [1.25, 0.1].map(|b| {
            let mut model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
            let k = place("loss-21-30").unwrap();
            model.a[k] = -0.5;
            model.b[k] = b;
            model
        });
        let curve = Curve::fit(&steep, 25, &options, 0).unwrap();
        assert!((curve.slope - 1.25).abs() < 1e-9 && curve.half.above(Theta(0.4).rating()).abs() < 1e-6, "{curve:?}");
        assert_eq!(Curve::fit(&flat, 25, &options, 0), None, "strength hardly matters");
        assert_eq!(Curve::fit(&steep, 25, &options, 1), None, "the weak find it more often");
    }

    #[test]
    fn half_find_it_where_the_curve_says_so_and_calibration_moves_the_odds() {
        let curve = Curve { half: PeopleElo(1_400.0), slope: 0.5 };
        assert!((curve.chance(PeopleElo(1_400.0)) - 0.5).abs() < 1e-12);
        let [before, after] =
            [curve, curve.calibrated([0.3, 0.8]).unwrap()].map(|curve| logit(curve.chance(PeopleElo(1_700.0))));
        assert!((after - (0.3 + 0.8 * before)).abs() < 1e-9, "{before} {after}");
        assert_eq!(curve.calibrated([0.0, 0.1]), None, "too flat");
    }

    #[test]
    fn a_right_move_leads_clearly_in_an_open_game() {
        let answer = "c4".parse().unwrap();
        for (value, ahead, exact, expected) in [
            (12.0, 2.0, true, true),
            (-12.0, 4.0, false, true),
            (12.01, 2.0, true, false),
            (-12.01, 4.0, false, false),
            (0.0, 1.99, true, false),
            (0.0, 3.99, false, false),
        ] {
            let right = RightMove { answer, value: Discs(value), ahead: Discs(ahead), exact };
            assert_eq!(right.is_fit(), expected, "{right:?}");
        }
    }

    #[test]
    fn two_searches_agree_on_a_move_that_is_fit_by_both() {
        let [answer, other] = ["c4", "d3"].map(|square| square.parse().unwrap());
        let right = RightMove { answer, value: Discs(1.0), ahead: Discs(5.0), exact: false };
        assert_eq!(agreed([Some(RightMove { value: Discs(2.0), ..right }), Some(right)]), Some(right));
        let unclear = RightMove { ahead: Discs(3.0), ..right };
        for other in [None, Some(unclear), Some(RightMove { answer: other, ..right })] {
            assert_eq!([agreed([other, Some(right)]), agreed([Some(right), other])], [None; 2], "{other:?}");
        }
    }

    #[test]
    fn a_right_move_is_known_exactly_and_leads_and_the_game_is_open() {
        let mut examiner = Examiner::default();
        let limits = Limits::default();
        for (board, reason) in [
            ("---XXXO---XXXOO-O-XXOXOOOXXOOXXOXXOOOOOOXXXXXXOX--XOOO---X-OOOO- O", "two moves are worth 6 discs"),
            ("--OX------XXXO---XOXOX-XXXXXOOXXXXOXOOXXXOXXXXOX--XXXXOX-XXXXXOX O", "the best one is worth 14"),
        ] {
            let Board { position, .. } = board.parse().unwrap();
            assert_eq!(examiner.solver.right(&position, &limits), None, "{reason}");
        }
        let Board { position, .. } =
            "--OOOO----OXOO----OXOO--XXOXOO--XXOXXOO-XOOOXXOOXXOXXXX-XOOOOOOO X".parse().unwrap();
        let mut right = |depth| examiner.solver.right(&position, &Limits { depth, ..Limits::default() });
        assert_eq!((right(None).map(|right| right.answer), right(Some(2))), ("h7".parse().ok(), None));
        for (board, reason) in [
            ("XXXXXXXXXXOXXX--XOXOXX--XOOXOXX-XXOOOOO-XXOOXOXXXOXXOX--OOOOO-X- X", "three moves"),
            ("-X--XXXXOOOOOOOOOOOXOOXOOOOOOOXOOOXOXXXOOOOOOXXO-OXOXXXOO-X-OOOO X", "five empty squares"),
        ] {
            assert_eq!(examiner.examine(&board.parse().unwrap(), None, &limits), None, "{reason}");
        }
    }
}
