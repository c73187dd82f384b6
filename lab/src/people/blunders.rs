//! The prediction of blunders: how well the model tells the positions in which people lose many discs.

use rival::people::{Choice, Discs};
use serde::Serialize;

use super::validation::{Bins, rounded};

/// A move that gives away at least this many discs by the judge is a blunder.
const LEAST: [f64; 2] = [4.0, 10.0];

/// The quality of predicted blunders.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct BlunderCheck {
    /// The fewest discs that a blunder gives away.
    pub least: Discs,
    /// The share of moves that are blunders.
    pub share: f64,
    /// The area under the curve of hits over false alarms: how often a blunder was expected more than another move.
    pub area: f64,
    /// The mean difference between the predicted and the observed share, over tenths of probability.
    pub error: f64,
}

/// The predicted probability of a blunder at each choice, and whether one was made.
#[derive(Debug, Default)]
pub(super) struct Blunders([Vec<(f64, bool)>; LEAST.len()]);

impl Blunders {
    /// Adds a choice with the probability of each move.
    pub(super) fn add(&mut self, choice: &Choice, chances: &[f64]) {
        for (predictions, least) in self.0.iter_mut().zip(LEAST) {
            let costly = choice.options.iter().zip(chances).filter(|(facts, _)| f64::from(facts.loss) >= least);
            let chance = costly.map(|(_, chance)| chance).sum();
            predictions.push((chance, f64::from(choice.options[choice.played].loss) >= least));
        }
    }

    pub(super) fn check(self) -> Vec<BlunderCheck> {
        LEAST.into_iter().zip(self.0).map(|(least, predictions)| check(least, predictions)).collect()
    }
}

fn check(least: f64, predictions: Vec<(f64, bool)>) -> BlunderCheck {
    let made = predictions.iter().filter(|(_, made)| *made).count();
    let mut bins = Bins::default();
    predictions.iter().for_each(|&(chance, made)| bins.add(chance, made));
    BlunderCheck {
        least: Discs(least),
        share: rounded(made as f64 / predictions.len().max(1) as f64, 4),
        error: rounded(bins.error(), 4),
        area: rounded(area(predictions), 4),
    }
}

/// The share of pairs of a blunder and another move in which the blunder has the larger probability; equal ones count
/// half.
fn area(mut predictions: Vec<(f64, bool)>) -> f64 {
    predictions.sort_by(|a, b| a.0.total_cmp(&b.0));
    let blunders = predictions.iter().filter(|(_, made)| *made).count() as f64;
    let others = predictions.len() as f64 - blunders;
    let mut below = 0.0;
    let mut pairs = 0.0;
    for equal in predictions.chunk_by(|a, b| a.0 == b.0) {
        let made = equal.iter().filter(|(_, made)| *made).count() as f64;
        let harmless = equal.len() as f64 - made;
        pairs += made * (below + harmless / 2.0);
        below += harmless;
    }
    pairs / (blunders * others).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_the_share_of_ordered_pairs() {
        // Four pairs: two in order, one equal, one in the wrong order.
        let predictions = vec![(0.9, true), (0.2, true), (0.2, false), (0.5, false)];
        assert!((area(predictions) - 0.625).abs() < 1e-12);
        assert_eq!(area(vec![(0.1, false), (0.7, true), (0.3, false)]), 1.0);
        assert_eq!(area(Vec::new()), 0.0);
    }
}
