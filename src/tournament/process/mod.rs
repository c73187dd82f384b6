//! An engine's process: it gets lines, returns lines with their times, and is certain to end.

pub(crate) mod guard;
mod lines;

use std::fmt;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::config::{ClockKind, EngineSpec};
use crate::machine::meter::{self, Meter, Times};
use crate::machine::program::{LESSONS, NO_LESSONS, STARTED_AS};
use crate::machine::thinking;
use crate::record::text::printable;
use crate::search::Stop;
use lines::Lines;

/// The settings for starting a process.
#[derive(Debug)]
pub(crate) struct Start<'a> {
    pub engine: &'a EngineSpec,
    /// The seed for the placeholder `{seed}`.
    pub seed: u64,
    /// The program with the command `guard`: this program.
    pub guard: &'a Path,
    /// The log of the engine's standard error.
    pub errors: Option<PathBuf>,
    /// The processors that the engine may use; empty for all.
    pub processors: &'a [usize],
    /// The clock that measures the engine's time.
    pub clock: ClockKind,
}

/// The limit of a wait for an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WaitLimit {
    pub deadline: Instant,
    /// The processor time at which the wait ends, too.
    pub used: Option<Duration>,
}

impl From<Instant> for WaitLimit {
    fn from(deadline: Instant) -> WaitLimit {
        WaitLimit { deadline, used: None }
    }
}

/// A moment on the clock that charges an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moment {
    Wall(Instant),
    /// The processor time of the engine since its start.
    Processor(Duration),
}

impl Moment {
    /// The time since an earlier moment by the same clock.
    #[must_use]
    pub(crate) fn since(self, earlier: Moment) -> Duration {
        match (self, earlier) {
            (Moment::Wall(now), Moment::Wall(then)) => now.saturating_duration_since(then),
            (Moment::Processor(now), Moment::Processor(then)) => now.saturating_sub(then),
            _ => Duration::ZERO,
        }
    }
}

/// The reason why no line came.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The deadline passed without a line.
    Deadline,
    /// The processor time was used up without a line.
    Used,
    /// The engine closed its output.
    Closed,
    /// The output exceeded the budget.
    Flood,
    /// The tournament is being stopped.
    Stopped,
}

/// A running engine. Dropping it kills the engine and all processes that the engine has started.
pub(crate) struct Process {
    guard: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    lines: Lines,
    /// The lifeline. Closing it ends the engine: see [`guard`].
    lifeline: Option<UnixStream>,
    /// The meter of the engine's processor time, if clocks count that.
    meter: Option<Meter>,
    /// The measurement of the engine's waits for a processor, if clocks count wall time.
    waiting: Option<Waiting>,
    stop: Stop,
}

/// The measurement of an engine's waits for a processor.
struct Waiting {
    meter: Meter,
    /// The times before the last request for a move.
    before: Times,
}

impl Waiting {
    fn new(process: i32) -> Waiting {
        Waiting { meter: Meter::new(process), before: Times::default() }
    }
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Process({})", self.guard.id())
    }
}

/// The interval at which a waiting harness checks whether to stop.
const TICK: Duration = Duration::from_millis(50);
/// The shortest move whose wait for a processor is measured.
const WORTH_ASKING: Duration = Duration::from_millis(2);
/// The processor time of threads that have ended, from which their waits matter. Readings differ by less.
const ENDED: Duration = Duration::from_millis(5);
/// The time for a guard's work, after which its whole group is killed. It is generous, because only an overloaded
/// machine needs it.
const GUARD_TIME: Duration = Duration::from_secs(5);

impl Process {
    /// Starts the guard, which starts the engine.
    ///
    /// # Errors
    ///
    /// The guard cannot be started. The engine is not at fault.
    pub(crate) fn start(start: &Start<'_>, stop: Stop) -> io::Result<Process> {
        let engine = start.engine;
        let (lifeline, end) = UnixStream::pair()?;
        let mut command = Command::new(start.guard);
        command.arg("guard");
        if let Some(memory) = engine.settings.memory_mb {
            command.arg(format!("--memory-mb={memory}"));
        }
        if let Some(path) = &start.errors {
            command.arg("--errors").arg(std::path::absolute(path)?);
        }
        if !start.processors.is_empty() {
            let list: Vec<String> = start.processors.iter().map(usize::to_string).collect();
            command.arg(format!("--processors={}", list.join(",")));
        }
        command.arg("--").arg(&engine.program);
        command.args(engine.arguments.iter().map(|word| filled(word, engine, start.seed)));
        // The variable has the path of this program, which would mislead the engine.
        command.env_remove(STARTED_AS);
        // A person's profile must not get the games of a tournament.
        command.env(LESSONS, NO_LESSONS);
        // The variable makes our own engines count processor time, too.
        match start.clock {
            ClockKind::Wall => command.env_remove(thinking::CLOCK),
            ClockKind::Cpu => command.env(thinking::CLOCK, thinking::BY_PROCESSOR),
        };
        command.envs(&engine.settings.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(end)).process_group(0);
        if let Some(folder) = &engine.folder {
            command.current_dir(folder);
        }
        let mut guard = command
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{}: it cannot be started: {error}", engine.name)))?;
        let (Some(stdin), Some(stdout)) = (guard.stdin.take(), guard.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let number = i32::try_from(guard.id()).ok();
        let is_cpu = start.clock == ClockKind::Cpu;
        let limits = &engine.settings.limits;
        let is_timed = limits.clock.is_some() || limits.per_move.is_some();
        Ok(Process {
            guard,
            stdin: Some(stdin),
            stdout,
            lines: Lines::default(),
            lifeline: Some(lifeline),
            meter: number.filter(|_| is_cpu).map(Meter::new),
            waiting: number.filter(|_| !is_cpu && is_timed).map(Waiting::new),
            stop,
        })
    }

    /// A moment on the clock that charges the engine. `now` is the system's time.
    pub(crate) fn moment(&mut self, now: Instant) -> Moment {
        self.meter.as_mut().map_or(Moment::Wall(now), |meter| Moment::Processor(meter.read()))
    }

    /// The part of the last move's time in which the engine waited for a processor and used none, if the clock is wall
    /// time and the system provides it. The system forgets a thread's wait when the thread ends; after such a move the
    /// wait is the time in which the engine used no processor, if more threads are ready than there are processors.
    /// Short moves are not measured.
    pub(crate) fn waited(&mut self, time: Duration) -> Option<Duration> {
        let waiting = self.waiting.as_mut()?;
        if time < WORTH_ASKING {
            return Some(Duration::ZERO);
        }
        let is_crowded = meter::is_crowded()?;
        let Waiting { meter, before } = waiting;
        let now = meter.times();
        let idle = time.saturating_sub(now.used.saturating_sub(before.used));
        let ended = now.used.saturating_sub(now.ran);
        let has_ended = ended > before.used.saturating_sub(before.ran) + ENDED;
        let queued = now.queued.saturating_sub(before.queued);
        Some(match (has_ended, is_crowded) {
            (false, _) => idle.min(queued),
            (true, true) => idle,
            (true, false) => Duration::ZERO,
        })
    }

    /// Starts to count the engine's waits for a processor, if the clock is wall time.
    pub(crate) fn count_waits(&mut self) {
        if let Some(waiting) = &mut self.waiting {
            waiting.before = waiting.meter.times();
        }
    }

    /// The total wait of the engine's threads in a processor's queue since then. Unlike [`Process::waited`] it excludes
    /// time in which the engine was idle, but misses threads that have ended.
    pub(crate) fn queued(&mut self) -> Duration {
        let Some(Waiting { meter, before }) = &mut self.waiting else { return Duration::ZERO };
        meter.times().queued.saturating_sub(before.queued)
    }

    /// Writes to the engine. The text between two answers must fit into a pipe, so that writing never blocks.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(crate) fn send(&mut self, text: &str) -> io::Result<()> {
        self.send_bytes(text.as_bytes())
    }

    /// The same for bytes that are no text.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.stdin {
            Some(stdin) => stdin.write_all(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next line of the engine's output with its time. `budget` is reduced by the bytes read.
    ///
    /// # Errors
    ///
    /// No line came: see [`Silence`].
    pub(crate) fn line(&mut self, until: WaitLimit, budget: &mut usize) -> Result<(Vec<u8>, Instant), Silence> {
        loop {
            if let Some(line) = self.lines.take() {
                return Ok((line, self.lines.read_at()));
            }
            if self.stop.is_stopped() {
                return Err(Silence::Stopped);
            }
            let left = until.deadline.saturating_duration_since(Instant::now());
            if !self.readable(left.min(TICK)) {
                if left.is_zero() {
                    return Err(Silence::Deadline);
                }
                let used = self.meter.as_mut().filter(|_| until.used.is_some()).map(Meter::read);
                if used > until.used {
                    return Err(Silence::Used);
                }
                continue;
            }
            let mut chunk = [0; 16 * 1024];
            let count = match self.stdout.read(&mut chunk) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            if count == 0 {
                return self.lines.last().map(|line| (line, Instant::now())).ok_or(Silence::Closed);
            }
            self.lines.push(&chunk[..count], Instant::now());
            *budget = budget.saturating_sub(count);
            if *budget == 0 {
                return Err(Silence::Flood);
            }
        }
    }

    fn readable(&self, wait: Duration) -> bool {
        let mut fds = [PollFd::new(&self.stdout, PollFlags::IN)];
        let wait = Timespec::try_from(wait).ok();
        poll(&mut fds, wait.as_ref()).is_ok_and(|ready| ready > 0)
    }

    /// The exit of the process in words, if it ends shortly. It describes the fault of an engine that closed its output
    /// or its input.
    pub(crate) fn ending(&mut self, closed: &str) -> String {
        match self.wait(Duration::from_millis(500)) {
            Some(code) if code == i32::from(guard::NOT_STARTED) => {
                "the program cannot be run (exit code 127)".to_owned()
            }
            Some(code @ 129..=192) => format!("ended by signal {}", code - 128),
            Some(code) => format!("ended with exit code {code}"),
            None => format!("closed its {closed} and still runs"),
        }
    }

    /// Kills the engine if it still runs, and returns the last lines of its standard error as the end of a message;
    /// empty without one.
    pub(crate) fn last_error(&mut self) -> String {
        let Some(mut lifeline) = self.lifeline.take() else { return String::new() };
        let mut bytes = Vec::new();
        let _ = lifeline.shutdown(Shutdown::Write);
        let _ = lifeline.set_read_timeout(Some(GUARD_TIME));
        let _ = lifeline.read_to_end(&mut bytes);
        last_lines(&String::from_utf8_lossy(&bytes))
    }

    /// Asks the engine to quit, and kills it if it does not.
    pub(crate) fn quit(mut self, patience: Duration) {
        let _ = self.send("quit\n");
        self.stdin = None;
        let deadline = Instant::now() + patience;
        let mut budget = 1 << 20;
        while self.line(deadline.into(), &mut budget).is_ok() {}
    }

    /// The guard's exit code, if it ends in time.
    fn wait(&mut self, patience: Duration) -> Option<i32> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            match self.guard.try_wait() {
                Ok(Some(status)) => return Some(status.code().unwrap_or(-1)),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(pause);
                    pause = (2 * pause).min(Duration::from_millis(10));
                }
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.lifeline = None;
        self.stdin = None;
        if self.wait(GUARD_TIME).is_none() {
            if let Some(group) = i32::try_from(self.guard.id()).ok().and_then(Pid::from_raw) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            let _ = self.guard.wait();
        }
    }
}

/// The last lines of a text as the end of a message; empty without one. The cause often stands above the last line, as
/// in a panic of Rust.
fn last_lines(text: &str) -> String {
    const MOST_LINES: usize = 3;
    const MOST_CHARACTERS: usize = 200;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).rev();
    let Some(last) = lines.next() else { return String::new() };
    let mut quoted: String = last.chars().take(MOST_CHARACTERS).collect();
    if quoted.len() < last.len() {
        quoted.push_str("...");
    }
    for line in lines.take(MOST_LINES - 1) {
        let longer = format!("{line} | {quoted}");
        if longer.chars().count() > MOST_CHARACTERS {
            break;
        }
        quoted = longer;
    }
    format!("; its stderr: {}", printable(&quoted))
}

/// A word of the command or an initial line, with its placeholders replaced.
pub(super) fn filled(word: &str, engine: &EngineSpec, seed: u64) -> String {
    let limits = &engine.settings.limits;
    word.replace("{seed}", &seed.to_string())
        .replace("{depth}", &limits.plies().unwrap_or(0).to_string())
        .replace("{nodes}", &limits.nodes.unwrap_or(0).to_string())
        .replace("{st}", &limits.per_move.map_or("0".to_owned(), |time| time.as_secs_f64().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_of_a_crash_is_quoted() {
        let panic = "depth 1\ndepth 2\n\nthread 'main' panicked at src/main.rs:2:5:\nboom \u{7}\nnote: run with\n";
        let long = format!("a\n{}\n", "x".repeat(300));
        let long_cut = format!("; its stderr: {}...", "x".repeat(200));
        let wide = format!("{}\nend", "y".repeat(195));
        for (text, expected) in [
            ("", ""),
            (" \n\n", ""),
            ("a\n", "; its stderr: a"),
            (panic, "; its stderr: thread 'main' panicked at src/main.rs:2:5: | boom ? | note: run with"),
            (&long, &long_cut),
            (&wide, "; its stderr: end"),
        ] {
            assert_eq!(last_lines(text), expected);
        }
    }
}
