//! The playing part of Ueda's master's thesis on rivals (JAIST, 2012): losses of moves as measured by a tester, a
//! player's profile of losses, and a rival that adapts to it. The thesis's agents, their calibration and its genetic
//! algorithm are in the package `lab`.
//!
//! Served opponents use another method: see [`strength`](crate::strength).

pub mod adaptive;
mod loss;
pub mod profile;

pub use crate::personality::phases::PHASES;
pub use adaptive::Adaptive;
pub use loss::{GameLosses, Losses, MoveLoss, fingerprint, image_fingerprints, judge, judge_unless};
pub use profile::Profile;
