//! The part of a tournament that is needed to count its games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Objective;
use crate::record::problem::Problem;
use crate::stats::{FieldElo, Sprt};
use crate::tournament::config::{Config, MOST_GAMES, PlanKind};
use crate::tournament::schedule::{Schedule, Stage};

/// See the module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frame {
    /// The title. It changes no game, so a tournament with another title is the same one.
    pub name: String,
    pub engines: Vec<String>,
    pub schedule: PlanKind,
    /// Two games with swapped colours on each opening.
    pub pairs: bool,
    /// Its planned extents, from the first plan to the newest; never empty.
    pub stages: Vec<Stage>,
    /// The objective. In files: whether the fewest discs win.
    #[serde(rename = "anti", with = "fewest")]
    pub rule: Objective,
    pub sprt: Option<Sprt>,
    /// Fixed ratings. They change no game either.
    #[serde(default)]
    pub anchors: BTreeMap<String, FieldElo>,
}

impl Frame {
    /// Of a tournament that begins.
    #[must_use]
    pub(crate) fn of(config: &Config) -> Frame {
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

    #[must_use]
    pub(crate) fn new_schedule(&self) -> Schedule {
        Schedule::new(self.schedule, self.pairs, &self.stages)
    }

    /// Checks that a file's values are possible in a configuration.
    ///
    /// # Errors
    ///
    /// The first impossible one: one line.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        let wrong =
            |place: &str, found: String, expected: &str| Err(Problem::at(format!("frame.{place}"), found, expected));
        let (engines, last) = (self.engines.len(), self.last());
        if let Some(name) = self.engines.iter().enumerate().find(|(at, name)| self.engines[..*at].contains(name)) {
            return wrong("engines", format!("{:?} a second time", name.1), "each engine once");
        }
        let is_usable = |stage: &Stage| {
            let whole = !self.pairs || stage.games.is_multiple_of(2);
            (2..=engines).contains(&stage.engines) && (1..=MOST_GAMES).contains(&stage.games) && whole
        };
        let grows = |stages: &[Stage]| stages[0].engines <= stages[1].engines && stages[0].games <= stages[1].games;
        if last.engines != engines || !self.stages.iter().all(is_usable) || !self.stages.windows(2).all(grows) {
            return wrong("stages", format!("{:?}", self.stages), "a plan that grows up to all engines");
        }
        let first = self.stages[0].engines;
        match self.schedule {
            PlanKind::Gauntlet(count) if !(1..first).contains(&count) => {
                wrong("schedule", format!("{count} challengers"), &format!("1 to {}", first - 1))
            }
            _ if self.sprt.is_some() && engines != 2 => wrong("sprt", format!("{engines} engines"), "2"),
            _ => match self.anchors.keys().find(|name| !self.engines.contains(name)) {
                Some(name) => wrong("anchors", format!("{name:?}"), "an engine's name"),
                None => Ok(()),
            },
        }
    }

    /// What it is now meant to be.
    #[must_use]
    pub(crate) fn last(&self) -> Stage {
        self.stages.last().copied().unwrap_or(Stage { engines: 0, games: 0 })
    }

    /// Adds a stage. One that only adds games extends the previous stage, because the games keep their numbers.
    pub(crate) fn extend(&mut self, stage: Stage) {
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

    pub(super) fn serialize<S: Serializer>(rule: &Objective, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*rule == Objective::Anti)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Objective, D::Error> {
        bool::deserialize(deserializer).map(|anti| if anti { Objective::Anti } else { Objective::Normal })
    }
}
