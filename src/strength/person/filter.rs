//! The filter estimates a strength that may change between games. A better result never lowers the estimate.
//!
//! Games give three observations, each the present strength plus an error, in units of `theta`. One is the strength
//! that fits the mean score of the moves. Another is the mean of the results: the opponent's strength plus the
//! [stretched](crate::people::stretched) margin. The errors are chance, drift and style. Style is the player's
//! permanent difference from equally strong players in moves, in results, and in results against programs. The weight
//! of a game depends on the number of games, its age and the error of the opponent's strength, but not on its result.
//!
//! The third is the mean strength of the different people whom the player met, because people meet others of about
//! their strength. Only people count whom the files rate: other opponents are chosen for the player.
//!
//! The likelihood of a result is a log-concave function of the distance from the opponent: a normal density of the
//! margin, or the probability of a win if the margin is unknown. Choices unlike people's are a heavy tail in the error
//! of the moves alone, and all players have the same prior. So the likelihood ratio of any two strengths rises with
//! each margin and each opponent's strength, and with it the posterior mean for any prior (Karlin and Rubin 1956, "The
//! theory of decision procedures for distributions with monotone likelihood ratio"). Mixed assumptions about *results*
//! would break this order: a surprising win would be evidence for the other assumption.

use super::evidence::{RatedResult, Results, WeightedMean};
use crate::people::{Acquaintances, Estimator, Theta};

/// The evidence of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Observation {
    /// The [evidence](crate::people::evidence()) of the moves, and their share, 0 to 1, of a complete game's
    /// information.
    pub score: f64,
    pub part: f64,
    pub result: Option<RatedResult>,
    /// The strength of a person whom the player meets for the first time.
    pub met: Option<Theta>,
    /// The variance of the change in strength before the game.
    pub drift: f64,
}

/// The assumptions about players before any game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Assumptions<'a> {
    /// A mixture of normal priors for `theta`: weight, mean and deviation of each.
    pub prior: &'a [[f64; 3]],
    /// Players unlike people: their weight (people's is 1), and the mean and the variance of the error of their moves
    /// in `theta`.
    pub unlike: &'a [[f64; 3]],
    /// The additional variance of the permanent error of results against programs.
    pub programs: f64,
}

/// The estimate after the newest game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StrengthEstimate {
    pub mean: Theta,
    pub deviation: f64,
    /// The probability that the player's choices are unlike people's.
    pub odd: f64,
}

/// The strength for a mean score of complete games, and its slope relative to the estimator's straight line. Above
/// [`BEND`] the score rises more slowly, because the judge overlooks losses of masters, and below [`KNEE`] faster.
fn strength(estimator: &Estimator, score: f64) -> (f64, f64) {
    let line = (score - estimator.alpha[0]) / estimator.slope[0];
    if line < KNEE {
        // The slope stays 1, because few games tell the place of this bend.
        (KNEE + (line - KNEE) / STEEPER, 1.0)
    } else if line > BEND {
        (BEND + SLOWER * (line - BEND), SLOWER)
    } else {
        (line, 1.0)
    }
}

/// The upper bend, and the rise in strength for each unit of the line above it. They make the strengths of the
/// archive's players likely (`lab people --estimator`).
const BEND: f64 = 0.8;
const SLOWER: f64 = 1.3;
/// The lower bend, and the steepness of the line below it, from games of the people's ladder (`lab odd --people`).
const KNEE: f64 = -1.5;
const STEEPER: f64 = 1.3;

/// The range of strengths in which the posterior is computed.
const LOW: f64 = -20.0;
const HIGH: f64 = 16.0;
const STEP: f64 = 0.05;
/// The largest covariance of moves and results relative to the smaller variance. Above 1, one of them would get a
/// negative weight.
const MOST: f64 = 0.9;

/// The estimate from games under these assumptions.
#[must_use]
pub(super) fn filter(estimator: &Estimator, assumed: &Assumptions<'_>, games: &[Observation]) -> StrengthEstimate {
    let [slope, discs] = [estimator.slope[0], estimator.discs];
    let [[noise, shared], [_, rough]] = estimator.sampling;
    let mut moves = WeightedMean::default();
    let mut met = WeightedMean::default();
    // There are three kinds of results: against people, against programs, and against players with ratings on another
    // scale.
    let mut kinds = [Results::default(), Results::default(), Results::default()];
    for game in games {
        // The evidence of all three kinds loses weight together.
        let results: f64 = kinds.iter().map(|kind| kind.information).sum();
        let times = game.drift * (moves.information + results);
        moves.blur(times);
        kinds.iter_mut().for_each(|kind| kind.blur_with_moves(times));
        if let Some(stranger) = game.met {
            met.see(stranger.0, estimator.met.sampling);
        }
        let seen = game.part > 0.0;
        let gain = if seen { moves.see(game.score / game.part, noise / (slope * slope * game.part)) } else { 0.0 };
        kinds.iter_mut().for_each(|kind| kind.shared *= 1.0 - gain);
        if let Some(result) = game.result {
            let kind = &mut kinds[if result.scale > 0.0 { 2 } else { usize::from(result.steepness > 1.0) }];
            let unit = result.steepness * discs;
            let counted = kind.see(&result, unit, rough);
            kind.shared = (1.0 - counted) * kind.shared + gain * counted * shared / (slope * unit);
        }
    }
    let [people, mut programs, mut rated] = kinds;
    programs.blur(assumed.programs * programs.information);
    let scale = games.iter().filter_map(|game| game.result).map(|result| result.scale).fold(0.0, f64::max);
    rated.blur(scale * scale * rated.information);
    let mut results = people.with(programs).with(rated);
    results.blur(estimator.style[1] / (discs * discs) * results.information);
    let drift: f64 = games.iter().map(|game| game.drift).sum();
    let prior: Vec<[f64; 3]> = assumed
        .prior
        .iter()
        .map(|&[weight, mean, deviation]| [weight, mean, libm::hypot(deviation, drift.sqrt())])
        .collect();
    let met = strength_by_people(estimator, met, scale);
    posterior(estimator, &Assumptions { prior: &prior, ..*assumed }, &moves, &results, &met)
}

/// The strength of those who meet people of this mean strength, with its information. It stays within two deviations of
/// the prior, because the regression line comes from people between them. `scale` is the error that all their ratings
/// share.
fn strength_by_people(estimator: &Estimator, mut met: WeightedMean, scale: f64) -> Normal {
    let Acquaintances { alpha, slope, style, .. } = estimator.met;
    met.blur((style + scale * scale) * met.information);
    let [mean, deviation] = estimator.prior;
    let line = (met.mean() - alpha) / slope;
    let bounded = line.clamp(mean - 2.0 * deviation, mean + 2.0 * deviation);
    Normal { mean: bounded, information: slope * slope * met.information }
}

/// Normal evidence of the strength.
struct Normal {
    mean: f64,
    /// The inverse of the variance; 0 without evidence.
    information: f64,
}

fn posterior(
    estimator: &Estimator,
    assumed: &Assumptions<'_>,
    moves: &WeightedMean,
    results: &Results,
    met: &Normal,
) -> StrengthEstimate {
    let slope = estimator.slope[0];
    // The strength by moves given the results is `offset + along theta`, with a normal error of this variance for
    // people. The variance depends on the score and not on the compared strength, so results do not change it.
    let (apparent, rise) = strength(estimator, moves.mean());
    let moves_variance = rise * rise * (1.0 / moves.information + estimator.style[0] / (slope * slope));
    let mut along = 1.0;
    let mut offset = 0.0;
    let mut left = moves_variance;
    if results.seen.information > 0.0 {
        let variance = 1.0 / results.seen.information;
        let both = results.shared.clamp(0.0, MOST * moves_variance.min(variance));
        let part = both / variance;
        along = 1.0 - part;
        offset = part * results.seen.mean();
        left = moves_variance - part * both;
    }
    let kinds = std::iter::once(&[1.0, 0.0, 0.0]).chain(assumed.unlike);
    let kinds: Vec<[f64; 3]> = kinds.map(|&[weight, mean, more]| [weight, mean, left + more]).collect();
    let thetas = (0..=((HIGH - LOW) / STEP) as u32).map(|n| LOW + STEP * f64::from(n));
    let points = thetas.map(|theta| {
        let prior: f64 = assumed
            .prior
            .iter()
            .map(|&[weight, mean, deviation]| {
                weight / deviation * libm::exp(-((theta - mean) / deviation).powi(2) / 2.0)
            })
            .sum();
        let apart = apparent - offset - along * theta;
        let (like, all) = if moves.information > 0.0 {
            let mut likelihoods = kinds.iter().map(|&[weight, mean, variance]| {
                libm::log(weight) - libm::log(variance) / 2.0 - (apart - mean).powi(2) / variance / 2.0
            });
            let like = likelihoods.next().expect("people are a kind");
            (like, likelihoods.fold(like, log_sum))
        } else {
            (0.0, libm::log(kinds.iter().map(|kind| kind[0]).sum::<f64>()))
        };
        (
            theta,
            libm::log(prior.max(f64::MIN_POSITIVE)) + all + results.log_likelihood(theta)
                - met.information * (theta - met.mean).powi(2) / 2.0,
            1.0 - libm::exp(like - all),
        )
    });
    let points: Vec<(f64, f64, f64)> = points.collect();
    let most = points.iter().map(|point| point.1).fold(f64::MIN, f64::max);
    let [total, sum, squares, odd] = points.iter().fold([0.0; 4], |sums, &(theta, log, odd)| {
        let chance = libm::exp(log - most);
        let terms = [chance, chance * theta, chance * theta * theta, chance * odd];
        std::array::from_fn(|i| sums[i] + terms[i])
    });
    let mean = sum / total;
    StrengthEstimate { mean: Theta(mean), deviation: (squares / total - mean * mean).max(0.0).sqrt(), odd: odd / total }
}

fn log_sum(a: f64, b: f64) -> f64 {
    a.max(b) + libm::log1p(libm::exp(-(a - b).abs()))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::evidence::KnownResult;
    use super::*;
    use crate::people::{shipped, stretched};
    use crate::stats::{Z95, draw_normal};

    /// Assumptions for a player like people, with a prior around the average.
    const PEOPLE: Assumptions<'_> = Assumptions { prior: &[[1.0, 0.0, 1.0]], unlike: &[], programs: 0.0 };
    const ANYBODY: Assumptions<'_> = Assumptions { prior: &[[1.0, 0.0, 2.0]], ..PEOPLE };
    const NOTHING: Observation = Observation { score: 0.0, part: 0.0, result: None, met: None, drift: 0.0 };

    fn against(outcome: KnownResult, opponent: f64) -> Option<RatedResult> {
        Some(RatedResult { outcome, opponent: Theta(opponent), error: 0.0, steepness: 1.0, scale: 0.0 })
    }

    /// A pair of normal random numbers with this covariance.
    fn pair([[a, both], [_, b]]: [[f64; 2]; 2], rng: &mut ChaCha8Rng) -> [f64; 2] {
        let u = draw_normal(rng);
        let v = draw_normal(rng);
        let slant = both / a.sqrt();
        [a.sqrt() * u, slant * u + (b - slant * slant).max(0.0).sqrt() * v]
    }

    /// The value on the straight line for which the curve gives this strength.
    fn line(theta: f64) -> f64 {
        let straight = Estimator { alpha: [0.0; 2], slope: [1.0; 2], ..shipped().estimator.clone() };
        let mut low = -20.0;
        let mut high = 20.0;
        while high - low > 1e-9 {
            let middle = f64::midpoint(low, high);
            if strength(&straight, middle).0 < theta { low = middle } else { high = middle }
        }
        low
    }

    /// Games of a player with a given strength in each, against similar opponents, drawn from the filter's own model.
    fn games(strengths: &[f64], drift: f64, rng: &mut ChaCha8Rng) -> Vec<Observation> {
        let estimator = &shipped().estimator;
        let Estimator { alpha, slope, discs, style, sampling, .. } = *estimator;
        let own_style = pair([[style[0], 0.0], [0.0, style[1]]], rng);
        let games = strengths.iter().map(|&theta| {
            let luck = pair(sampling, rng);
            let opponent = theta + rng.random_range(-0.5..0.5);
            let margin = discs * (theta - opponent) + own_style[1] + luck[1];
            let line = line(theta);
            let steeper = if line < KNEE { STEEPER } else { 1.0 };
            let score = alpha[0] + slope[0] * line + steeper * (own_style[0] + luck[0]);
            Observation { score, part: 1.0, result: against(KnownResult::Margin(margin), opponent), met: None, drift }
        });
        games.collect()
    }

    #[test]
    fn intervals_cover_95_in_a_hundred_with_drift_and_without() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (count, step) in [(1, 0.0), (3, 0.0), (10, 0.0), (40, 0.0), (10, 0.07), (60, 0.07)] {
            const PLAYERS: u32 = 1_000;
            let mut covered = 0;
            for _ in 0..PLAYERS {
                let mut theta = draw_normal(&mut rng);
                let strengths: Vec<f64> = (0..count)
                    .map(|_| {
                        theta += step * draw_normal(&mut rng);
                        theta
                    })
                    .collect();
                let estimate = filter(&shipped().estimator, &PEOPLE, &games(&strengths, step * step, &mut rng));
                covered += u32::from((estimate.mean.0 - theta).abs() < Z95 * estimate.deviation);
            }
            let share = f64::from(covered) / f64::from(PLAYERS);
            // For 1,000 players three standard errors are 2.1 %.
            assert!((0.93..0.972).contains(&share), "{count} games, drift {step}: {share}");
        }
    }

    #[test]
    fn without_drift_the_filter_is_the_closed_form_in_any_order() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut shown = games(&[-1.0; 12], 0.0, &mut rng);
        let turned: Vec<Observation> = shown.iter().rev().copied().collect();
        let [estimate, back] = [&shown, &turned].map(|games| filter(&shipped().estimator, &PEOPLE, games));
        assert!(estimate.mean.above(back.mean).abs() < 1e-9, "{estimate:?} {back:?}");
        // Moves and results at once: the best mean of two numbers with these variances and this covariance. Style adds
        // to each variance alone.
        let Estimator { alpha, slope, discs, style, sampling, .. } = shipped().estimator;
        let count = shown.len() as f64;
        let moves = (shown.iter().map(|game| game.score).sum::<f64>() / count - alpha[0]) / slope[0];
        let results = shown.iter().filter_map(|game| game.result).map(|result| match result.outcome {
            KnownResult::Margin(margin) => result.opponent.0 + margin / discs,
            KnownResult::Won(_) => panic!("margins are drawn"),
        });
        let results = results.sum::<f64>() / count;
        let [a, d] = [0, 1].map(|i| (sampling[i][i] / count + style[i]) / [slope[0], discs][i].powi(2));
        let b = sampling[0][1] / count / (slope[0] * discs);
        let information = (a + d - 2.0 * b) / (a * d - b * b);
        let both = ((d - b) * moves + (a - b) * results) / (a + d - 2.0 * b);
        assert!((estimate.mean.0 - both * information / (1.0 + information)).abs() < 1e-3, "{estimate:?} {both}");
        assert!((estimate.deviation - (1.0 + information).recip().sqrt()).abs() < 1e-3, "{estimate:?} {information}");
        // The estimate is from moves alone, at scores where the line is straight.
        shown.iter_mut().for_each(|game| game.result = None);
        let estimate = filter(&shipped().estimator, &PEOPLE, &shown);
        let shipped = &shipped().estimator;
        let variance = shipped.style[0] + shipped.sampling[0][0] / shown.len() as f64;
        let slope = shipped.slope[0];
        let score = shown.iter().map(|game| game.score).sum::<f64>() / shown.len() as f64;
        let precision = 1.0 + slope * slope / variance;
        let mean = Theta(slope * (score - shipped.alpha[0]) / variance / precision);
        // The mean and the deviation of a smooth curve, computed on a grid of 10 Elo.
        assert!(estimate.mean.above(mean).abs() < 1e-3, "{estimate:?} {mean:?}");
        assert!((estimate.deviation - precision.recip().sqrt()).abs() < 1e-3, "{estimate:?} {precision}");
    }

    #[test]
    fn the_people_whom_somebody_meets_say_how_strong_the_player_is_within_bounds() {
        let estimator = &shipped().estimator;
        let meeting = |opponents: &[f64]| {
            let games: Vec<Observation> =
                opponents.iter().map(|&opponent| Observation { met: Some(Theta(opponent)), ..NOTHING }).collect();
            filter(estimator, &PEOPLE, &games)
        };
        let nobody = filter(estimator, &PEOPLE, &[NOTHING]);
        let usual = estimator.met.alpha;
        let [weak, strong] = [usual - 0.5, usual + 0.5].map(|opponent| meeting(&[opponent; 10]));
        assert!(weak.mean.0 < nobody.mean.0 - 0.3 && strong.mean.0 > nobody.mean.0 + 0.3, "{weak:?} {strong:?}");
        assert!(strong.deviation < nobody.deviation && meeting(&[usual + 0.5]).deviation > strong.deviation);
        // A line through tournament players says nothing beyond them.
        let [far, farther] = [usual - 3.0, usual - 6.0].map(|opponent| meeting(&[opponent; 40]).mean.0);
        assert!((far - farther).abs() < 1e-9 && far > estimator.prior[0] - 2.0 * estimator.prior[1], "{far}");
    }

    #[test]
    fn the_curve_is_the_line_between_its_bends() {
        for theta in [BEND, KNEE, 0.0] {
            assert!((line(theta) - theta).abs() < 1e-6, "{theta}");
        }
        // A unit of strength is less than a unit of the line above the upper bend, and more below the lower one.
        assert!((line(BEND + SLOWER) - BEND - 1.0).abs() < 1e-6 && (line(KNEE - 1.0) - KNEE + 1.3).abs() < 1e-6);
        // The error of the moves grows with the strength for each unit of the line.
        let estimator = &shipped().estimator;
        let assumed = Assumptions { prior: &[[1.0, 0.0, 30.0]], ..PEOPLE };
        let [straight, above] = [0.0, BEND + 3.0].map(|line| {
            let game = Observation { score: estimator.alpha[0] + estimator.slope[0] * line, part: 1.0, ..NOTHING };
            filter(estimator, &assumed, &[game]).deviation
        });
        // The prior changes both by 0.1 %.
        assert!((above / straight - SLOWER).abs() < 0.01, "{straight} {above}");
    }

    #[test]
    fn somebody_who_improves_is_followed() {
        // A gain of 200 Elo in 60 games, tracked with the drift of followed players, 20 Elo a game.
        let drift = 0.1_f64.powi(2);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut behind = [0.0; 3];
        const PLAYERS: usize = 120;
        for _ in 0..PLAYERS {
            let start = draw_normal(&mut rng) / 2.0;
            let strengths: Vec<f64> = (0..70).map(|n| start + f64::from(n - 10).max(0.0) / 60.0).collect();
            let shown = games(&strengths, drift, &mut rng);
            for (third, sum) in behind.iter_mut().enumerate() {
                for game in (10 + 20 * third..30 + 20 * third).step_by(5) {
                    let estimate = filter(&shipped().estimator, &ANYBODY, &shown[..game]);
                    *sum += (strengths[game] - estimate.mean.0) / (4 * PLAYERS) as f64;
                }
            }
        }
        // With the drift of a followed player the estimate lags by at most a quarter of the gain; without drift, by
        // half.
        assert!(behind.iter().all(|lag| 200.0 * lag.abs() < 56.0), "{behind:?}");
    }

    /// Up to 40 random games: with and without moves, results and margins, against people and against programs.
    fn anybody(rng: &mut ChaCha8Rng) -> Vec<Observation> {
        let level = rng.random_range(-6.0..4.0);
        let count = rng.random_range(1..=40) * rng.random_range(1..=40) / 40 + 1;
        let games = (0..count).map(|_| {
            let part = if rng.random_bool(0.2) { 0.0 } else { rng.random_range(0.1..1.0) };
            let score = part * (2.9 * level + 3.7 * draw_normal(rng));
            let won = rng.random_bool(0.5);
            let outcome = KnownResult::Margin(stretched(f64::from(rng.random_range(-64..=64))));
            let outcome = if rng.random_bool(0.25) { KnownResult::Won(won) } else { outcome };
            let opponent = Theta(rng.random_range(-6.0..8.0));
            let error = rng.random_range(0.0..0.5);
            let steepness = if rng.random_bool(0.3) { rng.random_range(1.1..3.0) } else { 1.0 };
            let scale = if rng.random_bool(0.3) { rng.random_range(0.1..1.0) } else { 0.0 };
            let result = rng.random_bool(0.85).then_some(RatedResult { outcome, opponent, error, steepness, scale });
            Observation { score, part, result, met: None, drift: if rng.random_bool(0.5) { 0.01 } else { 1e-4 } }
        });
        games.collect()
    }

    #[test]
    fn what_all_ratings_of_a_scale_share_does_not_wear_off() {
        let [exact, other, fewer] = [(0.0, 400), (0.75, 400), (0.75, 4)].map(|(scale, count)| {
            let result = against(KnownResult::Margin(0.0), 0.0).map(|result| RatedResult { scale, ..result });
            filter(&shipped().estimator, &ANYBODY, &vec![Observation { result, ..NOTHING }; count]).deviation
        });
        // The prior's deviation of 2 makes it slightly smaller than 0.75.
        assert!(exact < 0.3 && (0.65..0.80).contains(&other), "{exact} {other}");
        assert!(fewer > other, "games still tell something");
    }

    /// Makes every opponent of known strength a person who is met for the first time.
    fn meet_opponents(games: &mut [Observation]) {
        for game in games {
            game.met = game.result.map(|result| result.opponent);
        }
    }

    #[test]
    fn a_better_result_or_a_stronger_opponent_never_lowers_the_estimate() {
        let estimator = &shipped().estimator;
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut rises = 0;
        let mut odd = 0;
        for set in 0..1_000 {
            let mut shown = anybody(&mut rng);
            let weight = libm::exp(rng.random_range(-4.0..8.0_f64));
            let unlike = [[0.2 * weight, -0.8, 1.8], [0.1 * weight, -1.8, 13.0]];
            let prior = [[0.5, 0.5, 1.0], [0.5, -1.5, 2.0]];
            let assumed = Assumptions { prior: &prior, unlike: &unlike, programs: 0.12 };
            meet_opponents(&mut shown);
            let before = filter(estimator, &assumed, &shown);
            let place = rng.random_range(0..shown.len());
            let Some(result) = shown[place].result.as_mut() else { continue };
            match (&mut result.outcome, rng.random_bool(0.5)) {
                (KnownResult::Margin(discs), true) => *discs += rng.random_range(0.0..40.0),
                (KnownResult::Won(won), true) => *won = true,
                (_, false) => result.opponent = result.opponent.plus(rng.random_range(0.0..5.0)),
            }
            meet_opponents(&mut shown);
            let after = filter(estimator, &assumed, &shown);
            assert!(after.mean.above(before.mean) > -1e-9, "{set}: {before:?} {after:?} by game {place} of {shown:?}");
            rises += u32::from(after.mean.above(before.mean) > 1e-3);
            odd += u32::from(before.odd > 0.5);
        }
        // The test is meaningful only if most changes move the estimate and both kinds of players occur.
        assert!(rises > 600 && (200..800).contains(&odd), "{rises} {odd}");
    }

    /// The estimate from three games with the same result.
    fn thrice(outcome: KnownResult, opponent: f64) -> StrengthEstimate {
        let game = Observation { result: against(outcome, opponent), ..NOTHING };
        filter(&shipped().estimator, &PEOPLE, &[game; 3])
    }

    #[test]
    fn a_game_won_by_an_unknown_margin_says_more_than_a_drawn_one_and_one_lost_less() {
        for opponent in [-8.0, -2.0, 0.0, 2.0, 8.0] {
            let [lost, drawn, won] = [KnownResult::Won(false), KnownResult::Margin(0.0), KnownResult::Won(true)]
                .map(|result| thrice(result, opponent).mean);
            assert!(lost < drawn && drawn < won, "{opponent}: {lost} {drawn} {won}");
        }
        // Resigning against a far stronger opponent changes little. A margin is stronger evidence than a win alone.
        assert!(thrice(KnownResult::Won(false), 5.0).mean.0.abs() < 0.05);
        assert!(thrice(KnownResult::Margin(-20.0), 0.0).deviation < thrice(KnownResult::Won(false), 0.0).deviation);
    }
}
