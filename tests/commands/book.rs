//! `rival train book` as a user sees it: the same book on any number of threads and after a stop, and a player with it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn rival(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rival")).args(args).output().unwrap()
}

fn grow(out: &Path, more: &[&str]) -> Output {
    let out = out.display().to_string();
    let usual =
        ["train", "book", "--player", "small-engine", "--depth", "2", "--positions", "40", "--date", "2000-01-01"];
    rival(&[&usual[..], &["--out", &out], more].concat())
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
    let read = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let whole = read(&one, "opening.book");
    assert_eq!(read(&two, "opening.book"), whole);
    assert_eq!(read(&two, "personality.json"), read(&one, "personality.json"));
    assert_eq!(whole.lines().count(), 42);

    // A finished run without its book is one that was killed before its first round.
    fs::remove_file(two.join("opening.book")).unwrap();
    assert!(grow(&two, &["--resume"]).status.success());
    assert_eq!(read(&two, "opening.book"), whole);
    let other = grow(&two, &["--resume", "--seed", "2"]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");

    let player = one.join("personality.json").display().to_string();
    let shown = String::from_utf8(rival(&["show", &player]).stdout).unwrap();
    assert!(shown.contains("book            40 positions, 2 plies each by small-engine"), "{shown}");
    // Damage is told in one line, and the player is refused.
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
