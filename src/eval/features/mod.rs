//! The features of a weighted evaluation. Each has a file, and a line in the table below. Files, checks, recipes,
//! explanations and descriptions use this table.

mod corner_shapes;
mod definition;
mod disc_squares;
mod discs;
mod edge_runs;
mod edge_stable;
mod frontier;
mod mobility;
mod passes;
mod square_table;
mod stable;
mod symmetric_board;

pub use definition::{CountFeature, Definition, Parameters, Takes, Uses, View, Weight};
pub use mobility::MoveCount;
pub use stable::stable_sets;
pub use symmetric_board::symmetric;

/// Declares the features of a list, each with a field and a type. It makes the enum of features, the table of their
/// kinds, and the sum that an evaluation computes, which calls each feature by its type.
macro_rules! features {
    ($($field:ident: $feature:ident,)*) => {
        $(pub use $field::$feature;)*

        /// A feature with its parameters.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Feature {
            $(
                /// A feature of this type.
                $feature($feature),
            )*
        }

        $(impl From<$feature> for Feature {
            fn from(feature: $feature) -> Feature {
                Feature::$feature(feature)
            }
        })*

        /// Every kind of feature, in the order in which messages list them.
        pub const KINDS: &[Kind] = &[$(Kind {
            name: <$feature as Definition>::NAME,
            takes: <$feature as Definition>::TAKES,
            make: |parameters| <$feature as Definition>::with(parameters).map(Feature::$feature),
        },)*];

        impl Feature {
            /// The feature's name in personality files and recipes.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Feature::$feature(_) => <$feature as Definition>::NAME,)*
                }
            }

            /// Its parameters in the form of a file.
            #[must_use]
            pub(crate) fn parameters(&self) -> Parameters<'_> {
                match self {
                    $(Feature::$feature(feature) => Definition::parameters(feature),)*
                }
            }

            /// The largest absolute value that it can take.
            #[must_use]
            pub(crate) fn bound(&self) -> f64 {
                match self {
                    $(Feature::$feature(feature) => Definition::bound(feature),)*
                }
            }

            /// See [`Definition::squares`].
            #[must_use]
            pub fn squares(&self) -> Option<[f64; 64]> {
                match self {
                    $(Feature::$feature(feature) => Definition::squares(feature),)*
                }
            }
        }

        /// The weighted features in the form that an evaluation computes.
        #[derive(Debug, Clone, Default, PartialEq, Hash)]
        pub struct Sum {
            $($field: <$feature as Definition>::WeightedForm,)*
        }

        impl Sum {
            /// Adds a feature with a weight.
            pub fn add(&mut self, feature: &Feature, weight: Weight) {
                match feature {
                    $(Feature::$feature(feature) => feature.weigh(weight, &mut self.$field),)*
                }
            }

            /// The inputs of all added features.
            #[must_use]
            pub fn uses(&self) -> Uses {
                let mut uses = Uses::NOTHING;
                $(if self.$field != <<$feature as Definition>::WeightedForm as Default>::default() {
                    uses = uses.and(<$feature as Definition>::uses(&self.$field));
                })*
                uses
            }

            /// The sum of the weighted features in units.
            #[inline]
            #[must_use]
            pub fn value(&self, view: &View<'_>) -> i32 {
                let mut value = 0;
                $(if self.$field != <<$feature as Definition>::WeightedForm as Default>::default() {
                    value += <$feature as Definition>::value(&self.$field, view);
                })*
                value
            }
        }
    };
}

features! {
    disc_squares: DiscSquares,
    symmetric_board: SymmetricBoard,
    mobility: Mobility,
    edge_stable: EdgeStable,
    edge_runs: EdgeRuns,
    stable: Stable,
    frontier: Frontier,
    passes: Passes,
    discs: Discs,
    corner_shapes: CornerShapes,
}

/// A kind of feature, without its parameters.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name in files.
    pub name: &'static str,
    /// The parameters in a file apart from the weight.
    pub takes: Takes,
    make: fn(Parameters<'_>) -> Option<Feature>,
}

impl Kind {
    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The feature with these parameters; `None` if they do not fit the kind.
    #[must_use]
    pub fn with(&self, parameters: Parameters<'_>) -> Option<Feature> {
        (self.make)(parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A feature of this kind with arbitrary parameters.
    fn feature(kind: &Kind) -> Feature {
        let values: Vec<f64> = (0..64).map(|n| f64::from(n) - 8.5).collect();
        let parameters = match kind.takes {
            Takes::Nothing => Parameters::Nothing,
            Takes::Values(count) => Parameters::Values(&values[..count]),
            Takes::Count(words) => Parameters::Count(words[0]),
        };
        kind.with(parameters).unwrap_or_else(|| panic!("{} takes what it says", kind.name))
    }

    #[test]
    fn every_kind_is_made_of_what_it_takes_and_gives_it_back() {
        for kind in KINDS {
            let made = feature(kind);
            assert_eq!(made.name(), kind.name);
            assert_eq!(kind.with(made.parameters()), Some(made.clone()));
            assert_eq!(Kind::named(kind.name).map(|kind| kind.takes), Some(kind.takes));
            for wrong in [Parameters::Values(&[1.0]), Parameters::Count("somehow")] {
                assert_eq!(kind.with(wrong), None, "{}", kind.name);
            }
        }
    }

    #[test]
    fn names_are_those_of_one_kind() {
        for (index, kind) in KINDS.iter().enumerate() {
            assert!(KINDS[..index].iter().all(|other| other.name != kind.name), "{}", kind.name);
        }
    }
}
