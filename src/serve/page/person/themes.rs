//! The themes of the mistakes in the person's last games.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::profile;
use crate::people::PeopleElo;
use crate::record::KeptError;
use crate::search::Stop;
use crate::serve::page::store::Storage;
use crate::strength::person::file::{line, of_line};
use crate::strength::person::{PersonGame, Profile, estimate};
use crate::strength::practice::Practice;
use crate::strength::themes::{Finder, GameThemes, Themes};

/// The file of themes, by the id of the game.
const THEMES: &str = "themes.json";
/// The file with the person's progress in each theme.
pub(crate) const PRACTICE: &str = "exercises.themes.json";
/// The number of the last games whose mistakes have themes.
const LAST: usize = 100;

/// A game whose mistakes have themes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThemedGame {
    /// The id of the game in hexadecimal digits.
    game: String,
    themes: GameThemes,
}

/// The games whose mistakes have themes.
fn last_games(profile: &Profile) -> &[PersonGame] {
    &profile.games[profile.games.len().saturating_sub(LAST)..]
}

/// The error of the file of themes if it is damaged.
pub(super) fn damage(store: &dyn Storage) -> Option<KeptError> {
    store.load::<Vec<ThemedGame>>(THEMES).err()
}

fn known(store: &dyn Storage) -> BTreeMap<u64, GameThemes> {
    let themed: Vec<ThemedGame> = store.get(THEMES).unwrap_or_default();
    let by_id = themed.into_iter().filter_map(|one| Some((u64::from_str_radix(&one.game, 16).ok()?, one.themes)));
    by_id.collect()
}

/// The last games without themes, each as a line of text.
///
/// # Errors
/// The profile cannot be read.
pub(crate) fn open(store: &dyn Storage) -> Result<Vec<String>, KeptError> {
    let Some(profile) = profile(store)? else { return Ok(Vec::new()) };
    let known = known(store);
    let open = last_games(&profile).iter().filter(|game| !known.contains_key(&game.id()));
    Ok(open.map(line).collect())
}

/// Finds the themes of a game; `None` if stopped.
pub(crate) fn find(game: &str, stop: &Stop) -> Option<ThemedGame> {
    let game = of_line(game)?;
    let themes = Finder::new(stop).of_game(&game)?;
    Some(ThemedGame { game: format!("{:016x}", game.id()), themes })
}

/// Stores the themes of a game. Those that were stored first are dropped, with room for games that are taken out.
///
/// # Errors
/// See [`Storage::write`].
pub(crate) fn keep(store: &dyn Storage, themed_game: ThemedGame) -> std::io::Result<()> {
    let mut themed: Vec<ThemedGame> = store.get(THEMES).unwrap_or_default();
    themed.retain(|other| other.game != themed_game.game);
    themed.push(themed_game);
    let more = themed.len().saturating_sub(2 * LAST);
    store.put(THEMES, &themed.split_off(more))
}

/// The known themes of the mistakes in a profile of a person of this rating. Finding those of many new games takes
/// minutes; until then the games before them stand in.
pub(super) fn facts(store: &dyn Storage, profile: &Profile, rating: PeopleElo) -> Themes {
    let known = known(store);
    let last = Themes::from_games(last_games(profile), &known, rating);
    if last.games > 0 { last } else { Themes { open: last.open, ..Themes::from_games(&profile.games, &known, rating) } }
}

/// The own exercises of the themes that the person practises now, by their ids.
pub(super) fn dearest(store: &dyn Storage, profile: &Profile) -> BTreeSet<u64> {
    let themes = facts(store, profile, estimate(profile).rating);
    let practice: Practice = store.get(PRACTICE).unwrap_or_default();
    let dearest = practice.dearest(&themes.costs);
    themes.of_exercises.into_iter().filter(|(_, theme)| dearest.contains(theme)).map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game};
    use crate::people::Judge;
    use crate::record::transcript;
    use crate::serve::page::person::PROFILE;
    use crate::serve::page::store::Files;
    use crate::strength::person::Opponent;

    #[test]
    fn each_of_the_last_games_gets_its_themes_once() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        assert_eq!(open(store).unwrap(), [""; 0]);
        let stop = Stop::default();
        let mut profile = Profile::new("Ann");
        for line in ["f5d6c3d3c4f4f6f3e6e7", "f5f6e6f4g5d6e3"] {
            let game = PersonGame::new(&transcript::parse(line).unwrap(), Color::Black);
            profile.add(game.judge(&mut Judge::shipped(), &stop));
        }
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let rating = PeopleElo(1_200.0);
        let lines = open(store).unwrap();
        assert_eq!((lines.len(), facts(store, &profile, rating).open), (2, 2));
        for line in &lines {
            keep(store, find(line, &stop).unwrap()).unwrap();
        }
        assert_eq!(open(store).unwrap(), [""; 0]);
        let themes = facts(store, &profile, rating);
        assert_eq!((themes.games, themes.open), (2, 0));
        // Early resigned games differ by their seeds.
        let added = (0..LAST as u64).map(|seed| {
            let game = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger("Ben"));
            game.resigned(false).seeded(seed)
        });
        let more = Profile { games: profile.games.iter().cloned().chain(added).collect(), ..profile.clone() };
        let themes = facts(store, &more, rating);
        assert_eq!((themes.games, themes.open), (2, LAST));
        // The same game again replaces its themes, and only so many are kept.
        keep(store, find(&lines[0], &stop).unwrap()).unwrap();
        assert_eq!(known(store).len(), 2);
        for number in 0..2 * LAST as u64 {
            keep(store, ThemedGame { game: format!("{number:016x}"), themes: GameThemes::default() }).unwrap();
        }
        assert_eq!(known(store).len(), 2 * LAST);
        assert_eq!(open(store).unwrap().len(), 2);
        // A search that was stopped has no result.
        stop.stop();
        assert!(find(&lines[0], &stop).is_none());
    }
}
