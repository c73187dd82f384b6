//! Removed evidence: finished games and added files. The last removal can be undone.

use std::collections::BTreeSet;

use super::Common;
use crate::serve::page::person::{self, PROFILE, exercises};
use crate::serve::page::store::Storage;
use crate::strength::exercises::{id, mistakes};
use crate::strength::person::placement::placed_games;
use crate::strength::person::{PersonGame, Profile};

/// Removed games, and the data needed to restore them.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Games to remove from the profile once no other work adds to it.
    out: BTreeSet<u64>,
    /// Games to restore, with their places.
    back: Vec<(usize, PersonGame)>,
    /// The last removal.
    pub last: Option<Last>,
}

#[derive(Debug, Default)]
pub(super) struct Last {
    /// Removed files with their contents.
    pub files: Vec<(String, Vec<u8>)>,
    ids: BTreeSet<u64>,
    judged: Vec<(usize, PersonGame)>,
    /// Removed games that were not yet measured.
    pub waiting: Vec<PersonGame>,
}

impl Taken {
    /// Marks games for removal. `settle` removes them.
    pub(super) fn take(&mut self, ids: BTreeSet<u64>, files: Vec<(String, Vec<u8>)>, waiting: Vec<PersonGame>) {
        self.out.extend(&ids);
        self.last = Some(Last { files, ids, judged: Vec::new(), waiting });
    }

    /// Restores the last removed games. `settle` restores the measured ones, and the others are returned.
    pub(super) fn put_back(&mut self, store: &dyn Storage) -> Option<Last> {
        let mut last = self.last.take()?;
        for (name, bytes) in &last.files {
            if store.write(name, bytes).is_err() {
                self.last = Some(last);
                return None;
            }
        }
        self.out.retain(|id| !last.ids.contains(id));
        self.back.append(&mut last.judged);
        Some(last)
    }

    /// True if games wait to be removed or restored.
    pub(super) fn is_open(&self) -> bool {
        !self.out.is_empty() || !self.back.is_empty()
    }

    /// Removes the marked games and restores others. No other work may change the profile in the meantime. `after` is
    /// the number of games that counted for earlier placements.
    pub(super) fn settle(&mut self, common: &mut Common, after: &mut usize) {
        if !self.is_open() {
            return;
        }
        let out = std::mem::take(&mut self.out);
        let back = std::mem::take(&mut self.back);
        let store = &*common.store;
        let changed = match person::profile(store) {
            Ok(profile) => {
                let mut profile = profile.unwrap_or_else(|| Profile::new(&common.settings.name));
                let mut gone = take_out(&mut profile, &out, after);
                bring_in(&mut profile, back, after);
                let written = store.write(PROFILE, profile.to_json().as_bytes());
                let written = written.and_then(|()| forget_exercises(store, &gone, &profile));
                if let Some(last) = &mut self.last {
                    last.judged.append(&mut gone);
                }
                written
            }
            Err(why) => Err(std::io::Error::other(why)),
        };
        common.note(PROFILE, changed);
    }
}

/// Removes games from a profile. Returns each with its place, so that it can be restored.
fn take_out(profile: &mut Profile, ids: &BTreeSet<u64>, after: &mut usize) -> Vec<(usize, PersonGame)> {
    let mut gone = Vec::new();
    let mut placed = 0;
    let before = *after;
    let games = std::mem::take(&mut profile.games);
    for (place, game) in games.into_iter().enumerate() {
        let is_placed = is_placed(&game);
        placed += usize::from(is_placed);
        if ids.contains(&game.id()) {
            *after -= usize::from(is_placed && placed <= before);
            gone.push((place, game));
        } else {
            profile.games.push(game);
        }
    }
    gone
}

fn bring_in(profile: &mut Profile, games: Vec<(usize, PersonGame)>, after: &mut usize) {
    let known = profile.ids();
    for (place, game) in games.into_iter().filter(|(_, game)| !known.contains(&game.id())) {
        let place = place.min(profile.games.len());
        let placed = profile.games[..place].iter().filter(|game| is_placed(game)).count();
        *after += usize::from(is_placed(&game) && placed < *after);
        profile.games.insert(place, game);
    }
}

/// True if the game counts for a placement.
fn is_placed(game: &PersonGame) -> bool {
    placed_games(&Profile { player: String::new(), games: vec![game.clone()] }) > 0
}

/// Removes the exercises from mistakes in removed games. If a game is restored, they are found again.
fn forget_exercises(store: &dyn Storage, gone: &[(usize, PersonGame)], rest: &Profile) -> std::io::Result<()> {
    let gone: Vec<PersonGame> = gone.iter().map(|(_, game)| game.clone()).collect();
    let [gone, kept] = [&gone, &rest.games]
        .map(|games| mistakes(games).iter().map(|mistake| id(&mistake.board)).collect::<BTreeSet<u64>>());
    let own = exercises::own(store);
    let left: Vec<_> = own.iter().filter(|own| !gone.contains(&own.id) || kept.contains(&own.id)).cloned().collect();
    if left.len() == own.len() { Ok(()) } else { store.put(exercises::OWN, &left) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game};
    use crate::strength::person::Opponent;

    #[test]
    fn games_go_and_come_in_again_at_their_places_and_the_placement_begins_where_it_did() {
        let names = ["people-0800", "Ann", "people-0900", "people-1000", "Ben"];
        // Games that were resigned early differ only in their seeds.
        let games = names.iter().zip(0..).map(|(name, seed)| {
            let game = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger(name));
            game.resigned(false).seeded(seed)
        });
        let mut profile = Profile { player: "Me".to_owned(), games: games.collect() };
        let whole = profile.clone();
        let placed = placed_games(&whole);
        let ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut after = placed - 1;
        let gone = take_out(&mut profile, &[ids[0], ids[4]].into(), &mut after);
        assert_eq!((profile.games.len(), gone.len()), (3, 2));
        assert_eq!(placed_games(&profile) - after, 1, "games of the present placement");
        bring_in(&mut profile, gone, &mut after);
        assert_eq!((profile, after), (whole, placed - 1));
    }
}
