//! A file of positions of varied games with the exact score of each move.

use std::fmt::Write as _;
use std::fs;
use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::Context;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position, squares};
use rival::eval::patterns;
use rival::machine::work::{cores, map};
use rival::personality::STRONGEST;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;
use rival::search::{Limits, Searcher};

use crate::output::{Output, Shipping};
use crate::strength::choices::Lookahead;

pub(crate) const POSITIONS: usize = 400;
pub(crate) const EMPTIES: u32 = 21;
/// Positions that one side wins by more discs say little about the choice of moves.
const LOPSIDED: i32 = 40;
/// The players whose games the positions come from.
const PLAYERS: [&str; 2] = ["classic", "master"];
/// The shipped file of positions.
pub(crate) const FILE: &str = "tests/data/choice-21.txt";
/// The number of decisive positions.
const DECISIVE: usize = 300;
/// Decisive positions come from games that a search of this many plies finds close, within these discs.
const JUDGED: (u32, f64) = (10, 6.0);
const TABLE_MB: u64 = 64;

/// Make 400 positions of varied games with the exact score of each move, for `lab strength` (hours of a core).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Make 300 positions with this many empty squares instead, of close games of master, in which the moves differ in
    /// their result: in place of its score a move has 2, 0 or -2, for who wins (minutes).
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(16..=24), conflicts_with = "write")]
    decisive: Option<u32>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("choice")?;
    if let Some(empties) = args.decisive {
        return Ok(fs::write(folder.join(format!("decisive-{empties}.txt")), decisive(empties)?)?);
    }
    let text = make()?;
    fs::write(folder.join("choice-21.txt"), &text)?;
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
    let source = Source { lookahead, depth: 4, empties: EMPTIES, random: 8..=14, noise: 0.05 };
    let mut rng = ChaCha8Rng::seed_from_u64(21_000 + number);
    let mut searcher = Searcher::new(1, 1)?;
    let solver = solver()?;
    loop {
        let Some(position) = source.position(&mut rng, &mut searcher) else { continue };
        let (best, line) = scored(&solver, &position)?;
        if best.abs() <= LOPSIDED {
            return Ok(line);
        }
    }
}

/// The text of a new file of decisive positions.
fn decisive(empties: u32) -> anyhow::Result<String> {
    let lookahead = Lookahead::load(STRONGEST)?;
    let source = Source { lookahead: &lookahead, depth: 8, empties, random: 8..=8, noise: 0.0 };
    let lines = map(cores(), DECISIVE, |number| source.decisive_line(u64::from(empties) * 100_000 + number as u64));
    Ok(lines.into_iter().collect::<anyhow::Result<Vec<String>>>()?.join("\n") + "\n")
}

/// Games of a player from random moves, for positions.
struct Source<'a> {
    lookahead: &'a Lookahead,
    /// How deep the player looks, in plies.
    depth: u32,
    /// The empty squares of a position.
    empties: u32,
    /// The number of random moves at the beginning.
    random: RangeInclusive<u32>,
    /// The largest probability of a later random move.
    noise: f64,
}

impl Source<'_> {
    /// A position from one game. `None` if the game ends before it or the position has no choice.
    fn position(&self, rng: &mut ChaCha8Rng, searcher: &mut Searcher) -> Option<Position> {
        let is_fixed = self.random.start() == self.random.end();
        let prefix = if is_fixed { *self.random.start() } else { rng.random_range(self.random.clone()) };
        let noise = if self.noise > 0.0 { rng.random_range(0.0..self.noise) } else { 0.0 };
        let mut position = Position::START;
        while position.empties() > self.empties && !position.is_over() {
            let random = 60 - position.empties() < prefix || rng.random_bool(noise);
            let chosen = if position.moves() == 0 {
                None
            } else if random {
                squares(position.moves()).choose(rng)
            } else {
                self.lookahead.line(searcher, &position, self.depth).pv[0].square()
            };
            position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
        }
        (position.empties() == self.empties && position.moves().count_ones() > 1).then_some(position)
    }

    /// The line of a decisive position with this seed.
    fn decisive_line(&self, seed: u64) -> anyhow::Result<String> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut searcher = Searcher::new(1, 1)?;
        let solver = solver()?;
        let (depth, close) = JUDGED;
        loop {
            let Some(position) = self.position(&mut rng, &mut searcher) else { continue };
            if self.lookahead.line(&mut searcher, &position, depth).value.discs().abs() > close {
                continue;
            }
            if let Some(line) = results(&solver, &position)? {
                return Ok(line);
            }
        }
    }
}

/// A solver of one thread that orders moves by learned patterns.
fn solver() -> anyhow::Result<Solver> {
    let learned = &patterns::shipped::patterns().patterns;
    Ok(Solver::new(Arc::new(TranspositionTable::new(TABLE_MB)?)).with_evaluation(learned.clone()))
}

/// The line of a position with the result of each move; `None` if all have the same.
fn results(solver: &Solver, position: &Position) -> anyhow::Result<Option<String>> {
    let mut all = Vec::new();
    for square in squares(position.moves()) {
        let next = position.play(square);
        let solved = solver.solve(&next, Objective::Normal, Goal::WinLossDraw, &Limits::default());
        all.push((square, -2 * solved.context("the solver stopped")?.score));
    }
    all.sort_by_key(|&(_, result)| -result);
    let mut line = format!("{:016x} {:016x}", position.own, position.opp);
    for (square, result) in &all {
        write!(line, " {square} {result}")?;
    }
    Ok((all[0].1 != all[all.len() - 1].1).then_some(line))
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
