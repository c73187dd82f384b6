//! A player with people's thinking times: longer where the choice is hard, never beyond the clock.

use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Explanation, LearnError, Learning, Lesson, Player};
use crate::board::{Color, Game, Move, Objective};
use crate::machine::clock::Instant;
use crate::search::{Limits, Observer, Report, Stop};
use crate::stats::{derive, draw_normal};

/// Milliseconds for a move that needs no thought.
const LEAST: f64 = 600.0;
/// Milliseconds that a choice among two equally likely moves takes, beyond that; among four it takes twice as long. No
/// archive here has the times of people's moves, so a move's time is in proportion to the entropy of the choice.
const HARD: f64 = 1_500.0;
/// Deviation of the logarithm of a move's time.
const SPREAD: f64 = 0.4;
/// Milliseconds of the longest thought.
const MOST: f64 = 12_000.0;
/// The largest part of a move's time limit that is used, and the number of moves in reserve when a clock is divided
/// among the moves that are left.
const PART: f64 = 0.5;
const RESERVE: f64 = 4.0;
/// The interval at which a waiting player checks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// A player with another player's moves and people's thinking times.
#[derive(Debug)]
pub struct Paced {
    player: Box<dyn Player>,
    seed: u64,
}

impl Paced {
    /// A player that answers at a natural pace.
    #[must_use]
    pub fn new(player: Box<dyn Player>) -> Paced {
        Paced { player, seed: 0 }
    }
}

/// The thinking time for a choice of this entropy in bits, within these limits; the seed is the move's.
#[must_use]
pub fn thought(game: &Game, doubt: f64, limits: &Limits, seed: u64) -> Duration {
    let spread = libm::exp(SPREAD * draw_normal(&mut ChaCha8Rng::seed_from_u64(seed)));
    let wanted = Duration::from_secs_f64(((LEAST + HARD * doubt) * spread).min(MOST) / 1_000.0);
    let own_moves = f64::from(game.board().position.empties()) / 2.0;
    let by_clock = limits.clock.map(|clock| {
        let moves = clock.stones.map_or(own_moves, f64::from);
        clock.left.div_f64(moves + RESERVE) + clock.increment.mul_f64(PART)
    });
    let by_budget = limits.budget.map(|left| left.div_f64(own_moves + RESERVE));
    let by_move = limits.time.map(|time| time.mul_f64(PART));
    [by_clock, by_budget, by_move].into_iter().flatten().fold(wanted, Duration::min)
}

impl Player for Paced {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn objective(&self) -> Objective {
        self.player.objective()
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.player.new_game(seed);
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let begun = Instant::now();
        let report = self.player.choose(game, limits, observer);
        let moves = game.board().position.moves().count_ones();
        // A player without a measure of difficulty gets half the entropy of a random choice.
        let doubt = if moves < 2 { 0.0 } else { self.player.doubt().unwrap_or(libm::log2(f64::from(moves)) / 2.0) };
        let end = begun + thought(game, doubt, limits, derive(self.seed, game.history().len() as u64));
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || limits.stop.is_stopped() {
                return report;
            }
            std::thread::sleep(left.min(LOOK));
        }
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.player.rank(game, count, limits, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        self.player.explain(game, report, mv, stop)
    }

    fn evaluates(&self) -> bool {
        self.player.evaluates()
    }

    fn doubt(&self) -> Option<f64> {
        self.player.doubt()
    }

    fn learning(&self) -> Option<Learning> {
        self.player.learning()
    }

    fn lesson(&self, game: &Game, opponent: Color, name: &str) -> Result<Lesson, LearnError> {
        self.player.lesson(game, opponent, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::duel::opening_board;
    use crate::search::Clock;

    #[test]
    fn hard_choices_take_longer_and_no_clock_is_spent() {
        let game = Game::new(opening_board(1, 20));
        let [easy, hard] = [0.2, 2.0].map(|doubt| {
            let times = (0..400).map(|seed| thought(&game, doubt, &Limits::default(), seed).as_secs_f64());
            times.sum::<f64>() / 400.0
        });
        assert!(hard > 2.5 * easy && easy > 0.5, "{easy} {hard}");
        // A whole game fits into a clock, whatever the random times are.
        for (left, increment) in [(10.0, 0.0), (1.0, 0.0), (0.0, 2.0)] {
            let [mut left, increment] = [left, increment].map(Duration::from_secs_f64);
            for (number, empties) in (0..60).step_by(2).enumerate() {
                let game = Game::new(opening_board(1, empties));
                let clock = Clock { left, increment, stones: None, overtime: None };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let time = thought(&game, 3.0, &limits, number as u64);
                assert!(time <= left + increment, "{time:?} of {left:?}");
                left = left + increment - time;
            }
        }
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        assert!((0..100).all(|seed| thought(&game, 3.0, &limits, seed) <= Duration::from_millis(150)));
    }
}
