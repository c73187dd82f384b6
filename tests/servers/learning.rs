//! Rivals that learn, as whole runs of the binary: games over NBoard and GTP against opponents that the tests play.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use rival::board::{Board, Color, Game, Move, squares};
use rival::people::{LadderElo, Tie};
use rival::personality::{Learn, parse};
use rival::players::load;
use rival::record::profile_file::save;
use rival::thesis::adaptive::{reference, taught};
use rival::thesis::{GameLosses, Losses, Profile};
use serde_json::{Value, json};
use tempfile::TempDir;

const START: &str = "---------------------------O*------*O---------------------------";

/// A served player and its streams.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The engine's last move of a game: the GUI sends it back only before its next request.
    unsent: Option<Move>,
    /// A lesson that was said before the game had ended for the GUI: only forced moves were left.
    early_lesson: Option<String>,
}

/// True for a line about a lesson.
fn is_lesson(line: &str) -> bool {
    ["status Learned", "status About ", "status Nothing learned"].iter().any(|sign| line.starts_with(sign))
}

impl Session {
    fn start(folder: &TempDir, protocol: &str, player: &str) -> Session {
        Session::start_in(folder, protocol, player, &[])
    }

    /// The same with these environment variables.
    fn start_in(folder: &TempDir, protocol: &str, player: &str, env: &[(&str, &str)]) -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rival"))
            .current_dir(folder)
            .envs(env.iter().copied())
            .args([protocol, "--player", player, "--seed", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Session { child, input, output, unsent: None, early_lesson: None }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine has ended");
        assert!(line.is_ascii());
        line.trim_end().to_owned()
    }

    /// The lines up to one that begins like this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    /// All lines before the answer to a ping.
    fn ping(&mut self) -> Vec<String> {
        self.send("ping 7");
        let mut lines = self.until("pong 7");
        lines.pop();
        lines
    }

    /// The message about the lesson at the end of a game, which may come after the answer to a ping.
    fn lesson(&mut self) -> String {
        self.send_last_move();
        let said = self.ping();
        let lesson = self.early_lesson.take().or_else(|| said.into_iter().find(|line| is_lesson(line)));
        lesson.unwrap_or_else(|| {
            let line = self.line();
            assert!(is_lesson(&line), "{line}");
            line
        })
    }

    fn ask_to_learn(&mut self) {
        self.send_last_move();
        self.send("learn");
    }

    fn send_last_move(&mut self) {
        if let Some(mv) = self.unsent.take() {
            self.send(&format!("move {mv}"));
        }
    }

    /// The answer to `learn`, without the word `learned`.
    fn learned(&mut self) -> String {
        self.until("learned");
        self.line()
    }

    fn learn(&mut self) -> String {
        self.ask_to_learn();
        self.learned()
    }

    /// Plays a game over NBoard, in which the engine has this colour and the test's moves are chosen by `other`.
    fn play(&mut self, color: Color, other: fn(&Board) -> Move) -> Game {
        self.play_from(color, "Ann", "", other)
    }

    /// The same against somebody with this name, after these first moves.
    fn play_from(&mut self, color: Color, name: &str, first: &str, other: fn(&Board) -> Move) -> Game {
        let mut game = Game::default();
        self.unsent = None;
        self.early_lesson = None;
        let names = if color == Color::White { format!("PB[{name}]PW[pupil]") } else { format!("PB[pupil]PW[{name}]") };
        let mut moves = String::new();
        for mv in first.split_whitespace().map(|mv| mv.parse().unwrap()) {
            moves += &format!("{}[{mv}]", if game.board().to_move == Color::Black { "B" } else { "W" });
            game.play(mv).unwrap();
        }
        // Moves that are played have times if others were given.
        let time = if first.is_empty() { "" } else { "//1.5" };
        self.send(&format!("set game (;GM[Othello]{names}DT[2026-11-29]TY[8]BO[8 {START} *]{moves};)"));
        while !game.is_over() {
            let mv = if game.board().to_move == color {
                self.send("go");
                let mut lines = self.until("===");
                let answer = lines.pop().unwrap();
                self.early_lesson = self.early_lesson.take().or(lines.into_iter().find(|line| is_lesson(line)));
                answer[4..].split('/').next().unwrap().parse().unwrap()
            } else {
                other(game.board())
            };
            game.play(mv).unwrap();
            if game.is_over() && game.history().last().unwrap().0.to_move == color {
                self.unsent = Some(mv);
            } else {
                let name = if mv == Move::Pass { "PA".to_owned() } else { mv.to_string() };
                self.send(&format!("move {name}{time}"));
            }
        }
        game
    }

    /// Ends the input; the engine leaves as it should.
    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

fn lowest(board: &Board) -> Move {
    squares(board.position.moves()).next().map_or(Move::Pass, Move::Place)
}

fn highest(board: &Board) -> Move {
    squares(board.position.moves()).last().map_or(Move::Pass, Move::Place)
}

fn rival(folder: &TempDir, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rival")).current_dir(folder).args(args).output().unwrap()
}

/// A personality of one ply that aims at no loss, with these fields in place of or beside its own.
fn pupil(folder: &TempDir, fields: Value, choice: Value) {
    let mut file: Value = serde_json::from_slice(&rival(folder, &["show", "beginner", "--json"]).stdout).unwrap();
    file["name"] = "pupil".into();
    file["kind"] = "rival".into();
    file["search"] = json!({ "depth": 1 });
    file["choice"] = json!({ "method": "target-loss", "target": 0 });
    for (target, more) in [("choice", &choice), ("", &fields)] {
        let target = if target.is_empty() { &mut file } else { &mut file[target] };
        for (key, value) in more.as_object().unwrap() {
            target[key] = value.clone();
        }
    }
    fs::write(folder.path().join("pupil.json"), file.to_string()).unwrap();
}

/// A folder with a pupil.
fn folder(fields: Value) -> TempDir {
    let folder = TempDir::new().unwrap();
    pupil(&folder, fields, json!({}));
    folder
}

/// The profile of somebody whose moves in two games were judged by this shipped tester.
fn measured(tester: &str, plies: u32) -> Profile {
    let losses = Losses { moves: 5, loss: 50.0, squares: 700.0, ranks: 9 };
    Profile { games: vec![GameLosses([losses; 4]); 2], ..Profile::new("Ann", load(tester).unwrap(), plies) }
}

/// Leaves a profile in the folder as p.json.
fn keep(folder: &TempDir, profile: &Profile) {
    save(profile, &folder.path().join("p.json")).unwrap();
}

fn profile(folder: &TempDir) -> Value {
    serde_json::from_slice(&fs::read(folder.path().join("p.json")).unwrap()).unwrap()
}

fn games(folder: &TempDir) -> usize {
    profile(folder)["games"].as_array().unwrap().len()
}

fn files(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_lesson_is_kept_and_the_next_game_is_played_by_it() {
    let folder = folder(json!({ "learn": "p.json" }));
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    let first = session.play(Color::White, lowest);
    assert_eq!(files(&folder), ["pupil.json"]);
    let said = session.learn();
    assert!(said.starts_with("status Learned from game 1: it lost "), "{said}");
    assert_eq!(session.learn(), "status Nothing learned: the profile already has this game");
    let learned = profile(&folder);
    assert_eq!((learned["player"].as_str(), games(&folder)), (Some("Ann"), 1));
    assert_eq!(learned["tester"]["name"], "pupil");
    // Its target was 0 before; now it is the opponent's losses.
    let second = session.play(Color::White, lowest);
    assert_ne!(first, second);
    let said = session.learn();
    assert!(said.starts_with("status Learned from game 2: "), "{said}");
    assert_eq!(games(&folder), 2);
    session.end();
    // The next session has the learned profile, and knows the game.
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    assert_ne!(session.play(Color::White, lowest), first);
    session.end();
    assert_eq!(files(&folder), ["p.json", "p.json.lock", "p.json.old", "pupil.json"]);
}

#[test]
fn nothing_is_written_without_being_asked_for() {
    let folder = folder(json!({}));
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    let first = session.play(Color::Black, lowest);
    assert_eq!(session.learn(), "status Nothing learned: this player does not learn");
    assert_eq!(session.play(Color::Black, lowest), first);
    session.end();
    assert_eq!(files(&folder), ["pupil.json"]);
    // Outside the servers a rival plays as its file says.
    pupil(&folder, json!({ "learn": "p.json", "learn_at_end": true }), json!({}));
    assert!(rival(&folder, &["match", "pupil.json", "random", "--games", "2"]).status.success());
    assert_eq!(files(&folder), ["pupil.json"]);
}

#[test]
fn at_the_end_of_a_game_if_the_file_says_so() {
    let folder = folder(json!({ "learn": "p.json", "learn_at_end": true }));
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    for (color, number) in [(Color::White, 1), (Color::Black, 2)] {
        let game = session.play(color, lowest);
        let said = session.lesson();
        assert!(said.starts_with(&format!("status Learned from game {number}: ")), "{said}");
        assert_eq!(games(&folder), number);
        // The whole game once more, as when the GUI goes back and forth in it.
        let moves: String = game
            .history()
            .iter()
            .map(|(board, mv)| format!("{}[{mv}]", if board.to_move == Color::Black { "B" } else { "W" }))
            .collect();
        let moves = moves.replace("pass", "PA");
        session.send(&format!("set game (;GM[Othello]PB[]PW[]TY[8]BO[8 {START} *]{moves};)"));
        assert_eq!(session.learn(), "status Nothing learned: the profile already has this game");
    }
    // A game of other players is a lesson only on request.
    let others = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    session.send(&format!("set game (;GM[Othello]PB[Ann]PW[ben]TY[8]BO[8 {START} *]{others};)"));
    assert!(session.ping().is_empty());
    assert_eq!(games(&folder), 2);
    assert!(session.learn().starts_with("status Learned from game 3"));
    session.end();
}

#[test]
fn gtp_learns_at_the_end_and_says_nothing() {
    let folder = folder(json!({ "learn": "p.json", "learn_at_end": true }));
    let mut session = Session::start(&folder, "gtp", "pupil.json");
    let mut game = Game::default();
    while !game.is_over() {
        let mv = if game.board().to_move == Color::Black {
            session.send("genmove b");
            let answer = session.until("=").pop().unwrap();
            answer[2..].to_lowercase().parse().unwrap()
        } else {
            let mv = highest(game.board());
            session.send(&format!("play w {mv}"));
            session.until("=");
            mv
        };
        game.play(mv).unwrap();
    }
    for _ in 0..3 {
        session.send("genmove w");
        assert_eq!(session.until("=").pop().unwrap(), "= pass");
    }
    session.end();
    assert_eq!(games(&folder), 1);
    assert_eq!(profile(&folder)["player"], "opponent");
}

#[test]
fn the_reason_why_nothing_is_learned_is_said() {
    let folder = folder(json!({ "learn": "p.json" }));
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    let over = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    let set = |names: &str, kind: &str, moves: &str| {
        format!("set game (;GM[Othello]{names}TY[{kind}]BO[8 {START} *]{moves};)")
    };
    for (game, expected) in [
        (set("PB[Ann]PW[pupil]", "8", "B[E6]"), "the game is not over"),
        (set("PB[Ann]PW[ben]", "8", over), "neither side was played by this engine, and the names"),
        (set("PB[pupil]PW[pupil]", "8", over), "neither side was played by this engine, and the names"),
        (set("PB[Ann]PW[pupil]", "8a", over), "the game is played for "),
    ] {
        session.send(&game);
        let said = session.learn();
        assert!(said.starts_with(&format!("status Nothing learned: {expected}")), "{said}");
    }
    // The names decide the sides, if they are known.
    session.send(&set("PB[Ann]PW[Pupil]", "8", over));
    assert!(session.learn().starts_with("status Learned from game 1"));
    // Both sides.
    session.send(&set("PB[Ann]PW[pupil]", "8", ""));
    let mut game = Game::default();
    while !game.is_over() {
        session.send("go");
        let answer = session.until("===").pop().unwrap();
        let mv: Move = answer[4..].split('/').next().unwrap().parse().unwrap();
        game.play(mv).unwrap();
        session.send(&format!("move {}", answer[4..].split('/').next().unwrap()));
    }
    assert_eq!(session.learn(), "status Nothing learned: both sides were played by this engine");
    session.end();
    assert_eq!(games(&folder), 1);
}

#[test]
fn an_unusable_profile_is_named_with_the_field_of_its_kind() {
    let folder = TempDir::new().unwrap();
    let mut file: Value = serde_json::from_slice(&rival(&folder, &["show", "placement", "--json"]).stdout).unwrap();
    file["profile"] = "p.json".into();
    fs::write(folder.path().join("pupil.json"), file.to_string()).unwrap();
    fs::write(folder.path().join("p.json"), "{").unwrap();
    let message = String::from_utf8(rival(&folder, &["gtp", "--player", "pupil.json"]).stderr).unwrap();
    assert!(message.starts_with("rival: pupil.json: profile: p.json: "), "{message}");
}

/// Over GTP lessons are silent, so a profile that none could write is refused at the start.
#[test]
fn a_profile_in_a_folder_that_does_not_exist_is_refused() {
    let rival_folder = folder(json!({ "learn": "absent/p.json" }));
    let human_folder = follower();
    let path = human_folder.path().join("pupil.json");
    let text = fs::read_to_string(&path).unwrap().replace("p.json", "absent/p.json");
    fs::write(path, text).unwrap();
    for folder in [rival_folder, human_folder] {
        for protocol in ["gtp", "nboard"] {
            let output = rival(&folder, &[protocol, "--player", "pupil.json"]);
            let message = String::from_utf8(output.stderr).unwrap();
            let expected = "rival: pupil.json: learn: absent/p.json: the folder does not exist: create it, or name \
                another file\n";
            assert_eq!((output.status.code(), message.as_str()), (Some(2), expected));
        }
    }
}

#[test]
fn a_profile_by_another_tester_is_refused_with_both_named() {
    let folder = folder(json!({ "learn": "p.json" }));
    let refused = |expected: &str| {
        for protocol in ["nboard", "gtp"] {
            let output = rival(&folder, &[protocol, "--player", "pupil.json"]);
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
            assert!(
                message.starts_with("rival: pupil.json: learn: p.json: ") && message.contains(expected),
                "{message}"
            );
        }
    };
    keep(&folder, &measured("beginner", 40));
    refused("tester: found beginner at depth 3, expected pupil at depth 1");
    let reference = |tester: &str, depth: u32| {
        let reference = json!({ "losses": [9, 9, 9, 9], "tester": tester, "depth": depth, "plies": 40 });
        pupil(&folder, json!({ "learn": "p.json" }), json!({ "reference": reference }));
    };
    reference("tester", 5);
    refused("tester: found beginner at depth 3, expected tester at depth 5");
    reference("somebody", 2);
    refused("tester: found beginner at depth 3, expected somebody at depth 2");
    reference("beginner", 3);
    keep(&folder, &measured("beginner", 30));
    refused("plies: found 30, expected 40");
    keep(&folder, &measured("beginner", 40));
    assert!(rival(&folder, &["nboard", "--player", "pupil.json"]).status.success());
    // A profile that is not there can be made by a shipped tester only.
    fs::remove_file(folder.path().join("p.json")).unwrap();
    fs::remove_file(folder.path().join("p.json.old")).unwrap();
    assert!(rival(&folder, &["nboard", "--player", "pupil.json"]).status.success());
    reference("somebody", 2);
    refused("found no file, expected a profile by somebody at depth 2");
}

#[test]
fn a_damaged_profile_gives_way_to_the_one_before_it() {
    let folder = folder(json!({ "learn": "p.json" }));
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    for _ in 0..2 {
        session.play(Color::White, lowest);
        session.learn();
    }
    session.end();
    let path = folder.path().join("p.json");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    session.play(Color::White, highest);
    assert!(session.learn().starts_with("status Learned from game 2: "));
    session.end();
    assert_eq!(games(&folder), 2);
    fs::write(&path, "{").unwrap();
    fs::remove_file(folder.path().join("p.json.old")).unwrap();
    let output = rival(&folder, &["nboard", "--player", "pupil.json"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
}

#[test]
fn a_profile_that_cannot_be_written_does_not_end_the_game() {
    for at_end in [false, true] {
        let folder = folder(json!({ "learn": "absent/p.json", "learn_at_end": at_end }));
        fs::create_dir(folder.path().join("absent")).unwrap();
        let mut session = Session::start(&folder, "nboard", "pupil.json");
        session.ping();
        fs::remove_dir(folder.path().join("absent")).unwrap();
        session.play(Color::White, lowest);
        let said = if at_end { session.lesson() } else { session.learn() };
        assert!(said.starts_with("status Nothing learned: absent/p.json: "), "{said}");
        session.play(Color::Black, lowest);
        session.end();
    }
}

#[test]
fn two_engines_learn_in_one_file_at_once() {
    let folder = folder(json!({ "learn": "p.json" }));
    let mut sessions = [0, 1, 2].map(|_| Session::start(&folder, "nboard", "pupil.json"));
    let [a, b, c] = &mut sessions;
    a.play(Color::White, lowest);
    b.play(Color::Black, lowest);
    c.play(Color::White, highest);
    sessions.iter_mut().for_each(Session::ask_to_learn);
    for mut session in sessions {
        let said = session.learned();
        assert!(said.starts_with("status Learned from game "), "{said}");
        session.end();
    }
    assert_eq!(games(&folder), 3);
}

#[test]
fn an_agent_that_learns_follows_its_opponent() {
    let folder = folder(json!({}));
    let ann = measured("beginner", 40);
    keep(&folder, &ann);
    let plain = parse("pupil.json", &fs::read(folder.path().join("pupil.json")).unwrap()).unwrap();
    let learn = Learn { file: "p.json".to_owned(), at_end: true, reference: reference(&ann) };
    fs::write(folder.path().join("agent.json"), taught(&plain, &learn).to_json()).unwrap();
    let agent: Value = serde_json::from_slice(&fs::read(folder.path().join("agent.json")).unwrap()).unwrap();
    assert_eq!((agent["learn"].as_str(), agent["learn_at_end"].as_bool()), (Some("p.json"), Some(true)));
    assert_eq!(agent["choice"]["reference"]["tester"], "beginner");
    let shown = String::from_utf8(rival(&folder, &["show", "agent.json"]).stdout).unwrap();
    assert!(shown.contains("learns          in p.json, when told to and at the end of its games"), "{shown}");
    let mut session = Session::start(&folder, "nboard", "agent.json");
    // The same game twice would be no second lesson.
    let opponents: [fn(&Board) -> Move; 2] = [lowest, highest];
    for (count, opponent) in (3..).zip(opponents) {
        session.play(Color::White, opponent);
        session.lesson();
        assert_eq!(games(&folder), count);
    }
    session.end();
}

#[test]
fn what_a_personality_says_about_learning_is_checked_and_kept() {
    let whole = json!({ "losses": [1, 2.5, 3, 0], "tester": "tester", "depth": 5, "plies": 40 });
    let changed = |key: &str, value: Value| {
        let mut reference = whole.clone();
        reference[key] = value;
        json!({ "reference": reference })
    };
    let p = || json!({ "learn": "p.json" });
    let folder = TempDir::new().unwrap();
    for (fields, choice, expected) in [
        (json!({ "learn_at_end": true }), json!({}), "learn_at_end: only beside \"learn\""),
        (json!({}), json!({ "reference": whole }), "choice.reference: only beside \"learn\""),
        (json!({ "learn": "" }), json!({}), "learn: found \"\", expected the name of a file"),
        (json!({ "learn": "a\nb" }), json!({}), "learn: found the control character \\n"),
        (json!({ "learn": 1 }), json!({}), "learn: line 1, column "),
        (p(), changed("losses", json!([1, 2, 3])), "choice.reference.losses: found 3 numbers, expected 4 numbers"),
        (p(), changed("losses", json!([0, 0, 0, 0])), "choice.reference.losses: found no number above 0"),
        (
            p(),
            changed("losses", json!([0, -1, 0, 0])),
            "choice.reference.losses[1]: found -1, expected a number from 0",
        ),
        (p(), changed("depth", json!(61)), "choice.reference.depth: found 61, expected a depth from 1 to 60"),
        (p(), changed("plies", json!(0)), "choice.reference.plies: found 0, expected a number from 1 to 60"),
        (
            p(),
            json!({ "reference": [[1, 1, 1, 1], "x", 1, 1] }),
            "choice.reference: found an array, expected a JSON object",
        ),
    ] {
        pupil(&folder, fields, choice);
        let output = rival(&folder, &["show", "pupil.json"]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
    }
    for (fields, choice) in
        [(p(), json!({ "reference": whole })), (json!({ "learn": "a/p.json", "learn_at_end": true }), json!({}))]
    {
        pupil(&folder, fields, choice);
        let once = rival(&folder, &["show", "pupil.json", "--json"]).stdout;
        fs::write(folder.path().join("again.json"), &once).unwrap();
        let read = |file: &str| {
            let text = fs::read_to_string(folder.path().join(file)).unwrap();
            rival::personality::parse(file, text.as_bytes()).unwrap()
        };
        assert_eq!(read("pupil.json"), read("again.json"));
    }
}

#[test]
fn a_player_of_people_s_kind_follows_whom_it_plays() {
    let folder = TempDir::new().unwrap();
    let text = |strength: u32| {
        json!({ "format": "rival/1", "name": "pupil", "kind": "human", "rule": "normal", "summary": "s",
            "strength": strength, "learn": "p.json", "levelled": 50.0, "habits": { "share": 0.5, "seed": 3 } })
        .to_string()
    };
    fs::write(folder.path().join("pupil.json"), text(1500)).unwrap();
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    session.play(Color::White, lowest);
    let said = session.lesson();
    assert!(said.starts_with("status About ") && said.contains(": Ann, after game 1"), "{said}");
    let first = profile(&folder);
    assert_eq!((first["format"].as_str(), games(&folder)), (Some("rival-profile/2"), 1));
    // Its own strength is what the file says without what its style costs.
    assert_eq!(first["games"][0]["opponent_rating"], Tie::shipped().people(LadderElo(1450.0)).0);
    assert_eq!(session.learn(), "status Nothing learned: the profile already has this game");
    session.play(Color::Black, lowest);
    session.lesson();
    session.end();
    let second = profile(&folder);
    let rating = &first["summary"]["rating"];
    let played = &second["games"][1]["opponent_rating"];
    // The person has lost the first game, so the opponent of the second is weaker than the estimate: by less than half
    // of the offset's prior deviation.
    let weaker = rating.as_f64().unwrap() - played.as_f64().unwrap();
    assert!((10.0..60.0).contains(&weaker), "{rating} {played}");
    // The estimate of a person who always plays the first square falls with every game.
    assert!(rating.as_f64().unwrap() < 1450.0, "{rating}");
    let shown = String::from_utf8(rival(&folder, &["show", "pupil.json"]).stdout).unwrap();
    assert!(shown.contains("learns          in p.json, after each game"), "{shown}");
    // A damaged profile is reported, as is one by another judge.
    let other_judge = fs::read_to_string(folder.path().join("p.json")).unwrap().replace("\"depth\":5", "\"depth\":4");
    for (text, expected) in [("{", "pupil.json: learn: p.json: "), (&other_judge, "measure again")] {
        fs::write(folder.path().join("p.json"), text).unwrap();
        let _ = fs::remove_file(folder.path().join("p.json.old"));
        let output = rival(&folder, &["nboard", "--player", "pupil.json"]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

/// A folder with a pupil that follows a person.
fn follower() -> TempDir {
    let folder = TempDir::new().unwrap();
    let text = json!({ "format": "rival/1", "name": "pupil", "kind": "human", "rule": "normal", "summary": "s",
        "strength": 1500, "learn": "p.json" });
    fs::write(folder.path().join("pupil.json"), text.to_string()).unwrap();
    folder
}

#[test]
fn a_referee_s_games_are_no_lessons() {
    let folder = follower();
    let mut session = Session::start_in(&folder, "nboard", "pupil.json", &[("RIVAL_LESSONS", "no")]);
    session.play(Color::White, lowest);
    assert_eq!(session.learn(), "status Nothing learned: the games of a tournament teach nothing");
    session.end();
    assert_eq!(files(&folder), ["pupil.json"]);
}

#[test]
fn a_profile_gets_no_games_of_programs_and_another_name_is_told() {
    let folder = follower();
    let mut session = Session::start(&folder, "nboard", "pupil.json");
    session.play_from(Color::White, "people-1200#012345", "", lowest);
    let expected = "status Nothing learned: people-1200#012345 is a program, and the profile is a person's";
    assert_eq!(session.lesson(), expected);
    session.play(Color::White, lowest);
    assert!(session.lesson().ends_with(": Ann, after game 1"));
    // A GUI may have another name for the person.
    session.play_from(Color::White, "ann ", "", highest);
    assert!(session.lesson().ends_with(": Ann, after game 2"));
    session.play_from(Color::Black, "Bob", "", highest);
    assert!(session.lesson().ends_with(": Ann, after game 3, as Bob"));
    session.end();
}

#[test]
fn first_moves_without_a_time_are_no_choices_of_the_person() {
    for (color, other) in [(Color::White, lowest as fn(&Board) -> Move), (Color::Black, highest)] {
        let folder = follower();
        let mut session = Session::start(&folder, "nboard", "pupil.json");
        session.play_from(color, "Ann", "f5 d6 c3 d3 c4 f4", other);
        session.lesson();
        session.end();
        let profile = profile(&folder);
        let game = &profile["games"][0];
        assert_eq!((&game["given"], &game["date"]), (&json!(6), &json!("2026-11-29")));
        let moves = profile["moves"].as_array().unwrap();
        assert!(moves.iter().all(|choice| choice["number"].as_u64() > Some(6)), "{moves:?}");
    }
}
