//! The games and measurements of `scripts/experiments`, `scripts/choice` and `scripts/fit-ordering`:
//! `cargo run --release --example experiments -- NAME ...`, where each file beside this one says what it takes.

mod choice;
mod even;
mod fit_ordering;
mod natural;
mod odd;
mod openings;
mod reasons;
mod tie;

use std::str::FromStr;

use rival::board::{Board, Color, Game};
use rival::people::{AVERAGE, Judge};
use rival::players::{Options, Personality, Player, chosen, load};
use rival::record::archive::{Archive, ArchiveGame};
use rival::search::{Limits, Silent, Stop};
use rival::stats::{Bout, derive, shrunk};
use rival::strength::person::{Opponent, Played};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["choice", ref words @ ..] => choice::run(words),
        ["even", ref words @ ..] => even::run(words),
        ["fit-ordering", ref words @ ..] => fit_ordering::run(words),
        ["natural", ref words @ ..] => natural::run(words),
        ["odd", ref words @ ..] => odd::run(words),
        ["openings", ref words @ ..] => openings::run(words),
        ["reasons", ref words @ ..] => reasons::run(words),
        ["tie", ref words @ ..] => tie::run(words),
        _ => fail("expected choice, even, fit-ordering, natural, odd, openings, reasons or tie"),
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

/// A game from a random opening of 8 plies against a player of this name.
fn against(game: &Game, side: Color, opponent: &str) -> Played {
    let mut played = Played::against(game, side, Opponent::named(opponent));
    (played.live, played.given) = (false, 8);
    played
}

/// Somebody of an archive by some of its games.
struct Rated {
    rating: f64,
    error: f64,
    games: usize,
}

fn rated<'a>(archive: &Archive, games: impl Iterator<Item = &'a ArchiveGame>) -> Vec<Rated> {
    let mut met = vec![0; archive.players.len()];
    let bout = |game: &ArchiveGame| {
        [game.black, game.white].into_iter().for_each(|player| met[player] += 1);
        Bout { first: game.black, second: game.white, points: game.points(), games: 1.0 }
    };
    let bouts: Vec<Bout> = games.map(bout).collect();
    let found = shrunk(archive.players.len(), &bouts);
    let players = found.ratings.iter().zip(&found.errors).zip(met);
    players.map(|((elo, &error), games)| Rated { rating: AVERAGE.0 + elo.0, error, games }).collect()
}
