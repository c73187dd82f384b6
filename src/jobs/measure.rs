//! The judge's values of a player's moves: a part of `rival measure` for a large archive.

use serde::{Deserialize, Serialize};

use super::{JobError, Kind, Machine};
use crate::people::Judge;
use crate::strength::person::{Played, Sheet};

/// Games to be judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Measure {
    /// Each with the side whose moves are judged.
    pub games: Vec<Sheet>,
}

/// The judge's values of each game, in the order of the task: see [`Played::values`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judged {
    /// For each game, for each of its moves with a choice, in hundredths of discs.
    pub values: Vec<Vec<Vec<i16>>>,
}

impl Measure {
    /// The task of judging these games.
    #[must_use]
    pub(crate) fn of(games: &[Played]) -> Measure {
        Measure { games: games.iter().map(Sheet::of).collect() }
    }

    /// The games, not yet judged.
    ///
    /// # Errors
    ///
    /// One of them is not readable.
    pub(crate) fn played(&self) -> Result<Vec<Played>, JobError> {
        let game = |(number, sheet): (usize, &Sheet)| {
            sheet.played().map_err(|problem| problem.within(format!("games[{number}]")))
        };
        Ok(self.games.iter().enumerate().map(game).collect::<Result<_, _>>()?)
    }

    /// The games with their values.
    ///
    /// # Errors
    ///
    /// The values are of other games.
    pub(crate) fn judged(&self, found: Judged) -> Result<Vec<Played>, JobError> {
        let games = self.played()?;
        let others = || JobError::Task("values: found those of other games".to_owned());
        if games.len() != found.values.len() {
            return Err(others());
        }
        games.into_iter().zip(found.values).map(|(game, values)| game.with_values(values).ok_or_else(others)).collect()
    }
}

impl Kind for Measure {
    type Result = Judged;

    fn run(&self, machine: &Machine<'_>) -> Result<Judged, JobError> {
        let mut judge = Judge::shipped();
        let mut values = Vec::new();
        for game in self.played()? {
            let judged = game.judge(&mut judge, &machine.stop).ok_or(JobError::Stopped)?;
            values.push(judged.values().to_vec());
        }
        Ok(Judged { values })
    }
}
