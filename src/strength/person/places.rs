//! The ratings of shipped personalities: on the ladder by `lab ladder places`, and from these among people.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::board::Objective;
use crate::people::{Ladder, LadderElo, PeopleElo, Tie, class};
use crate::personality::{HumanSpec, Kind, Personality, Strength, headings, is_shipped, load, signed_name};
use crate::record::GameRecord;

/// A known strength.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownStrength {
    /// The rating among people.
    pub rating: PeopleElo,
    /// Its standard error in Elo, 0 or more.
    pub error: f64,
    /// The slope of margins against it over the difference in strength, relative to people. Programs that look ahead
    /// beat weaker players by more than equally rated people do, and lose to stronger players by more.
    pub steepness: f64,
    /// The standard error in Elo shared by all ratings that come from the same other scale; 0 for people's ratings.
    pub scale: f64,
}

impl KnownStrength {
    /// A strength whose margins are like people's.
    #[must_use]
    pub fn person(rating: PeopleElo, error: f64) -> KnownStrength {
        KnownStrength { rating, error, steepness: 1.0, scale: 0.0 }
    }

    /// A player of the kind `human`, as strong as people with this rating. The error is that of its rating on the
    /// ladder.
    #[must_use]
    pub fn player(rating: PeopleElo, error: f64) -> KnownStrength {
        let tie = Tie::shipped();
        KnownStrength::person(rating, error * tie.stretch(tie.ladder(rating)))
    }
}

/// The ratings of players on the ladder, from `places.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// The command that makes the places again.
    pub command: String,
    /// The places, the weakest first.
    pub places: Vec<Place>,
}

/// A player's rating on the ladder.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The personality's name.
    pub player: String,
    /// The rating at which the expected score is one half.
    pub rating: LadderElo,
    /// Standard error in Elo from the games alone.
    pub error: f64,
    /// The Elo that give a tenfold ratio of wins to losses: 400 for people.
    pub slope: f64,
}

/// Standard error of a rung's rating: that of one step of the ladder (`docs/people.md`).
const RUNG: f64 = 35.0;
/// For programs: the standard error in Elo of a rating against other opponents, and the steepness of margins, fitted to
/// players that met `beginner` and `intermediate`. `lab odd` tests them.
const PROGRAM: f64 = 35.0;
const STEEPNESS: f64 = 2.0;

/// A shipped player with the strength of a rating among people: an opponent in placements.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// The personality's name.
    pub name: String,
    /// The rating in its file.
    pub rating: PeopleElo,
}

/// The rungs, the weakest first. Only files of people are read: others need weights, which a page may not have loaded
/// yet.
static RUNGS: LazyLock<Vec<Rung>> = LazyLock::new(|| {
    let people = headings().filter(|heading| heading.name.starts_with(PEOPLE));
    let rungs =
        people.filter_map(|heading| load(&heading.name).ok()).filter_map(|personality| match personality.kind {
            Kind::Human(HumanSpec { strength: Strength::People(rating), .. }) => {
                Some(Rung { name: personality.name, rating })
            }
            _ => None,
        });
    let mut rungs: Vec<Rung> = rungs.collect();
    rungs.sort_by(|a, b| a.rating.0.total_cmp(&b.rating.0));
    rungs
});

static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let table: Places = serde_json::from_str(include_str!("places.json")).expect("the tests read the places");
    table.places
});

/// The signatures of the shipped players for the fewest discs.
static ANTI: LazyLock<Vec<String>> = LazyLock::new(|| {
    let players = headings().filter(|heading| !heading.plays_for(Objective::Normal));
    players.filter_map(|heading| load(&heading.name).ok()).map(|personality| personality.signature()).collect()
});

/// The name of the player with this rating among people. It may not be shipped.
#[must_use]
pub fn called(rating: PeopleElo) -> String {
    format!("{PEOPLE}{:04.0}", rating.0)
}

/// The start of the names of people-like players. The rest is the rating, which only readers use.
const PEOPLE: &str = "people-";

/// True if the shipped player with this name is a rung of placements.
#[must_use]
pub fn is_rung(name: &str) -> bool {
    RUNGS.iter().any(|rung| rung.name == name)
}

/// The strength of the shipped personality with this name; `None` if there is none or it was not rated. Use it only for
/// names of shipped personalities: a name in a file of games may be a person's, see [`signed`].
#[must_use]
pub fn place(name: &str) -> Option<KnownStrength> {
    if let Some(rung) = RUNGS.iter().find(|rung| rung.name == name) {
        return Some(like(rung.rating));
    }
    let place = PLACES.iter().find(|place| place.player == name)?;
    let tie = Tie::shipped();
    let error = libm::hypot(place.error, PROGRAM) * tie.stretch(place.rating);
    Some(KnownStrength { steepness: STEEPNESS, ..KnownStrength::person(tie.people(place.rating), error) })
}

/// The strength of the shipped personality, or of the [`people_player`], with this signature, which engines and the
/// page write into files of games; `None` for any other text, such as a person's name.
#[must_use]
pub fn signed(text: &str) -> Option<KnownStrength> {
    let name = signed_name(text)?;
    if is_shipped(name) {
        let is_own = load(name).is_ok_and(|personality| personality.signature().eq_ignore_ascii_case(text));
        return if is_own { place(name) } else { None };
    }
    let rating = PeopleElo(name.strip_prefix(PEOPLE)?.parse::<u16>().ok()?.into());
    let is_own = people_player(rating).signature().eq_ignore_ascii_case(text);
    is_own.then(|| like(rating))
}

/// The rule that a game was played for: that of its record, or that of a shipped player whose signature one side has.
/// NBoard writes every game as one for the most discs.
#[must_use]
pub fn played_rule(record: &GameRecord) -> Objective {
    let names = [&record.black.name, &record.white.name];
    let is_anti = ANTI.iter().any(|signature| names.iter().any(|name| signature.eq_ignore_ascii_case(name)));
    if is_anti { Objective::Anti } else { record.objective }
}

/// The player of the kind `human` that is as strong as people with this rating.
#[must_use]
pub fn people_player(rating: PeopleElo) -> Personality {
    let summary = format!("plays as people rated {rating:.0} do: {}", class(rating));
    Personality::new(&called(rating), &summary, Objective::Normal, Kind::Human(HumanSpec::like(rating)))
}

/// A player as strong as people with this rating. Outside the ladder's range it is the last player of that end.
#[must_use]
pub fn like(rating: PeopleElo) -> KnownStrength {
    let (low, high) = Ladder::shipped().people();
    KnownStrength::player(rating.clamp(low, high), RUNG)
}

/// The rungs of placements, the weakest first.
#[must_use]
pub fn rungs() -> &'static [Rung] {
    &RUNGS
}

/// The rung nearest to this rating.
#[must_use]
pub fn nearest(rating: PeopleElo) -> &'static Rung {
    let distances = RUNGS.iter().map(|rung| (rung.rating.above(rating).abs(), rung));
    distances.min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("the tests count the rungs").1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::load;

    #[test]
    fn shipped_players_stand_where_they_were_placed() {
        assert_eq!(
            [600.0, 1100.0, 2200.0].map(|r| place(&called(PeopleElo(r))).unwrap().rating.0),
            [600.0, 1100.0, 2200.0]
        );
        // Above the average player people's ratings rise faster than ladder ratings, and so do the errors.
        let high = place("people-1900").unwrap();
        assert!(high.error > 1.1 * RUNG, "{high:?}");
        assert!(["nobody", "people-99", "people-1130", "people-abcd"].map(place).iter().all(Option::is_none));
        let ratings = ["random", "beginner", "advanced"].map(|name| place(name).unwrap().rating);
        assert!(ratings[0] < ratings[1] && ratings[1] < ratings[2]);
        assert!(PLACES.iter().all(|place| load(&place.player).is_ok() && place.error > 0.0), "{PLACES:?}");
    }

    #[test]
    fn a_game_of_a_shipped_player_for_the_fewest_discs_is_one_whatever_its_record_says() {
        let mut record = GameRecord::default();
        for (name, expected) in [("map-anti", Objective::Normal), ("fs", Objective::Normal)] {
            record.white.name = name.to_owned();
            assert_eq!(played_rule(&record), expected, "{name}");
        }
        record.black.name = load("map-anti").unwrap().signature();
        assert_eq!(played_rule(&record), Objective::Anti);
        record.black.name = load("fs").unwrap().signature();
        assert_eq!(played_rule(&record), Objective::Normal);
    }

    #[test]
    fn a_rung_is_named_by_the_rating_of_people_that_it_plays_at() {
        let ratings: Vec<f64> = rungs().iter().map(|rung| rung.rating.0).collect();
        assert_eq!(ratings, (6..=22).map(|hundreds| 100.0 * f64::from(hundreds)).collect::<Vec<_>>());
        for Rung { name, rating } in rungs() {
            assert_eq!((name, place(name)), (&called(*rating), Some(like(*rating))));
            let shipped = load(name).unwrap();
            let made = people_player(*rating);
            assert_eq!((shipped.signature(), shipped.summary), (made.signature(), made.summary));
        }
        // They play at their ratings, because none lies outside the ladder's range.
        let (low, high) = Ladder::shipped().people();
        assert!(low.0 <= ratings[0] && *ratings.last().unwrap() <= high.0, "{low} to {high}");
    }

    #[test]
    fn only_the_signature_of_a_shipped_player_says_how_strong_it_is() {
        let signature = load("people-1500").unwrap().signature();
        assert_eq!(signed(&signature), place("people-1500"));
        assert_eq!(signed(&signature.to_uppercase().replace("PEOPLE", "people")), place("people-1500"));
        let digits = &signature[signature.len() - 6..];
        // The page also has players between the shipped ones.
        let between = people_player(PeopleElo(1350.0)).signature();
        assert_eq!(signed(&between), Some(like(PeopleElo(1350.0))));
        assert_eq!(signed(&between.replace("1350", "1450")), None);
        // A person's name, another player with the same name, and another player's digest.
        let others = ["people-1500", "expert", "people-1500#000000", &format!("expert#{digits}"), "Bob#1", "#abcdef"];
        assert!(others.into_iter().all(|text| signed(text).is_none()));
    }

    #[test]
    fn the_nearest_rung_is_found() {
        assert_eq!(*nearest(PeopleElo(1260.0)), Rung { name: "people-1300".to_owned(), rating: PeopleElo(1300.0) });
        assert_eq!(nearest(PeopleElo(0.0)).name, "people-0600");
        assert_eq!(nearest(PeopleElo(9_000.0)).name, "people-2200");
    }

    #[test]
    fn shipped_players_like_people_are_rungs() {
        assert!(["people-0600", "people-2200"].into_iter().all(is_rung));
        assert!(!["people-1250", "random", "people-"].into_iter().any(is_rung));
    }
}
