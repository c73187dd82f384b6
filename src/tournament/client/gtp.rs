//! GTP from the controller's side.

use std::collections::HashSet;
use std::io::Write as _;
use std::time::{Duration, Instant};

use super::wire::{Traffic, Wire, not_started};
use super::{Answer, Client, Failure, Setup, Turn};
use crate::board::{Board, Game, Move};
use crate::record::{GameRecord, sgf};
use crate::tournament::fault::{Fault, FaultKind};
use crate::wire::gtp::{Assembler, Command, Response, vertex};

/// An engine that speaks GTP. No command has an id: some engines mishandle them, and answers come in order.
#[derive(Debug)]
pub struct Gtp {
    wire: Wire,
    answers: Assembler,
    /// What `list_commands` gave.
    known: HashSet<String>,
    /// Passes are told. Some engines refuse every `play X pass`, because they put in passes themselves.
    explicit_passes: bool,
    /// How many moves of the game the engine knows.
    told: usize,
}

type Answered = (Result<String, String>, Instant);

impl Gtp {
    pub fn greet(wire: Wire, init: &[String]) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
        let answers = Assembler::default();
        let mut gtp = Gtp { wire, answers, known: HashSet::new(), explicit_passes: true, told: 0 };
        match gtp.handshake(init) {
            Ok(()) => Ok(Box::new(gtp)),
            Err(failure) => Err((not_started(failure), Box::new(gtp.wire.traffic))),
        }
    }

    fn handshake(&mut self, init: &[String]) -> Result<(), Failure> {
        let start = self.wire.timeouts.start;
        if let (Ok(list), _) = self.ask("list_commands".to_owned(), start)? {
            self.known = list.split_whitespace().map(str::to_owned).collect();
        }
        if self.known.contains("set_game") {
            self.insist("set_game Othello".to_owned())?;
        }
        if self.known.contains("boardsize") {
            self.insist("boardsize 8".to_owned())?;
        }
        init.iter().try_for_each(|line| self.insist(line.clone()))
    }

    fn ask(&mut self, command: String, patience: Duration) -> Result<Answered, Failure> {
        self.wire.send(&[command])?;
        self.answer(patience)
    }

    fn insist(&mut self, command: String) -> Result<(), Failure> {
        let start = self.wire.timeouts.start;
        match self.ask(command.clone(), start)? {
            (Ok(_), _) => Ok(()),
            (Err(text), _) => Err(refusal(&command, &text).into()),
        }
    }

    fn answer(&mut self, patience: Duration) -> Result<Answered, Failure> {
        let answers = &mut self.answers;
        let (response, at) = self.wire.wait(patience, |line| {
            Ok(answers.push(line).and_then(|text| Response::parse(&text, None)).map(|response| response.result))
        })?;
        Ok((response, at))
    }

    /// The commands that tell the engine the moves it does not know.
    fn news(&self, game: &Game) -> Vec<Command> {
        let news = game.history().iter().skip(self.told);
        let told = news.filter(|(_, mv)| self.explicit_passes || *mv != Move::Pass);
        told.map(|&(board, mv)| Command::Play(board.to_move, mv)).collect()
    }

    /// Tells the engine the moves it does not know; no clock runs.
    fn tell(&mut self, game: &Game) -> Result<(), Failure> {
        let news = self.news(game);
        if !news.is_empty() {
            self.wire.send(&news.iter().map(Command::to_string).collect::<Vec<_>>())?;
            self.accept(&news, self.wire.timeouts.start)?;
        }
        self.told = game.history().len();
        Ok(())
    }

    /// Takes the answers to the commands of [`Gtp::news`].
    fn accept(&mut self, news: &[Command], patience: Duration) -> Result<(), Failure> {
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

    /// Gives a position that no moves lead to, as a file.
    fn load(&mut self, game: &Game) -> Result<(), Failure> {
        if !self.known.contains("loadsgf") {
            let detail = "cannot be given a position that is not the start: it does not know loadsgf";
            return Err(Fault::new(FaultKind::Protocol, detail).into());
        }
        let write = || {
            let mut file = tempfile::Builder::new().prefix("rival-").suffix(".sgf").tempfile()?;
            file.write_all(sgf::write(&GameRecord::new(*game.start())).as_bytes())?;
            file.flush()?;
            Ok(file)
        };
        let file = write().map_err(Failure::Machine)?;
        self.insist(format!("loadsgf {}", file.path().display()))
    }
}

fn refusal(command: &str, text: &str) -> Fault {
    let text: String = text.chars().take(100).collect();
    Fault::new(FaultKind::Protocol, format!("refuses '{command}': {}", text.replace('\n', " ")))
}

/// GTP's clocks are in whole seconds; a part of one is not promised.
fn whole(time: Duration) -> u32 {
    u32::try_from(time.as_secs()).unwrap_or(u32::MAX)
}

impl Client for Gtp {
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure> {
        self.told = 0;
        self.insist(Command::ClearBoard.to_string())?;
        if self.known.contains("set_random_seed") {
            // The engines that know it read 31 bits.
            self.insist(format!("set_random_seed {}", setup.seed & 0x7fff_ffff))?;
        }
        let own = setup.clocks.iter().flatten().next();
        let settings = match (own, setup.per_move) {
            (Some(clock), _) => Some((whole(Duration::from_secs_f64(clock.main)).max(1), 0, 0)),
            (None, Some(time)) if whole(time) > 0 => Some((0, whole(time), 1)),
            _ => None,
        };
        if let Some((main, overtime, stones)) = settings.filter(|_| self.known.contains("time_settings")) {
            self.insist(Command::TimeSettings { main, overtime, stones }.to_string())?;
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
        let clock = turn.left.filter(|_| self.known.contains("time_left"));
        lines.extend(clock.map(|left| Command::TimeLeft { color, seconds: whole(left), stones: 0 }.to_string()));
        lines.push(Command::GenMove(color).to_string());
        let sent = self.wire.send(&lines)?;
        self.accept(&news, turn.patience)?;
        if clock.is_some() {
            // An engine that refuses to hear its clock can still play.
            let _ = self.answer(turn.patience)?;
        }
        // The engine plays its own move on its own board.
        self.told = turn.game.history().len() + 1;
        let (result, at) = self.answer(turn.patience)?;
        let text = result.map_err(|text| refusal(&Command::GenMove(color).to_string(), &text))?;
        let word: String = text.split_whitespace().next().unwrap_or_default().chars().take(40).collect();
        let mv = match vertex(&word) {
            Some(mv) => Some(mv),
            None if word.eq_ignore_ascii_case("resign") => None,
            None => return Err(Fault::new(FaultKind::Protocol, format!("found '{word}', expected a move")).into()),
        };
        Ok(Answer { mv, time: at.saturating_duration_since(sent), claimed: None, eval: None, depth: None, nodes: None })
    }

    fn traffic(&mut self) -> &mut Traffic {
        &mut self.wire.traffic
    }

    fn quit(self: Box<Self>) {
        self.wire.quit();
    }
}
