//! The quality of model and estimator for players that were left out of the fit.

use std::collections::BTreeMap;

use rival::machine::work::map;
use rival::people::{Choice, Discs, ELO, LAST_OPENING, Model, PeopleElo, Theta, probabilities};
use rival::record::archive::Archive;
use rival::stats::{Z95, derive};
use rival::strength::person::{CompleteGame, KnownStrength, Tables, estimate_games};

use super::blunders::Blunders;
use super::estimator::{Evidence, Means, estimate};
use super::fit::Sample;
use super::gauss::{self, GAMES, RatedPlayer, drawn_order, shared_error};
use super::line_fit::{Lines, RatedGames};
use super::openings;
use super::players::{Side, Strengths};
use super::validation::{Band, Bins, Errors, EstimateCheck, Group, Lean, Point, PredictionCheck, rounded};
use crate::progress::StageProgress;

/// Groups of players for cross-validation; each is left out once.
pub(super) const PARTS: usize = 5;
/// The sample sizes for the tables by bands of strength, as indices into [`GAMES`].
const BANDS: [usize; 2] = [2, 4];
/// Groups of rising strength.
pub(super) const GROUPS: usize = 5;

/// The group of a player.
pub(super) fn part(player: usize) -> usize {
    derive(77, player as u64) as usize % PARTS
}

/// The training samples of the model from these sides.
pub(super) fn samples<'a>(sides: &'a [Side], strengths: &Strengths, taken: impl Fn(usize) -> bool) -> Vec<Sample<'a>> {
    let samples = sides.iter().filter(|side| taken(side.player)).flat_map(|side| {
        let theta = strengths.theta[side.player];
        side.choices.iter().map(move |choice| Sample { theta, choice })
    });
    samples.collect()
}

/// The rated players of these sides for whom `taken` is true.
pub(super) fn rated(
    sides: &[Side],
    strengths: &Strengths,
    model: &Model,
    threads: usize,
    taken: impl Fn(usize) -> bool,
) -> Vec<(usize, RatedPlayer)> {
    let evidence = map(threads, sides.len(), |number| sides[number].evidence(model, strengths));
    let mut players: BTreeMap<usize, RatedPlayer> = BTreeMap::new();
    for (side, evidence) in sides.iter().zip(evidence) {
        if taken(side.player) {
            let player = players.entry(side.player).or_insert_with(|| RatedPlayer {
                theta: strengths.theta[side.player],
                error: strengths.error[side.player],
                games: Vec::new(),
                met: BTreeMap::new(),
            });
            player.games.push(evidence);
            player.met.insert(side.opponent, strengths.theta[side.opponent]);
        }
    }
    players.into_iter().collect()
}

/// Cross-validates the estimator: leaves out each group of players once. `models` has the model for each group.
pub(super) fn validate_estimates(
    sides: &[Side],
    strengths: &Strengths,
    models: &[Model],
    known: impl Fn(usize) -> bool + Sync,
    threads: usize,
    stage: &StageProgress,
) -> EstimateCheck {
    let mut all: Vec<(Theta, [Sums; GAMES.len()])> = Vec::new();
    for (left_out, model) in models.iter().enumerate().take(PARTS) {
        let both = rated(sides, strengths, model, threads, &known);
        let (tests, others): (Vec<_>, Vec<_>) = both.into_iter().partition(|(player, _)| part(*player) == left_out);
        let lines = GAMES.map(|count| lines(&others, sides, count));
        let others: Vec<RatedPlayer> = others.into_iter().map(|(_, player)| player).collect();
        if let Some(estimator) = gauss::fit(&others) {
            let tables = Tables { model, estimator: &estimator };
            all.extend(map(threads, tests.len(), |number| {
                let (index, player) = &tests[number];
                let games = ordered(*index, player, sides);
                let of_counts: [Sums; GAMES.len()] = std::array::from_fn(|place| {
                    let mut sums = Sums::default();
                    let taken = gauss::samples(&games, GAMES[place]);
                    for games in &taken {
                        let estimates = estimates(tables, &lines[place], strengths, games);
                        sums.add(player, &estimates, 1.0 / taken.len() as f64);
                    }
                    sums.players = usize::from(!taken.is_empty());
                    sums
                });
                (player.theta, of_counts)
            }));
        }
        stage.step();
    }
    let curves = (0..GAMES.len()).map(|place| (GAMES[place], Sums::total(all.iter().map(|(_, sums)| &sums[place]))));
    let curves = curves.filter(|(_, sums)| sums.players > 1).map(|(games, sums)| sums.point(games));
    EstimateCheck { curves: curves.collect(), bands: bands(&all) }
}

/// Cross-validates the predictions of moves: leaves out each group of players once. The models are those of the group,
/// with the policy and without.
pub(super) fn validate_predictions(
    archive: &Archive,
    sides: &[Side],
    strengths: &Strengths,
    [models, without]: [&[Model]; 2],
    known: impl Fn(usize) -> bool + Sync,
    stage: &StageProgress,
) -> PredictionCheck {
    let mut predictions = Vec::new();
    let mut without_policy = Vec::new();
    let mut bins = Bins::default();
    let mut blunders = Blunders::default();
    let mut everything = (0.0, 0.0);
    let mut opened: [Vec<Prediction>; 2] = [Vec::new(), Vec::new()];
    for (left_out, (model, without)) in models.iter().zip(without).enumerate().take(PARTS) {
        let tested: Vec<Sample<'_>> = samples(sides, strengths, |player| part(player) == left_out && known(player));
        for Sample { theta, choice } in tested {
            let [chances, chances_without] =
                [model, without].map(|model| probabilities(&model.weights(theta), choice.number, &choice.options));
            blunders.add(choice, &chances);
            if choice.number <= 10 {
                continue;
            }
            for (option, &chance) in chances.iter().enumerate() {
                bins.add(chance, option == choice.played);
            }
            predictions.push(Prediction::new(theta, choice, &chances));
            without_policy.push(Prediction::new(theta, choice, &chances_without));
        }
        let counts =
            openings::count(archive, |player| strengths.theta[player].rating(), |player| part(player) != left_out)
                .openings("");
        for side in sides.iter().filter(|side| part(side.player) == left_out && known(side.player)) {
            let theta = strengths.theta[side.player];
            let game = &archive.games[side.game];
            let forced = game.placed(side.player) - side.choices.len();
            let mut hits = forced as f64;
            for choice in side.choices.iter().filter(|choice| choice.number > LAST_OPENING) {
                let chances = probabilities(&model.weights(theta), choice.number, &choice.options);
                hits += Prediction::new(theta, choice, &chances).predicted;
            }
            let firsts = opened[1].len();
            for (choice, chances) in openings::choices(&archive.games[side.game], side, strengths, model, &counts) {
                for (predictions, chances) in opened.iter_mut().zip(&chances) {
                    predictions.push(Prediction::new(theta, choice, chances));
                }
            }
            hits += opened[1][firsts..].iter().map(|first| first.predicted).sum::<f64>();
            let first_move = side.choices.iter().filter(|choice| choice.number == 1).count();
            everything = (everything.0 + hits, everything.1 + (forced + side.choices.len() - first_move) as f64);
        }
        stage.step();
    }
    let [opened_by_model, opened] = opened.map(groups);
    let [groups, without] = [predictions, without_policy].map(groups);
    PredictionCheck {
        groups,
        without,
        alone: Vec::new(),
        reliability: bins.reliability(),
        blunders: blunders.check(),
        everything: rounded(everything.0 / f64::max(everything.1, 1.0), 4),
        opened_by_model,
        opened,
    }
}

/// The usual estimates, fitted to this many games of each player.
fn lines(players: &[(usize, RatedPlayer)], sides: &[Side], count: usize) -> Lines {
    let mut samples = Vec::new();
    for (index, player) in players {
        let games = ordered(*index, player, sides);
        let taken = gauss::samples(&games, count);
        for games in &taken {
            let games = games.iter().map(|(_, side)| *side).collect();
            samples.push(RatedGames { games, theta: player.theta, weight: 1.0 / taken.len() as f64 });
        }
    }
    Lines::fit(&samples)
}

/// The predictions by the policies alone in moves 11 to 60 of players of known strength. `sides` must have the
/// policies' odds.
pub(super) fn alone(sides: &[Side], strengths: &Strengths, known: impl Fn(usize) -> bool) -> Vec<Group> {
    let mut predictions = Vec::new();
    for Sample { theta, choice } in samples(sides, strengths, known) {
        if choice.number > 10 {
            let odds: Vec<f64> = choice.options.iter().map(|facts| libm::exp(facts.policy.into())).collect();
            let sum: f64 = odds.iter().sum();
            let chances: Vec<f64> = odds.into_iter().map(|odd| odd / sum).collect();
            predictions.push(Prediction::new(theta, choice, &chances));
        }
    }
    groups(predictions)
}

/// Groups players by strength, in bands of [`ELO`].
fn bands(all: &[(Theta, [Sums; GAMES.len()])]) -> Vec<Band> {
    let mut floors: Vec<f64> = all.iter().map(|(theta, _)| theta.0.floor()).collect();
    floors.sort_by(f64::total_cmp);
    floors.dedup();
    let mut bands = Vec::new();
    for place in BANDS {
        let everybody = Sums::total(all.iter().map(|(_, sums)| &sums[place]));
        for &floor in &floors {
            let players = all.iter().filter(|(theta, _)| theta.0.floor() == floor);
            let sums = Sums::total(players.map(|(_, sums)| &sums[place]));
            let lean = |way: usize| Lean {
                bias: rounded(ELO * sums.ways[way].apart / sums.weight, 0),
                coverage: rounded(sums.coverage(way, everybody.gain(way)), 3),
            };
            let [moves, both] = [MEASURED_MOVES, MEASURED_BOTH].map(lean);
            if sums.players > 0 {
                let rating = Theta(floor).rating();
                bands.push(Band { rating, games: GAMES[place], players: sums.players, moves, both });
            }
        }
    }
    bands
}

/// The games of a player in random order; the archive orders them by years.
fn ordered<'a>(index: usize, player: &RatedPlayer, sides: &'a [Side]) -> Vec<(Evidence, &'a Side)> {
    let sides_of_player = sides.iter().filter(|side| side.player == index);
    let games: Vec<(Evidence, &Side)> = player.games.iter().copied().zip(sides_of_player).collect();
    drawn_order(index, games.len()).into_iter().map(|game| games[game]).collect()
}

/// Estimates from games, as mean and deviation of `theta`: from moves, and from moves and margins, each with the
/// estimator and with `rival measure`. The usual estimates have no deviation.
fn estimates(
    tables: Tables<'_>,
    lines: &Lines,
    strengths: &Strengths,
    games: &[(Evidence, &Side)],
) -> [(Theta, f64); WAYS] {
    let seen: Vec<Evidence> = games.iter().map(|(game, _)| *game).collect();
    let means = Means::new(tables.estimator, &seen).expect("a sample has games");
    let [moves, both] = [means.by_moves(), means].map(|means| estimate(tables.estimator, &means));
    let [measured_moves, measured_both] = [false, true].map(|margins| {
        let names: Vec<String> = games.iter().map(|(_, side)| side.opponent.to_string()).collect();
        let games = games.iter().zip(&names).map(|((_, side), opponent)| {
            let theta = strengths.theta[side.opponent];
            let known = KnownStrength::person(theta.rating(), ELO * strengths.error[side.opponent]);
            let result = margins.then_some((side.margin as i32, known));
            CompleteGame { choices: &side.choices, deep_losses: Some(&side.deep_losses), opponent, result }
        });
        let standing = estimate_games(tables, &games.collect::<Vec<_>>());
        (standing.rating.theta(), standing.error / ELO)
    });
    let [loss, best] = lines.strengths(games.iter().map(|(_, side)| *side)).map(|theta| (theta, 0.0));
    [moves, both, measured_moves, measured_both, loss, best]
}

const WAYS: usize = 6;
/// The places of the estimates of `rival measure`.
const MEASURED_MOVES: usize = 2;
const MEASURED_BOTH: usize = 3;

/// Sums over players. Each player has the weight 1 for any number of samples.
#[derive(Debug, Clone, Default)]
struct Sums {
    players: usize,
    samples: usize,
    weight: f64,
    theta: f64,
    squares: f64,
    truth: f64,
    ways: [WaySums; WAYS],
}

#[derive(Debug, Clone, Default)]
struct WaySums {
    estimates: f64,
    estimates_squared: f64,
    products: f64,
    apart: f64,
    squares: f64,
    half: f64,
    comparisons: Vec<EstimateComparison>,
}

/// An estimate beside the known strength.
#[derive(Debug, Clone, Copy)]
struct EstimateComparison {
    weight: f64,
    apart: f64,
    deviation: f64,
    error: f64,
}

impl Sums {
    fn add(&mut self, player: &RatedPlayer, estimates: &[(Theta, f64); WAYS], weight: f64) {
        self.samples += 1;
        self.weight += weight;
        self.theta += weight * player.theta.0;
        self.squares += weight * player.theta.0.powi(2);
        self.truth += weight * player.error.powi(2);
        for (way, &(mean, deviation)) in self.ways.iter_mut().zip(estimates) {
            let apart = mean.above(player.theta);
            way.estimates += weight * mean.0;
            way.estimates_squared += weight * mean.0 * mean.0;
            way.products += weight * mean.0 * player.theta.0;
            way.apart += weight * apart;
            way.squares += weight * apart * apart;
            way.half += weight * Z95 * deviation;
            way.comparisons.push(EstimateComparison { weight, apart, deviation, error: player.error });
        }
    }

    fn total<'a>(parts: impl Iterator<Item = &'a Sums>) -> Sums {
        let mut all = Sums::default();
        parts.for_each(|part| all.merge(part));
        all
    }

    fn merge(&mut self, other: &Sums) {
        self.players += other.players;
        self.samples += other.samples;
        self.weight += other.weight;
        self.theta += other.theta;
        self.squares += other.squares;
        self.truth += other.truth;
        for (way, other) in self.ways.iter_mut().zip(&other.ways) {
            way.estimates += other.estimates;
            way.estimates_squared += other.estimates_squared;
            way.products += other.products;
            way.apart += other.apart;
            way.squares += other.squares;
            way.half += other.half;
            way.comparisons.extend(&other.comparisons);
        }
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.weight
    }

    /// The variance of the known strengths.
    fn spread(&self) -> f64 {
        self.mean(self.squares) - self.mean(self.theta).powi(2)
    }

    /// The rise of these estimates for each unit of the strength.
    fn gain(&self, way: usize) -> f64 {
        let WaySums { products, estimates, .. } = self.ways[way];
        (self.mean(products) - self.mean(estimates) * self.mean(self.theta)) / self.spread().max(f64::MIN_POSITIVE)
    }

    /// The slope of the regression line of true strengths on these estimates. True strengths vary more than known ones.
    fn slope(&self, way: usize) -> f64 {
        let WaySums { estimates, estimates_squared, .. } = self.ways[way];
        let variance = self.mean(estimates_squared) - self.mean(estimates).powi(2);
        self.gain(way) * (self.spread() + self.mean(self.truth)) / variance.max(f64::MIN_POSITIVE)
    }

    /// The share of 95 % intervals that contain the strength, for estimates with this gain.
    fn coverage(&self, way: usize, gain: f64) -> f64 {
        let covered = self.ways[way].comparisons.iter().filter(|comparison| {
            let variance = comparison.deviation.powi(2) + shared_error(gain, comparison.error);
            comparison.apart.abs() <= Z95 * variance.max(0.0).sqrt()
        });
        self.mean(covered.map(|comparison| comparison.weight).sum())
    }

    fn errors(&self, way: usize) -> Errors {
        let gain = self.gain(way);
        let square = self.mean(self.ways[way].squares) - shared_error(gain, self.mean(self.truth).sqrt());
        Errors {
            rmse: rounded(ELO * square.max(0.0).sqrt(), 1),
            coverage: rounded(self.coverage(way, gain), 3),
            half_width: rounded(ELO * self.mean(self.ways[way].half), 1),
            slope: rounded(self.slope(way), 2),
        }
    }

    fn point(&self, games: usize) -> Point {
        let [moves, both, measured_moves, measured_both, loss, best] = std::array::from_fn(|way| self.errors(way));
        let nothing = rounded(ELO * (self.spread() + self.mean(self.truth)).sqrt(), 1);
        let players = self.players;
        let samples = self.samples;
        let mean_loss = loss.rmse;
        let best_moves = best.rmse;
        Point { games, players, samples, nothing, moves, both, measured_moves, measured_both, mean_loss, best_moves }
    }
}

/// One choice of a player left out of the fit.
#[derive(Debug, Clone, Copy)]
struct Prediction {
    theta: Theta,
    predicted: f64,
    best: f64,
    surprise: f64,
    loss: f64,
    expected: f64,
}

impl Prediction {
    fn new(theta: Theta, choice: &Choice, chances: &[f64]) -> Prediction {
        let played = choice.played;
        let loss = f64::from(choice.options[played].loss);
        Prediction {
            theta,
            predicted: f64::from(u8::from(chances.iter().all(|&chance| chance <= chances[played]))),
            best: f64::from(u8::from(loss == 0.0)),
            surprise: -libm::log(chances[played]),
            loss,
            expected: chances.iter().zip(&choice.options).map(|(chance, facts)| chance * f64::from(facts.loss)).sum(),
        }
    }
}

/// Splits predictions into groups of equal size, by strength.
fn groups(mut predictions: Vec<Prediction>) -> Vec<Group> {
    predictions.sort_by(|a, b| a.theta.0.total_cmp(&b.theta.0));
    let size = predictions.len().div_ceil(GROUPS).max(1);
    let groups = predictions.chunks(size).map(|choices| {
        let mean = |of: fn(&Prediction) -> f64| choices.iter().map(of).sum::<f64>() / choices.len() as f64;
        Group {
            rating: PeopleElo(rounded(Theta(mean(|p| p.theta.0)).rating().0, 0)),
            choices: choices.len(),
            predicted: rounded(mean(|p| p.predicted), 4),
            best: rounded(mean(|p| p.best), 4),
            surprise: rounded(mean(|p| p.surprise), 4),
            loss: Discs(rounded(mean(|p| p.loss), 3)),
            expected_loss: Discs(rounded(mean(|p| p.expected), 3)),
        }
    });
    groups.collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use rival::stats::draw_normal;

    use super::*;

    /// Players whose true strength, known strength, estimate and interval are drawn with these numbers.
    fn players(error: f64, gain: f64, noise: f64) -> Sums {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut sums = Sums::default();
        for _ in 0..20_000 {
            let known = draw_normal(&mut rng);
            let truth = known + error * draw_normal(&mut rng);
            let estimate = gain * truth + noise * draw_normal(&mut rng);
            // The estimate is off by chance and by what it leaves out of the strength.
            let spread = libm::hypot(1.0, error);
            let deviation = libm::hypot(noise, (1.0 - gain) * spread);
            let player = RatedPlayer { theta: Theta(known), error, games: Vec::new(), met: BTreeMap::new() };
            sums.add(&player, &[(Theta(estimate), deviation); WAYS], 1.0);
        }
        sums
    }

    #[test]
    fn errors_are_those_of_the_true_strength_though_the_known_one_is_uncertain() {
        for (error, gain, noise) in [(0.0, 1.0, 0.5), (0.4, 1.0, 0.3), (0.4, 0.5, 0.4), (0.4, 0.2, 0.2)] {
            let errors = players(error, gain, noise).errors(0);
            let spread = 1.0 + error * error;
            let square = noise * noise + (1.0 - gain).powi(2) * spread;
            // For 20,000 players two standard errors of these figures are about 1 %.
            let case = format!("{error} {gain} {noise}: {errors:?}");
            assert!((errors.rmse / (ELO * square.sqrt()) - 1.0).abs() < 0.02, "{case}");
            assert!(
                (errors.slope / (gain * spread / (gain * gain * spread + noise * noise)) - 1.0).abs() < 0.02,
                "{case}"
            );
            assert!((errors.coverage - 0.95).abs() < 0.006, "{case}");
        }
    }
}
