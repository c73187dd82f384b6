//! Solves an endgame exactly: `cargo run --release --example solve`.

use std::error::Error;
use std::sync::Arc;

use rival::board::{Move, Objective};
use rival::record::obf;
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;

/// The first of the French federation's test positions: squares from a1 row by row, then the side to move. With what is
/// known of it: g8 wins by 18 discs.
const POSITION: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6;";

fn main() -> Result<(), Box<dyn Error>> {
    let problem = obf::parse(POSITION)?.ok_or("the line is empty")?;
    let solver = Solver::new(Arc::new(TranspositionTable::new(16)?));
    let solved = solver
        .solve(&problem.board.position, Objective::Normal, Goal::Exact, &Limits::default())
        .expect("without limits every position is solved");
    let line: Vec<String> = solved.pv.iter().map(Move::to_string).collect();
    println!("{:+} discs for the side to move, by {} ({} positions)", solved.score, line.join(" "), solved.nodes);
    assert_eq!(Some(solved.score), problem.score());
    Ok(())
}
