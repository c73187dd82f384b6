//! Work on separate threads. A search takes the player along and returns it.

use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;

use super::request::{LearnRefusal, Position};
use crate::machine::thinking::Instant;
use crate::machine::work;
use crate::players::{Explanation, Lesson, Player};
use crate::search::{Iteration, Observer, Report, Stop};

/// A message from a thread.
#[derive(Debug)]
pub(in crate::serve) enum JobMessage {
    Iteration(Iteration),
    Position(Position),
    /// The work is done and the player is back.
    Done {
        player: Box<dyn Player>,
        report: Option<Report>,
        explanation: Option<Explanation>,
    },
    /// A lesson is over.
    Learned(Result<String, LearnRefusal>),
    /// A thread has panicked, and its player is lost.
    Lost,
}

/// The channel of a thread's reports.
#[derive(Debug, Clone)]
pub(super) struct Reporter(Sender<JobMessage>);

impl Reporter {
    pub(super) fn new(sender: Sender<JobMessage>) -> Reporter {
        Reporter(sender)
    }

    /// If the session has ended, the message is dropped.
    pub(super) fn send(&self, news: JobMessage) {
        let _ = self.0.send(news);
    }
}

impl Observer for Reporter {
    fn iteration(&mut self, iteration: &Iteration) {
        self.send(JobMessage::Iteration(iteration.clone()));
        #[cfg(target_family = "wasm")]
        crate::machine::work::steps::tell();
    }
}

/// Reports a panic to the session, which would otherwise wait forever.
struct Guard(Reporter);

impl Drop for Guard {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.send(JobMessage::Lost);
        }
    }
}

/// Running work.
#[derive(Debug)]
pub(super) struct Job {
    stop: Stop,
    started: Instant,
}

impl Job {
    /// Starts work, which ends soon after a stop. A step that returns a message ends it.
    fn start(
        mut reporter: Reporter,
        stop: Stop,
        mut work: impl FnMut(&mut Reporter) -> Option<JobMessage> + Send + 'static,
    ) -> Job {
        work::begin(move || {
            let guard = Guard(reporter.clone());
            let Some(news) = work(&mut reporter) else { return false };
            guard.0.send(news);
            true
        });
        Job { stop, started: Instant::now() }
    }

    /// Starts work of one step.
    fn once(reporter: Reporter, stop: Stop, work: impl FnOnce(&mut Reporter) -> JobMessage + Send + 'static) -> Job {
        let mut work = Some(work);
        Job::start(reporter, stop, move |reporter| work.take().map(|work| work(reporter)))
    }

    /// A search of one or more steps. The last one returns the report.
    pub(super) fn search(
        reporter: Reporter,
        stop: Stop,
        player: Box<dyn Player>,
        mut search: impl FnMut(&mut dyn Player, &mut Reporter) -> Option<Report> + Send + 'static,
    ) -> Job {
        let mut away = Some(player);
        Job::start(reporter, stop, move |reporter| {
            let report = search(&mut **away.as_mut()?, reporter)?;
            let player = away.take()?;
            Some(JobMessage::Done { player, report: Some(report), explanation: None })
        })
    }

    /// An explanation.
    pub(super) fn explain(
        reporter: Reporter,
        stop: Stop,
        mut player: Box<dyn Player>,
        explain: impl FnOnce(&mut dyn Player) -> Option<Explanation> + Send + 'static,
    ) -> Job {
        Job::once(reporter, stop, move |_| {
            let explanation = explain(&mut *player);
            JobMessage::Done { player, report: None, explanation }
        })
    }

    /// A lesson.
    pub(super) fn lesson(reporter: Reporter, lesson: Lesson) -> Job {
        let stop = Stop::default();
        let lesson_stop = stop.clone();
        Job::once(reporter, stop, move |_| JobMessage::Learned(lesson.take(&lesson_stop).map_err(LearnRefusal::from)))
    }

    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
