//! Pairings: tournaments that grow, and large fields.

use std::fs;
use std::process::Stdio;

use crate::run::{Bench, complaint, games};

fn engines(bench: &Bench, count: usize) -> Vec<String> {
    let protocol = |n: usize| if n.is_multiple_of(2) { "gtp" } else { "nboard" };
    (0..count).map(|n| bench.mock(&format!("m{n}"), protocol(n), &format!("seed={n} illegal={n}"))).collect()
}

fn play(bench: &Bench, out: &str, engines: &[String], options: &str) -> String {
    let output = bench.command(out, engines, options).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", complaint(&output));
    complaint(&output)
}

pub fn more_games_are_the_same_as_all_at_once() {
    let bench = Bench::new();
    let engines = engines(&bench, 3);
    play(&bench, "grown", &engines, "--games 2");
    let said = play(&bench, "grown", &engines, "--games 6 --concurrency 2");
    assert!(said.contains("extended from 3 engines and 2 games each to 3 engines and 6 games"), "{said}");
    play(&bench, "whole", &engines, "--games 6");
    assert_eq!(bench.compared("grown"), bench.compared("whole"));
    // An opening list that is too short for the longer one changes nothing.
    fs::write(bench.path("few.txt"), "f5d6\nf5f6\nf5f4\n").unwrap();
    play(&bench, "few", &engines, "--games 2 --openings few.txt");
    let before = bench.compared("few");
    let output = bench.command("few", &engines, "--games 4 --openings few.txt").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", complaint(&output));
    assert_eq!(bench.compared("few"), before);
}

pub fn more_engines_join_a_finished_run() {
    let bench = Bench::new();
    let all = engines(&bench, 4);
    play(&bench, "out", &all[..2], "--games 4");
    let before = games(&bench.path("out"));
    // In any order: those of the folder come first.
    let some = [all[2].clone(), all[1].clone(), all[0].clone()];
    let said = play(&bench, "out", &some, "--games 4 --concurrency 2");
    assert!(said.contains("extended from 2 engines and 4 games each to 3 engines and 4 games"), "{said}");
    play(&bench, "out", &all, "--games 6");
    let after = games(&bench.path("out"));
    assert_eq!(after[..4], before);
    assert_eq!(after.len(), 6 * 6);
    let mut met = std::collections::BTreeMap::new();
    for game in &after {
        *met.entry((game["black"].to_string(), game["white"].to_string())).or_insert(0) += 1;
    }
    assert!(met.len() == 12 && met.values().all(|&count| count == 3), "{met:?}");
    // Killed in the middle of what was added, and played on.
    let text = fs::read_to_string(bench.path("out/games.jsonl")).unwrap();
    let results = bench.compared("out");
    let cut: String = text.lines().take(17).map(|line| format!("{line}\n")).collect();
    fs::write(bench.path("out/games.jsonl"), cut).unwrap();
    play(&bench, "out", &all, "--games 6");
    assert_eq!(bench.compared("out"), results);
    // A folder of four engines cannot continue with three.
    let output = bench.command("out", &all[..3], "--games 6").output().unwrap();
    assert!(output.status.code() == Some(2) && complaint(&output).contains("engines: found"), "{}", complaint(&output));
    // Another program under the same name is another engine.
    let mut changed = all.clone();
    changed[0] = format!("name=m0 proto=gtp cmd='{} gtp --player random'", crate::run::RIVAL);
    let output = bench.command("out", &changed, "--games 8").output().unwrap();
    let said = complaint(&output);
    assert!(output.status.code() == Some(2) && said.contains("engine m0: "), "{said}");
}

/// Twenty engines are 190 pairings: the table stays a table.
pub fn twenty_engines_have_a_readable_table() {
    let bench = Bench::new();
    let engines: Vec<String> =
        (0..20).map(|n| bench.mock(&format!("engine-number-{n}"), "gtp", &format!("seed={n}"))).collect();
    let mut command = bench.command("out", &engines, "--games 2 --concurrency 4 --force-concurrency --processes 80");
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("tournament: 380 of 380 games")).collect();
    assert_eq!(table.len(), 1 + 21 + 21, "{text}");
    assert!(table.iter().all(|line| line.chars().count() <= 120), "{text}");
    assert!(fs::read_to_string(bench.path("out/table.md")).unwrap().lines().count() < 90);
}

pub fn anchors_move_the_scale() {
    let bench = Bench::new();
    let engines = engines(&bench, 3);
    play(&bench, "out", &engines, "--games 4");
    let rating = |name: &str| {
        let engines = bench.results("out")["standing"]["engines"].clone();
        let engine = engines.as_array().unwrap().iter().find(|engine| engine["name"] == name).unwrap().clone();
        engine["rating"]["value"].as_f64().unwrap()
    };
    let before = rating("m2") - rating("m1");
    // Another anchor is the same tournament: nothing is played again.
    let said = play(&bench, "out", &engines, "--games 4 --anchor m1=1500");
    assert!(said.contains("12 of 12 games were played before"), "{said}");
    assert!(rating("m1") == 1500.0 && (rating("m2") - 1500.0 - before).abs() < 1e-6, "{}", rating("m2"));
    assert!(fs::read_to_string(bench.path("out/table.md")).unwrap().contains("anchored at m1 1500"));
    let output = bench.command("out", &engines, "--games 4 --anchor m9=1500").output().unwrap();
    assert_eq!(complaint(&output), "rival: arguments: anchors: found 'm9', expected an engine's name\n");
}
