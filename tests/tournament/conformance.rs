//! `rival conformance`: our own engines pass, and what a mock engine does wrong is found.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::run::RIVAL;

fn conformance(command: &str, protocol: &str, more: &[&str]) -> Output {
    Command::new(RIVAL).args(["conformance", command, "--proto", protocol]).args(more).output().unwrap()
}

fn mock(protocol: &str, fault: &str, more: &[&str]) -> Output {
    let own = std::env::current_exe().unwrap();
    let command = format!("{} mock {protocol} {fault}", shell_words::quote(own.to_str().unwrap()));
    conformance(&command, protocol, &[&["--patience", "1", "--json"], more].concat())
}

/// The names of the failed cases.
fn failed(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let failed: Vec<String> = lines
        .filter(|line| line["outcome"] == "failed")
        .map(|line| {
            // Each failure says what was expected.
            assert!(line["expected"].as_str().is_some_and(|expected| !expected.is_empty()), "{line}");
            line["name"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(output.status.code(), Some(i32::from(!failed.is_empty())), "{output:?}");
    failed
}

pub fn our_players_conform() {
    // All cases are played by the kind that starts fastest, and one by the others: a search takes its time here.
    for (player, only) in
        [("map-normal", ""), ("classic", "first move"), ("people-1400", "first move"), ("uct-100", "first move")]
    {
        for protocol in ["gtp", "nboard"] {
            let command = format!("rival {protocol} --player {player}");
            let output = conformance(&command, protocol, &["--json", "--patience", "60", "--only", only]);
            assert_eq!(failed(&output), Vec::<String>::new(), "{player}, {protocol}");
        }
    }
}

/// Who waits for an engine sees what it does wrong before all cases are played.
pub fn each_case_is_told_at_once() {
    let words = ["conformance", "rival gtp --player map-normal", "--proto", "gtp", "--json"];
    let mut examiner = Command::new(RIVAL).args(words).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(examiner.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("\"outcome\":\"passed\""));
    assert!(examiner.try_wait().unwrap().is_none(), "the other cases are being played");
    examiner.kill().unwrap();
    examiner.wait().unwrap();
}

/// A fault of the mock, the cases that are played, and one that must find it.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    ("gtp", "old-version", "start", "version of the protocol"),
    ("gtp", "no-list", "start", "list of commands"),
    ("gtp", "knows-all", "start", "command that is not known"),
    ("gtp", "no-clear", "start", "clear board"),
    ("gtp", "illegal", "first move", "first move"),
    ("gtp", "far", "first move", "first move"),
    ("gtp", "pass", "first move", "first move"),
    ("gtp", "garbage", "first move", "first move"),
    ("gtp", "empty", "first move", "first move"),
    ("gtp", "off-board", "first move", "first move"),
    ("gtp", "two-moves", "first move", "first move"),
    ("gtp", "number", "first move", "first move"),
    ("gtp", "error", "first move", "first move"),
    ("gtp", "crash", "first move", "first move"),
    ("gtp", "twice", "own moves are", "own moves are played"),
    ("gtp", "refuse", "moves", "Black's move"),
    ("gtp", "ignore-quit", "quit", "quit"),
    ("nboard", "no-pong", "ping", "ping"),
    ("nboard", "wrong-pong", "ping", "numbers of pings"),
    ("nboard", "lost-pong", "own moves", "board after an own move"),
    ("nboard", "illegal", "first move", "first move"),
    ("nboard", "restless", "finished game", "finished game"),
    ("nboard", "trusting", "illegal move", "illegal move"),
    ("nboard", "ignore-quit", "quit", "quit"),
];

pub fn every_fault_of_a_mock_is_found() {
    // It wants to be told every pass, as no client must.
    let passes = "own move behind a pass that nobody sent";
    assert_eq!(failed(&mock("gtp", "seed=1", &[])), [passes]);
    assert_eq!(failed(&mock("nboard", "seed=1", &[])), Vec::<String>::new());
    for &(protocol, fault, only, name) in FAULTS {
        let found = failed(&mock(protocol, &format!("{fault}=1000"), &["--only", only]));
        assert!(found.iter().any(|case| case == name), "{protocol}, {fault}: {found:?}");
    }
    assert!(FAULTS.len() >= 20);
}

pub fn an_engine_without_an_answer_may_speak_another_protocol() {
    let one_case = "quit";
    let silent = conformance("sleep 60", "gtp", &["--patience", "1", "--only", one_case]);
    assert!(String::from_utf8(silent.stderr).unwrap().contains("is its protocol gtp?"));
    for (protocol, fault, is_said) in
        [("nboard", "no-pong=1000", true), ("nboard", "seed=1", false), ("gtp", "no-list=1", false)]
    {
        let output = mock(protocol, fault, &["--only", one_case]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.contains(&format!("is its protocol {protocol}?")), is_said, "{protocol}, {fault}: {text}");
    }
}

pub fn an_engine_that_does_not_start_is_told_once() {
    for protocol in ["gtp", "nboard"] {
        let output = conformance("sh -c 'echo usage; echo no book >&2; exit 3'", protocol, &[]);
        let said = "rival: engine: it did not start: ended with exit code 3; its stderr: no book\n";
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(1), said));
        assert!(output.stdout.is_empty());
    }
}

/// It answers the first command and dies at the next one.
pub fn an_engine_that_ends_in_a_case_is_told() {
    let script =
        "while read line; do case $line in list*) echo \"= quit\"; echo;; *) echo no book >&2; exit 3;; esac; done";
    let output = conformance(&format!("sh -c '{script}'"), "gtp", &["--only", "version of the protocol"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = "sent protocol_version; found ended with exit code 3; its stderr: no book, expected ";
    assert!(output.status.code() == Some(1) && text.contains(expected), "{text}");
}

pub fn unusable_arguments_of_conformance() {
    for (arguments, expected) in [
        (&["no-such-program", "--proto", "gtp"][..], "rival: cmd: found no program 'no-such-program', expected one in"),
        (&["rival gtp", "--proto", "uci"], "rival: --proto <PROTOCOL>: found \"uci\", expected one of gtp, nboard"),
        (&["rhion"], "rival: use: found \"rhion\" (did you mean \"rhino\"?), expected one of "),
        (&["rival gtp", "--proto", "gtp", "--only", "chess"], "rival: --only: no case has the words \"chess\""),
    ] {
        let output = Command::new(RIVAL).arg("conformance").args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.starts_with(expected), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
