//! `rival tune` on an engine whose best settings are known.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::run::{Bench, RIVAL, complaint};

/// A search for the mock's best value, 60, from 20 on.
fn tune(bench: &Bench, out: &str, more: &[&str]) -> Output {
    let own = std::env::current_exe().unwrap();
    let engine = format!("proto=gtp cmd=\"'{}' mock gtp tag={} near=60:{{x}}\"", own.display(), bench.tag);
    let mut command = Command::new(RIVAL);
    command.args(["tune", "--engine", &engine, "--option", "name=x start=20 from=0 to=100 step=8"]);
    command.args(["--probes", "3", "--games", "8", "--gain", "12", "--threads", "2"]);
    command.arg("--out").arg(bench.path(out)).args(more).current_dir(bench.folder.path());
    command.output().unwrap()
}

fn state(bench: &Bench, out: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(bench.path(out).join("tune.json")).unwrap()).unwrap()
}

pub fn the_known_optimum_is_found() {
    let bench = Bench::new();
    let output = tune(&bench, "out", &["--steps", "30"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let found = state(&bench, "out");
    let steps = found["steps"].as_array().unwrap();
    let last: f64 = steps[22..].iter().map(|step| step["values"][0].as_f64().unwrap()).sum::<f64>() / 8.0;
    // The start is 40 away.
    assert!((last - 60.0).abs() < 15.0, "{steps:?}");
    let page = fs::read_to_string(bench.path("out/report.html")).unwrap();
    assert!(page.contains("30 of 30 steps, 720 games") && page.contains("x after each step"));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("x: "));
    assert!(bench.survivors().is_empty());
}

/// Interrupted, extended, and with jobs that ran elsewhere: the same bytes.
pub fn a_search_goes_on() {
    let bench = Bench::new();
    for (out, steps) in [("whole", "4"), ("grown", "2")] {
        let output = tune(&bench, out, &["--steps", steps]);
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    }
    let output = tune(&bench, "grown", &["--steps", "4", "--prepare"]);
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("step-3: 3 jobs\n"), "{}", complaint(&output));
    let step = bench.path("grown/step-3");
    assert!(Command::new(RIVAL).args(["job", "run"]).arg(&step).status().unwrap().success());
    let collect = Command::new(RIVAL).args(["job", "collect", "--out", "x"]).arg(&step).output().unwrap();
    assert!(complaint(&collect).contains("a step of rival tune"), "{}", complaint(&collect));
    let output = tune(&bench, "grown", &["--steps", "4"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    // Only how fast steps shrink was decided by the plan that each began with.
    let (mut whole, mut grown) = (state(&bench, "whole"), state(&bench, "grown"));
    assert_eq!((grown["steps"].as_array().unwrap().len(), &grown["setup"]["stability"]), (4, &0.2.into()));
    whole["setup"]["stability"] = Value::Null;
    grown["setup"]["stability"] = Value::Null;
    assert_eq!(whole["setup"], grown["setup"]);
    assert_eq!(whole["steps"][0], grown["steps"][0]);
    // The same again changes nothing, and other settings are named.
    let before = state(&bench, "grown");
    assert_eq!(tune(&bench, "grown", &["--steps", "4"]).status.code(), Some(0));
    assert_eq!(state(&bench, "grown"), before);
    let output = tune(&bench, "grown", &["--steps", "4", "--seed", "2"]);
    let said = complaint(&output);
    assert!(output.status.code() == Some(2) && said.contains("another search: seed: found 1, expected 2"), "{said}");
    let output = tune(&bench, "other", &["--option", "name=y start=1 from=0 to=2 step=1"]);
    let said = complaint(&output);
    assert!(said.starts_with("rival: --option: found y, which the engine does not get, expected {y}"), "{said}");
    assert!(!bench.path("other").exists());
}

/// The options of a personality file.
pub fn a_file_can_be_a_template() {
    let bench = Bench::new();
    let shown = Command::new(RIVAL).args(["show", "board", "--format", "json"]).output().unwrap();
    let board = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    let name = "\"name\": \"";
    fs::write(bench.path("t.json"), board.replacen(name, &format!("{name}x{{gain}}-"), 1)).unwrap();
    let run = Command::new(RIVAL)
        .args(["tune", "--engine", "proto=gtp depth=1 cmd='rival gtp --player {template}'", "--template", "t.json"])
        .args(["--option", "name=gain start=1 from=0 to=9 step=1", "--steps", "1", "--probes", "1", "--games", "2"])
        .current_dir(bench.folder.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", complaint(&run));
    assert_eq!(state(&bench, "tune")["steps"][0]["faults"], 0);
}

/// Also one that is a number, of an engine of the catalogue.
pub fn any_field_can_be_tuned() {
    let bench = Bench::new();
    let mut command = Command::new(RIVAL);
    command.args(["tune", "--engine", "rival player=map-normal depth={plies}", "--games", "2", "--probes", "1"]);
    command.args(["--option", "name=plies start=2 from=1 to=3 step=1", "--prepare", "--out"]).arg(bench.path("out"));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let plan = fs::read_to_string(bench.path("out/step-1/plan.json")).unwrap();
    let job: Value = serde_json::from_str(&plan).unwrap();
    let job = bench.path("out/step-1").join(format!("{}.json", job["jobs"][0].as_str().unwrap()));
    let job = fs::read_to_string(job).unwrap();
    assert!([1, 3].iter().all(|plies| job.contains(&format!("\"depth\":{plies}"))), "{job}");
}
