//! The protocols' values under a clock, against the exact solver.

use std::path::Path;
use std::sync::Arc;

use rival::board::{Game, Move, Objective, Position};
use rival::players::{Options, Player, load};
use rival::record::file;
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;

use super::session::{Protocol, Session};

fn master() -> Box<dyn Player> {
    load("master").unwrap().player(&Options { threads: 1, hash_mb: 16 })
}

/// The archive's games up to positions with 8 to 16 empty squares and a choice of moves.
fn games() -> Vec<Game> {
    let mut found = Vec::new();
    for (number, entry) in file::open_known(Path::new("tests/data/WTH_1977.wtb"), None).unwrap().into_iter().enumerate()
    {
        let record = entry.game.unwrap();
        let mut replay = Game::new(*record.game().start());
        let empties = [8, 12].map(|least| least + number as u32 % 5);
        for mv in record.game().moves() {
            let position = replay.board().position;
            if empties.contains(&position.empties()) && position.moves().count_ones() > 1 {
                found.push(replay.clone());
            }
            replay.play(mv).unwrap();
        }
    }
    found
}

fn exact(position: &Position) -> i32 {
    let solver = Solver::new(Arc::new(TranspositionTable::new(4).unwrap()));
    solver.solve(position, Objective::Normal, Goal::Exact, &Limits::default()).unwrap().score
}

/// The words of a depth and a value hold for a move.
fn check(position: &Position, mv: &str, depth: &str, value: &str, counts: &mut [u32; 2]) {
    let Ok(Move::Place(square)) = mv.parse() else { panic!("{mv}") };
    let score = || -exact(&position.play(square));
    let value: f64 = value.parse().unwrap();
    match depth {
        "100%" => {
            counts[0] += 1;
            assert_eq!(value, f64::from(score()), "{position:?} {mv}");
        }
        "100%W" => {
            counts[1] += 1;
            assert_eq!(value.total_cmp(&0.0), score().cmp(&0), "{position:?} {mv}: {value}");
        }
        // Uncertain values must not look certain.
        _ => assert!(depth.parse::<u32>().is_ok(), "{depth}"),
    }
}

/// A position as the text of GGF, its side to move black.
fn squares(position: &Position) -> String {
    let sign = |index: u32| match (position.own >> index & 1, position.opp >> index & 1) {
        (0, 0) => '-',
        (1, _) => '*',
        _ => 'O',
    };
    (0..64).map(sign).collect()
}

#[test]
fn nboard_calls_exact_what_is_exact_whatever_the_clock_shows() {
    let mut session = Session::with(Protocol::NBoard, master());
    let mut counts = [0; 2];
    for (number, game) in games().iter().enumerate() {
        let position = &game.board().position;
        let clock = ["0:00:01", "0:00:02", "0:00:10"][number % 3];
        session.send(&format!("set game (;GM[Othello]PB[a]PW[b]TI[{clock}]TY[8]BO[8 {} *];)", squares(position)));
        session.send("go");
        let lines = session.until("===");
        let hint: Vec<&str> = lines.iter().rfind(|line| line.starts_with("search")).unwrap().split(' ').collect();
        check(position, &hint[1][..2], hint[4], hint[2], &mut counts);
        let mv: Vec<&str> = lines.last().unwrap()[4..].split('/').collect();
        assert_eq!((mv[0], mv[1]), (&hint[1][..2], hint[2]), "{lines:?}");
    }
    assert!(counts[0] > 11, "{counts:?}");
    session.end();
}

#[test]
fn gtp_calls_exact_what_is_exact_whatever_the_clock_shows() {
    let mut session = Session::with(Protocol::Gtp, master());
    let mut counts = [0; 2];
    for (number, game) in games().iter().enumerate() {
        let position = &game.board().position;
        session.send("clear_board");
        session.answer();
        for (board, mv) in game.history().iter().filter(|(_, mv)| *mv != Move::Pass) {
            session.send(&format!("play {} {mv}", board.to_move));
            session.answer();
        }
        let color = game.board().to_move;
        session.send(&format!(
            "time_settings {} 0 0\ntime_left {color} 1 0\ngenmove {color}\nrival-last_search",
            1 + number % 3
        ));
        session.answer();
        session.answer();
        let mv = session.answer();
        let last = session.answer();
        let words: Vec<&str> = last.split(' ').collect();
        check(position, &mv[2..], words[1], words[3], &mut counts);
    }
    assert!(counts[0] > 11, "{counts:?}");
    session.end();
}

#[test]
fn an_analysis_of_the_end_of_a_game_has_its_scores() {
    let mut session = Session::with(Protocol::NBoard, master());
    session.send("set depth 12");
    for game in games().iter().filter(|game| game.board().position.empties() == 12) {
        let position = &game.board().position;
        session.send(&format!("set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 {} *];)", squares(position)));
        session.send("analyze");
        let lines = session.until("analysis");
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        assert_eq!((words[1], words[2].parse().unwrap()), ("0", f64::from(exact(position))), "{position:?}");
        session.until("status");
    }
    session.end();
}
