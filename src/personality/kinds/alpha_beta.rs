//! Personalities that are an evaluation and a search: the kind `linear`.

use serde::{Deserialize, Serialize};

use super::features;
use super::search::{self, Effort, SearchSpec, TieRule};
use crate::eval::EvaluationSpec;
use crate::personality::file::{Heading, Object, Parts, present};
use crate::personality::spec::Spec;
use crate::personality::values::{Checked, needed};

/// The kind with weighted features.
pub const LINEAR: &str = "linear";
pub const FIELDS: &[&str] = &["features", "points_per_disc", "search"];

/// An evaluation and a search.
#[derive(Debug, Clone, PartialEq)]
pub struct AlphaBetaSpec {
    pub evaluation: EvaluationSpec,
    pub search: SearchSpec,
}

/// The fields of the kind `linear`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    features: Option<Vec<Object<features::Raw>>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    points_per_disc: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    search: Option<Object<search::Raw>>,
}

pub fn read(parts: &Parts<'_>) -> Checked<AlphaBetaSpec> {
    let Raw { features, points_per_disc, search } = parts.read()?;
    check(features.as_ref(), points_per_disc, search.as_ref())
}

/// Checks the fields of weighted features and a search.
pub(super) fn check(
    features: Option<&Vec<Object<features::Raw>>>,
    points_per_disc: Option<f64>,
    search: Option<&Object<search::Raw>>,
) -> Checked<AlphaBetaSpec> {
    let evaluation = EvaluationSpec::Weighted(features::check(features, points_per_disc)?);
    let Object(search) = needed("search", "an object with \"depth\" or \"time_ms\"", search)?;
    Ok(AlphaBetaSpec { evaluation, search: search::check(search)? })
}

impl Spec for AlphaBetaSpec {
    fn name(&self) -> &'static str {
        match self.evaluation {
            EvaluationSpec::Weighted(_) => LINEAR,
        }
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        let search = Some(Object(search::Raw::from(&self.search)));
        match &self.evaluation {
            EvaluationSpec::Weighted(spec) => {
                let (features, points_per_disc) = (Some(features::to_raw(spec)), spec.points_per_disc);
                heading.with(LINEAR, Raw { features, points_per_disc, search })
            }
        }
    }

    fn is_deterministic(&self) -> bool {
        matches!(self.search.effort, Effort::Depth(_))
    }

    fn is_random(&self) -> bool {
        self.search.ties == TieRule::Random || self.evaluation.has_noise()
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        self.evaluation.describe().into_iter().chain([("search", self.search.describe())]).collect()
    }

    fn boards(&self) -> Vec<(String, [f64; 64])> {
        self.evaluation.boards()
    }
}
