//! Command lines of users, and the output.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Bench, RIVAL, complaint};

pub fn unusable_arguments() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", ""), bench.mock("b", "gtp", "")];
    fs::write(bench.path("bad.txt"), "f5f5\nf5d6a1\n").unwrap();
    fs::write(bench.path("few.txt"), "f5d6\nf5f4\n").unwrap();
    for (options, message) in [
        ("--games 3", "rival: arguments: games: found 3, expected an even number"),
        (
            "--openings bad.txt",
            "rival: bad.txt: line 1: column 3: move 2: found f5 for white, expected a legal move of white:",
        ),
        ("--openings games.jsonl", "rival: games.jsonl: found the games of a tournament, expected games.ggf beside it"),
        ("--openings none.txt", "rival: none.txt: there is no such file"),
        ("--openings few.txt --games 6", "rival: few.txt: found 2 openings for 3 encounters"),
        ("--plies 3", "rival: arguments: plies: only with a list of openings: 'random:8' has its own"),
        ("--shard 4/3", "rival: --shard <K/N>: found \"4/3\", expected a part"),
        ("--tc 1:2:3", "rival: --tc <10+0.1>: found '1:2:3', expected seconds and increment"),
        (
            "--tc 40/10",
            "rival: --tc <10+0.1>: found '40/10', a time for some moves, expected that for all (about 30 a side) like \
             \"10+0.1\", or st for each move\n",
        ),
        ("--engine name=c", "rival: arguments: engines[2]: found no field `cmd`, expected the field `cmd`"),
        ("--engine name=c,cmd=nothing-here,proto=gtp", "rival: arguments: engines[2]"),
        (
            "--look-in ~/nowhere",
            "rival: arguments: look_in: found no folder '/home/of/nobody/nowhere', expected a folder",
        ),
        ("missing.json", "rival: missing.json: there is no such file"),
        ("/dev/zero", "rival: /dev/zero: found a device, expected a regular file"),
    ] {
        let output = bench.command("out", &engines, options).env("HOME", "/home/of/nobody").output().unwrap();
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{options}: {said}");
        assert!(said.starts_with(message) && said.lines().count() == 1, "{options}: {said}");
        assert!(!bench.path("out").exists(), "{options}");
    }
    // A single engine replaces those of the file.
    fs::write(bench.path("cup.json"), r#"{"engines": ["rhino", "edax"]}"#).unwrap();
    let output = bench.command("out", &engines[..1], "cup.json").output().unwrap();
    let expected = "rival: --engine: found 1 engine, which replaces all 2 of cup.json, expected 2 or more\n";
    assert_eq!((output.status.code(), complaint(&output).as_str()), (Some(2), expected));
    let misspelt = "name=c proto=gtp cmd=\"rival gtp --depth {dpeth}\"".to_owned();
    let output = bench.command("out", &[engines[0].clone(), misspelt], "").output().unwrap();
    let expected = "engines[1].cmd: found {dpeth}, expected one of {seed}, {depth}, {nodes}, {st}\n";
    assert!(output.status.code() == Some(2) && complaint(&output).ends_with(expected), "{}", complaint(&output));
    let program = "name=c proto=gtp cmd=nothing-here".to_owned();
    let output = bench.command("out", &[engines[0].clone(), program], "").output().unwrap();
    assert_eq!(
        complaint(&output),
        "rival: arguments: engines[1].cmd: found no program 'nothing-here', expected one in PATH, /usr/games\n"
    );
    // A script without the right to run, and one whose interpreter is missing.
    let script = bench.path("script");
    fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    let scripted = format!("name=c proto=gtp cmd='{}'", script.display());
    let output = bench.command("out", &[engines[0].clone(), scripted.clone()], "").output().unwrap();
    let said = complaint(&output);
    let expected = "/script', which is not executable, expected a program (chmod +x)\n";
    assert!(output.status.code() == Some(2) && said.ends_with(expected), "{said}");
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let output = bench.command("out", &[engines[0].clone(), scripted], "").output().unwrap();
    let said = complaint(&output);
    assert!(output.status.code() == Some(2) && said.contains("script: its interpreter (#!) is missing"), "{said}");
    // A comment is no opening, and a line without a move is named.
    fs::write(bench.path("list.txt"), "; my openings\nf5d6\n(two)\n1.\n").unwrap();
    let output = bench.command("list", &engines, "--openings list.txt --games 2").output().unwrap();
    let note = "list.txt: left out 1 opening that cannot be played; line 4: found no move, expected moves like f5d6c3";
    assert!(output.status.success() && complaint(&output).contains(note), "{}", complaint(&output));
    assert!(crate::run::games(&bench.path("list")).iter().all(|game| game["opening"]["plies"] == 2));
    // Unplayable lines are left out and reported.
    fs::write(bench.path("some.txt"), "f5d6\nf5f5\nf5f4\nhello\n").unwrap();
    let output = bench.command("some", &engines, "--openings some.txt --games 4").output().unwrap();
    let note = "some.txt: left out 2 openings that cannot be played; the first is line 2: column 3: move 2: found f5";
    assert!(output.status.success() && complaint(&output).contains(note), "{}", complaint(&output));
    // A list that is too short is drawn again on request, with a note.
    let output = bench.command("out", &engines, "--openings few.txt --games 6 --repeat").output().unwrap();
    assert!(
        complaint(&output).contains("2 openings for 3 encounters: the list is drawn 2 times"),
        "{}",
        complaint(&output)
    );
}

/// A shell leaves `~` alone inside quotes.
pub fn the_users_home_is_known() {
    let bench = Bench::new();
    fs::create_dir(bench.path("engines")).unwrap();
    std::os::unix::fs::symlink(std::env::current_exe().unwrap(), bench.path("engines/mine")).unwrap();
    let home = format!("name=a proto=gtp dir=~/engines cmd='~/engines/mine mock gtp tag={} seed=1'", bench.tag);
    let engines = [home, bench.mock("b", "gtp", "seed=2")];
    let output = bench.command("out", &engines, "--games 2").env("HOME", bench.folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
}

/// A player for fewest discs plays to lose where most discs win.
pub fn players_for_the_other_rule_are_named() {
    let bench = Bench::new();
    let engines = ["static-anti", "static-normal", "random"].map(|player| format!("rival player={player}"));
    let output = bench.command("out", &engines, "--games 2").output().unwrap();
    let said = complaint(&output);
    let note = "note: static-anti plays for anti, the games are counted as normal\n";
    assert!(output.status.success() && said.contains(note), "{said}");
    assert_eq!(said.matches("plays for").count(), 1, "{said}");
}

/// A run whose output goes into a file tells the standing in its midst.
pub fn a_log_has_the_standing() {
    let bench = Bench::new();
    let engines = ["a", "b", "c"].map(|name| bench.mock(name, "gtp", "seed=1"));
    let log = |out: &str, engines: &[String], options: &[&str]| {
        let output = bench.command(out, engines, "--openings random:6").args(options).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let two = log("two", &engines[..2], &["--games", "20", "--sprt", "elo0=0 elo1=5"]);
    let standing: Vec<&str> = two.lines().filter(|line| line.starts_with("standing: ")).collect();
    assert!(standing.len() == 1 && standing[0].starts_with("standing: 10 of 20 games; a - b: +"), "{two}");
    assert!([" %), Elo ", ", LLR ", " in [-2.94, 2.94]"].iter().all(|words| standing[0].contains(words)), "{two}");
    let three = log("three", &engines, &["--games", "6"]);
    assert!(three.contains("\nstanding: 15 of 18 games\n") && three.matches("score %").count() == 2, "{three}");
}

/// Each file of a folder describes the conditions of its games.
pub fn every_file_says_how_it_was_played() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "nboard", "seed=2") + " st=9"];
    let run = bench.command("out", &engines, "--games 2 --openings random:6 --seed 7 --clock cpu").output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", complaint(&run));
    let read = |name: &str| fs::read_to_string(bench.path("out").join(name)).unwrap();
    let config: Value = serde_json::from_str(&read("config.json")).unwrap();
    let made = |name: &str| config["origin"][name].as_str().unwrap().to_owned();
    let digest = |value: &Value| value.as_str().unwrap()[..16].to_owned();
    let mut expected = vec![
        made("date"),
        made("program"),
        made("machine"),
        "processor time".to_owned(),
        "random:6".to_owned(),
        digest(&config["openings"]["digest"]),
        "9 s a move".to_owned(),
        "mock nboard".to_owned(),
    ];
    expected.extend(config["engines"].as_array().unwrap().iter().map(|engine| digest(&engine["program"])));
    assert!(made("program").starts_with("rival ") && made("date").starts_with("20"), "{config}");
    for name in ["results.json", "table.md", "games.ggf", "report.html"] {
        // Each in its own spelling.
        let text = read(name).replace('\\', "");
        let missing: Vec<&String> = expected.iter().filter(|words| !text.contains(*words)).collect();
        assert!(missing.is_empty(), "{name} lacks {missing:?}");
    }
    let results = bench.results("out");
    assert_eq!((&results["how"]["seed"], &results["how"]["clock"]), (&json!("7"), &json!("processor time")));
    // Two engines: the table and the line of their match have one likelihood of superiority, seen from the better one.
    let best = &results["standing"]["engines"][0];
    let pairing = &results["standing"]["pairings"][0];
    let los = pairing["los"].as_f64().unwrap();
    let expected = if best["name"] == pairing["first"] { los } else { 1.0 - los };
    assert!((0.0..1.0).contains(&los) && best["los"] == expected, "{results}");
    let shown = format!("{:.1} %", 100.0 * expected);
    assert!(["table.md", "report.html"].iter().all(|name| read(name).contains(&shown)), "{shown}");
}

pub fn another_tournaments_folder() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=2")];
    assert_eq!(bench.command("out", &engines, "--games 4").output().unwrap().status.code(), Some(0));
    let before = bench.compared("out");
    for (options, difference) in [
        ("--games 2", "another run: games: found 4, expected 2"),
        ("--games 6 --seed 2", "seed: found"),
        ("--games 4 --openings random:9", "openings: found \"random:8\", expected \"random:9\""),
        ("--games 4 --st 9", "another run: engine a: st: found nothing, expected 9.0"),
        ("--games 6 --rule anti", "another run: rule: found \"normal\", expected \"anti\""),
        ("--games 4 --schedule gauntlet", "another run: schedule: found \"round-robin\", expected \"gauntlet\""),
        ("--games 4 --clock cpu", "another run: clock: found \"wall\", expected \"cpu\""),
    ] {
        let output = bench.command("out", &engines, options).output().unwrap();
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{options}: {said}");
        assert!(said.contains("the folder holds another run: ") && said.contains(difference), "{options}: {said}");
        assert_eq!(bench.compared("out"), before);
    }
    // The same again plays nothing.
    let output = bench.command("out", &engines, "--games 4 --concurrency 2").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(bench.compared("out"), before);
    fs::create_dir(bench.path("mine")).unwrap();
    fs::write(bench.path("mine/thesis.txt"), "precious").unwrap();
    let output = bench.command("mine", &engines, "--games 4").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaint(&output).contains("mine: found thesis.txt, expected a new or an empty folder"),
        "{}",
        complaint(&output)
    );
    assert_eq!(fs::read_dir(bench.path("mine")).unwrap().count(), 1);
}

/// The digest of a program that was built again tells the user nothing.
pub fn a_changed_program_is_named() {
    let bench = Bench::new();
    let mock = format!("exec '{}' mock gtp tag={}", std::env::current_exe().unwrap().display(), bench.tag);
    let write = |name: &str, text: &str| fs::write(bench.path(name), text).unwrap();
    write("engine", &format!("#!/bin/sh\n{mock}\n"));
    write("book", "1");
    write("net", "1");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bench.path("engine"), executable).unwrap();
    let engines = ["a", "b"].map(|name| format!("name={name} proto=gtp cmd='./engine book=1 book --net=net'"));
    assert_eq!(bench.command("out", &engines, "--games 2").output().unwrap().status.code(), Some(0));
    // The digest of a file with the text 1.
    let table = fs::read_to_string(bench.path("out/table.md")).unwrap();
    assert!(table.contains(", of book 6b86b273ff34fce1, of net 6b86b273ff34fce1"), "{table}");
    for (file, text, place) in [
        ("net", "2".to_owned(), "cmd: '--net=net'"),
        ("book", "2".to_owned(), "cmd: 'book'"),
        ("engine", format!("#!/bin/sh\n\n{mock}\n"), "program: './engine'"),
    ] {
        write(file, &text);
        let output = bench.command("out", &engines, "--games 4").output().unwrap();
        let said = complaint(&output);
        let expected = format!(
            "config.json: the folder holds another run: engine a: {place} has changed, or is another file: give the \
             engine another name, or take another folder\n"
        );
        assert!(output.status.code() == Some(2) && said.ends_with(&expected), "{said}");
    }
}

pub fn the_page_needs_nothing_else() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=1")];
    let output = bench.command("out", &engines, "--games 4").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let page = fs::read_to_string(bench.path("out/report.html")).unwrap();
    assert!(page.contains("<td>a</td>") && !page.contains("{{"));
    // The name of SVG is no address that anybody asks.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    let needs = ["http://", "https://", "src=", "href=", "url("].map(|other| page.contains(other));
    assert_eq!(needs, [false; 5], "the page must need nothing else");
    assert!(page.contains("name=viewport") || page.contains("name=\"viewport\""));
    assert!(page.contains("<dt>command</dt>") && page.contains("prefers-color-scheme: dark"));
}

pub fn a_configuration_file() {
    let bench = Bench::new();
    let own = std::env::current_exe().unwrap();
    let mock = |name: &str, seed: u32| {
        let seed = format!("seed={seed}");
        serde_json::json!({"name": name, "proto": "gtp", "cmd": [own, "mock", "gtp", seed], "env": {"X": "1"}, "depth": null})
    };
    let config = serde_json::json!({
        "format": "rival-tournament/1", "name": "spring", "engines": [mock("a", 1), mock("b", 2), mock("c", 3)], "schedule": "gauntlet",
        "games": 4, "openings": "random:6", "order": "random", "start": 2, "seed": 7, "st": 5, "log": false,
    });
    fs::write(bench.path("spring.json"), config.to_string()).unwrap();
    let run = |options: &[&str]| {
        let mut command = Command::new(RIVAL);
        command.args(["tournament", "spring.json"]).args(options).current_dir(bench.folder.path()).output().unwrap()
    };
    let output = run(&["--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("spring: 8 of 8 games"));
    assert!(!bench.path("out/logs").exists());
    // A flag overrides a field.
    assert!(String::from_utf8_lossy(&run(&["--out", "two", "--games", "2"]).stdout).contains("spring: 4 of 4 games"));
    fs::write(bench.path("spring.json"), r#"{"engines": [{"name": "a", "cmd": "x", "proto": "gtp", "level": 3}]}"#)
        .unwrap();
    let output = run(&["--out", "three"]);
    assert_eq!(output.status.code(), Some(2));
    let said = complaint(&output);
    let expected = "rival: spring.json: engines[0].level: unknown field: expected another one, such as \"name\"";
    assert!(said.starts_with(expected), "{said}");
}

/// The logs of a folder that others can write to must not lead into the user's files.
pub fn logs_are_not_written_through_links() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "stderr=20"), bench.mock("b", "gtp", "seed=2")];
    assert_eq!(bench.command("out", &engines, "--games 2").output().unwrap().status.code(), Some(0));
    fs::write(bench.path("precious"), "x").unwrap();
    for file in ["a.stderr", "b.log"] {
        let log = bench.path("out/logs").join(file);
        fs::remove_file(&log).unwrap();
        std::os::unix::fs::symlink(bench.path("precious"), &log).unwrap();
    }
    // The games are played again.
    fs::write(bench.path("out/games.jsonl"), "").unwrap();
    let output = bench.command("out", &engines, "--games 2").output().unwrap();
    assert!(
        complaint(&output).contains("logs/b.log: found a symbolic link, expected a regular file"),
        "{}",
        complaint(&output)
    );
    fs::remove_file(bench.path("out/logs/b.log")).unwrap();
    assert_eq!(bench.command("out", &engines, "--games 2").output().unwrap().status.code(), Some(0));
    assert_eq!(fs::read_to_string(bench.path("precious")).unwrap(), "x");
}

/// Nor must its other files.
pub fn results_are_not_written_through_links() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=2")];
    assert_eq!(bench.command("out", &engines, "--games 2").output().unwrap().status.code(), Some(0));
    fs::write(bench.path("precious"), "x").unwrap();
    // The configuration is written when a run is made longer, the others at its end.
    for (number, name) in
        ["results.json", "games.ggf", "table.md", "report.html", "games.jsonl", "config.json"].into_iter().enumerate()
    {
        let file = bench.path("out").join(name);
        let moved = bench.path("moved");
        fs::rename(&file, &moved).unwrap();
        let to = if name == "config.json" { &moved } else { &bench.path("precious") };
        let before = fs::read(to).unwrap();
        std::os::unix::fs::symlink(to, &file).unwrap();
        let games = format!("--games {}", 2 * number + 4);
        let output = bench.command("out", &engines, &games).output().unwrap();
        let said = complaint(&output);
        assert!(output.status.code() > Some(0), "{name}: {said}");
        assert!(said.contains(&format!("{name}: ")) && said.contains("found a symbolic link, expected"), "{said}");
        assert_eq!(fs::read(to).unwrap(), before, "{name}");
        fs::remove_file(&file).unwrap();
        fs::rename(&moved, &file).unwrap();
    }
    assert_eq!(bench.command("out", &engines, "--games 16").output().unwrap().status.code(), Some(0));
}

/// A value that no configuration could have given is an error, and nothing is written.
pub fn a_folder_that_was_changed() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=2")];
    assert_eq!(bench.command("out", &engines, "--games 2").output().unwrap().status.code(), Some(0));
    let config = bench.path("out/config.json");
    let whole = fs::read_to_string(&config).unwrap();
    for (place, value, said) in [
        ("/engines", json!([]), "plan.extents: found"),
        ("/engines/1/name", json!("a"), "engines: found \"a\" a second time, expected another name for each engine"),
        ("/plan/extents", json!([]), "plan.extents: found"),
        ("/plan/extents/0/games", json!(3), "plan.extents: found"),
        ("/plan/extents/0/games", json!(usize::MAX - 1), "plan.extents: found"),
        ("/rules/timeouts/late", json!(-1), "rules.timeouts.late: found -1, expected seconds from 0 to 604800"),
        ("/anchors", json!({"c": 1}), "anchors: found \"c\", expected an engine's name"),
        ("/shard", json!([1, 0]), "shard: found part 1 of 0, expected one of them"),
    ] {
        let mut changed: Value = serde_json::from_str(&whole).unwrap();
        *changed.pointer_mut(place).unwrap() = value;
        fs::write(&config, changed.to_string()).unwrap();
        let output = bench.command("out", &engines, "--games 2").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{place}: {}", complaint(&output));
        assert!(complaint(&output).contains(said), "{place}: {}", complaint(&output));
        assert_eq!(fs::read_to_string(&config).unwrap(), changed.to_string());
    }
}

/// The moves of a tournament from openings of a file can be judged.
pub fn openings_of_a_file_and_losses() {
    let bench = Bench::new();
    let rival = |words: &str| {
        let mut command = Command::new(RIVAL);
        let output = command.args(words.split(' ')).current_dir(bench.folder.path()).output().unwrap();
        assert!(output.status.success(), "{words}: {}", complaint(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    fs::write(bench.path("xot.txt"), "# Values for the side to move.\ne6f6d3c5g6d2c4e7 # +0.50\n").unwrap();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=2")];
    let output = bench.command("out", &engines, "--games 2 --openings xot.txt").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let analysis = rival("analyze out/games.jsonl --depth 1");
    let heading = analysis.lines().next();
    assert_eq!(heading, Some("out/games.jsonl: game 1, line 1: a (black) - b (white)"));
    let table = rival("tournament losses out --depth 1");
    assert!(
        table.starts_with("discs lost by empty squares, a game that reached them (master at depth 1, exact from 2)\n"),
        "{table}"
    );
    assert_eq!(rival("tournament losses out --depth 1 --threads 2"), table);
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    for name in ["a", "b"] {
        let figures: Vec<f64> =
            row(&format!("{name} ")).split_whitespace().skip(1).map(|f| f.parse().unwrap()).collect();
        // Seven numbers of discs, their sum, the games, and the points; each is rounded.
        assert!(figures.len() == 10 && figures[7] > 1.0 && figures[8] == 2.0, "{table}");
        assert!((0.0..=2.0).contains(&figures[9]), "{table}");
        assert!((figures[..7].iter().sum::<f64>() - figures[7]).abs() < 0.04, "{table}");
    }
    // An engine that crashes at once has lost nothing, which is no praise.
    let engines = [bench.mock("c", "gtp", "crash=1000"), bench.mock("d", "gtp", "seed=2")];
    assert_eq!(bench.command("crash", &engines, "--games 2").output().unwrap().status.code(), Some(1));
    let table = rival("tournament losses crash --depth 1");
    let row = table.lines().find(|line| line.starts_with("c ")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), "c - - - - - - - - 2 0.0".split(' ').collect::<Vec<_>>());
}

/// Values of another kind, or for the other rule, would be silently wrong.
pub fn losses_need_values_for_the_rule() {
    let bench = Bench::new();
    let engines = [bench.mock("a", "gtp", "seed=1"), bench.mock("b", "gtp", "seed=2")];
    let output = bench.command("anti", &engines, "--games 2 --rule anti").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    for (player, message) in [
        (
            "master",
            "anti: found games for the fewest discs, expected some for the most discs, which master plays for: \
             give another --player",
        ),
        ("random", "--player: found random, expected a player that evaluates"),
        (
            "uct-100",
            "--player: found uct-100, whose values come from random games; expected a player that evaluates in discs",
        ),
    ] {
        let mut command = Command::new(RIVAL);
        command.args(["tournament", "losses", "anti", "--player", player]).current_dir(bench.folder.path());
        let output = command.output().unwrap();
        assert_eq!((output.status.code(), complaint(&output)), (Some(2), format!("rival: {message}\n")));
    }
}
