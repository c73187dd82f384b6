//! Equal budgets: times a move by which two engines use the same time in all.

use std::time::Duration;

use super::config::{Config, EngineSpec};
use super::played::Played;
use crate::board::Color;

/// The assumed moves of an engine in its first game.
const USUAL: f64 = 26.0;
/// The next game makes up for at most this part of its own time.
const AT_ONCE: f64 = 0.5;
/// The most seconds a move that an engine gets in the first game if the other one is the measure: the time of that one
/// is not known yet, and many games would be needed to make up for too much.
const FIRST: f64 = 0.01;
/// The factor for each game by which the weight of earlier games falls, for the part of its time that an engine uses.
const KEPT: f64 = 0.7;
/// The largest ratio of the time that an engine gets to the time that it should use; its reciprocal is the least ratio.
const FURTHEST: f64 = 8.0;

/// The times that two engines have used and get.
#[derive(Debug, Clone)]
pub(super) struct Budget([Side; 2]);

#[derive(Debug, Clone)]
struct Side {
    name: String,
    /// Seconds a move that it is to use, if it can be told others; else it is the measure.
    wanted: Option<f64>,
    games: f64,
    moves: f64,
    /// Seconds charged.
    used: f64,
    /// Seconds used and told in the last games.
    lately: [f64; 2],
}

impl Budget {
    /// Before the first game of a tournament of two engines.
    #[must_use]
    pub(super) fn new(config: &Config) -> Option<Budget> {
        let [first, second] = &config.engines[..] else { return None };
        let side = |engine: &EngineSpec| Side {
            name: engine.name.clone(),
            wanted: engine.limits.per_move.filter(|_| engine.can_be_steered()).map(|time| time.as_secs_f64()),
            games: 0.0,
            moves: 0.0,
            used: 0.0,
            lately: [0.0; 2],
        };
        config.equal_budget.then(|| Budget([side(first), side(second)]))
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: &Played) {
        for side in &mut self.0 {
            let black = game.black == side.name;
            let times: Vec<f64> = game.times(if black { Color::Black } else { Color::White }).collect();
            let told = game.st.map(|[of_black, of_white]| if black { of_black } else { of_white });
            side.count(times.len() as f64, times.iter().sum(), told.flatten());
        }
    }

    /// The times a move for the next game, in the order of the configuration; `None`: the engine's own.
    #[must_use]
    pub(super) fn times(&self) -> [Option<Duration>; 2] {
        let [first, second] = &self.0;
        [first.next(second), second.next(first)]
    }
}

impl Side {
    /// Counts a game of this many moves, by the seconds used and the seconds a move told.
    fn count(&mut self, moves: f64, used: f64, told: Option<f64>) {
        self.games += 1.0;
        self.moves += moves;
        self.used += used;
        self.lately = [KEPT * self.lately[0] + used, KEPT * self.lately[1] + moves * told.unwrap_or_default()];
    }

    fn next(&self, other: &Side) -> Option<Duration> {
        let wanted = self.wanted?;
        let moves = if self.games > 0.0 { self.moves / self.games } else { USUAL };
        // Seconds a game: as told if both can be told, or as the other one uses.
        let fair = match other.wanted {
            None if other.games > 0.0 => other.used / other.games,
            None => wanted.min(FIRST) * moves,
            Some(_) => wanted * moves,
        };
        let behind = fair * self.games - self.used;
        let seconds = fair + behind.clamp(-AT_ONCE * fair, AT_ONCE * fair);
        // The part that it uses of the time that it gets: all of it before the first game.
        let [used, told] = self.lately;
        let part = if told > 0.0 { used / told } else { 1.0 };
        let even = seconds / moves.max(1.0);
        let told = (even / part).clamp(even / FURTHEST, even * FURTHEST);
        // Whole milliseconds are what can be told.
        Some(Duration::from_millis((told * 1e3).round().max(1.0) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays games of 26 moves each: the first engine uses a part of its time, the second this much a move.
    fn after(games: usize, part: f64, first: Option<f64>, second: (Option<f64>, f64)) -> f64 {
        let side = |wanted| Side { name: String::new(), wanted, games: 0.0, moves: 0.0, used: 0.0, lately: [0.0; 2] };
        let mut budget = Budget([side(first), side(second.0)]);
        for _ in 0..games {
            let told = budget.times();
            let uses = [part, second.1];
            for (number, (side, told)) in budget.0.iter_mut().zip(told).enumerate() {
                let told = told.map(|time| time.as_secs_f64());
                side.count(USUAL, USUAL * told.map_or(second.1, |told| told * uses[number]), told);
            }
        }
        budget.0[0].used / budget.0[1].used
    }

    #[test]
    fn totals_become_equal() {
        // Against an engine of fixed depth, from a time that is far off, and with an engine that uses little of its.
        for (start, part) in [(0.05, 0.6), (0.2, 1.0), (0.01, 0.5), (10.0, 0.9)] {
            let ratio = after(40, part, Some(start), (None, 0.05));
            assert!((0.97..1.03).contains(&ratio), "{start} {part}: {ratio}");
        }
        // Both are told.
        let ratio = after(40, 0.6, Some(0.05), (Some(0.05), 0.9));
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }

    #[test]
    fn an_engine_without_a_time_is_not_told_one() {
        let side = |wanted| Side { name: String::new(), wanted, games: 1.0, moves: 26.0, used: 1.3, lately: [1.3; 2] };
        assert_eq!(Budget([side(None), side(Some(0.05))]).times(), [None, Some(Duration::from_millis(50))]);
    }
}
