//! How different players are: the share of positions in which their moves differ.

use crate::board::{Board, Color, Game, Move};
use crate::players::duel::{opening_board, play};
use crate::players::naturalness::natural;
use crate::players::{Options, Personality, chosen};
use crate::search::{Limits, Silent};
use crate::stats::derive;

/// Moves of the positions used: the middle of the game.
const MIDDLE: std::ops::RangeInclusive<u32> = 12..=45;
/// A position with fewer natural moves is no real choice.
const CHOICES: u32 = 3;
/// Every n-th position of a game is used, because neighbours are too similar.
const EVERY: usize = 5;

/// Middle-game positions with a real choice, from games of a player against itself.
#[must_use]
pub(crate) fn positions(player: &Personality, count: usize, seed: u64, progress: &dyn Fn(usize)) -> Vec<Board> {
    let mut found = Vec::with_capacity(count);
    let mut players = [0, 1].map(|_| player.player(&Options::default()));
    let mut number = 0;
    while found.len() < count {
        let seed = derive(seed, number);
        number += 1;
        for (player, side) in players.iter_mut().zip(1..) {
            player.new_game(derive(seed, side));
        }
        let game = play(opening_board(seed, 8), Color::Black, &mut players);
        let boards = game.history().iter().map(|&(board, _)| board);
        let real = boards.filter(|board| {
            MIDDLE.contains(&board.position.empties()) && natural(&board.position).count_ones() >= CHOICES
        });
        found.extend(real.step_by(EVERY));
        progress(found.len().min(count));
    }
    found.truncate(count);
    found
}

/// A player's move in each position; calls `progress` after each. Random choices are new in each position, by the seed:
/// with one draw for all a player would be lucky, or cautious, everywhere at once.
#[must_use]
pub(crate) fn moves(
    personality: &Personality,
    positions: &[Board],
    seed: u64,
    progress: &dyn Fn(),
) -> Vec<Option<Move>> {
    let mut player = personality.player(&Options::default());
    let choose = |(&board, number): (&Board, u64)| {
        player.new_game(derive(seed, number));
        chosen(&player.choose(&Game::new(board), &Limits::default(), &mut Silent))
    };
    positions.iter().zip(0..).map(choose).inspect(|_| progress()).collect()
}

/// The share of entries in which two lists of one length differ.
#[must_use]
pub(crate) fn different(a: &[Option<Move>], b: &[Option<Move>]) -> f64 {
    a.iter().zip(b).filter(|(a, b)| a != b).count() as f64 / a.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::load;

    #[test]
    fn positions_have_a_choice_and_a_player_agrees_with_itself() {
        let positions = positions(&load("random").unwrap(), 60, 1, &|_| ());
        assert_eq!(positions.len(), 60);
        assert!(positions.iter().all(|board| natural(&board.position).count_ones() >= CHOICES));
        let [a, b] = ["static-normal", "static-anti"].map(|name| load(name).unwrap());
        assert_eq!(different(&moves(&a, &positions, 1, &|| ()), &moves(&a, &positions, 1, &|| ())), 0.0);
        assert!(different(&moves(&a, &positions, 1, &|| ()), &moves(&b, &positions, 1, &|| ())) > 0.5);
    }

    #[test]
    fn each_position_has_a_draw_of_its_own() {
        // Chooses evenly among the legal moves.
        let player = load("people-0600").unwrap();
        let positions = positions(&load("random").unwrap(), 80, 2, &|_| ());
        let legal = |board: &Board| f64::from(board.position.moves().count_ones());
        for seed in 1..=3 {
            let played = moves(&player, &positions, seed, &|| ());
            // The place of each move in the list of legal ones: 0.5 on average, with a standard error of 0.033. One
            // draw for all positions would give them all one place, which three seeds put near the middle 1 time in 70.
            let place = |(mv, board): (&Option<Move>, &Board)| {
                let bit = mv.and_then(Move::square).expect("there is a choice").bit();
                (f64::from((board.position.moves() & (bit - 1)).count_ones()) + 0.5) / legal(board)
            };
            let mean = played.iter().zip(&positions).map(place).sum::<f64>() / positions.len() as f64;
            assert!((mean - 0.5).abs() < 0.12, "{seed}: {mean}");
        }
    }
}
