//! A shallow search into the estimate: for move ordering, and for the selective searches.

use super::estimate::Estimator;
use super::last::finished;
use super::order::{Candidates, cheap};
use super::parity;
use crate::board::{Bitboard, Position, squares};

/// Beyond every estimate.
pub const INFINITE: i32 = 10_000;

/// Hundredths of a disc that weigh as much as one point of [`cheap`], where a reply weighs 32.
const PER_RANK: i32 = 16;

impl Candidates {
    /// Ranks by an estimate `depth` plies below each move, and by the number of replies: among good moves the narrow ones
    /// cost less.
    pub fn rank_by<const ANTI: bool>(
        &mut self,
        estimator: &dyn Estimator,
        position: &Position,
        depth: u32,
        nodes: &mut u64,
    ) {
        let odd = parity::odd(position.empty());
        for candidate in self.iter_mut() {
            let estimate =
                -reckon::<ANTI>(estimator, &candidate.position, candidate.moves, depth, -INFINITE, INFINITE, nodes);
            candidate.rank = estimate / PER_RANK + cheap::<ANTI>(candidate, odd);
        }
    }
}

/// The estimate `depth` plies deep for the side to move, by alpha-beta, fail-soft; a pass is no ply. `moves` are the
/// position's.
pub fn reckon<const ANTI: bool>(
    estimator: &dyn Estimator,
    position: &Position,
    moves: Bitboard,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if moves == 0 {
        let passed = position.pass();
        let replies = passed.moves();
        if replies == 0 {
            return 100 * finished::<ANTI>(position);
        }
        return -reckon::<ANTI>(estimator, &passed, replies, depth, -beta, -alpha, nodes);
    }
    if depth == 0 {
        return estimator.estimate(position, moves);
    }
    let mut best = -INFINITE;
    if depth == 1 {
        for square in squares(moves) {
            let next = position.play(square);
            let score = -reckon::<ANTI>(estimator, &next, next.moves(), 0, -beta, -alpha, nodes);
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        return best;
    }
    let mut candidates = Candidates::new(position, moves);
    candidates.rank_cheaply::<ANTI>(position);
    while let Some(candidate) = candidates.next_best() {
        let score = -reckon::<ANTI>(estimator, &candidate.position, candidate.moves, depth - 1, -beta, -alpha, nodes);
        best = best.max(score);
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}
