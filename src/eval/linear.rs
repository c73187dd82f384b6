//! The linear evaluator: a weighted sum of features, compiled to integers.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::corners::CornerShapes;
use super::edge::edge_stable;
use super::edge_runs::edge_runs;
use super::frontier::frontier;
use super::mobility::{self, MoveCount};
use super::squares::{SquareTable, symmetric};
use super::stable::stable;
use super::{Evaluator, FINISHED, Leaf, LineUse, Value, noise};
use crate::board::Bitboard;

/// What is counted. Every feature is a difference from the view of one side, and positive means that more is there that one usually wants.
#[derive(Debug, Clone, PartialEq)]
pub enum Feature {
    /// A value for each square, row 1 first: own discs less the opponent's.
    DiscSquares(Box<[f64; 64]>),
    /// The same with eight-fold symmetry, by the ten values of [`symmetric`].
    SymmetricBoard([f64; 10]),
    Mobility(MoveCount),
    /// Stable discs on the edges, own less the opponent's.
    EdgeStable,
    /// Discs in runs along the edges from a corner, own less the opponent's.
    EdgeRuns,
    /// Stable discs, own less the opponent's.
    Stable,
    /// Frontier discs, the opponent's less own.
    Frontier,
    /// Forced passes on the line of search and at its end, the opponent's less own.
    Forfeits,
    /// Discs, own less the opponent's.
    Discs,
    /// Scores of the eight patterns of [`CornerShapes`], own less the opponent's.
    CornerShapes([f64; 8]),
}

impl Feature {
    /// The largest absolute value that the feature can take.
    #[must_use]
    pub fn bound(&self) -> f64 {
        match self {
            Feature::DiscSquares(values) => values.iter().map(|value| value.abs()).sum(),
            Feature::SymmetricBoard(genes) => symmetric(genes).iter().map(|value| value.abs()).sum(),
            // Each of the twelve shapes of a side lies between the smallest and the largest score.
            Feature::CornerShapes(scores) => 24.0 * scores.iter().fold(0.0, |max: f64, score| max.max(score.abs())),
            Feature::Mobility(_) | Feature::EdgeStable | Feature::EdgeRuns | Feature::Stable | Feature::Frontier => {
                64.0
            }
            Feature::Forfeits | Feature::Discs => 64.0,
        }
    }

    fn tables(&self) -> &[f64] {
        match self {
            Feature::DiscSquares(values) => &**values,
            Feature::SymmetricBoard(genes) => genes,
            Feature::CornerShapes(scores) => scores,
            _ => &[],
        }
    }
}

/// One term of the sum: `weight * (feature + noise * u)`, from the view of the side that made the last move, with a fresh u from [0, 1).
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub feature: Feature,
    pub weight: f64,
    /// Amplitude in the feature's own units, 0 or more.
    pub noise: f64,
}

impl Term {
    /// The largest absolute value of the term.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.weight.abs() * (self.feature.bound() + self.noise)
    }

    fn is_whole(&self) -> bool {
        let whole = |x: f64| x.fract() == 0.0;
        let amplitude = self.weight * self.noise;
        let tables = self.feature.tables();
        amplitude == 0.0
            && if tables.is_empty() { whole(self.weight) } else { tables.iter().all(|v| whole(v * self.weight)) }
    }
}

/// A weighted sum of features.
///
/// Values are integers: points times a power of two, the [`scale`](Linear::scale). Terms that are whole numbers have the scale 1 and are exact; real weights and noise
/// get as many fractional bits as fit under [`FINISHED`], twenty at most.
#[derive(Debug, Clone)]
pub struct Linear {
    squares: Option<Arc<SquareTable>>,
    corners: Option<Arc<CornerShapes>>,
    weights: Weights,
    /// Feature number and amplitude of each noise.
    noise: Vec<(u64, i64)>,
    noise_seed: u64,
    scale: f64,
    points_per_disc: f64,
    fingerprint: u64,
}

/// The weights of the features that are plain counts; 0 switches a feature off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Weights {
    both: i32,
    replies: i32,
    around_move: i32,
    edge_stable: i32,
    edge_runs: i32,
    stable: i32,
    frontier: i32,
    forfeits: i32,
    discs: i32,
}

impl Linear {
    /// The sum of these terms; `points_per_disc` of `None` takes a 64th of the largest value the sum can have.
    ///
    /// Weights, tables and amplitudes must be finite.
    #[must_use]
    pub fn new(terms: &[Term], points_per_disc: Option<f64>) -> Linear {
        let bound: f64 = terms.iter().map(Term::bound).sum();
        let scale = scale(bound, terms.iter().all(Term::is_whole));
        let fixed = |x: f64| (x * scale).round() as i32;

        let mut squares: Option<[i32; 64]> = None;
        let mut corners: Option<[i32; 8]> = None;
        let mut weights = Weights::default();
        let mut amplitudes = Vec::new();
        for (number, term) in (0..).zip(terms) {
            let weight = fixed(term.weight);
            let mut add_squares = |values: &[f64; 64]| {
                let sums = squares.get_or_insert([0; 64]);
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += fixed(term.weight * value));
            };
            match &term.feature {
                Feature::DiscSquares(values) => add_squares(values),
                Feature::SymmetricBoard(genes) => add_squares(&symmetric(genes)),
                Feature::CornerShapes(scores) => {
                    let sums = corners.get_or_insert([0; 8]);
                    sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += fixed(term.weight * score));
                }
                Feature::Mobility(MoveCount::Both) => weights.both += weight,
                Feature::Mobility(MoveCount::Replies) => weights.replies += weight,
                Feature::Mobility(MoveCount::AroundMove) => weights.around_move += weight,
                Feature::EdgeStable => weights.edge_stable += weight,
                Feature::EdgeRuns => weights.edge_runs += weight,
                Feature::Stable => weights.stable += weight,
                Feature::Frontier => weights.frontier += weight,
                Feature::Forfeits => weights.forfeits += weight,
                Feature::Discs => weights.discs += weight,
            }
            let amplitude = i64::from(fixed(term.weight * term.noise));
            if amplitude != 0 {
                amplitudes.push((number, amplitude));
            }
        }
        let points_per_disc = points_per_disc.unwrap_or(if bound > 0.0 { bound / 64.0 } else { 1.0 });
        let mut hasher = DefaultHasher::new();
        (squares, corners, weights, &amplitudes).hash(&mut hasher);
        Linear {
            squares: squares.map(|values| Arc::new(SquareTable::new(&values))),
            corners: corners.map(|scores| Arc::new(CornerShapes::new(&scores))),
            weights,
            noise: amplitudes,
            noise_seed: 0,
            scale,
            points_per_disc: points_per_disc * scale,
            fingerprint: hasher.finish(),
        }
    }

    /// Sets the seed of the noise: another seed for each move of each game. Without noise it changes nothing.
    pub fn seed_noise(&mut self, seed: u64) {
        if !self.noise.is_empty() {
            self.noise_seed = seed;
        }
    }

    /// How many units of a [`Value`] are one point of the weighted sum: a power of two.
    #[must_use]
    pub const fn scale(&self) -> f64 {
        self.scale
    }

    /// How many points of the weighted sum are worth one disc.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.points_per_disc / self.scale
    }

    /// Noise from the view of the side to move.
    #[inline(never)]
    fn noise(&self, leaf: &Leaf) -> i32 {
        let draw = |&(feature, amplitude): &(u64, i64)| {
            (amplitude * noise::draw(self.noise_seed, feature, &leaf.position)) >> 24
        };
        -self.noise.iter().map(draw).sum::<i64>() as i32
    }
}

/// The power of two that brings a sum of this bound under [`FINISHED`] with half of the range to spare for rounding.
fn scale(bound: f64, whole: bool) -> f64 {
    let room = f64::from(FINISHED / 2);
    if bound == 0.0 || whole && bound < room { 1.0 } else { (room / bound).log2().floor().min(20.0).exp2() }
}

impl Evaluator for Linear {
    type State = ();

    #[inline]
    fn evaluate(&self, leaf: &Leaf) -> Value {
        self.evaluate_at(leaf, leaf.position.moves(), &())
    }

    #[inline]
    fn evaluate_at(&self, leaf: &Leaf, moves: Bitboard, (): &()) -> Value {
        let position = &leaf.position;
        let w = &self.weights;
        let mut value = w.discs * (position.own.count_ones() as i32 - position.opp.count_ones() as i32);
        if w.both | w.replies | w.around_move | w.forfeits != 0 {
            let moves = moves.count_ones() as i32;
            value += w.replies * moves + w.forfeits * (leaf.forfeits - i32::from(moves == 0));
            if w.both != 0 {
                value += w.both * (moves - mobility::opponents(position));
            }
            if w.around_move != 0 {
                value += w.around_move * (moves - mobility::before(leaf));
            }
        }
        if let Some(squares) = &self.squares {
            value += squares.difference(position);
        }
        if let Some(corners) = &self.corners {
            value += corners.difference(position);
        }
        if w.frontier != 0 {
            value += w.frontier * frontier(position);
        }
        if w.stable != 0 {
            value += w.stable * stable(position);
        }
        if w.edge_stable != 0 {
            value += w.edge_stable * edge_stable(position);
        }
        if w.edge_runs != 0 {
            value += w.edge_runs * edge_runs(position);
        }
        if !self.noise.is_empty() {
            value += self.noise(leaf);
        }
        value
    }

    fn line_use(&self) -> LineUse {
        LineUse { before: self.weights.around_move != 0, forfeits: self.weights.forfeits != 0 }
    }

    fn identity(&self) -> u64 {
        self.fingerprint ^ self.noise_seed
    }

    fn points_per_disc(&self) -> f64 {
        self.points_per_disc
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Position, squares};
    use crate::eval::oracle::{positions, sign};

    fn term(feature: Feature, weight: f64, noise: f64) -> Term {
        Term { feature, weight, noise }
    }

    /// Leaves as a search meets them: the position before the last move, and some passes.
    fn leaves() -> impl Iterator<Item = Leaf> {
        positions(400).into_iter().enumerate().flat_map(|(i, before)| {
            squares(before.moves()).map(move |square| Leaf {
                position: before.play(square),
                before: Some(before),
                forfeits: i as i32 % 3 - 1,
            })
        })
    }

    /// The sum in real numbers, feature by feature.
    fn by_definition(terms: &[Term], leaf: &Leaf) -> f64 {
        let position = &leaf.position;
        let moves = |position: &Position| f64::from(position.moves().count_ones());
        let value = |feature: &Feature| match feature {
            Feature::DiscSquares(values) => (0..64).map(|i| values[i] * f64::from(sign(position, i))).sum(),
            Feature::SymmetricBoard(genes) => {
                let values = symmetric(genes);
                (0..64).map(|i| values[i] * f64::from(sign(position, i))).sum()
            }
            Feature::Mobility(MoveCount::Both) => moves(position) - moves(&position.pass()),
            Feature::Mobility(MoveCount::Replies) => moves(position),
            Feature::Mobility(MoveCount::AroundMove) => {
                moves(position) - leaf.before.map_or_else(|| moves(&position.pass()), |before| moves(&before))
            }
            Feature::EdgeStable => f64::from(edge_stable(position)),
            Feature::EdgeRuns => f64::from(edge_runs(position)),
            Feature::Stable => f64::from(stable(position)),
            Feature::Frontier => f64::from(frontier(position)),
            Feature::Forfeits => f64::from(leaf.forfeits) - if position.moves() == 0 { 1.0 } else { 0.0 },
            Feature::Discs => (0..64).map(|i| f64::from(sign(position, i))).sum(),
            Feature::CornerShapes(scores) => {
                f64::from(CornerShapes::new(&scores.map(|score| (score * 1000.0) as i32)).difference(position)) / 1000.0
            }
        };
        terms.iter().map(|term| term.weight * value(&term.feature)).sum()
    }

    fn every_feature(weight: impl Fn(usize) -> f64) -> Vec<Term> {
        [
            Feature::DiscSquares(Box::new(std::array::from_fn(|i| i as f64 - 20.0))),
            Feature::SymmetricBoard([100.0, -20.0, 20.0, 5.0, -40.0, -5.0, -5.0, 15.0, 3.0, 3.0]),
            Feature::Mobility(MoveCount::Both),
            Feature::Mobility(MoveCount::Replies),
            Feature::Mobility(MoveCount::AroundMove),
            Feature::EdgeStable,
            Feature::EdgeRuns,
            Feature::Stable,
            Feature::Frontier,
            Feature::Forfeits,
            Feature::Discs,
            Feature::CornerShapes([0.0, 10.0, -5.0, 10.0, 1.0, 10.0, -5.0, 10.0]),
        ]
        .into_iter()
        .enumerate()
        .map(|(i, feature)| term(feature, weight(i), 0.0))
        .collect()
    }

    #[test]
    fn whole_numbers_are_exact() {
        let terms = every_feature(|i| i as f64 - 4.0);
        let evaluator = Linear::new(&terms, None);
        assert_eq!(evaluator.scale(), 1.0);
        for leaf in leaves() {
            assert_eq!(f64::from(evaluator.evaluate(&leaf)), by_definition(&terms, &leaf), "{leaf:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn real_weights_keep_their_precision(weights in prop::collection::vec(-3.0..3.0_f64, 12), size in -3..6) {
            let terms = every_feature(|i| weights[i] * 10_f64.powi(size));
            let evaluator = Linear::new(&terms, None);
            let bound: f64 = terms.iter().map(Term::bound).sum();
            for leaf in leaves().take(2_000) {
                let value = evaluator.evaluate(&leaf);
                let exact = by_definition(&terms, &leaf);
                prop_assert!(value.abs() < FINISHED);
                // A millionth of the largest value, or what twenty fractional bits give.
                let tolerance = (bound * 1e-5).max(400.0 / evaluator.scale());
                prop_assert!((f64::from(value) / evaluator.scale() - exact).abs() <= tolerance);
            }
        }
    }

    #[test]
    fn noise_is_repeatable_seeded_and_within_its_amplitude() {
        let noisy = [term(Feature::Discs, 11.0, 3.0)];
        let mut evaluator = Linear::new(&noisy, None);
        let plain = |leaf: &Leaf| by_definition(&noisy, leaf);
        let mut sum = 0.0;
        let leaves: Vec<Leaf> = leaves().collect();
        for leaf in &leaves {
            evaluator.seed_noise(1);
            let one = evaluator.evaluate(leaf);
            assert_eq!(one, evaluator.evaluate(leaf));
            // From the view of the side that moved last the noise is added.
            let noise = plain(leaf) - f64::from(one) / evaluator.scale();
            assert!((-0.01..33.01).contains(&noise), "{noise}");
            sum += noise;
        }
        assert!((sum / leaves.len() as f64 - 16.5).abs() < 1.0);
        let values = |evaluator: &Linear| leaves.iter().map(|leaf| evaluator.evaluate(leaf)).collect::<Vec<_>>();
        let (one, identity) = (values(&evaluator), evaluator.identity());
        evaluator.seed_noise(2);
        assert!(values(&evaluator) != one && evaluator.identity() != identity);
    }

    #[test]
    fn what_a_line_tells_is_asked_for_only_where_it_is_used() {
        let uses = |feature| Linear::new(&[term(feature, 1.0, 0.0)], None).line_use();
        assert_eq!(uses(Feature::Stable), LineUse::default());
        assert_eq!(uses(Feature::Mobility(MoveCount::AroundMove)), LineUse { before: true, forfeits: false });
        assert_eq!(uses(Feature::Forfeits), LineUse { before: false, forfeits: true });
    }
}
