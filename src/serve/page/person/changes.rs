//! Changes of the profile that removals of evidence make, and their undoing.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::PROFILE;
use super::exercises::{self, RemovedMistakes};
use crate::record::KeptError;
use crate::serve::page::store::Storage;
use crate::strength::exercises::{id, mistakes};
use crate::strength::person::placement::{is_placed, placed_games};
use crate::strength::person::{PersonGame, Profile};

/// Games to remove from the profile, and games to restore there.
#[derive(Debug, Clone, Default)]
pub(in crate::serve::page) struct ProfileChange {
    /// The ids of the games to remove.
    pub out: BTreeSet<u64>,
    /// The games to restore, with their places.
    pub back: Vec<(usize, PersonGame)>,
    /// The number of games that counted for earlier placements.
    pub after: usize,
}

/// The effect of a [`ProfileChange`].
#[derive(Debug)]
pub(in crate::serve::page) struct ChangedProfile {
    /// The removed games, each with its place.
    pub gone: Vec<(usize, PersonGame)>,
    /// The number of games that counted for earlier placements.
    pub after: usize,
    /// The number of games that count for placements.
    pub placed: usize,
    /// Whether the exercises from the removed games could be removed.
    pub exercises: io::Result<()>,
}

impl ProfileChange {
    pub(in crate::serve::page) fn is_empty(&self) -> bool {
        self.out.is_empty() && self.back.is_empty()
    }

    /// Changes the stored profile. It takes seconds if there are thousands of games. No other work may change the
    /// profile in the meantime.
    ///
    /// # Errors
    /// The profile cannot be written. It is unchanged.
    pub(in crate::serve::page) fn apply(
        &self,
        store: &dyn Storage,
        player: &str,
        removed: &RemovedMistakes,
    ) -> Result<ChangedProfile, KeptError> {
        // A search that begins meanwhile waits for the new profile.
        let mut removed = removed.lock();
        let mut changed = ChangedProfile { gone: Vec::new(), after: self.after, placed: 0, exercises: Ok(()) };
        store.change_profile(PROFILE, &mut |profile| {
            let mut profile = profile.unwrap_or_else(|| Profile::new(player));
            changed.gone = take_out(&mut profile, &self.out, &mut changed.after);
            let images = bring_in(&mut profile, self.back.clone(), &mut changed.after);
            changed.placed = placed_games(&profile);
            // If the program is killed now, the next one finds the games in the profile and changes it again.
            let gone = changed.gone.iter().chain(&images);
            changed.exercises = forget_exercises(store, gone, &profile, &mut removed);
            profile
        })?;
        Ok(changed)
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
        if is_placed(&game) {
            let placed = profile.games[..place].iter().filter(|game| is_placed(game)).count();
            *after += usize::from(placed < *after);
        }
        profile.games.insert(place, game);
    }
    images
}

/// Removes the exercises from mistakes in removed games. If a game is restored, they are found again.
fn forget_exercises<'a>(
    store: &dyn Storage,
    gone: impl Iterator<Item = &'a (usize, PersonGame)>,
    rest: &Profile,
    removed: &mut BTreeSet<u64>,
) -> io::Result<()> {
    let gone: Vec<PersonGame> = gone.map(|(_, game)| game.clone()).collect();
    let [gone, kept] = [&gone, &rest.games]
        .map(|games| mistakes(games).iter().map(|mistake| id(&mistake.board)).collect::<BTreeSet<u64>>());
    removed.extend(&gone - &kept);
    let mut examined = exercises::examined_mistakes(store);
    let count = examined.len();
    examined.retain(|mistake| !removed.contains(&mistake.id));
    if examined.len() == count { Ok(()) } else { store.put(exercises::OWN, &examined) }
}

#[cfg(test)]
pub(in crate::serve::page) mod tests {
    use super::*;

    use std::path::Path;
    use std::sync::{Arc, Mutex};

    use crate::board::{Color, Game, Move, Square, Symmetry, squares};
    use crate::serve::page::person::exercises::{ExaminedMistake, examined_mistakes};
    use crate::serve::page::store::{Files, WatchedFiles};
    use crate::strength::person::{Opponent, PlayerResult};

    /// A game of Black, who loses ten discs with each chosen move, and its image with columns and rows exchanged.
    pub(in crate::serve::page) fn bad_game() -> [PersonGame; 2] {
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

    /// The examined mistakes of a game.
    pub(in crate::serve::page) fn examined(game: &PersonGame) -> Vec<ExaminedMistake> {
        let mistakes = mistakes(std::slice::from_ref(game)).into_iter();
        let examined = mistakes.map(|mistake| ExaminedMistake {
            id: id(&mistake.board),
            opponent: String::new(),
            date: String::new(),
            number: 1,
            played: mistake.played.to_string(),
            exercise: None,
        });
        examined.collect()
    }

    #[test]
    fn exercises_are_forgotten_before_the_profile_loses_their_games() {
        let folder = tempfile::tempdir().unwrap();
        let [game, _] = bad_game();
        let profile = Profile { player: "Me".to_owned(), games: vec![game.clone()] };
        Files::new(folder.path()).write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let path = folder.path().join(PROFILE);
        let counts = Arc::new(Mutex::new(Vec::new()));
        let noted = counts.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            if name == exercises::OWN {
                let stored = Profile::parse(Path::new(PROFILE), &std::fs::read(&path).unwrap()).unwrap();
                noted.lock().unwrap().push(stored.games.len());
            }
        });
        let removed = RemovedMistakes::default();
        exercises::keep(&watched, &removed, examined(&game)).unwrap();
        let change = ProfileChange { out: [game.id()].into(), ..ProfileChange::default() };
        assert_eq!(change.apply(&watched, "Me", &removed).unwrap().gone.len(), 1);
        let counts = std::mem::take(&mut *counts.lock().unwrap());
        assert!(counts.len() >= 4 && counts.iter().all(|&count| count == 1), "{counts:?}");
        assert_eq!(examined_mistakes(&watched), []);
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
    fn games_go_and_come_in_again_at_their_places_and_the_placement_begins_where_it_did() {
        let names = ["people-0800", "Ann", "people-0900", "people-1000", "Ben"];
        // Games that were resigned early differ only in their seeds.
        let games = names.iter().zip(0..).map(|(name, seed)| {
            let game = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger(name));
            game.resigned(false).seeded(seed)
        });
        let mut profile = Profile { player: "Me".to_owned(), games: games.collect() };
        let original = profile.clone();
        let game = profile.games[0].clone();
        let placed = placed_games(&original);
        let ids: Vec<u64> = profile.games.iter().map(PersonGame::id).collect();
        let mut after = placed - 1;
        let gone = take_out(&mut profile, &[ids[0], ids[4]].into(), &mut after);
        assert_eq!((profile.games.len(), gone.len()), (3, 2));
        assert_eq!(placed_games(&profile) - after, 1, "games of the present placement");
        bring_in(&mut profile, gone, &mut after);
        assert_eq!((profile, after), (original, placed - 1));
        // Two removals that are undone together restore a game once.
        let mut rest = Profile::default();
        bring_in(&mut rest, vec![(0, game.clone()), (0, game)], &mut 0);
        assert_eq!(rest.games.len(), 1);
    }
}
