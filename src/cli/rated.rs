//! Ratings of a player's opponents from the other games of a WTHOR archive, which has no ratings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::people::AVERAGE;
use crate::record::archive::Archive;
use crate::record::{Format, wthor};
use crate::stats::{Bout, shrunk};
use crate::strength::person::{Known, PersonGame};

/// Rates opponents of unknown strength by their other games in the WTHOR files among these, with the model of Bradley
/// and Terry. Games of the player are left out.
pub(super) fn by_archive(files: &[PathBuf], player: &str, games: &mut [PersonGame]) {
    let mut archives = files.to_vec();
    archives.retain(|path| Format::of(path).is_some_and(|format| format.name == wthor::FORMAT.name));
    if archives.is_empty() || games.iter().all(|game| game.opponent.strength.is_some()) {
        return;
    }
    // Unreadable files were reported when the games were read.
    let (archive, _) = Archive::read(&archives, &[]);
    let own = archive.players.iter().position(|name| normalised(name) == normalised(player));
    let others = archive.games.iter().filter(|game| own != Some(game.black) && own != Some(game.white));
    let bouts: Vec<Bout> =
        others.map(|game| Bout { first: game.black, second: game.white, points: game.points(), games: 1.0 }).collect();
    let mut met = vec![false; archive.players.len()];
    bouts.iter().for_each(|bout| (met[bout.first], met[bout.second]) = (true, true));
    let found = shrunk(archive.players.len(), &bouts);
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for (number, name) in archive.players.iter().enumerate().filter(|(number, _)| met[*number]) {
        let rating = AVERAGE.plus(found.ratings[number].0);
        known.insert(normalised(name), Known::in_archive(rating, found.errors[number]));
    }
    for game in games.iter_mut().filter(|game| game.opponent.strength.is_none()) {
        game.opponent.strength = known.get(&normalised(&game.opponent.name)).copied();
    }
}

/// A name in lower case, for comparisons.
fn normalised(name: &str) -> String {
    name.trim().to_lowercase()
}
