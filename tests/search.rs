//! The search against its definition: plain minimax on random positions, with passes and ends of games, both objectives, several lines,
//! several threads, cold and warm tables.

mod support;

use rival::board::{Move, Objective, Position, squares};
use rival::eval::{Evaluator, Leaf, Value};
use rival::search::{self, Certainty, Limits, Plan, Report, Searcher, Silent, Ties, minimax, root_values};
use support::{Coarse, Line, Noise, random_position, rng, scattered_position};

fn plan(objective: Objective, ties: Ties) -> Plan {
    Plan { objective, first_depth: 1, solve_from: 0, ties, threads: 1 }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Every root move with its minimax value, lowest square first.
fn oracle<E: Evaluator>(position: &Position, evaluator: &E, objective: Objective, depth: u32) -> Vec<(Move, Value)> {
    squares(position.moves())
        .map(|square| {
            let leaf = Leaf { position: position.play(square), before: Some(*position), forfeits: 0 };
            (Move::Place(square), -minimax(&leaf, evaluator, objective, depth - 1))
        })
        .collect()
}

/// The value at the end of a line of play: what its principal variation promises.
fn value_of_line<E: Evaluator>(
    position: &Position,
    pv: &[Move],
    evaluator: &E,
    objective: Objective,
    depth: u32,
) -> Value {
    let mut leaf = Leaf { position: *position, before: None, forfeits: 0 };
    let mut left = depth;
    let mut sign = 1;
    for &mv in pv {
        leaf = match mv {
            Move::Place(square) => {
                assert_ne!(leaf.position.moves() & square.bit(), 0, "illegal move {mv} in {pv:?}");
                left -= 1;
                Leaf { position: leaf.position.play(square), before: Some(leaf.position), forfeits: -leaf.forfeits }
            }
            Move::Pass => {
                assert_eq!(leaf.position.moves(), 0, "a pass with moves in {pv:?}");
                Leaf { position: leaf.position.pass(), before: leaf.before, forfeits: 1 - leaf.forfeits }
            }
        };
        sign = -sign;
    }
    assert!(left == 0 || leaf.position.is_over(), "{pv:?} ends {left} plies early");
    sign * minimax(&leaf, evaluator, objective, 0)
}

/// What the search reports must be what minimax says: values, order, choice among equals, principal variations.
fn check<E: Evaluator>(position: &Position, evaluator: &E, plan: &Plan, depth: u32, lines: usize, report: &Report) {
    let objective = plan.objective;
    if position.is_over() {
        assert!(report.lines.is_empty());
        return;
    }
    for line in &report.lines {
        let certain = depth >= position.empties();
        assert_eq!(line.certainty, if certain { Certainty::Exact } else { Certainty::Depth(depth) });
        assert_eq!(value_of_line(position, &line.pv, evaluator, objective, depth), line.value, "{position:?}");
    }
    let mut values = oracle(position, evaluator, objective, depth);
    if values.is_empty() {
        let leaf = Leaf { position: *position, before: None, forfeits: 0 };
        assert_eq!(report.lines.len(), 1);
        assert_eq!(report.lines[0].pv[0], Move::Pass);
        assert_eq!(report.lines[0].value, minimax(&leaf, evaluator, objective, depth));
        return;
    }
    values.sort_by_key(|&(_, value)| -value);
    assert_eq!(report.lines.len(), lines.min(values.len()));
    let found: Vec<(Move, Value)> = report.lines.iter().map(|line| (line.pv[0], line.value)).collect();
    if plan.ties == Ties::First {
        assert_eq!(found, values[..found.len()], "{position:?}");
    } else {
        for (&(mv, value), &(_, expected)) in found.iter().zip(&values) {
            assert_eq!(value, expected, "{position:?}");
            assert!(values.contains(&(mv, value)), "{position:?}");
        }
    }
}

/// Searches with everything that must make no difference: several threads, cold and warm tables.
fn check_all<E: Evaluator>(position: &Position, evaluator: &E, depth: u32, lines: usize, searchers: &mut [Searcher]) {
    for objective in [Objective::Normal, Objective::Anti] {
        for ties in [Ties::First, Ties::Random(0x5eed ^ position.own)] {
            let plan = plan(objective, ties);
            let limits = to_depth(depth);
            let cold = search::search(position, evaluator, &plan, &limits, lines, &mut Silent);
            check(position, evaluator, &plan, depth.min(position.empties()), lines, &cold);
            for searcher in &mut *searchers {
                let warm = searcher.search(position, evaluator, &plan, &limits, lines, &mut Silent);
                check(position, evaluator, &plan, depth.min(position.empties()), lines, &warm);
                let moves = |report: &Report| report.lines.iter().map(|line| line.pv[0]).collect::<Vec<_>>();
                assert_eq!(moves(&cold), moves(&warm), "{position:?}");
            }
        }
    }
}

#[test]
fn root_values_are_those_of_minimax() {
    let mut rng = rng(5);
    for index in 0..1000 {
        let position =
            if index % 2 == 0 { scattered_position(&mut rng) } else { random_position(&mut rng, index % 61) };
        let depth = 1 + index % 3;
        for objective in [Objective::Normal, Objective::Anti] {
            let expected = oracle(&position, &Line, objective, depth);
            let found = root_values(&position, &Line, objective, depth);
            if expected.is_empty() {
                assert_eq!(found.is_empty(), position.is_over());
            } else {
                assert_eq!(found, expected, "{position:?}");
            }
        }
    }
}

fn searchers() -> Vec<Searcher> {
    [1, 2, 4].into_iter().map(|threads| Searcher::new(1, threads).unwrap()).collect()
}

#[test]
fn equals_minimax_in_the_middle_game() {
    let mut rng = rng(1);
    let mut searchers = searchers();
    for index in 0..60 {
        let position = random_position(&mut rng, 10 + index % 50);
        let depth = 1 + index % 4;
        let lines = [1, 2, 4, 64][index as usize / 4 % 4];
        check_all(&position, &Coarse, depth, lines, &mut searchers);
        check_all(&position, &Line, depth, lines, &mut searchers);
        check_all(&position, &Noise(9), depth, lines, &mut searchers);
    }
}

#[test]
fn equals_minimax_near_the_end() {
    let mut rng = rng(2);
    let mut searchers = searchers();
    for index in 0..150 {
        let position = random_position(&mut rng, index % 9);
        let depth = 1 + index % 7;
        let lines = [1, 2, 64][index as usize / 7 % 3];
        check_all(&position, &Coarse, depth, lines, &mut searchers);
        check_all(&position, &Line, depth, lines, &mut searchers);
    }
}

#[test]
fn equals_minimax_where_passes_and_ends_abound() {
    let mut rng = rng(3);
    let mut searchers = searchers();
    for index in 0..1500 {
        let position = scattered_position(&mut rng);
        let depth = 1 + index % if position.moves().count_ones() > 10 { 3 } else { 5 };
        let lines = [1, 3, 64][index as usize / 5 % 3];
        check_all(&position, &Coarse, depth, lines, &mut searchers);
        check_all(&position, &Line, depth, lines, &mut searchers);
    }
}

#[test]
fn equals_minimax_deeper() {
    let mut rng = rng(4);
    let mut searchers = searchers();
    for index in 0..6 {
        let position = random_position(&mut rng, 14 + index * 6);
        check_all(&position, &Line, 6, [1, 64][index as usize % 2], &mut searchers);
    }
}
