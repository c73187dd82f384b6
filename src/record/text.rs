//! Bytes of unknown encoding to text, and text cut short for messages.

use std::borrow::Cow;

/// UTF-8 if it is that, else ISO 8859-1, where every byte is a character: old records and NBoard's player names are not UTF-8.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(latin1(bytes)),
    }
}

/// ISO 8859-1 to text.
#[must_use]
pub fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// What was found, as a message shows it: on one line, at most 40 characters, control characters as `?`.
#[must_use]
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// The number of line ends.
pub(super) fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// True if a GGF or SGF game starts here: `(;GM[` or `(;FF[`. Unlike a mere `(;` that is hardly ever part of a comment.
pub(super) fn starts_game(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"(;").map(<[u8]>::trim_ascii_start) else { return false };
    rest.len() >= 3 && [b"GM[", b"FF["].iter().any(|key| rest[..3].eq_ignore_ascii_case(*key))
}
