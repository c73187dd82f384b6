//! The losses of a player in games against itself, by the shipped tester.

use rival::players::{Personality, load};
use rival::thesis::{Losses, Profile};

use crate::play::Play;
use crate::thesis::{against_itself, measure};

/// Random moves at the start of each game.
pub(crate) const OPENING_PLIES: u32 = 8;
/// The last move that counts, unless an experiment measures whole games.
pub(crate) const LAST_MOVE: u32 = 40;
/// The number of games that measure an agent's player.
pub(crate) const GAMES: usize = 25;

/// The profile of a player's games against itself, both sides of each.
///
/// # Errors
/// None is known: the shipped tester is usable.
pub(crate) fn profile(player: &Personality, games: usize, play: Play) -> anyhow::Result<Profile> {
    let games = against_itself(player, games, OPENING_PLIES, play.seed, play.threads());
    let mut profile = Profile::new(&player.name, load("tester")?, LAST_MOVE);
    profile.games = measure(&games, &profile.tester, LAST_MOVE, play.threads())?;
    Ok(profile)
}

/// The mean rank of some moves; 0 without moves.
pub(crate) fn mean_rank(losses: Losses) -> f64 {
    f64::from(losses.ranks) / f64::from(losses.moves.max(1))
}

/// The mean loss of a profile; 0 without moves.
pub(crate) fn mean_loss(profile: &Profile) -> f64 {
    profile.total().mean().unwrap_or_default()
}

/// Mean loss, standard deviation and mean rank of a profile, as cells.
pub(crate) fn losses(profile: &Profile) -> [String; 3] {
    let total = profile.total();
    let deviation = total.deviation().unwrap_or_default();
    [format!("{:.2}", mean_loss(profile)), format!("{deviation:.1}"), format!("{:.2}", mean_rank(total))]
}
