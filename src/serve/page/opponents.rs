//! The opponents: shipped players, the person's rivals, and players of a chosen strength.

use super::ask::{OpponentChoice, Refusal, Rule, Terms};
use super::person::{personalities, profile};
use super::store::{Storage, StoredGame};
use super::tell::{Opponent, Strengths};
use crate::board::Objective;
use crate::people::{Ladder, PeopleElo, classes};
use crate::personality::{Kind, Personality, headings, is_shipped, map_csv};
use crate::players::{Human, Options, Player, load};
use crate::strength::person::{called, people_player, place};
use crate::strength::rivals::{Person, agent, followed, following};

/// Megabytes of a player's hash table.
const HASH_MB: u64 = 32;
/// The step between the strengths to choose from.
const STEP: i32 = 50;
/// The strength that is taken for an unknown person: weak, so that a newcomer can win. Reviews and exercises take it,
/// too, because a newcomer who plays somebody of 800 is not to be compared with tournament players.
const FIRST: i32 = 800;

pub(super) fn options() -> Options {
    Options { threads: 1, hash_mb: HASH_MB }
}

/// The strength that is taken for an unknown person.
pub(super) fn first() -> PeopleElo {
    PeopleElo(FIRST.into())
}

/// All opponents except the rivals.
pub(super) fn list() -> Vec<Opponent> {
    let opponents = headings().flat_map(|heading| {
        let rules = [Objective::Normal, Objective::Anti].into_iter().filter(|&rule| heading.plays_for(rule));
        let opponents = rules.map(|rule| Opponent {
            who: OpponentChoice::Shipped { name: heading.name.clone() },
            name: heading.name.clone(),
            summary: heading.summary.clone(),
            rule: rule.into(),
            rating: place(&heading.name).map(|known| known.rating).filter(|_| rule == Objective::Normal),
        });
        opponents.collect::<Vec<_>>()
    });
    opponents.collect()
}

/// The strengths to choose from.
pub(super) fn strengths() -> Strengths {
    let (low, high) = Ladder::shipped().people();
    let [low, high] = [low, high].map(|rating| rating.0 as i32 / STEP * STEP);
    let low = low + STEP;
    let mut words: Vec<(i32, String)> =
        classes().map(|(from, words)| ((from.0 as i32).max(low), words.to_owned())).collect();
    // Its class is the highest one whose lower bound it reaches.
    let lowest_class = words.iter().rposition(|(from, _)| *from == low).unwrap_or(0);
    words.drain(..lowest_class);
    Strengths { low, high, step: STEP, first: FIRST, words }
}

/// The name of an opponent in a game.
pub(super) fn name(who: &OpponentChoice) -> String {
    match who {
        OpponentChoice::Shipped { name } | OpponentChoice::Rival { name } => name.clone(),
        OpponentChoice::Agent => AGENT.to_owned(),
        OpponentChoice::Strength { rating } => called(PeopleElo((*rating).into())),
        OpponentChoice::Map { .. } => MAP.to_owned(),
    }
}

/// The name of an opponent in a game's file: the signature of its personality.
///
/// # Errors
/// There is no such player, or its file cannot be used.
pub(super) fn signature(store: &dyn Storage, terms: &Terms) -> Result<String, Refusal> {
    Ok(match &terms.who {
        OpponentChoice::Shipped { name } => shipped(name).ok_or_else(|| unknown(name))?.signature(),
        OpponentChoice::Rival { name } => rival(store, name)?.signature(),
        OpponentChoice::Agent => own_agent(store, None)?.signature(),
        OpponentChoice::Strength { rating } => people_player(PeopleElo((*rating).into())).signature(),
        OpponentChoice::Map { .. } => terms.opponent.clone(),
    })
}

/// The name of a player with the person's own map.
const MAP: &str = "own map";

/// A player with a map of 64 numbers.
fn map(text: &str, rule: Objective) -> Result<Personality, Refusal> {
    let priorities = map_csv::read(text).map_err(Refusal::failed)?;
    Ok(Personality::new(MAP, "your own map of priorities", rule, Kind::StaticMap(Box::new(priorities))))
}

/// True if the player can play by this rule. A random player can play by both.
pub(super) fn plays_for(who: &OpponentChoice, rule: Rule) -> bool {
    match who {
        OpponentChoice::Shipped { name } => shipped(name).is_some_and(|personality| personality.plays_for(rule.into())),
        OpponentChoice::Rival { .. } | OpponentChoice::Agent | OpponentChoice::Strength { .. } => rule == Rule::Most,
        OpponentChoice::Map { .. } => true,
    }
}

/// A personality inside the program. A name from the page is never a path.
fn shipped(name: &str) -> Option<Personality> {
    if is_shipped(name) { load(name).ok() } else { None }
}

/// The strength of a rival or of the agent in a game that begins now: the one [`followed`]. `None` for other opponents,
/// or if the person's strength is unknown.
///
/// # Errors
/// The person's facts cannot be read.
pub(super) fn rating(store: &dyn Storage, who: &OpponentChoice) -> Result<Option<PeopleElo>, Refusal> {
    let (OpponentChoice::Rival { .. } | OpponentChoice::Agent) = who else { return Ok(None) };
    Ok(profile(store).map_err(Refusal::failed)?.as_ref().and_then(followed))
}

/// The strength of a game's opponent among people; `None` if it is unknown or part of the name.
pub(super) fn known(kept: &StoredGame) -> Option<PeopleElo> {
    kept.rating.or_else(|| match &kept.terms.who {
        OpponentChoice::Shipped { name } if kept.terms.rule == Rule::Most => {
            place(name).map(|known| known.rating).filter(|&rating| called(rating) != *name)
        }
        _ => None,
    })
}

/// A player to play a game with, at this [`rating`].
///
/// # Errors
/// There is no such player, or its file cannot be used.
pub(super) fn player(
    store: &dyn Storage,
    who: &OpponentChoice,
    rule: Rule,
    rating: Option<PeopleElo>,
) -> Result<Box<dyn Player>, Refusal> {
    let personality = match who {
        OpponentChoice::Strength { rating } => people_player(PeopleElo((*rating).into())),
        OpponentChoice::Shipped { name } => shipped(name).ok_or_else(|| unknown(name))?,
        OpponentChoice::Rival { name } => rival(store, name)?,
        OpponentChoice::Agent => own_agent(store, rating)?,
        OpponentChoice::Map { map: text } => map(text, rule.into())?,
    };
    Ok(match (&personality.kind, who) {
        (Kind::Human(spec), OpponentChoice::Rival { name }) => Box::new(Human::new(name, &following(spec, rating))),
        _ => personality.player(&options()),
    })
}

/// The name of the person's agent.
const AGENT: &str = "agent";

/// The person's agent; at this rating, or else at the person's. Its style is taken to cost no strength.
fn own_agent(store: &dyn Storage, rating: Option<PeopleElo>) -> Result<Personality, Refusal> {
    let known = profile(store).map_err(Refusal::failed)?.filter(|profile| !profile.games.is_empty());
    let person = Person::from_profile(&known.ok_or_else(|| unknown(AGENT))?);
    let person = Person { rating: rating.unwrap_or(person.rating), ..person };
    Ok(agent(&person, AGENT, person.level()))
}

fn rival(store: &dyn Storage, name: &str) -> Result<Personality, Refusal> {
    let mut all = personalities(store).0.into_iter();
    all.find(|rival| rival.name == name).ok_or_else(|| unknown(name))
}

/// True for a rival that is not there any more. A damaged one may still be repaired.
pub(super) fn is_gone(store: &dyn Storage, who: &OpponentChoice) -> bool {
    let OpponentChoice::Rival { name } = who else { return false };
    let (rivals, errors) = personalities(store);
    errors.is_empty() && rivals.iter().all(|rival| rival.name != *name)
}

/// True if a game against this opponent may begin. Others have been offered by nobody.
pub(super) fn is_usable(who: &OpponentChoice) -> bool {
    let OpponentChoice::Strength { rating } = who else { return true };
    let Strengths { low, high, .. } = strengths();
    (low..=high).contains(rating)
}

fn unknown(name: &str) -> Refusal {
    Refusal::failed(format!("found {name:?}, expected the name of a player"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::page::store::Files;

    #[test]
    fn every_shipped_player_can_be_played_against_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let opponents = list();
        assert!(opponents.len() > 40);
        for opponent in &opponents {
            assert!(
                player(store, &opponent.who, opponent.rule, None).is_ok() && plays_for(&opponent.who, opponent.rule),
                "{opponent:?}"
            );
        }
        assert!(opponents.iter().any(|opponent| opponent.rule == Rule::Fewest));
        for name in ["../../etc/passwd", "engines/random.json", "", "profile"] {
            assert!(player(store, &OpponentChoice::Shipped { name: name.to_owned() }, Rule::Most, None).is_err());
            assert!(player(store, &OpponentChoice::Rival { name: name.to_owned() }, Rule::Most, None).is_err());
        }
    }

    #[test]
    fn strengths_rise_and_are_said_in_words() {
        let Strengths { low, high, first, words, .. } = strengths();
        assert!(low < first && first < high && words.len() > 5);
        assert!(words.windows(2).all(|pair| pair[0].0 < pair[1].0), "{words:?}");
        let [beginner, expert] = ["beginner", "expert"].map(|name| place(name).unwrap().rating);
        assert!(beginner < expert);
    }

    #[test]
    fn a_map_is_64_numbers_however_they_are_divided() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let rows = ["63, -2, 3.5, 4, 5, 6, 7, 8"; 8].join("\n");
        for (map, rule) in [(rows.clone(), Rule::Most), (rows.replace(", ", "\t"), Rule::Fewest)] {
            let who = OpponentChoice::Map { map };
            assert!(player(store, &who, rule, None).is_ok() && plays_for(&who, rule));
        }
        for (map, expected) in [
            ("1 2 3", "line 2, column 1: found the end of the text after 3 numbers, expected 64 numbers"),
            ("1 x", "line 1, column 3: found \"x\", expected a number from -1000000 to 1000000"),
        ] {
            let refusal = player(store, &OpponentChoice::Map { map: map.to_owned() }, Rule::Most, None).err();
            assert_eq!(refusal, Some(Refusal::Failed { why: expected.to_owned() }));
        }
    }
}
