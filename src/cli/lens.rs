//! The lens: the moves of people of a strength, and of people who are a little stronger, beside the moves of a game.

use std::path::Path;

use serde_json::{Value, json};

use super::measure;
use super::rivals::known;
use crate::board::{Game, Square};
use crate::people::{Lens, PeopleElo, STRONGER};
use crate::strength::analysis::{Judged, SLIGHT};
use crate::strength::person::estimate;

/// The ratings of a lens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whose {
    /// The rating, and the stronger one.
    ratings: [PeopleElo; 2],
    /// True if it is the user's own rating.
    own: bool,
}

/// A rating, or the file of a profile.
///
/// # Errors
/// It is neither.
pub(super) fn whose(text: &str) -> anyhow::Result<Whose> {
    let path = Path::new(text);
    let (rating, own) = if path.exists() {
        (estimate(&known(path)?).rating, true)
    } else if text.chars().any(char::is_alphabetic) {
        anyhow::bail!("--rating: found {text:?}, expected a rating or the file of a profile");
    } else {
        (measure::rating(text).map_err(|error| anyhow::anyhow!("--rating: found {text:?}, {error}"))?, false)
    };
    Ok(Whose { ratings: [rating, rating.plus(STRONGER)], own })
}

/// The share of people of the two ratings who play each move of a position.
pub(super) type Chances = Vec<(Square, [f64; 2])>;

/// The chances at each move of a game; `None` where there is no choice.
pub(super) fn chances(game: &Game, Whose { ratings, .. }: Whose, progress: &dyn Fn()) -> Vec<Option<Chances>> {
    let mut lens = Lens::default();
    let mut replay = Game::new(*game.start());
    let mut chances = Vec::new();
    for (board, mv) in game.history() {
        let is_choice = board.position.moves().count_ones() > 1;
        chances.push(is_choice.then(|| lens.chances(&replay, ratings)));
        replay.play(*mv).expect("the game was legal");
        progress();
    }
    chances
}

impl Whose {
    /// "b2: 4 of 10 at your strength play it, 1 of 10 at 1500; c4: 2 of 10 and 5 of 10".
    pub(super) fn words(&self, chances: &Chances, judged: &Judged) -> String {
        let Whose { ratings, own } = *self;
        let [rating, stronger] = ratings.map(|rating| (rating.0 / 50.0).round() * 50.0);
        let here = if own { "your strength".to_owned() } else { rating.to_string() };
        let [few, many] = shares(chances, judged.played.square());
        let text = format!("{few} at {here} play {}, {many} at {stronger}", judged.played);
        if judged.loss() < SLIGHT {
            return text;
        }
        let [few, many] = shares(chances, judged.best.square());
        format!("{text}; {}: {few} and {many}", judged.best)
    }

    /// The chances of every move as JSON.
    pub(super) fn json(&self, chances: &Chances) -> Value {
        let groups = self.ratings.iter().enumerate().map(|(number, rating)| {
            let moves = chances
                .iter()
                .map(|(square, chances)| (square.to_string(), json!((chances[number] * 1_000.0).round() / 1_000.0)));
            json!({ "rating": rating.0.round(), "moves": moves.collect::<serde_json::Map<_, _>>() })
        });
        groups.collect()
    }
}

/// The shares of people of both ratings who play this square, in words.
fn shares(chances: &Chances, square: Option<Square>) -> [String; 2] {
    let found = chances.iter().find(|(other, _)| Some(*other) == square);
    found.map_or([0.0; 2], |(_, chances)| *chances).map(share)
}

/// A share of people in words.
fn share(chance: f64) -> String {
    match chance {
        0.95.. => "nearly all".to_owned(),
        0.05.. => format!("{:.0} of 10", (10.0 * chance).round().max(1.0)),
        0.005.. => format!("{:.0} of 100", 100.0 * chance),
        _ => "hardly any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_said_in_whole_people() {
        let said = [0.97, 0.41, 0.06, 0.03, 0.001].map(share);
        assert_eq!(said, ["nearly all", "4 of 10", "1 of 10", "3 of 100", "hardly any"]);
    }

    #[test]
    fn a_rating_is_a_number_or_a_profile() {
        let Whose { ratings, own } = whose("1300").unwrap();
        assert_eq!((ratings, own), ([PeopleElo(1_300.0), PeopleElo(1_500.0)], false));
        assert!(whose("90000").unwrap_err().to_string().contains("expected a rating"));
        assert!(whose("nobody.json").unwrap_err().to_string().contains("nobody.json"));
    }
}
