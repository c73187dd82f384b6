//! The method of Ueda's master's thesis on rivals (JAIST, 2012): losses of moves by a tester, a player with the same
//! losses (the agent), its calibration, and the genetic algorithm that makes rivals.
//!
//! Served opponents use another method: see [`strength`](crate::strength).

pub mod adaptive;
pub mod agent;
pub mod calibrate;
#[cfg(feature = "cli")]
pub(crate) mod genetic;
mod loss;
mod measure;
pub mod profile;

pub use crate::personality::phases::PHASES;
pub use adaptive::Adaptive;
pub use calibrate::{Calibration, Step};
pub use loss::{GameLosses, Judged, Losses, fingerprint, judge, judge_unless};
pub use measure::{against_itself, measure, unnatural};
pub use profile::Profile;
