//! `experiments openings GAMES SEED FILE...`: how often the first plies of games are known from 23,000 games of the
//! archives, turned and mirrored ones included, how often the second move is the parallel one, and how often the
//! commonest line of 8 plies comes. Rows are GAMES games of players of people's kind against their like, and games of
//! people as strong that are not among the 23,000. Prints Markdown.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use rival::board::{Game, Position, Square, Symmetry};
use rival::people::PeopleElo;
use rival::personality::HumanSpec;
use rival::players::{Human, Player, chosen};
use rival::record::archive::Archive;
use rival::search::{Limits, Silent};
use rival::stats::derive;

use super::{fail, number, rated};

const REFERENCE: usize = 23_000;
const RATINGS: [f64; 4] = [1_150.0, 1_490.0, 1_700.0, 1_900.0];
const PLIES: [usize; 5] = [4, 6, 8, 10, 12];

/// Own discs and the other side's.
type Form = (u64, u64);

/// The positions after the first moves, each turned and mirrored to the least of its images.
fn line(squares: impl Iterator<Item = Square>) -> Vec<Form> {
    let mut position = Position::START;
    let forms = squares.take(PLIES[PLIES.len() - 1]).map(|square| {
        position = position.play(square);
        Symmetry::all().map(|way| (way.set(position.own), way.set(position.opp))).min().expect("there are eight")
    });
    forms.collect()
}

fn drawn(rating: f64, seed: u64) -> Vec<Form> {
    let player = || Human::new("p", &HumanSpec::like(PeopleElo(rating)));
    let mut players = [player(), player()];
    players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(derive(seed, side)));
    let mut game = Game::default();
    for ply in 0..PLIES[PLIES.len() - 1] {
        let report = players[ply % 2].choose(&game, &Limits::default(), &mut Silent);
        let mv = chosen(&report).unwrap_or_else(|| fail("a player without a move"));
        game.play(mv).unwrap_or_else(|error| fail(&error.to_string()));
    }
    line(game.moves().filter_map(|mv| mv.square()))
}

fn row(who: &str, lines: &[Vec<Form>], known: &HashSet<&[Form]>) {
    let share = |of: &dyn Fn(&Vec<Form>) -> bool| {
        lines.iter().filter(|line| of(line)).count() as f64 / lines.len().max(1) as f64
    };
    let known =
        PLIES.map(|plies| format!("{:.2}", share(&|line| line.get(..plies).is_some_and(|l| known.contains(l)))));
    let second = line(["f5", "f4"].map(|mv| mv.parse().expect("a square")).into_iter());
    let parallel = share(&|line| line.starts_with(&second));
    let mut commonest: HashMap<&[Form], usize> = HashMap::new();
    lines.iter().for_each(|line| *commonest.entry(&line[..8]).or_default() += 1);
    let commonest = commonest.into_values().max().unwrap_or(0) as f64 / lines.len().max(1) as f64;
    println!(
        "| {who} | {} | {} | {:.1} % | {:.1} % |",
        lines.len(),
        known.join(" | "),
        100.0 * parallel,
        100.0 * commonest
    );
}

pub fn run(words: &[&str]) {
    let [games, seed, ref files @ ..] = *words else { fail("openings: expected GAMES SEED FILE...") };
    let (games, seed): (u64, u64) = (number(games), number(seed));
    let (archive, left_out) = Archive::read(&files.iter().map(PathBuf::from).collect::<Vec<_>>(), &[]);
    left_out.problems.iter().for_each(|problem| eprintln!("openings: {problem}"));
    let mut order: Vec<usize> = (0..archive.games.len()).collect();
    order.sort_by_key(|&game| derive(seed, game as u64));
    let (reference, others) = order.split_at(REFERENCE.min(order.len()));
    let lines: Vec<Vec<Form>> = reference.iter().map(|&at| line(archive.games[at].moves.iter().copied())).collect();
    let known: HashSet<&[Form]> =
        lines.iter().flat_map(|line| PLIES.map(|plies| &line[..plies.min(line.len())])).collect();
    let players = rated(&archive, reference.iter().map(|&at| &archive.games[at]));
    let heads: Vec<String> = PLIES.iter().map(|plies| format!("{plies} plies")).collect();
    println!("| who | games | {} | parallel | commonest 8 plies |", heads.join(" | "));
    println!("|---|---|{}---|---|", "---|".repeat(PLIES.len()));
    for rating in RATINGS {
        let alike = |player: usize| players[player].games >= 10 && (players[player].rating - rating).abs() <= 100.0;
        let of = others.iter().map(|&at| &archive.games[at]).filter(|game| alike(game.black) && alike(game.white));
        let people: Vec<Vec<Form>> =
            of.map(|game| line(game.moves.iter().copied())).filter(|line| line.len() > 8).collect();
        row(&format!("people within 100 of {rating}"), &people, &known);
        let drawn: Vec<Vec<Form>> = (0..games).map(|game| drawn(rating, derive(seed, game))).collect();
        row(&format!("a player of {rating}"), &drawn, &known);
    }
}
