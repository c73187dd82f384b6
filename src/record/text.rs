//! Bytes of unknown encoding as text, and text shortened for messages.

use std::borrow::Cow;
use std::iter;

/// Decodes UTF-8 if it is valid, otherwise ISO 8859-1, where every byte is a character. Old records and NBoard's player
/// names are not UTF-8.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(latin1(bytes)),
    }
}

/// Decodes each line by itself: parts of a file in different encodings do not garble each other. A byte order mark,
/// which stands between the parts, becomes a space.
pub(super) fn decode_lines(bytes: &[u8]) -> String {
    let text: String = bytes.split_inclusive(|&byte| byte == b'\n').map(decode).collect();
    text.replace('\u{feff}', " ")
}

/// Decodes ISO 8859-1.
#[must_use]
pub fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// True for a character that is safe on a terminal and a page. It does not control the terminal, is visible, and does
/// not change the direction of text as U+202E does.
#[must_use]
pub fn is_printable(c: char) -> bool {
    // The standard library escapes these characters in debug output. After a letter it leaves combining marks
    // unchanged.
    let text: String = ['a', c].into_iter().collect();
    let plain = text.escape_debug().count() == 2 || matches!(c, '"' | '\'' | '\\');
    let space = c.is_whitespace() && !matches!(c, '\u{2028}' | '\u{2029}');
    (plain || space) && !c.is_control()
}

/// True for a joiner (U+200C, U+200D) between two visible characters outside ASCII, where Persian words and emoji of
/// several parts need it. Anywhere else it would only make two texts look the same.
fn joins(before: char, c: char, after: char) -> bool {
    let is_joined = |c: char| !c.is_ascii() && !c.is_whitespace() && is_printable(c);
    matches!(c, '\u{200c}' | '\u{200d}') && is_joined(before) && is_joined(after)
}

/// The characters of a text, each with true if it is printable where it stands.
fn marked(text: &str) -> impl Iterator<Item = (char, bool)> {
    let before = iter::once(' ').chain(text.chars());
    let after = text.chars().skip(1).chain(iter::once(' '));
    let triples = before.zip(text.chars()).zip(after);
    triples.map(|((before, c), after)| (c, is_printable(c) || joins(before, c, after)))
}

/// The text with `?` for every unprintable character.
#[must_use]
pub fn printable(text: &str) -> String {
    marked(text).map(|(c, is_printable)| if is_printable { c } else { '?' }).collect()
}

/// The text with unprintable characters in JSON's form, `\u202e`, so that JSON keeps its meaning. Line ends and tabs
/// stay.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, ' '..='~' | '\n' | '\t') || is_printable(c);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for (c, is_printable) in marked(text) {
        if is_printable || stays(c) {
            escaped.push(c);
        } else {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped += &format!("\\u{unit:04x}"));
        }
    }
    Cow::Owned(escaped)
}

/// The text shortened to at most this many characters. Long words (paths, digests, quotes of files) lose their middle
/// first, then the text loses its own.
#[must_use]
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    // A digest is kept whole.
    const WORD: usize = 64;
    if text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    let words: Vec<String> = text.split(' ').map(|word| without_middle(word, WORD, "...")).collect();
    Cow::Owned(without_middle(&words.join(" "), most, " ... "))
}

/// Two thirds of the remaining characters are the start, which names the place of an error and what was found.
fn without_middle(text: &str, most: usize, gap: &str) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(gap.len());
    let start = text.chars().take(kept - kept / 3);
    start.chain(gap.chars()).chain(text.chars().skip(count - kept / 3)).collect()
}

/// The most similar of these names, if it is similar enough.
#[must_use]
pub fn similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer texts are not misspelt names, and comparing them takes time.
    let name: String = name.chars().take(LONGEST_NAME).collect::<String>().to_lowercase();
    let likeness = |known: &str| strsim::damerau_levenshtein(&name, known);
    let known: Vec<&str> = known.into_iter().collect();
    // Among equally similar names a missing ending is likelier than a wrong letter.
    let nearest = known.iter().copied().min_by_key(|known| (likeness(known), !known.starts_with(&name)))?;
    // Up to a third of the letters may be wrong.
    let is_near = likeness(nearest) * 3 <= nearest.chars().count().max(3);
    // A longer form of a name, such as `protocol` for `proto`.
    let longer = known.iter().copied().find(|known| known.len() >= SHORTEST_STEM && name.starts_with(known));
    Some(nearest).filter(|_| is_near).or(longer)
}

/// ` (did you mean "NAME"?)` if a similar name is known, otherwise nothing.
#[must_use]
pub fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    similar(name, known).map_or_else(String::new, |known| format!(" (did you mean {known:?}?)"))
}

/// The suggestion or, without one, the expected values: both together would be too long.
#[must_use]
pub(crate) fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>, expected: &str) -> String {
    let suggested = suggestion(name, known);
    if suggested.is_empty() { format!(", expected {expected}") } else { suggested }
}

/// A count with its noun: `1 game`, `2 games`.
#[must_use]
pub fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The names in quotation marks, such as `"a", "b" or "c"`; empty without names.
#[must_use]
pub(crate) fn listed(names: &[impl AsRef<str>], conjunction: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{:?}", name.as_ref())).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The least length of a name of which another is a longer form.
const SHORTEST_STEM: usize = 5;
/// The most characters that are compared with known names.
const LONGEST_NAME: usize = 64;

/// True for two spellings of a name that differ at most in spaces around it and in upper case.
#[must_use]
pub fn same_name(a: &str, b: &str) -> bool {
    spelling(a) == spelling(b)
}

/// The spelling that two spellings of a [`same_name`] share.
#[must_use]
pub fn spelling(name: &str) -> String {
    name.trim().to_lowercase()
}

/// A name on one line. Names come from files, and some are long or contain characters that are not printable.
#[must_use]
pub fn name_in_a_line(name: &str) -> String {
    cut(name, 60)
}

/// A text of a file for a message.
#[must_use]
pub fn shown(text: &str) -> String {
    cut(text, 40)
}

/// The first characters in one line, `?` for each unprintable one, and `...` if there are more.
fn cut(text: &str, most: usize) -> String {
    let mut line = printable(&text.chars().take(most).collect::<String>());
    if text.chars().nth(most).is_some() {
        line.push_str("...");
    }
    line
}

/// The number with two decimals, or as many as it needs. It has no exponent and is never -0.
pub(super) fn decimal(value: f64) -> String {
    let short = format!("{:.2}", value + 0.0);
    if short.parse() == Ok(value) { short } else { value.to_string() }
}

/// True if the bytes contain this text near their beginning.
pub(super) fn begins_with(bytes: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).contains(text)
}

/// The beginning of a text for a message.
pub(super) fn beginning(bytes: &[u8]) -> String {
    let bytes = bytes.trim_ascii();
    let start = &bytes[..bytes.len().min(60)];
    // The cut must not divide a character.
    let length = std::str::from_utf8(start).err().filter(|error| error.error_len().is_none());
    shown(&decode(&start[..length.map_or(start.len(), |error| error.valid_up_to())]))
}

/// The number of line ends.
pub(super) fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// True if a GGF or SGF game starts here: `(;GM[2]`, `(;FF[4]` or `(;GM[Othello]`. Unlike `(;` alone, these hardly
/// occur in comments. A comment of SGF escapes the bracket: `(;GM[2\]`.
pub(super) fn starts_game(bytes: &[u8]) -> bool {
    const LONGEST_VALUE: usize = 12;
    let Some(rest) = bytes.strip_prefix(b"(;").map(<[u8]>::trim_ascii_start) else { return false };
    let has_key = rest.len() >= 3 && [b"GM[", b"FF["].iter().any(|key| rest[..3].eq_ignore_ascii_case(*key));
    if !has_key {
        return false;
    }
    let value = rest[3..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b' ');
    rest.get(3 + value.take(LONGEST_VALUE).count()) == Some(&b']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_seen_as_it_is_gets_through() {
        assert_eq!(shown("a\u{1b}[31m\tb\u{202e}c\u{200b}\u{feff}\u{85}\u{2028}"), "a?[31m?b?c????");
        // Combining accents, letters of any script, quotes and spaces stay.
        for text in ["\"it's\" a \\ line", "e\u{301}t\u{e9}", "オセロ 四十", "Ω\u{a0}"] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(name_in_a_line("Ann\n\u{202e}boB"), "Ann??boB");
        assert_eq!(name_in_a_line(&"é".repeat(61)), "é".repeat(60) + "...");
    }

    #[test]
    fn a_joiner_stays_where_it_joins() {
        for name in ["می\u{200c}خواهم", "👨\u{200d}👩\u{200d}👧", "❤\u{fe0f}\u{200d}🔥"] {
            assert_eq!(name_in_a_line(name), name);
            assert_eq!(escaped(name), name);
        }
        assert_eq!(name_in_a_line("ad\u{200d}min"), "ad?min");
        assert_eq!(name_in_a_line("é \u{200c}é"), "é ?é");
        assert_eq!(name_in_a_line("é\u{200d}\u{200d}é"), "é??é");
        assert_eq!(name_in_a_line("\u{200d}é\u{200c}"), "?é?");
        assert_eq!(escaped("👨\u{200d}"), "👨\\u200d");
    }

    #[test]
    fn what_is_escaped_is_the_same_json() {
        let text = "\u{1b}[31m \u{202e}b\u{7f}\u{e0041} オセロ\n\t";
        assert_eq!(escaped(text), "\\u001b[31m \\u202eb\\u007f\\udb40\\udc41 オセロ\n\t");
        let json = serde_json::to_string(text).unwrap();
        let shown = escaped(&json);
        assert!(shown.chars().all(is_printable));
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
        assert!(matches!(escaped("plain \"é\"\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_long_text_is_shortened_in_the_middle() {
        assert_eq!(shortened("a bc d e fg hi", 14), "a bc d e fg hi");
        assert_eq!(shortened("a bc d e fg hij", 14), "a bc d ... hij");
        let digest = "0123456789abcdef".repeat(4);
        let line = format!("folder/{digest}.json: found no file with the SHA-256 {digest}");
        assert_eq!(shortened(&line, 1000), line);
        let expected = format!(
            "folder/0123456789abcdef0123456789abcdef01...23456789abcdef.json: found no file with the SHA-256 {digest}"
        );
        assert_eq!(shortened(&line, 170), expected);
        for text in ["é".repeat(100_000), "é é ".repeat(100_000)] {
            assert!((40..=200).contains(&shortened(&text, 200).chars().count()));
        }
    }

    #[test]
    fn a_misspelt_name_finds_the_one_that_was_meant() {
        let known = ["master", "master-fast", "mobility", "cn"];
        for (name, meant) in
            [("mastre", "master"), ("Master", "master"), ("master-fst", "master-fast"), ("mobilty", "mobility")]
        {
            assert_eq!(similar(name, known), Some(meant), "{name}");
        }
        assert_eq!(similar("game", ["name", "games"]), Some("games"));
        assert_eq!(similar("protocol", ["name", "proto"]), Some("proto"));
        for name in ["", "zebra", "ladder"] {
            assert_eq!(similar(name, known), None, "{name}");
        }
        assert_eq!(similar("x", []), None);
        assert_eq!(suggestion("mastre", known), " (did you mean \"master\"?)");
        assert_eq!(suggestion("zebra", known), "");
    }
}
