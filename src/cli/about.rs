//! What stands at the head of a report: when, where and how.

use std::time::{SystemTime, UNIX_EPOCH};

/// Of what this command does now. Names and texts; nothing in it names the user or the machine in a network.
pub fn of_this_run() -> Vec<(String, String)> {
    let command = shell_words::join(std::env::args());
    of("written", &date(now()), &command)
}

/// Of work that was begun by this command at this date, and is done on this machine.
pub fn of_work(begun: &str, command: &str) -> Vec<(String, String)> {
    of("begun", begun, command)
}

fn of(when: &str, date: &str, command: &str) -> Vec<(String, String)> {
    let entry = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    vec![
        entry(when, date),
        entry("machine", &machine()),
        entry("program", &format!("rival {}", env!("CARGO_PKG_VERSION"))),
        entry("command", command),
    ]
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// `2026-07-04 12:30 UTC`.
fn date(seconds: u64) -> String {
    let rest = seconds % 86_400;
    format!("{} {:02}:{:02} UTC", day_of(seconds), rest / 3600, rest % 3600 / 60)
}

/// `2026-07-04`, by the days since 1970 (H. Hinnant, "chrono-compatible low-level date algorithms").
pub fn day_of(seconds: u64) -> String {
    let shifted = seconds / 86_400 + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map(|(_, name)| name.trim());
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    match model {
        Some(model) => format!("{model}, {cores} threads, {system}"),
        None => format!("{cores} threads, {system}"),
    }
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
