//! The faults of engines, by kind.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A kind of fault. Each has its own consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FaultKind {
    /// A legal answer that came too late.
    Time,
    /// The process ended or closed its output.
    Crash,
    /// An answer that never came.
    Hang,
    /// A move that the rules do not allow.
    Illegal,
    /// An unreadable answer, or a refusal of a legal move.
    Protocol,
    /// The engine did not become ready to play.
    Start,
}

impl FaultKind {
    pub(crate) const ALL: [FaultKind; 6] =
        [FaultKind::Time, FaultKind::Crash, FaultKind::Hang, FaultKind::Illegal, FaultKind::Protocol, FaultKind::Start];

    /// The word for it in the configuration and the records.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            FaultKind::Time => "time",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Illegal => "illegal",
            FaultKind::Protocol => "protocol",
            FaultKind::Start => "start",
        }
    }

    /// The words for it in tables.
    #[must_use]
    pub(crate) const fn title(self) -> &'static str {
        match self {
            FaultKind::Time => "loss on time",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Illegal => "illegal move",
            FaultKind::Protocol => "protocol nonsense",
            FaultKind::Start => "did not start",
        }
    }

    /// True if the engine may play another game without a restart.
    #[must_use]
    pub(crate) const fn survives(self) -> bool {
        matches!(self, FaultKind::Time)
    }
}

/// A fault with its description in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub kind: FaultKind,
    pub detail: String,
    /// The engine's wait for a processor, if the move would have been in time without it.
    pub queued: Option<Duration>,
    /// The time of the move, if it came too late or never.
    pub spent: Option<Duration>,
}

impl Fault {
    #[must_use]
    pub(super) fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into(), queued: None, spent: None }
    }
}

/// A time in seconds, to the millisecond, without zeros at its end: `0.55 s`.
#[must_use]
pub(super) fn seconds(time: Duration) -> String {
    let milliseconds = (time.as_secs_f64() * 1e3).round();
    format!("{} s", milliseconds / 1e3)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.title(), self.detail)
    }
}
