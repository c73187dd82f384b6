//! Choices of personalities in positions where the exact score of every move is known.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Board, Color, Game, Objective, Position, Square, squares};
use rival::eval::{Evaluation, patterns};
use rival::machine::work::{cores, map};
use rival::players::{Options, Personality};
use rival::record::obf;
use rival::search::endgame::Solver;
use rival::search::table::TranspositionTable;
use rival::search::{Limits, Line, Plan, Query, Searcher, Silent, Valuation, WinLossDraw};

use crate::numbers::Count;
use crate::output::{Output, Shipping};
use crate::player::player;
use crate::table::{Table, cells};

const POSITIONS: usize = 400;
const EMPTIES: u32 = 21;
/// Positions that one side wins by more discs say little about the choice of moves.
const LOPSIDED: i32 = 40;
/// The players whose games the positions come from, and how deep they look.
const PLAYERS: [&str; 2] = ["classic", "master"];
const DEPTH: u32 = 4;
/// The shipped file of positions.
const FILE: &str = "tests/data/choice-21.txt";
const TABLE_MB: u64 = 64;

/// Choices of personalities in positions where the exact score of every move is known (seconds to hours).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    /// Make 400 positions of varied games with the exact score of each move (hours of processor time).
    Make {
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        shipping: Shipping,
    },
    /// The discs lost by the chosen move, the error of the value, and the share of wrong signs (seconds to minutes).
    Measure {
        file: PathBuf,
        /// A personality with an evaluation.
        #[arg(value_name = "NAME|FILE")]
        player: String,
        /// Search depths in plies.
        #[arg(required = true)]
        depths: Vec<u32>,
        #[command(flatten)]
        output: Output,
    },
    /// The points and discs lost by moves chosen in a time, and the number of false values and claims (a minute).
    Timed {
        /// Positions of `choice make`, or an .obf file with the scores of all moves.
        file: PathBuf,
        /// A personality that searches.
        #[arg(value_name = "NAME|FILE")]
        player: String,
        /// Milliseconds a move.
        #[arg(required = true)]
        times: Vec<u64>,
        #[command(flatten)]
        output: Output,
    },
}

/// A position and its moves with their scores, the best first.
type Item = (Position, Vec<(Square, i32)>);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.step {
        Step::Make { output, shipping } => {
            let text = make()?;
            fs::write(output.folder("choice")?.join("choice-21.txt"), &text)?;
            shipping.file(FILE, text.as_bytes())
        }
        Step::Measure { file, player: name, depths, output } => {
            let items = read(file)?;
            let evaluation = evaluation(name)?;
            let mut table = Table::new("depth | discs lost | RMS error of the value | sign wrong");
            for depth in depths {
                table.row(measure(&items, &evaluation, *depth)?);
            }
            output.report("choice", &table.to_string())
        }
        Step::Timed { file, player: name, times, output } => {
            let items = read(file)?;
            let personality = player(name)?;
            let mut table =
                Table::new("ms | exact (false) | certain (false) | likely (false) | points lost | discs lost");
            for &time in times {
                table.row(timed(&items, &personality, time)?);
            }
            output.report("choice", &table.to_string())
        }
    }
}

fn evaluation(name: &str) -> anyhow::Result<Evaluation> {
    let personality = player(name)?;
    let spec = personality.alpha_beta();
    let spec = spec.with_context(|| format!("{name}: found no evaluation, expected kind linear or patterns"))?;
    Ok(spec.evaluation.build())
}

/// The best line at a depth.
fn search(searcher: &mut Searcher, evaluation: &Evaluation, position: &Position, depth: u32) -> Line {
    let plan = Plan::new(Objective::Normal);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let query = Query { position: *position, plan: &plan, limits: &limits, lines: 1 };
    searcher.search_with(query, evaluation, &mut Silent).lines.remove(0)
}

/// The text of a new file of positions.
fn make() -> anyhow::Result<String> {
    let players = [evaluation(PLAYERS[0])?, evaluation(PLAYERS[1])?];
    let lines = map(cores(), POSITIONS, |number| line(number as u64, &players[number % 2]));
    Ok(lines.into_iter().collect::<anyhow::Result<Vec<String>>>()?.join("\n") + "\n")
}

/// The line of a position with this number.
fn line(number: u64, evaluation: &Evaluation) -> anyhow::Result<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(21_000 + number);
    let mut searcher = Searcher::new(1, 1)?;
    let solver = solver()?;
    loop {
        let Some(position) = position(&mut rng, evaluation, &mut searcher) else { continue };
        let (best, line) = scored(&solver, &position)?;
        if best.abs() <= LOPSIDED {
            return Ok(line);
        }
    }
}

/// A position from one game: 8 to 14 random moves, then the player's moves with an occasional random one. `None` if the
/// game ends before it or the position has no choice.
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
            search(searcher, evaluation, &position, DEPTH).pv[0].square()
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

fn read(path: &Path) -> anyhow::Result<Vec<Item>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let items: Option<Vec<Item>> = if path.extension().is_some_and(|extension| extension == "obf") {
        text.lines().map(problem).filter(|problem| problem.as_ref().is_none_or(is_whole)).collect()
    } else {
        text.lines().map(item).collect()
    };
    items
        .filter(|items| !items.is_empty())
        .with_context(|| format!("{}: found no positions, expected what choice make writes, or OBF", path.display()))
}

/// A line of OBF. The public sets pad short lists with illegal moves.
fn problem(line: &str) -> Option<Item> {
    let problem = obf::parse(&line.replace("--:-127;", "")).ok()??;
    let scores = problem.scores.iter().filter_map(|&(mv, score)| Some((mv.square()?, score)));
    let mut scores: Vec<(Square, i32)> = scores.collect();
    scores.sort_by_key(|&(_, score)| -score);
    Some((problem.board.position, scores))
}

/// True if there is a choice of moves and every move has a score.
fn is_whole((position, moves): &Item) -> bool {
    moves.len() > 1 && moves.len() as u32 == position.moves().count_ones()
}

fn item(line: &str) -> Option<Item> {
    let mut words = line.split(' ');
    let own = u64::from_str_radix(words.next()?, 16).ok()?;
    let opp = u64::from_str_radix(words.next()?, 16).ok()?;
    let words: Vec<&str> = words.collect();
    let moves = words.chunks(2).map(|pair| Some((pair[0].parse().ok()?, pair.get(1)?.parse().ok()?)));
    let moves = moves.collect::<Option<Vec<(Square, i32)>>>().filter(|moves| !moves.is_empty());
    Some((Position { own, opp }, moves?))
}

/// The row of the table for a player and a depth.
fn measure(items: &[Item], evaluation: &Evaluation, depth: u32) -> anyhow::Result<Vec<String>> {
    let choices = map(cores(), items.len(), |number| -> anyhow::Result<(f64, f64, bool)> {
        let (position, moves) = &items[number];
        let line = search(&mut Searcher::new(16, 1)?, evaluation, position, depth);
        let chosen = moves.iter().find(|(square, _)| Some(*square) == line.pv[0].square());
        let Some((_, score)) = chosen else { bail!("position {}: found no score of {}", number + 1, line.pv[0]) };
        let best = moves[0].1;
        let is_wrong = best != 0 && (line.value.discs() > 0.0) != (best > 0);
        Ok((f64::from(best - score), line.value.discs() - f64::from(best), is_wrong))
    });
    let choices = choices.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let count = choices.len() as f64;
    let lost = choices.iter().map(|(lost, _, _)| lost).sum::<f64>() / count;
    let square = (choices.iter().map(|(_, error, _)| error * error).sum::<f64>() / count).sqrt();
    let wrong = choices.iter().filter(|(_, _, is_wrong)| *is_wrong).count() as f64 / count;
    Ok(cells![depth, format!("{lost:.2}"), format!("{square:.2}"), format!("{:.1} %", 100.0 * wrong)])
}

/// A row of the table of moves chosen within a time limit. Positions run one after another, because wall time is
/// measured.
fn timed(items: &[Item], personality: &Personality, milliseconds: u64) -> anyhow::Result<Vec<String>> {
    let limits = Limits { time: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
    let mut player = personality.player(&Options::default());
    let [mut exact, mut certain, mut likely]: [Count; 3] = Default::default();
    let mut points = 0.0;
    let mut discs = 0;
    for (position, moves) in items {
        let game = Game::new(Board { position: *position, to_move: Color::Black });
        player.new_game(0);
        let report = player.choose(&game, &limits, &mut Silent);
        let line = report.lines.first().context("a position with moves")?;
        let chosen = moves.iter().find(|(square, _)| Some(*square) == line.pv[0].square());
        let &(_, score) = chosen.context("every move is scored")?;
        match line.value {
            Valuation::Exact(value) => exact.add(value == score),
            Valuation::Certain(result, _) => certain.add(result == WinLossDraw::of(score)),
            Valuation::Likely { result, .. } => likely.add(result == WinLossDraw::of(score)),
            Valuation::Estimate(_) => {}
        }
        points += f64::from(moves[0].1.signum() - score.signum()) / 2.0;
        discs += moves[0].1 - score;
    }
    Ok(cells![milliseconds, exact, certain, likely, points, discs])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::project;

    #[test]
    fn the_shipped_positions_have_every_move_and_the_best_one_first() {
        let items = read(&project().join(FILE)).unwrap();
        assert_eq!(items.len(), POSITIONS);
        for (position, moves) in items {
            assert_eq!(moves.len() as u32, position.moves().count_ones());
            assert!(position.empties() == EMPTIES && moves.iter().all(|(_, score)| *score <= moves[0].1));
        }
        assert!(item("0 1 d3").is_none() && item("x").is_none());
    }

    #[test]
    fn choices_are_measured_as_before() {
        let items = read(&project().join(FILE)).unwrap();
        let evaluation = evaluation("classic").unwrap();
        assert_eq!(measure(&items[..20], &evaluation, 1).unwrap(), ["1", "4.20", "15.02", "30.0 %"]);
        assert_eq!(measure(&items[..20], &evaluation, 3).unwrap(), ["3", "7.80", "14.65", "25.0 %"]);
    }
}
