//! The share of true claims of the endgame solver about who wins, by the claimed confidence.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, ensure};
use rival::board::{Game, Objective, Position, Square};
use rival::eval::Evaluation;
use rival::machine::work;
use rival::players::{Personality, load};
use rival::search::endgame::{Goal, LikelyResult, Question, Solver};
use rival::search::table::TranspositionTable;
use rival::search::{self, Limits, Plan, Query, SilentObserver, TRUSTED, WinLossDraw, expected};
use rival::stats::derive;

use crate::archive::Folder;
use crate::numbers::Count;
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};

/// Claims about the winner in positions of people's games, and the share that is true (10 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The year of the archive whose games are used. Claims are fitted on one year and tested on another.
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

/// The depth of the search that gives the best move to examine.
const DEPTH: u32 = 8;
/// Positions visited when time is up, relative to the number expected for a certain answer. The solver starts only if
/// there is time for half of that number (`src/search/schedule.rs`); when it is stopped early, its last claim is
/// shown. Slow positions yield more early claims, and early claims are false more often.
const BUDGETS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

/// An answer of the solver.
#[derive(Debug, Clone, Copy)]
struct Claim {
    percent: u8,
    result: WinLossDraw,
    /// Positions visited before the answer.
    nodes: u64,
    /// True if the answer is shown as a claim: about the move that the evaluation prefers, or one that replaces it.
    is_claim: bool,
    holds: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.folder.people(args.year..=args.year)?;
    let mut positions = Vec::new();
    for empties in args.from..=args.to {
        let batch: Vec<Position> = archive
            .games
            .iter()
            .enumerate()
            // A game gives one position, because positions of one game are alike.
            .filter(|(number, _)| args.empties(*number) == empties)
            .filter_map(|(_, game)| position(&game.game(), empties, 2))
            .take(args.positions)
            .collect();
        ensure!(batch.len() == args.positions, "found {} positions with {empties} empty squares", batch.len());
        positions.extend(batch);
    }
    let examiner = ClaimExaminer::new(&load("master")?).context("master does not search")?;
    let answers = work::map(args.play.threads(), positions.len(), |number| examiner.answers(&positions[number]));
    let answers: Option<Vec<(f64, Vec<Claim>)>> = answers.into_iter().collect();
    args.output.report("claims", &table(&answers.context("nothing stops the solver")?))
}

impl Args {
    /// The number of empty squares for the game with this number.
    fn empties(&self, number: usize) -> u32 {
        let counts = u64::from(self.to - self.from + 1);
        self.from + (derive(self.play.seed, number as u64) % counts) as u32
    }
}

/// The position of a game with this number of empty squares; `None` if the game is too short.
pub(crate) fn position(game: &Game, empties: u32, moves: u32) -> Option<Position> {
    let mut positions = game.history().iter().map(|(board, _)| board.position);
    positions.find(|position| position.empties() == empties && position.moves().count_ones() >= moves)
}

/// Runs the solver and checks its answers.
struct ClaimExaminer {
    evaluation: Evaluation,
    plan: Plan,
}

impl ClaimExaminer {
    fn new(player: &Personality) -> Option<ClaimExaminer> {
        let spec = player.alpha_beta()?;
        let plan = Plan { selectivity: spec.search.selectivity, ..Plan::new(Objective::Normal) };
        Some(ClaimExaminer { evaluation: spec.evaluation.build(), plan })
    }

    fn solver(&self) -> Solver {
        let table = TranspositionTable::new(32).expect("a small table can be had");
        Solver::new(Arc::new(table)).with_evaluation(self.evaluation.clone())
    }

    /// The result, by an exact solver.
    fn result(&self, position: &Position) -> Option<WinLossDraw> {
        let solved = self.solver().solve(position, Objective::Normal, Goal::WinLossDraw, &Limits::default())?;
        Some(WinLossDraw::from_score(solved.score))
    }

    /// The move that the evaluation prefers.
    fn first(&self, position: &Position) -> Option<Square> {
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let query = Query { position: *position, plan: &self.plan, limits: &limits, lines: 1 };
        search::search_with(query, &self.evaluation, &mut SilentObserver).lines.first()?.pv[0].square()
    }

    /// The expected number of positions for a certain answer, and the solver's answers about a position, checked.
    fn answers(&self, position: &Position) -> Option<(f64, Vec<Claim>)> {
        let first = self.first(position)?;
        let result = self.result(position)?;
        let result_of_first = -self.result(&position.play(first))?;
        let question = Question { position, objective: Objective::Normal, selective: true, first: Some(first) };
        let mut answers = Vec::new();
        self.solver().likely(question, &Limits::default(), &mut |likely| {
            answers.push(likely);
            true
        })?;
        let claim = |likely: LikelyResult| {
            let LikelyResult { result: said, percent, nodes, best } = likely;
            let is_loss = said == WinLossDraw::Loss;
            let replaces = said == WinLossDraw::Win && (TRUSTED..100).contains(&percent);
            let of_move = if best == first { result_of_first } else { -self.result(&position.play(best))? };
            let holds = said == if is_loss { result } else { of_move };
            Some(Claim { percent, result: said, nodes, is_claim: is_loss || best == first || replaces, holds })
        };
        let claims: Option<Vec<Claim>> = answers.into_iter().map(claim).collect();
        Some((expected(position.empties(), Goal::WinLossDraw), claims?))
    }
}

fn table(positions: &[(f64, Vec<Claim>)]) -> String {
    let mut all: BTreeMap<(u8, String), Count> = BTreeMap::new();
    let mut last: BTreeMap<(u8, String), Count> = BTreeMap::new();
    for (expected, answers) in positions {
        for answer in answers.iter().filter(|answer| answer.is_claim) {
            all.entry((answer.percent, answer.result.to_string())).or_default().add(answer.holds);
        }
        for budget in BUDGETS {
            let shown = answers.iter().rfind(|answer| answer.nodes as f64 <= budget * expected);
            if let Some(answer) = shown.filter(|answer| answer.is_claim) {
                last.entry((answer.percent, answer.result.to_string())).or_default().add(answer.holds);
            }
        }
    }
    let mut table = Table::new("says | result | all claims | hold | the last ones | hold");
    for (key, count) in &all {
        let last = last.get(key).copied().unwrap_or_default();
        let (percent, result) = key;
        let shares = [count.share(), last.share()].map(|share| format!("{share:.1} %"));
        table.row(cells![format!("{percent} %"), result, count.all, shares[0], last.all, shares[1]]);
    }
    table.to_string()
}
