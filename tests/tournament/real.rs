//! Real engines: our own over both protocols, and gtp-rhino where it is installed.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::run::{Bench, RIVAL, complaint, games};

fn rival_engine(name: &str, protocol: &str) -> String {
    format!("name={name} proto={protocol} cmd=\"rival {protocol} --player static-normal --seed 1\"")
}

pub fn both_protocols_play_the_same_games() {
    let bench = Bench::new();
    let output =
        bench.command("out", &[rival_engine("g", "gtp"), rival_engine("n", "nboard")], "--games 20").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let games = games(&bench.path("out"));
    // The same player on both sides: with swapped colours it plays the same game.
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["moves"], pair[1]["moves"]);
        assert_eq!(pair[0]["termination"], "normal");
    }
    let ggf = fs::read(bench.path("out").join("games.ggf")).unwrap();
    let read = rival::record::ggf::parse_all(&ggf);
    assert_eq!(read.len(), 20);
    for (entry, game) in read.into_iter().zip(&games) {
        let record = entry.game.unwrap();
        assert_eq!(record.final_score().map(i64::from), game["score"].as_i64());
        assert_eq!(record.result.map(|result| result.score), game["score"].as_f64());
    }
}

pub fn both_protocols_tell_depth_nodes_and_value() {
    let bench = Bench::new();
    let rival_engine = |name: &str, protocol: &str| {
        format!("name={name} proto={protocol} cmd=\"rival {protocol} --player master-d2\"")
    };
    let output =
        bench.command("out", &[rival_engine("g", "gtp"), rival_engine("n", "nboard")], "--games 2").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let games = games(&bench.path("out"));
    // The same deterministic player on both sides: a swap of colours does not change the reports.
    let told = |game: &Value, ply: usize| {
        let ply = &game["plies"][ply];
        ["depth", "nodes", "eval"].map(|what| ply[what].clone())
    };
    let [first, second] = &games[..] else { panic!("{} games", games.len()) };
    let plies = first["plies"].as_array().unwrap();
    assert_eq!(first["moves"], second["moves"]);
    let mut depths = Vec::new();
    for ply in (0..plies.len()).filter(|&ply| !told(first, ply)[1].is_null()) {
        let [a, b] = [first, second].map(|game| told(game, ply));
        // The number of nodes of an endgame depends on entries of earlier searches in the table.
        assert_eq!(a[0], b[0], "ply {ply}");
        assert!(a[1].as_u64() > Some(0) && b[1].as_u64() > Some(0), "ply {ply}");
        let [a_eval, b_eval] = [&a[2], &b[2]].map(|eval| eval.as_f64().unwrap());
        // They are written with two digits.
        assert!((a_eval - b_eval).abs() < 0.011, "ply {ply}: {a_eval} {b_eval}");
        depths.push(a[0].as_str().unwrap().to_owned());
    }
    assert!(depths.len() > 40, "{depths:?}");
    assert!(depths.contains(&"100%".to_owned()), "{depths:?}");
}

pub fn its_games_are_no_lessons_unless_the_engine_s_env_says_so() {
    let bench = Bench::new();
    let pupil = r#"{"format": "rival/1", "name": "pupil", "kind": "human", "rule": "normal", "summary": "s",
        "strength": 1000, "learn": "p.json"}"#;
    fs::write(bench.path("pupil.json"), pupil).unwrap();
    let profile = bench.path("p.json");
    let play = |out: &str, protocol: &str, env: &str| {
        let pupil = format!("name=pupil proto={protocol} cmd=\"rival {protocol} --player pupil.json\" {env}");
        let output = bench.command(out, &[pupil, rival_engine("other", protocol)], "--games 2").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    };
    for protocol in ["gtp", "nboard"] {
        play(protocol, protocol, "");
        assert!(!profile.exists(), "{protocol}");
    }
    play("taught", "gtp", "env.RIVAL_LESSONS=yes");
    assert!(profile.exists());
}

pub fn positions_over_both_protocols() {
    let bench = Bench::new();
    let boards = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n\
                  -XXXXXX---XOOOXXXXXXOXXXOOOXOXXXXXXOXOXXXOOXOXXXXXXOXXX---XXXXXX O;\n";
    fs::write(bench.path("boards.obf"), boards).unwrap();
    let output = bench
        .command("out", &[rival_engine("g", "gtp"), rival_engine("n", "nboard")], "--games 4 --openings boards.obf")
        .output()
        .unwrap();
    let games = games(&bench.path("out"));
    assert_eq!(output.status.code(), Some(0), "{} {games:?}", complaint(&output));
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["opening"]["start"].as_str().is_some_and(|start| boards.contains(start))));
}

pub fn gtp_rhino() {
    let bench = Bench::new();
    let rhino = |level: u32| format!("name=rhino{level} proto=gtp cmd='gtp-rhino -l {level} -b 0 -r 0'");
    let engines = [rhino(1), rhino(2), rival_engine("g", "gtp")];
    let output = bench.command("out", &engines, "--games 12 --concurrency 2 --tc 60").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let results = bench.results("out");
    assert_eq!(results["standing"]["played"], 36);
    assert!(results["games"].as_array().unwrap().iter().all(|game| game["termination"] == "normal"));
    // It passes by itself and refuses a pass, so the games must include some with passes.
    assert!(results["games"].as_array().unwrap().iter().any(|game| game["moves"].as_str().unwrap().contains("--")));
}

pub fn adjudicated_games_are_not_played_out() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "nboard", "seed=2")];
    for rule in ["normal", "anti"] {
        let options = format!("--games 6 --adjudicate 9 --rule {rule}");
        let output = bench.command(rule, &engines, &options).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        for game in games(&bench.path(rule)) {
            let placed = game["moves"].as_str().unwrap().replace("--", "").len() / 2;
            assert!(placed == 51 && game["termination"] == "adjudicated" || game["termination"] == "normal", "{game}");
            let score = game["score"].as_i64().unwrap();
            assert_eq!(game["points"].as_f64().unwrap(), (score.signum() + 1) as f64 / 2.0);
        }
    }
}

pub fn a_round_robin_over_clocks() {
    let bench = Bench::new();
    let engines = [
        rival_engine("g", "gtp"),
        rival_engine("n", "nboard"),
        bench.mock("a", "nboard", "seed=1"),
        bench.mock("b", "gtp", "seed=2"),
    ];
    let output = bench.command("out", &engines, "--games 4 --tc 20+0.5 --concurrency 2").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let standing = &bench.results("out")["standing"];
    assert_eq!(standing["played"], 24);
    assert!(
        standing["engines"].as_array().unwrap().iter().all(|engine| engine["rating"]["value"].is_number()),
        "{standing}"
    );
    let game = games(&bench.path("out")).into_iter().find(|game| game["black"] == "a").unwrap();
    let ply = &game["plies"][8];
    assert!(ply["eval"] == 1.5 && ply["depth"] == "4" && ply["nodes"] == 1000 && ply["claimed"].is_number(), "{ply}");
    let played = game["moves"].as_str().unwrap()[16..18].to_owned();
    assert_eq!((&ply["pv"], ply["left"].as_f64().unwrap() > 20.0), (&Value::from(played), true), "{ply}");
    let mut convert = Command::new(RIVAL);
    convert.args(["convert", "out/games.jsonl", "out/games.pgn"]).current_dir(bench.folder.path());
    let converted = convert.output().unwrap();
    assert_eq!(converted.status.code(), Some(0), "{}", complaint(&converted));
    let pgn = fs::read_to_string(bench.path("out/games.pgn")).unwrap();
    assert_eq!([pgn.matches("[White \"").count(), pgn.matches("[Result \"").count()], [24, 24]);
    assert!(pgn.contains("{+1.50/4 0.") && pgn.contains("[Event "), "{pgn}");
    // The date and the clocks are in the folder's configuration.
    let date = bench.results("out")["how"]["date"].as_str().unwrap().to_owned();
    assert_eq!(pgn.matches(&format!("[Date \"{date}\"]")).count(), 24, "{pgn}");
    assert_eq!(pgn.matches("[TimeControl \"20+0.5\"]").count(), 24, "{pgn}");
    let log = fs::read_to_string(bench.path("out").join("logs/g.log")).unwrap();
    assert!(log.contains("> rival-time_settings 20000 500 0 0") && log.contains("> rival-time_left "), "{log}");
    let whole = fs::read_to_string(bench.path("out").join("logs/b.log")).unwrap();
    assert!(whole.contains("> time_settings 20 0 0") && whole.contains("> time_left "), "{whole}");
    // It is the only one that does not know milliseconds.
    let note = "b: GTP tells clocks in whole seconds, rounded down: of 20 s it will know at each move up to \
                a second less than is left\n";
    assert!(complaint(&output).contains(note), "{}", complaint(&output));
    // An engine is told the last move too.
    for game in games(&bench.path("out")).iter().filter(|game| game["black"] == "g" || game["white"] == "g") {
        let number = &game["game"];
        let moves = game["moves"].as_str().unwrap();
        let part = log.split(&format!("== game {number} (")).nth(1).unwrap().split("\n== ").next().unwrap();
        let last = &moves[moves.trim_end_matches("--").len() - 2..][..2];
        assert!(
            part.to_lowercase().trim_end().lines().any(|line| line.ends_with(&format!(" {last}"))),
            "{game}: {part}"
        );
    }
    let log = fs::read_to_string(bench.path("out").join("logs/n.log")).unwrap();
    assert!(log.contains("TI[20/0.5]"), "{log}");
}

/// One second is enough for a game if the engine knows of it: whole seconds would leave a hundredth for each move.
pub fn our_engines_play_by_the_millisecond() {
    let bench = Bench::new();
    let rival_engine = |name: &str, protocol: &str, more: &str| {
        format!("name={name} proto={protocol} cmd=\"rival {protocol} --player intermediate --seed 1\" {more}")
    };
    let engines = [rival_engine("g", "gtp", "tc=0.9+0.05"), rival_engine("n", "nboard", "tc=0.9+0.05")];
    let output = bench.command("out", &engines, "--games 2").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let log = fs::read_to_string(bench.path("out").join("logs/g.log")).unwrap();
    assert!(log.contains("> rival-time_settings 900 50 0 0"), "{log}");
    assert!(!complaint(&output).contains("whole seconds"), "{}", complaint(&output));
    // Limits of our own engines need no placeholders, over either protocol.
    let limited = |more: &str| [rival_engine("g", "gtp", more), rival_engine("n", "nboard", more)];
    for (out, more, said) in [
        ("nodes", "nodes=1", ["> rival-limits 0 1", "> set nodes 1"]),
        ("depth", "depth=1", ["> rival-limits 1 0", "> set depth 1"]),
        ("st", "st=0.25", ["> rival-time_settings 0 0 250 1", "> set movetime 250"]),
    ] {
        let output = bench.command(out, &limited(more), "--games 2").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{more}: {}", complaint(&output));
        for (name, said) in ["g", "n"].into_iter().zip(said) {
            let log = fs::read_to_string(bench.path(out).join("logs").join(format!("{name}.log"))).unwrap();
            assert!(log.contains(said), "{more}: {log}");
        }
    }
    // One node is one ply: the same game whatever is asked for by it.
    let moves = |out: &str| games(&bench.path(out)).iter().map(|game| game["moves"].clone()).collect::<Vec<_>>();
    assert_eq!(moves("nodes"), moves("depth"));
}

pub fn engines_are_shown_before_they_play() {
    let bench = Bench::new();
    let wrong = "name=wrong proto=gtp cmd=\"rival gtp --player no-such-player\"".to_owned();
    let engines = [rival_engine("g", "gtp"), bench.mock("m", "nboard", ""), wrong];
    let output = bench.command("out", &engines, "--tc 5").output().unwrap();
    let said = complaint(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let start = "rival: wrong: it did not start: crash: ended with exit code 2; its stderr: rival: ";
    assert!(said.starts_with(start) && said.contains("no-such-player") && said.lines().count() == 1, "{said}");
    let mut check = std::process::Command::new(crate::run::RIVAL);
    check.args(["tournament", "check", "--tc", "5"]);
    engines.iter().for_each(|engine| {
        check.arg("--engine").arg(engine);
    });
    let output = check.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "one of them did not start");
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    // Its name has the beginning of its digest.
    let engine_line = line("g: ");
    assert!(
        engine_line.starts_with("g: gtp, tc 5+0: rival static-normal#")
            && engine_line.ends_with(env!("CARGO_PKG_VERSION")),
        "{engine_line}"
    );
    assert_eq!(line("m: "), "m: nboard, tc 5+0, depth own: mock ");
    assert!(line("wrong: ").contains("it did not start: crash: ended with exit code 2"), "{text}");
    assert!(text.contains("    stderr: rival: ") && text.contains(" commands: boardsize clear_board"), "{text}");
    // The same notes come as before games.
    let mut check = std::process::Command::new(crate::run::RIVAL);
    check.args(["tournament", "check", "--st", "0.1", "--engine", &bench.mock("m", "nboard", "")]);
    let output = check.args(["--engine", &bench.mock("l", "gtp", "no-list=1")]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for note in [
        "    m: NBoard tells no time for a move: it will not know of 0.1 s, unless {st} is in its cmd\n",
        "    l: it does not list time_settings: it will not know of 0.1 s for a move\n",
    ] {
        assert!(text.contains(note), "{text}");
    }
    // One that starts and never moves fails the check, too. An engine needs no opponent here.
    for (habit, code) in [("seed=1", 0), ("garbage=1000", 1)] {
        let mut check = std::process::Command::new(crate::run::RIVAL);
        check.args(["tournament", "check", "--engine", &bench.mock("m", "gtp", habit)]);
        let output = check.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), text.contains("    fails: ")), (Some(code), code == 1), "{text}");
    }
}
