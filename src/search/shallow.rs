//! A light search for thousands of games at a few plies: plain alpha-beta without a table or allocation, with one
//! killer square for each ply.

use super::alphabeta::INFINITE;
use crate::board::{Bitboard, Objective, Position, Square, squares};
use crate::eval::{Evaluator, Leaf, Value, finished};

/// The largest depth that [`shallow`] is made for.
pub const SHALLOW: u32 = 8;

/// The move with the highest minimax value at this depth, 1 to [`SHALLOW`] plies without passes. Among equals it is the
/// lowest square. `None` if there is no legal move.
#[must_use]
pub fn shallow<E: Evaluator>(position: &Position, evaluator: &E, objective: Objective, depth: u32) -> Option<Square> {
    let mut searching = Shallow { evaluator, objective, killers: [0; SHALLOW as usize] };
    let root = Leaf { position: *position, before: None, passes: 0 };
    let state = evaluator.state(position);
    // Squares are tried in order, and only a better move enters the window, so the first of equal moves stays.
    let mut best = squares(position.moves()).next();
    let mut alpha = -INFINITE;
    for square in squares(position.moves()) {
        let next = root.after(position.play(square));
        let state = evaluator.played(&state, position, &next.position);
        let value = -searching.value(&next, &state, depth.clamp(1, SHALLOW) - 1, -INFINITE, -alpha);
        if value > alpha {
            (alpha, best) = (value, Some(square));
        }
    }
    best
}

struct Shallow<'a, E> {
    evaluator: &'a E,
    objective: Objective,
    /// For each depth, the square that was best in a sibling node.
    killers: [Bitboard; SHALLOW as usize],
}

impl<E: Evaluator> Shallow<'_, E> {
    fn value(&mut self, leaf: &Leaf, state: &E::State, depth: u32, mut alpha: Value, beta: Value) -> Value {
        let moves = leaf.position.moves();
        if moves == 0 {
            let next = leaf.passed();
            return match next.position.moves() {
                0 => finished(&leaf.position, self.objective),
                _ if depth == 0 => self.evaluator.evaluate_at(leaf, moves, state),
                _ => -self.value(&next, &self.evaluator.passed(state), depth, -beta, -alpha),
            };
        }
        if depth == 0 {
            return self.evaluator.evaluate_at(leaf, moves, state);
        }
        let killer = moves & self.killers[depth as usize];
        let mut best = -INFINITE;
        for square in squares(killer).chain(squares(moves & !killer)) {
            let next = leaf.after(leaf.position.play(square));
            let below = self.evaluator.played(state, &leaf.position, &next.position);
            let value = -self.value(&next, &below, depth - 1, -beta, -alpha);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.killers[depth as usize] = square.bit();
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features::{Mobility, Passes, SymmetricBoard};
    use crate::eval::{MoveCount, Term, WeightedSpec, WeightedSum};
    use crate::search::minimax;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The first square with the highest plain minimax value.
    fn best_by_minimax(
        position: &Position,
        evaluator: &WeightedSum,
        objective: Objective,
        depth: u32,
    ) -> Option<Square> {
        squares(position.moves()).min_by_key(|&square| {
            let next = Leaf { position: position.play(square), before: Some(*position), passes: 0 };
            minimax(&next, evaluator, objective, depth - 1)
        })
    }

    /// An evaluator with a value beyond the range, as infinite weights have.
    struct Endless;

    impl Evaluator for Endless {
        type State = ();

        fn evaluate(&self, _: &Leaf) -> Value {
            INFINITE
        }

        fn identity(&self) -> u64 {
            0
        }

        fn units_per_disc(&self) -> f64 {
            1.0
        }
    }

    #[test]
    fn there_is_a_move_whatever_the_values_are() {
        let first = squares(Position::START.moves()).next();
        assert_eq!(shallow(&Position::START, &Endless, Objective::Normal, 1), first);
    }

    #[test]
    fn chooses_the_first_best_move_of_plain_minimax() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut compared = 0;
        while compared < 1_500 {
            // Values are coarse, so that ties are common; some features depend on the line.
            let genes = std::array::from_fn(|_| f64::from(rng.random_range(-3..4)));
            let terms = [
                Term::new(SymmetricBoard(genes), 1.0),
                Term::new(Passes, 4.0),
                Term::new(Mobility(MoveCount::AroundMove), f64::from(rng.random_range(0..2))),
            ];
            let evaluator = WeightedSum::new(&WeightedSpec { terms: terms.to_vec(), points_per_disc: None });
            let mut position = Position::START;
            while !position.is_over() {
                for (depth, objective) in [(1, Objective::Normal), (2, Objective::Anti), (3, Objective::Normal)] {
                    let best = shallow(&position, &evaluator, objective, depth);
                    assert_eq!(best, best_by_minimax(&position, &evaluator, objective, depth), "{position:?} {depth}");
                    compared += 1;
                }
                let moves: Vec<Square> = squares(position.moves()).collect();
                position = moves.choose(&mut rng).map_or(position.pass(), |&square| position.play(square));
            }
        }
    }
}
