//! How strong somebody plays: what each move loses by a tester's exact values, and what that says.

mod loss;
mod measure;
pub mod profile;

pub use loss::{Game, Judged, PHASES, Tally, judge, number};
pub use measure::measure;
pub use profile::{Profile, ProfileError};
