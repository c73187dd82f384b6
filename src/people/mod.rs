//! How people choose their moves: the judge, what can be seen of a move, the model of choices and the estimate of
//! strength, with the figures that `rival train people` learnt from tournament games.
//!
//! Strength is `theta` here: Elo / 200, with 0 for the average player of the games that the figures were learnt from.

mod choice;
mod drawing;
mod estimator;
mod facts;
mod features;
mod figures;
mod judge;
mod judging;
mod model;
mod played;
mod tie;
mod words;

pub use choice::{Choice, Part, choices, judge};
pub use drawing::{Drawing, GROSS};
pub use estimator::{Estimate, Estimator, Evidence};
pub use facts::{Facts, MOST_LOSS, Marks, facts};
pub use features::{COUNT, NAMES, features, words};
pub use figures::{Counts, FORMAT, Figures, FiguresError, shipped};
pub use judge::Judge;
pub use judging::Judging;
pub use model::{Model, dot, probabilities};
pub use played::{Ladder, Rung, Setting};
pub use tie::{Knot, Tie};
pub use words::{class, classes};

/// Elo that a unit of `theta` stands for.
pub const ELO: f64 = 200.0;

/// The average player's rating, as users see ratings.
pub const AVERAGE: f64 = 1_500.0;

/// A strength as a rating.
#[must_use]
pub fn rating(theta: f64) -> f64 {
    AVERAGE + ELO * theta
}

/// A rating as a strength.
#[must_use]
pub fn theta(rating: f64) -> f64 {
    (rating - AVERAGE) / ELO
}
