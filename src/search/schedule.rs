//! The course of a search within its limits: its depths, when it solves the game, and when it stops.

use std::sync::Arc;
use std::time::Duration;

use super::budget::Budget;
use super::clock::MoveTime;
use super::deepen::{DEEP, Deepening};
use super::endgame::{Goal, Solver};
use super::solve::{Pace, exact};
use super::table::TranspositionTable;
use super::{Certainty, Limits, Observer, Plan, Query, Report};
use crate::eval::Evaluator;
use crate::machine::thinking::Instant;

/// A solve may always visit this number of positions.
const SMALL: f64 = 4e6;
/// The positions that a solve may visit for each position searched before it.
const WORTH: f64 = 3.25;

/// Under a clock the solver tries to decide the winner this many empty squares before the whole game.
const EARLIER: u32 = 2;
/// The winner is asked for in this part of the time that the certain answer takes, if likely answers count. With a
/// quarter of it more games were thrown away than without asking.
const SOONER: u32 = 2;

/// The largest used part of the fair share at which a new iteration begins. With 0.5 much of a clock stays unused.
const NEXT: f64 = 0.7;
/// From this depth on, that part is multiplied by what the last iterations say of the choice.
const TELLING: u32 = 8;
/// The factor if the best move stayed the same for this number of iterations, the larger number first.
const UNCHANGED: [(u32, f64); 2] = [(4, 0.45), (2, 0.7)];
/// The factor if the last iteration changed the best move.
const CHANGED: f64 = 1.8;
/// The factor if the last iteration lowered its value by more discs than this.
const LOWERED: (f64, f64) = (1.5, 1.6);
/// From this depth on, an iteration under a clock goes two plies deeper than the last one if it may use ProbCut: an
/// intermediate ply costs more than its move order saves.
const BY_TWO: u32 = 6;
/// The part of the fair share that is spent on a forced move: enough for a value worth showing.
const FORCED: f64 = 0.05;
/// Megabytes of a hash table for a single search: shallow, and deep.
const OWN_HASH: [u64; 2] = [1, 16];
/// The depth from which a search uses the larger table.
const LONG: u32 = 9;

/// State that outlives a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct SharedState<'a> {
    pub table: &'a TranspositionTable,
    pub solver: &'a Solver,
    pub pace: &'a Pace,
    pub threads: usize,
}

/// See [`search`](super::search()).
pub(super) fn run<E: Evaluator>(
    query: Query<'_>,
    evaluator: &E,
    observer: &mut dyn Observer,
    shared: SharedState<'_>,
) -> Report {
    let start = Instant::now();
    let Query { position, plan, limits, lines } = query;
    let empties = position.empties();
    let of_clock = limits.clock.map(|clock| clock.share(empties));
    let of_budget = limits.budget.map(|left| MoveTime::of_budget(left, empties));
    let share = of_clock.into_iter().chain(of_budget).reduce(MoveTime::min);
    let time = [limits.time, share.map(|share| share.limit)].into_iter().flatten().min();
    let deadline = time.and_then(|time| start.checked_add(time));
    let budget = Budget::new(start, deadline, limits.nodes, limits.stop.clone());
    let own_table = own_table(evaluator, plan, limits).map(Arc::new);
    let table = own_table.as_deref().unwrap_or(shared.table);
    let threads = if own_table.is_some() { 1 } else { shared.threads };
    // If only the depth is limited, the solver has all the time it needs, so any table gives the same result.
    let alone = own_table.clone().filter(|_| limits.nodes.is_some());
    let alone = alone.map(|table| shared.solver.clone().with_table(table).with_threads(1));
    let solver = alone.as_ref().unwrap_or(shared.solver);
    let hashed = limits.depth.is_none_or(|depth| depth >= DEEP);
    let searched = Deepening::new(query, evaluator, &budget, hashed.then_some(table), threads);
    let Some(mut deepening) = searched else {
        return Report::over();
    };
    if let Some(only) = limits.moves {
        deepening.keep(only);
    }

    let selective = plan.is_selective(evaluator);
    let schedule = Schedule {
        solves: empties <= plan.solve_from + if selective && budget.is_timed() { EARLIER } else { 0 },
        to_the_end: limits.depth.is_none_or(|depth| depth >= empties),
        first: plan.first_depth,
        depth: limits.depth.unwrap_or(empties).clamp(1, empties),
        target: share.map(|share| share.target),
        uses_all: limits.clock.is_some_and(|clock| clock.is_for_one_move()) && limits.budget.is_none(),
        empties,
        single: lines <= 1,
        selective,
    };
    schedule.run(&mut deepening, &budget, solver, shared.pace, observer);
    deepening.report()
}

/// The hash table of a search whose result must not depend on a shared table: one with a limit of positions, or of
/// fixed depth with ProbCut, whose cuts depend on the window. Such a search has one thread.
fn own_table<E: Evaluator>(evaluator: &E, plan: &Plan, limits: &Limits) -> Option<TranspositionTable> {
    let megabytes = match limits.depth {
        _ if limits.nodes.is_some() => OWN_HASH[1],
        Some(depth) if depth >= DEEP => OWN_HASH[usize::from(depth >= LONG)],
        _ => return None,
    };
    let timed = limits.time.is_some() || limits.clock.is_some() || limits.budget.is_some();
    (limits.nodes.is_some() || (plan.is_selective(evaluator) && !timed))
        .then(|| TranspositionTable::new(megabytes).expect("a small table can be had"))
}

/// The course of one search.
#[derive(Debug)]
struct Schedule {
    /// True if the personality solves the game from here on.
    solves: bool,
    /// True if the requested depth reaches the end of the game.
    to_the_end: bool,
    /// The first reported depth.
    first: u32,
    /// The depth of the deepest iteration.
    depth: u32,
    /// The fair share of a game clock.
    target: Option<Duration>,
    /// True if the clock is for this move only, so that unused time is lost.
    uses_all: bool,
    empties: u32,
    /// True if a move is wanted, not hints.
    single: bool,
    /// True if the personality uses ProbCut and the position has a choice of moves.
    selective: bool,
}

impl Schedule {
    fn run<E: Evaluator>(
        &self,
        deepening: &mut Deepening<'_, E>,
        budget: &Budget,
        solver: &Solver,
        pace: &Pace,
        observer: &mut dyn Observer,
    ) {
        let first = self.first.clamp(1, self.depth);
        let mut depth = 1;
        let mut asked = false;
        loop {
            if depth >= first {
                observer.iteration(&deepening.report());
            }
            if deepening.is_solved() || self.is_enough(deepening, budget) {
                return;
            }
            let goal = self.solvable(depth, budget, pace, self.spares(deepening));
            let goal = goal.filter(|goal| *goal == Goal::Exact || !asked);
            match goal.or_else(|| self.ends(depth, budget).then_some(Goal::Exact)) {
                Some(Goal::WinLossDraw) => {
                    asked = true;
                    let winner = deepening.decide(solver, pace, self.selective, &mut |deepening| {
                        let report = deepening.report();
                        if !matches!(report.certainty(), Certainty::Depth(_)) {
                            observer.iteration(&report);
                        }
                        !self.is_enough(deepening, budget)
                    });
                    match winner {
                        None => return,
                        // In a lost game the deeper search continues, to find what is hardest to refute.
                        Some(false) => {}
                        Some(true) => {
                            // The time on a game clock is better spent on the next moves than on the exact margin.
                            if !self.saves() && deepening.solve(solver, pace) {
                                observer.iteration(&deepening.report());
                            }
                            return;
                        }
                    }
                }
                Some(Goal::Exact) => {
                    if deepening.solve(solver, pace) {
                        observer.iteration(&deepening.report());
                    }
                    return;
                }
                None => {}
            }
            if depth >= self.depth {
                return;
            }
            // Shallow searches go straight to their final depth.
            depth = if depth == 1 && self.depth < DEEP {
                first.max(2)
            } else {
                (depth + self.step(depth, budget)).min(self.depth)
            };
            if !deepening.iterate(depth) {
                return;
            }
        }
    }

    /// True if an iteration of this depth reaches the end of the game. The rest of a limit is best spent on exact
    /// scores.
    fn ends(&self, depth: u32, budget: &Budget) -> bool {
        depth >= self.empties && !self.saves() && budget.is_limited()
    }

    /// The difference between the depth of the next iteration and this one.
    fn step(&self, depth: u32, budget: &Budget) -> u32 {
        if depth >= BY_TWO && self.selective && budget.is_timed() { 2 } else { 1 }
    }

    /// True if another iteration is not worth starting.
    fn is_enough<E: Evaluator>(&self, deepening: &Deepening<'_, E>, budget: &Budget) -> bool {
        let part = match (self.spares(deepening), self.uses_all) {
            (true, _) => FORCED,
            (false, true) => 1.0,
            (false, false) => NEXT * doubt(deepening.depth, deepening.unchanged, deepening.lowered),
        };
        budget.is_spent() || self.target.is_some_and(|target| budget.start.elapsed() >= target.mul_f64(part))
    }

    /// True if unused time is left for later moves.
    fn saves(&self) -> bool {
        self.target.is_some() && !self.uses_all
    }

    /// True if a game clock runs and there is only one move.
    fn spares<E: Evaluator>(&self, deepening: &Deepening<'_, E>) -> bool {
        self.target.is_some() && self.single && deepening.is_forced()
    }

    /// The solver's task after an iteration of this depth.
    fn solvable(&self, depth: u32, budget: &Budget, pace: &Pace, spares: bool) -> Option<Goal> {
        if !self.solves && !self.to_the_end {
            return None;
        }
        // Some iterations come first: they give an answer if the solve is stopped, and something to show until then.
        let before = if self.single { self.empties.saturating_sub(12) } else { self.empties / 2 };
        if depth < before.min(self.depth) {
            return None;
        }
        let values = if self.single { 1 } else { 4 };
        match budget.time_left() {
            Some(left) => {
                // The solver is asked for the winner if the margin is unlikely to be known in time. If its likely
                // answers count, it may begin what it will hardly finish.
                let goals = [Goal::Exact, Goal::WinLossDraw].into_iter().take(if self.single { 2 } else { 1 });
                let usable = if spares { left / 20 } else { left };
                goals.into_iter().find(|&goal| {
                    let expected = pace.estimate(self.empties, goal).saturating_mul(values);
                    let needed = match goal {
                        Goal::Exact => expected * 2,
                        Goal::WinLossDraw if self.selective => expected / SOONER,
                        Goal::WinLossDraw => expected,
                    };
                    needed <= usable
                })
            }
            None if self.solves => Some(Goal::Exact),
            // Without a clock the search solves when that is the best use of the time. It counts positions, not time,
            // so that the search is the same on every machine.
            None => {
                let fits = exact(self.empties) * f64::from(values) <= budget.visited() as f64 * WORTH + SMALL;
                fits.then_some(Goal::Exact)
            }
        }
    }
}

/// The time that another iteration is worth beside the usual: little if the choice has settled, more if the last
/// iteration of this depth changed the best move or lowered its value by many discs.
fn doubt(depth: u32, unchanged: u32, lowered: f64) -> f64 {
    if depth < TELLING {
        return 1.0;
    }
    let settled = UNCHANGED.into_iter().find(|(iterations, _)| unchanged >= *iterations);
    let of_choice = if unchanged == 0 { CHANGED } else { settled.map_or(1.0, |(_, factor)| factor) };
    let (discs, factor) = LOWERED;
    if lowered > discs { of_choice * factor } else { of_choice }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(solves: bool, single: bool) -> Schedule {
        Schedule {
            solves,
            to_the_end: false,
            first: 1,
            depth: 24,
            target: None,
            uses_all: false,
            empties: 24,
            single,
            selective: false,
        }
    }

    /// The limits differ so much that a busy machine changes nothing.
    fn budget(seconds: Option<u64>) -> Budget {
        let start = Instant::now();
        let deadline = seconds.map(|seconds| start + Duration::from_secs(seconds));
        Budget::new(start, deadline, None, Limits::default().stop)
    }

    fn solvable(schedule: Schedule, depth: u32, seconds: Option<u64>) -> Option<Goal> {
        schedule.solvable(depth, &budget(seconds), &Pace::default(), false)
    }

    #[test]
    fn who_wins_is_asked_where_the_margin_cannot_be_known_in_time() {
        // 49 million positions at the assumed speed of 8 million a second take 6 seconds, and 1.5 for the winner.
        assert_eq!(solvable(schedule(true, true), 12, Some(1000)), Some(Goal::Exact));
        assert_eq!(solvable(schedule(true, true), 12, Some(8)), Some(Goal::WinLossDraw));
        assert_eq!(solvable(schedule(true, true), 12, Some(1)), None);
        assert_eq!(solvable(schedule(true, true), 12, None), Some(Goal::Exact));
        // The solver does not run before the first answer, for hints, or if the personality does not solve.
        assert_eq!(solvable(schedule(true, true), 11, Some(1000)), None);
        assert_eq!(solvable(schedule(true, false), 12, Some(8)), None);
        assert_eq!(solvable(schedule(false, true), 12, Some(8)), None);
    }

    #[test]
    fn a_selective_search_asks_who_wins_sooner() {
        let selective = || Schedule { selective: true, ..schedule(true, true) };
        // The certain answer takes 1.5 s, a likely one half of that.
        let goals = [500, 1000].map(|milliseconds| {
            let start = Instant::now();
            let deadline = start + Duration::from_millis(milliseconds);
            let budget = Budget::new(start, Some(deadline), None, Limits::default().stop);
            selective().solvable(12, &budget, &Pace::default(), false)
        });
        assert_eq!(goals, [None, Some(Goal::WinLossDraw)]);
    }

    #[test]
    fn a_settled_choice_leaves_time_to_later_moves_and_a_doubtful_one_takes_more() {
        assert_eq!([1, 2, 3, 4, 9].map(|unchanged| doubt(10, unchanged, 0.0)), [1.0, 0.7, 0.7, 0.45, 0.45]);
        assert_eq!([doubt(10, 0, 0.0), doubt(10, 1, 1.6), doubt(10, 1, -5.0)], [1.8, 1.6, 1.0]);
        assert_eq!(doubt(10, 0, 2.0), 1.8 * 1.6);
        // Shallow iterations say little.
        assert_eq!(doubt(6, 0, 9.0), 1.0);
    }

    #[test]
    fn a_selective_search_with_a_deadline_deepens_by_two_plies() {
        let timed = budget(Some(1000));
        let free = budget(None);
        let exact = schedule(false, true);
        let selective = Schedule { selective: true, ..schedule(false, true) };
        assert_eq!([BY_TWO - 1, BY_TWO, BY_TWO + 1].map(|depth| selective.step(depth, &timed)), [1, 2, 2]);
        assert_eq!([selective.step(BY_TWO, &free), exact.step(BY_TWO, &timed)], [1, 1]);
    }
}
