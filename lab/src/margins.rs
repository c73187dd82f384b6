//! Margins between people by their difference in strength, in discs and stretched (`src/people/estimator.rs`).

use std::collections::BTreeMap;

use rival::people::stretched;
use rival::record::archive::ArchiveGame;

use crate::archive::{Folder, NamedGames, YEARS};
use crate::numbers::{mean, population_deviation};
use crate::output::Output;
use crate::table::{Table, cells};

/// Games that rate somebody.
const FEWEST: usize = 40;
/// Games of a row.
const FEWEST_IN_ROW: usize = 100;
/// A strength of 1 is 200 Elo.
const ELO: f64 = 200.0;
const UNIT: f64 = std::f64::consts::LN_10 / 2.0;
/// Steps of the fit of strengths, and the part of each that is taken.
const STEPS: usize = 40;
const STEP: f64 = 0.7;

/// Margins between people by their difference in strength (minutes).
///
/// Games of 2001 to 2012 between people with 40 or more; strengths by the model of Bradley and Terry with a normal prior.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archive: Folder,
    #[command(flatten)]
    output: Output,
}

/// A result of a player: the opponent, and the points.
type Result = (usize, f64);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let NamedGames { names, mut played } = NamedGames::read(&args.archive.files(YEARS)?)?;
    // A name with a bracket is a program's.
    played.retain(|game| !names[game.black].contains('(') && !names[game.white].contains('('));
    let strengths = strengths(&played);
    let mut groups: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for game in &played {
        if let (Some(black), Some(white)) = (strengths.get(&game.black), strengths.get(&game.white)) {
            let apart = black - white;
            let margin = f64::from(game.discs);
            let half_steps = (2.0 * apart.abs()).round_ties_even() as i64;
            groups.entry(half_steps).or_default().push(if apart > 0.0 { margin } else { -margin });
        }
    }
    let mut table = Table::new("Elo apart | games | mean margin | scatter | stretched | scatter");
    for (half_steps, margins) in groups.iter().filter(|(_, margins)| margins.len() >= FEWEST_IN_ROW) {
        let stretched: Vec<f64> = margins.iter().map(|margin| stretched(*margin)).collect();
        let figures =
            [mean(margins), population_deviation(margins), mean(&stretched), population_deviation(&stretched)];
        let head = cells![ELO / 2.0 * *half_steps as f64, margins.len()];
        table.row([head, figures.map(|figure| format!("{figure:.1}")).to_vec()].concat());
    }
    args.output.report("margins", &table.to_string())
}

/// The strengths of those with enough games, by damped Newton steps on the posterior of each player.
fn strengths(games: &[ArchiveGame]) -> BTreeMap<usize, f64> {
    let mut results: BTreeMap<usize, Vec<Result>> = BTreeMap::new();
    for game in games {
        results.entry(game.black).or_default().push((game.white, game.points()));
        results.entry(game.white).or_default().push((game.black, 1.0 - game.points()));
    }
    let mut strengths: BTreeMap<usize, f64> = results.keys().map(|player| (*player, 0.0)).collect();
    for _ in 0..STEPS {
        let steps: Vec<f64> = results.iter().map(|(player, results)| step(*player, results, &strengths)).collect();
        strengths.values_mut().zip(steps).for_each(|(strength, step)| *strength += STEP * step);
    }
    strengths.retain(|player, _| results[player].len() >= FEWEST);
    strengths
}

/// The Newton step of a player's strength.
fn step(player: usize, results: &[Result], strengths: &BTreeMap<usize, f64>) -> f64 {
    let strength = strengths[&player];
    let mut slope = -strength;
    let mut curvature = 1.0;
    for (opponent, points) in results {
        let chance = 1.0 / (1.0 + libm::exp(UNIT * (strengths[opponent] - strength)));
        slope += UNIT * (points - chance);
        curvature += UNIT * UNIT * chance * (1.0 - chance);
    }
    slope / curvature
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_three_of_four_is_stronger() {
        let discs = |number: u32| if number.is_multiple_of(4) { -2 } else { 2 };
        let games = (0..400).map(|number| ArchiveGame { black: 1, white: 2, discs: discs(number), moves: Vec::new() });
        let games: Vec<ArchiveGame> = games.collect();
        let strengths = strengths(&games);
        // 191 Elo less what the prior takes.
        let apart = ELO * (strengths[&1] - strengths[&2]);
        assert!((180.0..191.0).contains(&apart), "{apart}");
    }
}
