//! The root of a solve: selective searches, the exact one, and the line of best play.

use super::entry::Level;
use super::node::Worker;
use super::{Goal, LikelyResult, Question, Solution, WinLossDraw};
use crate::board::{Move, Position, Square, squares};

/// With fewer empty squares an estimate of the score costs more than it saves.
const GUESS_FROM: u32 = 7;

/// The score of a position and a line that reaches it.
pub(super) fn solve<const ANTI: bool>(worker: &mut Worker<ANTI>, position: &Position, goal: Goal) -> Option<Solution> {
    let (alpha, beta) = goal.window();
    let score = deepen(worker, position, alpha, beta);
    let pv = line(worker, position, score, goal);
    worker.tell();
    (!worker.halted).then(|| Solution { score, pv, nodes: worker.job.nodes() })
}

/// The score of each move, best first.
pub(super) fn solve_all<const ANTI: bool>(
    worker: &mut Worker<ANTI>,
    position: &Position,
    on_result: &mut dyn FnMut(&Solution),
) -> Option<Vec<Solution>> {
    let mut moves: Vec<(Move, Position)> =
        squares(position.moves()).map(|square| (Move::Place(square), position.play(square))).collect();
    if moves.is_empty() && !position.is_over() {
        moves.push((Move::Pass, position.pass()));
    }
    let mut all = Vec::with_capacity(moves.len());
    for (mv, next) in moves {
        let mut solved = solve(worker, &next, Goal::Exact)?;
        solved.score = -solved.score;
        solved.pv.insert(0, mv);
        on_result(&solved);
        all.push(solved);
    }
    all.sort_by_key(|solved| -solved.score);
    Some(all)
}

/// The score between the bounds. An estimate or selective searches come first and narrow the exact search's window.
fn deepen<const ANTI: bool>(worker: &mut Worker<ANTI>, position: &Position, alpha: i32, beta: i32) -> i32 {
    let empties = position.empties();
    let mut guess = if empties < GUESS_FROM { None } else { Some(worker.estimate(position)) };
    let mut width = ESTIMATE_WIDTH;
    if empties >= worker.tuning.selective_from {
        for level in Level::BEFORE_EXACT {
            worker.level = level;
            guess = Some(near(worker, position, guess, width, alpha, beta));
            width = SCORE_WIDTH;
        }
    }
    worker.level = Level::EXACT;
    near(worker, position, guess, width, alpha, beta)
}

/// The result at each selective level in turn, then the certain result. It ends early at a limit.
pub(super) fn likely<const ANTI: bool>(
    worker: &mut Worker<ANTI>,
    question: Question<'_>,
    on_result: &mut dyn FnMut(LikelyResult) -> bool,
) -> Option<()> {
    let Question { position, selective, first, .. } = question;
    let goal = Goal::WinLossDraw;
    let (alpha, beta) = goal.window();
    let mut guess = worker.estimate(position);
    let mut width = ESTIMATE_WIDTH;
    let levels: &[Level] = if selective { &Level::LIKELY } else { &Level::BEFORE_EXACT };
    for &level in levels.iter().chain([&Level::EXACT]) {
        worker.level = level;
        let score = near(worker, position, Some(guess), width, alpha, beta);
        worker.tell();
        if worker.halted {
            return None;
        }
        guess = score;
        width = SCORE_WIDTH;
        if !selective && level != Level::EXACT {
            continue;
        }
        // The table's best move may come from a search that failed low, which proves nothing.
        let known = worker.known(position);
        let best = keeping(worker, position, score, goal, first.into_iter().chain(known));
        if worker.halted {
            return None;
        }
        // Selective searches may contradict each other. This level then has no answer.
        let Some(best) = best else { continue };
        let result = WinLossDraw::from_score(score);
        if !on_result(LikelyResult { result, best, percent: level.percent(), nodes: worker.job.nodes() }) {
            break;
        }
    }
    Some(())
}

/// The half width of the first window around an estimate, in discs.
const ESTIMATE_WIDTH: i32 = 6;
/// The half width of the first window around the score of a more selective search, in discs.
const SCORE_WIDTH: i32 = 2;

/// The score, by aspiration windows around a likely score. The first has this half width.
fn near<const ANTI: bool>(
    worker: &mut Worker<ANTI>,
    position: &Position,
    guess: Option<i32>,
    mut width: i32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let empties = position.empties();
    let (mut low, mut high) = match guess {
        Some(score) => ((score - width).clamp(alpha, beta - 2), (score + width).clamp(alpha + 2, beta)),
        None => (alpha, beta),
    };
    let mut too_high = false;
    let mut too_low = false;
    loop {
        let score = worker.window(position, empties, low, high);
        if worker.halted {
            return score;
        }
        width *= 3;
        if score <= low && low > alpha {
            too_high = true;
            (low, high) = ((score - width).max(alpha), score + 1);
        } else if score >= high && high < beta {
            too_low = true;
            (low, high) = (score - 1, (score + width).min(beta));
        } else {
            return score.clamp(alpha, beta);
        }
        if too_high && too_low {
            // Selective searches may contradict each other, so the window is opened.
            (low, high) = (alpha, beta);
        }
    }
}

/// The first square that keeps the score, proved by a null-window search. These squares are tried before the others.
fn keeping<const ANTI: bool>(
    worker: &mut Worker<ANTI>,
    position: &Position,
    score: i32,
    goal: Goal,
    first: impl IntoIterator<Item = Square>,
) -> Option<Square> {
    // The mover gets at least `score` if no reply scores more than `-score`.
    let alpha = -score;
    let moves = position.moves();
    let first = first.into_iter().filter(|square| moves & square.bit() != 0);
    first.chain(squares(moves)).find(|&square| {
        let next = position.play(square);
        (goal == Goal::WinLossDraw && score == -1) || worker.node(&next, next.moves(), next.empties(), alpha) <= alpha
    })
}

/// A line of best play: at each position the first square that keeps the score. If any line is accepted, the best
/// square of the search is tried first.
fn line<const ANTI: bool>(worker: &mut Worker<ANTI>, position: &Position, mut score: i32, goal: Goal) -> Vec<Move> {
    let mut position = *position;
    let mut pv = Vec::new();
    loop {
        if position.moves() == 0 {
            position = position.pass();
            if position.moves() == 0 {
                return pv;
            }
            pv.push(Move::Pass);
            score = -score;
            continue;
        }
        let known = if worker.any_line { worker.known(&position) } else { None };
        let Some(square) = keeping(worker, &position, score, goal, known) else {
            return pv;
        };
        if worker.halted {
            return pv;
        }
        pv.push(Move::Place(square));
        position = position.play(square);
        score = -score;
    }
}
