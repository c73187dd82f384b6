//! An agent: a player of the kind `human` with the person's strength and style.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Objective;
use crate::people::{COUNT, LadderElo, NAMES, PeopleElo, Tie};
use crate::personality::{HumanSpec, Kind, OpeningRole, Personality, RepertoireSpec, Strength};
use crate::strength::person::{Profile, Standing, estimate, interval, is_color};

/// The person that a player imitates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The person's name on one line.
    pub name: String,
    /// The rating among people.
    pub rating: PeopleElo,
    /// Its standard error in Elo.
    pub error: f64,
    /// The style as offsets on the features of moves. Files leave out the zeros.
    #[serde(default = "no_style", serialize_with = "write_style", deserialize_with = "read_style")]
    pub style: [f64; COUNT],
    /// The openings of the newest games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repertoire: Option<RepertoireSpec>,
}

/// The most games whose openings count: people change theirs over the years.
const OPENINGS: usize = 200;

/// The least offset with a measurable cost.
const NOTHING: f64 = 0.1;

impl Person {
    /// The person described by a profile.
    #[must_use]
    pub fn from_profile(profile: &Profile) -> Person {
        let Standing { rating, error, style, .. } = estimate(profile);
        let style = rounded(style.unwrap_or([0.0; COUNT]));
        Person { name: profile.called(), rating, error, style, repertoire: repertoire(profile) }
    }

    /// Somebody without a style and without known games, whose rating is known to 100 Elo.
    #[must_use]
    pub fn plain(name: &str, rating: PeopleElo) -> Person {
        Person { name: name.to_owned(), rating, error: 100.0, style: [0.0; COUNT], repertoire: None }
    }

    /// The rating and its 95 % interval in words.
    #[must_use]
    pub fn strength(&self) -> String {
        let (low, high) = interval(self.rating, self.error);
        format!("about {:.0}, between {low:.0} and {high:.0}", self.rating)
    }

    /// True if the profile, an earlier or a later one, may be that of this person: it has the name. A colour is
    /// nobody's name, so there one of the openings must be the same, too.
    #[must_use]
    pub fn may_have(&self, profile: &Profile) -> bool {
        self.name == profile.called() && (!is_color(&self.name) || self.shares_openings(profile))
    }

    /// True if the person began a game like one of the profile, or if one of both has no openings.
    fn shares_openings(&self, profile: &Profile) -> bool {
        match (&self.repertoire, newest_openings(profile, usize::MAX)) {
            (Some(known), Some(all)) => {
                known.black.iter().any(|line| all.black.contains(line))
                    || known.white.iter().any(|line| all.white.contains(line))
            }
            _ => true,
        }
    }

    /// The corresponding ladder rating.
    #[must_use]
    pub fn level(&self) -> LadderElo {
        Tie::shipped().ladder(self.rating).tenth()
    }

    /// True if the style is strong enough to cost strength.
    #[must_use]
    pub(crate) fn has_style(&self) -> bool {
        self.style.iter().any(|offset| offset.abs() >= NOTHING)
    }
}

/// The openings of a profile's newest games, without those that a tournament prescribed; `None` if there are none.
#[must_use]
pub(super) fn repertoire(profile: &Profile) -> Option<RepertoireSpec> {
    newest_openings(profile, OPENINGS)
}

fn newest_openings(profile: &Profile, most: usize) -> Option<RepertoireSpec> {
    let chosen = profile.games.iter().rev().filter(|game| game.given == 0).take(most);
    let spec = RepertoireSpec::from_games(OpeningRole::Own, chosen.map(|game| (&game.game, game.side)));
    (spec.games() > 0).then_some(spec)
}

fn no_style() -> [f64; COUNT] {
    [0.0; COUNT]
}

fn write_style<S: Serializer>(style: &[f64; COUNT], serializer: S) -> Result<S::Ok, S::Error> {
    let offsets: BTreeMap<&str, f64> = NAMES.into_iter().zip(*style).filter(|(_, offset)| *offset != 0.0).collect();
    offsets.serialize(serializer)
}

fn read_style<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; COUNT], D::Error> {
    let offsets: BTreeMap<String, f64> = BTreeMap::deserialize(deserializer)?;
    Ok(NAMES.map(|feature| offsets.get(feature).copied().unwrap_or(0.0)))
}

/// Offsets for files, rounded to thousandths. Smaller differences have no effect.
pub(super) fn rounded(style: [f64; COUNT]) -> [f64; COUNT] {
    style.map(|offset| (offset.clamp(-MOST, MOST) * 1000.0).round() / 1000.0)
}

/// The largest offset that a file may have.
const MOST: f64 = 100.0;

/// The player with a ladder rating and a person's style.
#[must_use]
pub(super) fn spec(person: &Person, rating: LadderElo) -> HumanSpec {
    let rating = rating.tenth().clamp(LadderElo(0.0), LadderElo(4000.0));
    let repertoire = person.repertoire.clone();
    HumanSpec { style: rounded(person.style), repertoire, ..HumanSpec::new(Strength::Ladder(rating)) }
}

/// The agent of a person. At `rating`, the one in its file, it is as strong as the person.
#[must_use]
pub fn agent(person: &Person, name: &str, rating: LadderElo) -> Personality {
    let summary = format!("plays like {}: {}", person.name, person.strength());
    Personality {
        source: Some("Strength and style from measured games, by the model of people's choices.".to_owned()),
        ..Personality::new(name, &summary, Objective::Normal, Kind::Human(spec(person, rating)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::record::transcript;
    use crate::strength::person::{Opponent, PersonGame};

    #[test]
    fn the_repertoire_is_of_the_newest_games_whose_openings_were_chosen() {
        let played = |moves: &str| {
            let game = transcript::parse(moves).unwrap().into_game();
            PersonGame::against(&game, Color::Black, Opponent::stranger("Ben"))
        };
        let mut profile = Profile::new("Ann");
        profile.games.push(played("f5f6e6"));
        profile.games.extend(vec![played("f5d6c3"); 200]);
        profile.games.push(played("f5f4e3"));
        profile.games[201].given = 2;
        assert_eq!(repertoire(&profile).unwrap().black, ["f5d6c3"; 200]);
    }

    #[test]
    fn a_person_has_the_profile_s_name_and_without_a_name_an_opening_of_it() {
        let profile = |name: &str, moves: &str| {
            let game = transcript::parse(moves).unwrap().into_game();
            let mut profile = Profile::new(name);
            profile.games.push(PersonGame::against(&game, Color::Black, Opponent::stranger("Ben")));
            profile
        };
        let person = |name: &str| {
            let repertoire = repertoire(&profile(name, "f5d6c3"));
            Person { repertoire, ..Person::plain(name, PeopleElo(1_500.0)) }
        };
        assert!(
            person("Ann").may_have(&profile("Ann", "f5f6e6")) && !person("Ann").may_have(&profile("Bob", "f5d6c3"))
        );
        assert!(person("black").may_have(&profile("black", "f5d6c3")));
        assert!(!person("black").may_have(&profile("black", "f5f6e6")));
        assert!(Person::plain("black", PeopleElo(1_500.0)).may_have(&profile("black", "f5f6e6")));
    }

    #[test]
    fn the_agent_of_a_master_plays_at_the_ladder_s_rating_and_says_the_person_s() {
        let person = Person::plain("Ann", PeopleElo(1_800.0));
        // The ladder is narrower than people's ratings, so 1800 among people is a lower rating there.
        assert!((1_600.0..1_750.0).contains(&person.level().0), "{}", person.level());
        let agent = agent(&person, "agent", person.level());
        let Kind::Human(spec) = &agent.kind else { panic!("{agent:?}") };
        assert_eq!(spec.strength, Strength::Ladder(person.level()));
        assert!(agent.summary.ends_with("about 1800, between 1604 and 1996"), "{}", agent.summary);
        // As `rival measure` says it: no rating below 0.
        let weak = Person { error: 300.0, ..Person::plain("Bob", PeopleElo(400.0)) };
        assert_eq!(weak.strength(), "about 400, between 0 and 988");
    }
}
