//! Whole runs of `rival agent` and `rival rivals`, small ones.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

fn rival(folder: &TempDir, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rival")).current_dir(folder).args(args).output().unwrap()
}

fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The profile of a shipped player by a quick tester.
fn profile(folder: &TempDir, name: &str) {
    done(&rival(folder, &["losses", "--play", name, "--count", "4", "--tester", "beginner", "-o", "p.json"]));
}

#[test]
fn an_agent_is_made_from_a_profile_and_plays() {
    let folder = TempDir::new().unwrap();
    profile(&folder, "static-normal");
    let make = |out: &str, threads: &str, more: &[&str]| {
        let args = ["agent", "--like", "p.json", "-o", out, "--rounds", "2", "--games", "10", "--threads", threads];
        done(&rival(&folder, &[&args[..], more].concat()));
        fs::read_to_string(folder.path().join(out)).unwrap()
    };
    let one = make("a.json", "1", &["--against", "static-normal"]);
    assert_eq!(one, make("b.json", "3", &["--against", "static-normal"]));
    assert!(one.contains("against static-normal"), "{one}");
    assert!(make("c.json", "2", &["--natural", "--correction"]).contains("against stand-in"));
    done(&rival(&folder, &["match", "c.json", "random", "--games", "2"]));
}

#[test]
fn rivals_are_the_same_files_on_any_number_of_threads_and_after_a_break() {
    let folder = TempDir::new().unwrap();
    profile(&folder, "random");
    let make = |out: &str, threads: &str| {
        let sizes = ["--rounds", "1", "--games", "2", "--last", "2", "--count", "1"];
        let args = ["rivals", "--like", "p.json", "--out", out, "--threads", threads];
        rival(&folder, &[&args[..], &sizes].concat())
    };
    let files = |out: &str| {
        let list = |inside: &str| {
            let entries = fs::read_dir(folder.path().join(out).join(inside)).unwrap().map(Result::unwrap);
            let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
            let file = |e: fs::DirEntry| (e.file_name().into_string().unwrap(), fs::read_to_string(e.path()).unwrap());
            files.map(file).collect::<Vec<(String, String)>>()
        };
        let mut found = [list("."), list("run")].concat();
        found.sort();
        found
    };
    let codes = [make("x", "1").status.code(), make("y", "3").status.code()];
    assert_eq!(codes[0], codes[1]);
    let whole = files("x");
    assert!(whole.iter().any(|(name, _)| name == "pool-collector.json"), "{whole:?}");
    assert_eq!(whole, files("y"));
    // What is missing is made again, the same.
    fs::remove_file(folder.path().join("x/run/pool-miser.json")).unwrap();
    make("x", "2");
    assert_eq!(files("x"), whole);
    // Other settings are another run.
    let other = rival(&folder, &["rivals", "--like", "p.json", "--out", "x", "--seed", "2"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("found a run with other settings"));
}

#[test]
fn rivals_for_the_other_rule_are_refused() {
    let folder = TempDir::new().unwrap();
    let output = rival(&folder, &["rivals", "--agent", "static-anti", "--out", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "rival: --like: found a player for anti, expected one for normal as the characters are\n"
    );
    assert!(!folder.path().join("x").exists());
}

#[test]
fn profiles_that_cannot_be_used_are_said_in_a_line() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bad.json"), "{").unwrap();
    for args in [
        &["agent", "--like", "bad.json", "-o", "a.json"][..],
        &["rivals", "--like", "bad.json", "--out", "x"],
        &["agent", "--like", "absent.json", "-o", "a.json"],
        &["rivals", "--like", "games.ggf", "--out", "x"],
    ] {
        let output = rival(&folder, args);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(!folder.path().join("a.json").exists());
    }
}

#[test]
fn what_cannot_be_written_is_said_before_the_long_work() {
    let folder = TempDir::new().unwrap();
    profile(&folder, "random");
    let before = fs::read(folder.path().join("p.json")).unwrap();
    for (more, expected) in [
        (&["-o", "./p.json"][..], "--output: found ./p.json, the profile of --like, expected another file"),
        (&["-o", "none/a.json"], "none/a.json: cannot be written: No such file or directory (os error 2)"),
        (&["-o", "a.json", "--learn", "./a.json"], "--learn: found the file of the new personality, expected another"),
        (
            &["-o", "a.json", "--name", "a b"],
            "the new personality: name: found \"a b\", expected 1 to 40 printable ASCII characters without spaces and slashes",
        ),
    ] {
        // So many games that only a refusal at once ends soon.
        let args = ["agent", "--like", "p.json", "--rounds", "1000", "--games", "100000"];
        let output = rival(&folder, &[&args[..], more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("rival: {expected}\n"));
    }
    assert_eq!(fs::read(folder.path().join("p.json")).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn rivals_from_games_know_them_and_say_what_was_left_out() {
    let folder = TempDir::new().unwrap();
    let moves = "f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5b6a4a5a6a7";
    fs::write(folder.path().join("g.txt"), format!("{moves}\nf5f5\n")).unwrap();
    let sizes = ["--rounds", "1", "--games", "2", "--last", "2", "--count", "1", "--tester", "beginner", "--learn"];
    let args = ["rivals", "--like", "g.txt", "--as", "black", "--out", "x"];
    let output = rival(&folder, &[&args[..], &sizes].concat());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("rival: g.txt: game 2, line 2: "), "{message}");
    assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{message}");
    // What was measured is not learned a second time.
    let again = ["losses", "g.txt", "--as", "black", "--add", "x/profile.json"];
    let message = String::from_utf8(rival(&folder, &again).stderr).unwrap();
    assert!(message.contains("found all 1 games of black in it already"), "{message}");
}
