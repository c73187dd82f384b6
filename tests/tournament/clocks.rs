//! Clocks that count the processor time of engines.

use std::process::{Child, Command};

use serde_json::Value;

use crate::run::{Bench, complaint, games};

/// The last moves of a game, so that slow ones take no minutes.
const SHORT: &str = "--games 2 --openings random:40 --clock cpu";

/// The charged times of each engine's moves, in seconds.
fn times(bench: &Bench, out: &str) -> [Vec<f64>; 2] {
    let mut times = [vec![], vec![]];
    for game in games(&bench.path(out)) {
        let plies = game["plies"].as_array().unwrap();
        let moves = game["moves"].as_str().unwrap();
        // The side to move changes with each two characters, passes included.
        for (number, ply) in plies.iter().enumerate().filter(|(_, ply)| ply["time"].is_number()) {
            let mover = if number % 2 == 0 { &game["black"] } else { &game["white"] };
            assert!(moves.len() >= 2 * plies.len());
            times[usize::from(mover == "b")].push(ply["time"].as_f64().unwrap());
        }
    }
    times
}

pub fn clocks_can_count_processor_time() {
    let bench = Bench::new();
    let play = |out: &str, engines: &[String], options: &str| {
        let output = bench.command(out, engines, &format!("{SHORT} {options}")).output().unwrap();
        (output.status.code(), complaint(&output))
    };
    // Engines that sleep for longer than they have lose no time.
    let asleep = [bench.mock("a", "nboard", "think=80"), bench.mock("b", "gtp", "seed=2 think=80")];
    let (code, said) = play("asleep", &asleep, "--st 0.04");
    assert_eq!(code, Some(0), "{said}");
    assert!(times(&bench, "asleep").concat().iter().all(|&time| time < 0.06));
    // The time of children and threads counts as their engine's, also when they have ended.
    for kind in ["spin-child", "spin-thread"] {
        let busy = [bench.mock("a", "nboard", &format!("{kind}=100")), bench.mock("b", "gtp", "seed=2")];
        let (code, said) = play(kind, &busy, "--tc 60");
        assert!(code == Some(0) && said.starts_with("processor time: a "), "{said}");
        let [own, other] = times(&bench, kind);
        // The time of an ended child is known to 20 ms, which is not lost but charged later.
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        assert!((0.09..0.17).contains(&mean), "{kind}: {own:?}");
        assert!(other.iter().all(|&time| time < 0.05), "{kind}: {other:?}");
        let late = format!("late-{kind}");
        let (code, said) = play(&late, &busy, "--st 0.04");
        assert_eq!(code, Some(1), "{said}");
        let games = games(&bench.path(&late));
        assert!(
            games.iter().all(|game| game["fault"]["kind"] == "time" && game["fault"]["engine"] == "a"),
            "{games:?}"
        );
    }
    // An engine that computes for ever is ended by its processor time.
    let endless = [bench.mock("a", "gtp", "spin-thread=1000000"), bench.mock("b", "gtp", "seed=2")];
    let config = bench.path("late.json");
    std::fs::write(&config, r#"{"timeouts": {"late": 0.2}}"#).unwrap();
    let (code, said) = play("endless", &endless, "--st 0.05 late.json");
    assert_eq!(code, Some(1), "{said}");
    let detail = &games(&bench.path("endless"))[0]["fault"]["detail"];
    assert_eq!(detail, "no answer in 0.3 s of processor time");
}

pub fn our_engines_think_by_processor_time() {
    let bench = Bench::new();
    // A busy host may charge a virtual machine for time that it did not give; the margin is large enough for that.
    let own = |name: &str| format!("name={name} proto=nboard cmd=\"rival nboard --player master\" st=0.1 margin=5");
    // Two games at a time, so that the wall's time is more than the processor's on a small machine.
    let options = "--games 2 --openings random:30 --clock cpu --concurrency 2 --force-concurrency";
    let output = bench.command("out", &[own("a"), own("b")], options).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    for mut times in times(&bench, "out") {
        // At 30 empty squares a move takes all that it may, which is so for more than a quarter of a game's.
        times.sort_by(f64::total_cmp);
        assert!((0.09..0.15).contains(&times[times.len() * 3 / 4]), "{times:?}");
    }
}

/// Processes that use one processor, and end with this value.
struct Load(Vec<Child>);

impl Load {
    /// Binds all of them to the processor.
    fn on(processor: &str, count: usize) -> Load {
        let own = std::env::current_exe().unwrap();
        let mut spin = Command::new("taskset");
        spin.args(["-c", processor]).arg(own).args(["mock", "spin", "600000"]);
        Load((0..count).map(|_| spin.spawn().unwrap()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The sum of a number of all moves.
fn total(bench: &Bench, out: &str, field: &str) -> f64 {
    let games = games(&bench.path(out));
    games.iter().flat_map(|game| game["plies"].as_array().unwrap()).filter_map(|ply| ply[field].as_f64()).sum()
}

/// Games by the wall's time on a busy machine have a warning, on the terminal and in all files, and the time spent.
pub fn a_busy_machine_is_told() {
    let bench = Bench::new();
    // An engine that works for 10 ms, on a processor that two others use too.
    let engines = ["a", "b"].map(|name| bench.mock(name, "gtp", "spin-thread=10"));
    let play = |out: &str, options: &str| {
        let options = format!("--games 2 --openings random:40 --affinity=0 {options}");
        let output = bench.patient(60.0, out, &engines, &options).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        complaint(&output)
    };
    let load = Load::on("0", 2);
    let said = play("busy", "--st 60");
    let line = said.lines().find_map(|line| line.strip_prefix("load: the machine was busy: ")).unwrap_or_default();
    let share: f64 = line.split(' ').next().unwrap().parse().unwrap();
    assert!(share > 50.0 && line.contains("% of the moves waited for a core"), "{said}");
    for name in ["results.json", "table.md", "games.ggf", "report.html"] {
        let text = std::fs::read_to_string(bench.path("busy").join(name)).unwrap();
        assert!(text.contains("the machine was busy: ") && text.contains(" s a game"), "{name}");
    }
    let waited = total(&bench, "busy", "waited");
    assert!(waited > 0.2, "{waited}");
    // An engine that sleeps on a busy machine waits only after it woke up.
    let asleep = ["a", "b"].map(|name| bench.mock(name, "gtp", "think=100"));
    let output = bench.command("asleep", &asleep, "--games 2 --openings random:40 --affinity=0 --st 60").output();
    let slept = total(&bench, "asleep", "time");
    let waited = total(&bench, "asleep", "waited");
    assert!(slept > 3.0 && waited < slept / 2.0, "{waited} of {slept} s: {output:?}");
    // Games without limits by the wall's time have no warning.
    assert!(!play("free", "").contains("busy"));
    assert!(!play("cpu", "--st 60 --clock cpu").contains("the machine was busy"));
    drop(load);
}

/// An engine that lost on time because it had no processor plays its pair again, at most twice.
pub fn losses_for_want_of_a_processor_are_played_again() {
    let bench = Bench::new();
    let play = |out: &str, habit: &str| {
        let engines = ["a", "b"].map(|name| bench.mock(name, "gtp", habit));
        let options = "--games 2 --openings random:40 --affinity=0 --st 0.1";
        complaint(&bench.command(out, &engines, options).output().unwrap())
    };
    let attempt = |game: &Value| game["attempt"].as_u64().unwrap_or(1);
    // Of three programs on a processor none has it for 60 of 100 ms.
    let load = Load::on("0", 2);
    let said = play("busy", "spin=60");
    let lines = games(&bench.path("busy"));
    assert!(lines.iter().all(|game| game["fault"]["queued"].as_f64() > Some(0.0)), "{lines:?}");
    for number in [1, 2] {
        let attempts: Vec<_> = lines.iter().filter(|game| game["game"] == number).collect();
        assert_eq!(attempts.iter().map(|game| attempt(game)).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(attempts[..2].iter().all(|game| game["points"].is_null()) && attempts[2]["points"].is_number());
    }
    assert!(said.contains("waiting for a core: 4; losses of this kind that remain: 2"), "{said}");
    // An engine that sleeps wants no processor.
    play("asleep", "think=250");
    let lines = games(&bench.path("asleep"));
    assert!(lines.len() == 2 && lines.iter().all(|game| game["fault"]["queued"].is_null()), "{lines:?}");
    drop(load);
    // A run that ended between the games of a pair goes on with both.
    let path = bench.path("busy/games.jsonl");
    let first = std::fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    std::fs::write(&path, first + "\n").unwrap();
    let said = play("busy", "spin=60");
    let lines = games(&bench.path("busy"));
    let last = &lines[lines.len() - 2..];
    assert!(last.iter().all(|game| attempt(game) >= 2 && game["points"].is_number()), "{said} {lines:?}");
}
