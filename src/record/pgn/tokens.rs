//! Divides a PGN text into tags, moves, comments and results.

use crate::board::Move;
use crate::record::text::shown;

use super::PgnError;

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(super) enum Token {
    /// A name and its value.
    Tag(String, String),
    Move(Move),
    /// A comment behind a move.
    Comment(String),
    /// The end of a game, such as `1-0` or `*`.
    Result(String),
    Unreadable(PgnError),
}

/// The tokens of a text with their lines, from 1.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    is_line_start: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, line: 1, is_line_start: true }
    }

    /// Takes this many bytes from the text.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.is_line_start = taken.ends_with('\n') || self.is_line_start && taken.trim().is_empty();
        self.rest = rest;
        taken
    }

    /// Takes the rest of the line.
    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    /// Takes the text before the next line with a tag, where another game may begin.
    fn take_to_tag(&mut self) -> &'a str {
        let mut length = 0;
        for line in self.rest.split_inclusive('\n') {
            if length > 0 && tag_length(line).is_some() {
                break;
            }
            length += line.len();
        }
        self.take(length)
    }

    /// Takes a comment with its braces. One without an end goes to the next tag, so that the next game is not lost.
    fn take_comment(&mut self) -> Result<&'a str, PgnError> {
        let mut length = 0;
        while let Some(end) = self.rest[length..].find(['}', '\n']) {
            length += end + 1;
            if self.rest[..length].ends_with('}') {
                return Ok(self.take(length));
            }
            if tag_length(&self.rest[length..]).is_some() {
                return Err(PgnError::Open('}', line_start(self.take(length))));
            }
        }
        Err(PgnError::Open('}', line_start(self.take(self.rest.len()))))
    }

    /// Skips a variation with the variations and comments in it. One without an end goes to the next tag.
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let start = line_start(self.rest);
        let mut depth = 0;
        while let Some(next) = self.rest.chars().next() {
            match next {
                '[' if self.is_line_start && tag_length(self.rest).is_some() => break,
                '{' => {
                    self.take_comment()?;
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.take(next.len_utf8());
            if depth == 0 {
                return Ok(());
            }
        }
        Err(PgnError::Open(')', start))
    }
}

impl Iterator for Tokens<'_> {
    type Item = (usize, Token);

    fn next(&mut self) -> Option<(usize, Token)> {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            self.take(space);
            let line = self.line;
            match self.rest.chars().next()? {
                '[' if self.is_line_start || begins_tag(self.rest) => {
                    let tag = match tag_length(self.rest) {
                        Some(length) => self.take(length),
                        None => self.take_line(),
                    };
                    return Some((line, read_tag(tag.trim())));
                }
                '%' if self.is_line_start => {
                    self.take_line();
                }
                ';' => {
                    self.take_line();
                }
                '{' => {
                    let comment = self.take_comment();
                    let token = comment.map(|text| Token::Comment(text[1..text.len() - 1].to_owned()));
                    return Some((line, token.unwrap_or_else(Token::Unreadable)));
                }
                // A game of GGF or SGF.
                '(' if self.rest.starts_with("(;") => {
                    let text = line_start(self.take_to_tag());
                    return Some((line, Token::Unreadable(PgnError::NoGame(text))));
                }
                '(' => {
                    if let Err(error) = self.skip_variation() {
                        return Some((line, Token::Unreadable(error)));
                    }
                }
                first => {
                    // A bracket that closes nothing is a word.
                    let start = first.len_utf8();
                    let length = self.rest[start..].find(|c: char| c.is_whitespace() || "{}()[];".contains(c));
                    let text = self.take(length.map_or(self.rest.len(), |length| start + length));
                    if let Some(token) = word(text) {
                        return Some((line, token));
                    }
                }
            }
        }
    }
}

/// The beginning of a line for a message.
fn line_start(text: &str) -> String {
    shown(&text.chars().take(60).take_while(|c| !c.is_control()).collect::<String>())
}

/// The text behind `[Black "` at the start of a text.
fn tag_value(text: &str) -> Option<&str> {
    let text = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let name = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let value = name.trim_start_matches([' ', '\t']);
    let has_name = name.len() < text.len() && text.starts_with(|c: char| c.is_ascii_alphabetic());
    value.strip_prefix('"').filter(|_| has_name && value.len() < name.len())
}

fn begins_tag(text: &str) -> bool {
    tag_value(text).is_some()
}

/// The length of the tag at the start of a text, which ends on its line.
fn tag_length(text: &str) -> Option<usize> {
    let value = tag_value(text)?;
    let mut is_escaped = false;
    for (at, c) in value.char_indices().take_while(|&(_, c)| c != '\n') {
        // Some programs do not escape quotes in values, so the last quote is the one before a bracket.
        if c == '"' && !is_escaped {
            let behind = value[at + 1..].trim_start_matches([' ', '\t']);
            if behind.starts_with(']') {
                return Some(text.len() - behind.len() + 1);
            }
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Reads a tag like `[Black "Ann"]`. In the value a backslash precedes quotes and backslashes.
fn read_tag(line: &str) -> Token {
    let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    let parts = inside.and_then(|inside| inside.trim().split_once(char::is_whitespace));
    let value = parts.and_then(|(_, value)| value.trim().strip_prefix('"')?.strip_suffix('"'));
    let (Some((name, _)), Some(value)) = (parts, value) else {
        return Token::Unreadable(PgnError::Tag(shown(line)));
    };
    let mut plain = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        plain.extend(if character == '\\' { characters.next() } else { Some(character) });
    }
    Token::Tag(name.to_owned(), plain)
}

/// A word among the moves; `None` for a number and for an annotation like `$1`.
fn word(text: &str) -> Option<Token> {
    if is_result(text) {
        return Some(Token::Result(text.to_owned()));
    }
    // A number may touch its move: `1.f5`, `1...f5`.
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let plain = if numbered.starts_with('.') { numbered.trim_start_matches('.') } else { text };
    let plain = plain.trim_end_matches(['!', '?']);
    if plain.is_empty() || plain.starts_with('$') || plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(plain.parse().map_or_else(|_| Token::Unreadable(PgnError::Move(shown(text))), Token::Move))
}

/// True for `*`, `1/2-1/2`, `1-0`, and discs like `40-24`.
fn is_result(text: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    text == "*"
        || text == "1/2-1/2"
        || text.split_once('-').is_some_and(|(left, right)| is_number(left) && is_number(right))
}
