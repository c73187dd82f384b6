//! Splits a text into lines of moves, numbers and results, each with its column.

use std::collections::VecDeque;

use super::error::Problem;
use crate::board::{Move, Square};
use crate::record::text::shown;

/// A line of a text.
#[derive(Debug)]
pub(super) struct TextLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// True if the line has only white space.
    pub is_blank: bool,
    pub items: Vec<Item>,
}

/// A part of a line, with the column of its first character, from 1.
#[derive(Debug)]
pub(super) struct Item {
    pub column: usize,
    pub token: Token,
}

#[derive(Debug, PartialEq)]
pub(super) enum Token {
    Move(Move),
    /// A number before a move; true if a point or another mark follows it.
    Number(u32, bool),
    /// The end of a game with the discs of Black and White, if given.
    Result(Option<(u32, u32)>),
    /// A text of another kind. The rest of its line is not read.
    Unreadable(Problem),
}

/// The most characters that can be a result or the number of a move.
const LONGEST_NUMBER: usize = 24;

/// The lines of a text one after the other, so that the tokens of millions of moves are never in memory at once.
pub(super) fn scan(text: &str) -> impl Iterator<Item = TextLine> {
    Scanner::new(text.trim_start_matches('\u{feff}'))
}

struct Scanner<'a> {
    rest: &'a str,
    /// The number of bytes after the end of this line.
    beyond: usize,
    column: usize,
    /// The column after the last square. Only another square may follow there at once.
    behind: usize,
    /// The number of bytes at the end of this line that may be moves. A `;` among them begins no comment.
    moves: usize,
    paragraph: Paragraph,
    /// The present line; `None` after the last one.
    line: Option<TextLine>,
    /// Complete lines. A comment of several lines completes several.
    complete: VecDeque<TextLine>,
}

impl Iterator for Scanner<'_> {
    type Item = TextLine;

    fn next(&mut self) -> Option<TextLine> {
        while self.complete.is_empty() && self.step() {}
        self.complete.pop_front().or_else(|| self.line.take())
    }
}

impl<'a> Scanner<'a> {
    fn new(rest: &'a str) -> Scanner<'a> {
        let paragraph = Paragraph { beyond: rest.len(), unclosed: Vec::new() };
        let mut scanner = Scanner {
            rest,
            beyond: 0,
            column: 1,
            behind: 0,
            moves: 0,
            paragraph,
            line: None,
            complete: VecDeque::new(),
        };
        scanner.begin();
        scanner
    }

    fn begin(&mut self) {
        let previous = self.line.take();
        let number = previous.as_ref().map_or(1, |line| line.number + 1);
        self.complete.extend(previous);
        self.line = Some(TextLine { number, is_blank: true, items: Vec::new() });
        self.column = 1;
        self.behind = 0;
        self.beyond = self.rest.find('\n').map_or(0, |end| self.rest.len() - end);
        let line = self.line();
        let moves = line.char_indices().rev().take_while(|&(_, c)| is_of_moves(ascii(c))).last();
        self.moves = moves.map_or(0, |(at, _)| line.len() - at);
    }

    /// Skips this many characters.
    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            let Some(c) = self.rest.chars().next() else { return };
            self.rest = &self.rest[c.len_utf8()..];
            if c == '\n' {
                self.begin();
            } else {
                self.column += 1;
                if let Some(line) = self.line.as_mut().filter(|_| !c.is_whitespace()) {
                    line.is_blank = false;
                }
            }
        }
    }

    fn push(&mut self, token: Token, count: usize) {
        let column = self.column;
        if let Some(line) = &mut self.line {
            line.items.push(Item { column, token });
        }
        self.skip(count);
    }

    /// The rest of the line.
    fn line(&self) -> &'a str {
        let line = &self.rest[..self.rest.len() - self.beyond];
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Reports an error, and skips the rest of the line.
    fn wrong(&mut self, wrong: Problem) {
        let left = self.line().chars().count();
        self.push(Token::Unreadable(wrong), left);
    }

    /// Reads the next part; false at the end.
    fn step(&mut self) -> bool {
        let line = self.line();
        let mut next = self.rest.chars().map(ascii);
        let Some(c) = next.next() else { return false };
        match c {
            '#' | '%' => self.skip(line.chars().count()),
            '/' if line.starts_with("//") => self.skip(line.chars().count()),
            // `;` begins a comment, unless it separates moves.
            ';' if line.len() > self.moves => self.skip(line.chars().count()),
            // A game of GGF or SGF.
            '(' if line.starts_with("(;") => self.wrong(Problem::Text(shown(line))),
            '{' => self.comment('}'),
            '(' => self.comment(')'),
            '*' => self.push(Token::Result(None), 1),
            '$' => self.skip(1 + next.take_while(char::is_ascii_digit).count()),
            // The sign of a value.
            '+' if next.clone().next().is_some_and(|c| c.is_ascii_digit()) => self.skip(1),
            '-' => match 1 + next.take_while(|&c| c == '-').count() {
                1 => self.skip(1),
                hyphens => self.push(Token::Move(Move::Pass), hyphens),
            },
            '0'..='9' => self.number(line),
            _ if divides(c) => self.skip(1),
            _ => self.mv(line),
        }
        true
    }

    /// A comment ends before an empty line, so that one without an end does not hide later games.
    fn comment(&mut self, end: char) {
        if self.rest.len() <= self.paragraph.beyond {
            self.paragraph = Paragraph::begin(self.rest);
        }
        if self.paragraph.is_unclosed(self.rest) {
            return self.wrong(Problem::Open(end));
        }
        let mut depth = 0;
        for (c, length) in self.rest.chars().map(ascii).zip(1..) {
            if end == ')' && c == '(' {
                depth += 1;
            } else if c == end {
                depth -= i32::from(end == ')');
                if depth == 0 {
                    return self.skip(length);
                }
            }
        }
    }

    /// Reads the number of a move, or a result such as `40-24`, `1-0` or `1/2-1/2`.
    fn number(&mut self, line: &str) {
        let text = line.chars().take(LONGEST_NUMBER).map(ascii);
        let text: String = text.take_while(|&c| c.is_ascii_digit() || "-/".contains(c)).collect();
        let digits = text.chars().take_while(char::is_ascii_digit).count();
        let after = line.chars().map(ascii).nth(digits);
        let score = text.split_once('-').and_then(|(black, white)| Some((black.parse().ok()?, white.parse().ok()?)));
        let Some(number) = text[..digits].parse().ok().filter(|_| self.behind != self.column) else {
            return self.text(line);
        };
        if score.is_some() || text == "1/2-1/2" {
            // One to nothing gives no discs and does not name a side.
            let discs = score.filter(|&(black, white): &(u32, u32)| (3..=64).contains(&black.saturating_add(white)));
            return self.push(Token::Result(discs), text.chars().count());
        }
        let decimals = line.chars().map(ascii).skip(digits + 1).take_while(char::is_ascii_digit).count();
        match after {
            // The value of a move.
            Some('.') if decimals > 0 => self.skip(digits + 1 + decimals),
            Some('.' | ')' | ':' | ']') => self.push(Token::Number(number, true), digits + 1),
            Some(c) if !c.is_whitespace() && !divides(c) && !c.is_ascii_alphabetic() && c != '-' => self.text(line),
            _ if digits > 2 => self.text(line),
            _ => self.push(Token::Number(number, false), digits),
        }
    }

    fn mv(&mut self, line: &str) {
        let next: Vec<char> = line.chars().take(6).map(ascii).map(|c| c.to_ascii_lowercase()).collect();
        // The longest form is tried first, because `pa` is the start of `pass`. After `pa` or `ps` a square may follow
        // directly.
        let pass = ["pass", "パス", "ﾊﾟｽ", "pa", "ps", "pp"].into_iter().find(|pass| {
            let length = pass.chars().count();
            next.iter().take(length).copied().eq(pass.chars())
                && (next.get(length).is_none_or(|c| !c.is_alphabetic()) || is_square(&next[length..]))
        });
        if let Some(pass) = pass {
            return self.push(Token::Move(Move::Pass), pass.chars().count());
        }
        match square(&next) {
            Some(square) => {
                self.push(Token::Move(square.into()), 2);
                self.behind = self.column;
            }
            None => self.text(line),
        }
    }

    fn text(&mut self, line: &str) {
        let items = self.line.iter().flat_map(|line| &line.items);
        let has_moves = items.map(|item| &item.token).any(|token| matches!(token, Token::Move(_)));
        if self.behind != self.column && has_moves && is_words(line) {
            return self.skip(line.chars().count());
        }
        self.wrong(Problem::Text(shown(line.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or(line))));
    }
}

/// The text before an empty line or the end, and the brackets in it that have no end. They are found at once, so that
/// the work grows with the length of the text.
struct Paragraph {
    /// The number of bytes behind it.
    beyond: usize,
    /// For each byte: true if a bracket without an end begins there.
    unclosed: Vec<bool>,
}

impl Paragraph {
    /// The paragraph at the start of a text.
    fn begin(text: &str) -> Paragraph {
        let mut length = 0;
        for line in text.split_inclusive('\n') {
            if length > 0 && line.trim().is_empty() {
                break;
            }
            length += line.len();
        }
        let mut unclosed = vec![false; length];
        let mut has_brace = false;
        let mut parentheses = 0;
        for (at, c) in text[..length].char_indices().rev() {
            match ascii(c) {
                '}' => has_brace = true,
                '{' => unclosed[at] = !has_brace,
                ')' => parentheses += 1,
                '(' if parentheses == 0 => unclosed[at] = true,
                '(' => parentheses -= 1,
                _ => {}
            }
        }
        Paragraph { beyond: text.len() - length, unclosed }
    }

    /// True if the bracket at the start of the remaining text has no end.
    fn is_unclosed(&self, rest: &str) -> bool {
        self.unclosed[self.unclosed.len() - (rest.len() - self.beyond)]
    }
}

/// The half-width form of a character that Japanese keyboards write.
fn ascii(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '–' | '—' | '−' => '-',
        c => c,
    }
}

/// True if the character may separate two moves. Marks as in `f5!?` are ignored.
fn divides(c: char) -> bool {
    c.is_whitespace() || ",;.:、。・|!?[]\"'\u{feff}".contains(c)
}

/// True for words that may follow moves, such as the name of an opening.
fn is_words(line: &str) -> bool {
    let has_digit = line.contains(|c: char| ascii(c).is_ascii_digit());
    line.starts_with(char::is_alphabetic) && line.chars().count() > 2 && !has_digit
}

fn is_of_moves(c: char) -> bool {
    divides(c) || "-abcdefghps12345678".contains(c.to_ascii_lowercase())
}

fn square(next: &[char]) -> Option<Square> {
    next.get(..2)?.iter().collect::<String>().parse().ok()
}

fn is_square(next: &[char]) -> bool {
    square(next).is_some()
}
