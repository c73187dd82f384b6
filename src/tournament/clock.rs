//! An engine's clock during a game.

use std::time::Duration;

use super::config::{ClockKind, Limits, Timeouts};
use super::fault::{Fault, FaultKind, seconds};
use crate::record;

/// The largest assumed ratio between wall time and processor time on a busy machine.
const SLOWEST: u32 = 20;

/// The time left and the time control.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    limits: Limits,
    /// The time by which a limit may be exceeded without a loss.
    margin: Duration,
    left: Option<Duration>,
}

impl Clock {
    /// The clock at the start of a game.
    #[must_use]
    pub(super) fn new(limits: Limits, margin: Duration) -> Clock {
        Clock { limits, margin, left: limits.clock.map(|control| control.base) }
    }

    #[must_use]
    pub(super) fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time for the next move; `None` if unlimited.
    #[must_use]
    pub(super) fn limit(&self) -> Option<Duration> {
        self.left.or(self.limits.per_move.map(Duration::from))
    }

    /// The limits of waiting for the next move: in wall time, and in processor time if clocks count it.
    #[must_use]
    pub(super) fn patience(&self, timeouts: &Timeouts, kind: ClockKind) -> (Duration, Option<Duration>) {
        let Some(limit) = self.limit() else { return (*timeouts.reply, None) };
        let time = limit + self.margin + *timeouts.late;
        match kind {
            ClockKind::Wall => (time, None),
            ClockKind::Cpu => ((*timeouts.reply).max(SLOWEST * time), Some(time)),
        }
    }

    /// The clock in the form of a game record.
    #[must_use]
    pub(super) fn record(&self) -> Option<record::Clock> {
        let increment = self.limits.clock?.increment.as_secs_f64();
        Some(record::Clock { main: self.left?.as_secs_f64(), increment, grace: 0.0 })
    }

    /// Charges the time of a move and adds its increment. `queued` returns how long the engine waited for a processor
    /// during the move; it is called only after a loss.
    ///
    /// # Errors
    ///
    /// The engine loses on time.
    pub(super) fn charge(&mut self, used: Duration, queued: impl FnOnce() -> Duration) -> Result<(), Fault> {
        let Some(limit) = self.limit() else { return Ok(()) };
        if used > limit + self.margin {
            let mut detail = format!("used {:.3} s of {:.3} s", used.as_secs_f64(), limit.as_secs_f64());
            if !self.margin.is_zero() {
                detail += &format!(" and {} of margin", seconds(self.margin));
            }
            let queued = excuse(used - limit - self.margin, queued());
            return Err(Fault { queued, spent: Some(used), ..Fault::new(FaultKind::Time, detail) });
        }
        let (Some(left), Some(control)) = (&mut self.left, self.limits.clock) else { return Ok(()) };
        *left = left.saturating_sub(used) + control.increment;
        Ok(())
    }
}

/// The engine's wait for a processor, if the move would have been in time without it.
fn excuse(late: Duration, queued: Duration) -> Option<Duration> {
    (queued > late).then_some(queued)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wait of an engine that never lacks a processor.
    fn at_once() -> Duration {
        Duration::ZERO
    }

    fn clock(tc: &str) -> Clock {
        Clock::new(Limits { clock: Some(tc.parse().unwrap()), ..Limits::default() }, span(0.6))
    }

    fn span(count: f64) -> Duration {
        Duration::from_secs_f64(count)
    }

    #[test]
    fn increments_are_added() {
        let mut fischer = clock("10+0.5");
        fischer.charge(span(4.0), at_once).unwrap();
        assert_eq!(fischer.left(), Some(span(6.5)));
        let fault = fischer.charge(span(7.2), at_once).unwrap_err();
        assert_eq!(fault.to_string(), "loss on time: used 7.200 s of 6.500 s and 0.6 s of margin");
    }

    #[test]
    fn a_loss_is_excused_by_a_longer_wait() {
        // With 10.5 s used and a margin of 0.6 s the move is late by 0.4 s.
        for (queued, is_excused) in [(0.0, false), (0.39, false), (0.41, true), (11.0, true)] {
            let fault = clock("10.5+0").charge(span(11.5), || span(queued)).unwrap_err();
            assert_eq!(fault.queued, is_excused.then(|| span(queued)));
        }
    }

    #[test]
    fn without_a_clock_there_is_the_time_of_a_move_or_none() {
        let mut none = Clock::new(Limits::default(), Duration::ZERO);
        assert!(none.limit().is_none() && none.charge(span(1e6), at_once).is_ok());
        let mut each =
            Clock::new(Limits { per_move: Some(1.0.try_into().unwrap()), ..Limits::default() }, Duration::ZERO);
        assert!(each.charge(span(1.0), at_once).is_ok() && each.charge(span(1.0), at_once).is_ok());
        assert!(each.charge(span(1.1), at_once).is_err());
    }
}
