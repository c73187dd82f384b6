//! A person: the known games, the strength that they show, and how it is followed from game to game.
//!
//! # What others use
//!
//! - [`Profile`] is the file `rival-profile/2`: games with the judge's values, so that everything can be fitted
//!   again without judging again. [`file::load`], [`file::find`], [`file::save`] and [`file::update`] read and write
//!   it; `update` waits for other processes and keeps the profile before it as `.old`.
//! - [`Played::new`] makes a game of a [`GameRecord`](crate::record::GameRecord) or [`Game`](crate::board::Game) and
//!   [`Played::judge`] judges it; [`Profile::add`] takes it in, once.
//! - [`estimate`] says how strong the person is ([`Standing`], on the people's scale), as of the newest game: the games
//!   are a filter's observations, so old ones count less. [`history`] says it after each game.
//! - [`measure()`] judges many games, on several threads, and [`Journal`] keeps what was judged; [`details`] says where
//!   discs were given away and what differs from people of that strength.
//! - [`learn`] is a whole lesson: judge a finished game, add it on disk, and say the new standing. A rival that learns
//!   calls it after a game and [`estimate`] before the next one.
//! - [`Placement`] is a player that places whoever plays against it, in [`PLACEMENT`] games; [`placement`] has what it
//!   does, for others who place.
//! - [`place`] says where a shipped personality stands, [`nearest`] which rung of the ladder is nearest to a rating.

mod add;
mod details;
mod estimate;
mod evidence;
pub mod file;
mod filter;
mod format;
mod game;
mod measure;
pub mod placement;
mod places;
mod rated;
mod style;
mod words;

pub use add::{Learned, learn};
pub use details::{Details, Habit, Part, details};
pub use estimate::{Seen, Standing, Tables, estimate, estimate_seen, history};
pub use format::Sheet;
pub use game::{Ended, Opponent, Played};
pub use measure::{Journal, measure};
pub use placement::Placement;
pub use places::{Known, Place, Places, Rung, called, is_rung, nearest, place, rungs};
pub use words::{NoResult, RestsOn};

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::people::{Judging, shipped};
use crate::record::text::name_in_a_line;

/// Games of a placement.
pub const PLACEMENT: usize = 10;

/// A person's profile.
///
/// ```
/// use rival::board::Color;
/// use rival::people::Judge;
/// use rival::record::transcript;
/// use rival::search::Stop;
/// use rival::strength::person::{Played, Profile, estimate};
///
/// let record = transcript::parse("f5d6c3d3c4f4f6g5")?;
/// let mut profile = Profile::new("Ann");
/// profile.add(Played::new(&record, Color::Black).judge(&mut Judge::shipped(), &Stop::default()));
/// let standing = estimate(&profile);
/// assert!(standing.low < standing.rating && standing.rating < standing.high);
/// # Ok::<(), rival::record::transcript::TranscriptError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Profile {
    /// As the user named the player: a name, `black` or `white`.
    pub player: String,
    /// In the order in which they were added, which should be that in which they were played.
    pub games: Vec<Played>,
}

impl Profile {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(player: &str) -> Profile {
        Profile { player: player.to_owned(), games: Vec::new() }
    }

    /// The judge that all values are by: the shipped one.
    #[must_use]
    pub fn judge() -> &'static Judging {
        &shipped().judge
    }

    /// The ids of the games.
    #[must_use]
    pub fn ids(&self) -> BTreeSet<u64> {
        self.games.iter().map(Played::id).collect()
    }

    /// Adds judged games that are not known yet; returns how many were new. A game that is known takes the opponent's
    /// strength from one that knows it, if it did not.
    pub fn add(&mut self, games: impl IntoIterator<Item = Played>) -> usize {
        let mut places: BTreeMap<u64, usize> = self.games.iter().map(Played::id).zip(0..).collect();
        let before = self.games.len();
        for game in games {
            match places.entry(game.id()) {
                Entry::Vacant(place) => {
                    place.insert(self.games.len());
                    self.games.push(game);
                }
                Entry::Occupied(place) => {
                    let known = &mut self.games[*place.get()];
                    if known.opponent.strength.is_none() && game.opponent.strength.is_some() {
                        (known.opponent, known.live, known.seed) = (game.opponent, game.live, game.seed);
                    }
                }
            }
        }
        self.games.len() - before
    }

    /// The player's name in one line of a text.
    #[must_use]
    pub fn called(&self) -> String {
        name_in_a_line(&self.player)
    }
}
