//! The checked fields of the kinds `rival` and `mcts`.

use std::num::NonZeroU32;
use std::time::Duration;

use super::error::Problem;
use super::file::{ChoiceFile, CorrectionFile, File, PlayoutsFile, ReferenceFile};
use super::values::{Checked, LARGEST, from_zero, needed, quoted, text};
use super::{Choice, Correction, Learn, MctsSpec, Playouts, Reference};
use crate::players::phases::PHASES;

/// The most playouts of one move: a tree of them fits into memory.
const MOST_PLAYOUTS: u64 = 10_000_000;

/// Refuses a field that the method has no use for.
fn absent(method: &str, fields: &[(&str, bool)]) -> Checked<()> {
    match fields.iter().find(|(_, present)| *present) {
        Some((field, _)) => Err(Problem::at(
            format!("choice.{field}"),
            format!("this field with the method {}", quoted(method)),
            "the method without it",
        )),
        None => Ok(()),
    }
}

pub(super) fn choice(raw: &ChoiceFile) -> Checked<Choice> {
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
            let correction = raw.correction.as_ref().map(correction).transpose()?;
            Ok(Choice::TargetLoss { targets, tolerance, correction })
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
            Ok(Choice::KBest { k, sigma })
        }
        _ => Err(Problem::at("choice.method", quoted(method), "\"target-loss\" or \"k-best\"")),
    }
}

fn correction(raw: &CorrectionFile) -> Checked<Correction> {
    let from = raw.from;
    if !(1..=60).contains(&from) {
        return Err(Problem::at("choice.correction.from", from, "the number of a move, 1 to 60"));
    }
    let place = |field: &str| format!("choice.correction.{field}");
    let given = |field: &str, value: Option<f64>| needed(&place(field), "a number of points", value.as_ref()).copied();
    let within = |field: &str, value: Option<f64>| {
        given(field, value).and_then(|value| {
            if value.abs() <= LARGEST {
                Ok(value)
            } else {
                Err(Problem::at(place(field), value, format!("a number from -{LARGEST} to {LARGEST}")))
            }
        })
    };
    let positive = |field: &str, value| given(field, value).and_then(|value| from_zero(&place(field), value));
    let by_steps = [("ahead", raw.ahead), ("weaker", raw.weaker), ("behind", raw.behind), ("stronger", raw.stronger)];
    if raw.goal.is_some() || raw.gain.is_some() {
        if let Some((field, _)) = by_steps.iter().find(|(_, value)| value.is_some()) {
            return Err(Problem::at(place(field), "this field beside \"goal\" or \"gain\"", "a correction without it"));
        }
        return Ok(Correction::Steer { from, goal: within("goal", raw.goal)?, gain: positive("gain", raw.gain)? });
    }
    let ahead = within("ahead", raw.ahead)?;
    let behind = within("behind", raw.behind)?;
    if behind >= ahead {
        return Err(Problem::at(place("behind"), behind, format!("less than \"ahead\", which is {ahead}")));
    }
    let (weaker, stronger) = (positive("weaker", raw.weaker)?, positive("stronger", raw.stronger)?);
    Ok(Correction::Step { from, ahead, weaker, behind, stronger })
}

/// What a rival learns, if it does.
pub(super) fn learn(file: &File, choice: &ChoiceFile) -> Checked<Option<Learn>> {
    let Some(path) = &file.learn else {
        let without = [("learn_at_end", file.learn_at_end.is_some()), ("choice.reference", choice.reference.is_some())];
        return match without.iter().find(|(_, present)| *present) {
            Some((field, _)) => Err(Problem::at(*field, "this field without \"learn\"", "\"learn\" with it")),
            None => Ok(None),
        };
    };
    if choice.method != "target-loss" {
        let found = format!("this field with the method {}", quoted(&choice.method));
        return Err(Problem::at("learn", found, "the method \"target-loss\""));
    }
    if path.is_empty() {
        return Err(Problem::at("learn", quoted(path), "the name of a file"));
    }
    text("learn", path)?;
    let reference = choice.reference.as_ref().map(reference).transpose()?;
    Ok(Some(Learn { file: path.clone(), at_end: file.learn_at_end.unwrap_or(false), reference }))
}

fn reference(raw: &ReferenceFile) -> Checked<Reference> {
    let place = "choice.reference.losses";
    for (i, &loss) in raw.losses.iter().enumerate() {
        from_zero(&format!("{place}[{i}]"), loss)?;
    }
    let losses: [f64; PHASES.len()] = raw.losses.as_slice().try_into().map_err(|_| {
        Problem::at(place, format!("{} numbers", raw.losses.len()), format!("{} numbers", PHASES.len()))
    })?;
    if losses.iter().all(|&loss| loss == 0.0) {
        return Err(Problem::at(place, "no number above 0", "one or more"));
    }
    let depth = NonZeroU32::new(raw.depth).filter(|depth| depth.get() <= 60);
    let depth = depth.ok_or_else(|| Problem::at("choice.reference.depth", raw.depth, "a depth from 1 to 60"))?;
    if !(1..=60).contains(&raw.plies) {
        return Err(Problem::at("choice.reference.plies", raw.plies, "a number from 1 to 60"));
    }
    text("choice.reference.tester", &raw.tester)?;
    Ok(Reference { losses, tester: raw.tester.clone(), depth, plies: raw.plies })
}

pub(super) fn playouts(raw: &PlayoutsFile) -> Checked<MctsSpec> {
    let playouts = match (raw.count, raw.time_ms) {
        (Some(_), Some(_)) => return Err(Problem::at("playouts", "\"count\" and \"time_ms\"", "one of them")),
        (None, None) => return Err(Problem::at("playouts", "neither \"count\" nor \"time_ms\"", "one of them")),
        (Some(count), None) => u32::try_from(count)
            .ok()
            .and_then(NonZeroU32::new)
            .filter(|_| count <= MOST_PLAYOUTS)
            .map(Playouts::Count)
            .ok_or_else(|| Problem::at("playouts.count", count, format!("a number from 1 to {MOST_PLAYOUTS}")))?,
        (None, Some(ms @ 1..=3_600_000)) => Playouts::Time(Duration::from_millis(ms)),
        (None, Some(ms)) => return Err(Problem::at("playouts.time_ms", ms, "milliseconds from 1 to 3600000")),
    };
    let exploration = raw.exploration.unwrap_or(1.0);
    if !(0.0..=100.0).contains(&exploration) {
        return Err(Problem::at("playouts.exploration", exploration, "a number from 0 to 100"));
    }
    Ok(MctsSpec { playouts, exploration, natural: raw.natural.unwrap_or(false) })
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
            (steers.replace("{", r#"{"ahead": 1, "#), "choice.correction.ahead: this field beside"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
