//! A part of work, as command lines name it.

/// A part of work and the number of parts, as in 3/8.
pub(super) fn part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    let found = numbers.filter(|&(part, parts): &(usize, usize)| (1..=parts).contains(&part) && parts <= 1_000_000);
    found.ok_or_else(|| "expected a part and the number of parts like 3/8".to_owned())
}
