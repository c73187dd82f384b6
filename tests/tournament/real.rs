//! Real engines: our own over both protocols, and gtp-rhino where it is installed.

use std::fs;

use crate::run::{Bench, complaint, games};

fn own(name: &str, protocol: &str) -> String {
    format!("name={name} proto={protocol} cmd=\"rival {protocol} --player static-normal --seed 1\"")
}

pub fn both_protocols_play_the_same_games() {
    let bench = Bench::new();
    let output = bench.command("out", &[own("g", "gtp"), own("n", "nboard")], "--games 20").output().unwrap();
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

pub fn positions_over_both_protocols() {
    let bench = Bench::new();
    let boards = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n\
                  -XXXXXX---XOOOXXXXXXOXXXOOOXOXXXXXXOXOXXXOOXOXXXXXXOXXX---XXXXXX O;\n";
    fs::write(bench.path("boards.obf"), boards).unwrap();
    let output = bench
        .command("out", &[own("g", "gtp"), own("n", "nboard")], "--games 4 --openings boards.obf")
        .output()
        .unwrap();
    let games = games(&bench.path("out"));
    assert_eq!(output.status.code(), Some(0), "{} {games:?}", complaint(&output));
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["opening"]["start"].as_str().is_some_and(|start| boards.contains(start))));
}

pub fn gtp_rhino() {
    if !fs::exists("/usr/games/gtp-rhino").unwrap() {
        eprintln!("gtp-rhino is not installed (Debian package grhino): skipped");
        return;
    }
    let bench = Bench::new();
    let rhino = |level: u32| format!("name=rhino{level} proto=gtp cmd='gtp-rhino -l {level} -b 0 -r 0'");
    let engines = [rhino(1), rhino(2), own("g", "gtp")];
    let output = bench.command("out", &engines, "--games 12 --concurrency 2 --tc 60").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let results = bench.results("out");
    assert_eq!(results["standing"]["played"], 36);
    assert!(results["games"].as_array().unwrap().iter().all(|game| game["termination"] == "normal"));
    // It passes by itself and refuses to be told: games with passes must be among these.
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
    let engines =
        [own("g", "gtp"), own("n", "nboard"), bench.mock("a", "nboard", "seed=1"), bench.mock("b", "gtp", "seed=2")];
    let output = bench.command("out", &engines, "--games 4 --tc 20+0.5 --concurrency 2").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let standing = &bench.results("out")["standing"];
    assert_eq!(standing["played"], 24);
    assert!(standing["engines"].as_array().unwrap().iter().all(|engine| engine["rating"].is_number()), "{standing}");
    let game = games(&bench.path("out")).into_iter().find(|game| game["black"] == "a").unwrap();
    let ply = &game["plies"][8];
    assert!(ply["eval"] == 1.5 && ply["depth"] == "4" && ply["nodes"] == 1000 && ply["claimed"].is_number(), "{ply}");
    let log = fs::read_to_string(bench.path("out").join("logs/g.log")).unwrap();
    assert!(log.contains("> time_settings 20 0 0") && log.contains("> time_left "), "{log}");
    // An engine is told the last move too.
    for game in games(&bench.path("out")).iter().filter(|game| game["black"] == "g" || game["white"] == "g") {
        let (number, moves) = (&game["game"], game["moves"].as_str().unwrap());
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
