//! Learns from an archive how people choose their moves.
//!
//! `sample` draws the games to judge (the others give the ratings), `judged` has the judge's values of every move, `fit`
//! fits the model of choices, `gauss` the estimator, `policy` fits the policy, `openings` counts first moves, `exercises`
//! finds positions with one right move, and `validate` tests them on players left out, beside the usual estimates
//! (`plain`); a [`Run`] does all of it in a folder.

pub(crate) mod exercises;
pub(crate) mod fit;
pub(crate) mod gauss;
pub(crate) mod judged;
mod openings;
mod plain;
mod players;
mod policy;
mod run;
pub(crate) mod sample;
pub(crate) mod validate;
pub(crate) mod validation;

pub use run::{Done, End, Run, Settings, Watch};
