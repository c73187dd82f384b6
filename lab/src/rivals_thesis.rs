//! The genetic algorithm of chapters 6 and 7 of Ueda's thesis (2012): tables 6.1 to 6.3, figures 6.3 to 6.12.

use rival::players::{Personality, load};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::journal::{Journal, Resuming};
use crate::mismatch::mismatch;
use crate::numbers::{correlation, deviation, mean, range};
use crate::output::Output;
use crate::play::Play;
use crate::player;
use crate::table::{Table, cells};
use crate::thesis::genetic::{Settings, Weights, cycle, distance, evenness, first, likeness, rate, three};

const INDIVIDUALS: usize = 20;
/// Table 6.1 by beta: scores of the individuals against the agent in 100 games.
const THESIS: [(&str, [f64; INDIVIDUALS]); 3] = [
    ("0.01", [36., 3., 38., 33., 26., 0., 7., 52.5, 7., 16.5, 37., 46., 9., 12., 29., 8., 44., 42., 27., 21.]),
    (
        "0.001",
        [37., 52., 41., 59., 46.5, 27., 56.5, 40., 68.5, 32., 41., 54., 45., 48.5, 60., 47.5, 59.5, 55., 39., 26.],
    ),
    (
        "0.0001",
        [37., 45., 44.5, 44., 49., 51., 37., 51.5, 38., 54., 38., 41., 52.5, 52., 56.5, 51., 40., 50., 52., 57.],
    ),
];
/// Table 6.3 for beta 0.001: the shares of positions in which two of the three rivals choose different moves.
const DIFFERENCES: [f64; 3] = [0.2533, 0.3533, 0.3167];
/// Games that rate an individual of the last population.
const GAMES: u64 = 100;
/// The largest distance from one half at which a score counts as near it.
const NEAR: f64 = 0.1;
/// Positions in which moves are compared, and their seed.
const POSITIONS: usize = 300;
const POSITION_SEED: u64 = 1;

/// The genetic algorithm of chapter 6 or 7, by several seeds: tables 6.1 to 6.3, figures 6.3 to 6.12 (40 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Weights of the penalty for likeness; with inf the evenness is ignored.
    #[arg(long, value_name = "BETA,...", value_delimiter = ',', default_value = "inf,0.01,0.001,0.0001,0")]
    betas: Vec<f64>,
    /// The chapter whose settings are used. Those of chapter 7 have two plies, natural moves only, ten cycles and other
    /// first weights.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(6..=7))]
    chapter: u8,
    /// Runs of each beta, with seeds from `--seed` on.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    runs: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

/// A population after a cycle, with the means of both fitnesses.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Generation {
    population: Vec<Weights>,
    /// The mean evenness, by the games of one fitness: see [`Settings::games`].
    evenness: f64,
    likeness: f64,
}

impl Generation {
    fn new(settings: &Settings, population: Vec<Weights>, agent: &Personality) -> Generation {
        let scores = rate(settings, &population, agent, settings.games);
        let evennesses: Vec<f64> = scores.iter().map(|(_, score)| evenness(*score)).collect();
        let likenesses: Vec<f64> = (0..population.len()).map(|number| likeness(number, &population)).collect();
        Generation { population, evenness: mean(&evennesses), likeness: mean(&likenesses) }
    }
}

/// A run with one beta and seed.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Evolution {
    /// The population after each cycle. Each is a separate part of the journal.
    #[serde(skip)]
    generations: Vec<Generation>,
    /// The scores of the last population against the agent.
    scores: Vec<f64>,
    /// The shares of positions in which two of the three chosen rivals differ: first and second, first and third,
    /// second and third. `None` if fewer than three are near one half.
    differences: Option<[f64; 3]>,
    /// The correlation over all pairs between their distance and their share of different moves.
    correlation: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("rivals-thesis")?, args.resuming)?;
    let agent = agent()?;
    let mut all = Vec::new();
    for &beta in &args.betas {
        let mut runs = Vec::new();
        for seed in args.play.seed..args.play.seed + args.runs {
            let settings = match args.chapter {
                7 => Settings { beta, ..Settings::chapter_7(seed, args.play.threads()) },
                _ => Settings::chapter_6(beta, seed, args.play.threads()),
            };
            runs.push(evolve(&settings, &agent, &mut journal)?);
        }
        all.push((beta, runs));
    }
    let text = format!(
        "Scores of the {INDIVIDUALS} individuals of the last population in {GAMES} games against the agent: mean, \
         standard deviation and number within {NEAR} of one half; the share of {POSITIONS} positions in which two of \
         the three chosen rivals differ (mean of the three pairs); the correlation of distance and different moves. \
         Medians of {} runs, with the least and the largest (tables 6.1 and 6.3, figures 6.3, 6.4 and 6.7 to \
         6.12):\n\n{}\nThe mean of f_wr by cycle (figure 6.5):\n\n{}\nThe mean of f_sim by cycle (figure \
         6.6):\n\n{}",
        args.runs,
        finishes(&all, args.chapter == 6),
        curves(&all, |generation| generation.evenness),
        curves(&all, |generation| generation.likeness),
    );
    args.output.report("rivals-thesis", &text)
}

/// The agent of chapter 6: the weights of Beginner at depth 2.
pub(crate) fn agent() -> anyhow::Result<Personality> {
    let mut file = player::to_json(&load("beginner")?)?;
    file["search"] = json!({"depth": 2, "ties": "random"});
    player::from_json(&file)
}

fn evolve(settings: &Settings, agent: &Personality, journal: &mut Journal) -> anyhow::Result<Evolution> {
    let Settings { beta, seed, .. } = settings;
    let chapter = if settings.natural { "chapter 7, " } else { "" };
    let mut population = first(settings);
    let mut generations = Vec::new();
    for number in 0..settings.cycles {
        let generation: Generation =
            journal.part(&format!("{chapter}beta {beta}, seed {seed}, cycle {number}"), || {
                cycle(settings, number, &mut population, agent);
                Ok(Generation::new(settings, population.clone(), agent))
            })?;
        population.clone_from(&generation.population);
        generations.push(generation);
    }
    let evolution: Evolution =
        journal.part(&format!("{chapter}beta {beta}, seed {seed}, finish"), || finish(settings, &population, agent))?;
    Ok(Evolution { generations, ..evolution })
}

fn finish(settings: &Settings, population: &[Weights], agent: &Personality) -> anyhow::Result<Evolution> {
    let ratings = rate(settings, population, agent, GAMES);
    let players: Vec<Personality> = population.iter().map(|weights| settings.player("individual", weights)).collect();
    let shares = mismatch(&players, &load("intermediate")?, POSITIONS, POSITION_SEED);
    let mut pairs = Vec::new();
    for (first, weights) in population.iter().enumerate() {
        for (second, others) in population.iter().enumerate().skip(first + 1) {
            pairs.push((distance(weights, others).sqrt(), shares[first][second]));
        }
    }
    let chosen: Option<[usize; 3]> = three(&ratings).try_into().ok();
    Ok(Evolution {
        generations: Vec::new(),
        scores: ratings.iter().map(|(_, score)| *score).collect(),
        differences: chosen.map(|[a, b, c]| [shares[a][b], shares[a][c], shares[b][c]]),
        correlation: correlation(&pairs),
    })
}

/// The number of scores near one half.
fn near(scores: &[f64]) -> usize {
    scores.iter().filter(|score| (*score - 0.5).abs() <= NEAR).count()
}

/// The table of last populations for each beta, compared with the thesis's if it has them: chapter 7 has none.
fn finishes(all: &[(f64, Vec<Evolution>)], compares: bool) -> Table {
    let mut table = Table::new(
        "beta | mean | *thesis* | deviation | *thesis* | near one half | *thesis* | different moves | *thesis* | \
         runs with three rivals | correlation",
    );
    for (beta, runs) in all {
        let differences: Vec<f64> = runs.iter().filter_map(|run| run.differences).map(|shares| mean(&shares)).collect();
        let thesis = THESIS.iter().find(|(name, _)| compares && *name == beta.to_string()).map(|(_, points)| points);
        let thesis = thesis.map(|points| points.map(|points| points / 100.0));
        table.row(cells![
            beta,
            range(runs.iter().map(|run| mean(&run.scores)), 3),
            thesis.map_or_else(String::new, |scores| format!("{:.3}", mean(&scores))),
            range(runs.iter().map(|run| deviation(&run.scores)), 3),
            thesis.map_or_else(String::new, |scores| format!("{:.3}", deviation(&scores))),
            range(runs.iter().map(|run| near(&run.scores) as f64), 0),
            thesis.map_or_else(String::new, |scores| near(&scores).to_string()),
            range(differences.iter().copied(), 2),
            if compares && *beta == 0.001 { format!("{:.2}", mean(&DIFFERENCES)) } else { String::new() },
            differences.len(),
            range(runs.iter().map(|run| run.correlation), 2),
        ]);
    }
    table
}

/// A figure of the population after each cycle: the mean over the runs of each beta.
fn curves(all: &[(f64, Vec<Evolution>)], figure: fn(&Generation) -> f64) -> Table {
    let names: Vec<String> = all.iter().map(|(beta, _)| format!("beta {beta}")).collect();
    let mut table = Table::new(&format!("cycle | {}", names.join(" | ")));
    let cycles = all.iter().flat_map(|(_, runs)| runs).map(|run| run.generations.len()).max().unwrap_or(0);
    for cycle in 0..cycles {
        let mut row = cells![cycle + 1];
        for (_, runs) in all {
            let values: Vec<f64> = runs.iter().map(|run| figure(&run.generations[cycle])).collect();
            row.push(format!("{:.3}", mean(&values)));
        }
        table.row(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_s_columns_have_its_means() {
        let runs = THESIS.map(|(beta, points)| {
            let scores = points.map(|points| points / 100.0).to_vec();
            let run = Evolution { generations: Vec::new(), scores, differences: Some(DIFFERENCES), correlation: 0.5 };
            (beta.parse().unwrap(), vec![run])
        });
        let table = finishes(&runs, true).to_string();
        // Table 6.1 has means 0.247, 0.468 and 0.471, and deviations 0.161, 0.115 and 0.067.
        let row = "| 0.001 | 0.467 (0.467 to 0.467) | 0.467 | 0.115 (0.115 to 0.115) | 0.115 | 14 (14 to 14) | 14 |";
        assert!(table.contains(row), "{table}");
        assert!(table.contains("| 0.247 | 0.161 (0.161 to 0.161) | 0.161 | 4 (4 to 4) | 4 |"), "{table}");
        assert!(!finishes(&runs, false).to_string().contains("| 0.115 | 14"), "chapter 7 has no such figures");
        assert!(table.contains("| 0.471 | 0.067 (0.067 to 0.067) | 0.067 | 16 (16 to 16) | 16 |"), "{table}");
    }
}
