//! Games kept for later, one file for each, in the format of the present game.

use std::io;

use crate::serve::page::store::{Kept, KeptGame, Storage};
use crate::serve::page::tell::LeftGame;

/// The folder of games kept for later.
const FOLDER: &str = "left";

/// All kept games, the last first.
pub(super) fn all(store: &dyn Storage) -> impl Iterator<Item = Kept> {
    let mut names = store.list(FOLDER);
    names.sort_unstable_by(|a, b| b.cmp(a));
    names.into_iter().filter_map(|name| store.get(&format!("{FOLDER}/{name}")))
}

/// A kept game.
pub(super) fn get(store: &dyn Storage, game: u64) -> Option<KeptGame> {
    store.get(&name(game)).and_then(KeptGame::new)
}

pub(super) fn put(store: &dyn Storage, kept: &Kept) -> io::Result<()> {
    store.put(&name(kept.id), kept)
}

pub(super) fn remove(store: &dyn Storage, game: u64) -> io::Result<()> {
    store.remove(&name(game))
}

/// The kept games for the page.
pub(super) fn show(store: &dyn Storage) -> Vec<LeftGame> {
    let games = all(store).filter_map(|kept| {
        let game = kept.id;
        let opponent = kept.terms.opponent.clone();
        let record = KeptGame::new(kept)?.record;
        Some(LeftGame { game, opponent, moves: record.game().history().len(), date: record.date })
    });
    games.collect()
}

fn name(game: u64) -> String {
    format!("{FOLDER}/{game:06}.json")
}
