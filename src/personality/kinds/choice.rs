//! A rival's choice of moves: the field `choice`.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::learn::{Reference, ReferenceRaw};
use crate::personality::file::{Object, raw};
use crate::personality::phases::PHASES;
use crate::personality::values::{CheckResult, from_zero, needed, number, quoted};
use crate::record::problem::Problem;

/// The words of `method`.
pub(in crate::personality) const METHODS: &str = "\"target-loss\" or \"k-best\"";

/// The method by which a rival chooses between moves of known exact value. All figures are in points of its tester.
#[derive(Debug, Clone, PartialEq)]
pub enum ChoiceRule {
    /// The move that brings the mean loss of its moves nearest to a target.
    TargetLoss {
        /// The target for the mean loss in each of the [`PHASES`], 0 or more.
        targets: [f64; PHASES.len()],
        /// Moves count as equal if their distances from the target are at most this much above the least one; 0 or
        /// more.
        tolerance: f64,
        /// A rule for games that are far from even.
        correction: Option<Correction>,
    },
    /// The best of the `k` best moves after noise is added to each value: a draw from a normal distribution.
    KBest {
        /// The number of best moves to choose among.
        k: NonZeroU32,
        /// The standard deviation of the noise, in points; 0 is none.
        sigma: f64,
    },
}

/// The reaction of a rival to a game that one side is winning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Correction {
    /// Ueda's rule: the target of all moves so far changes by a fixed amount.
    Step {
        /// The first move with a corrected target.
        from: u32,
        /// The target rises while the position is worth at least this much to the rival.
        ahead: f64,
        /// The rise of the target.
        weaker: f64,
        /// The target falls while the position is worth at most this much to the rival.
        behind: f64,
        /// The fall of the target, which never goes below 0.
        stronger: f64,
    },
    /// The target of a move changes in proportion to the difference between the position's value and the goal.
    Steer {
        /// The first move with a corrected target.
        from: u32,
        /// The desired value of the position for the rival, in points.
        goal: f64,
        /// The change of a move's target, in points, for each point that its position is worth above or below the goal.
        /// The target never goes below 0.
        gain: f64,
    },
}

raw! {
    /// The field in files.
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Raw(pub method: String) {
        target: Option<f64>,
        targets: Option<Vec<f64>>,
        tolerance: Option<f64>,
        correction: Option<Object<CorrectionRaw>>,
        k: Option<u32>,
        sigma: Option<f64>,
        pub reference: Option<Object<ReferenceRaw>>,
    }
}

raw! {
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct CorrectionRaw(from: u32) {
        ahead: Option<f64>,
        weaker: Option<f64>,
        behind: Option<f64>,
        stronger: Option<f64>,
        goal: Option<f64>,
        gain: Option<f64>,
    }
}

/// Refuses a field that the method does not use.
fn absent(method: &str, fields: &[(&str, bool)]) -> CheckResult<()> {
    match fields.iter().find(|(_, present)| *present) {
        Some((field, _)) => {
            let message = format!("the method {} does not use this field: remove it", quoted(method));
            Err(Problem::wrong(format!("choice.{field}"), message))
        }
        None => Ok(()),
    }
}

/// Checks the field.
pub(super) fn check(raw: &Raw) -> CheckResult<ChoiceRule> {
    let method = raw.method.as_str();
    match method {
        "target-loss" => {
            absent(method, &[("k", raw.k.is_some()), ("sigma", raw.sigma.is_some())])?;
            let targets = match (raw.target, &raw.targets) {
                (Some(_), Some(_)) => {
                    return Err(Problem::at("choice", "\"target\" and \"targets\"", "one of them"));
                }
                (None, None) => return Err(Problem::at("choice", "neither \"target\" nor \"targets\"", "one of them")),
                (Some(target), None) => [from_zero("choice.target", target)?; PHASES.len()],
                (None, Some(targets)) => {
                    for (i, &target) in targets.iter().enumerate() {
                        from_zero(&format!("choice.targets[{i}]"), target)?;
                    }
                    targets.as_slice().try_into().map_err(|_| {
                        Problem::at(
                            "choice.targets",
                            format!("{} numbers", targets.len()),
                            format!("{} numbers, one for each ten moves", PHASES.len()),
                        )
                    })?
                }
            };
            let tolerance = from_zero("choice.tolerance", raw.tolerance.unwrap_or(0.0))?;
            let correction = raw.correction.as_ref().map(|Object(raw)| correction(raw)).transpose()?;
            Ok(ChoiceRule::TargetLoss { targets, tolerance, correction })
        }
        "k-best" => {
            let other = [
                ("target", raw.target.is_some()),
                ("targets", raw.targets.is_some()),
                ("tolerance", raw.tolerance.is_some()),
                ("correction", raw.correction.is_some()),
                ("reference", raw.reference.is_some()),
            ];
            absent(method, &other)?;
            let k = *needed("choice.k", "a number of moves", raw.k.as_ref())?;
            let k = NonZeroU32::new(k).filter(|k| k.get() <= 64);
            let k = k.ok_or_else(|| Problem::at("choice.k", raw.k.unwrap_or(0), "a number of moves from 1 to 64"))?;
            let sigma = from_zero("choice.sigma", *needed("choice.sigma", "a number of points", raw.sigma.as_ref())?)?;
            Ok(ChoiceRule::KBest { k, sigma })
        }
        _ => Err(Problem::at("choice.method", quoted(method), METHODS)),
    }
}

fn correction(raw: &CorrectionRaw) -> CheckResult<Correction> {
    let from = raw.from;
    if !(1..=60).contains(&from) {
        return Err(Problem::at("choice.correction.from", from, "the number of a move, 1 to 60"));
    }
    let by_steps = [("ahead", raw.ahead), ("weaker", raw.weaker), ("behind", raw.behind), ("stronger", raw.stronger)];
    if raw.goal.is_some() || raw.gain.is_some() {
        if let Some((field, _)) = by_steps.iter().find(|(_, value)| value.is_some()) {
            let place = format!("choice.correction.{field}");
            return Err(Problem::wrong(place, "only without \"goal\" and \"gain\": a correction has one of two forms"));
        }
        let goal = points("choice.correction.goal", raw.goal)?;
        let gain = positive_points("choice.correction.gain", raw.gain)?;
        return Ok(Correction::Steer { from, goal, gain });
    }
    let ahead = points("choice.correction.ahead", raw.ahead)?;
    let behind = points("choice.correction.behind", raw.behind)?;
    if behind >= ahead {
        let expected = format!("less than \"ahead\", which is {ahead}");
        return Err(Problem::at("choice.correction.behind", behind, expected));
    }
    let weaker = positive_points("choice.correction.weaker", raw.weaker)?;
    let stronger = positive_points("choice.correction.stronger", raw.stronger)?;
    Ok(Correction::Step { from, ahead, weaker, behind, stronger })
}

/// Checks a required number of points.
fn points(place: &str, value: Option<f64>) -> CheckResult<f64> {
    number(place, *needed(place, "a number of points", value.as_ref())?)
}

/// Checks a required number of points, 0 or more.
fn positive_points(place: &str, value: Option<f64>) -> CheckResult<f64> {
    from_zero(place, *needed(place, "a number of points", value.as_ref())?)
}

/// The field for a file. The reference belongs to what a rival learns, but in files it is in this field.
pub(super) fn to_raw(choice: &ChoiceRule, reference: Option<&Reference>) -> Raw {
    Raw { reference: reference.map(|reference| Object(ReferenceRaw::from(reference))), ..Raw::from(choice) }
}

impl From<&ChoiceRule> for Raw {
    fn from(choice: &ChoiceRule) -> Raw {
        match choice {
            ChoiceRule::TargetLoss { targets, tolerance, correction } => Raw {
                method: "target-loss".to_owned(),
                target: targets.iter().all(|target| *target == targets[0]).then_some(targets[0]),
                targets: targets.iter().any(|target| *target != targets[0]).then(|| targets.to_vec()),
                tolerance: (*tolerance != 0.0).then_some(*tolerance),
                correction: correction.map(|correction| Object(CorrectionRaw::from(correction))),
                ..Raw::default()
            },
            ChoiceRule::KBest { k, sigma } => {
                Raw { method: "k-best".to_owned(), k: Some(k.get()), sigma: Some(*sigma), ..Raw::default() }
            }
        }
    }
}

impl From<Correction> for CorrectionRaw {
    fn from(correction: Correction) -> CorrectionRaw {
        match correction {
            Correction::Step { from, ahead, weaker, behind, stronger } => CorrectionRaw {
                from,
                ahead: Some(ahead),
                weaker: Some(weaker),
                behind: Some(behind),
                stronger: Some(stronger),
                ..CorrectionRaw::default()
            },
            Correction::Steer { from, goal, gain } => {
                CorrectionRaw { from, goal: Some(goal), gain: Some(gain), ..CorrectionRaw::default() }
            }
        }
    }
}

/// Rows for `rival show`: a name and a text each.
pub(super) fn describe(choice: &ChoiceRule) -> Vec<(&'static str, String)> {
    match choice {
        ChoiceRule::TargetLoss { targets, tolerance, correction } => {
            let [first, .., last] = targets;
            let phases =
                PHASES.iter().zip(targets).map(|((from, to), target)| format!("{target:.2} in moves {from}-{to}"));
            let target = if targets.iter().all(|target| target == first) {
                format!("{last:.2} points a move")
            } else {
                phases.collect::<Vec<_>>().join(", ")
            };
            let correction = correction.map(|correction| match correction {
                Correction::Step { from, ahead, weaker, behind, stronger } => format!(
                    "from move {from} on: {weaker} more while worth {ahead} or more, {stronger} less while worth \
                     {behind} or less"
                ),
                Correction::Steer { from, goal, gain } => format!(
                    "from move {from} on: {gain} more for each point above a worth of {goal}, less for each below"
                ),
            });
            let target = ("target loss", format!("{target}, tolerance {tolerance}"));
            [target].into_iter().chain(correction.map(|text| ("correction", text))).collect()
        }
        ChoiceRule::KBest { k, sigma } => {
            vec![("choice", format!("the best of the {k} best after noise of deviation {sigma}"))]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Correction, String> {
        correction(&serde_json::from_str(text).unwrap())
            .map_err(|problem| format!("{}: {}", problem.place, problem.found))
    }

    #[test]
    fn a_correction_has_one_of_two_forms() {
        let steps = r#"{"from": 11, "ahead": 50, "weaker": 15, "behind": -160, "stronger": 15}"#;
        let expected = Correction::Step { from: 11, ahead: 50.0, weaker: 15.0, behind: -160.0, stronger: 15.0 };
        assert_eq!(read(steps), Ok(expected));
        let steers = r#"{"from": 5, "goal": -20, "gain": 0.5}"#;
        assert_eq!(read(steers), Ok(Correction::Steer { from: 5, goal: -20.0, gain: 0.5 }));
        for (text, expected) in [
            (steps.replace("11", "0"), "choice.correction.from: 0"),
            (steps.replace("-160", "50"), "choice.correction.behind: 50"),
            (steps.replace("\"weaker\": 15, ", ""), "choice.correction.weaker: nothing"),
            (steers.replace("0.5", "-1"), "choice.correction.gain: -1"),
            (steers.replace(", \"gain\": 0.5", ""), "choice.correction.gain: nothing"),
            (steers.replace("{", r#"{"ahead": 1, "#), "choice.correction.ahead: only without"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
