//! Positions with a choice, and players' choices in them as probabilities, so that draws do not affect the difference
//! between two players.

use crate::board::{Color, Position};
use crate::machine::work;
use crate::people::{Choice, Judge, facts, set_traps, set_usual};
use crate::personality::HumanSpec;
use crate::players::duel::{opening_board, play};
use crate::players::{Human, Player};
use crate::search::{Limits, Stop};
use crate::stats::derive;

/// Random moves at the start of each game.
const OPENING: u32 = 8;
/// Only every n-th position of a game is used, because neighbours are similar.
const EVERY: usize = 4;
/// The fewest legal moves of a position with a choice.
const FEWEST: u32 = 3;
/// Games in a batch for each thread. The scenes do not depend on it, but a batch is played to its end.
const BATCH: usize = 2;

/// A position with a choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The position.
    pub position: Position,
    /// The choice in the position. The played move is not used.
    pub choice: Choice,
}

/// Positions from all parts of games of a player against itself; `None` if stopped. `progress` gets the number of
/// positions found.
#[must_use]
pub fn scenes(
    spec: &HumanSpec,
    count: usize,
    seed: u64,
    threads: usize,
    stop: &Stop,
    progress: &dyn Fn(usize),
) -> Option<Vec<Scene>> {
    let setting = spec.setting();
    let drawing = spec.drawing();
    let players = || {
        let judge = Judge::deeper(setting.depth, setting.exact_from);
        ([0, 1].map(|_| Box::new(Human::new("player", spec)) as Box<dyn Player>), judge)
    };
    let mut all = Vec::new();
    let batch = threads.max(1) * BATCH;
    for first in (0..).step_by(batch) {
        if all.len() >= count {
            break;
        }
        let games = work::map_with(threads, batch, players, |(players, judge), number| {
            if stop.is_stopped() {
                return Vec::new();
            }
            let number = first + number;
            let seed = derive(seed, number as u64);
            players.iter_mut().zip(1..).for_each(|(player, side)| player.new_game(derive(seed, side)));
            let game = play(opening_board(derive(seed, 0), OPENING), Color::Black, players);
            let history = game.history();
            let real = (1..history.len()).filter(|&at| history[at].0.position.moves().count_ones() >= FEWEST);
            let chosen = real.skip(number % EVERY).step_by(EVERY);
            let scenes = chosen.map(|at| {
                let position = history[at].0.position;
                let last = history[at - 1].1.square();
                let mut options = facts(&position, last, &judge.values(&position));
                set_traps(&position, &mut options, &drawing.plain, judge, &Limits::default());
                let color = history[at].0.to_move;
                let number = position.move_number();
                let chances = drawing.plain_chances(number, &options);
                set_usual(&mut options, &chances);
                Scene { position, choice: Choice { color, number, options, played: 0, answer: None } }
            });
            scenes.collect::<Vec<_>>()
        });
        if stop.is_stopped() {
            return None;
        }
        all.extend(games.into_iter().flatten());
        progress(all.len().min(count));
    }
    all.truncate(count);
    Some(all)
}

/// A player's choices in positions: for each position the probability of each move.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveChances(Vec<Vec<f64>>);

impl MoveChances {
    /// The choices in these positions of a player with these weights.
    #[must_use]
    pub fn new(spec: &HumanSpec, scenes: &[Scene]) -> MoveChances {
        let drawing = spec.drawing();
        MoveChances(scenes.iter().map(|scene| drawing.chances(scene.choice.number, &scene.choice.options)).collect())
    }

    /// The mean figure of the choices that have one; 0 if there are none.
    #[must_use]
    pub fn mean(&self, scenes: &[Scene], measure: &dyn Fn(&Choice) -> Option<f64>) -> f64 {
        let mut sum = 0.0;
        let mut count = 0.0;
        for (chances, scene) in self.0.iter().zip(scenes) {
            let mut choice = scene.choice.clone();
            for (played, chance) in chances.iter().enumerate() {
                choice.played = played;
                if let Some(figure) = measure(&choice) {
                    sum += chance * figure;
                    count += chance;
                }
            }
        }
        sum / f64::max(count, f64::MIN_POSITIVE)
    }

    /// The share of positions in which two games with different seeds, without habits, have different moves.
    #[must_use]
    pub fn differs(&self, other: &MoveChances) -> f64 {
        let positions = self.0.iter().zip(&other.0);
        let alike: f64 = positions.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()).sum();
        1.0 - alike / self.0.len().max(1) as f64
    }

    /// The least share of moves that must change to turn one player's choices into the other's.
    #[must_use]
    pub fn apart(&self, other: &MoveChances) -> f64 {
        let positions = self.0.iter().zip(&other.0);
        let apart: f64 = positions.map(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0).sum();
        apart / self.0.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::PeopleElo;

    #[test]
    fn scenes_are_of_all_parts_of_the_game_and_each_is_its_position() {
        let scenes = scenes(&HumanSpec::like(PeopleElo(600.0)), 30, 1, 2, &Stop::default(), &|_| ()).unwrap();
        assert_eq!(scenes.len(), 30);
        for Scene { position, choice } in &scenes {
            // There are four discs before move 1.
            assert_eq!(choice.number, (position.own | position.opp).count_ones() - 3);
            assert_eq!(choice.options.len(), position.moves().count_ones() as usize);
        }
        let numbers: Vec<u32> = scenes.iter().map(|scene| scene.choice.number).collect();
        assert!(numbers.iter().any(|&number| number < 15) && numbers.iter().any(|&number| number > 45), "{numbers:?}");
    }

    #[test]
    fn a_stop_ends_the_search_for_positions() {
        let stop = Stop::default();
        stop.stop();
        assert_eq!(scenes(&HumanSpec::like(PeopleElo(1000.0)), 10_000, 1, 2, &stop, &|_| ()), None);
    }
}
