//! The games and measurements of `scripts/experiments/odd`:
//! `cargo run --release --example experiments -- NAME ...`, where each file beside this one says what it takes.

mod odd;

use std::str::FromStr;

use rival::board::{Board, Color, Game};
use rival::people::Judge;
use rival::players::{Options, Personality, Player, chosen, load};
use rival::search::{Limits, Silent, Stop};
use rival::stats::derive;
use rival::strength::person::Played;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["odd", ref words @ ..] => odd::run(words),
        _ => fail("expected odd"),
    }
}

fn fail(message: &str) -> ! {
    eprintln!("experiments: {message}");
    std::process::exit(2)
}

fn number<N: FromStr>(text: &str) -> N {
    text.parse().unwrap_or_else(|_| fail(&format!("found {text:?}, expected a number")))
}

fn found(name: &str) -> Personality {
    load(name).unwrap_or_else(|error| fail(&error.to_string()))
}

fn seated(player: &Personality) -> Box<dyn Player> {
    player.player(&Options { hash_mb: 16, ..Options::default() })
}

fn side(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// A game of two players; the first has this side.
fn game(start: Board, side: Color, own: &mut dyn Player, other: &mut dyn Player, seed: u64) -> Game {
    own.new_game(derive(seed, 1));
    other.new_game(derive(seed, 2));
    let mut game = Game::new(start);
    while !game.is_over() {
        let report = if game.board().to_move == side {
            own.choose(&game, &Limits::default(), &mut Silent)
        } else {
            other.choose(&game, &Limits::default(), &mut Silent)
        };
        let mv = chosen(&report).unwrap_or_else(|| fail("a player without a move"));
        game.play(mv).unwrap_or_else(|error| fail(&error.to_string()));
    }
    game
}

/// What a game shows of a side, by the judge.
fn judged(played: Played, judge: &mut Judge) -> Played {
    played.judge(judge, &Stop::default()).unwrap_or_else(|| fail("stopped"))
}
