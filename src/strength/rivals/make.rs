//! The settings and results of making rivals, and the strength of a person's agent alone.

use super::agent::{Person, spec};
use super::characters::CHARACTERS;
use super::level::{Effort, Levelled, Opponent, level, panel};
use super::scenes::MoveChances;
use crate::machine::progress::Progress;
use crate::people::{COUNT, PeopleElo};
use crate::personality::{Habits, Personality};
use crate::record::run_folder::FolderError;
use crate::search::Stop;
use crate::stats::derive;

/// The settings of making rivals.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The number of rivals, 1 to 6.
    pub count: usize,
    /// The seed of every random choice.
    pub seed: u64,
    /// Games played at the same time; the files do not depend on it.
    pub threads: usize,
    /// The most rounds of 48 games for each: [`ROUNDS`] find its strength to 20 Elo.
    pub rounds: u32,
    /// The profile that the rivals follow, relative to their folder; `None` if they do not learn.
    pub learn: Option<String>,
    /// Characters that no rival may have, by their names.
    pub without: Vec<String>,
    /// Characters that rivals have only if too few others show.
    pub rather_without: Vec<String>,
}

/// A rival with its figures.
#[derive(Debug, Clone)]
pub struct Made {
    /// The rival.
    pub personality: Personality,
    /// Its strength, measured in games.
    pub levelled: Levelled,
}

/// Why there are no rivals. Displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Too few characters show at this strength.
    #[error("a player rated {rating:.0} can show {found} of the characters, too few for {expected} different rivals")]
    Few {
        /// The number of characters that show at this strength.
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

/// A character's cost before any games, in Elo.
pub(super) const COST: f64 = 60.0;
/// The share of its moves in which a rival repeats its usual move.
const HABITS: f64 = 0.75;
/// Games of a round, for progress.
const ROUND: u64 = 48;
/// Rounds that are enough for any character.
pub const ROUNDS: u32 = 8;

/// The share of positions in which a player with habits has different moves in two games.
pub(super) fn again(play: &MoveChances) -> f64 {
    (1.0 - HABITS * HABITS) * play.differs(play)
}

/// The characters in the order of trying, which differs with the person and the seed.
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

/// The rating in the file of a person's agent, at which it is as strong.
#[must_use]
pub fn levelled_agent(person: &Person, seed: u64, threads: usize, progress: &dyn Progress) -> Levelled {
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

/// Players as strong as a person, without the person's style.
pub(super) fn plain_panel(person: &Person, seed: u64) -> Vec<Opponent> {
    panel(&Person { style: [0.0; COUNT], ..person.clone() }, 0.0, derive(seed, 2))
}

/// The result without games, for a person without a style, which would have a cost.
pub(super) fn unplayed(person: &Person) -> Levelled {
    Levelled { rating: person.level(), error: 0.0, games: 0, score: 0.5 }
}

/// The most games played for a rival.
pub(super) fn run_games(settings: &Settings) -> u64 {
    u64::from(settings.rounds.max(1)) * ROUND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_repeat_where_both_games_have_the_usual_one() {
        let person = Person { name: "Ann".to_owned(), rating: PeopleElo(1_150.0), error: 100.0, style: [0.0; COUNT] };
        let spec = spec(&person, person.level());
        // Without positions nothing is alike but by habit. A game has the usual move three times of four, both games
        // have it nine times of sixteen.
        assert!((again(&MoveChances::of(&spec, &[])) - 7.0 / 16.0).abs() < 1e-12);
    }

    #[test]
    fn persons_have_different_rivals() {
        let names = ["Ann", "Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Guy", "Hal", "Ida", "Joe"];
        let rivals = names.map(|name| {
            let person =
                Person { name: name.to_owned(), rating: PeopleElo(1_150.0), error: 100.0, style: [0.0; COUNT] };
            order(&person, 1)[..3].to_vec()
        });
        assert_eq!(rivals[0], rivals[1]);
        let mut different = rivals.concat();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() >= 12, "{different:?}");
    }
}
