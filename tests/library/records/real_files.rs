//! Real files.

use std::path::PathBuf;

use rival::record::wthor;
use rival::record::{Format, file, obf};

/// The files of a folder of real records.
fn data(name: &str) -> impl Iterator<Item = PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let entries = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: found {error}, expected real records", folder.display()));
    entries.map(|entry| entry.unwrap().path())
}

#[test]
fn the_games_of_1977_are_legal_and_scored_right() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/WTH_1977.wtb");
    let games = file::open(&path, &wthor::FORMAT).unwrap();
    assert_eq!(games.len(), 12);
    for (number, entry) in games.into_iter().enumerate() {
        let record = entry.game.unwrap();
        let score = record.final_score().expect("these games were played to the end");
        assert_eq!(record.result.map(|result| result.score), Some(score.into()), "game {number}");
    }
}

#[test]
#[ignore = "reads ../shared/data/wthor"]
fn real_wthor_games_are_legal_and_scored_right() {
    let mut games = 0;
    let mut finished = 0;
    let mut differing = Vec::new();
    for path in data("wthor").filter(|path| Format::by_extension(path) == Some(&wthor::FORMAT)) {
        for (number, entry) in file::open(&path, &wthor::FORMAT).unwrap().into_iter().enumerate() {
            let record = entry.game.unwrap_or_else(|error| panic!("{} game {number}: {error}", path.display()));
            assert!(!record.black.name.starts_with('#') && !record.place.starts_with('#'));
            games += 1;
            let Some(score) = record.final_score() else { continue };
            finished += 1;
            if record.result.map(|result| result.score) != Some(score.into()) {
                differing.push((path.clone(), number, record.result, score));
            }
        }
    }
    println!("{games} games, {finished} of them played to the end");
    assert_eq!(differing, []);
    assert!(finished > 0);
}

#[test]
#[ignore = "reads ../shared/data/ffo"]
fn real_obf_lines_read_and_write() {
    let mut count = 0;
    for path in data("ffo") {
        let text = std::fs::read_to_string(path).unwrap();
        for (line, (_, problem)) in text.lines().zip(obf::parse_all(text.as_bytes())) {
            assert_eq!(obf::write(&problem.unwrap()), line.trim_end());
            count += 1;
        }
    }
    assert_eq!(count, 49);
}
