//! The options of `rival nboard` and `rival gtp`, in whole runs.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rival"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its options has gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn a_log_holds_what_went_both_ways_and_is_appended_to() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let path = log.to_str().unwrap();
    run(&["nboard", "--player", "random", "--log", path], "nboard 2\nping 1\n\u{fc}\n");
    run(&["gtp", "--player", "random", "--log", path], "7 name\n");
    let text = std::fs::read_to_string(log).unwrap();
    let signature = rival::players::load("random").unwrap().signature();
    let own_name = format!("< set myname {signature}");
    let answer = format!("< =7 rival {signature}");
    let expected = [
        "> nboard 2",
        &own_name,
        "< status",
        "> ping 1",
        "< pong 1",
        "> \\xc3\\xbc",
        "< status Error: unknown command '?'",
        "> 7 name",
        &answer,
        "< ",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_seed_decides_the_game_and_each_game_has_its_own() {
    let game = "genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\n";
    let input = format!("{game}clear_board\n{game}");
    let play = |seed: &str| run(&["gtp", "--player", "random", "--seed", seed], &input).stdout;
    let first = play("1");
    assert_eq!(first, play("1"));
    assert_ne!(first, play("2"));
    let text = String::from_utf8(first).unwrap();
    let (one, two) = text.split_once("\n= \n\n").unwrap();
    assert_ne!(one.trim(), two.trim());
}

#[test]
fn unusable_options_start_nothing() {
    for server in ["nboard", "gtp"] {
        for arguments in [["--player", "nobody-of-this-name"], ["--log", "/no/such/folder/log"], ["--seed", "x"]] {
            let output = run(&[&[server], &arguments[..]].concat(), "name\nnboard 2\n");
            assert_eq!(output.status.code(), Some(2), "{server} {arguments:?}");
            assert!(output.stdout.is_empty());
            assert!(String::from_utf8_lossy(&output.stderr).contains(arguments[1]), "{arguments:?}");
        }
    }
}
