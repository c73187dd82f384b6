//! Moves that the filter of natural moves refuses, tables 7.3 and 7.4 of Ueda's thesis (2012).

use rival::players::{Personality, load};
use rival::thesis::Profile;
use serde_json::Value;

use crate::imitation::Imitation;
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};
use crate::thesis::agent::Manner;
use crate::thesis::genetic::{Settings, Weights};
use crate::thesis::{against_itself, measure, unnatural};
use crate::{player, self_play};

const AGENTS: [&str; 3] = ["corners-random", "beginner", "intermediate"];
/// Table 6.2: weights of openness, mobility and stable discs.
const INDIVIDUALS: [(&str, Weights); 3] = [
    ("thesis A", [1183.0, 6130.0, 7417.0]),
    ("thesis B", [612.0, 1378.0, 8009.0]),
    ("thesis C", [692.0, 693.0, 1844.0]),
];

/// Moves that the filter of natural moves refuses: tables 7.3 and 7.4 of the thesis (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games of each player against itself.
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new(
        "player | without the filter: refused | a game and side | mean loss | with the filter: refused | mean loss",
    );
    for name in AGENTS {
        let profile = self_play::profile(&load(name)?, self_play::GAMES, args.play)?;
        let imitation = Imitation { profile: &profile, manner: Manner::default(), play: args.play };
        table.row(row(&format!("agent of {name}"), player::to_json(&imitation.uncalibrated()?)?, args)?);
    }
    let chapter_7 = Settings::chapter_7(0, 1);
    for (name, weights) in INDIVIDUALS {
        table.row(row(name, player::to_json(&chapter_7.player("individual", &weights))?, args)?);
    }
    let text = format!(
        "Moves that the filter refuses, of both sides in {} games of each player against itself from random openings \
         of 8 plies, moves 9 to 60; the mean loss is of those moves.\n\n{table}",
        args.count
    );
    args.output.report("refused-moves", &text)
}

fn row(name: &str, mut file: Value, args: &Args) -> anyhow::Result<Vec<String>> {
    file["search"]["natural"] = false.into();
    let plain = Refusals::count(&player::from_json(&file)?, args)?;
    file["search"]["natural"] = true.into();
    let filtered = Refusals::count(&player::from_json(&file)?, args)?;
    let Refusals { refused, moves, mean_loss } = plain;
    let share = format!("{refused} of {moves} ({:.1} %)", 100.0 * f64::from(refused) / f64::from(moves));
    let a_side = format!("{:.1}", f64::from(refused) / (2 * args.count) as f64);
    let filtered_loss = format!("{:.1}", filtered.mean_loss);
    Ok(cells![name, share, a_side, format!("{mean_loss:.1}"), filtered.refused, filtered_loss])
}

/// The moves of a player in games against itself that the filter would refuse.
struct Refusals {
    refused: u32,
    moves: u32,
    mean_loss: f64,
}

impl Refusals {
    fn count(player: &Personality, args: &Args) -> anyhow::Result<Refusals> {
        let threads = args.play.threads();
        let games = against_itself(player, args.count, self_play::OPENING_PLIES, args.play.seed, threads);
        let mut profile = Profile::new(&player.name, load("tester")?, 60);
        profile.games = measure(&games, &profile.tester, profile.plies, threads)?;
        let (refused, moves) = unnatural(&games, profile.plies);
        Ok(Refusals { refused, moves, mean_loss: self_play::mean_loss(&profile) })
    }
}
