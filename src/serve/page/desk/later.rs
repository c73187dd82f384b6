//! Games kept for later, one file for each, in the format of the present game.

use std::io;

use crate::record::KeptError;
use crate::serve::page::store::{LoadedGame, Storage, StoredGame};
use crate::serve::page::tell::LeftGame;

/// The folder of games kept for later.
pub(super) const FOLDER: &str = "left";

/// All kept games, the last first. A damaged one is an error.
fn all(store: &dyn Storage) -> impl Iterator<Item = Result<LoadedGame, KeptError>> {
    let names = store.list(FOLDER).into_iter();
    let mut numbers: Vec<u64> = names.filter_map(|name| name.strip_suffix(".json")?.parse().ok()).collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.into_iter().filter_map(|game| store.unfinished(&name(game)).transpose())
}

/// A kept game.
pub(super) fn get(store: &dyn Storage, game: u64) -> Option<LoadedGame> {
    store.unfinished(&name(game)).ok().flatten()
}

pub(super) fn put(store: &dyn Storage, kept: &StoredGame) -> io::Result<()> {
    store.put(&name(kept.id), kept)
}

pub(super) fn remove(store: &dyn Storage, game: u64) -> io::Result<()> {
    store.remove(&name(game))
}

/// The kept games for the page, and the errors of damaged ones.
pub(super) fn show(store: &dyn Storage) -> (Vec<LeftGame>, Vec<KeptError>) {
    let mut games = Vec::new();
    let mut errors = Vec::new();
    for found in all(store) {
        match found {
            Ok(LoadedGame { kept, record }) => {
                let moves = record.game().history().len();
                games.push(LeftGame { game: kept.id, opponent: kept.terms.opponent, moves, date: record.date });
            }
            Err(error) => errors.push(error),
        }
    }
    (games, errors)
}

/// The name of a kept game's file.
pub(super) fn name(game: u64) -> String {
    format!("{FOLDER}/{game:06}.json")
}
