//! Mobility: the number of legal moves.

use super::{Definition, Parameters, Takes, Uses, View, Weight};
use crate::board::Position;
use crate::eval::evaluator::LineUse;

/// Own moves minus the opponent's, counted in one of three ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mobility(pub MoveCount);

/// The way of counting moves at a leaf, where one side has just moved and the other is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveCount {
    /// Own moves minus the opponent's, both in the position of the leaf.
    Both,
    /// Only the moves of the side to move. These are the opponent's replies to a player's move, so they count against
    /// the player.
    Replies,
    /// As in "Reversi in C#": the moves of the last mover before its move, and those of the other side after it. At a
    /// root, which has no last move, it is [`MoveCount::Both`].
    AroundMove,
}

impl MoveCount {
    const ALL: [MoveCount; 3] = [MoveCount::Both, MoveCount::Replies, MoveCount::AroundMove];
    /// The words in files, in the order of [`MoveCount::ALL`].
    const WORDS: [&'static str; 3] = ["both", "replies", "around-move"];
}

impl Definition for Mobility {
    const NAME: &'static str = "mobility";
    const TAKES: Takes = Takes::Count(&MoveCount::WORDS);
    /// A weight for each way of counting; 0 disables it.
    type WeightedForm = [i32; 3];

    fn with(parameters: Parameters<'_>) -> Option<Mobility> {
        let Parameters::Count(word) = parameters else { return None };
        let place = MoveCount::WORDS.iter().position(|known| *known == word)?;
        Some(Mobility(MoveCount::ALL[place]))
    }

    fn parameters(&self) -> Parameters<'_> {
        Parameters::Count(MoveCount::WORDS[self.0 as usize])
    }

    fn bound(&self) -> f64 {
        64.0
    }

    fn weigh(&self, weight: Weight, weights: &mut [i32; 3]) {
        weights[self.0 as usize] += weight.units(1.0);
    }

    fn uses([_, _, around_move]: &[i32; 3]) -> Uses {
        Uses { moves: true, line: LineUse { before: *around_move != 0, passes: false } }
    }

    #[inline]
    fn value(&[both, replies, around_move]: &[i32; 3], view: &View<'_>) -> i32 {
        let position = view.leaf.position;
        let mut value = replies * view.moves;
        if both != 0 {
            value += both * (view.moves - moves(&position.pass()));
        }
        if around_move != 0 {
            let before = view.leaf.before.unwrap_or_else(|| position.pass());
            value += around_move * (view.moves - moves(&before));
        }
        value
    }
}

#[inline]
fn moves(position: &Position) -> i32 {
    position.moves().count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use crate::eval::Leaf;
    use crate::eval::oracle::positions;

    fn count(way: MoveCount, view: &View<'_>) -> i32 {
        let mut weights = [0; 3];
        Mobility(way).weigh(Weight { weight: 1.0, scale: 1.0 }, &mut weights);
        Mobility::value(&weights, view)
    }

    #[test]
    fn counts_the_moves_that_it_says() {
        for before in positions(300) {
            for square in squares(before.moves()) {
                let position = before.play(square);
                let replies = squares(position.moves()).count() as i32;
                let others = squares(position.pass().moves()).count() as i32;
                for (known, earlier) in [(Some(before), squares(before.moves()).count() as i32), (None, others)] {
                    let leaf = Leaf { position, before: known, passes: 0 };
                    let view = View { leaf: &leaf, moves: replies };
                    assert_eq!(count(MoveCount::Both, &view), replies - others);
                    assert_eq!(count(MoveCount::Replies, &view), replies);
                    assert_eq!(count(MoveCount::AroundMove, &view), replies - earlier, "{leaf:?}");
                }
            }
        }
    }
}
