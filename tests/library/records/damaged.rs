//! Damaged files: what is wrong is named, the other games are read, and the work grows with the length of the file.

use std::time::{Duration, Instant};

use rival::record::{Format, MoveNote, file, ggf, pgn, sgf, transcript};

fn places(text: &str, format: &Format) -> Vec<(usize, bool)> {
    let games = file::read(text.as_bytes(), format).unwrap();
    games.iter().map(|entry| (entry.line.unwrap(), entry.game.is_ok())).collect()
}

#[test]
fn a_comment_of_pgn_without_an_end_is_named_and_the_next_game_is_read() {
    let next = "[White \"b\"]\n\n1. f5 f6 {a comment} (1... d6) 1-0\n";
    for (moves, message) in [
        ("1. f5 d6 2. c3 {good d3\n3. c4 f4 0-1", "found no '}' after '{good d3'"),
        ("1. f5 d6 (1... f6 2. e6\n2. c3 0-1", "found no ')' after '(1... f6 2. e6'"),
        ("1. f5 d6 (1... f6 {x 2. e6)\n2. c3 0-1", "found no '}' after '{x 2. e6)'"),
        ("{never", "found no '}' after '{never'"),
    ] {
        let text = format!("[White \"a\"]\n\n{moves}\n\n{next}");
        let line = text.matches('\n').count() - 2;
        assert_eq!(places(&text, &pgn::FORMAT), [(3, false), (line, true)], "{text}");
        let error = pgn::parse_all(text.as_bytes()).remove(0).game.unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_comment_of_pgn_with_an_end_is_text() {
    for comment in
        ["{see\n[Kashiwabara 2012]}", "{a\n[\n{b}", "(1... f6\n[x] {)} (2. e6))", "{(}", "{%clk \"1\"\n[%x \"y\"]}"]
    {
        let text = format!("[White \"a\"]\n\n1. f5 d6 {comment} 2. c3 d3 0-1\n");
        let games = pgn::parse_all(text.as_bytes());
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(transcript::write(games[0].game.as_ref().unwrap()).unwrap(), "f5d6c3d3", "{text}");
    }
}

#[test]
fn only_comments_that_begin_like_an_evaluation_are_one() {
    let note = |eval, depth, seconds| MoveNote { eval, depth, seconds };
    for (comment, expected) in [
        ("+0.50/12 0.45s", note(Some(0.5), Some(12), Some(0.45))),
        ("-1.25/9 3s, White resigns", note(Some(-1.25), Some(9), Some(3.0))),
        ("+0.50/12/18 0.45s n=100", note(Some(0.5), Some(12), Some(0.45))),
        ("+1.5, 0.1s", note(Some(1.5), None, Some(0.1))),
        ("0.00", note(Some(0.0), None, None)),
        ("0.45s", note(None, None, Some(0.45))),
        ("/12 0.45s", note(None, Some(12), Some(0.45))),
        ("-M3/20 2s", note(None, Some(20), Some(2.0))),
        ("a 50/50 choice", MoveNote::default()),
        ("50/50", MoveNote::default()),
        ("played in 1990s style -3 ideas", MoveNote::default()),
        ("1990s style", MoveNote::default()),
        ("-3 ideas", MoveNote::default()),
        ("book", MoveNote::default()),
    ] {
        let text = format!("[White \"a\"]\n\n1. f5 {{{comment}}} d6 *\n");
        let record = pgn::parse_all(text.as_bytes()).remove(0).game.unwrap();
        assert_eq!(record.notes()[0], expected, "{comment}");
    }
}

#[test]
fn a_game_of_pgn_that_was_cut_off_is_an_error() {
    let end = "found the end of the game, expected moves or a result: if nothing is missing, add * to the end";
    for cut in ["", "1. f5 d6", "1. f5 d6 2. c3 {good}"] {
        let text = format!("[White \"b\"]\n\n1. f5 *\n\n[White \"a\"]\n[Result \"0-1\"]\n\n{cut}\n");
        assert_eq!(places(&text, &pgn::FORMAT), [(1, true), (5, false)], "{text}");
        assert_eq!(pgn::parse_all(text.as_bytes())[1].game.as_ref().unwrap_err().to_string(), end);
    }
    // A final board needs no result.
    let over = "[White \"a\"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5\n";
    assert_eq!(places(over, &pgn::FORMAT), [(1, true)]);
}

#[test]
fn an_unreadable_clock_of_pgn_is_unknown() {
    for control in ["40/300+2", "40/9000", "-", "?", "blitz", "-5", "60+-1"] {
        let text = format!("[White \"a\"]\n[TimeControl \"{control}\"]\n\n1. f5 d6 *\n");
        assert_eq!(pgn::parse_all(text.as_bytes())[0].game.as_ref().unwrap().black.clock, None, "{control}");
    }
}

#[test]
fn a_comment_of_sgf_may_begin_like_a_game() {
    let record = sgf::parse("(;GM[2]C[(;GM[2\\];B[fe\\]) or (;GM[ or (; here];B[fe];W[df])").unwrap();
    assert_eq!(transcript::write(&record).unwrap(), "f5d6");
    let text = "(;GM[2]C[(;FF[ and, x];B[fe])\n(;GM[2]C[torn\n(;GM[2];B[fe])\n";
    assert_eq!(places(text, &sgf::FORMAT), [(1, true), (2, false), (3, true)]);
}

#[test]
fn names_in_an_unknown_character_set_are_not_read_as_others() {
    let game = |charset: &str| {
        let start = format!("(;GM[2]{charset}PB[").into_bytes();
        [&start[..], b"\x91\xe5\x90\xce", b"];B[fe])"].concat()
    };
    for charset in ["", "CA[ISO-8859-1]", "CA[utf-8]", "CA[latin1]", "CA[Windows-1252]"] {
        assert!(sgf::parse(game(charset)).is_ok(), "{charset}");
    }
    let error = sgf::parse(game("CA[Shift_JIS]")).unwrap_err().to_string();
    assert_eq!(error, "CA[Shift_JIS]: expected UTF-8 or ISO-8859-1: save the file as UTF-8");
    assert!(sgf::parse("(;GM[2]CA[Shift_JIS]PB[Ann];B[fe])").is_ok());
}

/// The shortest of three times.
fn time(text: &str, format: &Format) -> Duration {
    let once = || {
        let start = Instant::now();
        let _ = file::read(text.as_bytes(), format);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap()
}

/// Sixteen times as long a text takes about sixteen times as long; it takes 256 times as long where each of its parts
/// is read to the end of the text. The bound would only be broken by a machine that stops for a while three times.
#[test]
fn the_work_grows_with_the_length_of_the_text() {
    const SIZE: usize = 2_000;
    for (format, start, part) in [
        (&transcript::FORMAT, "", "f5 (\n"),
        (&transcript::FORMAT, "", "(\n"),
        (&transcript::FORMAT, "", "a1 {\n"),
        (&transcript::FORMAT, "f5 ", "(x) "),
        (&transcript::FORMAT, "", "f5;d6;c3;"),
        (&transcript::FORMAT, "f5 ", "1-"),
        (&transcript::FORMAT, "f5", " \r"),
        (&pgn::FORMAT, "", "[White \"a\"]\n\n1. f5 {x\n\n"),
        (&pgn::FORMAT, "", "[White \"a\"]\n\n1. f5 (x\n\n"),
        (&pgn::FORMAT, "[White \"a\"]\n", "(x {y\n"),
        (&pgn::FORMAT, "", "[White \"a\"] "),
        (&pgn::FORMAT, "x ", "[White \"a\" "),
        (&pgn::FORMAT, "[White \"a\"]\n", "f5 {x} (y) "),
        (&pgn::FORMAT, "[White \"a\"]\n", "(;"),
        (&ggf::FORMAT, "", "(;GM[Othello]C["),
        (&ggf::FORMAT, "", "(;C["),
        (&ggf::FORMAT, "", "(;)x"),
        (&sgf::FORMAT, "", "(;GM[2]C["),
        (&sgf::FORMAT, "", "(\n"),
        (&sgf::FORMAT, "", "(;C["),
    ] {
        let [short, long] = [SIZE, 16 * SIZE].map(|count| start.to_owned() + &part.repeat(count));
        let times = [&short, &long].map(|text| time(text, format));
        let most = times[0].max(Duration::from_millis(2)) * 80;
        assert!(times[1] < most, "{}: {part:?} {times:?}", format.name);
    }
}
