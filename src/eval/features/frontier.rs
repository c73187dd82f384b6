//! Frontier discs: those with at least one empty neighbour. A player wants few of them, because they can be flipped.

use super::{CountFeature, View};
use crate::board::Position;
use crate::board::geometry::grow;

/// The opponent's frontier discs minus own ones.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Frontier;

impl CountFeature for Frontier {
    const NAME: &'static str = "frontier";

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        frontier(&view.leaf.position)
    }
}

#[inline]
const fn frontier(position: &Position) -> i32 {
    let open = grow(position.empty());
    (position.opp & open).count_ones() as i32 - (position.own & open).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::{DIRECTIONS, positions, ray, sign};

    #[test]
    fn agrees_with_a_look_at_every_neighbour() {
        for position in positions(2_000) {
            let open =
                |i: usize| DIRECTIONS.iter().any(|&d| ray(i, d).first().is_some_and(|&n| sign(&position, n) == 0));
            let expected: i32 = (0..64).filter(|&i| open(i)).map(|i| -sign(&position, i)).sum();
            assert_eq!(frontier(&position), expected, "{position:?}");
        }
    }
}
