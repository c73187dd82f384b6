//! The plan of a schedule: the pairings and their number of games.

use serde::{Deserialize, Serialize};

use super::Schedule;
use crate::record::problem::Problem;

/// The largest number of games between two engines.
pub(crate) const MOST_GAMES: usize = 10_000_000;

/// The pairings and their number of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    #[serde(rename = "schedule")]
    pub pairings: Pairings,
    /// True if each opening has two games with swapped colours.
    pub pairs: bool,
    /// The extents of the tournament: the first one, and those after each extension. There is at least one.
    pub extents: Vec<Extent>,
}

/// The rule for which engines meet each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Pairings {
    #[default]
    RoundRobin,
    /// The first engine meets all the others.
    Gauntlet,
}

/// The size of a tournament. A finished one can be extended by games and by engines; its games keep their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extent {
    /// The number of engines that take part, from the start of the list.
    pub engines: usize,
    /// The number of games between each two engines, which is even if games are paired.
    pub games: usize,
}

impl Plan {
    #[must_use]
    pub(crate) fn schedule(&self) -> Schedule {
        Schedule::new(self.pairings, self.pairs, &self.extents)
    }

    /// The present extent.
    #[must_use]
    pub(crate) fn extent(&self) -> Extent {
        self.extents.last().copied().unwrap_or(Extent { engines: 0, games: 0 })
    }

    /// The plan extended to the extent of the other one; `None` if the other one is not larger.
    #[must_use]
    pub(crate) fn grown(&self, other: &Plan) -> Option<Plan> {
        let Extent { engines, games } = self.extent();
        let wanted = other.extent();
        if wanted.engines < engines || wanted.games < games || wanted == self.extent() {
            return None;
        }
        let mut extents = self.extents.clone();
        // If only games are added, the present extent grows, because its games keep their numbers.
        if wanted.engines == engines {
            extents.pop();
        }
        extents.push(wanted);
        Some(Plan { extents, ..self.clone() })
    }

    /// Checks that a file's plan is possible for this many engines.
    ///
    /// # Errors
    ///
    /// The error is the first impossible value, in one line.
    pub(crate) fn check(&self, engines: usize) -> Result<(), Problem> {
        let grow = self.extents.windows(2).all(|two| two[0].engines <= two[1].engines && two[0].games <= two[1].games);
        let are_possible = self.extents.iter().all(|extent| self.allows(*extent));
        if !grow || !are_possible || self.extent().engines != engines {
            let expected = format!("extents that grow up to {engines} engines");
            return Err(Problem::at("plan.extents", format!("{:?}", self.extents), expected));
        }
        Ok(())
    }

    fn allows(&self, extent: Extent) -> bool {
        let is_whole = !self.pairs || extent.games.is_multiple_of(2);
        extent.engines >= 2 && (1..=MOST_GAMES).contains(&extent.games) && is_whole
    }
}
