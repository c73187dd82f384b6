//! How well personalities choose at 21 empty squares, held against exact scores of every move.
//!
//! `scripts/choice make FILE` writes 400 positions of varied games (8 to 14 random moves, then `classic` or learned
//! patterns at four plies, now and then a random move) with the exact score of each move: the file
//! `tests/data/choice-21.txt`.
//! `scripts/choice score FILE` prints the same positions with the scores that this build finds.
//! `scripts/choice measure FILE PERSONALITY DEPTH...` prints for each depth the discs lost by the chosen move, the root
//! mean square error of the reported value in discs, and how often its sign is wrong. The same on every machine.

use std::fmt::Write as _;
use std::sync::Arc;

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position, Square, squares};
use rival::eval::{Evaluation, patterns};
use rival::machine::work::{cores, map};
use rival::search::endgame::Solver;
use rival::search::table::TranspositionTable;
use rival::search::{Limits, Plan, Query, Report, Searcher, Silent};

use super::{fail, found, number};

const POSITIONS: usize = 400;
const EMPTIES: u32 = 21;
/// Positions where a side wins by more discs say little about choosing.
const LOPSIDED: i32 = 40;

fn evaluation(name: &str) -> Evaluation {
    let personality = found(name);
    let found = personality.alpha_beta().map(|spec| spec.evaluation.build());
    found.unwrap_or_else(|| {
        fail(&format!("{name}: found no evaluation with a search, expected kind linear or patterns"))
    })
}

fn search(searcher: &mut Searcher, evaluation: &Evaluation, position: &Position, depth: u32) -> Report {
    let plan = Plan::new(Objective::Normal);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let query = Query { position: *position, plan: &plan, limits: &limits, lines: 1 };
    searcher.search_with(query, evaluation, &mut Silent)
}

/// A position of one game, if the game got there and is open.
fn position(rng: &mut ChaCha8Rng, evaluation: &Evaluation, searcher: &mut Searcher) -> Option<Position> {
    let prefix = rng.random_range(8..=14);
    let noise = rng.random_range(0.0..0.05);
    let mut position = Position::START;
    while position.empties() > EMPTIES && !position.is_over() {
        let random = 60 - position.empties() < prefix || rng.random_bool(noise);
        let chosen = if position.moves() == 0 {
            None
        } else if random {
            squares(position.moves()).choose(rng)
        } else {
            search(searcher, evaluation, &position, 4).lines[0].pv[0].square()
        };
        position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
    }
    (position.empties() == EMPTIES && position.moves().count_ones() > 1).then_some(position)
}

fn make() -> String {
    let players = ["classic", "master"].map(evaluation);
    let lines = map(cores(), POSITIONS, |number| {
        let mut rng = ChaCha8Rng::seed_from_u64(21_000 + number as u64);
        let mut searcher = Searcher::new(1, 1).expect("a small table can be had");
        let solver = solver();
        loop {
            let Some(position) = position(&mut rng, &players[number % 2], &mut searcher) else { continue };
            let (best, line) = scored(&solver, &position);
            if best.abs() <= LOPSIDED {
                return line;
            }
        }
    });
    lines.join("\n") + "\n"
}

/// A solver of one thread that orders moves by learned patterns.
fn solver() -> Solver {
    let learned = &patterns::shipped::patterns().patterns;
    Solver::new(Arc::new(TranspositionTable::new(64).expect("a table can be had"))).with_evaluation(learned.clone())
}

/// The score of the best move, and the position's line of the file.
fn scored(solver: &Solver, position: &Position) -> (i32, String) {
    let scored = solver.solve_all(position, Objective::Normal, &Limits::default(), &mut |_| ());
    let scored = scored.expect("nothing limits it");
    let mut line = format!("{:016x} {:016x}", position.own, position.opp);
    scored.iter().for_each(|solved| {
        let _ = write!(line, " {} {}", solved.pv[0], solved.score);
    });
    (scored[0].score, line)
}

/// A position and its moves with their scores, the best first.
type Item = (Position, Vec<(Square, i32)>);

fn read(line: &str) -> Option<Item> {
    let mut words = line.split(' ');
    let own = u64::from_str_radix(words.next()?, 16).ok()?;
    let opp = u64::from_str_radix(words.next()?, 16).ok()?;
    let words: Vec<&str> = words.collect();
    let moves = words.chunks(2).map(|pair| Some((pair[0].parse().ok()?, pair.get(1)?.parse().ok()?)));
    Some((Position { own, opp }, moves.collect::<Option<_>>()?))
}

fn items(file: &str) -> Vec<Item> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| fail(&format!("{file}: {error}")));
    let items: Option<Vec<Item>> = text.lines().map(read).collect();
    items.unwrap_or_else(|| fail(&format!("{file}: found no positions, expected what make writes")))
}

fn measure(items: &[Item], evaluation: &Evaluation, depth: u32) {
    let found = map(cores(), items.len(), |number| {
        let (position, moves) = &items[number];
        let mut searcher = Searcher::new(16, 1).expect("a small table can be had");
        let line = &search(&mut searcher, evaluation, position, depth).lines[0];
        let chosen = line.pv[0].square().expect("there are moves");
        let score = |square: Square| moves.iter().find(|(of, _)| *of == square).expect("every move is scored").1;
        let (best, value) = (moves[0].1, line.discs);
        (f64::from(best - score(chosen)), value - f64::from(best), best != 0 && (value > 0.0) != (best > 0))
    });
    let count = found.len() as f64;
    let lost = found.iter().map(|(lost, _, _)| lost).sum::<f64>() / count;
    let square = (found.iter().map(|(_, error, _)| error * error).sum::<f64>() / count).sqrt();
    let wrong = found.iter().filter(|(_, _, wrong)| *wrong).count() as f64 / count;
    println!("| {depth} | {lost:.2} | {square:.2} | {:.1} % |", 100.0 * wrong);
}

pub fn run(words: &[&str]) {
    match *words {
        ["make", file] => {
            std::fs::write(file, make()).unwrap_or_else(|error| fail(&format!("{file}: {error}")));
        }
        ["score", file] => {
            let items = items(file);
            println!("{}", map(cores(), items.len(), |number| scored(&solver(), &items[number].0).1).join("\n"));
        }
        ["measure", file, player, ref depths @ ..] if !depths.is_empty() => {
            let items = items(file);
            let evaluation = evaluation(player);
            println!("| depth | discs lost | RMS error of the value | sign wrong |\n|---|---|---|---|");
            for depth in depths {
                measure(&items, &evaluation, number(depth));
            }
        }
        _ => fail("expected make FILE, score FILE, or measure FILE PERSONALITY DEPTH..."),
    }
}
