//! Discs that can never be flipped: a bound on the final score without search.
//!
//! It finds edge discs that no sequence of moves on their edge flips (by table), discs whose four lines are full, and
//! inner discs that a full line or a stable neighbour of their own colour protects on each line. Other stable discs may
//! be missed.

use crate::board::edges::StableEdges;
use crate::board::geometry::{FullLines, column, in_column_a};
use crate::board::{Bitboard, Position};

const INNER: Bitboard = 0x007e_7e7e_7e7e_7e00;

/// Finds stable discs. Edges use a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges(&'static StableEdges);

impl Edges {
    pub(super) fn get() -> Edges {
        Edges(StableEdges::get())
    }

    #[inline]
    fn edge(self, own: u8, opp: u8) -> Bitboard {
        u64::from(self.0.discs(own, opp))
    }

    /// Discs of `own` that are certainly stable; there may be others.
    #[inline]
    pub(super) fn stable(self, own: Bitboard, opp: Bitboard) -> Bitboard {
        self.stable_with(own, opp, &FullLines::new(!(own | opp)))
    }

    /// The same for both sides, `own` first.
    #[inline]
    pub(super) fn stable_both(self, own: Bitboard, opp: Bitboard) -> (Bitboard, Bitboard) {
        let lines = FullLines::new(!(own | opp));
        (self.stable_with(own, opp, &lines), self.stable_with(opp, own, &lines))
    }

    #[inline]
    fn stable_with(self, own: Bitboard, opp: Bitboard, lines: &FullLines) -> Bitboard {
        let mut stable = self.edge(own as u8, opp as u8) | self.edge((own >> 56) as u8, (opp >> 56) as u8) << 56;
        stable |= in_column_a(self.0.discs(column(own, 0), column(opp, 0)));
        stable |= in_column_a(self.0.discs(column(own, 7), column(opp, 7))) << 7;
        let &FullLines { rows, columns, falling, rising } = lines;
        stable |= own & rows & columns & falling & rising;
        let inner = own & INNER;
        loop {
            let protected = (rows | stable >> 1 | stable << 1)
                & (columns | stable >> 8 | stable << 8)
                & (falling | stable >> 9 | stable << 9)
                & (rising | stable >> 7 | stable << 7);
            let more = inner & protected & !stable;
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }

    /// The highest score that the side to move can still reach when most discs win. The other side keeps its stable
    /// discs.
    #[inline]
    pub(super) fn ceiling<const ANTI: bool>(self, position: &Position) -> i32 {
        let lost = if ANTI { self.stable(position.own, position.opp) } else { self.stable(position.opp, position.own) };
        64 - 2 * lost.count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use rand::{RngExt, SeedableRng, seq::IteratorRandom};
    use rand_chacha::ChaCha8Rng;

    /// A disc that counts as stable in a random game is on the board at its end.
    #[test]
    fn stable_discs_are_never_flipped() {
        let mut stable_discs = 0;
        for seed in 0..3000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut position = Position::START;
            let mut own = 0;
            let mut opp = 0;
            while !position.is_over() {
                if position.moves() != 0 {
                    let square = squares(position.moves()).choose(&mut rng).unwrap();
                    position = position.play(square);
                    std::mem::swap(&mut own, &mut opp);
                }
                if position.moves() == 0 || rng.random_ratio(1, 50) {
                    position = position.pass();
                    std::mem::swap(&mut own, &mut opp);
                }
                own |= Edges::get().stable(position.own, position.opp);
                opp |= Edges::get().stable(position.opp, position.own);
                assert_eq!((own & !position.own, opp & !position.opp), (0, 0), "{position:?}");
            }
            stable_discs += (own | opp).count_ones();
        }
        assert!(stable_discs > 60_000, "{stable_discs}");
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
