//! Judges many games at once.

use rival::board::{Color, Game, Move};
use rival::machine::work;
use rival::players::duel::{opening_board, play};
use rival::players::naturalness::natural;
use rival::players::{Options, Personality, Tester, TesterError};
use rival::stats::derive;
use rival::thesis::{GameLosses, judge};

/// Judges the moves of one side of each game up to move `last` on several threads. The results are in game order and do
/// not depend on the threads.
///
/// # Errors
///
/// The personality is not usable as a tester.
pub(crate) fn measure(
    games: &[(Game, Color)],
    tester: &Personality,
    last: u32,
    threads: usize,
) -> Result<Vec<GameLosses>, TesterError> {
    Tester::new(tester)?;
    let tester = || Tester::new(tester).expect("it was one before");
    Ok(work::map_with(threads, games.len(), tester, |tester, number| {
        let (game, color) = &games[number];
        GameLosses::from_moves(&judge(game, *color, last, tester))
    }))
}

/// The number of moves that the filter of natural moves would refuse, and of all moves, by one side of each game up to
/// move `last`.
pub(crate) fn unnatural(games: &[(Game, Color)], last: u32) -> (u32, u32) {
    let mut refused = 0;
    let mut moves = 0;
    for (game, color) in games {
        for (board, mv) in game.history() {
            let Move::Place(square) = mv else { continue };
            if board.to_move == *color && board.position.move_number() <= last {
                moves += 1;
                refused += u32::from(natural(&board.position) & square.bit() == 0);
            }
        }
    }
    (refused, moves)
}

/// Games of a personality against itself from random openings of this many plies. Each game is in the list once for
/// each side.
pub(crate) fn against_itself(
    personality: &Personality,
    games: usize,
    plies: u32,
    seed: u64,
    threads: usize,
) -> Vec<(Game, Color)> {
    let players = || {
        let options = Options { hash_mb: 16, ..Options::default() };
        [personality.player(&options), personality.player(&options)]
    };
    let played = work::map_with(threads, games, players, |players, number| {
        let seed = derive(seed, number as u64);
        for (player, side) in players.iter_mut().zip(1..) {
            player.new_game(derive(seed, side));
        }
        play(opening_board(derive(seed, 0), plies), Color::Black, players)
    });
    played.into_iter().flat_map(|game| [(game.clone(), Color::Black), (game, Color::White)]).collect()
}

#[cfg(test)]
mod tests {
    use rival::players::load;

    use super::*;

    #[test]
    fn a_filter_leaves_nothing_unnatural() {
        let unfiltered = load("corners-random").unwrap();
        let text = unfiltered.to_json().replace("\"ties\"", "\"natural\": true, \"ties\"");
        let filtered = rival::personality::parse("p.json", text.as_bytes()).unwrap();
        let (refused, moves) = unnatural(&against_itself(&unfiltered, 4, 8, 1, 2), 60);
        assert!(refused > 3 && moves > 180, "{refused} {moves}");
        assert_eq!(unnatural(&against_itself(&filtered, 4, 8, 1, 2), 60).0, 0);
        let games = against_itself(&unfiltered, 1, 8, 1, 1);
        assert_eq!(unnatural(&games, 8), (0, 0));
        assert_eq!(unnatural(&games, 9).1, 1);
    }
}
