//! How well somebody plays: what each move loses by the values of a player or a tester, and what that says.

pub mod analysis;
mod loss;
mod measure;
pub mod profile;

pub use crate::players::phases::PHASES;
pub use loss::{Game, Judged, Tally, judge};
pub use measure::measure;
pub use profile::{Profile, ProfileError};
