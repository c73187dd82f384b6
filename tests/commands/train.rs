//! Training runs, as a user sees them: whole runs of the binary, and runs that are stopped, killed or damaged.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rival::board::Objective;
use rival::personality::{Kind, load};
use rival::search::Stop;
use rival::train::recipe::{self, Recipe};
use rival::train::{End, Run, Settings};

use crate::rival;

/// The one line on stderr of a command that must fail with exit code 2.
fn refusal(args: &[&str]) -> String {
    let output = rival(args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
    assert!(output.stdout.is_empty());
    text
}

/// The words of a small run in this folder.
fn small<'a>(target: &'a str, folder: &'a str) -> Vec<&'a str> {
    let rest: &[&str] = match target {
        "map" => &["--recipe", "map-article", "--generations", "40", "--population", "26", "--response", "0"],
        "board" => &["--recipe", "board-playoff", "--generations", "6"],
        _ => &["--generations", "2", "--population", "4"],
    };
    [&["train", target, "--out", folder, "--seed", "7", "--date", "2000-01-01"], rest].concat()
}

/// The charts in the page of a run.
fn charts(page: &str) -> serde_json::Value {
    let charts = page.split_once("const CHARTS = ").unwrap().1.split_once(";\n").unwrap().0;
    serde_json::from_str(charts).unwrap()
}

#[test]
fn a_run_leaves_a_personality_and_its_history_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for (target, generations) in [("map", 40), ("board", 6), ("linear", 2)] {
        let mut seen = Vec::new();
        for threads in ["1", "3"] {
            let out = folder.path().join(format!("{target}-{threads}"));
            let out = out.to_str().unwrap();
            let output = rival(&[&small(target, out)[..], &["--threads", threads]].concat());
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert!(output.stderr.is_empty(), "a progress bar is for terminals");
            let file = format!("{out}/personality.json");
            let personality = load(&file).unwrap();
            let made = personality.provenance.unwrap();
            assert_eq!((made.seed, made.date.as_deref()), (Some(7), Some("2000-01-01")));
            assert!(made.command.unwrap().starts_with(&format!("rival train {target} ")));
            assert_eq!(matches!(personality.kind, Kind::StaticMap(_)), target == "map");
            let log = fs::read_to_string(format!("{out}/log.jsonl")).unwrap();
            assert_eq!(log.lines().count(), generations);
            let page = fs::read_to_string(format!("{out}/index.html")).unwrap();
            let charts = charts(&page);
            assert_eq!(charts[0]["series"][0][1].as_array().unwrap().len(), generations);
            let genes = charts.as_array().unwrap()[2..].iter().step_by(3).map(|chart| &chart["series"]);
            let genes: Vec<&str> =
                genes.flat_map(|lines| lines.as_array().unwrap()).filter_map(|l| l[0].as_str()).collect();
            match target {
                "map" => assert!(genes.is_empty(), "{genes:?}"),
                "board" => assert_eq!(genes, ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"]),
                _ => assert_eq!(
                    [genes[0], genes[12], genes[18], genes[20]],
                    ["symmetric-board a1", "corner-shapes 3", "edge-stable", "mobility:both"]
                ),
            }
            recipe::parse("recipe.json", &fs::read(format!("{out}/recipe.json")).unwrap()).unwrap();
            seen.push((fs::read(file).unwrap(), log));
        }
        assert!(seen[0] == seen[1], "{target}: the number of threads changed the result");
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_personality() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let words = |out: &str| {
        let mut words: Vec<String> = small("map", out).into_iter().map(str::to_owned).collect();
        words.extend(["--generations", "400", "--resume"].map(str::to_owned));
        words.retain(|word| word != "40");
        let at = words.iter().position(|word| word == "--generations").unwrap();
        words.remove(at);
        words
    };
    assert!(Command::new(env!("CARGO_BIN_EXE_rival")).args(words(&path("whole"))).status().unwrap().success());
    let whole = fs::read(path("whole") + "/personality.json").unwrap();
    for (number, wait) in [1, 30, 90, 200].into_iter().enumerate() {
        let out = path(&format!("killed-{number}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_rival")).args(words(&out)).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_rival")).args(words(&out)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read(out + "/personality.json").unwrap(), whole);
    }
}

/// A process that was killed in one of its first writes leaves a temporary file, and what it wrote before.
#[test]
fn a_run_begins_where_a_process_was_killed_in_its_first_writes() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    assert!(rival(&small("map", whole.to_str().unwrap())).status.success());
    fs::create_dir(&killed).unwrap();
    fs::write(killed.join(".rival-Ab3dEf.tmp"), "half").unwrap();
    fs::copy(whole.join("recipe.json"), killed.join("recipe.json")).unwrap();
    let output = rival(&[&small("map", killed.to_str().unwrap())[..], &["--resume"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let personality = |folder: &Path| fs::read(folder.join("personality.json")).unwrap();
    assert_eq!(personality(&killed), personality(&whole));
    assert!(!killed.join(".rival-Ab3dEf.tmp").exists());
}

/// More generations continue a finished run to the bytes of one that had them from the beginning.
#[test]
fn a_finished_run_is_extended() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let words = |out: &str, generations: &str| {
        let mut words: Vec<String> = small("map", out).into_iter().map(str::to_owned).collect();
        let at = words.iter().position(|word| word == "--generations").unwrap();
        words[at + 1] = generations.to_owned();
        words.push("--resume".to_owned());
        words
    };
    let run = |words: &[String]| Command::new(env!("CARGO_BIN_EXE_rival")).args(words).output().unwrap();
    let whole = path("whole");
    let grown = path("grown");
    for words in [words(&whole, "30"), words(&grown, "12")] {
        assert!(run(&words).status.success());
    }
    let output = run(&words(&grown, "30"));
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the run was to end after 12 generations; now it ends after 30 at most"), "{said}");
    for name in ["personality.json", "log.jsonl", "recipe.json", "run.json"] {
        let read = |folder: &str| fs::read_to_string(format!("{folder}/{name}")).unwrap();
        assert_eq!(read(&grown), read(&whole), "{name}");
    }
    // Finished generations cannot be undone. More hide no other difference.
    let fewer: Vec<String> = words(&grown, "20");
    let said = refusal(&fewer.iter().map(String::as_str).collect::<Vec<_>>());
    let expected = format!("generations: found 20, expected 30 or more, because {grown} has finished 30\n");
    assert!(said.ends_with(&expected), "{said}");
    let mut other = words(&grown, "40");
    other.extend(["--mutation".to_owned(), "0.5".to_owned()]);
    let said = refusal(&other.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("another run: method.mutation.probability: found"), "{said}");
}

/// A link in the place of a run's file could lead to any file of the user's.
#[cfg(unix)]
#[test]
fn files_of_a_run_are_not_written_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let precious = folder.path().join("precious");
    let words = [&small("map", out.to_str().unwrap())[..], &["--resume"]].concat();
    assert!(rival(&words).status.success());
    fs::write(&precious, "x").unwrap();
    for name in ["personality.json", "index.html", "log.jsonl"] {
        let file = out.join(name);
        let moved = folder.path().join("moved");
        fs::rename(&file, &moved).unwrap();
        std::os::unix::fs::symlink(if name == "log.jsonl" { &moved } else { &precious }, &file).unwrap();
        let said = refusal(&words);
        assert!(said.contains(&format!("{name}: ")) && said.contains("found a symbolic link"), "{said}");
        fs::remove_file(&file).unwrap();
        fs::rename(&moved, &file).unwrap();
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "x");
    // A checkpoint in whose place a link was put while it ran.
    fs::remove_file(out.join("checkpoint.json")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("absent"), out.join("checkpoint.json")).unwrap();
    assert!(refusal(&words).contains("checkpoint.json: "));
    assert!(!folder.path().join("absent").exists());
}

fn small_recipe(name: &str, generations: u64) -> Recipe {
    let mut recipe = recipe::load(name).unwrap();
    recipe.generations = generations;
    if let recipe::Target::Map = recipe.target {
        recipe.finish.candidates = 12;
        recipe.finish.openings.count = 1;
    }
    if name == "map-league" {
        let json = serde_json::to_string(&recipe).unwrap();
        let plan = r#""plan":{"oracles":2,"judges":1,"rounds":2,"generations":2}"#;
        let from = json.find("\"plan\":").unwrap();
        let to = from + json[from..].find('}').unwrap() + 1;
        recipe = recipe::parse(name, format!("{}{plan}{}", &json[..from], &json[to..]).as_bytes()).unwrap();
    }
    recipe
}

fn settings() -> Settings {
    Settings {
        seed: 3,
        name: "test".into(),
        command: "test".into(),
        date: Some("2000-01-01".into()),
        ..Settings::default()
    }
}

#[test]
fn a_name_that_no_personality_can_have_is_refused_before_any_game() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    let settings = Settings { name: "my map".into(), ..settings() };
    let error = Run::create(&folder, small_recipe("map-article", 2), settings).unwrap_err().to_string();
    assert!(error.starts_with("name: found \"my map\""), "{error}");
    assert!(!folder.exists());
}

/// Runs, stopping after each of these numbers of generations and opening the folder anew; the final file.
fn stopped_at(folder: &Path, recipe: &Recipe, stops: &[u64]) -> Vec<u8> {
    let mut run = Run::create(folder, recipe.clone(), settings()).unwrap();
    for &at in stops {
        let stop = Stop::default();
        let flag = stop.clone();
        let end = run.train(2, &stop, &mut |run| {
            if run.generation() == at {
                flag.stop();
            }
        });
        assert_eq!(end.unwrap(), End::Stopped { generation: at });
        drop(run);
        let (opened, lost) = Run::open(folder).unwrap();
        assert!(lost.is_empty(), "{lost:?}");
        run = opened;
        assert_eq!(run.generation(), at);
    }
    assert!(matches!(run.train(1, &Stop::default(), &mut |_| {}).unwrap(), End::Done { .. }));
    fs::read(folder.join("personality.json")).unwrap()
}

#[test]
fn every_method_goes_on_from_its_checkpoint_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    for (name, generations, stops) in [
        ("map-response", 5, vec![1, 2, 4]),
        ("map-league", 16, vec![1, 2, 7, 12, 14]),
        ("map-article", 30, vec![1, 17]),
        ("board-playoff", 5, vec![1, 4]),
    ] {
        let recipe = small_recipe(name, generations);
        let whole = stopped_at(&folder.path().join(format!("{name}-whole")), &recipe, &[]);
        let parts = stopped_at(&folder.path().join(format!("{name}-parts")), &recipe, &stops);
        assert!(whole == parts, "{name}: a stop changed the result");
        let log = |kind: &str| fs::read(folder.path().join(format!("{name}-{kind}/log.jsonl"))).unwrap();
        assert!(log("whole") == log("parts"), "{name}: a stop changed the log");
    }
}

/// A run that was stopped ends with fewer generations than it was to have, as one that never was to have more. The last
/// generation meets the reference in any case, but not if the run is made longer.
#[test]
fn a_stopped_run_ends_early_or_late() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut recipe = small_recipe("map-article", 30);
    let openings = recipe.finish.openings;
    recipe.reference = Some(recipe::Reference { players: vec!["static-normal".to_owned()], every: 4, openings });
    let lasting = |generations| Recipe { generations, ..recipe.clone() };
    let stopped = stopped_at(&path("stopped"), &lasting(30), &[13]);
    assert_eq!(stopped, stopped_at(&path("whole"), &lasting(30), &[]));
    let begun = |name: &str, generations| Run::begin(&path(name), lasting(generations), settings(), true);

    let mut run = Run::create(&path("short"), lasting(30), settings()).unwrap();
    let stop = Stop::default();
    let flag = stop.clone();
    run.train(1, &stop, &mut |run| {
        if run.generation() == 13 {
            flag.stop()
        }
    })
    .unwrap();
    drop(run);
    assert!(begun("short", 12).unwrap_err().to_string().starts_with("generations: found 12, expected 13 or more"));
    let (mut run, notes) = begun("short", 13).unwrap();
    assert_eq!(notes, ["the run was to end after 30 generations; now it ends after 13 at most"]);
    assert!(matches!(run.train(1, &Stop::default(), &mut |_| {}).unwrap(), End::Done { .. }));
    let measured: Vec<u64> = run.entries().iter().filter(|e| e.reference.is_some()).map(|e| e.generation).collect();
    assert_eq!(measured, [3, 7, 11, 12]);
    drop(run);
    let read = |name: &str, file: &str| fs::read(path(name).join(file)).unwrap();
    stopped_at(&path("early"), &lasting(13), &[]);
    for file in ["personality.json", "log.jsonl", "recipe.json"] {
        assert!(read("short", file) == read("early", file), "{file}");
    }
    let (mut run, _) = begun("short", 30).unwrap();
    run.train(1, &Stop::default(), &mut |_| {}).unwrap();
    for file in ["log.jsonl", "recipe.json"] {
        assert!(read("short", file) == read("whole", file), "{file}");
    }
    let [long, whole] = ["short", "whole"].map(|name| {
        let bytes = read(name, "personality.json");
        let mut personality: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        // The command grows with the length.
        personality["provenance"]["command"].take();
        personality
    });
    assert_eq!(long, whole);
}

#[test]
fn a_damaged_last_line_is_dropped_and_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let out = out.to_str().unwrap();
    assert!(rival(&small("map", out)).status.success());
    let whole = fs::read(format!("{out}/personality.json")).unwrap();
    let file = format!("{out}/log.jsonl");
    let log = fs::read(&file).unwrap();
    fs::write(&file, &log[..log.len() - 20]).unwrap();
    fs::remove_file(format!("{out}/personality.json")).unwrap();
    let output = rival(&[&small("map", out)[..], &["--resume"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("last line, 40, was damaged and is dropped"), "{said}");
    assert_eq!(fs::read(format!("{out}/personality.json")).unwrap(), whole);

    // Lines that are gone with it are told, too.
    let text = String::from_utf8(log.clone()).unwrap();
    let first: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(&file, format!("{first}{{")).unwrap();
    let output = rival(&[&small("map", out)[..], &["--resume"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line, 5, was damaged") && said.contains("36 lines before generation 40"), "{said}");

    // A damaged line in the middle is an error, because this program did not write it.
    let text = String::from_utf8(log).unwrap().replacen("\"generation\":5,", "\"generation\":!,", 1);
    fs::write(&file, &text).unwrap();
    assert!(refusal(&[&small("map", out)[..], &["--resume"]].concat()).contains("log.jsonl: damaged: line 6"));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_trained_personality_can_be_read_whatever_the_recipe_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let board: serde_json::Value =
        serde_json::from_str(include_str!("../../src/train/recipes/board-playoff.json")).unwrap();
    for (field, value, expected) in [
        ("name", "my board", "name: found \"my board\", expected 1 to 40 printable ASCII characters"),
        ("summary", "two\nlines", "summary: found the control character \\n, expected one line of text"),
    ] {
        let mut recipe = board.clone();
        recipe[field] = value.into();
        fs::write(path("recipe.json"), recipe.to_string()).unwrap();
        let line = refusal(&["train", "board", "--recipe", &path("recipe.json"), "--out", &path("none")]);
        assert!(line.contains(expected), "{line}");
    }
    let line = refusal(&["train", "patterns", "--name", "my player", "--out", &path("none")]);
    assert!(line.contains("--name: found \"my player\""), "{line}");
    assert!(!folder.path().join("none").exists());
}

#[test]
fn a_run_does_not_go_on_against_another_opponent_of_the_same_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [opponent, out] = [path("my opponent.json"), path("run")];
    let words = ["train", "map", "--against", &opponent, "--generations", "3", "--seed", "7", "--out", &out];
    let again = || [&words[..], &["--resume"]].concat();
    let write = |name: &str| fs::write(&opponent, rival(&["show", name, "--json"]).stdout).unwrap();
    write("static-normal");
    assert!(rival(&words).status.success());
    let run = fs::read_to_string(format!("{out}/run.json")).unwrap();
    assert!(run.contains(&format!("--seed 7 --against '{opponent}' --generations 3\"")), "{run}");
    assert!(rival(&again()).status.success());
    write("map-normal");
    let said = refusal(&again());
    assert!(said.contains("run.json: the folder holds another run: players.") && said.contains(&opponent), "{said}");
    assert!(
        said.ends_with("has changed since the run began: put the old file back, or begin in a new folder\n"),
        "{said}"
    );
    // Runs of earlier versions do not know their opponents.
    let settings = format!("{out}/run.json");
    let mut known: serde_json::Value = serde_json::from_slice(&fs::read(&settings).unwrap()).unwrap();
    known.as_object_mut().unwrap().remove("players").unwrap();
    fs::write(&settings, known.to_string()).unwrap();
    assert!(rival(&again()).status.success());
    // A recipe has its own length.
    let said = refusal(&["train", "map", "--recipe", "map-article", "--seconds", "1", "--out", &path("other")]);
    assert!(said.contains("--seconds") && said.contains("--recipe"), "{said}");
}

#[test]
fn folders_and_checkpoints_that_cannot_be_used_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let out = path("run");
    assert!(rival(&small("map", &out)).status.success());
    let files = || {
        ["recipe.json", "checkpoint.json", "personality.json", "log.jsonl"]
            .map(|f| fs::read(format!("{out}/{f}")).unwrap())
    };
    let before = files();

    assert!(refusal(&small("map", &out)).contains("found a run, expected a new or an empty folder, or --resume"));
    for (option, value, expected) in [
        ("--name", "other", "run.json: the folder holds another run: name: found \"map-article\", expected \"other\""),
        ("--mutation", "0.5", "recipe.json: the folder holds another run: method.mutation.probability: found"),
        ("--date", "2000-01-02", "run.json: the folder holds another run: date: found \"2000-01-01\", expected"),
    ] {
        let mut other = small("map", &out);
        other.retain(|word| option != "--date" || !["--date", "2000-01-01"].contains(word));
        let said = refusal(&[&other[..], &["--resume", option, value]].concat());
        assert!(said.contains(expected), "{said}");
    }
    fs::create_dir(path("full")).unwrap();
    fs::write(path("full/thesis.txt"), "years of work").unwrap();
    assert!(refusal(&small("map", &path("full"))).contains("found thesis.txt"));
    fs::write(path("file"), "").unwrap();
    assert!(refusal(&small("map", &path("file"))).contains("cannot be written"));
    assert_eq!(files(), before);

    let checkpoint = format!("{out}/checkpoint.json");
    // A run of more than a second has two.
    let _ = fs::remove_file(format!("{checkpoint}.old"));
    let good = fs::read(&checkpoint).unwrap();
    let mut flipped = good.clone();
    let at = flipped.len() / 2;
    flipped[at] ^= 1;
    for damaged in [&b""[..], b"{}", &good[..good.len() / 2], &flipped] {
        fs::write(&checkpoint, damaged).unwrap();
        assert!(refusal(&[&small("map", &out)[..], &["--resume"]].concat()).contains("checkpoint.json: damaged"));
        assert_eq!(fs::read(&checkpoint).unwrap(), damaged, "nothing is overwritten");
    }
    // A run whose state is gone does not begin anew over its log.
    fs::remove_file(&checkpoint).unwrap();
    let said = refusal(&[&small("map", &out)[..], &["--resume"]].concat());
    let expected = "damaged: found no such file beside log.jsonl: put it back, or begin in a new folder";
    assert!(said.contains(expected), "{said}");
    assert_eq!(fs::read(format!("{out}/log.jsonl")).unwrap(), before[3]);
    fs::write(&checkpoint, &flipped).unwrap();
    // The state before it, if there is one, leads to the same end.
    fs::write(format!("{checkpoint}.old"), &good).unwrap();
    fs::remove_file(format!("{out}/personality.json")).unwrap();
    let output = rival(&[&small("map", &out)[..], &["--resume"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("checkpoint.json: damaged: "), "{said}");
    assert!(said.contains("the previous state is used"), "{said}");
    assert_eq!(fs::read(format!("{out}/personality.json")).unwrap(), before[2]);
}

#[test]
fn the_recipe_of_the_documents_can_be_run_and_mistakes_in_it_are_named() {
    let document = include_str!("../../docs/training.md");
    let text = document.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let run = |text: &str| recipe::parse("x.json", text.as_bytes()).and_then(|recipe| recipe.fitness());
    run(text).unwrap();
    for (right, mistake, place, message) in [
        ("\"target\"", "\"taget\"", "taget: ", "unknown field: did you mean \"target\"?"),
        (
            "\"rule\"",
            "\"population\"",
            "population: ",
            "unknown field: it belongs in \"method\" with the name \"generational\"",
        ),
        (
            "\"sigma\"",
            "\"alpha\"",
            "method.alpha: ",
            "unknown field: it belongs in \"method\" with the name \"generational\"",
        ),
        ("\"random\"", "\"randoms\"", "fitness.opponents.randoms: line 11", "unknown field: did you mean \"random\"?"),
        (
            "\"cma-es\"",
            "\"cma\"",
            "method.name: line 8, column 23: ",
            "found \"cma\", expected \"generational\", \"cma-es\" or \"spsa\"",
        ),
        (
            "\"candidates\"",
            "\"generations\"",
            "finish.generations: ",
            "unknown field: it belongs at the top of the file",
        ),
        ("rival-recipe/1", "rival/1", "format: ", "found \"rival/1\" (a personality), expected \"rival-recipe/1\""),
        ("\"map\"", "\"board\"", "depth: ", "found nothing, expected 1 to 8 plies to search"),
        ("\"map\"", "\"linear\"", "depth: ", "found nothing, expected 1 to 8 plies to search"),
        (
            "\"redrawn\": true",
            "\"redrawn\": 1",
            "fitness.openings.redrawn: line 12",
            "found integer `1`, expected true or false",
        ),
        ("\"normal\"", "\"anti\"", "reference.players: ", "for the rule \"normal\", expected one for \"anti\""),
        ("\"every\"", "\"evry\"", "reference.evry: ", "unknown field: did you mean \"every\"?"),
        ("\"map\"", "\"maps\"", "target: ", "found \"maps\", expected \"map\", \"board\" or \"linear\""),
    ] {
        let said = run(&text.replacen(right, mistake, 1)).err().unwrap().to_string();
        // The command adds the file's name to errors of values.
        let said = said.strip_prefix("x.json: ").unwrap_or(&said);
        assert!(said.starts_with(place) && said.ends_with(message), "{said}");
    }
}

#[test]
fn recipes_that_cannot_be_run_are_refused_in_one_line_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let good = serde_json::to_value(recipe::load("map-article").unwrap()).unwrap();
    let pool = serde_json::to_value(recipe::load("map-response").unwrap()).unwrap();
    let league = serde_json::to_value(recipe::load("map-league").unwrap()).unwrap();
    let playoff = serde_json::to_value(recipe::load("board-playoff").unwrap()).unwrap();
    let set = |recipe: &serde_json::Value, place: &str, value: serde_json::Value| {
        let mut recipe = recipe.clone();
        let (parent, field) = place.rsplit_once('/').unwrap();
        recipe.pointer_mut(parent).unwrap()[field] = value;
        recipe.to_string()
    };
    let cases = [
        (set(&good, "/color", 1.into()), "color: line 1, column "),
        (set(&good, "/method/color", 1.into()), "method.color: line 1, column "),
        (set(&good, "/method/alpha", (-0.1).into()), "method.alpha: found -0.1"),
        (set(&good, "/method/population", 1.into()), "method.population: found 1"),
        (set(&good, "/method/parents", 101.into()), "method.parents: found 101"),
        (set(&good, "/method/mutation/probability", 1.5.into()), "method.mutation.probability: found 1.5"),
        (set(&good, "/generations", 0.into()), "generations: found 0"),
        (set(&good, "/generations", "many".into()), "generations"),
        (set(&good, "/format", "rival-recipe/2".into()), "format: found \"rival-recipe/2\""),
        (set(&good, "/depth", 3.into()), "depth: a map has no depth"),
        (set(&good, "/fitness/openings/count", 0.into()), "fitness.openings.count: found 0"),
        (set(&pool, "/fitness/opponents", serde_json::json!({})), "fitness.opponents: found no opponents"),
        (set(&pool, "/fitness/opponents/players", serde_json::json!(["nobody"])), "no shipped personality"),
        (set(&pool, "/fitness/opponents/players", serde_json::json!(["random"])), "expected a static map"),
        (set(&league, "/fitness/plan/rounds", 0.into()), "fitness.plan.rounds: found 0, expected 1 to 1000"),
        (set(&league, "/fitness/plan/judges", 0.into()), "fitness.plan.judges: found 0, expected 1 to 100"),
        (set(&league, "/generations", 5.into()), "generations: found 5, expected more than the"),
        (
            set(
                &good,
                "/reference",
                serde_json::json!({"players": [], "every": 1, "openings": {"plies": 8, "count": 1}}),
            ),
            "reference.players: found no opponents",
        ),
        (set(&playoff, "/method/elites", 7.into()), "method.pairing: found"),
        (set(&playoff, "/depth", 99.into()), "depth: found 99"),
        (
            set(
                &playoff,
                "/method",
                serde_json::json!({"name": "spsa", "pairs": 3, "probe": 1e-310, "step": 1, "stability": 5}),
            ),
            "method.probe: found 0.00",
        ),
        (
            set(&good, "/finish", serde_json::json!([1, [8, 10, false]])),
            "finish: found an array, expected a JSON object",
        ),
        (
            set(&good, "/fitness/openings", serde_json::json!([8, 10, false])),
            "fitness.openings: found an array, expected a JSON object",
        ),
        (
            set(&good, "/method/mutation", serde_json::json!(["uniform", 0.1])),
            "method.mutation: found an array, expected a JSON object",
        ),
        ("{".to_owned(), "recipe.json"),
        ("[]".to_owned(), "recipe.json"),
        (good.to_string() + "x", "recipe.json"),
    ];
    let file = folder.path().join("recipe.json");
    let out = folder.path().join("out");
    for (text, expected) in cases {
        fs::write(&file, &text).unwrap();
        let target = if text.contains("\"target\":\"board\"") { "board" } else { "map" };
        let line = refusal(&["train", target, "--recipe", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        assert!(line.contains(expected) && line.contains("recipe.json"), "{expected}: {line}");
        assert!(!out.exists());
    }
}

/// The score in a sentence such as "scores 0.912 against".
fn score(text: &str) -> f64 {
    text.split_once("scores ").unwrap().1.split(' ').next().unwrap().parse().unwrap()
}

/// The published map loses to what is trained against it, and the report of a map says by how much.
#[test]
fn a_best_response_is_trained_against_a_map_or_a_mixture() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let train = |words: &[&str]| {
        let output = rival(&[&["train", "map", "--date", "2000-01-01"], words].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let short =
        train(&["--against", "static-normal", "--generations", "1", "--population", "8", "--out", &path("short")]);
    let long =
        train(&["--against", "static-normal", "--generations", "60", "--population", "8", "--out", &path("long")]);
    let expected = "against static-normal in new games, after 57600 games of training";
    assert!(long.contains(expected), "{long}");
    // The first generation is random; sixty beat one opponent by far.
    assert!(score(&short) < 0.6 && score(&long) > score(&short) + 0.2, "{short}{long}");

    let text = fs::read_to_string(path("long/personality.json")).unwrap();
    let mut mixture: serde_json::Value = serde_json::from_str(&text).unwrap();
    let map = mixture.as_object_mut().unwrap().remove("priorities").unwrap();
    let published = serde_json::to_value(&load("static-anti").unwrap().boards()[0].1[..]).unwrap();
    mixture["kind"] = "map-mixture".into();
    mixture["maps"] = serde_json::json!([map, published]);
    fs::write(path("mixture.json"), mixture.to_string()).unwrap();
    let timed = train(&["--against", &path("mixture.json"), "--seconds", "0.1", "--out", &path("timed")]);
    assert!(score(&timed) > 0.0, "{timed}");
    let recipe = recipe::load(&path("timed/recipe.json")).unwrap();
    let log = fs::read_to_string(path("timed/log.jsonl")).unwrap();
    assert_eq!(log.lines().count() as u64, recipe.generations);
    // The command in the file makes the same file, whatever the time was.
    let trained = load(&path("timed/personality.json")).unwrap();
    let command = trained.provenance.clone().unwrap().command.unwrap();
    let words: Vec<&str> = command.strip_prefix("rival train map ").unwrap().split(' ').collect();
    train(&[&words[..], &["--out", &path("again")]].concat());
    let again = load(&path("again/personality.json")).unwrap();
    assert_eq!(again.boards(), trained.boards(), "{command}");
    assert_eq!(again.provenance.unwrap().fitness, trained.provenance.unwrap().fitness, "{command}");
    // Only a best response can end at any moment.
    let said = refusal(&["train", "map", "--seconds", "0.1", "--response", "0", "--out", &path("league")]);
    assert!(said.contains("--seconds <SECONDS>") && said.contains("--response <N>"), "{said}");

    let words =
        ["--recipe", "map-article", "--generations", "4", "--response", "3", "--reference", &path("mixture.json")];
    let trained = train(&[&words[..], &["--mutation", "0.5", "--out", &path("article")]].concat());
    assert!(trained.contains("A best response of 14400 games scores "), "{trained}");
    let page = fs::read_to_string(path("article/index.html")).unwrap();
    assert!(page.contains("A best response of 14400 games scores "));
    // The only measurement is that of the last generation.
    let measured = &charts(&page)[0]["measured"][0];
    assert_eq!(measured[0], "champion against the reference");
    assert!(measured[1][3].is_number() && (0..3).all(|generation| measured[1][generation].is_null()), "{measured}");
    let command = load(&path("article/personality.json")).unwrap().provenance.unwrap().command.unwrap();
    assert!(command.contains(&format!(" --reference {} ", path("mixture.json"))), "{command}");
    let page = fs::read_to_string(path("article/response/index.html")).unwrap();
    assert!(page.contains("<p>3 of 3 generations."));
}

/// A response is extended like any run. One to a map that has changed begins anew.
#[test]
fn a_best_response_continues_until_its_map_changes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let train = |generations: &str, response: &str| {
        let mut words = small("map", out.to_str().unwrap());
        words.iter_mut().for_each(|word| match *word {
            "40" => *word = generations,
            "0" => *word = response,
            _ => {}
        });
        let output = rival(&[&words[..], &["--resume"]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        said
    };
    let response = out.join("response");
    let results = || ["log.jsonl", "personality.json", "run.json"].map(|name| fs::read(response.join(name)).unwrap());
    let page = || fs::read_to_string(out.join("index.html")).unwrap();
    train("5", "6");
    let whole = results();
    fs::remove_dir_all(&response).unwrap();
    train("5", "2");
    let marker = response.join("marker");
    fs::write(&marker, "").unwrap();
    let said = train("5", "6");
    assert!(said.contains("the run was to end after 2 generations; now it ends after 6 at most"), "{said}");
    assert!(results() == whole && marker.exists());
    train("5", "6");
    assert!(results() == whole && marker.exists());
    // A shorter one is no reason to lose a longer one, and none at all is no reason to hide it.
    let said = train("5", "2");
    assert!(said.contains("response: the response keeps its 6 generations"), "{said}");
    assert!(results() == whole && marker.exists() && page().contains("A best response of 28800 games scores "));
    train("5", "0");
    assert!(results() == whole && marker.exists() && page().contains("A best response of 28800 games scores "));
    let said = train("7", "0");
    assert!(results() == whole && marker.exists() && !page().contains("A best response of "), "{said}");
    let said = train("7", "6");
    assert!(said.contains("response: it answered another map, or by another recipe, and is trained anew"), "{said}");
    assert!(results() != whole && !marker.exists());
    // The folder of a run may be moved, or its path written in another way: the response names the old path of the map.
    let log = fs::read(response.join("log.jsonl")).unwrap();
    let moved = folder.path().join("moved");
    fs::rename(&out, &moved).unwrap();
    fs::write(moved.join("response/marker"), "").unwrap();
    for folder in [moved.clone(), moved.join("../moved")] {
        let words = small("map", folder.to_str().unwrap());
        let rest = ["--resume", "--response", "6"];
        let words: Vec<&str> = words.into_iter().map(|word| if word == "40" { "7" } else { word }).collect();
        let at = words.iter().position(|word| *word == "--response").unwrap();
        let output = rival(&[&words[..at], &rest].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(moved.join("response/marker").exists() && fs::read(moved.join("response/log.jsonl")).unwrap() == log);
        let settings = fs::read_to_string(moved.join("response/run.json")).unwrap();
        assert!(settings.contains(&format!("\"{}\": \"", folder.join("personality.json").display())), "{settings}");
    }
}

/// Two weights whose population becomes wider in each generation.
fn widening() -> String {
    let openings = serde_json::json!({"plies": 8, "count": 1});
    let recipe = serde_json::json!({
        "format": "rival-recipe/1", "name": "wide", "summary": "a wide crossover", "target": "linear",
        "rule": "normal", "generations": 400, "depth": 1, "features": ["discs", "stable"],
        "method": {
            "name": "generational", "population": 4, "parents": 2, "elites": 1, "pairing": "random", "alpha": 10,
            "mutation": {"name": "gaussian", "probability": 0, "sigma": 0},
        },
        "fitness": {"name": "pool", "opponents": {"players": ["random"]}, "openings": openings},
        "finish": {"candidates": 2, "openings": openings},
    });
    recipe.to_string()
}

/// Weights that grew without end became infinite, and a game without a best move never ended.
#[test]
fn a_run_whose_weights_grow_ends_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("wide.json"), widening()).unwrap();
    let words = ["train", "linear", "--recipe", &path("wide.json"), "--out", &path("run"), "--resume"];
    for _ in 0..2 {
        let output = rival(&words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let log = fs::read_to_string(path("run/log.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 400);
    assert!(!log.contains("null"), "{log}");
}

/// Games in training are without books, so a player that has one is another player there.
#[test]
fn a_player_with_a_book_is_no_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let plain = r#"{"format": "rival/1", "name": "plain", "kind": "linear", "rule": "normal", "summary": "s",
        "features": [{"feature": "discs", "weight": 1}], "search": {"depth": 1}}"#;
    fs::write(path("plain.json"), plain).unwrap();
    let book = ["train", "book", "--player", &path("plain.json"), "--depth", "1", "--positions", "1"];
    let output = rival(&[&book[..], &["--out", &path("booked")]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let booked = path("booked/personality.json");
    let said = refusal(&["train", "linear", "--reference", &booked, "--out", &path("none")]);
    assert!(said.contains("personality.json: found an opening book, ") && !Path::new(&path("none")).exists());
    // The line has room for all that it expects.
    let expected = "expected a random player, a static map, or a linear one or learned patterns that search 1 to 8 \
                    plies without noise, \"book\", \"solve_from\", \"natural\" or random ties\n";
    assert!(said.ends_with(expected), "{said}");
}

/// No shipped player of these kinds plays for fewest discs, but random ones and champions do.
#[test]
fn boards_and_linear_evaluators_are_trained_for_either_rule() {
    let folder = tempfile::tempdir().unwrap();
    for (target, left_out) in [("board", "bp1-fs3, bp5-cn1, linear"), ("linear", "board, bp1-fs3, bp2-fs5-cn1")] {
        let out = folder.path().join(target).to_str().unwrap().to_owned();
        let output = rival(&[&small(target, &out)[..], &["--rule", "anti"]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        assert!(said.contains(&format!(": opponents for the other rule are left out: {left_out}")), "{said}");
        let trained = load(&format!("{out}/personality.json")).unwrap();
        assert_eq!(trained.rule, Objective::Anti);
        let source = trained.source.unwrap();
        assert!(source.ends_with(", without the players for the rule normal."), "{source}");
    }
}

/// A reader who does not know the recipe sees where the curves of a league begin anew, and why.
#[test]
fn the_page_of_a_league_shows_its_stages() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let recipe = serde_json::to_string(&small_recipe("map-league", 14)).unwrap();
    fs::write(path("recipe.json"), recipe).unwrap();
    let words = ["train", "map", "--recipe", &path("recipe.json"), "--population", "4", "--response", "0"];
    let output = rival(&[&words[..], &["--out", &path("run")]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(path("run/index.html")).unwrap();
    assert!(page.contains("14 of 14 generations. First come 3 searches. Each finds 2 champions: every 2 generations"));
    let charts = charts(&page);
    for chart in charts.as_array().unwrap() {
        let stages = chart["stages"].as_array().unwrap().iter();
        let stages: Vec<_> =
            stages.map(|stage| (stage["at"].as_u64(), stage["name"].as_str(), stage["label"].as_str())).collect();
        let expected = [
            (Some(0), Some("opponents 1, champion 1"), Some("opponents 1")),
            (Some(2), Some("opponents 1, champion 2"), None),
            (Some(4), Some("opponents 2, champion 1"), Some("opponents 2")),
            (Some(6), Some("opponents 2, champion 2"), None),
            (Some(8), Some("judges 1, champion 1"), Some("judges 1")),
            (Some(10), Some("judges 1, champion 2"), None),
            (Some(12), Some("final search"), Some("final search")),
        ];
        assert_eq!(stages, expected, "{chart}");
    }
}

/// A round robin of one candidate has no games, so there is no score.
#[test]
fn the_only_candidate_has_no_score() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run").to_str().unwrap().to_owned();
    let words = ["train", "map", "--recipe", "map-article", "--generations", "1", "--response", "0", "--out", &out];
    let output = rival(&words);
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("the only candidate, so no games chose it\n"));
    assert_eq!(load(&format!("{out}/personality.json")).unwrap().provenance.unwrap().fitness, None);
    // One against others has a score in games that chose nothing.
    let pool = folder.path().join("pool").to_str().unwrap().to_owned();
    let words = ["train", "map", "--recipe", "map-response", "--generations", "1", "--response", "0", "--out", &pool];
    let said = String::from_utf8(rival(&words).stdout).unwrap();
    assert!(said.ends_with(" in new games, which chose nothing\n") && said.contains(", the only candidate: score 0."));
    // The length of the response is checked before the map is trained.
    let other = folder.path().join("other").to_str().unwrap().to_owned();
    let words = ["train", "map", "--recipe", "map-article", "--response", "1000001", "--out", &other];
    assert!(refusal(&words).contains("--response <N>: found \"1000001\", expected a number from 0 to 1000000"));
    assert!(!folder.path().join("other").exists());
}

#[test]
fn recipes_of_other_commands_are_answered_with_these_commands() {
    for (words, command) in [
        (&["map", "--recipe", "patterns"][..], "rival train patterns"),
        (&["map", "--recipe", "linear"], "rival train linear"),
        (&["patterns", "--recipe", "map-league"], "rival train map"),
        (&["labels", "--recipe", "board"], "rival train board"),
    ] {
        let said = refusal(&[&["train"], words, &["--out", "nowhere"]].concat());
        assert!(said.ends_with(&format!(": run `{command}`\n")), "{said}");
    }
}

#[test]
fn misspelt_names_are_answered_with_those_that_were_meant() {
    for (args, meant) in [
        (&["linear", "--features", "mobilty"][..], "(did you mean \"mobility:both\" or"),
        (&["linear", "--features", "mobility:bth"], "(did you mean \"mobility:both\"?)"),
        (&["map", "--recipe", "map-artcle"], "(did you mean \"map-article\"?)"),
        (&["patterns", "--recipe", "paterns"], "(did you mean \"patterns\"?)"),
    ] {
        let line = refusal(&[&["train"], args, &["--out", "/no/such/folder"]].concat());
        assert!(line.contains(meant), "{args:?}: {line}");
    }
    assert!(!refusal(&["train", "linear", "--features", "zebra", "--out", "x"]).contains("did you mean"));
}

#[test]
fn every_shipped_recipe_can_be_run_and_is_listed() {
    let listed = String::from_utf8(rival(&["train", "--list"]).stdout).unwrap();
    for recipe in recipe::shipped() {
        for rule in [Objective::Normal, Objective::Anti] {
            let mut recipe = recipe.clone();
            recipe.change_rule(rule);
            recipe.fitness().unwrap_or_else(|error| panic!("{} {rule}: {error}", recipe.name));
        }
        assert!(listed.lines().any(|line| line.starts_with(&format!("{} ", recipe.name))), "{}", recipe.name);
    }
}
