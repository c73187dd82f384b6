//! Parity of regions: in a quarter of the board with an odd number of empty squares, the side that moves there first
//! usually moves there last.

use crate::board::geometry::grow;
use crate::board::{Bitboard, Square};

#[cfg(test)]
const QUARTERS: [Bitboard; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The squares next to each square.
pub(super) static NEIGHBORS: [Bitboard; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        table[square] = grow(bit) & !bit;
        square += 1;
    }
    table
};

/// The empty squares in quarters with an odd number of empty squares.
#[inline]
pub(super) fn odd(empty: Bitboard) -> Bitboard {
    // Each quarter's parity is collected in its lowest bit: a sum without carries over four columns, then over four
    // rows.
    let mut bits = empty ^ empty >> 1;
    bits ^= bits >> 2;
    bits &= 0x1111_1111_1111_1111;
    bits ^= bits >> 8;
    bits ^= bits >> 16;
    bits &= 0x0000_0011_0000_0011;
    empty & bits.wrapping_mul(0x0f0f_0f0f)
}

#[inline]
fn quarter(square: Square) -> usize {
    (square.index() >> 2 & 1) | (square.index() >> 4 & 2)
}

/// Three empty squares, ordered so that one alone in its quarter comes before two that share theirs.
#[inline]
pub(super) fn single_first([a, b, c]: [Square; 3]) -> [Square; 3] {
    let [first, second, third] = [a, b, c].map(quarter);
    if first == second && third != first {
        [c, a, b]
    } else if first == third && second != first {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Four empty squares, ordered so that those in odd quarters come first.
#[inline]
pub(super) fn odd_first(empty: Bitboard) -> [Square; 4] {
    // None, two or all four are odd. The code has no branches, because they could not be predicted.
    let odd = odd(empty);
    let front = if odd == 0 { empty } else { odd };
    let second = without_lowest(front);
    let third = without_lowest(second);
    let back = if third == 0 { empty & !front } else { third };
    [front, second, back, without_lowest(back)].map(|set| Square::lowest(set).unwrap_or(Square::A1))
}

#[inline]
fn without_lowest(set: Bitboard) -> Bitboard {
    set & set.wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;

    #[test]
    fn odd_quarters_are_found() {
        let mut empty = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..1000 {
            empty = empty.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
            let expected: u64 = QUARTERS.iter().filter(|&q| (empty & q).count_ones() % 2 == 1).map(|q| empty & q).sum();
            assert_eq!(odd(empty), expected);
        }
    }

    #[test]
    fn single_squares_come_first() {
        let [a, b, c] = ["a1", "b2", "h8"].map(|name| name.parse::<Square>().unwrap());
        assert_eq!(single_first([a, b, c])[0], c);
        assert_eq!(single_first([a, c, b])[0], c);
        assert_eq!(single_first([c, a, b])[0], c);
        for (index, bits) in QUARTERS.into_iter().enumerate() {
            assert!(squares(bits).all(|square| quarter(square) == index), "{index}");
        }
        // If the three squares share no quarter, or all share one, the order stays.
        let d = "a8".parse().unwrap();
        assert_eq!([single_first([a, c, d]), single_first([a, b, "c3".parse().unwrap()])].map(|of| of[0]), [a, a]);
    }

    #[test]
    fn odd_quarters_come_before_even_ones() {
        for (empty, front) in [(["a1", "b1", "h1", "h8"], ["h1", "h8"]), (["a1", "b1", "c1", "h8"], ["a1", "b1"])] {
            let front = front.map(|name| name.parse().unwrap());
            let empty: Bitboard = empty.map(|name| name.parse::<Square>().unwrap().bit()).iter().sum();
            let order = odd_first(empty);
            assert!(order[..2] == front && order.iter().map(|square| square.bit()).sum::<u64>() == empty);
        }
    }
}
