//! What a feature says of itself: one trait, and a shorter one for features that only count.

use std::fmt::Debug;
use std::hash::Hash;

use crate::eval::evaluator::{Leaf, LineUse};

/// What a feature takes beside its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// The weight is all.
    Nothing,
    /// A table of so many values; each is multiplied by the weight.
    Values(usize),
    /// One of these words, which says how it counts.
    Count(&'static [&'static str]),
}

/// The same as a file or a genome gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameters<'a> {
    /// None.
    Nothing,
    /// A value for each of what it counts: 64 for squares, from a1 row by row.
    Values(&'a [f64]),
    /// The name of what it counts.
    Count(&'a str),
}

/// A leaf as the features see it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The position, with what was computed of it already.
    pub leaf: &'a Leaf,
    /// How many moves the side to move has, if a feature asks for it ([`Uses::moves`]).
    pub moves: i32,
}

/// What a feature looks at beyond the discs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uses {
    /// [`View::moves`].
    pub moves: bool,
    /// What it asks of the line of moves that led to the position.
    pub line: LineUse,
}

impl Uses {
    /// The discs alone.
    pub const NOTHING: Uses = Uses { moves: false, line: LineUse { before: false, forfeits: false } };

    /// What either of the two looks at.
    #[must_use]
    pub const fn and(self, other: Uses) -> Uses {
        Uses {
            moves: self.moves || other.moves,
            line: LineUse {
                before: self.line.before || other.line.before,
                forfeits: self.line.forfeits || other.line.forfeits,
            },
        }
    }
}

/// A weight that turns numbers of a feature into whole units of an evaluation's values.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Points for one of the feature.
    pub weight: f64,
    /// Units of one point.
    pub scale: f64,
}

impl Weight {
    /// A number of the feature in units.
    #[must_use]
    pub fn units(self, number: f64) -> i32 {
        (self.weight * number * self.scale).round() as i32
    }
}

/// A feature: a difference between the two sides, from the view of the side to move. Positive means that more is there
/// of what one usually wants.
pub trait Definition: Sized {
    /// In personality files and recipes.
    const NAME: &'static str;
    /// For a player without the documentation: what a line gains or gives up.
    const WORDS: &'static str;
    /// What a file gives beside the weight.
    const TAKES: Takes;

    /// The feature with these parameters; `None` if it takes others.
    fn with(parameters: Parameters<'_>) -> Option<Self>;

    /// The parameters, as a file gives them.
    fn parameters(&self) -> Parameters<'_>;

    /// The largest absolute value that it can take.
    fn bound(&self) -> f64;

    /// What `rival show` says of the parameters; empty if there is nothing to say.
    fn detail(&self) -> String {
        String::new()
    }

    /// The values of the squares, row 1 first, if that is what it is made of.
    fn squares(&self) -> Option<[f64; 64]> {
        None
    }

    /// What an evaluation computes with; the default is a feature that is not used.
    type Weighed: Debug + Clone + Default + PartialEq + Hash;

    /// Adds the feature with this weight.
    fn weigh(&self, weight: Weight, weighed: &mut Self::Weighed);

    /// What it looks at beyond the discs.
    fn uses(weighed: &Self::Weighed) -> Uses;

    /// In units, by the weights that were added.
    fn value(weighed: &Self::Weighed, view: &View<'_>) -> i32;
}

/// A feature that takes nothing and counts discs, moves or the like.
pub trait Count: Default {
    /// See [`Definition::NAME`].
    const NAME: &'static str;
    /// See [`Definition::WORDS`].
    const WORDS: &'static str;
    /// What it looks at beyond the discs; nothing by default.
    const USES: Uses = Uses::NOTHING;
    /// The largest absolute count.
    const BOUND: f64 = 64.0;

    /// The number, from the view of the side to move.
    fn count(view: &View<'_>) -> i32;
}

impl<C: Count> Definition for C {
    const NAME: &'static str = C::NAME;
    const WORDS: &'static str = C::WORDS;
    const TAKES: Takes = Takes::Nothing;
    type Weighed = i32;

    fn with(parameters: Parameters<'_>) -> Option<C> {
        (parameters == Parameters::Nothing).then(C::default)
    }

    fn parameters(&self) -> Parameters<'_> {
        Parameters::Nothing
    }

    fn bound(&self) -> f64 {
        C::BOUND
    }

    fn weigh(&self, weight: Weight, weighed: &mut i32) {
        *weighed += weight.units(1.0);
    }

    fn uses(_: &i32) -> Uses {
        C::USES
    }

    #[inline]
    fn value(weighed: &i32, view: &View<'_>) -> i32 {
        weighed * C::count(view)
    }
}
