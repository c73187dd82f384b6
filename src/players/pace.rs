//! A player with people's thinking times: longer for hard choices, but never beyond the clock.

use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Explanation, LearnError, Learning, Lesson, Player};
use crate::board::{Color, Game, Move, Objective};
use crate::machine::clock::Instant;
use crate::record::GameRecord;
use crate::search::{Limits, Observer, Report, Stop};
use crate::stats::{derive, draw_normal};

/// Milliseconds for a move that needs no thought.
const LEAST: f64 = 600.0;
/// Additional milliseconds for a choice between two equally likely moves; a choice between four takes twice as long.
/// Our archives lack the times of people's moves, so a move's time is proportional to the entropy of the choice.
const HARD: f64 = 1_500.0;
/// Standard deviation of the logarithm of a move's time.
const SPREAD: f64 = 0.4;
/// The longest thinking time in milliseconds.
const MOST: f64 = 12_000.0;
/// The largest used share of a move's time limit, and the number of additional moves that a clock is divided among.
const PART: f64 = 0.5;
const RESERVE: f64 = 4.0;
/// The interval at which a waiting player checks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// A player with another player's moves and people's thinking times.
#[derive(Debug)]
pub struct PacedPlayer {
    player: Box<dyn Player>,
    seed: u64,
}

impl PacedPlayer {
    /// A player that answers at a natural pace.
    #[must_use]
    pub fn new(player: Box<dyn Player>) -> PacedPlayer {
        PacedPlayer { player, seed: 0 }
    }
}

/// The thinking time for a choice with this entropy in bits, within these limits. The seed is the move's.
#[must_use]
pub fn thought(game: &Game, doubt: f64, limits: &Limits, seed: u64) -> Duration {
    let spread = libm::exp(SPREAD * draw_normal(&mut ChaCha8Rng::seed_from_u64(seed)));
    let wanted = Duration::from_secs_f64(((LEAST + HARD * doubt) * spread).min(MOST) / 1_000.0);
    let own_moves = f64::from(game.board().position.empties()) / 2.0;
    let by_clock = limits.clock.map(|clock| {
        if clock.is_for_one_move() {
            return clock.left.mul_f64(PART);
        }
        let moves = clock.stones.map_or(own_moves, f64::from);
        clock.left.div_f64(moves + RESERVE) + clock.increment.mul_f64(PART)
    });
    let by_budget = limits.budget.map(|left| left.div_f64(own_moves + RESERVE));
    let by_move = limits.time.map(|time| time.mul_f64(PART));
    [by_clock, by_budget, by_move].into_iter().flatten().fold(wanted, Duration::min)
}

impl Player for PacedPlayer {
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
        // For a player without a measure of difficulty it is half the entropy of a random choice.
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

    fn is_paced(&self) -> bool {
        true
    }

    fn doubt(&self) -> Option<f64> {
        self.player.doubt()
    }

    fn learning(&self) -> Option<Learning> {
        self.player.learning()
    }

    fn lesson(&self, record: &GameRecord, opponent: Color) -> Result<Lesson, LearnError> {
        self.player.lesson(record, opponent)
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
        // A whole game fits into a clock for any random times.
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
