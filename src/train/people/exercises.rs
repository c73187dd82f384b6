//! Exercises from an archive: positions in which a deep search finds one right move. The model predicts how many people
//! find it, and is calibrated by the people who had the position. Their moves have no part in the choice of positions.

use std::collections::BTreeMap;

use super::players::{Side, Strengths};
use super::validate::{PARTS, part};
use super::validation::{Bins, Examined, rounded};
use crate::board::{Board, Color, Square, Symmetry};
use crate::people::{Curve, Exercise, Exercises, Model, PeopleElo, Right, is_fit, logit};
use crate::people::{Part, Theta};
use crate::record::archive::Archive;
use crate::stats::derive;

/// Candidates from each side of a judged game.
const PER_SIDE: usize = 1;
/// Shipped exercises.
const SHIPPED: usize = 500;
/// The exercises are spread over difficulties in this range, in bands of this width.
const BANDS: (f64, f64, f64) = (900.0, 2_300.0, 50.0);

/// A position of an archive in which somebody had to choose.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub board: Board,
    last: Option<Square>,
    side: usize,
    choice: usize,
}

/// Positions of these sides, drawn by the seed whatever was played there.
pub(crate) fn candidates(
    archive: &Archive,
    sides: &[Side],
    seed: u64,
    known: impl Fn(usize) -> bool,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (number, side) in sides.iter().enumerate().filter(|(_, side)| known(side.player)) {
        let game = &archive.games[side.game];
        let color = if side.player == game.black { Color::Black } else { Color::White };
        let replay = game.game();
        let moves = (Part { side: Some(color), from: 0 }).moves(&replay).enumerate();
        let mut own: Vec<Candidate> = moves
            .map(|(choice, (index, _))| {
                let last = index.checked_sub(1).and_then(|before| replay.history()[before].1.square());
                Candidate { board: replay.history()[index].0, last, side: number, choice }
            })
            .filter(|candidate| is_fit(&candidate.board.position))
            .collect();
        own.sort_by_key(|candidate| derive(derive(seed, number as u64), candidate.choice as u64));
        found.extend(own.into_iter().take(PER_SIDE));
    }
    found
}

/// An exercise, not yet calibrated, with a person who had the position.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    exercise: Exercise,
    part: usize,
    theta: Theta,
    found: bool,
}

/// The candidates with a right move, by models that were fitted without their players.
pub(crate) fn asked(
    candidates: &[Candidate],
    rights: &[Option<Right>],
    sides: &[Side],
    strengths: &Strengths,
    models: &[Model],
) -> Vec<Asked> {
    let of = |(candidate, right): (&Candidate, &Option<Right>)| {
        let Candidate { board, last, .. } = *candidate;
        let (side, right) = (&sides[candidate.side], (*right)?);
        let choice = &side.choices[candidate.choice];
        let bit = right.answer.bit();
        let answer = (board.position.moves() & (bit - 1)).count_ones() as usize;
        let part = part(side.player);
        let curve = Curve::of(&models[part], choice.number, &choice.options, answer)?;
        let exercise = Exercise { board, last, right, curve };
        Some(Asked { exercise, part, theta: strengths.theta[side.player], found: choice.played == answer })
    };
    candidates.iter().zip(rights).filter_map(of).collect()
}

/// Each part is predicted by a calibration without it.
pub(crate) fn examine(asked: &[Asked]) -> Examined {
    let mut said: Vec<(f64, bool)> = Vec::new();
    for left_out in 0..PARTS {
        let [a, b] = calibrate(asked.iter().filter(|asked| asked.part != left_out));
        said.extend(
            asked.iter().filter(|asked| asked.part == left_out).map(|asked| (a + b * asked.logit(), asked.found)),
        );
    }
    let mut bins = Bins::default();
    said.iter().for_each(|&(logit, found)| bins.add(1.0 / (1.0 + libm::exp(-logit)), found));
    Examined {
        exercises: said.len(),
        exact: asked.iter().filter(|asked| asked.exercise.right.exact).count(),
        found: rounded(said.iter().filter(|(_, found)| *found).count() as f64 / said.len().max(1) as f64, 4),
        error: rounded(bins.error(), 4),
        slope: rounded(logistic(&said)[1], 4),
        reliability: bins.reliability(),
    }
}

/// The calibration: brings the curves of exercises to the moves that people played.
pub(crate) fn calibrate<'a>(asked: impl Iterator<Item = &'a Asked>) -> [f64; 2] {
    logistic(&asked.map(|asked| (asked.logit(), asked.found)).collect::<Vec<_>>())
}

/// Exercises of all difficulties, evenly spread, none twice.
pub(crate) fn exercises(asked: &[Asked], command: &str, seed: u64) -> Exercises {
    let calibration = calibrate(asked.iter()).map(|x| rounded(x, 4));
    let mut bands: BTreeMap<i64, Vec<Exercise>> = BTreeMap::new();
    let mut known = std::collections::BTreeSet::new();
    let (low, high, width) = BANDS;
    for Asked { exercise, .. } in asked {
        let Some(curve) = exercise.curve.calibrated(calibration) else { continue };
        let half = curve.half.0.round();
        let position = &exercise.board.position;
        let image = |symmetry: Symmetry| (symmetry.set(position.own), symmetry.set(position.opp));
        if (low..high).contains(&half) && known.insert(Symmetry::all().map(image).min()) {
            let curve = Curve { half: PeopleElo(half), slope: rounded(curve.slope, 4) };
            let band = bands.entry(((half - low) / width) as i64).or_default();
            band.push(Exercise { curve, ..exercise.clone() });
        }
    }
    let order = |exercise: &Exercise| derive(derive(seed, exercise.board.position.own), exercise.board.position.opp);
    bands.values_mut().for_each(|band| band.sort_by_key(order));
    let (mut exercises, mut turn) = (Vec::new(), 0);
    while exercises.len() < SHIPPED && bands.values().any(|band| turn < band.len()) {
        exercises.extend(bands.values().filter_map(|band| band.get(turn).cloned()));
        turn += 1;
    }
    exercises.truncate(SHIPPED);
    exercises.sort_by(|a, b| a.curve.half.0.total_cmp(&b.curve.half.0));
    Exercises { command: command.to_owned(), calibration, exercises }
}

impl Asked {
    /// The probability that this person finds it, by the uncalibrated curve.
    fn logit(&self) -> f64 {
        logit(self.exercise.curve.chance(self.theta.rating()))
    }
}

/// The most likely `a` and `b` where the odds of a success are `exp(a + b x)`, by Newton's method.
fn logistic(points: &[(f64, bool)]) -> [f64; 2] {
    let (mut a, mut b) = (0.0, 1.0);
    for _ in 0..20 {
        let (mut slope, mut curvature) = ([0.0; 2], [1e-9, 0.0, 1e-9]);
        for &(x, found) in points {
            let p = 1.0 / (1.0 + libm::exp(-(a + b * x)));
            let (apart, weight) = (f64::from(u8::from(found)) - p, p * (1.0 - p));
            slope = [slope[0] + apart, slope[1] + apart * x];
            curvature = [curvature[0] + weight, curvature[1] + weight * x, curvature[2] + weight * x * x];
        }
        let [aa, ab, bb] = curvature;
        let determinant = aa * bb - ab * ab;
        if determinant <= 1e-12 {
            break;
        }
        a += (bb * slope[0] - ab * slope[1]) / determinant;
        b += (aa * slope[1] - ab * slope[0]) / determinant;
    }
    [a, b]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_that_made_successes_are_found() {
        let points: Vec<(f64, bool)> = (0..20_000)
            .map(|number| {
                let x = (number % 41) as f64 / 10.0 - 2.0;
                let p = 1.0 / (1.0 + libm::exp(-(0.4 + 0.8 * x)));
                (x, (derive(3, number) as f64 / u64::MAX as f64) < p)
            })
            .collect();
        let [a, b] = logistic(&points);
        assert!((a - 0.4).abs() < 0.06 && (b - 0.8).abs() < 0.06, "{a} {b}");
    }
}
