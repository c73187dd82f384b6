//! Games for `scripts/experiments/odd`, and what is estimated from them.
//!
//! `odd PLAYER OPPONENT,OPPONENT... GAMES REPEATS SEED` prints a line of JSON for each repeat: the player's estimates
//! after 3, 10, 30 and all games against the opponents in turn, from random openings of 8 plies: with moves and
//! results, with moves alone and with results alone, and what each game shows. PLAYER and the opponents are names of
//! shipped personalities or files.

use rival::board::{Color, Game};
use rival::machine::work::map_with;
use rival::people::{Judge, shipped};
use rival::players::duel::opening_board;
use rival::players::{Options, chosen, load};
use rival::search::{Limits, Silent, Stop};
use rival::stats::derive;
use rival::strength::person::{Ended, Opponent, Played, Profile, Standing, estimate};
use serde_json::{Value, json};

const COUNTS: [usize; 4] = [3, 10, 30, 40];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [player, opponents, games, repeats, seed] = &arguments[..] else {
        eprintln!("usage: odd PLAYER OPPONENT,... GAMES REPEATS SEED");
        std::process::exit(2);
    };
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|error| fail(&format!("{text}: {error}")));
    let (games, repeats, seed) = (number(games), number(repeats), number(seed));
    let found = |name: &str| load(name).unwrap_or_else(|error| fail(&error.to_string()));
    let (own, others) = (found(player), opponents.split(',').map(found).collect::<Vec<_>>());
    for repeat in 0..repeats {
        let played = map_with(
            2,
            games as usize,
            || {
                let options = Options { hash_mb: 16, ..Options::default() };
                (own.player(&options), others.iter().map(|o| o.player(&options)).collect::<Vec<_>>(), Judge::shipped())
            },
            |(own, others, judge), number| {
                let seed = derive(derive(seed, repeat), number as u64);
                let place = number % others.len();
                let name = others[place].name().to_owned();
                own.new_game(derive(seed, 1));
                others[place].new_game(derive(seed, 2));
                let side = if number % 2 == 0 { Color::Black } else { Color::White };
                let mut game = Game::new(opening_board(derive(seed, 0), 8));
                while !game.is_over() {
                    let player = if game.board().to_move == side { &mut *own } else { &mut others[place] };
                    let report = player.choose(&game, &Limits::default(), &mut Silent);
                    let mv = chosen(&report).unwrap_or_else(|| fail("a player without a move"));
                    game.play(mv).unwrap_or_else(|error| fail(&error.to_string()));
                }
                let mut played = Played::against(&game, side, Opponent::named(&name));
                played.live = false;
                let judged = played.clone().judge(judge, &Stop::default()).unwrap_or_else(|| fail("stopped"));
                (played, judged)
            },
        );
        let part = |count: usize, moves: bool, results: bool| {
            let mut profile = Profile::new("x");
            let games = played[..count.min(played.len())].iter();
            profile.games = games.map(|(bare, judged)| if moves { judged.clone() } else { bare.clone() }).collect();
            if !results {
                profile.games.iter_mut().for_each(|game| game.ended = None);
            }
            let Standing { rating, low, high, odd, style, .. } = estimate(&profile);
            json!({ "rating": rating, "low": low, "high": high, "odd": odd, "styled": style.is_some() })
        };
        let model = &shipped().model;
        let shows: Vec<Value> = played
            .iter()
            .map(|(_, game)| {
                let choices = game.choices();
                let score: f64 = choices.iter().map(|c| model.score(c.number, &c.options, c.played)).sum();
                let loss: f64 = choices.iter().map(|c| f64::from(c.options[c.played].loss)).sum();
                json!({ "score": score, "choices": choices.len(), "loss": loss, 
                    "discs": game.ended.and_then(Ended::ahead),
                    "opponent": game.opponent.strength.map(|known| known.rating),
                    "steepness": game.opponent.strength.map(|known| known.steepness) })
            })
            .collect();
        let counts = COUNTS.into_iter().filter(|count| *count as u64 <= games);
        let estimates: serde_json::Map<String, Value> = counts
            .map(|count| {
                let ways = json!({ "both": part(count, true, true), "moves": part(count, true, false),
                    "results": part(count, false, true) });
                (count.to_string(), ways)
            })
            .collect();
        println!("{}", json!({ "player": own.name, "repeat": repeat, "estimates": estimates, "games": shows }));
    }
}

fn fail(message: &str) -> ! {
    eprintln!("odd: {message}");
    std::process::exit(2)
}
