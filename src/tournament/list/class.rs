//! Classes of clocks, as the lists of chess engines have them.

use std::time::Duration;

use serde_json::Value;

use crate::tournament::config::TimeControl;

/// Moves of a game after its opening, for comparing clocks with times a move.
const MOVES: u32 = 26;

/// The class of a tournament by its details: by the longest time that an engine has for a game. A clock that is only a
/// guard counts, too.
#[must_use]
pub(super) fn class(details: &Value) -> String {
    let engines = details["engines"].as_array().into_iter().flatten();
    let Some(longest) = engines.filter_map(time).max() else { return "no clock: depth, nodes or a level".to_owned() };
    let kind = if details["clock"] == "cpu" { "processor time" } else { "wall time" };
    let within = match longest.as_secs() {
        0..10 => "under 10 s",
        10..60 => "10 s to a minute",
        60..300 => "1 to 5 minutes",
        _ => "5 minutes or more",
    };
    format!("{kind}, {within} a game")
}

/// What an engine has for a game of usual length.
fn time(engine: &Value) -> Option<Duration> {
    if let Some(each) = engine["st"].as_f64() {
        return Some(Duration::from_secs_f64(each.clamp(0.0, 1e6)) * MOVES);
    }
    let control: TimeControl = engine["tc"].as_str()?.parse().ok()?;
    let periods = control.moves.map_or(1, |moves| MOVES.div_ceil(moves));
    Some(control.base * periods + control.increment * MOVES)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_longest_time_decides() {
        let of = |engines: Value| class(&json!({"clock": "cpu", "engines": engines}));
        assert_eq!(of(json!([{"depth": 8}, {"depth": "own"}])), "no clock: depth, nodes or a level");
        assert_eq!(of(json!([{"st": 0.1}, {"depth": 8}])), "processor time, under 10 s a game");
        assert_eq!(of(json!([{"tc": "9+0.1"}])), "processor time, 10 s to a minute a game");
        assert_eq!(of(json!([{"st": 0.1}, {"tc": "10/60+0"}])), "processor time, 1 to 5 minutes a game");
        assert_eq!(class(&json!({"engines": [{"tc": "300+5"}]})), "wall time, 5 minutes or more a game");
    }
}
