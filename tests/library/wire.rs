//! The grammar of both protocols: round trips in both directions, and the quirks of other engines.

use proptest::prelude::*;
use rival::board::{Color, Game, Move, Square, squares};
use rival::record::ggf::MoveItem;
use rival::record::{GameRecord, MoveNote};
use rival::wire::gtp::{self, Assembler, GtpError, Request, Response, names};
use rival::wire::nboard::{self, Depth, Eval, Reply};

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![1 => Just(Move::Pass), 9 => (0u8..64).prop_map(|index| Square::new(index).unwrap().into())]
}

fn colors() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// Discs with two decimals, as they are written.
fn discs() -> impl Strategy<Value = f64> {
    (-6400i32..=6400).prop_map(|hundredths| f64::from(hundredths) / 100.0)
}

fn note() -> impl Strategy<Value = MoveNote> {
    (proptest::option::of(discs()), proptest::option::of((0u32..100_000).prop_map(|ms| f64::from(ms) / 1000.0)))
        .prop_map(|(eval, seconds)| MoveNote { eval, seconds, ..MoveNote::default() })
}

/// A game of this many moves, each chosen by a number.
fn record() -> impl Strategy<Value = GameRecord> {
    proptest::collection::vec((any::<prop::sample::Index>(), note()), 0..61).prop_map(|choices| {
        let mut record = GameRecord::default();
        for (choice, note) in choices {
            let moves: Vec<Square> = squares(record.game().board().position.moves()).collect();
            let mv = if moves.is_empty() { Move::Pass } else { choice.get(&moves).to_owned().into() };
            if record.play(mv, note).is_err() {
                break;
            }
        }
        // A finished game is written with its result.
        record.result = record.outcome();
        record
    })
}

fn nboard_commands() -> impl Strategy<Value = nboard::Command> {
    use nboard::Command;
    prop_oneof![
        (1u32..3).prop_map(Command::NBoard),
        record().prop_map(|record| Command::SetGame(Box::new(record))),
        (1u32..=60).prop_map(Command::SetDepth),
        (-100i32..=100).prop_map(Command::SetContempt),
        any::<u64>().prop_map(Command::SetSeed),
        any::<bool>().prop_map(Command::SetExplain),
        any::<u64>().prop_map(Command::SetNodes),
        any::<u64>().prop_map(Command::SetMoveTime),
        (moves(), note()).prop_map(|(mv, note)| Command::Move(MoveItem { mv, note })),
        any::<u64>().prop_map(Command::Ping),
        (1usize..=64).prop_map(Command::Hint),
        Just(Command::Go),
        Just(Command::Learn),
        Just(Command::Analyze),
        Just(Command::Quit),
    ]
}

fn depths() -> impl Strategy<Value = Depth> {
    prop_oneof![
        (0u32..=60).prop_map(Depth::Plies),
        Just(Depth::WinLossDraw),
        Just(Depth::Exact),
        "[1-9][0-9]@[1-9][0-9]%".prop_map(Depth::Other),
    ]
}

fn evals() -> impl Strategy<Value = Eval> {
    prop_oneof![discs().prop_map(Eval::Value), (discs(), discs()).prop_map(|(high, low)| Eval::Between { high, low })]
}

fn texts() -> impl Strategy<Value = String> {
    "([!-~]([ -~]{0,20}[!-~])?)?"
}

fn replies() -> impl Strategy<Value = Reply> {
    let pv = || proptest::collection::vec(moves(), 1..10);
    let seconds = || (0u32..100_000).prop_map(|hundredths| f64::from(hundredths) / 100.0);
    prop_oneof![
        any::<u64>().prop_map(Reply::Pong),
        (moves(), proptest::option::of(discs()), proptest::option::of(seconds()))
            .prop_map(|(mv, eval, seconds)| Reply::Move { mv, eval, seconds }),
        (pv(), evals(), depths(), texts()).prop_map(|(pv, eval, depth, text)| Reply::Search { pv, eval, depth, text }),
        (pv(), evals(), any::<i32>(), depths(), texts()).prop_map(|(pv, eval, games, depth, text)| Reply::Book {
            pv,
            eval,
            games,
            depth,
            text
        }),
        (any::<u64>(), seconds()).prop_map(|(nodes, seconds)| Reply::NodeStats { nodes, seconds }),
        texts().prop_map(Reply::Status),
        "[!-~]{1,20}".prop_map(Reply::MyName),
        (0usize..=60, discs()).prop_map(|(ply, eval)| Reply::Analysis { ply, eval }),
        Just(Reply::Learned),
    ]
}

fn gtp_commands() -> impl Strategy<Value = gtp::Command> {
    use gtp::Command;
    let times = || (any::<u32>(), any::<u32>(), any::<u32>());
    let plain = [
        Command::ProtocolVersion,
        Command::Name,
        Command::Version,
        Command::ListCommands,
        Command::Quit,
        Command::ClearBoard,
        Command::ShowBoard,
        Command::FinalScore,
        Command::ListGames,
        Command::CpuTime,
        Command::RulesGameId,
        Command::RulesBoardSize,
        Command::RulesBoard,
        Command::RulesLegalMoves,
        Command::RulesSideToMove,
        Command::RulesFinalResult,
        Command::AnalyzeCommands,
        Command::Interrupt,
    ];
    prop_oneof![
        proptest::sample::select(plain.to_vec()),
        any::<u64>().prop_map(Command::SetRandomSeed),
        "[!-\"$-~]{1,20}".prop_map(Command::KnownCommand),
        "[!-\"$-~]{1,20}".prop_map(Command::SetGame),
        any::<i64>().prop_map(Command::BoardSize),
        discs().prop_map(Command::Komi),
        (colors(), moves()).prop_map(|(color, mv)| Command::Play(color, mv)),
        colors().prop_map(Command::GenMove),
        colors().prop_map(Command::RegGenMove),
        (0usize..100).prop_map(Command::Undo),
        times().prop_map(|(main, overtime, stones)| Command::TimeSettings { main, overtime, stones }),
        (any::<[u64; 3]>(), any::<u32>()).prop_map(|([main, increment, period], moves)| Command::FineTimeSettings {
            main,
            increment,
            period,
            moves
        }),
        (colors(), times()).prop_map(|(color, (time, _, moves))| Command::FineTimeLeft {
            color,
            milliseconds: time.into(),
            moves
        }),
        (any::<u32>(), any::<u64>()).prop_map(|(depth, nodes)| Command::Limits { depth, nodes }),
        (colors(), times()).prop_map(|(color, (seconds, stones, _))| Command::TimeLeft { color, seconds, stones }),
        ("[a-z/]{1,9}( [a-z.]{1,9})?", proptest::option::of(0usize..100))
            .prop_map(|(file, before)| Command::LoadSgf { file, before }),
        proptest::collection::vec((colors(), moves()), 0..20).prop_map(Command::PlaySequence),
    ]
}

/// Lines with parts of both protocols in them, and any bytes.
fn junk() -> impl Strategy<Value = Vec<u8>> {
    let word = proptest::sample::select(vec![
        "nboard",
        "set",
        "game",
        "depth",
        "move",
        "hint",
        "===",
        "search",
        "book",
        "nodestats",
        "status",
        "analysis",
        "play",
        "b",
        "f5",
        "=",
        "?",
        "100%",
        "pass",
        "loadsgf",
        "time_left",
        "(;GM[Othello]BO[8 ",
        "F5/",
        "12",
        "-1",
        "1e999",
        "#",
    ]);
    let piece = prop_oneof![
        3 => word.prop_map(|word| format!("{word} ").into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 0..8),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn nboard_commands_read_back(command in nboard_commands()) {
        let line = format!("{command}\r\n");
        prop_assert_eq!(nboard::Command::parse(line.as_bytes()), Ok(Some(command)));
    }

    #[test]
    fn nboard_replies_read_back(reply in replies()) {
        let line = reply.to_string();
        prop_assert!(line.is_ascii() && !line.contains('\n'), "{}", line);
        prop_assert_eq!(Reply::parse(line.as_bytes()), Ok(Some(reply)));
    }

    #[test]
    fn nboard_replies_are_one_line_of_ascii_whatever_is_in_them(text in any::<String>(), value in any::<f64>()) {
        for reply in [
            Reply::Status(text.clone()),
            Reply::MyName(text.clone()),
            Reply::Search { pv: vec![Move::Pass], eval: Eval::Value(value), depth: Depth::Exact, text },
            Reply::NodeStats { nodes: u64::MAX, seconds: value },
        ] {
            let line = reply.to_string();
            prop_assert!(line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()), "{}", line);
        }
    }

    #[test]
    fn gtp_requests_read_back(id in proptest::option::of(0..=i32::MAX as u32), command in gtp_commands()) {
        let request = Request { id, command: Ok(command) };
        prop_assert_eq!(Request::parse(format!("{request}\r\n").as_bytes()), Some(request));
    }

    #[test]
    fn gtp_responses_read_back(id in proptest::option::of(any::<u32>()), success: bool, text in "([A-Za-z+][ -~]{0,9}[!-~](\n[ -~]{0,9}[!-~]){0,3})?") {
        let response = Response { id, result: if success { Ok(text) } else { Err(text) } };
        let mut assembler = Assembler::default();
        let mut texts = response.to_string().lines().filter_map(|line| assembler.push(line.as_bytes())).collect::<Vec<_>>();
        prop_assert_eq!(texts.len(), 1);
        prop_assert_eq!(Response::parse(&texts.remove(0), id), Some(response));
    }

    #[test]
    fn gtp_responses_end_with_their_only_blank_line(text in any::<String>()) {
        let response = Response { id: None, result: Ok(text) }.to_string();
        prop_assert!(response.is_ascii() && response.ends_with("\n\n"));
        prop_assert_eq!(response.matches("\n\n").count(), 1, "{:?}", response);
    }

    #[test]
    fn nothing_panics(line in junk()) {
        let _ = nboard::Command::parse(&line);
        let _ = Reply::parse(&line);
        let _ = Request::parse(&line);
        let _ = Response::parse(&String::from_utf8_lossy(&line), Some(1));
        let _ = Assembler::default().push(&line);
        let _ = gtp::vertex(&String::from_utf8_lossy(&line));
    }
}

#[test]
fn every_gtp_name_is_a_command() {
    for name in names() {
        let command = Request::parse(name.as_bytes()).unwrap().command;
        assert_ne!(command, Err(GtpError::UnknownCommand), "{name}");
    }
}

#[test]
fn nboard_replies_of_other_engines() {
    let f5: Move = "f5".parse().unwrap();
    let search = |pv: &str, eval, depth| {
        let pv = pv.split(' ').map(|mv| mv.parse().unwrap()).collect();
        Reply::Search { pv, eval, depth, text: String::new() }
    };
    for (line, expected) in [
        ("=== F5/1.20/0.5", Reply::Move { mv: f5, eval: Some(1.2), seconds: Some(0.5) }),
        ("=== F5", Reply::Move { mv: f5, eval: None, seconds: None }),
        ("=== PASS", Reply::Move { mv: Move::Pass, eval: None, seconds: None }),
        ("=== pa//0", Reply::Move { mv: Move::Pass, eval: None, seconds: Some(0.0) }),
        ("search f5d6 +1.25 0 12", search("f5 d6", Eval::Value(1.25), Depth::Plies(12))),
        ("search F5 -2 0 100", search("f5", Eval::Value(-2.0), Depth::Plies(100))),
        (
            "search F5PAD6 3,-1 0 90%",
            search("f5 pass d6", Eval::Between { high: 3.0, low: -1.0 }, Depth::Other("90%".into())),
        ),
        ("search F5 2.00 0 100%W", search("f5", Eval::Value(2.0), Depth::WinLossDraw)),
        ("nodestats 1234567 0", Reply::NodeStats { nodes: 1_234_567, seconds: 0.0 }),
        ("nodestats 1.5e6 0.25", Reply::NodeStats { nodes: 1_500_000, seconds: 0.25 }),
        ("status", Reply::Status(String::new())),
        ("status  thinking", Reply::Status("thinking".into())),
    ] {
        assert_eq!(Reply::parse(line.as_bytes()), Ok(Some(expected)), "{line}");
    }
    for line in ["", "loading book", "Pong 1", "==="] {
        let ignored = Reply::parse(line.as_bytes());
        assert!(ignored == Ok(None) || line == "===" && ignored.is_err(), "{line}: {ignored:?}");
    }
    for line in [
        "pong",
        "pong x",
        "=== Z9",
        "search F5 1.0 0",
        "search",
        "search F 1 0 1",
        "nodestats x 1",
        "set colour x",
        "analysis 1",
    ] {
        assert!(Reply::parse(line.as_bytes()).is_err(), "{line}");
    }
}

#[test]
fn gtp_answers_of_other_engines() {
    let parse = |text, sent| Response::parse(text, sent).map(|response| (response.id, response.result));
    let ok = |id, text: &str| Some((id, Ok(text.to_owned())));
    assert_eq!(parse("=1 F5", Some(1)), ok(Some(1), "F5"));
    // Edax: a space before the id, and an id that sticks to later answers.
    assert_eq!(parse("= 1 F5", Some(1)), ok(Some(1), "F5"));
    assert_eq!(parse("=1 F5", None), ok(None, "F5"));
    assert_eq!(parse("= 2", None), ok(None, "2"));
    assert_eq!(parse("=", None), ok(None, ""));
    assert_eq!(parse("?3 illegal move", Some(3)), Some((Some(3), Err("illegal move".to_owned()))));
    assert_eq!(parse("Edax 4.6", None), None);
    // Egaroucid: PASS in upper case.
    assert_eq!(gtp::vertex("PASS"), Some(Move::Pass));
    assert_eq!(gtp::vertex("resign"), None);
}

#[test]
fn answers_are_found_among_other_output() {
    let mut assembler = Assembler::default();
    let output = ["Some engine 1.0", "", "= ", "  A B", "1 . X", "", "", "debug", "?2 no", ""];
    let texts: Vec<String> = output.iter().filter_map(|line| assembler.push(line.as_bytes())).collect();
    assert_eq!(texts, ["=\n  A B\n1 . X", "?2 no"]);
}

#[test]
fn a_set_game_holds_the_whole_game() {
    let mut game = Game::default();
    let mut record = GameRecord::default();
    for mv in ["f5", "d6", "c3"] {
        game.play(mv.parse().unwrap()).unwrap();
        record.play(mv.parse().unwrap(), MoveNote::default()).unwrap();
    }
    let line = nboard::Command::SetGame(Box::new(record)).to_string();
    assert!(line.starts_with("set game (;GM[Othello]") && line.ends_with(";)") && !line.contains('\n'));
    let Ok(Some(nboard::Command::SetGame(read))) = nboard::Command::parse(line.as_bytes()) else { panic!("{line}") };
    assert_eq!(read.game(), &game);
}
