//! Measurements for `scripts/experiments/natural`: what players of people's kind do on the board, beside what their
//! lines say and what people do.
//!
//! - `experiments natural characters RATING GAMES ROUNDS SEED THREADS [NAME...]`: every character (or these) at a
//!   rating, cast in ROUNDS rounds of 48 games; then GAMES games from the start against players as strong as the
//!   person: what its line speaks of in its moves, and in the agent's in the agent's own games.
//! - `experiments natural errs NAME|FILE AGAINST GAMES DEPTH SEED THREADS`: how a player errs in games against a player
//!   of people's kind who is as strong as people rated AGAINST, from the start.
//! - `experiments natural people FROM TO GAMES DEPTH THREADS FILES...`: how the people of an archive err whose rating
//!   lies between FROM and TO by their other games.
//!
//! - `experiments natural panel RATING ROUNDS SEED THREADS`: how a player without a style scores in ROUNDS rounds of
//!   48 games against the players that rivals are levelled against, and what it should.
//! - `experiments natural aims RATING GAMES SEED THREADS`: how games with each aim go for a player of people's kind of
//!   this rating.
//!
//! A DEPTH of 0 is the judge of the players; another one is a judge that looks so many plies ahead by the strongest
//! shipped weights, exact 6 empty squares earlier.
//!
//! Prints lines of JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rival::board::{Board, Color, Game, Move, Objective};
use rival::eval::patterns::shipped as weights;
use rival::machine::work::map_with;
use rival::people::{COUNT, Choice, GROSS, Judge, Marks, PeopleElo};
use rival::personality::{Aim, HumanSpec, Strength};
use rival::players::{Human, Player};
use rival::record::archive::Archive;
use rival::search::{Limits, Stop};
use rival::stats::{Mean, derive};
use rival::strength::person::{Opponent, Played};
use rival::strength::rivals::{
    CHARACTERS, Casting, Effort, LEAST, Person, Play, Shown, Stage, agents_choices, answered, games, panel, scenes,
};
use serde_json::json;

use super::{fail, found, game, judged, number, rated, seated, side};

pub fn run(words: &[&str]) {
    match *words {
        ["characters", rating, games, rounds, seed, threads, ref names @ ..] => {
            let effort = Effort { rounds: number(rounds), seed: number(seed), threads: number(threads) };
            characters(number(rating), number(games), effort, names);
        }
        ["errs", player, against, games, depth, seed, threads] => {
            let threads = number(threads);
            let games = against_people(player, number(against), number(games), number(seed), threads);
            println!("{}", errs(&games, number(depth), threads));
        }
        ["people", from, to, games, depth, threads, ref files @ ..] => {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            let (games, opponents) = people(&files, number(from), number(to), number(games));
            let mut found = errs(&games, number(depth), number(threads));
            found["against"] = opponents.round().into();
            println!("{found}");
        }
        ["panel", rating, rounds, seed, threads] => {
            let effort = Effort { rounds: number(rounds), seed: number(seed), threads: number(threads) };
            against_panel(PeopleElo(number(rating)), effort);
        }
        ["aims", rating, games, seed, threads] => {
            aims(PeopleElo(number(rating)), number(games), number(seed), number(threads));
        }
        _ => fail("natural: expected characters, errs, people, panel or aims"),
    }
}

/// A game from the start with a side of the first player, who has chosen so in it, and its final score.
struct Between {
    choices: Vec<Choice>,
    score: i32,
}

/// Games of a player from the start against one of people's kind.
fn between(spec: &HumanSpec, against: PeopleElo, games: usize, seed: u64, threads: usize) -> Vec<Between> {
    let make = || [Human::new("own", spec), Human::new("other", &HumanSpec::like(against))];
    map_with(threads, games, make, |players, at| {
        let seed = derive(seed, at as u64);
        players.iter_mut().zip(1..).for_each(|(player, side)| player.new_game(derive(seed, side)));
        let mut game = Game::new(Board::START);
        while !game.is_over() {
            let player = &mut players[usize::from(game.board().to_move != side(at))];
            let mv = player.decide(&game, &Limits::default()).map_or(Move::Pass, Move::from);
            game.play(mv).unwrap_or_else(|error| fail(&error.to_string()));
        }
        let score = game.board().score(side(at), Objective::Normal);
        Between { choices: answered(players), score }
    })
}

/// The share of moves that lose 20 discs or more by the player's own judge.
fn gross<'a>(choices: impl Iterator<Item = &'a Choice>) -> f64 {
    let (count, gross) = choices.fold((0.0, 0.0), |(count, gross), choice| {
        let loss = f64::from(choice.options[choice.played].loss);
        (count + 1.0, gross + f64::from(u8::from(loss >= GROSS)))
    });
    gross / count
}

fn points(games: &[Between]) -> f64 {
    games.iter().map(|game| f64::from(game.score.signum() + 1) / 2.0).sum::<f64>() / games.len() as f64
}

fn aims(rating: PeopleElo, games: usize, seed: u64, threads: usize) {
    for (aim, name) in Aim::ALL {
        let spec = HumanSpec { aim, ..HumanSpec::like(rating) };
        let found = between(&spec, rating, games, seed, threads);
        let close = found.iter().filter(|game| game.score.abs() <= 6).count() as f64 / games as f64;
        println!(
            "{}",
            json!({ "rating": rating, "aim": name, "games": games, "person": 1.0 - points(&found), "within 6": close,
                "gross": gross(found.iter().flat_map(|game| &game.choices)) })
        );
    }
}

fn somebody(rating: PeopleElo) -> Person {
    Person { name: "somebody".to_owned(), rating, error: 100.0, style: [0.0; COUNT] }
}

fn against_panel(rating: PeopleElo, effort: Effort) {
    let person = somebody(rating);
    let own = HumanSpec::new(Strength::Ladder(person.level()));
    let panel = panel(&person, 0.0, derive(effort.seed, 1));
    let (mut points, mut due, mut count) = (0.0, 0.0, 0.0);
    for round in 0..effort.rounds {
        let seed = derive(effort.seed, 1000 + u64::from(round));
        let found = games(&own, &panel, seed, effort.threads, &Stop::default()).unwrap_or_default();
        let each = found.len() / panel.len();
        for (at, (won, _)) in found.iter().enumerate() {
            points += won;
            due += 1.0 / (1.0 + libm::exp10(panel[at / each].rating.above(person.level()) / 400.0));
            count += 1.0;
        }
    }
    println!("{}", json!({ "rating": rating, "games": count, "points": points / count, "due": due / count }));
}

fn characters(rating: f64, count: usize, effort: Effort, names: &[&str]) {
    let Effort { seed, threads, .. } = effort;
    let person = somebody(PeopleElo(rating));
    let own = person.level();
    let agent = HumanSpec::new(Strength::Ladder(own));
    let stop = Stop::default();
    let stopped = || -> ! { fail("stopped") };
    let scenes = scenes(&agent, 500, derive(seed, 0), threads, &stop).unwrap_or_else(|| stopped());
    let stage = Stage { person: &person, play: Play::of(&agent, &scenes), scenes: &scenes };
    let panel = panel(&person, 0.0, derive(seed, 1));
    let agents = agents_choices(&agent, &panel, effort, &stop).unwrap_or_else(|| stopped());
    let casting = Casting { person: &person, stage: &stage, panel: &panel, agent: &agents, seed };
    // Other games than those of the casting.
    let fresh = |spec: &HumanSpec, at| between(spec, person.rating, count, derive(seed, at), threads);
    let plain = fresh(&agent, 10);
    for (number, character) in CHARACTERS.iter().enumerate() {
        if !names.is_empty() && !names.contains(&character.name) {
            continue;
        }
        let is_seen = stage.player(character, own.plus(60.0), 1.0).1;
        let effort = Effort { seed: derive(seed, 100 + number as u64), ..effort };
        let shown = is_seen.then(|| casting.cast(number, own.plus(60.0), effort, &stop, &|_| ()));
        let Some(Shown { times, levelled, figures }) = shown.and_then(|shown| shown.unwrap_or_else(|| stopped()))
        else {
            println!("{}", json!({ "rating": rating, "character": character.name, "seen": is_seen, "shows": false }));
            continue;
        };
        let spec = casting.player(number, levelled.rating, times);
        let found = fresh(&spec, 11);
        let figure = [&found, &plain].map(|games| character.mean(games.iter().flat_map(|game| &game.choices)));
        let gross = gross(found.iter().flat_map(|game| &game.choices));
        println!(
            "{}",
            json!({ "rating": rating, "character": character.name, "shows": true, "times": times, "games": count,
                "cost": levelled.cost(&person), "levelled": figures, "counts": character.counts,
                "figure": figure[0], "agent": figure[1], "ratio": figure[0] / figure[1],
                "true": character.shows(figure, LEAST), "points": points(&found), "gross": gross })
        );
    }
}

/// A game with a side, and whose side it is.
struct Own {
    game: Game,
    side: Color,
    player: usize,
}

/// Games of a player against a player of people's kind.
fn against_people(player: &str, rating: f64, games: usize, seed: u64, threads: usize) -> Vec<Own> {
    let player = found(player);
    let make = || (seated(&player), Human::new("other", &HumanSpec::like(PeopleElo(rating))));
    map_with(threads, games, make, |(own, other), at| {
        let game = game(Board::START, side(at), &mut **own, other, derive(seed, at as u64));
        Own { game, side: side(at), player: 0 }
    })
}

/// The newest games of people of such a rating, and the mean rating of their opponents. Every other game of the archive
/// gives the ratings, the rest is looked at: what somebody lost in a game is no reason why it is taken.
fn people(files: &[PathBuf], from: f64, to: f64, count: usize) -> (Vec<Own>, f64) {
    let (archive, _) = Archive::read(files, &[]);
    let players = rated(&archive, archive.games.iter().step_by(2));
    let mut taken = Vec::new();
    let mut opponents = 0.0;
    for game in archive.games.iter().skip(1).step_by(2).rev() {
        for side in [Color::Black, Color::White] {
            let player = game.player(side);
            if taken.len() < count && players[player].games >= 10 && (from..=to).contains(&players[player].rating) {
                taken.push(Own { game: game.game(), side, player });
                opponents += players[game.player(side.other())].rating;
            }
        }
    }
    let mean = opponents / taken.len().max(1) as f64;
    (taken, mean)
}

/// What moves lose: by parts of the game, how large losses are, and how much games differ.
fn errs(games: &[Own], depth: u32, threads: usize) -> serde_json::Value {
    const PART: u32 = 5;
    let make = || match depth {
        0 => Judge::shipped(),
        _ => Judge::new(weights::patterns().patterns.clone(), depth, depth + 6),
    };
    let judged = map_with(threads, games.len(), make, |judge, at| {
        let Own { game, side, .. } = &games[at];
        let judged = judged(Played::against(game, *side, Opponent::default()), judge);
        let of = |choice: &rival::people::Choice| (choice.number, choice.options[choice.played]);
        judged.choices().iter().map(of).collect::<Vec<_>>()
    });
    let mut by_part = [0.0_f64; 12];
    let (mut choices, mut sizes, mut blunders, mut corners) = (0.0, [0.0; 5], 0.0, 0);
    for &(number, facts) in judged.iter().flatten() {
        let loss = f64::from(facts.loss);
        by_part[((number - 1) / PART) as usize] += loss;
        choices += 1.0;
        sizes[[0.0, 2.0, 4.0, 8.0].iter().filter(|&&from| loss > from).count()] += 1.0;
        blunders += f64::from(u8::from(loss >= 20.0));
        corners += u32::from(loss >= rival::people::MOST_LOSS && facts.marks.has(Marks::CORNER));
    }
    let all: f64 = by_part.iter().sum();
    let losses = judged.iter().map(|game| game.iter().map(|(_, facts)| f64::from(facts.loss)).collect::<Vec<f64>>());
    let [deviation, within, chance] = deviations(&games.iter().map(|own| own.player).zip(losses).collect::<Vec<_>>());
    json!({ "games": games.len(), "choices": choices, "mean": all / choices, "shares": by_part.map(|loss| loss / all),
        "sizes": sizes.map(|size| size / choices), "blunders": blunders / choices, "corners": corners,
        "deviation": deviation, "within": within, "chance": chance })
}

/// The deviation of the games' mean losses: of all games; of the games of one player, about that player's mean; and
/// what of that is chance, because a game has few moves.
fn deviations(games: &[(usize, Vec<f64>)]) -> [f64; 3] {
    // The square of a mean's error is the variance of the values divided by their number.
    let spread = |values: &[f64]| Mean::of(values.iter().copied()).and_then(|mean| Some((mean, mean.error?.powi(2))));
    let mut players: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let (mut chance, mut squares, mut free) = (Vec::new(), 0.0, 0.0);
    for (player, losses) in games {
        let Some((mean, error)) = spread(losses) else { continue };
        players.entry(*player).or_default().push(mean.mean);
        chance.push(error);
    }
    for (mean, error) in players.values().filter_map(|means| spread(means)) {
        squares += error * (mean.count * (mean.count - 1)) as f64;
        free += (mean.count - 1) as f64;
    }
    let all: Vec<f64> = players.into_values().flatten().collect();
    let all = spread(&all).map_or(0.0, |(mean, error)| error * mean.count as f64);
    [all, squares / free, chance.iter().sum::<f64>() / chance.len() as f64].map(f64::sqrt)
}
