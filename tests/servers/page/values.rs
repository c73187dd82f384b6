//! The values that the page shows: those of an exercise, and those that it calls exact.

use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use rival::board::{Board, Objective, squares};
use rival::record::file;
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Page;

/// The squares of moves and their values, as they are shown.
fn moves(shown: &Value) -> Vec<(String, f64)> {
    let worth = |worth: &Value| (worth[0].as_str().unwrap()[..2].to_owned(), worth[1].as_f64().unwrap());
    shown["moves"].as_array().into_iter().flatten().map(worth).collect()
}

#[test]
fn the_right_move_of_an_exercise_has_the_best_of_the_values_beside_it() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    for number in 0..6 {
        let asked = page.ask(json!({ "do": "exercise", "from": "people" }));
        let exercise = page.until("exercises", |shown| shown["now"]["id"] == asked)["now"].clone();
        assert!(exercise["tried"].is_null());
        let board: Board = exercise["start"].as_str().unwrap().parse().unwrap();
        let square = squares(board.position.moves()).nth(number % 4).unwrap().to_string();
        page.ask(json!({ "do": "solve", "id": exercise["id"], "square": square }));
        let tried = page.until("exercises", |shown| !moves(&shown["now"]["tried"]).is_empty())["now"]["tried"].clone();
        let mut moves = moves(&tried);
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert_eq!(moves.len() as u32, board.position.moves().count_ones());
        assert_eq!(tried["answer"], moves[0].0.as_str(), "{exercise} {tried}");
        assert_eq!(tried["right"], json!(square == moves[0].0));
        // Each of the two values is rounded to hundredths.
        assert!(moves[0].1 - moves[1].1 > tried["ahead"].as_f64().unwrap() - 0.02, "{tried}");
    }
}

/// Looks at positions of the archive with these numbers of empty squares for some milliseconds, and checks what is
/// called exact: the number of values.
fn study(empties: std::ops::RangeInclusive<u32>, every: usize) -> usize {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let mut exact = 0;
    let games = file::open_known(Path::new("tests/data/WTH_1977.wtb"), None).unwrap();
    let games: Vec<_> = games.into_iter().map(|entry| entry.game.unwrap()).collect();
    let boards = games.iter().flat_map(|record| record.game().history()).map(|(board, _)| board);
    let boards = boards.filter(|board| empties.contains(&board.position.empties()) && board.position.moves() != 0);
    for (number, board) in boards.enumerate().step_by(every) {
        page.ask(json!({ "do": "study", "start": board.to_string(), "moves": "", "rule": "most" }));
        sleep(Duration::from_millis([5, 20, 100, 300][number / every % 4]));
        let shown = page.until("study", |shown| shown["key"] == board.to_string());
        if shown["certainty"] == "exact" {
            for (square, value) in moves(&shown) {
                let solver = Solver::new(Arc::new(TranspositionTable::new(16).unwrap()));
                let next = board.position.play(square.parse().unwrap());
                let solved = solver.solve(&next, Objective::Normal, Goal::Exact, &Limits::default()).unwrap();
                assert_eq!(value, f64::from(-solved.score), "{board} {square}");
                exact += 1;
            }
        }
    }
    exact
}

#[test]
fn what_a_study_calls_exact_is_exact_whenever_it_is_shown() {
    // 100 values and more on a quiet machine.
    assert!(study(8..=14, 2) > 20);
}

#[test]
#[ignore = "takes an hour"]
fn what_a_study_calls_exact_is_exact_with_up_to_24_empty_squares() {
    assert!(study(8..=24, 1) > 100);
}
