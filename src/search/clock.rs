//! How much of a game clock one move may take.

use std::time::Duration;

use super::Clock;

/// Kept back for every move to come: what passes between the engine and the one who counts (pipes, a slow GUI).
const LAG: Duration = Duration::from_millis(30);
/// Kept back for the one time when the machine is busy.
const RESERVE: Duration = Duration::from_millis(100);
/// From about this many empty squares on a solved game costs next to nothing: the time is for the moves before.
const SOLVED: u32 = 16;
/// A move may take this many times its share if the search asks for it.
const STRETCH: f64 = 2.5;

/// What one move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The fair share: no iteration that would pass it is begun.
    pub target: Duration,
    /// The search ends here, wherever it is. Less than the clock's time.
    pub limit: Duration,
}

impl Clock {
    /// The share of a move with this many empty squares on the board. Both are zero when there is no time: the answer comes at once.
    ///
    /// However often a game asks, what it is given never exceeds what the clock holds, with a margin of 30 ms for each move to come.
    #[must_use]
    pub fn share(&self, empties: u32) -> Share {
        let moves = empties.div_ceil(2).max(1);
        let thinking = empties.saturating_sub(SOLVED).div_ceil(2) + 2;
        match self.stones.filter(|&stones| stones > 0) {
            // Overtime: what is not used for these stones is lost.
            Some(stones) => share(self.left, Duration::ZERO, stones.min(thinking), stones.min(moves)),
            None => match self.overtime.filter(|&(_, stones)| stones > 0) {
                Some((time, stones)) => {
                    let main = share(self.left, self.increment, thinking, moves);
                    let over = share(time, Duration::ZERO, stones, stones);
                    // The flag that falls in main time only starts the overtime.
                    Share { target: main.target + over.target / 2, limit: main.limit + over.target }
                }
                None => share(self.left, self.increment, thinking, moves),
            },
        }
    }
}

/// A share of the time for `moves` moves, of which the next `thinking` ones need the most.
fn share(left: Duration, increment: Duration, thinking: u32, moves: u32) -> Share {
    let usable = left.saturating_sub(RESERVE + LAG + LAG.saturating_sub(increment) * (moves - 1));
    let most = if thinking == 1 { usable } else { usable * 2 / 3 };
    let target = (usable / thinking + increment.saturating_sub(LAG)).min(most);
    Share { target, limit: target.mul_f64(STRETCH).min(most) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ZERO: Duration = Duration::ZERO;

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// Plays a game's moves by the clock, each taking the limit and a delay outside the engine. False if a flag falls.
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
        assert_eq!(clock.share(60), Share { target: ZERO, limit: ZERO });
    }

    #[test]
    fn the_time_is_used() {
        let clock = Clock { left: milliseconds(300_000), increment: ZERO, stones: None, overtime: None };
        let mut left = clock.left;
        for empties in (1..=60).rev().step_by(2) {
            left -= Clock { left, ..clock }.share(empties).target;
        }
        assert!(left < clock.left / 4, "{left:?}");
        // With an increment it is given away move by move.
        let blitz = Clock { left: milliseconds(5_000), increment: milliseconds(2_000), ..clock };
        assert!(blitz.share(50).target > milliseconds(1_500));
    }
}
