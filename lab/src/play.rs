//! Matches of two personalities, as experiments play them.

use rival::machine::work;
use rival::players::Personality;
use rival::players::duel::{Duel, DuelResults};
use rival::stats::{Mean, Tally};

use crate::table::cells;

/// The options of an experiment that plays games.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(crate) struct Play {
    /// The seed of openings and of every random choice.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    threads: Threads,
}

/// The option of an experiment that works on several threads.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(crate) struct Threads {
    /// Threads; default: all cores. They do not change the result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The number of threads: the option's, or all cores.
    pub(crate) fn count(self) -> usize {
        self.threads.map_or_else(work::cores, usize::from)
    }
}

impl Play {
    /// The number of threads.
    pub(crate) fn threads(self) -> usize {
        self.threads.count()
    }

    /// These options with another seed.
    pub(crate) fn seeded(self, seed: u64) -> Play {
        Play { seed, ..self }
    }

    /// Plays a match of paired games. Each opening has this many random moves.
    pub(crate) fn paired(self, players: [&Personality; 2], games: u64, opening_plies: u32) -> DuelResults {
        Duel::paired(players, games, opening_plies, self.seed).run(self.threads(), &|| {})
    }
}

/// The mean score of a match, 0 to 1; one half without games.
pub(crate) fn score(results: &DuelResults) -> f64 {
    results.score().map_or(0.5, |score| score.mean)
}

/// Games won, lost and drawn, as cells.
pub(crate) fn counts(tally: Tally) -> Vec<String> {
    cells![tally.wins, tally.losses, tally.draws]
}

/// The score of a match in percent with its 95 % interval.
pub(crate) fn percent(results: &DuelResults) -> String {
    results.score().map_or_else(String::new, |score| {
        let (low, high) = score.interval_of_share();
        format!("{:.1} % ({:.1} to {:.1})", 100.0 * score.mean, 100.0 * low, 100.0 * high)
    })
}

/// A score between 0 and 1 with its 95 % interval.
pub(crate) fn score_in_words(score: &Mean) -> String {
    let (low, high) = score.interval_of_share();
    format!("{:.3} ({low:.3} to {high:.3})", score.mean)
}
