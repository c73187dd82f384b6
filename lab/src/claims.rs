//! How many claims of the endgame solver about who wins hold, by what they say.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, ensure};
use rival::board::{Objective, Position};
use rival::machine::work;
use rival::players::{Personality, load};
use rival::search::endgame::{Goal, Question, Solver};
use rival::search::table::TranspositionTable;
use rival::search::{self, Limits, Plan, Query, Silent, WinLossDraw};
use rival::stats::derive;

use crate::archive::Folder;
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};

/// Claims about who wins in positions of people's games, and how many of them hold (10 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The year of the archive whose games are used: claims are fitted and tested on different ones.
    #[arg(long, value_name = "YEAR", default_value_t = 1999)]
    year: u32,
    #[command(flatten)]
    folder: Folder,
    /// Positions at each number of empty squares.
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,
    /// The fewest empty squares.
    #[arg(long, value_name = "N", default_value_t = 16)]
    from: u32,
    /// The most empty squares.
    #[arg(long, value_name = "N", default_value_t = 22)]
    to: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

/// Plies of the search whose best move is asked about.
const DEPTH: u32 = 8;
/// Positions visited when time is up, as powers of two.
const BUDGETS: std::ops::RangeInclusive<u32> = 12..=24;

/// An answer of the solver about the move that the evaluation prefers.
#[derive(Debug, Clone, Copy)]
struct Answer {
    percent: u8,
    result: WinLossDraw,
    /// Positions visited until then.
    nodes: u64,
    /// The answer is about that move: it is not said of it otherwise.
    is_claim: bool,
    holds: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.folder.people(args.year..=args.year)?;
    let mut positions = Vec::new();
    for empties in args.from..=args.to {
        let mut found = Vec::new();
        for (number, game) in archive.games.iter().enumerate() {
            // Each game gives positions at one number of empty squares: they are not alike.
            let own = args.from + (derive(args.play.seed, number as u64) % u64::from(args.to - args.from + 1)) as u32;
            let boards = game.game().history().to_vec();
            let board = boards.iter().map(|(board, _)| board.position).find(|position| position.empties() == own);
            found.extend(board.filter(|board| own == empties && board.moves().count_ones() > 1));
        }
        ensure!(found.len() >= args.positions, "found {} positions at {empties} empty squares", found.len());
        found.truncate(args.positions);
        positions.extend(found);
    }
    let master = load("master")?;
    let answers = work::map(args.play.threads(), positions.len(), |number| answers(&master, &positions[number]));
    let answers: Vec<Vec<Answer>> = answers.into_iter().collect::<anyhow::Result<_>>()?;
    args.output.report("claims", &tables(&answers))
}

/// The solver's answers about a position.
fn answers(player: &Personality, position: &Position) -> anyhow::Result<Vec<Answer>> {
    let spec = player.alpha_beta().context("the player does not search")?;
    let evaluation = spec.evaluation.build();
    let objective = Objective::Normal;
    let plan = Plan { selectivity: spec.search.selectivity, ..Plan::new(objective) };
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let query = Query { position: *position, plan: &plan, limits: &limits, lines: 1 };
    let report = search::search_with(query, &evaluation, &mut Silent);
    let first = report.lines[0].pv[0].square().context("a position with moves")?;
    let solver = || -> anyhow::Result<Solver> {
        let table = TranspositionTable::new(32)?;
        Ok(Solver::new(Arc::new(table)).with_evaluation(evaluation.clone()))
    };
    let truth = |position: &Position| -> anyhow::Result<WinLossDraw> {
        let solved = solver()?.solve(position, objective, Goal::WinLossDraw, &Limits::default());
        Ok(WinLossDraw::of(solved.context("nothing limits it")?.score))
    };
    let of_position = truth(position)?;
    let of_first = -truth(&position.play(first))?;
    let question = Question { position, objective, goal: Goal::WinLossDraw, selective: true, first: Some(first) };
    let mut answers = Vec::new();
    let done = solver()?.likely(question, &Limits::default(), &mut |likely| {
        let result = WinLossDraw::of(likely.score);
        let is_loss = result == WinLossDraw::Loss;
        answers.push(Answer {
            percent: likely.percent,
            result,
            nodes: likely.nodes,
            is_claim: is_loss || likely.best == first,
            holds: result == if is_loss { of_position } else { of_first },
        });
        true
    });
    done.context("nothing limits it")?;
    Ok(answers)
}

/// Claims, and how many hold.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    claims: u32,
    held: u32,
}

impl Count {
    fn add(&mut self, answer: &Answer) {
        self.claims += 1;
        self.held += u32::from(answer.holds);
    }
}

fn tables(positions: &[Vec<Answer>]) -> String {
    let mut by_result: BTreeMap<(u8, &str), Count> = BTreeMap::new();
    let mut by_budget: BTreeMap<(u8, u32), Count> = BTreeMap::new();
    for answers in positions {
        for answer in answers.iter().filter(|answer| answer.is_claim) {
            let result = match answer.result {
                WinLossDraw::Win => "win",
                WinLossDraw::Draw => "draw",
                WinLossDraw::Loss => "loss",
            };
            by_result.entry((answer.percent, result)).or_default().add(answer);
        }
        for budget in BUDGETS {
            let last = answers.iter().rfind(|answer| answer.nodes <= 1 << budget);
            if let Some(answer) = last.filter(|answer| answer.is_claim) {
                by_budget.entry((answer.percent, budget)).or_default().add(answer);
            }
        }
    }
    let share = |count: &Count| format!("{:.1} %", 100.0 * f64::from(count.held) / f64::from(count.claims));
    let mut results = Table::new("says | result | claims | hold");
    for ((percent, result), count) in &by_result {
        results.row(cells![format!("{percent} %"), result, count.claims, share(count)]);
    }
    let mut budgets = Table::new("says | last within | claims | hold");
    for ((percent, budget), count) in &by_budget {
        budgets.row(cells![format!("{percent} %"), format!("2^{budget}"), count.claims, share(count)]);
    }
    format!("{results}\n{budgets}")
}
