//! Whole runs of `rival measure`.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::{rival_in, text};

const START: &str = "---------------------------O*------*O---------------------------";
const MOVES: &str =
    "B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]B[c5]W[b3]B[c2]W[e3]B[d2]W[c6]B[b4]W[a3]B[b5]W[b6]B[a4]W[a5]B[a6]W[a7]";

fn ggf(black: &str, white: &str, moves: &str) -> String {
    format!("(;GM[Othello]PC[x]DT[2024]PB[{black}]PW[{white}]RE[?]TY[8]BO[8 {START} *]{moves};)\n")
}

/// The first so many moves of [`MOVES`].
fn first(count: usize) -> &'static str {
    &MOVES[..5 * count]
}

fn folder(files: &[(&str, String)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn measure(folder: &TempDir, args: &[&str]) -> Output {
    rival_in(folder, &[&["measure"], args].concat())
}

/// The name that a shipped player gives itself.
fn signature(player: &str) -> String {
    rival::players::load(player).unwrap().signature()
}

fn read(folder: &TempDir, name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap()
}

#[test]
fn games_that_no_profile_has_room_for_are_refused_before_they_are_judged() {
    // Each quotation mark takes two bytes in the profile.
    let opponent = "\"".repeat(2 << 20);
    let games = (1..=20).map(|count| ggf("Ann", &opponent, first(count)));
    let folder = folder(&[("long-names.ggf", games.collect())]);
    let output = measure(&folder, &["long-names.ggf", "--player", "Ann", "-o", "ann.json"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("ann.json: found 20 new games, 20 with all others in 81 MiB, expected about 15 in 64 MiB"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_strength_that_cannot_be_stored_is_told_before_the_error() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES))]);
    let output = measure(&folder, &["a.ggf", "--player", "Ann", "-o", "/dev/full"]);
    assert!(text(&output.stdout).starts_with("Ann: about "), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("/dev/full"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_person_is_measured_in_words_and_in_json_and_the_profile_is_two_tables() {
    let opponent = signature("people-1200");
    let games = ggf("Ann", &opponent, MOVES) + &ggf("Bob", "ANN", MOVES);
    let folder = folder(&[("a.ggf", games)]);
    let output = measure(&folder, &["a.ggf", "--player", "ann", "-o", "ann.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.starts_with("Ann: about ") && said.contains("95 % confidence"), "{said}");
    assert!(
        said.contains("rests on      20 moves of 2 games, and no result: no game was played to its end or resigned\n"),
        "{said}"
    );
    let profile = read(&folder, "ann.json");
    assert_eq!(profile["format"], "rival-profile/2");
    let games = profile["games"].as_array().unwrap();
    let moves = profile["moves"].as_array().unwrap();
    assert_eq!((games.len(), moves.len()), (2, 20));
    assert_eq!(games[0]["opponent"], *opponent);
    let known = 1200.0;
    assert_eq!((&games[0]["opponent_rating"], &games[1]["opponent_rating"]), (&known.into(), &Value::Null));
    assert_eq!(
        (&games[0]["side"], &games[1]["side"], &games[0]["date"]),
        (&"black".into(), &"white".into(), &"2024".into())
    );
    assert!(
        moves.iter().all(|row| row["loss"].as_f64().unwrap() >= 0.0 && row["values"].as_array().unwrap().len() > 1)
    );
    let json: Value =
        serde_json::from_slice(&measure(&folder, &["a.ggf", "--player", "Ann", "--json"]).stdout).unwrap();
    assert_eq!(json["rating"], profile["summary"]["rating"].as_f64().unwrap() as i64);
    let [low, rating, high] = ["low", "rating", "high"].map(|key| json[key].as_i64().unwrap());
    assert!(low < rating && rating < high);
    assert_eq!((&json["games"], &json["moves"]), (&2.into(), &20.into()));
}

#[test]
fn threads_and_the_order_of_files_change_nothing() {
    let folder = folder(&[("a.ggf", ggf("Ann", "x", MOVES)), ("b.ggf", ggf("x", "Ann", first(14)))]);
    let said = |args: &[&str]| {
        let output = measure(&folder, &[args, &["--player", "ann", "--json"]].concat());
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        ["rating", "low", "high"].map(|key| json[key].as_i64().unwrap())
    };
    let expected = said(&["a.ggf", "b.ggf", "--threads", "1"]);
    assert_eq!(said(&["a.ggf", "b.ggf", "--threads", "3"]), expected);
    for (found, expected) in said(&["b.ggf", "a.ggf"]).into_iter().zip(expected) {
        assert!((found - expected).abs() <= 2, "{found} {expected}");
    }
}

#[test]
fn what_was_judged_is_not_judged_again() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES) + &ggf("Bob", "Ann", first(16)))]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]).status.code(), Some(0));
    let profile = read(&folder, "p.json");
    // A run that was killed has left a journal: one judged game, told by values that no judge gives, and half a line.
    let mut row = profile["games"][0].clone();
    let mut values: Vec<Value> = profile["moves"].as_array().unwrap().iter().map(|row| row["values"].clone()).collect();
    values.truncate(10);
    values[3][0] = 6400.into();
    row["date"] = "other".into();
    let judges = serde_json::json!([profile["judge"], profile["deep_judge"]]);
    let journal = format!("{judges}\n{}\n{{\"game\": \"12", serde_json::json!([row, values, null]));
    fs::remove_file(folder.path().join("p.json")).unwrap();
    fs::write(folder.path().join("p.json.part"), journal).unwrap();
    let output = measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let resumed = read(&folder, "p.json");
    assert_eq!(resumed["moves"][3]["values"][0], 6400);
    assert_eq!(resumed["moves"][12], profile["moves"][12]);
    assert!(!folder.path().join("p.json.part").exists());
    // Games of the existing profile are not judged again either. A journal of another judge is ignored.
    fs::write(folder.path().join("p.json.part"), "{\"weights\": \"x\"}\n").unwrap();
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]).status.code(), Some(0));
    assert_eq!(read(&folder, "p.json")["moves"][3]["values"][0], 6400);
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_keeps_what_it_has_and_goes_on() {
    // Many different games: all beginnings of one, which tell games apart up to the fortieth move.
    let random: Vec<String> = (0..400).map(|seed| ggf("Ann", "Bob", &game(seed))).collect();
    let folder = folder(&[("a.ggf", random.concat())]);
    let words = ["measure", "a.ggf", "--player", "ann", "-o", "p.json", "--threads", "1"];
    let journal = folder.path().join("p.json.part");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let begin = |program: &str, first: &[&str]| {
        let child = Command::new(program)
            .current_dir(&folder)
            .args(first)
            .args(words)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        while lines() < 4 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child
    };
    let begun = || begin(env!("CARGO_BIN_EXE_rival"), &[]);
    // Ctrl-C gives the estimate of the judged games, and a profile of them.
    let child = begun();
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let judged = read(&folder, "p.json")["games"].as_array().unwrap().len();
    assert!((3..400).contains(&judged) && !journal.exists());
    assert!(text(&output.stdout).starts_with("Ann: about "), "{output:?}");
    let said = format!("rival: stopped: the figures are from {judged} of 400 games; the same command continues\n");
    // On a slow machine lines of progress come before that.
    assert!(text(&output.stderr).ends_with(&said), "{output:?}");
    // An existing profile is not replaced, because the journal keeps the judged games.
    let child = begun();
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(read(&folder, "p.json")["games"].as_array().unwrap().len(), judged);
    fs::remove_file(folder.path().join("p.json")).unwrap();
    fs::remove_file(&journal).unwrap();
    // A hangup that is ignored from the beginning, as by nohup, stays ignored.
    let child = begin("sh", &["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_rival")]);
    let before = lines();
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::HUP).unwrap();
    while lines() < before + 4 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    fs::remove_file(folder.path().join("p.json")).unwrap();
    // A kill, as at a loss of power.
    let mut child = begun();
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = lines();
    assert!((4..400).contains(&kept) && !folder.path().join("p.json").exists());
    fs::write(folder.path().join("a.ggf"), random[..5].concat()).unwrap();
    assert_eq!(rival_in(&folder, &words).status.code(), Some(0));
    assert_eq!(read(&folder, "p.json")["games"].as_array().unwrap().len(), 5);
}

/// A game of 44 moves by a seed, as GGF writes its moves.
fn game(seed: u64) -> String {
    random_game(seed, 44)
}

/// A game by a seed that ends after this many moves, if not before.
fn random_game(seed: u64, most: usize) -> String {
    use rival::board::{Color, Game, squares};
    let mut game = Game::default();
    let mut text = String::new();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
    while !game.is_over() && game.history().len() < most {
        let moves: Vec<_> = squares(game.board().position.moves()).collect();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = match moves.len() {
            0 => rival::board::Move::Pass,
            count => moves[(state >> 33) as usize % count].into(),
        };
        let color = if game.board().to_move == Color::Black { 'B' } else { 'W' };
        text += &format!("{color}[{mv}]");
        game.play(mv).unwrap();
    }
    text.replace("[pass]", "[pa]")
}

#[test]
fn a_profile_by_another_judge_is_refused_with_what_to_do() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES))]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "ann.json"]).status.code(), Some(0));
    let old = fs::read_to_string(folder.path().join("ann.json")).unwrap().replace("\"depth\":5", "\"depth\":4");
    fs::write(folder.path().join("old.json"), &old).unwrap();
    for args in [&["measure", "a.ggf", "--player", "ann", "--add", "old.json"][..], &["measure", "old.json"]] {
        let output = rival_in(&folder, args);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
        assert!(said.starts_with("rival: old.json: judge: found \"") && said.contains(" at depth 4, "), "{said}");
        assert!(said.ends_with("; measure again: rival measure GAMES --player NAME -o NEW.json\n"), "{said}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("old.json")).unwrap(), old);
    let output = measure(&folder, &["a.ggf", "--player", "ann", "-o", "old.json"]);
    assert_eq!((output.status.code(), fs::read_to_string(folder.path().join("old.json")).unwrap()), (Some(2), old));
    // The message recommends measuring again.
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "new.json"]).status.code(), Some(0));
    assert_eq!(read(&folder, "new.json"), read(&folder, "ann.json"));
}

#[test]
fn a_profile_without_deep_losses_takes_them_from_its_games() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES))]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "new.json"]).status.code(), Some(0));
    let new = read(&folder, "new.json");
    // As an earlier version wrote it.
    let mut old = new.clone();
    old.as_object_mut().unwrap().remove("deep_judge");
    for row in old["moves"].as_array_mut().unwrap() {
        assert!(row.as_object_mut().unwrap().remove("deep_loss").is_some());
    }
    for args in [["--add", "old.json"], ["-o", "old.json"]] {
        fs::write(folder.path().join("old.json"), old.to_string()).unwrap();
        assert_eq!(measure(&folder, &["old.json"]).status.code(), Some(0));
        let output = measure(&folder, &[&["a.ggf", "--player", "ann"], &args[..]].concat());
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{args:?}");
        assert_eq!(read(&folder, "old.json"), new, "{args:?}");
    }
}

#[test]
fn games_are_added_once() {
    let folder = folder(&[
        ("a.ggf", ggf("Ann", "Bob", MOVES)),
        ("b.ggf", ggf("Ann", "Bob", MOVES) + &ggf("Bob", "Ann", first(16))),
    ]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]).status.code(), Some(0));
    let output = measure(&folder, &["b.ggf", "--player", "ann", "--add", "p.json"]);
    let known = "rival: p.json: it already has 1 of 2 games of Ann; only the others count\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), known.to_owned()));
    let output = measure(&folder, &["b.ggf", "--player", "ann", "--add", "p.json"]);
    let all = "rival: p.json: nothing new: it already has all 2 games of Ann\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), all.to_owned()));
    assert!(text(&output.stdout).starts_with("Ann: about "), "{}", text(&output.stdout));
    let output = measure(&folder, &["a.ggf", "--player", "ann", "--add", "p.json"]);
    assert_eq!(text(&output.stderr), "rival: p.json: nothing new: it already has this game of Ann\n");
    let output = measure(&folder, &["a.ggf", "b.ggf", "--player", "ann", "--add", "p.json"]);
    let repeated = format!("rival: 3 games of Ann, 1 of them repeated: each game counts once\n{all}");
    assert_eq!(text(&output.stderr), repeated);
    // Except that the opponent's strength is known now.
    assert_eq!(read(&folder, "p.json")["games"][0]["opponent_rating"], Value::Null);
    let output = measure(&folder, &["a.ggf", "--player", "ann", "--add", "p.json", "--opponent", "Bob=1400"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert_eq!(read(&folder, "p.json")["games"][0]["opponent_rating"], 1400.0);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "Ann", "--add", "absent.json"]).status.code(), Some(2));
}

#[test]
fn a_profile_is_not_replaced_by_games_without_a_choice() {
    let folder = folder(&[("short.ggf", ggf("Ann", "Bob", first(1))), ("p.json", String::new())]);
    let output = measure(&folder, &["short.ggf", "--player", "bob", "-o", "p.json"]);
    let message = "rival: Bob never had a choice between moves in 1 game: give longer games\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), message));
    assert_eq!(fs::read(folder.path().join("p.json")).unwrap(), b"");
}

#[test]
fn a_profile_is_replaced_only_by_files_that_have_all_its_games() {
    let both = ggf("Ann", "Bob", MOVES) + &ggf("Bob", "Ann", first(16));
    let folder = folder(&[
        ("one.ggf", ggf("Ann", "Bob", MOVES)),
        ("both.ggf", both),
        ("cut.ggf", ggf("Ann", "Bob", first(10)) + &ggf("Bob", "Ann", first(16))),
        ("short.ggf", ggf("Ann", "Bob", first(1))),
    ]);
    let words = ["both.ggf", "--player", "ann", "-o", "p.json", "--opponent", "Bob=2000"];
    assert_eq!(measure(&folder, &words).status.code(), Some(0));
    // A wrong rating is mended.
    let words = ["both.ggf", "--player", "Ann", "-o", "p.json", "--opponent", "Bob=1300"];
    assert_eq!(measure(&folder, &words).status.code(), Some(0));
    let ratings = |profile: &serde_json::Value| -> Vec<f64> {
        profile["games"].as_array().unwrap().iter().map(|game| game["opponent_rating"].as_f64().unwrap()).collect()
    };
    assert_eq!(ratings(&read(&folder, "p.json")), [1300.0, 1300.0]);
    let path = folder.path().join("p.json");
    let measured = fs::read_to_string(&path).unwrap();
    let live = measured.replace("\"live\":false", "\"live\":true");
    assert_ne!(live, measured);
    for (profile, file, lost) in [
        (&measured, "one.ggf", "1 game"),
        (&measured, "cut.ggf", "1 game"),
        (&measured, "short.ggf", "2 games"),
        // Of a game that was played with this program it knows more than a file.
        (&live, "both.ggf", "2 games"),
    ] {
        fs::write(&path, profile).unwrap();
        let output = measure(&folder, &[file, "--player", "ann", "-o", "p.json"]);
        let difference = format!("rival: p.json: found {lost} of which these files tell less or nothing: ");
        let message = difference + "name another file, or --add to add these games to it\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), message), "{file}");
        assert_eq!(fs::read_to_string(&path).unwrap(), *profile);
    }
}

#[test]
fn files_with_another_content_and_other_people_s_profiles_are_not_replaced() {
    let folder = folder(&[
        ("a.ggf", ggf("Ann", "Bob", MOVES)),
        ("b.ggf", ggf("Ann", "Bob", first(16))),
        ("letter", "dear".to_owned()),
    ]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]).status.code(), Some(0));
    let content = || -> Vec<Vec<u8>> {
        ["a.ggf", "b.ggf", "letter", "p.json"].map(|name| fs::read(folder.path().join(name)).unwrap()).to_vec()
    };
    let before = content();
    for (args, expected) in [
        (
            &["measure", "a.ggf", "--player", "bob", "-o", "p.json"][..],
            "p.json: found the profile of \"Ann\", expected that of \"Bob\": name another file, or --add to add",
        ),
        (&["measure", "a.ggf", "--player", "white", "-o", "p.json"], "expected that of \"white\": name another file"),
        (&["measure", "a.ggf", "--player", "ann", "-o", "letter"], "letter: found another file, expected a profile or"),
        (&["measure", "a.ggf", "--player", "ann", "-o", "b.ggf"], "b.ggf: found another file, expected a profile"),
        (&["measure", "a.ggf", "--player", "ann", "--html", "b.ggf"], "b.ggf: found another file, expected a page in"),
        (&["agent", "p.json", "-o", "b.ggf"], "b.ggf: found another file, expected a personality or a new file: name"),
        (&["convert", "a.ggf", "p.json", "--to", "pgn"], "expected games or positions (PGN) or a new file"),
        (&["measure", "p.json", "--player", "Bob"], "--player: p.json is the profile of \"Ann\": leave out --player"),
        (
            &["gtp", "--player", "p.json"],
            "p.json: found a person's profile, expected a personality, which `rival agent` makes",
        ),
        (&["gtp", "--player", "./"], "found a folder, expected a file: name one in it"),
        (&["measure", ".", "--player", "ann"], "found a folder, expected a file: name one in it"),
    ] {
        let output = rival_in(&folder, args);
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{args:?} {message}");
        assert!(message.contains(expected), "{message}");
        assert!(output.stdout.is_empty() && content() == before, "{args:?}");
    }
    assert!(measure(&folder, &["p.json", "--player", "ANN"]).status.success());
}

/// Two names may be one person's, so the games are added.
#[test]
fn games_of_another_name_are_added_and_told() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES)), ("b.ggf", ggf("Bob", "annie", first(16)))]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]).status.code(), Some(0));
    let output = measure(&folder, &["b.ggf", "--player", "Annie", "--add", "p.json"]);
    let said = "rival: p.json: the profile of \"Ann\" gets games of \"annie\"\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), said.to_owned()));
    assert_eq!(read(&folder, "p.json")["games"].as_array().unwrap().len(), 2);
    // A colour is no name.
    let output = measure(&folder, &["b.ggf", "--player", "black", "--add", "p.json"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

/// The page of a profile and the page of its games are the same, except for the command.
#[test]
fn a_page_shows_the_strength_after_each_game() {
    let folder = folder(&[
        ("a.ggf", ggf("Ann", "Bob", MOVES)),
        ("b.ggf", ggf("Ann", "<Bill>", first(16))),
        ("page.html", "<!DOCTYPE html>an older page".to_owned()),
    ]);
    let measured = measure(&folder, &["a.ggf", "b.ggf", "--player", "ann", "-o", "p.json", "--html", "games.html"]);
    assert_eq!((measured.status.code(), text(&measured.stderr).as_str()), (Some(0), ""));
    let known = measure(&folder, &["p.json", "--html", "page.html"]);
    assert_eq!((known.status.code(), text(&known.stdout)), (Some(0), text(&measured.stdout)));
    let [page, other] = ["page.html", "games.html"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    let [table, other_table] =
        [&page, &other].map(|page| &page[page.find("<table>").unwrap()..page.find("</table>").unwrap()]);
    assert_eq!(table, other_table);
    assert!(page.contains("strength after each game") && !page.contains("src=") && !page.contains("<Bill>"));
    let rows: Vec<&str> = table.lines().filter(|row| row.starts_with("<tr><td>")).collect();
    assert_eq!(rows.len(), 2, "{table}");
    assert!(rows[0].starts_with("<tr><td>1</td>") && rows[0].contains("<td>against Bob</td>"), "{}", rows[0]);
    assert!(rows[1].starts_with("<tr><td>2</td>") && rows[1].contains("<td>against &lt;Bill&gt;</td>"), "{}", rows[1]);
    // The last row is the estimate that is printed.
    let rating = text(&measured.stdout)["ann: about ".len()..].split(',').next().unwrap().to_owned();
    assert!(rows[1].contains(&format!("<td>{rating}</td>")), "{} {rating}", rows[1]);
    let nowhere = measure(&folder, &["p.json", "--html", "absent/page.html"]);
    assert_eq!((nowhere.status.code(), nowhere.stdout.is_empty()), (Some(2), true));
}

/// A page in place of a profile or of games would be the loss of them.
#[test]
fn a_page_is_not_written_over_a_file_of_the_same_command() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES))]);
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]).status.code(), Some(0));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let [games, profile] = ["a.ggf", "p.json"].map(read);
    for (args, expected) in [
        (&["p.json", "--html", "p.json"][..], "--html: p.json is one of the files of games: name another file"),
        (&["a.ggf", "--player", "ann", "--html", "./a.ggf"], "--html: ./a.ggf is one of the files of games"),
        (&["a.ggf", "--player", "ann", "--add", "p.json", "--html", "p.json"], "--html: p.json is the profile"),
        (&["a.ggf", "--player", "ann", "-o", "q.json", "--html", "q.json"], "--html: q.json is the profile"),
    ] {
        let output = measure(&folder, args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?} {message}");
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
        assert!(output.stdout.is_empty() && !folder.path().join("q.json").exists());
    }
    assert_eq!(["a.ggf", "p.json"].map(read), [games, profile]);
}

#[test]
fn a_kept_profile_is_shown_without_its_games() {
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", &MOVES[..5]))]);
    let measured = measure(&folder, &["a.ggf", "--player", "ann", "-o", "p.json"]);
    let said = text(&measured.stdout);
    assert!(
        said.contains("rests on      1 move of 1 game, and no result: no game was played to its end or resigned\n"),
        "{said}"
    );
    let shown = measure(&folder, &["p.json"]);
    assert_eq!((shown.status.code(), text(&shown.stdout)), (Some(0), said));
    let [kept, measured] = [&["p.json", "--json"][..], &["a.ggf", "--player", "ann", "--json"]]
        .map(|args| serde_json::from_slice::<Value>(&measure(&folder, args).stdout).unwrap());
    assert_eq!(kept, measured);
    // It has no games for another profile.
    for option in ["-o", "--add"] {
        let refused = measure(&folder, &["p.json", option, "q.json"]);
        let told = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && told.contains("found no games in p.json"), "{told}");
        assert!(!folder.path().join("q.json").exists());
    }
}

#[test]
fn results_against_opponents_that_the_user_knows_count() {
    let games = ggf("Ann", "Bob", MOVES).replace("RE[?]", "RE[-64.00]");
    let folder = folder(&[("a.ggf", games)]);
    let options = [&[][..], &["--opponent", "bob=700"], &["--opponent", "700"]];
    let [(alone, none), (weak, one), (all_weak, _)] = options.map(|more| {
        let output = measure(&folder, &[&["a.ggf", "--player", "ann", "--json"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json["rating"].as_i64().unwrap(), json["results"].as_u64().unwrap())
    });
    assert_eq!((none, one, all_weak), (0, 1, weak));
    assert!(weak < alone, "{weak} {alone}");
    assert_eq!(measure(&folder, &["a.ggf", "--player", "ann", "--opponent", "x=many"]).status.code(), Some(2));
}

/// The same game against opponents of four names: three that a person may have, also those of shipped players, measure
/// alike; the fourth is the name that a shipped player gives itself.
#[test]
fn a_name_is_not_an_identity() {
    let engine = signature("people-2200");
    let [bob, expert, people, engine] = ["Bob", "expert", "people-2200", &engine].map(|opponent| {
        let folder = folder(&[("a.ggf", ggf("Ann", opponent, MOVES).replace("RE[?]", "RE[-16]"))]);
        let output = measure(&folder, &["a.ggf", "--player", "ann", "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["rating"].as_i64().unwrap()
    });
    assert_eq!((expert, people), (bob, bob));
    assert!(engine > bob);
}

#[test]
fn games_in_any_spelling_are_measured() {
    let moves: String = MOVES.replace("B[", "").replace("W[", "").replace(']', "-").to_uppercase();
    let game = ggf("Ann", &signature("people-1200"), MOVES).replace("RE[?]", "RE[-16]");
    let wrong = game.replace("B[f5]", "B[x9]");
    let folder = folder(&[
        ("a.ggf", game.clone()),
        ("a.txt", moves.replacen("-C4", "\n2 c4", 1)),
        ("games of Ann", format!("{game}\n{wrong}\n")),
    ]);
    let json = |file: &str, player: &str, code: i32| -> Value {
        let output = measure(&folder, &[file, "--player", player, "--json"]);
        assert_eq!(output.status.code(), Some(code), "{file}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr).contains("games of Ann: game 2, line 3: found 'x9'"), code == 1);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let expected = json("a.ggf", "ann", 0);
    assert_eq!((&expected["results"], &expected["moves"]), (&1.into(), &10.into()));
    assert_eq!(json("games of Ann", "ann", 1), expected);
    assert_eq!(json("a.txt", "black", 0)["moves"], 10);
}

#[test]
fn bad_input_is_one_line_with_what_was_found_and_expected() {
    let folder = folder(&[
        ("a.ggf", ggf("Ann", "Bob", MOVES)),
        ("empty.ggf", String::new()),
        ("odd.xyz", String::new()),
        ("short.txt", "f5d6c3\n".to_owned()),
        ("many.ggf", [["A", "B"], ["C", "D"], ["E", "F"], ["G", "Zoe-Anne"]].map(|[a, b]| ggf(a, b, MOVES)).concat()),
        ("one.txt", "hello\n".to_owned()),
        ("two.txt", "x9\nzz\n".to_owned()),
        ("bad.json", "{\"format\": 7}".to_owned()),
        ("self.ggf", ggf("Ann", "ann", MOVES) + &ggf("ANN", "Ann", first(9))),
    ]);
    for (args, expected) in [
        (&["a.ggf", "--player", "Zoe"][..], "a.ggf: found games of \"Ann\", \"Bob\", expected games of \"Zoe\""),
        (
            &["short.txt", "--player", "Zoe"],
            "short.txt: found games of players without names, expected games of \"Zoe\"",
        ),
        // Of many names those that contain the word come first.
        (
            &["many.ggf", "--player", "Ann"],
            "found games of \"Zoe-Anne\", \"A\", \"B\", \"C\", \"D\", \"E\" and 2 more,",
        ),
        (&["empty.ggf", "--player", "Ann"], "empty.ggf"),
        (&["one.txt", "--player", "Ann"], "one.txt: game 1, line 1: column 1: found 'hello', expected a square"),
        (&["two.txt", "--player", "Ann"], "; found no readable game among 2, expected one or more"),
        (&["absent.ggf", "--player", "Ann"], "absent.ggf"),
        (&["odd.xyz", "--player", "Ann"], "odd.xyz: found no known extension"),
        (&["a.ggf"], "--player: found nothing, expected a name as it appears in the files, or black, or white"),
        (&["absent.json"], "rival: absent.json: there is no such file"),
        (
            &["a.ggf", "--player", "Ann", "--opponent", "Bob=1300", "--opponent", "bob=1400"],
            "--opponent: found \"bob\" twice, expected it once",
        ),
        (
            &["a.ggf", "--player", "Ann", "--opponent", "Bib=2000"],
            "--opponent: found \"Bib\", expected an opponent in the",
        ),
        (
            &["self.ggf", "--player", "Ann"],
            "self.ggf: found Ann on both sides of 2 games, expected one side, or --player",
        ),
        (
            &["a.ggf", "--player", "Ann", "--add", "self.ggf"],
            "self.ggf: found games (GGF), expected a profile, which `rival",
        ),
        (&["a.ggf", "--player", "Ann", "--add", "bad.json"], "bad.json: format: line 1, column 12: found "),
        (
            &["a.ggf", "--player", "Ann", "-o", "./a.ggf"],
            "--output: ./a.ggf is one of the files of games: name another file",
        ),
        (&["a.ggf", "--player", "Ann", "-o", "none/p.json"], "none/p.json: cannot be written"),
    ] {
        let output = measure(&folder, args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?} {message}");
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_resigned_game_is_a_result_whatever_the_margin_at_that_moment() {
    let opponent = signature("people-1200");
    let [none, far, near] = ["?", "-64.00:r", "-2.00:r"].map(|result| {
        let game = ggf("Ann", &opponent, MOVES).replace("RE[?]", &format!("RE[{result}]"));
        let folder = folder(&[("a.ggf", game)]);
        let output = measure(&folder, &["a.ggf", "--player", "ann", "--json"]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json["rating"].as_i64().unwrap(), json["results"].as_u64().unwrap())
    });
    assert_eq!(far, near);
    assert!(far.0 < none.0);
    assert_eq!((far.1, none.1), (1, 0));
}

#[cfg(unix)]
#[test]
fn the_games_of_a_tournament_are_measured_without_the_openings_that_it_drew() {
    let folder = folder(&[]);
    let program = env!("CARGO_BIN_EXE_rival");
    let engine = |name: &str, player: &str| format!("name={name} cmd=\"{program} gtp --player {player}\" proto=gtp");
    let ann = engine("ann", "random");
    let other = engine("people-0800", "fs");
    let words =
        ["tournament", "--games", "2", "--openings", "random:9", "--out", "t", "--engine", &ann, "--engine", &other];
    let output = rival_in(&folder, &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // An engine's name in a tournament does not give its strength; `--opponent` does.
    let words = ["t/games.jsonl", "--player", "ann", "-o", "ann.json", "--opponent", "people-0800=800"];
    let output = measure(&folder, &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let profile = read(&folder, "ann.json");
    let games = profile["games"].as_array().unwrap();
    let known = 800.0;
    assert!(
        games.len() == 2 && games.iter().all(|game| game["given"] == 9 && game["opponent_rating"] == known),
        "{games:?}"
    );
    assert!(profile["moves"].as_array().unwrap().iter().all(|row| row["number"].as_u64().unwrap() > 9));
    // The file alone is read too. A damaged line is reported, and the rest is measured.
    let lines = fs::read_to_string(folder.path().join("t/games.jsonl")).unwrap();
    fs::write(folder.path().join("alone.jsonl"), lines + "{\"v\": 1}\n").unwrap();
    let output = measure(&folder, &["alone.jsonl", "--player", "Ann", "--json"]);
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{message}");
    assert!(message.contains("alone.jsonl: game 3, line 3: "), "{message}");
    assert_eq!(measure(&folder, &["alone.jsonl", "--player", "zoe"]).status.code(), Some(2));
}

#[test]
fn opponents_are_rated_by_their_server_or_by_the_rest_of_an_archive() {
    let rated = ggf("Ann", "Bob", MOVES).replace("RE[?]", "RB[1500]RW[1850]RE[-16]");
    let quest = r#"[{"id":"a","players":[{"id":"ann","name":"Ann","oldR":1500},{"id":"bob","name":"Bob","oldR":1850}],
        "position":{"startPos":"","moves":[{"m":"f5"},{"m":"d6"},{"m":"c3"},{"m":"d3"},
        {"m":"-","s":"LOSE:RESIGN"}]}}]"#;
    let files = [("a.ggf", rated), ("q.json", quest.to_owned())];
    let folder = folder(&files);
    for (name, _) in &files {
        let output = measure(&folder, &[name, "--player", "Ann", "-o", "p.json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let game = &read(&folder, "p.json")["games"][0];
        // A server's rating of 1850 is converted to people's scale, with the error of the conversion beside it.
        assert_eq!((&game["opponent_rating"], &game["opponent_scale"]), (&1600.0.into(), &150.0.into()), "{name}");
        assert!(text(&output.stdout).contains("and 1 result against"), "{}", text(&output.stdout));
        assert!(text(&output.stdout).contains("in 1 game rated by a server"), "{}", text(&output.stdout));
        fs::remove_file(folder.path().join("p.json")).unwrap();
    }
    // The user's rating replaces it, by name or for all opponents.
    for opponent in ["Bob=1700", "1700"] {
        let args = ["a.ggf", "--player", "Ann", "-o", "k.json", "--opponent", opponent];
        assert_eq!(measure(&folder, &args).status.code(), Some(0));
        let game = &read(&folder, "k.json")["games"][0];
        assert_eq!((&game["opponent_rating"], &game["opponent_scale"]), (&1700.0.into(), &Value::Null));
        fs::remove_file(folder.path().join("k.json")).unwrap();
    }
    // An archive has no ratings, but its other games have.
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/WTH_1977.wtb");
    assert_eq!(measure(&folder, &[archive, "--player", "#346", "-o", "w.json"]).status.code(), Some(0));
    let profile = read(&folder, "w.json");
    // Without the games of #346, #835 won one of three, and #445 two of four, one of them against #835.
    let [stronger, weaker] = ["#445", "#835"].map(|name| {
        let game = profile["games"].as_array().unwrap().iter().find(|game| game["opponent"] == name).unwrap();
        assert_eq!(game["opponent_scale"], 50.0);
        game["opponent_rating"].as_f64().unwrap()
    });
    assert!(stronger > weaker, "{stronger} {weaker}");
    assert_eq!(profile["games"].as_array().unwrap().iter().filter(|g| !g["opponent_rating"].is_null()).count(), 5);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_pipe_a_pipe() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = folder(&[("a.ggf", ggf("Ann", "Bob", MOVES)), ("real.json", String::new())]);
    let link = folder.path().join("link.json");
    let pipe = folder.path().join("pipe.json");
    std::os::unix::fs::symlink("real.json", &link).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    for name in ["link.json", "pipe.json"] {
        let output = measure(&folder, &["a.ggf", "--player", "Ann", "-o", name]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let profile = fs::read_to_string(folder.path().join("real.json")).unwrap();
    assert!(profile.contains("rival-profile/") && profile == reader.join().unwrap());
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    assert!(fs::symlink_metadata(pipe).unwrap().file_type().is_fifo());
}

#[test]
fn a_name_is_kept_as_most_games_spell_it() {
    let games = [("ANN", 8), (" Ann ", 10), ("Ann", 12)].map(|(name, count)| ggf(name, "Bob", first(count)));
    let folder = folder(&[("a.ggf", games.concat())]);
    let output = measure(&folder, &["a.ggf", "--player", "ann ", "-o", "ann.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(read(&folder, "ann.json")["player"], "Ann");
}

#[test]
fn a_later_file_of_earlier_games_does_not_make_them_the_newest() {
    let game = |date: &str, count: usize| ggf("Ann", "Bob", first(count)).replace("DT[2024]", &format!("DT[{date}]"));
    let folder =
        folder(&[("b.ggf", game("2003-02-01", 8) + &game("2002.05.05_10:00:00", 10)), ("a.ggf", game("1999", 12))]);
    let dates = || -> Vec<String> {
        let profile = read(&folder, "ann.json");
        let games = profile["games"].as_array().unwrap();
        games.iter().map(|game| game["date"].as_str().unwrap()[..4].to_owned()).collect()
    };
    assert!(measure(&folder, &["b.ggf", "--player", "Ann", "-o", "ann.json"]).status.success());
    assert_eq!(dates(), ["2002", "2003"]);
    assert!(measure(&folder, &["a.ggf", "--player", "Ann", "--add", "ann.json"]).status.success());
    assert_eq!(dates(), ["1999", "2002", "2003"]);
}

#[test]
fn standard_input_is_measured_as_a_file_is() {
    let folder = TempDir::new().unwrap();
    // 300 games of others rate them.
    let name = |number: u64| format!("P{}", number % 7);
    let whole = |black: &str, white: &str, seed: u64| ggf(black, white, &random_game(seed, usize::MAX));
    let others: String = (0..310).map(|seed| whole(&name(seed), &name(seed + 1 + seed % 5), seed)).collect();
    fs::write(folder.path().join("a.ggf"), whole("Ann", "P1", 999) + &others).unwrap();
    let by_file = measure(&folder, &["a.ggf", "--player", "Ann", "--json"]);
    let input = fs::File::open(folder.path().join("a.ggf")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
    let by_input = command.args(["measure", "-", "--player", "Ann", "--json"]).stdin(input).output().unwrap();
    assert_eq!(text(&by_input.stdout), text(&by_file.stdout));
    assert_eq!(serde_json::from_slice::<Value>(&by_file.stdout).unwrap()["results"], 1);
}

/// NBoard writes the same type for both rules.
#[test]
fn games_against_a_shipped_player_for_the_fewest_discs_measure_nothing() {
    let anti: Vec<String> = (0..3).map(|seed| ggf("Ann", &signature("static-anti"), &game(seed))).collect();
    let folder = folder(&[("anti.ggf", anti.concat()), ("a.ggf", ggf("Ann", "Bob", &game(9)))]);
    let output = measure(&folder, &["anti.ggf", "--player", "Ann"]);
    assert_eq!(output.status.code(), Some(2));
    let expected = "anti.ggf: found 3 games for the fewest discs, expected games for the most discs";
    assert!(text(&output.stderr).contains(expected), "{output:?}");
    let output = measure(&folder, &["anti.ggf", "a.ggf", "--player", "Ann"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("of 1 game"), "{output:?}");
}
