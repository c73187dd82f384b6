//! Discs that can never be flipped: a bound on the final score without search.
//!
//! Found are: edge discs that no sequence of moves on their edge flips (by table), discs whose four lines are full, and inner discs
//! that on each line are protected by a full line or by a stable neighbour of their own colour. There may be more.

use std::sync::LazyLock;

use crate::board::{Bitboard, Position};

const INNER: Bitboard = 0x007e_7e7e_7e7e_7e00;
const COLUMN_A: Bitboard = 0x0101_0101_0101_0101;
const NOT_A: Bitboard = !COLUMN_A;
const NOT_H: Bitboard = NOT_A >> 1;

/// For every edge (ternary: 1 own, 2 opponent's, first square lowest) the own discs on it that are stable.
#[derive(Debug)]
pub struct Edges {
    ternary: [u16; 256],
    stable: [u8; 6561],
}

static EDGES: LazyLock<Edges> = LazyLock::new(Edges::compute);

impl Edges {
    pub fn get() -> &'static Edges {
        &EDGES
    }

    #[inline]
    fn index(&self, own: u8, opp: u8) -> usize {
        usize::from(self.ternary[usize::from(own)] + 2 * self.ternary[usize::from(opp)])
    }

    fn compute() -> Edges {
        let ternary =
            std::array::from_fn(|bits| (0..8).rev().fold(0, |sum, place| 3 * sum + u16::from(bits >> place & 1 == 1)));
        let mut edges = Edges { ternary, stable: [0; 6561] };
        let mut all: Vec<(u8, u8)> = (0..=255u8)
            .flat_map(|own| (0..=255u8).map(move |opp| (own, opp)))
            .filter(|(own, opp)| own & opp == 0)
            .collect();
        // Fullest first: a disc is stable if it still stands, and is stable, after every move of either side on the edge.
        all.sort_by_key(|(own, opp)| (own | opp).count_zeros());
        for (own, opp) in all {
            let mut stable = own;
            for place in (0..8).filter(|place| (own | opp) >> place & 1 == 0) {
                let bit = 1 << place;
                let flips = edge_flips(place, own, opp);
                stable &= edges.stable[edges.index(own | bit | flips, opp & !flips)];
                let flips = edge_flips(place, opp, own);
                stable &= edges.stable[edges.index(own & !flips, opp | bit | flips)];
            }
            let index = edges.index(own, opp);
            edges.stable[index] = stable;
        }
        edges
    }

    #[inline]
    fn edge(&self, own: u64, opp: u64) -> u64 {
        u64::from(self.stable[self.index(own as u8, opp as u8)])
    }

    /// Discs of `own` that are stable whatever happens: some or all of those there are.
    #[inline]
    pub fn stable(&self, own: Bitboard, opp: Bitboard) -> Bitboard {
        self.stable_with(own, opp, &full_lines(own | opp))
    }

    /// The same for both sides, `own` first.
    #[inline]
    pub fn stable_both(&self, own: Bitboard, opp: Bitboard) -> (Bitboard, Bitboard) {
        let lines = full_lines(own | opp);
        (self.stable_with(own, opp, &lines), self.stable_with(opp, own, &lines))
    }

    #[inline]
    fn stable_with(&self, own: Bitboard, opp: Bitboard, lines: &[Bitboard; 4]) -> Bitboard {
        let mut stable = self.edge(own, opp) | self.edge(own >> 56, opp >> 56) << 56;
        stable |= column(self.edge(row(own), row(opp)));
        stable |= column(self.edge(row(own >> 7), row(opp >> 7))) << 7;
        let &[horizontal, vertical, falling, rising] = lines;
        stable |= own & horizontal & vertical & falling & rising;
        let inner = own & INNER;
        loop {
            let protected = (horizontal | stable >> 1 | stable << 1)
                & (vertical | stable >> 8 | stable << 8)
                & (falling | stable >> 9 | stable << 9)
                & (rising | stable >> 7 | stable << 7);
            let more = inner & protected & !stable;
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }

    /// The most that the side to move can still reach, under most discs: the stable discs of the other side are lost to it.
    #[inline]
    pub fn ceiling<const ANTI: bool>(&self, position: &Position) -> i32 {
        let lost = if ANTI { self.stable(position.own, position.opp) } else { self.stable(position.opp, position.own) };
        64 - 2 * lost.count_ones() as i32
    }
}

/// Flips on a row of eight.
fn edge_flips(place: u32, own: u8, opp: u8) -> u8 {
    let mut flips = 0;
    for step in [1i32, -1] {
        let mut run = 0u8;
        let mut at = place as i32 + step;
        while (0..8).contains(&at) && opp >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            flips |= run;
        }
    }
    flips
}

/// Column a as a row: row 1 is the lowest bit.
#[inline]
fn row(discs: u64) -> u64 {
    (discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A row as column a.
#[inline]
fn column(row: u64) -> u64 {
    ((row & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A) | (row & 0x80) << 49
}

/// The squares whose row, column, falling (a1-h8) and rising diagonal hold no empty square.
#[inline]
fn full_lines(occupied: Bitboard) -> [Bitboard; 4] {
    let mut rows = occupied & occupied >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    let mut columns = occupied & occupied.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    let empty = !occupied;
    let falling = smear::<9>(empty, NOT_A, NOT_H);
    let rising = smear::<7>(empty, NOT_H, NOT_A);
    [(rows & COLUMN_A).wrapping_mul(0xff), columns, !falling, !rising]
}

/// The set with all that lies on its diagonals, by doubling; `up` and `down` are the squares that a step can enter without wrapping.
#[inline(always)]
fn smear<const SHIFT: u32>(set: Bitboard, up: Bitboard, down: Bitboard) -> Bitboard {
    let mut left = set | up & set << SHIFT;
    let mut enter = up & up << SHIFT;
    left |= enter & left << (2 * SHIFT);
    enter &= enter << (2 * SHIFT);
    left |= enter & left << (4 * SHIFT);
    let mut right = set | down & set >> SHIFT;
    let mut enter = down & down >> SHIFT;
    right |= enter & right >> (2 * SHIFT);
    enter &= enter >> (2 * SHIFT);
    right |= enter & right >> (4 * SHIFT);
    left | right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use rand::{Rng, SeedableRng, seq::IteratorRandom};
    use rand_chacha::ChaCha8Rng;

    /// What was called stable in any position of a random game must stand at its end.
    #[test]
    fn stable_discs_are_never_flipped() {
        let mut found = 0;
        for seed in 0..3000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut position = Position::START;
            let (mut own, mut opp) = (0, 0);
            while !position.is_over() {
                if position.moves() != 0 {
                    let square = squares(position.moves()).choose(&mut rng).unwrap();
                    position = position.play(square);
                    (own, opp) = (opp, own);
                }
                if position.moves() == 0 || rng.random_ratio(1, 50) {
                    position = position.pass();
                    (own, opp) = (opp, own);
                }
                own |= Edges::get().stable(position.own, position.opp);
                opp |= Edges::get().stable(position.opp, position.own);
                assert_eq!((own & !position.own, opp & !position.opp), (0, 0), "{position:?}");
            }
            found += (own | opp).count_ones();
        }
        assert!(found > 60_000, "{found}");
    }

    #[test]
    fn a_full_board_is_stable() {
        let own = 0x0123_4567_89ab_cdef;
        assert_eq!(Edges::get().stable(own, !own), own);
    }

    #[test]
    fn corners_protect_their_edge() {
        assert_eq!(Edges::get().stable(0x07, 0), 0x07);
        assert_eq!(Edges::get().stable(0x06, 0), 0);
        assert_eq!(Edges::get().stable(0x0101_0100_0000_0000 << 16, 0), 0x0101_0100_0000_0000 << 16);
    }
}
