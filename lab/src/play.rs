//! Matches of two personalities, as experiments play them.

use rival::machine::work;
use rival::players::Personality;
use rival::players::duel::{Duel, Results};

/// The options of an experiment that plays games.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(crate) struct Play {
    /// Decides openings and every random choice.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; default: all cores. They do not change the result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Play {
    /// The number of threads.
    pub(crate) fn threads(self) -> usize {
        self.threads.map_or_else(work::cores, usize::from)
    }

    /// Plays a match of paired games on random openings of so many moves.
    pub(crate) fn paired(self, players: [&Personality; 2], games: u64, opening_plies: u32) -> Results {
        Duel::paired(players, games, opening_plies, self.seed).run(self.threads(), &|| {})
    }
}
