//! What must be known of a tournament to count its games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Objective;
use crate::stats::Sprt;
use crate::tournament::config::{Config, PlanKind};
use crate::tournament::schedule::{Schedule, Stage};

/// See the module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// The title. It changes no game, so another one is still the same tournament.
    pub name: String,
    pub engines: Vec<String>,
    pub schedule: PlanKind,
    /// Two games with swapped colours on each opening.
    pub pairs: bool,
    /// How far it was meant to go, from the first plan to the newest; never empty.
    pub stages: Vec<Stage>,
    /// What is played for. In files: whether the fewest discs win.
    #[serde(rename = "anti", with = "fewest")]
    pub rule: Objective,
    pub sprt: Option<Sprt>,
    /// Ratings that are given. They change no game either.
    #[serde(default)]
    pub anchors: BTreeMap<String, f64>,
}

impl Frame {
    /// Of a tournament that begins.
    #[must_use]
    pub fn of(config: &Config) -> Frame {
        Frame {
            name: config.name.clone(),
            engines: config.engines.iter().map(|engine| engine.name.clone()).collect(),
            schedule: config.plan.kind,
            pairs: config.plan.pairs,
            stages: vec![Stage { engines: config.engines.len(), games: config.plan.games }],
            rule: config.rule,
            sprt: config.sprt,
            anchors: config.anchors.clone(),
        }
    }

    /// The schedule before any result.
    #[must_use]
    pub fn new_schedule(&self) -> Schedule {
        Schedule::new(self.schedule, self.pairs, &self.stages)
    }

    /// What it is now meant to be.
    #[must_use]
    pub fn last(&self) -> Stage {
        self.stages.last().copied().unwrap_or(Stage { engines: 0, games: 0 })
    }

    /// Adds a stage; one that only adds games makes the stage before it longer, for the numbers of the games are the
    /// same then.
    pub fn extend(&mut self, stage: Stage) {
        match self.stages.last_mut() {
            Some(last) if last.engines == stage.engines => *last = stage,
            _ => self.stages.push(stage),
        }
    }
}

/// A rule as a file of a tournament has it: true if the fewest discs win.
mod fewest {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::board::Objective;

    pub fn serialize<S: Serializer>(rule: &Objective, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*rule == Objective::Anti)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Objective, D::Error> {
        bool::deserialize(deserializer).map(|anti| if anti { Objective::Anti } else { Objective::Normal })
    }
}
