//! Files joined from several: no game is left out without a message, and no part garbles another.

use rival::record::{FileGame, Format, GameRecord, file, ggf, pgn, sgf, transcript};

const GGF: &str = "(;GM[Othello]PB[a]PW[b]TY[8]\
                   BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\n";
const SGF: &str = "(;GM[2]SZ[8]PB[a]PW[b];B[fe];W[df])\n";
const PGN: &str = "[White \"b\"]\n[Black \"a\"]\n\n1. f5 d6 0-1\n";
const OPEN_PGN: &str = "[White \"b\"]\n[Black \"a\"]\n\n1. f5 d6\n";
const MOVES: &str = "f5d6c3\n";

fn read(text: &str, format: &Format) -> Vec<FileGame> {
    file::read(text.as_bytes(), format).unwrap()
}

fn places(games: &[FileGame]) -> Vec<(usize, bool)> {
    games.iter().map(|entry| (entry.line.unwrap(), entry.game.is_ok())).collect()
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

#[test]
fn a_part_in_another_format_is_named_with_its_line() {
    for (text, format) in [(GGF, &ggf::FORMAT), (SGF, &sgf::FORMAT), (PGN, &pgn::FORMAT), (OPEN_PGN, &pgn::FORMAT)] {
        for other in [GGF, SGF, PGN, MOVES] {
            let is_pgn = format.extension == "pgn";
            if is_pgn && other == PGN || !is_pgn && other == text {
                continue;
            }
            let behind = read(&format!("{text}\n{other}"), format);
            // Moves behind a game without a result belong to it.
            if text != OPEN_PGN || other != MOVES {
                assert_eq!(places(&behind), [(1, true), (lines(text) + 2, false)], "{text}{other}");
            }
            let before = read(&format!("{other}{text}"), format);
            assert_eq!(places(&before), [(1, false), (lines(other) + 1, text != OPEN_PGN)], "{other}{text}");
            let between = read(&format!("{text}{other}{other}{text}"), format);
            assert_eq!(
                between.iter().filter(|entry| entry.game.is_ok()).count(),
                // At the end of a file a game without a result is cut off.
                2 - usize::from(text == OPEN_PGN) - usize::from(text == OPEN_PGN && other == MOVES)
            );
            assert!(between.iter().any(|entry| entry.game.is_err()), "{text}{other}");
        }
    }
    for other in [GGF, SGF] {
        let games = read(&format!("{MOVES}{other}{MOVES}"), &transcript::FORMAT);
        assert_eq!(places(&games), [(1, true), (2, false), (3, true)], "{other}");
    }
    let games = read(&format!("{GGF}\n1. f5 d6\n"), &ggf::FORMAT);
    let error = games[1].game.as_ref().unwrap_err().to_string();
    assert_eq!(error, "found '1. f5 d6', expected a GGF game: (;GM[Othello]...;)");
    let games = read(&format!("{PGN}{GGF}"), &pgn::FORMAT);
    let error = games[1].game.as_ref().unwrap_err().to_string();
    assert!(error.starts_with("found '(;GM[Othello]PB[a]"), "{error}");
}

/// GGS writes the number of games before them; Windows editors put a byte order mark first.
#[test]
fn what_says_nothing_between_games_is_no_error() {
    for (text, format) in [(GGF, &ggf::FORMAT), (SGF, &sgf::FORMAT), (PGN, &pgn::FORMAT)] {
        let mark = "\u{feff}";
        let joined = format!("{mark}{text}\r\n\n{mark}{text}{}{mark}{text} \n", text.trim_end());
        assert_eq!(places(&read(&joined, format)).iter().filter(|(_, is_read)| *is_read).count(), 4, "{joined}");
        assert_eq!(read(&joined, format).len(), 4, "{joined}");
    }
    assert_eq!(read(&format!("2 {GGF}{GGF}\n1 {GGF}"), &ggf::FORMAT).len(), 3);
}

fn names(record: &GameRecord) -> [&str; 2] {
    [&record.black.name, &record.white.name].map(String::as_str)
}

#[test]
fn parts_of_a_pgn_file_have_their_own_encodings() {
    let mut bytes = "[Black \"Zoë\"]\n[White \"大石\"]\n\n1. f5 0-1\n".as_bytes().to_vec();
    bytes.extend(b"[Black \"J\xe9r\xf4me\"]\n[White \"x\"]\n\n1. f5 0-1\n");
    let games: Vec<GameRecord> = pgn::parse_all(&bytes).into_iter().map(|entry| entry.game.unwrap()).collect();
    assert_eq!([names(&games[0]), names(&games[1])], [["Zoë", "大石"], ["Jérôme", "x"]]);
}

#[test]
fn tags_of_pgn_need_no_line_of_their_own() {
    for text in [
        "[White \"A [x] \\\"B\\\"\"] [Black \"B\"][Event \"e\"]\n1. f5 0-1[White \"c\"]\n[Black \"d\"]\n1. f5 d6 *\n",
        "[White \"A [x] \"B\"\"][ Black  \"B\" ]; a comment\n[Event \"e\"]\n\n1. f5 0-1 \
         [White \"c\"][Black \"d\"]1. f5 d6 *",
    ] {
        let games: Vec<GameRecord> = pgn::parse_all(text.as_bytes()).into_iter().map(|g| g.game.unwrap()).collect();
        assert_eq!((games.len(), names(&games[0]), games[0].place.as_str()), (2, ["B", "A [x] \"B\""], "e"), "{text}");
        assert_eq!((names(&games[1]), games[1].game().history().len()), (["d", "c"], 2), "{text}");
    }
    let games = pgn::parse_all(b"[White \"C:\\games\\\"]\n[Black \"x\"]\n1. f5 *\n");
    assert_eq!(names(games[0].game.as_ref().unwrap()), ["x", "C:games"]);
}

#[test]
fn tags_without_a_game_are_an_error_and_say_nothing_of_the_next_game() {
    let tags = "[Date \"2019.01.01\"]\n[White \"Bye\"]\n[Black \"Ann\"]\n[WhiteElo \"1200\"]\n[Result \"0-1\"]\n\n";
    let games = pgn::parse_all(format!("{tags}[White \"Cid\"]\n[Black \"Dora\"]\n\n1. f5 d6 *\n").as_bytes());
    assert_eq!(games[0].game.as_ref().unwrap_err(), &pgn::PgnError::Unfinished);
    let game = games[1].game.as_ref().unwrap();
    assert_eq!((games.len(), names(game), game.date.as_str()), (2, ["Dora", "Cid"], ""));
    assert!(game.white.rating.is_none() && game.result.is_none());
}

#[test]
fn a_game_of_sgf_without_an_end_does_not_hide_the_next_ones() {
    let [first, open, third] = ["one", "two", "three"].map(|name| SGF.replace("PB[a]", &format!("PB[{name}]")));
    let games = read(&format!("{first}{}\n{third}", open.trim_end().trim_end_matches(')')), &sgf::FORMAT);
    assert_eq!(places(&games), [(1, true), (2, false), (3, true)]);
    assert_eq!(names(games[2].game.as_ref().unwrap()), ["three", "b"]);
}

#[test]
fn the_event_and_the_place_of_sgf_are_both_kept() {
    for (tags, place) in [("EV[Cup]PC[Oslo]", "Cup, Oslo"), ("PC[Oslo]EV[Cup]", "Oslo, Cup"), ("EV[Cup]PC[Cup]", "Cup")]
    {
        let game = sgf::parse(SGF.replace("PB[a]", tags)).unwrap();
        assert_eq!(game.place, place);
    }
}
