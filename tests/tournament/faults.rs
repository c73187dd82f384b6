//! Engines that misbehave.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Bench, complaint, games};

pub fn each_fault_is_its_own_outcome() {
    for (options, kind, detail) in [
        ("crash=1000", "crash", "exit code 42"),
        ("abort=1000", "crash", "signal 6"),
        ("hang=1000", "hang", "no answer"),
        ("close=1000", "crash", "closed its output and still runs"),
        ("garbage=1000", "protocol", "found"),
        ("illegal=1000", "illegal", "at move "),
        ("flood=1000", "protocol", "16 MiB of output"),
        ("no-start=1000", "start", "exit code 3"),
    ] {
        for protocol in ["gtp", "nboard"] {
            let bench = Bench::new();
            let engines = [bench.mock("bad", protocol, options), bench.mock("good", protocol, "seed=2")];
            let reply = if kind == "hang" { 0.5 } else { 60.0 };
            let output = bench.patient(reply, "out", &engines, "--games 2").output().unwrap();
            let name = format!("{protocol} {options}: {}", complaint(&output));
            assert_eq!(output.status.code(), Some(1), "{name}");
            let games = games(&bench.path("out"));
            assert_eq!(games.len(), 2, "{name}");
            for game in games {
                assert_eq!(game["fault"]["engine"], "bad", "{name} {game}");
                assert_eq!(game["fault"]["kind"], kind, "{name} {game}");
                assert!(game["fault"]["detail"].as_str().unwrap().contains(detail), "{name} {game}");
                let lost = if game["black"] == "bad" { 0.0 } else { 1.0 };
                assert_eq!(game["points"], lost, "{name} {game}");
            }
            let table = fs::read_to_string(bench.path("out").join("table.md")).unwrap();
            assert!(table.contains(&format!("{kind} 2")), "{table}");
            assert_eq!(bench.survivors(), Vec::<String>::new(), "{name}");
        }
    }
}

/// A loss on time is told from a hang, and the engine plays on without a restart.
pub fn slow_engines_lose_on_time() {
    let bench = Bench::new();
    let engines = [bench.mock("slow", "nboard", "slow=1000"), bench.mock("good", "gtp", "")];
    bench.patient(60.0, "out", &engines, "--games 2 --st 0.1").output().unwrap();
    for game in games(&bench.path("out")) {
        assert_eq!(game["fault"]["kind"], "time", "{game}");
    }
}

/// Every kind of fault at random, ignored quits included: every game is accounted for, nobody survives, the harness stays small.
pub fn torture(count: usize) {
    let bench = Bench::new();
    let all = "crash=1 abort=1 hang=1 close=1 garbage=1 illegal=1 flood=1 stderr=1 ignore-quit=1";
    let engines =
        [bench.mock("a", "gtp", &format!("seed=3 {all}")), bench.mock("b", "nboard", &format!("seed=4 {all}"))];
    let mut command =
        bench.patient(1.0, "out", &engines, &format!("--games {count} --concurrency 8 --force-concurrency"));
    let mut harness = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(resident(harness.id()));
        if let Some(status) = harness.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(1));
    let results = bench.results("out");
    let played = results["games"].as_array().unwrap();
    assert_eq!(played.len(), count);
    let sum = |value: &Value| value.as_u64().unwrap() as usize;
    for engine in results["standing"]["engines"].as_array().unwrap() {
        assert_eq!(sum(&engine["wins"]) + sum(&engine["draws"]) + sum(&engine["losses"]), count);
    }
    let faults = played.iter().filter(|game| !game["fault"].is_null()).count();
    assert!(faults > count / 8, "{faults} faults");
    assert_eq!(bench.survivors(), Vec::<String>::new());
    assert!(peak < 200 * 1024, "the harness used {peak} KiB");
    println!("{count} games, {faults} of them ended by a fault; the harness used {} MiB at most", peak / 1024);
    println!("{}", fs::read_to_string(bench.path("out").join("table.md")).unwrap());
}

/// The most memory a process has had, in KiB.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

pub fn faults_can_be_void() {
    let bench = Bench::new();
    let config = bench.path("void.json");
    fs::write(&config, r#"{"faults": {"illegal": "void"}}"#).unwrap();
    let engines = [bench.mock("bad", "gtp", "illegal=1000"), bench.mock("good", "gtp", "")];
    let output = bench.command("out", &engines, "--games 2").arg(&config).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let standing = &bench.results("out")["standing"];
    assert_eq!(standing["void"], 2);
    assert!(standing["engines"].as_array().unwrap().iter().all(|engine| engine["games"] == 0), "{standing}");
}

pub fn an_orphan_is_killed_too() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "orphan=1000"), bench.mock("b", "gtp", "")];
    let output = bench.command("out", &engines, "--games 2").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(bench.survivors(), Vec::<String>::new());
}

pub fn memory_is_limited() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let bench = Bench::new();
    let script = "name=small proto=gtp memory_mb=64 cmd=\"sh -c 'ulimit -v; exit 9'\"";
    let engines = [script.to_owned(), bench.mock("b", "gtp", "")];
    let mut command = bench.command("out", &engines, "--games 2");
    assert_eq!(command.output().unwrap().status.code(), Some(1));
    // The limit in KiB is the only line the engine says.
    let log = fs::read_to_string(bench.path("out").join("logs/small.log")).unwrap();
    assert!(log.contains("< 65536\n"), "{log}");
}
