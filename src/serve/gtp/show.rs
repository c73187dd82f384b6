//! The texts of answers.

use crate::board::{Board, Color, Objective, squares};
use crate::record::board;
use crate::search::Report;
use crate::wire::gtp::{LastSearch, written};

/// The board for people, with a1 at the top left.
pub(super) fn board(board: &Board) -> String {
    let turn = if board.is_over() { "game over".to_owned() } else { format!("{} to move", board.to_move) };
    let [black, white] = [Color::Black, Color::White].map(|color| board.discs(color).count_ones());
    format!("\n{}\nX black {black}, O white {white}, {turn}", board::diagram(board))
}

/// The board for GoGui, which draws a1 at the bottom left, so row 8 comes first.
pub(super) fn rules_board(board: &Board) -> String {
    let mut rows = board::rows(board);
    rows.reverse();
    rows.join("\n")
}

/// The legal squares of the side to move; `pass` if it has none; empty if the game is over.
pub(super) fn legal_moves(board: &Board) -> String {
    let moves = board.position.moves();
    if moves == 0 && !board.is_over() {
        return "pass".to_owned();
    }
    squares(moves).map(|square| written(square.into())).collect::<Vec<_>>().join(" ")
}

/// The score as `B+n`, `W+n` or `0`.
pub(super) fn score(board: &Board, objective: Objective, komi: f64) -> String {
    let score = f64::from(board.score(Color::Black, objective)) - komi;
    if score > 0.0 {
        format!("B+{score}")
    } else if score < 0.0 {
        format!("W+{}", -score)
    } else {
        "0".to_owned()
    }
}

/// The answer to `rival-last_search` after a choice. A player without an evaluation has neither depth nor value.
pub(super) fn search(report: &Report, evaluates: bool) -> String {
    let chosen = report.lines.first().filter(|_| evaluates);
    let depth = chosen.map(|line| line.value.certainty().to_string());
    let value = chosen.map(|line| line.value.discs());
    let pv = chosen.map(|line| line.pv.clone()).unwrap_or_default();
    LastSearch { depth, nodes: Some(report.nodes), value, pv }.to_string()
}

/// The result of the game in one line for the user: the winner as in [`score`].
pub(super) fn result(board: &Board, objective: Objective, komi: f64) -> String {
    let [black, white] = [Color::Black, Color::White].map(|color| board.discs(color).count_ones());
    let deduction = if komi == 0.0 { String::new() } else { format!(", komi {komi}") };
    let rule = match objective {
        Objective::Normal => "",
        Objective::Anti => ", the fewest discs win",
    };
    let score = f64::from(board.score(Color::Black, objective)) - komi;
    let outcome = if score > 0.0 {
        format!("Black wins by {score}")
    } else if score < 0.0 {
        format!("White wins by {}", -score)
    } else {
        "Draw".to_owned()
    };
    format!("{outcome} (discs: black {black}, white {white}{deduction}{rule})")
}

/// Commands for GoGui's analyze dialog: type, label, command.
pub(super) const ANALYZE_COMMANDS: &str = "string/Explain Move/rival-explain
move/Best Move/reg_genmove %c
hstring/Show Board/showboard
string/Final Score/final_score
string/Final Result/gogui-rules_final_result
string/CPU Time/cputime";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn the_result_names_the_winner_by_the_rule() {
        let own = (1 << 40) - 1;
        let [black, white] =
            [Color::Black, Color::White].map(|to_move| Board { position: Position { own, opp: !own }, to_move });
        for (board, rule, komi, expected) in [
            (Board::START, Objective::Normal, 0.0, "Draw (discs: black 2, white 2)"),
            (black, Objective::Normal, 0.0, "Black wins by 16 (discs: black 40, white 24)"),
            (white, Objective::Normal, 0.0, "White wins by 16 (discs: black 24, white 40)"),
            (black, Objective::Anti, 0.0, "White wins by 16 (discs: black 40, white 24, the fewest discs win)"),
            (black, Objective::Normal, 20.5, "White wins by 4.5 (discs: black 40, white 24, komi 20.5)"),
            (black, Objective::Normal, 16.0, "Draw (discs: black 40, white 24, komi 16)"),
        ] {
            assert_eq!(result(&board, rule, komi), expected);
        }
    }
}
