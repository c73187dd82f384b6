//! What engines do wrong, told apart.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of fault: each is an outcome of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A legal answer, too late.
    Time,
    /// The process ended, or closed its output.
    Crash,
    /// An answer that never came.
    Hang,
    /// A move that the rules forbid.
    Illegal,
    /// An answer that is none, or a refusal of a legal move.
    Protocol,
    /// The engine did not get ready to play.
    Start,
}

impl FaultKind {
    pub const ALL: [FaultKind; 6] =
        [FaultKind::Time, FaultKind::Crash, FaultKind::Hang, FaultKind::Illegal, FaultKind::Protocol, FaultKind::Start];

    /// As the configuration and the records write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Time => "time",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Illegal => "illegal",
            FaultKind::Protocol => "protocol",
            FaultKind::Start => "start",
        }
    }

    /// As a table's reader understands it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            FaultKind::Time => "loss on time",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Illegal => "illegal move",
            FaultKind::Protocol => "protocol nonsense",
            FaultKind::Start => "did not start",
        }
    }

    /// Whether the engine can be trusted with another game without a restart.
    #[must_use]
    pub const fn survives(self) -> bool {
        matches!(self, FaultKind::Time)
    }
}

/// A fault with what was seen: one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub detail: String,
}

impl Fault {
    #[must_use]
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.title(), self.detail)
    }
}
