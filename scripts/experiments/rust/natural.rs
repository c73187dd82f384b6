//! Measurements for `scripts/experiments/natural`: what players of people's kind do on the board, beside what their
//! lines say and what people do.
//!
//! - `experiments natural characters RATING POSITIONS ROUNDS SEED THREADS`: every character that can be seen at a rating, levelled
//!   in ROUNDS rounds of 48 games, in positions of the agent's games: what its line speaks of in the moves that it
//!   plays, and in the agent's; how often it plays another move by another seed, and another one than each other.
//! - `experiments natural errs NAME|FILE AGAINST GAMES SEED THREADS`: how a player errs in games against a player of people's kind
//!   who is as strong as people rated AGAINST, from the start.
//! - `experiments natural people FROM TO GAMES THREADS FILES...`: how the people of an archive err whose rating lies between FROM
//!   and TO by their other games.
//!
//! Prints lines of JSON.

use std::path::PathBuf;

use rival::board::{Board, Color, Game, Square, squares};
use rival::machine::work::map_with;
use rival::people::{Facts, Judge, LadderElo, Marks, PeopleElo, facts};
use rival::personality::{HumanSpec, Strength};
use rival::players::duel::{opening_board, play};
use rival::players::{Human, Player, chosen};
use rival::search::{Limits, Silent, Stop};
use rival::stats::derive;
use rival::strength::person::{Opponent, Played};
use rival::strength::rivals::{CHARACTERS, Effort, Person, Play, Stage, habits, level, panel, scenes};
use rival::train::people::Archive;
use serde_json::json;

use super::{fail, found, game, judged, number, rated, seated, side};

pub fn run(words: &[&str]) {
    match *words {
        ["characters", rating, positions, rounds, seed, threads] => {
            characters(number(rating), number(positions), number(rounds), number(seed), number(threads));
        }
        ["errs", player, against, games, seed, threads] => {
            let threads = number(threads);
            let games = against_people(player, number(against), number(games), number(seed), threads);
            println!("{}", errs(&games, threads));
        }
        ["people", from, to, games, threads, ref files @ ..] => {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            let (games, opponents) = people(&files, number(from), number(to), number(games));
            let mut found = errs(&games, number(threads));
            found["against"] = opponents.round().into();
            println!("{found}");
        }
        _ => fail("natural: expected characters, errs or people"),
    }
}

/// Positions with three moves or more from games of a player against itself, every fourth one of a game.
fn positions(spec: &HumanSpec, count: usize, seed: u64, threads: usize) -> Vec<Game> {
    let make = || [0, 1].map(|_| Box::new(Human::new("agent", spec)) as Box<dyn Player>);
    let of_game = |players: &mut [Box<dyn Player>; 2], at: usize| {
        let seed = derive(seed, at as u64);
        players.iter_mut().zip(1..).for_each(|(player, side)| player.new_game(derive(seed, side)));
        let whole = play(opening_board(derive(seed, 0), 8), Color::Black, players);
        let mut game = Game::new(*whole.start());
        let mut found = Vec::new();
        for (number, mv) in whole.moves().enumerate() {
            if number > 0 && (number + at).is_multiple_of(4) && game.board().position.moves().count_ones() >= 3 {
                found.push(game.clone());
            }
            game.play(mv).unwrap_or_else(|error| fail(&error.to_string()));
        }
        found
    };
    let mut found: Vec<Game> = map_with(threads, count.div_ceil(8), make, of_game).into_iter().flatten().collect();
    found.truncate(count);
    found
}

/// What a player plays in positions, each a game of its own by the seed.
fn moves(spec: &HumanSpec, positions: &[Game], seed: u64, threads: usize) -> Vec<Square> {
    map_with(
        threads,
        positions.len(),
        || Human::new("player", spec),
        |player, at| {
            player.new_game(derive(seed, at as u64));
            let report = player.choose(&positions[at], &Limits::default(), &mut Silent);
            chosen(&report).and_then(|mv| mv.square()).unwrap_or_else(|| fail("a player without a move"))
        },
    )
}

/// What can be seen of a move, but not what it is worth.
fn seen(game: &Game, square: Square) -> Facts {
    let position = &game.board().position;
    let last = game.history().last().and_then(|(_, mv)| mv.square());
    let values: Vec<(Square, f64)> = squares(position.moves()).map(|square| (square, 0.0)).collect();
    let all = facts(position, last, &values);
    let place = values.iter().position(|&(other, _)| other == square);
    all[place.unwrap_or_else(|| fail("an illegal move"))]
}

fn characters(rating: f64, count: usize, rounds: u32, seed: u64, threads: usize) {
    let person =
        Person { name: "somebody".to_owned(), rating: PeopleElo(rating), error: 100.0, style: Default::default() };
    let own = person.level();
    let agent = HumanSpec::new(Strength::Ladder(own));
    let scenes = scenes(&agent, 500, derive(seed, 0), threads, &Stop::default()).expect("nothing stops it");
    let stage = Stage { person: &person, play: Play::of(&agent, &scenes), scenes: &scenes };
    let panel = panel(&person, 0.0, derive(seed, 1));
    let positions = positions(&agent, count, derive(seed, 2), threads);
    let mut cast = Vec::new();
    for (place, character) in CHARACTERS.iter().enumerate() {
        let make = |rating: LadderElo| stage.player(character, rating).0;
        if !stage.player(character, own.plus(60.0)).1 {
            println!("{}", json!({ "rating": rating, "character": character.name, "shows": false }));
            continue;
        }
        let effort = Effort { rounds, seed: derive(seed, 100 + place as u64), threads };
        let levelled = level(&make, own, &panel, effort, &Stop::default(), &|_| ());
        let levelled = levelled.unwrap_or_else(|| fail("stopped"));
        let spec = HumanSpec { habits: Some(habits(seed, place)), ..make(levelled.rating) };
        let played = [5, 6].map(|at| moves(&spec, &positions, derive(seed, at), threads));
        cast.push((character, levelled, stage.player(character, levelled.rating).1, played));
    }
    let agents = moves(&agent, &positions, derive(seed, 7), threads);
    let apart = |a: &[Square], b: &[Square]| a.iter().zip(b).filter(|(a, b)| a != b).count() as f64 / a.len() as f64;
    for (character, levelled, shows, [own, again]) in &cast {
        let figure = |moves: &[Square]| {
            let all = positions.iter().zip(moves).map(|(game, &square)| character.figure(&seen(game, square)));
            all.sum::<f64>() / moves.len() as f64
        };
        // Both seeds, so that the draw decides less.
        let figures = [f64::midpoint(figure(own), figure(again)), figure(&agents)];
        let others = cast.iter().filter(|other| other.0.name != character.name);
        let nearest = others.map(|other| (apart(own, &other.3[1]), other.0.name));
        let nearest = nearest.fold((1.0, ""), |a, b| if b.0 < a.0 { b } else { a });
        println!(
            "{}",
            json!({ "rating": rating, "character": character.name, "shows": shows, "positions": positions.len(),
                "file": levelled.rating, "error": levelled.error, "counts": character.counts,
                "figure": figures[0], "agent": figures[1], "ratio": figures[0] / figures[1],
                "true": character.is_true(figures), "itself": apart(own, again), "agents": apart(own, &agents),
                "nearest": nearest.1, "apart": nearest.0 })
        );
    }
}

/// Games of a player, with its side, against a player of people's kind.
fn against_people(player: &str, rating: f64, games: usize, seed: u64, threads: usize) -> Vec<(Game, Color)> {
    let player = found(player);
    let make = || (seated(&player), Human::new("other", &HumanSpec::like(PeopleElo(rating))));
    map_with(threads, games, make, |(own, other), at| {
        (game(Board::START, side(at), &mut **own, other, derive(seed, at as u64)), side(at))
    })
}

/// The newest games of people of such a rating, each with the side, and the mean rating of their opponents. Every other
/// game of the archive gives the ratings, the rest is looked at: what somebody lost in a game is no reason why it is
/// taken.
fn people(files: &[PathBuf], from: f64, to: f64, count: usize) -> (Vec<(Game, Color)>, f64) {
    let (archive, _) = Archive::read(files, &[]);
    let players = rated(&archive, archive.games.iter().step_by(2));
    let mut taken = Vec::new();
    let mut opponents = 0.0;
    for game in archive.games.iter().skip(1).step_by(2).rev() {
        for color in [Color::Black, Color::White] {
            let player = game.player(color);
            if taken.len() < count && players[player].games >= 10 && (from..=to).contains(&players[player].rating) {
                taken.push((game.game(), color));
                opponents += players[game.player(color.other())].rating;
            }
        }
    }
    let mean = opponents / taken.len().max(1) as f64;
    (taken, mean)
}

/// What moves lose: by parts of the game, and how large losses are.
fn errs(games: &[(Game, Color)], threads: usize) -> serde_json::Value {
    const PART: u32 = 5;
    let judged = map_with(threads, games.len(), Judge::shipped, |judge, at| {
        let (game, color) = &games[at];
        let judged = judged(Played::against(game, *color, Opponent::default()), judge);
        let of = |choice: &rival::people::Choice| (choice.number, choice.options[choice.played]);
        judged.choices().iter().map(of).collect::<Vec<_>>()
    });
    let mut by_part = [0.0_f64; 12];
    let (mut choices, mut sizes, mut blunders, mut corners) = (0.0, [0.0; 5], 0.0, 0);
    for (number, facts) in judged.into_iter().flatten() {
        let loss = f64::from(facts.loss);
        by_part[((number - 1) / PART) as usize] += loss;
        choices += 1.0;
        sizes[[0.0, 2.0, 4.0, 8.0].iter().filter(|&&from| loss > from).count()] += 1.0;
        blunders += f64::from(u8::from(loss >= 20.0));
        corners += u32::from(loss >= rival::people::MOST_LOSS && facts.marks.has(Marks::CORNER));
    }
    let all: f64 = by_part.iter().sum();
    json!({ "games": games.len(), "choices": choices, "mean": all / choices, "shares": by_part.map(|loss| loss / all),
        "sizes": sizes.map(|size| size / choices), "blunders": blunders / choices, "corners": corners })
}
