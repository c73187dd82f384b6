//! The share of a game clock for one move.

use std::time::Duration;

use super::solve::exact;
use super::{Clock, Limits};

/// The reserve for each later move: the delay between the engine and the clock (pipes, a slow GUI).
const LAG: Duration = Duration::from_millis(30);
/// The reserve for one delay by a busy machine. It is three times as large if increments refill the clock.
const RESERVE: Duration = Duration::from_millis(100);
/// The time is divided among the moves before the game is solved. Solving begins at one of these numbers of empty
/// squares: the largest that takes [`QUICKLY`] of the time left, or else the smallest.
const SOLVED: std::ops::RangeInclusive<u32> = 16..=23;
/// The part of the time left that a solve may take.
const QUICKLY: f64 = 1.0 / 8.0;
/// Positions a second that a solve is expected to visit.
const SPEED: f64 = 1e7;
/// The factor by which a move may exceed its share if the search needs it.
const STRETCH: f64 = 3.5;
/// The numbers of empty squares at which most games are lost, just before they can be solved. Such a move gets twice
/// the time.
const DECISIVE: std::ops::RangeInclusive<u32> = 18..=27;
/// The reciprocal of the fraction of the increment that a move may always use. The other constant limits this to a
/// fraction of the time left.
const GIVEN_BACK: u32 = 4;
const OF_LEFT: u32 = 8;

/// The reciprocals of the largest parts that are kept back of a move's own time, and of a period of overtime.
const OF_MOVE: u32 = 10;
const OF_PERIOD: u32 = 5;

/// The number of empty squares from which a game is solved with all the time that is left.
const LAST: u32 = 12;
const ENOUGH: Duration = Duration::from_millis(1);

/// The longest time that a clock is taken to have. Sums of longer ones could not be represented.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 3600);

/// The time for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveTime {
    /// The fair share. No iteration that would exceed it is begun.
    pub target: Duration,
    /// The time at which the search ends in any case. It is less than the clock's time.
    pub limit: Duration,
}

impl MoveTime {
    /// The share of a move with this many empty squares in the rest of a budget for the whole game. There is no
    /// reserve: no flag falls, so the last moves can be solved even without time left.
    #[must_use]
    pub fn of_budget(left: Duration, empties: u32) -> MoveTime {
        let left = left.min(LONGEST);
        let MoveTime { target, limit } =
            share(left, Duration::ZERO, part(empties, thinking(empties, left)), Duration::ZERO);
        let least = if empties <= LAST { ENOUGH } else { Duration::ZERO };
        MoveTime { target: target.max(least), limit: limit.max(least) }
    }

    /// The smaller time of both, for target and limit.
    pub(super) fn min(self, other: MoveTime) -> MoveTime {
        MoveTime { target: self.target.min(other.target), limit: self.limit.min(other.limit) }
    }
}

/// The number of later moves that need time. It is at least two, because a solve may take longer than expected.
fn thinking(empties: u32, left: Duration) -> u32 {
    let most = left.as_secs_f64() * QUICKLY * SPEED;
    let solved = SOLVED.rev().find(|&empties| exact(empties) <= most).unwrap_or(*SOLVED.start());
    (empties.saturating_sub(solved).div_ceil(2) + 1).max(2)
}

impl Clock {
    /// The clock of a move that has its own time.
    #[must_use]
    pub fn for_one_move(time: Duration) -> Clock {
        Clock { left: time, increment: Duration::ZERO, stones: Some(1), overtime: Some((time, 1)) }
    }

    /// True if this move has its own time, so that the search may use all of it.
    #[must_use]
    pub fn is_for_one_move(&self) -> bool {
        self.stones == Some(1) && self.overtime.is_none_or(|(_, stones)| stones == 1)
    }

    /// The share of a move with this many empty squares. Without time left both values are zero, and the answer comes
    /// at once.
    ///
    /// The sum of all shares never exceeds the clock, with a margin of 30 ms for each move to come. In overtime the
    /// margin is at most a fifth of the time left.
    #[must_use]
    pub fn share(&self, empties: u32) -> MoveTime {
        let clock = Clock {
            left: self.left.min(LONGEST),
            increment: self.increment.min(LONGEST),
            stones: self.stones,
            overtime: self.overtime.map(|(time, stones)| (time.min(LONGEST), stones)),
        };
        clock.representable_share(empties)
    }

    /// The share of a clock without times beyond [`LONGEST`].
    fn representable_share(&self, empties: u32) -> MoveTime {
        let moves = empties.div_ceil(2).max(1);
        let thinking = thinking(empties, self.left);
        match self.stones.filter(|&stones| stones > 0) {
            // In overtime, unused time of these stones is lost.
            Some(stones) => {
                let part = part(empties, stones.min(thinking));
                if self.is_for_one_move() {
                    share(self.left, Duration::ZERO, part, LAG.min(self.left / OF_MOVE))
                } else {
                    share_of_period(self.left, part, stones.min(moves))
                }
            }
            None => match self.overtime.filter(|&(_, stones)| stones > 0) {
                Some((time, stones)) => {
                    let main = share_of_moves(self.left, self.increment, part(empties, thinking), moves);
                    let stones = stones.min(moves);
                    let over = share_of_period(time, part(empties, stones), stones);
                    // When the main time runs out, only the overtime begins.
                    MoveTime { target: main.target + over.target / 2, limit: main.limit + over.target }
                }
                None => share_of_moves(self.left, self.increment, part(empties, thinking), moves),
            },
        }
    }
}

impl Limits {
    /// The limits of each of several searches (1 or more) for one move, so that all of them stay within these limits.
    /// The move is made with this many empty squares.
    #[must_use]
    pub(crate) fn divided(&self, empties: u32, searches: u32) -> Limits {
        if searches <= 1 {
            return self.clone();
        }
        let of_clock = self.clock.map(|clock| clock.share(empties).target);
        let of_budget = self.budget.map(|left| MoveTime::of_budget(left, empties).target);
        let time = [self.time, of_clock, of_budget].into_iter().flatten().min();
        Limits {
            nodes: self.nodes.map(|nodes| (nodes / u64::from(searches)).max(1)),
            time: time.map(|time| time / searches),
            clock: None,
            budget: None,
            ..self.clone()
        }
    }
}

/// This move's part of the time for the next `thinking` moves.
fn part(empties: u32, thinking: u32) -> f64 {
    let total: f64 = (0..thinking).map(|later| weight(empties.saturating_sub(later.saturating_mul(2)))).sum();
    weight(empties) / total
}

fn weight(empties: u32) -> f64 {
    if DECISIVE.contains(&empties) { 2.0 } else { 1.0 }
}

/// The share that leaves the reserve, and the lag of `moves` moves.
fn share_of_moves(left: Duration, increment: Duration, part: f64, moves: u32) -> MoveTime {
    share(left, increment, part, reserve(increment, moves))
}

/// The share in a period of overtime for `moves` moves. A short period has no room for the whole reserve.
fn share_of_period(left: Duration, part: f64, moves: u32) -> MoveTime {
    share(left, Duration::ZERO, part, reserve(Duration::ZERO, moves).min(left / OF_PERIOD))
}

/// The reserve for delays, and the lag of `moves` moves.
fn reserve(increment: Duration, moves: u32) -> Duration {
    RESERVE + (2 * increment).min(2 * RESERVE) + LAG + LAG.saturating_sub(increment) * (moves - 1)
}

/// The share of a move that gets `part` of the time left, after a reserve.
fn share(left: Duration, increment: Duration, part: f64, kept_back: Duration) -> MoveTime {
    let usable = left.saturating_sub(kept_back);
    let most = if part >= 1.0 { usable } else { usable * 2 / 3 };
    let least = (increment / GIVEN_BACK).min(left / OF_LEFT);
    let target = (usable.mul_f64(part) + increment.saturating_sub(LAG)).min(most);
    MoveTime { target: target.max(least), limit: target.mul_f64(STRETCH).min(most).max(least) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ZERO: Duration = Duration::ZERO;

    #[test]
    fn times_without_end_have_a_share() {
        let endless = Clock { left: Duration::MAX, increment: Duration::MAX, stones: None, overtime: None };
        for clock in
            [endless, Clock { overtime: Some((Duration::MAX, 5)), ..endless }, Clock::for_one_move(Duration::MAX)]
        {
            assert!(clock.share(40).target > ZERO, "{clock:?}");
        }
        assert!(MoveTime::of_budget(Duration::MAX, 40).target > ZERO);
    }

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// Plays the moves of a game by the clock. Each takes its limit and a delay outside the engine. False if a flag
    /// falls.
    fn survives(mut clock: Clock, first_empties: u32, delay: Duration) -> bool {
        let mut empties = first_empties;
        let period = clock.overtime;
        while empties > 0 {
            let used = clock.share(empties).limit + delay;
            match clock.stones {
                None if used <= clock.left => clock.left = clock.left - used + clock.increment,
                None => {
                    let Some((time, stones)) = period else { return false };
                    let over = used - clock.left;
                    if over > time {
                        return false;
                    }
                    (clock.left, clock.stones) =
                        if stones == 1 { (time, Some(1)) } else { (time - over, Some(stones - 1)) };
                }
                Some(stones) => {
                    if used > clock.left {
                        return false;
                    }
                    let (time, full) = period.expect("stones are played in overtime only");
                    (clock.left, clock.stones) =
                        if stones == 1 { (time, Some(full)) } else { (clock.left - used, Some(stones - 1)) };
                }
            }
            empties = empties.saturating_sub(2);
        }
        true
    }

    proptest! {
        #[test]
        fn sudden_death_never_falls(left in 0u64..4_000_000, increment in 0u64..20_000, empties in 1u32..=60) {
            let clock = Clock { left: milliseconds(left), increment: milliseconds(increment), stones: None, overtime: None };
            prop_assert!(survives(clock, empties, ZERO));
        }

        #[test]
        fn a_slow_gui_is_allowed_for(left in 900u64..4_000_000, increment in 0u64..20_000, empties in 1u32..=60) {
            let clock = Clock { left: milliseconds(left), increment: milliseconds(increment), stones: None, overtime: None };
            prop_assert!(survives(clock, empties, milliseconds(25)));
        }

        #[test]
        fn overtime_never_falls(
            main in 0u64..600_000,
            time in 0u64..600_000,
            stones in 1u32..30,
            empties in 1u32..=60,
        ) {
            let overtime = Some((milliseconds(time), stones));
            let clock = Clock { left: milliseconds(main), increment: ZERO, stones: None, overtime };
            prop_assert!(survives(clock, empties, ZERO));
            let clock = Clock { left: milliseconds(time), stones: Some(stones), ..clock };
            prop_assert!(survives(clock, empties, ZERO));
        }

        #[test]
        fn a_limit_is_no_less_than_its_target(left in 0u64..4_000_000, increment in 0u64..20_000, empties in 1u32..=60) {
            let clock = Clock { left: milliseconds(left), increment: milliseconds(increment), stones: None, overtime: None };
            let share = clock.share(empties);
            prop_assert!(share.limit >= share.target);
            prop_assert!(share.limit < clock.left || clock.left == ZERO);
        }
    }

    #[test]
    fn an_empty_clock_answers_at_once() {
        let clock = Clock { left: ZERO, increment: ZERO, stones: None, overtime: None };
        assert_eq!(clock.share(60), MoveTime { target: ZERO, limit: ZERO });
    }

    #[test]
    fn a_short_period_is_used_except_for_a_small_part() {
        for (left, limit) in [(50, 45), (100, 90), (200, 180), (1_000, 970)] {
            let clock = Clock { left: milliseconds(left), increment: ZERO, stones: Some(1), overtime: None };
            assert_eq!(clock.share(50).limit, milliseconds(limit));
            assert_eq!(Clock::for_one_move(clock.left).share(50).limit, milliseconds(limit));
        }
        // Three moves in 0.3 s.
        let mut clock = Clock { stones: Some(3), ..Clock::for_one_move(milliseconds(300)) };
        clock.overtime = Some((clock.left, 3));
        let mut used = ZERO;
        for stones in (1..=3).rev() {
            clock.stones = Some(stones);
            let target = clock.share(50).target;
            used += target;
            clock.left -= target;
        }
        assert!(used > milliseconds(250) && !clock.left.is_zero(), "{used:?}");
    }

    #[test]
    fn stones_beyond_the_end_of_the_game_change_nothing() {
        let [many, few] = [u32::MAX, 60].map(|stones| {
            let overtime = Some((milliseconds(30_000), stones));
            Clock { left: milliseconds(60_000), increment: ZERO, stones: None, overtime }.share(60)
        });
        assert_eq!(many, few);
    }

    /// On a clock with an increment of 10 ms no reserve is possible, but the search still uses a part of the increment.
    #[test]
    fn an_increment_is_used_on_the_shortest_clock() {
        let clock = Clock { left: milliseconds(100), increment: milliseconds(10), stones: None, overtime: None };
        let share = clock.share(50);
        assert_eq!(share.limit, Duration::from_micros(2_500));
        let empty = Clock { left: milliseconds(8), ..clock };
        assert_eq!(empty.share(50).limit, milliseconds(1));
    }

    /// With five seconds, a twentieth of increment and all limits used up, one move in five can be late by 0.19 s.
    #[test]
    fn increments_pay_for_delays() {
        let mut clock = Clock { left: milliseconds(5_000), increment: milliseconds(50), stones: None, overtime: None };
        for empties in (1..=60).rev().step_by(2) {
            let used = clock.share(empties).limit + if empties % 10 == 8 { milliseconds(190) } else { milliseconds(5) };
            assert!(used < clock.left, "{empties}: {used:?} of {:?}", clock.left);
            clock.left = clock.left - used + clock.increment;
        }
    }

    #[test]
    fn most_time_goes_where_games_are_lost() {
        // With much time the game is solved from 23 empty squares on.
        for (budget, decisive) in [(400, &[20, 22, 24, 26][..]), (300_000, &[24, 26])] {
            let mut left = milliseconds(budget);
            let mut taken = [ZERO; 61];
            for empties in (2..=60).rev().step_by(2) {
                taken[empties as usize] = MoveTime::of_budget(left, empties).target;
                left -= taken[empties as usize].min(left);
            }
            for &decisive in decisive {
                for other in (28..=60).step_by(2) {
                    assert!(taken[decisive] > taken[other] * 3 / 2, "{decisive} {other} {taken:?}");
                }
            }
        }
    }

    #[test]
    fn a_budget_is_used_and_exceeded_only_where_a_solve_takes_no_time() {
        let budget = milliseconds(420);
        let mut left = budget;
        for empties in (1..=60).rev().step_by(2) {
            assert!(MoveTime::of_budget(left, empties).limit <= left.max(ENOUGH));
            left = left.saturating_sub(MoveTime::of_budget(left, empties).target);
        }
        assert!(left < budget / 4, "{left:?}");
        assert_eq!(MoveTime::of_budget(ZERO, LAST + 1), MoveTime { target: ZERO, limit: ZERO });
        assert_eq!(MoveTime::of_budget(ZERO, LAST), MoveTime { target: ENOUGH, limit: ENOUGH });
    }

    #[test]
    fn the_time_is_used() {
        let clock = Clock { left: milliseconds(300_000), increment: ZERO, stones: None, overtime: None };
        let mut left = clock.left;
        for empties in (1..=60).rev().step_by(2) {
            left -= Clock { left, ..clock }.share(empties).target;
        }
        assert!(left < clock.left / 4, "{left:?}");
        // An increment is spent move by move.
        let blitz = Clock { left: milliseconds(5_000), increment: milliseconds(2_000), ..clock };
        assert!(blitz.share(50).target > milliseconds(1_500));
    }

    #[test]
    fn several_searches_share_the_limits_of_one_move() {
        let seconds = Duration::from_secs;
        let limits = Limits { depth: Some(5), nodes: Some(90), time: Some(seconds(3)), ..Limits::default() };
        let part = limits.divided(40, 3);
        assert_eq!((part.depth, part.nodes, part.time), (Some(5), Some(30), Some(seconds(1))));
        let clock = Clock { left: seconds(60), increment: ZERO, stones: None, overtime: None };
        let part = Limits { clock: Some(clock), ..Limits::default() }.divided(40, 3);
        assert_eq!((part.time, part.clock), (Some(clock.share(40).target / 3), None));
        let unlimited = Limits::default().divided(40, 3);
        assert_eq!((unlimited.nodes, unlimited.time), (None, None));
    }
}
