//! Learned patterns from nothing: positions, labels, fits, and matches that decide what is taken.
//!
//! A [`recipe`] says what is done; a [`run`] carries it out in a folder of its own, stage by stage.

pub mod accept;
pub mod archive;
pub mod calibrate;
pub mod fit;
pub mod job;
pub mod label;
pub mod plan;
pub mod positions;
pub mod probcut;
pub mod recipe;
pub mod run;
pub mod sample;
pub mod stage;

pub use recipe::Recipe;
pub use run::{End, Run, Watch};
pub use stage::Stage;
