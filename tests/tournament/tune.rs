//! `rival tune` on an engine whose best settings are known.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::run::{Bench, RIVAL, complaint};

/// A search for the mock's best value, 60, from 20 on.
fn command(bench: &Bench, out: &str, more: &[&str]) -> Command {
    let own = std::env::current_exe().unwrap();
    let engine = format!("proto=gtp cmd=\"'{}' mock gtp tag={} near=60:{{x}}\"", own.display(), bench.tag);
    let mut command = Command::new(RIVAL);
    command.args(["tune", "--engine", &engine, "--option", "name=x start=20 from=0 to=100 step=8"]);
    command.args(["--probes", "3", "--games", "8", "--gain", "6", "--threads", "2"]);
    command.arg("--out").arg(bench.path(out)).args(more).current_dir(bench.folder.path());
    command
}

fn tune(bench: &Bench, out: &str, more: &[&str]) -> Output {
    command(bench, out, more).output().unwrap()
}

/// The steps that a search has kept.
fn steps(bench: &Bench, out: &str) -> Vec<Value> {
    let text = fs::read_to_string(bench.path(out).join("checkpoint.json")).unwrap_or_default();
    let Some(checkpoint) = text.lines().nth(1) else { return Vec::new() };
    let (_, steps): (Value, Vec<Value>) = serde_json::from_str(checkpoint).unwrap();
    steps
}

pub fn the_known_optimum_is_found() {
    let bench = Bench::new();
    let output = tune(&bench, "out", &["--steps", "30"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let steps = steps(&bench, "out");
    let last: f64 = steps[22..].iter().map(|step| step["values"][0].as_f64().unwrap()).sum::<f64>() / 8.0;
    // The start is 40 away.
    assert!((last - 60.0).abs() < 15.0, "{steps:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("x: ") && said.contains("\n30 steps, 720 games, 0 of them"), "{said}");
    assert!(bench.survivors().is_empty());
}

/// Extended, and killed in a step: the same search.
pub fn a_search_goes_on() {
    let bench = Bench::new();
    for (out, steps) in [("whole", "2"), ("whole", "5"), ("killed", "2")] {
        let output = tune(&bench, out, &["--steps", steps]);
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    }
    let mut killed = command(&bench, "killed", &["--steps", "5"]).stdout(Stdio::null()).spawn().unwrap();
    while steps(&bench, "killed").len() < 3 {
        assert!(killed.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(bench.survivors().is_empty());
    assert_eq!(tune(&bench, "killed", &["--steps", "5"]).status.code(), Some(0));
    let whole = steps(&bench, "whole");
    assert_eq!(steps(&bench, "killed"), whole);
    // The stability is that of the plan with which the search began.
    let setup: Value = serde_json::from_str(&fs::read_to_string(bench.path("whole/run.json")).unwrap()).unwrap();
    assert_eq!((whole.len(), &setup["stability"]), (5, &0.2.into()));
    let folder = fs::read_dir(bench.path("killed")).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(
        folder.collect::<BTreeSet<_>>(),
        ["checkpoint.json", "checkpoint.json.old", "lock", "run.json"].map(OsString::from).into()
    );
    // The same again changes nothing, and other settings are named.
    assert_eq!(tune(&bench, "whole", &["--steps", "5"]).status.code(), Some(0));
    assert_eq!(steps(&bench, "whole"), whole);
    let output = tune(&bench, "whole", &["--steps", "5", "--seed", "2"]);
    let said = complaint(&output);
    assert!(output.status.code() == Some(2) && said.contains("another run: seed: found 1, expected 2"), "{said}");
    let output = tune(&bench, "other", &["--option", "name=y start=1 from=0 to=2 step=1"]);
    let said = complaint(&output);
    assert!(said.starts_with("rival: --option y: no field of the engine contains {y}"), "{said}");
    assert!(!bench.path("other").exists());
}

/// A process that was killed in its first write leaves nothing but a temporary file.
pub fn killed_in_its_first_write() {
    let bench = Bench::new();
    let half = bench.path("out/.rival-Ab3dEf.tmp");
    fs::create_dir(bench.path("out")).unwrap();
    fs::write(&half, "half").unwrap();
    let output = tune(&bench, "out", &["--steps", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(steps(&bench, "out").len(), 1);
    assert!(!half.exists());
    // An engine that cannot play leaves no folder.
    let mut wrong = Command::new(RIVAL);
    wrong.args(["tune", "--engine", "proto=gtp cmd=x st={x}", "--option", "name=x start=-2 from=-3 to=-1 step=1"]);
    let output = wrong.arg("--out").arg(bench.path("wrong")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", complaint(&output));
    assert!(complaint(&output).contains("--engine: "), "{}", complaint(&output));
    assert!(!bench.path("wrong").exists());
}

/// The first fault says why, after good steps, too.
pub fn a_step_of_faults_ends_the_search() {
    let bench = Bench::new();
    let mock = format!("exec '{}' mock gtp tag={}", std::env::current_exe().unwrap().display(), bench.tag);
    let script = format!("#!/bin/sh\n[ -e broken ] && {mock} crash=1000\n{mock} near=60:$1\n");
    fs::write(bench.path("engine"), script).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bench.path("engine"), executable).unwrap();
    let search = |out: &str, steps: &str| {
        let mut command = Command::new(RIVAL);
        command.args(["tune", "--engine", "proto=gtp cmd='./engine {x}'", "--games", "2", "--probes", "1"]);
        command.args(["--option", "name=x start=20 from=0 to=100 step=8", "--steps", steps, "--out", out]);
        command.current_dir(bench.folder.path()).output().unwrap()
    };
    assert_eq!(search("out", "1").status.code(), Some(0));
    fs::write(bench.path("broken"), "").unwrap();
    for (out, place, code) in [("out", "step 2: ", 1), ("new", "", 2)] {
        let output = search(out, "2");
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        let start = format!("rival: {place}--engine: every game ended by a fault, the first with x=");
        assert!(said.starts_with(&start) && said.ends_with(": crash: ended with exit code 42\n"), "{said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).contains("\n1 steps, 2 games"), code == 1);
    }
    // The corrected command works in the folder.
    fs::remove_file(bench.path("broken")).unwrap();
    let mut corrected = Command::new(RIVAL);
    corrected.args([
        "tune",
        "--engine",
        "proto=gtp cmd='./engine {y}'",
        "--games",
        "2",
        "--probes",
        "1",
        "--steps",
        "1",
    ]);
    corrected.args(["--option", "name=y start=20 from=0 to=100 step=8", "--out", "new"]);
    let output = corrected.current_dir(bench.folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
}

/// An option may be a number, of an engine of the catalogue.
pub fn any_field_can_be_tuned() {
    let bench = Bench::new();
    let mut command = Command::new(RIVAL);
    command.args(["tune", "--engine", "rival player=map-normal depth={plies}", "--games", "2", "--probes", "1"]);
    command.args(["--option", "name=plies start=2 from=1 to=3 step=1", "--steps", "1", "--out"]).arg(bench.path("out"));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(steps(&bench, "out")[0]["faults"], 0);
}

/// With a gain of 1 a point that wins every game is reached in one step; the rule says who wins.
pub fn the_side_with_the_fewest_discs_may_win() {
    let bench = Bench::new();
    let published = include_str!("../../engines/static-anti.json");
    let random = r#"{"format": "rival/1", "name": "random", "kind": "random", "rule": "anti", "summary": "any"}"#;
    for (name, text) in [("p0.json", random), ("p1.json", random), ("p2.json", published)] {
        fs::write(bench.path(name), text).unwrap();
    }
    for (rule, towards, note) in
        [("anti", 1.0, ""), ("normal", -1.0, "plays for anti, the games are counted as normal")]
    {
        let engine = "proto=nboard depth=own cmd='RIVAL nboard --player p{w}.json'".replace("RIVAL", RIVAL);
        let mut command = Command::new(RIVAL);
        command.args(["tune", "--engine", &engine, "--option", "name=w start=1 from=0 to=2 step=1", "--rule", rule]);
        command.args(["--steps", "1", "--probes", "1", "--games", "20", "--out", rule]);
        let output = command.current_dir(bench.folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        assert!(complaint(&output).contains(note), "{}", complaint(&output));
        let step = &steps(&bench, rule)[0];
        let difference = step["differences"][0].as_f64().unwrap().abs();
        let moved = step["values"][0].as_f64().unwrap() - 1.0;
        assert!(difference > 0.5 && (moved - towards * difference).abs() < 1e-9, "{step}");
    }
}
