//! What a line gains and gives up, by the terms of an evaluation.

use crate::board::{Move, Position};
use crate::eval::{Contribution, Evaluation, Leaf, Unit};
use crate::search::Line;

/// A comparison of a line with another, or with the present position, at the ends of both.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// What the line is compared with.
    pub with: Rest,
    /// What the changes are counted in.
    pub unit: Unit,
    /// The gain of each term (negative: a loss), the largest first, without terms that do not differ.
    pub changes: Vec<Contribution>,
}

/// What a line is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// The line of another move.
    Move(Move),
    /// The position before the move.
    Now,
}

/// Compares the ends of two lines from one position, from the view of the side that moves there; without a second line,
/// the end of the first with the position itself. `None` where a line ends the game: then the result counts, not the
/// evaluation.
#[must_use]
pub fn contrast(evaluation: &Evaluation, position: &Position, line: &Line, other: Option<&Line>) -> Option<Contrast> {
    let (end, sign) = end(position, &line.pv)?;
    let (base, base_sign, with) = match other {
        Some(other) => {
            let (leaf, sign) = self::end(position, &other.pv)?;
            (leaf, sign, Rest::Move(other.pv[0]))
        }
        None => (root(position), 1.0, Rest::Now),
    };
    let parts = evaluation.contributions(&end).into_iter().zip(evaluation.contributions(&base));
    let changes = parts
        .map(|(part, before)| Contribution { amount: sign * part.amount - base_sign * before.amount, ..part })
        .filter(|change| change.amount != 0.0)
        .collect();
    let mut contrast = Contrast { with, unit: evaluation.unit(), changes };
    contrast.sort();
    Some(contrast)
}

impl Contrast {
    /// Adds a value that is not a term of the evaluation.
    pub(in crate::players) fn add(&mut self, part: Contribution) {
        if part.amount != 0.0 {
            self.changes.push(part);
            self.sort();
        }
    }

    fn sort(&mut self) {
        self.changes.sort_by(|a, b| b.amount.abs().total_cmp(&a.amount.abs()));
    }
}

fn root(position: &Position) -> Leaf {
    Leaf { position: *position, before: None, passes: 0 }
}

/// The leaf at the end of a line, and 1 if the first mover is to move there, otherwise -1; `None` if the game ends
/// there or the line is illegal.
fn end(position: &Position, pv: &[Move]) -> Option<(Leaf, f64)> {
    let mut leaf = root(position);
    let mut sign = 1.0;
    for &mv in pv {
        leaf = match mv {
            Move::Place(square) if leaf.position.moves() & square.bit() != 0 => {
                Leaf { position: leaf.position.play(square), before: Some(leaf.position), passes: -leaf.passes }
            }
            Move::Place(_) => return None,
            Move::Pass => Leaf { position: leaf.position.pass(), before: leaf.before, passes: 1 - leaf.passes },
        };
        sign = -sign;
    }
    (!leaf.position.is_over()).then_some((leaf, sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Objective;
    use crate::players::duel::opening_board;
    use crate::players::load;
    use crate::search::{Limits, Plan, Query, Searcher, Silent};

    #[test]
    fn the_changes_add_up_to_the_difference_of_the_worths() {
        let evaluation = load("expert").unwrap().alpha_beta().unwrap().evaluation.build();
        // With a table that is kept from position to position, as players do.
        let mut searcher = Searcher::new(1, 1).unwrap();
        let plan = Plan::new(Objective::Normal);
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let mut compared = 0;
        for seed in 0..40 {
            let position = opening_board(seed, 4 + seed as u32).position;
            let query = Query { position, plan: &plan, limits: &limits, lines: 64 };
            let lines = searcher.search_with(query, &evaluation, &mut Silent).lines;
            for line in lines.iter().skip(1).filter(|line| !line.worth.is_final()) {
                let Some(found) = contrast(&evaluation, &position, line, Some(&lines[0])) else { continue };
                let sum: f64 = found.changes.iter().map(|change| change.amount).sum();
                assert_eq!(sum, line.worth.above(lines[0].worth), "{position:?} {line:?} {:?}", lines[0]);
                compared += 1;
            }
        }
        assert!(compared > 150, "{compared}");
    }
}
