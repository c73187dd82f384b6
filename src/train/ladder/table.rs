//! Ratings of players in the order of a ladder, and each one's score against the one before it.

use super::{Halt, Match, Run, rated};
use crate::personality::Personality;
use crate::stats::{FieldElo, elo};
use crate::train::run::files;

const SEED: u64 = 7;

pub(super) fn make(run: &mut Run<'_>, players: &[Personality], within: usize) -> Result<String, Halt> {
    let mut matches = Vec::new();
    for (number, below) in players.iter().enumerate() {
        for above in players.iter().skip(number + 1).take(within) {
            matches.push(run.play(above, below, SEED)?);
        }
    }
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let rated = rated(&names, &matches, (0, FieldElo(0.0)))?;
    let mut table = "| player | Elo | score against the one before | Elo above it, 95 % interval |\n\
                     |---|---|---|---|\n"
        .to_owned();
    let mut before: Option<&String> = None;
    for (name, FieldElo(rating)) in names.iter().zip(rated) {
        let step = matches.iter().find(|found| found.a == *name && Some(&found.b) == before);
        let step = step.map(|Match { score, interval: (low, high), .. }| {
            format!("{score:.3} | {:+.0}, {:.0} to {:.0}", elo(*score), elo(*low), elo(*high))
        });
        table += &format!("| {name} | {rating:.0} | {} |\n", step.unwrap_or_else(|| "|".to_owned()));
        before = Some(name);
    }
    files::write(&run.folder.join("table.md"), &table)?;
    Ok(table)
}
