//! GTP from the controller's side.

mod clock;

use std::collections::HashSet;
use std::io::Write as _;
use std::time::Duration;

use self::clock::Telling;
use super::wire::{Patience, Traffic, Wire};
use super::{Answer, Client, Failure, Introduction, Setup, Turn};
use crate::board::{Board, Game, Move};
use crate::record::text::{printable, shown};
use crate::record::{GameRecord, sgf};
use crate::tournament::config::EngineSpec;
use crate::tournament::fault::{Fault, FaultKind};
use crate::tournament::process::Moment;
use crate::wire::gtp::{Assembler, Command, LastSearch, Response, vertex};

/// An engine with GTP. Commands have no id: some engines mishandle ids, and answers come in order.
#[derive(Debug)]
pub(super) struct Gtp {
    wire: Wire,
    answers: Assembler,
    /// The names of the engine's commands, from `list_commands`.
    known: HashSet<String>,
    telling: Telling,
    /// The depth of each search, for our own engines.
    depth: u32,
    nodes: u64,
    /// True if passes are sent. Some engines insert passes themselves and refuse every `play X pass`.
    explicit_passes: bool,
    /// The number of moves that the engine knows of the game.
    known_moves: usize,
}

type TimedAnswer = (Result<String, String>, Moment);

impl Gtp {
    pub(super) fn greet(
        engine: &EngineSpec,
        wire: Wire,
        init: &[String],
    ) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
        let mut gtp = Gtp {
            wire,
            answers: Assembler::default(),
            known: HashSet::new(),
            telling: Telling::Nothing,
            depth: engine.settings.limits.plies().unwrap_or(0),
            nodes: engine.settings.limits.nodes.unwrap_or(0),
            explicit_passes: true,
            known_moves: 0,
        };
        match gtp.handshake(init) {
            Ok(()) => Ok(Box::new(gtp)),
            Err(failure) => Err(gtp.wire.not_started(failure)),
        }
    }

    fn handshake(&mut self, init: &[String]) -> Result<(), Failure> {
        let start = *self.wire.timeouts.start;
        if let (Ok(list), _) = self.ask("list_commands".to_owned(), start)? {
            self.known = list.split_whitespace().map(str::to_owned).collect();
        }
        if ["rival-time_settings", "rival-time_left"].iter().all(|name| self.known.contains(*name)) {
            self.telling = Telling::Milliseconds;
        } else if ["time_settings", "time_left"].iter().any(|name| self.known.contains(*name)) {
            self.telling = Telling::Seconds;
        }
        if self.known.contains("set_game") {
            self.insist("set_game Othello".to_owned())?;
        }
        if self.known.contains("boardsize") {
            self.insist("boardsize 8".to_owned())?;
        }
        if (self.depth, self.nodes) != (0, 0) && self.known.contains("rival-limits") {
            self.insist(Command::Limits { depth: self.depth, nodes: self.nodes }.to_string())?;
        }
        init.iter().try_for_each(|line| self.insist(line.clone()))
    }

    /// The engine's report of its last search, whose move took this time. A wait for the report is no time of the move.
    fn last_search(&mut self, time: Duration) -> Result<Option<String>, Failure> {
        match self.answer(Patience::for_time(*self.wire.timeouts.start)) {
            Ok((answer, _)) => Ok(answer.ok()),
            Err(Failure::Fault(fault)) if fault.kind == FaultKind::Hang => {
                Err(Fault { spent: Some(time), ..fault }.into())
            }
            Err(failure) => Err(failure),
        }
    }

    fn ask(&mut self, command: String, patience: Duration) -> Result<TimedAnswer, Failure> {
        self.unasked()?;
        self.wire.send(&[command])?;
        self.answer(Patience::for_time(patience))
    }

    /// Fails if the engine has sent something unrequested, because it would be taken for the next answer.
    fn unasked(&mut self) -> Result<(), Failure> {
        let answers = &mut self.answers;
        self.wire.unasked(|line| {
            answers.push(line).map(|text| {
                let text: String = text.chars().take(40).collect();
                Fault::new(FaultKind::Protocol, format!("found '{text}', which was not requested"))
            })
        })
    }

    /// Requests a text; empty if the engine has none.
    fn text(&mut self, command: Command) -> Result<String, Failure> {
        let name = command.to_string();
        if !self.known.contains(&name) {
            return Ok(String::new());
        }
        let start = *self.wire.timeouts.start;
        Ok(self.ask(name, start)?.0.map(|text| shown(&text)).unwrap_or_default())
    }

    fn insist(&mut self, command: String) -> Result<(), Failure> {
        let start = *self.wire.timeouts.start;
        match self.ask(command.clone(), start)? {
            (Ok(_), _) => Ok(()),
            (Err(text), _) => Err(refusal(&command, &text).into()),
        }
    }

    /// True if the engine lists the command.
    fn knows(&self, command: &Command) -> bool {
        command.to_string().split(' ').next().is_some_and(|name| self.known.contains(name))
    }

    fn answer(&mut self, patience: Patience) -> Result<TimedAnswer, Failure> {
        let answers = &mut self.answers;
        let waited = self.wire.wait(patience, |line| {
            Ok(answers.push(line).and_then(|text| Response::parse(&text, None)).map(|response| response.result))
        });
        waited.map_err(|failure| self.explained(failure))
    }

    /// The failure, with its cause if an answer was begun and not ended.
    fn explained(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Fault(mut fault) if fault.kind == FaultKind::Hang && self.answers.is_open() => {
                fault.detail += ": no empty line ends its answer";
                fault.into()
            }
            failure => failure,
        }
    }

    /// The commands for the moves that the engine does not know yet.
    fn news(&self, game: &Game) -> Vec<Command> {
        let news = game.history().iter().skip(self.known_moves);
        let sent = news.filter(|(_, mv)| self.explicit_passes || *mv != Move::Pass);
        sent.map(|&(board, mv)| Command::Play(board.to_move, mv)).collect()
    }

    /// Sends the moves that the engine does not know yet. No clock runs.
    fn tell(&mut self, game: &Game) -> Result<(), Failure> {
        let news = self.news(game);
        if !news.is_empty() {
            self.unasked()?;
            self.wire.send(&news.iter().map(Command::to_string).collect::<Vec<_>>())?;
            self.accept(&news, Patience::for_time(*self.wire.timeouts.start))?;
        }
        self.known_moves = game.history().len();
        Ok(())
    }

    /// Reads the answers to the commands from [`Gtp::news`].
    fn accept(&mut self, news: &[Command], patience: Patience) -> Result<(), Failure> {
        for command in news {
            if let (Err(text), _) = self.answer(patience)? {
                match command {
                    Command::Play(_, Move::Pass) => self.explicit_passes = false,
                    _ => return Err(refusal(&command.to_string(), &text).into()),
                }
            }
        }
        Ok(())
    }

    /// Sends a start position as a file, because moves cannot reach it.
    fn load(&mut self, game: &Game) -> Result<(), Failure> {
        if !self.known.contains("loadsgf") {
            let detail = "cannot be given a position that is not the start: it does not know loadsgf";
            return Err(Fault::new(FaultKind::Protocol, detail).into());
        }
        let file = write_sgf(game).map_err(Failure::Machine)?;
        self.insist(format!("loadsgf {}", file.path().display()))
    }
}

fn refusal(command: &str, text: &str) -> Fault {
    let text: String = text.replace('\n', " ").chars().take(100).collect();
    Fault::new(FaultKind::Protocol, format!("refuses '{command}': {text}"))
}

/// Writes the start of a game to a temporary file.
fn write_sgf(game: &Game) -> std::io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("rival-").suffix(".sgf").tempfile()?;
    file.write_all(sgf::write(&GameRecord::new(*game.start())).as_bytes())?;
    file.flush()?;
    Ok(file)
}

impl Client for Gtp {
    fn introduction(&mut self) -> Result<Introduction, Failure> {
        let name = self.text(Command::Name)?;
        let version = self.text(Command::Version)?;
        let mut commands: Vec<String> = self.known.iter().map(|name| shown(name)).collect();
        commands.sort();
        Ok(Introduction { name, version, commands, whole_seconds: self.telling != Telling::Milliseconds })
    }

    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure> {
        self.known_moves = 0;
        self.insist(Command::ClearBoard.to_string())?;
        if self.known.contains("set_random_seed") {
            // Some engines read seeds of 31 bits only.
            self.insist(format!("set_random_seed {}", setup.seed & 0x7fff_ffff))?;
        }
        // A refusal of the clock is ignored, because the engine can still play.
        if let Some(settings) = self.telling.settings(&setup.limits).filter(|command| self.knows(command)) {
            let start = *self.wire.timeouts.start;
            let _ = self.ask(settings.to_string(), start)?;
        }
        if *setup.game.start() != Board::START {
            self.load(setup.game)?;
        }
        self.tell(setup.game)
    }

    fn finish(&mut self, game: &Game) -> Result<(), Failure> {
        self.tell(game)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let color = turn.game.board().to_move;
        let news = self.news(turn.game);
        let mut lines: Vec<String> = news.iter().map(Command::to_string).collect();
        let clock = turn.left.and_then(|left| self.telling.left(color, left)).filter(|command| self.knows(command));
        lines.extend(clock.iter().map(Command::to_string));
        lines.push(Command::GenMove(color).to_string());
        // These commands are sent together, so that no time passes between the answers.
        let tells = self.knows(&Command::LastSearch);
        lines.extend(tells.then(|| Command::LastSearch.to_string()));
        self.unasked()?;
        let sent = self.wire.send(&lines)?;
        let patience = Patience::for_time(turn.patience).with(turn.processor);
        self.accept(&news, patience)?;
        if clock.is_some() {
            let _ = self.answer(patience)?;
        }
        // The engine has played its own move on its board.
        self.known_moves = turn.game.history().len() + 1;
        let (result, at) = self.answer(patience)?;
        let time = at.since(sent);
        let answer = if tells { self.last_search(time)? } else { None };
        let LastSearch { depth, nodes, value, pv } = LastSearch::parse(&answer.unwrap_or_default());
        let text = result.map_err(|text| refusal(&Command::GenMove(color).to_string(), &text))?;
        let word: String = text.split_whitespace().next().unwrap_or_default().chars().take(40).collect();
        let mv = match vertex(&word) {
            Some(mv) => Some(mv),
            None if word.eq_ignore_ascii_case("resign") => None,
            None => return Err(Fault::new(FaultKind::Protocol, format!("found '{word}', expected a move")).into()),
        };
        let depth = depth.as_deref().map(printable);
        Ok(Answer { mv, time, eval: value, depth, nodes, pv, ..Answer::default() })
    }

    fn wire(&mut self) -> &mut Wire {
        &mut self.wire
    }

    fn quit(self: Box<Self>) {
        self.wire.quit();
    }
}
