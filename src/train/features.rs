//! The features whose weights are searched, by name.

use crate::eval::{Feature, MoveCount, Term};

/// A feature without its weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weighed {
    DiscSquares,
    SymmetricBoard,
    CornerShapes,
    Mobility(MoveCount),
    EdgeStable,
    Stable,
    Frontier,
    Forfeits,
    Discs,
}

/// Every feature under its name in a recipe.
pub const FEATURES: [(&str, Weighed); 11] = [
    ("disc-squares", Weighed::DiscSquares),
    ("symmetric-board", Weighed::SymmetricBoard),
    ("corner-shapes", Weighed::CornerShapes),
    ("mobility:both", Weighed::Mobility(MoveCount::Both)),
    ("mobility:replies", Weighed::Mobility(MoveCount::Replies)),
    ("mobility:around-move", Weighed::Mobility(MoveCount::AroundMove)),
    ("edge-stable", Weighed::EdgeStable),
    ("stable", Weighed::Stable),
    ("frontier", Weighed::Frontier),
    ("forfeits", Weighed::Forfeits),
    ("discs", Weighed::Discs),
];

impl Weighed {
    /// The feature of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Weighed> {
        FEATURES.iter().find(|(known, _)| *known == name).map(|&(_, feature)| feature)
    }

    /// Numbers that a genome holds for it.
    #[must_use]
    pub const fn genes(self) -> usize {
        match self {
            Weighed::DiscSquares => 64,
            Weighed::SymmetricBoard => 10,
            Weighed::CornerShapes => 8,
            _ => 1,
        }
    }

    /// The term with these genes: a table of the feature's own, or its weight.
    #[must_use]
    pub fn term(self, genes: &[f64]) -> Term {
        fn table<const N: usize>(genes: &[f64]) -> [f64; N] {
            genes.try_into().expect("as many genes as the feature has")
        }
        let counted = |feature| (feature, genes[0]);
        let (feature, weight) = match self {
            Weighed::DiscSquares => (Feature::DiscSquares(Box::new(table(genes))), 1.0),
            Weighed::SymmetricBoard => (Feature::SymmetricBoard(table(genes)), 1.0),
            Weighed::CornerShapes => (Feature::CornerShapes(table(genes)), 1.0),
            Weighed::Mobility(count) => counted(Feature::Mobility(count)),
            Weighed::EdgeStable => counted(Feature::EdgeStable),
            Weighed::Stable => counted(Feature::Stable),
            Weighed::Frontier => counted(Feature::Frontier),
            Weighed::Forfeits => counted(Feature::Forfeits),
            Weighed::Discs => counted(Feature::Discs),
        };
        Term { feature, weight, noise: 0.0 }
    }
}
