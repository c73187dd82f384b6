//! Features of match runners, each by itself.

use std::fs;

use serde_json::Value;

use crate::run::{Bench, complaint, games};

fn play(bench: &Bench, out: &str, engines: &[String], options: &[&str]) -> Vec<Value> {
    let mut command = bench.command(out, engines, "--games 4");
    let output = command.args(options).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", complaint(&output));
    games(&bench.path(out))
}

/// The ends of the games, and the points of `a`.
fn endings(games: &[Value]) -> Vec<(&str, f64)> {
    let points = |game: &Value| {
        let black = game["points"].as_f64().unwrap();
        if game["black"] == "a" { black } else { 1.0 - black }
    };
    games.iter().map(|game| (game["termination"].as_str().unwrap(), points(game))).collect()
}

/// The warnings about engines without values.
fn silent_warnings(bench: &Bench, out: &str) -> Vec<String> {
    let results = bench.results(out);
    let warnings = results["standing"]["warnings"].as_array().unwrap().iter();
    let texts = warnings.map(|warning| warning.as_str().unwrap().to_owned());
    texts.filter(|text| text.contains("no values")).collect()
}

pub fn an_engine_that_gives_up_has_lost() {
    let bench = Bench::new();
    let engines = |other: &str| {
        [bench.mock("a", "nboard", "seed=1 value=-30"), bench.mock("b", "nboard", &format!("seed=2 value={other}"))]
    };
    let resigned = play(&bench, "out", &engines("3"), &["--resign", "moves=3 discs=20"]);
    assert_eq!(endings(&resigned), [("claimed", 0.0); 4]);
    // Eight moves of the opening, and the third of its own.
    assert!(
        resigned.iter().all(|game| (13..=14).contains(&(game["moves"].as_str().unwrap().len() / 2))),
        "{resigned:?}"
    );
    assert_eq!(bench.results("out")["standing"]["claimed"], 4);
    assert_eq!(silent_warnings(&bench, "out"), Vec::<String>::new());
    assert_eq!(bench.results("out")["how"]["resign"], "the loser's values of -20 or less at 3 moves in a row");
    let ggf = rival::record::ggf::parse_all(&fs::read(bench.path("out/games.ggf")).unwrap());
    assert!(ggf.iter().all(|entry| entry.game.as_ref().unwrap().result.unwrap().score.abs() == 64.0));
    let both = ["--resign", "moves=3 discs=20 twosided=true"];
    assert!(endings(&play(&bench, "one", &engines("3"), &both)).iter().all(|(ending, _)| *ending == "normal"));
    assert_eq!(endings(&play(&bench, "two", &engines("25"), &both)), [("claimed", 0.0); 4]);
    // An engine without values never resigns.
    let silent = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "nboard", "seed=2 value=60")];
    let rules = [&both[..], &["--draw", "moves=2 discs=1 from=30", "--adjudicate", "2"]].concat();
    let ended = play(&bench, "gtp", &silent, &rules);
    assert!(endings(&ended).iter().all(|(ending, _)| ["normal", "adjudicated"].contains(ending)));
    let results = bench.results("gtp");
    let warning = "a reports no values: --resign cannot apply to its games, and --draw cannot apply to its games";
    assert_eq!(silent_warnings(&bench, "gtp"), [warning]);
    for (rule, words) in [
        ("resign", "the loser's values of -20 or less at 3 moves in a row, and the other's of 20 or more"),
        ("draw", "values from -1 to 1 at 2 moves of each engine in a row, from move 30 on"),
        ("adjudicate", "exact from 2 empty squares on"),
    ] {
        assert_eq!(results["how"][rule], words);
    }
}

pub fn an_even_game_is_drawn() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "nboard", "seed=1 value=0"), bench.mock("b", "nboard", "seed=2 value=-1")];
    let drawn = play(&bench, "out", &engines, &["--draw", "moves=2 discs=1 from=30"]);
    assert_eq!(endings(&drawn), [("claimed", 0.5); 4]);
    assert!(drawn.iter().all(|game| game["moves"].as_str().unwrap().len() / 2 == 30), "{drawn:?}");
    let options = ["--draw", "moves=2 discs=1", "--games", "2"];
    let output = bench.command("lines", &engines, "").args(options).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("game 1: a - b a draw\n") && text.contains("game 2: b - a a draw\n"), "{text}");
}

pub fn what_each_engine_has() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "nboard", "slow=150"), bench.mock("b", "gtp", "seed=2") + " st=9"];
    let slow = play(&bench, "late", &engines, &["--each", "st=0.1", "--openings", "random:40"]);
    assert!(slow.iter().any(|game| game["fault"]["kind"] == "time"), "{slow:?}");
    let margin = play(&bench, "margin", &engines, &["--each", "st=0.1 margin=5 log=false", "--openings", "random:40"]);
    assert!(margin.iter().all(|game| game["termination"] == "normal"), "{margin:?}");
    let is_slow = |ply: &Value| ply["time"].as_f64().is_some_and(|time| time > 0.3);
    assert!(margin.iter().any(|game| game["plies"].as_array().unwrap().iter().any(is_slow)), "{margin:?}");
    assert!(!bench.path("margin/logs").exists());
    let config: Value = serde_json::from_str(&fs::read_to_string(bench.path("margin/config.json")).unwrap()).unwrap();
    let settings = |engine: usize| config["engines"][engine]["settings"].clone();
    let times =
        [settings(0)["limits"]["st"].clone(), settings(1)["limits"]["st"].clone(), settings(1)["margin"].clone()];
    assert_eq!(times, [0.1, 9.0, 5.0].map(Value::from));
}

pub fn each_game_has_its_processors() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1 processors=1"), bench.mock("b", "gtp", "seed=2 processors=1")];
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim().to_owned();
    let first = allowed.split([',', '-']).next().unwrap();
    play(&bench, "one", &engines, &[&format!("--affinity={first}")]);
    play(&bench, "all", &engines, &["--affinity"]);
    let said = |out: &str| fs::read_to_string(bench.path(out).join("logs/b.stderr")).unwrap();
    assert!(said("one").lines().all(|line| line == format!("processors {first}")), "{}", said("one"));
    assert!(said("all").lines().all(|line| line == format!("processors {allowed}")), "{}", said("all"));
    let output = bench.command("no", &engines, "--affinity=1023 --games 2").output().unwrap();
    assert!(complaint(&output).contains("affinity: found processor 1023"), "{}", complaint(&output));
    let options = format!("--affinity={first} --games 2 --concurrency 2 --force-concurrency");
    let output = bench.command("no", &engines, &options).output().unwrap();
    assert!(complaint(&output).contains("affinity: found 1 processors, expected 2 or more"), "{}", complaint(&output));
}
