//! Trains learned patterns without earlier knowledge: positions, labels, fits, and acceptance matches. A [`recipe`] has
//! the parameters, and a [`PatternsRun`] executes it in a folder, stage by stage.

pub(crate) mod accept;
#[cfg(feature = "cli")]
pub(crate) mod archive;
pub(crate) mod batch;
pub(crate) mod calibrate;
pub(crate) mod fit;
pub(crate) mod label;
pub(crate) mod label_files;
pub mod labels;
pub(crate) mod plan;
pub(crate) mod positions;
pub mod probcut;
pub mod recipe;
pub(crate) mod run;
pub mod sample;
pub(crate) mod stage;

pub use recipe::Recipe;
pub use run::PatternsRun;
pub use stage::Stage;
