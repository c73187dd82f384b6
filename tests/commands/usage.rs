//! Arguments that cannot be used are one line on stderr and exit code 2; help is what it is.

use std::process::Command;

fn rival(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rival")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn one_line_says_where_and_what() {
    for (arguments, expected) in [
        (&["measure", "--foo"][..], "--foo: found an unknown argument, expected one that --help lists"),
        (
            &["measure", "--thread", "1"],
            "--thread: found an unknown argument, expected one that --help lists, such as --threads",
        ),
        (&["mesure"], "mesure: found an unknown command, expected one that --help lists, such as measure"),
        (&["agent"], "--output <FILE>, <PROFILE>: found nothing, expected it to be given"),
        (&["compare", "bp"], "<NAME|FILE> <NAME|FILE>...: found 1, expected 2 or more"),
        (&["agent", "p.json", "-o"], "--output <FILE>: found no value, expected one"),
        (&["perft", "x"], "<N>: found \"x\", expected a whole number"),
        (&["rivals", "p", "--out", "x", "--count", "9"], "--count <N>: found \"9\", expected a number from 1 to 6"),
        (&["perft", "99999999999999999999999"], "<N>: found \"99999999999999999999999\", expected a smaller number"),
        (&["thesis", "rivals", "p", "--out", "x", "--beta", "y"], "--beta <BETA>: found \"y\", expected a number"),
        (&["show", "bp", "--format", "soup"], "--format <FORMAT>: found \"soup\", expected one of text, json, csv"),
        (
            &["thesis", "losses", "a.ggf", "--play", "random"],
            "[GAMES]...: found beside --play <NAME|FILE>, expected one of them",
        ),
        (&["analyze", "x", "--time", "y"], "--time <SECONDS>: found \"y\", expected a number of seconds above 0"),
        (&["agent", "--seed", "1", "--seed", "2"], "--seed <N>: found twice, expected once"),
        (&["measure", "a\nb", "--f\noo"], "--f oo: found an unknown argument, expected one that --help lists"),
    ] {
        let expected = format!("rival: {expected}\n");
        assert_eq!(rival(arguments), (Some(2), String::new(), expected), "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_as_they_were() {
    for arguments in [&["--help"][..], &["measure", "-h"], &["help", "solve"]] {
        let (code, help, errors) = rival(arguments);
        assert_eq!((code, errors), (Some(0), String::new()));
        assert!(help.contains("Usage: rival") && help.lines().count() > 10, "{help}");
    }
    assert_eq!(rival(&["--version"]).0, Some(0));
    let (code, _, help) = rival(&[]);
    assert!(code == Some(2) && help.contains("Usage: rival [OPTIONS] <COMMAND>"), "{help}");
}
