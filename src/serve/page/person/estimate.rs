//! How strong the person is, on the people's scale: the average tournament player has 1500.

use crate::people::class;
use crate::serve::page::tell::{Estimate, Part, Rating, Stage};
use crate::strength::person::{self, Details, Profile, Standing, details, rests_on};

/// Points of the history that are shown.
const HISTORY: usize = 200;

/// How strong the person is by what is measured.
pub(super) fn estimate(profile: &Profile) -> Estimate {
    let standing = person::estimate(profile);
    let Details { parts, habits } = details(profile);
    let stages = [("opening", Stage::Opening), ("middle game", Stage::Middle), ("endgame", Stage::End)];
    let part = |part: &person::Part| {
        let stage = stages.iter().find(|(name, _)| *name == part.name)?.1;
        Some(Part { stage, loss: part.loss, moves: part.choices })
    };
    Estimate {
        words: class(standing.rating).to_owned(),
        rests_on: rests_on(profile, &standing),
        rating: rating(&standing),
        scale: "1500 is the average tournament player; 100 more win 64 games of 100.".to_owned(),
        parts: parts.iter().filter_map(part).collect(),
        habits,
        history: person::history(profile, HISTORY).iter().map(rating).collect(),
    }
}

fn rating(standing: &Standing) -> Rating {
    Rating { value: standing.rating, low: standing.low, high: standing.high }
}
