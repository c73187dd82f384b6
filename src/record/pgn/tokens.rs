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

    /// Takes the text up to a closing bracket and the bracket. Without one the text ends before the next line with a
    /// tag, so that the next game is not lost.
    fn take_to(&mut self, close: char) -> &'a str {
        let tag = self.rest.find("\n[").unwrap_or(self.rest.len());
        let end = self.rest.find(close).map_or(tag, |end| end.min(tag));
        let text = self.take(end);
        if self.rest.starts_with(close) {
            self.take(close.len_utf8());
        }
        text
    }

    /// Skips a variation with the variations and comments in it.
    fn skip_variation(&mut self) {
        let mut depth = 0;
        while let Some(next) = self.rest.chars().next() {
            match next {
                '[' if self.is_line_start => return,
                '{' => {
                    self.take_to('}');
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.take(next.len_utf8());
            if depth == 0 {
                return;
            }
        }
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
                '[' if self.is_line_start => return Some((line, tag(self.take_line().trim()))),
                '%' if self.is_line_start => {
                    self.take_line();
                }
                ';' => {
                    self.take_line();
                }
                '{' => {
                    self.take(1);
                    return Some((line, Token::Comment(self.take_to('}').to_owned())));
                }
                '(' => self.skip_variation(),
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

/// A line like `[Black "Ann"]`. In the value a backslash precedes quotes and backslashes.
fn tag(line: &str) -> Token {
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
