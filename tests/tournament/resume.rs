//! The same tournament, however it is divided, interrupted or run at once.

use std::process::Stdio;
use std::time::Duration;

use crate::run::{Bench, complaint, games};

/// Two engines that answer by the position alone, one of them with a fault now and then.
fn engines(bench: &Bench) -> [String; 2] {
    [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "nboard", "seed=2 illegal=10")]
}

pub fn the_same_games_at_any_concurrency() {
    let bench = Bench::new();
    // Players with random choices have no seed of their own here: the tournament's decides.
    let random =
        |protocol: &str| format!("name=random-{protocol} proto={protocol} cmd=\"rival {protocol} --player random\"");
    let mut engines = engines(&bench).to_vec();
    engines.extend(["gtp", "nboard"].map(random));
    for (out, options) in [("one", "--concurrency 1"), ("four", "--concurrency 4 --force-concurrency")] {
        let output = bench.command(out, &engines, &format!("--games 16 --seed 5 {options}")).output().unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", complaint(&output));
    }
    assert_eq!(bench.compared("one"), bench.compared("four"));
}

/// `kill -9` at so many moments of one tournament; nothing of an engine is left after each.
pub fn kills(count: usize, total: usize) {
    let bench = Bench::new();
    let engines = engines(&bench);
    let options = format!("--games {total} --seed 9 --concurrency 2");
    assert!(bench.command("whole", &engines, &options).output().unwrap().status.code() < Some(2));
    let mut killed = 0;
    for round in 0..count {
        let mut command = bench.command("parts", &engines, &options);
        let mut harness = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Kills are spread over the games, not over time: how fast the machine is does not matter.
        let target = (round + 1) * total / (count + 1);
        while games(&bench.path("parts")).len() < target && harness.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(500 + 377 * round as u64 % 1000));
        }
        if harness.try_wait().unwrap().is_none() {
            harness.kill().unwrap();
            killed += 1;
        }
        harness.wait().unwrap();
        assert_eq!(bench.survivors(), Vec::<String>::new());
    }
    assert!(killed > 0, "the games were over too soon");
    let output = bench.command("parts", &engines, &options).output().unwrap();
    assert!(output.status.code() < Some(2), "{}", complaint(&output));
    assert_eq!(games(&bench.path("parts")).len(), total);
    assert_eq!(bench.compared("parts"), bench.compared("whole"));
    println!("killed {killed} times, resumed, equal");
}

pub fn shards_merge_to_the_whole() {
    let bench = Bench::new();
    let engines = engines(&bench);
    let options = "--games 22 --seed 3";
    assert!(bench.command("whole", &engines, options).output().unwrap().status.code() < Some(2));
    let mut merge = std::process::Command::new(crate::run::RIVAL);
    merge.args(["tournament", "merge", "--out"]).arg(bench.path("joined"));
    for number in [3, 1, 2] {
        let out = format!("part{number}");
        let output = bench.command(&out, &engines, &format!("{options} --shard {number}/3")).output().unwrap();
        assert!(output.status.code() < Some(2), "{}", complaint(&output));
        merge.arg(bench.path(&out));
    }
    let output = merge.output().unwrap();
    assert!(output.status.code() < Some(2), "{}", complaint(&output));
    assert_eq!(bench.compared("joined"), bench.compared("whole"));
    // A second time into the same folder would overwrite it.
    assert_eq!(merge.output().unwrap().status.code(), Some(2));
}

pub fn sprt_stops_at_the_same_game() {
    let bench = Bench::new();
    let engines = [bench.mock("bad", "gtp", "illegal=30"), bench.mock("good", "gtp", "seed=2")];
    for (out, concurrency) in [("one", "1"), ("four", "4 --force-concurrency")] {
        let mut command = bench.command(out, &engines, &format!("--games 2000 --concurrency {concurrency}"));
        let output = command.args(["--sprt", "elo0=0 elo1=100"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
        let standing = &bench.results(out)["standing"];
        assert_eq!(standing["sprt"]["verdict"], "h0", "{standing}");
        assert!(standing["played"].as_u64().unwrap() < 500, "{standing}");
    }
    assert_eq!(bench.compared("one"), bench.compared("four"));
}
