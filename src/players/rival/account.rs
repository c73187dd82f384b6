//! The account of a rival: its intended losses, and its losses so far.

use super::super::explain::Account;
use crate::eval::{Unit, Worth};
use crate::personality::Correction;
use crate::personality::phases::phase;

/// A move of the rival.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub number: u32,
    /// The position's value if the best move is played.
    pub worth: Worth,
    /// The loss of the move.
    pub loss: f64,
}

/// The account before a move, from the rival's earlier moves in this game. `number` and `worth` belong to the next
/// move.
pub(super) fn account(
    unit: Unit,
    targets: &[f64],
    correction: Option<&Correction>,
    turns: &[Turn],
    number: u32,
    worth: Worth,
) -> Account {
    let numbers = turns.iter().map(|turn| (turn.number, turn.worth)).chain([(number, worth)]);
    let steered: f64 = numbers.map(|(number, worth)| target(targets, correction, number, worth)).sum();
    // The thesis corrects D in | (M + loss) / T - D |, which is the target of all moves so far.
    let all = (turns.len() + 1) as f64;
    let due = (steered + all * correction.map_or(0.0, |correction| step(correction, number, worth))).max(0.0);
    // An empty sum is -0; adding 0 turns it into 0.
    Account { unit, lost: turns.iter().map(|turn| turn.loss).sum::<f64>() + 0.0, due }
}

/// The target of one move in a position with the value `best`. A steering correction changes it.
fn target(targets: &[f64], correction: Option<&Correction>, number: u32, best: Worth) -> f64 {
    let target = targets[phase(number)];
    match correction {
        // Once the result is certain, the target is not corrected.
        Some(&Correction::Steer { from, goal, gain }) if number >= from && !best.is_final() => {
            (target + gain * (best.amount() - goal)).max(0.0)
        }
        _ => target,
    }
}

/// The change of the target of all moves so far by a correction, in a position with the value `best`.
fn step(correction: &Correction, number: u32, best: Worth) -> f64 {
    let best = best.amount();
    match *correction {
        Correction::Step { from, ahead, weaker, .. } if number >= from && best >= ahead => weaker,
        Correction::Step { from, behind, stronger, .. } if number >= from && best <= behind => -stronger,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_due_by_their_phases_and_a_step_corrects_them_all() {
        let targets = [1.0, 10.0, 100.0, 1000.0];
        let turns = [(9, 0.5), (11, 4.0)].map(|(number, loss)| Turn { number, worth: Worth::Points(0.0), loss });
        let thesis = Correction::Step { from: 11, ahead: 50.0, weaker: 15.0, behind: -160.0, stronger: 10.0 };
        let [even, ahead, behind] = [0.0, 50.0, -160.0]
            .map(|worth| account(Unit::Points, &targets, Some(&thesis), &turns, 21, Worth::Points(worth)));
        assert_eq!(even, Account { unit: Unit::Points, lost: 4.5, due: 111.0 });
        assert_eq!(ahead.due, 156.0);
        assert_eq!(behind.due, 81.0);
        assert_eq!(account(Unit::Points, &[1.0; 4], Some(&thesis), &turns, 21, Worth::Points(-200.0)).due, 0.0);
    }

    #[test]
    fn the_target_follows_the_fortunes_of_the_game() {
        let thesis = Correction::Step { from: 11, ahead: 50.0, weaker: 15.0, behind: -160.0, stronger: 10.0 };
        let steps = [
            (10, 60.0, 0.0),
            (11, 60.0, 15.0),
            (11, 49.0, 0.0),
            (10, -200.0, 0.0),
            (30, -160.0, -10.0),
            (30, -159.0, 0.0),
        ];
        for (number, points, expected) in steps {
            assert_eq!(step(&thesis, number, Worth::Points(points)), expected, "move {number}, {points} points");
        }
        assert_eq!(step(&thesis, 30, Worth::Final(2)), 15.0);
        assert_eq!(step(&thesis, 30, Worth::Final(-2)), -10.0);
        assert_eq!(target(&[5.0; 4], Some(&thesis), 20, Worth::Points(400.0)), 5.0);
        let steer = Correction::Steer { from: 11, goal: 20.0, gain: 0.5 };
        for (number, points, expected) in [(10, 60.0, 5.0), (11, 60.0, 25.0), (11, 14.0, 2.0), (11, -60.0, 0.0)] {
            let target = target(&[5.0; 4], Some(&steer), number, Worth::Points(points));
            assert_eq!(target, expected, "move {number}, {points} points");
        }
        assert_eq!(target(&[5.0; 4], Some(&steer), 59, Worth::Final(2)), 5.0);
        assert_eq!(step(&steer, 20, Worth::Points(400.0)), 0.0);
    }
}
