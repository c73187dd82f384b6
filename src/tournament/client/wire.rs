//! A process with a log of its traffic.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::Failure;
use crate::record::text::{decode, shown};
use crate::tournament::config::{Protocol, Timeouts};
use crate::tournament::fault::{Fault, FaultKind, seconds};
use crate::tournament::process::{Moment, Process, Silence, WaitLimit};
use crate::wire::nboard::Reply;

/// The largest output before an answer, in bytes. An hour of hints is far less.
const MOST_OUTPUT: usize = 16 << 20;
/// The bytes of traffic that are stored for one game.
const MOST_TRAFFIC: usize = 128 * 1024;
/// The bytes of one line that are stored.
const MOST_LINE: usize = 2000;

/// Lines with their times: `>` is sent and `<` received.
#[derive(Debug)]
pub(crate) struct Traffic {
    text: String,
    since: Instant,
    wanted: bool,
}

impl Traffic {
    #[must_use]
    pub(crate) fn new(wanted: bool) -> Traffic {
        Traffic { text: String::new(), since: Instant::now(), wanted }
    }

    fn note(&mut self, mark: char, line: &str) {
        // GTP's blank lines are left out, because they tell a reader nothing.
        if !self.wanted || self.text.len() > MOST_TRAFFIC || line.trim_end().is_empty() {
            return;
        }
        let seconds = self.since.elapsed().as_secs_f64();
        let line: String = line.trim_end().chars().take(MOST_LINE).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{seconds:10.4} {mark} {line}");
        if self.text.len() > MOST_TRAFFIC {
            self.text.push_str("           . the rest is not kept\n");
        }
    }

    /// Takes the text so far, and restarts the times.
    pub(crate) fn take(&mut self) -> String {
        self.since = Instant::now();
        std::mem::take(&mut self.text)
    }
}

/// A limit of waiting: the deadline, and the total time for the message if nothing comes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    deadline: Instant,
    total: Duration,
    /// The limit of processor time, from the request on.
    processor: Option<Duration>,
}

impl Patience {
    /// A wait of this length from now on.
    #[must_use]
    pub(super) fn for_time(total: Duration) -> Patience {
        Patience { deadline: Instant::now() + total, total, processor: None }
    }

    /// Adds a limit of processor time if the clock counts that. The limit of wall time then only catches hangs.
    #[must_use]
    pub(super) fn with(self, processor: Option<Duration>) -> Patience {
        Patience { processor, ..self }
    }

    /// Shortens the wait to this length from now on.
    #[must_use]
    pub(super) fn at_most(self, part: Duration) -> Patience {
        Patience { deadline: self.deadline.min(Instant::now() + part), ..self }
    }
}

/// A running engine that exchanges lines.
#[derive(Debug)]
pub(crate) struct Wire {
    process: Process,
    pub timeouts: Timeouts,
    pub traffic: Traffic,
    protocol: Protocol,
    /// The moment when the last lines were sent.
    sent: Moment,
    /// The last line since then that is no message of the protocol.
    unknown: Option<String>,
}

impl Wire {
    #[must_use]
    pub(super) fn new(mut process: Process, protocol: Protocol, timeouts: Timeouts, log: bool) -> Wire {
        let sent = process.moment(Instant::now());
        Wire { process, timeouts, traffic: Traffic::new(log), protocol, sent, unknown: None }
    }

    /// Sends lines, and returns the moment.
    pub(super) fn send(&mut self, lines: &[String]) -> Result<Moment, Failure> {
        let mut text = lines.join("\n");
        text.push('\n');
        lines.iter().for_each(|line| self.traffic.note('>', line));
        self.process.count_waits();
        let now = self.process.moment(Instant::now());
        self.sent = now;
        self.unknown = None;
        match self.process.send(&text) {
            Ok(()) => Ok(now),
            Err(_) => Err(self.gone("input")),
        }
    }

    /// Reads lines until the expected one, and returns it with its time.
    pub(super) fn wait<T>(
        &mut self,
        patience: Patience,
        mut wanted: impl FnMut(&[u8]) -> Result<Option<T>, Fault>,
    ) -> Result<(T, Moment), Failure> {
        let mut budget = MOST_OUTPUT;
        let used = match self.sent {
            Moment::Processor(used) => patience.processor.map(|time| used + time),
            Moment::Wall(_) => None,
        };
        let until = WaitLimit { deadline: patience.deadline, used };
        loop {
            match self.process.line(until, &mut budget) {
                Ok((line, at)) => {
                    self.traffic.note('<', &String::from_utf8_lossy(&line));
                    if let Some(value) = wanted(&line)? {
                        return Ok((value, self.process.moment(at)));
                    }
                    if !is_known(self.protocol, &line) {
                        self.unknown = Some(shown(decode(&line).trim_end()));
                    }
                }
                Err(silence) => return Err(self.failure(&silence, patience)),
            }
        }
    }

    /// Reads unrequested output since the last request, without waiting.
    pub(super) fn unasked(&mut self, mut is_fault: impl FnMut(&[u8]) -> Option<Fault>) -> Result<(), Failure> {
        let mut budget = MOST_OUTPUT;
        let now = Instant::now();
        while let Ok((line, _)) = self.process.line(now.into(), &mut budget) {
            self.traffic.note('<', &String::from_utf8_lossy(&line));
            if let Some(fault) = is_fault(&line) {
                return Err(fault.into());
            }
        }
        // Other errors appear at the next request.
        Ok(())
    }

    fn failure(&mut self, silence: &Silence, patience: Patience) -> Failure {
        let fault = match silence {
            Silence::Stopped => return Failure::Stopped,
            Silence::Closed => return self.gone("output"),
            Silence::Deadline => {
                let time = seconds(patience.total);
                let kind = if patience.processor.is_some() { " of wall time" } else { "" };
                Fault::new(FaultKind::Hang, format!("no answer in {time}{kind}{}", self.last_unknown()))
            }
            Silence::Used => {
                let time = seconds(patience.processor.unwrap_or_default());
                Fault::new(FaultKind::Hang, format!("no answer in {time} of processor time{}", self.last_unknown()))
            }
            Silence::Flood => {
                Fault::new(FaultKind::Protocol, format!("{} MiB of output without an answer", MOST_OUTPUT >> 20))
            }
        };
        Failure::Fault(fault)
    }

    /// The last unknown line as the end of an error; empty without one. It may be an answer in a wrong form.
    fn last_unknown(&self) -> String {
        self.unknown.as_ref().map_or_else(String::new, |line| format!("; its last line that is no message: '{line}'"))
    }

    fn gone(&mut self, closed: &str) -> Failure {
        // The remaining output may contain the reason.
        let deadline = Instant::now() + Duration::from_millis(200);
        let mut budget = MOST_TRAFFIC;
        while let Ok((line, _)) = self.process.line(deadline.into(), &mut budget) {
            self.traffic.note('<', &String::from_utf8_lossy(&line));
        }
        let ending = self.process.ending(closed);
        Failure::Fault(Fault::new(FaultKind::Crash, ending + &self.process.last_error()))
    }

    /// The time since the last lines were sent, by the clock that counts.
    pub(crate) fn spent(&mut self) -> Duration {
        self.process.moment(Instant::now()).since(self.sent)
    }

    /// The part of the last move's time in which the engine waited for a processor; `None` if it is not measured or the
    /// system does not provide it.
    pub(crate) fn waited(&mut self, time: Duration) -> Option<Duration> {
        self.process.waited(time)
    }

    /// The total time that the engine's threads have waited for a processor since the last request for a move; zero if
    /// the system does not provide it.
    pub(crate) fn queued(&mut self) -> Duration {
        self.process.queued()
    }

    pub(super) fn quit(self) {
        self.process.quit(*self.timeouts.quit);
    }

    /// Ends an engine that failed at its start. A fault counts as a failure to start; its own kind becomes part of the
    /// description.
    pub(super) fn not_started(mut self, failure: Failure) -> (Failure, Box<Traffic>) {
        let failure = match failure {
            Failure::Fault(fault) => {
                let last_error = self.process.last_error();
                let detail = match fault.kind {
                    FaultKind::Protocol | FaultKind::Start => fault.detail,
                    kind => format!("{}: {}", kind.title(), fault.detail),
                };
                Failure::Fault(Fault::new(FaultKind::Start, detail + &last_error))
            }
            other => other,
        };
        (failure, Box::new(self.traffic))
    }
}

/// True for a blank line, and for one that is a message of the protocol by its beginning.
fn is_known(protocol: Protocol, line: &[u8]) -> bool {
    let is_message = match protocol {
        Protocol::Gtp => matches!(line.first(), Some(b'=' | b'?')),
        Protocol::Nboard => !matches!(Reply::parse(line), Ok(None)),
    };
    is_message || line.trim_ascii().is_empty()
}
