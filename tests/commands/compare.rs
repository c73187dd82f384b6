//! Whole runs of `rival compare`.

use std::process::{Command, Output};

fn rival(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rival")).args(args).output().unwrap()
}

#[test]
fn players_are_compared_by_their_moves() {
    let words = ["compare", "bp", "static-normal", "bp", "--positions", "40", "--games-of", "bp2-fs5-cn1"];
    let output = rival(&[&words[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["positions"], 40);
    let share = |a: usize, b: usize| found["mismatch"][a][b].as_f64().unwrap();
    assert_eq!([share(0, 0), share(0, 2), share(1, 1)], [0.0; 3]);
    assert!(share(0, 1) > 0.1 && share(0, 1) == share(1, 0) && share(1, 2) == share(0, 1));
    let table = String::from_utf8(rival(&words).stdout).unwrap();
    assert_eq!(table.lines().count(), 4);
    assert!(table.contains(&format!("{:.1} %", 100.0 * share(0, 1))), "{table}");
}

#[test]
fn players_for_different_rules_are_not_compared() {
    let output = rival(&["compare", "bp", "static-anti"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
    assert!(message.contains("static-anti"), "{message}");
    assert_eq!(rival(&["compare", "bp"]).status.code(), Some(2));
}
