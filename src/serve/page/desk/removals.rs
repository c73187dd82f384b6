//! Removed evidence: finished games and added files. The last removals can be undone.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;

use super::Common;
use crate::serve::page::person::{PROFILE, exercises};
use crate::serve::page::store::Storage;
use crate::serve::page::tell::AddedGames;
use crate::strength::exercises::{id, mistakes};
use crate::strength::person::placement::placed_games;
use crate::strength::person::{PersonGame, Profile};

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
    /// Marks games for removal, and returns the number of the removal. `settle` removes them.
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

    /// Restores the games of a removal. `settle` restores the measured ones, and the others are returned. `None` if the
    /// removal is not known any more.
    ///
    /// # Errors
    /// A file cannot be written. The removal can still be undone.
    pub(super) fn put_back(&mut self, store: &dyn Storage, number: u64) -> io::Result<Option<Removal>> {
        let Some(place) = self.done.iter().position(|(known, _)| *known == number) else { return Ok(None) };
        self.done[place].1.files.iter().try_for_each(|(name, bytes)| store.write(name, bytes))?;
        let Some((_, mut removal)) = self.done.remove(place) else { return Ok(None) };
        self.out.retain(|id| !removal.ids.contains(id));
        self.back.append(&mut removal.judged);
        self.is_unwritten = false;
        Ok(Some(removal))
    }

    /// True if games wait to be removed or restored, and this has not failed.
    pub(super) fn is_open(&self) -> bool {
        self.has_games() && !self.is_unwritten
    }

    fn has_games(&self) -> bool {
        !self.out.is_empty() || !self.back.is_empty()
    }

    /// Removes the marked games and restores others. No other work may change the profile in the meantime. `after` is
    /// the number of games that counted for earlier placements.
    pub(super) fn settle(&mut self, common: &mut Common, after: &mut usize) {
        if !self.has_games() {
            return;
        }
        let mut gone = Vec::new();
        let mut images = Vec::new();
        let mut rest = Profile::new(&common.settings.name);
        let mut placed = *after;
        let changed = common.store.change_profile(PROFILE, &mut |profile| {
            let mut profile = profile.unwrap_or_else(|| rest.clone());
            gone = take_out(&mut profile, &self.out, &mut placed);
            images = bring_in(&mut profile, self.back.clone(), &mut placed);
            rest = profile.clone();
            profile
        });
        // No answer of the page contains a path.
        let changed = changed.map_err(|error| error.to_string().replace(&common.store.place(), ""));
        self.is_unwritten = changed.is_err();
        let changed = changed.map_err(io::Error::other).and_then(|()| {
            *after = placed;
            forget_exercises(&*common.store, gone.iter().chain(&images), &rest)
        });
        common.note(PROFILE, changed);
        if self.is_unwritten {
            return;
        }
        self.out.clear();
        self.back.clear();
        for (_, removal) in &mut self.done {
            gone = removal.keep(gone);
        }
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

/// Restores games at their places. The profile has one of each image afterwards: a restored game, unless only the other
/// one was played here. It takes from the other one what it lacks. Returns the images that were replaced.
fn bring_in(profile: &mut Profile, games: Vec<(usize, PersonGame)>, after: &mut usize) -> Vec<(usize, PersonGame)> {
    let mut back: Vec<(usize, PersonGame)> = Vec::new();
    let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
    for (place, game) in games {
        match numbers.entry(game.image_id()) {
            Entry::Vacant(number) => {
                number.insert(back.len());
                back.push((place, game));
            }
            Entry::Occupied(number) => {
                let other = &mut back[*number.get()];
                let copy = if game.live && !other.1.live { std::mem::replace(other, (place, game)).1 } else { game };
                other.1.complete(copy);
            }
        }
    }
    let mut replaced = BTreeSet::new();
    for image in &mut profile.games {
        let id = image.image_id();
        let Some(&number) = numbers.get(&id) else { continue };
        let game = &back[number].1;
        if image.live && !game.live {
            image.complete(game.clone());
            numbers.remove(&id);
        } else {
            replaced.insert(image.id());
        }
    }
    let images = take_out(profile, &replaced, after);
    for (_, image) in &images {
        if let Some(&number) = numbers.get(&image.image_id()) {
            back[number].1.complete(image.clone());
        }
    }
    for (place, game) in back.into_iter().filter(|(_, game)| numbers.contains_key(&game.image_id())) {
        let place = place.min(profile.games.len());
        let placed = profile.games[..place].iter().filter(|game| is_placed(game)).count();
        *after += usize::from(is_placed(&game) && placed < *after);
        profile.games.insert(place, game);
    }
    images
}

/// True if the game counts for a placement.
fn is_placed(game: &PersonGame) -> bool {
    placed_games(&Profile { player: String::new(), games: vec![game.clone()] }) > 0
}

/// Removes the exercises from mistakes in removed games. If a game is restored, they are found again.
fn forget_exercises<'a>(
    store: &dyn Storage,
    gone: impl Iterator<Item = &'a (usize, PersonGame)>,
    rest: &Profile,
) -> io::Result<()> {
    let gone: Vec<PersonGame> = gone.map(|(_, game)| game.clone()).collect();
    let [gone, kept] = [&gone, &rest.games]
        .map(|games| mistakes(games).iter().map(|mistake| id(&mistake.board)).collect::<BTreeSet<u64>>());
    let examined = exercises::examined_mistakes(store);
    let left: Vec<_> =
        examined.iter().filter(|mistake| !gone.contains(&mistake.id) || kept.contains(&mistake.id)).cloned().collect();
    if left.len() == examined.len() { Ok(()) } else { store.put(exercises::OWN, &left) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::sync::Arc;

    use crate::board::{Color, Game, Move, Square, Symmetry, squares};
    use crate::serve::page::desk::tests::common;
    use crate::serve::page::person::exercises::ExaminedMistake;
    use crate::serve::page::store::Files;
    use crate::strength::person::{Opponent, PlayerResult};

    /// A game that was resigned early.
    fn resigned(seed: u64) -> PersonGame {
        let game = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger("Ann"));
        game.resigned(false).seeded(seed)
    }

    /// A desk's common part, with a profile of three games.
    fn with_three_games(folder: &std::path::Path) -> (Common, Profile) {
        let common = common(Arc::new(Files::new(folder)));
        let profile = Profile { player: "Me".to_owned(), games: (0..3).map(resigned).collect() };
        common.store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        (common, profile)
    }

    fn ids(store: &dyn Storage, name: &str) -> Vec<u64> {
        let bytes = store.read(name).unwrap();
        Profile::parse(std::path::Path::new(name), &bytes).unwrap().games.iter().map(PersonGame::id).collect()
    }

    fn of(ids: &[u64]) -> Removal {
        Removal { ids: ids.iter().copied().collect(), ..Removal::default() }
    }

    #[test]
    fn each_removal_is_undone_and_another_program_loses_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let (mut common, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        // The second game is removed while the removal of the first waits for the end of other work.
        let [first, second] = [game_ids[0], game_ids[1]].map(|id| removals.take(of(&[id])));
        let lock = std::fs::File::create(folder.path().join("profile.json.lock")).unwrap();
        lock.lock().unwrap();
        let store = common.store.clone();
        let settling = std::thread::spawn(move || {
            removals.settle(&mut common, &mut 0);
            (removals, common)
        });
        // Another program, which has the lock, adds a game.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let more = Profile { games: (0..4).map(resigned).collect(), ..profile };
        store.write(PROFILE, more.to_json().as_bytes()).unwrap();
        drop(lock);
        let (mut removals, mut common) = settling.join().unwrap();
        let added = resigned(3).id();
        assert_eq!(ids(&*store, PROFILE), [game_ids[2], added]);
        assert_eq!(ids(&*store, "profile.json.old"), [game_ids[0], game_ids[1], game_ids[2], added]);
        removals.put_back(&*store, second).unwrap();
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*store, PROFILE), [game_ids[1], game_ids[2], added]);
        removals.put_back(&*store, first).unwrap();
        removals.settle(&mut common, &mut 0);
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
        let (mut common, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        let number = removals.take(of(&[game_ids[1]]));
        // No lock can be taken where a folder has its name.
        let lock = folder.path().join("profile.json.lock");
        let _ = std::fs::remove_file(&lock);
        std::fs::create_dir(&lock).unwrap();
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), game_ids);
        assert!(common.trouble.contains_key(PROFILE));
        assert!(!removals.is_open(), "it is not tried again at once");
        std::fs::remove_dir(&lock).unwrap();
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), [game_ids[0], game_ids[2]]);
        assert!(!common.trouble.contains_key(PROFILE));
        // A game that is removed again before it was restored does not come back.
        removals.put_back(&*common.store, number).unwrap();
        let number = removals.take(of(&[game_ids[1]]));
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), [game_ids[0], game_ids[2]]);
        removals.put_back(&*common.store, number).unwrap();
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), game_ids);
    }

    #[test]
    fn a_game_that_was_added_again_belongs_to_its_last_removal_and_is_restored_once() {
        let folder = tempfile::tempdir().unwrap();
        let (mut common, profile) = with_three_games(folder.path());
        let game_ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut removals = Removals::default();
        let first = removals.take(of(&[game_ids[0]]));
        removals.settle(&mut common, &mut 0);
        common.store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let second = removals.take(of(&[game_ids[0]]));
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), game_ids[1..]);
        removals.put_back(&*common.store, second).unwrap();
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), game_ids);
        removals.put_back(&*common.store, first).unwrap();
        removals.settle(&mut common, &mut 0);
        assert_eq!(ids(&*common.store, PROFILE), game_ids);
        // Two removals that are undone together restore a game once.
        let mut rest = Profile::default();
        let game = profile.games[0].clone();
        bring_in(&mut rest, vec![(0, game.clone()), (0, game)], &mut 0);
        assert_eq!(rest.games.len(), 1);
    }

    /// A game of Black, who loses ten discs with each chosen move, and its image with columns and rows exchanged.
    fn bad_game() -> [PersonGame; 2] {
        let mut games = [Game::default(), Game::default()];
        let [f5, e6] = ["f5", "e6"].map(|name| name.parse().unwrap());
        let exchange = Symmetry::all().find(|image| image.square(f5) == e6).unwrap();
        for _ in 0..50 {
            let moves: Vec<Square> = squares(games[0].board().position.moves()).collect();
            let square = moves[moves.len() / 2];
            games[0].play(Move::Place(square)).unwrap();
            games[1].play(Move::Place(exchange.square(square))).unwrap();
        }
        games.map(|game| PersonGame::against(&game, Color::Black, Opponent::stranger("Ann")).played_badly())
    }

    #[test]
    fn of_two_images_the_one_that_was_played_here_stays_in_any_order() {
        let [mut game, mut image] = bad_game();
        game.opponent = Opponent::shipped("people-1200");
        game.ended = None;
        (image.live, image.ended) = (false, Some(PlayerResult::by(4)));
        let mut expected = game.clone();
        expected.ended = image.ended;
        let [played, added] = [(0, game), (0, image)];
        for undone in
            [vec![vec![&played], vec![&added]], vec![vec![&added], vec![&played]], vec![vec![&added, &played]]]
        {
            let mut profile = Profile::new("Ann");
            for games in undone {
                bring_in(&mut profile, games.into_iter().cloned().collect(), &mut 0);
            }
            assert_eq!(profile.games, [expected.clone()]);
        }
    }

    #[test]
    fn a_game_comes_back_in_place_of_its_image_and_takes_from_it_what_it_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let (mut common, mut profile) = with_three_games(folder.path());
        let [mut game, mut image] = bad_game();
        game.opponent = Opponent::shipped("people-1200");
        image.ended = Some(PlayerResult::by(4));
        image.live = false;
        let without = Profile { games: [&profile.games[..], &[image.clone()]].concat(), ..profile.clone() };
        profile.games.insert(1, game.clone());
        common.store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let mut removals = Removals::default();
        let number = removals.take(of(&[game.id()]));
        removals.settle(&mut common, &mut 0);
        common.store.write(PROFILE, without.to_json().as_bytes()).unwrap();
        let examined = mistakes(&[image]).into_iter().map(|mistake| ExaminedMistake {
            id: id(&mistake.board),
            opponent: String::new(),
            date: String::new(),
            number: 1,
            played: mistake.played.to_string(),
            exercise: None,
        });
        exercises::keep(&*common.store, examined).unwrap();
        assert!(!exercises::examined_mistakes(&*common.store).is_empty());
        removals.put_back(&*common.store, number).unwrap();
        removals.settle(&mut common, &mut 0);
        profile.games[1].ended = Some(PlayerResult::by(4));
        let stored = Profile::parse(Path::new(PROFILE), &common.store.read(PROFILE).unwrap()).unwrap();
        assert_eq!(stored, profile);
        assert_eq!(exercises::examined_mistakes(&*common.store), []);
    }

    #[test]
    fn games_go_and_come_in_again_at_their_places_and_the_placement_begins_where_it_did() {
        let names = ["people-0800", "Ann", "people-0900", "people-1000", "Ben"];
        // Games that were resigned early differ only in their seeds.
        let games = names.iter().zip(0..).map(|(name, seed)| {
            let game = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger(name));
            game.resigned(false).seeded(seed)
        });
        let mut profile = Profile { player: "Me".to_owned(), games: games.collect() };
        let original = profile.clone();
        let placed = placed_games(&original);
        let ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut after = placed - 1;
        let gone = take_out(&mut profile, &[ids[0], ids[4]].into(), &mut after);
        assert_eq!((profile.games.len(), gone.len()), (3, 2));
        assert_eq!(placed_games(&profile) - after, 1, "games of the present placement");
        bring_in(&mut profile, gone, &mut after);
        assert_eq!((profile, after), (original, placed - 1));
    }
}
