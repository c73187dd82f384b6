//! `rival train patterns` as a user sees it: from an empty folder to a personality that plays, stopped, killed,
//! damaged.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use rival::board::{Objective, Position};
use rival::eval::patterns::{NetworkFile, WeightsFile, digest};
use rival::personality::{Kind, load};
use rival::train::patterns::{Recipe, recipe};
use tempfile::TempDir;

use crate::rival;

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The whole pipeline with few positions of few shapes: a few more than two files of labels and ProbCut need.
fn tiny() -> Recipe {
    let mut recipe = recipe::load("patterns-small").unwrap();
    recipe.name = "tiny".into();
    recipe.shapes.retain(|shape| ["corner-9", "row-2", "diagonal-5"].contains(&shape.name()));
    recipe.fit.steps = 5;
    recipe.growth.positions = 30;
    recipe.growth.labels.exact_to = 4;
    recipe.growth.labels.depth = 4;
    recipe.generations.truncate(1);
    let generation = &mut recipe.generations[0];
    generation.positions = 5_500;
    generation.games.depth = (1, 1);
    generation.games.late = None;
    generation.labels.depth = 2;
    generation.labels.exact_to = 4;
    // Fewer than a hundred games of a phase would be replaced by searches, which take longer.
    recipe.calibration.games = 200;
    recipe.calibration.settle = 2;
    recipe.calibration.depth = 1;
    recipe.calibration.exact_to = 4;
    recipe.probcut.positions = 400;
    recipe.probcut.depth = 6;
    recipe.acceptance.pairs = 10;
    recipe.acceptance.depth = 1;
    recipe.acceptance.solve_from = 6;
    recipe
}

/// The words of a run of the tiny recipe that is in the folder.
fn words(folder: &Path, out: &str) -> Vec<String> {
    let out = folder.join(out).display().to_string();
    let file = folder.join("tiny.json").display().to_string();
    ["train", "patterns", "--recipe", &file, "--out", &out, "--seed", "5", "--date", "2000-01-01"]
        .map(str::to_owned)
        .to_vec()
}

fn run(words: &[String], more: &[&str]) -> Output {
    rival(&words.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>())
}

/// Every file that a run leaves, without those that say how long it took and the lock.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(&inside).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            if !["lock", "log.jsonl"].contains(&name.as_str()) {
                found.push((name, fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn assert_same(a: &Path, b: &Path) {
    let a = files(a);
    let b = files(b);
    let [a_names, b_names] = [&a, &b].map(|files| files.iter().map(|(name, _)| name).collect::<Vec<_>>());
    assert_eq!(a_names, b_names);
    for ((name, a), (_, b)) in a.iter().zip(&b) {
        assert!(a == b, "{name} differs");
    }
}

/// A folder with the recipe and `whole`, a run from an empty folder to the end, which tests leave as it is. Runs that
/// are compared share the folder, because the personality of each names the recipe's file.
fn shared() -> Arc<TempDir> {
    static SHARED: Mutex<Weak<TempDir>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap();
    shared.upgrade().unwrap_or_else(|| {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        fs::write(folder.path().join("tiny.json"), tiny().to_json()).unwrap();
        let output = run(&words(folder.path(), "whole"), &["--threads", "3"]);
        assert!(output.status.success(), "{}", complaint(&output));
        *shared = Arc::downgrade(&folder);
        folder
    })
}

#[test]
fn what_comes_out_plays_and_says_how_it_was_made() {
    let shared = shared();
    let folder = shared.path();
    let whole = shared.path().join("whole");
    let path = whole.join("personality.json").display().to_string();
    let personality = load(&path).unwrap();
    let Kind::AlphaBeta(spec) = &personality.kind else { panic!("{personality:?}") };
    assert!(spec.evaluation.knows_shallowers());
    assert!(personality.provenance.unwrap().command.unwrap().starts_with("rival train patterns --recipe "));
    let bytes = fs::read(whole.join("personality.weights")).unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains(&digest(&bytes)));
    let WeightsFile { weights, .. } = WeightsFile::parse(&bytes).unwrap();
    assert_eq!(weights.rule, Objective::Normal);
    assert!(weights.phases.iter().all(|phase| phase.iter().any(|&weight| weight != 0)), "every phase was learned");
    // It has a second a move: a copy that looks two plies deep plays the same weights.
    let mut copy: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    copy["search"] = serde_json::json!({ "depth": 2, "solve_from": 8 });
    fs::copy(whole.join("personality.weights"), folder.join("personality.weights")).unwrap();
    let quick = folder.join("quick.json").display().to_string();
    fs::write(&quick, copy.to_string()).unwrap();
    let output = rival(&["match", &quick, "random", "--games", "20", "--openings", "random:8", "--seed", "1"]);
    assert!(output.status.success(), "{}", complaint(&output));

    // Other arguments belong to another run.
    let output = run(&words(folder, "whole"), &["--resume", "--rule", "anti"]);
    assert_eq!(output.status.code(), Some(2));
    let expected = "recipe.json: the folder holds another run: rule: found \"normal\", expected \"anti\"";
    assert!(complaint(&output).contains(expected), "{}", complaint(&output));
}

#[test]
fn a_network_learns_from_the_labels_of_a_run_and_plays_beside_its_weights() {
    let shared = shared();
    let folder = tempfile::tempdir().unwrap();
    let whole = shared.path().join("whole");
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::copy(whole.join("personality.weights"), at("personality.weights")).unwrap();
    let labels = whole.join("generation-1/labels").display().to_string();
    let train = |weights: &str, out: &str| {
        rival(&["train", "network", "--labels", &labels, "--weights", weights, "--epochs", "3", "--out", &at(out)])
    };
    let output = train(&at("personality.weights"), "a.network");
    assert!(output.status.success(), "{}", complaint(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(" others the error is "), "{said}");
    let bytes = fs::read(at("a.network")).unwrap();
    assert!(train(&at("personality.weights"), "b.network").status.success());
    assert!(bytes == fs::read(at("b.network")).unwrap(), "the same command gives the same bytes");
    let file = NetworkFile::parse(&bytes).unwrap();
    assert!(file.rows.iter().any(|row| row.0.iter().any(|&number| number != 0)));

    // It plays, and its values are not those of the weights.
    let mut personality: serde_json::Value =
        serde_json::from_slice(&fs::read(whole.join("personality.json")).unwrap()).unwrap();
    personality["search"] = serde_json::json!({ "depth": 1, "solve_from": 1 });
    fs::write(at("weights.json"), personality.to_string()).unwrap();
    personality["network"] = serde_json::json!({ "file": "a.network", "sha256": digest(&bytes) });
    fs::write(at("network.json"), personality.to_string()).unwrap();
    let Kind::AlphaBeta(spec) = load(&at("network.json")).unwrap().kind else { panic!("it searches") };
    assert!(spec.evaluation.knows_shallowers());
    let written = load(&at("network.json")).unwrap().to_json();
    assert!(written.contains("a.network"), "{written}");
    let output = rival(&["match", &at("network.json"), "random", "--games", "10", "--seed", "1"]);
    assert!(output.status.success(), "{}", complaint(&output));
    fs::write(at("game.txt"), "f5d6c3d3c4f4f6f3").unwrap();
    let values = |player: &str| rival(&["analyze", &at("game.txt"), "--player", &at(player), "--json"]).stdout;
    assert!(values("network.json") != values("weights.json"));

    // It labels positions of its own games, which the weights would not have played or valued so.
    let tiny = shared.path().join("tiny.json").display().to_string();
    let labelled = |player: &str| {
        let out = at(&format!("labels-by-{player}"));
        let player = at(player);
        let words = ["train", "labels", "--player", &player, "--recipe", &tiny, "--positions", "40", "--out", &out];
        let output = rival(&words);
        assert!(output.status.success(), "{}", complaint(&output));
        let text = fs::read_to_string(format!("{out}/labels/000000.json")).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    let [by_network, by_weights] = ["network.json", "weights.json"].map(labelled);
    assert_ne!(by_network["samples"], by_weights["samples"]);
    let weights = digest(&fs::read(at("personality.weights")).unwrap());
    assert_eq!((&by_network["evaluation"], &by_weights["evaluation"]), (&weights.clone().into(), &weights.into()));
    assert_eq!((&by_network["network"], by_weights.get("network")), (&digest(&bytes).into(), None));
    assert_eq!(by_network["rule"], "normal");

    // Other weights are not its own.
    let mut other = WeightsFile::parse(&fs::read(at("personality.weights")).unwrap()).unwrap();
    other.weights.phases[0][0] += 1;
    fs::write(at("other.weights"), other.to_bytes()).unwrap();
    personality["weights"] = serde_json::json!({ "file": "other.weights", "sha256": digest(&other.to_bytes()) });
    fs::write(at("wrong.json"), personality.to_string()).unwrap();
    let error = load(&at("wrong.json")).unwrap_err().to_string();
    assert!(
        error.contains("network.file: found a.network, expected a network over the weights (line 2: weights: found "),
        "{error}"
    );
    // The right digest is shown whole.
    personality["weights"]["sha256"] = "0".repeat(64).into();
    fs::write(at("wrong.json"), personality.to_string()).unwrap();
    let message = complaint(&rival(&["show", &at("wrong.json")]));
    assert!(message.contains(&format!("\"other.weights\" has {}", digest(&other.to_bytes()))), "{message}");
    // Too few positions have no error.
    let labels = at("few");
    let few = ["--positions", "39", "--out", &labels];
    let words = ["train", "labels", "--player", &at("weights.json"), "--recipe", &tiny];
    assert!(rival(&[&words[..], &few].concat()).status.success());
    let [labels, weights, out] = [at("few/labels"), at("personality.weights"), at("few.network")];
    let output = rival(&["train", "network", "--labels", &labels, "--weights", &weights, "--out", &out]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with("39 positions; too few to hold some out, so no error is measured\n"), "{said}");

    // Unusable labels leave no file.
    fs::create_dir(at("empty")).unwrap();
    let output = rival(&["train", "network", "--labels", &at("empty"), "--out", &at("none.network")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(complaint(&output).trim(), "rival: --labels: found no labels, expected some");
    assert!(!folder.path().join("none.network").exists());
    fs::create_dir_all(at("run/labels")).unwrap();
    let output = rival(&["train", "network", "--labels", &at("run"), "--out", &at("none.network")]);
    assert_eq!(output.status.code(), Some(2));
    let error = complaint(&output);
    assert!(error.contains("--labels: found the folder of a run, ") && error.contains("/run/labels"), "{error}");
    let whole = whole.display().to_string();
    let output = rival(&["train", "network", "--labels", &whole, "--out", &at("none.network")]);
    let error = complaint(&output);
    assert!(error.contains("expected labels in it, such as ") && error.contains("/generation-1/labels"), "{error}");
    let said = |weights: &str, labels: &str, out: &str| {
        let output =
            rival(&["train", "network", "--labels", &at(labels), "--weights", &at(weights), "--out", &at(out)]);
        assert_eq!(output.status.code(), Some(2));
        complaint(&output)
    };
    let error = said("other.weights", "empty", "other.weights");
    assert!(error.contains("other.weights is the file of --weights: name another file"), "{error}");
    let [labels, network] = [at("empty"), at("a.network")];
    let output = rival(&["train", "network", "--labels", &labels, "--begin", &network, "--out", &network]);
    assert_eq!(output.status.code(), Some(2));
    let error = complaint(&output);
    assert!(error.contains("a.network is the file of --begin: name another file"), "{error}");
    let error = said("other.weights", "empty", "nowhere/a.network");
    assert!(error.contains("nowhere/a.network: cannot be written"), "{error}");
    fs::write(at("notes.txt"), "precious").unwrap();
    let error = said("other.weights", "empty", "notes.txt");
    assert!(error.contains("notes.txt: found another file, expected a network or a new file"), "{error}");
    // A board without discs, as a sample of zeros is.
    let labels = format!(
        r#"{{"format": "rival-labels/2", "batch": "none", "rule": "normal", "evaluation": null, "samples": "{}"}}"#,
        "A".repeat(24)
    );
    fs::write(at("empty/zero.json"), &labels).unwrap();
    let error = said("other.weights", "empty", "b.network");
    assert!(
        error.contains("zero.json: damaged: found a position with 64 empty squares, expected 60 at most"),
        "{error}"
    );
    let anti = labels.replace("normal", "anti");
    fs::write(at("empty/zero.json"), anti).unwrap();
    let error = said("other.weights", "empty", "b.network");
    assert!(error.contains("zero.json: rule: found anti, expected normal, as the weights have"), "{error}");
    fs::write(at("empty/zero.json"), labels.replace("labels/2", "labels/1")).unwrap();
    let error = said("other.weights", "empty", "b.network");
    assert!(error.contains("found \"rival-labels/1\", expected \"rival-labels/2\""), "{error}");
}

/// The words of labels of the tiny recipe by the player of a run, in a folder.
fn label_words(folder: &Path, run: &str, out: &str) -> Vec<String> {
    let [player, recipe, out] = [format!("{run}/personality.json"), "tiny.json".to_owned(), out.to_owned()]
        .map(|name| folder.join(name).display().to_string());
    ["train", "labels", "--player", &player, "--recipe", &recipe, "--seed", "5", "--out", &out]
        .map(str::to_owned)
        .into()
}

#[test]
fn labels_in_parts_one_of_them_killed_are_those_of_one_process() {
    let shared = shared();
    let folder = shared.path();
    let many = ["--positions", "20500", "--threads", "2"];
    let labels = |out: &str, more: &[&str]| {
        let mut words = label_words(folder, "whole", out);
        // An option that is given again replaces the usual one.
        for pair in more.chunks(2) {
            if let Some(place) = words.iter().position(|word| *word == pair[0]) {
                words.drain(place..place + 2);
            }
        }
        let output = run(&words, &[&many[..], more].concat());
        (output.status.code(), complaint(&output))
    };
    assert_eq!(labels("labels", &[]), (Some(0), String::new()));
    assert_eq!(files(&folder.join("labels")).len(), 6);
    assert_eq!(labels("labels-1", &["--shard", "1/2"]).0, Some(0));
    for _ in 0..3 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
        command.args(label_words(folder, "whole", "labels-2")).args(many).args(["--shard", "2/2", "--resume"]);
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(labels("labels-2", &["--shard", "2/2", "--resume"]).0, Some(0));
    let [one, two] = ["labels-1", "labels-2"].map(|name| folder.join(name).display().to_string());
    assert_eq!((files(Path::new(&one)).len(), files(Path::new(&two)).len()), (3, 4));
    assert_eq!(labels("joined", &["--parts", &two, &one]).0, Some(0));
    assert_same(&folder.join("labels"), &folder.join("joined"));
    // The same command goes on where it was; what a part lacks is done here.
    fs::remove_file(folder.join("labels-2/labels/000004.json")).unwrap();
    fs::remove_dir_all(folder.join("joined")).unwrap();
    for resumes in [false, true] {
        let more: &[&str] = if resumes { &["--resume"] } else { &[] };
        assert_eq!(labels("joined", &[&["--parts", &one, &two], more].concat()).0, Some(0));
        assert_same(&folder.join("labels"), &folder.join("joined"));
    }

    let refused = |more: &[&str]| {
        let (code, told) = labels("refused", more);
        assert_eq!((code, told.lines().count()), (Some(2), 1), "{told}");
        assert!(!folder.join("refused").exists(), "{told}");
        told
    };
    // A damaged part is noticed before the first file is copied.
    let damaged = folder.join("labels-2/labels/000003.json");
    let good = fs::read(&damaged).unwrap();
    fs::write(&damaged, "{}").unwrap();
    assert!(refused(&["--parts", &one, &two]).contains("labels-2/labels/000003.json: damaged: "));
    fs::write(&damaged, good).unwrap();
    // A run that has not begun has no labels to take.
    let output = run(&words(folder, "refused"), &["--parts", &one, &two]);
    assert!(complaint(&output).contains("refused: found no run"), "{}", complaint(&output));
    assert!(!folder.join("refused").exists());
    assert_eq!(refused(&["--parts", &two]), "rival: --parts: of 2 parts, no folder holds part 1\n");
    assert!(refused(&["--parts", &one, &two, &one]).contains("labels-1: part 1/2 is in "));
    assert!(
        refused(&["--seed", "6", "--parts", &one, &two])
            .contains("labels-1/run.json: the folder holds another run: seed: found 5")
    );
    let other = refused(&["--player", "master", "--parts", &one, &two]);
    assert!(other.contains("labels-1/run.json: the folder holds another run: evaluation: found \""), "{other}");
    assert!(refused(&["--player", "classic"]).contains("classic: found features, expected a player with learned"));
    let expected = "--generation: found 2, expected one of the recipe's generations, 1 to 1";
    assert!(refused(&["--generation", "2"]).contains(expected));
    let (code, told) = labels("labels-1", &["--shard", "2/2", "--resume"]);
    assert!(
        code == Some(2) && told.contains("labels-1/run.json: the folder holds another run: shard: found \"1/2\""),
        "{told}"
    );
}

#[test]
fn each_stage_alone_killed_once_with_labels_in_parts_makes_the_same_bytes() {
    let shared = shared();
    let folder = shared.path();
    let do_stage = |stage: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
        command.args(words(folder, "staged")).args(["--resume", "--threads", "2", "--stage", stage]);
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(150));
        child.kill().unwrap();
        child.wait().unwrap();
        let output = run(&words(folder, "staged"), &["--resume", "--threads", "1", "--stage", stage]);
        assert!(output.status.success(), "{stage}: {}", complaint(&output));
    };
    ["growth", "calibration", "probcut", "positions"].into_iter().for_each(do_stage);
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let out = format!("of-run-{}", &shard[..1]);
        let output = run(&label_words(folder, "staged", &out), &["--shard", shard]);
        assert!(output.status.success(), "{}", complaint(&output));
        folder.join(out).display().to_string()
    });
    let parts = parts.each_ref().map(String::as_str);
    let take = |parts: &[&str]| {
        run(&words(folder, "staged"), &[&["--resume", "--stage", "labels", "--parts"], parts].concat())
    };
    let refused = take(&parts[1..]);
    assert_eq!((refused.status.code(), complaint(&refused).contains("no folder holds part 1")), (Some(2), true));
    // Taking them twice changes nothing.
    for _ in 0..2 {
        let taken = take(&parts);
        assert!(taken.status.success(), "{}", complaint(&taken));
    }
    ["fit", "calibration", "probcut", "match"].into_iter().for_each(do_stage);
    let output = run(&words(folder, "staged"), &["--resume"]);
    assert!(output.status.success(), "{}", complaint(&output));
    let output = run(&words(folder, "staged"), &["--resume", "--stage", "fit"]);
    assert_eq!(complaint(&output), "rival: no generation needs the stage fit\n");
    let mut staged = files(&folder.join("staged"));
    // Positions that wait for their labels are gone when they have them.
    staged.retain(|(name, _)| !name.contains("/positions/"));
    assert_eq!(staged, files(&folder.join("whole")));
    // The labels were not made again. A stage that was killed right after its result is not in the log.
    let log = fs::read_to_string(folder.join("staged/log.jsonl")).unwrap();
    assert!(!log.contains("labels") && !log.is_empty(), "{log}");

    // A damaged file gets one line that names it.
    fs::write(folder.join("staged/generation-1/labels/000001.json"), "{}").unwrap();
    fs::remove_file(folder.join("staged/generation-1/fitted.weights")).unwrap();
    let output = run(&words(folder, "staged"), &["--resume"]);
    assert!(!output.status.success());
    let text = complaint(&output);
    assert!(text.lines().last().unwrap().contains("000001.json"), "{text}");
    assert!(!text.contains("panicked"), "{text}");
}

/// The match of a generation decides whose games and searches the next one learns from.
#[test]
fn a_generation_is_not_labelled_before_the_match_of_the_one_before() {
    let shared = shared();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut recipe = tiny();
    recipe.generations.push(recipe.generations[0]);
    recipe.generations[1].positions = 50;
    fs::write(folder.join("tiny.json"), recipe.to_json()).unwrap();
    let run = |more: &[&str]| {
        let output = run(&words(folder, "run"), more);
        (output.status.code(), complaint(&output))
    };
    let missing = |(code, said): (Option<i32>, String), file: &str| {
        let expected = format!("/{file}: there is no such file: run the earlier stages first\n");
        assert!(code == Some(2) && said.ends_with(&expected) && !said.contains("damaged"), "{said}");
    };
    missing(run(&["--stage", "match"]), "run/generation-0/patterns.weights");
    // The same first generations as in the shared run.
    for (name, bytes) in files(&shared.path().join("whole")) {
        let file = folder.join("run").join(&name);
        if name.starts_with("generation-") && !name.ends_with("match.json") {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
    }
    let player = shared.path().join("whole/personality.json").display().to_string();
    let [tiny, part] = ["tiny.json", "part"].map(|name| folder.join(name).display().to_string());
    let labels = ["train", "labels", "--player", &player, "--recipe", &tiny, "--seed", "5", "--generation", "2"];
    assert!(rival(&[&labels[..], &["--out", &part, "--shard", "1/1"]].concat()).status.success());
    for more in [&["--stage", "labels"][..], &["--stage", "positions"], &["--parts", &part]] {
        missing(run(&[more, &["--resume"]].concat()), "run/generation-1/match.json");
    }
    let (code, said) = run(&["--stage", "match", "--resume"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["--stage", "labels", "--parts", &part, "--resume"]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn fewest_discs_and_games_by_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.txt"), "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3\nx9\n").unwrap();
    let games = folder.join("games.txt").display().to_string();
    // Without a game there is nothing to learn from.
    let unreadable = folder.join("unreadable.txt").display().to_string();
    fs::write(&unreadable, "x9\n").unwrap();
    fs::write(folder.join("tiny.json"), tiny().to_json()).unwrap();
    let output = run(&words(folder, "none"), &["--games", &unreadable]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaint(&output)
            .ends_with("rival: --games: found no readable moves in these files, expected those of a game\n")
    );
    assert!(!folder.join("none").exists());
    let mut recipe = tiny();
    recipe.generations[0].positions = 500;
    fs::write(folder.join("tiny.json"), recipe.to_json()).unwrap();
    // A process that was killed in its second write leaves the positions of the games and a temporary file.
    fs::create_dir(folder.join("anti")).unwrap();
    fs::write(folder.join("anti/archive.txt"), "").unwrap();
    fs::write(folder.join("anti/.rival-Ab3dEf.tmp"), "half").unwrap();
    let output = run(&words(folder, "anti"), &["--rule", "anti", "--name", "few", "--games", &games]);
    assert!(output.status.success(), "{}", complaint(&output));
    let settings = fs::read_to_string(folder.join("anti/run.json")).unwrap();
    assert!(settings.contains(&format!("--seed 5 --rule anti --name few --games {games}\"")), "{settings}");
    assert!(complaint(&output).contains("games.txt: 1 of 3 games cannot be read"), "{}", complaint(&output));
    assert!(!folder.join("anti/.rival-Ab3dEf.tmp").exists());
    let personality = load(&folder.join("anti/personality.json").display().to_string()).unwrap();
    assert_eq!(personality.rule, Objective::Anti);
    // The fewest positions of a recipe are enough for ProbCut.
    assert!(!complaint(&output).contains("too few positions for ProbCut"), "{}", complaint(&output));
    // The positions of the games were labelled too.
    let labels = fs::read_to_string(folder.join("anti/generation-1/labels/000001.json")).unwrap();
    let labels: serde_json::Value = serde_json::from_str(&labels).unwrap();
    let samples = rival::train::patterns::sample::from_text(labels["samples"].as_str().unwrap()).unwrap();
    assert_eq!(samples[0].position, Position::START);
    assert_eq!(samples.len(), 13);
}
