//! Converts lines between bytes and text.

use crate::board::Move;

/// The text of a line without its line end and surrounding white space. Invalid UTF-8 is replaced.
pub(super) fn decode(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_owned()
}

/// The first word, and the rest after white space.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.find(char::is_whitespace) {
        Some(end) => (&text[..end], text[end..].trim()),
        None => (text, ""),
    }
}

/// The text with `?` for every character that is not printable ASCII: a character over 255 crashes NBoard's reader, and
/// a line feed breaks the framing.
///
/// ```
/// assert_eq!(rival::wire::ascii("für\n5"), "f?r?5");
/// ```
#[must_use]
pub fn ascii(text: &str) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}

/// A short, printable quotation for an error message.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted = ascii(&text.chars().take(LONGEST).collect::<String>());
    if text.chars().nth(LONGEST).is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// Moves of two characters each, without anything between them; `None` if there is none, or another text.
pub(super) fn line_of_play(text: &str) -> Option<Vec<Move>> {
    let moves = text.as_bytes().chunks(2).map(|chunk| std::str::from_utf8(chunk).ok()?.parse().ok());
    moves.collect::<Option<Vec<Move>>>().filter(|pv| !pv.is_empty())
}
