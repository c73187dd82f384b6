//! Random and mutated lines of both protocols, followed on a board of the test's own: nothing panics, every GTP command
//! has one answer, and the position is never wrong.
//!
//! `HOSTILE_LINES=100000 cargo test --release --test servers hostile_input` plays so many lines of each protocol.

use std::io::Cursor;
use std::path::Path;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Board, Color, Move, Objective, squares};
use rival::players::StaticMap;
use rival::serve::{Options, gtp, nboard};
use rival::wire::gtp::{Assembler, Command as GtpCommand, Request, Response, written};
use rival::wire::nboard::{Command, Reply};

/// The lines of one conversation.
const SESSION: usize = 500;

fn sessions() -> u64 {
    let lines = std::env::var("HOSTILE_LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(4000);
    (lines / SESSION).max(1) as u64
}

/// Prefers the squares in order, so that a list of hints is in the order of squares.
fn player() -> Box<StaticMap> {
    Box::new(StaticMap::new("map", Objective::Normal, std::array::from_fn(|square| -(square as f64))))
}

/// The sent lines of the transcripts.
fn corpus(extension: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|found| found == extension) {
            let text = std::fs::read_to_string(path).unwrap().replace("{folder}", &folder.to_string_lossy());
            lines.extend(text.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| line.as_bytes().to_vec()));
        }
    }
    lines.sort();
    assert!(lines.len() > 50, "{} lines", lines.len());
    lines
}

/// A line as it is, or damaged: bytes changed, dropped or doubled, cut off, joined to another.
fn mutate(rng: &mut ChaCha8Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut line = corpus.choose(rng).unwrap().clone();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..=line.len());
        match rng.random_range(0..6) {
            0 => line.truncate(at),
            1 => line.insert(at, rng.random()),
            2 if at < line.len() => line[at] = rng.random_range(32..127),
            3 if at < line.len() => drop(line.remove(at)),
            4 => line.extend_from_within(at..),
            5 => line.extend_from_slice(corpus.choose(rng).unwrap()),
            _ => {}
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

/// A move, most often one that is legal for somebody.
fn some_move(rng: &mut ChaCha8Rng, board: &Board) -> String {
    let side = if rng.random_bool(0.9) { *board } else { board.turned_to(board.to_move.other()) };
    let moves: Vec<String> = squares(side.position.moves()).map(|square| square.to_string()).collect();
    match moves.choose(rng) {
        Some(square) if rng.random_bool(0.95) => square.clone(),
        _ if rng.random_bool(0.5) => "pass".to_owned(),
        _ => format!("{}{}", rng.random_range('a'..='i'), rng.random_range(0..10)),
    }
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let moves: Vec<Move> = squares(board.position.moves()).map(Move::Place).collect();
    if moves.is_empty() && !board.is_over() { vec![Move::Pass] } else { moves }
}

/// The rules of GTP's table over plain boards: each accepted command leaves a board.
struct Model {
    boards: Vec<Board>,
}

impl Model {
    fn board(&self) -> Board {
        self.boards[self.boards.len() - 1]
    }

    /// The board after a move of a colour; `None` if it is to be refused.
    fn after(&self, color: Color, mv: Move) -> Option<Board> {
        let board = self.board();
        if board.is_over() {
            return (mv == Move::Pass).then_some(board);
        }
        let mine = board.turned_to(color);
        let forced = board.position.moves() == 0;
        if color != board.to_move && !forced { None } else { mine.play(mv) }
    }

    /// Follows a command; false if it is to be answered by an error.
    fn follow(&mut self, command: &GtpCommand) -> bool {
        match command {
            GtpCommand::ClearBoard => self.boards = vec![Board::START],
            GtpCommand::Play(color, mv) => return self.play(&[(*color, *mv)]),
            GtpCommand::PlaySequence(moves) => return self.play(moves),
            GtpCommand::GenMove(color) => return self.chosen(*color).is_some_and(|mv| self.play(&[(*color, mv)])),
            GtpCommand::RegGenMove(color) => return self.chosen(*color).is_some(),
            GtpCommand::Undo(count) => {
                let Some(kept) = self.boards.len().checked_sub(*count).filter(|&kept| kept > 0) else { return false };
                self.boards.truncate(kept);
            }
            GtpCommand::LoadSgf { file, before } => {
                let Ok(text) = std::fs::read(file) else { return false };
                let loaded = rival::record::sgf::parse_before(text, before.unwrap_or(usize::MAX));
                let Ok(record) = loaded else { return false };
                let game = record.game();
                self.boards = game.history().iter().map(|(board, _)| *board).chain([*game.board()]).collect();
            }
            GtpCommand::BoardSize(size) => return *size == 8,
            GtpCommand::SetGame(game) => return game.eq_ignore_ascii_case("othello"),
            GtpCommand::FinalScore | GtpCommand::RulesFinalResult => return self.board().is_over(),
            _ => {}
        }
        true
    }

    /// The player's choice: its first legal square. `None` out of turn.
    fn chosen(&self, color: Color) -> Option<Move> {
        let board = self.board();
        if board.to_move != color && board.position.moves() != 0 {
            return None;
        }
        let mine = board.turned_to(color);
        Some(squares(mine.position.moves()).next().map_or(Move::Pass, Move::Place))
    }

    fn play(&mut self, moves: &[(Color, Move)]) -> bool {
        let before = self.boards.len();
        for &(color, mv) in moves {
            let Some(next) = self.after(color, mv) else {
                self.boards.truncate(before);
                return false;
            };
            self.boards.push(next);
        }
        true
    }
}

fn gtp_line(rng: &mut ChaCha8Rng, corpus: &[Vec<u8>], board: &Board) -> Vec<u8> {
    if board.is_over() && rng.random_bool(0.2) {
        return b"clear_board".to_vec();
    }
    let color = |rng: &mut ChaCha8Rng| if rng.random_bool(0.9) { board.to_move } else { board.to_move.other() };
    match rng.random_range(0..10) {
        0..3 => mutate(rng, corpus),
        3..6 => format!("play {} {}", color(rng), some_move(rng, board)).into_bytes(),
        6..8 => format!("{} genmove {}", rng.random::<u16>(), color(rng)).into_bytes(),
        8 => b"undo".to_vec(),
        _ => {
            let moves: Vec<String> = (0..3).map(|_| format!("{} {}", color(rng), some_move(rng, board))).collect();
            format!("gogui-play_sequence {}", moves.join(" ")).into_bytes()
        }
    }
}

/// The answer to `gogui-rules_board`.
fn picture(board: &Board) -> String {
    let disc = |square: usize| match () {
        () if board.discs(Color::Black) >> square & 1 != 0 => "X",
        () if board.discs(Color::White) >> square & 1 != 0 => "O",
        () => ".",
    };
    let row = |row: usize| (0..8).map(|column| disc(row * 8 + column)).collect::<Vec<_>>().join(" ");
    (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// A line, the expected answer, and the board after it.
struct ExpectedReply {
    line: Vec<u8>,
    /// The id and whether the command succeeds; `None` if there is no answer.
    answer: Option<(Option<u32>, bool)>,
    board: Board,
}

/// Lines that an ideal server follows.
fn gtp_script(rng: &mut ChaCha8Rng, corpus: &[Vec<u8>]) -> Vec<ExpectedReply> {
    let mut model = Model { boards: vec![Board::START] };
    let mut script = Vec::new();
    while script.len() < SESSION {
        let line = gtp_line(rng, corpus, &model.board());
        let answer = match Request::parse(&line) {
            // The model does not know what the player can explain.
            Some(Request { command: Ok(GtpCommand::Quit | GtpCommand::Explain), .. }) => continue,
            Some(Request { id, command }) => Some((id, command.is_ok_and(|command| model.follow(&command)))),
            None => None,
        };
        script.push(ExpectedReply { line, answer, board: model.board() });
    }
    script
}

const QUESTIONS: &[u8] =
    b"\n1000000 gogui-rules_board\n1000001 gogui-rules_side_to_move\n1000002 gogui-rules_legal_moves\n";

fn gtp_session(seed: u64, corpus: &[Vec<u8>]) {
    let script = gtp_script(&mut ChaCha8Rng::seed_from_u64(seed), corpus);
    let input: Vec<u8> = script.iter().flat_map(|expected| [&expected.line[..], QUESTIONS].concat()).collect();
    let mut output = Vec::new();
    gtp::serve(player(), Cursor::new(input), &mut output, Options::default()).unwrap();
    assert!(output.is_ascii());
    let mut assembler = Assembler::default();
    let mut answers = output.split(|&byte| byte == b'\n').filter_map(|line| assembler.push(line));
    let mut answer = |id: Option<u32>| {
        let answer = Response::parse(&answers.next().expect("an answer to each command"), id).unwrap();
        assert_eq!(answer.id, id);
        answer.result
    };
    for ExpectedReply { line, answer: expected, board } in &script {
        let shown = line.escape_ascii();
        if let Some((id, success)) = *expected {
            assert_eq!(answer(id).is_ok(), success, "seed {seed}: {shown}");
        }
        assert_eq!(answer(Some(1_000_000)), Ok(picture(board)), "seed {seed}: {shown}");
        let to_move = answer(Some(1_000_001)).unwrap();
        assert!(board.is_over() || to_move == board.to_move.to_string(), "seed {seed}: {shown}");
        let moves = legal_moves(board).into_iter().map(written).collect::<Vec<_>>().join(" ");
        assert_eq!(answer(Some(1_000_002)), Ok(moves), "seed {seed}: {shown}");
    }
    assert!(answers.next().is_none(), "an answer to nothing");
}

#[test]
fn gtp_survives_and_keeps_the_position() {
    let corpus = corpus("gtp");
    (0..sessions()).for_each(|seed| gtp_session(seed, &corpus));
}

fn nboard_session(seed: u64, corpus: &[Vec<u8>]) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut board = Board::START;
    let mut input = Vec::new();
    let mut expected = Vec::new();
    while expected.len() < SESSION {
        let line = match rng.random_range(0..10) {
            0..4 => mutate(&mut rng, corpus),
            4..8 => {
                let note = ["", "/-1.25", "//0.5", "/2,5/1.0E-5"].choose(&mut rng).unwrap();
                format!("move {}{note}", some_move(&mut rng, &board)).into_bytes()
            }
            8 => some_move(&mut rng, &board).into_bytes(),
            _ => ["hint 3", "go", "analyze", "learn", "set depth 3", "ping 77"]
                .choose(&mut rng)
                .unwrap()
                .as_bytes()
                .to_vec(),
        };
        match Command::parse(&line) {
            Ok(Some(Command::Quit)) => continue,
            Ok(Some(Command::SetGame(record))) => board = *record.game().board(),
            Ok(Some(Command::Move(item))) => board = board.play(item.mv).unwrap_or(board),
            _ => {}
        }
        input.extend_from_slice(&line);
        let id = 1_000_000 + expected.len();
        input.extend_from_slice(format!("\nping {id}\nhint 64\nping {id}\n").as_bytes());
        expected.push((line, board));
    }
    let mut output = Vec::new();
    nboard::serve(player(), Cursor::new(input), &mut output, Options::default()).unwrap();
    assert!(output.is_ascii());
    let mut replies = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(|line| {
        Reply::parse(line).ok().flatten().unwrap_or_else(|| panic!("'{}' is no reply", line.escape_ascii()))
    });
    for (index, (line, board)) in expected.iter().enumerate() {
        let pong = Reply::Pong(1_000_000 + index as u64);
        assert!(replies.by_ref().any(|reply| reply == pong), "a pong to each ping");
        let hints: Vec<Move> = replies
            .by_ref()
            .take_while(|reply| *reply != pong)
            .filter_map(|reply| if let Reply::Search { pv, .. } = reply { pv.first().copied() } else { None })
            .collect();
        assert_eq!(hints, legal_moves(board), "seed {seed}: {}", line.escape_ascii());
    }
}

#[test]
fn nboard_survives_and_keeps_the_position() {
    let corpus = corpus("nboard");
    (0..sessions()).for_each(|seed| nboard_session(seed, &corpus));
}
