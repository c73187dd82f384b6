//! A rival that adapts: the fields `learn` and `learn_at_end`, and the player that its targets were calibrated for.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::personality::file::Object;
use crate::personality::phases::PHASES;
use crate::personality::values::{CheckResult, file_name, from_zero, quoted, text};
use crate::record::problem::Problem;

/// A rival that adapts to its opponent.
#[derive(Debug, Clone, PartialEq)]
pub struct Learn {
    /// The profile of the opponent, relative to the folder of the personality's file.
    pub file: String,
    /// True if the rival learns at the end of each game without a command.
    pub at_end: bool,
    /// The player that the targets were calibrated for. If absent, the profile's losses become the targets.
    pub reference: Option<Reference>,
}

/// The mean losses of a player, with the tester and the moves that measured them.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Points for each move in each of the [`PHASES`], 0 or more, not all 0.
    pub losses: [f64; PHASES.len()],
    /// The tester's name.
    pub tester: String,
    /// The tester's depth, 1 to 60.
    pub depth: NonZeroU32,
    /// The last move of a game that counts, 1 to 60.
    pub plies: u32,
}

/// The field `reference` of `choice` in files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceRaw {
    losses: Vec<f64>,
    tester: String,
    depth: u32,
    plies: u32,
}

/// Checks the fields about learning, for a rival with this method of choice.
pub(super) fn check(
    file: Option<String>,
    at_end: Option<bool>,
    method: &str,
    reference: Option<&Object<ReferenceRaw>>,
) -> CheckResult<Option<Learn>> {
    let Some(file) = file else {
        let without = [("learn_at_end", at_end.is_some()), ("choice.reference", reference.is_some())];
        return match without.iter().find(|(_, present)| *present) {
            Some((field, _)) => Err(Problem::wrong(*field, "only beside \"learn\"")),
            None => Ok(None),
        };
    };
    if method != "target-loss" {
        let message = format!("only with the method \"target-loss\", not with {}", quoted(method));
        return Err(Problem::wrong("learn", message));
    }
    file_name("learn", &file)?;
    let reference = reference.map(|Object(raw)| self::reference(raw)).transpose()?;
    Ok(Some(Learn { file, at_end: at_end.unwrap_or(false), reference }))
}

fn reference(raw: &ReferenceRaw) -> CheckResult<Reference> {
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

impl From<&Reference> for ReferenceRaw {
    fn from(reference: &Reference) -> ReferenceRaw {
        ReferenceRaw {
            losses: reference.losses.to_vec(),
            tester: reference.tester.clone(),
            depth: reference.depth.get(),
            plies: reference.plies,
        }
    }
}

impl Learn {
    /// The description for `rival show`.
    pub fn describe(&self) -> String {
        let when = if self.at_end { "when told to and at the end of its games" } else { "when told to" };
        let targets = match &self.reference {
            Some(Reference { losses, tester, depth, .. }) => {
                let losses = losses.map(|loss| format!("{loss:.2}")).join(", ");
                format!("its targets are for {losses} points a move by {tester} at depth {depth}")
            }
            None => "its targets become the losses there".to_owned(),
        };
        format!("in {}, {when}; {targets}", self.file)
    }
}
