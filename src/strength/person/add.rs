//! A lesson: it adds a finished game to a person's profile.

use std::path::Path;

use super::Profile;
use super::estimate::{Standing, estimate};
use super::game::{PersonGame, PlayerResult};
use crate::people::{DeepJudge, Judge};
use crate::personality::signed_name;
use crate::players::LearnError;
use crate::record::profile_file::{find, update};
use crate::record::text::name_in_a_line;
use crate::search::Stop;

/// Judges a game and adds it to the profile on disk, which is created if needed. Returns the profile and the estimated
/// strength. The game is judged while the file is not locked, so that other processes do not wait.
///
/// # Errors
/// The player's name is the signature of a program, the profile has the game already, no move of the game counts, or
/// the profile cannot be read or written. The file is then unchanged.
pub fn learn(path: &Path, player: &str, game: PersonGame, stop: &Stop) -> Result<(Profile, Standing), LearnError> {
    if signed_name(player).is_some() {
        return Err(LearnError::Program(name_in_a_line(player)));
    }
    if find(path)?.is_some_and(|(profile, _): (Profile, _)| profile.ids().contains(&game.id())) {
        return Err(LearnError::Known);
    }
    let game = game.judge(&mut Judge::shipped(), stop).ok_or(LearnError::Stopped)?;
    if game.choices().is_empty() && game.ended.and_then(PlayerResult::resigned).is_none() {
        return Err(LearnError::Empty);
    }
    let mut profile = update(path, |stored: Option<Profile>| {
        let mut profile = stored.unwrap_or_else(|| Profile::new(player));
        if profile.add([game.clone()]) == 0 {
            return Err(LearnError::Known);
        }
        Ok(profile)
    })?;
    // The game is on disk before the deep judge judges it: a process may have to end meanwhile.
    if let Some(game) = game.judge_deeply(&mut DeepJudge::shipped(), stop) {
        profile = update(path, |stored: Option<Profile>| {
            let mut profile = stored.unwrap_or_else(|| Profile::new(player));
            // It may have been removed meanwhile.
            if let Some(known) = profile.games.iter_mut().find(|known| known.id() == game.id()) {
                known.complete(game);
            }
            Ok::<_, LearnError>(profile)
        })?;
    }
    let standing = estimate(&profile);
    Ok((profile, standing))
}
