//! Whole runs of `rival agent` and `rival rivals`: from games to players that are as strong, with a character each.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use rival::people::{PeopleElo, Tie};
use rival::personality::{Kind, OpeningRole, Strength, parse};
use rival::players::duel::{opening_board, play};
use rival::players::{Options, Player, load};
use rival::record::{GameRecord, MoveNote, ggf, transcript};
use rival::search::{Limits, SilentObserver};
use rival::stats::derive;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::rival_in;

fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(output: &Output) -> String {
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
    message
}

/// Games of two shipped players from random openings, as Ann and a rung of the ladder, in a file; the profile of Ann.
fn known(folder: &TempDir, player: &str, rung: &str, games: u64) {
    let mut players: [Box<dyn Player>; 2] = [player, rung].map(|name| load(name).unwrap().player(&Options::default()));
    let mut text = String::new();
    for number in 0..games {
        players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(derive(number, side)));
        let color = rival::board::Color::Black;
        let game = play(opening_board(number, 0), color, &mut players);
        let mut record = GameRecord::default();
        (record.black.name, record.white.name) = ("Ann".to_owned(), rung.to_owned());
        game.moves().for_each(|mv| record.play(mv, MoveNote::default()).unwrap());
        text += &(ggf::write(&record) + "\n");
    }
    fs::write(folder.path().join("games.ggf"), text).unwrap();
    done(&rival_in(folder, &["measure", "games.ggf", "--player", "Ann", "-o", "ann.json"]));
}

fn file(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn an_agent_is_a_player_of_people_s_kind_at_the_estimate() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 3);
    let said = done(&rival_in(&folder, &["agent", "ann.json", "-o", "agent.json"]));
    assert!(said.starts_with("agent: plays like Ann: about "), "{said}");
    let personality = parse("agent.json", &fs::read(folder.path().join("agent.json")).unwrap()).unwrap();
    let Kind::Human(spec) = &personality.kind else { panic!("{personality:?}") };
    let Strength::Ladder(rating) = spec.strength else { panic!("a rating") };
    // Its file asks for the ladder's rating that is as strong as the person's among people, which a summary rounds to
    // whole Elo. The two differ by 40 Elo here: without a style that shows, nothing has to be made up for.
    let among_people = file(&folder.path().join("ann.json"))["summary"]["rating"].as_f64().unwrap();
    let level = Tie::shipped().ladder(PeopleElo(among_people));
    assert!((level.0 - among_people).abs() > 20.0, "both scales agree at {level}: nothing is tested");
    assert!(rating.above(level).abs() < 1.0, "{rating}, expected {level}");
    assert!(spec.learn.is_none());
    // It opens as Ann did, who had Black in all three games.
    let openings = spec.repertoire.as_ref().unwrap();
    assert_eq!((openings.role, openings.black.len(), openings.white.len()), (OpeningRole::Own, 3, 0));
    // The last line is the command to type.
    let last = said.lines().last().unwrap();
    assert!(last.ends_with("/agent.json") && last.contains(" nboard --pace natural --player /"), "{last}");
    done(&rival_in(&folder, &["match", "agent.json", "random", "--games", "2"]));
    // One that follows names the profile.
    done(&rival_in(&folder, &["agent", "ann.json", "-o", "follows.json", "--learn"]));
    let follows = file(&folder.path().join("follows.json"));
    assert_eq!((&follows["learn"], &follows["strength"]), (&"ann.json".into(), &rating.0.into()));
    assert_eq!(follows["levelled"], Value::Null, "there is no style that costs strength");
    // Options that only the thesis's agent takes are refused.
    let message = refused(&rival_in(&folder, &["agent", "ann.json", "-o", "x.json", "--rounds", "3"]));
    assert!(message.contains("--rounds: found an unknown argument"), "{message}");
    let message = refused(&rival_in(&folder, &["agent", "ann.json", "-o", "./ann.json"]));
    assert!(message.contains("is the profile: name another file"), "{message}");
    let games = ["--repertoire", "other/repertoire-bob.json", "--player", "Bob"];
    let message = refused(&rival_in(&folder, &[&["rivals"], &games[..], &["--out", "other"]].concat()));
    assert!(message.contains("repertoire-bob.json is one of the files of games: name another file"), "{message}");
}

#[test]
#[ignore = "six hundred games of players that search 5 plies: a minute of processor time"]
fn rivals_are_made_that_show_their_characters_on_any_number_of_threads_and_after_a_break() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 3);
    let make = |out: &str, threads: &str, seed: &str| {
        rival_in(
            &folder,
            &[
                "rivals",
                "ann.json",
                "--out",
                out,
                "--count",
                "2",
                "--threads",
                threads,
                "--seed",
                seed,
                "--effort",
                "1",
            ],
        )
    };
    let files = |out: &str| {
        let mut found: Vec<(String, String)> = fs::read_dir(folder.path().join(out))
            .unwrap()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().unwrap().is_file())
            .map(|e| (e.file_name().into_string().unwrap(), fs::read_to_string(e.path()).unwrap()))
            .collect();
        found.sort();
        found
    };
    let output = make("x", "3", "1");
    let said = done(&output);
    assert_eq!(said.matches(" Elo (95 %), levelled by ").count(), 2, "{said}");
    // Progress is shown from the beginning, in a log too.
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.starts_with("rival: agent: 0 of 432 done\nrival: positions: 48 of 432 done\n"), "{log}");
    let whole = files("x");
    assert_eq!(whole.len(), 2, "{whole:?}");
    let last = said.lines().last().unwrap();
    assert!(
        last.contains(" nboard --pace natural --player /") && Path::new(last.rsplit(' ').next().unwrap()).is_file(),
        "{last}"
    );
    let spec = |text: &str| match parse("rival.json", text.as_bytes()).unwrap().kind {
        Kind::Human(spec) => spec,
        other => panic!("{other:?}"),
    };
    for (name, text) in &whole {
        let spec = spec(text);
        assert!(spec.style.iter().any(|offset| offset.abs() > 0.2) && spec.habits.is_some(), "{name}: {text}");
        let role = if ["rook", "bishop"].contains(&name.trim_end_matches(".json")) {
            OpeningRole::Own
        } else {
            OpeningRole::Meet
        };
        assert_eq!(spec.repertoire.unwrap().role, role);
        assert_eq!(spec.learn.unwrap(), "../ann.json");
        let file: Value = serde_json::from_str(text).unwrap();
        let notes = file["notes"].to_string();
        assert!(notes.contains("Plays at"), "{notes}");
        // Its figure in its own games, and the agent's in the agent's: "In these games 0.52 of its moves ...; 0.36 in".
        let seen = file["notes"][1].as_str().unwrap();
        let number = |after: &str| {
            let text = seen.split(after).nth(1).unwrap_or_else(|| panic!("{seen}"));
            text.split(' ').next().unwrap().parse::<f64>().unwrap_or_else(|_| panic!("{seen}"))
        };
        let [own, agents] = [number("In these games "), number("; ")];
        // The difference is a quarter of it, less the rounding to hundredths.
        assert!((own - agents).abs() >= 0.25 * agents - 0.02, "{seen}");
    }
    // Missing files are made again, with the same bytes; so are all files on other threads.
    fs::remove_file(folder.path().join("x").join(&whole[0].0)).unwrap();
    let level = format!("x/run/cast-{}", whole[0].0);
    fs::remove_file(folder.path().join(level)).unwrap();
    done(&make("x", "1", "1"));
    assert_eq!(files("x"), whole);
    // Other settings are another run.
    assert!(refused(&make("x", "2", "2")).contains("the folder holds another run: seed: found 1, expected 2"));
}

#[test]
fn an_opponent_opens_as_a_named_player_does() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 3);
    let said =
        done(&rival_in(&folder, &["rivals", "--repertoire", "games.ggf", "--player", "Ann", "--out", "prepared"]));
    assert!(said.starts_with("repertoire-ann opens like Ann: about "), "{said}");
    let personality = load(&folder.path().join("prepared/repertoire-ann.json").display().to_string()).unwrap();
    let Kind::Human(spec) = &personality.kind else { panic!("{personality:?}") };
    assert!(spec.style.iter().all(|&offset| offset == 0.0), "only the openings are Ann's");
    // Where Ann played one move once, that move has half of the probability, and its share of the other half.
    let opening = &spec.repertoire.as_ref().unwrap().black[0];
    let record = transcript::parse(opening).unwrap();
    let (board, expected) = record.game().history()[6];
    let before = transcript::parse(&opening[..12]).unwrap();
    assert_eq!(before.game().board(), &board);
    let mut player = personality.player(&Options::default());
    let repeated = (0..40).filter(|&seed| {
        player.new_game(seed);
        player.choose(before.game(), &Limits::default(), &mut SilentObserver).lines[0].pv[0] == expected
    });
    assert!(repeated.count() >= 12);
    // What cannot be read is told in the end, too.
    let words = ["rivals", "--repertoire", "games.ggf", "absent.ggf", "--player", "Ann", "--out", "prepared"];
    let output = rival_in(&folder, &words);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && message.contains("absent.ggf"), "{message}");

    // Moves without a time before moves with one were given.
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let moves = "B[F5]W[D6]B[C3//1]W[D3//1]B[C4//1]W[F4//1]";
    fs::write(folder.path().join("given.ggf"), format!("(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[{board}]{moves};)"))
        .unwrap();
    for (words, expected) in [
        (
            &["rivals", "--repertoire", "given.ggf", "--player", "Ann", "--out", "r"][..],
            "found only games whose opening",
        ),
        (&["rivals", "--repertoire", "games.ggf", "--out", "r"], "--player <NAME>"),
        (&["rivals", "--out", "r"], "<PROFILE>"),
        (&["rivals", "--repertoire", "games.ggf", "--player", "Zoe", "--out", "r"], "Zoe"),
    ] {
        let output = rival_in(&folder, words);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && message.contains(expected), "{message}");
    }
}

#[test]
fn the_opponent_of_another_player_is_not_replaced() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 3);
    let prepare = |player: &str| {
        rival_in(&folder, &["rivals", "--repertoire", "games.ggf", "--player", player, "--out", "prepared"])
    };
    done(&prepare("Ann"));
    done(&prepare("ann"));
    let prepared = folder.path().join("prepared");
    fs::copy(prepared.join("repertoire-ann.json"), prepared.join("repertoire-people-1100.json")).unwrap();
    let message = refused(&prepare("people-1100"));
    assert!(message.contains("people-1100.json: found a player that opens like Ann: about "), "{message}");
    assert!(message.contains(", expected one that opens like people-1100: name another --out"), "{message}");
}

#[test]
fn rivals_of_another_person_without_a_name_are_not_shown_as_this_person_s() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 1);
    done(&rival_in(&folder, &["measure", "games.ggf", "--player", "black", "-o", "black.json"]));
    let run = folder.path().join("x/run");
    fs::create_dir_all(&run).unwrap();
    let settings = json!({"recipe": "human", "person": "black", "count": 1, "seed": 1, "learn": true, "effort": 1});
    fs::write(run.join("settings.json"), settings.to_string()).unwrap();
    let person =
        json!({"name": "black", "rating": 1500, "error": 50, "repertoire": {"role": "own", "black": ["f5f6e6"]}});
    fs::write(run.join("person.json"), person.to_string()).unwrap();
    let message = refused(&rival_in(&folder, &["rivals", "black.json", "--out", "x", "--count", "1", "--effort", "1"]));
    assert!(message.starts_with("rival: x: found rivals for black with other games, expected a new or"), "{message}");
}

#[test]
fn a_folder_of_somebody_elses_is_not_touched() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 1);
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/letter.txt"), "dear").unwrap();
    let message = refused(&rival_in(&folder, &["rivals", "ann.json", "--out", "mine"]));
    assert!(message.contains("mine: found letter.txt, expected a new or an empty folder"), "{message}");
    assert_eq!(fs::read_dir(folder.path().join("mine")).unwrap().count(), 1);
}

/// A process that was killed in its first write leaves nothing but a temporary file, with the folder that it is in.
#[test]
fn rivals_begin_where_a_process_was_killed_in_its_first_write() {
    let folder = TempDir::new().unwrap();
    known(&folder, "people-1000", "people-1100", 1);
    let run = folder.path().join("x/run");
    fs::create_dir_all(&run).unwrap();
    fs::write(run.join(".rival-Ab3dEf.tmp"), "half").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
    command.current_dir(&folder).args(["rivals", "ann.json", "--out", "x", "--count", "1", "--effort", "1"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.starts_with("rival: agent: 0 "), "{said}");
    assert!(run.join("settings.json").exists() && !run.join(".rival-Ab3dEf.tmp").exists());
}

#[test]
fn an_agent_s_name_and_file_are_checked_first() {
    let folder = TempDir::new().unwrap();
    let message = refused(&rival_in(&folder, &["agent", "absent.json", "-o", "a.json", "--name", "a b"]));
    assert!(message.starts_with("rival: --name: found \"a b\", expected 1 to 40 printable ASCII"), "{message}");
    let message = refused(&rival_in(&folder, &["agent", "absent.json", "-o", "a.csv"]));
    assert!(message.starts_with("rival: --output: found a.csv, expected a name that ends in .json"), "{message}");
}

#[test]
fn a_profile_of_the_other_recipe_or_none_is_said_in_a_line() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bad.json"), "{").unwrap();
    let losses = rival::thesis::Profile::new("Ann", load("beginner").unwrap(), 40);
    rival::record::profile_file::save(&losses, &folder.path().join("p.json")).unwrap();
    for profile in ["bad.json", "absent.json", "p.json"] {
        for args in [&["agent", profile, "-o", "a.json"][..], &["rivals", profile, "--out", "x"]] {
            let message = refused(&rival_in(&folder, args));
            assert!(message.contains(profile), "{message}");
            assert!(!folder.path().join("a.json").exists() && !folder.path().join("x").exists());
        }
    }
}
