//! Games for `scripts/experiments/odd`, and what is estimated from them.
//!
//! `experiments odd PLAYER OPPONENT,OPPONENT... GAMES REPEATS SEED` prints a line of JSON for each repeat: the player's estimates
//! after 3, 10, 30 and all games against the opponents in turn, from random openings of 8 plies: with moves and
//! results, with moves alone and with results alone, and what each game shows. PLAYER and the opponents are names of
//! shipped personalities or files.

use rival::machine::work::map_with;
use rival::people::{Judge, shipped};
use rival::players::duel::opening_board;
use rival::stats::derive;
use rival::strength::person::{Ended, Opponent, Played, Profile, Standing, estimate};
use serde_json::{Value, json};

use super::{fail, found, game, judged, number, seated, side};

const COUNTS: [usize; 4] = [3, 10, 30, 40];

pub fn run(words: &[&str]) {
    let [player, opponents, games, repeats, seed] = *words else {
        fail("odd: expected PLAYER OPPONENT,... GAMES REPEATS SEED")
    };
    let (games, repeats, seed): (usize, u64, u64) = (number(games), number(repeats), number(seed));
    let (own, others) = (found(player), opponents.split(',').map(found).collect::<Vec<_>>());
    for repeat in 0..repeats {
        let make = || (seated(&own), others.iter().map(seated).collect::<Vec<_>>(), Judge::shipped());
        let played = map_with(2, games, make, |(own, others, judge), at| {
            let seed = derive(derive(seed, repeat), at as u64);
            let place = at % others.len();
            let name = others[place].name().to_owned();
            let game = game(opening_board(derive(seed, 0), 8), side(at), &mut **own, &mut *others[place], seed);
            let mut bare = Played::against(&game, side(at), Opponent::named(&name));
            bare.live = false;
            (bare.clone(), judged(bare, judge))
        });
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
        let counts = COUNTS.into_iter().filter(|count| *count <= games);
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
