//! A person's style, apart from strength: offsets of the weights of the features of moves.
//!
//! The log-likelihood of offsets is approximated by a quadratic at the setting of the people's ladder under which the
//! moves are most likely. Offsets have a normal prior whose deviation is chosen by the evidence: a few games of an
//! ordinary player give offsets near 0, and those of a one-sided player large ones.

use crate::people::{self, COUNT, Choice, Ladder, Model, dot, features, shipped};
use crate::stats::solve_with_determinant;

/// The style of moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Style {
    /// Offsets on the features of moves; `None` if the moves show no style.
    pub offsets: Option<[f64; COUNT]>,
    /// The log likelihood ratio between a strong style and one like people's.
    pub oddity: f64,
}

/// The deviations of offsets to choose from: those of people, then those of players unlike people.
const LIKE: [f64; 3] = [0.0, 0.1, 0.2];
const UNLIKE: [f64; 2] = [0.5, 1.0];
/// The factor on the moves' information, because moves of one game depend on each other.
const WORTH: f64 = 0.7;
/// People's mean information about strength in a complete game, at `theta` 0.
const WHOLE: f64 = 1.5;

/// The information about strength in these choices, as a share of a complete game's.
#[must_use]
pub(super) fn part(choices: &[Choice]) -> f64 {
    let model = &shipped().model;
    let information: f64 = choices
        .iter()
        .map(|choice| {
            let rows: Vec<[f64; COUNT]> = choice.options.iter().map(|facts| features(choice.number, facts)).collect();
            let chances = softmax(&model.a, &rows);
            let slopes: Vec<f64> = rows.iter().map(|row| dot(&model.b, row)).collect();
            let mean: f64 = chances.iter().zip(&slopes).map(|(p, s)| p * s).sum();
            chances.iter().zip(&slopes).map(|(p, s)| p * (s - mean).powi(2)).sum::<f64>()
        })
        .sum();
    (information / WHOLE).min(1.0)
}

/// The style in these games' choices, relative to a model of people.
pub(super) fn estimate<'a>(model: &Model, games: impl Iterator<Item = &'a [Choice]>) -> Style {
    let choices: Vec<(Vec<[f64; COUNT]>, usize)> = games
        .flatten()
        .map(|c| (c.options.iter().map(|facts| features(c.number, facts)).collect(), c.played))
        .collect();
    if choices.is_empty() {
        return Style::default();
    }
    let (weights, sharpness) = likeliest(model, &choices);
    let mut slope = [0.0; COUNT];
    let mut curve = vec![[0.0; COUNT]; COUNT];
    for (rows, played) in &choices {
        let chances = softmax(&weights, rows);
        let mean: [f64; COUNT] = std::array::from_fn(|k| chances.iter().zip(rows).map(|(p, row)| p * row[k]).sum());
        for k in 0..COUNT {
            slope[k] += WORTH * sharpness * (rows[*played][k] - mean[k]);
            for l in 0..=k {
                let both: f64 = chances.iter().zip(rows).map(|(p, row)| p * row[k] * row[l]).sum();
                curve[k][l] += WORTH * sharpness * sharpness * (both - mean[k] * mean[l]);
            }
        }
    }
    for (k, l) in (0..COUNT).flat_map(|k| (0..k).map(move |l| (k, l))) {
        curve[l][k] = curve[k][l];
    }
    best(&slope, &curve)
}

/// The weights and the sharpness of the ladder's setting under which these moves are most likely.
#[must_use]
pub(super) fn likeliest(model: &Model, choices: &[(Vec<[f64; COUNT]>, usize)]) -> ([f64; COUNT], f64) {
    let ladder = Ladder::shipped();
    let (low, high) = ladder.range();
    let mut likeliest: Option<(f64, [f64; COUNT], f64)> = None;
    for step in 1..=STEPS {
        let setting = ladder.setting(low.plus(high.above(low) * f64::from(step) / f64::from(STEPS)));
        let weights = model.weights(setting.theta).map(|weight| setting.sharpness * weight);
        let likelihood: f64 = choices.iter().map(|(rows, played)| libm::log(softmax(&weights, rows)[*played])).sum();
        if likeliest.as_ref().is_none_or(|best| likelihood > best.0) {
            likeliest = Some((likelihood, weights, setting.sharpness));
        }
    }
    likeliest.map_or(([0.0; COUNT], 0.0), |(_, weights, sharpness)| (weights, sharpness))
}

const STEPS: u32 = 15;

/// The offsets of the features with their evidence, if offsets have this prior deviation. `slope` is that of the
/// log-likelihood, and `curve` its negative second derivative.
fn fit(slope: &[f64; COUNT], curve: &[[f64; COUNT]], deviation: f64) -> Option<(f64, [f64; COUNT])> {
    if deviation == 0.0 {
        return Some((0.0, [0.0; COUNT]));
    }
    // The offsets solve (I + C d^2) x = g d^2, and the evidence is x g / 2 - ln det(1 + C d^2) / 2, because prior and
    // likelihood are normal.
    let square = deviation * deviation;
    let precision: Vec<Vec<f64>> = (0..COUNT)
        .map(|k| (0..COUNT).map(|l| curve[k][l] + if k == l { 1.0 / square } else { 0.0 }).collect())
        .collect();
    let (offsets, determinant) = solve_with_determinant(precision, slope.to_vec())?;
    let offsets: [f64; COUNT] = offsets.try_into().ok()?;
    let determinant = determinant + COUNT as f64 * libm::log(square);
    Some(((dot(&offsets, slope) - determinant) / 2.0, offsets))
}

/// The offsets for the deviation with the most evidence, and the difference in evidence between strong and weak
/// deviations.
fn best(slope: &[f64; COUNT], curve: &[[f64; COUNT]]) -> Style {
    let [Some(like), Some(unlike)] = [&LIKE[..], &UNLIKE].map(|deviations| {
        let fits = deviations.iter().filter_map(|&deviation| fit(slope, curve, deviation));
        fits.max_by(|a, b| a.0.total_cmp(&b.0))
    }) else {
        return Style::default();
    };
    let (_, offsets) = if unlike.0 > like.0 { unlike } else { like };
    Style { offsets: offsets.iter().any(|&offset| offset != 0.0).then_some(offsets), oddity: unlike.0 - like.0 }
}

fn softmax(weights: &[f64; COUNT], rows: &[[f64; COUNT]]) -> Vec<f64> {
    people::softmax(rows.iter().map(|row| dot(weights, row)))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::Color;
    use crate::people::{Facts, Marks, place};

    /// Games of a player whose weights are those of the average player plus these offsets.
    fn games(offsets: &[(&str, f64)], count: usize) -> Vec<Vec<Choice>> {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut weights = shipped().model.a;
        offsets.iter().for_each(|&(name, offset)| weights[place(name).unwrap()] += offset);
        (0..count).map(|_| (5..50).step_by(2).map(|number| choice(&weights, number, &mut rng)).collect()).collect()
    }

    fn choice(weights: &[f64; COUNT], number: u32, rng: &mut ChaCha8Rng) -> Choice {
        let options: Vec<Facts> = std::iter::repeat_with(|| Facts {
            loss: rng.random_range(0.0..8.0),
            marks: if rng.random_bool(0.3) { Marks::EDGE } else { Marks::default() },
            replies: rng.random_range(0..12),
            frontier: rng.random_range(0..10),
            ..Facts::default()
        })
        .take(8)
        .collect();
        let rows: Vec<_> = options.iter().map(|facts| features(number, facts)).collect();
        let mut rest = rng.random_range(0.0..1.0);
        let drawn = softmax(weights, &rows).iter().position(|chance| {
            rest -= chance;
            rest < 0.0
        });
        Choice { color: Color::Black, number, options, played: drawn.unwrap_or(0), answer: None }
    }

    fn style(games: &[Vec<Choice>]) -> Style {
        estimate(&shipped().model, games.iter().map(Vec::as_slice))
    }

    fn largest(offsets: &[f64; COUNT]) -> f64 {
        offsets.iter().fold(0.0, |most, offset| most.max(offset.abs()))
    }

    #[test]
    fn a_liking_is_found_where_it_is_and_nobody_like_people_has_one() {
        let edge = place("edge").unwrap();
        let [fond, averse] = [2.0, -2.0].map(|offset| style(&games(&[("edge", offset)], 30)));
        let likes = fond.offsets.unwrap();
        let shuns = averse.offsets.unwrap();
        assert!(likes[edge] > 0.5 && likes[edge] == largest(&likes), "{likes:?}");
        assert!(shuns[edge] < -0.5 && -shuns[edge] == largest(&shuns), "{shuns:?}");
        let usual = style(&games(&[], 30));
        assert!(fond.oddity > 0.0 && averse.oddity > 0.0 && usual.oddity < 0.0, "{fond:?} {averse:?} {usual:?}");
        assert!(usual.offsets.is_none_or(|offsets| largest(&offsets) < 0.4), "{usual:?}");
        assert_eq!(style(&[]), Style::default());
    }

    #[test]
    fn one_feature_s_offset_and_evidence_are_those_of_the_closed_form() {
        // If only one feature occurs in moves, each deviation has a closed form.
        const CURVE: f64 = 20.0;
        let mut curves = vec![[0.0; COUNT]; COUNT];
        curves[3][3] = CURVE;
        // The three cases are a strong style, one like people's (the deviation of 0.2), and none.
        let [strong, usual, none] = [15.0, 6.0, 1.0].map(|slope| {
            let mut slopes = [0.0; COUNT];
            slopes[3] = slope;
            let [like, unlike] = [&LIKE[..], &UNLIKE].map(|deviations| {
                let evidences = deviations.iter().map(|&d| {
                    let shrunk = if d == 0.0 { 0.0 } else { slope * slope / (CURVE + 1.0 / (d * d)) };
                    shrunk / 2.0 - libm::log1p(CURVE * d * d) / 2.0
                });
                evidences.fold(f64::MIN, f64::max)
            });
            let style = best(&slopes, &curves);
            let expected = unlike - like;
            assert!((style.oddity - expected).abs() < 1e-9, "{slope}: {style:?}, expected {expected}");
            style.offsets.map(|offsets| offsets[3])
        });
        assert!((strong.unwrap() - 15.0 / 21.0).abs() < 1e-9);
        assert!((usual.unwrap() - 6.0 / 45.0).abs() < 1e-9);
        assert_eq!(none, None);
    }

    #[test]
    fn a_whole_game_carries_all_information_and_a_part_of_it_a_part() {
        let games = games(&[], 3);
        let [few, more] = [4, 12].map(|moves| part(&games[0][..moves]));
        assert!(0.0 < few && few < more && more <= 1.0, "{few} {more}");
        assert_eq!((part(&[]), part(&games.concat())), (0.0, 1.0));
    }
}
