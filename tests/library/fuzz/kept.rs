//! The files that the program writes and reads again: profiles, and the folders of tournaments, runs and rivals.

use std::path::Path;

use rival::board::Position;
use rival::cli::parsers;
use rival::personality::map_csv;
use rival::record::profile_file::load;
use rival::strength::person;
use rival::train::patterns::sample::{self, Sample};
use rival::train::{Run, patterns};

use super::corpus::files;
use super::{RUNS, text};

const CORPUS: &str = "tests/library/fuzz/corpus";

/// A file of the corpus, undamaged.
fn corpus(file: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(CORPUS).join(file)).unwrap()
}

/// Calls for a folder with these files in it.
fn folder(files: &[(&str, &[u8])], read: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    read(folder.path());
}

fuzz!(maps, files("tests/library/fuzz/corpus/map", "csv"), |bytes| {
    let _ = map_csv::read(&text(bytes));
});

fuzz!(profiles, files("tests/library/fuzz/corpus/profile", "json"), |bytes| {
    if let Ok(found) = person::Profile::parse(Path::new("p.json"), bytes) {
        let _ = person::estimate(&found);
    }
    let _ = person::file::of_line(&text(bytes));
});

fuzz!(profiles_of_losses, files("tests/library/fuzz/corpus/losses", "json"), |bytes| {
    folder(&[("p.json", bytes)], |path| {
        let _ = load::<rival::thesis::Profile>(&path.join("p.json"));
    });
});

/// The reading of a folder by a command that continues its tournament.
fn tournament(config: &[u8], games: &[u8]) {
    folder(&[("config.json", config), ("games.jsonl", games)], |path| {
        #[cfg(unix)]
        let _ = parsers::played(path);
    });
}

fuzz!(configurations_of_tournaments, files("tests/library/fuzz/corpus/played", "json"), |bytes| {
    tournament(bytes, &corpus("played/games.jsonl"));
});

fuzz!(games_of_tournaments, files("tests/library/fuzz/corpus/played", "jsonl"), |bytes| {
    tournament(&corpus("played/config.json"), bytes);
});

/// A run of a genetic algorithm, one file of which is damaged.
fn run(damaged: &str, bytes: &[u8]) {
    let own =
        ["recipe.json", "run.json", "checkpoint.json", "log.jsonl"].map(|name| (name, corpus(&format!("run/{name}"))));
    let files: Vec<(&str, &[u8])> =
        own.iter().map(|(name, whole)| (*name, if *name == damaged { bytes } else { &whole[..] })).collect();
    folder(&files, |path| drop(Run::open(path)));
}

fuzz!(settings_of_runs, vec![corpus("run/run.json")], |bytes| run("run.json", bytes));
fuzz!(recipes_of_runs, vec![corpus("run/recipe.json")], |bytes| run("recipe.json", bytes));
fuzz!(checkpoints_of_runs, vec![corpus("run/checkpoint.json")], |bytes| run("checkpoint.json", bytes));
fuzz!(logs_of_runs, vec![corpus("run/log.jsonl")], |bytes| run("log.jsonl", bytes));

fuzz!(runs_of_patterns, files("src/train/recipes", "json"), |bytes| {
    let results = [("generation-1/match.json", bytes)];
    let own = corpus("run/run.json");
    folder(&[&[("recipe.json", bytes), ("run.json", &own[..])], &results[..]].concat(), |path| {
        if let Ok(run) = patterns::PatternsRun::open(path) {
            let _ = run.best();
        }
    });
});

fuzz!(samples, vec![sample::to_text(&[Sample { position: Position::START, label: 1 }; 3]).into_bytes()], |bytes| {
    if let Some(found) = sample::from_text(&text(bytes)) {
        assert_eq!(sample::from_text(&sample::to_text(&found)), Some(found));
    }
});

fuzz!(games_of_the_page, files("tests/library/fuzz/corpus/page", "json"), |bytes| {
    folder(&[("games/000001.json", bytes)], |path| {
        let _ = parsers::kept_game(path);
    });
});

/// Undamaged files are read without an error; otherwise every damaged one would be refused for the same reason.
#[test]
fn the_corpus_is_read() {
    person::Profile::parse(Path::new("p.json"), &corpus("profile/profile.json")).unwrap();
    folder(&[("p.json", &corpus("losses/losses.json"))], |path| {
        assert!(load::<rival::thesis::Profile>(&path.join("p.json")).is_ok())
    });
    folder(&[("games/000001.json", &corpus("page/game.json"))], |path| assert!(parsers::kept_game(path)));
    #[cfg(unix)]
    folder(&[("config.json", &corpus("played/config.json")), ("games.jsonl", &corpus("played/games.jsonl"))], |path| {
        parsers::played(path).unwrap();
        let results = std::fs::read_to_string(path.join("results.json")).unwrap();
        assert_eq!(results.matches("\"moves\"").count(), 2, "{results}");
    });
    let own =
        ["recipe.json", "run.json", "checkpoint.json", "log.jsonl"].map(|name| (name, corpus(&format!("run/{name}"))));
    folder(&own.each_ref().map(|(name, bytes)| (*name, &bytes[..])), |path| {
        assert!(Run::open(path).unwrap().1.is_empty())
    });
}
