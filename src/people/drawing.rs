//! Draws moves with the model of choices and a style. Moves that no person makes are left out.

use super::facts::{Facts, MOST_LOSS, Marks};
use super::features::{COUNT, features, place};
use super::model::{dot, probabilities, softmax};

/// The least loss of a gross blunder, in discs.
pub const GROSS: f64 = 20.0;

/// Until this move people hardly ever take an X-square beside an empty corner: with a style its probability is at most
/// this part of the model's (`lab natural errors`).
const EARLY: u32 = 20;
const RARELY: f64 = 0.05;

/// The weights that decide the probability of a move.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The weights of the player, with the style.
    pub weights: [f64; COUNT],
    /// The weights of people of the same strength, without a style.
    pub plain: [f64; COUNT],
}

impl Drawing {
    /// The probabilities of the options for the move with this number; their sum is 1. A style chooses among moves of
    /// similar value. It never makes a gross blunder likelier. Unless it is for X-squares beside empty corners, it
    /// never makes these likelier, and in the first moves much rarer. The corner whose loss is the largest counted one
    /// is never taken.
    #[must_use]
    pub fn chances(&self, number: u32, options: &[Facts]) -> Vec<f64> {
        self.chances_around(number, options, self.plain_chances(number, options))
    }

    /// The probability of each move by the model alone, without a style.
    #[must_use]
    pub(crate) fn plain_chances(&self, number: u32, options: &[Facts]) -> Vec<f64> {
        probabilities(&self.plain, number, options)
    }

    /// Like [`Drawing::chances`], but with these probabilities, such as those of people's openings, in place of the
    /// model's. The style changes their ratios as it changes the model's.
    #[must_use]
    pub(crate) fn chances_around(&self, number: u32, options: &[Facts], plain: Vec<f64>) -> Vec<f64> {
        let free = if self.weights == self.plain { plain.clone() } else { self.styled(number, options, &plain) };
        if !options.iter().any(|facts| self.is_bounded(facts)) {
            return free;
        }
        let mut chances: Vec<f64> = free
            .iter()
            .zip(&plain)
            .zip(options)
            .map(|((&free, &plain), facts)| match facts {
                facts if f64::from(facts.loss) >= MOST_LOSS && facts.marks.has(Marks::CORNER) => 0.0,
                facts if self.shuns(facts) && number <= EARLY => free.min(RARELY * plain),
                facts if self.is_bounded(facts) => free.min(plain),
                _ => free,
            })
            .collect();
        let bounded = self.total(&chances, options, true);
        let others = self.total(&chances, options, false);
        // A style that excludes all other moves is ignored.
        if others < 1e-9 {
            return plain;
        }
        let factor = (1.0 - bounded) / others;
        let rest = chances.iter_mut().zip(options).filter(|(_, facts)| !self.is_bounded(facts));
        rest.for_each(|(chance, _)| *chance *= factor);
        chances
    }

    /// The total probability of the bounded moves, or of the others.
    fn total(&self, chances: &[f64], options: &[Facts], bounded: bool) -> f64 {
        let moves = chances.iter().zip(options).filter(|(_, facts)| self.is_bounded(facts) == bounded);
        moves.map(|(chance, _)| chance).sum()
    }

    /// True if the player cares how usual a move is.
    #[must_use]
    pub(crate) fn heeds_usual(&self) -> bool {
        place("usual-1-20").is_some_and(|k| self.weights[k] != 0.0)
    }

    /// True if the style must not make this move likelier.
    pub(crate) fn is_bounded(&self, facts: &Facts) -> bool {
        is_gross(facts) || self.shuns(facts)
    }

    /// True for X-squares beside empty corners, if there is a style and it is not for them.
    fn shuns(&self, facts: &Facts) -> bool {
        facts.marks.has(Marks::X_SQUARE) && self.weights != self.plain && !self.likes_x_squares()
    }

    /// True if the style prefers X-squares beside empty corners.
    fn likes_x_squares(&self) -> bool {
        place("x-square").is_some_and(|k| self.weights[k] > self.plain[k])
    }

    /// Applies the style to these probabilities.
    fn styled(&self, number: u32, options: &[Facts], plain: &[f64]) -> Vec<f64> {
        softmax(options.iter().zip(plain).map(|(facts, chance)| {
            let row = features(number, facts);
            libm::log(chance.max(f64::MIN_POSITIVE)) + dot(&self.weights, &row) - dot(&self.plain, &row)
        }))
    }
}

fn is_gross(facts: &Facts) -> bool {
    f64::from(facts.loss) >= GROSS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(loss: f32, flips: u8, marks: Marks) -> Facts {
        Facts { loss, replies: 4, flips, marks, ..Facts::default() }
    }

    /// The weights of a beginner with a preference for flipping many discs.
    fn drawing(liking: f64) -> Drawing {
        let mut plain = [0.0; COUNT];
        plain[place("loss-21-30").unwrap()] = 0.3;
        let mut weights = plain;
        weights[place("flips-21-40").unwrap()] = liking;
        Drawing { weights, plain }
    }

    #[test]
    fn a_style_makes_no_gross_blunder_likelier() {
        let none = Marks::default();
        let options = [facts(0.0, 1, none), facts(4.0, 3, none), facts(21.0, 9, none)];
        let [plain, styled] = [0.0, 2.0].map(|liking| drawing(liking).chances(25, &options));
        assert!(styled[1] > plain[1] && styled[2] <= plain[2] + 1e-12, "{plain:?} {styled:?}");
        assert!(probabilities(&drawing(2.0).weights, 25, &options)[2] > 4.0 * plain[2]);
        assert!((styled.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (loss, is_likelier) in [(19.9, true), (20.0, false)] {
            let options = [facts(0.0, 1, none), facts(loss, 9, none)];
            let [plain, styled] = [0.0, 2.0].map(|liking| drawing(liking).chances(25, &options)[1]);
            assert_eq!(styled > plain + 1e-12, is_likelier, "{loss}");
        }
        // A move that the style avoids does not become likelier.
        assert!(drawing(-2.0).chances(25, &options)[2] < plain[2]);
        // Without gross blunders there is nothing to bound.
        let (found, free) =
            (drawing(2.0).chances(25, &options[..2]), probabilities(&drawing(2.0).weights, 25, &options[..2]));
        assert!(found.iter().zip(free).all(|(found, free)| (found - free).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn only_a_style_of_x_squares_makes_them_likelier() {
        let options =
            [facts(0.0, 1, Marks::default()), facts(1.0, 2, Marks::default()), facts(1.0, 7, Marks::X_SQUARE)];
        let plain = drawing(0.0).chances(25, &options);
        let styled = drawing(3.0).chances(25, &options);
        // The style favours this move for its flips, but its probability stays that without a style; those of others
        // change.
        assert!(probabilities(&drawing(3.0).weights, 25, &options)[2] > 2.0 * plain[2]);
        assert!(styled[2] <= plain[2] && styled[1] / styled[0] > 2.0 * plain[1] / plain[0], "{plain:?} {styled:?}");
        assert!((styled.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mut daring = drawing(0.0);
        daring.weights[place("x-square").unwrap()] += 2.0;
        assert!(daring.chances(25, &options)[2] > 2.0 * plain[2]);
    }

    #[test]
    fn a_style_makes_early_x_squares_rare() {
        // The second X-square is a gross blunder, too.
        let options =
            [0.0, 1.0, 21.0].map(|loss| facts(loss, 2, if loss > 0.0 { Marks::X_SQUARE } else { Marks::default() }));
        let mut styled = drawing(0.0);
        styled.weights[place("edge").unwrap()] += 0.1;
        let plain = drawing(0.0).chances(EARLY, &options);
        let early = styled.chances(EARLY, &options);
        let later = styled.chances(EARLY + 1, &options);
        for k in 1..3 {
            assert!(
                early[k] <= RARELY * plain[k] + 1e-12 && later[k] > 2.0 * RARELY * plain[k],
                "{plain:?} {early:?} {later:?}"
            );
        }
        assert!((early.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    fn odds(chances: &[f64]) -> f64 {
        chances[1] / chances[0]
    }

    #[test]
    fn a_style_bends_what_people_open_with() {
        let options = [facts(0.0, 1, Marks::default()), facts(0.0, 3, Marks::default())];
        let [plain, styled] = [0.0, 2.0].map(|liking| drawing(liking).chances_around(25, &options, vec![0.9, 0.1]));
        assert_eq!(plain, [0.9, 0.1]);
        // The style changes these odds by the same factor as the model's odds.
        let model = odds(&drawing(2.0).chances(25, &options)) / odds(&drawing(0.0).chances(25, &options));
        assert!((odds(&styled) / odds(&plain) / model - 1.0).abs() < 1e-9 && model > 2.0, "{styled:?} {model}");
    }

    #[test]
    fn a_corner_that_loses_everything_is_left() {
        let [bad, hopeless] = [23.0, 24.0].map(|loss| [facts(0.0, 1, Marks::default()), facts(loss, 2, Marks::CORNER)]);
        assert_eq!(drawing(0.0).chances(25, &hopeless), [1.0, 0.0]);
        assert!(drawing(0.0).chances(25, &bad)[1] > 0.0);
        // The only move is played, whatever it loses.
        assert_eq!(drawing(0.0).chances(25, &hopeless[1..]), [1.0]);
        // A move is also played if its alternatives have a probability of almost 0.
        let huge = drawing(1e3).chances(25, &hopeless);
        assert!((huge.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{huge:?}");
    }
}
