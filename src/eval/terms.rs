//! The description of a weighted sum of features: its terms and the value of a disc.

use super::features::{Feature, Parameters};

/// The most values listed in a description; a larger table is shown as a board.
const MOST_VALUES: usize = 10;

/// One term of the sum: `weight * (feature + noise * u)`, from the view of the side that made the last move, with a
/// fresh u from [0, 1).
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The counted quantity.
    pub feature: Feature,
    /// Points for each count of the feature.
    pub weight: f64,
    /// The amplitude of the noise in the feature's own units, 0 or more.
    pub noise: f64,
}

impl Term {
    /// A term without noise.
    #[must_use]
    pub fn new(feature: impl Into<Feature>, weight: f64) -> Term {
        Term { feature: feature.into(), weight, noise: 0.0 }
    }

    /// The largest absolute value of the term.
    #[must_use]
    pub(crate) fn bound(&self) -> f64 {
        self.weight.abs() * (self.feature.bound() + self.noise)
    }

    /// The largest absolute value of its noise, in points.
    pub(super) fn amplitude(&self) -> f64 {
        self.weight * self.noise
    }

    /// The term in words: the feature, its weight, noise and parameters.
    fn describe(&self) -> String {
        let noise = if self.noise == 0.0 { String::new() } else { format!(", noise {}", self.noise) };
        let detail = match self.feature.parameters() {
            Parameters::Values(values) if values.len() <= MOST_VALUES => format!(", {values:?}"),
            Parameters::Count(word) => format!(", {word}"),
            Parameters::Values(_) | Parameters::Nothing => String::new(),
        };
        format!("{:<16}weight {}{noise}{detail}", self.feature.name(), self.weight)
    }

    /// True if its value is always a whole number of points.
    pub(super) fn is_whole(&self) -> bool {
        self.amplitude() == 0.0
            && match self.feature.parameters() {
                Parameters::Values(values) => values.iter().all(|value| (value * self.weight).fract() == 0.0),
                _ => self.weight.fract() == 0.0,
            }
    }
}

/// A personality's weighted sum of features.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightedSpec {
    /// At least one; weights, tables and amplitudes are finite.
    pub terms: Vec<Term>,
    /// The number of points that equal one disc of the final difference, above 0; `None` takes a 64th of the largest
    /// possible sum.
    pub points_per_disc: Option<f64>,
}

impl WeightedSpec {
    /// The largest absolute value in points.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.terms.iter().map(Term::bound).sum()
    }

    /// The number of points that equal one disc, given or by default.
    #[must_use]
    pub(crate) fn per_disc(&self) -> f64 {
        let largest = self.largest();
        self.points_per_disc.unwrap_or(if largest > 0.0 { largest / 64.0 } else { 1.0 })
    }

    /// True if a term with a weight has noise.
    #[must_use]
    pub(crate) fn has_noise(&self) -> bool {
        self.terms.iter().any(|term| term.amplitude() != 0.0)
    }

    /// Rows for `rival show`: a name and a text each.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let terms = self.terms.iter().map(|term| ("feature", term.describe()));
        let per_disc = self.per_disc();
        // Three decimals would show a small number as 0.
        let points = if per_disc < 0.001 { format!("{per_disc:e}") } else { format!("{per_disc:.3}") };
        let given = if self.points_per_disc.is_some() { "" } else { ", assumed" };
        terms.chain([("points per disc", points + given)]).collect()
    }

    /// The values of squares as boards: a title and 64 values each, row 1 first.
    #[must_use]
    pub fn boards(&self) -> Vec<(String, [f64; 64])> {
        let boards = self.terms.iter().filter_map(|term| {
            let values = term.feature.squares()?;
            Some((format!("{}, weight {}", term.feature.name(), term.weight), values))
        });
        boards.collect()
    }
}
