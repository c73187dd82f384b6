//! Expected lines: literal text with wildcards.

use std::fmt;

/// `{int}` digits, `{num}` a decimal number without an exponent, `{word}` a word, `{*}` anything, to the end of the
/// line or to what follows it. `\s` is a space at the end of a line, where it could not be seen.
#[derive(Debug, Clone)]
pub struct Pattern(String);

impl Pattern {
    pub fn new(text: &str) -> Pattern {
        Pattern(text.to_owned())
    }

    pub fn matches(&self, line: &str) -> bool {
        matches(&self.0.replace("\\s", " "), line)
    }

    pub fn check(&self, found: &str) -> Result<(), String> {
        if self.matches(found) { Ok(()) } else { Err(format!("found '{found}', expected '{}'", self.0)) }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A wildcard, and whether it stands for a text.
type Wildcard = (&'static str, fn(&str) -> bool);

const WILDCARDS: [Wildcard; 4] = [
    ("{int}", |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())),
    ("{num}", |text| text.parse::<f64>().is_ok() && !text.contains(['e', 'E', 'n', 'N'])),
    ("{word}", |text| !text.is_empty() && !text.contains(' ')),
    ("{*}", |_| true),
];

fn matches(pattern: &str, text: &str) -> bool {
    let next = WILDCARDS.iter().filter_map(|&(name, fits)| Some((pattern.find(name)?, name, fits))).min_by_key(|w| w.0);
    let Some((at, name, fits)) = next else { return pattern == text };
    let Some(text) = text.strip_prefix(&pattern[..at]) else { return false };
    let rest = &pattern[at + name.len()..];
    (0..=text.len()).rev().any(|end| text.is_char_boundary(end) && fits(&text[..end]) && matches(rest, &text[end..]))
}

/// A pattern for a line as it was said: what differs from run to run becomes a wildcard.
pub fn generalise(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["nodestats", _, _] => "nodestats {int} {num}".to_owned(),
        ["===", item] if item.matches('/').count() == 2 => {
            format!("=== {}/{{num}}", item.rsplit_once('/').map_or("", |(item, _)| item))
        }
        _ => match line.strip_suffix(' ') {
            Some(start) => format!("{start}\\s"),
            None => line.to_owned(),
        },
    }
}
