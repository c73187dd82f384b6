//! `rival list`: many tournaments as one list.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::run::{Bench, RIVAL, complaint};

fn list(bench: &Bench, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(RIVAL).arg("list").args(arguments).current_dir(bench.folder.path()).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), complaint(&output))
}

/// The ratings of a list's JSON.
fn ratings(text: &str) -> Vec<Value> {
    let list: Value = serde_json::from_str(text).unwrap();
    list["ratings"].as_array().unwrap().clone()
}

pub fn tournaments_make_one_list() {
    let bench = Bench::new();
    // Those that give up more often are weaker.
    let strong = bench.mock("strong", "gtp", "seed=1");
    let (middle, weak) =
        (bench.mock("middle", "gtp", "seed=2 resign=20"), bench.mock("weak", "gtp", "seed=3 resign=60"));
    let play = |out: &str, engines: &[String], options: &str| {
        let output = bench.command(out, engines, options).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    };
    play("one", &[strong.clone(), middle.clone()], "--games 20");
    play("two", &[middle.clone(), weak.clone()], "--games 20");
    // Other clocks are another list.
    play("clocks", &[strong.clone(), weak.clone()], "--games 4 --st 2");
    let (code, text, said) = list(&bench, &["one", "two", "clocks", "--out", "made", "--json"]);
    assert_eq!(code, Some(0), "{said}");
    let found = ratings(&text);
    assert_eq!(found.len(), 2, "{text}");
    let names = |class: &Value| -> Vec<String> {
        class["engines"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap().to_owned()).collect()
    };
    let untimed = found.iter().find(|class| class["class"].as_str().unwrap().starts_with("no clock")).unwrap();
    assert_eq!(names(untimed), ["strong", "middle", "weak"]);
    assert_eq!(untimed["engines"][1]["games"], 40);
    let [high, low] = [&untimed["engines"][0], &untimed["engines"][2]];
    assert!(high["elo"].as_f64() > low["elo"].as_f64() && high["low"].as_f64() < high["elo"].as_f64(), "{untimed}");
    // A tournament without a game yet is named, and the others make the list; alone it makes none.
    fs::create_dir(bench.path("new")).unwrap();
    fs::copy(bench.path("one/config.json"), bench.path("new/config.json")).unwrap();
    let (code, others, said) = list(&bench, &["one", "new", "two", "clocks", "--json"]);
    assert_eq!((code, said.as_str()), (Some(1), "rival: new: found no games, expected some\n"));
    assert_eq!(ratings(&others), found);
    let (code, text_of_none, again) = list(&bench, &["new"]);
    assert_eq!((code, text_of_none.as_str(), again), (Some(2), "", said));
    // A list is as good as its tournaments, and a list and a tournament can be put together.
    let whole = fs::read_to_string(bench.path("made/list.json")).unwrap();
    assert_eq!(whole, text);
    let (_, again, _) = list(&bench, &["made/list.json", "--json"]);
    assert_eq!(ratings(&again), found);
    list(&bench, &["two", "clocks", "--out", "part"]);
    let (_, joined, _) = list(&bench, &["one", "part/list.json", "--json"]);
    let untimed_of = |list: &[Value]| {
        list.iter().find(|class| class["class"].as_str().unwrap().starts_with("no clock")).cloned().unwrap()
    };
    assert_eq!(untimed_of(&ratings(&joined)), *untimed);
    // The three forms say the same.
    let (html, markdown) = (
        fs::read_to_string(bench.path("made/list.html")).unwrap(),
        fs::read_to_string(bench.path("made/list.md")).unwrap(),
    );
    let (_, plain, _) = list(&bench, &["one", "two", "clocks"]);
    for text in [&html, &markdown, &plain] {
        for words in
            ["strong", "middle", "weak", "no clock: depth, nodes or a level", "wall time, 10 s to a minute a game"]
        {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    // An anchor moves the scale.
    let (_, anchored, _) = list(&bench, &["one", "two", "--anchor", "weak=1000", "--json"]);
    assert_eq!(ratings(&anchored)[0]["engines"][2]["elo"], 1000.0);
    // The same name with other settings is another engine, unless the name alone counts.
    play("other", &[bench.mock("strong", "gtp", "seed=9"), weak], "--games 4");
    let (_, apart, _) = list(&bench, &["one", "two", "other", "--json"]);
    assert_eq!(names(&ratings(&apart)[0]).len(), 4);
    let (_, together, _) = list(&bench, &["one", "two", "other", "--by-name", "--json"]);
    assert_eq!(names(&ratings(&together)[0]).len(), 3);
    fs::write(bench.path("bad.json"), r#"{"format": "rival-list/2", "name": "", "classes": [], "ratings": []}"#)
        .unwrap();
    for (arguments, message) in [
        (vec!["nowhere"], "rival: nowhere: "),
        (vec!["bad.json"], "rival: bad.json: found format 'rival-list/2', expected rival-list/1"),
        (vec!["one", "--anchor", "x=1"], "rival: --anchor: found 'x', expected an engine of the list"),
        (vec!["made"], "rival: made/config.json: "),
        (vec!["one", "two", "one"], "rival: one: found a tournament that is counted already, expected each once"),
        (vec!["part/list.json", "two"], "rival: two: found a tournament that is counted already, "),
        (vec!["two", "part/list.json"], "rival: part/list.json: found a tournament that is counted already, "),
    ] {
        let (code, _, said) = list(&bench, &arguments);
        assert!(code == Some(2) && said.starts_with(message) && said.lines().count() == 1, "{said}");
    }
}

/// docs/experiments/rating-list.md is what the command makes of docs/rating-list-results.json, and so is that file.
pub fn the_docs_have_the_list_of_their_results() {
    let bench = Bench::new();
    let docs = |file: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(file);
    let results = docs("rating-list-results.json");
    let name = ["--name", "The first rating list", "--out", "made"];
    let (code, _, said) = list(&bench, &[&[results.to_str().unwrap()][..], &name].concat());
    assert_eq!(code, Some(0), "{said}");
    let read = |path: PathBuf| fs::read_to_string(path).unwrap();
    assert_eq!(read(bench.path("made/list.json")), read(results));
    let rows = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with('|')).map(|line| line.replace('\\', "")).collect()
    };
    let made = rows(&read(bench.path("made/list.md")));
    assert_eq!(made, rows(&read(docs("experiments/rating-list.md"))));
    assert!(made.len() > 10 && made[0].contains("| LOS |"), "{made:?}");
}
