//! Properties: written records read back, and nothing panics.

use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Board, Color, Move, Objective, squares};
use rival::record::wthor::{NameKind, Names};
use rival::record::{
    Clock, Ending, FORMATS, GameRecord, MoveNote, Outcome, ServerRating, file, ggf, obf, pgn, sgf, transcript,
};

/// A random game of at most `plies` moves from a board; with notes if asked for.
fn random_game(start: Board, plies: usize, seed: u64, noted: bool) -> GameRecord {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut record = GameRecord::new(start);
    while record.game().history().len() < plies && !record.game().is_over() {
        let moves: Vec<_> = squares(record.game().board().position.moves()).map(Move::from).collect();
        let mv = moves.choose(&mut random).copied().unwrap_or(Move::Pass);
        let note = MoveNote {
            eval: (noted && random.random()).then(|| f64::from(random.random_range(-6400..=6400)) / 100.0),
            seconds: (noted && random.random()).then(|| random.random_range(0.0..100.0)),
            ..MoveNote::default()
        };
        record.play(mv, note).unwrap();
    }
    record
}

/// The record with this depth for each move.
fn with_depths(record: &GameRecord, depth: Option<u32>) -> GameRecord {
    let mut with_depths = record.clone();
    while with_depths.undo().is_some() {}
    for (mv, &note) in record.moves().zip(record.notes()) {
        with_depths.play(mv, MoveNote { depth, ..note }).unwrap();
    }
    with_depths
}

fn any_board() -> impl Strategy<Value = Board> {
    let random = (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(black, occupied, white_to_move)| {
        let to_move = if white_to_move { Color::White } else { Color::Black };
        Board::new(black & occupied, !black & occupied, to_move).unwrap()
    });
    prop_oneof![Just(Board::START), random]
}

fn any_name() -> impl Strategy<Value = String> {
    "[A-Za-z0-9éß!(;)., \\\\-]{0,18}".prop_map(|name| name.trim().to_owned())
}

prop_compose! {
    fn full_record()(
        start in any_board(), plies in 0..70usize, seed: u64, names in (any_name(), any_name(), any_name(), any_name()), anti: bool,
        clocks in proptest::option::of((0..10_000u32, 0..100u32, 0..500u32)), rating in proptest::option::of(0..3000u32),
        score in proptest::option::of(-64..=64i32), ending in prop_oneof![Just(Ending::Played), Just(Ending::Resigned), Just(Ending::TimedOut), Just(Ending::Agreed)],
    ) -> GameRecord {
        let mut record = random_game(start, plies, seed, true);
        (record.black.name, record.white.name, record.place, record.date) = names;
        record.objective = if anti { Objective::Anti } else { Objective::Normal };
        record.white.clock = clocks.map(|(main, increment, grace)| Clock { main: main.into(), increment: increment.into(), grace: grace.into() });
        record.black.clock = if seed % 2 == 0 { record.white.clock } else { None };
        record.black.rating = rating.map(f64::from).map(ServerRating);
        record.komi = rating.map(|rating| f64::from(rating) / 8.0);
        record.result = score.map(|score| Outcome { score: score.into(), ending });
        record
    }
}

proptest! {
    #[test]
    fn ggf_reads_back(record in full_record()) {
        let text = ggf::write(&record);
        let mut expected = record;
        expected.result = expected.outcome();
        prop_assert_eq!(ggf::parse(&text), Ok(expected), "{}", text);
    }

    #[test]
    fn pgn_reads_back(record in full_record(), depth in proptest::option::of(0..60u32)) {
        let mut record = with_depths(&record, depth);
        let text = pgn::write(&record);
        // A finished game has a result, even if none was set.
        record.result = record.outcome();
        // PGN has no grace times.
        for player in [&mut record.black, &mut record.white] {
            player.clock = player.clock.map(|clock| Clock { grace: 0.0, ..clock });
        }
        let read = pgn::parse_all(text.repeat(2).as_bytes());
        prop_assert_eq!(read.len(), 2);
        for entry in read {
            prop_assert_eq!(entry.game.as_ref(), Ok(&record), "{}", text);
        }
        prop_assert!(text.lines().skip_while(|line| !line.is_empty()).all(|line| line.len() <= 80), "{}", text);
    }

    #[test]
    fn sgf_reads_back(record in full_record(), is_forfeited: bool) {
        let mut record = record;
        record.result = record.result.map(|result| {
            Outcome { ending: if is_forfeited { Ending::Forfeited } else { result.ending }, ..result }
        });
        let text = sgf::write(&record);
        let read = sgf::parse(&text).unwrap();
        prop_assert_eq!(read.game(), record.game(), "{}", text);
        prop_assert_eq!((&read.black.name, &read.white.name), (&record.black.name, &record.white.name));
        prop_assert_eq!((&read.place, &read.date, read.objective), (&record.place, &record.date, record.objective));
        let evals = |record: &GameRecord| record.notes().iter().map(|note| note.eval).collect::<Vec<_>>();
        prop_assert_eq!(evals(&read), evals(&record));
        prop_assert_eq!((read.black.rating, read.white.rating), (record.black.rating, record.white.rating));
        prop_assert_eq!(read.komi, record.komi.filter(|komi| *komi != 0.0));
        // SGF has one clock for both players, without increments, and no discs of a game that was given up.
        let [black, white] = [&record.black, &record.white].map(|player| player.clock.map(|clock| clock.main));
        let clock = black.filter(|_| black == white).map(|main| Clock { main, ..Clock::default() });
        prop_assert_eq!([read.black.clock, read.white.clock], [clock; 2]);
        let result = record.outcome().map(|Outcome { score, ending }| match ending {
            Ending::Resigned | Ending::TimedOut | Ending::Forfeited if score != 0.0 => {
                Outcome { score: 64.0 * score.signum(), ending }
            }
            _ => Outcome { score, ending: Ending::Played },
        });
        prop_assert_eq!(read.result, result, "{}", text);
    }

    #[test]
    fn sgf_with_rows_from_the_bottom_is_the_same_game(plies in 1..70usize, seed: u64) {
        let record = random_game(Board::START, plies, seed, false);
        let mirrored = |mv: Move| mv.square().map(|square| [b'a' + square.column(), b'h' - square.row()].map(char::from).iter().collect::<String>());
        let moves = record.game().history().iter().map(|(board, mv)| {
            format!(";{}[{}]", if board.to_move == Color::Black { "B" } else { "W" }, mirrored(*mv).unwrap_or_default())
        });
        let text = format!("(;FF[4]GM[2]SZ[8]{})", moves.collect::<String>());
        let read = sgf::parse(&text).unwrap();
        prop_assert_eq!(read.game(), record.game());
    }

    #[test]
    fn transcripts_read_back(plies in 0..70usize, seed: u64, upper: bool, spaces: bool) {
        let record = random_game(Board::START, plies, seed, false);
        let mut text = transcript::write(&record).unwrap();
        if upper {
            text = text.to_uppercase();
        }
        if spaces {
            text = text.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair) + " ").collect();
        }
        prop_assert_eq!(transcript::parse(&text), Ok(record.clone()));
        for pass in ["--", "pa", "PS", "pass"] {
            let explicit: String = record.game().moves().map(|mv| mv.square().map_or(pass.to_owned(), |square| square.to_string())).collect();
            prop_assert_eq!(transcript::parse(&explicit), Ok(record.clone()));
        }
    }

    #[test]
    fn obf_reads_back(board in any_board(), scores in proptest::collection::vec(-64..=64, 64)) {
        let moves = squares(board.position.moves()).map(Move::from);
        let problem = obf::ScoredPosition { board, scores: moves.zip(scores).collect() };
        prop_assert_eq!(obf::parse(&obf::write(&problem)), Ok(Some(problem)));
    }

    #[test]
    fn nothing_panics_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        parse_everything(&bytes);
    }

    #[test]
    fn nothing_panics_on_mutated_files(
        records in proptest::collection::vec(full_record(), 1..3), format in 0..FORMATS.len(),
        mutations in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..8),
    ) {
        let writers: Vec<_> = FORMATS.into_iter().filter_map(|format| format.write).collect();
        let write = writers[format % writers.len()];
        // Some formats cannot hold some of these records; that is tested elsewhere.
        let games: Vec<String> = records.iter().filter_map(|record| write(record).ok()).collect();
        let mut bytes = games.join("\n").into_bytes();
        for (index, byte, kind) in mutations {
            if bytes.is_empty() {
                break;
            }
            let at = index.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.truncate(at),
                _ => bytes.insert(at, byte),
            }
        }
        parse_everything(&bytes);
    }
}

/// Every parser; and the errors of all of them are one line.
fn parse_everything(bytes: &[u8]) {
    for format in FORMATS {
        match file::read(bytes, format) {
            Ok(entries) => {
                for entry in entries {
                    if let Err(error) = entry.game {
                        assert!(!error.to_string().contains(['\n', '\r']), "{error}");
                    }
                }
            }
            Err(error) => assert!(!error.to_string().contains(['\n', '\r']), "{error}"),
        }
    }
    let _ = ggf::parse(bytes);
    let _ = sgf::parse(bytes);
    let _ = sgf::parse_before(bytes, 3);
    for kind in [NameKind::Player, NameKind::Tournament] {
        let _ = Names::parse(kind, bytes);
    }
    for text in String::from_utf8_lossy(bytes).split('\n') {
        let _ = text.parse::<ggf::MoveItem>();
        let _ = text.parse::<Clock>();
        let _ = text.parse::<Board>();
    }
}
