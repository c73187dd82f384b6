//! The answer to `rival-last_search`: the depth of the last search, the number of visited positions, the
//! value, and the line of play.

use std::fmt;

use crate::board::Move;
use crate::record::notation;
use crate::stats::signed;
use crate::wire::text::line_of_play;

/// The word for an unknown value.
const NONE: &str = "-";
/// The most characters of a depth that are stored.
const LONGEST_DEPTH: usize = 12;

/// The last search in four words: depth, positions, value, line of play.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LastSearch {
    /// The depth in plies, `100%` if the value is exact, or `100%W` if the winner is certain; `None` without a search.
    pub depth: Option<String>,
    /// The number of visited positions.
    pub nodes: Option<u64>,
    /// The value in discs for the side that moved.
    pub value: Option<f64>,
    /// The principal variation, which begins with the chosen move; empty if unknown.
    pub pv: Vec<Move>,
}

impl LastSearch {
    /// Reads an answer. Unreadable parts count as unknown.
    #[must_use]
    pub fn parse(text: &str) -> LastSearch {
        let mut words = text.split_whitespace();
        let [depth, nodes, value, pv] = [(); 4].map(|()| words.next().filter(|&word| word != NONE));
        LastSearch {
            depth: depth.map(|depth| depth.chars().take(LONGEST_DEPTH).collect()),
            nodes: nodes.and_then(|nodes| nodes.parse().ok()),
            value: value.and_then(|value| value.parse().ok()).filter(|value: &f64| value.is_finite()),
            pv: pv.and_then(line_of_play).unwrap_or_default(),
        }
    }
}

impl fmt::Display for LastSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.as_deref().unwrap_or(NONE);
        let nodes = self.nodes.map_or_else(|| NONE.to_owned(), |nodes| nodes.to_string());
        let value = self.value.map_or_else(|| NONE.to_owned(), |value| signed(value, 2));
        write!(f, "{depth} {nodes} {value} ")?;
        if self.pv.is_empty() {
            return f.write_str(NONE);
        }
        self.pv.iter().try_for_each(|&mv| f.write_str(&notation::written(mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let pv = ["f5", "--", "d6"].map(|mv| mv.parse().unwrap()).to_vec();
        let known = LastSearch { depth: Some("100%W".to_owned()), nodes: Some(12_345), value: Some(-3.5), pv };
        assert_eq!(known.to_string(), "100%W 12345 -3.50 f5--d6");
        for search in [known, LastSearch::default(), LastSearch { nodes: Some(7), ..LastSearch::default() }] {
            assert_eq!(LastSearch::parse(&search.to_string()), search);
        }
        assert_eq!(LastSearch::default().to_string(), "- - - -");
    }

    #[test]
    fn what_cannot_be_read_is_unknown() {
        for text in ["", "- -1 nan", "- many inf", "- - - f5d"] {
            assert_eq!(LastSearch::parse(text), LastSearch::default(), "{text}");
        }
        assert_eq!(LastSearch::parse("deeper_than_anything 3").depth.as_deref(), Some("deeper_than_"));
    }
}
