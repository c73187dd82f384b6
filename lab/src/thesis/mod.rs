//! The method of Ueda's master's thesis on rivals (JAIST, 2012): losses of moves as measured by a tester, a player with
//! the same losses (the agent), its calibration, and the genetic algorithm that makes rivals.

pub(crate) mod agent;
mod calibrate;
pub(crate) mod games;
pub(crate) mod genetic;
pub(crate) mod losses;
pub(crate) mod make_agent;
pub(crate) mod map_elites;
mod measure;
pub(crate) mod rivals;

use std::path::Path;

use anyhow::Context;
use rival::record::profile_file::load;
use rival::thesis::Profile;

pub(crate) use calibrate::Calibration;
pub(crate) use measure::{against_itself, measure, unnatural};

/// The fewest moves of an estimate that is not reported as weak.
const FEWEST_MOVES: u32 = 10;
/// The last move of a game that counts, as in the thesis.
const PLIES: u32 = 40;

/// Reads a profile. If it is damaged, its previous version is read.
///
/// # Errors
/// The file is missing or damaged.
fn read_profile(path: &Path) -> anyhow::Result<Profile> {
    let (profile, problem): (Profile, _) = load(path)?;
    if let Some(problem) = problem {
        eprintln!("lab: {problem}; the previous profile is used");
    }
    Ok(profile)
}

/// The mean loss of a profile in points a move. A small number of moves is reported.
///
/// # Errors
/// The profile has no move.
fn mean_loss(profile: &Profile) -> anyhow::Result<f64> {
    let mean = profile.total().mean().context("found no measured move, expected some")?;
    if profile.total().moves < FEWEST_MOVES {
        eprintln!("lab: {}", thin(profile));
    }
    Ok(mean)
}

/// A note on the reliability of an estimate from few moves.
fn thin(profile: &Profile) -> String {
    let moves = profile.total().moves;
    let worth = match profile.loss().and_then(|loss| loss.error) {
        // A few equal losses do not show the variation of losses.
        Some(error) if error > 0.0 => {
            format!("the estimate is uncertain by {:.1} points either way", rival::stats::Z95 * error)
        }
        _ => "the estimate is almost worthless".to_owned(),
    };
    format!("found {moves} measurable moves, expected {FEWEST_MOVES} or more: {worth}")
}
