//! The kind `rival`: it knows the value of every move, and chooses how many points to lose.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::alpha_beta::{self, AlphaBetaSpec};
use super::choice::{self, ChoiceRule};
use super::features;
use super::learn::{self, Learn};
use super::search::{self, Effort, TieRule};
use super::weights;
use crate::board::Objective;
use crate::eval::EvaluationSpec;
use crate::personality::file::{Heading, Object, Parts, raw};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, needed};
use crate::record::problem::Problem;

pub(crate) const NAME: &str = "rival";
pub(crate) const FIELDS: &[&str] =
    &["features", "points_per_disc", "weights", "network", "search", "choice", "learn", "learn_at_end"];

/// A rival: its evaluation of moves, and its choice between them.
#[derive(Debug, Clone, PartialEq)]
pub struct RivalSpec {
    /// The tester, whose search has a depth and no `solve_from`, and whose evaluation has no noise.
    pub tester: AlphaBetaSpec,
    /// The choice between valued moves.
    pub choice: ChoiceRule,
    /// The way of learning; only with [`ChoiceRule::TargetLoss`]. It affects served rivals; elsewhere the targets do
    /// not change.
    pub learn: Option<Learn>,
}

raw! {
    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Raw {
        features: Option<Vec<Object<features::Raw>>>,
        points_per_disc: Option<f64>,
        weights: Option<Object<weights::Raw>>,
        network: Option<Object<weights::Raw>>,
        search: Option<Object<search::Raw>>,
        choice: Option<Object<choice::Raw>>,
        learn: Option<String>,
        learn_at_end: Option<bool>,
    }
}

pub(crate) fn read(parts: &Parts<'_>, folder: &Path) -> CheckResult<RivalSpec> {
    let raw: Raw = parts.read()?;
    let evaluation = match &raw.weights {
        None if raw.network.is_some() => {
            return Err(Problem::wrong("network", "only beside the \"weights\" that it is over"));
        }
        None => EvaluationSpec::Weighted(features::check(raw.features.as_ref(), raw.points_per_disc)?),
        Some(_) if raw.features.is_some() || raw.points_per_disc.is_some() => {
            return Err(Problem::wrong(
                "weights",
                "not beside \"features\" or \"points_per_disc\": name one evaluation",
            ));
        }
        Some(Object(weights)) => weights::evaluation(weights, raw.network.as_ref(), folder)?,
    };
    let tester = alpha_beta::with_search(evaluation, raw.search.as_ref())?;
    if let Effort::Time { .. } = tester.search.effort {
        return Err(Problem::wrong("search.time_ms", "a rival cannot search for a time: give a \"depth\" instead"));
    }
    if tester.search.solve_from != 0 {
        let expected = "nothing: a rival's values end at its depth";
        return Err(Problem::at("search.solve_from", tester.search.solve_from, expected));
    }
    if let EvaluationSpec::Weighted(weighted) = &tester.evaluation
        && let Some(noisy) = weighted.terms.iter().position(|term| term.noise != 0.0)
    {
        let place = format!("features[{noisy}].noise");
        return Err(Problem::wrong(place, "a rival's features have no noise: remove this field"));
    }
    let Object(chosen) = needed("choice", "an object with a \"method\"", raw.choice.as_ref())?;
    let choice = choice::check(chosen)?;
    let learn = learn::check(raw.learn, raw.learn_at_end, &chosen.method, chosen.reference.as_ref())?;
    Ok(RivalSpec { tester, choice, learn })
}

impl Spec for RivalSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        let RivalSpec { tester, choice, learn } = self;
        let (weights, network) = weights::fields(&tester.evaluation);
        let (features, points_per_disc) = match &tester.evaluation {
            EvaluationSpec::Weighted(spec) => (Some(features::to_raw(spec)), spec.points_per_disc),
            EvaluationSpec::Patterns(_) | EvaluationSpec::Network(_) => (None, None),
        };
        let reference = learn.as_ref().and_then(|learn| learn.reference.as_ref());
        let choice = choice::to_raw(choice, reference);
        heading.with(
            NAME,
            Raw {
                features,
                points_per_disc,
                weights,
                network,
                search: Some(Object(search::Raw::from(&tester.search))),
                choice: Some(Object(choice)),
                learn: learn.as_ref().map(|learn| learn.file.clone()),
                learn_at_end: learn.as_ref().filter(|learn| learn.at_end).map(|_| true),
            },
        )
    }

    fn rule(&self) -> Option<Objective> {
        self.tester.rule()
    }

    fn is_random(&self) -> bool {
        self.tester.search.ties == TieRule::Random
            || matches!(self.choice, ChoiceRule::KBest { sigma, .. } if sigma > 0.0)
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        let mut rows = self.tester.describe();
        rows.extend(choice::describe(&self.choice));
        rows.extend(self.learn.as_ref().map(|learn| ("learns", learn.describe())));
        rows
    }

    fn boards(&self) -> Vec<(String, [f64; 64])> {
        self.tester.boards()
    }
}
