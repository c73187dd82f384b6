//! Whole runs of `rival thesis losses`.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

const START: &str = "---------------------------O*------*O---------------------------";

fn losses(folder: &TempDir, args: &[&str]) -> Output {
    // A tester of three plies, so that the tests are quick.
    Command::new(env!("CARGO_BIN_EXE_rival"))
        .current_dir(folder)
        .args(["thesis", "losses"])
        .args(args)
        .args(["--tester", "beginner"])
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn ggf(black: &str, white: &str, moves: &str) -> String {
    format!("(;GM[Othello]PC[x]PB[{black}]PW[{white}]RE[?]TY[8]BO[8 {START} *]{moves};)\n")
}

const MOVES: &str =
    "B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]B[c5]W[b3]B[c2]W[e3]B[d2]W[c6]B[b4]W[a3]B[b5]W[b6]B[a4]W[a5]B[a6]W[a7]";

fn folder(files: &[(&str, String)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

#[test]
fn a_player_is_measured_on_both_sides_and_in_any_format() {
    let games = ggf("Ann", "Bob", MOVES) + &ggf("Bob", "ANN", MOVES);
    let folder = folder(&[("a.ggf", games), ("b.txt", "f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5b6a4a5a6a7\n".to_owned())]);
    let output = losses(&folder, &["a.ggf", "--as", "ann", "--json", "-o", "ann.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let profile: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(profile["summary"]["games"], 2);
    assert_eq!(profile["summary"]["moves"], 20);
    assert_eq!(profile["tester"]["name"], "beginner");
    assert_eq!(fs::read_to_string(folder.path().join("ann.json")).unwrap(), text(&output.stdout));
    // The same moves from another format, each side by its colour.
    let sides = ["black", "white"].map(|side| {
        let output = losses(&folder, &["b.txt", "--as", side, "--json"]);
        let profile: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        profile["games"][0].clone()
    });
    assert_eq!(profile["games"], serde_json::Value::Array(sides.to_vec()));
    let words = losses(&folder, &["a.ggf", "--as", "Ann"]);
    assert!(text(&words.stdout).contains("beginner at depth 3"), "{}", text(&words.stdout));
}

#[test]
fn how_strong_somebody_is_another_command_says() {
    let folder = folder(&[]);
    let output = Command::new(env!("CARGO_BIN_EXE_rival"))
        .current_dir(&folder)
        .args(["thesis", "losses", "--play", "rung-14", "--count", "1"])
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert!(said.contains("\nloss ") && !said.contains("strong") && !said.contains("strength"), "{said}");
}

#[test]
fn threads_change_nothing() {
    let folder = folder(&[("a.ggf", (0..6).map(|_| ggf("Ann", "Ann", MOVES)).collect())]);
    let runs =
        ["1", "3"].map(|threads| losses(&folder, &["a.ggf", "--as", "white", "--json", "--threads", threads]).stdout);
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn bad_input_is_one_line_with_what_was_found_and_expected() {
    let folder = folder(&[
        ("a.ggf", ggf("Ann", "Bob", MOVES)),
        ("empty.ggf", String::new()),
        ("short.txt", "f5d6c3\n".to_owned()),
        ("odd.xyz", String::new()),
    ]);
    for (args, expected) in [
        (&["a.ggf", "--as", "Zoe"][..], "a.ggf: found games of \"Ann\", \"Bob\", expected one of \"Zoe\""),
        (&["short.txt", "--as", "Zoe"], "short.txt: found games of players without names, expected one of \"Zoe\""),
        (&["empty.ggf", "--as", "Ann"], "empty.ggf"),
        (&["absent.ggf", "--as", "Ann"], "absent.ggf"),
        (&["odd.xyz", "--as", "Ann"], "odd.xyz: found no known extension"),
    ] {
        let output = losses(&folder, args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?} {message}");
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn few_moves_are_said_to_mean_little() {
    let folder = folder(&[("short.txt", "f5d6c3d3c4f4\n".to_owned())]);
    let output = losses(&folder, &["short.txt", "--as", "white"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("found 3 measurable moves, expected 10 or more"), "{}", text(&output.stderr));
}

#[test]
fn an_illegal_move_costs_its_game_only() {
    let games: String = (1..=5).map(|n| ggf("Ann", "Bob", if n == 3 { "B[a1]" } else { MOVES })).collect();
    let folder = folder(&[("a.ggf", games)]);
    let output = losses(&folder, &["a.ggf", "--as", "Ann", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(message.starts_with("rival: a.ggf: game 3, line 3: ") && message.lines().count() == 1, "{message}");
    let profile: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(profile["summary"]["games"], 4);
}

#[test]
fn what_is_no_tester_is_refused() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES))]);
    let run = Command::new(env!("CARGO_BIN_EXE_rival"))
        .current_dir(&folder)
        .args(["thesis", "losses", "a.ggf", "--as", "Ann", "--tester", "random"])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("expected \"linear\""), "{}", text(&run.stderr));
}

#[test]
fn games_are_added_to_a_profile_once_and_by_its_tester() {
    let folder = folder(&[
        ("a.ggf", ggf("Ann", "Bob", MOVES)),
        ("b.ggf", ggf("Ann", "Bob", MOVES) + &ggf("Ann", "Bob", &MOVES[..16 * 5])),
        ("c.ggf", ggf("Bob", "Ann", MOVES)),
    ]);
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_rival")).current_dir(&folder).args(args).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    let games = || {
        let profile: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.path().join("ann.json")).unwrap()).unwrap();
        profile["games"].as_array().unwrap().len()
    };
    assert_eq!(losses(&folder, &["a.ggf", "--as", "ann", "-o", "ann.json"]).status.code(), Some(0));
    let add = |games: &str, more: &[&str]| {
        run(&[&["thesis", "losses", games, "--as", "ann", "--add", "ann.json"], more].concat())
    };
    let known = "rival: ann.json: found 1 of 2 games of ann in it already, left out\n";
    assert_eq!(add("b.ggf", &[]), (Some(0), known.to_owned()));
    assert_eq!(games(), 2);
    assert_eq!(add("c.ggf", &["--tester", "beginner", "--plies", "40"]), (Some(0), String::new()));
    assert_eq!(games(), 3);
    let before = fs::read(folder.path().join("ann.json")).unwrap();
    // The same tester under the name of another.
    let shown =
        Command::new(env!("CARGO_BIN_EXE_rival")).args(["show", "beginner", "--format", "json"]).output().unwrap();
    let changed = text(&shown.stdout).replacen("\"weight\": ", "\"weight\": 1", 1);
    assert_ne!(changed, text(&shown.stdout));
    fs::write(folder.path().join("changed.json"), changed).unwrap();
    let like = ["ann.json", "--tester"];
    let other = "rival: ann.json: tester: found beginner at depth 3, expected tester at depth 5\n";
    let same_name =
        "rival: ann.json: tester: found beginner at depth 3, expected beginner at depth 3, with other features\n";
    for (result, expected) in [
        (add("b.ggf", &[]), "rival: ann.json: found all 2 games of ann in it already, expected a new one\n"),
        (add("b.ggf", &["--tester", "tester"]), other),
        (add("b.ggf", &["--tester", "changed.json"]), same_name),
        (add("b.ggf", &["--plies", "60"]), "rival: ann.json: plies: found 40, expected 60\n"),
        (run(&[&["thesis", "agent", "-o", "agent.json"], &like[..], &["tester"]].concat()), other),
        (run(&[&["thesis", "rivals", "--out", "x"], &like[..], &["tester"]].concat()), other),
        (run(&[&["thesis", "agent", "-o", "agent.json"], &like[..], &["changed.json"]].concat()), same_name),
    ] {
        assert_eq!(result, (Some(2), expected.to_owned()));
    }
    assert_eq!(fs::read(folder.path().join("ann.json")).unwrap(), before);
    assert!(!folder.path().join("agent.json").exists() && !folder.path().join("x").exists());
    assert_eq!(run(&["thesis", "losses", "a.ggf", "--as", "Ann", "--add", "absent.json"]).0, Some(2));
}

#[test]
fn a_few_equal_losses_are_no_certainty() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", "B[f5]W[f6]B[e6]W[f4]"))]);
    let args = ["thesis", "losses", "a.ggf", "--as", "Ann"];
    let output = Command::new(env!("CARGO_BIN_EXE_rival")).current_dir(&folder).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("2 of the moves"), "{}", text(&output.stdout));
    assert!(!text(&output.stdout).contains("strength"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("found 2 measurable moves, expected 10 or more"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("almost worthless"), "{}", text(&output.stderr));
}

#[test]
fn games_are_not_overwritten_and_bad_places_are_said_without_inner_names() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES))]);
    for (output, expected) in [
        ("./a.ggf", "--output: found ./a.ggf, which is to be measured, expected another file"),
        ("none/p.json", "none/p.json: cannot be written: No such file or directory (os error 2)"),
    ] {
        let output = losses(&folder, &["a.ggf", "--as", "Ann", "-o", output]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr), format!("rival: {expected}\n"));
    }
    assert_eq!(fs::read_to_string(folder.path().join("a.ggf")).unwrap(), ggf("Ann", "Bob", MOVES));
}

#[test]
fn names_that_steer_a_terminal_are_not_printed() {
    let folder = folder(&[("a.ggf", ggf("An\x1b[31\nn", "Bob", MOVES))]);
    let output = losses(&folder, &["a.ggf", "--as", "bob", "-o", "p.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let file = fs::read_to_string(folder.path().join("p.json")).unwrap();
    fs::write(folder.path().join("p.json"), file.replace("\"bob\"", r#""bo\u001b[31m\nb""#)).unwrap();
    fs::write(folder.path().join("b.ggf"), ggf("Bob", "x", MOVES)).unwrap();
    let output = losses(&folder, &["b.ggf", "--as", "bob", "--add", "p.json"]);
    assert!(text(&output.stdout).starts_with("player    bo?[31m?b, 2 games"), "{}", text(&output.stdout));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_pipe_a_pipe() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES)), ("real.json", String::new())]);
    let (link, pipe) = (folder.path().join("link.json"), folder.path().join("pipe.json"));
    std::os::unix::fs::symlink("real.json", &link).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    for name in ["link.json", "pipe.json"] {
        let output = losses(&folder, &["a.ggf", "--as", "Ann", "-o", name]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let profile = fs::read_to_string(folder.path().join("real.json")).unwrap();
    assert!(profile.contains("rival-losses/1") && profile == reader.join().unwrap());
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    assert!(fs::symlink_metadata(pipe).unwrap().file_type().is_fifo());
}
