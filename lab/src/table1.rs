//! Table 1 of the paper on the weights of a linear evaluator, for each reading of its noise.

use rival::board::Objective;
use rival::players::duel::{Duel, Seat};
use rival::players::{Personality, load};
use rival::stats::Tally;
use serde_json::Value;

use crate::output::Output;
use crate::play::Play;
use crate::player;
use crate::table::{Table, cells};

/// A row of the paper's table: games won, lost and drawn of 1,000 against a random mover, in each seat.
struct Row {
    player: &'static str,
    /// The counts as first player, then as second.
    seats: [[u64; 3]; 2],
}

const PAPER: [Row; 7] = [
    Row { player: "bp", seats: [[749, 215, 36], [739, 215, 46]] },
    Row { player: "fs", seats: [[832, 139, 29], [820, 154, 26]] },
    Row { player: "cn", seats: [[659, 326, 15], [612, 367, 21]] },
    Row { player: "bp1-fs3", seats: [[982, 12, 6], [981, 13, 6]] },
    Row { player: "bp5-cn1", seats: [[802, 154, 44], [802, 168, 30]] },
    Row { player: "fs5-cn1", seats: [[813, 166, 21], [842, 140, 18]] },
    Row { player: "bp2-fs5-cn1", seats: [[981, 11, 8], [977, 18, 5]] },
];

pub(crate) const SEATS: [(Seat, &str); 2] = [(Seat::Black, "first"), (Seat::White, "second")];

/// The noise of a feature in a reading.
struct Noise {
    feature: &'static str,
    /// The factor on the shipped weight.
    factor: f64,
    /// The largest random number that is added to the feature.
    amplitude: f64,
}

/// A reading of the paper's noise.
struct Reading {
    name: &'static str,
    formula: &'static str,
    /// The choice among equal moves: the field `ties`.
    ties: &'static str,
    noise: &'static [Noise],
}

const READINGS: [Reading; 4] = [
    Reading { name: "none", formula: "no noise, the first of equal moves", ties: "first", noise: &[] },
    Reading { name: "ties", formula: "no noise, one of equal moves at random", ties: "random", noise: &[] },
    Reading {
        name: "usual",
        formula: "BP + rnd\\*3, ((own - opponent's) + rnd\\*3)\\*11, (count + rnd\\*2)\\*10",
        ties: "first",
        noise: &[
            Noise { feature: "disc-squares", factor: 1.0, amplitude: 3.0 },
            Noise { feature: "edge-runs", factor: 1.0, amplitude: 3.0 },
            Noise { feature: "mobility", factor: 1.0, amplitude: 2.0 },
        ],
    },
    Reading {
        name: "printed",
        formula: "BP + rnd\\*3, (own - opponent's) + rnd\\*3\\*11, (count + rnd\\*2)\\*10",
        ties: "first",
        noise: &[
            Noise { feature: "disc-squares", factor: 1.0, amplitude: 3.0 },
            Noise { feature: "edge-runs", factor: 1.0 / 11.0, amplitude: 33.0 },
            Noise { feature: "mobility", factor: 1.0, amplitude: 2.0 },
        ],
    },
];

/// Table 1 of the paper on a linear evaluator against a random mover, by each reading of its noise (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games a row and seat of the table.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Games a row and seat of the comparison of readings.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    fit_games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

/// The results of each row in both seats, for each reading.
type Results = Vec<Vec<[Tally; 2]>>;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let results = play_all(args.games, args.play)?;
    let many_results = play_all(args.fit_games, args.play)?;
    let mut text = String::from("Readings of the noise (`rnd` is a fresh draw from [0, 1) at each use):\n\n");
    for Reading { name, formula, .. } in &READINGS {
        text += &format!("- **{name}**: {formula};\n");
    }
    text += &format!(
        "\nGames out of 1000 against `random`, each from the normal start; the figure after ± is the standard error of \
         the games won. Ours: {} games a row and seat; the paper's: 1000.\n\n{}",
        args.games,
        comparison(&results)
    );
    text += &format!(
        "\nHow far each reading is from the paper: chi-square of won, lost and drawn between {} of our games and the \
         paper's 1000. Each cell has two degrees of freedom, so 6.0 is passed by chance once in twenty, 9.2 once in a \
         hundred.\n\n{}",
        args.fit_games,
        fit(&many_results)
    );
    args.output.report("table1", &text)
}

/// Plays every row with every reading.
fn play_all(games: u64, play: Play) -> anyhow::Result<Results> {
    let random = load("random")?;
    let mut results = Vec::new();
    for row in &PAPER {
        let mut by_reading = Vec::new();
        for reading in &READINGS {
            let personality = noisy(row.player, reading)?;
            by_reading.push(SEATS.map(|(seat, _)| seated([&personality, &random], seat, games, play)));
        }
        eprintln!("table1: {games} games of {} a seat and reading", row.player);
        results.push(by_reading);
    }
    Ok(results)
}

/// A match in which the first player always has one seat.
pub(crate) fn seated(players: [&Personality; 2], seat: Seat, games: u64, play: Play) -> Tally {
    let duel = Duel { players, rule: Objective::Normal, games, opening_plies: 0, seat, seed: play.seed };
    duel.run(play.threads(), &|| {}).total()
}

/// The shipped personality with the noise of a reading.
fn noisy(name: &str, reading: &Reading) -> anyhow::Result<Personality> {
    let mut file = player::to_json(&load(name)?)?;
    file["search"]["ties"] = reading.ties.into();
    for feature in file["features"].as_array_mut().into_iter().flatten() {
        let noise = reading.noise.iter().find(|noise| feature["feature"] == noise.feature);
        let weight = feature["weight"].as_f64().unwrap_or_default();
        feature["weight"] = Value::from(weight * noise.map_or(1.0, |noise| noise.factor));
        feature["noise"] = Value::from(noise.map_or(0.0, |noise| noise.amplitude));
    }
    player::from_json(&file)
}

fn counts(tally: Tally) -> [u64; 3] {
    [tally.wins, tally.losses, tally.draws]
}

/// Wins, losses and draws per thousand games; the wins with their standard error.
fn per_mille(counts: [u64; 3]) -> [String; 3] {
    let games = counts.iter().sum::<u64>() as f64;
    let shares = counts.map(|count| count as f64 / games);
    let error = 1000.0 * (shares[0] * (1.0 - shares[0]) / games).sqrt();
    let [won, lost, drawn] = shares.map(|share| format!("{:.0}", 1000.0 * share));
    [format!("{won} ± {error:.0}"), lost, drawn]
}

fn comparison(results: &Results) -> Table {
    let mut table = Table::new("player | reading | first: won | lost | drawn | second: won | lost | drawn");
    for (row, by_reading) in PAPER.iter().zip(results) {
        table.row([cells![format!("**{}**", row.player), "*paper*"], row.seats.map(per_mille).concat()].concat());
        for (reading, seats) in READINGS.iter().zip(by_reading) {
            table.row([cells!["", reading.name], seats.map(|tally| per_mille(counts(tally))).concat()].concat());
        }
    }
    table
}

/// Pearson's statistic for two samples of one distribution over won, lost, drawn; two degrees of freedom.
fn chi_square(ours: [u64; 3], theirs: [u64; 3]) -> f64 {
    let our_games = ours.iter().sum::<u64>() as f64;
    let their_games = theirs.iter().sum::<u64>() as f64;
    let mut total = 0.0;
    for (our_count, their_count) in ours.into_iter().zip(theirs) {
        let share = (our_count + their_count) as f64 / (our_games + their_games);
        if share > 0.0 {
            total += (our_count as f64 - our_games * share).powi(2) / (our_games * share)
                + (their_count as f64 - their_games * share).powi(2) / (their_games * share);
        }
    }
    total
}

fn fit(results: &Results) -> Table {
    let readings: Vec<&str> = READINGS.iter().map(|reading| reading.name).collect();
    let mut table = Table::new(&format!("player | seat | {}", readings.join(" | ")));
    let mut totals = [0.0; READINGS.len()];
    for (row, by_reading) in PAPER.iter().zip(results) {
        for (seat, (_, seat_name)) in SEATS.iter().enumerate() {
            let distances = by_reading.iter().map(|seats| chi_square(counts(seats[seat]), row.seats[seat]));
            let distances: Vec<f64> = distances.collect();
            totals.iter_mut().zip(&distances).for_each(|(total, distance)| *total += distance);
            let mut cells = cells![row.player, seat_name];
            cells.extend(distances.iter().map(|distance| format!("{distance:.1}")));
            table.row(cells);
        }
    }
    let totals = totals.map(|total| format!("{total:.0}")).to_vec();
    table.row([cells!["**sum**", "(28 degrees of freedom)"], totals].concat());
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_have_no_distance_and_the_paper_s_row_is_per_mille() {
        assert_eq!(chi_square([750, 200, 50], [1500, 400, 100]), 0.0);
        // The sum of four terms (600 - 500)^2 / 500.
        assert!((chi_square([600, 400, 0], [400, 600, 0]) - 80.0).abs() < 1e-9);
        assert_eq!(per_mille([749, 215, 36]), ["749 ± 14", "215", "36"]);
    }

    #[test]
    fn noise_changes_what_its_reading_names() {
        let quiet = noisy("bp2-fs5-cn1", &READINGS[0]).unwrap();
        let shipped = load("bp2-fs5-cn1").unwrap();
        assert_eq!(quiet.kind, shipped.kind);
        let printed = player::to_json(&noisy("fs", &READINGS[3]).unwrap()).unwrap();
        let feature = &printed["features"][0];
        assert_eq!([feature["weight"].as_f64(), feature["noise"].as_f64()], [Some(1.0), Some(33.0)]);
    }
}
