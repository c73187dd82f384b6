//! Calendar days.

/// The day with which a date in a file begins: year, month and day, as numbers in this order with `-`, `.` or `/`
/// between them, or as in `2026年7月4日`. Without a month or a day these are 0. `None` if there is no year.
#[must_use]
pub(crate) fn first_day(date: &str) -> Option<[u16; 3]> {
    let (year, rest) = split(date.trim());
    let year: u16 = Some(year).filter(|year| year.len() == 4)?.parse().ok().filter(|&year| year > 0)?;
    let (month, rest) = split(rest);
    let month = number(month, 12);
    let (day, _) = split(rest);
    let day = month.and_then(|_| number(day, 31));
    Some([year, month.unwrap_or(0), day.unwrap_or(0)])
}

/// The digits with which a text begins, and what follows the separator after them: nothing if there is none.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits, rest.strip_prefix(['-', '.', '/', '年', '月']).unwrap_or_default())
}

/// The number from 1 to `most` that these digits are.
fn number(digits: &str, most: u16) -> Option<u16> {
    digits.parse().ok().filter(|number| (1..=most).contains(number))
}

/// The number of days in a month, 1 to 12; 0 for other numbers.
#[must_use]
pub(crate) const fn days(year: u32, month: u32) -> u32 {
    let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Seconds since 1970 as a day like `2026-07-04`, in UTC (H. Hinnant, "chrono-compatible low-level date algorithms").
#[must_use]
pub fn day(seconds: u64) -> String {
    let shifted = seconds / 86_400 + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_separators() {
        for (date, day) in [
            ("2026-07-04", [2026, 7, 4]),
            (" 2026.7.4_10:38:16.EST", [2026, 7, 4]),
            ("2026/07/04T10:38", [2026, 7, 4]),
            ("2026年7月4日", [2026, 7, 4]),
            ("2026-07 10:38", [2026, 7, 0]),
            ("2026 10:38", [2026, 0, 0]),
            ("2026x07", [2026, 0, 0]),
            ("2026-13-04", [2026, 0, 0]),
            ("2026.??.??", [2026, 0, 0]),
        ] {
            assert_eq!(first_day(date), Some(day), "{date}");
        }
        for date in ["", "?", "0000-07-04", "20260704", "4.7.2026", "July 2026"] {
            assert_eq!(first_day(date), None, "{date}");
        }
    }
}
