//! Whole runs of `rival place`: a person who types moves, and an engine.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn command(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
    command.current_dir(folder).arg("place").args(args);
    command
}

/// A run in which this is typed.
fn typed(folder: &TempDir, args: &[&str], lines: &str) -> Output {
    let mut child =
        command(folder, args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn games(folder: &TempDir) -> Vec<Value> {
    let profile: Value = serde_json::from_slice(&fs::read(folder.path().join("me.json")).unwrap()).unwrap();
    profile["games"].as_array().unwrap().clone()
}

/// The first square that can be played, on the last board that was shown.
fn first(shown: &str) -> String {
    let board: Vec<&str> = shown.rsplit("  a b c d e f g h\n").next().unwrap().lines().take(8).collect();
    let legal = |row: &&str| row.contains('.');
    let row = board.iter().position(legal).unwrap_or_else(|| panic!("{shown}"));
    let column = board[row].find('.').unwrap() / 2 - 1;
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

#[test]
fn a_person_plays_by_typing_moves_and_each_game_is_kept() {
    let folder = TempDir::new().unwrap();
    let mut child = command(&folder, &["--profile", "me.json", "--games", "1", "--seed", "3", "--player", "Ann"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut shown = String::new();
    let mut buffer = [0; 4096];
    loop {
        let count = output.read(&mut buffer).unwrap();
        shown += std::str::from_utf8(&buffer[..count]).unwrap();
        if count == 0 {
            break;
        }
        if shown.ends_with("your move: ") {
            writeln!(input, "{}", first(&shown)).unwrap();
        }
    }
    assert!(child.wait().unwrap().success());
    assert!(shown.contains("game 1: you are black (X) against people-") && shown.contains(" plays "), "{shown}");
    assert!(
        shown.contains("\nYou: about ")
            && shown.contains("; game 1 of 1, against people-")
            && shown.contains("\nAnn: about "),
        "{shown}"
    );
    let kept = games(&folder);
    assert_eq!((kept.len(), &kept[0]["side"], &kept[0]["live"]), (1, &"black".into(), &true.into()));
    assert!(kept[0]["discs"].is_i64() && kept[0]["opponent_seed"].is_u64(), "{kept:?}");
}

#[test]
fn giving_up_is_a_loss_and_leaving_keeps_what_is_there() {
    let folder = TempDir::new().unwrap();
    let args = ["--profile", "me.json", "--games", "3", "--seed", "1"];
    let output = typed(&folder, &args, "z9\na1\nresign\nresign\nquit\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(said.contains("a1 is not legal; you can play d3 c4 f5 e6"), "{said}");
    // What was asked for is what it counts to.
    assert!(said.contains("; game 1 of 3, against") && said.contains("; game 2 of 3, against"), "{said}");
    let kept = games(&folder);
    assert_eq!(kept.len(), 2, "{said}");
    assert!(kept.iter().all(|game| game["result"] == "lost" && game["discs"].is_null()), "{kept:?}");
    // Whoever lost meets somebody weaker.
    let rating = |game: &Value| game["opponent_rating"].as_f64().unwrap();
    assert!(rating(&kept[1]) < rating(&kept[0]), "{kept:?}");
    // The next call goes on, and one that has all games plays none.
    let said = text(&typed(&folder, &args, "resign\n").stdout);
    assert!(said.contains("\ngame 3: you are black"), "{said}");
    let said = text(&typed(&folder, &args, "").stdout);
    assert!(!said.contains("your move") && said.contains("3 results"), "{said}");
    // An end of the input is the end of the placement.
    let nothing = typed(&folder, &["--profile", "new.json", "--seed", "1"], "");
    assert!(text(&nothing.stdout).contains("there is no estimate") && !folder.path().join("new.json").exists());
}

#[cfg(unix)]
#[test]
fn an_engine_is_placed_by_games_that_it_plays_itself() {
    let folder = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_rival");
    for (proto, file) in [("gtp", "me.json"), ("nboard", "other.json")] {
        let engine = format!("{program} {proto} --player random --seed 1");
        let args = ["--engine", &engine, "--proto", proto, "--games", "2", "--seed", "5", "--json", "--profile", file];
        let output = command(&folder, &args).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(
            said.starts_with("You: about ")
                && said.contains("; game 1 of 2, against people-")
                && said.lines().count() == 2,
            "{said}"
        );
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&json["games"], &json["results"], &json["player"]), (&2.into(), &2.into(), &"engine".into()));
        // Two losses take an unknown player, about 1,300, below the opponents that it met.
        assert!(json["rating"].as_i64().unwrap() < 1_000, "{json}");
    }
    assert_eq!(games(&folder).len(), 2);
    // One that does not play is said in one line.
    for (engine, expected) in
        [("false", "--engine: found "), ("no-such-program", "--engine: cmd: "), ("", "--engine: cmd: ")]
    {
        let output = command(&folder, &["--engine", engine]).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}
