//! Shows the progress of long work on stderr: a bar on a terminal, elsewhere a line at the start and the end.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

/// A stage of long work, in steps.
#[derive(Debug)]
pub(crate) struct StageProgress {
    title: String,
    bar: ProgressBar,
    start: Instant,
}

impl StageProgress {
    /// Begins a stage, with this many of its steps already done.
    pub(crate) fn new(title: &str, steps: usize, done: usize) -> StageProgress {
        let bar = ProgressBar::new(steps as u64).with_position(done as u64);
        let template = "{prefix} {bar:30} {pos}/{len}, {elapsed} gone, {eta} left";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(title.to_owned());
        bar.reset_eta();
        if bar.is_hidden() {
            eprintln!("lab: {title}: {done} of {steps} done");
        }
        StageProgress { title: title.to_owned(), bar, start: Instant::now() }
    }

    /// Notes that a step is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// Ends the stage, with its result in a few words.
    pub(crate) fn end(self, result: &str) {
        self.bar.finish_and_clear();
        eprintln!("lab: {}, {:.0} s: {result}", self.title, self.start.elapsed().as_secs_f64());
    }
}

impl Drop for StageProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
