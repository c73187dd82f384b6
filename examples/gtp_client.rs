//! Lets a GTP engine play itself: `cargo run --release --example gtp_client target/release/rival gtp`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use rival::board::{Board, Color, Game, Move};
use rival::wire::gtp::{vertex, written};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let program = words.next().ok_or("found no engine, expected a command, such as: rival gtp")?;
    let mut engine = Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = engine.stdin.take().ok_or("the engine has no input")?;
    let mut lines = BufReader::new(engine.stdout.take().ok_or("the engine has no output")?).lines();
    // An answer begins with `=` or `?` and ends with an empty line.
    let mut ask = |command: &str| -> Result<String, Box<dyn Error>> {
        writeln!(input, "{command}")?;
        let mut answer = String::new();
        for line in lines.by_ref() {
            match line?.trim_end() {
                "" if !answer.is_empty() => break,
                line => answer.push_str(line),
            }
        }
        let text = answer.strip_prefix('=').ok_or(format!("{command}: found {answer:?}, expected an answer"))?;
        Ok(text.trim().to_owned())
    };
    println!("{} {}", ask("name")?, ask("version")?);
    let mut game = Game::new(Board::START);
    while !game.is_over() {
        let color = if game.board().to_move == Color::Black { "b" } else { "w" };
        let answer = ask(&format!("genmove {color}"))?;
        let mv: Move = vertex(&answer).ok_or(format!("found {answer:?}, expected a move"))?;
        game.play(mv)?;
        println!("{color} {}", written(mv));
    }
    println!("black {:+}", game.board().score(Color::Black, rival::board::Objective::Normal));
    ask("quit")?;
    Ok(())
}
