//! A person: the known games, the strength estimated from them, and its changes between games.
//!
//! # Public parts
//!
//! - [`Profile`] is the file `rival-profile/2`: games with the judges' values, so that everything can be fitted
//!   again without judging again. [`profile_file`](crate::record::profile_file) reads and writes it.
//! - [`PersonGame::new`] makes a game from a [`GameRecord`](crate::record::GameRecord) or [`Game`](crate::board::Game),
//!   a [`GameJudge`] judges it, and [`Profile::add`] adds it, once.
//! - [`estimate`] gives the person's strength after the newest game ([`Standing`], on the people's scale). The games
//!   are a filter's observations, so old ones count less. [`history`] gives the strength after each game.
//! - [`measure()`] judges many games on several threads, and [`Journal`] keeps the judged ones. [`details`] shows where
//!   the person loses discs and differs from people of the same strength.
//! - [`learn`] is a complete lesson: it judges a finished game, adds it on disk, and returns the new standing. A
//!   learning rival calls it after a game, and [`estimate`] before the next one.
//! - [`Placement`] is a player that measures its opponent's strength in [`PLACEMENT`] games; [`placement`] has its
//!   parts for other callers.
//! - [`place`] gives the strength of a shipped personality, and [`nearest`] the rung of the ladder nearest to a rating.

mod add;
mod details;
mod estimate;
mod evidence;
pub mod file;
mod filter;
mod format;
mod game;
mod known;
mod measure;
pub mod placement;
mod places;
mod rated;
mod style;
mod words;

pub use add::learn;
pub use details::{Habit, NEWEST, Part, details};
pub(crate) use estimate::interval;
pub use estimate::{CompleteGame, Standing, Tables, estimate, estimate_games, history};
pub use format::Sheet;
pub use game::{Opponent, PersonGame, PlayerResult};
pub use known::KnownGames;
pub use measure::{GameJudge, Journal, measure};
pub use placement::Placement;
pub use places::{
    KnownStrength, Place, Places, Rung, called, is_rung, like, nearest, people_player, place, played_rule, rungs,
    signed,
};
pub(crate) use rated::have_strangers;
pub use rated::{Field, by_others};
pub use words::{EvidenceCounts, NoResult};

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::date::first_day;
use crate::people::{Judging, shipped};
use crate::record::text::name_in_a_line;

/// The number of games in a placement.
pub const PLACEMENT: usize = 10;

/// A person's profile.
///
/// ```
/// use rival::board::Color;
/// use rival::record::transcript;
/// use rival::search::Stop;
/// use rival::strength::person::{GameJudge, PersonGame, Profile, estimate};
///
/// let record = transcript::parse("f5d6c3d3c4f4f6g5")?;
/// let mut profile = Profile::new("Ann");
/// profile.add(GameJudge::shipped().judge(PersonGame::new(&record, Color::Black), &Stop::default()));
/// let standing = estimate(&profile);
/// assert!(standing.low < standing.rating && standing.rating < standing.high);
/// # Ok::<(), rival::record::transcript::TranscriptError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Profile {
    /// The player's name as the user gave it, or `black` or `white`.
    pub player: String,
    /// The games in the order of their days. Games of one day stay in the order of addition, and a game without a known
    /// day stays behind the game before it.
    pub games: Vec<PersonGame>,
}

impl Profile {
    /// The number of whole games that a file has room for in any case.
    pub const MOST_GAMES: usize = 15_000;

    /// A profile without games.
    #[must_use]
    pub fn new(player: &str) -> Profile {
        Profile { player: player.to_owned(), games: Vec::new() }
    }

    /// The judge of all values in profiles: the shipped one.
    #[must_use]
    pub fn judge() -> &'static Judging {
        &shipped().judge
    }

    /// The judge of all deep losses in profiles: the one that the estimator was fitted to.
    #[must_use]
    pub fn deep_judge() -> &'static Judging {
        &shipped().deep_judge
    }

    /// The ids of the games.
    #[must_use]
    pub(crate) fn ids(&self) -> BTreeSet<u64> {
        self.games.iter().map(PersonGame::id).collect()
    }

    /// Adds games that the profile does not have, and returns their number. A game that it has takes from the added
    /// copy what it lacks. A game that was broken off and its whole copy are one. A profile with a game that is not
    /// [judged](PersonGame::judge) can be written, but not read.
    pub fn add(&mut self, games: impl IntoIterator<Item = PersonGame>) -> usize {
        let mut places: BTreeMap<u64, usize> = self.games.iter().map(PersonGame::image_id).zip(0..).collect();
        let before = self.games.len();
        for game in games {
            let id = game.image_id();
            let known = places
                .get(&id)
                .copied()
                .or_else(|| self.games.iter().position(|known| known.is_broken_off_copy(&game)));
            match known {
                None => {
                    places.insert(id, self.games.len());
                    self.games.push(game);
                }
                Some(place) => {
                    self.games[place].complete(game);
                    places.insert(self.games[place].image_id(), place);
                }
            }
        }
        let added = self.games.len() - before;
        if added > 0 {
            self.sort();
        }
        added
    }

    fn sort(&mut self) {
        let mut last = None;
        let days: Vec<_> = self
            .games
            .iter()
            .map(|game| {
                last = first_day(&game.date).or(last);
                last
            })
            .collect();
        let mut dated: Vec<_> = days.into_iter().zip(std::mem::take(&mut self.games)).collect();
        dated.sort_by_key(|(day, _)| *day);
        self.games = dated.into_iter().map(|(_, game)| game).collect();
    }

    /// The player's name on one line.
    #[must_use]
    pub fn called(&self) -> String {
        name_in_a_line(&self.player)
    }
}

/// True if a profile's player is a colour, which is nobody's name.
#[must_use]
pub fn is_color(player: &str) -> bool {
    player == "black" || player == "white"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game};

    #[test]
    fn games_are_in_the_order_of_their_days() {
        let game = |(seed, date): (u64, &str)| {
            let played = PersonGame::against(&Game::default(), Color::Black, Opponent::default());
            PersonGame { date: date.to_owned(), ..played }.resigned(false).seeded(seed)
        };
        let mut profile = Profile::new("Ann");
        profile.add([(1, ""), (2, "2005.03.01"), (3, ""), (4, "2004-12-31 10:00:00 GMT")].map(game));
        profile.add([(5, "2004.12.31_09:00:00"), (6, "2005"), (7, "2005-03-01T08:00Z"), (8, "01/02/1999")].map(game));
        let seeds: Vec<u64> = profile.games.iter().filter_map(|game| game.seed).collect();
        assert_eq!(seeds, [1, 4, 5, 6, 2, 3, 7, 8]);
    }
}
