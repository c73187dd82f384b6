//! Numbers with a sign, as text.

/// A number with its sign and this many decimals. A value that rounds to zero is `+0`, never `-0`.
///
/// ```
/// assert_eq!([2.0, -0.004, -0.0].map(|value| rival::stats::signed(value, 2)), ["+2.00", "+0.00", "+0.00"]);
/// ```
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    if text.chars().any(|c| c.is_ascii_digit() && c != '0') { text } else { text.replace('-', "+") }
}
