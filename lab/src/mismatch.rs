//! The difference of players: the share of positions in which their moves differ.

use std::ops::RangeInclusive;

use rival::board::{Board, Color, Game, Move};
use rival::players::duel::{opening_board, play};
use rival::players::naturalness::natural;
use rival::players::{Options, Personality, chosen};
use rival::search::{Limits, SilentObserver};
use rival::stats::derive;

use crate::progress::StageProgress;

/// Empty squares of the positions: the middle of the game.
const MIDDLE: RangeInclusive<u32> = 12..=45;
/// A position with fewer natural moves is no real choice.
const CHOICES: u32 = 3;
/// Every n-th position of a game is used, because neighbours are too similar.
const EVERY: usize = 5;
/// Random moves at the start of each game.
const OPENING: u32 = 8;

/// The share of positions, 0 to 1, in which two players play differently, for each pair of players. `source` is the
/// player whose games give the positions; all play for its rule.
pub(crate) fn mismatch(players: &[Personality], source: &Personality, count: usize, seed: u64) -> Vec<Vec<f64>> {
    let boards = positions(source, count, seed);
    let stage = StageProgress::new("choosing moves", players.len(), 0);
    let mut choices = Vec::new();
    for player in players {
        choices.push(moves(player, &boards, seed));
        stage.step();
    }
    drop(stage);
    choices.iter().map(|first| choices.iter().map(|second| difference(first, second)).collect()).collect()
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

/// A player's move in each position. The seed gives each position its own random choices: with a single draw a player
/// would be lucky or cautious in all of them.
fn moves(personality: &Personality, positions: &[Board], seed: u64) -> Vec<Option<Move>> {
    let mut player = personality.player(&Options::default());
    let mut moves = Vec::with_capacity(positions.len());
    for (&board, number) in positions.iter().zip(0..) {
        player.new_game(derive(seed, number));
        moves.push(chosen(&player.choose(&Game::new(board), &Limits::default(), &mut SilentObserver)));
    }
    moves
}

/// The share of entries that differ between two lists of one length.
fn difference(first: &[Option<Move>], second: &[Option<Move>]) -> f64 {
    first.iter().zip(second).filter(|(a, b)| a != b).count() as f64 / first.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use rival::players::load;

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
        // This player chooses evenly among the legal moves.
        let [player, random] = players(["people-0600", "random"]);
        let positions = positions(&random, 80, 2);
        for seed in 1..=3 {
            let moves = moves(&player, &positions, seed);
            // The rank of each move among the legal ones: 0.5 on average, with a standard error of 0.033. A single draw
            // for all positions would give equal ranks, which lie near the middle for three seeds 1 time in 70.
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
        let shares = mismatch(&players(["bp", "static-normal", "bp"]), &load("bp2-fs5-cn1").unwrap(), 40, 1);
        assert_eq!([shares[0][0], shares[0][2], shares[1][1]], [0.0; 3]);
        assert!(shares[0][1] > 0.1 && shares[0][1] == shares[1][0] && shares[1][2] == shares[0][1], "{shares:?}");
    }
}
