//! Checks of values for several kinds.

use crate::record::problem::Problem;

/// The largest weight, value or amplitude, so that sums stay exact.
pub(crate) const LARGEST: f64 = 1e6;
const LONGEST_TEXT: usize = 2000;

pub(super) type CheckResult<T> = Result<T, Problem>;

pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Refuses a text that a personality's file cannot have.
pub(crate) fn text(place: &str, text: &str) -> CheckResult<()> {
    if text.chars().count() > LONGEST_TEXT {
        return Err(Problem::at(
            place,
            format!("{} characters", text.chars().count()),
            format!("{LONGEST_TEXT} at most"),
        ));
    }
    match text.chars().find(|c| c.is_control()) {
        Some(c) => Err(Problem::at(place, format!("the control character {}", c.escape_default()), "one line of text")),
        None => Ok(()),
    }
}

/// Checks the file name in a personality's field.
pub(super) fn file_name(place: &str, file: &str) -> CheckResult<()> {
    if file.is_empty() {
        return Err(Problem::at(place, quoted(file), "the name of a file"));
    }
    text(place, file)
}

pub(super) fn needed<'a, T>(place: &str, expected: &str, value: Option<&'a T>) -> CheckResult<&'a T> {
    value.ok_or_else(|| Problem::at(place, "nothing", expected))
}

/// Checks that a number is in this range.
pub(super) fn within(place: &str, value: f64, low: f64, high: f64) -> CheckResult<f64> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(Problem::at(place, value, format!("a number from {low} to {high}")))
}

pub(super) fn number(place: &str, value: f64) -> CheckResult<f64> {
    within(place, value, -LARGEST, LARGEST)
}

pub(super) fn numbers<const N: usize>(place: &str, values: &[f64]) -> CheckResult<[f64; N]> {
    counted(place, values, N).map(|values| values.try_into().expect("they were counted"))
}

/// Checks that there are exactly `count` numbers.
pub(super) fn counted(place: &str, values: &[f64], count: usize) -> CheckResult<Vec<f64>> {
    if values.len() != count {
        return Err(Problem::at(place, format!("{} numbers", values.len()), format!("{count} numbers")));
    }
    values.iter().enumerate().map(|(i, &value)| number(&format!("{place}[{i}]"), value)).collect()
}

pub(super) fn from_zero(place: &str, value: f64) -> CheckResult<f64> {
    within(place, value, 0.0, LARGEST)
}
