//! Personalities: everything a player does, as one JSON file.
//!
//! Bytes become a raw file (types and field names checked, with line and column), the raw file becomes a [`Personality`] (every value checked), and a personality becomes
//! a player. Nothing is checked after that: an unusable file never becomes a personality. The format is described in `docs/personalities.md`.

mod check;
mod choice;
mod error;
mod file;
mod load;
pub mod map_csv;
mod shipped;
mod values;
mod write;

pub use error::PersonalityError;
pub use file::Provenance;
pub use load::{load, parse};
pub use shipped::{all as shipped, names as shipped_names};

use std::num::NonZeroU32;
use std::time::Duration;

use super::phases::PHASES;
use super::{AlphaBeta, Mcts, Player, Random, Rival, StaticMap};
use crate::board::{Move, Objective, Position};
use crate::eval::EvaluationSpec;
use crate::search::{Searcher, SearcherError};

/// A usable personality.
#[derive(Debug, Clone, PartialEq)]
pub struct Personality {
    /// Printable ASCII without spaces, 1 to 40 characters.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// Where the figures come from.
    pub source: Option<String>,
    /// What else a reader should know, a paragraph an entry.
    pub notes: Vec<String>,
    /// What it plays for.
    pub rule: Objective,
    /// How it was made, if a program made it.
    pub provenance: Option<Provenance>,
    pub kind: Kind,
}

/// How a personality decides.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Uniformly at random.
    Random,
    /// By the priorities of the squares, row 1 first; the largest is played.
    StaticMap(Box<[f64; 64]>),
    /// By a search with an evaluation.
    AlphaBeta(AlphaBetaSpec),
    /// By how much a move loses.
    Rival(RivalSpec),
    /// By random games from the position.
    Mcts(MctsSpec),
}

impl Kind {
    /// As the file's field `kind` writes it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::StaticMap(_) => "static-map",
            Kind::AlphaBeta(AlphaBetaSpec { evaluation: EvaluationSpec::Weighted(_), .. }) => "linear",
            Kind::Rival(_) => "rival",
            Kind::Mcts(_) => "mcts",
        }
    }
}

/// An evaluation and a search.
#[derive(Debug, Clone, PartialEq)]
pub struct AlphaBetaSpec {
    pub evaluation: EvaluationSpec,
    pub search: SearchSpec,
}

/// What a rival values moves by, and how it then chooses.
#[derive(Debug, Clone, PartialEq)]
pub struct RivalSpec {
    /// Its search has a depth and no `solve_from`, its evaluation no noise.
    pub tester: AlphaBetaSpec,
    /// What it likes to turn, beyond its evaluation.
    pub flips: Flips,
    pub choice: Choice,
    /// Only with [`Choice::TargetLoss`]. Counts where a rival is served; elsewhere the targets are what they are.
    pub learn: Option<Learn>,
}

/// A rival that adapts to its opponent.
#[derive(Debug, Clone, PartialEq)]
pub struct Learn {
    /// The profile of the opponent; a relative path begins in the folder of the personality's file.
    pub file: String,
    /// It learns at the end of each game, without being told to.
    pub at_end: bool,
    /// Whom the targets were made for; without one they are replaced by the profile's losses.
    pub reference: Option<Reference>,
}

/// The mean losses of somebody, and what they were measured by.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Points a move in each of the [`PHASES`], 0 or more, not all 0.
    pub losses: [f64; PHASES.len()],
    /// The tester's name.
    pub tester: String,
    /// The tester's depth, 1 to 60.
    pub depth: NonZeroU32,
    /// The last move of a game that counted, 1 to 60.
    pub plies: u32,
}

/// What a rival likes to turn: points for each disc that a move turns, added to the move's value. It shows in the move itself, as features of a position do not.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Flips {
    /// Along rows and columns.
    pub straight: f64,
    /// Along diagonals.
    pub diagonal: f64,
}

impl Flips {
    /// What a legal move is worth beyond the position that it leads to.
    #[must_use]
    pub fn points(&self, position: &Position, mv: Move) -> f64 {
        let Some(square) = mv.square().filter(|_| *self != Flips::default()) else { return 0.0 };
        let flips = position.flips(square);
        let straight = flips & square.lines();
        self.straight * f64::from(straight.count_ones()) + self.diagonal * f64::from((flips ^ straight).count_ones())
    }
}

/// How a rival chooses among moves whose exact values it knows. All figures are in points of its tester.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// The move that brings the mean loss of its moves nearest to a target.
    TargetLoss {
        /// The mean loss aimed at in each of the [`PHASES`], 0 or more.
        targets: [f64; PHASES.len()],
        /// Moves whose distance from the target is so little larger than the least count as equal, 0 or more.
        tolerance: f64,
        correction: Option<Correction>,
    },
    /// The best of the `k` best moves after a draw from a normal distribution of this deviation is added to the value of each.
    KBest { k: NonZeroU32, sigma: f64 },
}

/// What a rival does about a game that gets away from it, or from its opponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Correction {
    /// The thesis's: the target of all moves so far is changed by a fixed amount.
    Step {
        /// The number of the move from which on the target is corrected.
        from: u32,
        /// While the position is worth so much to the rival or more,
        ahead: f64,
        /// its target is so much larger.
        weaker: f64,
        /// While it is worth so much or less,
        behind: f64,
        /// its target is so much smaller, but not below 0.
        stronger: f64,
    },
    /// The farther the game is from even, the more the target of a move is changed.
    Steer {
        /// The number of the move from which on the target is corrected.
        from: u32,
        /// What the position is to be worth to the rival, in points.
        goal: f64,
        /// The target of a move changes by so many points for each point that its position is worth more or less, but not below 0.
        gain: f64,
    },
}

/// A Monte-Carlo tree search.
#[derive(Debug, Clone, PartialEq)]
pub struct MctsSpec {
    pub playouts: Playouts,
    /// The weight of what is little known, 0 or more.
    pub exploration: f64,
    /// See [`SearchSpec::natural`].
    pub natural: bool,
}

/// What bounds the random games of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Playouts {
    Count(NonZeroU32),
    Time(Duration),
}

/// How a personality searches when nobody tells it otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSpec {
    pub effort: Effort,
    /// From this many empty squares on the game is solved exactly, 0 to 60.
    pub solve_from: u32,
    pub ties: TieRule,
    /// It plays natural moves only: see [`natural`](crate::players::naturalness::natural).
    pub natural: bool,
}

/// What bounds a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Plies, 1 to 60; a pass is none.
    Depth(NonZeroU32),
    /// A time for each move; iterative deepening begins at this depth.
    Time { limit: Duration, first_depth: NonZeroU32 },
}

/// Which of several best moves of equal value is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieRule {
    /// The first in the order of squares.
    First,
    /// One drawn by the game's seed.
    Random,
}

/// What the one who runs a player decides about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Threads to search with, 1 to [`Searcher::MAX_THREADS`]. Never changes what a search of fixed depth finds.
    pub threads: usize,
    /// Size of the hash table in megabytes, taken as it fills. A player that does not get its table searches without one.
    pub hash_mb: u64,
}

impl Options {
    /// Options that every player can take.
    ///
    /// # Errors
    /// A number of threads or a size of the table that no searcher takes.
    pub fn new(threads: usize, hash_mb: u64) -> Result<Options, SearcherError> {
        Searcher::new(hash_mb, threads).map(|_| Options { threads, hash_mb })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, hash_mb: Searcher::DEFAULT_HASH }
    }
}

impl Personality {
    /// A player of this personality.
    #[must_use]
    pub fn player(&self, options: &Options) -> Box<dyn Player> {
        match &self.kind {
            Kind::Random => Box::new(Random::new(&self.name, self.rule)),
            Kind::StaticMap(priorities) => Box::new(StaticMap::new(&self.name, self.rule, **priorities)),
            Kind::AlphaBeta(spec) => Box::new(AlphaBeta::new(&self.name, self.rule, spec, options)),
            Kind::Rival(spec) => Box::new(Rival::new(&self.name, self.rule, spec)),
            Kind::Mcts(spec) => Box::new(Mcts::new(&self.name, self.rule, spec.clone())),
        }
    }

    /// True if the same game, seed and limits always give the same move: no time limit of its own decides how deep it looks.
    #[must_use]
    pub const fn is_deterministic(&self) -> bool {
        !matches!(
            &self.kind,
            Kind::AlphaBeta(AlphaBetaSpec { search: SearchSpec { effort: Effort::Time { .. }, .. }, .. })
                | Kind::Mcts(MctsSpec { playouts: Playouts::Time(_), .. })
        )
    }
    /// True if the game's seed decides something: two games from one opening may differ.
    #[must_use]
    pub fn is_random(&self) -> bool {
        match &self.kind {
            Kind::Random => true,
            Kind::StaticMap(_) => false,
            Kind::AlphaBeta(spec) => spec.search.ties == TieRule::Random || spec.evaluation.has_noise(),
            Kind::Rival(RivalSpec { tester, choice, .. }) => match choice {
                Choice::TargetLoss { .. } => tester.search.ties == TieRule::Random,
                Choice::KBest { sigma, .. } => *sigma > 0.0 || tester.search.ties == TieRule::Random,
            },
            Kind::Mcts(_) => true,
        }
    }

    /// The evaluation and the search of a personality that is one and the other, and nothing else.
    #[must_use]
    pub const fn alpha_beta(&self) -> Option<&AlphaBetaSpec> {
        match &self.kind {
            Kind::AlphaBeta(spec) => Some(spec),
            _ => None,
        }
    }

    /// True if the personality plays for this: a random mover plays for nothing, so it plays for anything.
    #[must_use]
    pub fn plays_for(&self, rule: Objective) -> bool {
        self.rule == rule || self.kind == Kind::Random
    }
}
