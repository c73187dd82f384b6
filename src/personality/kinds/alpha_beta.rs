//! Personalities with an evaluation and a search: the kinds `linear` and `patterns`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::book::{self, BookSpec};
use super::features;
use super::search::{self, SearchSpec, TieRule};
use super::weights;
use crate::board::Objective;
use crate::eval::EvaluationSpec;
use crate::eval::probcut::Selectivity;
use crate::personality::file::{Heading, Object, Parts, raw};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, needed};
use crate::record::problem::Problem;

/// The name of the kind with weighted features.
pub(crate) const LINEAR: &str = "linear";
pub(crate) const LINEAR_FIELDS: &[&str] = &["features", "points_per_disc", "search", "book"];
/// The name of the kind with learned patterns.
pub(crate) const PATTERNS: &str = "patterns";
pub(crate) const PATTERNS_FIELDS: &[&str] = &["weights", "network", "search", "book"];

/// A player with an evaluation and a search.
#[derive(Debug, Clone, PartialEq)]
pub struct AlphaBetaSpec {
    /// The evaluation of positions.
    pub evaluation: EvaluationSpec,
    /// The search, which given limits may shorten.
    pub search: SearchSpec,
    /// The opening book that it plays from before it searches.
    pub book: Option<BookSpec>,
}

raw! {
    /// The fields of both kinds.
    #[derive(Debug, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Raw {
        features: Option<Vec<Object<features::Raw>>>,
        points_per_disc: Option<f64>,
        weights: Option<Object<weights::Raw>>,
        network: Option<Object<weights::Raw>>,
        search: Option<Object<search::Raw>>,
        book: Option<Object<weights::Raw>>,
    }
}

/// A personality of the kind `linear`. The folder holds its book.
pub(crate) fn read_linear(parts: &Parts<'_>, folder: &Path) -> CheckResult<AlphaBetaSpec> {
    let Raw { features, points_per_disc, search, book, .. } = parts.read()?;
    let evaluation = EvaluationSpec::Weighted(features::check(features.as_ref(), points_per_disc)?);
    with_book(with_search(evaluation, search.as_ref())?, book, folder)
}

/// A personality of the kind `patterns`. The folder holds its weights and book.
pub(crate) fn read_patterns(parts: &Parts<'_>, folder: &Path) -> CheckResult<AlphaBetaSpec> {
    let Raw { weights, network, search, book, .. } = parts.read()?;
    let Object(weights) = needed("weights", "an object with \"file\" and \"sha256\"", weights.as_ref())?;
    let evaluation = weights::evaluation(weights, network.as_ref(), folder)?;
    with_book(with_search(evaluation, search.as_ref())?, book, folder)
}

/// Adds the book that this field names.
fn with_book(spec: AlphaBetaSpec, book: Option<Object<weights::Raw>>, folder: &Path) -> CheckResult<AlphaBetaSpec> {
    let book = book.map(|Object(book)| book::check(&book, folder)).transpose()?;
    if let (Some(learned), Some(book)) = (spec.evaluation.rule(), &book)
        && book.book.origin.rule != learned
    {
        let expected = format!("one for {learned}, as the weights are");
        return Err(Problem::at("book.file", format!("a book for {}", book.book.origin.rule), expected));
    }
    Ok(AlphaBetaSpec { book, ..spec })
}

/// Adds the search in this field to an evaluation.
pub(super) fn with_search(
    evaluation: EvaluationSpec,
    search: Option<&Object<search::Raw>>,
) -> CheckResult<AlphaBetaSpec> {
    let Object(search) = needed("search", "an object with \"depth\" or \"time_ms\"", search)?;
    let search = search::check(search)?;
    if search.selectivity != Selectivity::OFF && !evaluation.knows_shallowers() {
        let expected = "0: only learned patterns know how shallow searches differ from deep ones";
        return Err(Problem::at("search.selectivity", search.selectivity.level(), expected));
    }
    Ok(AlphaBetaSpec { evaluation, search, book: None })
}

impl Spec for AlphaBetaSpec {
    fn name(&self) -> &'static str {
        match self.evaluation {
            EvaluationSpec::Weighted(_) => LINEAR,
            EvaluationSpec::Patterns(_) | EvaluationSpec::Network(_) => PATTERNS,
        }
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        let search = Some(Object(search::Raw::from(&self.search)));
        let book = self.book.as_ref().map(|book| Object(weights::Raw::from(book)));
        let (weights, network) = weights::fields(&self.evaluation);
        let (features, points_per_disc) = match &self.evaluation {
            EvaluationSpec::Weighted(spec) => (Some(features::to_raw(spec)), spec.points_per_disc),
            EvaluationSpec::Patterns(_) | EvaluationSpec::Network(_) => (None, None),
        };
        heading.with(self.name(), Raw { features, points_per_disc, weights, network, search, book })
    }

    fn rule(&self) -> Option<Objective> {
        self.evaluation.rule().or_else(|| self.book.as_ref().map(|book| book.book.origin.rule))
    }

    fn is_random(&self) -> bool {
        self.search.ties == TieRule::Random || self.evaluation.has_noise()
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        let book = self.book.as_ref().map(|book| ("book", book.describe()));
        self.evaluation.describe().into_iter().chain([("search", self.search.describe())]).chain(book).collect()
    }

    fn boards(&self) -> Vec<(String, [f64; 64])> {
        self.evaluation.boards()
    }
}
