//! A file of positions of varied games with the exact score of each move.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use anyhow::Context;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position, squares};
use rival::eval::patterns;
use rival::machine::work::{cores, map};
use rival::search::endgame::Solver;
use rival::search::table::TranspositionTable;
use rival::search::{Limits, Searcher};

use crate::output::{Output, Shipping};
use crate::strength::choices::Lookahead;

pub(crate) const POSITIONS: usize = 400;
pub(crate) const EMPTIES: u32 = 21;
/// Positions that one side wins by more discs say little about the choice of moves.
const LOPSIDED: i32 = 40;
/// The players whose games the positions come from, and how deep they look.
const PLAYERS: [&str; 2] = ["classic", "master"];
const DEPTH: u32 = 4;
/// The shipped file of positions.
pub(crate) const FILE: &str = "tests/data/choice-21.txt";
const TABLE_MB: u64 = 64;

/// Make 400 positions of varied games with the exact score of each move, for `lab strength` (hours of a core).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let text = make()?;
    fs::write(args.output.folder("choice")?.join("choice-21.txt"), &text)?;
    args.shipping.file(FILE, text.as_bytes())
}

/// The text of a new file of positions.
fn make() -> anyhow::Result<String> {
    let players = [Lookahead::load(PLAYERS[0])?, Lookahead::load(PLAYERS[1])?];
    let lines = map(cores(), POSITIONS, |number| line(number as u64, &players[number % 2]));
    Ok(lines.into_iter().collect::<anyhow::Result<Vec<String>>>()?.join("\n") + "\n")
}

/// The line of a position with this number.
fn line(number: u64, lookahead: &Lookahead) -> anyhow::Result<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(21_000 + number);
    let mut searcher = Searcher::new(1, 1)?;
    let solver = solver()?;
    loop {
        let Some(position) = position(&mut rng, lookahead, &mut searcher) else { continue };
        let (best, line) = scored(&solver, &position)?;
        if best.abs() <= LOPSIDED {
            return Ok(line);
        }
    }
}

/// A position from one game: 8 to 14 random moves, then the player's moves with an occasional random one. `None` if the
/// game ends before it or the position has no choice.
fn position(rng: &mut ChaCha8Rng, lookahead: &Lookahead, searcher: &mut Searcher) -> Option<Position> {
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
            lookahead.line(searcher, &position, DEPTH).pv[0].square()
        };
        position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
    }
    (position.empties() == EMPTIES && position.moves().count_ones() > 1).then_some(position)
}

/// A solver of one thread that orders moves by learned patterns.
fn solver() -> anyhow::Result<Solver> {
    let learned = &patterns::shipped::patterns().patterns;
    Ok(Solver::new(Arc::new(TranspositionTable::new(TABLE_MB)?)).with_evaluation(learned.clone()))
}

/// The score of the best move, and the position's line of the file.
fn scored(solver: &Solver, position: &Position) -> anyhow::Result<(i32, String)> {
    let all = solver.solve_all(position, Objective::Normal, &Limits::default(), &mut |_| ());
    let all = all.context("the solver stopped")?;
    let mut line = format!("{:016x} {:016x}", position.own, position.opp);
    for solved in &all {
        write!(line, " {} {}", solved.pv[0], solved.score)?;
    }
    Ok((all[0].score, line))
}
