//! Plays one game between two engines and judges it by the rules.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::Error;
use super::adjudicate::Judge;
use super::claims::{Claim, Claims};
use super::client::{Answer, Client, Failure, Setup, Turn, launch};
use super::clock::Clock;
use super::config::{Config, Restart};
use super::fault::{Fault, FaultKind};
use super::log::Logs;
use super::openings::Opening;
use super::played::{FaultRecord, OpeningRecord, Ply, Termination, TournamentGame, VERSION};
use super::process::Start;
use super::schedule::Pairing;
use crate::board::{Color, Game, Move, points};
use crate::record::text::printable;
use crate::record::{MoveNote, notation};
use crate::search::Stop;
use crate::stats::derive;

/// A venue plays games one after the other. Its engines keep running between games.
pub(super) struct Venue<'a> {
    config: &'a Config,
    guard: PathBuf,
    logs: &'a Logs,
    stop: Stop,
    judge: Judge,
    engines: HashMap<usize, Box<dyn Client>>,
    /// The processors that its engines may use; empty for all.
    processors: Vec<usize>,
    /// The running engines, the most recently used last.
    used: Vec<usize>,
}

/// The end of a game: the side at fault, if any, and the result on the board.
struct End {
    termination: Termination,
    /// The final margin in discs from Black's view.
    score: Option<i32>,
    points: f64,
    fault: Option<(Color, Fault)>,
}

impl<'a> Venue<'a> {
    /// A venue without running engines. `place` is its number, from 0, among concurrent games.
    #[must_use]
    pub(super) fn new(config: &'a Config, place: usize, guard: PathBuf, logs: &'a Logs, stop: Stop) -> Venue<'a> {
        let judge = Judge::new(config.rules.adjudicate, config.rules.rule, stop.clone());
        let processors = config.processors.get(place).cloned().unwrap_or_default();
        Venue { config, guard, logs, stop, judge, engines: HashMap::new(), processors, used: Vec::new() }
    }

    /// Plays a game to its end, even if engines fail.
    ///
    /// # Errors
    ///
    /// The tournament was stopped, or a process or file cannot be opened. The game then counts as not played.
    pub(super) fn play(
        &mut self,
        pairing: Pairing,
        attempt: u32,
        opening: (usize, &Opening),
    ) -> Result<TournamentGame, Error> {
        let seats = [pairing.black, pairing.white];
        // The seed has 31 bits, so that every engine can read it.
        let seed = derive(derive(self.config.rules.seed, 3), pairing.game as u64) >> 33;
        let mut score = Sheet { game: opening.1.clone(), notes: Vec::new(), plies: Vec::new() };
        score.notes.resize(score.game.history().len(), MoveNote::default());
        score.plies.resize(score.game.history().len(), None);
        let end = match self.start(seats, seed).and_then(|()| self.fight(seats, seed, &mut score)) {
            Ok(end) => end,
            Err((color, Failure::Fault(fault))) => {
                let points = if color == Color::Black { 0.0 } else { 1.0 };
                End { termination: Termination::Fault, score: None, points, fault: Some((color, fault)) }
            }
            Err((_, Failure::Stopped)) => return Err(Error::Stopped),
            Err((_, Failure::Machine(error))) => return Err(Error::Machine(error)),
        };
        self.clear(pairing, &end).map_err(Error::Machine)?;
        let names = seats.map(|seat| self.config.engines[seat].name.clone());
        let mut played = TournamentGame {
            v: VERSION,
            game: pairing.game + 1,
            attempt,
            encounter: pairing.encounter + 1,
            black: names[0].clone(),
            white: names[1].clone(),
            opening: OpeningRecord {
                number: opening.0 + 1,
                plies: opening.1.history().len(),
                start: notation::start(&score.game),
            },
            seed,
            moves: notation::moves(&score.game),
            points: Some(end.points),
            score: end.score,
            termination: end.termination,
            fault: end.fault.map(|(color, fault)| {
                let detail = printable(&fault.detail);
                let queued = fault.queued.map(microseconds);
                let spent = fault.spent.map(microseconds);
                FaultRecord { engine: names[index(color)].clone(), kind: fault.kind, detail, queued, spent }
            }),
            plies: score.plies,
        };
        if played.is_to_repeat() {
            played.points = None;
        }
        Ok(played)
    }

    /// Ends the least recently used engines, so that the number of running ones stays within this venue's limit.
    fn make_room(&mut self, seats: [usize; 2]) {
        self.used.retain(|seat| self.engines.contains_key(seat) && !seats.contains(seat));
        let room = (self.config.processes / self.config.concurrency).saturating_sub(2);
        for seat in self.used.drain(..self.used.len().saturating_sub(room)) {
            if let Some(client) = self.engines.remove(&seat) {
                client.quit();
            }
        }
        self.used.extend(seats);
    }

    /// Starts the engines that are not running.
    fn start(&mut self, seats: [usize; 2], seed: u64) -> Result<(), (Color, Failure)> {
        self.make_room(seats);
        for (color, seat) in [(Color::Black, seats[0]), (Color::White, seats[1])] {
            if !self.engines.contains_key(&seat) {
                let client = self.launch(seat, seed).map_err(|failure| (color, failure))?;
                self.engines.insert(seat, client);
            }
        }
        Ok(())
    }

    fn launch(&mut self, seat: usize, seed: u64) -> Result<Box<dyn Client>, Failure> {
        let engine = &self.config.engines[seat];
        let errors = self.logs.errors(seat);
        let start = Start {
            engine,
            seed,
            guard: &self.guard,
            errors,
            processors: &self.processors,
            clock: self.config.rules.clock,
        };
        let started = launch(&start, self.config.rules.timeouts, self.logs.wanted(seat), self.stop.clone());
        started.map_err(|(failure, mut traffic)| {
            let title = format!("start of {}", engine.name);
            match self.logs.add(seat, &title, &traffic.take()) {
                Ok(()) => failure,
                Err(error) => Failure::Machine(error),
            }
        })
    }

    fn fight(&mut self, seats: [usize; 2], seed: u64, sheet: &mut Sheet) -> Result<End, (Color, Failure)> {
        let specs = seats.map(|seat| &self.config.engines[seat]);
        let common = self.config.rules.timeouts.margin;
        let settings = specs.map(|spec| &spec.settings);
        let mut clocks = settings.map(|settings| Clock::new(settings.limits, *settings.margin.unwrap_or(common)));
        for color in [Color::Black, Color::White] {
            let setup = Setup {
                game: &sheet.game,
                names: specs.map(|spec| spec.name.as_str()),
                clocks: clocks.each_ref().map(Clock::record),
                limits: settings[index(color)].limits,
                objective: self.config.rules.rule,
                seed,
            };
            self.client(seats[index(color)]).begin(&setup).map_err(|failure| (color, failure))?;
        }
        let mut claims = Claims::new(self.config.rules.resign, self.config.rules.draw);
        loop {
            if sheet.game.is_over() {
                self.finish(seats, &sheet.game);
                return Ok(
                    self.result(Termination::Normal, sheet.game.board().score(Color::Black, self.config.rules.rule))
                );
            }
            let board = *sheet.game.board();
            let color = board.to_move;
            if board.is_legal(Move::Pass) {
                sheet.add(Move::Pass, MoveNote::default(), None);
                continue;
            }
            match self.judge.score(&board) {
                Ok(Some(score)) => return Ok(self.result(Termination::Adjudicated, score)),
                Ok(None) => {}
                Err(failure) => return Err((color, failure)),
            }
            let seat = index(color);
            let answer = self.ask(seats[seat], seat, &clocks, sheet).map_err(|failure| (color, failure))?;
            let waited = self.client(seats[seat]).wire().waited(answer.time);
            let Some(mv) = answer.mv else {
                let points = if color == Color::Black { 0.0 } else { 1.0 };
                return Ok(End { termination: Termination::Resigned, score: None, points, fault: None });
            };
            if !board.is_legal(mv) {
                let detail = format!("{mv} at move {}", sheet.game.history().len() + 1);
                return Err((color, Fault::new(FaultKind::Illegal, detail).into()));
            }
            let charged = clocks[seat].charge(answer.time, || self.client(seats[seat]).wire().queued());
            charged.map_err(|fault| (color, fault.into()))?;
            let seconds = answer.time.as_secs_f64();
            let claim = answer.eval.map(|eval| Claim::new(eval, answer.depth.as_deref()));
            let claimed = claims.take(color, claim, sheet.game.history().len() + 1);
            let ply = Ply {
                time: microseconds(answer.time),
                waited: waited.map(microseconds),
                claimed: answer.claimed,
                eval: answer.eval,
                depth: answer.depth,
                nodes: answer.nodes,
                pv: pv_head(mv, &answer.pv),
                left: clocks[seat].left().map(microseconds),
                unreadable: answer.unreadable,
            };
            let seconds = Some((seconds * 1e3).round() / 1e3);
            sheet.add(mv, MoveNote { eval: answer.eval, seconds, ..MoveNote::default() }, Some(ply));
            if let Some(points) = claimed.filter(|_| !sheet.game.is_over()) {
                return Ok(End { termination: Termination::Claimed, score: None, points, fault: None });
            }
        }
    }

    /// Tells both engines how the game ended. This does not change the result: an engine that refuses is only restarted
    /// for its next game.
    fn finish(&mut self, seats: [usize; 2], game: &Game) {
        for seat in seats {
            if self.engines.get_mut(&seat).is_some_and(|client| client.finish(game).is_err()) {
                self.engines.remove(&seat);
            }
        }
    }

    fn client(&mut self, seat: usize) -> &mut dyn Client {
        self.engines.get_mut(&seat).expect("both engines were started").as_mut()
    }

    fn ask(&mut self, engine: usize, seat: usize, clocks: &[Clock; 2], sheet: &Sheet) -> Result<Answer, Failure> {
        let turn = self.turn(seat, clocks, sheet);
        let client = self.client(engine);
        let mut answer = client.choose(&turn);
        if let Err(Failure::Fault(fault)) = &mut answer
            && fault.kind == FaultKind::Hang
        {
            fault.spent = fault.spent.or_else(|| Some(client.wire().spent()));
        }
        answer
    }

    /// The request for a move by this side.
    fn turn<'s>(&self, seat: usize, clocks: &[Clock; 2], sheet: &'s Sheet) -> Turn<'s> {
        let (patience, processor) = clocks[seat].patience(&self.config.rules.timeouts, self.config.rules.clock);
        Turn { game: &sheet.game, notes: &sheet.notes, left: clocks[seat].left(), patience, processor }
    }

    fn result(&self, termination: Termination, score: i32) -> End {
        End { termination, score: Some(score), points: points(score), fault: None }
    }

    /// Writes the logs, and ends the engines that must not continue.
    fn clear(&mut self, pairing: Pairing, end: &End) -> io::Result<()> {
        for (color, seat) in [(Color::Black, pairing.black), (Color::White, pairing.white)] {
            let Some(client) = self.engines.get_mut(&seat) else { continue };
            let traffic = client.wire().traffic.take();
            let title = format!("game {} ({color})", pairing.game + 1);
            self.logs.add(seat, &title, &traffic)?;
            match &end.fault {
                Some((guilty, fault)) if *guilty == color && !fault.kind.survives() => {
                    self.engines.remove(&seat);
                }
                _ if self.config.engines[seat].settings.restart == Restart::Game => {
                    if let Some(client) = self.engines.remove(&seat) {
                        client.quit();
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Ends all engines regularly.
    pub(super) fn close(self) {
        self.engines.into_values().for_each(Client::quit);
    }
}

/// The record of a game in progress: a note and a ply for each move.
struct Sheet {
    game: Game,
    notes: Vec<MoveNote>,
    plies: Vec<Option<Ply>>,
}

impl Sheet {
    /// Adds a legal move.
    fn add(&mut self, mv: Move, note: MoveNote, ply: Option<Ply>) {
        if self.game.play(mv).is_ok() {
            self.notes.push(note);
            self.plies.push(ply);
        }
    }
}

/// The first moves of a line of play, for the record; `None` if it does not begin with the move that was played.
fn pv_head(mv: Move, pv: &[Move]) -> Option<String> {
    const MOST: usize = 5;
    let head = pv.iter().take(MOST).map(|&mv| notation::written(mv)).collect();
    (pv.first() == Some(&mv)).then_some(head)
}

/// Seconds, rounded to microseconds. Finer differences are noise.
fn microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

const fn index(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}
