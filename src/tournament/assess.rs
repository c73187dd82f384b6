//! An engine that is asked what positions are worth.

use std::path::Path;

use super::Error;
use super::client::{Client, Failure, Setup, Turn, launch};
use super::config::Config;
use super::process::Start;
use crate::board::Game;
use crate::record::MoveNote;
use crate::search::Stop;

/// A running engine, the first of a configuration.
pub(crate) struct Assessor<'a> {
    config: &'a Config,
    client: Box<dyn Client>,
}

impl std::fmt::Debug for Assessor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Assessor({})", self.config.engines[0].name)
    }
}

impl<'a> Assessor<'a> {
    /// Starts it. `guard` is this program.
    ///
    /// # Errors
    ///
    /// It does not start.
    pub(crate) fn start(config: &'a Config, guard: &Path, stop: &Stop) -> Result<Assessor<'a>, Error> {
        let (engine, clock) = (&config.engines[0], config.clock);
        let start = Start { engine, seed: config.seed, guard, errors: None, processors: &[], clock };
        let client = launch(&start, config.timeouts, false, stop.clone());
        let client = client.map_err(|(failure, _)| wrong(config, failure))?;
        Ok(Assessor { config, client })
    }

    /// The value that it tells with its move, in discs for the side to move; `None` if it tells none.
    ///
    /// # Errors
    ///
    /// It fails, or it was stopped.
    pub(crate) fn value(&mut self, game: &Game) -> Result<Option<f64>, Error> {
        let Config { engines, rule, seed, timeouts, .. } = self.config;
        let (limits, objective, seed) = (engines[0].limits, *rule, *seed);
        let setup = Setup { game, names: ["black", "white"], clocks: [None, None], limits, objective, seed };
        self.client.begin(&setup).map_err(|failure| wrong(self.config, failure))?;
        let notes = vec![MoveNote::default(); game.history().len()];
        let patience = timeouts.reply;
        let turn =
            Turn { game, notes: &notes, left: None, clocks: [None, None], periods: 0, patience, processor: None };
        let answer = self.client.choose(&turn).map_err(|failure| wrong(self.config, failure))?;
        Ok(answer.eval)
    }

    /// Ends it in order.
    pub(crate) fn quit(self) {
        self.client.quit();
    }
}

fn wrong(config: &Config, failure: Failure) -> Error {
    match failure {
        Failure::Machine(error) => Error::Machine(error),
        Failure::Fault(fault) => Error::Engine { engine: config.engines[0].name.clone(), fault: fault.to_string() },
        Failure::Stopped => Error::Stopped,
    }
}
