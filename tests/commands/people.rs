//! `rival train people`: what it makes of games, whatever threads and interruptions there are.

use std::path::Path;
use std::process::Command;

use rival::board::{Board, Color, Game, Objective};
use rival::eval::patterns::shipped;
use rival::people::{Figures, Judging, Setting, Theta};
use rival::personality::{HumanSpec, Kind, Strength, parse};
use rival::players::{Human, Player, duel};
use rival::record::archive::{Archive, ArchiveGame};
use rival::record::{GameRecord, MoveNote, ggf};
use rival::search::Stop;
use rival::train::people::{End, Run, Settings, Watch};

/// A player of the kind `human` that looks one ply ahead.
fn player(theta: f64, sharpness: f64) -> Box<dyn Player> {
    let setting = Setting { theta: Theta(theta), sharpness, depth: 1, exact_from: 4 };
    Box::new(Human::new("p", &HumanSpec::new(Strength::Setting(setting))))
}

fn game(seed: u64, first: (f64, f64), second: (f64, f64)) -> Game {
    let mut players = [player(first.0, first.1), player(second.0, second.1)];
    players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(2 * seed + side));
    duel::play(Board::START, Color::Black, &mut players)
}

/// Games of six players of rising strength, everybody against everybody.
fn archive(rounds: u64) -> Archive {
    let strengths = [(-1.5, 0.0), (-1.5, 0.15), (-1.5, 0.3), (-1.5, 0.5), (-1.5, 0.9), (0.5, 1.2)];
    let mut games = Vec::new();
    for round in 0..rounds {
        for black in 0..strengths.len() {
            for white in (0..strengths.len()).filter(|&white| white != black) {
                let seed = 1_000 * round + 10 * black as u64 + white as u64;
                let game = game(seed, strengths[black], strengths[white]);
                let discs = game.board().score(Color::Black, Objective::Normal);
                let moves = game.moves().filter_map(|mv| mv.square()).collect();
                games.push(ArchiveGame { black, white, discs, moves });
            }
        }
    }
    Archive { players: (0..strengths.len()).map(|number| format!("player {number}")).collect(), games }
}

struct Silent;

impl Watch for Silent {
    fn begin(&self, _: &str, _: usize, _: usize) {}
    fn step(&self) {}
    fn end(&self, _: &str) {}
}

fn run(folder: &Path, archive: &Archive, threads: usize) -> Figures {
    let judge = Judging { depth: 1, exact_from: 4, ..Judging::with(&shipped::patterns().sha256) };
    let weights = &shipped::find(&judge.weights).unwrap().patterns;
    let settings =
        Settings { command: "test".into(), judge, games: 51, policy_games: 60, seed: 1, archive: archive.digest() };
    let run = Run::open(folder, settings, archive.clone(), true).unwrap();
    let End::Done(done) = run.train(weights, threads, &Stop::default(), &Silent).unwrap() else { panic!("stopped") };
    // Who is stronger plays the judge's best move more often, loses less, and is easier to foretell.
    for pair in done.validation.groups.windows(2) {
        let [weak, strong] = pair else { panic!("two") };
        assert!(weak.rating < strong.rating && weak.best < strong.best && weak.loss > strong.loss, "{pair:?}");
        assert!(weak.surprise > strong.surprise && weak.predicted < strong.predicted, "{pair:?}");
    }
    // Every player with ten games is in one band.
    let tenth = done.validation.curves.iter().find(|point| point.games == 10).unwrap();
    let banded = done.validation.bands.iter().filter(|band| band.games == 10);
    assert_eq!(banded.map(|band| band.players).sum::<usize>(), tenth.players);
    done.figures
}

#[test]
fn a_run_learns_who_plays_better_and_is_the_same_on_any_threads_and_after_a_kill() {
    let archive = archive(4);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let figures = run(folder, &archive, 1);
    assert_eq!(figures.counts.judged_games, 51);
    assert_eq!(figures.counts.rated_games, 120 - 51);
    // They differ in how much a loss weighs, and the estimator sees it in moves and in margins.
    assert!(figures.model.b[1..5].iter().sum::<f64>() > 0.0, "{:?}", figures.model.b);
    assert!(figures.estimator.slope[0] > 0.0 && figures.estimator.slope[1] > 0.0, "{:?}", figures.estimator);
    // After kills in the middle of the judging and of the right moves the rest is made again, on other threads.
    let made = [
        "people.json",
        "policy.bin",
        "validation.json",
        "openings.bin",
        "exercises.json",
        "judged/0001.json",
        "right/0001.json",
    ];
    let files = made.map(|name| {
        let path = folder.join(name);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        bytes
    });
    assert_eq!(run(folder, &archive, 3), figures);
    for (name, bytes) in made.iter().zip(files) {
        assert!(std::fs::read(folder.join(name)).unwrap() == bytes, "{name}");
    }
    // Other games are another run.
    let judge = Judging { depth: 1, exact_from: 4, ..Judging::with(&shipped::patterns().sha256) };
    let other =
        Settings { command: "test".into(), judge, games: 52, policy_games: 60, seed: 1, archive: archive.digest() };
    let error = Run::open(folder, other, archive, true).unwrap_err().to_string();
    assert!(error.contains("found the run of `test`"), "{error}");
}

fn record(black: &str, white: &str, seed: u64) -> GameRecord {
    let mut record = GameRecord::default();
    (record.black.name, record.white.name) = (black.to_owned(), white.to_owned());
    for mv in game(seed, (0.0, 1.0), (0.0, 1.0)).moves() {
        record.play(mv, MoveNote::default()).unwrap();
    }
    record
}

#[test]
fn programs_strangers_and_repeated_or_unfinished_games_are_left_out() {
    let mut unfinished = record("Ann", "Bob", 5);
    unfinished.undo();
    let records = [
        record("Ann", "Bob", 1),
        record("Bob", "Ann", 2),
        record("Ann", "Bob", 1),
        record("Ann", "Edax (delorme)", 3),
        record("???", "Bob", 4),
        record("Cleo", "Bob", 6),
        unfinished,
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    let text: String = records.iter().map(|record| ggf::write(record) + "\n").collect();
    std::fs::write(&path, text).unwrap();
    let (archive, left_out) = Archive::read(&[path.clone(), folder.path().join("absent.ggf")], &["Cleo".to_owned()]);
    assert_eq!(archive.players, ["Ann", "Bob"]);
    assert_eq!(archive.games.iter().map(|game| (game.black, game.white)).collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    assert_eq!((left_out.strangers, left_out.unusable, left_out.problems.len()), (3, 2, 1));
    assert_eq!(archive.games[1].game().moves().collect::<Vec<_>>(), records[1].game().moves().collect::<Vec<_>>());

    // Two games are too few, and a file that is not there is named.
    let out = folder.path().join("out");
    let rival = |paths: &[&Path]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
        command.args(["train", "people", "--threads", "1", "--out"]).arg(&out).args(paths).output().unwrap()
    };
    let output = rival(&[&folder.path().join("absent.ggf")]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("absent.ggf: ") && message.contains("found no finished game of two people"), "{message}");
    let output = rival(&[&path]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("rival: found 0 players whose strength other games tell"), "{message}");
}

#[test]
fn a_personality_that_plays_like_people_is_checked_and_comes_back() {
    let file = |fields: &str| {
        let text = format!(
            "{{\"format\": \"rival/1\", \"name\": \"h\", \"kind\": \"human\", \"rule\": \"normal\", \
             \"summary\": \"s\", {fields}}}"
        );
        parse("h.json", text.as_bytes())
    };
    for fields in ["\"strength\": 1200", "\"strength\": 900.5, \"style\": {\"edge\": 1.5, \"distance\": -2.0}"] {
        let personality = file(fields).unwrap();
        assert_eq!(parse("again.json", personality.to_json().as_bytes()).unwrap(), personality);
    }
    let setting = "\"setting\": {\"theta\": -1.0, \"sharpness\": 0.5, \"depth\": 3, \"exact_from\": 8}";
    let Kind::Human(spec) = file(setting).unwrap().kind else { panic!("of this kind") };
    assert_eq!(spec.setting(), Setting { theta: Theta(-1.0), sharpness: 0.5, depth: 3, exact_from: 8 });
    for (fields, expected) in [
        ("\"style\": {}", "people: found nothing, expected a rating: the average player has 1500"),
        ("\"strength\": 9000", "strength: found 9000, expected a rating from 0 to 4000"),
        ("\"strength\": 1500, \"style\": {\"edges\": 1}", "style: found \"edges\", expected one of loss-1-10"),
        ("\"strength\": 1500, \"style\": {\"edge\": 190}", "style.edge: found 190, expected a number from -100 to 100"),
        (
            "\"setting\": {\"theta\": 0, \"sharpness\": 1, \"depth\": 0, \"exact_from\": 8}",
            "setting.depth: found 0, expected a number from 1 to 12",
        ),
    ] {
        let error = file(fields).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
    let anti = file("\"strength\": 1500").unwrap().to_json().replace("\"normal\"", "\"anti\"");
    assert!(parse("a.json", anti.as_bytes()).unwrap_err().to_string().contains("expected \"normal\""));
}
