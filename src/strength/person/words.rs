//! What an estimate rests on, in words.

use super::{Profile, Standing};
use crate::record::text::counted;

/// "84 moves of 3 games and 3 results against players of known strength"
#[must_use]
pub fn rests_on(profile: &Profile, standing: &Standing) -> String {
    let Standing { games, moves, results, .. } = *standing;
    let games = counted(games, "game");
    let is_ended = || profile.games.iter().any(|game| game.ended.is_some());
    let is_known = || profile.games.iter().any(|game| game.opponent.strength.is_some());
    let results = match results {
        0 if !is_ended() => "no result: no game is finished".to_owned(),
        0 if is_known() => "no result: no finished game is against a player of known strength".to_owned(),
        0 => "no result: no opponent's strength is known".to_owned(),
        results => format!("{} against players of known strength", counted(results, "result")),
    };
    format!("{} of {games}, and {results}", counted(moves, "move"))
}
