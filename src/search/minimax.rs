//! Plain minimax: the definition of a search's values, and the oracle for everything faster.

use std::time::Instant;

use super::{Certainty, Iteration, Limits, Line, Observer, Plan, Report};
use crate::board::{Move, Objective, Position, squares};
use crate::eval::{Evaluator, Leaf, Value, finished, finished_score};

/// The minimax value of a leaf `depth` plies deep, for its side to move. A pass costs no depth; finished games end their line.
pub fn minimax<E: Evaluator>(leaf: &Leaf, evaluator: &E, objective: Objective, depth: u32) -> Value {
    let position = &leaf.position;
    let moves = position.moves();
    if moves == 0 && position.pass().moves() == 0 {
        return finished(position, objective);
    }
    if depth == 0 {
        return evaluator.evaluate(leaf);
    }
    if moves == 0 {
        let passed = Leaf { position: position.pass(), before: leaf.before, forfeits: -(leaf.forfeits - 1) };
        return -minimax(&passed, evaluator, objective, depth);
    }
    squares(moves)
        .map(|square| {
            let next = Leaf { position: position.play(square), before: Some(*position), forfeits: -leaf.forfeits };
            -minimax(&next, evaluator, objective, depth - 1)
        })
        .max()
        .expect("there are moves")
}

pub(super) fn search<E: Evaluator>(
    position: &Position,
    evaluator: &E,
    plan: &Plan,
    limits: &Limits,
    count: usize,
    observer: &mut dyn Observer,
) -> Report {
    let start = Instant::now();
    let depth = limits.depth.unwrap_or(3).clamp(1, 4);
    let leaf = Leaf { position: *position, before: None, forfeits: 0 };
    let line = |mv: Move, value: Value| Line {
        pv: vec![mv],
        value,
        discs: finished_score(value)
            .map_or((f64::from(value) / evaluator.points_per_disc()).clamp(-64.0, 64.0), f64::from),
        certainty: Certainty::Depth(depth),
    };
    let mut lines: Vec<Line> = squares(position.moves())
        .map(|square| {
            let next = Leaf { position: position.play(square), before: Some(*position), forfeits: 0 };
            line(Move::Place(square), -minimax(&next, evaluator, plan.objective, depth - 1))
        })
        .collect();
    if lines.is_empty() && !position.is_over() {
        lines.push(line(Move::Pass, minimax(&leaf, evaluator, plan.objective, depth)));
    }
    lines.sort_by_key(|line| -line.value);
    lines.truncate(count);
    let report = Iteration { certainty: Certainty::Depth(depth), lines, nodes: 0, elapsed: start.elapsed() };
    observer.iteration(&report);
    report
}
