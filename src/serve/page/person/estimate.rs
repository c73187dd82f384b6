//! The person's strength, on the people's scale: the average tournament player has 1500.

use crate::people::{PeopleElo, class};
use crate::serve::page::tell::{Estimate, Part, Rating, Stage, Statement};
use crate::strength::person::{self, EvidenceCounts, Profile, Standing, details};

/// The number of points in the displayed history.
const HISTORY: usize = 200;
/// The page shows ratings to the nearest multiple of this (`rounded` in its scripts).
const SHOWN_TO: f64 = 10.0;

/// The person's strength according to the measured games.
pub(super) fn estimate(profile: &Profile) -> Estimate {
    let standing = person::estimate(profile);
    let (parts, habits) = details(profile);
    let stages = [("opening", Stage::Opening), ("middle game", Stage::Middle), ("endgame", Stage::End)];
    let parts = parts.iter().filter_map(|part| {
        let stage = stages.iter().find(|(name, _)| *name == part.name)?.1;
        Some(Part { stage, loss: part.loss, moves: part.choices })
    });
    Estimate {
        words: words(standing.rating).to_owned(),
        rests_on: EvidenceCounts::new(profile, &standing).into(),
        rating: rating(&standing),
        parts: parts.collect(),
        habits: habits.into_iter().map(Statement::from).collect(),
        history: person::history(profile, HISTORY).iter().map(rating).collect(),
    }
}

fn rating(standing: &Standing) -> Rating {
    Rating { value: standing.rating, low: standing.low, high: standing.high }
}

/// The words for a rating as it is shown.
fn words(rating: PeopleElo) -> &'static str {
    class(PeopleElo((rating.0 / SHOWN_TO).round() * SHOWN_TO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_shown_number() {
        let [below, above] = [994.9, 995.0].map(|rating| words(PeopleElo(rating)));
        assert_eq!([below, above], [990.0, 1000.0].map(|rating| class(PeopleElo(rating))));
        assert_ne!(below, above);
    }
}
