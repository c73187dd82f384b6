//! Ratings of a player's opponents from the other games of a WTHOR archive, which has no ratings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::people::AVERAGE;
use crate::record::archive::Archive;
use crate::record::{Format, wthor};
use crate::stats::{Bout, shrunk};
use crate::strength::person::{Known, Played};

/// Rates opponents of unknown strength by their other games in the WTHOR files among these: the model of Bradley and
/// Terry over all games in which the player has no part.
pub(super) fn by_archive(files: &[PathBuf], player: &str, games: &mut [Played]) {
    let is_archive = |path: &&PathBuf| Format::of(path).is_some_and(|format| format.name == wthor::FORMAT.name);
    let archives: Vec<PathBuf> = files.iter().filter(is_archive).cloned().collect();
    if archives.is_empty() || games.iter().all(|game| game.opponent.strength.is_some()) {
        return;
    }
    // Unreadable files were reported when the games were read.
    let (archive, _) = Archive::read(&archives, &[]);
    let lower = |name: &str| name.trim().to_lowercase();
    let own = archive.players.iter().position(|name| lower(name) == lower(player));
    let others = archive.games.iter().filter(|game| own != Some(game.black) && own != Some(game.white));
    let bouts: Vec<Bout> =
        others.map(|game| Bout { first: game.black, second: game.white, points: game.points(), games: 1.0 }).collect();
    let mut met = vec![false; archive.players.len()];
    bouts.iter().for_each(|bout| (met[bout.first], met[bout.second]) = (true, true));
    let found = shrunk(archive.players.len(), &bouts);
    let of = |number: usize| Known::in_archive(AVERAGE.plus(found.ratings[number].0), found.errors[number]);
    let known: BTreeMap<String, Known> = (0..archive.players.len())
        .filter(|&number| met[number])
        .map(|number| (lower(&archive.players[number]), of(number)))
        .collect();
    for game in games.iter_mut().filter(|game| game.opponent.strength.is_none()) {
        game.opponent.strength = known.get(&lower(&game.opponent.name)).copied();
    }
}
