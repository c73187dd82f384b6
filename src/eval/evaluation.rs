//! Evaluations of any kind, for personalities, testers and rivals.
//!
//! A new kind is a variant of both enums here; the compiler names every place that needs it.

use super::evaluator::Evaluator;
use super::patterns::{Network, NetworkSpec, Patterns, PatternsSpec};
use super::terms::WeightedSpec;
use super::weighted_sum::WeightedSum;
use super::worth::Unit;
use crate::board::Objective;

/// The checked evaluation of a personality.
#[derive(Debug, Clone, PartialEq)]
pub enum EvaluationSpec {
    /// A weighted sum of features.
    Weighted(WeightedSpec),
    /// Learned patterns.
    Patterns(PatternsSpec),
    /// A network over learned patterns.
    Network(Box<NetworkSpec>),
}

impl EvaluationSpec {
    /// The evaluation, ready to use.
    #[must_use]
    pub fn build(&self) -> Evaluation {
        match self {
            EvaluationSpec::Weighted(spec) => Evaluation::Weighted(WeightedSum::new(spec)),
            EvaluationSpec::Patterns(spec) => Evaluation::Patterns(spec.patterns.clone()),
            EvaluationSpec::Network(spec) => Evaluation::Network(spec.network.clone()),
        }
    }

    /// True if the seed of a game changes values: a position may have another value in another game.
    #[must_use]
    pub(crate) fn has_noise(&self) -> bool {
        match self {
            EvaluationSpec::Weighted(spec) => spec.has_noise(),
            EvaluationSpec::Patterns(_) | EvaluationSpec::Network(_) => false,
        }
    }

    /// Rows for `rival show`: a name and a text each.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        match self {
            EvaluationSpec::Weighted(spec) => spec.describe(),
            EvaluationSpec::Patterns(spec) => spec.describe(),
            EvaluationSpec::Network(spec) => spec.describe(),
        }
    }

    /// The values of squares as boards: a title and 64 values each, row 1 first. Empty if it has none.
    #[must_use]
    pub fn boards(&self) -> Vec<(String, [f64; 64])> {
        match self {
            EvaluationSpec::Weighted(spec) => spec.boards(),
            EvaluationSpec::Patterns(_) | EvaluationSpec::Network(_) => Vec::new(),
        }
    }

    /// True if the differences between shallow and deep searches were measured, so that a search may be selective.
    #[must_use]
    pub fn knows_shallowers(&self) -> bool {
        match self {
            EvaluationSpec::Weighted(_) => false,
            EvaluationSpec::Patterns(spec) => spec.patterns.shallowers().is_some(),
            EvaluationSpec::Network(spec) => spec.network.shallowers().is_some(),
        }
    }

    /// The rule that it was made for; `None` if it fits both.
    #[must_use]
    pub fn rule(&self) -> Option<Objective> {
        match self {
            EvaluationSpec::Weighted(_) => None,
            EvaluationSpec::Patterns(spec) => Some(spec.rule()),
            EvaluationSpec::Network(spec) => Some(spec.patterns.rule()),
        }
    }

    /// True if both give every position the same value. Their values of a disc may differ.
    #[must_use]
    pub(crate) fn is_alike(&self, other: &EvaluationSpec) -> bool {
        match (self, other) {
            (EvaluationSpec::Weighted(a), EvaluationSpec::Weighted(b)) => a.terms == b.terms,
            (EvaluationSpec::Patterns(a), EvaluationSpec::Patterns(b)) => a == b,
            (EvaluationSpec::Network(a), EvaluationSpec::Network(b)) => a == b,
            _ => false,
        }
    }
}

/// An evaluation. Clones share its tables.
#[derive(Debug, Clone)]
pub enum Evaluation {
    /// A weighted sum of features.
    Weighted(WeightedSum),
    /// Learned patterns.
    Patterns(Patterns),
    /// A network over learned patterns.
    Network(Network),
}

impl Evaluation {
    /// The unit of its values.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        match self {
            Evaluation::Weighted(_) => Unit::Points,
            Evaluation::Patterns(_) | Evaluation::Network(_) => Unit::Discs,
        }
    }

    /// The largest absolute value of an unfinished position, in its unit.
    #[must_use]
    pub const fn largest(&self) -> f64 {
        match self {
            Evaluation::Weighted(weighted) => weighted.largest(),
            Evaluation::Patterns(_) | Evaluation::Network(_) => 64.0,
        }
    }

    /// The rule that it was made for; `None` if it fits both.
    #[must_use]
    pub fn rule(&self) -> Option<Objective> {
        match self {
            Evaluation::Weighted(_) => None,
            Evaluation::Patterns(patterns) => Some(patterns.weights().rule),
            Evaluation::Network(network) => Some(network.patterns().weights().rule),
        }
    }

    /// See [`Evaluator::identity`].
    #[must_use]
    pub fn identity(&self) -> u64 {
        match self {
            Evaluation::Weighted(weighted) => weighted.identity(),
            Evaluation::Patterns(patterns) => patterns.identity(),
            Evaluation::Network(network) => network.identity(),
        }
    }

    /// Sets the seed of its noise. Each move of each game has another seed. Without noise it changes nothing.
    pub(crate) fn seed_noise(&mut self, seed: u64) {
        match self {
            Evaluation::Weighted(weighted) => weighted.seed_noise(seed),
            Evaluation::Patterns(_) | Evaluation::Network(_) => {}
        }
    }
}

impl From<WeightedSum> for Evaluation {
    fn from(weighted: WeightedSum) -> Evaluation {
        Evaluation::Weighted(weighted)
    }
}

impl From<Network> for Evaluation {
    fn from(network: Network) -> Evaluation {
        Evaluation::Network(network)
    }
}

impl From<Patterns> for Evaluation {
    fn from(patterns: Patterns) -> Evaluation {
        Evaluation::Patterns(patterns)
    }
}
