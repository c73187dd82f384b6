//! The last one to four empty squares. Each number has its own code, because most positions of a solve are here.
//!
//! All are fail-soft null-window searches: for the side to move a result above `alpha` is a lower bound, and any other
//! an upper bound.

use std::hint::select_unpredictable;

use super::parity::{self, NEIGHBORS};
use crate::board::{Bitboard, Position, Square, kernel};

/// Below every score.
pub(super) const WORST: i32 = -65;

/// The final score of a finished game for the side that owns `own` discs.
#[inline]
pub(super) fn finished<const ANTI: bool>(position: &Position) -> i32 {
    let own = position.own.count_ones() as i32;
    let difference = own - position.opp.count_ones() as i32;
    let score = difference + difference.signum() * position.empties() as i32;
    if ANTI { -score } else { score }
}

/// The score with one empty square and `own` to move.
#[inline(always)]
pub(super) fn one<const ANTI: bool>(own: Bitboard, last: Square, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let flips = kernel::last_flips(last, own);
    let discs = own.count_ones() as i32;
    let placed = 2 * (discs + flips.own as i32) - 62;
    // If neither side can move, the square counts for the winner. 63 discs are never even.
    let passed = 2 * (discs - flips.opp as i32) - if flips.opp == 0 && discs >= 32 { 62 } else { 64 };
    let score = select_unpredictable(flips.own != 0, placed, passed);
    if ANTI { -score } else { score }
}

/// Searches two empty squares.
#[inline]
pub(super) fn two<const ANTI: bool>(position: &Position, [a, b]: [Square; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let &Position { own, opp } = position;
    let mut best = WORST;
    if let Some(flips) = flips(a, own, opp) {
        best = -one::<ANTI>(opp ^ flips, b, nodes);
        if best > alpha {
            return best;
        }
    }
    if let Some(flips) = flips(b, own, opp) {
        best = best.max(-one::<ANTI>(opp ^ flips, a, nodes));
    }
    if best != WORST {
        return best;
    }
    // After a pass the other side takes the worst result for us.
    let mut best = -WORST;
    if let Some(flips) = self::flips(a, opp, own) {
        best = one::<ANTI>(own ^ flips, b, nodes);
        if best <= alpha {
            return best;
        }
    }
    if let Some(flips) = self::flips(b, opp, own) {
        best = best.min(one::<ANTI>(own ^ flips, a, nodes));
    }
    if best != -WORST { best } else { finished::<ANTI>(position) }
}

/// The flips of a move, if it is legal. Most illegal moves have no neighbour to flip, which is cheaper to test.
#[inline(always)]
fn flips(square: Square, own: Bitboard, opp: Bitboard) -> Option<Bitboard> {
    if NEIGHBORS[square.index()] & opp == 0 {
        return None;
    }
    let flips = kernel::flips(square, own, opp);
    (flips != 0).then_some(flips)
}

/// Searches three empty squares, in the order in which they are given.
pub(super) fn three<const ANTI: bool>(position: &Position, squares: [Square; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [a, b, c] = parity::single_first(squares);
    let replies = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    let &Position { own, opp } = position;
    let mut best = WORST;
    for (square, rest) in replies {
        if let Some(flips) = flips(square, own, opp) {
            let score = -two::<ANTI>(&position.play_flips(square, flips), rest, -alpha - 1, nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != WORST {
        return best;
    }
    let passed = position.pass();
    let mut best = -WORST;
    for (square, rest) in replies {
        if let Some(flips) = flips(square, opp, own) {
            let score = two::<ANTI>(&passed.play_flips(square, flips), rest, alpha, nodes);
            if score <= alpha {
                return score;
            }
            best = best.min(score);
        }
    }
    if best != -WORST { best } else { finished::<ANTI>(position) }
}

/// Searches four empty squares.
pub(super) fn four<const ANTI: bool>(position: &Position, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [a, b, c, d] = parity::odd_first(position.empty());
    let replies = [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])];
    let &Position { own, opp } = position;
    let mut best = WORST;
    for (square, rest) in replies {
        if let Some(flips) = flips(square, own, opp) {
            let score = -three::<ANTI>(&position.play_flips(square, flips), rest, -alpha - 1, nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != WORST {
        return best;
    }
    let passed = position.pass();
    let mut best = -WORST;
    for (square, rest) in replies {
        if let Some(flips) = flips(square, opp, own) {
            let score = three::<ANTI>(&passed.play_flips(square, flips), rest, alpha, nodes);
            if score <= alpha {
                return score;
            }
            best = best.min(score);
        }
    }
    if best != -WORST { best } else { finished::<ANTI>(position) }
}
