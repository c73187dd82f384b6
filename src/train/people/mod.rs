//! How people choose, learnt from the games of an archive.
//!
//! [`archive`] reads the games, `sample` says which of them are judged (the others give the ratings), `judged` has
//! the judge's values of every move, `fit` finds the model of choices, `gauss` the estimator, `validate` how good
//! both are for players that were left out; a [`Run`] does all of it in a folder.

pub mod archive;
pub(crate) mod fit;
pub(crate) mod gauss;
pub(crate) mod judged;
mod players;
mod run;
pub(crate) mod sample;
pub(crate) mod validate;

pub use archive::Archive;
pub use run::{Done, End, Run, Settings, Watch};
