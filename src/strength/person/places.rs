//! Where shipped personalities stand on the people's scale: `scripts/place-personalities`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::personality::{Kind, Strength, shipped};

/// A strength that is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// On the people's scale.
    pub rating: f64,
    /// Its standard error in Elo, 0 or more.
    pub error: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[expect(dead_code, reason = "for readers of the file")]
    command: String,
    places: Vec<Place>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    player: String,
    rating: f64,
    error: f64,
    #[expect(dead_code, reason = "for readers of the file")]
    slope: f64,
}

/// Standard error of a rung's place: that of a step of the ladder, `docs/people.md`.
const RUNG: f64 = 35.0;

/// The rungs of the people's ladder with their ratings, the weakest first.
static RUNGS: LazyLock<Vec<(String, f64)>> = LazyLock::new(|| {
    let rating = |kind: &Kind| match kind {
        Kind::Human(spec) => match spec.strength {
            Strength::Rating(rating) => Some(rating),
            Strength::Setting(_) => None,
        },
        _ => None,
    };
    let mut rungs: Vec<(String, f64)> =
        shipped().filter_map(|personality| Some((personality.name.clone(), rating(&personality.kind)?))).collect();
    rungs.sort_by(|a, b| a.1.total_cmp(&b.1));
    rungs
});

static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    // The tests read it.
    let table: Table = serde_json::from_str(include_str!("places.json")).expect("the tests read the places");
    table.places
});

/// Where the shipped personality of this name stands; `None` if there is none, or it was not placed.
#[must_use]
pub fn place(name: &str) -> Option<Known> {
    let rung = RUNGS.iter().find(|(rung, _)| rung == name);
    rung.map(|&(_, rating)| Known { rating, error: RUNG }).or_else(|| {
        let place = PLACES.iter().find(|place| place.player == name)?;
        Some(Known { rating: place.rating, error: place.error.hypot(RUNG) })
    })
}

/// The rung of the people's ladder that is nearest to a rating: its name and rating.
#[must_use]
pub fn nearest(rating: f64) -> (&'static str, f64) {
    let distance = |rung: &&(String, f64)| (rung.1 - rating).abs();
    let found = RUNGS.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    found.map_or(("random", 0.0), |(name, rating)| (name.as_str(), *rating))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::load;

    #[test]
    fn shipped_players_stand_where_they_were_placed() {
        assert_eq!(place("human-1200").unwrap().rating, 1200.0);
        assert_eq!(place("nobody"), None);
        let rating = |name: &str| place(name).unwrap().rating;
        assert!(rating("random") < rating("beginner") && rating("beginner") < rating("advanced"));
        assert!(PLACES.iter().all(|place| load(&place.player).is_ok() && place.error > 0.0), "{PLACES:?}");
    }

    #[test]
    fn the_nearest_rung_is_found() {
        assert_eq!(nearest(1260.0), ("human-1300", 1300.0));
        assert_eq!(nearest(0.0).0, "human-0600");
        assert_eq!(nearest(9_000.0).0, "human-2000");
    }
}
