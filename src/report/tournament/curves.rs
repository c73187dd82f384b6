//! Means by move number.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::tournament::Played;

/// Sums by engine and move number.
#[derive(Default)]
pub(super) struct Curves(BTreeMap<String, Vec<Sum>>);

#[derive(Default, Clone)]
struct Sum {
    moves: f64,
    time: f64,
    searches: f64,
    depth: f64,
}

impl Curves {
    pub(super) fn add(&mut self, game: &Played) {
        let Some(replay) = game.replay() else { return };
        for (number, (ply, (board, _))) in game.plies.iter().zip(replay.history()).enumerate() {
            let Some(ply) = ply else { continue };
            let name = game.engine(board.to_move);
            if !self.0.contains_key(name) {
                self.0.insert(name.to_owned(), Vec::new());
            }
            let Some(sums) = self.0.get_mut(name) else { continue };
            if sums.len() <= number {
                sums.resize(number + 1, Sum::default());
            }
            let sum = &mut sums[number];
            sum.moves += 1.0;
            sum.time += ply.time;
            // A percentage is the certainty of a solved position, not a depth.
            if let Some(depth) = ply.depth.as_ref().and_then(|depth| depth.split('@').next()?.parse::<f64>().ok()) {
                sum.searches += 1.0;
                sum.depth += depth;
            }
        }
    }

    /// The mean time in seconds and the mean depth in plies of each move, by engine.
    pub(super) fn means(&self) -> Value {
        let mean =
            |sum: f64, count: f64| if count > 0.0 { json!((1e5 * sum / count).round() / 1e5) } else { Value::Null };
        let engines = self.0.iter().map(|(name, sums)| {
            let time: Vec<Value> = sums.iter().map(|sum| mean(sum.time, sum.moves)).collect();
            let depth: Vec<Value> = sums.iter().map(|sum| mean(sum.depth, sum.searches)).collect();
            (name.clone(), json!({"time": time, "depth": depth}))
        });
        Value::Object(engines.collect())
    }
}
