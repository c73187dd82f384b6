//! How well somebody plays: what each move loses by the values of a player or a tester, and what that says.

pub mod adaptive;
pub mod agent;
pub mod analysis;
pub mod calibrate;
mod loss;
mod measure;
pub mod person;
pub mod profile;
pub mod rivals;
mod served;

pub use crate::personality::phases::PHASES;
pub use adaptive::Adaptive;
pub use calibrate::{Calibration, Step};
pub use loss::{GameLosses, Judged, Losses, fingerprint, judge, judge_unless};
pub use measure::{against_itself, measure, unnatural};
pub use profile::{Profile, ProfileError};
pub use served::{ServeError, served};
