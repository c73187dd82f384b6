//! GTP's commands for clocks. GTP has whole seconds and no increments, so our own engines have additional commands.

use std::time::Duration;

use crate::board::Color;
use crate::tournament::client::milliseconds;
use crate::tournament::config::Limits;
use crate::wire::gtp::Command;

/// The precision of clocks that an engine understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// The engine has no commands for clocks.
    Nothing,
    /// Whole seconds, rounded down: announcing a fraction that the engine does not have would lose games.
    Seconds,
    Milliseconds,
}

impl Telling {
    /// The command with the time at the start of a game; `None` without a clock, or with less time than can be
    /// announced.
    pub(super) fn settings(self, limits: &Limits) -> Option<Command> {
        let zero = Duration::ZERO;
        let (main, increment, period, moves) = match (limits.clock, limits.per_move) {
            (Some(clock), _) => (clock.base, clock.increment, zero, 0),
            (None, Some(time)) => (zero, zero, *time, 1),
            (None, None) => return None,
        };
        match self {
            Telling::Nothing => None,
            Telling::Milliseconds => {
                let [main, increment, period] = [main, increment, period].map(milliseconds);
                Some(Command::FineTimeSettings { main, increment, period, moves })
            }
            // Sending nothing would mean that there is no limit.
            Telling::Seconds => {
                let main = seconds(main);
                let overtime = seconds(period);
                (main + overtime > 0).then_some(Command::TimeSettings { main, overtime, stones: moves })
            }
        }
    }

    /// The command with the time left on a clock.
    pub(super) fn left(self, color: Color, left: Duration) -> Option<Command> {
        match self {
            Telling::Nothing => None,
            Telling::Milliseconds => Some(Command::FineTimeLeft { color, milliseconds: milliseconds(left), moves: 0 }),
            Telling::Seconds => Some(Command::TimeLeft { color, seconds: seconds(left), stones: 0 }),
        }
    }
}

fn seconds(time: Duration) -> u32 {
    // The limit is half of the range, so that two of them can be added without overflow.
    u32::try_from(time.as_secs()).unwrap_or(u32::MAX).min(u32::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time_settings(telling: Telling, tc: &str, st: Option<f64>) -> Option<String> {
        let clock = (!tc.is_empty()).then(|| tc.parse().unwrap());
        let limits = Limits { clock, per_move: st.map(|st: f64| st.try_into().unwrap()), ..Limits::default() };
        telling.settings(&limits).map(|command| command.to_string())
    }

    #[test]
    fn fractions_of_a_second_are_rounded_down() {
        let settings = [
            ("10+0.1", None, Some("time_settings 10 0 0")),
            ("1.9", None, Some("time_settings 1 0 0")),
            ("0.2+0.05", None, None),
            ("", Some(2.7), Some("time_settings 0 2 1")),
            ("", Some(0.7), None),
            ("", None, None),
        ];
        for (tc, st, expected) in settings {
            assert_eq!(time_settings(Telling::Seconds, tc, st).as_deref(), expected, "{tc} {st:?}");
        }
        let times = [
            (Telling::Seconds, 0.99, Some("time_left w 0 0")),
            (Telling::Seconds, 30.6, Some("time_left w 30 0")),
            (Telling::Nothing, 30.6, None),
        ];
        for (telling, time, expected) in times {
            let command = telling.left(Color::White, Duration::from_secs_f64(time)).map(|command| command.to_string());
            assert_eq!(command.as_deref(), expected, "{telling:?} {time}");
        }
    }

    #[test]
    fn our_own_engines_are_told_milliseconds() {
        let settings = [
            ("0.2+0.05", None, "rival-time_settings 200 50 0 0"),
            ("", Some(0.25), "rival-time_settings 0 0 250 1"),
            // 0 would mean no limit.
            ("", Some(0.0005), "rival-time_settings 0 0 1 1"),
        ];
        for (tc, st, expected) in settings {
            assert_eq!(time_settings(Telling::Milliseconds, tc, st).as_deref(), Some(expected), "{tc} {st:?}");
        }
        let command = Telling::Milliseconds.left(Color::Black, Duration::from_micros(1_234_567)).unwrap();
        assert_eq!(command.to_string(), "rival-time_left b 1234 0");
    }
}
