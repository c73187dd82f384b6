//! The person's strength, on the people's scale: the average tournament player has 1500.

use crate::people::class;
use crate::serve::page::tell::{Estimate, Part, Rating, Stage, Statement};
use crate::strength::person::{self, Profile, RestsOn, Standing, details};

/// The number of points in the displayed history.
const HISTORY: usize = 200;

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
        words: class(standing.rating).to_owned(),
        rests_on: RestsOn::of(profile, &standing).into(),
        rating: rating(&standing),
        parts: parts.collect(),
        habits: habits.into_iter().map(Statement::from).collect(),
        history: person::history(profile, HISTORY).iter().map(rating).collect(),
    }
}

fn rating(standing: &Standing) -> Rating {
    Rating { value: standing.rating, low: standing.low, high: standing.high }
}
