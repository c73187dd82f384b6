//! A person's strength in words, in JSON, and game by game on a page.

use std::fmt::Write as _;

use serde_json::json;

use super::about;
use crate::people::class;
use crate::record::text::{counted, name_in_a_line};
use crate::report::training::{Chart, Table, Training, page};
use crate::strength::person::{
    EvidenceCounts, KnownStrength, NEWEST, Part, PersonGame, PlayerResult, Profile, Standing, details, estimate,
    history,
};

/// The fewest games for which habits are reported.
const FEWEST_GAMES: usize = 3;
/// The most games on the page; it shows the newest.
const PAGE_GAMES: usize = 1_000;

/// The JSON printed by `--json`.
pub(super) fn json(profile: &Profile) -> String {
    let standing = estimate(profile);
    let Standing { rating, error, low, high, games, moves, results, .. } = standing;
    let (parts, habits) = details(profile);
    let parts = parts.iter().map(|part| {
        let [loss, usual] = [part.loss, part.usual].map(|discs| (discs.0 * 100.0).round() / 100.0);
        json!({
            "part": part.name, "from": part.moves.0, "to": part.moves.1, "choices": part.choices,
            "loss": loss, "usual": usual,
        })
    });
    let [elo, low, high, error] = [rating.0, low.0, high.0, error].map(|value| value.round() as i64);
    let value = json!({
        "player": profile.player,
        "rating": elo, "low": low, "high": high, "error": error,
        "words": class(rating),
        "games": games, "moves": moves, "results": results,
        "rests_on": EvidenceCounts::new(profile, &standing).to_string(),
        "parts": parts.collect::<Vec<_>>(),
        "habits": habits.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&value).expect("strings and finite numbers are JSON") + "\n"
}

/// The text for a person.
pub(super) fn text(profile: &Profile) -> String {
    let standing = estimate(profile);
    let (parts, habits) = details(profile);
    let mut text = format!("{}: {}\n", profile.called(), strength(&standing));
    let _ = writeln!(text, "  rests on      {}", EvidenceCounts::new(profile, &standing));
    if let Some(words) = converted(profile).filter(|_| standing.results > 0) {
        let _ = writeln!(text, "  opponents     {words}");
    }
    let games = profile.games.len();
    if games > NEWEST {
        let _ = writeln!(text, "  counted       losses and habits in the newest {NEWEST} of {games} games");
    }
    for Part { name, moves: (first, last), loss, usual, .. } in parts {
        let _ = writeln!(
            text,
            "  {name:<13} moves {first:>2} to {last}: loses {loss:.1} discs a move; people of this strength, {usual:.1}"
        );
    }
    if standing.games >= FEWEST_GAMES {
        for (number, habit) in habits.iter().enumerate() {
            let _ = writeln!(text, "  {:<13} {habit}", if number == 0 { "habits" } else { "" });
        }
    }
    let _ = writeln!(text, "  the scale     1500 is the average tournament player; 100 more win 64 games of 100");
    text
}

/// A line about opponents whose ratings were converted from another scale; `None` without such opponents.
fn converted(profile: &Profile) -> Option<String> {
    let mut converted: Vec<KnownStrength> = profile.games.iter().filter_map(|game| game.opponent.strength).collect();
    converted.retain(KnownStrength::is_converted);
    let error = converted.iter().map(|known| known.scale).reduce(f64::max)?;
    Some(format!(
        "in {} rated by a server or by other games; such ratings are converted, and all may be off by {error:.0}",
        counted(converted.len(), "game")
    ))
}

/// "between 850 and 1350, most likely about 1100: an occasional player ..."
pub(super) fn strength(standing: &Standing) -> String {
    let Standing { rating, low, high, .. } = *standing;
    let weak = class(low);
    let strong = class(high);
    let words = if weak == strong {
        class(rating).to_owned()
    } else if class(rating) == weak || class(rating) == strong {
        format!("anything from {weak} to {strong}")
    } else {
        format!("{}; anything from {weak} to {strong} is possible", class(rating))
    };
    format!("about {rating:.0}, between {low:.0} and {high:.0} with 95 % confidence ({words})")
}

/// The page: the strength after each game, with its 95 % interval.
pub(super) fn html(profile: &Profile) -> String {
    let standings = history(profile, PAGE_GAMES);
    let before = profile.games.len() - standings.len();
    let rows = (before..).zip(profile.games[before..].iter().zip(&standings));
    page(&Training {
        name: profile.called(),
        summary: strength(&estimate(profile)),
        about: about::of_this_run(),
        charts: vec![Chart::new(
            "strength after each game, with its 95 % interval; the style is that of all games",
            "game",
            before as u64 + 1,
            vec![
                ("strength".to_owned(), standings.iter().map(|standing| standing.rating.0).collect()),
                ("low".to_owned(), standings.iter().map(|standing| standing.low.0).collect()),
                ("high".to_owned(), standings.iter().map(|standing| standing.high.0).collect()),
            ],
        )],
        tables: vec![Table::new(
            "Games",
            &["game", "date", "result", "strength", "low", "high"],
            rows.map(|(index, (game, standing))| row(index + 1, game, standing)).collect(),
        )],
        ..Training::default()
    })
}

/// A row of the page's table: the game, and the strength after it.
fn row(number: usize, game: &PersonGame, standing: &Standing) -> Vec<String> {
    let ratings = [standing.rating, standing.low, standing.high].map(|rating| format!("{:.0}", rating.0));
    [vec![number.to_string(), game.date.clone(), result(game)], ratings.to_vec()].concat()
}

/// The result of a game and the opponent, in a few words.
fn result(game: &PersonGame) -> String {
    let known = name_in_a_line(game.opponent.name.trim());
    let name = if known.is_empty() { "an unknown player" } else { &known };
    match game.ended {
        None => format!("against {name}"),
        Some(PlayerResult::Won(None)) => format!("beat {name}, by an unknown margin"),
        Some(PlayerResult::Lost(None)) => format!("lost to {name}, by an unknown margin"),
        Some(PlayerResult::Drawn) => format!("drew with {name}"),
        Some(PlayerResult::Won(Some(discs))) => format!("beat {name} by {discs}"),
        Some(PlayerResult::Lost(Some(discs))) => format!("lost to {name} by {discs}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game};
    use crate::strength::person::Opponent;

    #[test]
    fn the_text_says_which_games_are_looked_at_if_these_are_not_all() {
        let resigned = |seed: usize| {
            let game = PersonGame::against(&Game::default(), Color::Black, Opponent::default());
            game.resigned(false).seeded(seed as u64)
        };
        let mut profile = Profile::new("Ann");
        profile.add((0..NEWEST).map(resigned));
        assert!(!text(&profile).contains("newest"));
        profile.add([resigned(NEWEST)]);
        let expected = "\n  counted       losses and habits in the newest 300 of 301 games\n";
        assert!(text(&profile).contains(expected), "{}", text(&profile));
    }
}
