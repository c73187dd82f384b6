//! `rival analyze`, as a user runs it.

use std::process::{Command, Output};

use crate::{rival, text};

fn analyze(arguments: &[&str]) -> Output {
    rival(&[&["analyze"], arguments].concat())
}

#[test]
fn each_move_is_a_line_of_json() {
    let output = analyze(&["F5d6c3d3c4", "--json", "--depth", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let moves: Vec<&str> = lines.iter().map(|line| line["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["f5", "d6", "c3", "d3", "c4"]);
    for (line, number) in lines.iter().zip(1..) {
        assert_eq!(line["ply"], number);
        assert_eq!(line["side"], if number % 2 == 1 { "black" } else { "white" });
        assert_eq!(line["depth"], "2");
        let loss = line["best_value"].as_f64().unwrap() - line["value"].as_f64().unwrap();
        assert_eq!(line["loss"].as_f64(), Some(loss.min(24.0)));
        assert!(loss >= 0.0);
    }
    // The four first moves mirror one another.
    assert_eq!((&lines[0]["loss"], &lines[0]["rank"], &lines[0]["legal"]), (&0.0.into(), &1.into(), &4.into()));
}

#[test]
fn passes_have_no_number_in_the_table_and_one_in_json() {
    let game = "d3c3e6d2d1e1b3c1psb4";
    let numbers = text(&analyze(&[game, "--depth", "1"]).stdout);
    for (mv, beginning) in [("c1", "   8  white"), ("pass", "      black  pass"), ("b4", "   9  white")] {
        let mut lines = numbers.lines();
        let line = lines.find(|line| line.split_whitespace().any(|word| word == mv)).unwrap();
        assert!(line.starts_with(beginning), "{numbers}");
    }
    let json = text(&analyze(&[game, "--depth", "1", "--json"]).stdout);
    assert!(json.lines().last().unwrap().contains("\"ply\":10"), "{json}");
}

#[test]
fn games_of_a_file_are_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.ggf");
    let ggf = "(;GM[Othello]PB[Ann & Co]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)";
    std::fs::write(&game, ggf).unwrap();
    let output = analyze(&[game.to_str().unwrap(), "--depth", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Ann & Co (black) - Bob (white)"));
}

#[test]
fn a_game_for_the_fewest_discs_is_known_by_the_player_on_the_board_or_by_the_one_that_judges() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let judge = r#"{"format": "rival/1", "name": "j", "kind": "linear", "rule": "anti", "summary": "s",
        "features": [{"feature": "discs", "weight": 1}], "points_per_disc": 1, "search": {"depth": 2}}"#;
    std::fs::write(path("judge.json"), judge).unwrap();
    // A transcript says no rule, and NBoard always says the same.
    let output = analyze(&["f5d6c3", "--player", &path("judge.json"), "--depth", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let anti = rival::players::load("static-anti").unwrap().signature();
    let ggf = format!(
        "(;GM[Othello]PB[Ann]PW[{anti}]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)"
    );
    std::fs::write(path("game.ggf"), ggf).unwrap();
    let output = analyze(&[&path("game.ggf"), "--depth", "1"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("found a game for the fewest discs") && said.contains("train patterns --rule anti"),
        "{said}"
    );
    let output = analyze(&[&path("game.ggf"), "--player", &path("judge.json"), "--depth", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_done() {
    let output = analyze(&["f5f5", "f5d6", "--depth", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("d6"));
    assert_eq!(
        text(&output.stderr),
        "rival: 'f5f5': column 3: move 2: found f5 for white, expected a legal move of white: f4 d6 f6\n"
    );
    assert_eq!(analyze(&["f5f5"]).status.code(), Some(2));
    for name in ["nothere", "no/such/game", "game.xyz"] {
        let output = analyze(&[name]);
        let expected = "found neither moves nor a file of this name, expected a transcript (f5d6c3...) or a file";
        assert_eq!(text(&output.stderr), format!("rival: '{name}': {expected}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
    for empty in ["", " "] {
        let output = analyze(&[empty]);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
        assert_eq!(text(&output.stderr).lines().count(), 1);
    }
    assert_eq!(analyze(&["/no/such/game.ggf"]).status.code(), Some(2));
}

#[test]
fn games_come_from_standard_input_and_from_files_of_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let ggf = &format!("(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[{board}]B[F5]W[D6];)");
    let of = |text: &str, name: &std::ffi::OsStr| {
        let input = folder.path().join("input");
        std::fs::write(&input, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
        command.current_dir(&folder).args(["analyze", "--depth", "1", "--json"]).arg(name);
        command.stdin(std::fs::File::open(&input).unwrap()).output().unwrap()
    };
    for text in [ggf.as_str(), "f5d6\n", "(;FF[4]GM[2]SZ[8];B[fe];W[df])"] {
        let output = of(text, "-".as_ref());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{text}");
        assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 2, "{text}");
    }
    assert_eq!(of("", "-".as_ref()).status.code(), Some(2));
    // Many positions are one line.
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;\n";
    std::fs::write(folder.path().join("a.obf"), line.repeat(9)).unwrap();
    let output = of("", "a.obf".as_ref());
    let told = "rival: a.obf: found 9 positions without moves: see `rival solve`\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), told));
    // A game without moves cannot be analysed.
    assert_eq!(of(&ggf.replace("B[F5]W[D6]", ""), "-".as_ref()).status.code(), Some(2));
    #[cfg(unix)]
    {
        let name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"caf\xe9.txt");
        std::fs::write(folder.path().join(name), "f5d6\n").unwrap();
        assert_eq!(of("", name).status.code(), Some(0));
    }
}

/// By the judge's own weights the side to move is about five discs behind in the opening.
#[test]
fn values_by_a_player_like_people_are_those_of_the_strongest() {
    let [values, strongest] = ["people-1100", "master"].map(|player| -> Vec<f64> {
        let output = analyze(&["f5d6c3d3c4f4f6f3", "--json", "--depth", "4", "--player", player]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let lines = text(&output.stdout);
        let values =
            lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["best_value"].clone());
        values.map(|value| value.as_f64().unwrap()).collect()
    });
    assert_eq!(values, strongest);
    // By the judge's weights this is -5; errors of the two sides alone would leave it near 0.
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    assert!(mean.abs() < 2.0, "{values:?}");
}

#[test]
fn unusable_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let noisy = folder.path().join("noisy.json");
    let file = r#"{ "format": "rival/1", "name": "noisy", "kind": "linear", "rule": "normal", "summary": "discs",
        "features": [{ "feature": "discs", "weight": 1, "noise": 0.5 }], "points_per_disc": 1,
        "search": { "depth": 1 } }"#;
    std::fs::write(&noisy, file).unwrap();
    let noisy = noisy.to_str().unwrap();
    for (arguments, expected) in [
        (&["f5", "--hash", "0"][..], "hash size: found 0 MB, expected 1 to 1048576"),
        (&["f5", "--threads", "0"], "threads: found 0, expected 1 to 256"),
        (&["f5", "--threads", "10000"], "threads: found 10000, expected 1 to 256"),
        (&["f5", "--player", "random"], "--player: found random, expected a player that evaluates"),
        (
            &["f5", "--player", "uct-100"],
            "--player: found uct-100, whose values come from random games; expected a player that evaluates in discs",
        ),
        (
            &["f5", "--player", noisy],
            "--player: found noisy, whose values have noise; expected a player that evaluates in discs",
        ),
        (
            &["f5", "--player", "linear"],
            "--player: found linear, whose points are no discs without \"points_per_disc\"; \
             expected a player that evaluates in discs",
        ),
    ] {
        let output = analyze(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr), format!("rival: {expected}\n"));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_game_without_choices_has_no_loss() {
    let output = analyze(&["f5", "--depth", "1"]);
    assert!(text(&output.stdout).contains("white: no choices"), "{}", text(&output.stdout));
}
