//! Removed evidence: finished games and added files. The last removals can be undone.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::Arc;

use crate::serve::page::person::changes::ProfileChange;
use crate::serve::page::store::Storage;
use crate::serve::page::tell::AddedGames;
use crate::strength::person::PersonGame;

/// A file whose games were added, with the ids of these games.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct Import {
    #[serde(flatten)]
    pub added: AddedGames,
    pub ids: BTreeSet<u64>,
}

/// The most removals that can be undone. The contents of removed files stay in memory for so long.
const MOST: usize = 8;

/// Removed games, and the data needed to restore them.
#[derive(Debug, Default)]
pub(super) struct Removals {
    /// Games to remove from the profile once no other work adds to it.
    out: BTreeSet<u64>,
    /// Games to restore, with their places.
    back: Vec<(usize, PersonGame)>,
    /// The change that work makes at present; empty if there is none.
    changing: Arc<ProfileChange>,
    /// Games that it removes and that are to be restored afterwards.
    recalled: BTreeSet<u64>,
    /// True if the profile could not be written. The next work of this process that measures games tries again.
    is_unwritten: bool,
    /// The last removals in their order, with their numbers.
    done: VecDeque<(u64, Removal)>,
    /// The number of the last removal.
    last: u64,
}

/// What one removal took away.
#[derive(Debug, Default)]
pub(super) struct Removal {
    /// Removed files with their contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The added file, if one was removed.
    pub import: Option<Import>,
    pub ids: BTreeSet<u64>,
    /// Removed games that were not yet measured.
    pub waiting: Vec<PersonGame>,
    /// Removed games of the profile, each with its place there after the earlier removals; empty at first.
    pub judged: Vec<(usize, PersonGame)>,
}

impl Removals {
    /// Marks games for removal, and returns the number of the removal. The next change of the profile removes them.
    pub(super) fn take(&mut self, mut removal: Removal) -> u64 {
        self.out.extend(&removal.ids);
        // A game that was added again belongs to its last removal.
        for (_, older) in &mut self.done {
            older.ids.retain(|id| !removal.ids.contains(id));
        }
        // Games that wait to be restored stay removed.
        removal.judged = self.back.extract_if(.., |(_, game)| removal.ids.contains(&game.id())).collect();
        self.is_unwritten = false;
        self.last += 1;
        self.done.push_back((self.last, removal));
        if self.done.len() > MOST {
            self.done.pop_front();
        }
        self.last
    }

    /// The removal with this number, if it can be undone.
    pub(super) fn find(&self, number: u64) -> Option<&Removal> {
        self.done.iter().find(|(known, _)| *known == number).map(|(_, removal)| removal)
    }

    /// Restores the games of a removal. The next change of the profile restores the measured ones, and the others are
    /// returned. `None` if the removal is not known any more.
    ///
    /// # Errors
    /// A file cannot be written. The removal can still be undone.
    pub(super) fn put_back(&mut self, store: &dyn Storage, number: u64) -> io::Result<Option<Removal>> {
        let Some(place) = self.done.iter().position(|(known, _)| *known == number) else { return Ok(None) };
        self.done[place].1.files.iter().try_for_each(|(name, bytes)| store.write(name, bytes))?;
        let Some((_, mut removal)) = self.done.remove(place) else { return Ok(None) };
        self.out.retain(|id| !removal.ids.contains(id));
        self.recalled.extend(removal.ids.intersection(&self.changing.out));
        self.back.append(&mut removal.judged);
        self.is_unwritten = false;
        Ok(Some(removal))
    }

    /// Marks games for removal that an earlier process has removed, except from the profile.
    pub(super) fn resume(&mut self, out: BTreeSet<u64>) {
        self.out = out;
    }

    /// The games that are still to be removed from the profile.
    pub(super) fn open_ids(&self) -> BTreeSet<u64> {
        &self.out | &(&self.changing.out - &self.recalled)
    }

    /// True if games wait to be removed or restored, and this has not failed.
    pub(super) fn is_open(&self) -> bool {
        (!self.out.is_empty() || !self.back.is_empty()) && !self.is_unwritten
    }

    /// The change of the profile that waits, for work that makes it now.
    pub(super) fn begin(&mut self, after: usize) -> Arc<ProfileChange> {
        // Work that failed may not have ended the change before.
        self.give_up();
        let (out, back) = (std::mem::take(&mut self.out), std::mem::take(&mut self.back));
        self.changing = Arc::new(ProfileChange { out, back, after });
        self.changing.clone()
    }

    /// Takes note of the games that the change has removed. Returns the number of games that counted for earlier
    /// placements when it began.
    pub(super) fn end(&mut self, gone: Vec<(usize, PersonGame)>) -> usize {
        let mut gone = self.give_to_removals(gone);
        self.back.extend(gone.extract_if(.., |(_, game)| self.recalled.contains(&game.id())));
        self.recalled.clear();
        self.is_unwritten = false;
        std::mem::take(&mut self.changing).after
    }

    /// Waits with a change that could not be written.
    pub(super) fn wait(&mut self) {
        self.is_unwritten = true;
        self.give_up();
    }

    fn give_up(&mut self) {
        let ProfileChange { out, back, .. } = Arc::unwrap_or_clone(std::mem::take(&mut self.changing));
        let recalled = std::mem::take(&mut self.recalled);
        self.out.extend(out.difference(&recalled));
        // Games that were removed again in the meantime stay removed.
        let back = self.give_to_removals(back);
        self.back.extend(back);
    }

    /// Keeps these games in the removals that removed them, and returns the others.
    fn give_to_removals(&mut self, mut games: Vec<(usize, PersonGame)>) -> Vec<(usize, PersonGame)> {
        for (_, removal) in &mut self.done {
            games = removal.keep(games);
        }
        games
    }
}

impl Removal {
    /// Keeps the games of this removal, and returns those of later ones. These are restored before, so their places are
    /// those without the games that were kept.
    fn keep(&mut self, gone: Vec<(usize, PersonGame)>) -> Vec<(usize, PersonGame)> {
        let mut later = Vec::new();
        let mut kept = 0;
        for (place, game) in gone {
            if self.ids.contains(&game.id()) {
                self.judged.push((place, game));
                kept += 1;
            } else {
                later.push((place - kept, game));
            }
        }
        later
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    use crate::board::{Color, Game};
    use crate::serve::page::person::changes::tests::{bad_game, examined};
    use crate::serve::page::person::exercises::RemovedMistakes;
    use crate::serve::page::person::{PROFILE, exercises};
    use crate::serve::page::store::{Files, Store};
    use crate::strength::person::{Opponent, PlayerResult, Profile};

    /// A game that was resigned early.
    fn resigned(seed: u64) -> PersonGame {
        let game = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger("Ann"));
        game.resigned(false).seeded(seed)
    }

    /// A folder with a profile of three games.
    fn with_three_games(folder: &Path) -> (Store, Profile) {
        let store: Store = Arc::new(Files::new(folder));
        let profile = Profile { player: "Me".to_owned(), games: (0..3).map(resigned).collect() };
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        (store, profile)
    }

    /// Makes the change that waits.
    fn settle(removals: &mut Removals, store: &dyn Storage) {
        match removals.begin(0).apply(store, "Me", &RemovedMistakes::default()) {
            Ok(changed) => {
                removals.end(changed.gone);
            }
            Err(_) => removals.wait(),
        }
    }

    fn ids(store: &dyn Storage, name: &str) -> Vec<u64> {
        let bytes = store.read(name).unwrap();
        Profile::parse(Path::new(name), &bytes).unwrap().games.iter().map(PersonGame::id).collect()
    }

    fn of(ids: &[u64]) -> Removal {
        Removal { ids: ids.iter().copied().collect(), ..Removal::default() }
    }

    #[test]
    fn each_removal_is_undone_and_another_program_loses_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let (store, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        // The second game is removed while the removal of the first waits for the end of other work.
        let [first, second] = [game_ids[0], game_ids[1]].map(|id| removals.take(of(&[id])));
        let lock = std::fs::File::create(folder.path().join("profile.json.lock")).unwrap();
        lock.lock().unwrap();
        let settling_store = store.clone();
        let settling = std::thread::spawn(move || {
            settle(&mut removals, &*settling_store);
            removals
        });
        // Another program, which has the lock, adds a game.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let more = Profile { games: (0..4).map(resigned).collect(), ..profile };
        store.write(PROFILE, more.to_json().as_bytes()).unwrap();
        drop(lock);
        let mut removals = settling.join().unwrap();
        let added = resigned(3).id();
        assert_eq!(ids(&*store, PROFILE), [game_ids[2], added]);
        assert_eq!(ids(&*store, "profile.json.old"), [game_ids[0], game_ids[1], game_ids[2], added]);
        removals.put_back(&*store, second).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), [game_ids[1], game_ids[2], added]);
        removals.put_back(&*store, first).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), [game_ids[0], game_ids[1], game_ids[2], added]);
        assert!(removals.put_back(&*store, first).unwrap().is_none(), "it is done");
        // The oldest removal gives way.
        let mut numbers = (0..=MOST).map(|_| removals.take(of(&[]))).collect::<Vec<u64>>();
        numbers.retain(|number| removals.put_back(&*store, *number).unwrap().is_some());
        assert_eq!(numbers.len(), MOST);
    }

    #[test]
    fn a_removal_that_cannot_be_written_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let (store, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        let number = removals.take(of(&[game_ids[1]]));
        // No lock can be taken where a folder has its name.
        let lock = folder.path().join("profile.json.lock");
        let _ = std::fs::remove_file(&lock);
        std::fs::create_dir(&lock).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids);
        assert!(!removals.is_open(), "it is not tried again at once");
        std::fs::remove_dir(&lock).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), [game_ids[0], game_ids[2]]);
        // A game that is removed again before it was restored does not come back.
        removals.put_back(&*store, number).unwrap();
        let number = removals.take(of(&[game_ids[1]]));
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), [game_ids[0], game_ids[2]]);
        removals.put_back(&*store, number).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids);
    }

    #[test]
    fn a_game_that_was_added_again_belongs_to_its_last_removal_and_is_restored_once() {
        let folder = tempfile::tempdir().unwrap();
        let (store, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        let first = removals.take(of(&[game_ids[0]]));
        settle(&mut removals, &*store);
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let second = removals.take(of(&[game_ids[0]]));
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids[1..]);
        removals.put_back(&*store, second).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids);
        removals.put_back(&*store, first).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids);
    }

    #[test]
    fn a_game_comes_back_in_place_of_its_image_and_takes_from_it_what_it_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let (store, mut profile) = with_three_games(folder.path());
        let [mut game, mut image] = bad_game();
        game.opponent = Opponent::shipped("people-1200");
        image.ended = Some(PlayerResult::by(4));
        image.live = false;
        let without = Profile { games: [&profile.games[..], &[image.clone()]].concat(), ..profile.clone() };
        profile.games.insert(1, game.clone());
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let mut removals = Removals::default();
        let number = removals.take(of(&[game.id()]));
        settle(&mut removals, &*store);
        store.write(PROFILE, without.to_json().as_bytes()).unwrap();
        exercises::keep(&*store, &RemovedMistakes::default(), examined(&image)).unwrap();
        assert!(!exercises::examined_mistakes(&*store).is_empty());
        removals.put_back(&*store, number).unwrap();
        settle(&mut removals, &*store);
        profile.games[1].ended = Some(PlayerResult::by(4));
        let stored = Profile::parse(Path::new(PROFILE), &store.read(PROFILE).unwrap()).unwrap();
        assert_eq!(stored, profile);
        assert_eq!(exercises::examined_mistakes(&*store), []);
    }

    #[test]
    fn what_is_undone_or_removed_while_the_profile_is_being_changed_is_so_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let (store, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        let number = removals.take(of(&game_ids[..2]));
        let change = removals.begin(0);
        removals.put_back(&*store, number).unwrap();
        removals.end(change.apply(&*store, "Me", &RemovedMistakes::default()).unwrap().gone);
        assert_eq!(ids(&*store, PROFILE), game_ids[2..]);
        assert!(removals.is_open());
        let change = removals.begin(0);
        let number = removals.take(of(&game_ids[1..]));
        removals.end(change.apply(&*store, "Me", &RemovedMistakes::default()).unwrap().gone);
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids[..1]);
        removals.put_back(&*store, number).unwrap();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids);
        // The same with a change that cannot be written.
        let number = removals.take(of(&game_ids[..2]));
        removals.begin(0);
        removals.put_back(&*store, number).unwrap();
        removals.wait();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids);
        let number = removals.take(of(&game_ids[..2]));
        settle(&mut removals, &*store);
        removals.put_back(&*store, number).unwrap();
        removals.begin(0);
        let number = removals.take(of(&game_ids[1..]));
        removals.wait();
        settle(&mut removals, &*store);
        assert_eq!(ids(&*store, PROFILE), game_ids[..1]);
        removals.put_back(&*store, number).unwrap();
        settle(&mut removals, &*store);
        let known: BTreeSet<u64> = ids(&*store, PROFILE).into_iter().collect();
        assert_eq!(known, game_ids.into_iter().collect());
    }
}
