//! Positions of random games and single squares, for the tests of all features.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::board::Position;
use crate::board::random::any;

/// Positions of random games, from the start of a game to its end.
pub(super) fn positions(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::START;
        while !position.is_over() {
            position = any(position.moves(), &mut rng).map_or(position.pass(), |square| position.play(square));
            positions.push(position);
        }
        // Games do not reach randomly filled boards, but they are allowed as a start.
        let (own, other): (u64, u64) = (rng.random(), rng.random());
        positions.push(Position { own, opp: other & !own });
    }
    positions
}

/// +1 under an own disc, -1 under the opponent's, 0 on an empty square.
pub(super) fn sign(position: &Position, index: usize) -> i32 {
    (position.own >> index & 1) as i32 - (position.opp >> index & 1) as i32
}

/// The eight directions as steps in column and row.
pub(super) const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The squares from `index` (left out) to the border in a direction, nearest first.
pub(super) fn ray(index: usize, (dx, dy): (i32, i32)) -> Vec<usize> {
    let mut x = index as i32 % 8 + dx;
    let mut y = index as i32 / 8 + dy;
    let mut squares = Vec::new();
    while (0..8).contains(&x) && (0..8).contains(&y) {
        squares.push((y * 8 + x) as usize);
        (x, y) = (x + dx, y + dy);
    }
    squares
}
