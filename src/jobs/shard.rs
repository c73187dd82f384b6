//! Games of a tournament between programs, identified by their digests.

use serde::{Deserialize, Serialize};

use super::{JobError, Kind, Machine};
use crate::tournament::planned::{self, Planned};
use crate::tournament::{Error, Identity, Played};

/// Some games of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shard {
    /// The tournament's configuration, without its notes, which contain paths.
    pub tournament: Identity,
    pub games: Vec<Planned>,
}

impl Shard {
    #[must_use]
    pub(crate) fn new(tournament: &Identity, games: Vec<Planned>) -> Shard {
        Shard { tournament: Identity { notes: serde_json::Value::Null, ..tournament.clone() }, games }
    }
}

impl Kind for Shard {
    type Result = Vec<Played>;

    fn run(&self, machine: &Machine<'_>) -> Result<Vec<Played>, JobError> {
        let config = planned::configuration(&self.tournament, &|digest| machine.files.find(digest))?;
        let guard = std::env::current_exe()?;
        planned::play(&config, &self.games, &guard, &machine.stop).map_err(|error| match error {
            Error::Machine(error) if machine.stop.is_stopped() => {
                drop(error);
                JobError::Stopped
            }
            Error::Machine(error) => JobError::Io(error),
            error => JobError::Task(error.to_string()),
        })
    }
}
