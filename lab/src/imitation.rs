//! Agents of Ueda's thesis (2012): players that lose as much as a profile.

use anyhow::Context;
use rival::players::Personality;
use rival::thesis::Profile;

use crate::play::Play;
use crate::thesis::Calibration;
use crate::thesis::agent::{Manner, agent, calibrated, stand_in};

/// The options of making an agent from a profile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Imitation<'a> {
    pub profile: &'a Profile,
    pub manner: Manner,
    pub play: Play,
}

const NOTHING: &str = "the agent: found no measured move, expected some";

impl Imitation<'_> {
    /// The agent that aims at the measured losses.
    ///
    /// # Errors
    /// Nothing was measured.
    pub(crate) fn uncalibrated(&self) -> anyhow::Result<Personality> {
        agent(self.profile, self.manner, 1.0).context(NOTHING)
    }

    /// The agent calibrated against an opponent in rounds of games, and its score in the last one.
    ///
    /// # Errors
    /// Nothing was measured.
    pub(crate) fn calibrated(
        &self,
        opponent: &Personality,
        rounds: u32,
        games: u64,
    ) -> anyhow::Result<(Personality, f64)> {
        let Play { seed, .. } = self.play;
        let threads = self.play.threads();
        let calibration = Calibration { rounds, games, seed, threads };
        calibrated(self.profile, self.manner, opponent, &calibration).context(NOTHING)
    }

    /// A player without a plan that loses as much as the profile says. It replaces a player that is not available.
    ///
    /// # Errors
    /// Nothing was measured.
    pub(crate) fn stand_in(&self) -> anyhow::Result<Personality> {
        stand_in(self.profile, self.play.seed, self.play.threads())?.context(NOTHING)
    }
}
