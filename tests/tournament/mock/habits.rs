//! Misbehaviour over both protocols.

use std::fs::OpenOptions;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use rival::board::{Move, squares};
use rustix::process::{Signal, getpid, kill_process};

use super::{Mock, forever, say, say_bytes};

/// The mock's answer to a request for a move.
pub enum Answer {
    Move(Move),
    /// A text in the place of a move.
    Text(String),
}

impl Mock {
    /// Misbehaviour at the start.
    pub(super) fn start(&self, tag: &str) {
        if self.happens("no-start") {
            eprintln!("the licence has expired");
            exit(3);
        }
        if self.has("processors") {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
            eprintln!("processors {}", list.trim());
        }
        if self.happens("mute-start") {
            forever();
        }
        if self.happens("close-start") {
            close(1);
            forever();
        }
        if self.happens("flood-start") {
            flood();
        }
        if self.happens("banner") {
            // Not UTF-8, with a control sequence and a NUL in it.
            say_bytes(b"Engine 1.0 \xff\xfe\x00 \x1b[31m(c) nobody\r\n\r\n# ready\r\n\n");
        }
        if self.happens("slow-start") {
            sleep(Duration::from_millis(700));
        }
        if self.happens("orphan") {
            // A child in a session of its own that holds nothing of its parent.
            let script = "setsid sh -c 'sleep 1000; true' \"$0\" </dev/null >/dev/null 2>&1 & ";
            let _ = Command::new("sh").args(["-c", script, tag]).status();
        }
        if self.happens("clingy-orphan") {
            // A child in a session of its own that keeps the pipes open.
            let script = "setsid sh -c 'sleep 1000; true' \"$0\" & ";
            let _ = Command::new("sh").args(["-c", script, tag]).status();
        }
    }

    /// The answer to a request for a move, unless something else happens.
    pub(super) fn answer(&mut self) -> Answer {
        self.answers += 1;
        if self.happens("crash") {
            exit(42);
        }
        if self.happens("leave") {
            exit(0);
        }
        if self.happens("abort") {
            std::process::abort();
        }
        for (fault, signal) in
            [("segfault", Signal::SEGV), ("stop", Signal::STOP), ("kill", Signal::KILL), ("terminate", Signal::TERM)]
        {
            if self.happens(fault) {
                // The first may only end a handler of the run-time's.
                kill_process(getpid(), signal).unwrap();
                kill_process(getpid(), signal).unwrap();
                forever();
            }
        }
        if self.happens("hang") {
            forever();
        }
        if self.happens("trickle") {
            // Always busy, never done.
            loop {
                say("# still thinking\n");
                sleep(Duration::from_millis(5));
            }
        }
        if self.happens("close") {
            close(1);
            forever();
        }
        if self.happens("flood") {
            flood();
        }
        if self.happens("endless-line") {
            let junk = "x".repeat(1 << 16);
            (0..1600).for_each(|_| say(&junk));
        }
        if self.happens("stderr") {
            let junk = "e".repeat(1 << 16);
            (0..160).for_each(|_| eprintln!("{junk}"));
        }
        if self.happens("last-error") {
            eprintln!("loading\n\u{1b}[31mno such book: {}\n", "x".repeat(300));
            exit(42);
        }
        if self.happens("close-stderr") {
            close(2);
        }
        if self.happens("slow") {
            sleep(Duration::from_millis(400));
        }
        if self.happens("hungry") {
            // No more than this, should nobody limit it.
            let held: Vec<Vec<u8>> = (0..64).map(|_| vec![1_u8; 16 << 20]).collect();
            exit(held.len() as i32);
        }
        if self.happens("garbage") {
            return Answer::Text("\u{1}\u{fffd} gibberish 99".to_owned());
        }
        for (fault, text) in [
            ("empty", ""),
            ("off-board", "J9"),
            ("two-moves", "F5F6"),
            ("number", "37"),
            ("control", "F\u{7}5"),
            ("bidi", "\u{202e}5F"),
            ("long", &*"A".repeat(200_000)),
            ("resign", "resign"),
        ] {
            if self.happens(fault) {
                return Answer::Text(text.to_owned());
            }
        }
        if self.happens("illegal") {
            let occupied = squares(self.game.board().position.occupied()).next().unwrap();
            return Answer::Move(occupied.into());
        }
        if self.happens("far") {
            let position = self.game.board().position;
            let far = squares(!position.occupied() & !position.moves()).next();
            return Answer::Move(far.map_or(Move::Pass, Into::into));
        }
        if self.happens("pass") {
            return Answer::Move(Move::Pass);
        }
        if let Some((_, milliseconds)) = self.faults.iter().find(|(name, _)| name == "spin-child") {
            let own = std::env::current_exe().unwrap();
            let _ = Command::new(own).args(["mock", "spin", &milliseconds.to_string()]).status();
        }
        if let Some(&(_, milliseconds)) = self.faults.iter().find(|(name, _)| name == "spin-thread") {
            std::thread::spawn(move || super::spin(milliseconds)).join().unwrap();
        }
        if let Some(&(_, milliseconds)) = self.faults.iter().find(|(name, _)| name == "spin") {
            super::spin(milliseconds);
        }
        let think = self.faults.iter().find(|(name, _)| name == "think");
        if let Some((_, milliseconds)) = think {
            sleep(Duration::from_millis(*milliseconds));
        }
        Answer::Move(self.choose())
    }

    /// Says an answer, all at once or in drops.
    pub(super) fn give(&self, text: &str) {
        if self.has("close-input") {
            close(0);
        }
        if self.happens("drip") {
            for byte in text.bytes() {
                say_bytes(&[byte]);
                sleep(Duration::from_millis(1));
            }
        } else if self.happens("crlf") {
            say(&text.replace('\n', "\r\n"));
        } else if self.happens("noise") {
            say_bytes(b"\xff\xfe\x00\x01 debug: 1/0 \x1b[2J\nstatus \xff\n");
            say(text);
        } else {
            say(text);
        }
        if self.has("close-input") {
            forever();
        }
        if self.happens("last-word") {
            exit(0);
        }
    }
}

/// A stream of the process is closed for good; the process goes on.
fn close(number: u32) {
    let null = OpenOptions::new().write(true).open("/dev/null").unwrap();
    match number {
        0 => rustix::stdio::dup2_stdin(&null).unwrap(),
        1 => rustix::stdio::dup2_stdout(&null).unwrap(),
        _ => rustix::stdio::dup2_stderr(&null).unwrap(),
    }
}

fn flood() {
    let junk = "x".repeat(1 << 16) + "\n";
    (0..1600).for_each(|_| say(&junk));
}
