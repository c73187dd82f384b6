//! What a line gains and gives up in the features of an evaluation.

use crate::board::{Move, Position};
use crate::eval::{Evaluator, Leaf, Linear, Term};
use crate::players::personality::feature_name;
use crate::search::Line;

/// A comparison of a line with another, or with the present position, at the ends of both.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    pub with: Rest,
    /// Feature and points, the largest first; features without a difference are left out.
    pub changes: Vec<(&'static str, f64)>,
}

/// What a line is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// The line of another move.
    Move(Move),
    /// The position before the move.
    Now,
}

/// Compares the ends of two lines from one position, from the view of the side that moves there; without a second line
/// the end of the first with the position itself. `None` where a line ends with the game: then the result counts, not
/// the features.
#[must_use]
pub fn contrast(terms: &[Term], position: &Position, line: &Line, other: Option<&Line>) -> Option<Contrast> {
    let (end, sign) = end(position, &line.pv)?;
    let (base, base_sign, with) = match other {
        Some(other) => {
            let (leaf, sign) = self::end(position, &other.pv)?;
            (leaf, sign, Rest::Move(other.pv[0]))
        }
        None => (root(position), 1.0, Rest::Now),
    };
    let mut changes: Vec<(&'static str, f64)> = Vec::new();
    for term in terms {
        let evaluator = Linear::new(&[Term { noise: 0.0, ..term.clone() }], None);
        let points = |leaf: &Leaf, sign: f64| sign * f64::from(evaluator.evaluate(leaf)) / evaluator.scale();
        let change = points(&end, sign) - points(&base, base_sign);
        if change != 0.0 {
            changes.push((feature_name(&term.feature), change));
        }
    }
    let mut contrast = Contrast { with, changes };
    contrast.sort();
    Some(contrast)
}

impl Contrast {
    /// Adds what is worth so many points but is no feature of the evaluation.
    pub(in crate::players) fn add(&mut self, what: &'static str, points: f64) {
        if points != 0.0 {
            self.changes.push((what, points));
            self.sort();
        }
    }

    fn sort(&mut self) {
        self.changes.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    }
}

fn root(position: &Position) -> Leaf {
    Leaf { position: *position, before: None, forfeits: 0 }
}

/// The leaf at the end of a line, and 1 if the first mover is to move there, else -1; `None` if the game ends there or
/// the line is not legal.
fn end(position: &Position, pv: &[Move]) -> Option<(Leaf, f64)> {
    let mut leaf = root(position);
    let mut sign = 1.0;
    for &mv in pv {
        leaf = match mv {
            Move::Place(square) if leaf.position.moves() & square.bit() != 0 => {
                Leaf { position: leaf.position.play(square), before: Some(leaf.position), forfeits: -leaf.forfeits }
            }
            Move::Place(_) => return None,
            Move::Pass => Leaf { position: leaf.position.pass(), before: leaf.before, forfeits: 1 - leaf.forfeits },
        };
        sign = -sign;
    }
    (!leaf.position.is_over()).then_some((leaf, sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Objective;
    use crate::eval::probcut::Selectivity;
    use crate::players::duel::opening_board;
    use crate::players::load;
    use crate::players::personality::Kind;
    use crate::search::{Limits, Plan, Searcher, Silent, Ties};

    #[test]
    fn the_differences_of_the_features_add_up_to_that_of_the_values() {
        let Kind::Linear(spec) = load("expert").unwrap().kind else { panic!("expert is linear") };
        let evaluator = Linear::new(&spec.terms, None);
        // With a table that is kept from position to position, as players have it.
        let mut searcher = Searcher::new(1, 1).unwrap();
        let plan = Plan {
            objective: Objective::Normal,
            first_depth: 1,
            solve_from: 0,
            selectivity: Selectivity::OFF,
            ties: Ties::First,
            threads: 1,
        };
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let mut compared = 0;
        for seed in 0..40 {
            let position = opening_board(seed, 4 + seed as u32).position;
            let lines = searcher.search(&position, &evaluator, &plan, &limits, 64, &mut Silent).lines;
            for line in lines.iter().skip(1).filter(|line| !line.worth.is_decided()) {
                let Some(found) = contrast(&spec.terms, &position, line, Some(&lines[0])) else { continue };
                let sum: f64 = found.changes.iter().map(|(_, points)| points).sum();
                assert_eq!(sum, line.worth.above(lines[0].worth), "{position:?} {line:?} {:?}", lines[0]);
                compared += 1;
            }
        }
        assert!(compared > 150, "{compared}");
    }
}
