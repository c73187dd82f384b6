//! Plain minimax: the definition of a search's values, and the oracle for everything faster.

use crate::board::{Objective, squares};
use crate::eval::{Evaluator, Leaf, Value, finished};

/// The minimax value of a leaf at this depth, for its side to move. A pass costs no depth, and a line ends with the
/// game.
pub fn minimax<E: Evaluator>(leaf: &Leaf, evaluator: &E, objective: Objective, depth: u32) -> Value {
    let position = &leaf.position;
    let moves = position.moves();
    if moves == 0 && position.pass().moves() == 0 {
        return finished(position, objective);
    }
    if depth == 0 {
        return evaluator.evaluate(leaf);
    }
    if moves == 0 {
        let passed = Leaf { position: position.pass(), before: leaf.before, passes: -(leaf.passes - 1) };
        return -minimax(&passed, evaluator, objective, depth);
    }
    squares(moves)
        .map(|square| {
            let next = Leaf { position: position.play(square), before: Some(*position), passes: -leaf.passes };
            -minimax(&next, evaluator, objective, depth - 1)
        })
        .max()
        .expect("there are moves")
}
