//! The settings and results of making rivals, and the levelling of a person's agent.

use super::agent::{Person, spec};
use super::characters::CHARACTERS;
use super::level::{Effort, Levelling, Opponent, level, panel};
use super::scenes::MoveChances;
use crate::machine::progress::Progress;
use crate::people::{COUNT, PeopleElo};
use crate::personality::Habits;
use crate::record::run_folder::FolderError;
use crate::search::Stop;
use crate::stats::derive;

/// The settings for making rivals.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The number of rivals, 1 to [`MOST_RIVALS`].
    pub count: usize,
    /// The seed of every random choice.
    pub seed: u64,
    /// The number of games played at the same time. It does not affect the files.
    pub threads: usize,
    /// The most rounds of 48 games for each rival. [`ROUNDS`] determine its strength to 20 Elo.
    pub rounds: u32,
    /// The profile that the rivals follow, relative to their folder; `None` if they do not learn.
    pub learn: Option<String>,
    /// Names of characters that no rival may have.
    pub without: Vec<String>,
    /// Names of characters that are used only if too few others are visible.
    pub rather_without: Vec<String>,
}

/// The reason why there are no rivals. It is displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The number of rivals is out of range. The field is that number.
    #[error("rivals: found {0}, expected 1 to {MOST_RIVALS}")]
    Count(usize),
    /// Too few characters are visible at this strength.
    #[error("a player rated {rating:.0} can show {found} of the characters, too few for {expected} different rivals")]
    Few {
        /// The number of visible characters.
        found: usize,
        /// The person's rating.
        rating: PeopleElo,
        /// The requested number of rivals.
        expected: usize,
    },
    /// The work was stopped. Finished parts are kept.
    #[error("stopped")]
    Stopped,
}

/// The most rivals of one run.
pub const MOST_RIVALS: usize = 6;

/// The assumed cost of a character before any game, in Elo.
pub(super) const COST: f64 = 60.0;
/// The share of its moves in which a rival repeats its usual move.
const HABITS: f64 = 0.75;
/// Games in a round, for progress.
pub(super) const ROUND: u64 = 48;
/// The number of rounds that is enough for any character.
pub const ROUNDS: u32 = 12;

/// The share of positions in which a player with habits plays different moves in two games.
pub(super) fn again(play: &MoveChances) -> f64 {
    (1.0 - HABITS * HABITS) * play.differs(play)
}

/// The characters in the order of trying, which depends on the person and the seed.
#[must_use]
pub fn order(person: &Person, seed: u64) -> Vec<usize> {
    let seed =
        person.name.bytes().fold(derive(seed, person.rating.0.to_bits()), |seed, byte| derive(seed, byte.into()));
    let mut numbers: Vec<usize> = (0..CHARACTERS.len()).collect();
    numbers.sort_by_key(|&number| derive(seed, number as u64));
    numbers
}

/// The habits of a character's rival.
#[must_use]
pub(super) fn habits(seed: u64, character: usize) -> Habits {
    Habits { share: HABITS, seed: derive(seed, 1000 + character as u64) % (1 << 32) }
}

/// Levels a person's agent: finds the rating in its file at which it is as strong as the person.
#[must_use]
pub fn levelled_agent(person: &Person, seed: u64, threads: usize, progress: &dyn Progress) -> Levelling {
    if !person.has_style() {
        return unplayed(person);
    }
    let panel = plain_panel(person, seed);
    let all = u64::from(ROUNDS) * ROUND;
    progress.reach("agent", all, 0);
    let effort = Effort { rounds: ROUNDS, seed: derive(seed, 100), threads };
    let result = level(&|rating| spec(person, rating), person.level(), &panel, effort, &Stop::default(), &|games| {
        progress.reach("agent", all, games.min(all));
    });
    result.expect("nobody else has this stop").0
}

/// Opponents of the person's strength without the person's style.
pub(super) fn plain_panel(person: &Person, seed: u64) -> Vec<Opponent> {
    panel(&Person { style: [0.0; COUNT], ..person.clone() }, 0.0, derive(seed, 2))
}

/// The result for a person without a style: there is no cost, so no games are needed.
pub(super) fn unplayed(person: &Person) -> Levelling {
    Levelling { rating: person.level(), error: 0.0, games: 0, score: 0.5 }
}

/// The most games that are played for each rival.
pub(super) fn run_games(settings: &Settings) -> u64 {
    u64::from(settings.rounds.max(1)) * ROUND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_repeat_where_both_games_have_the_usual_one() {
        let person = Person::plain("Ann", PeopleElo(1_150.0));
        let spec = spec(&person, person.level());
        // Without positions only habits make games alike. A game has the usual move in three cases of four, and both
        // games have it in nine of sixteen.
        assert!((again(&MoveChances::new(&spec, &[])) - 7.0 / 16.0).abs() < 1e-12);
    }

    #[test]
    fn persons_have_different_rivals() {
        let names = ["Ann", "Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Guy", "Hal", "Ida", "Joe"];
        let rivals = names.map(|name| {
            let person = Person::plain(name, PeopleElo(1_150.0));
            order(&person, 1)[..3].to_vec()
        });
        assert_eq!(rivals[0], rivals[1]);
        let mut different = rivals.concat();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() >= 12, "{different:?}");
    }
}
