//! Games for `scripts/experiments/even`: how even the games of a player are against those that are made for it.
//!
//! `experiments even agents PLAYER OPPONENT,... GAMES SEED THREADS` measures the player in 3, 10 and 30 games against the opponents
//! in turn, makes an agent from each, and plays GAMES games against it; `even placed PLAYER GAMES SEED THREADS` does so
//! for games against the rungs that `rival place` chooses, game by game; `even follow PLAYER GAMES SEED THREADS` plays
//! so many games against somebody who follows the player from game to game, several times; `even placements COUNT GAMES
//! SEED THREADS` places players of people's kind COUNT times in GAMES games each; `even rise FROM TO GAMES
//! SEED THREADS` does so for a player of people's kind whose rating rises. These games are from random openings of 8
//! plies. Prints lines of JSON.

use rival::machine::work::{map, map_with};
use rival::people::{AVERAGE, Judge, Ladder, LadderElo, PeopleElo};
use rival::personality::{HumanSpec, Strength};
use rival::players::duel::{Duel, opening_board};
use rival::players::{Human, Personality, Player};
use rival::search::Stop;
use rival::stats::derive;
use rival::strength::person::placement::{next_rung, rung_player};
use rival::strength::person::{Ended, Known, Opponent, Played, Profile, Standing, estimate};
use rival::strength::rivals::{Observer, Person, agent, levelled_agent};
use serde_json::json;

use super::{against, fail, found, game, judged, number, seated, side};

/// Games that agents are made from, and the most of them.
const COUNTS: [usize; 3] = [3, 10, 30];
const MOST: usize = COUNTS[COUNTS.len() - 1];
/// How often somebody is followed from the beginning.
const REPEATS: usize = 4;
/// A follower's own strength in a game is known this well, in Elo.
const KNOWN: f64 = 40.0;

struct Silent(Stop);

impl Observer for Silent {
    fn progress(&self, _: u64, _: u64, _: &str) {}

    fn stop(&self) -> &Stop {
        &self.0
    }
}

pub fn run(words: &[&str]) {
    match *words {
        ["agents", player, opponents, games, seed, threads] => {
            let opponents: Vec<Personality> = opponents.split(',').map(found).collect();
            let (player, seed, threads) = (found(player), number(seed), number(threads));
            let played = against_all(&player, &opponents, seed, threads);
            agents(&player, &played, number(games), seed, threads);
        }
        ["placed", player, games, seed, threads] => {
            let (player, seed) = (found(player), number(seed));
            let played = against_rungs(&player.name, seated(&player), MOST, seed);
            agents(&player, &played, number(games), seed, number(threads));
        }
        ["placements", count, games, seed, threads] => {
            placements(number(count), number(games), number(seed), number(threads));
        }
        ["follow", player, games, seed, threads] => {
            let player = found(player);
            let make = |_: u64| seated(&player);
            follow(&player.name, &make, number(games), number(seed), number(threads));
        }
        ["rise", from, to, games, seed, threads] => {
            let (from, to, games): (f64, f64, u64) = (number(from), number(to), number(games));
            let make = |game: u64| -> Box<dyn Player> {
                let rating = LadderElo(from + (to - from) * game as f64 / games as f64);
                Box::new(Human::new("rising", &HumanSpec::new(Strength::Ladder(rating))))
            };
            follow(&format!("{from} to {to}"), &make, games, number(seed), number(threads));
        }
        _ => fail("even: expected agents, placed, follow, placements or rise"),
    }
}

/// Games of a player against the opponents in turn.
fn against_all(player: &Personality, opponents: &[Personality], seed: u64, threads: usize) -> Vec<Played> {
    let make = || (seated(player), opponents.iter().map(seated).collect::<Vec<_>>(), Judge::shipped());
    map_with(threads, MOST, make, |(own, others, judge), at| {
        let seed = derive(seed, at as u64);
        let place = at % others.len();
        let name = others[place].name().to_owned();
        let game = game(opening_board(derive(seed, 0), 8), side(at), &mut **own, &mut *others[place], seed);
        judged(against(&game, side(at), &name), judge)
    })
}

/// Games of a player against the rung that is nearest to what the games before have shown.
fn against_rungs(name: &str, mut own: Box<dyn Player>, games: usize, seed: u64) -> Vec<Played> {
    let mut judge = Judge::shipped();
    let mut profile = Profile::new(name);
    for at in 0..games {
        let seed = derive(seed, at as u64);
        let rung = next_rung(Some(&profile));
        let game = game(opening_board(derive(seed, 0), 8), side(at), &mut *own, &mut rung_player(rung), seed);
        profile.add([judged(against(&game, side(at), &rung.name), &mut judge)]);
    }
    profile.games
}

/// The estimates of players of people's kind after a placement, by the rating at which they play.
fn placements(count: usize, games: usize, seed: u64, threads: usize) {
    for rating in (700..=2100).step_by(200).map(f64::from).map(PeopleElo) {
        let found = map(threads, count, |at| {
            let player = Human::new("placed", &HumanSpec::like(rating));
            let mut profile = Profile::new("placed");
            let seed = derive(derive(seed, rating.0 as u64), at as u64);
            profile.games = against_rungs("placed", Box::new(player), games, seed);
            let Standing { rating: found, low, high, .. } = estimate(&profile);
            (found.above(rating), (low..=high).contains(&rating))
        });
        let mean = |of: &dyn Fn(&(f64, bool)) -> f64| found.iter().map(of).sum::<f64>() / count as f64;
        println!(
            "{}",
            json!({ "rating": rating, "placements": count, "games": games, "error": mean(&|it| it.0).round(),
                "rmse": mean(&|it| it.0.powi(2)).sqrt().round(), "covered": mean(&|it| f64::from(u8::from(it.1))) })
        );
    }
}

/// Agents made from the first of these games, and their scores against the player.
fn agents(player: &Personality, played: &[Played], games: u64, seed: u64, threads: usize) {
    for count in COUNTS {
        let mut profile = Profile::new(&player.name);
        profile.add(played[..count].iter().cloned());
        let person = Person::of(&profile);
        let levelled =
            levelled_agent(&person, seed, threads, &Silent(Stop::default())).unwrap_or_else(|| fail("stopped"));
        let agent = agent(&person, "agent", levelled.rating);
        let duel = Duel::paired([&agent, player], games, 8, derive(seed, 1000 + count as u64));
        let score = duel.run(threads, &|| {}).score().map_or(0.5, |score| score.mean);
        let styled = person.style.iter().any(|offset| *offset != 0.0);
        println!(
            "{}",
            json!({ "player": player.name, "measured": count, "rating": person.rating, "error": person.error,
                "levelled": levelled.rating, "styled": styled, "games": games, "score": score })
        );
    }
}

/// The player's scores, game by game, each time against somebody who plays at the estimate so far.
fn follow(name: &str, make: &(dyn Fn(u64) -> Box<dyn Player> + Sync), games: u64, seed: u64, threads: usize) {
    let all = map(threads, REPEATS, |repeat| {
        let mut judge = Judge::shipped();
        let mut profile = Profile::new(name);
        let mut scores = Vec::new();
        for at in 0..games {
            let seed = derive(derive(seed, repeat as u64), at);
            // Nobody is known: as a file without games would, it begins at the people's average.
            let rating = if at == 0 { AVERAGE } else { estimate(&profile).rating };
            let (low, high) = Ladder::shipped().people();
            let rating = rating.clamp(low, high);
            let mut other = Human::new("rival", &HumanSpec::like(rating));
            let side = side(at as usize);
            let played = game(opening_board(derive(seed, 0), 8), side, &mut *make(at), &mut other, seed);
            let strength = Some(Known::player(rating, KNOWN));
            let mut found = Played::against(&played, side, Opponent { name: "rival".to_owned(), strength });
            found.given = 8;
            let discs = found.ended.and_then(Ended::ahead).unwrap_or(0);
            scores.push((rating.0.round(), f64::from(discs.signum() + 1) / 2.0));
            profile.add([judged(found, &mut judge)]);
        }
        scores
    });
    for scores in all {
        let (ratings, scores): (Vec<f64>, Vec<f64>) = scores.into_iter().unzip();
        println!("{}", json!({ "player": name, "scores": scores, "ratings": ratings }));
    }
}
