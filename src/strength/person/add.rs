//! A lesson adds a finished game to a person's profile.

use std::path::Path;

use super::Profile;
use super::estimate::{Standing, estimate};
use super::game::{Ended, Played};
use crate::people::Judge;
use crate::players::LearnError;
use crate::record::kept::{find, update};
use crate::search::Stop;

/// The result of a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The profile with the game.
    pub profile: Profile,
    /// The person's strength by this profile.
    pub standing: Standing,
}

/// Judges a game, adds it to the profile on disk (made if missing), and returns the new strength. The game is judged
/// before the file is locked, so that other processes do not wait.
///
/// # Errors
/// The game is known, has no move that counts, or the profile cannot be read or written. The file is then unchanged.
pub fn learn(path: &Path, player: &str, game: Played, stop: &Stop) -> Result<Learned, LearnError> {
    if find(path)?.is_some_and(|(profile, _): (Profile, _)| profile.ids().contains(&game.id())) {
        return Err(LearnError::Known);
    }
    let game = game.judge(&mut Judge::shipped(), stop).ok_or(LearnError::Stopped)?;
    if game.choices().is_empty() && game.ended.and_then(Ended::resigned).is_none() {
        return Err(LearnError::Empty);
    }
    let profile = update(path, |found: Option<Profile>| {
        let mut profile = found.unwrap_or_else(|| Profile::new(player));
        if profile.add([game]) == 0 {
            return Err(LearnError::Known);
        }
        Ok(profile)
    })?;
    Ok(Learned { standing: estimate(&profile), profile })
}
