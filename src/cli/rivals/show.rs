//! The progress of making rivals: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::progress::with_time_left;
use crate::search::Stop;
use crate::strength::rivals::Observer;

/// Without a terminal, a line at most this often, and at each new step.
const OFTEN: Duration = Duration::from_secs(10);

/// Shows progress on stderr, and ends the program at Ctrl-C.
#[derive(Debug)]
pub(crate) struct Shown {
    bar: ProgressBar,
    stop: Stop,
    /// The time and the step of the last line.
    said: Mutex<Option<(Instant, String)>>,
}

impl Shown {
    /// `kept` says what is left after Ctrl-C.
    pub(crate) fn new(kept: &'static str) -> anyhow::Result<Shown> {
        interrupt::at_once(kept)?;
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(1), target);
        bar.set_style(with_time_left(ProgressStyle::with_template("{msg:12} {bar:40} {percent:>3} %{left}")?));
        Ok(Shown { bar, stop: Stop::default(), said: Mutex::default() })
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Shown {
    fn progress(&self, done: u64, of: u64, what: &str) {
        self.bar.set_length(of);
        self.bar.set_position(done);
        self.bar.set_message(what.to_owned());
        let Ok(mut said) = self.said.lock() else { return };
        let is_new = said.as_ref().is_none_or(|(when, before)| before != what || when.elapsed() >= OFTEN);
        if self.bar.is_hidden() && is_new && !what.is_empty() {
            complain!("rival: {what}: {} % of all done", 100 * done / of.max(1));
            *said = Some((Instant::now(), what.to_owned()));
        }
    }

    fn left_out(&self, name: &str) {
        if self.bar.is_hidden() {
            complain!("rival: {name}: left out, because its games do not show it or it costs too much");
        }
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}
