//! Exercises: positions with one right move, and the share of people who find it.

use serde::{Deserialize, Serialize};

use super::facts::{Facts, facts};
use super::figures;
use super::judge::Judge;
use super::model::{Model, probabilities};
use super::scale::{Discs, ELO, PeopleElo, Theta};
use crate::board::{Board, Position, Square};
use crate::record::problem::Problem;
use crate::search::{Certainty, Limits};

/// The judge of exercises: its depth in plies, and the number of empty squares from which its values are exact.
const DEEP: (u32, u32) = (10, 18);
/// The least lead in discs of the right move over any other: exact, or by a search.
const CLEAR: (Discs, Discs) = (Discs(2.0), Discs(3.0));
/// Moves of an exercise: their numbers, from 1 to 60.
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
    /// Half of the people with this rating find it.
    pub half: PeopleElo,
    /// The gain of the logarithm of the odds from 200 more Elo.
    pub slope: f64,
}

impl Curve {
    /// Fits a curve to the model's probabilities of one of these moves at four ratings. `None` if it is too flat.
    #[must_use]
    pub fn of(model: &Model, number: u32, options: &[Facts], answer: usize) -> Option<Curve> {
        let points = RATINGS.map(|rating| {
            let chance = probabilities(&model.weights(rating.theta()), number, options)[answer].clamp(1e-6, 1.0 - 1e-6);
            (rating.theta().0, logit(chance))
        });
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
            / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
        Curve { half: Theta(x - y / slope).rating(), slope }.checked()
    }

    /// The calibrated curve, in which the logarithm l of the odds becomes `a + b l`.
    #[must_use]
    pub fn calibrated(self, [a, b]: [f64; 2]) -> Option<Curve> {
        let slope = b * self.slope;
        Curve { half: self.half.plus(-ELO * a / slope), slope }.checked()
    }

    fn checked(self) -> Option<Curve> {
        (self.slope >= FLATTEST && self.half.0.is_finite()).then_some(self)
    }

    /// The share of people with this rating who find it, 0 to 1.
    #[must_use]
    pub fn chance(&self, rating: PeopleElo) -> f64 {
        1.0 / (1.0 + libm::exp(-self.slope * rating.above(self.half) / ELO))
    }
}

/// The logarithm of the odds of a probability.
#[must_use]
pub fn logit(chance: f64) -> f64 {
    libm::log(chance / (1.0 - chance))
}

/// The one move that is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Right {
    /// The move.
    pub answer: Square,
    /// Its value for the side to move.
    pub value: Discs,
    /// Its lead over the second best move.
    pub ahead: Discs,
    /// Both values are exact.
    pub exact: bool,
}

impl Right {
    /// The value of a move where another search, which may be shallower, estimates it: that of the right move is known,
    /// and no other move comes nearer to it than the second best one.
    #[must_use]
    pub fn value_of(&self, square: Square, estimate: Discs) -> Discs {
        if square == self.answer { self.value } else { Discs(estimate.0.min(self.value.0 - self.ahead.0)) }
    }
}

/// Finds right moves. Deterministic: the result depends on the position alone.
#[derive(Debug)]
pub struct Solver(Judge);

impl Default for Solver {
    fn default() -> Solver {
        Solver(Judge::deeper(DEEP.0, DEEP.1))
    }
}

impl Solver {
    /// The right move; `None` if there is none, or if the search was stopped.
    pub fn right(&mut self, position: &Position, limits: &Limits) -> Option<Right> {
        let report = self.0.report(position, limits, 2);
        let [best, second] = &report.lines[..] else { return None };
        let exact = best.value.is_exact() && second.value.is_exact();
        let rounded = |discs: f64| Discs((discs * 100.0).round() / 100.0);
        let (answer, ahead) = (best.pv[0].square()?, rounded(best.value.discs() - second.value.discs()));
        let is_clear = ahead >= if exact { CLEAR.0 } else { CLEAR.1 };
        let is_whole = exact || best.value.certainty() == Certainty::Depth(DEEP.0);
        (is_clear && is_whole).then_some(Right { answer, value: rounded(best.value.discs()), ahead, exact })
    }
}

/// A position with one right move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Row", into = "Row")]
pub struct Exercise {
    /// The position, with the side to move.
    pub board: Board,
    /// The square of the move before.
    pub last: Option<Square>,
    /// The move to find.
    pub right: Right,
    /// The people who find it, by rating.
    pub curve: Curve,
}

/// An exercise in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// See [`board::write`].
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
        let Exercise { board, last, right: Right { answer, value, ahead, exact }, curve: Curve { half, slope } } =
            exercise;
        let (last, answer) = (last.map(|last| last.to_string()), answer.to_string());
        Row { board: board.to_string(), last, answer, value, ahead, exact, half, slope }
    }
}

impl TryFrom<Row> for Exercise {
    type Error = Problem;

    fn try_from(row: Row) -> Result<Exercise, Problem> {
        let Row { board, last, answer, value, ahead, exact, half, slope } = row;
        let board: Board = board.parse().map_err(|error| Problem::at("", error, "a board"))?;
        let square =
            |text: String| text.parse::<Square>().map_err(|_| Problem::at("", format!("{text:?}"), "a square"));
        let (last, answer) = (last.map(square).transpose()?, square(answer)?);
        if !board.is_legal(answer.into()) {
            return Err(Problem::at("", format!("the answer {answer}"), "a legal move"));
        }
        Ok(Exercise { board, last, right: Right { answer, value, ahead, exact }, curve: Curve { half, slope } })
    }
}

/// Makes exercises of positions.
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
    /// The exercise of a position; `None` if no move is right, too few are legal, strength does not matter, or the
    /// search was stopped.
    pub(crate) fn examine(&mut self, board: &Board, last: Option<Square>, limits: &Limits) -> Option<Exercise> {
        let position = &board.position;
        if !is_fit(position) {
            return None;
        }
        let right = self.solver.right(position, limits)?;
        let values = self.judge.values_within(position, limits);
        let answer = values.iter().position(|&(square, _)| square == right.answer)?;
        let options = facts(position, last, &values);
        let curve = Curve::of(&figures::shipped().model, position.move_number(), &options, answer)?;
        Some(Exercise { board: *board, last, right, curve: curve.calibrated(Exercises::shipped().calibration)? })
    }
}

/// True if the position has enough legal moves and is neither in the opening nor at the very end.
#[must_use]
pub fn is_fit(position: &Position) -> bool {
    NUMBERS.contains(&(position.move_number())) && position.moves().count_ones() >= FEWEST
}

/// Exercises from people's games, with the calibration of every exercise's difficulty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercises {
    /// The command that makes them again.
    pub command: String,
    /// See [`Curve::calibrated`].
    pub calibration: [f64; 2],
    /// The easiest first.
    pub exercises: Vec<Exercise>,
}

impl Exercises {
    /// The text of their file: JSON, an exercise a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        fn json(value: &impl Serialize) -> String {
            serde_json::to_string(value).expect("strings and finite numbers are JSON")
        }
        let lines: Vec<String> = self.exercises.iter().map(json).collect();
        let Exercises { command, calibration, .. } = self;
        let (command, calibration, lines) = (json(command), json(calibration), lines.join(",\n"));
        format!("{{\"command\": {command}, \"calibration\": {calibration}, \"exercises\": [\n{lines}\n]}}\n")
    }

    /// The shipped exercises.
    ///
    /// # Panics
    /// Never: the tests read them.
    #[must_use]
    pub fn shipped() -> &'static Exercises {
        shipped!(Exercises, "exercises.json", serde_json::from_str(include_str!("exercises.json")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{COUNT, place};
    use crate::stats::derive;

    #[test]
    fn shipped_exercises_have_one_right_move_and_are_of_all_difficulties() {
        let shipped = Exercises::shipped();
        assert_eq!(shipped.exercises.len(), 500);
        assert!(shipped.exercises.is_sorted_by(|a, b| a.curve.half <= b.curve.half));
        for low in [900.0, 1_300.0, 1_800.0, 2_200.0] {
            let near = |exercise: &&Exercise| (low..low + 100.0).contains(&exercise.curve.half.0);
            assert!(shipped.exercises.iter().filter(near).count() >= 30, "{low}");
        }
        // The command is reproducible. Only a few are compared, because each takes a tenth of a second.
        let mut solver = Solver::default();
        for turn in 0..12 {
            let exercise = &shipped.exercises[derive(9, turn) as usize % 500];
            let found = solver.right(&exercise.board.position, &Limits::default());
            assert_eq!(found, Some(exercise.right), "{exercise:?}");
        }
        let text = shipped.to_json();
        assert_eq!(text, include_str!("exercises.json").replace("\r\n", "\n"));
    }

    #[test]
    fn an_exact_right_move_is_the_best_one_of_all() {
        let exercise = Exercises::shipped()
            .exercises
            .iter()
            .rfind(|exercise| exercise.right.exact && exercise.board.position.empties() <= 10);
        let Exercise { board, right, .. } = exercise.unwrap();
        let mut values = Judge::deeper(1, 12).values(&board.position);
        values.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert_eq!(
            (values[0].0, Discs(values[0].1), Discs(values[0].1 - values[1].1)),
            (right.answer, right.value, right.ahead)
        );
    }

    #[test]
    fn no_estimate_makes_another_move_better_than_the_right_one() {
        let [answer, other] = ["c4", "d3"].map(|square| square.parse().unwrap());
        let right = Right { answer, value: Discs(-4.0), ahead: Discs(2.0), exact: true };
        for estimate in [-64.0, -7.5, -5.0, 30.0].map(Discs) {
            assert_eq!(right.value_of(answer, estimate), Discs(-4.0));
            assert_eq!(right.value_of(other, estimate), Discs(estimate.0.min(-6.0)));
        }
    }

    #[test]
    fn a_model_whose_odds_are_linear_in_strength_is_its_own_curve() {
        // Two moves that differ by a loss of 4 discs, which is 1 as a feature: the logarithm of the odds of the better
        // one is `a + b theta`.
        let options = [0.0, 4.0].map(|loss| Facts { loss, ..Facts::default() });
        let of = |a: f64, b: f64, answer| {
            let mut model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
            let k = place("loss-21-30").unwrap();
            (model.a[k], model.b[k]) = (a, b);
            Curve::of(&model, 25, &options, answer)
        };
        let curve = of(-0.5, 1.25, 0).unwrap();
        assert!((curve.slope - 1.25).abs() < 1e-9 && curve.half.above(Theta(0.4).rating()).abs() < 1e-6, "{curve:?}");
        assert_eq!(of(-0.5, 0.1, 0), None, "strength hardly matters");
        assert_eq!(of(-0.5, 1.25, 1), None, "the weak find it more often");
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
}
