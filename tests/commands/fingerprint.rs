//! The fingerprint of the search, by a run of the binary. The number is in `src/search/bench.rs`: after a change that
//! is meant to change the search, `rival bench` prints the new one.

use std::process::Command;

use rival::search::bench::FINGERPRINT;

#[test]
fn the_search_visits_the_positions_it_visited() {
    let output = Command::new(env!("CARGO_BIN_EXE_rival")).arg("bench").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().last(), Some(format!("fingerprint {FINGERPRINT}").as_str()), "{text}");
}

#[test]
fn a_personality_shows_how_deep_it_gets_in_a_time() {
    let bench =
        |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_rival")).arg("bench").args(arguments).output().unwrap();
    let output = bench(&["--player", "small-engine", "--time", "0.01"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let depths = text.lines().filter(|line| line.contains(" depth ")).count();
    assert!(output.status.success() && depths > 10 && !text.contains("fingerprint"), "{text}");
    assert_eq!(bench(&["--time", "0.01"]).status.code(), Some(2));
}
