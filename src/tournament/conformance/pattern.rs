//! The form of a message: words and places.

use crate::board::{Board, Move};

/// A message's form. A word of it is itself, in any case, or one of `{move}` (a legal move), `{line}` (a line of play
/// that begins with one), `{number}`, `{value}` (a number or two bounds), `{depth}` (plies or per cent) and `{word}`
/// (any). A `*` at the end stands for any words, or none. ` || ` stands between forms of which one is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pattern(&'static str);

impl Pattern {
    pub(super) const fn new(text: &'static str) -> Pattern {
        Pattern(text)
    }

    /// The form as the cases write it.
    pub(super) const fn text(self) -> &'static str {
        self.0
    }

    /// True if the message has this form, where `board` is the position that its move is for.
    pub(super) fn matches(self, message: &str, board: &Board) -> bool {
        // A move of NBoard has strokes between its fields.
        let message = if message.starts_with("===") { message.replace('/', " ") } else { message.to_owned() };
        self.0.split(" || ").any(|form| has_form(&message, form, board))
    }
}

/// True if the words of the message are those of one form.
fn has_form(message: &str, form: &str, board: &Board) -> bool {
    let mut words = message.split_whitespace();
    for form in form.split(' ') {
        if form == "*" {
            return true;
        }
        let Some(word) = words.next() else { return false };
        let fits = match form {
            "{move}" => is_legal(word, board),
            "{line}" => word.get(..2).is_some_and(|first| is_legal(first, board)),
            "{number}" => word.parse::<f64>().is_ok_and(f64::is_finite),
            "{value}" => word.split(',').all(|bound| bound.parse::<f64>().is_ok_and(f64::is_finite)),
            "{depth}" => word.starts_with(|c: char| c.is_ascii_digit()),
            "{word}" => true,
            _ => word.eq_ignore_ascii_case(form),
        };
        if !fits {
            return false;
        }
    }
    words.next().is_none()
}

fn is_legal(word: &str, board: &Board) -> bool {
    word.parse().is_ok_and(|mv: Move| board.is_legal(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_words_and_places() {
        for (form, message, fits) in [
            ("=", "=", true),
            ("=", "= done", false),
            ("= *", "=", true),
            ("? *", "? illegal move", true),
            ("=7 2", "=7 2", true),
            ("=7 2", "= 2", false),
            ("= {move}", "= F5", true),
            ("= {move}", "= f4", false),
            ("= {move}", "= pass", false),
            ("= {move}", "= F5 F6", false),
            ("=== {move} *", "=== F5/0.00/0.01", true),
            ("=== {move} *", "=== A1/0.00/0.01", false),
            ("search {line} {value} {word} {depth} *", "search F5D6 1.5,-2 0 100%W", true),
            ("search {line} {value} {word} {depth} *", "search D6F5 1 0 4", false),
            ("search {line} {value} {word} {depth} *", "search F5 x 0 4", false),
            ("nodestats {number} {number}", "nodestats 10 nan", false),
            ("learned || status *", "status no", true),
        ] {
            assert_eq!(Pattern::new(form).matches(message, &Board::START), fits, "{form}: {message}");
        }
    }
}
