//! The mock as an NBoard engine.

use std::process::exit;
use std::time::Instant;

use rival::wire::nboard::Command;

use super::habits::Answer;
use super::{Mock, say};

impl Mock {
    pub(super) fn nboard(&mut self, line: &[u8]) {
        match Command::parse(line) {
            Ok(Some(Command::SetGame(record))) => self.game = record.into_game(),
            Ok(Some(Command::Move(item))) => {
                let played = self.game.play(item.mv);
                if played.is_err() && self.has("trusting") {
                    exit(1);
                }
            }
            Ok(Some(Command::NBoard(_))) => say("set myname mock\nstatus\n"),
            Ok(Some(Command::Hint(_))) if !self.game.is_over() => {
                let mv = self.choose();
                let word = mv.square().map_or("PA".to_owned(), |square| square.to_string().to_uppercase());
                say(&format!("search {word} 1.50 0 4\nnodestats 1000 0.01\n"));
            }
            Ok(Some(Command::Analyze)) => say("analysis 0 0.00\n"),
            Ok(Some(Command::Learn)) => say("learned\n"),
            Ok(Some(Command::Go)) if self.game.is_over() && !self.has("restless") => {}
            Ok(Some(Command::Ping(id))) => self.pong(id),
            Ok(Some(Command::Go)) => self.go(),
            Ok(Some(Command::Quit)) if !self.has("ignore-quit") => exit(0),
            _ => {}
        }
    }

    fn pong(&mut self, id: u64) {
        if self.has("no-pong") || (self.has("lost-pong") && self.answers > 0) || (self.has("odd-pong") && id % 2 == 1) {
            return;
        }
        if self.happens("unasked") {
            let mv = self.choose();
            say(&format!("=== {mv}\n"));
        }
        let id = if self.has("wrong-pong") { 0 } else { id };
        say(&format!("pong {id}\n"));
    }

    fn go(&mut self) {
        let begun = Instant::now();
        if self.happens("error") {
            say("Error: out of cheese\n");
            return;
        }
        let mv = match self.answer() {
            Answer::Move(mv) => mv.square().map_or("PA".to_owned(), |square| square.to_string().to_uppercase()),
            Answer::Text(text) => return self.give(&format!("=== {text}\n")),
        };
        let mut line = format!("=== {mv}/{:.2}/{:.6}\n", self.value, begun.elapsed().as_secs_f64());
        for (habit, form) in [
            ("spaces", "=== MV 0.00 0.1\n"),
            ("no-space", "===MV\n"),
            ("nan", "=== MV/nan/1\n"),
            ("dashes", "=== MV/--/1\n"),
            ("percent", "=== MV/100%/1\n"),
            ("huge", "=== MV/1e999/1e999\n"),
            ("words", "=== MV from the book of 1997\n"),
            ("fields", "=== MV/1/2/3/4\n"),
            ("bare", "===   MV   \n"),
            ("backwards", "=== MV/1/-5\n"),
        ] {
            if self.happens(habit) {
                line = form.replace("MV", &mv);
            }
        }
        if self.happens("lower") {
            line = line.to_lowercase();
        }
        let depth = 4 + self.game.history().len() / 10;
        if self.happens("bad-hints") {
            say("search\nsearch Z9 x\nbook\nnodestats\nnodestats -1 nan\nset\npong x\nlearned\nanalysis\n");
        } else {
            say(&format!("status thinking\nsearch {mv} 1.50 0 {depth}\nnodestats 1000 0.01\n"));
        }
        self.give(&line);
        if self.happens("twice") {
            say(&line);
        }
    }
}
