//! Places a person at the terminal, who types moves.

use std::io::{self, BufRead};

use anyhow::Context;

use super::Placing;
use crate::board::{Board, Color, Game, Move, Square, squares};
use crate::cli::output::print;
use crate::players::{LearnError, Player, chosen};
use crate::search::{Limits, Silent, Stop};
use crate::stats::derive;
use crate::strength::person::placement::{against_rung, place_by, rung_player};

/// How a game in the terminal ended.
enum End {
    Played,
    Resigned,
    /// The person has gone.
    Left,
}

const HELP: &str = "type a square, such as f5; resign gives a game up; quit leaves, and keeps the finished games\n";

pub(super) fn run(placing: &mut Placing) -> anyhow::Result<()> {
    print(HELP)?;
    let mut lines = io::stdin().lock().lines();
    while let Some((number, rung)) = placing.next() {
        let side = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        let (own, other) = (disc(side), disc(side.other()));
        print(format!("\ngame {}: you are {side} ({own}) against {} ({other})\n", number + 1, rung.name))?;
        let seed = derive(placing.seed, number as u64);
        let mut player = rung_player(rung);
        player.new_game(seed);
        let mut game = Game::default();
        let end = play(&mut game, side, &mut player, &mut lines)?;
        let played = against_rung(&game, side, rung).seeded(seed);
        let played = match end {
            End::Left => return Ok(()),
            End::Resigned => played.resigned(false),
            End::Played => played,
        };
        let path = placing.path.as_deref().context("no profile")?;
        match place_by(path, &placing.profile.player, played, placing.wanted, &Stop::default()) {
            Ok(placed) => {
                print(format!("{}\n", placed.said))?;
                placing.profile = placed.profile;
            }
            Err(LearnError::Known) => print("this game is in the profile already\n")?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Plays a game to its end, or until the person quits.
fn play(
    game: &mut Game,
    side: Color,
    player: &mut dyn Player,
    lines: &mut impl Iterator<Item = io::Result<String>>,
) -> anyhow::Result<End> {
    while !game.is_over() {
        let board = *game.board();
        let is_own = board.to_move == side;
        let mv = if board.is_legal(Move::Pass) {
            print(if is_own { "you must pass\n".to_owned() } else { format!("{} must pass\n", player.name()) })?;
            Move::Pass
        } else if is_own {
            print(drawn(&board))?;
            match ask(&board, lines)? {
                Ok(mv) => mv,
                Err(end) => return Ok(end),
            }
        } else {
            let report = player.choose(game, &Limits::default(), &mut Silent);
            let mv = chosen(&report).context("the opponent has no move")?;
            print(format!("{} plays {mv}\n", player.name()))?;
            mv
        };
        game.play(mv)?;
    }
    print(drawn(game.board()))?;
    let discs = |color| game.board().discs(color).count_ones();
    let (own, other) = (discs(side), discs(side.other()));
    let word = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "you win",
        std::cmp::Ordering::Equal => "a draw",
        std::cmp::Ordering::Less => "you lose",
    };
    print(format!("{word}, {own} to {other}\n"))?;
    Ok(End::Played)
}

/// A legal move of the person, or how the game ends instead.
fn ask(board: &Board, lines: &mut impl Iterator<Item = io::Result<String>>) -> anyhow::Result<Result<Move, End>> {
    loop {
        print("your move: ")?;
        let Some(line) = lines.next() else { return Ok(Err(End::Left)) };
        let line = line.context("the terminal")?.trim().to_ascii_lowercase();
        match line.as_str() {
            "quit" | "exit" => return Ok(Err(End::Left)),
            "resign" => return Ok(Err(End::Resigned)),
            "" | "help" | "?" => print(HELP)?,
            text => match text.parse::<Square>().map(Move::from) {
                Ok(mv) if board.is_legal(mv) => return Ok(Ok(mv)),
                Ok(mv) => print(format!("{mv} is not legal; you can play {}\n", legal(board)))?,
                Err(_) => print(HELP)?,
            },
        }
    }
}

fn legal(board: &Board) -> String {
    squares(board.position.moves()).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

const fn disc(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// The board, a1 at the top left, with a point on each legal square.
fn drawn(board: &Board) -> String {
    let legal = if board.is_over() { 0 } else { board.position.moves() };
    let at = |column: u8, row: u8| {
        let bit = Square::at(column, row).map_or(0, Square::bit);
        match () {
            () if board.discs(Color::Black) & bit != 0 => disc(Color::Black),
            () if board.discs(Color::White) & bit != 0 => disc(Color::White),
            () if legal & bit != 0 => '.',
            () => '-',
        }
    };
    let mut text = "\n  a b c d e f g h\n".to_owned();
    for row in 0..8 {
        text += &(row + 1).to_string();
        (0..8).for_each(|column| text.extend([' ', at(column, row)]));
        text.push('\n');
    }
    text
}
