//! Engines by their names alone.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Bench, RIVAL, complaint};

/// A folder with the mock as a program of its own, and an entry for it.
fn with_entry(bench: &Bench) {
    let folder = bench.path("mine");
    fs::create_dir_all(folder.join("tools")).unwrap();
    std::os::unix::fs::symlink(std::env::current_exe().unwrap(), folder.join("tools/mocker-1.2")).unwrap();
    let entry = json!({
        "format": "rival-engine/1", "name": "mocker", "title": "The mock", "programs": ["mocker-*"],
        "engine": {"cmd": ["{program}", "mock", "gtp", format!("tag={}", bench.tag), "seed={luck}"], "proto": "gtp",
            "dir": "{folder}", "depth": "own"},
        "options": {"luck": {"default": "1", "what": "decides its moves"}},
        "get": "it is there", "answers": "random moves", "tried": "by this test",
    });
    fs::write(folder.join("mocker.json"), entry.to_string()).unwrap();
}

fn rival(bench: &Bench, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(RIVAL);
    // The folder of the user's own data is another one on each machine.
    command.args(arguments).current_dir(bench.folder.path()).env("XDG_DATA_HOME", bench.path("data"));
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), complaint(&output))
}

pub fn an_entry_is_enough() {
    let bench = Bench::new();
    with_entry(&bench);
    let engines = ["--engine", "mocker", "--engine", "mocker luck=2", "--look-in", "mine"];
    let (code, _, said) = rival(&bench, &[&["tournament", "--out", "out", "--games", "2"], &engines[..]].concat());
    assert_eq!(code, Some(0), "{said}");
    let results = bench.results("out");
    let names: Vec<&Value> =
        results["standing"]["engines"].as_array().unwrap().iter().map(|engine| &engine["name"]).collect();
    assert!(names.contains(&&json!("mocker")) && names.contains(&&json!("mocker-luck2")), "{names:?}");
    let config: Value = serde_json::from_str(&fs::read_to_string(bench.path("out/config.json")).unwrap()).unwrap();
    assert_eq!(config["engines"][1]["arguments"][3], "seed=2");
    // In a file, and by one's own folder for engines.
    fs::create_dir_all(bench.path("data/rival")).unwrap();
    fs::rename(bench.path("mine"), bench.path("data/rival/engines")).unwrap();
    let file = json!({"games": 2, "engines": ["mocker", {"use": "mocker", "name": "other", "luck": 3}]});
    fs::write(bench.path("two.json"), file.to_string()).unwrap();
    let (code, _, said) = rival(&bench, &["tournament", "two.json", "--out", "second"]);
    assert_eq!(code, Some(0), "{said}");
    // A missing program is reported, with the searched folders and a hint.
    fs::remove_dir_all(bench.path("data/rival/engines/tools")).unwrap();
    let (code, _, said) = rival(&bench, &["tournament", "two.json", "--out", "third"]);
    assert_eq!(code, Some(2));
    assert!(
        said.starts_with("rival: two.json: engines[0].use: found no program mocker-*, expected one in '"),
        "{said}"
    );
    assert!(
        said.contains("data/rival/engines', PATH, /usr/games (rival engines mocker tells how to get it)"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1);
}

pub fn engines_are_listed() {
    let bench = Bench::new();
    with_entry(&bench);
    let (code, text, said) = rival(&bench, &["engines", "--look-in", "mine"]);
    assert_eq!(code, Some(0), "{said}");
    let row = |name: &str| text.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default();
    assert!(row("mocker").contains("gtp") && row("mocker").contains("mine/tools/mocker-1.2"), "{text}");
    assert!(row("edax").contains("Edax") && row("scrzebra").contains("cannot play: no protocol"), "{text}");
    assert!(row("rival").contains(RIVAL.rsplit('/').next().unwrap()), "{text}");
    let (_, text, _) = rival(&bench, &["engines", "ntest"]);
    for words in ["get it", "answers", "github.com/weltyc/ntest", "proto=nboard"] {
        assert!(text.contains(words), "{text}");
    }
    for (arguments, message) in [
        (["engines", "chess"], "rival: found no engine 'chess', expected one of edax, egaroucid"),
        (["engines", "--look-in=nowhere"], "rival: --look-in: found no folder 'nowhere', expected one"),
    ] {
        let (code, _, said) = rival(&bench, &arguments);
        assert!(code == Some(2) && said.starts_with(message) && said.lines().count() == 1, "{said}");
    }
    fs::write(bench.path("mine/mocker.json"), r#"{"format": "rival-engine/1", "name": "x"}"#).unwrap();
    let (code, _, said) = rival(&bench, &["engines", "--look-in", "mine"]);
    assert!(code == Some(2) && said.contains("mine/mocker.json: line 1, column 41: found no field `title`"), "{said}");
}

/// The real program by the real entry.
pub fn rhino_by_its_entry() {
    let bench = Bench::new();
    let engines = ["rhino level=1".to_owned(), bench.mock("m", "gtp", "")];
    let output = bench.command("out", &engines, "--games 4 --tc 60").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(bench.results("out")["standing"]["engines"][0]["name"], "rhino-level1");
}
