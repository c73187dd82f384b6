//! A mock engine that plays random legal moves over either protocol and misbehaves on demand.
//!
//! Arguments: `gtp|nboard [seed=N] [tag=TEXT] [FAULT=N ...]`; each fault happens at so many of a thousand moves.

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rival::board::{Color, Game, Move, squares};
use rival::stats::{derive, mix};
use rival::wire::{gtp, nboard};

struct Mock {
    seed: u64,
    faults: Vec<(String, u64)>,
    game: Game,
    ignores_quit: bool,
}

/// Plays until the input ends or `quit`.
pub fn run(words: &[String]) {
    let mut mock = Mock { seed: 1, faults: Vec::new(), game: Game::default(), ignores_quit: false };
    for word in &words[1..] {
        match word.split_once('=') {
            Some(("seed", value)) => mock.seed = value.parse().unwrap(),
            Some(("tag", _)) => {}
            Some((fault, rate)) => mock.faults.push((fault.to_owned(), rate.parse().unwrap())),
            None => panic!("found '{word}'"),
        }
    }
    mock.ignores_quit = mock.faults.iter().any(|(fault, _)| fault == "ignore-quit");
    if mock.happens("no-start", 0) {
        exit(3);
    }
    if mock.happens("mute-start", 0) {
        sleep(Duration::from_secs(1000));
    }
    if mock.happens("orphan", 0) {
        // A child in a session of its own that holds nothing of its parent.
        let tag = words.iter().find(|word| word.starts_with("tag=")).cloned().unwrap_or_default();
        let script = "setsid sh -c 'sleep 1000; true' \"$0\" </dev/null >/dev/null 2>&1 & ";
        let _ = std::process::Command::new("sh").args(["-c", script, &tag]).status();
    }
    let gtp = words[0] == "gtp";
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        if gtp { mock.gtp(&line) } else { mock.nboard(&line) }
    }
    while mock.ignores_quit {
        sleep(Duration::from_secs(1));
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

impl Mock {
    /// Whether a fault is due at this move: decided by the game, so that the same games have the same faults.
    fn happens(&self, fault: &str, salt: u64) -> bool {
        let position = self.game.board().position;
        let fate = derive(derive(self.seed, salt), mix(position.own) ^ position.opp);
        self.faults.iter().any(|(name, rate)| name == fault && fate % 1000 < *rate)
    }

    fn choose(&self) -> Move {
        let moves: Vec<_> = squares(self.game.board().position.moves()).collect();
        let position = self.game.board().position;
        let fate = derive(self.seed, mix(position.own) ^ position.opp);
        if moves.is_empty() { Move::Pass } else { moves[(fate % moves.len() as u64) as usize].into() }
    }

    /// The answer to a request for a move, or the fault that takes its place.
    fn answer(&mut self) -> Result<Move, String> {
        if self.happens("crash", 1) {
            exit(42);
        }
        if self.happens("abort", 2) {
            std::process::abort();
        }
        if self.happens("hang", 3) {
            sleep(Duration::from_secs(1000));
        }
        if self.happens("close", 4) {
            // Standard output is closed for good; the process goes on.
            let null = std::fs::OpenOptions::new().write(true).open("/dev/null").unwrap();
            rustix::stdio::dup2_stdout(&null).unwrap();
            sleep(Duration::from_secs(1000));
        }
        if self.happens("flood", 5) {
            let junk = "x".repeat(1 << 16);
            for _ in 0..1600 {
                say(&junk);
                say("\n");
            }
        }
        if self.happens("stderr", 6) {
            let junk = "e".repeat(1 << 16);
            (0..160).for_each(|_| eprintln!("{junk}"));
        }
        if self.happens("slow", 7) {
            sleep(Duration::from_millis(400));
        }
        if self.happens("garbage", 8) {
            return Err("\u{1}\u{fffd} gibberish 99".to_owned());
        }
        if self.happens("illegal", 9) {
            let occupied = squares(self.game.board().position.occupied()).next().unwrap();
            return Ok(occupied.into());
        }
        let think = self.faults.iter().find(|(name, _)| name == "think");
        if let Some((_, milliseconds)) = think {
            sleep(Duration::from_millis(*milliseconds));
        }
        Ok(self.choose())
    }

    fn gtp(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line).into_owned();
        let Some(gtp::Request { command, .. }) = gtp::Request::parse(line) else { return };
        let result = match command {
            Ok(gtp::Command::ListCommands) => {
                Ok("list_commands\nclear_board\nplay\ngenmove\ntime_settings\ntime_left".to_owned())
            }
            Ok(gtp::Command::ClearBoard) => {
                self.game = Game::default();
                Ok(String::new())
            }
            Ok(gtp::Command::TimeSettings { .. } | gtp::Command::TimeLeft { .. }) => Ok(String::new()),
            Ok(gtp::Command::Play(color, mv)) => {
                self.game.play_as(color, mv).map(|()| String::new()).map_err(|error| error.to_string())
            }
            Ok(gtp::Command::GenMove(color)) => self.genmove(color),
            Ok(gtp::Command::Quit) if self.ignores_quit => return,
            Ok(gtp::Command::Quit) => exit(0),
            _ => Err(format!("unknown command {text}")),
        };
        say(&gtp::Response { id: None, result }.to_string());
    }

    fn genmove(&mut self, color: Color) -> Result<String, String> {
        if color != self.game.board().to_move {
            return Err("not the side to move".to_owned());
        }
        let mv = match self.answer() {
            Ok(mv) => mv,
            Err(garbage) => return Ok(garbage),
        };
        // An illegal move is not played on the own board.
        let _ = self.game.play_as(color, mv);
        Ok(gtp::written(mv))
    }

    fn nboard(&mut self, line: &[u8]) {
        match nboard::Command::parse(line) {
            Ok(Some(nboard::Command::SetGame(record))) => self.game = record.into_game(),
            Ok(Some(nboard::Command::Move(item))) => self.game.play(item.mv).unwrap(),
            Ok(Some(nboard::Command::Ping(id))) => say(&format!("pong {id}\n")),
            Ok(Some(nboard::Command::Go)) => {
                let begun = Instant::now();
                match self.answer() {
                    Ok(mv) => {
                        let mv = mv.square().map_or("PA".to_owned(), |square| square.to_string().to_uppercase());
                        let depth = 4 + self.game.history().len() / 10;
                        say(&format!("status thinking\nsearch {mv} 1.50 0 {depth}\nnodestats 1000 0.01\n"));
                        say(&format!("=== {mv}/1.5/{:.6}\n", begun.elapsed().as_secs_f64()));
                    }
                    Err(garbage) => say(&format!("=== {garbage}\n")),
                }
            }
            Ok(Some(nboard::Command::Quit)) if !self.ignores_quit => exit(0),
            _ => {}
        }
    }
}
