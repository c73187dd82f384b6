//! Requests of the page in a long session.

use std::time::Duration;

use rival::board::{Game, Objective, squares};
use rival::people::{Ladder, LadderElo};
use rival::personality::{HumanSpec, Kind, Personality, Strength};
use rival::strength::person;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Page;

/// Three finished games with names, as GGF.
fn games(name: &str) -> String {
    (0..3)
        .map(|seed| {
            let mut record = rival::record::GameRecord::default();
            (record.black.name, record.white.name) = (name.to_owned(), "Ben".to_owned());
            let mut skip = seed;
            while !record.game().is_over() {
                let moves: Vec<_> = rival::board::squares(record.game().board().position.moves()).collect();
                let mv = moves.get(skip % moves.len().max(1)).map_or(rival::board::Move::Pass, |&square| square.into());
                record.play(mv, Default::default()).unwrap();
                skip += 3;
            }
            rival::record::ggf::write(&record) + "\n"
        })
        .collect()
}

#[test]
fn a_game_is_played_kept_and_reviewed() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let id = page.begin();
    page.play_out(id);
    let over = page.shows("play");
    assert!(over["result"]["score"].is_number() && over["result"]["how"] == "played", "{over}");
    // The same files are there for the commands.
    let ggf = std::fs::read_to_string(folder.path().join("games/000001.ggf")).unwrap();
    let record = rival::record::ggf::parse(&ggf).unwrap();
    let opponent = rival::players::load("static-normal").unwrap().signature();
    assert!(record.game().is_over() && record.black.name == "You" && record.white.name == opponent);
    let search = |find: &str| {
        json!({ "do": "games", "of": { "in": "mine" }, "from": 0, "count": 9, "find": find, "names": [],
                "openings": [], "ended": null })
    };
    let listed = page.ask(search("STATIC"));
    let other = search("Ann");
    assert_eq!(page.ask(other)["total"], 0);
    assert_eq!((listed["total"].as_u64(), &listed["games"][0]["you"]), (Some(1), &json!("black")));
    // Every position is judged, the end exactly.
    let of = json!({ "in": "mine", "id": id });
    page.ask(json!({ "do": "review", "of": of }));
    let review = page.until("review-0", |review| {
        review["positions"].as_array().is_some_and(|positions| positions.iter().all(|position| !position.is_null()))
    });
    let last = review["positions"].as_array().unwrap().last().unwrap();
    assert_eq!((last["black"].as_f64(), &last["certainty"]), (over["result"]["score"].as_f64(), &json!("exact")));
    // Then another judge values each position.
    let review = page.until("review-0", |review| {
        review["others"][0]["black"].as_array().is_some_and(|values| values.iter().all(Value::is_number))
    });
    let other = &review["others"][0];
    assert_ne!(other["judge"], review["judge"]);
    assert_eq!(other["black"].as_array().unwrap().last().unwrap().as_f64(), over["result"]["score"].as_f64());
    // The lens in the opening: all moves with their shares.
    let lens = page.ask(json!({ "do": "lens", "of": of, "ply": 0 }));
    let [low, high] = [0, 1].map(|group| lens["ratings"][group].as_f64().unwrap());
    assert!((high - low - 200.0).abs() < 1e-9, "{lens}");
    let moves = lens["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4, "{lens}");
    for group in 0..2 {
        let sum: f64 = moves.iter().map(|mv| mv[1][group].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{lens}");
    }
    assert_eq!(page.answer(&json!({ "do": "lens", "of": of, "ply": 999 }))["refused"]["error"], "unknown");
    // The reason of the opponent's first move: from the game, or computed now.
    page.ask(json!({ "do": "why", "of": of, "ply": 1 }));
    let reasons = page.until("review-0", |review| review["reasons"]["1"].is_object());
    assert!(reasons["reasons"]["1"]["words"].as_str().unwrap().starts_with("Its square comes first"), "{reasons}");
    for (format, sign) in [("ggf", "(;GM[Othello]"), ("sgf", "(;"), ("transcript", "d3")] {
        let text = page.ask(json!({ "do": "share", "of": of, "format": format }));
        assert!(text.as_str().unwrap().starts_with(sign), "{text}");
    }
    // The game counts towards the strength.
    let me = page.until("me", |me| !me["estimate"].is_null());
    assert!(me["estimate"]["rests_on"]["words"].as_str().unwrap().contains("1 game"), "{me}");
    page.ask(json!({ "do": "close", "game": id }));
    assert_eq!(page.until("play", Value::is_null), Value::Null);
}

#[test]
fn two_tabs_review_two_games_and_a_ninth_takes_the_oldest_place() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let file = page.open("x.txt", "f5d6c3d3c4\n".repeat(9).as_bytes())["ok"]["file"].clone();
    let games: Vec<Value> = (0..9).map(|number| json!({ "in": "file", "file": file, "number": number })).collect();
    review(&page, &games[0]);
    page.until("review-0", |review| review["positions"].as_array().is_some_and(|all| !all[1].is_null()));
    // Another tab: both are judged to their ends.
    review(&page, &games[1]);
    for (topic, game) in [("review-1", &games[1]), ("review-0", &games[0])] {
        assert_eq!(page.until(topic, is_reviewed)["of"], *game);
    }
    for game in games[2..8].iter().chain([&games[0], &games[8]]) {
        review(&page, game);
    }
    assert_eq!((&page.shows("review-1")["of"], &page.shows("review-0")["of"]), (&games[8], &games[0]));
    // The last request is judged first, however many wait.
    page.until("review-1", is_reviewed);
}

fn review(page: &Page, game: &Value) {
    page.ask(json!({ "do": "review", "of": game }));
}

/// True if all judges are done.
fn is_reviewed(review: &Value) -> bool {
    let others = review["others"][0]["black"].as_array();
    review["pass"].as_u64() >= Some(3) && others.is_some_and(|values| values.iter().all(Value::is_number))
}

#[test]
fn two_reasons_that_are_asked_for_at_once_both_come() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let id = page.begin();
    for _ in 0..3 {
        page.play(id);
    }
    page.until("play", |play| play["moves"].as_str().is_some_and(|moves| moves.len() == 12));
    page.ask(json!({ "do": "resign", "game": id }));
    let of = json!({ "in": "mine", "id": id });
    page.ask(json!({ "do": "review", "of": of }));
    for ply in [1, 3, 5] {
        assert_eq!(page.ask(json!({ "do": "why", "of": of, "ply": ply })), Value::Null);
    }
    page.until("review-0", |review| ["1", "3", "5"].iter().all(|ply| review["reasons"][ply].is_object()));
}

#[test]
fn moves_are_checked_taken_back_and_given_up() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let id = page.begin();
    let refused = |what: Value| page.answer(&what)["refused"]["error"].as_str().unwrap_or("done").to_owned();
    let play = |ply: usize, square: &str| json!({ "do": "move", "game": id, "ply": ply, "square": square });
    assert_eq!(refused(play(0, "a1")), "illegal");
    assert_eq!(refused(play(0, "x9")), "illegal");
    assert_eq!(refused(play(0, "pass")), "illegal");
    assert_eq!(refused(play(1, "f5")), "stale");
    assert_eq!(refused(json!({ "do": "move", "game": id + 1, "ply": 0, "square": "f5" })), "stale");
    assert_eq!(refused(json!({ "do": "undo", "game": id })), "no-undo");
    assert_eq!(refused(json!({ "do": "close", "game": id })), "illegal");
    assert_eq!(refused(play(0, "f5")), "done");
    // Two tabs: the second one plays the same move.
    assert_eq!(refused(play(0, "f5")), "stale");
    page.until("play", |play| play["moves"].as_str().is_some_and(|moves| moves.len() == 4));
    assert!(page.play(id));
    page.until("play", |play| play["moves"].as_str().is_some_and(|moves| moves.len() == 8));
    page.ask(json!({ "do": "undo", "game": id }));
    assert_eq!(page.shows("play")["moves"].as_str().map(str::len), Some(4));
    page.ask(json!({ "do": "undo", "game": id }));
    assert_eq!(
        (page.shows("play")["moves"].as_str(), refused(json!({ "do": "undo", "game": id }))),
        (Some(""), "no-undo".to_owned())
    );
    page.ask(json!({ "do": "resign", "game": id }));
    let over = page.shows("play");
    assert_eq!((&over["over"], &over["result"]), (&json!(true), &json!({ "score": -64.0, "how": "resigned" })));
    assert_eq!(refused(play(0, "f5")), "stale");
}

#[test]
fn a_clock_runs_out() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let [without_time, begun] = [0, 1].map(|minutes| {
        page.answer(&json!({
            "do": "new-game", "who": { "kind": "shipped", "name": "random" }, "color": "black", "rule": "most",
            "pace": "at-once", "clock": { "minutes": minutes, "increment": 0 }
        }))
    });
    assert_eq!(without_time["refused"]["what"], "clock");
    assert!(begun["ok"].is_number());
    let left = page.shows("play")["left"]["black"].as_f64().unwrap();
    // A minute, less the time of the answer.
    assert!((58.0..=60.0).contains(&left), "{left}");
    // A game of which the file says that little time is left: as after a long thought.
    let current = folder.path().join("current.json");
    let text = std::fs::read_to_string(&current).unwrap();
    page.kill();
    assert!(text.contains("TI[1:00]"));
    std::fs::write(&current, text.replace("TI[1:00]", "TI[0.4]")).unwrap();
    let page = Page::start(folder.path());
    let over = page.until("play", |play| play["over"] == true);
    assert_eq!(over["result"], json!({ "score": -64.0, "how": "time" }));
}

#[test]
fn games_from_files_say_how_strong_somebody_is() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let opened = page.open("some%20games.ggf", games("Ann").as_bytes());
    let file = &opened["ok"];
    assert_eq!((file["games"].as_u64(), &file["players"]), (Some(3), &json!([["Ann", 3], ["Ben", 3]])));
    assert!(page.open("x.pdf", b"%PDF")["refused"]["why"].as_str().unwrap().starts_with("found no known kind"));
    let [unknown, imported] =
        ["Carl", "ann"].map(|player| page.answer(&json!({ "do": "import", "file": file["file"], "player": player })));
    assert_eq!(unknown["refused"]["error"], "no-player");
    assert_eq!(imported["ok"], 3);
    let me = until_estimate_rests_on(&page, "3 games");
    assert_eq!((me["files"][0]["games"].as_u64(), &me["failed"]), (Some(3), &json!({})));
    assert!(me["estimate"]["rating"]["low"].as_f64() < me["estimate"]["rating"]["high"].as_f64());
    // The same games again are no new ones, in this or any other process.
    assert_eq!(page.ask(json!({ "do": "import", "file": file["file"], "player": "Ann" })), 0);
    let me = page
        .until("me", |me| me["measuring"].is_null() && me["files"].as_array().is_some_and(|files| files.len() == 1));
    assert_eq!(me["failed"], json!({}));
    until_estimate_rests_on(&page, "3 games");
    let output = folder.path().join("out.json");
    let profile = folder.path().join("profile.json");
    std::fs::write(folder.path().join("x.ggf"), games("Ann")).unwrap();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_rival"))
        .current_dir(folder.path())
        .args(["measure", "x.ggf", "--player", "Ann", "--add"])
        .arg(&profile)
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&done.stderr).contains("nothing new: it already has all 3 games of Ann"),
        "{done:?} {output:?}"
    );
}

fn until_estimate_rests_on(page: &Page, grounds: &str) -> Value {
    page.until("me", |me| me["estimate"]["rests_on"]["words"].as_str().is_some_and(|text| text.contains(grounds)))
}

/// Begins the next game of the placement.
fn place(page: &Page) -> u64 {
    page.ask(json!({ "do": "place", "color": "black", "pace": "at-once" })).as_u64().unwrap()
}

fn until_placed(page: &Page, games: u64) {
    page.until("me", |me| me["placement"]["games"] == games && me["placement"]["pending"] == false);
}

#[test]
fn a_placement_goes_on_where_it_was() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let game = place(&page);
    assert_eq!(page.shows("play")["canUndo"], false);
    // The first opponent is the one that the personality begins with.
    let first = page.shows("play")["who"]["name"].clone();
    assert_eq!(first, person::placement::next_rung(None).name);
    page.ask(json!({ "do": "resign", "game": game }));
    until_placed(&page, 1);
    page.kill();
    // The personality goes on behind the page's game, and so does the page, against the same rung.
    let (profile, _): (person::Profile, _) =
        rival::record::profile_file::load(&folder.path().join("profile.json")).unwrap();
    let expected = &person::placement::next_rung(Some(&profile)).name;
    let page = Page::start(folder.path());
    until_placed(&page, 1);
    let game = place(&page);
    // After a loss the next opponent is weaker.
    let second = page.shows("play")["who"]["name"].clone();
    let [first, second] = [&first, &second].map(|name| name.as_str().unwrap());
    assert_eq!(second, expected);
    assert!(person::place(second).unwrap().rating < person::place(first).unwrap().rating);
    page.ask(json!({ "do": "resign", "game": game }));
    until_estimate_rests_on(&page, "2 results");
    // Resigned games are measured, as losses by an unknown margin. They stay when the placement is forgotten.
    let me = until_estimate_rests_on(&page, "of 2 games");
    assert_eq!(
        me["estimate"]["rests_on"]["words"],
        "0 moves of 2 games, and 2 results against players of known strength"
    );
    // Two games against the weakest that were given up before a move count as two.
    for count in 3..=10 {
        let game = place(&page);
        page.ask(json!({ "do": "resign", "game": game }));
        until_placed(&page, count);
    }
    page.ask(json!({ "do": "forget-placement" }));
    until_placed(&page, 0);
}

/// Sets that values of moves are shown during games.
fn show_values(page: &Page, hints: bool) {
    page.ask(json!({ "do": "settings", "name": "You", "markers": true, "hints": hints }));
}

#[test]
fn a_rival_plays_at_what_is_known_and_a_game_with_values_shown_does_not_count() {
    let folder = TempDir::new().unwrap();
    let learn = Some("../profile.json".to_owned());
    let spec = HumanSpec { learn, levelled: 50.0, ..HumanSpec::new(Strength::Ladder(LadderElo(1_000.0))) };
    let rival = Personality::new("inlander", "Keeps inside.", Objective::Normal, Kind::Human(spec));
    std::fs::create_dir(folder.path().join("rivals")).unwrap();
    std::fs::write(folder.path().join("rivals/inlander.json"), rival.to_json()).unwrap();
    let page = Page::start(folder.path());
    let play = |hints: bool| {
        show_values(&page, hints);
        let who = json!({ "kind": "rival", "name": "inlander" });
        let game =
            json!({ "do": "new-game", "who": who, "color": "black", "rule": "most", "pace": "at-once", "clock": null });
        let id = page.ask(game).as_u64().unwrap();
        // To its end: the session would teach a player that learns by itself.
        if hints {
            page.play_out(id);
        } else {
            assert!((0..6).all(|_| page.play(id)));
            page.ask(json!({ "do": "resign", "game": id }));
        }
        let kept = std::fs::read(folder.path().join(format!("games/{id:06}.json"))).unwrap();
        serde_json::from_slice::<Value>(&kept).unwrap()["rating"].clone()
    };
    assert_eq!(play(false), Value::Null, "nothing is known yet");
    let me = until_estimate_rests_on(&page, "of 1 game");
    assert_eq!((&me["rivals"][0]["name"], &me["rivals"][0]["score"]), (&json!("inlander"), &json!([0, 0, 1])));
    // As strong as the person is by the first game, in both; but no weaker than the foot of the ladder.
    let (foot, _) = Ladder::shipped().people();
    let known = me["estimate"]["rating"]["value"].as_f64().unwrap().max(foot.0);
    for hints in [true, false] {
        let played = play(hints).as_f64().unwrap();
        // Ratings of people and of the ladder are converted there and back.
        assert!((played - known).abs() < 1e-6, "{played} {known}");
    }
    let me = until_estimate_rests_on(&page, "of 2 games");
    assert!(
        me["estimate"]["rests_on"]["words"].as_str().unwrap().ends_with("1 result against players of known strength"),
        "{me}"
    );
}

/// A value that was sent may have been seen, so the game does not count even if values are turned off before the move.
#[test]
fn values_that_were_hidden_again_before_the_move_mark_the_game() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let who = json!({ "kind": "shipped", "name": "static-normal" });
    let game = json!({
        "do": "new-game", "who": who, "color": "black", "rule": "most", "pace": "at-once", "clock": null
    });
    // The first game is long enough to count, and the second one has other moves.
    for (is_shown, moves) in [(false, 5), (true, 6)] {
        let id = page.ask(game.clone()).as_u64().unwrap();
        if is_shown {
            show_values(&page, true);
            page.until("play", |play| play["hints"].as_array().is_some_and(|hints| !hints.is_empty()));
            show_values(&page, false);
        }
        assert!((0..moves).all(|_| page.play(id)));
        page.ask(json!({ "do": "resign", "game": id }));
        let kept = std::fs::read(folder.path().join(format!("games/{id:06}.json"))).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&kept).unwrap()["hinted"], is_shown);
        // Neither the game that counts nor the one that does not is added from its file.
        let ggf = std::fs::read(folder.path().join(format!("games/{id:06}.ggf"))).unwrap();
        let opened = page.open("again.ggf", &ggf);
        let again = json!({ "do": "import", "file": opened["ok"]["file"], "player": "You" });
        assert_eq!(page.answer(&again)["ok"], 0, "{opened}");
    }
}

fn begin_from(page: &Page, start: &str) -> Value {
    page.answer(&json!({
        "do": "new-game", "start": start, "who": { "kind": "shipped", "name": "static-normal" }, "color": "black",
        "rule": "most", "pace": "at-once", "clock": null
    }))
}

#[test]
fn a_game_goes_on_from_any_position_and_does_not_count() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let start = "---------------------------OOO-----XXX------X------------------- O";
    let id = begin_from(&page, start)["ok"].as_u64().unwrap();
    // The opponent moves first here.
    let play = page.until("play", |play| play["yourTurn"] == true);
    assert_eq!((play["start"].as_str(), play["moves"].as_str().unwrap().len()), (Some(start), 2));
    for _ in 0..12 {
        let play = page.until("play", |play| play["yourTurn"] == true || play["over"] == true);
        let moves = play["moves"].as_str().unwrap();
        let mut game = Game::new(start.parse().unwrap());
        for at in (0..moves.len()).step_by(2) {
            game.play(moves[at..at + 2].parse().unwrap()).unwrap();
        }
        let Some(square) = squares(game.board().position.moves()).next() else { break };
        page.ask(json!({ "do": "move", "game": id, "ply": moves.len() / 2, "square": square.to_string() }));
    }
    page.ask(json!({ "do": "resign", "game": id }));
    assert_eq!(page.ask(json!({ "do": "game", "of": { "in": "mine", "id": id } }))["start"], start);
    let me = page.shows("me");
    assert!(me["measuring"].is_null() && me["estimate"].is_null(), "{me}");
    // No game begins from a finished position, or from nonsense.
    for wrong in ["X", &format!("{} X", "X".repeat(64))] {
        assert_eq!(begin_from(&page, wrong)["refused"]["error"], "illegal", "{wrong}");
    }
}

fn study(page: &Page, start: Value, moves: &str) -> Value {
    page.answer(&json!({ "do": "study", "start": start, "moves": moves, "rule": "most" }))
}

#[test]
fn any_position_is_judged_deeper_and_deeper() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let key = study(&page, Value::Null, "f5d6c3")["ok"].clone();
    let study = page.until("study", |study| study["key"] == key && study["certainty"]["depth"].as_u64() >= Some(4));
    assert_eq!(study["moves"].as_array().map(Vec::len), Some(4), "{study}");
    // A tab that leaves another position does not stop this study.
    page.ask(json!({ "do": "stop-study", "key": "f5" }));
    assert_eq!(page.shows("study")["searching"], true);
    page.ask(json!({ "do": "stop-study", "key": key }));
    assert_eq!(page.until("study", |study| study["searching"] == false)["key"], key);
    for (start, moves) in [(json!("xxx"), ""), (Value::Null, "f5f5"), (Value::Null, "zz"), (Value::Null, "f")] {
        assert_eq!(self::study(&page, start, moves)["refused"]["error"], "illegal", "{moves}");
    }
    // Few empty squares: exact.
    let end = format!("{}{} X", "X".repeat(40) + &"O".repeat(20), "OO--");
    self::study(&page, json!(end), "");
    page.until("study", |study| study["certainty"] == "exact" || study["searching"] == false);
}

/// A reload leaves the page without a reader for a moment only; then the search goes on.
#[test]
fn a_study_that_nobody_looks_at_ends() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let study = json!({ "do": "study", "start": null, "moves": "f5d6c3", "rule": "most" });
    page.ask(study);
    page.until("study", |study| study["searching"] == true);
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(page.shows("study")["searching"], true);
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(page.shows("study")["searching"], false);
}

#[test]
fn the_address_is_all_that_is_said_and_a_second_page_is_refused_with_it() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_rival"))
        .args(["page", "--no-open", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!((second.status.code(), second.stdout.len(), said.lines().count()), (Some(2), 0, 1), "{said}");
    assert!(said.contains(&format!("already in use by the page at {}", page.address)), "{said}");
    let port = page.port;
    page.kill();
    // A browser that came to another server at the same address meanwhile may keep a worker of it there.
    let again = Page::start(folder.path());
    assert_ne!(again.port, port);
    let taken = std::process::Command::new(env!("CARGO_BIN_EXE_rival"))
        .args(["page", "--no-open", "--port", &again.port.to_string(), "--data"])
        .arg(folder.path().join("other"))
        .output()
        .unwrap();
    assert_eq!(taken.status.code(), Some(2));
    assert!(String::from_utf8(taken.stderr).unwrap().starts_with(&format!("rival: --port: found {}", again.port)));
}
