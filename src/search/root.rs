//! The root: every requested move gets its exact value, and all others are proved to be worse.

use super::alphabeta::{INFINITE, Searching};
use super::order::Child;
use super::{Estimate, Line, Ties, Valuation};
use crate::board::{Move, Square};
use crate::eval::{Evaluator, Leaf, Value, finished_score};
use crate::stats::mix;

/// A root move with the results of its searches.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub child: Child,
    /// The rank among moves of equal value: the lowest comes first.
    pub rank: u64,
    /// The moves that follow, if the value is exact.
    pub rest: Vec<Move>,
    /// The value: exact for its depth, or an upper bound.
    pub value: Value,
    exact: bool,
    /// The depth of the last search with an exact value.
    depth: u32,
    /// The exact values at the last even and the last odd depth, because evaluations alternate with parity.
    by_parity: [Option<Value>; 2],
}

impl RootMove {
    /// The last exact value of a search that ended early.
    pub(super) fn estimate<E: Evaluator>(&self, evaluator: &E) -> Estimate {
        Estimate { discs: discs(self.value, evaluator.units_per_disc()), depth: self.depth }
    }

    /// The score of a move whose value was searched to the end of the game.
    pub(super) fn score(&self) -> i32 {
        finished_score(self.value).unwrap_or(0)
    }

    /// The move as a line of a report, with this value.
    pub(super) fn line<E: Evaluator>(&self, value: Valuation, evaluator: &E) -> Line {
        let mut pv = Vec::with_capacity(1 + self.rest.len());
        pv.push(self.child.square.into());
        pv.extend_from_slice(&self.rest);
        Line { pv, worth: evaluator.worth(self.value), value }
    }
}

/// A value in discs, -64 to 64. A disc equals `units`.
fn discs(value: Value, units: f64) -> f64 {
    finished_score(value).map_or((f64::from(value) / units).clamp(-64.0, 64.0), f64::from)
}

impl Ties {
    /// The rank of a square among moves of equal value. The lowest comes first, and every square has its own.
    fn rank(self, square: Square) -> u64 {
        let index = square.index() as u64;
        match self {
            Ties::First => index,
            // A bijection between squares and unordered numbers, which depends on the seed: SplitMix64.
            Ties::Random(seed) => mix(seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15))),
        }
    }
}

/// The moves of a root in the order in which they are searched.
pub(super) fn moves<E: Evaluator>(root: &Leaf, ties: Ties, searching: &mut Searching<'_, E>) -> Vec<RootMove> {
    let children = searching.children(root);
    children
        .into_iter()
        .map(|child| RootMove {
            child,
            rank: ties.rank(child.square),
            rest: Vec::new(),
            value: child.score,
            exact: false,
            depth: 0,
            by_parity: [None; 2],
        })
        .collect()
}

/// Sets the value of every root move with `measure`. Afterwards the first `count` moves are the best ones in order,
/// with exact values.
///
/// `measure` gets a move and, once there are `count` candidates, a floor: it must find the exact value if that is above
/// the floor (true); otherwise an upper bound is enough (false). If it returns `None` the search ends: the best move so
/// far, if there is one, comes to the front, and all others keep their order.
pub(super) fn rank(
    moves: &mut [RootMove],
    count: usize,
    mut measure: impl FnMut(&mut RootMove, Option<Value>) -> Option<bool>,
) -> Option<()> {
    let count = count.clamp(1, moves.len());
    // The best moves so far in order, as indices into `moves`.
    let mut best: Vec<usize> = Vec::with_capacity(count + 1);
    for index in 0..moves.len() {
        let rank = moves[index].rank;
        // The move has to beat the last of the best moves by value or, if values are equal, by rank.
        let floor = (best.len() == count).then(|| {
            let last = &moves[best[count - 1]];
            if rank < last.rank { last.value - 1 } else { last.value }
        });
        let Some(exact) = measure(&mut moves[index], floor) else {
            if let Some(&first) = best.first() {
                moves[..=first].rotate_right(1);
            }
            return None;
        };
        moves[index].exact = exact;
        if moves[index].exact {
            let value = moves[index].value;
            let place = best.partition_point(|&other| {
                moves[other].value > value || (moves[other].value == value && moves[other].rank < rank)
            });
            best.insert(place, index);
            best.truncate(count);
        }
    }
    // The best moves come first, then those that were among the best for a time, then the others in their old order.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&index| {
        let place = best.iter().position(|&other| other == index).unwrap_or(best.len());
        (place, if moves[index].exact { -moves[index].value } else { Value::MAX })
    });
    let sorted: Vec<RootMove> = order.into_iter().map(|index| moves[index].clone()).collect();
    moves.clone_from_slice(&sorted);
    Some(())
}

/// Searches the root to this depth; see [`rank`].
pub(super) fn iterate<E: Evaluator>(
    root: &Leaf,
    moves: &mut [RootMove],
    depth: u32,
    count: usize,
    searching: &mut Searching<'_, E>,
) -> Option<()> {
    rank(moves, count, |root_move, floor| {
        let parity = (depth % 2) as usize;
        let aim = root_move.by_parity[parity].or(root_move.by_parity[1 - parity]);
        let exact = measure(root, root_move, depth, floor, aim, searching)?;
        root_move.by_parity[parity] = exact.then_some(root_move.value);
        if exact {
            root_move.depth = depth;
        }
        Some(exact)
    })
}

/// The value of one root move: exact if it is above the floor (true), else an upper bound (false).
fn measure<E: Evaluator>(
    root: &Leaf,
    root_move: &mut RootMove,
    depth: u32,
    floor: Option<Value>,
    aim: Option<Value>,
    searching: &mut Searching<'_, E>,
) -> Option<bool> {
    let leaf = root.after(root_move.child.position);
    let state = searching.evaluator.state(&leaf.position);
    let replies = root_move.child.moves;
    let mut rest = Vec::new();
    let (mut alpha, mut beta) = match (floor, aim) {
        (Some(floor), _) => {
            let value =
                -searching.value::<false>(&leaf, &state, replies, None, depth - 1, -floor - 1, -floor, &mut rest)?;
            if value <= floor {
                root_move.value = value;
                return Some(false);
            }
            (floor, INFINITE)
        }
        (None, Some(aim)) => window(aim, searching.evaluator.units_per_disc(), 1.0),
        (None, None) => (-INFINITE, INFINITE),
    };
    let mut width = 1.0;
    loop {
        rest.clear();
        let value = -searching.value::<true>(&leaf, &state, replies, None, depth - 1, -beta, -alpha, &mut rest)?;
        // An evaluation beyond its range leaves the widest window, too.
        let is_open = alpha == -INFINITE && beta == INFINITE;
        if is_open || (value > alpha && value < beta) {
            root_move.value = value;
            root_move.rest = rest;
            return Some(true);
        }
        width *= 4.0;
        let (low, high) = window(value, searching.evaluator.units_per_disc(), width);
        if value <= alpha {
            alpha = low;
        } else {
            beta = high;
        }
    }
}

/// A window of `width` discs on both sides of a value. Wide windows are open.
fn window(value: Value, units: f64, width: f64) -> (Value, Value) {
    if width > 20.0 || finished_score(value).is_some() {
        return (-INFINITE, INFINITE);
    }
    let margin = (units * width).clamp(1.0, f64::from(INFINITE)) as Value;
    (value.saturating_sub(margin).max(-INFINITE), value.saturating_add(margin).min(INFINITE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_ties_have_the_numbers_of_splitmix64() {
        for (seed, index, rank) in [
            (0, 0, 0xe220_a839_7b1d_cdaf),
            (1, 19, 0xe263_1837_73ef_6508),
            (u64::MAX, 63, 0xf63b_7b90_46fe_a981),
            (12_345_678_901_234_567_890, 37, 0x4392_d18f_1a36_51ab),
        ] {
            assert_eq!(Ties::Random(seed).rank(Square::new(index).unwrap()), rank, "{seed} {index}");
        }
    }
}
