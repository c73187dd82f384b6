//! People's choices of moves: the judge, the features of moves, the model of choices and the estimate of strength, with
//! the figures that `lab people` fitted to tournament games.
//!
//! Strength is [`Theta`] here: Elo / 200, with 0 for the average player of these games.

/// The parsed content of an embedded file, read once. The tests read every file, so no user meets the panic.
macro_rules! shipped {
    ($type:ty, $file:literal, $read:expr) => {{
        static SHIPPED: std::sync::LazyLock<$type> =
            std::sync::LazyLock::new(|| $read.unwrap_or_else(|error| panic!("{}: {error}", $file)));
        &SHIPPED
    }};
}

mod choice;
mod deep_judge;
mod drawing;
mod estimator;
mod evidence;
mod exercise;
mod facts;
mod features;
mod figures;
mod judge;
mod judging;
mod lens;
mod model;
mod openings;
mod played;
mod policy;
mod repertoire;
mod scale;
mod tie;
mod traps;
mod words;

pub(crate) use choice::are_values_of;
pub use choice::{Choice, GamePart, choices, judge};
pub use deep_judge::DeepJudge;
pub use drawing::{Drawing, GROSS};
pub use estimator::{Acquaintances, Estimator, stretched};
pub use evidence::{MovesEvidence, evidence};
pub use exercise::{Curve, Examiner, Exercise, Exercises, RightMove, Solver, is_fit, logit};
pub(crate) use facts::regions;
pub use facts::{Facts, MOST_LOSS, Marks, facts, given_away, set_usual};
pub use features::{COUNT, Family, FeatureKind, NAMES, families, family, features, in_words, place};
pub use figures::{Counts, FORMAT, Figures, shipped};
pub use judge::Judge;
pub use judging::Judging;
pub use lens::{Lens, STRONGER};
pub use model::{Model, dot, probabilities, softmax};
pub use openings::{Counter, LAST as LAST_OPENING, Openings};
pub use played::{Ladder, Rung, Setting};
pub use policy::{Policy, Terms};
pub use repertoire::{Repertoire, USUAL};
pub use scale::{AVERAGE, DAYS, Discs, ELO, LadderElo, PeopleElo, Theta};
pub use tie::{Knot, Tie};
pub use traps::{set_traps, sets_traps};
pub use words::{class, classes};
