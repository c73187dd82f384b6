//! The progress of long work on stderr.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::complaint::complain;

/// A bar a stage on a terminal, a line a stage and every minute elsewhere.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Option<Shown>>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    title: String,
    begun: Instant,
    said: Instant,
}

impl Progress {
    /// Takes the bar away.
    pub fn clear(&self) {
        if let Ok(Some(shown)) = self.0.lock().map(|mut shown| shown.take()) {
            shown.bar.finish_and_clear();
        }
    }

    /// Something begins, of which so many steps are done already.
    pub fn start(&self, title: String, steps: usize, done: usize) {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target).with_position(done as u64);
        let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}, {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_message(title.clone());
        bar.reset_eta();
        bar.tick();
        if !terminal {
            complain!("rival: {title}: {done} of {steps} done");
        }
        if let Ok(mut shown) = self.0.lock() {
            *shown = Some(Shown { bar, title, begun: Instant::now(), said: Instant::now() });
        }
    }

    /// A step of it is done.
    pub fn advance(&self) {
        let Ok(mut shown) = self.0.lock() else { return };
        let Some(shown) = shown.as_mut() else { return };
        shown.bar.inc(1);
        if shown.bar.is_hidden() && shown.said.elapsed().as_secs() >= 60 {
            shown.said = Instant::now();
            let length = shown.bar.length().unwrap_or(0);
            complain!("rival: {}: {} of {length} done", shown.title, shown.bar.position());
        }
    }

    /// It is over; what it found, in a few words.
    pub fn finish(&self, found: &str) {
        let Ok(mut shown) = self.0.lock() else { return };
        let Some(shown) = shown.take() else { return };
        shown.bar.finish_and_clear();
        let separator = if found.is_empty() { "" } else { ": " };
        complain!("rival: {}, {:.0} s{separator}{found}", shown.title, shown.begun.elapsed().as_secs_f64());
    }
}
