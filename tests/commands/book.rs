//! `rival train book` as a user sees it: the same book on any number of threads, after a stop and in parts, and a player
//! with it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use crate::rival;

/// A book of 40 positions.
const WORDS: [&str; 10] =
    ["train", "book", "--player", "small-engine", "--depth", "2", "--positions", "40", "--date", "2000-01-01"];

fn grow(out: &Path, more: &[&str]) -> Output {
    let out = out.display().to_string();
    rival(&[&WORDS[..], &["--out", &out], more].concat())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_book_is_the_same_on_any_threads_and_after_a_stop_and_its_player_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let done = grow(&one, &["--threads", "1"]);
    assert!(done.status.success(), "{done:?}");
    // A process that was killed in its first write leaves a temporary file.
    fs::create_dir(&two).unwrap();
    fs::write(two.join(".rival-Ab3dEf.tmp"), "half").unwrap();
    assert!(grow(&two, &["--threads", "2"]).status.success());
    assert!(!two.join(".rival-Ab3dEf.tmp").exists());
    let whole = read(&one.join("opening.book"));
    assert_eq!(read(&two.join("opening.book")), whole);
    assert_eq!(read(&two.join("personality.json")), read(&one.join("personality.json")));
    assert_eq!(whole.lines().count(), 42);

    // A finished run without its book is one that was killed before its first round.
    fs::remove_file(two.join("opening.book")).unwrap();
    assert!(grow(&two, &["--resume"]).status.success());
    assert_eq!(read(&two.join("opening.book")), whole);
    let other = grow(&two, &["--resume", "--seed", "2"]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");

    let player = one.join("personality.json").display().to_string();
    let shown = String::from_utf8(rival(&["show", &player]).stdout).unwrap();
    assert!(shown.contains("book            40 positions, 2 plies each by small-engine"), "{shown}");
    // Damage is reported in one line, and the player is refused.
    fs::write(one.join("opening.book"), &whole[..whole.len() - 9]).unwrap();
    let refused = rival(&["show", &player]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        refused.status.code() == Some(2)
            && told.lines().count() == 1
            && told.contains("found opening.book, expected a whole opening book (line 42: "),
        "{told}"
    );
}

/// More positions extend a finished book to the bytes of one that had them from the beginning. 40 positions end within
/// a round, so those of the longer book come in another order.
#[test]
fn a_finished_book_is_extended() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, grown] = ["whole", "grown"].map(|name| folder.path().join(name));
    let grow_to = |positions: &'static str, out: &Path| {
        let out = out.display().to_string();
        let words = WORDS.map(|word| if word == "40" { positions } else { word });
        rival(&[&words[..], &["--out", &out, "--resume"]].concat())
    };
    assert!(grow_to("70", &whole).status.success());
    assert!(grow_to("40", &grown).status.success());
    let shorter = read(&grown.join("opening.book"));
    let same = || {
        for file in ["opening.book", "personality.json", "run.json"] {
            assert_eq!(read(&grown.join(file)), read(&whole.join(file)), "{file}");
        }
    };
    let extended = grow_to("70", &grown);
    assert!(extended.status.success(), "{extended:?}");
    same();
    // The shorter book is still there if the process is killed before it has searched a position.
    fs::write(grown.join("opening.book"), shorter).unwrap();
    assert!(grow_to("70", &grown).status.success());
    same();
    let fewer = grow_to("40", &grown);
    assert_eq!(fewer.status.code(), Some(2), "{fewer:?}");
    let said = String::from_utf8(fewer.stderr).unwrap();
    assert!(said.contains("found \"…--positions 70 --seed 1\", expected \"…--positions 40 --seed 1\""), "{said}");
    same();
}

/// The command that a book and its player record makes the same files again.
#[test]
fn the_recorded_command_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("my files")).unwrap();
    let player = at("my files/it's.json").display().to_string();
    fs::write(&player, rival(&["show", "small-engine", "--json"]).stdout).unwrap();
    let options = ["--depth", "1", "--positions", "3", "--name", "ann", "--date", "2000-01-01"];
    let grow = |words: &[&str], out: &str| {
        let output = rival(&[words, &["--out", &at(out).display().to_string()]].concat());
        assert!(output.status.success(), "{output:?}");
    };
    grow(&[&["train", "book", "--player", &player][..], &options].concat(), "book");
    let run: serde_json::Value = serde_json::from_str(&read(&at("book/run.json"))).unwrap();
    let command = shell_words::split(run["command"].as_str().unwrap()).unwrap();
    let words: Vec<&str> = command[1..].iter().map(String::as_str).collect();
    grow(&[&words[..], &["--date", "2000-01-01"]].concat(), "again");
    for file in ["opening.book", "personality.json", "run.json"] {
        assert_eq!(read(&at("book").join(file)), read(&at("again").join(file)), "{file}");
    }
    // A run of an earlier version has no quotes and no name in its command.
    let older = format!("rival train book --player {player} --depth 1 --positions 3 --seed 1");
    let mut settings = run.clone();
    settings["command"] = older.into();
    fs::write(at("book/run.json"), settings.to_string()).unwrap();
    grow(&[&words[..], &["--resume"]].concat(), "book");
}

#[test]
fn a_book_in_parts_one_of_them_killed_is_the_book_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let ends = |out: &str, more: &[&str]| {
        let output = grow(&at(out), more);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(ends("whole", &[]), (Some(0), String::new()));
    assert_eq!(ends("first", &["--shard", "1/2"]).0, Some(0));
    for _ in 0..3 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
        let out = at("second").display().to_string();
        command.args(WORDS).args(["--out", &out, "--shard", "2/2", "--resume"]);
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(50));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(ends("second", &["--shard", "2/2", "--resume"]).0, Some(0));
    assert_eq!(ends("again", &["--shard", "2/2", "--threads", "1"]).0, Some(0));
    assert_eq!(read(&at("again/opening.book")), read(&at("second/opening.book")));
    let parts = ["first", "second"].map(|name| at(name).display().to_string());
    let [first, second] = parts.each_ref().map(String::as_str);
    assert_eq!(ends("joined", &["--parts", second, first]).0, Some(0));
    for file in ["opening.book", "personality.json", "run.json"] {
        assert_eq!(read(&at(&format!("joined/{file}"))), read(&at(&format!("whole/{file}"))), "{file}");
    }
    // The parts have searched nearly all of it, each position in one of them.
    let [one, two, whole] = ["first", "second", "whole"].map(|folder| {
        let text = read(&at(folder).join("opening.book"));
        text.lines().skip(2).map(str::to_owned).collect::<HashSet<String>>()
    });
    assert!(one.is_disjoint(&two) && one.len() > 9 && two.len() > 9, "{} {}", one.len(), two.len());
    let foreseen = whole.iter().filter(|line| one.contains(*line) || two.contains(*line)).count();
    assert!(foreseen >= 24, "{foreseen} of 40 positions");
    // Positions that the parts lack are searched.
    fs::remove_file(at("second/opening.book")).unwrap();
    fs::remove_dir_all(at("joined")).unwrap();
    assert_eq!(ends("joined", &["--parts", first, second]).0, Some(0));
    assert_eq!(read(&at("joined/opening.book")), read(&at("whole/opening.book")));

    let refused = |more: &[&str]| {
        let (code, told) = ends("refused", more);
        assert_eq!((code, told.lines().count()), (Some(2), 1), "{told}");
        assert!(!at("refused").exists(), "{told}");
        told
    };
    assert_eq!(refused(&["--parts", first]), "rival: --parts: of 2 parts, no folder holds part 2\n");
    assert!(refused(&["--parts", first, second, second]).contains("second: part 2/2 is in "));
    let other = refused(&["--seed", "2", "--parts", first, second]);
    assert!(other.contains("first/run.json: the folder holds another run: seed: found 1"), "{other}");
    // A whole book is no part.
    let whole = at("whole").display().to_string();
    let expected = "whole/run.json: found another kind of run, expected one that this command makes: ";
    assert!(refused(&["--parts", first, &whole]).contains(expected));
}
