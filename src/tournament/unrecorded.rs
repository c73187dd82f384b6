//! A tournament without a folder: it plays its games one after the other.

use std::path::Path;

use super::Error;
use super::config::Config;
use super::game::Venue;
use super::log::Logs;
use super::openings::Openings;
use super::played::{MOST_ATTEMPTS, TournamentGame};
use crate::search::Stop;

/// Plays all games in the order of the schedule. `guard` is the path of this program.
///
/// # Errors
///
/// The openings are unusable, the run is stopped, or a process cannot be started. Faults of engines are in the games.
pub(crate) fn unrecorded(config: &Config, guard: &Path, stop: &Stop) -> Result<Vec<TournamentGame>, Error> {
    let schedule = config.plan.schedule();
    let openings = Openings::new(&config.openings, config.rules.seed, schedule.encounters())?;
    let logs = Logs::none(config);
    let mut venue = Venue::new(config, 0, guard.to_owned(), &logs, stop.clone());
    let mut played = Vec::new();
    for pairing in (0..schedule.games()).filter_map(|game| schedule.pairing(game)) {
        // Games are not repeated here.
        played.push(venue.play(pairing, MOST_ATTEMPTS, openings.get(pairing.encounter))?);
    }
    venue.close();
    Ok(played)
}
