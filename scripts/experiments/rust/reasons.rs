//! `experiments reasons COUNT SEED FILE...`: moves of people, drawn at random, that gave away two discs or more by
//! `master` at depth 9, with their boards, both lines and the reason. Prints Markdown, and how many have a reason.

use std::path::PathBuf;

use rival::board::{Board, Color, Game, Move, Square};
use rival::record::archive::Archive;
use rival::search::{Limits, Line, Silent};
use rival::stats::derive;
use rival::strength::analysis;

use super::{fail, found, number, seated};

const DEPTH: u32 = 9;
const LOSS: f64 = 2.0;

fn board(board: &Board) -> String {
    let letter = |square: Square| match square.bit() {
        bit if board.discs(Color::Black) & bit != 0 => 'X',
        bit if board.discs(Color::White) & bit != 0 => 'O',
        bit if board.position.moves() & bit != 0 => '.',
        _ => '-',
    };
    let row = |row: u8| {
        let cells = (0..8).filter_map(|column| Square::at(column, row)).map(|square| format!(" {}", letter(square)));
        format!("{}{}\n", row + 1, cells.collect::<String>())
    };
    format!("  a b c d e f g h\n{}", (0..8).map(row).collect::<String>())
}

fn line(line: &Line) -> String {
    line.pv.iter().take(8).map(Move::to_string).collect::<Vec<_>>().join(" ")
}

pub fn run(words: &[&str]) {
    let [count, seed, ref files @ ..] = *words else { fail("reasons: expected COUNT SEED FILE...") };
    let (count, seed): (usize, u64) = (number(count), number(seed));
    let (archive, _) = Archive::read(&files.iter().map(PathBuf::from).collect::<Vec<_>>(), &[]);
    let mut order: Vec<usize> = (0..archive.games.len()).collect();
    order.sort_by_key(|&game| derive(seed, game as u64));
    let mut judge = seated(&found("master"));
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let (mut lost, mut told) = (0, 0);
    for number in order {
        let game = archive.games[number].game();
        // One move of each game, drawn too; the next ones if it is a good one.
        let plies = game.history().len();
        let first = derive(seed, !(number as u64)) as usize % plies;
        let mut replay = Game::default();
        for (at, &(before, mv)) in game.history().iter().enumerate() {
            if at >= first && before.position.moves().count_ones() > 1 {
                let report = judge.rank(&replay, 64, &limits, &mut Silent);
                let best = &report.lines[0];
                let own = report.lines.iter().find(|line| line.pv[0] == mv);
                let own = own.unwrap_or_else(|| fail("a move without a line"));
                if best.discs - own.discs >= LOSS {
                    lost += 1;
                    if let Some(reason) = analysis::lost(&before, own, best) {
                        told += 1;
                        let side = if before.to_move == Color::Black { "Black (X)" } else { "White (O)" };
                        println!(
                            "{told}. {side} plays {mv} and gives away {:.1}: **{reason}**\n\n\
                             ```text\n{}{mv}: {}\n{}: {}\n```\n",
                            best.discs - own.discs,
                            board(&before),
                            line(own),
                            best.pv[0],
                            line(best),
                        );
                    }
                    break;
                }
            }
            replay.play(mv).unwrap_or_else(|error| fail(&error.to_string()));
        }
        if told == count {
            break;
        }
    }
    println!("{told} of {lost} moves have a reason.");
}
