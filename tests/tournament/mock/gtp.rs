//! The mock as a GTP engine.

use std::process::exit;

use rival::board::{Color, Game};
use rival::wire::gtp::{Command, Request, Response, written};

use super::habits::Answer;
use super::{Mock, say};

/// The commands that it lists.
const NAMES: [&str; 13] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "time_settings",
    "time_left",
];

impl Mock {
    pub(super) fn gtp(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line).into_owned();
        let Some(Request { id, command }) = Request::parse(line) else { return };
        let asked = matches!(command, Ok(Command::GenMove(_)));
        let result = match command {
            Ok(Command::ListCommands) if self.has("no-list") => Err("unknown command".to_owned()),
            Ok(Command::ListCommands) => {
                let mut names = NAMES.join("\n");
                if self.has("fine-clock") {
                    names.push_str("\nrival-time_settings\nrival-time_left");
                }
                Ok(names)
            }
            Ok(Command::Name) => Ok("mock".to_owned()),
            Ok(Command::Version) => Ok("1".to_owned()),
            Ok(Command::ProtocolVersion) => Ok(if self.has("old-version") { "1" } else { "2" }.to_owned()),
            Ok(Command::KnownCommand(name)) => Ok((NAMES.contains(&&*name) || self.has("knows-all")).to_string()),
            Ok(Command::BoardSize(8) | Command::Komi(_)) => Ok(String::new()),
            Ok(Command::BoardSize(_)) => Err("unacceptable size".to_owned()),
            Ok(Command::ClearBoard) if self.has("no-clear") => Err("cannot clear".to_owned()),
            Ok(Command::ClearBoard) => {
                self.game = Game::default();
                Ok(String::new())
            }
            Ok(Command::TimeSettings { .. } | Command::TimeLeft { .. }) if self.has("no-clock") => {
                Err("no clocks here".to_owned())
            }
            Ok(
                Command::TimeSettings { .. }
                | Command::TimeLeft { .. }
                | Command::FineTimeSettings { .. }
                | Command::FineTimeLeft { .. },
            ) => Ok(String::new()),
            Ok(Command::Play(..)) if self.happens("refuse") => Err("illegal move".to_owned()),
            Ok(Command::Play(_, rival::board::Move::Pass)) if self.has("no-pass") => {
                // It has put in the pass by itself, as gtp-rhino does.
                Err("illegal move".to_owned())
            }
            Ok(Command::Play(color, mv)) => {
                self.game.play_as(color, mv).map(|()| String::new()).map_err(|error| error.to_string())
            }
            Ok(Command::GenMove(color)) => self.genmove(color),
            Ok(Command::Quit) if self.has("ignore-quit") => return,
            Ok(Command::Quit) => {
                say(&Response { id, result: Ok(String::new()) }.to_string());
                exit(0)
            }
            _ => Err(format!("unknown command {text}")),
        };
        let mut answer = Response { id, result }.to_string();
        if asked {
            if self.happens("open") {
                // The blank line that ends an answer never comes.
                answer = answer.trim_end().to_owned() + "\n";
            }
            if self.happens("no-mark") {
                answer = answer.replacen("= ", "", 1);
            }
            if self.happens("stray-id") {
                answer = answer.replacen('=', "=99", 1);
            }
            if self.happens("lower") {
                answer = answer.to_lowercase();
            }
            self.give(&answer);
            if self.happens("twice") {
                say(&answer);
            }
        } else {
            say(&answer);
        }
    }

    fn genmove(&mut self, color: Color) -> Result<String, String> {
        if self.happens("error") {
            return Err("out of cheese".to_owned());
        }
        // A pass that nobody told it of.
        let to_move = self.game.board().to_move;
        if color != to_move && (self.game.play(rival::board::Move::Pass).is_err() || !self.has("no-pass")) {
            return Err("not the side to move".to_owned());
        }
        Ok(match self.answer() {
            Answer::Text(text) => text,
            Answer::Move(mv) => {
                // An illegal move is not played on the own board.
                let _ = self.game.play_as(color, mv);
                written(mv)
            }
        })
    }
}
