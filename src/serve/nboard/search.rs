//! The three requests that search: how each is started, what it says, how it ends.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::hints::Hints;
use super::{Server, Table};
use crate::board::{Color, Game, Move};
use crate::players::{self, Player};
use crate::search::{Limits, Report, Silent, Stop};
use crate::serve::job::{self, Event, Events, Job};
use crate::wire::nboard::Reply;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Go,
    /// The best moves, so many.
    Hint(usize),
    Analyze,
}

/// A search that is running, and what it is for.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) job: Job,
    kind: Kind,
    hints: Hints,
    evaluates: bool,
}

/// How long the end of the input waits for a search to stop.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long a hint may keep a ping waiting for its first iteration, which takes a thousandth of that.
const FIRST_HINTS: Duration = Duration::from_millis(50);
/// The GUI charges what is reported, and drops a time of 0: the shortest that its two decimals can show.
const SHORTEST: f64 = 0.01;

impl Search {
    /// A hint of which nothing has been shown.
    fn is_silent(&self) -> bool {
        matches!(self.kind, Kind::Hint(_)) && self.hints.is_empty()
    }

    /// True if it looks for the move to play.
    pub(super) fn is_go(&self) -> bool {
        self.kind == Kind::Go
    }

    /// The lines that an event gives.
    pub(super) fn report(&mut self, event: &Event) -> Vec<Reply> {
        match event {
            Event::Iteration(iteration) if matches!(self.kind, Kind::Hint(_)) => {
                let mut replies = self.hints.show(iteration);
                replies.push(self.statistics(iteration));
                replies
            }
            Event::Iteration(_) => Vec::new(),
            Event::Position { ply, discs } => vec![Reply::Analysis { ply: *ply, eval: *discs }],
            Event::Done(_, report) => self.result(report),
        }
    }

    /// What the end of a search says; it clears the status (a move does that by itself).
    fn result(&mut self, report: &Report) -> Vec<Reply> {
        match self.kind {
            Kind::Go => {
                let mut replies = vec![self.statistics(report)];
                replies.extend(players::chosen(report).map(|mv| self.answer(mv, report)));
                replies
            }
            // The last iteration was shown when it came.
            Kind::Hint(_) | Kind::Analyze => vec![cleared()],
        }
    }

    fn answer(&self, mv: Move, report: &Report) -> Reply {
        let eval = report.lines.first().filter(|_| self.evaluates).map(|line| line.discs);
        // Rounded up: what is not charged would be taken from the opponent.
        let seconds = (self.job.elapsed().as_secs_f64() * 100.0).ceil() / 100.0;
        Reply::Move { mv, eval, seconds: Some(seconds.max(SHORTEST)) }
    }

    fn statistics(&self, report: &Report) -> Reply {
        Reply::NodeStats { nodes: report.nodes, seconds: self.job.elapsed().as_secs_f64() }
    }
}

impl<W: Write> Server<W> {
    /// Starts a search, in place of one that is running.
    pub(super) fn start(&mut self, kind: Kind) -> io::Result<()> {
        self.abandon()?;
        if kind != Kind::Analyze {
            if self.table.game().is_over() {
                return self.say(&Reply::Status("The game is over".to_owned()));
            }
            if kind == Kind::Go && self.table.game().board().is_legal(Move::Pass) {
                return self.say(&Reply::Move { mv: Move::Pass, eval: None, seconds: None });
            }
        }
        let Some(mut player) = self.player.take() else { return Ok(()) };
        if kind == Kind::Analyze && !player.evaluates() {
            let refusal = Reply::Status(format!("{} has no evaluation to analyze with", player.name()));
            self.player = Some(player);
            return self.say(&refusal);
        }
        if let Some(seed) = self.seeds.take() {
            player.new_game(seed);
        }
        let evaluates = player.evaluates();
        let verb = if kind == Kind::Analyze { "Analyzing" } else { "Thinking" };
        self.say(&Reply::Status(verb.to_owned()))?;
        let job = begin(player, kind, &self.table);
        self.search = Some(Search { job, kind, hints: Hints::new(evaluates), evaluates });
        // A player that does not search has answered before the next line is looked at.
        if evaluates { Ok(()) } else { self.wait(None) }
    }

    /// Ends the search for a ping: what it has found is said before the pong, but a move that was not waited for is not.
    pub(super) fn drain(&mut self) -> io::Result<()> {
        self.first_hints()?;
        let Some(search) = &self.search else { return Ok(()) };
        search.job.stop();
        if search.kind == Kind::Go { self.abandon() } else { self.wait(None) }
    }

    /// Ends the search without a word but the cleared status: what it was asked is no longer of interest.
    pub(super) fn abandon(&mut self) -> io::Result<()> {
        let Some(search) = &self.search else { return Ok(()) };
        search.job.stop();
        let events = search.job.events.clone();
        while self.search.is_some() {
            let event = events.recv().map_err(|_| job::lost())?;
            self.close(event);
        }
        self.say(&cleared())
    }

    /// The input has ended: stops the search and says what it has, if it stops in time.
    pub(super) fn leave(&mut self) -> io::Result<()> {
        // Nobody waits for reasons.
        self.critic = None;
        self.first_hints()?;
        if let Some(search) = &self.search {
            search.job.stop();
        }
        self.wait(Some(PATIENCE))
    }

    /// Lets a hint that has only just begun show its first iteration: a script that pipes the ping behind it gets something.
    fn first_hints(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + FIRST_HINTS;
        while let Some(search) = self.search.as_ref().filter(|search| search.is_silent()) {
            match search.job.events.recv_deadline(deadline) {
                Ok(event) => self.report(event)?,
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Reports until the search is done, or for so long.
    fn wait(&mut self, patience: Option<Duration>) -> io::Result<()> {
        let deadline = patience.map(|patience| Instant::now() + patience);
        while let Some(search) = &self.search {
            let event = match deadline {
                None => search.job.events.recv().map_err(|_| job::lost())?,
                Some(deadline) => match search.job.events.recv_deadline(deadline) {
                    Ok(event) => event,
                    Err(_) => return Ok(()),
                },
            };
            self.report(event)?;
        }
        Ok(())
    }
}

fn cleared() -> Reply {
    Reply::Status(String::new())
}

fn begin(player: Box<dyn Player>, kind: Kind, table: &Table) -> Job {
    let stop = Stop::default();
    let game = table.game().clone();
    match kind {
        Kind::Go => {
            let limits = Limits { stop: stop.clone(), ..table.go_limits() };
            Job::start(player, stop, move |player, events| player.choose(&game, &limits, events))
        }
        Kind::Hint(count) => {
            let limits = Limits { stop: stop.clone(), ..table.hint_limits() };
            Job::start(player, stop, move |player, events| player.rank(&game, count, &limits, events))
        }
        Kind::Analyze => {
            let limits = Limits { stop: stop.clone(), ..table.analysis_limits() };
            Job::start(player, stop, move |player, events| analyze(player, game, &limits, events))
        }
    }
}

/// From the last position back to the first: what was found out late in the game helps to judge what came before.
fn analyze(player: &mut dyn Player, mut game: Game, limits: &Limits, events: &mut Events) -> Report {
    loop {
        let board = *game.board();
        let ply = game.history().len();
        let report = player.rank(&game, 1, limits, &mut Silent);
        if limits.stop.is_stopped() {
            return report;
        }
        let discs = match report.lines.first() {
            Some(line) if board.to_move == Color::Black => line.discs,
            Some(line) => -line.discs,
            None => f64::from(board.score(Color::Black, player.objective())),
        };
        events.send(Event::Position { ply, discs });
        if game.undo().is_none() {
            return report;
        }
    }
}
