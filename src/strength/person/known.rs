//! Known games, among which copies of a game are found.

use std::collections::BTreeMap;

use super::game::PersonGame;

/// Known games. A copy of one may be turned or mirrored, and either of both may have been broken off.
#[derive(Debug)]
pub struct KnownGames<'a> {
    games: &'a [PersonGame],
    by_image: BTreeMap<u64, &'a PersonGame>,
}

impl<'a> KnownGames<'a> {
    /// These games.
    #[must_use]
    pub fn new(games: &'a [PersonGame]) -> KnownGames<'a> {
        KnownGames { games, by_image: games.iter().map(|game| (game.image_id(), game)).collect() }
    }

    /// The known game that this one is a copy of; `None` if there is none.
    #[must_use]
    pub fn copy_of(&self, game: &PersonGame) -> Option<&'a PersonGame> {
        let image = self.by_image.get(&game.image_id()).copied();
        image.or_else(|| self.games.iter().find(|known| known.is_broken_off_copy(game)))
    }
}
