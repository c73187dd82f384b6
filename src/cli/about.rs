//! The head of a report: the date, the machine and the command.

use crate::machine::clock;
use crate::machine::date::day;
use crate::machine::model::model;

/// Facts about the present run as names and texts. They do not name the user or the machine.
pub(super) fn of_this_run() -> Vec<(String, String)> {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let command = shell_words::join(words);
    facts("written", &date(now()), &command)
}

/// Facts about work that this command began at this date and that was finished on this machine.
pub(super) fn of_work(begun: &str, command: &str) -> Vec<(String, String)> {
    facts("begun", begun, command)
}

fn facts(when: &str, date: &str, command: &str) -> Vec<(String, String)> {
    vec![
        (when.to_owned(), date.to_owned()),
        ("machine".to_owned(), model()),
        ("program".to_owned(), format!("rival {}", env!("CARGO_PKG_VERSION"))),
        ("command".to_owned(), command.to_owned()),
    ]
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    clock::since_1970().as_secs()
}

/// `2026-07-04 12:30 UTC`.
fn date(seconds: u64) -> String {
    let rest = seconds % 86_400;
    format!("{} {:02}:{:02} UTC", day(seconds), rest / 3600, rest % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(4_102_444_800), "2100-01-01 00:00 UTC");
    }
}
