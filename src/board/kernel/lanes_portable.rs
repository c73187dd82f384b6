//! Lanes as plain arrays, in loops that a compiler turns into vectors: the oracle for the other instruction sets.

use super::lanes::{Batch, LANES, Order};

type Lanes = [u64; LANES];

const COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The discs of `mask` that are connected to `from` along one line: those to the left (`SHIFT` up) and those to the
/// right.
#[inline(always)]
fn runs<const SHIFT: u32>(from: u64, mask: u64) -> (u64, u64) {
    let mut left = mask & (from << SHIFT);
    let mut right = mask & (from >> SHIFT);
    left |= mask & (left << SHIFT);
    right |= mask & (right >> SHIFT);
    let left_mask = mask & (mask << SHIFT);
    let right_mask = left_mask >> SHIFT;
    left |= left_mask & (left << (2 * SHIFT));
    right |= right_mask & (right >> (2 * SHIFT));
    left |= left_mask & (left << (2 * SHIFT));
    right |= right_mask & (right >> (2 * SHIFT));
    (left, right)
}

#[inline(always)]
fn ends<const SHIFT: u32>(own: u64, mask: u64) -> u64 {
    let (left, right) = runs::<SHIFT>(own, mask);
    (left << SHIFT) | (right >> SHIFT)
}

/// The discs between an own disc and the move: the runs from both ends meet there.
#[inline(always)]
fn between<const SHIFT: u32>(bit: u64, own: u64, mask: u64) -> u64 {
    let (own_left, own_right) = runs::<SHIFT>(own, mask);
    let (left, right) = runs::<SHIFT>(bit, mask);
    (left & own_right) | (right & own_left)
}

/// The square that the order prefers among these; `moves` is not empty.
#[inline(always)]
fn first(order: &Order, moves: u64) -> u8 {
    let mut node = 1;
    for _ in 0..6 {
        node = 2 * node + usize::from(moves & order.halves[node & 63] == 0);
    }
    order.squares[node & 63]
}

/// Plays one turn in every lane. The sides swap in every lane. Returns a bit for each lane whose game was already over.
#[must_use]
pub fn step(batch: &mut Batch, orders: &[&Order; LANES]) -> u8 {
    let Batch { own, opp, passed } = *batch;
    let mut moves: Lanes = [0; LANES];
    for lane in 0..LANES {
        let inner = opp[lane] & COLUMNS;
        let ends = ends::<1>(own[lane], inner)
            | ends::<7>(own[lane], inner)
            | ends::<9>(own[lane], inner)
            | ends::<8>(own[lane], opp[lane]);
        moves[lane] = ends & !(own[lane] | opp[lane]);
    }
    let mut bits: Lanes = [0; LANES];
    let mut passes = 0;
    let mut full = 0;
    for lane in 0..LANES {
        let pass = moves[lane] == 0;
        bits[lane] = u64::from(!pass) << first(orders[lane], moves[lane]);
        passes |= u8::from(pass) << lane;
        full |= u8::from(own[lane] | opp[lane] == !0) << lane;
    }
    for lane in 0..LANES {
        let inner = opp[lane] & COLUMNS;
        let flips = between::<1>(bits[lane], own[lane], inner)
            | between::<7>(bits[lane], own[lane], inner)
            | between::<9>(bits[lane], own[lane], inner)
            | between::<8>(bits[lane], own[lane], opp[lane]);
        batch.own[lane] = opp[lane] & !flips;
        batch.opp[lane] = own[lane] | flips | bits[lane];
    }
    batch.passed = passes;
    passes & passed | full
}
