//! The player's tasks: their start, their reports and their end.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use super::job::{Job, JobMessage};
use super::request::{Choice, Event, Position, Purpose, Refusal, Task};
use super::{GRACE, Session};
use crate::board::{Color, Game, Move, Objective};
use crate::machine::clock::Instant;
use crate::machine::work;
use crate::players::explain::VisibleEffects;
use crate::players::{self, Explanation, Player};
use crate::record::MoveNote;
use crate::search::{Certainty, Iteration, Limits, Report, SilentObserver, Stop};

/// A running task.
#[derive(Debug)]
pub(super) struct Work {
    pub task: Task,
    job: Job,
    /// The game of the task, with the requested side to move.
    game: Game,
    /// The colour whose move is chosen.
    color: Color,
    /// The depth of the last report.
    reported: Option<Certainty>,
    /// True if the task reports nothing more.
    cancelled: bool,
}

/// The error of a session after a panic in one of its threads.
fn lost() -> io::Error {
    io::Error::other("the search ended without a result")
}

impl Session {
    /// Chooses the player's move for a colour.
    pub(super) fn choose(&mut self, color: Option<Color>, purpose: Purpose) -> io::Result<Result<(), Refusal>> {
        self.cancel()?;
        if color.is_none() && self.game().is_over() {
            return Ok(Err(Refusal::Over));
        }
        let color = color.unwrap_or(self.game().board().to_move);
        let Some(game) = self.client_game.turned_to(color) else { return Ok(Err(Refusal::Turn)) };
        if game.board().position.moves() == 0 {
            let report = Report::over();
            self.chosen(Choice { mv: Move::Pass, report, elapsed: Duration::default() }, color, purpose);
            return Ok(Ok(()));
        }
        let limits = self.client_game.move_limits(color);
        self.search(Task::Choose(purpose), game.clone(), color, limits, move |player, limits, reporter| {
            Some(player.choose(&game, limits, reporter))
        });
        Ok(Ok(()))
    }

    /// Ranks the best moves of the position.
    pub(super) fn rank(&mut self, count: usize, limits: Limits) -> io::Result<Result<(), Refusal>> {
        self.cancel()?;
        let game = self.game().clone();
        if game.is_over() {
            return Ok(Err(Refusal::Over));
        }
        self.search(Task::Rank, game.clone(), game.board().to_move, limits, move |player, limits, reporter| {
            Some(player.rank(&game, count, limits, reporter))
        });
        Ok(Ok(()))
    }

    /// Analyses positions from the last to the first: results from late in the game help to judge earlier positions. A
    /// position is left out if the number of moves before it is in `known`.
    pub(super) fn analyze(
        &mut self,
        count: usize,
        limits: Limits,
        known: BTreeSet<usize>,
    ) -> io::Result<Result<(), Refusal>> {
        self.cancel()?;
        if !self.values_game() {
            return Ok(Err(Refusal::Blind));
        }
        let mut game = self.game().clone();
        self.search(Task::Analyze, game.clone(), game.board().to_move, limits, move |player, limits, reporter| {
            let ply = game.history().len();
            if known.contains(&ply) {
                return game.undo().is_none().then(Report::over);
            }
            let report = player.rank(&game, count, limits, &mut SilentObserver);
            if limits.stop.is_stopped() {
                return Some(report);
            }
            let black = worth_for_black(&game, &report, player);
            reporter.send(JobMessage::Position(Position { ply, black, report: report.clone() }));
            game.undo().is_none().then_some(report)
        });
        Ok(Ok(()))
    }

    /// Begins an explanation of the last move, or of a move that was not chosen.
    pub(super) fn explain(&mut self, mv: Option<Move>) -> io::Result<Result<(), Refusal>> {
        self.cancel()?;
        let Some((game, report)) = self.last_choice.clone() else { return Ok(Err(Refusal::Nothing)) };
        let Some(mv) = mv.or_else(|| players::chosen(&report)) else { return Ok(Err(Refusal::Nothing)) };
        let Some(player) = self.player.take() else { return Err(lost()) };
        let stop = Stop::default();
        let own_game = game.clone();
        let own_stop = stop.clone();
        let job = Job::explain(self.reporter.clone(), stop, player, move |player| {
            let mut explanation = player.explain(&own_game, &report, mv, &own_stop)?;
            // Its words are those of the game in which corners are good.
            if player.objective() == Objective::Normal {
                explanation.visible_effects = VisibleEffects::new(&own_game.board().position, mv);
            }
            (!own_stop.is_stopped()).then_some(explanation)
        });
        self.start(Task::Explain, job, game);
        Ok(Ok(()))
    }

    /// True if the move that was chosen last is on the board, in the game that it was chosen for.
    #[must_use]
    pub(crate) fn is_last_choice_played(&self) -> bool {
        let Some((game, report)) = &self.last_choice else { return false };
        let mut moves = self.game().moves();
        let goes_on = game.start() == self.game().start() && game.moves().all(|mv| moves.next() == Some(mv));
        goes_on && moves.next().is_some_and(|mv| players::chosen(report) == Some(mv))
    }

    fn search(
        &mut self,
        task: Task,
        game: Game,
        color: Color,
        limits: Limits,
        mut search: impl FnMut(&mut dyn Player, &Limits, &mut super::Reporter) -> Option<Report> + Send + 'static,
    ) {
        let Some(mut player) = self.player.take() else { return };
        if let Some(seed) = self.seeds.take() {
            player.new_game(seed);
        }
        let stop = Stop::default();
        let limits = Limits { stop: stop.clone(), ..limits };
        log::debug!("{task:?} for {color}, {} empty squares, {limits:?}", game.board().position.empties());
        let job =
            Job::search(self.reporter.clone(), stop, player, move |player, reporter| search(player, &limits, reporter));
        self.start(task, job, game);
        if let Some(work) = &mut self.work {
            work.color = color;
        }
    }

    fn start(&mut self, task: Task, job: Job, game: Game) {
        let color = game.board().to_move;
        self.work = Some(Work { task, job, game, color, reported: None, cancelled: false });
        self.events.push_back(Event::Started(task));
    }

    /// Handles a message from a thread.
    ///
    /// # Errors
    ///
    /// A thread has panicked.
    pub(in crate::serve) fn hear(&mut self, news: JobMessage) -> io::Result<()> {
        match news {
            JobMessage::Iteration(iteration) => self.iteration(iteration),
            JobMessage::Position(position) => {
                if self.work.as_ref().is_some_and(|work| !work.cancelled) {
                    self.events.push_back(Event::Position(position));
                }
            }
            JobMessage::Done { player, report, explanation } => {
                self.player = Some(player);
                self.done(report, explanation)?;
            }
            JobMessage::Learned(result) => self.learned(result),
            JobMessage::Lost => return Err(lost()),
        }
        Ok(())
    }

    /// Handles all pending messages. After a panic the session [is lost](Session::is_lost).
    pub(in crate::serve) fn hear_all(&mut self) {
        while let Ok(news) = self.news.try_recv() {
            self.is_lost |= self.hear(news).is_err();
        }
    }

    fn iteration(&mut self, iteration: Iteration) {
        let Some(work) = self.work.as_mut().filter(|work| work.task == Task::Rank && !work.cancelled) else { return };
        if work.reported != Some(iteration.certainty()) {
            work.reported = Some(iteration.certainty());
            self.events.push_back(Event::Iteration(iteration));
        }
    }

    /// Ends the task with its results.
    fn done(&mut self, report: Option<Report>, explanation: Option<Explanation>) -> io::Result<()> {
        let Some(work) = self.work.take() else { return Ok(()) };
        if work.cancelled {
            self.events.push_back(Event::Cancelled(work.task));
            self.begin_lessons();
            return Ok(());
        }
        match (work.task, report) {
            (Task::Choose(purpose), Some(report)) => {
                let elapsed = work.job.elapsed();
                let mv = players::chosen(&report).ok_or_else(lost)?;
                // A look leaves the engine's last move to be explained.
                if purpose != Purpose::Look || !self.is_last_choice_played() {
                    self.last_choice = Some((work.game, report.clone()));
                }
                self.chosen(Choice { mv, report, elapsed }, work.color, purpose);
                if purpose == Purpose::Answer && self.explains {
                    // It can only be refused without a move to explain.
                    let _ = self.explain(None)?;
                }
            }
            (Task::Rank, Some(_)) => self.events.push_back(Event::Ranked),
            (Task::Analyze, _) => self.events.push_back(Event::Analyzed),
            (Task::Explain, _) => self.events.push_back(Event::Explained(explanation)),
            (_, None) => return Err(lost()),
        }
        self.begin_lessons();
        Ok(())
    }

    /// Reports a chosen move, from a search or as the only legal one.
    fn chosen(&mut self, choice: Choice, color: Color, purpose: Purpose) {
        let Choice { mv, elapsed, .. } = choice;
        let Report { nodes, .. } = choice.report;
        let certainty = choice.report.certainty();
        log::info!("{} answers {mv} for {color} ({purpose:?}): {certainty:?}, {nodes} nodes, {elapsed:?}", self.name);
        match purpose {
            Purpose::Look => {}
            Purpose::Answer => {
                self.answers.note(self.client_game.board(), mv);
                let mut record = self.client_game.record().clone();
                // The client may measure times or not, and this move has none yet.
                record.given = Some(record.given_moves());
                if record.play(mv, MoveNote::default()).is_ok() {
                    self.consider_lesson(&record);
                }
            }
            Purpose::Play => {
                // Players play legal moves. One that does not has no answer to note.
                if self.client_game.play(Some(color), mv, Default::default()).is_ok() {
                    if let Some((board, mv)) = self.game().history().last().copied() {
                        self.answers.note(&board, mv);
                    }
                    self.client_game.clocks.charge(color, elapsed);
                    self.consider_lesson(&self.client_game.record().clone());
                }
            }
        }
        self.events.push_back(Event::Chosen(choice));
    }

    /// Ends the player's task, and reports only the end. An explanation that is about to come is still reported.
    pub(super) fn cancel(&mut self) -> io::Result<()> {
        if self.task() == Some(Task::Explain) {
            self.wait(Some(Instant::now() + GRACE))?;
        }
        if let Some(work) = &mut self.work {
            work.cancelled = true;
            work.job.stop();
        }
        self.wait(None).map(|_| ())
    }

    /// Ends the player's task with its results so far.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + GRACE;
        match self.task() {
            Some(Task::Rank) => {
                self.first_iteration(deadline)?;
                self.stop();
                self.wait(None)?;
            }
            Some(Task::Analyze) => {
                self.stop();
                self.wait(None)?;
            }
            Some(Task::Explain | Task::Choose(_)) => self.cancel()?,
            None => {}
        }
        self.wait_for_lessons(deadline).map(|_| ())
    }

    /// Stops all work, and waits for its end at most this long.
    pub(super) fn stop_within(&mut self, patience: Duration) -> io::Result<()> {
        let deadline = Instant::now() + patience;
        match self.task() {
            Some(Task::Rank) => self.first_iteration(Instant::now() + GRACE)?,
            Some(Task::Explain) => {
                if let Some(work) = &mut self.work {
                    work.cancelled = true;
                }
            }
            _ => {}
        }
        self.stop();
        self.wait(Some(deadline))?;
        self.begin_lessons();
        if !self.wait_for_lessons(deadline)? {
            self.lessons.stop();
            self.wait_for_lessons(Instant::now() + GRACE)?;
        }
        Ok(())
    }

    /// Makes the player's task end soon with its results so far.
    pub(in crate::serve) fn stop(&self) {
        if let Some(work) = &self.work {
            work.job.stop();
        }
    }

    /// Waits until the player's task is answered. An explanation may still run.
    ///
    /// # Errors
    ///
    /// A thread has panicked.
    pub(crate) fn wait_for_answer(&mut self) -> io::Result<()> {
        self.answers_by(None).map(|_| ())
    }

    /// The same until a deadline, or forever without one; true if it is answered.
    pub(in crate::serve) fn answers_by(&mut self, deadline: Option<Instant>) -> io::Result<bool> {
        while self.task().is_some_and(|task| task != Task::Explain) {
            if !self.next_news(deadline)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Waits for the player to return, until a deadline or forever; true if it has returned.
    pub(in crate::serve) fn wait(&mut self, deadline: Option<Instant>) -> io::Result<bool> {
        while self.work.is_some() {
            if !self.next_news(deadline)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Waits until a ranking that has just begun reports its first depth, which takes some milliseconds.
    fn first_iteration(&mut self, deadline: Instant) -> io::Result<()> {
        while self.work.as_ref().is_some_and(|work| work.reported.is_none()) {
            if !self.next_news(Some(deadline))? {
                break;
            }
        }
        Ok(())
    }

    /// Handles the next message; false if none arrives in time.
    pub(super) fn next_news(&mut self, deadline: Option<Instant>) -> io::Result<bool> {
        match work::receive(&self.news, deadline) {
            Some(news) => self.hear(news).map(|()| true),
            None if deadline.is_some() => Ok(false),
            None => Err(lost()),
        }
    }
}

/// A position's value for Black in discs.
fn worth_for_black(game: &Game, report: &Report, player: &dyn Player) -> f64 {
    let board = game.board();
    match report.lines.first() {
        Some(line) if board.to_move == Color::Black => line.value.discs(),
        Some(line) => (-line.value).discs(),
        None => f64::from(board.score(Color::Black, player.objective())),
    }
}
