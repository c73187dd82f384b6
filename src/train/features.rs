//! The trainable features, by name.

use crate::eval::features::{Definition, KINDS, Kind, Parameters, SymmetricBoard, Takes};
use crate::eval::{Feature, Term};

/// The squares that the ten numbers of a symmetric board stand for.
pub(crate) const OCTANT: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];

/// A feature without its weights.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrainableFeature {
    kind: &'static Kind,
    /// The way of counting, if there are several.
    count: Option<&'static str>,
}

/// Every feature by its name in recipes. A feature with several ways of counting is listed once for each.
pub(crate) fn all() -> impl Iterator<Item = (String, TrainableFeature)> {
    KINDS.iter().flat_map(|kind| match kind.takes {
        Takes::Count(words) => words
            .iter()
            .map(|&word| (format!("{}:{word}", kind.name), TrainableFeature { kind, count: Some(word) }))
            .collect(),
        Takes::Nothing | Takes::Values(_) => vec![(kind.name.to_owned(), TrainableFeature { kind, count: None })],
    })
}

impl TrainableFeature {
    /// The feature with this name.
    #[must_use]
    pub(crate) fn named(name: &str) -> Option<TrainableFeature> {
        all().find(|(known, _)| known == name).map(|(_, feature)| feature)
    }

    /// True if both are the same kind of feature, whatever their way of counting.
    #[must_use]
    pub(crate) fn is_alike(self, other: TrainableFeature) -> bool {
        self.kind.name == other.kind.name
    }

    /// The number of its genes.
    #[must_use]
    pub(crate) const fn genes(self) -> usize {
        match self.kind.takes {
            Takes::Values(count) => count,
            Takes::Nothing | Takes::Count(_) => 1,
        }
    }

    /// A name for each of its genes: `mobility:both`, `symmetric-board b2`, `corner-shapes 3`.
    #[must_use]
    pub(crate) fn gene_names(self) -> Vec<String> {
        let feature = self.kind.name;
        match (self.kind.takes, self.count) {
            (Takes::Values(_), _) if feature == SymmetricBoard::NAME => {
                OCTANT.iter().map(|square| format!("{feature} {square}")).collect()
            }
            (Takes::Values(count), _) => (1..=count).map(|number| format!("{feature} {number}")).collect(),
            (_, Some(word)) => vec![format!("{feature}:{word}")],
            (_, None) => vec![feature.to_owned()],
        }
    }

    /// The term with these genes: the feature's own table, or its weight.
    #[must_use]
    pub(crate) fn term(self, genes: &[f64]) -> Term {
        let (parameters, weight) = match (self.kind.takes, self.count) {
            (Takes::Values(_), _) => (Parameters::Values(genes), 1.0),
            (_, Some(word)) => (Parameters::Count(word), genes[0]),
            (_, None) => (Parameters::Nothing, genes[0]),
        };
        let feature: Option<Feature> = self.kind.with(parameters);
        Term::new(feature.expect("as many genes as the feature has"), weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_term_of_its_genes() {
        for (name, feature) in all() {
            let genes: Vec<f64> = (0..feature.genes()).map(|n| n as f64 + 2.0).collect();
            let term = feature.term(&genes);
            assert!(name == term.feature.name() || name.starts_with(&format!("{}:", term.feature.name())), "{name}");
            match term.feature.parameters() {
                Parameters::Values(values) => assert_eq!((values, term.weight), (&genes[..], 1.0)),
                _ => assert_eq!(term.weight, 2.0),
            }
            assert!(TrainableFeature::named(&name).is_some_and(|found| found.term(&genes) == term));
            let names = feature.gene_names();
            assert!(names.len() == genes.len() && names.iter().all(|gene| gene.starts_with(&name)), "{names:?}");
        }
        assert!(TrainableFeature::named("mobility").is_none() && TrainableFeature::named("mobility:both").is_some());
    }
}
