//! Agents with a misjudged target and the correction during the game, tables 5.4 and 5.5 of Ueda's thesis (2012).

use anyhow::Context;
use rival::players::{Personality, load};
use rival::thesis::Profile;
use serde_json::{Value, json};

use crate::agents::OTHER_OPENINGS;
use crate::imitation::Imitation;
use crate::journal::{Journal, Resuming};
use crate::numbers::largest;
use crate::output::Output;
use crate::play::{Play, score};
use crate::table::{Table, cells};
use crate::thesis::agent::Manner;
use crate::{player, self_play};

const PLAYERS: &str = "intermediate,beginner,bp1-fs3,board-hand,uct-100,uct-1000";
/// The errors of the targets, in points.
const ERRORS: [f64; 3] = [-10.0, 0.0, 10.0];
/// The compared ways to correct a target.
const WAYS: [&str; 4] = ["none", "the thesis's", "steering", "steering, calibrated"];

/// A cell of tables 5.4 and 5.5: games that the agent won and lost of 200, before and after the correction.
struct Figure {
    player: &'static str,
    error: f64,
    before: [u32; 2],
    after: [u32; 2],
}

const FIGURES: [Figure; 4] = [
    Figure { player: "intermediate", error: -10.0, before: [161, 35], after: [99, 98] },
    Figure { player: "intermediate", error: 10.0, before: [43, 153], after: [89, 107] },
    Figure { player: "beginner", error: -10.0, before: [162, 38], after: [130, 68] },
    Figure { player: "beginner", error: 10.0, before: [98, 100], after: [116, 79] },
];

/// Agents whose target is misjudged by 10 points: tables 5.4 and 5.5 of the thesis (15 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The players: shipped names.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = PLAYERS)]
    players: Vec<String>,
    /// Games of each match, an even number.
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

/// The target of a player's agent, and the agent's scores: a row for each of [`ERRORS`], a column for each of [`WAYS`].
type Results = (f64, [[f64; WAYS.len()]; ERRORS.len()]);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("correction")?, args.resuming)?;
    let mut all_results = Vec::new();
    for name in &args.players {
        let key = format!("{name} {} {}", args.games, args.play.seed);
        let results: Results = journal.part(&key, || measure(&load(name)?, args))?;
        all_results.push((name.as_str(), results));
    }
    let text = format!(
        "Scores of the agent; ours in {} games (half a 95 % interval is 0.05), the thesis's in 200.\n\n{}\n\
         Misjudged by 10 either way, distance from one half at worst:\n\n{}",
        args.games,
        scores(&all_results),
        distances(&all_results)
    );
    args.output.report("correction", &text)
}

fn measure(player: &Personality, args: &Args) -> anyhow::Result<Results> {
    let profile = self_play::profile(player, self_play::GAMES, args.play)?;
    let mut scores = [[0.0; WAYS.len()]; ERRORS.len()];
    for (column, way) in WAYS.iter().enumerate() {
        let mut file = agent(way, &profile, player, args)?;
        let measured = file["choice"]["target"].as_f64().context("the agent: found no single target, expected one")?;
        for (row, error) in ERRORS.iter().enumerate() {
            file["choice"]["target"] = Value::from((measured + error).max(0.0));
            let play = args.play.seeded(args.play.seed + OTHER_OPENINGS);
            let results = play.paired([&player::from_json(&file)?, player], args.games, self_play::OPENING_PLIES);
            scores[row][column] = score(&results);
        }
    }
    Ok((self_play::mean_loss(&profile), scores))
}

/// The file of the agent with the measured target and one of the corrections.
fn agent(way: &str, profile: &Profile, player: &Personality, args: &Args) -> anyhow::Result<Value> {
    let manner = Manner { flat: true, corrects: way.starts_with("steering") };
    let imitation = Imitation { profile, manner, play: args.play };
    let agent = if way == "steering, calibrated" {
        imitation.calibrated(player, 8, 100)?.0
    } else {
        imitation.uncalibrated()?
    };
    let mut file = player::to_json(&agent)?;
    if way == "the thesis's" {
        // Formula 5.1. The thesis says "from some move on"; here it is move 11.
        file["choice"]["correction"] = json!({"from": 11, "ahead": 50, "weaker": 15, "behind": -160, "stronger": 15});
    }
    Ok(file)
}

fn scores(all_results: &[(&str, Results)]) -> Table {
    let ways = WAYS.map(|way| format!("correction: {way}")).join(" | ");
    let mut table = Table::new(&format!("player | target | wrong by | {ways} | *thesis: before* | *after*"));
    for (player, (target, scores)) in all_results {
        for (error, by_way) in ERRORS.iter().zip(scores) {
            let mut cells = cells![player, format!("{:.2}", (target + error).max(0.0)), format!("{error:+.0}")];
            cells.extend(by_way.map(|score| format!("{score:.3}")));
            let figure = FIGURES.iter().find(|figure| figure.player == *player && figure.error == *error);
            cells.extend(figure.map_or_else(Default::default, |figure| [figure.before, figure.after].map(theirs)));
            table.row(cells);
        }
    }
    table
}

/// The thesis's score, from games won and lost of 200; the others were drawn.
fn theirs([won, lost]: [u32; 2]) -> String {
    format!("{:.3}", (f64::from(won) + f64::from(200 - won - lost) / 2.0) / 200.0)
}

fn distances(all_results: &[(&str, Results)]) -> Table {
    let players: Vec<&str> = all_results.iter().map(|(player, _)| *player).collect();
    let mut table = Table::new(&format!("correction | {} | within 0.10", players.join(" | ")));
    for (column, way) in WAYS.iter().enumerate() {
        let mut distances = Vec::new();
        for (_, (_, scores)) in all_results {
            distances.push(largest(&[scores[0][column], scores[2][column]].map(|score| (score - 0.5).abs())));
        }
        let near = distances.iter().filter(|distance| **distance <= 0.1).count();
        let mut cells = cells![way];
        cells.extend(distances.iter().map(|distance| format!("{distance:.3}")));
        cells.push(format!("{near} of {}", distances.len()));
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_s_score_counts_draws_half() {
        assert_eq!(theirs([161, 35]), "0.815");
        let results = [("beginner", (28.0, [[0.7; 4], [0.5; 4], [0.45; 4]]))];
        let table = scores(&results).to_string();
        assert!(
            table.contains("| beginner | 18.00 | -10 | 0.700 | 0.700 | 0.700 | 0.700 | 0.810 | 0.655 |"),
            "{table}"
        );
        assert!(table.contains("| beginner | 28.00 | +0 | 0.500 | 0.500 | 0.500 | 0.500 |  |  |"), "{table}");
        assert!(distances(&results).to_string().contains("| none | 0.200 | 0 of 1 |"));
    }
}
