//! How well somebody plays: what each move loses by the values of a player or a tester, and what that says.

pub mod analysis;
mod loss;
mod measure;
pub mod profile;

pub use loss::{Game, Judged, PHASES, Tally, judge, number};
pub use measure::measure;
pub use profile::{Profile, ProfileError};
