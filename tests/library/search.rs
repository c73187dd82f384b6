//! The search against its definition: plain minimax on random positions, with passes and ends of games, both
//! objectives, several lines, several threads, cold and warm tables.

mod support;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::seq::{IteratorRandom, SliceRandom};
use rival::board::{Move, Objective, Position, squares};
use rival::eval::patterns::shipped;
use rival::eval::probcut::Selectivity;
use rival::eval::{Evaluator, FINISHED, Leaf, Value, Worth};
use rival::search::{
    self, Certainty, Clock, Iteration, Limits, Observer, Plan, Query, Report, Searcher, SilentObserver, Stop, Ties,
    minimax,
};
use support::{Coarse, Line, Noise, random_position, rng, scattered_position};

fn plan(objective: Objective, ties: Ties) -> Plan {
    Plan { ties, ..Plan::new(objective) }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Every root move with its worth by minimax, lowest square first.
fn oracle<E: Evaluator>(position: &Position, evaluator: &E, objective: Objective, depth: u32) -> Vec<(Move, Worth)> {
    squares(position.moves())
        .map(|square| {
            let leaf = Leaf { position: position.play(square), before: Some(*position), passes: 0 };
            (Move::Place(square), evaluator.worth(-minimax(&leaf, evaluator, objective, depth - 1)))
        })
        .collect()
}

/// The value at the end of a principal variation.
fn worth_of_line<E: Evaluator>(
    position: &Position,
    pv: &[Move],
    evaluator: &E,
    objective: Objective,
    depth: u32,
) -> Worth {
    let mut leaf = Leaf { position: *position, before: None, passes: 0 };
    let mut left = depth;
    let mut sign = 1;
    for &mv in pv {
        leaf = match mv {
            Move::Place(square) => {
                assert_ne!(leaf.position.moves() & square.bit(), 0, "illegal move {mv} in {pv:?}");
                left -= 1;
                Leaf { position: leaf.position.play(square), before: Some(leaf.position), passes: -leaf.passes }
            }
            Move::Pass => {
                assert_eq!(leaf.position.moves(), 0, "a pass with moves in {pv:?}");
                Leaf { position: leaf.position.pass(), before: leaf.before, passes: 1 - leaf.passes }
            }
        };
        sign = -sign;
    }
    assert!(left == 0 || leaf.position.is_over(), "{pv:?} ends {left} plies early");
    evaluator.worth(sign * minimax(&leaf, evaluator, objective, 0))
}

/// Compares a report with minimax: values, order, choice among equals, principal variations.
fn check<E: Evaluator>(position: &Position, evaluator: &E, plan: &Plan, depth: u32, lines: usize, report: &Report) {
    let objective = plan.objective;
    if position.is_over() {
        assert!(report.lines.is_empty());
        return;
    }
    for line in &report.lines {
        let certain = depth >= position.empties();
        assert_eq!(line.value.certainty(), if certain { Certainty::Exact } else { Certainty::Depth(depth) });
        assert_eq!(worth_of_line(position, &line.pv, evaluator, objective, depth), line.worth, "{position:?}");
    }
    let mut values = oracle(position, evaluator, objective, depth);
    if values.is_empty() {
        let leaf = Leaf { position: *position, before: None, passes: 0 };
        assert_eq!(report.lines.len(), 1);
        assert_eq!(report.lines[0].pv[0], Move::Pass);
        assert_eq!(report.lines[0].worth, evaluator.worth(minimax(&leaf, evaluator, objective, depth)));
        return;
    }
    values.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    assert_eq!(report.lines.len(), lines.min(values.len()));
    let found: Vec<(Move, Worth)> = report.lines.iter().map(|line| (line.pv[0], line.worth)).collect();
    if plan.ties == Ties::First {
        assert_eq!(found, values[..found.len()], "{position:?}");
    } else {
        for (&(mv, value), &(_, expected)) in found.iter().zip(&values) {
            assert_eq!(value, expected, "{position:?}");
            assert!(values.contains(&(mv, value)), "{position:?}");
        }
    }
}

/// Searches with several threads and with cold and warm tables, which must make no difference.
fn check_all<E: Evaluator>(position: &Position, evaluator: &E, depth: u32, lines: usize, searchers: &mut [Searcher]) {
    for objective in [Objective::Normal, Objective::Anti] {
        for ties in [Ties::First, Ties::Random(0x5eed ^ position.own)] {
            let plan = plan(objective, ties);
            let limits = to_depth(depth);
            let cold = search::search(
                Query { position: *position, plan: &plan, limits: &limits, lines },
                evaluator,
                &mut SilentObserver,
            );
            check(position, evaluator, &plan, depth.min(position.empties()), lines, &cold);
            for searcher in &mut *searchers {
                let warm = searcher.search(
                    Query { position: *position, plan: &plan, limits: &limits, lines },
                    evaluator,
                    &mut SilentObserver,
                );
                check(position, evaluator, &plan, depth.min(position.empties()), lines, &warm);
                let moves = |report: &Report| report.lines.iter().map(|line| line.pv[0]).collect::<Vec<_>>();
                assert_eq!(moves(&cold), moves(&warm), "{position:?}");
            }
        }
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let mut rng = rng(12);
    let mut searchers = searchers();
    for index in 0..8 {
        let position = random_position(&mut rng, 20 + index * 4);
        let plan = plan([Objective::Normal, Objective::Anti][index as usize % 2], Ties::Random(u64::from(index)));
        let found: Vec<Vec<(Move, Worth)>> = searchers
            .iter_mut()
            .map(|searcher| {
                let lines = [1, 3, 64][index as usize % 3];
                let report = searcher.search(
                    Query { position, plan: &plan, limits: &to_depth(8), lines },
                    &Coarse,
                    &mut SilentObserver,
                );
                for line in &report.lines {
                    let worth = worth_of_line(&position, &line.pv, &Coarse, plan.objective, 8);
                    assert_eq!(worth, line.worth);
                }
                report.lines.iter().map(|line| (line.pv[0], line.worth)).collect()
            })
            .collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{position:?}");
    }
}

/// Searchers that are asked for the positions of games one after the other (in order, backwards, shuffled), at depths
/// and selectivities in turn, find what a fresh one finds. Without a selectivity that is each move and its value; with
/// one, whose cuts depend on what was asked, everything to the number of positions.
#[test]
fn a_sequence_of_positions_gives_what_each_gives_alone() {
    let patterns = &shipped::patterns().patterns;
    let mut searchers = searchers();
    for seed in 0..6 {
        let mut rng = rng(100 + seed);
        let mut positions = Vec::new();
        let mut position = random_position(&mut rng, 44);
        while position.empties() > 20 && !position.is_over() {
            positions.push(position);
            let moves = squares(position.moves());
            position = moves.choose(&mut rng).map_or_else(|| position.pass(), |square| position.play(square));
        }
        match seed % 3 {
            0 => {}
            1 => positions.reverse(),
            _ => positions.shuffle(&mut rng),
        }
        for (index, position) in positions.iter().enumerate() {
            let level = [0, 4, 1, 6][index % 4];
            let selectivity = Selectivity::new(level).unwrap();
            let plan = Plan { selectivity, ..plan(Objective::Normal, Ties::First) };
            let limits = to_depth([6, 8, 7, 9, 5][index % 5] - u32::from(level == 0));
            let ask = |searcher: &mut Searcher| {
                searcher.search(
                    Query { position: *position, plan: &plan, limits: &limits, lines: [1, 4][index / 4 % 2] },
                    patterns,
                    &mut SilentObserver,
                )
            };
            let fresh = ask(&mut Searcher::new(1, 1).unwrap());
            for searcher in &mut searchers {
                let found = ask(searcher);
                let moves =
                    |report: &Report| report.lines.iter().map(|line| (line.pv[0], line.worth)).collect::<Vec<_>>();
                assert_eq!(moves(&found), moves(&fresh), "{position:?} {selectivity:?} {limits:?}");
                if selectivity != Selectivity::OFF {
                    assert_eq!((&found.lines, found.nodes), (&fresh.lines, fresh.nodes), "{position:?} {limits:?}");
                }
            }
        }
    }
}

/// Counts what is reported, and stops the search when enough is.
struct StopAt(u32, Stop);

impl Observer for StopAt {
    fn iteration(&mut self, iteration: &Iteration) {
        if iteration.certainty() == Certainty::Depth(self.0) {
            self.1.stop();
        }
    }
}

#[test]
fn a_stopped_search_reports_its_last_iteration_and_visits_little_more() {
    let mut rng = rng(6);
    let mut searchers = searchers();
    for empties in [20, 33, 48, 59] {
        let position = random_position(&mut rng, empties);
        for searcher in &mut searchers {
            let limits = Limits::default();
            let mut observer = StopAt(5, limits.stop.clone());
            let plan = plan(Objective::Normal, Ties::First);
            let report =
                searcher.search(Query { position, plan: &plan, limits: &limits, lines: 1 }, &Coarse, &mut observer);
            check(&position, &Coarse, &plan, 5, 1, &report);
            assert_eq!(report.certainty(), Certainty::Depth(5));
            // A stop before the search still gives a search of one ply.
            let report = searcher.search(
                Query { position, plan: &plan, limits: &limits, lines: 64 },
                &Coarse,
                &mut SilentObserver,
            );
            check(&position, &Coarse, &plan, 1, 64, &report);
            assert!(report.nodes < 100);
        }
    }
}

/// An evaluator that stops the search at one of its calls, and counts those that follow.
struct Stopping {
    calls: AtomicU64,
    at: u64,
    stop: Stop,
}

impl Evaluator for Stopping {
    type State = ();

    fn evaluate(&self, leaf: &Leaf) -> Value {
        if self.calls.fetch_add(1, Ordering::Relaxed) == self.at {
            self.stop.stop();
        }
        Noise(1).evaluate(leaf)
    }

    fn identity(&self) -> u64 {
        77
    }

    fn units_per_disc(&self) -> f64 {
        100.0
    }
}

#[test]
fn a_stop_in_the_middle_of_an_iteration_is_obeyed_within_few_evaluations() {
    let mut rng = rng(7);
    for threads in [1, 2, 4] {
        for at in [500, 20_000, 100_000] {
            let position = random_position(&mut rng, 40);
            let limits = Limits::default();
            let evaluator = Stopping { calls: AtomicU64::new(0), at, stop: limits.stop.clone() };
            let plan = plan(Objective::Normal, Ties::First);
            let mut searcher = Searcher::new(1, threads).unwrap();
            let report = searcher.search(
                Query { position, plan: &plan, limits: &limits, lines: 1 },
                &evaluator,
                &mut SilentObserver,
            );
            let Certainty::Depth(depth) = report.certainty() else { panic!("{report:?}") };
            if depth <= 5 {
                check(&position, &Noise(1), &plan, depth, 1, &report);
            }
            let late = evaluator.calls.load(Ordering::Relaxed) - at;
            // A thread looks at the flag every 512 positions; some evaluations only order moves.
            assert!(late < 4000 * threads as u64, "{late} evaluations after the stop");
        }
    }
}

#[test]
fn a_node_limit_is_kept_and_gives_the_same_whatever_was_searched_before() {
    let mut rng = rng(8);
    let mut warm = Searcher::new(1, 1).unwrap();
    for nodes in [1, 300, 5_000, 100_000] {
        let position = random_position(&mut rng, 44);
        let plan = plan(Objective::Normal, Ties::First);
        warm.search(Query { position, plan: &plan, limits: &to_depth(7), lines: 1 }, &Noise(2), &mut SilentObserver);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let one =
            warm.search(Query { position, plan: &plan, limits: &limits, lines: 1 }, &Noise(2), &mut SilentObserver);
        let other = Searcher::new(4, 1).unwrap().search(
            Query { position, plan: &plan, limits: &limits, lines: 1 },
            &Noise(2),
            &mut SilentObserver,
        );
        assert_eq!((&one.lines, one.nodes), (&other.lines, other.nodes));
        assert!(one.nodes <= nodes.max(100));
        assert!(nodes < 1_000 || matches!(one.certainty(), Certainty::Depth(3..)));
    }
}

#[test]
fn ties_are_drawn_uniformly() {
    // The four first moves are mirror images: each should be drawn about 1000 times of 4000 (standard deviation 27).
    let mut drawn = [0; 64];
    for seed in 0..4000 {
        let plan = plan(Objective::Normal, Ties::Random(seed));
        let report = search::search(
            Query { position: Position::START, plan: &plan, limits: &to_depth(1), lines: 1 },
            &Coarse,
            &mut SilentObserver,
        );
        drawn[report.lines[0].pv[0].square().unwrap().index()] += 1;
    }
    let counts: Vec<i32> = drawn.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(counts.len(), 4);
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
}

#[test]
fn solved_from_where_the_plan_says() {
    let mut rng = rng(9);
    for index in 0..40 {
        let position = random_position(&mut rng, 6 + index % 3);
        if position.is_over() {
            continue;
        }
        for (objective, ties) in [(Objective::Normal, Ties::First), (Objective::Anti, Ties::Random(u64::from(index)))] {
            let plan = Plan { solve_from: 9, ..plan(objective, ties) };
            for lines in [1, 3, 64] {
                // The depth asked for does not reach the end: the plan does.
                let report = search::search(
                    Query { position, plan: &plan, limits: &to_depth(2), lines },
                    &Line,
                    &mut SilentObserver,
                );
                check(&position, &Line, &plan, position.empties(), lines, &report);
            }
        }
    }
}

#[test]
fn an_empty_clock_still_answers() {
    let mut rng = rng(10);
    let clock = Clock { left: Duration::ZERO, increment: Duration::ZERO, stones: None, overtime: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    for empties in [60, 40, 25, 12, 5] {
        let position = random_position(&mut rng, empties);
        if position.moves() != 0 {
            let plan = Plan { solve_from: 20, ..plan(Objective::Normal, Ties::First) };
            let report = search::search(
                Query { position, plan: &plan, limits: &limits, lines: 1 },
                &Coarse,
                &mut SilentObserver,
            );
            check(&position, &Coarse, &plan, 1, 1, &report);
        }
    }
}

#[test]
fn iterations_are_reported_from_the_first_depth_on() {
    struct Depths(Vec<Certainty>);
    impl Observer for Depths {
        fn iteration(&mut self, iteration: &Iteration) {
            let certainty = iteration.certainty();
            assert!(iteration.lines.iter().all(|line| line.value.certainty() == certainty));
            self.0.push(certainty);
        }
    }
    let position = random_position(&mut rng(11), 14);
    let plan = Plan { first_depth: 3, solve_from: 14, ..plan(Objective::Normal, Ties::First) };
    let mut observer = Depths(Vec::new());
    search::search(Query { position, plan: &plan, limits: &to_depth(6), lines: 64 }, &Coarse, &mut observer);
    let expected =
        [Certainty::Depth(3), Certainty::Depth(4), Certainty::Depth(5), Certainty::Depth(6), Certainty::Exact];
    assert_eq!(observer.0, expected);
}

#[test]
fn settings_out_of_range_are_refused() {
    assert_eq!(Searcher::new(0, 1).unwrap_err().to_string(), "hash size: found 0 MB, expected 1 to 1048576");
    assert!(Searcher::new(10_000_000, 1).is_err());
    assert_eq!(Searcher::new(1, 0).unwrap_err().to_string(), "threads: found 0, expected 1 to 256");
    assert!(Searcher::new(1, 10_000).is_err());
}

/// An evaluation outside the range of values.
struct Excessive(Value);

impl Evaluator for Excessive {
    type State = ();

    fn evaluate(&self, _: &Leaf) -> Value {
        self.0
    }

    fn identity(&self) -> u64 {
        2
    }

    fn units_per_disc(&self) -> f64 {
        1.0
    }
}

#[test]
fn a_search_ends_whatever_the_evaluation() {
    for value in [FINISHED + 65, -FINISHED - 65, Value::MAX / 2] {
        let plan = plan(Objective::Normal, Ties::First);
        let query = Query { position: Position::START, plan: &plan, limits: &to_depth(3), lines: 1 };
        assert_eq!(search::search(query, &Excessive(value), &mut SilentObserver).lines.len(), 1);
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
    for index in 0..84 {
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
    for index in 0..300 {
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
