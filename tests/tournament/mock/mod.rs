//! A mock engine that plays random legal moves over either protocol and misbehaves on demand.
//!
//! Arguments: `gtp|nboard [seed=N] [tag=TEXT] [FAULT=N ...]`; each fault happens at so many of a thousand moves, or
//! starts. `near=BEST:VALUE` makes it give up games by the distance of the two. `think`, `spin-child` and `spin-thread`
//! are milliseconds of each move. `spin N` only uses the processor.

mod gtp;
mod habits;
mod nboard;

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use rival::board::{Game, Move, squares};
use rival::stats::{derive, mix};

pub struct Mock {
    seed: u64,
    faults: Vec<(String, u64)>,
    game: Game,
    /// The value that it reports.
    value: f64,
    /// The number of answers so far.
    answers: usize,
}

/// Plays until the input ends or `quit`.
pub fn run(words: &[String]) {
    if words[0] == "spin" {
        return spin(words[1].parse().unwrap());
    }
    let mut mock = Mock { seed: 1, faults: Vec::new(), game: Game::default(), value: 1.5, answers: 0 };
    for word in &words[1..] {
        match word.split_once('=') {
            Some(("seed", value)) => mock.seed = value.parse().unwrap(),
            Some(("tag", _)) => {}
            // The farther its option is from the best value, the sooner it gives up: `near=BEST:VALUE`.
            Some(("near", value)) => {
                let (best, value) = value.split_once(':').unwrap();
                let away = best.parse::<f64>().unwrap() - value.parse::<f64>().unwrap();
                mock.faults.push(("resign".to_owned(), (2.0 * away.abs()) as u64));
            }
            Some(("value", value)) => mock.value = value.parse().unwrap(),
            Some((fault, rate)) => mock.faults.push((fault.to_owned(), rate.parse().unwrap())),
            None => panic!("found '{word}'"),
        }
    }
    let tag = words.iter().find(|word| word.starts_with("tag=")).cloned().unwrap_or_default();
    mock.start(&tag);
    let is_gtp = words[0] == "gtp";
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        if is_gtp { mock.gtp(&line) } else { mock.nboard(&line) }
    }
    if mock.has("ignore-quit") {
        forever();
    }
}

/// Uses the processor for this time.
fn spin(milliseconds: u64) {
    let begun = cpu_time::ThreadTime::now();
    while begun.elapsed() < Duration::from_millis(milliseconds) {
        std::hint::black_box((0..1000).sum::<u64>());
    }
}

pub fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

fn say(text: &str) {
    say_bytes(text.as_bytes());
}

fn say_bytes(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

impl Mock {
    /// True if it has this habit.
    fn has(&self, fault: &str) -> bool {
        self.faults.iter().any(|(name, rate)| name == fault && *rate > 0)
    }

    /// True if a fault is due at this move. The game decides it, so that the same games have the same faults.
    fn happens(&self, fault: &str) -> bool {
        let position = self.game.board().position;
        let salt = fault.bytes().fold(0, |salt, byte| mix(salt ^ u64::from(byte)));
        let fate = derive(derive(self.seed, salt), mix(position.own) ^ position.opp);
        self.faults.iter().any(|(name, rate)| name == fault && fate % 1000 < *rate)
    }

    fn choose(&self) -> Move {
        let moves: Vec<_> = squares(self.game.board().position.moves()).collect();
        let position = self.game.board().position;
        let fate = derive(self.seed, mix(position.own) ^ position.opp);
        if moves.is_empty() { Move::Pass } else { moves[(fate % moves.len() as u64) as usize].into() }
    }
}
