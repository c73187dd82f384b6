//! The file of fitted figures: `lab people` writes it, and the program contains it.

use serde::{Deserialize, Serialize};

use super::estimator::Estimator;
use super::features::{COUNT, NAMES, place};
use super::judging::Judging;
use super::model::Model;
use crate::record::problem::{Problem, json_of_format};

/// The format of the file.
pub const FORMAT: &str = "rival-people/1";

/// All figures learned from people's games, with their origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The command that makes the figures again.
    pub command: String,
    /// The judge whose values the model was fitted to.
    pub judge: Judging,
    /// The deep judge whose losses the estimator was fitted to.
    pub deep_judge: Judging,
    /// The size of the data.
    pub counts: Counts,
    /// The probability of each move, by its features and the strength of the player.
    pub model: Model,
    /// The estimate of strength from scores and margins.
    pub estimator: Estimator,
    /// Fits the curves of exercises to the moves that people played: see
    /// [`Curve::calibrated`](super::Curve::calibrated).
    pub calibration: [f64; 2],
}

/// The games behind the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Games that the ratings were computed from.
    pub rated_games: usize,
    /// The number of players in these games.
    pub rated_players: usize,
    /// The number of other games, whose moves were judged.
    pub judged_games: usize,
    /// The number of moves in them that had a choice between legal moves.
    pub choices: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    command: String,
    judge: Judging,
    deep_judge: Judging,
    counts: Counts,
    estimator: Estimator,
    calibration: [f64; 2],
    model: Vec<Weight>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weight {
    feature: String,
    a: f64,
    b: f64,
}

impl Figures {
    /// The text of the figures' file: JSON with a final line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        let weights =
            (0..COUNT).map(|k| Weight { feature: NAMES[k].to_owned(), a: self.model.a[k], b: self.model.b[k] });
        let raw = Raw {
            format: FORMAT.to_owned(),
            command: self.command.clone(),
            judge: self.judge.clone(),
            deep_judge: self.deep_judge.clone(),
            counts: self.counts,
            estimator: self.estimator.clone(),
            calibration: self.calibration,
            model: weights.collect(),
        };
        serde_json::to_string_pretty(&raw).expect("strings and finite numbers are JSON") + "\n"
    }

    /// # Errors
    ///
    /// The text is not figures of these features.
    pub fn parse(text: &str) -> Result<Figures, Problem> {
        let raw: Raw = json_of_format(text.as_bytes(), FORMAT)?;
        // A feature that the file does not have gets the weight 0 until the figures are fitted again.
        let mut model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
        let mut weighed = [false; COUNT];
        for Weight { feature, a, b } in raw.model {
            let Some(k) = place(&feature) else {
                let expected = format!("one of {}", NAMES.join(", "));
                return Err(Problem::at("model", format!("the feature {feature:?}"), expected));
            };
            if std::mem::replace(&mut weighed[k], true) {
                return Err(Problem::at("model", format!("the feature {feature:?} twice"), "it once"));
            }
            model.a[k] = a;
            model.b[k] = b;
        }
        let Raw { command, judge, deep_judge, counts, estimator, calibration, .. } = raw;
        Ok(Figures { command, judge, deep_judge, counts, model, estimator, calibration })
    }
}

/// The shipped figures.
#[must_use]
pub fn shipped() -> &'static Figures {
    shipped!(Figures, "people.json", Figures::parse(include_str!("people.json")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::patterns;
    use crate::people::DeepJudge;

    #[test]
    fn the_shipped_figures_are_by_shipped_weights_and_make_sense() {
        let figures = shipped();
        assert!(patterns::shipped::find(&figures.judge.weights).is_some(), "fit again: {}", figures.command);
        assert!(figures.deep_judge == DeepJudge::identity(), "fit again: lab people --estimator --write");
        assert_eq!(Figures::parse(&figures.to_json()).unwrap(), *figures);
        // Moves that lose less are likelier, and the effect grows with strength.
        let losses: Vec<usize> = (0..COUNT).filter(|&k| NAMES[k].starts_with("loss-")).collect();
        assert!(losses.iter().all(|&k| figures.model.a[k] > 0.0), "{:?}", figures.model.a);
        assert!(losses[1..losses.len() - 1].iter().all(|&k| figures.model.b[k] > 0.0), "{:?}", figures.model.b);
        assert!(figures.estimator.slope.iter().all(|&slope| slope > 0.0));
        assert!(figures.counts.judged_games > 1_000);
    }

    fn error(text: &str) -> String {
        Figures::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_figures_file_is_refused_in_one_line() {
        let good = shipped().to_json();
        assert_eq!(
            error(&good.replace("people/1", "people/7")),
            "format: found \"rival-people/7\", expected \"rival-people/1\""
        );
        assert_eq!(
            error(&good.replace("\"x-square\"", "\"y-square\"")),
            format!("model: found the feature \"y-square\", expected one of {}", NAMES.join(", "))
        );
        let twice = good.replace("\"x-square\"", "\"c-square\"");
        assert_eq!(error(&twice), "model: found the feature \"c-square\" twice, expected it once");
        // Figures belong to features by name, not by order.
        let mut turned: serde_json::Value = serde_json::from_str(&good).unwrap();
        turned["model"].as_array_mut().unwrap().reverse();
        assert_eq!(Figures::parse(&turned.to_string()).unwrap(), *shipped());
        assert!(error("{}").contains("found no field `format`"));
    }
}
