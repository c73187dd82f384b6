//! Agents against the players that they copy, table 5.3 of Ueda's thesis (2012).

use rival::players::{Personality, load};
use rival::stats::Z95;
use serde_json::{Value, json};

use crate::imitation::Imitation;
use crate::journal::{Journal, Resuming};
use crate::numbers::{largest, mean};
use crate::output::Output;
use crate::play::{Play, score, score_in_words};
use crate::table::{Table, cells};
use crate::thesis::agent::Manner;
use crate::{player, self_play};

const PLAYERS: &str = "random,greedy,static-normal,bp,fs,cn,bp1-fs3,linear,beginner,intermediate,advanced,uct-100,\
    uct-1000,expert-1,expert-2,board-hand,expert";

/// Ways to make an agent: the thesis's, calibrated against the player, and calibrated against a stand-in, as for a
/// human.
const WAYS: [&str; 3] = ["thesis", "player", "stand-in"];

/// The thesis's figures: the target, and the games that the agent won and lost of 200; the others were drawn.
const THESIS: [(&str, f64, u32, u32); 5] = [
    ("Reversi in C# Intermediate", 25.12, 111, 85),
    ("Reversi in C# Beginner", 28.98, 96, 100),
    ("UCT, 1 s a move", 36.68, 114, 87),
    ("UCT, 10 s a move", 26.51, 118, 80),
    ("UCT+, 10 s a move", 21.47, 97, 99),
];

/// The seed of the matches is that of the calibration plus this, so that the openings differ.
pub(crate) const OTHER_OPENINGS: u64 = 98;

/// Agents against the players that they copy: table 5.3 of the thesis (15 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The players: shipped names, greedy, expert-1, expert-2 and uct-10000.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = PLAYERS)]
    players: Vec<String>,
    /// Rounds of calibration.
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: u32,
    /// Games of a round, an even number.
    #[arg(long, value_name = "N", default_value_t = 100)]
    round_games: u64,
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

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("agents")?, args.resuming)?;
    let mut table = Table::new(
        "player | mean loss | deviation | rank | thesis's method | calibrated against the player | against a stand-in",
    );
    let mut scores: [Vec<f64>; WAYS.len()] = Default::default();
    for name in &args.players {
        let key = format!("{name} {} {} {} {}", args.rounds, args.round_games, args.games, args.play.seed);
        let (row, row_scores): (Vec<String>, [f64; WAYS.len()]) = journal.part(&key, || measure(name, args))?;
        table.row(row);
        scores.iter_mut().zip(row_scores).for_each(|(scores, score)| scores.push(score));
    }
    let mut text = format!(
        "Scores of the agent with their 95 % intervals.\n\n`greedy` counts discs one ply ahead, `expert-1` and \
         `expert-2` have the expert weights and look one and two plies ahead; the others are shipped.\n\n{table}"
    );
    for (way, scores) in WAYS.iter().zip(&scores) {
        let distances: Vec<f64> = scores.iter().map(|score| (score - 0.5).abs()).collect();
        text += &format!(
            "\nDistance from one half, {way}: {:.3} on average, {:.3} at worst ({} players).\n",
            mean(&distances),
            largest(&distances),
            distances.len()
        );
    }
    text += &format!("\nThe thesis's, 200 games each (the others were drawn, and count half):\n\n{}", thesis());
    args.output.report("agents", &text)
}

fn thesis() -> Table {
    let mut table = Table::new("player | target | agent won | lost | score");
    for (player, target, won, lost) in THESIS {
        let drawn = 200_u32.saturating_sub(won + lost);
        let score = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(won + lost + drawn);
        table.row(cells![player, format!("{target:.2}"), won, lost, format!("{score:.3}")]);
    }
    table
}

/// A shipped player, or one made from the expert weights or from `uct-1000`.
fn opponent(name: &str) -> anyhow::Result<Personality> {
    if name == "uct-10000" {
        let mut file = player::to_json(&load("uct-1000")?)?;
        file["name"] = name.into();
        file["playouts"]["count"] = 10_000.into();
        return player::from_json(&file);
    }
    let depth = match name {
        "greedy" | "expert-1" => 1,
        "expert-2" => 2,
        _ => return player::player(name),
    };
    let mut file = player::to_json(&load("expert")?)?;
    if name == "greedy" {
        let features = file["features"].as_array().cloned().unwrap_or_default();
        let discs: Vec<Value> = features.into_iter().filter(|feature| feature["feature"] == "discs").collect();
        file["features"] = discs.into();
    }
    file["name"] = name.into();
    file["search"] = json!({"depth": depth, "ties": "random"});
    player::from_json(&file)
}

/// The cells for the losses of a player in games against itself and for its agents; and the agents' scores against it,
/// in the order of [`WAYS`].
fn measure(name: &str, args: &Args) -> anyhow::Result<(Vec<String>, [f64; WAYS.len()])> {
    let player = opponent(name)?;
    let profile = self_play::profile(&player, self_play::GAMES, args.play)?;
    let [mean_loss, deviation, rank] = self_play::losses(&profile);
    let error = profile.loss().and_then(|loss| loss.error).unwrap_or_default();
    let mut cells = cells![name, format!("{mean_loss} ± {:.2}", Z95 * error), deviation, rank];
    let mut scores = [0.0; WAYS.len()];
    for (way, way_score) in WAYS.iter().zip(&mut scores) {
        let manner = Manner { flat: *way == "thesis", corrects: false };
        let imitation = Imitation { profile: &profile, manner, play: args.play };
        let agent = match *way {
            "thesis" => imitation.uncalibrated()?,
            "player" => imitation.calibrated(&player, args.rounds, args.round_games)?.0,
            _ => imitation.calibrated(&imitation.stand_in()?, args.rounds, args.round_games)?.0,
        };
        let play = args.play.seeded(args.play.seed + OTHER_OPENINGS);
        let results = play.paired([&agent, &player], args.games, self_play::OPENING_PLIES);
        cells.extend(results.score().as_ref().map(score_in_words));
        *way_score = score(&results);
    }
    Ok((cells, scores))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_exists_and_greedy_thinks_of_discs_alone() {
        assert!(PLAYERS.split(',').all(|name| opponent(name).is_ok()));
        let greedy = player::to_json(&opponent("greedy").unwrap()).unwrap();
        assert_eq!(greedy["features"].as_array().unwrap().len(), 1);
        assert!(thesis().to_string().contains("| Reversi in C# Beginner | 28.98 | 96 | 100 | 0.490 |"));
    }
}
