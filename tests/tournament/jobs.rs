//! `rival job`: the same work in parts, anywhere, twice, and by the right program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use rival::eval::patterns::{NetworkFile, WeightsFile};
use serde_json::Value;

use crate::run::{Bench, RIVAL, complaint};

fn rival(bench: &Bench, arguments: &[&str]) -> Output {
    Command::new(RIVAL).args(arguments).current_dir(bench.folder.path()).stdin(Stdio::null()).output().unwrap()
}

fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", complaint(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The results in a folder, by their names.
fn results(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".result.json")).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

pub fn a_match_in_parts() {
    let bench = Bench::new();
    let whole = done(&rival(&bench, &["match", "bp", "random", "--games", "30", "--openings", "random:8", "--json"]));
    let whole: Value = serde_json::from_str(&whole).unwrap();
    let make = ["job", "make", "match", "bp", "random", "--games", "30", "--openings", "random:8", "--per-job", "8"];
    assert_eq!(done(&rival(&bench, &[&make[..], &["--into", "jobs"]].concat())), "jobs: 4 jobs\n");
    let output = rival(&bench, &["job", "collect", "jobs", "--out", "out.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(complaint(&output), "rival: jobs: 4 of 4 jobs have no results\n");
    assert_eq!(done(&rival(&bench, &["job", "run", "jobs", "--threads", "3"])), "4 of 4 jobs have results\n");
    let part: Value =
        serde_json::from_str(&done(&rival(&bench, &["job", "collect", "jobs", "--out", "out.json"]))).unwrap();
    for field in ["games", "wins", "losses", "draws", "score", "score_error", "interval", "discs", "discs_error"] {
        assert_eq!(part[field], whole[field], "{field}");
    }
    // One by one, into another folder, from another folder: the same bytes. Twice: nothing is done again.
    let jobs: Vec<String> =
        results(&bench.path("jobs")).iter().map(|(name, _)| format!("jobs/{}", name.replace(".result", ""))).collect();
    for job in &jobs {
        done(&rival(&bench, &["job", "run", job, "--out", "other"]));
    }
    assert_eq!(results(&bench.path("jobs")), results(&bench.path("other")));
    // In parts, as a job array of a cluster does.
    assert_eq!(
        done(&rival(&bench, &["job", "run", "jobs", "--part", "2/3", "--out", "array"])),
        "1 of 1 jobs have results\n"
    );
    assert_eq!(
        done(&rival(&bench, &["job", "run", "jobs", "--part", "1/3", "--out", "array"])),
        "2 of 2 jobs have results\n"
    );
    assert_eq!(
        done(&rival(&bench, &["job", "run", "jobs", "--part", "3/3", "--out", "array"])),
        "1 of 1 jobs have results\n"
    );
    assert_eq!(results(&bench.path("jobs")), results(&bench.path("array")));
    assert_eq!(rival(&bench, &["job", "run", "jobs", "--part", "4/3"]).status.code(), Some(2));
    let name = &results(&bench.path("other"))[0].0;
    fs::write(bench.path("other").join(name), "half a res").unwrap();
    done(&rival(&bench, &["job", "run", "jobs", "--out", "other"]));
    assert_eq!(results(&bench.path("jobs")), results(&bench.path("other")));
}

pub fn only_the_right_program_runs_a_job() {
    let bench = Bench::new();
    done(&rival(&bench, &["job", "make", "match", "bp", "random", "--games", "4", "--into", "jobs"]));
    // Another program: the same with a byte behind it.
    let other = bench.path("other-rival");
    let mut bytes = fs::read(RIVAL).unwrap();
    bytes.push(0);
    fs::write(&other, bytes).unwrap();
    Command::new("chmod").arg("+x").arg(&other).status().unwrap();
    let output = Command::new(&other).args(["job", "run", "jobs"]).current_dir(bench.folder.path()).output().unwrap();
    let said = complaint(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let own = done(&rival(&bench, &["job", "digest"]));
    assert!(said.contains(&format!("duel: program: found {}", &own[..20])) && said.lines().count() == 1, "{said}");
    assert!(results(&bench.path("jobs")).is_empty());
    // A job that was changed is not the one that its name says.
    let plan: Value = serde_json::from_str(&fs::read_to_string(bench.path("jobs/plan.json")).unwrap()).unwrap();
    let name = format!("jobs/{}.json", plan["jobs"][0].as_str().unwrap());
    let text = fs::read_to_string(bench.path(&name)).unwrap();
    fs::write(bench.path(&name), text.replace("\"seed\":1", "\"seed\":2")).unwrap();
    let output = rival(&bench, &["job", "run", "jobs"]);
    assert!(
        complaint(&output).contains("found the digest ") && output.status.code() == Some(2),
        "{}",
        complaint(&output)
    );
}

pub fn an_archive_in_parts() {
    let bench = Bench::new();
    let players =
        ["name=Ann proto=gtp cmd='rival gtp --player beginner'", "name=Bob proto=gtp cmd='rival gtp --player random'"];
    let engines = players.map(str::to_owned);
    assert_eq!(bench.command("out", &engines, "--games 10").output().unwrap().status.code(), Some(0));
    done(&rival(&bench, &["thesis", "losses", "out/games.ggf", "--as", "Bob", "-o", "whole.json"]));
    done(&rival(
        &bench,
        &["job", "make", "losses", "out/games.ggf", "--as", "Bob", "--per-job", "3", "--into", "jobs"],
    ));
    assert_eq!(done(&rival(&bench, &["job", "run", "jobs", "--threads", "2"])), "4 of 4 jobs have results\n");
    done(&rival(&bench, &["job", "collect", "jobs", "--out", "part.json"]));
    let read = |name: &str| fs::read_to_string(bench.path(name)).unwrap();
    assert_eq!(read("part.json"), read("whole.json"));
    // Judged games are those of rival measure, with what is known of opponents.
    let which = ["out/games.ggf", "--as", "Bob", "--opponent", "Ann=900", "--games", "3"];
    done(&rival(&bench, &[&["measure"], &which[..], &["-o", "judged.json"]].concat()));
    done(&rival(&bench, &[&["job", "make", "measure"], &which[..], &["--per-job", "2", "--into", "judge"]].concat()));
    assert_eq!(done(&rival(&bench, &["job", "run", "judge"])), "2 of 2 jobs have results\n");
    done(&rival(&bench, &["job", "collect", "judge", "--out", "judged-part.json"]));
    assert_eq!(read("judged-part.json"), read("judged.json"));
}

/// A tournament whose games were played as jobs, some of them elsewhere, is the one that was played here.
pub fn a_tournament_in_parts() {
    let bench = Bench::new();
    let engines = [
        bench.mock("a", "gtp", "seed=1"),
        bench.mock("b", "nboard", "seed=2 illegal=10"),
        "name=own proto=gtp cmd='rival gtp --player random' depth=1".to_owned(),
    ];
    let options = ["--games", "6", "--seed", "3", "--adjudicate", "6"];
    let output = bench.command("whole", &engines, &options.join(" ")).output().unwrap();
    assert!(output.status.code() < Some(2), "{}", complaint(&output));
    let mut make = Command::new(RIVAL);
    make.args(["job", "make", "tournament", "--into", "jobs", "--per-job", "4"])
        .args(options)
        .current_dir(bench.folder.path());
    engines.iter().for_each(|engine| {
        make.arg("--engine").arg(engine);
    });
    assert_eq!(done(&make.output().unwrap()), "jobs: 5 jobs\n");
    // Elsewhere programs lie in other places: jobs hold no path, and find what they need by digest.
    let jobs: Value = serde_json::from_str(&fs::read_to_string(bench.path("jobs/plan.json")).unwrap()).unwrap();
    let digests: Vec<&str> = jobs["jobs"].as_array().unwrap().iter().map(|job| job.as_str().unwrap()).collect();
    fs::create_dir_all(bench.path("elsewhere/programs")).unwrap();
    let mock = std::env::current_exe().unwrap();
    fs::copy(&mock, bench.path("elsewhere/programs/engine")).unwrap();
    for digest in &digests[..3] {
        let job = format!("{digest}.json");
        let text = fs::read_to_string(bench.path("jobs").join(&job)).unwrap();
        assert!(!text.contains(mock.to_str().unwrap()) && !text.contains(RIVAL), "{text}");
        fs::write(bench.path("elsewhere").join(&job), text).unwrap();
        let output = rival(&bench, &["job", "run", &format!("elsewhere/{job}"), "--out", "jobs"]);
        assert!(complaint(&output).contains("found no file with the SHA-256"), "{}", complaint(&output));
        done(&rival(
            &bench,
            &["job", "run", &format!("elsewhere/{job}"), "--files", "elsewhere/programs", "--out", "jobs"],
        ));
    }
    let output = rival(&bench, &["job", "collect", "jobs", "--out", "some"]);
    assert!(
        output.status.code() == Some(1) && complaint(&output).contains("6 games are in none"),
        "{}",
        complaint(&output)
    );
    assert_eq!(done(&rival(&bench, &["job", "run", "jobs", "--threads", "2"])), "5 of 5 jobs have results\n");
    let output = rival(&bench, &["job", "collect", "jobs", "--out", "joined"]);
    assert!(output.status.code() < Some(2), "{}", complaint(&output));
    assert_eq!(bench.compared("joined"), bench.compared("whole"));
    // A second time, and into a folder with some of the games, it is the same.
    assert!(rival(&bench, &["job", "collect", "jobs", "--out", "joined"]).status.code() < Some(2));
    assert_eq!(bench.compared("joined"), bench.compared("whole"));
    // What is missing can be played in the folder itself.
    let output = bench.command("some", &engines, &options.join(" ")).output().unwrap();
    assert!(output.status.code() < Some(2), "{}", complaint(&output));
    assert_eq!(bench.compared("some"), bench.compared("whole"));
    assert_eq!(bench.survivors(), Vec::<String>::new());
}

/// The smallest recipe for learned patterns that makes more than one job.
const RECIPE: &str = r#"{"format": "rival-patterns-recipe/1", "name": "tiny", "summary": "for a test",
    "shapes": [{"name": "edge", "squares": "a1 b1 c1 d1"}], "counts": ["moves"], "phase_width": 6,
    "fit": {"shrinkage": 1.0, "steps": 2, "overlap": 1, "overlap_weight": 0.5},
    "growth": {"positions": 2, "labels": {"exact_to": 6, "depth": 6}},
    "generations": [{"positions": 6000, "games": {"prefix": [2, 50], "noise": 0.1, "depth": [1, 1]},
        "labels": {"exact_to": 6, "depth": 2}}],
    "calibration": {"games": 110, "prefix": [2, 20], "settle": 2, "depth": 1, "exact_to": 4},
    "probcut": {"positions": 100, "depth": 6},
    "acceptance": {"pairs": 1, "plies": 4, "depth": 1, "solve_from": 4}}"#;

/// A run of `rival train patterns` takes labels that were found elsewhere, for they are those that it would have found.
pub fn labels_in_parts() {
    let bench = Bench::new();
    fs::write(bench.path("tiny.json"), RECIPE).unwrap();
    let train = |folder: &str, more: &[&str]| {
        let date = ["--recipe", "tiny.json", "--date", "2026-01-01", "--threads", "2", "--out", folder];
        done(&rival(&bench, &[&["train", "patterns"], &date[..], more].concat()));
    };
    train("whole", &[]);
    train("part", &["--stage", "growth"]);
    // The calibration, too: its constants are those that the run would have found.
    done(&rival(&bench, &["job", "make", "calibration", "--run", "part", "--per-job", "40", "--into", "calibration"]));
    assert_eq!(done(&rival(&bench, &["job", "run", "calibration"])), "3 of 3 jobs have results\n");
    done(&rival(&bench, &["job", "collect", "calibration", "--out", "part/generation-0"]));
    for file in ["shifts.json", "calibrated.weights"] {
        let read = |run: &str| fs::read(bench.path(run).join("generation-0").join(file)).unwrap();
        assert!(read("part") == read("whole"), "{file}");
    }
    let output = rival(&bench, &["job", "make", "calibration", "--run", "part", "--into", "calibration"]);
    assert!(complaint(&output).contains("found no fit that waits for its calibration"), "{}", complaint(&output));
    train("part", &["--resume", "--stage", "probcut"]);
    assert_eq!(done(&rival(&bench, &["job", "make", "labels", "--run", "part", "--out", "jobs"])), "jobs: 2 jobs\n");
    assert_eq!(done(&rival(&bench, &["job", "run", "jobs", "--threads", "2"])), "2 of 2 jobs have results\n");
    done(&rival(&bench, &["job", "collect", "jobs", "--out", "part/generation-1"]));
    for file in ["labels/000000.json", "labels/000001.json"] {
        let read = |run: &str| fs::read_to_string(bench.path(run).join("generation-1").join(file)).unwrap();
        assert_eq!(read("part"), read("whole"), "{file}");
    }
    let before = fs::read_to_string(bench.path("part/log.jsonl")).unwrap();
    train("part", &["--resume"]);
    let log = fs::read_to_string(bench.path("part/log.jsonl")).unwrap();
    assert!(!log[before.len()..].contains("\"labels\""), "{log}");
    let weights = |run: &str| fs::read(bench.path(run).join("personality.weights")).unwrap();
    assert!(weights("part") == weights("whole"));
    // Without a run: the same positions from the same weights, seed and recipe, and as many as are asked for.
    let weights = "whole/generation-0/patterns.weights";
    let make = ["job", "make", "labels", "--weights", weights, "--recipe", "tiny.json", "--into", "other"];
    done(&rival(&bench, &make));
    let plan = |folder: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(bench.path(folder).join("plan.json")).unwrap()).unwrap()
    };
    assert_eq!(plan("other")["jobs"], plan("jobs")["jobs"]);
    let output = rival(&bench, &[&make[..], &["--generation", "2"]].concat());
    assert_eq!(complaint(&output), "rival: --generation: found 2, expected 1 to 1, which the recipe has\n");
    // Other weights under the same name are not those of the job.
    let job = format!("jobs/{}.json", plan("jobs")["jobs"][0].as_str().unwrap());
    fs::create_dir(bench.path("alone")).unwrap();
    let text = fs::read_to_string(bench.path(&job)).unwrap();
    fs::write(bench.path("alone/job.json"), text).unwrap();
    let output = rival(&bench, &["job", "run", "alone/job.json"]);
    assert!(complaint(&output).contains("evaluation: found no file with the SHA-256"), "{}", complaint(&output));
}

/// An engine in a folder of its own, below the folder that is given, reads a file of that folder, as Edax does.
pub fn engines_of_jobs_have_their_data_beside_them() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new();
    fs::create_dir_all(bench.path("here/edax/data")).unwrap();
    let script = format!("#!/bin/sh\ngrep -q weights data/eval || exit 1\nexec '{RIVAL}' gtp --player random\n");
    fs::write(bench.path("here/edax/engine"), script).unwrap();
    fs::set_permissions(bench.path("here/edax/engine"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(bench.path("here/edax/data/eval"), "weights").unwrap();
    let engines = [
        "--engine",
        "name=a dir=here/edax cmd=engine proto=gtp",
        "--engine",
        "name=b cmd='rival gtp --player random' proto=gtp",
    ];
    let make = ["job", "make", "tournament", "--into", "jobs", "--games", "2"];
    done(&rival(&bench, &[&make[..], &engines].concat()));
    // As on another machine.
    fs::rename(bench.path("here"), bench.path("there")).unwrap();
    let output = rival(&bench, &["job", "run", "jobs"]);
    assert!(complaint(&output).contains("found no file with the SHA-256"), "{}", complaint(&output));
    done(&rival(&bench, &["job", "run", "jobs", "--files", "there"]));
    let output = rival(&bench, &["job", "collect", "jobs", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
}

/// A personality whose files are no part of the program is played wherever files with their digests lie.
pub fn files_are_known_by_digest() {
    let bench = Bench::new();
    fs::create_dir(bench.path("mine")).unwrap();
    let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines");
    // Other weights than the shipped ones: who made them is another. And a network over them.
    let mut weights = WeightsFile::parse(&fs::read(engines.join("master.weights")).unwrap()).unwrap();
    weights.weights.source = vec!["a test".to_owned()];
    fs::write(bench.path("mine/any.weights"), weights.to_bytes()).unwrap();
    let digest = |file: &str| done(&rival(&bench, &["job", "digest", file])).trim().to_owned();
    let mut network = NetworkFile::parse(&fs::read(engines.join("master.network")).unwrap()).unwrap();
    network.weights = digest("mine/any.weights");
    fs::write(bench.path("mine/any.network"), network.to_bytes()).unwrap();
    let personality = format!(
        r#"{{"format": "rival/1", "name": "mine", "kind": "patterns", "rule": "normal", "summary": "a test",
            "weights": {{"file": "any.weights", "sha256": "{}"}},
            "network": {{"file": "any.network", "sha256": "{}"}}, "search": {{"depth": 1}}}}"#,
        digest("mine/any.weights"),
        digest("mine/any.network")
    );
    fs::write(bench.path("mine/mine.json"), personality).unwrap();
    // The same with a book, which takes the other two files along.
    let book = ["train", "book", "--player", "mine/mine.json", "--depth", "1", "--positions", "4", "--out", "booked"];
    done(&rival(&bench, &book));
    let player = "booked/personality.json";
    done(&rival(&bench, &["job", "make", "match", player, "random", "--games", "4", "--into", "jobs"]));
    assert_eq!(done(&rival(&bench, &["job", "run", "jobs"])), "1 of 1 jobs have results\n");
    let found = results(&bench.path("jobs"));
    for folder in ["alone", "files"] {
        fs::create_dir(bench.path(folder)).unwrap();
    }
    let job = found[0].0.replace(".result", "");
    fs::rename(bench.path("jobs").join(&job), bench.path("alone").join(&job)).unwrap();
    let alone = format!("alone/{job}");
    let ends = |path: &Path| path.extension().unwrap_or_default().to_str().unwrap().to_owned();
    for entry in fs::read_dir(bench.path("booked")).unwrap() {
        let from = entry.unwrap().path();
        if ["weights", "network", "book"].contains(&ends(&from).as_str()) {
            fs::rename(&from, bench.path("files").join(format!("{}-moved", ends(&from)))).unwrap();
        }
    }
    for missing in ["weights", "network", "book"] {
        let [here, away] = [format!("files/{missing}-moved"), "away".to_owned()].map(|path| bench.path(&path));
        fs::rename(&here, &away).unwrap();
        let output = rival(&bench, &["job", "run", &alone, "--files", "files"]);
        assert!(output.status.code() == Some(2) && complaint(&output).contains(missing), "{}", complaint(&output));
        fs::rename(&away, &here).unwrap();
    }
    done(&rival(&bench, &["job", "run", &alone, "--files", "files"]));
    assert_eq!(results(&bench.path("alone")), found);
}
