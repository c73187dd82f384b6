//! Where shipped personalities stand: on the ladder by `scripts/place-personalities`, and so among people.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::people::{Ladder, LadderElo, PeopleElo, Tie};
use crate::personality::{HumanSpec, Kind, Personality, Strength, shipped};

/// A strength that is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Among people.
    pub rating: PeopleElo,
    /// Its standard error in Elo, 0 or more.
    pub error: f64,
    /// How many times as fast margins against it rise with the difference in strength as they do among people: programs
    /// that look ahead beat the weaker by more, and the stronger by less, than people of their rating do.
    pub steepness: f64,
}

impl Known {
    /// Somebody who wins and loses as people do.
    #[must_use]
    pub fn person(rating: PeopleElo, error: f64) -> Known {
        Known { rating, error, steepness: 1.0 }
    }

    /// A player of the kind `human` that is as strong as people of this rating; the error is that of its rating on the
    /// ladder.
    #[must_use]
    pub fn player(rating: PeopleElo, error: f64) -> Known {
        let tie = Tie::shipped();
        Known::person(rating, error * tie.stretch(tie.ladder(rating)))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacesFile {
    #[expect(dead_code, reason = "for readers of the file")]
    command: String,
    places: Vec<Place>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    player: String,
    rating: LadderElo,
    error: f64,
    #[expect(dead_code, reason = "for readers of the file")]
    slope: f64,
}

/// Standard error of a rung's place: that of a step of the ladder, `docs/people.md`.
const RUNG: f64 = 35.0;
/// Programs: how far one's place against some opponents lies from that against others (standard error, Elo), and the
/// steepness of margins; by `scripts/experiments/fit-odd`, from players that met `beginner` and `intermediate`.
const PROGRAM: f64 = 35.0;
const STEEPNESS: f64 = 2.0;

/// A shipped player of the people's ladder: whom a placement meets.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// Of the personality.
    pub name: String,
    /// As its file says.
    pub rating: LadderElo,
}

/// The weakest first.
static RUNGS: LazyLock<Vec<Rung>> = LazyLock::new(|| {
    let rung = |personality: &Personality| match &personality.kind {
        Kind::Human(HumanSpec { strength: Strength::Rating(rating), .. }) => {
            Some(Rung { name: personality.name.clone(), rating: *rating })
        }
        _ => None,
    };
    let mut rungs: Vec<Rung> = shipped().filter_map(|personality| rung(&personality)).collect();
    rungs.sort_by(|a, b| a.rating.0.total_cmp(&b.rating.0));
    rungs
});

static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    // The tests read it.
    let table: PlacesFile = serde_json::from_str(include_str!("places.json")).expect("the tests read the places");
    table.places
});

/// Where the shipped personality of this name stands; `None` if there is none, or it was not placed. Players of the
/// kind `human` are called by their rating, shipped or not: `human-1130`.
#[must_use]
pub fn place(name: &str) -> Option<Known> {
    let digits = name.strip_prefix("human-").filter(|digits| digits.len() == 4);
    let rating = digits.and_then(|digits| digits.parse::<u16>().ok()).map(|digits| LadderElo(digits.into()));
    rating.map(on_ladder).or_else(|| {
        let place = PLACES.iter().find(|place| place.player == name)?;
        let tie = Tie::shipped();
        let error = place.error.hypot(PROGRAM) * tie.stretch(place.rating);
        Some(Known { rating: tie.people(place.rating), error, steepness: STEEPNESS })
    })
}

/// A player of the kind `human` at this rating of the ladder; beyond the ladder's ends its ends play.
#[must_use]
pub fn on_ladder(rating: LadderElo) -> Known {
    let (low, high) = Ladder::shipped().range();
    Known::player(Tie::shipped().people(rating.clamp(low, high)), RUNG)
}

/// The rungs of the people's ladder, the weakest first.
#[must_use]
pub fn rungs() -> &'static [Rung] {
    &RUNGS
}

/// The rung of the people's ladder that is nearest to somebody of this rating.
#[must_use]
pub fn nearest(rating: PeopleElo) -> &'static Rung {
    let rating = Tie::shipped().ladder(rating);
    let distance = |rung: &&Rung| rung.rating.above(rating).abs();
    RUNGS.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("the tests count the rungs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::class;
    use crate::players::load;

    #[test]
    fn shipped_players_stand_where_they_were_placed() {
        assert_eq!(place("human-1200").unwrap().rating, Tie::shipped().people(LadderElo(1200.0)));
        assert_eq!(place("human-1130").unwrap().rating, Tie::shipped().people(LadderElo(1130.0)));
        // Above the average player people's ratings rise faster than the ladder's.
        let [low, high] = ["human-1600", "human-1700"].map(|name| place(name).unwrap());
        assert!(high.rating.above(low.rating) > 110.0 && high.error > RUNG, "{low:?} {high:?}");
        assert!(["nobody", "human-99", "human-12345", "human-abcd"].map(place).iter().all(Option::is_none));
        let rating = |name: &str| place(name).unwrap().rating;
        assert!(rating("random") < rating("beginner") && rating("beginner") < rating("advanced"));
        assert!(PLACES.iter().all(|place| load(&place.player).is_ok() && place.error > 0.0), "{PLACES:?}");
    }

    #[test]
    fn a_rung_says_whom_among_people_it_plays_like() {
        assert_eq!(rungs().len(), 15);
        for Rung { name, rating } in rungs() {
            let like = PeopleElo(10.0 * (Tie::shipped().people(*rating).0 / 10.0).round());
            assert_eq!(place(name), Some(on_ladder(*rating)));
            let expected = format!("plays like people rated {like:.0}: {}", class(like));
            assert_eq!(load(name).unwrap().summary, expected, "scripts/make-human-ladder --personalities");
        }
    }

    #[test]
    fn the_nearest_rung_is_found() {
        assert_eq!(*nearest(PeopleElo(1260.0)), Rung { name: "human-1300".to_owned(), rating: LadderElo(1300.0) });
        assert_eq!(nearest(PeopleElo(0.0)).name, "human-0600");
        assert_eq!(nearest(PeopleElo(9_000.0)).name, "human-2000");
    }
}
