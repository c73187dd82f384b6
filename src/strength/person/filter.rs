//! A filter over games: what moves and margins show of a strength that may change.
//!
//! The state is (theta, u, w, v): the strength now, and how far this player's scores and margins lie beside those of
//! others of the same strength, and its strength against programs beside that against people, for ever (style). A game
//! shows a score with mean f (mu(theta) + u) and, against an opponent of known strength, a margin with mean
//! m(theta - opponent) + w, for a program m(theta + v - opponent) + w. Strength drifts from game to game by a random
//! walk, so the gain falls at first and then stays where it follows: a Kalman filter (1960). The two means are not
//! straight lines, so the filter is run again around what it found until that stays; without drift the order of games
//! does not matter.

use crate::people::Estimator;

/// What a game shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// Of the moves, and which part of a usual game's information they carry (0: none, 1: a whole game).
    pub score: f64,
    pub part: f64,
    pub margin: Option<Margin>,
    /// Variance of the strength's change before the game.
    pub drift: f64,
}

/// Discs ahead in the end against an opponent of known strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin {
    pub discs: f64,
    /// The opponent's `theta`, and its standard error.
    pub opponent: f64,
    pub error: f64,
    /// See [`Known`](super::Known).
    pub steepness: f64,
    /// What its variance has beyond that of a margin that was seen.
    pub doubt: f64,
}

impl Margin {
    /// Margins are steep against programs only.
    fn against_a_program(&self) -> bool {
        self.steepness > 1.0
    }
}

/// What is assumed before any game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assumed {
    /// Mean and deviation of `theta`.
    pub prior: [f64; 2],
    pub style: Style,
}

/// How players of one strength differ: in scores, in margins (discs), and in strength against programs (`theta`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub mean: [f64; 3],
    pub covariance: [[f64; 3]; 3],
}

impl Style {
    /// Of the people from whom the estimator was fitted, all programs being alike to them.
    #[must_use]
    pub fn of_people(estimator: &Estimator) -> Style {
        let [[scores, both], [_, margins]] = estimator.style;
        Style { mean: [0.0; 3], covariance: [[scores, both, 0.0], [both, margins, 0.0], [0.0; 3]] }
    }
}

/// What is believed after some games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    pub mean: f64,
    pub deviation: f64,
    /// The logarithm of the probability of what was shown.
    pub evidence: f64,
}

/// The largest margin.
const BOARD: f64 = 64.0;

/// The mean margin at a difference in strength, and its slope: a straight line of so many discs a unit that bends
/// towards the size of the board.
pub fn margin(discs: f64, difference: f64) -> (f64, f64) {
    let bent = (discs * difference / BOARD).tanh();
    (BOARD * bent, discs * (1.0 - bent * bent))
}

/// The mean score of a whole game at a strength, its slope, and how many times as much as people's it scatters from
/// game to game: a straight line for people, which is steeper below them ([`KNEE`]), where games differ more.
fn score(estimator: &Estimator, theta: f64) -> (f64, f64, f64) {
    let slope = estimator.slope[0];
    if theta >= KNEE {
        (estimator.alpha[0] + slope * theta, slope, 1.0)
    } else {
        let low = estimator.alpha[0] + slope * KNEE;
        (low + slope * STEEPER * (theta - KNEE), slope * STEEPER, STEEPER)
    }
}

/// Below this strength, by games of the people's ladder (`scripts/experiments/odd --people`).
const KNEE: f64 = -1.8;
const STEEPER: f64 = 1.55;

/// Runs of the filter, each around what the one before found.
const RUNS: usize = 12;

/// What games show under an assumption.
#[must_use]
pub fn filter(estimator: &Estimator, assumed: &Assumed, games: &[Shown]) -> Found {
    let mut around = assumed.prior[0];
    let mut found = once(estimator, assumed, games, around);
    for _ in 0..RUNS {
        // Half a step at a time: far from the truth the bent line overshoots.
        let next = if (found.mean - around).abs() > 1.0 { f64::midpoint(around, found.mean) } else { found.mean };
        if (next - around).abs() < 1e-4 {
            break;
        }
        around = next;
        found = once(estimator, assumed, games, around);
    }
    found
}

fn once(estimator: &Estimator, assumed: &Assumed, games: &[Shown], around: f64) -> Found {
    let Style { mean: [u, w, v], covariance } = assumed.style;
    let mut belief = Belief { mean: [assumed.prior[0] - around, u, w, v], cov: [[0.0; SIZE]; SIZE], evidence: 0.0 };
    belief.cov[0][0] = assumed.prior[1].powi(2);
    for (row, from) in belief.cov[1..].iter_mut().zip(covariance) {
        row[1..].copy_from_slice(&from);
    }
    let (level, rise, scatter) = score(estimator, around);
    let [[noise, shared], [_, rough]] = estimator.sampling;
    let (noise, shared) = (noise * scatter * scatter, shared * scatter);
    for game in games {
        belief.cov[0][0] += game.drift;
        let seen = game.part > 0.0;
        let offset = game.score - game.part * level;
        if seen {
            belief.see([game.part * rise, game.part, 0.0, 0.0], offset, game.part * noise);
        }
        if let Some(known) = game.margin {
            // What the score says of the margin's noise is taken off it; the two are one after the other then.
            let (mean, slope) = margin(known.steepness * estimator.discs, around - known.opponent);
            let (hint, left) =
                if seen { (shared / noise, rough - shared * shared / noise * game.part) } else { (0.0, rough) };
            let hinted = hint * game.part;
            let program = if known.against_a_program() { slope } else { 0.0 };
            let row = [slope - hinted * rise, -hinted, 1.0, program];
            belief.see(row, known.discs - mean - hint * offset, left + (slope * known.error).powi(2) + known.doubt);
        }
    }
    Found { mean: around + belief.mean[0], deviation: belief.cov[0][0].max(0.0).sqrt(), evidence: belief.evidence }
}

/// Numbers of the state.
const SIZE: usize = 4;

struct Belief {
    mean: [f64; SIZE],
    cov: [[f64; SIZE]; SIZE],
    evidence: f64,
}

impl Belief {
    /// Takes in a number that is `row` times the state with noise of this variance.
    fn see(&mut self, row: [f64; SIZE], value: f64, noise: f64) {
        let spread: [f64; SIZE] = std::array::from_fn(|i| (0..SIZE).map(|j| self.cov[i][j] * row[j]).sum());
        let expected: f64 = (0..SIZE).map(|i| row[i] * self.mean[i]).sum();
        let variance = noise + (0..SIZE).map(|i| row[i] * spread[i]).sum::<f64>();
        let surprise = value - expected;
        self.evidence -= (variance.ln() + surprise * surprise / variance) / 2.0;
        for i in 0..SIZE {
            self.mean[i] += spread[i] * surprise / variance;
            for j in 0..SIZE {
                self.cov[i][j] -= spread[i] * spread[j] / variance;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::people::shipped;
    use crate::stats::{Z95, draw_normal};

    const PRIOR: [f64; 2] = [0.0, 1.0];

    fn assumed() -> Assumed {
        Assumed { prior: PRIOR, style: Style::of_people(&shipped().estimator) }
    }

    /// A pair of normal numbers with these variances and this covariance.
    fn pair([a, b, both]: [f64; 3], rng: &mut ChaCha8Rng) -> [f64; 2] {
        let (u, v) = (draw_normal(rng), draw_normal(rng));
        let slant = both / a.sqrt();
        [a.sqrt() * u, slant * u + (b - slant * slant).max(0.0).sqrt() * v]
    }

    /// Games of somebody whose strength in each is given, against opponents nearby, by the filter's own model.
    fn games(strengths: &[f64], drift: f64, rng: &mut ChaCha8Rng) -> Vec<Shown> {
        let estimator = &shipped().estimator;
        let [[a, both], [_, b]] = estimator.style;
        let own = pair([a, b, both], rng);
        let [[noise, shared], [_, rough]] = estimator.sampling;
        let game = |theta: f64| {
            let luck = pair([noise, rough, shared], rng);
            let opponent = theta + rng.random_range(-0.5..0.5);
            let discs = margin(estimator.discs, theta - opponent).0 + own[1] + luck[1];
            Shown {
                score: score(estimator, theta).0 + own[0] + luck[0],
                part: 1.0,
                margin: Some(Margin { discs, opponent, error: 0.0, steepness: 1.0, doubt: 0.0 }),
                drift,
            }
        };
        strengths.iter().copied().map(game).collect()
    }

    #[test]
    fn intervals_cover_95_in_a_hundred_with_drift_and_without() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (count, step) in [(1, 0.0), (3, 0.0), (10, 0.0), (40, 0.0), (10, 0.07), (60, 0.07)] {
            const PLAYERS: u32 = 1_000;
            let mut covered = 0;
            for _ in 0..PLAYERS {
                let mut theta = PRIOR[0] + PRIOR[1] * draw_normal(&mut rng);
                let strengths: Vec<f64> = (0..count)
                    .map(|_| {
                        theta += step * draw_normal(&mut rng);
                        theta
                    })
                    .collect();
                let shown = games(&strengths, step * step, &mut rng);
                let found = filter(&shipped().estimator, &assumed(), &shown);
                covered += u32::from((found.mean - theta).abs() < Z95 * found.deviation);
            }
            let share = f64::from(covered) / f64::from(PLAYERS);
            // Of 1,000: three standard errors are 2.1 %.
            assert!((0.93..0.972).contains(&share), "{count} games, drift {step}: {share}");
        }
    }

    #[test]
    fn without_drift_the_filter_is_the_closed_form_in_any_order() {
        let estimator = &shipped().estimator;
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        // Moves alone of people: the line is straight there.
        let mut shown = games(&[0.4; 12], 0.0, &mut rng);
        shown.iter_mut().for_each(|game| game.margin = None);
        let found = filter(estimator, &assumed(), &shown);
        let own = Estimator { prior: PRIOR, ..estimator.clone() };
        let evidence: Vec<_> =
            shown.iter().map(|game| crate::people::Evidence { score: game.score, margin: None }).collect();
        let closed = own.estimate(&evidence);
        assert!((found.mean - closed.mean).abs() < 1e-3, "{found:?} {closed:?}");
        assert!((found.deviation - closed.deviation).abs() < 1e-3, "{found:?} {closed:?}");
        let mut other = games(&[-2.0; 9], 0.0, &mut rng);
        let found = filter(estimator, &assumed(), &other);
        other.reverse();
        let turned = filter(estimator, &assumed(), &other);
        assert!((found.mean - turned.mean).abs() < 1e-3, "{found:?} {turned:?}");
    }

    #[test]
    fn somebody_who_improves_is_followed() {
        // 200 Elo in 60 games, seen by a drift of 13 Elo a game.
        let drift = (13.0_f64 / 200.0).powi(2);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut behind = [0.0; 3];
        const PLAYERS: usize = 120;
        for _ in 0..PLAYERS {
            let start = draw_normal(&mut rng) / 2.0;
            let strengths: Vec<f64> = (0..70).map(|n| start + f64::from(n - 10).max(0.0) / 60.0).collect();
            let shown = games(&strengths, drift, &mut rng);
            for (third, sum) in behind.iter_mut().enumerate() {
                for game in (10 + 20 * third..30 + 20 * third).step_by(5) {
                    let found = filter(&shipped().estimator, &assumed(), &shown[..game]);
                    *sum += (strengths[game] - found.mean) / (4 * PLAYERS) as f64;
                }
            }
        }
        // 0.58 is 56 Elo: the lag in each third stays under it.
        assert!(behind.iter().all(|lag| 200.0 * lag.abs() < 56.0), "{behind:?}");
    }
}
