//! The trait of features, and a shorter one for features that only count.

use std::fmt::Debug;
use std::hash::Hash;

use crate::eval::evaluator::{Leaf, LineUse};

/// The parameters of a feature apart from its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Only the weight.
    Nothing,
    /// A table with this many values; each is multiplied by the weight.
    Values(usize),
    /// One of these words for the way of counting.
    Count(&'static [&'static str]),
}

/// The parameters as a file or a genome gives them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameters<'a> {
    /// No parameters.
    Nothing,
    /// A value for each counted thing: 64 for squares, from a1 row by row.
    Values(&'a [f64]),
    /// The word for the way of counting.
    Count(&'a str),
}

/// A leaf as the features see it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The position and the line that led to it.
    pub leaf: &'a Leaf,
    /// The number of moves of the side to move, if a feature needs it ([`Uses::moves`]).
    pub moves: i32,
}

/// The inputs of a feature apart from the discs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uses {
    /// True if the feature needs [`View::moves`].
    pub moves: bool,
    /// The parts of the line before the position.
    pub line: LineUse,
}

impl Uses {
    /// Only the discs.
    pub(crate) const NOTHING: Uses = Uses { moves: false, line: LineUse { before: false, passes: false } };

    /// The inputs of either.
    #[must_use]
    pub const fn and(self, other: Uses) -> Uses {
        Uses {
            moves: self.moves || other.moves,
            line: LineUse {
                before: self.line.before || other.line.before,
                passes: self.line.passes || other.line.passes,
            },
        }
    }
}

/// A weight that turns a feature's count into the whole units of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Points for each count of the feature.
    pub weight: f64,
    /// Units in one point.
    pub scale: f64,
}

impl Weight {
    /// The value of a count in units.
    #[must_use]
    pub fn units(self, number: f64) -> i32 {
        (self.weight * number * self.scale).round() as i32
    }
}

/// A feature: a difference between the two sides, from the view of the side to move. Positive usually means an
/// advantage.
pub trait Definition: Sized {
    /// The feature's name in personality files and recipes.
    const NAME: &'static str;
    /// The parameters in a file apart from the weight.
    const TAKES: Takes;

    /// The feature with these parameters; `None` if they do not fit.
    fn with(parameters: Parameters<'_>) -> Option<Self>;

    /// The parameters in the form of a file.
    fn parameters(&self) -> Parameters<'_>;

    /// The largest absolute value of the feature.
    fn bound(&self) -> f64;

    /// The values of the squares, row 1 first, if the feature consists of these.
    fn squares(&self) -> Option<[f64; 64]> {
        None
    }

    /// The form in which an evaluation computes the feature. The default is an unused feature.
    type WeightedForm: Debug + Clone + Default + PartialEq + Hash;

    /// Adds the feature with this weight.
    fn weigh(&self, weight: Weight, form: &mut Self::WeightedForm);

    /// The inputs apart from the discs.
    fn uses(_form: &Self::WeightedForm) -> Uses {
        Uses::NOTHING
    }

    /// The value in units with the added weights.
    fn value(form: &Self::WeightedForm, view: &View<'_>) -> i32;
}

/// A feature without parameters that counts discs, moves or the like.
pub trait CountFeature: Default {
    /// See [`Definition::NAME`].
    const NAME: &'static str;
    /// The inputs apart from the discs; none by default.
    const USES: Uses = Uses::NOTHING;
    /// The largest absolute count.
    const BOUND: f64 = 64.0;

    /// The count from the view of the side to move.
    fn count(view: &View<'_>) -> i32;
}

impl<C: CountFeature> Definition for C {
    const NAME: &'static str = C::NAME;
    const TAKES: Takes = Takes::Nothing;
    type WeightedForm = i32;

    fn with(parameters: Parameters<'_>) -> Option<C> {
        (parameters == Parameters::Nothing).then(C::default)
    }

    fn parameters(&self) -> Parameters<'_> {
        Parameters::Nothing
    }

    fn bound(&self) -> f64 {
        C::BOUND
    }

    fn weigh(&self, weight: Weight, form: &mut i32) {
        *form += weight.units(1.0);
    }

    fn uses(_: &i32) -> Uses {
        C::USES
    }

    #[inline]
    fn value(form: &i32, view: &View<'_>) -> i32 {
        form * C::count(view)
    }
}
