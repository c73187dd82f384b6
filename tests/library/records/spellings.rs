//! Transcripts as people and programs spell them.

use rival::board::Move;
use rival::record::{FileGame, Format, GameRecord, file, transcript};

/// A whole game; White passes before move 50.
const GAME: &str = "d3c3c4c5b5f3b2b4b3a2f5a6e3b1a5f6e6d2g3a4g7f2a3h4f1e2e1g1h3d1a1g6c2g8f4f7c1d6h1h2h7h5c6g5h8d7e7c7f8e8a7b6g2\
                    --d8b8h6b7a8g4c8";

/// The moves as text, with a written form of the pass.
fn moves(pass: &str) -> Vec<String> {
    let record = transcript::parse(GAME).unwrap();
    record.game().moves().map(|mv| mv.square().map_or(pass.to_owned(), |square| square.to_string())).collect()
}

/// Two moves behind each number.
fn numbered(pass: &str, number: impl Fn(usize) -> String, between: &str, end: &str) -> String {
    let pair = |(index, pair): (usize, &[String])| format!("{}{}{end}", number(index + 1), pair.join(between));
    moves(pass).chunks(2).enumerate().map(pair).collect()
}

/// The moves in lines of this many.
fn wrapped(pass: &str, count: usize, between: &str) -> String {
    moves(pass).chunks(count).map(|line| line.join(between) + "\n").collect()
}

fn fullwidth(text: &str) -> String {
    text.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap()).collect()
}

/// Names of the spellings, and the game in them.
fn spellings() -> Vec<(&'static str, String)> {
    let each = |mark: &str| moves("--").iter().zip(1..).map(|(mv, n)| format!("{n}{mark}{mv} ")).collect::<String>();
    let upper = |text: String| text.to_uppercase();
    vec![
        ("lower case", GAME.to_owned()),
        ("upper case", upper(GAME.to_owned())),
        ("without the pass", GAME.replace("--", "")),
        ("pass as pa, with spaces", moves("pa").join(" ")),
        ("pass as PS", upper(moves("ps").concat())),
        ("pass as a word, with commas", moves("pass").join(", ")),
        ("hyphens", upper(moves("pass").join("-"))),
        ("en dashes", moves("pass").join(" – ")),
        ("tabs", moves("--").join("\t")),
        ("semicolons", moves("--").join("; ")),
        ("pairs with numbers", numbered("--", |n| format!("{n}. "), " ", " ")),
        ("pairs with hyphens, a line each", upper(numbered("pass", |n| format!("{n}. "), "-", "\n"))),
        ("every move with a number", upper(each("."))),
        ("numbers with brackets", each(") ")),
        ("numbers without marks in a table", numbered("--", |n| format!("{n:>2}  "), "  ", "\r\n")),
        ("a move a line", wrapped("--", 1, "")),
        ("two lines", wrapped("", 31, "")),
        ("ten moves a line, with empty lines", wrapped("--", 10, " ").replace('\n', "\n\n")),
        (
            "marks and comments",
            format!("# a game of two\n{} 50-14", moves("--").join("!? {a (good) one\nor not} (b1 too) ")),
        ),
        ("old comments", format!("; my best game\n{} // thanks\n", moves("--").join(" "))),
        ("a list in brackets", format!("{:?}", moves("--"))),
        ("full width", fullwidth(&GAME.replace("--", ""))),
        ("Japanese pass and commas", moves("パス").join("、")),
        ("half-width and full-width letters", "１．".to_owned() + &moves("ﾊﾟｽ").join("　")),
        (
            "a number before all but the first moves",
            numbered("--", |n| if n > 1 { format!("{n}. ") } else { String::new() }, " ", " "),
        ),
        ("a name behind", format!("{GAME}\t Ann's game, a good one")),
        ("a mark of byte order and a score", format!("\u{feff}{GAME} 50-14\r\n")),
    ]
}

fn all(text: &str) -> Vec<FileGame<transcript::TranscriptError>> {
    transcript::parse_all(text.as_bytes())
}

#[test]
fn a_game_is_the_same_in_every_spelling() {
    let game = transcript::parse(GAME).unwrap().into_game();
    assert!(game.is_over() && game.moves().filter(|mv| *mv == Move::Pass).count() == 1);
    let spellings = spellings();
    assert!(spellings.len() >= 20);
    for (name, text) in &spellings {
        let found = all(text);
        assert_eq!(found.len(), 1, "{name}: {text}");
        let found = found[0].game.as_ref().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.game(), &game, "{name}");
        assert_eq!(transcript::parse(text).map(GameRecord::into_game).as_ref(), Ok(&game), "{name}");
        assert_eq!(Format::like(text.as_bytes()), Some(&transcript::FORMAT), "{name}");
    }
}

#[test]
fn several_games_in_one_text_are_told_apart() {
    let other = "f5d6c3d3c4f4f6g5e6f7";
    let games = |text: &str| {
        all(text).into_iter().map(|found| transcript::write(&found.game.unwrap()).unwrap()).collect::<Vec<_>>()
    };
    let whole = GAME.replace("--", "");
    for (_, text) in spellings() {
        // A list of two, or one game behind the other with a line between them.
        let expected = [whole.clone(), other.to_owned(), whole.clone()];
        assert_eq!(games(&format!("{text}\n\n{other}\n\n{text}")), expected, "{text}");
    }
    assert_eq!(games("f5\nd3\nf5d6\n"), ["f5", "d3", "f5d6"]);
    assert_eq!(games("1. f5 d6 2. c3 1-0 1. f5 f6\n1. d3 c5"), ["f5d6c3", "f5f6", "d3c5"]);
    assert_eq!(games("f5 d6\nc3 d3\n\nf5 f6\ne6 f4"), ["f5d6c3d3", "f5f6e6f4"]);
}

#[test]
fn a_wrong_text_is_told_with_its_place_and_the_other_games_stay() {
    let expected = "expected a square from a1 to h8 or a pass: --, pa, ps";
    for (text, lines, message) in [
        ("f5d6\nf5x9c3\nf5f6", &[(1, true), (2, false), (3, true)][..], format!("column 3: found 'x9c3', {expected}")),
        (
            "f5 d6\nc3 d3\nc4 a1\nf4 e6\n\nf5 f6\n",
            &[(3, false), (6, true)],
            "column 4: move 6: found a1 for white, expected a legal move of white:".to_owned(),
        ),
        (
            "1. f5 d6\n2. c3 c9\n3. d3\n\n1. f5 f6\n",
            &[(2, false), (5, true)],
            format!("column 7: found 'c9', {expected}"),
        ),
        ("[Black \"Ann\"]\n\n1. f5 d6\n", &[(1, false), (3, true)], format!("column 2: found 'Black', {expected}")),
        ("f5d6\nf5 {a d6\n\nf5f6", &[(1, true), (2, false), (4, true)], "column 4: found a comment without".to_owned()),
        ("A game of Ann's:\nf5d6c3\n", &[(1, false), (2, true)], format!("column 1: found 'A', {expected}")),
        ("f5 d6 Tiger c3", &[(1, false)], format!("column 7: found 'Tiger', {expected}")),
        (
            "<title>Games</title>\nf5d6",
            &[(1, false), (2, true)],
            format!("column 1: found '<title>Games</title>', {expected}"),
        ),
        ("f5d66c3", &[(1, false)], format!("column 5: found '6c3', {expected}")),
    ] {
        let found = all(text);
        let places: Vec<_> = found.iter().map(|entry| (entry.line.unwrap(), entry.game.is_ok())).collect();
        assert_eq!(places, lines, "{text}");
        let error = found.iter().find_map(|entry| entry.game.as_ref().err()).unwrap().to_string();
        assert!(error.starts_with(&message), "{text}: {error}");
    }
    let error = transcript::parse("f5\nd6 x").unwrap_err();
    assert_eq!(error.to_string(), format!("line 2, column 4: found 'x', {expected}"));
}

#[test]
fn a_result_is_the_discs_of_both() {
    // Nobody knows whether `1-0` names Black or White first.
    let result = |text: &str| all(&format!("1. f5 {text}"))[0].game.as_ref().unwrap().result;
    assert_eq!([result("1-0"), result("1/2-1/2"), result("*")], [None; 3]);
    assert_eq!(result("33-31 *").map(|result| result.score), Some(2.0));
}

/// A text of many lines, open brackets or blanks is read in a time that grows with its length.
#[test]
fn a_long_text_is_soon_read() {
    let text = "f5 { (\n\n".repeat(30_000);
    assert_eq!(all(&text).len(), 30_000);
    assert_eq!(all(&(" ".repeat(500_000) + "f5d6c3")).len(), 1);
    let text = "({".repeat(500_000);
    assert_eq!(file::read(text.as_bytes(), &transcript::FORMAT).unwrap().len(), 1);
}

fn transcripts(text: &str) -> Vec<Option<String>> {
    let games = file::read(text.as_bytes(), &transcript::FORMAT).unwrap();
    games.into_iter().map(|entry| entry.game.ok().map(|record| transcript::write(&record).unwrap())).collect()
}

#[test]
fn a_faulty_line_does_not_join_other_lines() {
    let [first, second] = ["f5d6c3", "d3c5f6"];
    let found = [first, second].map(|game| Some(game.to_owned()));
    assert_eq!(transcripts(&format!("{first}\n{second}\n")), found);
    for faulty in ["f5f5", "d3c5f6xx", "xx"] {
        for text in [format!("{first}\n{second}\n{faulty}\n"), format!("{first}\n{faulty}\n{second}\n")] {
            let games = transcripts(&text);
            assert_eq!(games.iter().filter(|game| game.is_some()).count(), 2, "{text}");
            assert!(games.len() == 3 && found.iter().all(|game| games.contains(game)), "{text}: {games:?}");
        }
    }
    // Moves that only continue the game make the lines one game, faulty or not.
    assert_eq!(transcripts("f5d6c3\nd3c4f4\nc5b4d2\n"), [Some("f5d6c3d3c4f4c5b4d2".to_owned())]);
}

#[test]
fn values_behind_moves_are_left_out_whatever_their_sign() {
    for value in ["+12", "-12", "12", "+0.5", "-1.5", "1.5"] {
        let text = format!("f5 {value} d6 {value} c3 {value}");
        assert_eq!(transcripts(&text), [Some("f5d6c3".to_owned())], "{text}");
    }
}
