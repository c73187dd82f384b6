//! The players of experiments: shipped personalities, files, ladder players, and personalities with changed fields.

use rival::board::Objective;
use rival::people::LadderElo;
use rival::personality::{HumanSpec, Kind, Strength, parse};
use rival::players::{Personality, load};
use serde_json::Value;

/// The prefix of names of human-like ladder players: `ladder-1200` has the rating 1200 there.
const LADDER: &str = "ladder-";

/// The player with this name: a ladder player, a shipped personality, or a file.
///
/// # Errors
/// There is no such player.
pub(crate) fn player(name: &str) -> anyhow::Result<Personality> {
    match ladder_rating(name) {
        Some(rating) => Ok(on_ladder(rating)),
        None => Ok(load(name)?),
    }
}

/// The rating in the name of a ladder player.
pub(crate) fn ladder_rating(name: &str) -> Option<LadderElo> {
    name.strip_prefix(LADDER)?.parse::<u16>().ok().map(|rating| LadderElo(rating.into()))
}

/// The human-like player at this rating of the ladder.
pub(crate) fn on_ladder(rating: LadderElo) -> Personality {
    let kind = Kind::Human(HumanSpec::new(Strength::Ladder(rating)));
    let summary = format!("a human-like player at {rating:.0} of the ladder");
    Personality::new(&format!("{LADDER}{rating:.0}"), &summary, Objective::Normal, kind)
}

/// The personality in a JSON value.
///
/// # Errors
/// The value is not a usable personality.
pub(crate) fn from_json(file: &Value) -> anyhow::Result<Personality> {
    Ok(parse("the personality of an experiment", file.to_string().as_bytes())?)
}

/// A personality as JSON.
///
/// # Errors
/// None is known: the text of a personality is JSON.
pub(crate) fn to_json(personality: &Personality) -> anyhow::Result<Value> {
    Ok(serde_json::from_str(&personality.to_json())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_the_same_after_writing_and_reading() {
        for name in ["fs", "expert", "tester", "ladder-1000"] {
            let before = player(name).unwrap();
            let after = from_json(&to_json(&before).unwrap()).unwrap();
            assert_eq!(after.kind, before.kind, "{name}");
        }
        assert!(player("ladder-").is_err() && ladder_rating("people-1000").is_none());
    }
}
