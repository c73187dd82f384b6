//! Reads an engine's messages while it is to move.

use std::time::Duration;

use crate::board::Move;
use crate::record::text::printable;
use crate::tournament::client::Answer;
use crate::tournament::fault::{Fault, FaultKind};
use crate::wire::nboard::{self, Reply};

/// The most characters of a reported depth that are stored.
const LONGEST_DEPTH: usize = 20;

/// Reports that come with the move. The newest one counts.
#[derive(Default)]
pub(super) struct Reports {
    depth: Option<String>,
    nodes: Option<u64>,
    pv: Vec<Move>,
}

/// The expected messages.
pub(super) enum ExpectedMessage {
    /// The pong for this ping.
    Pong,
    Move(nboard::Answer),
}

impl Reports {
    /// Reads a line. Irrelevant and unreadable lines are skipped, because only moves are checked.
    pub(super) fn read(&mut self, line: &[u8], ping: u64) -> Result<Option<ExpectedMessage>, Fault> {
        if is_move(line) {
            let text = String::from_utf8_lossy(&line.trim_ascii()[MOVE.len()..]).into_owned();
            let answer = nboard::Answer::parse(&text);
            let answer = answer.map_err(|error| Fault::new(FaultKind::Protocol, error.to_string()))?;
            return Ok(Some(ExpectedMessage::Move(answer)));
        }
        match Reply::parse(line) {
            Ok(Some(Reply::Pong(id))) if id == ping => return Ok(Some(ExpectedMessage::Pong)),
            Ok(Some(Reply::Search { depth, pv, .. } | Reply::Book { depth, pv, .. })) => {
                self.depth = Some(printable(&depth.to_string().chars().take(LONGEST_DEPTH).collect::<String>()));
                self.pv = pv;
            }
            Ok(Some(Reply::NodeStats { nodes, .. })) => self.nodes = Some(nodes),
            _ => {}
        }
        Ok(None)
    }

    /// The answer with the reports before it.
    pub(super) fn answer(&self, said: nboard::Answer, time: Duration) -> Answer {
        let nboard::Answer { mv, eval, seconds, unreadable } = said;
        let depth = self.depth.clone();
        Answer { mv: Some(mv), time, claimed: seconds, eval, depth, nodes: self.nodes, pv: self.pv.clone(), unreadable }
    }
}

/// The word that precedes a move.
const MOVE: &[u8] = b"===";

/// True for a line that gives, or should give, a move.
pub(super) fn is_move(line: &[u8]) -> bool {
    let rest = line.trim_ascii().strip_prefix(MOVE);
    rest.is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}
