//! A round robin of many static maps from random openings, and their order.

use std::path::Path;

use anyhow::{Context, bail};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position};
use rival::machine::work;
use rival::personality::{Kind, load};
use rival::players::duel::opening_board;
use rival::stats::derive;
use rival::train::Run;
use rival::train::arena::{self, Duel, Order};

/// Parts of the games: a part is played on one thread.
const PARTS: usize = 64;

/// The maps to rank, by name.
#[derive(Debug, Default)]
pub(crate) struct Field {
    names: Vec<String>,
    orders: Vec<Order>,
}

impl Field {
    fn add(&mut self, name: String, order: Order) {
        self.names.push(name);
        self.orders.push(order);
    }

    /// Adds the map of a name or file, or the champions of the last generations in a run's folder.
    ///
    /// # Errors
    /// There is no such map, or it is not a map.
    pub(crate) fn admit(&mut self, name: &str) -> anyhow::Result<()> {
        if !Path::new(name).is_dir() {
            match load(name)?.kind {
                Kind::StaticMap(priorities) => self.add(name.to_owned(), Order::new(&priorities)),
                other => bail!("{name}: found a player of the kind {}, expected static-map", other.name()),
            }
            return Ok(());
        }
        let (run, _) = Run::open(Path::new(name))?;
        let champions = run.champion_maps();
        let champions = champions
            .with_context(|| format!("{name}: found a run that does not train maps, expected one that does"))?;
        for (number, priorities) in champions.iter().enumerate() {
            self.add(format!("{name}#{number}"), Order::new(priorities));
        }
        Ok(())
    }

    /// Adds maps of random priorities.
    pub(crate) fn admit_random(&mut self, count: usize, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, 1));
        for number in 0..count {
            self.add(format!("random#{number}"), Order::new(&std::array::from_fn(|_| rng.random())));
        }
    }

    /// A round robin from each of these openings with both colours: names and mean scores, 0 to 1, the strongest first.
    pub(crate) fn rank(
        &self,
        rule: Objective,
        plies: u32,
        openings: u64,
        seed: u64,
        threads: usize,
    ) -> Vec<(&str, f64)> {
        let seed = derive(derive(seed, 2), 0);
        let starts: Vec<Position> =
            (0..openings).map(|number| opening_board(derive(seed, number), plies).position).collect();
        let points = self.points(rule, &starts, threads);
        let games = 2 * (self.orders.len() - 1) * starts.len();
        let scores = points.iter().map(|&points| points as f64 / (2 * games) as f64);
        let mut ranking: Vec<(&str, f64)> = self.names.iter().map(String::as_str).zip(scores).collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranking
    }

    /// The points of each map in all games, 2 a win and 1 a draw.
    fn points(&self, rule: Objective, starts: &[Position], threads: usize) -> Vec<u64> {
        let parts = work::map(threads, PARTS, |part| {
            let mut points = vec![0; self.orders.len()];
            for first in (part..self.orders.len()).step_by(PARTS) {
                let others = (0..self.orders.len()).filter(|&second| second != first);
                let duels: Vec<Duel> =
                    others.flat_map(|second| starts.iter().map(move |&start| Duel { start, first, second })).collect();
                arena::play(&self.orders, duels.iter().copied(), |game, end| {
                    let won = (end.score(rule).signum() + 1) as u64;
                    points[first] += won;
                    points[duels[game].second] += 2 - won;
                });
            }
            points
        });
        let mut points = vec![0; self.orders.len()];
        for part in parts {
            points.iter_mut().zip(part).for_each(|(sum, points)| *sum += points);
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_ranked_the_same_on_any_number_of_threads() {
        let mut field = Field::default();
        field.admit("static-normal").unwrap();
        field.admit_random(30, 1);
        let ranking = field.rank(Objective::Normal, 8, 4, 1, 1);
        assert_eq!(ranking[0].0, "static-normal");
        assert_eq!(ranking, field.rank(Objective::Normal, 8, 4, 1, 2));
        // Every game has two points.
        assert!((ranking.iter().map(|(_, score)| score).sum::<f64>() - 31.0 / 2.0).abs() < 1e-9);
    }

    #[test]
    fn only_maps_take_part() {
        let error = Field::default().admit("random").unwrap_err().to_string();
        assert_eq!(error, "random: found a player of the kind random, expected static-map");
    }
}
