//! Ratings of players in the order of a ladder, and each one's score against the one before it.

use rival::personality::Personality;
use rival::stats::{FieldElo, elo};

use super::{LadderRun, Match, rate};
use crate::table::Table;

const SEED: u64 = 7;

/// The table of players, the weakest first. Each meets the `within` players before it.
pub(super) fn make(run: &mut LadderRun, players: &[Personality], within: usize) -> anyhow::Result<String> {
    let mut matches = Vec::new();
    for (number, below) in players.iter().enumerate() {
        for above in players.iter().skip(number + 1).take(within) {
            matches.push(run.play(above, below, SEED)?);
        }
    }
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let ratings = rate(&names, &matches, (0, FieldElo(0.0)))?;
    let mut table = Table::new("player | Elo | score against the one before | Elo above it, 95 % interval");
    let mut before: Option<&String> = None;
    for (name, FieldElo(rating)) in names.iter().zip(ratings) {
        let step = matches.iter().find(|result| result.a == *name && Some(&result.b) == before);
        let [score, above] = step.map(cells).unwrap_or_default();
        table.row([name.clone(), format!("{rating:.0}"), score, above]);
        before = Some(name);
    }
    Ok(table.to_string())
}

/// The score of a match, and the difference in Elo with its 95 % interval.
fn cells(result: &Match) -> [String; 2] {
    let (low, high) = result.interval;
    [format!("{:.3}", result.score), format!("{:+.0}, {:.0} to {:.0}", elo(result.score), elo(low), elo(high))]
}
