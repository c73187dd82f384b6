//! The facts of a legal move: on the board, and by the judge's values.

use super::policy::Policy;
use super::scale::Discs;
use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Bitboard, Position, Square, squares};

/// The largest loss that counts, in discs.
pub const MOST_LOSS: f64 = 24.0;

/// The discs that a move gives away, by the values of the best move and of its own: 0 to [`MOST_LOSS`].
///
/// The model, measurements, analyses and reviews count by this function.
#[must_use]
pub fn given_away(best: Discs, value: Discs) -> Discs {
    Discs(best.above(value).clamp(0.0, MOST_LOSS))
}

/// True-or-false facts, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u16);

impl Marks {
    /// It takes a corner.
    pub const CORNER: Marks = Marks(1);
    /// It is diagonally beside an empty corner.
    pub const X_SQUARE: Marks = Marks(2);
    /// It is on the edge beside an empty corner.
    pub(crate) const C_SQUARE: Marks = Marks(4);
    /// It is on the edge or diagonally beside an empty corner.
    pub(crate) const BESIDE: Marks = Marks(2 | 4);
    /// The opponent can take a corner next.
    pub(crate) const GIVES_CORNER: Marks = Marks(8);
    /// It is on the edge and not a corner.
    pub(crate) const EDGE: Marks = Marks(16);
    /// The opponent has no move next.
    pub(crate) const PASSES: Marks = Marks(32);
    /// It is in a region with an odd number of empty squares.
    pub(crate) const ODD: Marks = Marks(64);
    /// The mover threatens to take an empty corner, which it did not before.
    pub(crate) const THREAT: Marks = Marks(128);
    /// A move on an edge in answer to one on another edge; corners count for no edge.
    pub(crate) const TRADE: Marks = Marks(256);
    /// If the opponent passed, the mover could take an empty corner that it could not take before.
    pub(crate) const ATTACKS: Marks = Marks(512);

    /// The marks of both sets.
    #[must_use]
    pub(crate) const fn and(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// True if any of these marks is set.
    #[must_use]
    pub const fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    fn set(&mut self, mark: Marks, is: bool) {
        if is {
            self.0 |= mark.0;
        }
    }
}

/// The facts of one legal move.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Facts {
    /// The discs lost against the best move, by the judge's values: 0 to [`MOST_LOSS`].
    pub loss: f32,
    /// The number of the opponent's moves after it.
    pub replies: u8,
    /// The number of the mover's moves after it, if the opponent passed.
    pub mobility: u8,
    /// The number of empty squares next to the discs that it flips.
    pub frontier: u8,
    /// The number of discs that it flips.
    pub flips: u8,
    /// The number of discs that it flips along its row and its column, without its diagonals.
    pub straight: u8,
    /// The distance from the opponent's last disc in king's moves; 0 without one.
    pub distance: u8,
    /// The true-or-false facts.
    pub marks: Marks,
    /// The term that the [policy](super::Policy) adds to the logarithm of its odds.
    pub policy: f32,
    /// The logarithm of the probability that people of the player's strength play it, by the whole model; 0 until a
    /// player computes it.
    pub usual: f32,
    /// The mean loss of people's answers in tenths of a disc; 0 until [`set_traps`](super::set_traps) computes it.
    pub trap: u8,
}

/// The facts of every legal move, in the order of the judge's values, which have one entry for each. `last` is the
/// square of the opponent's last disc.
#[must_use]
pub fn facts(position: &Position, last: Option<Square>, values: &[(Square, f64)]) -> Vec<Facts> {
    let best = values.iter().map(|&(_, value)| value).fold(f64::MIN, f64::max);
    let odd = odd_regions(position.empty());
    let policy = Policy::shipped().log_odds(position, last, values.iter().map(|&(square, _)| square));
    let moves = values.iter().zip(policy);
    moves
        .map(|(&(square, value), policy)| {
            let loss = given_away(Discs(best), Discs(value));
            Facts { policy, ..of_move(position, last, square, loss, odd) }
        })
        .collect()
}

/// Sets how usual the moves are, from the probability that people play each.
pub fn set_usual(options: &mut [Facts], chances: &[f64]) {
    for (facts, chance) in options.iter_mut().zip(chances) {
        facts.usual = libm::log(chance.max(f64::MIN_POSITIVE)) as f32;
    }
}

fn of_move(position: &Position, last: Option<Square>, square: Square, loss: Discs, odd: Bitboard) -> Facts {
    let bit = square.bit();
    let flips = position.flips(square);
    let after = position.play_flips(square, flips);
    let replies = after.moves();
    let own_moves = after.pass().moves();
    // The corner in the same quarter of the board.
    let corner = CORNERS & grow(grow(grow(bit)));
    let open = position.empty() & corner != 0;
    let mut marks = Marks::default();
    marks.set(Marks::CORNER, bit & CORNERS != 0);
    marks.set(Marks::X_SQUARE, open && bit & X_SQUARES != 0);
    marks.set(Marks::C_SQUARE, open && bit & C_SQUARES != 0);
    marks.set(Marks::GIVES_CORNER, replies & CORNERS != 0);
    marks.set(Marks::EDGE, bit & EDGES & !CORNERS != 0);
    marks.set(Marks::PASSES, replies == 0);
    marks.set(Marks::ODD, bit & odd != 0);
    marks.set(Marks::THREAT, own_moves & CORNERS != 0);
    marks.set(Marks::TRADE, last.is_some_and(|last| trades(last, square)));
    marks.set(Marks::ATTACKS, own_moves & CORNERS & !position.moves() != 0);
    Facts {
        loss: loss.0 as f32,
        replies: replies.count_ones() as u8,
        mobility: own_moves.count_ones() as u8,
        frontier: (grow(flips) & after.empty()).count_ones() as u8,
        flips: flips.count_ones() as u8,
        straight: (flips & square.lines()).count_ones() as u8,
        distance: last.map_or(0, |last| steps(last, square)),
        marks,
        policy: 0.0,
        usual: 0.0,
        trap: 0,
    }
}

/// True if the squares are on two different edges; corners do not count.
fn trades(one: Square, other: Square) -> bool {
    // Two squares of an edge share an outer row or an outer column.
    let share = one.row() == other.row() && [0, 7].contains(&one.row())
        || one.column() == other.column() && [0, 7].contains(&one.column());
    [one, other].iter().all(|square| square.bit() & EDGES & !CORNERS != 0) && !share
}

fn steps(a: Square, b: Square) -> u8 {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
}

/// The squares of all regions with an odd number of empty squares.
fn odd_regions(empty: Bitboard) -> Bitboard {
    regions(empty).into_iter().filter(|region| region.count_ones() % 2 == 1).fold(0, |odd, region| odd | region)
}

/// The regions of empty squares. Diagonal neighbours are connected.
pub(crate) fn regions(empty: Bitboard) -> Vec<Bitboard> {
    let mut regions = Vec::new();
    let mut left = empty;
    while let Some(start) = squares(left).next() {
        let mut region = start.bit();
        loop {
            let grown = grow(region) & empty;
            if grown == region {
                break;
            }
            region = grown;
        }
        regions.push(region);
        left &= !region;
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn at(game: &str, values: &[(&str, f64)]) -> Vec<Facts> {
        let game = transcript::parse(game).unwrap().into_game();
        let last = game.moves().last().and_then(|mv| mv.square());
        let values: Vec<(Square, f64)> = values.iter().map(|&(name, value)| (square(name), value)).collect();
        facts(&game.board().position, last, &values)
    }

    #[test]
    fn the_first_moves_are_what_one_counts_on_the_board() {
        // After f5 White may play d6, f4 or f6.
        let moves = at("f5", &[("f4", -1.0), ("d6", 2.0), ("f6", 1.5)]);
        assert_eq!(moves.iter().map(|facts| facts.loss).collect::<Vec<_>>(), [3.0, 0.0, 0.5]);
        assert_eq!(moves.iter().map(|facts| facts.distance).collect::<Vec<_>>(), [1, 2, 1]);
        assert!(moves.iter().all(|facts| facts.flips == 1 && facts.mobility > 0 && facts.marks.has(Marks::ODD)));
        // f6 flips e5: its empty neighbours are d6, e6 and f4 (f6 itself is taken).
        assert_eq!(moves[2].frontier, 3);
        assert!(moves.iter().all(|facts| !facts.marks.has(Marks::EDGE) && !facts.marks.has(Marks::GIVES_CORNER)));
        assert_eq!(at("f5", &[("f4", -60.0), ("d6", 2.0)])[0].loss, MOST_LOSS as f32);
    }

    fn set(names: &[&str]) -> Bitboard {
        names.iter().fold(0, |set, name| set | square(name).bit())
    }

    #[test]
    fn corners_and_their_neighbours_are_marked() {
        // The side to move can play b2 over c3 and b1 over c1; the corner a1 is empty.
        let position = Position { own: set(&["d4", "d1", "h8"]), opp: set(&["c3", "c1", "b5", "g7"]) };
        let values = [("b2", 0.0), ("b1", 0.0)].map(|(name, value)| (square(name), value));
        let [x, c] = facts(&position, None, &values)[..] else { panic!("two moves") };
        assert!(x.marks.has(Marks::X_SQUARE) && !x.marks.has(Marks::C_SQUARE) && !x.marks.has(Marks::EDGE));
        assert!(c.marks.has(Marks::C_SQUARE) && c.marks.has(Marks::EDGE) && !c.marks.has(Marks::CORNER));
        // With the corner taken, neither square is dangerous.
        let taken = Position { own: position.own | set(&["a1"]), ..position };
        let [x, c] = facts(&taken, None, &values)[..] else { panic!("two moves") };
        assert!(!x.marks.has(Marks::X_SQUARE) && !c.marks.has(Marks::C_SQUARE) && c.marks.has(Marks::EDGE));
        assert_eq!(x.distance, 0);
    }

    #[test]
    fn an_edge_is_traded_for_another_one() {
        let other_edge = ["a3", "h3", "d8"];
        for (last, expected) in [("d1", &other_edge[..]), ("a5", &["h3", "d8", "e1"]), ("d3", &[]), ("a1", &[])] {
            let all = ["a3", "h3", "d8", "e1", "h8", "c4"];
            let traded: Vec<&str> = all.into_iter().filter(|name| trades(square(last), square(name))).collect();
            assert_eq!(traded, expected, "{last}");
        }
    }

    #[test]
    fn regions_are_counted_by_their_squares() {
        let empty = set(&["a1", "b2", "c3", "h1", "g1", "e8"]);
        assert_eq!(odd_regions(empty), set(&["a1", "b2", "c3", "e8"]));
        assert_eq!(odd_regions(0), 0);
    }
}
