//! The same tournament, however it is divided, interrupted or run at once.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::run::{Bench, RIVAL, complaint, games};

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

/// The configuration in a folder has all that decides its games.
pub fn a_folder_is_enough_to_go_on() {
    let bench = Bench::new();
    let engines = engines(&bench).map(|engine| engine + " env.X=1 margin=9 st=20");
    let options = "--games 12 --seed 9 --openings random:6 --schedule gauntlet --adjudicate 6 --anchor a=1500";
    let play = |out: &str, engines: &[String], options: &str| {
        let output = bench.command(out, engines, options).output().unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", complaint(&output));
    };
    play("out", &engines, options);
    let whole = bench.compared("out");
    let path = bench.path("out/games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.split_inclusive('\n').take(5).collect::<String>()).unwrap();
    play("out", &[], "");
    assert!(games(&bench.path("out")).len() == 12 && bench.compared("out")[0] == whole[0]);
    // Flags extend it, as with the whole command.
    play("out", &[], "--games 14");
    assert_eq!(games(&bench.path("out")).len(), 14);
    // A part stays one.
    play("part", &engines, &format!("{options} --shard 1/2"));
    fs::write(bench.path("part/games.jsonl"), "").unwrap();
    play("part", &[], "");
    assert_eq!(games(&bench.path("part")).len(), 6);
    let output = bench.command("new", &[], "").output().unwrap();
    assert!(complaint(&output).starts_with("rival: nothing to play: "), "{}", complaint(&output));
}

/// `kill -9` at this many moments of one tournament; no process of an engine remains after each.
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

/// A process that was killed in its first write leaves nothing but a temporary file.
pub fn killed_in_its_first_write() {
    let bench = Bench::new();
    let engines = engines(&bench);
    assert!(bench.command("whole", &engines, "--games 2").output().unwrap().status.code() < Some(2));
    let half = bench.path("killed/.rival-Ab3dEf.tmp");
    std::fs::create_dir(bench.path("killed")).unwrap();
    std::fs::write(&half, "half").unwrap();
    let output = bench.command("killed", &engines, "--games 2").output().unwrap();
    assert!(output.status.code() < Some(2), "{}", complaint(&output));
    assert_eq!(bench.compared("killed"), bench.compared("whole"));
    assert!(!half.exists());
}

/// A kill in the middle of a line leaves a part of it: the game is played again.
pub fn a_torn_line_is_played_again() {
    let bench = Bench::new();
    let engines = engines(&bench);
    assert!(bench.command("out", &engines, "--games 10").output().unwrap().status.code() < Some(2));
    let before = bench.compared("out");
    let journal = bench.path("out/games.jsonl");
    let bytes = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &bytes[..bytes.len() - 100]).unwrap();
    assert_eq!(games(&bench.path("out")).len(), 9);
    // So does a kill in the middle of a file: what it left is cleared away.
    let left = bench.path("out/.rival-Ab3dEf.tmp");
    let own = bench.path("out/.tmpAb3dEf");
    [&left, &own].iter().for_each(|path| std::fs::write(path, "half").unwrap());
    assert!(bench.command("out", &engines, "--games 10").output().unwrap().status.code() < Some(2));
    assert_eq!(games(&bench.path("out")).len(), 10);
    assert_eq!(bench.compared("out"), before);
    assert!(!left.exists() && own.exists());
    // A whole line that is no game of this tournament is an error, and stays where it is.
    std::fs::write(&journal, "{}\n").unwrap();
    let output = bench.command("out", &engines, "--games 10").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("games.jsonl: line 1: found no field `v`, expected"), "{}", complaint(&output));
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), "{}\n");
}

/// Parts, of which one was killed and went on, are put together by the same command to what one process plays.
pub fn parts_are_put_together_to_the_whole() {
    let bench = Bench::new();
    let engines = engines(&bench);
    let options = "--games 22 --seed 3";
    assert!(bench.command("whole", &engines, options).output().unwrap().status.code() < Some(2));
    let part =
        |number: usize| bench.command(&format!("part{number}"), &engines, &format!("{options} --shard {number}/3"));
    let mut killed = part(2).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while games(&bench.path("part2")).is_empty() && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_micros(500));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    for number in [3, 1, 2] {
        let output = part(number).output().unwrap();
        assert!(output.status.code() < Some(2), "{}", complaint(&output));
    }
    let joined = |out: &str, options: &str, parts: &[&str]| {
        let paths = parts.iter().map(|part| bench.path(part));
        let output = bench.command(out, &engines, options).arg("--parts").args(paths).output().unwrap();
        (output.status.code(), complaint(&output))
    };
    for _ in 0..2 {
        let (code, told) = joined("joined", options, &["part3", "part1", "part2"]);
        assert!(code < Some(2), "{told}");
        assert_eq!(bench.compared("joined"), bench.compared("whole"));
    }
    // Games that the parts lack are played.
    let journal = bench.path("part2/games.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, text.split_inclusive('\n').skip(1).collect::<String>()).unwrap();
    let (code, told) = joined("lacking", options, &["part1", "part2", "part3"]);
    assert!(code < Some(2), "{told}");
    assert_eq!(bench.compared("lacking"), bench.compared("whole"));

    for (options, parts, expected) in [
        (options, &["part1", "part3"][..], "rival: --parts: of 3 parts, no folder holds part 2".to_owned()),
        (options, &["part1", "part2", "part3", "part1"], "part1: part 1/3 is in ".to_owned()),
        (
            "--games 22 --seed 4",
            &["part1", "part2", "part3"],
            "part1: found a part of another tournament: seed: found 3, expected 4".to_owned(),
        ),
        (
            "--games 22 --seed 3 --adjudicate 6",
            &["part1", "part2", "part3"],
            "part1: found a part of another tournament: adjudicate: found 0, expected 6".to_owned(),
        ),
        (options, &["part1", "part2", "whole"], "whole: found part 1/1, expected one of 3 parts, as in ".to_owned()),
    ] {
        let (code, told) = joined("refused", options, parts);
        assert!(code == Some(2) && told.lines().count() == 1 && told.contains(&expected), "{parts:?}: {told}");
        assert!(!bench.path("refused").exists());
    }
}

/// More games are added to a folder that was put together from two parts: by two processes, of which one is killed.
pub fn parts_are_extended_and_killed() {
    let bench = Bench::new();
    let engines = engines(&bench);
    let play = |out: &str, options: &str| {
        let output = bench.command(out, &engines, options).output().unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", complaint(&output));
    };
    play("whole", "--games 30 --seed 3");
    play("part1", "--games 10 --seed 3 --shard 1/2");
    play("part2", "--games 10 --seed 3 --shard 2/2");
    play("joined", "--games 10 --seed 3 --parts part1 part2");
    assert_eq!(games(&bench.path("joined")).len(), 10);
    let mut extending = bench.command("joined", &engines, "--games 30 --seed 3");
    let mut extending = extending.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while games(&bench.path("joined")).len() < 13 {
        assert!(extending.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_micros(500));
    }
    extending.kill().unwrap();
    extending.wait().unwrap();
    assert_eq!(bench.survivors(), Vec::<String>::new());
    assert!((13..30).contains(&games(&bench.path("joined")).len()));
    play("joined", "--games 30 --seed 3");
    assert_eq!(bench.compared("joined"), bench.compared("whole"));
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
        assert_eq!(bench.results(out)["games"].as_array().unwrap().len() as u64, standing["played"], "{standing}");
        // Other programs are given the games that count, and how they ended.
        let pgn = pgn(&bench, out);
        assert_eq!(pgn.matches("[Event ").count() as u64, standing["played"].as_u64().unwrap(), "{standing}");
        assert!(pgn.contains("[Termination \"rules infraction\"]"), "{pgn}");
    }
    assert_eq!(bench.compared("one"), bench.compared("four"));
}

/// A part goes on after the SPRT's decision; its later games count nowhere.
pub fn losses_are_those_of_the_games_that_count() {
    let bench = Bench::new();
    let engines = [bench.mock("bad", "gtp", "illegal=200"), bench.mock("good", "gtp", "seed=2")];
    let mut command = bench.command("out", &engines, "--games 600 --shard 1/10 --st 60");
    let output = command.args(["--sprt", "elo0=0 elo1=100"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let standing = &bench.results("out")["standing"];
    let [played, faults] = ["games", "faults"].map(|field| standing["sprt"][field].as_u64().unwrap());
    assert!(played < 60 && played == standing["played"] && games(&bench.path("out")).len() == 60, "{standing}");
    // The verdict rests on forfeits.
    assert!(faults > 0 && text.contains(&format!(", H0 accepted; {faults} of {played} games ended by a fault\n")));
    let mut command = std::process::Command::new(RIVAL);
    let output = command.args(["tournament", "losses", "--depth", "1"]).arg(bench.path("out")).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    let row = table.lines().find(|line| line.starts_with("good ")).unwrap();
    assert_eq!(row.split_whitespace().nth(9), Some(played.to_string().as_str()), "{table}");
    // The report lists the games that count.
    let report = fs::read_to_string(bench.path("out/report.html")).unwrap();
    assert!(report.contains(&format!("\"total\":{played}")), "{played}");
    // Nor do their times.
    let mut lines = String::new();
    for mut game in games(&bench.path("out")) {
        let is_after = game["game"].as_u64() > Some(played);
        for ply in game["plies"].as_array_mut().unwrap().iter_mut().filter(|ply| is_after && !ply.is_null()) {
            ply["time"] = 1000.into();
        }
        lines += &format!("{game}\n");
    }
    fs::write(bench.path("out/games.jsonl"), lines).unwrap();
    let said = complaint(&bench.command("out", &[], "").output().unwrap());
    assert!(said.contains("wall time: bad 0.") && said.contains(" s a game, good 0."), "{said}");
}

/// A disk that is full in the middle of a run is no unusable command line: games were played, and go on when there is
/// room.
pub fn a_full_disk_is_a_part_that_failed() {
    let bench = Bench::new();
    let engines = engines(&bench);
    assert!(bench.command("whole", &engines, "--games 20").output().unwrap().status.code() < Some(2));
    let command = bench.command("part", &engines, "--games 20");
    // Files of no more than 20 KiB stand for a disk that is full.
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"";
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", script]).arg(command.get_program()).args(command.get_args());
    let output = limited.current_dir(bench.folder.path()).stdin(Stdio::null()).output().unwrap();
    let said = complaint(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("File too large"), "{said}");
    let played = games(&bench.path("part")).len();
    assert!((1..20).contains(&played), "{played}");
    assert!(bench.command("part", &engines, "--games 20").output().unwrap().status.code() < Some(2));
    assert_eq!(bench.compared("part"), bench.compared("whole"));
}

/// A result that does not follow from the moves is refused.
pub fn a_result_is_held_against_its_moves() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=2 illegal=15 resign=15")];
    assert!(bench.command("out", &engines, "--games 20 --adjudicate 6").output().unwrap().status.code() < Some(2));
    let journal = bench.path("out/games.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut seen = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let ending = line["termination"].as_str().unwrap();
        if seen.contains(&ending) {
            continue;
        }
        seen.push(ending);
        let points = line["points"].as_f64().unwrap();
        for (field, value) in [
            ("points", serde_json::json!(1.0 - points.round())),
            ("points", serde_json::json!(if points == 0.5 { 1.0 } else { 0.5 })),
            ("score", serde_json::json!(line["score"].as_i64().unwrap_or(1) + 1)),
            ("termination", serde_json::json!(if ending == "normal" { "resigned" } else { "normal" })),
            ("plies", serde_json::json!([])),
            ("moves", serde_json::json!(line["moves"].as_str().unwrap().to_owned() + "a1")),
        ] {
            let mut changed = lines.clone();
            changed[number][field] = value;
            let written: String = changed.iter().map(|line| format!("{line}\n")).collect();
            std::fs::write(&journal, &written).unwrap();
            let output = bench.command("out", &engines, "--games 20 --adjudicate 6").output().unwrap();
            let said = complaint(&output);
            let place = format!("games.jsonl: line {}: game {}: ", number + 1, line["game"]);
            assert!(output.status.code() == Some(2) && said.contains(&place), "{ending} {field}: {said}");
            assert_eq!(std::fs::read_to_string(&journal).unwrap(), written);
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, ["adjudicated", "fault", "resigned"]);
}

/// What `rival convert` writes of the games of a folder.
fn pgn(bench: &Bench, out: &str) -> String {
    let mut convert = std::process::Command::new(RIVAL);
    convert.args(["convert", &format!("{out}/games.jsonl"), "-", "--to", "pgn"]).current_dir(bench.folder.path());
    let converted = convert.output().unwrap();
    assert_eq!(converted.status.code(), Some(0), "{}", complaint(&converted));
    String::from_utf8(converted.stdout).unwrap()
}

/// A game that was played again counts once, and so does the other one of its pair.
pub fn of_several_attempts_the_last_is_converted() {
    let bench = Bench::new();
    assert!(bench.command("out", &engines(&bench), "--games 4").output().unwrap().status.code() < Some(2));
    let path = bench.path("out/games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let second = text.lines().filter(|line| line.contains("\"encounter\":1,"));
    let again: String =
        second.map(|line| line.replacen("\"encounter\"", "\"attempt\":2,\"encounter\"", 1) + "\n").collect();
    assert_eq!(again.lines().count(), 2, "{text}");
    fs::write(&path, text + &again).unwrap();
    assert_eq!(pgn(&bench, "out").matches("[Event ").count(), 4);
}

/// In a gauntlet the first engine meets all the others, so another first one is another tournament.
pub fn a_gauntlet_keeps_its_first_engine() {
    let bench = Bench::new();
    let [a, b] = engines(&bench);
    assert!(
        bench.command("out", &[a.clone(), b.clone()], "--games 2 --schedule gauntlet").output().unwrap().status.code()
            < Some(2)
    );
    let output = bench.command("out", &[b, a], "--games 2 --schedule gauntlet").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("engines[0].name: found "), "{}", complaint(&output));
}

/// Moves lead to no such opening, and an engine that cannot load it must not lose for that.
pub fn engines_that_cannot_load_an_opening_are_named_before_the_first_game() {
    let bench = Bench::new();
    let position = "-".repeat(18) + "OOO-----OXO-----OOO" + &"-".repeat(27);
    fs::write(bench.path("openings.obf"), format!("{position} X;\n")).unwrap();
    let output = bench.command("out", &engines(&bench), "--games 2 --openings openings.obf").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", complaint(&output));
    assert!(complaint(&output).contains("it cannot be given opening 1, "), "{}", complaint(&output));
    assert!(!bench.path("out").exists());
}
