//! Whole runs of `rival solve`.

use std::process::Output;

use crate::rival_fed;

const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6;";
/// White has to pass: black's only moves follow.
const PASS: &str = "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";
const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X";

fn solve(args: &[&str], input: &str) -> Output {
    rival_fed(".", &[&["solve"], args].concat(), input)
}

fn lines(output: &[u8]) -> Vec<serde_json::Value> {
    std::str::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_has_one_line_a_position() {
    let input = format!("{FFO_1}\n% a comment\n\n{}\n{PASS}\n{OVER}; % no moves\n", FFO_1.split(';').next().unwrap());
    for threads in ["1", "2"] {
        let output = solve(&["-", "--json", "--hash", "1", "--threads", threads], &input);
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty());
        let lines = lines(&output.stdout);
        assert_eq!(lines.len(), 4);
        let keys: Vec<&String> = lines[0].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["agrees", "best", "line", "nodes", "pv", "score", "seconds"]);
        let shown = |key: &str| lines.iter().map(|line| line[key].to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(shown("line"), "1 4 5 6");
        assert_eq!(shown("score"), "18 18 -64 0");
        assert_eq!(shown("best"), "\"g8\" \"g8\" \"pass\" null");
        assert_eq!(shown("agrees"), "true null null null");
        assert!(lines[0]["pv"].as_str().unwrap().starts_with("g8"));
        assert_eq!(lines[2]["pv"], "--a1");
        assert_eq!(lines[3]["pv"], "");
    }
}

/// Three successive positions of a game; their scores when each is solved alone, with which other solvers agree.
#[test]
fn successive_positions_have_the_scores_of_each_alone() {
    let game = "----O-----OO-X-XOOOOXXXXOOOXOXOXOXOXOOOXOOXXXXXXO-OOXX-X----X--- X;
----O-----OOXX-XOOOXXXXXOOXXOXOXOXOXOOOXOOXXXXXXO-OOXX-X----X--- O;
---OO-----OOOX-XOOOXXOXXOOXXOXOXOXOXOOOXOOXXXXXXO-OOXX-X----X--- X;\n";
    let found: Vec<_> = lines(&solve(&["-", "--json"], game).stdout).iter().map(|line| line["score"].clone()).collect();
    assert_eq!(found, [2, -2, 2]);
}

#[test]
fn a_score_that_is_wrong_is_said() {
    let wrong = FFO_1.replace("G8:+18", "G8:+20");
    assert_eq!(lines(&solve(&["-", "--json"], &wrong).stdout)[0]["agrees"], false);
    // A best move that the file values below its best.
    let wrong = FFO_1.replace("G8:+18; H1:+12", "G8:+12; H1:+18");
    assert_eq!(lines(&solve(&["-", "--json"], &wrong).stdout)[0]["agrees"], false);
    let text = String::from_utf8(solve(&["-"], &wrong).stdout).unwrap();
    assert!(text.contains("+18 g8") && text.contains("DIFFERS"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("1 solved, 1 differ from the file, 0 not read: "), "{text}");
}

/// The best listed move need not be the best one, and its own score counts. A difference is the exit code 1.
#[test]
fn the_best_listed_score_is_compared_with_its_own_move() {
    let board = FFO_1.split(';').next().unwrap();
    for (scores, options, agrees) in [
        ("; H1:+12", &["-", "--json"][..], true),
        ("; H1:+18", &["-", "--json"], false),
        ("; H1:+12; H7:+6", &["-", "--json"], true),
        ("; H1:+12; G8:+12", &["-", "--json"], false),
        ("; H1:+2", &["-", "--json", "--wld"], true),
        ("; H1:-2", &["-", "--json", "--wld"], false),
    ] {
        let output = solve(options, &format!("{board}{scores}\n"));
        assert_eq!(lines(&output.stdout)[0]["agrees"], agrees, "{scores}");
        assert_eq!(output.status.code(), Some(i32::from(!agrees)), "{scores}");
    }
}

#[test]
fn win_loss_draw_and_the_other_objective() {
    let output = solve(&["-", "--json", "--wld"], &format!("{FFO_1}\n{OVER}\n"));
    let scores: Vec<_> = lines(&output.stdout).iter().map(|line| line["score"].clone()).collect();
    assert_eq!(scores, [1, 0]);
    let output = solve(&["-", "--json", "--anti"], &format!("{PASS}; PS:-64\n"));
    assert_eq!(lines(&output.stdout)[0]["score"], 64);
    assert!(lines(&output.stdout)[0]["agrees"].is_null());
}

#[test]
fn bad_lines_do_not_hide_good_ones() {
    let board = &FFO_1[..64];
    let input = format!("{board}X X\n{board}\n{FFO_1}\n{board} X; A1:+2\n{board} X; G8:+65\n\u{1f600}\n");
    let output = solve(&["-", "--json"], &input);
    assert_eq!(output.status.code(), Some(1));
    let solved = lines(&output.stdout);
    assert_eq!((solved.len(), &solved[0]["line"]), (1, &serde_json::json!(3)));
    let errors = String::from_utf8(output.stderr).unwrap();
    let places: Vec<&str> = errors.lines().map(|line| &line[..line.find(": found").unwrap_or(0)]).collect();
    assert_eq!(places.len(), 5, "{errors}");
    for (line, number) in errors.lines().zip([1, 2, 4, 5, 6]) {
        assert!(line.starts_with(&format!("rival: -: line {number}: ")), "{errors}");
        assert!(line.contains("found") && line.contains("expected"), "{errors}");
    }
}

#[test]
fn unusable_arguments_end_before_any_work() {
    for (args, said) in [
        (&["-", "--hash", "0"][..], "found 0 MB, expected 1 to"),
        (&["-", "--hash", "10000000"], "found 10000000 MB, expected 1 to"),
        (&["-", "--threads", "0"], "found \"0\", expected a number from 1 to 256"),
        (&["-", "--threads", "10000"], "found \"10000\", expected a number from 1 to 256"),
        (&["no-such-file.obf"], "no-such-file.obf"),
    ] {
        let output = solve(args, FFO_1);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8(output.stderr).unwrap().contains(said), "{args:?}");
    }
}
