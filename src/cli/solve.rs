//! `rival solve`: the exact scores of endgame positions.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde::Serialize;

use super::complaint::complain;
use super::interrupt;
use super::output::print;
use super::progress::Bar;
use crate::board::{Board, Move, Objective};
use crate::eval::patterns::shipped;
use crate::machine::regular::regular;
use crate::record::file::bytes;
use crate::record::obf::{self, ScoredPosition};
use crate::record::{Format, notation};
use crate::search::Limits;
use crate::search::endgame::{Goal, Solution, Solver};
use crate::search::table::TranspositionTable;

/// Solve endgame positions exactly.
///
/// It shows the score for the side to move, the best move and best play. FILE is OBF: a position a line, 64 squares row
/// by row from a1 (X black, O white, - empty), the side to move, then known scores of moves (`; G8:+18; H1:+12;`). The
/// last column compares the best of these, and that of the best move; with a difference the exit code is 1. The time
/// grows about fourfold with each empty square beyond 24; there is no limit but Ctrl-C.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// OBF file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Threads of the search; they do not change the scores.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table.
    #[arg(long, value_name = "MB", default_value_t = 128)]
    hash: u64,
    /// Find only the winner: 1, 0 or -1.
    #[arg(long)]
    wld: bool,
    /// The fewest discs win; known scores are then not compared.
    #[arg(long)]
    anti: bool,
    /// One line of JSON a position.
    #[arg(long)]
    json: bool,
}

/// The result of one position: the keys of `--json`.
#[derive(Debug, Serialize)]
struct SolvedLine {
    line: usize,
    score: i32,
    /// The best move; `None` if the game is over.
    best: Option<String>,
    /// Best play: squares without spaces; a pass is `--`.
    pv: String,
    nodes: u64,
    seconds: f64,
    /// True if the compared scores of the file are right; `None` if it has none.
    agrees: Option<bool>,
}

#[derive(Debug, Default)]
struct Totals {
    solved: usize,
    failed: usize,
    wrong: usize,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = read(args).with_context(|| format!("{}: cannot be read", args.file.display()))?;
    let mut solver =
        Solver::new(Arc::new(TranspositionTable::new(args.hash)?)).with_threads(args.threads.into()).with_any_line();
    solver = solver.with_evaluation(shipped::patterns().patterns.clone());
    let problems = obf::parse_all(&text);
    if problems.is_empty() {
        bail!("{}: found no positions, expected one a line (rival solve --help says how)", args.file.display());
    }
    if problems.iter().all(|(_, problem)| problem.is_err())
        && let Some(format) = Format::like(&text).filter(|format| **format != obf::FORMAT)
    {
        bail!(
            "{}: found games ({format}), expected positions: rival analyze shows the worth of a game's moves",
            args.file.display()
        );
    }
    let limits = Limits { stop: interrupt::stop()?, ..Limits::default() };
    let positions = problems.len();
    let bar = Bar::new("solving positions", positions as u64);
    let mut totals = Totals::default();
    for (line, problem) in problems {
        match problem {
            Ok(problem) => {
                let Some(answer) = answer(args, &solver, &limits, line, &problem, &mut totals) else { break };
                bar.suspend(|| write(args, &answer))?;
            }
            Err(error) => {
                totals.failed += 1;
                bar.suspend(|| complain!("rival: {}: line {line}: {error}", args.file.display()));
            }
        }
        bar.advance();
    }
    drop(bar);
    // If no position was solved, the errors on stderr are enough.
    if !args.json && totals.solved > 0 {
        sum_up(&totals)?;
    }
    if limits.stop.is_stopped() {
        complain!("rival: stopped: {} of {positions} positions are solved", totals.solved);
        return Ok(ExitCode::FAILURE);
    }
    Ok(match (totals.failed + totals.wrong, totals.solved) {
        (0, _) => ExitCode::SUCCESS,
        (_, 0) => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    })
}

fn read(args: &Args) -> io::Result<Vec<u8>> {
    bytes(regular(&args.file)?)
}

/// The result of a position; `None` after a stop.
fn answer(
    args: &Args,
    solver: &Solver,
    limits: &Limits,
    line: usize,
    problem: &ScoredPosition,
    totals: &mut Totals,
) -> Option<SolvedLine> {
    let objective = if args.anti { Objective::Anti } else { Objective::Normal };
    let goal = if args.wld { Goal::WinLossDraw } else { Goal::Exact };
    let start = Instant::now();
    let solve = |board: &Board| solver.solve(&board.position, objective, goal, limits);
    let solved = solve(&problem.board)?;
    let time = start.elapsed();
    let agrees = if args.anti { None } else { agrees(problem, &solved, goal, solve) };
    if limits.stop.is_stopped() {
        return None;
    }
    totals.solved += 1;
    totals.wrong += usize::from(agrees == Some(false));
    totals.nodes += solved.nodes;
    totals.time += time;
    Some(SolvedLine {
        line,
        score: solved.score,
        best: solved.pv.first().map(Move::to_string),
        pv: solved.pv.iter().copied().map(notation::written).collect(),
        nodes: solved.nodes,
        seconds: time.as_secs_f64(),
        agrees,
    })
}

/// True if the best score in the file is the exact one of its move, and that of the best move, too, if the file has it.
/// The other scores would take a search each.
fn agrees(
    problem: &ScoredPosition,
    solved: &Solution,
    goal: Goal,
    solve: impl Fn(&Board) -> Option<Solution>,
) -> Option<bool> {
    let &(listed_best, best) = problem.scores.iter().max_by_key(|(_, score)| score)?;
    let solved_best = problem.scores.iter().find(|(mv, _)| Some(mv) == solved.pv.first());
    let exact = match solved_best {
        Some(_) => solved.score,
        None => -solve(&problem.board.play(listed_best)?)?.score,
    };
    Some(exact == for_goal(best, goal) && solved_best.is_none_or(|&(_, score)| exact == for_goal(score, goal)))
}

/// The score, or only its sign if the goal is the winner.
fn for_goal(score: i32, goal: Goal) -> i32 {
    if goal == Goal::Exact { score } else { score.signum() }
}

fn write(args: &Args, answer: &SolvedLine) -> anyhow::Result<()> {
    if args.json {
        print(serde_json::to_string(answer)? + "\n")
    } else {
        let verdict = match answer.agrees {
            Some(true) => "agrees",
            Some(false) => "DIFFERS",
            None => "-",
        };
        let best = answer.best.as_deref().unwrap_or("-");
        let SolvedLine { line, score, pv, nodes, seconds, .. } = answer;
        print(format!("{line:>4} {score:>+4} {best:<4} {nodes:>13} nodes {seconds:>9.3} s  {verdict:<7} {pv}\n"))
    }
}

fn sum_up(totals: &Totals) -> anyhow::Result<()> {
    let Totals { solved, failed, wrong, nodes, time } = totals;
    let seconds = time.as_secs_f64();
    let speed = *nodes as f64 / seconds.max(1e-9) / 1e6;
    print(format!(
        "{solved} solved, {wrong} differ from the file, {failed} not read: {nodes} nodes, {seconds:.3} s, {speed:.1} Mnodes/s\n"
    ))
}
