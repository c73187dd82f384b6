//! Weighted sums of features, compiled to integers.

use super::evaluator::{Evaluator, Leaf, LineUse};
use super::features::{Sum, Uses, View, Weight};
use super::noise;
use super::terms::{Term, WeightedSpec};
use super::value::{FINISHED, Value};
use super::worth::{Unit, Worth};
use crate::board::Bitboard;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A weighted sum of features.
///
/// Values are integers: points times a power of two, the scale. Terms that are whole numbers have the scale 1 and are
/// exact; real weights and noise have as many fractional bits as fit under [`FINISHED`], twenty at most.
#[derive(Debug, Clone)]
pub struct WeightedSum {
    sum: Sum,
    uses: Uses,
    /// The term number and the amplitude of each noise.
    noise: Vec<(u64, i64)>,
    noise_seed: u64,
    scale: f64,
    largest: f64,
    points_per_disc: f64,
    fingerprint: u64,
}

impl WeightedSum {
    /// The evaluation of these terms.
    #[must_use]
    pub fn new(spec: &WeightedSpec) -> WeightedSum {
        let largest = spec.largest();
        let scale = scale(largest, spec.terms.iter().all(Term::is_whole));
        let mut sum = Sum::default();
        let mut noise = Vec::new();
        for (number, term) in (0..).zip(&spec.terms) {
            sum.add(&term.feature, Weight { weight: term.weight, scale });
            let amplitude = i64::from(Weight { weight: term.weight, scale }.units(term.noise));
            if amplitude != 0 {
                noise.push((number, amplitude));
            }
        }
        let mut hasher = DefaultHasher::new();
        (&sum, &noise).hash(&mut hasher);
        WeightedSum {
            uses: sum.uses(),
            sum,
            noise,
            noise_seed: 0,
            scale,
            largest,
            points_per_disc: spec.per_disc(),
            fingerprint: hasher.finish(),
        }
    }

    /// Sets the seed of the noise. Each move of each game has another seed. Without noise it changes nothing.
    pub(crate) fn seed_noise(&mut self, seed: u64) {
        if !self.noise.is_empty() {
            self.noise_seed = seed;
        }
    }

    /// The largest absolute value in points.
    #[must_use]
    pub const fn largest(&self) -> f64 {
        self.largest
    }

    /// The noise from the view of the side to move.
    #[inline(never)]
    fn noise(&self, leaf: &Leaf) -> i32 {
        let draw =
            |&(term, amplitude): &(u64, i64)| (amplitude * noise::draw(self.noise_seed, term, &leaf.position)) >> 24;
        -self.noise.iter().map(draw).sum::<i64>() as i32
    }
}

/// The power of two that brings a sum of this bound under [`FINISHED`] with half of the range spare for rounding.
fn scale(bound: f64, is_integer: bool) -> f64 {
    let room = f64::from(FINISHED / 2);
    if bound == 0.0 || is_integer && bound < room {
        1.0
    } else {
        libm::exp2(libm::log2(room / bound).floor().min(20.0))
    }
}

impl Evaluator for WeightedSum {
    type State = ();

    #[inline]
    fn evaluate(&self, leaf: &Leaf) -> Value {
        self.evaluate_at(leaf, if self.uses.moves { leaf.position.moves() } else { 0 }, &())
    }

    #[inline]
    fn evaluate_at(&self, leaf: &Leaf, moves: Bitboard, (): &()) -> Value {
        let mut value = self.sum.value(&View { leaf, moves: moves.count_ones() as i32 });
        if !self.noise.is_empty() {
            value += self.noise(leaf);
        }
        value
    }

    fn line_use(&self) -> LineUse {
        self.uses.line
    }

    fn identity(&self) -> u64 {
        self.fingerprint ^ self.noise_seed
    }

    fn units_per_disc(&self) -> f64 {
        self.points_per_disc * self.scale
    }

    fn worth(&self, value: Value) -> Worth {
        Worth::from_value(value, Unit::Points, self.scale)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::squares;
    use crate::eval::features::{Discs, Feature, KINDS, Mobility, MoveCount, Parameters, Passes, Stable, Takes};
    use crate::eval::oracle::positions;

    fn weighted(terms: &[Term]) -> WeightedSum {
        WeightedSum::new(&WeightedSpec { terms: terms.to_vec(), points_per_disc: None })
    }

    /// Leaves like those of a search: with the position before the last move, and some passes.
    fn leaves() -> impl Iterator<Item = Leaf> {
        positions(400).into_iter().enumerate().flat_map(|(i, before)| {
            squares(before.moves()).map(move |square| Leaf {
                position: before.play(square),
                before: Some(before),
                passes: i as i32 % 3 - 1,
            })
        })
    }

    /// The value of a feature with weight 1. The feature's own file tests it against the definition.
    fn alone(feature: &Feature, leaf: &Leaf) -> f64 {
        let mut sum = Sum::default();
        sum.add(feature, Weight { weight: 1.0, scale: 1.0 });
        f64::from(sum.value(&View { leaf, moves: leaf.position.moves().count_ones() as i32 }))
    }

    /// The sum in real numbers, feature by feature.
    fn by_definition(terms: &[Term], leaf: &Leaf) -> f64 {
        terms.iter().map(|term| term.weight * alone(&term.feature, leaf)).sum()
    }

    /// A term for each kind of feature and each way of counting, with whole numbers in tables.
    fn every_feature(weight: impl Fn(usize) -> f64) -> Vec<Term> {
        let values: Vec<f64> = (0..64).map(|i| f64::from(i * 37 % 64 - 20)).collect();
        let features = KINDS.iter().flat_map(|kind| match kind.takes {
            Takes::Nothing => vec![kind.with(Parameters::Nothing)],
            Takes::Values(count) => vec![kind.with(Parameters::Values(&values[..count]))],
            Takes::Count(words) => words.iter().map(|word| kind.with(Parameters::Count(word))).collect(),
        });
        let features = features.map(|feature| feature.expect("the feature takes these"));
        features.enumerate().map(|(number, feature)| Term::new(feature, weight(number))).collect()
    }

    #[test]
    fn whole_numbers_are_exact() {
        let terms = every_feature(|i| i as f64 - 4.0);
        let evaluator = weighted(&terms);
        assert_eq!(evaluator.scale, 1.0);
        for leaf in leaves() {
            assert_eq!(f64::from(evaluator.evaluate(&leaf)), by_definition(&terms, &leaf), "{leaf:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn real_weights_keep_their_precision(weights in prop::collection::vec(-3.0..3.0_f64, 8), size in -3..6) {
            let terms = every_feature(|i| weights[i % 8] * 10_f64.powi(size));
            let evaluator = weighted(&terms);
            let bound: f64 = terms.iter().map(Term::bound).sum();
            for leaf in leaves().take(2_000) {
                let value = evaluator.evaluate(&leaf);
                let exact = by_definition(&terms, &leaf);
                prop_assert!(value.abs() < FINISHED);
                // The tolerance is a millionth of the largest value, or the precision of twenty fractional bits.
                let tolerance = (bound * 1e-5).max(400.0 / evaluator.scale);
                prop_assert!((f64::from(value) / evaluator.scale - exact).abs() <= tolerance);
            }
        }
    }

    #[test]
    fn noise_is_repeatable_seeded_and_within_its_amplitude() {
        let noisy = [Term { noise: 3.0, ..Term::new(Discs, 11.0) }];
        let mut evaluator = weighted(&noisy);
        let mut sum = 0.0;
        let leaves: Vec<Leaf> = leaves().collect();
        for leaf in &leaves {
            evaluator.seed_noise(1);
            let one = evaluator.evaluate(leaf);
            assert_eq!(one, evaluator.evaluate(leaf));
            // The noise is added from the view of the side that moved last.
            let noise = by_definition(&noisy, leaf) - f64::from(one) / evaluator.scale;
            // The noise is an amplitude of 3 times a weight of 11; the tolerance is the rounding of both values.
            assert!((-0.01..33.01).contains(&noise), "{noise}");
            sum += noise;
        }
        // The draws are uniform; the tolerance is four standard errors of 33 / sqrt(12 n).
        let error = 33.0 / (12.0 * leaves.len() as f64).sqrt();
        assert!((sum / leaves.len() as f64 - 16.5).abs() < 4.0 * error);
        let [first, second] = [1, 2].map(|seed| {
            evaluator.seed_noise(seed);
            let values: Vec<Value> = leaves.iter().map(|leaf| evaluator.evaluate(leaf)).collect();
            (values, evaluator.identity())
        });
        assert!(first.0 != second.0 && first.1 != second.1);
    }

    #[test]
    fn what_a_line_tells_is_asked_for_only_where_it_is_used() {
        let around_move = Term::new(Mobility(MoveCount::AroundMove), 1.0);
        for (term, expected) in [
            (Term::new(Stable, 1.0), LineUse::default()),
            (around_move, LineUse { before: true, passes: false }),
            (Term::new(Passes, 1.0), LineUse { before: false, passes: true }),
        ] {
            assert_eq!(weighted(&[term]).line_use(), expected);
        }
    }
}
