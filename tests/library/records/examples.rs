//! Files of other programs, and the errors of malformed ones.

use std::path::Path;

use rival::board::{Color, Objective};
use rival::record::format::LARGEST_COUNT;
use rival::record::wthor::{self, NameKind, Names, WthorError, WthorGame, WthorGames};
use rival::record::{Clock, Ending, Format, GameRecord, MoveNote, Outcome, file, ggf, obf, pgn, sgf, transcript};

const START: &str = "---------------------------O*------*O---------------------------";

#[test]
fn ggf_as_nboard_writes_it() {
    let text = format!(
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Emmanuel]PW[Zeb\u{e9}]RE[-64:r]RB[1500.5]RW[]TB[5:00]TW[1:05:00/10/2:00]TY[8]BO[8 {START} *]\
         B[F5/1.00/2.0]W[d6//4.795]B[C3/-0,60]W[D3/1.0E-5/1.0E-5];)"
    );
    let record = ggf::parse(&text).unwrap();
    assert_eq!(transcript::write(&record).unwrap(), "f5d6c3d3");
    assert_eq!((record.place.as_str(), record.white.name.as_str()), ("NBoard", "Zebé"));
    assert_eq!(record.result, Some(Outcome { score: -64.0, ending: Ending::Resigned }));
    let note = |eval, seconds| MoveNote { eval, seconds, ..MoveNote::default() };
    let expected =
        [note(Some(1.0), Some(2.0)), note(None, Some(4.795)), note(Some(-0.6), None), note(Some(1e-5), Some(1e-5))];
    assert_eq!(record.notes(), expected);
    assert_eq!(record.clock(Color::Black), Some(Clock { main: 298.0, increment: 0.0, grace: 0.0 }));
    assert_eq!(
        record.clock(Color::White),
        Some(Clock { main: 3900.0 - 4.795 + 10.0 - 1e-5 + 10.0, increment: 10.0, grace: 120.0 })
    );
    // The same bytes as NBoard sends them: not UTF-8.
    let latin1: Vec<u8> = text.chars().map(|c| c as u8).collect();
    assert_eq!(ggf::parse(&latin1), Ok(record));
}

#[test]
fn ggf_as_ggs_writes_it() {
    let rows =
        START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned() + " ").collect::<String>();
    let game = format!(
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[two]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[s8r20]RE[+6.000:t]\
         BO[8 {rows}*]C[a comment (;) with everything]B[d3//0.01]W[c5/0.12/3]KB[1]KW[2]KM[-3.5];)"
    );
    let record = ggf::parse(format!("1 {game}\r\n")).unwrap();
    assert_eq!(transcript::write(&record).unwrap(), "d3c5");
    assert_eq!(record.result, Some(Outcome { score: 6.0, ending: Ending::TimedOut }));
    assert_eq!(record.clock(Color::White), Some(Clock { main: 297.0, increment: 0.0, grace: 120.0 }));
    assert_eq!(record.komi, Some(-3.5));
    let broken = game.replace("d3//", "a1//");
    let cut = &game[..game.len() - 30];
    let entries = ggf::parse_all(format!("2 {game}{game}\n\n1 {broken}\n1 {cut}\n1 {game}").as_bytes());
    let lines: Vec<_> = entries.iter().map(|entry| (entry.line.unwrap(), entry.game.is_ok())).collect();
    assert_eq!(lines, [(1, true), (1, true), (3, false), (4, false), (5, true)]);
    let message = entries[2].game.as_ref().unwrap_err().to_string();
    assert_eq!(message, "move 1: found a1 for black, expected a legal move of black: d3 c4 f5 e6");
}

#[test]
fn ggf_results_and_types() {
    let game = |properties: &str| ggf::parse(format!("(;GM[Othello]{properties}BO[8 {START} *];)")).unwrap();
    let result = |text: &str| game(&format!("RE[{text}]")).result.map(|result| (result.score, result.ending));
    assert_eq!(result("?"), None);
    assert_eq!(result(""), None);
    assert_eq!(result("4"), Some((4.0, Ending::Played)));
    assert_eq!(result("12:t"), Some((12.0, Ending::TimedOut)));
    assert_eq!(result("-64:r"), Some((-64.0, Ending::Resigned)));
    assert_eq!(game("TY[8a]").objective, Objective::Anti);
    assert_eq!(game("TY[8k]").objective, Objective::Normal);
    assert_eq!(game("TI[]").clock(Color::Black), None);
    assert_eq!(game("TI[0:00]").clock(Color::Black).map(|clock| clock.total()), Some(0.0));
}

#[test]
fn ggf_passes_in_every_form() {
    // White takes all, here and there: Black never has a move.
    let board = "-OX-----".to_owned() + &"--------".repeat(6) + "------XO";
    for pass in ["PA", "PASS", "pa/0.00/0.1", "--", "pass"] {
        let record =
            ggf::parse(format!("(;GM[Othello]BO[8 {} O]W[d1]B[{pass}]W[f8];)", board.replace('X', "*"))).unwrap();
        let moves: Vec<_> = record.game().moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["d1", "pass", "f8"], "{pass}");
    }
    let implied = ggf::parse(format!("(;GM[Othello]BO[8 {} O]W[d1]W[f8]B[PA];)", board.replace('X', "*"))).unwrap();
    assert_eq!((implied.game().history().len(), implied.notes().len()), (3, 3));
}

#[test]
fn malformed_ggf_says_what_is_wrong() {
    for (text, message) in [
        ("", "found '', expected a GGF game: (;GM[Othello]...;)"),
        ("hello", "found 'hello', expected a GGF game: (;GM[Othello]...;)"),
        ("(;", "found the end of the text in the game, expected ;)"),
        ("(;GM[Othello", "found no ']' after GM["),
        ("(;GM[Othello]PB[x];)", "found no BO[8 ...], expected the board at the start"),
        ("(;GM[Chess]BO[8 @ *];)", "GM[Chess]: expected GM[Othello]"),
        ("(;BO[10 @ *];)", "BO[10 ---------------------------O*------*O...]: expected a board of size 8"),
        ("(;BO[8 @- *];)", "BO: found '- *' after 64 squares, expected the side to move: X or O"),
        ("(;BO[8 @];)", "BO: found no side to move after 64 squares, expected X or O"),
        ("(;BO[8 @ *]B[z9];)", "found 'z9', expected a move like F5, PA, F5/-0.60 or F5/1.00/2.0"),
        ("(;BO[8 @ *]TI[soon];)", "TI[soon]: expected a clock like 5:00, 1:05:00/10 or 15:00//2:00"),
        ("(;BO[8 @ *]B[PA];)", "move 1: found pass for black, expected a legal move of black: d3 c4 f5 e6"),
        ("(;BO[8 @ *]W[f4];)", "move 1: found f4 for white, expected a legal move of black: d3 c4 f5 e6"),
        ("(;BO[8 @ *]?;)", "found '?;)' in the game, expected a property like B[f5] or ;)"),
    ] {
        let text = text.replace('@', START);
        let error = ggf::parse(&text).map_err(|error| error.to_string());
        assert_eq!(error, Err(message.to_owned()), "{text}");
    }
}

#[test]
fn sgf_as_others_write_it() {
    let expected = transcript::parse("f5d6c3").unwrap();
    for text in [
        "(;FF[4]GM[2]SZ[8]PB[a]PW[b];B[fe];W[df];B[cc])",
        "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]SZ[8];B[fd];W[dc];B[cf])",
        "text before\n( ;GM[2]\n;B[fe]C[a comment with \\] and (;) in it];W[df](;B[cc])(;B[ce];W[fd]))",
        "(;GaMe[2]SiZe[8];B[F5];W[D6];B[C3])",
        "(;GM[2]AE[]AB[ed]AB[de]AW[dd][ee]PL[B];B[fe];W[df];B[cc])",
    ] {
        assert_eq!(sgf::parse(text).map(GameRecord::into_game).as_ref(), Ok(expected.game()), "{text}");
    }
    let record = sgf::parse("(;GM[2]PB[a\\]b\\\\]RE[W+12]DT[1999-01-02]EV[Cup]TM[300];B[fe]V[2.5];W[df]V[2])").unwrap();
    assert_eq!((record.black.name.as_str(), record.place.as_str()), ("a]b\\", "Cup"));
    assert_eq!(record.result, Some(Outcome { score: -12.0, ending: Ending::Played }));
    assert_eq!(record.notes().iter().map(|note| note.eval).collect::<Vec<_>>(), [Some(2.5), Some(-2.0)]);
}

#[test]
fn sgf_setups_and_passes() {
    // Black never has a move; rectangles, and every way to write a pass.
    for (setup, passes) in [("AB[ca][gh]AW[ba][hh]", ["", "tt"]), ("AB[ca:ca][gh]AW[ba][hh:hh]PL[W]", ["pass", "--"])] {
        for pass in passes {
            let record = sgf::parse(format!("(;GM[2]{setup};W[da];B[{pass}];W[fh])")).unwrap();
            let moves: Vec<_> = record.game().moves().map(|mv| mv.to_string()).collect();
            assert_eq!(moves, ["d1", "pass", "f8"], "{setup} {pass}");
        }
    }
    // Handicap: discs added to the normal start.
    let handicap = sgf::parse("(;GM[2]AB[aa][hh];B[fe])").unwrap();
    assert_eq!(handicap.game().start().position.occupied().count_ones(), 6);
}

#[test]
fn sgf_up_to_a_move() {
    let text = "(;GM[2];B[fe];W[df];B[cc])";
    for (number, moves) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (9, 3)] {
        assert_eq!(sgf::parse_before(text, number).unwrap().game().history().len(), moves, "{number}");
    }
}

#[test]
fn sgf_files_of_many_games() {
    let file = "(;GM[2];B[fe])\n\n(;GM[2];B[aa])(;GM[2];B[ef](;W[ff])(;W[df]))\n(;GM[2];B[fe\n(;FF[4]GM[2];B[fe])\n";
    let entries = sgf::parse_all(file.as_bytes());
    let lines: Vec<_> = entries.iter().map(|entry| (entry.line.unwrap(), entry.game.is_ok())).collect();
    assert_eq!(lines, [(1, true), (3, false), (3, true), (4, false), (5, true)]);
    assert_eq!(transcript::write(entries[2].game.as_ref().unwrap()).unwrap(), "e6f6");
}

#[test]
fn malformed_sgf_says_what_is_wrong() {
    for (text, message) in [
        ("", "found '', expected an SGF game: (;GM[2]...)"),
        ("(;GM[2]", "found the end of the text in the game, expected ')'"),
        ("(;GM[2];B[fe", "found no ']' after B["),
        ("(;GM[1]SZ[19];B[pd])", "GM[1]: expected 2, which is Othello"),
        ("(;GM[2]SZ[10];B[fe])", "SZ[10]: expected 8"),
        ("(;GM[2];B[zz])", "B[zz]: expected a square like fe, or nothing for a pass"),
        ("(;GM[2];B[fe];W[fe])", "move 2: found f5 for white, expected a legal move of white: f4 d6 f6"),
        ("(;GM[2];B[fe];AB[aa])", "AB: found discs set up after the first move, expected them before it"),
        ("(;GM[2];B[fe];*)", "found '*)' in the game, expected a property like B[fe]"),
    ] {
        let error = sgf::parse(text).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(error, Err(message.to_owned()), "{text}");
    }
}

#[test]
fn transcripts_say_what_is_wrong() {
    for (text, message) in [
        ("f5d6x3", "column 5: found 'x3', expected a square from a1 to h8 or a pass: --, pa, ps"),
        ("f5d6c", "column 5: found 'c', expected a square from a1 to h8 or a pass: --, pa, ps"),
        ("f5 é", "column 4: found 'é', expected a square from a1 to h8 or a pass: --, pa, ps"),
        ("f5a1", "column 3: move 2: found a1 for white, expected a legal move of white: f4 d6 f6"),
        ("f5--", "column 3: move 2: found pass for white, expected a legal move of white: f4 d6 f6"),
    ] {
        assert_eq!(transcript::parse(text).map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
    let entries = transcript::parse_all(b"f5d6\r\n\r\nf5f5\nF5 F6 E6\n");
    let lines: Vec<_> = entries.iter().map(|entry| (entry.line.unwrap(), entry.game.is_ok())).collect();
    assert_eq!(lines, [(1, true), (3, false), (4, true)]);
}

/// 32 MB of short lines took 10 GB of memory.
#[test]
fn a_file_of_too_many_games_is_refused_in_every_format_that_could_hold_them() {
    let ggf = format!("(;GM[Othello]PB[Ann]PW[Ben]TY[8]BO[8 {START}]B[f5];)\n");
    let obf = format!("{} X;\n", START.replace('*', "X"));
    let quest = format!("[{}]", ["{}"; LARGEST_COUNT + 1].join(","));
    let texts = [
        ("txt", "f5\n".repeat(LARGEST_COUNT + 1)),
        ("ggf", ggf.repeat(LARGEST_COUNT + 1)),
        ("obf", obf.repeat(LARGEST_COUNT + 1)),
        ("json", quest),
    ];
    for (extension, text) in texts {
        let format = Format::by_extension(Path::new(&format!("x.{extension}"))).unwrap();
        let error = file::read(text.as_bytes(), format).unwrap_err().to_string();
        assert_eq!(error, "more than 40000 games: divide the file into smaller ones", "{extension}");
    }
    let fits = file::read("f5\n".repeat(LARGEST_COUNT).as_bytes(), &transcript::FORMAT).unwrap();
    assert_eq!(fits.len(), LARGEST_COUNT);
}

#[test]
fn obf_says_what_is_wrong() {
    let start = START.replace('*', "X");
    assert_eq!(obf::parse("  % only a comment"), Ok(None));
    assert_eq!(obf::parse(&format!("{start} X")).unwrap().unwrap().scores, []);
    let padded = obf::parse(&format!("{start} X; D3:+0; --:-127; --:-127;")).unwrap().unwrap();
    assert_eq!(padded.scores, [("d3".parse().unwrap(), 0)]);
    for (text, message) in [
        (format!("{start};"), "found no side to move after 64 squares, expected X or O"),
        (format!("{start}- X;"), "found '- X' after 64 squares, expected the side to move: X or O"),
        (format!("{start} X; A1:+2;"), "found 'A1:+2', expected a legal move and its score like G8:+18"),
        (format!("{start} X; F5:+65;"), "found 'F5:+65', expected a legal move and its score like G8:+18"),
        (format!("{start} X; F5;"), "found 'F5', expected a legal move and its score like G8:+18"),
    ] {
        assert_eq!(obf::parse(&text).map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn wthor_says_what_is_wrong() {
    let bytes = wthor::FORMAT.example;
    assert_eq!(bytes.len(), 16 + 68);
    assert_eq!(bytes[24..28], [56, 64, 33, 34]);
    assert_eq!(WthorGames::parse(&bytes[..10]), Err(WthorError::NoHead(10)));
    assert!(matches!(
        WthorGames::parse(&bytes[..80]),
        Err(WthorError::Length { found: 80, expected: 84, count: 1, width: 68 })
    ));
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        WthorGames::parse(&bytes)
    };
    assert_eq!(with(12, 10), Err(WthorError::Size(10)));
    assert_eq!(with(13, 1), Err(WthorError::Problems));
    let game = |at, byte| with(at, byte).unwrap().games[0].record();
    assert_eq!(game(25, 99), Err(WthorError::Move { number: 2, found: 99 }));
    assert_eq!(game(22, 65), Err(WthorError::Score(65)));
    assert!(matches!(game(25, 56), Err(WthorError::Illegal(illegal)) if illegal.ply == 2));
}

#[test]
fn wthor_names_are_latin1() {
    let mut bytes = vec![0; 16 + 2 * 20];
    bytes[8] = 2;
    bytes[16..19].copy_from_slice(b"???");
    bytes[36..46].copy_from_slice(b"J\xe9r\xf4me \xdcbe");
    let names = Names::parse(NameKind::Player, &bytes).unwrap();
    assert_eq!([names.name(0), names.name(1), names.name(2)], ["", "Jérôme Übe", "#2"]);
    assert_eq!(
        Names::parse(NameKind::Tournament, &bytes[..17]),
        Err(WthorError::Length { found: 17, expected: 68, count: 2, width: 26 })
    );
}

#[test]
fn a_wthor_game_without_moves_is_a_record() {
    let game = WthorGame { tournament: 0, black: 0, white: 0, score: 32, moves: [0; 60] };
    assert!(game.record().unwrap().game().history().is_empty());
}

#[test]
fn pgn_as_other_programs_write_it() {
    let text = "[Event \"A \\\"B\\\"\"]\n[White \"w\"]\n[Black \"?\"]\n[WhiteElo \"1500\"]\n[TimeControl \"60+0.5\"]\n\
                [Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n{book} 1.f5 {+0.50/12 0.45s, aim} d6?! $2\n\
                (1... f6 {x) y} (1... f4)) 2. C3 {-1.25 0.1s} ; 2... a1\n% nothing\n2... d3 {+M3/20} 1-0\n\n\
                [Black \"x\"]\n[White \"y\"]\n\n1. f5 f5\n\n[Black \"x\"\n\n[White \"z\"]\n1. f5 d6 0-1\n";
    // Windows editors put a byte order mark first.
    let games = pgn::parse_all(format!("\u{feff}{text}").as_bytes());
    assert_eq!(games.iter().map(|entry| entry.line).collect::<Vec<_>>(), [Some(1), Some(14), Some(19)]);
    let record = games[0].game.as_ref().unwrap();
    assert_eq!(transcript::write(record).unwrap(), "f5d6c3d3");
    let names = [&record.place, &record.black.name, &record.white.name].map(String::as_str);
    assert_eq!(names, ["A \"B\"", "", "w"]);
    assert_eq!(record.result, Some(Outcome { score: -64.0, ending: Ending::TimedOut }));
    assert_eq!(record.white.clock, Some(Clock { main: 60.0, increment: 0.5, grace: 0.0 }));
    let note = |eval, depth, seconds| MoveNote { eval, depth, seconds };
    let notes = [note(Some(0.5), Some(12), Some(0.45)), note(None, None, None), note(Some(-1.25), None, Some(0.1))];
    assert_eq!(record.notes()[..3], notes);
    assert_eq!(record.notes()[3], note(None, Some(20), None));
    let errors = [1, 2].map(|game| games[game].game.as_ref().unwrap_err().to_string());
    assert!(errors[0].starts_with("move 2: found f5 for white, expected a legal move"), "{errors:?}");
    assert_eq!(errors[1], "found '[Black \"x\"', expected a tag like [Black \"Ann\"]");
    let games = pgn::parse_all(b"[FEN \"8/8\"]\n*\n");
    assert_eq!(games[0].game.as_ref().unwrap_err().to_string(), "FEN: a1: found '8', expected X or O or -");
    assert!(matches!(file::read(b"1. f5 d6", &pgn::FORMAT), Err(error) if error.to_string().contains("a PGN game")));
}

/// A game that breaks off with a result and nothing else may have been resigned, or lost on time.
#[test]
fn a_winner_without_a_reason_stays_one() {
    let won = Some(Outcome { score: 64.0, ending: Ending::Unknown });
    let read = pgn::parse_all(b"[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. f5 d6 0-1\n");
    let record = read[0].game.as_ref().unwrap();
    assert_eq!(record.result, won);
    let text = pgn::write(record);
    assert!(!text.contains("[Termination"), "{text}");
    assert_eq!(pgn::parse_all(text.as_bytes())[0].game.as_ref().unwrap().result, won);
    let text = sgf::write(record);
    assert!(text.contains("RE[B+]"), "{text}");
    assert_eq!(sgf::parse(&text).unwrap().result, won);
}

/// A tournament that ends games by the engines' values knows the winner, not the discs.
#[test]
fn a_referee_may_know_only_the_winner() {
    let mut record = transcript::parse("f5d6c3").unwrap();
    for (score, tag, result) in [(64.0, false, "RE[B+]"), (-64.0, false, "RE[W+]"), (12.0, true, "RE[B+12]")] {
        record.result = Some(Outcome { score, ending: Ending::Adjudicated });
        assert_eq!(pgn::write(&record).contains("[Score"), tag, "{score}");
        let text = sgf::write(&record);
        assert!(text.contains(result), "{text}");
    }
}

/// Programs that compute ratings need results, and transcripts have none.
#[test]
fn a_finished_game_has_its_result_though_none_was_written() {
    let mut record = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
    assert_eq!(record.result, None);
    for (komi, score) in [(None, 64.0), (Some(70.0), -6.0)] {
        record.komi = komi;
        let texts = [pgn::write(&record), ggf::write(&record), sgf::write(&record)];
        let [pgn_text, ggf_text, sgf_text] = &texts;
        let read = [
            pgn::parse_all(pgn_text.as_bytes()).remove(0).game.unwrap(),
            ggf::parse(ggf_text).unwrap(),
            sgf::parse(sgf_text).unwrap(),
        ];
        let played = Some(Outcome { score, ending: Ending::Played });
        assert_eq!(read.map(|record| record.result), [played; 3], "{texts:?}");
    }
    assert_eq!(transcript::parse("f5d6c3").unwrap().outcome(), None);
}

/// A finished board has discs of its own, whatever the result says.
#[test]
fn pgn_keeps_how_a_game_ended() {
    let endings =
        [Ending::Played, Ending::Resigned, Ending::TimedOut, Ending::Agreed, Ending::Adjudicated, Ending::Forfeited];
    for moves in ["f5d6c3", "e6f4e3f6g5d6e7f5c5"] {
        let mut record = transcript::parse(moves).unwrap();
        for (score, ending) in [64.0, -64.0, 2.0].into_iter().flat_map(|score| endings.map(|ending| (score, ending))) {
            record.result = Some(Outcome { score, ending });
            let text = pgn::write(&record);
            let games = pgn::parse_all(text.as_bytes());
            assert_eq!(games[0].game.as_ref().unwrap().result, record.result, "{text}");
        }
    }
}
