//! The commands that search.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, after, never, select};

use super::{Failure, Server, show};
use crate::board::{Color, Game, Move};
use crate::players;
use crate::search::{Limits, Report, Stop};
use crate::serve::job::{self, Event, Job};
use crate::wire::gtp::{GtpError, is_interrupt, written};

/// How long searches may go on after the end of the input, all together.
const LAST_THOUGHTS: Duration = Duration::from_millis(400);
/// How long a search may take to stop after that.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long `rival-move_values` may take.
const SHOW_TIME: Duration = Duration::from_secs(1);

/// What the player is asked.
#[derive(Debug, Clone, Copy)]
enum Question {
    Best,
    Every,
}

impl<W: Write> Server<W> {
    /// `genmove`
    pub(super) fn generate(&mut self, color: Color) -> Result<String, Failure> {
        let started = Instant::now();
        let mv = self.choose(color)?;
        self.table.play(color, mv).map_err(|_| GtpError::IllegalMove)?;
        if mv != Move::Pass
            && let Some((board, _)) = self.table.game().history().last()
        {
            self.answers.note(board, mv);
        }
        self.clocks.charge(color, started.elapsed());
        Ok(written(mv))
    }

    /// `reg_genmove`
    pub(super) fn consider(&mut self, color: Color) -> Result<String, Failure> {
        self.choose(color).map(written)
    }

    /// `rival-move_values`
    pub(super) fn move_values(&mut self) -> Result<String, Failure> {
        let limits = Limits { time: Some(SHOW_TIME), ..Limits::default() };
        let report = self.ask(self.table.game().clone(), Question::Every, limits).map_err(Failure::Gone)?;
        Ok(show::move_values(&report, self.evaluates))
    }

    /// `rival-explain`
    pub(super) fn explain(&mut self) -> Result<String, GtpError> {
        let (Some(player), Some(critic), Some((game, report))) = (&mut self.player, &mut self.critic, &self.last)
        else {
            return Err(GtpError::NothingToExplain);
        };
        players::chosen(report)
            .and_then(|mv| critic.explain(&mut **player, game, report, mv))
            .map(|explanation| explanation.to_string())
            .ok_or(GtpError::NothingToExplain)
    }

    fn choose(&mut self, color: Color) -> Result<Move, Failure> {
        let game = self.table.turned_to(color).ok_or(GtpError::IllegalMove)?;
        if game.board().position.moves() == 0 {
            return Ok(Move::Pass);
        }
        let (depth, nodes) = (self.depth, self.nodes);
        let limits = Limits { depth, nodes, clock: self.clocks.get(color), ..Limits::default() };
        let report = self.ask(game.clone(), Question::Best, limits).map_err(Failure::Gone)?;
        let mv = players::chosen(&report).ok_or_else(|| Failure::Gone(job::lost()))?;
        self.last = Some((game, report));
        Ok(mv)
    }

    /// Asks the player and waits for it. New lines are kept for later; `# interrupt` and the end of the input shorten the search.
    fn ask(&mut self, game: Game, question: Question, limits: Limits) -> io::Result<Report> {
        let Some(mut player) = self.player.take() else { return Err(job::lost()) };
        if let Some(seed) = self.seeds.take() {
            player.new_game(seed);
        }
        let stop = Stop::default();
        let limits = Limits { stop: stop.clone(), ..limits };
        let job = Job::start(player, stop, move |player, events| match question {
            Question::Best => player.choose(&game, &limits, events),
            Question::Every => player.rank(&game, 64, &limits, events),
        });
        loop {
            let (lines, deadline) = match self.ended {
                None => (self.lines.clone(), never()),
                Some(ended) => (never(), after(LAST_THOUGHTS.saturating_sub(ended.elapsed()))),
            };
            select! {
                recv(job.events) -> event => {
                    if let Event::Done(player, report) = event.map_err(|_| job::lost())? {
                        self.player = Some(player);
                        return Ok(report);
                    }
                }
                recv(lines) -> line => match line {
                    Ok(line) if is_interrupt(&line) => job.stop(),
                    Ok(line) => self.waiting.push_back(line),
                    Err(_) => self.ended = Some(Instant::now()),
                },
                recv(deadline) -> _ => {
                    job.stop();
                    return self.finish(&job);
                }
            }
        }
    }

    /// Waits a little for a search that was stopped at the end of the input. One that does not stop ends the server as if the client had gone.
    fn finish(&mut self, job: &Job) -> io::Result<Report> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match job.events.recv_deadline(deadline) {
                Ok(Event::Done(player, report)) => {
                    self.player = Some(player);
                    return Ok(report);
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(RecvTimeoutError::Disconnected) => return Err(job::lost()),
            }
        }
    }
}
