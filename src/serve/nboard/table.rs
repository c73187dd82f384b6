//! What the GUI has told: the game with its clocks, and the depth of searches.

use std::time::Duration;

use crate::board::{Color, Game, IllegalMove};
use crate::record::GameRecord;
use crate::record::ggf::MoveItem;
use crate::search::{Clock, Limits};

/// Changed only by what is legal: after an error it is what it was.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    record: GameRecord,
    depth: Option<u32>,
    /// Of searches for a move.
    nodes: Option<u64>,
    time: Option<Duration>,
}

/// The depth of hints and analyses before any `set depth`.
const DEFAULT_DEPTH: u32 = 8;
/// The longest that an analysis stays at one position.
const ANALYSIS_TIME: Duration = Duration::from_secs(1);

impl Table {
    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.record.game()
    }

    /// The same with its names, as it was set.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// The name of the player of this side; empty if it is not known.
    #[must_use]
    pub fn name(&self, color: Color) -> &str {
        &self.record.player(color).name
    }

    pub fn set_game(&mut self, record: GameRecord) {
        self.record = record;
    }

    pub fn set_depth(&mut self, plies: u32) {
        self.depth = Some(plies);
    }

    /// The most positions of a search for a move; `None`: no limit.
    pub fn set_nodes(&mut self, nodes: Option<u64>) {
        self.nodes = nodes;
    }

    /// The longest search for a move; `None`: no limit but the clock.
    pub fn set_time(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    /// Plays a move of the side to move; its time is charged to that side's clock.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn play(&mut self, item: MoveItem) -> Result<(), IllegalMove> {
        self.record.play(item.mv, item.note)
    }

    /// For `go`: the depth and the clock. A clock without time leaves one ply.
    #[must_use]
    pub fn go_limits(&self) -> Limits {
        let clock = self.clock(self.game().board().to_move);
        let empty = clock.is_some_and(|clock| clock.left.is_zero() && clock.increment.is_zero());
        let depth = if empty { Some(1) } else { self.depth };
        Limits { depth, nodes: self.nodes, time: self.time, clock, ..Limits::default() }
    }

    /// For `hint`: the depth alone, since a hint is on the user's time.
    #[must_use]
    pub fn hint_limits(&self) -> Limits {
        Limits { depth: Some(self.depth.unwrap_or(DEFAULT_DEPTH)), ..Limits::default() }
    }

    /// For each position of `analyze`.
    #[must_use]
    pub fn analysis_limits(&self) -> Limits {
        Limits { time: Some(ANALYSIS_TIME), ..self.hint_limits() }
    }

    /// The grace period of a clock is no time to think in: who uses it has lost on time already.
    fn clock(&self, color: Color) -> Option<Clock> {
        let clock = self.record.clock(color)?;
        Some(Clock { left: duration(clock.main), increment: duration(clock.increment), stones: None, overtime: None })
    }
}

/// Seconds of a record as a duration; what no clock shows counts as a day.
fn duration(seconds: f64) -> Duration {
    const DAY: f64 = 86400.0;
    Duration::from_secs_f64(if seconds.is_finite() { seconds.clamp(0.0, DAY) } else { DAY })
}
