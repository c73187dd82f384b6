//! The genetic algorithm of chapter 6 of Ueda's thesis (2012): tables 6.1 to 6.3, figures 6.3 and 6.4.

use std::collections::BTreeMap;

use anyhow::bail;
use rival::players::{Personality, load};
use serde_json::json;

use crate::journal::{Journal, Resuming};
use crate::mismatch::mismatch;
use crate::numbers::{correlation, deviation, largest, mean, smallest};
use crate::output::Output;
use crate::play::Play;
use crate::player;
use crate::table::{Table, cells};
use crate::thesis::genetic::{self, Settings, Weights, cycle, first, rate, three};

const INDIVIDUALS: usize = 20;
/// Table 6.1: scores of the individuals against the agent, in games and halves of 100, by beta.
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
/// Tables 6.2 and 6.3: weights of openness, mobility and stable discs with the score, and the share of positions in
/// which two of these rivals choose different moves.
const THREE: [[f64; 4]; 3] =
    [[1183.0, 6130.0, 7417.0, 0.52], [612.0, 1378.0, 8009.0, 0.54], [692.0, 693.0, 1844.0, 0.485]];
const MISMATCH: [f64; 3] = [0.2533, 0.3533, 0.3167];
/// Games that rate an individual of the last population.
const GAMES: u64 = 100;
/// The largest distance from one half of a score that counts as near it.
const NEAR: f64 = 0.1;
/// Positions in which moves are compared, and their seed.
const POSITIONS: usize = 300;
const POSITION_SEED: u64 = 1;
/// Distances in a row of the last table.
const WIDTH: f64 = 0.5;

/// The genetic algorithm of chapter 6 for three betas: tables 6.1 to 6.3, figures 6.3 and 6.4 (2 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Betas of the thesis.
    #[arg(long, value_name = "BETA,...", value_delimiter = ',', default_value = "0.01,0.001,0.0001")]
    betas: Vec<String>,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

/// A beta with its last population: the thesis's points of 100, and our scores with their weights.
struct Evolution {
    beta: &'static str,
    theirs: [f64; INDIVIDUALS],
    population: Vec<(Weights, f64)>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("rivals-thesis")?, args.resuming)?;
    let agent = agent()?;
    let mut evolutions = Vec::new();
    for wanted in &args.betas {
        let Some((beta, theirs)) = THESIS.iter().find(|(beta, _)| beta == wanted) else {
            bail!("--betas: found {wanted}, expected betas of the thesis");
        };
        let population = evolve(beta.parse()?, &agent, args.play, &mut journal)?;
        evolutions.push(Evolution { beta, theirs: *theirs, population });
    }
    let mut text = format!(
        "Scores of the {INDIVIDUALS} individuals of the last population in {GAMES} games against the agent, in order \
         (table 6.1; standard deviations with the divisor {}):\n\n{}",
        INDIVIDUALS - 1,
        scores(&evolutions)
    );
    for Evolution { beta, population, .. } in &evolutions {
        text += &format!(
            "\nBeta {beta}, the three rivals (tables 6.2 and 6.3, which are of beta 0.001):\n\n{}\n\
             Beta {beta}, distance in log space against different moves in {POSITIONS} positions (figures 6.3 and 6.4, \
             which are of beta 0.01):\n\n{}",
            chosen(population)?,
            pairs(population)?
        );
    }
    args.output.report("rivals-thesis", &text)
}

/// The agent of chapter 6: the weights of Beginner at depth 2.
fn agent() -> anyhow::Result<Personality> {
    let mut file = player::to_json(&load("beginner")?)?;
    file["search"] = json!({"depth": 2, "ties": "random"});
    player::from_json(&file)
}

/// The last population with its scores.
fn evolve(beta: f64, agent: &Personality, play: Play, journal: &mut Journal) -> anyhow::Result<Vec<(Weights, f64)>> {
    let settings = Settings::chapter_6(beta, play.seed, play.threads());
    let mut population = first(&settings);
    for number in 0..settings.cycles {
        population = journal.part(&format!("beta {beta}, seed {}, cycle {number}", play.seed), || {
            cycle(&settings, number, &mut population, agent);
            Ok(population)
        })?;
    }
    Ok(rate(&settings, &population, agent, GAMES))
}

/// Table 6.1, with the individuals of each column sorted by score, because their numbers have no meaning.
fn scores(evolutions: &[Evolution]) -> Table {
    let mut head = String::from("individual");
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for Evolution { beta, theirs, population } in evolutions {
        head += &format!(" | beta {beta}: ours | *thesis*");
        columns.push(population.iter().map(|(_, score)| *score).collect());
        columns.push(theirs.map(|points| points / 100.0).to_vec());
    }
    columns.iter_mut().for_each(|column| column.sort_by(f64::total_cmp));
    let mut table = Table::new(&head);
    for number in 0..INDIVIDUALS {
        let scores = columns.iter().map(|column| format!("{:.3}", column[number])).collect();
        table.row([cells![number + 1], scores].concat());
    }
    let means = columns.iter().map(|column| format!("{:.4}", mean(column))).collect();
    table.row([cells!["mean"], means].concat());
    let deviations = columns.iter().map(|column| format!("{:.4}", deviation(column))).collect();
    table.row([cells!["standard deviation"], deviations].concat());
    let near = columns.iter().map(|column| column.iter().filter(|score| (*score - 0.5).abs() <= NEAR).count());
    table.row([cells!["within 0.1 of one half"], near.map(|count| count.to_string()).collect()].concat());
    table
}

/// Tables 6.2 and 6.3.
fn chosen(population: &[(Weights, f64)]) -> anyhow::Result<String> {
    let chosen = three(population);
    if chosen.len() < THREE.len() {
        return Ok("Fewer than three individuals are within 0.1 of one half.\n".to_owned());
    }
    let mut table = Table::new(
        "rival | openness | mobility | stable discs | score | *thesis: openness* | *mobility* | *stable discs* | *score*",
    );
    let mut weights = Vec::new();
    for ((letter, number), theirs) in ["A", "B", "C"].iter().zip(chosen).zip(THREE) {
        let ([openness, mobility, stable], score) = population[number];
        let ours = cells![letter, openness, mobility, stable, format!("{score:.3}")];
        table.row([ours, theirs.map(|figure| figure.to_string()).to_vec()].concat());
        weights.push(population[number].0);
    }
    let shares = shares(&weights)?;
    let mut differences = Table::new("different moves | A and B | A and C | B and C");
    for (name, shares) in [("ours", [shares[0][1], shares[0][2], shares[1][2]]), ("*thesis*", MISMATCH)] {
        differences.row([cells![name], shares.map(|share| format!("{share:.3}")).to_vec()].concat());
    }
    Ok(format!("{table}\n{differences}"))
}

/// The share of positions in which two individuals choose different moves, for each pair.
fn shares(weights: &[Weights]) -> anyhow::Result<Vec<Vec<f64>>> {
    let depth = Settings::chapter_6(0.0, 0, 1).depth;
    let players: Vec<Personality> =
        weights.iter().map(|weights| genetic::player("individual", weights, depth)).collect();
    Ok(mismatch(&players, &load("intermediate")?, POSITIONS, POSITION_SEED))
}

/// Figures 6.3 and 6.4, for all pairs and for two individuals.
fn pairs(population: &[(Weights, f64)]) -> anyhow::Result<String> {
    let weights: Vec<Weights> = population.iter().map(|(weights, _)| *weights).collect();
    let shares = shares(&weights)?;
    let mut rows: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut all = Vec::new();
    for (number, own) in weights.iter().enumerate() {
        for other in number + 1..weights.len() {
            let distance = genetic::distance(own, &weights[other]).sqrt();
            rows.entry((distance / WIDTH) as usize).or_default().push(shares[number][other]);
            all.push((distance, shares[number][other]));
        }
    }
    let mut table = Table::new("distance | pairs | different moves on average | least | most");
    for (step, shares) in &rows {
        let range = format!("{:.1} to {:.1}", *step as f64 * WIDTH, (*step + 1) as f64 * WIDTH);
        let figures = [mean(shares), smallest(shares), largest(shares)].map(|share| format!("{share:.3}"));
        table.row([cells![range, shares.len()], figures.to_vec()].concat());
    }
    let mut of_two = Vec::new();
    for number in [0, 1] {
        let others = (0..weights.len()).filter(|other| *other != number);
        let pairs =
            others.map(|other| (genetic::distance(&weights[number], &weights[other]).sqrt(), shares[number][other]));
        of_two.push(format!("{:.2}", correlation(&pairs.collect::<Vec<_>>())));
    }
    Ok(format!(
        "{table}\nCorrelation of distance and share of different moves: {} for the first two individuals with the {} \
         others, {:.2} over all {} pairs.\n",
        of_two.join(" and "),
        weights.len() - 1,
        correlation(&all),
        all.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_s_columns_have_its_means() {
        let evolutions = THESIS.map(|(beta, theirs)| Evolution {
            beta,
            theirs,
            population: theirs.map(|points| ([1.0; 3], points / 100.0)).to_vec(),
        });
        let table = scores(&evolutions).to_string();
        // Table 6.1: means 0.247, 0.468 and 0.471, deviations 0.161, 0.115 and 0.067.
        assert!(table.contains("| mean | 0.2470 | 0.2470 | 0.4675 | 0.4675 | 0.4705 | 0.4705 |"), "{table}");
        assert!(table.contains("| within 0.1 of one half | 4 | 4 | 14 | 14 | 16 | 16 |"), "{table}");
    }
}
