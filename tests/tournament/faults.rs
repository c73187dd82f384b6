//! Engines that misbehave.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Bench, complaint, games};

/// A loss on time is distinguished from a hang, and the engine plays on without a restart. The late move's time counts.
pub fn slow_engines_lose_on_time() {
    let bench = Bench::new();
    let engines = [bench.mock("slow", "nboard", "slow=1000"), bench.mock("good", "gtp", "")];
    let said = complaint(&bench.patient(60.0, "out", &engines, "--games 2 --st 0.1").output().unwrap());
    // Neither protocol can tell such a time.
    for note in [
        "slow: NBoard tells no time for a move: it will not know of 0.1 s, unless {st} is in its cmd\n",
        "good: GTP tells a time for a move in whole seconds, rounded down: of 0.1 s it will know no time at all\n",
    ] {
        assert!(said.contains(note), "{said}");
    }
    let mut spent = 0.0;
    for game in games(&bench.path("out")) {
        assert_eq!(game["fault"]["kind"], "time", "{game}");
        spent += game["fault"]["spent"].as_f64().unwrap();
    }
    let mean: f64 = said.split_once("wall time: slow ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert!(spent > 0.2 && (mean - spent / 2.0).abs() < 0.01, "{spent} {said}");
}

/// The file of standard error has the last lines, which tell the reason of a crash. Earlier text is left out.
pub fn the_end_of_standard_error_is_kept() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "stderr=1000 last-error=1000"), bench.mock("b", "gtp", "seed=2")];
    let output = bench.patient(60.0, "out", &engines, "--games 2 --openings random:8").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
    let text = fs::read_to_string(bench.path("out/logs/a.stderr")).unwrap();
    assert!(text.len() <= 1 << 20 && text.len() > 1 << 18, "{}", text.len());
    assert!(text.starts_with("rival: earlier text was left out") && text.contains("eee"), "{:.100}", text);
    let end = text.trim_end().lines().next_back().unwrap();
    assert!(end.starts_with("\u{1b}[31mno such book: xxx"), "{end}");
}

/// A run can stop at each fault.
pub fn a_run_stops_at_a_fault() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "illegal=20"), bench.mock("b", "gtp", "seed=2")];
    let mut played = 0;
    for faults in 1..=2 {
        let output = bench.command("out", &engines, "--games 100 --stop-on-fault").output().unwrap();
        let games = games(&bench.path("out"));
        let faulty: Vec<&Value> = games.iter().filter(|game| !game["fault"].is_null()).collect();
        assert!(faulty.len() == faults && games.len() > played && games.len() < 100, "{games:?}");
        let last = games.last().unwrap();
        assert_eq!(faulty.last(), Some(&last));
        let message = format!("out: stopped at the fault of a in game {}; the same command continues\n", last["game"]);
        let said = complaint(&output);
        assert!(output.status.code() == Some(1) && said.ends_with(&message), "{said}");
        played = games.len();
    }
}

/// Every kind of fault at random, ignored quits included: every game is accounted for, nobody survives, the harness
/// stays small.
pub fn torture(count: usize) {
    let bench = Bench::new();
    let all = "crash=1 abort=1 hang=1 close=1 garbage=1 illegal=1 flood=1 stderr=1 stop=1 twice=1 ignore-quit=1";
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

pub fn memory_is_limited() {
    let bench = Bench::new();
    let script = "name=small proto=gtp memory_mb=64 cmd=\"sh -c 'ulimit -v >&2; exit 9'\"";
    let engines = [script.to_owned(), bench.mock("b", "gtp", "")];
    let output = bench.command("out", &engines, "--games 2").output().unwrap();
    // The limit in KiB is the only line the engine says.
    let said = "rival: small: it did not start: crash: ended with exit code 9; its stderr: 65536\n";
    assert_eq!((complaint(&output).as_str(), output.status.code()), (said, Some(2)));
}

/// Twelve engines need not all run at once: the one that was not used for the longest time ends first.
pub fn idle_engines_are_ended() {
    let bench = Bench::new();
    let engines: Vec<String> =
        (0..6).map(|n| bench.mock(&format!("m{n}"), "gtp", &format!("seed={n} think=1"))).collect();
    let mut harness = bench
        .command("out", &engines, "--games 2 --openings random:40 --processes 3")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    while harness.try_wait().unwrap().is_none() {
        most = most.max(bench.running());
        std::thread::sleep(Duration::from_millis(3));
    }
    assert!(harness.wait().unwrap().success());
    assert!((2..=3).contains(&most), "{most}");
    assert_eq!(games(&bench.path("out")).len(), 30);
    let starts = |out: &str, n: usize| {
        let log = fs::read_to_string(bench.path(out).join(format!("logs/m{n}.log"))).unwrap();
        log.matches("> list_commands").count()
    };
    // The first engine plays all the first games, so it is started once; the last one comes and goes.
    assert_eq!((starts("out", 0), starts("out", 5) > 2), (1, true));
    bench.command("all", &engines, "--games 2 --openings random:40").output().unwrap();
    assert_eq!((0..6).map(|n| starts("all", n)).collect::<Vec<_>>(), [1; 6]);
    assert_eq!(bench.compared("out"), bench.compared("all"));
    let output = bench.command("few", &engines, "--games 2 --processes 1").output().unwrap();
    let said = "rival: arguments: processes: found 1, expected 2 or more, two for each game\n";
    assert_eq!(complaint(&output), said);
}
