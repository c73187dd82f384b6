//! Games of Othello Quest.

use rival::record::{Clock, Ending, FORMATS, FileGame, Format, Outcome, ServerRating, file, ggf, quest, transcript};

fn games(text: &str) -> Vec<FileGame<quest::QuestError>> {
    quest::parse_all(text.as_bytes())
}

/// A game with these moves, the last entry's status, and the opening.
fn game(start: &str, moves: &str, status: &str) -> String {
    let entry = |mv: &str| format!("{{\"m\":\"{mv}\",\"t\":1500}}");
    let mut entries: Vec<String> = moves.split(' ').filter(|mv| !mv.is_empty()).map(entry).collect();
    if !status.is_empty() {
        entries.push(format!("{{\"m\":\"-\",\"t\":0,\"s\":\"{status}\"}}"));
    }
    format!(
        "{{\"id\":\"g1\",\"created\":\"2024-05-06T07:08:09.123Z\",\"players\":[{{\"id\":\"ann\",\"name\":\"Ann\",\"oldR\":1512.3,\
         \"newR\":1520.1}},{{\"id\":\"ben\",\"newR\":1602}}],\n\"position\":{{\"startPos\":\"{start}\",\"moves\":[{}]}}}}\n",
        entries.join(",")
    )
}

#[test]
fn names_ratings_and_times_are_read() {
    let found = games(&game("", "f5 d6 c3", ""));
    let record = found[0].game.as_ref().unwrap();
    assert_eq!(transcript::write(record).unwrap(), "f5d6c3");
    assert_eq!((record.black.name.as_str(), record.white.name.as_str()), ("Ann", "ben"));
    // The rating before the game counts; if it is missing, the one after the game.
    assert_eq!((record.black.rating, record.white.rating), (Some(ServerRating(1512.3)), Some(ServerRating(1602.0))));
    assert!(record.notes().iter().all(|note| note.seconds == Some(1.5)));
    assert_eq!((record.date.as_str(), record.given, record.result), ("2024-05-06T07:08:09.123Z", None, None));
    let clocked = game("", "f5 d6 c3", "").replacen('{', "{\"tcb\":300000,", 1);
    let record = games(&clocked).remove(0).game.unwrap();
    assert_eq!(record.black.clock, Some(Clock { main: 300.0, ..Clock::default() }));
    // All of it goes through GGF.
    let again = ggf::parse(ggf::write(&record)).unwrap();
    assert_eq!((again.notes(), &again.black, &again.white), (record.notes(), &record.black, &record.white));
}

#[test]
fn the_end_of_a_game_is_told_for_the_side_to_move() {
    let result = |moves: &str, status: &str| games(&game("", moves, status))[0].game.as_ref().unwrap().result;
    let ended = |score, ending| Some(Outcome { score, ending });
    assert_eq!(result("f5", "LOSE:RESIGN"), ended(64.0, Ending::Resigned));
    assert_eq!(result("f5 d6", "LOSE:RESIGN"), ended(-64.0, Ending::Resigned));
    assert_eq!(result("f5 d6", "WIN:TIMEUP"), ended(64.0, Ending::TimedOut));
    assert_eq!(result("f5", "LOSE:DISCONNECT"), ended(64.0, Ending::TimedOut));
    assert_eq!(result("f5", "SCORE:33-31"), None);
}

#[test]
fn moves_of_an_opening_are_given_and_passes_are_moves() {
    let found = games(&game("F5d6C3", "d3 c4", ""));
    let record = found[0].game.as_ref().unwrap();
    assert_eq!((transcript::write(record).unwrap().as_str(), record.given), ("f5d6c3d3c4", Some(3)));
    // A pass is an entry of its own.
    let moves = "d3 c3 c4 c5 b5 f3 b2 b4 b3 a2 f5 a6 e3 b1 a5 f6 e6 d2 g3 a4 g7 f2 a3 h4 f1 e2 e1 g1 h3 d1 a1 g6 c2 g8 f4 f7 c1 \
                 d6 h1 h2 h7 h5 c6 g5 h8 d7 e7 c7 f8 e8 a7 b6 g2 - d8 b8 h6 b7 a8 g4 c8";
    let found = games(&game("", moves, ""));
    assert_eq!(found[0].game.as_ref().unwrap().final_score(), Some(36));
}

#[test]
fn files_of_many_games_are_lists_or_games_in_a_row() {
    let one = game("", "f5 d6", "");
    let two = game("", "f5 f6", "");
    for text in [
        format!("{one}{two}"),
        format!("\u{feff}[{one},\r\n{two}]"),
        format!("{{\"games\": [{one}, {two}]}}"),
        format!("{{\"name\":\"a\",\"args\":[{one},{two}]}}"),
    ] {
        let found: Vec<_> =
            games(&text).into_iter().map(|found| transcript::write(&found.game.unwrap()).unwrap()).collect();
        assert_eq!(found, ["f5d6", "f5f6"], "{text}");
        assert_eq!(Format::like(text.as_bytes()), Some(&quest::FORMAT));
    }
    let lines: Vec<_> = games(&format!("{one}\n{two}")).iter().map(|found| found.line).collect();
    assert_eq!(lines, [Some(1), Some(4)]);
    // A player's profile is another JSON with games and moves.
    let profile = b"{\"format\": \"rival-profile/2\", \"games\": [], \"moves\": [{\"m\": 1}]}";
    assert!(!FORMATS.into_iter().any(|format| (format.is_like)(profile)));
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_the_other_games_stay() {
    let good = game("", "f5 d6", "");
    let expected = "expected a square from a1 to h8, or - for a pass";
    for (text, count, message) in [
        (game("", "f5 x9", ""), 1, format!("position.moves[1].m: found \"x9\", {expected}")),
        (game("", "f5 f5", ""), 1, "position.moves[1].m: move 2: found f5 for white, expected a legal move".to_owned()),
        (game("", "f5 -", ""), 1, "position.moves[1].m: move 2: found pass for white".to_owned()),
        (
            game("zz", "f5", ""),
            1,
            "position.startPos: found \"zz\", expected the moves of an opening, or \"\"".to_owned(),
        ),
        (
            format!("[{good},{}]", game("", "f5 x9", "")),
            2,
            format!("[1].position.moves[1].m: found \"x9\", {expected}"),
        ),
        (
            "{\"games\":[{\"id\":\"a\",\"length\":60}]}".to_owned(),
            1,
            "games[0].position.moves: found nothing, expected".to_owned(),
        ),
        ("7".to_owned(), 1, "position.moves: found nothing, expected the moves of a game".to_owned()),
        (
            r#"{"format": "rival-profile/2", "games": [{}, {}]}"#.to_owned(),
            1,
            "format: found \"rival-profile/2\", expected games".to_owned(),
        ),
        (
            format!("{good}\n {{\"a\" 1}}"),
            2,
            "line 4, column 7: found no JSON ('{\"a\" 1}'), expected a game".to_owned(),
        ),
    ] {
        let found = games(&text);
        assert_eq!(found.len(), count, "{text}");
        assert!(found[..count - 1].iter().all(|found| found.game.is_ok()));
        let error = found[count - 1].game.as_ref().unwrap_err().to_string();
        assert!(error.starts_with(&message), "{text}: {error}");
    }
    let whole = file::read(b"<html>", &quest::FORMAT).unwrap_err().to_string();
    assert_eq!(whole, "line 1, column 1: found no JSON ('<html>'), expected a game of Othello Quest");
    assert!(games("").is_empty());
}
