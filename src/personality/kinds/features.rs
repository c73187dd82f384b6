//! A weighted sum of features: the fields `features` and `points_per_disc`.

use serde::{Deserialize, Serialize};

use crate::eval::features::{self, KINDS, Parameters, Takes};
use crate::eval::{Term, WeightedSpec};
use crate::personality::file::{Object, raw};
use crate::personality::values::{CheckResult, LARGEST, counted, from_zero, needed, number, quoted};
use crate::record::problem::Problem;
use crate::record::text::{listed, meant};

raw! {
    /// A feature in files.
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Raw(feature: String, weight: f64) {
        noise: Option<f64>,
        count: Option<String>,
        values: Option<Vec<f64>>,
    }
}

/// Checks the fields.
pub(super) fn check(features: Option<&Vec<Object<Raw>>>, points_per_disc: Option<f64>) -> CheckResult<WeightedSpec> {
    let features = needed("features", "an array of features", features)?;
    if features.is_empty() {
        return Err(Problem::at("features", "no feature", "at least one"));
    }
    let mut terms: Vec<Term> = Vec::new();
    for (i, Object(raw)) in features.iter().enumerate() {
        let place = format!("features[{i}]");
        let term = term(&place, raw)?;
        let kind = std::mem::discriminant(&term.feature);
        if let Some(first) = terms.iter().position(|other| std::mem::discriminant(&other.feature) == kind) {
            let found = format!("{} as in features[{first}]", quoted(&raw.feature));
            return Err(Problem::at(format!("{place}.feature"), found, "each feature once"));
        }
        terms.push(term);
    }
    let points_per_disc = match points_per_disc {
        Some(points) if points > 0.0 && points <= LARGEST => Some(points),
        None => None,
        Some(points) => {
            return Err(Problem::at("points_per_disc", points, format!("a number above 0, {LARGEST} at most")));
        }
    };
    Ok(WeightedSpec { terms, points_per_disc })
}

fn term(place: &str, raw: &Raw) -> CheckResult<Term> {
    let Some(kind) = features::Kind::named(&raw.feature) else {
        let names = KINDS.iter().map(|kind| kind.name);
        let expected = "one that docs/personalities.md lists, such as \"mobility\"";
        let message = format!("no feature is called {}{}", quoted(&raw.feature), meant(&raw.feature, names, expected));
        return Err(Problem::wrong(format!("{place}.feature"), message));
    };
    let table;
    let parameters = match kind.takes {
        Takes::Nothing => Parameters::Nothing,
        Takes::Values(count) => {
            let place = format!("{place}.values");
            let values = needed(&place, &format!("{count} numbers"), raw.values.as_ref())?;
            table = counted(&place, values, count)?;
            Parameters::Values(&table)
        }
        Takes::Count(words) => Parameters::Count(word(&format!("{place}.count"), raw.count.as_deref(), words)?),
    };
    let unwanted = [
        ("values", raw.values.is_some() && !matches!(kind.takes, Takes::Values(_))),
        ("count", raw.count.is_some() && !matches!(kind.takes, Takes::Count(_))),
    ];
    if let Some((field, _)) = unwanted.iter().find(|(_, present)| *present) {
        let message = format!("the feature {} does not use this field: remove it", quoted(kind.name));
        return Err(Problem::wrong(format!("{place}.{field}"), message));
    }
    let feature = kind.with(parameters).expect("the parameters are those that it takes");
    let weight = number(&format!("{place}.weight"), raw.weight)?;
    let noise = from_zero(&format!("{place}.noise"), raw.noise.unwrap_or(0.0))?;
    Ok(Term { feature, weight, noise })
}

/// Checks that the text is one of these words.
fn word<'a>(place: &str, found: Option<&'a str>, words: &[&str]) -> CheckResult<&'a str> {
    match found {
        Some(word) if words.contains(&word) => Ok(word),
        _ => Err(Problem::at(place, found.map_or("nothing".to_owned(), quoted), listed(words, "or"))),
    }
}

impl From<&Term> for Raw {
    fn from(term: &Term) -> Raw {
        Raw {
            feature: term.feature.name().to_owned(),
            weight: term.weight,
            noise: (term.noise != 0.0).then_some(term.noise),
            count: match term.feature.parameters() {
                Parameters::Count(word) => Some(word.to_owned()),
                _ => None,
            },
            values: match term.feature.parameters() {
                Parameters::Values(values) => Some(values.to_vec()),
                _ => None,
            },
        }
    }
}

/// The field `features` of a file.
pub(super) fn to_raw(spec: &WeightedSpec) -> Vec<Object<Raw>> {
    spec.terms.iter().map(|term| Object(Raw::from(term))).collect()
}
