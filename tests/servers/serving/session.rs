//! A server with a scripted player, and the GUI's side of its streams.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rival::board::{Color, Game, Move, Objective, squares};
use rival::eval::Worth;
use rival::players::explain::MoveReason;
use rival::players::{Explanation, LearnError, Learning, Lesson, Player};
use rival::record::GameRecord;
use rival::search::{Limits, Observer, Report, Stop};
use rival::serve::{Options, gtp, nboard};

/// Reports an iteration a millisecond until it is stopped or has reached the depth of its limits. A move is worth the
/// more the higher its square.
pub struct Slow {
    /// Receives the limits of each search that begins.
    pub asked: Sender<Limits>,
    /// The depth it ends at if the limits have none.
    pub depth: u32,
    /// True if it stops on request.
    pub obeys: bool,
    /// The length of explanations and lessons.
    pub takes: Takes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    NoTime,
    /// Until it is stopped.
    Forever,
}

impl Takes {
    /// False if it was stopped.
    fn pass(self, stop: &Stop) -> bool {
        while self == Takes::Forever && !stop.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        !stop.is_stopped()
    }
}

impl Slow {
    pub fn new() -> (Slow, Receiver<Limits>) {
        let (asked, limits) = channel();
        (Slow { asked, depth: u32::MAX, obeys: true, takes: Takes::NoTime }, limits)
    }
}

impl Player for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn objective(&self) -> Objective {
        Objective::Normal
    }

    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.rank(game, 1, limits, observer)
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let _ = self.asked.send(limits.clone());
        let mut moves: Vec<Move> = squares(game.board().position.moves()).map(Move::Place).collect();
        moves.reverse();
        if moves.is_empty() && !game.is_over() {
            moves.push(Move::Pass);
        }
        moves.truncate(count);
        let mut depth = 1;
        loop {
            let discs = |mv: Move| mv.square().map_or(0.0, |square| square.index() as f64 / 2.0);
            let ranked = Report::ranked(depth, moves.iter().map(|&mv| (mv, Worth::Discs(discs(mv)))));
            let report = Report { nodes: depth.into(), ..ranked };
            observer.iteration(&report);
            let stopped = self.obeys && limits.stop.is_stopped();
            if stopped || depth >= limits.depth.unwrap_or(self.depth) {
                return report;
            }
            depth += 1;
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn explain(&mut self, _game: &Game, _report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        let explanation = Explanation { mv, why: MoveReason::Only, visible_effects: None };
        self.takes.pass(stop).then_some(explanation)
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn learning(&self) -> Option<Learning> {
        Some(Learning { at_end: false, opponent: None })
    }

    fn lesson(&self, record: &GameRecord, opponent: Color) -> Result<Lesson, LearnError> {
        let takes = self.takes;
        let name = record.player(opponent).name.clone();
        Ok(Lesson::new(move |stop| if takes.pass(stop) { Ok(name) } else { Err(LearnError::Stopped) }))
    }
}

#[derive(Clone, Copy)]
pub enum Protocol {
    NBoard,
    Gtp,
}

/// A server on a thread of its own, and both ends of its streams.
pub struct Session {
    pub input: PipeWriter,
    pub output: BufReader<PipeReader>,
    pub server: JoinHandle<io::Result<()>>,
}

impl Session {
    pub fn start(protocol: Protocol, player: Slow) -> Session {
        Session::with(protocol, Box::new(player))
    }

    pub fn with(protocol: Protocol, player: Box<dyn Player>) -> Session {
        let (reader, input) = io::pipe().unwrap();
        let (output, writer) = io::pipe().unwrap();
        let server = thread::spawn(move || match protocol {
            Protocol::NBoard => nboard::serve(player, reader, writer, Options::default()),
            Protocol::Gtp => gtp::serve(player, reader, writer, Options::default()),
        });
        Session { input, output: BufReader::new(output), server }
    }

    pub fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').to_owned()
    }

    /// The lines up to the first that begins so, it among them.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            assert!(!lines[lines.len() - 1].is_empty(), "found {lines:?}, expected a line '{start}'");
            lines.push(self.line());
        }
        lines
    }

    /// A GTP answer of one line.
    pub fn answer(&mut self) -> String {
        let line = self.line();
        assert_eq!(self.line(), "");
        line
    }

    /// Ends the input, and returns the rest of the output.
    pub fn end(self) -> String {
        drop(self.input);
        let mut rest = String::new();
        let mut output = self.output;
        output.read_to_string(&mut rest).unwrap();
        self.server.join().unwrap().unwrap();
        rest
    }
}
