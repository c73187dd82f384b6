//! The progress of long work on stderr: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::complaint::complain;
use crate::machine::progress::Progress;

/// Shorter work prints no line, except on a terminal.
const FIRST: Duration = Duration::from_secs(10);
/// The time between two lines.
const NEXT: Duration = Duration::from_secs(60);
/// The interval at which a bar is redrawn between steps.
const TICK: Duration = Duration::from_millis(250);

/// Work in this many steps. Dropping it removes the bar.
#[derive(Debug)]
pub(super) struct Bar {
    bar: ProgressBar,
    lines: Option<Lines>,
}

impl Bar {
    /// `title` names the work, as in "judging games".
    pub(super) fn new(title: impl Into<String>, steps: u64) -> Bar {
        Bar::after(title.into(), steps, 0, FIRST)
    }

    /// The same for resumed work, after `done` steps.
    pub(super) fn resumed(title: impl Into<String>, steps: u64, done: u64) -> Bar {
        Bar::after(title.into(), steps, done, FIRST)
    }

    fn after(title: String, steps: u64, done: u64, first: Duration) -> Bar {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(steps), target).with_position(done);
        let template = "{prefix} {bar:30} {pos}/{len}, {elapsed} gone{left}{msg}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(with_time_left(style));
        bar.set_prefix(title.clone());
        bar.reset_eta();
        if terminal {
            bar.enable_steady_tick(TICK);
        }
        let lines = (!terminal).then(|| Lines::new(bar.clone(), title, first));
        Bar { bar, lines }
    }

    /// Notes that a step is done.
    pub(super) fn advance(&self) {
        self.bar.inc(1);
    }

    /// Sets the number of finished steps.
    pub(super) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Shows the result of the last step, in a few words.
    pub(super) fn say(&self, words: &str) {
        self.bar.set_message(format!(", {words}"));
    }

    /// Hides the bar while `write` runs.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.lines = None;
        self.bar.finish_and_clear();
    }
}

/// A thread that prints occasional lines until it is dropped.
#[derive(Debug)]
struct Lines {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Lines {
    fn new(bar: ProgressBar, title: String, first: Duration) -> Lines {
        let (end, ended) = mpsc::channel();
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            let mut pause = first;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                complain!("rival: {title}: {}{}", so_far(bar.position(), bar.length()), bar.message());
                pause = NEXT;
            }
        });
        // Without a thread there are no lines, and the work continues.
        Lines { end: Some(end), thread: thread.ok() }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Adds the key `left` to a style: the remaining time, shown after the first finished step while it is a second or
/// more.
pub(super) fn with_time_left(style: ProgressStyle) -> ProgressStyle {
    style.with_key("left", |state: &ProgressState, to: &mut dyn std::fmt::Write| {
        if state.eta() >= Duration::from_secs(1) {
            let _ = write!(to, ", {:#} left", HumanDuration(state.eta()));
        }
    })
}

fn so_far(done: u64, steps: Option<u64>) -> String {
    format!("{done} of {} done", steps.unwrap_or(0))
}

/// Bars of long work, one a stage.
#[derive(Debug, Default)]
pub(super) struct Stages(Mutex<Option<StageBar>>);

#[derive(Debug)]
struct StageBar {
    bar: Bar,
    title: String,
    start: Instant,
}

impl Stages {
    /// Removes the bar.
    pub(super) fn clear(&self) {
        *self.stage() = None;
    }

    fn stage(&self) -> MutexGuard<'_, Option<StageBar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for Stages {
    fn reach(&self, title: &str, steps: u64, done: u64) {
        let mut stage = self.stage();
        if let Some(present) = stage.as_ref().filter(|present| present.title == title) {
            present.bar.set(done);
            return;
        }
        // Only one bar is shown at a time.
        *stage = None;
        if !std::io::stderr().is_terminal() {
            complain!("rival: {title}: {}", so_far(done, Some(steps)));
        }
        let bar = Bar::after(title.to_owned(), steps, done, NEXT);
        *stage = Some(StageBar { bar, title: title.to_owned(), start: Instant::now() });
    }

    fn end(&self, result: &str) {
        let Some(StageBar { bar, title, start }) = self.stage().take() else { return };
        drop(bar);
        let separator = if result.is_empty() { "" } else { ": " };
        complain!("rival: {title}, {:.0} s{separator}{result}", start.elapsed().as_secs_f64());
    }

    fn note(&self, text: &str) {
        match self.stage().as_ref() {
            Some(stage) => stage.bar.suspend(|| complain!("rival: {text}")),
            None => complain!("rival: {text}"),
        }
    }
}
