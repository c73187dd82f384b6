//! The difference of players: the share of positions in which their moves differ.

use std::ops::RangeInclusive;

use anyhow::bail;
use rival::board::{Board, Color, Game, Move};
use rival::players::duel::{opening_board, play};
use rival::players::naturalness::natural;
use rival::players::{Options, Personality, chosen, load};
use rival::search::{Limits, Silent};
use rival::stats::derive;

use crate::output::Output;
use crate::progress::Stage;
use crate::table::Table;

/// Empty squares of the positions: the middle of the game.
const MIDDLE: RangeInclusive<u32> = 12..=45;
/// A position with fewer natural moves is no real choice.
const CHOICES: u32 = 3;
/// Every n-th position of a game is used, because neighbours are too similar.
const EVERY: usize = 5;
/// Random moves at the start of each game.
const OPENING: u32 = 8;

/// The share of positions in which players choose different moves (seconds to minutes).
///
/// The result for two players is the share of middle-game positions in which they play differently. The positions are
/// every fifth with 12 to 45 empty squares and three natural moves or more, from games of one player against itself.
/// Random choices are new in each position, and the same for all players.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Two players or more: shipped names or files.
    #[arg(value_name = "NAME|FILE", required = true, num_args = 2..)]
    players: Vec<String>,
    /// The number of positions.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// The player whose games give the positions, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "intermediate")]
    games_of: String,
    /// Decides the games and the random choices in each position.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let players = args.players.iter().map(|name| load(name)).collect::<Result<Vec<Personality>, _>>()?;
    let source = load(&args.games_of)?;
    let shares = mismatch(&players, &source, args.positions as usize, args.seed)?;
    let mut head = vec!["player"];
    head.extend(players.iter().map(|player| player.name.as_str()));
    let mut table = Table::new(&head.join(" | "));
    for (player, row) in players.iter().zip(&shares) {
        let mut cells = vec![player.name.clone()];
        cells.extend(row.iter().map(|share| format!("{:.1} %", 100.0 * share)));
        table.row(cells);
    }
    args.output.report("compare", &table.to_string())
}

/// For each two players the share of positions, 0 to 1, in which they play differently. `source` is the player whose
/// games give the positions.
///
/// # Errors
/// A player does not play for the rule of the positions.
pub(crate) fn mismatch(
    players: &[Personality],
    source: &Personality,
    count: usize,
    seed: u64,
) -> anyhow::Result<Vec<Vec<f64>>> {
    if let Some(other) = players.iter().find(|player| !player.plays_for(source.rule)) {
        bail!("{}: found a player for {}, expected one for {} as in the games", other.name, other.rule, source.rule);
    }
    let boards = positions(source, count, seed);
    let stage = Stage::new("choosing moves", players.len(), 0);
    let mut choices = Vec::new();
    for player in players {
        choices.push(moves(player, &boards, seed));
        stage.step();
    }
    drop(stage);
    Ok(choices.iter().map(|first| choices.iter().map(|second| difference(first, second)).collect()).collect())
}

/// Middle-game positions with a real choice, from games of a player against itself.
fn positions(player: &Personality, count: usize, seed: u64) -> Vec<Board> {
    let mut boards = Vec::with_capacity(count);
    let mut players = [player.player(&Options::default()), player.player(&Options::default())];
    let mut number = 0;
    while boards.len() < count {
        let seed = derive(seed, number);
        number += 1;
        for (player, side) in players.iter_mut().zip(1..) {
            player.new_game(derive(seed, side));
        }
        let game = play(opening_board(seed, OPENING), Color::Black, &mut players);
        boards.extend(game.history().iter().map(|&(board, _)| board).filter(has_choice).step_by(EVERY));
    }
    boards.truncate(count);
    boards
}

fn has_choice(board: &Board) -> bool {
    MIDDLE.contains(&board.position.empties()) && natural(&board.position).count_ones() >= CHOICES
}

/// A player's move in each position. Random choices are new in each position, by the seed: with one draw for all a
/// player would be lucky, or cautious, everywhere at once.
fn moves(personality: &Personality, positions: &[Board], seed: u64) -> Vec<Option<Move>> {
    let mut player = personality.player(&Options::default());
    let mut moves = Vec::with_capacity(positions.len());
    for (&board, number) in positions.iter().zip(0..) {
        player.new_game(derive(seed, number));
        moves.push(chosen(&player.choose(&Game::new(board), &Limits::default(), &mut Silent)));
    }
    moves
}

/// The share of entries in which two lists of one length differ.
fn difference(first: &[Option<Move>], second: &[Option<Move>]) -> f64 {
    first.iter().zip(second).filter(|(a, b)| a != b).count() as f64 / first.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players<const N: usize>(names: [&str; N]) -> [Personality; N] {
        names.map(|name| load(name).unwrap())
    }

    #[test]
    fn positions_have_a_choice_and_a_player_agrees_with_itself() {
        let [random, normal, anti] = players(["random", "static-normal", "static-anti"]);
        let positions = positions(&random, 60, 1);
        assert_eq!(positions.len(), 60);
        assert!(positions.iter().all(|board| natural(&board.position).count_ones() >= CHOICES));
        assert_eq!(difference(&moves(&normal, &positions, 1), &moves(&normal, &positions, 1)), 0.0);
        assert!(difference(&moves(&normal, &positions, 1), &moves(&anti, &positions, 1)) > 0.5);
    }

    #[test]
    fn each_position_has_a_draw_of_its_own() {
        // Chooses evenly among the legal moves.
        let [player, random] = players(["people-0600", "random"]);
        let positions = positions(&random, 80, 2);
        for seed in 1..=3 {
            let moves = moves(&player, &positions, seed);
            // The place of each move in the list of legal ones: 0.5 on average, with a standard error of 0.033. One
            // draw for all positions would give them all one place, which three seeds put near the middle 1 time in 70.
            let mut sum = 0.0;
            for (mv, board) in moves.iter().zip(&positions) {
                let legal = board.position.moves();
                let bit = mv.and_then(Move::square).expect("there is a choice").bit();
                sum += (f64::from((legal & (bit - 1)).count_ones()) + 0.5) / f64::from(legal.count_ones());
            }
            let mean = sum / positions.len() as f64;
            assert!((mean - 0.5).abs() < 0.12, "{seed}: {mean}");
        }
    }

    #[test]
    fn players_are_compared_by_their_moves() {
        let shares = mismatch(&players(["bp", "static-normal", "bp"]), &load("bp2-fs5-cn1").unwrap(), 40, 1).unwrap();
        assert_eq!([shares[0][0], shares[0][2], shares[1][1]], [0.0; 3]);
        assert!(shares[0][1] > 0.1 && shares[0][1] == shares[1][0] && shares[1][2] == shares[0][1], "{shares:?}");
    }

    #[test]
    fn players_for_different_rules_are_not_compared() {
        let error = mismatch(&players(["bp", "static-anti"]), &load("intermediate").unwrap(), 40, 1).unwrap_err();
        assert!(error.to_string().contains("static-anti"), "{error}");
    }
}
