//! The time for a move of an opponent that answers at a person's pace.

use std::time::Duration;

use crate::board::Game;
use crate::serve::page::ask::Pace;
use crate::stats::derive;

/// Milliseconds for a forced move or a move in the opening.
const LEAST: u64 = 500;
/// Milliseconds for each legal move beyond the first.
const CHOICE: u64 = 110;
/// The random part of the delay, in milliseconds.
const SPREAD: u64 = 700;
/// The longest wait, in milliseconds.
const MOST: u64 = 2600;

/// The time from the person's move to the answer, unless it is found later. It depends only on the game and the seed.
pub(super) fn delay(pace: Pace, game: &Game, seed: u64) -> Duration {
    if pace == Pace::AtOnce {
        return Duration::ZERO;
    }
    let ply = game.history().len() as u64;
    let legal = u64::from(game.board().position.moves().count_ones());
    let chance = derive(seed ^ 0x70ac_e000, ply) % SPREAD;
    let thought = if legal > 1 && ply > 4 { (legal - 1) * CHOICE + chance } else { chance / 3 };
    Duration::from_millis((LEAST + thought).min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_long_and_at_once_is_at_once() {
        let game = Game::default();
        for seed in 0..100 {
            let delay = delay(Pace::Human, &game, seed).as_millis() as u64;
            assert!((LEAST..=MOST).contains(&delay), "{delay}");
        }
        assert_eq!(delay(Pace::AtOnce, &game, 1), Duration::ZERO);
    }
}
