//! Chooses the positions that a book adds next.

use std::collections::HashMap;

use crate::board::{Form, Position};
use crate::record::book::Book;
use crate::stats::mix;

/// The price of each ply on the way from the start.
const PLY: i64 = 100;
/// The price of each hundredth of a disc that moves on the way lose. A disc costs as much as two plies.
const LOSS: i64 = 2;

/// The positions that are worth most to the book: those with the cheapest way, as in drop-out expansion (Lincke,
/// "Strategies for the automatic construction of opening books", 2001). The seed orders equal ones.
pub(super) fn next(book: &Book, seed: u64, count: usize) -> Vec<Position> {
    let start = Form::canonical(&Position::START).position;
    if book.is_empty() {
        return vec![start];
    }
    let mut known = HashMap::from([(start, 0)]);
    let mut open: HashMap<Position, i64> = HashMap::new();
    // Each move adds a disc, so a position's price is final before it is passed on to later positions.
    for (position, values) in book.positions() {
        let Some(&here) = known.get(&position) else { continue };
        let best = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        for &(square, value) in values {
            let Some((after, _)) = Form::after(&position, square) else { continue };
            let price = here + PLY + LOSS * i64::from(best - value);
            let ways = if book.holds(&after) { &mut known } else { &mut open };
            ways.entry(after).and_modify(|known| *known = price.min(*known)).or_insert(price);
        }
    }
    let mut open: Vec<(Position, i64)> = open.into_iter().collect();
    open.sort_by_key(|(Position { own, opp }, price)| (*price, mix(seed ^ mix(own ^ mix(*opp))), *own, *opp));
    open.into_iter().map(|(position, _)| position).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Objective;
    use crate::record::Digest;
    use crate::record::book::Origin;

    /// Adds the next position to a book, with these values for its moves. Returns the positions after the moves.
    fn add(book: &mut Book, values: &[i32]) -> Vec<Position> {
        let position = next(book, 1, 1)[0];
        let moves = Form::moves(&position);
        assert_eq!(moves.len(), values.len(), "{position:?}");
        let values: Vec<_> = moves.iter().copied().zip(values.iter().copied()).collect();
        book.add([(position, values)]);
        moves.into_iter().map(|square| Form::after(&position, square).unwrap().0).collect()
    }

    #[test]
    fn what_follows_good_moves_comes_first() {
        let origin = Origin {
            rule: Objective::Normal,
            command: String::new(),
            seed: 1,
            engine: String::new(),
            sha256: Digest::of_bytes(""),
            depth: 1,
            date: String::new(),
        };
        let mut book = Book::empty(origin);
        let first = add(&mut book, &[0]);
        assert_eq!(next(&book, 1, 9), first);
        // The second answer loses one disc, and the third loses three.
        let second = add(&mut book, &[0, -100, -300]);
        assert_eq!(next(&book, 1, 9), second);
        // Two more plies after the best answer cost as much as a loss of one disc. Nothing is lost there, so the
        // position comes before the answer that loses three discs and after the one that loses one.
        let third = add(&mut book, &[0, 0, 0, 0, 0]);
        let order = next(&book, 1, 9);
        let [middle, last] =
            [&second[1], &second[2]].map(|position| order.iter().position(|other| other == position).unwrap());
        assert!(third.iter().all(|position| order[..middle].contains(position)));
        assert!(middle < last);
        // The seed decides only between equals.
        let other = next(&book, 2, 9);
        assert!(other != order && other.iter().all(|position| order.contains(position)));
    }
}
