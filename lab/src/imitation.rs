//! Agents of Ueda's thesis (2012): players that lose as much as a profile.

use anyhow::Context;
use rival::players::Personality;
use rival::thesis::Profile;

use crate::play::Play;
use crate::self_play::OPENING_PLIES;
use crate::thesis::Calibration;
use crate::thesis::agent::{Manner, agent, calibrated, stand_in};

/// The options of making an agent from a profile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Imitation<'a> {
    pub profile: &'a Profile,
    /// One target for the whole game and no tolerance, as in the thesis.
    pub flat: bool,
    /// True if it steers towards an even game.
    pub corrects: bool,
    pub play: Play,
}

const NOTHING: &str = "the agent: found no measured move, expected some";

impl Imitation<'_> {
    fn manner(&self) -> Manner {
        let &Imitation { flat, corrects, .. } = self;
        let tolerance = if flat { 0.0 } else { 2.0 };
        Manner { name: "agent".to_owned(), flat, natural: false, corrects, tolerance }
    }

    /// The agent that aims at the measured losses.
    ///
    /// # Errors
    /// Nothing was measured.
    pub(crate) fn uncalibrated(&self) -> anyhow::Result<Personality> {
        agent(self.profile, &self.manner(), 1.0).context(NOTHING)
    }

    /// The agent calibrated against an opponent in rounds of games.
    ///
    /// # Errors
    /// Nothing was measured.
    pub(crate) fn calibrated(&self, opponent: &Personality, rounds: u32, games: u64) -> anyhow::Result<Personality> {
        let Play { seed, .. } = self.play;
        let threads = self.play.threads();
        let calibration = Calibration { aim: 0.5, rounds, games, opening_plies: OPENING_PLIES, seed, threads };
        let made = calibrated(self.profile, &self.manner(), opponent, &calibration);
        Ok(made.context(NOTHING)?.0)
    }

    /// A player without a plan that loses as much as the profile says. It replaces a player that is not available.
    ///
    /// # Errors
    /// Nothing was measured.
    pub(crate) fn stand_in(&self) -> anyhow::Result<Personality> {
        stand_in(self.profile, self.play.seed, self.play.threads())?.context(NOTHING)
    }
}
