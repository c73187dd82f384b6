//! Games in sequence between engines chosen from game to game, without a folder.

use std::path::Path;

use super::Error;
use super::config::Config;
use super::game::{Halt, Venue};
use super::log::Logs;
use super::played::Played;
use super::schedule::Slot;
use crate::board::Game;
use crate::search::Stop;

/// Plays games from the start while `next`, given the last game, names Black and White by their places in the
/// configuration. `guard` is this program. False if it was stopped.
///
/// # Errors
///
/// A process cannot be started. Faults of engines are in the games.
pub(crate) fn series(
    config: &Config,
    guard: &Path,
    stop: &Stop,
    next: &mut dyn FnMut(Option<Played>) -> Option<[usize; 2]>,
) -> Result<bool, Error> {
    let logs = Logs::none(config);
    let mut venue = Venue::new(config, 0, guard.to_owned(), &logs, stop.clone());
    let opening = Game::default();
    let mut last = None;
    let mut game = 0;
    let finished = loop {
        let Some([black, white]) = next(last.take()) else { break true };
        match venue.play(Slot { game, encounter: game, black, white }, (0, &opening)) {
            Ok(played) => last = Some(played),
            Err(Halt::Stopped) => break false,
            Err(Halt::Machine(error)) => return Err(Error::Machine(error)),
        }
        game += 1;
    };
    venue.close();
    Ok(finished)
}
