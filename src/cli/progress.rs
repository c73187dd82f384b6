//! The progress of long work on stderr: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::complaint::complain;

/// Work shorter than this leaves no line, except on a terminal.
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

    /// The same for work resumed after `done` steps.
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

    /// Writes something while the bar is away.
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

/// A thread that writes occasional lines until dropped.
#[derive(Debug)]
struct Lines {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Lines {
    fn new(bar: ProgressBar, title: String, first: Duration) -> Lines {
        let (end, ended) = mpsc::channel();
        let write = move || {
            let mut pause = first;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                complain!("rival: {title}: {}{}", so_far(bar.position(), bar.length()), bar.message());
                pause = NEXT;
            }
        };
        // Without a thread there are no lines, and the work continues.
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(write).ok();
        Lines { end: Some(end), thread }
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

/// Adds the key `left` to a style: the time left, from the first finished step until less than a second is left.
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

/// Work in stages, each with a title and a result.
#[derive(Debug, Default)]
pub(super) struct Progress(Mutex<Option<Stage>>);

#[derive(Debug)]
struct Stage {
    bar: Bar,
    title: String,
    begun: Instant,
}

impl Progress {
    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if let Ok(mut stage) = self.0.lock() {
            *stage = None;
        }
    }

    /// Begins a stage, with this many steps already done.
    pub(super) fn start(&self, title: String, steps: usize, done: usize) {
        self.clear();
        let (steps, done) = (steps as u64, done as u64);
        if !std::io::stderr().is_terminal() {
            complain!("rival: {title}: {}", so_far(done, Some(steps)));
        }
        let bar = Bar::after(title.clone(), steps, done, NEXT);
        if let Ok(mut stage) = self.0.lock() {
            *stage = Some(Stage { bar, title, begun: Instant::now() });
        }
    }

    /// Notes that a step of the stage is done.
    pub(super) fn advance(&self) {
        if let Ok(stage) = self.0.lock()
            && let Some(stage) = stage.as_ref()
        {
            stage.bar.advance();
        }
    }

    /// Ends the stage, with its result in a few words.
    pub(super) fn finish(&self, found: &str) {
        let Ok(mut stage) = self.0.lock() else { return };
        let Some(Stage { bar, title, begun }) = stage.take() else { return };
        drop(bar);
        let separator = if found.is_empty() { "" } else { ": " };
        complain!("rival: {title}, {:.0} s{separator}{found}", begun.elapsed().as_secs_f64());
    }
}
