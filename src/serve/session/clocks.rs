//! The clocks of both colours.
//!
//! Clients send the time of the mover, of both colours or of none. So each `genmove` is also charged here until the
//! client sends a more exact time.

use std::time::Duration;

use crate::board::Color;
use crate::search::Clock;

/// The two clocks of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    settings: Settings,
    black: Option<TimeLeft>,
    white: Option<TimeLeft>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Settings {
    /// The client has not set a time.
    #[default]
    Unknown,
    Unlimited,
    /// Main time, then periods of Canadian overtime with a length and a number of moves.
    Limited {
        main: Duration,
        /// The time added after each move in main time.
        increment: Duration,
        overtime: Option<(Duration, u32)>,
    },
}

/// The time left. With stones it is for these in a period of overtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TimeLeft {
    time: Duration,
    stones: Option<u32>,
}

impl Clocks {
    /// Sets the clock by `time_settings`. Overtime without stones, or no time at all, means no limit.
    pub(crate) fn set(&mut self, main: Duration, increment: Duration, overtime: Duration, stones: u32) {
        self.settings = match (overtime.is_zero(), stones) {
            (false, 0) => Settings::Unlimited,
            (true, _) if main.is_zero() && increment.is_zero() => Settings::Unlimited,
            (true, _) => Settings::Limited { main, increment, overtime: None },
            (false, _) => Settings::Limited { main, increment, overtime: Some((overtime, stones)) },
        };
        self.restart();
    }

    /// Restarts the clocks for a new game with the same settings.
    pub(crate) fn restart(&mut self) {
        let full = match self.settings {
            Settings::Limited { main, overtime: Some((period, stones)), .. } if main.is_zero() => {
                Some(TimeLeft { time: period, stones: Some(stones) })
            }
            Settings::Limited { main, .. } => Some(TimeLeft { time: main, stones: None }),
            Settings::Unknown | Settings::Unlimited => None,
        };
        (self.black, self.white) = (full, full);
    }

    /// Handles `time_left`: with stones it is a period of overtime, without them main time. It is ignored in a game
    /// without limits.
    pub(crate) fn tell(&mut self, color: Color, time: Duration, stones: u32) {
        if self.settings != Settings::Unlimited {
            let stones = (stones > 0).then_some(stones);
            *self.left_mut(color) = Some(TimeLeft { time, stones });
        }
    }

    /// Charges a move of this colour.
    pub(crate) fn charge(&mut self, color: Color, spent: Duration) {
        let increment = self.increment();
        let overtime = self.overtime();
        let Some(left) = self.left_mut(color) else { return };
        match (left.stones, overtime) {
            // The last stone of a period begins the next one.
            (Some(1), Some((period, stones))) => *left = TimeLeft { time: period, stones: Some(stones) },
            (Some(stones), _) => {
                left.time = left.time.saturating_sub(spent);
                left.stones = Some(stones.saturating_sub(1));
            }
            (None, Some((period, stones))) if spent >= left.time => {
                // The move began in main time and ends as the first of a period.
                let time = period.saturating_sub(spent - left.time);
                *left = if stones > 1 {
                    TimeLeft { time, stones: Some(stones - 1) }
                } else {
                    TimeLeft { time: period, stones: Some(stones) }
                };
            }
            (None, _) => left.time = left.time.saturating_sub(spent) + increment,
        }
    }

    /// The clock for a search; `None` without a limit.
    #[must_use]
    pub(crate) fn get(&self, color: Color) -> Option<Clock> {
        let left = match color {
            Color::Black => self.black,
            Color::White => self.white,
        }?;
        Some(Clock { left: left.time, increment: self.increment(), stones: left.stones, overtime: self.overtime() })
    }

    fn increment(&self) -> Duration {
        match self.settings {
            Settings::Limited { increment, .. } => increment,
            Settings::Unknown | Settings::Unlimited => Duration::ZERO,
        }
    }

    fn overtime(&self) -> Option<(Duration, u32)> {
        match self.settings {
            Settings::Limited { overtime, .. } => overtime,
            Settings::Unknown | Settings::Unlimited => None,
        }
    }

    fn left_mut(&mut self, color: Color) -> &mut Option<TimeLeft> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// Black's time and stones after moves that took this many seconds.
    fn after(settings: (u64, u64, u32), moves: &[u64]) -> (Duration, Option<u32>) {
        let mut clocks = Clocks::default();
        clocks.set(seconds(settings.0), Duration::ZERO, seconds(settings.1), settings.2);
        moves.iter().for_each(|&spent| clocks.charge(BLACK, seconds(spent)));
        let clock = clocks.get(BLACK).unwrap();
        assert_eq!(clocks.get(Color::White).map(|clock| clock.overtime), Some(clock.overtime));
        (clock.left, clock.stones)
    }

    #[test]
    fn no_limit() {
        for (main, overtime, stones) in [(0, 1, 0), (0, 0, 0), (300, 30, 0), (0, 0, 5)] {
            let mut clocks = Clocks::default();
            clocks.set(seconds(main), Duration::ZERO, seconds(overtime), stones);
            clocks.tell(BLACK, seconds(10), 0);
            assert_eq!(clocks.get(BLACK), None, "{main} {overtime} {stones}");
        }
    }

    #[test]
    fn main_time_runs_out_in_sudden_death() {
        assert_eq!(after((60, 0, 0), &[]), (seconds(60), None));
        assert_eq!(after((60, 0, 0), &[20, 15]), (seconds(25), None));
        assert_eq!(after((60, 0, 5), &[20, 50]), (Duration::ZERO, None));
    }

    #[test]
    fn overtime_follows_main_time() {
        assert_eq!(after((60, 30, 5), &[50]), (seconds(10), None));
        assert_eq!(after((60, 30, 5), &[50, 15]), (seconds(25), Some(4)));
        assert_eq!(after((60, 30, 5), &[50, 15, 5, 5, 5]), (seconds(10), Some(1)));
        assert_eq!(after((60, 30, 5), &[50, 15, 5, 5, 5, 5]), (seconds(30), Some(5)));
        assert_eq!(after((60, 30, 1), &[50, 15]), (seconds(30), Some(1)));
        assert_eq!(after((0, 30, 5), &[]), (seconds(30), Some(5)));
        assert_eq!(after((0, 30, 5), &[10]), (seconds(20), Some(4)));
    }

    #[test]
    fn each_move_of_main_time_adds_the_increment() {
        let mut clocks = Clocks::default();
        let milliseconds = Duration::from_millis;
        clocks.set(milliseconds(200), milliseconds(50), Duration::ZERO, 0);
        clocks.charge(BLACK, milliseconds(120));
        let clock = clocks.get(BLACK).unwrap();
        assert_eq!((clock.left, clock.increment), (milliseconds(130), milliseconds(50)));
        // An increment alone is a clock that starts empty.
        clocks.set(Duration::ZERO, milliseconds(50), Duration::ZERO, 0);
        assert_eq!(clocks.get(BLACK).map(|clock| clock.left), Some(Duration::ZERO));
    }

    #[test]
    fn what_is_told_replaces_what_was_known() {
        let mut clocks = Clocks::default();
        clocks.tell(BLACK, seconds(50), 0);
        assert_eq!(clocks.get(BLACK).map(|clock| (clock.left, clock.stones)), Some((seconds(50), None)));
        clocks.set(seconds(60), Duration::ZERO, seconds(30), 5);
        clocks.tell(BLACK, seconds(12), 3);
        assert_eq!(clocks.get(BLACK).map(|clock| (clock.left, clock.stones)), Some((seconds(12), Some(3))));
        assert_eq!(clocks.get(Color::White).map(|clock| clock.left), Some(seconds(60)));
        clocks.restart();
        assert_eq!(clocks.get(BLACK).map(|clock| clock.left), Some(seconds(60)));
    }
}
