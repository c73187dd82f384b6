//! The check of the tester by players of very different strength, figures 5.1 to 5.3 of Ueda's thesis (2012).

use rival::players::load;
use rival::thesis::{Losses, Profile};

use crate::numbers::{mean, quantile};
use crate::output::Output;
use crate::play::{Play, counts};
use crate::self_play;
use crate::table::{Table, cells};

const PLAYERS: [&str; 4] = ["advanced", "intermediate", "uct-100", "uct-1000"];
/// Pairs of players, and the thesis's score in 100 games.
const MATCHES: [[&str; 3]; 3] = [
    ["advanced", "intermediate", "96 : 4"],
    ["intermediate", "uct-1000", "95 : 5 (UCT with 1 s a move)"],
    ["intermediate", "uct-100", ""],
];

/// Players of very different strength, measured by the tester: figures 5.1 to 5.3 of the thesis (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games of each player against itself.
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
    /// Games of each match, an even number.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut losses = Table::new(
        "player | mean loss of a game | standard deviation in a game | mean rank in a game \
         | games with a mean rank of 2 or less",
    );
    for player in PLAYERS {
        let profile = self_play::profile(&load(player)?, args.count, args.play)?;
        losses.row(row(player, &profile));
    }
    let mut matches = Table::new("players | won | lost | drawn | *thesis*");
    for [first, second, theirs] in MATCHES {
        let total = args.play.paired([&load(first)?, &load(second)?], args.games, 0).total();
        matches.row([vec![format!("{first} : {second}")], counts(total), cells![theirs]].concat());
    }
    let text = format!(
        "Of {} games against itself, both sides: the average over games (lower quartile, median, upper quartile).\n\n\
         {losses}\nGames from the normal start:\n\n{matches}",
        args.count
    );
    args.output.report("strength-check", &text)
}

/// The table row of a player: averages over games, and the share of games in which the tester prefers at most one move
/// on average.
fn row(player: &str, profile: &Profile) -> Vec<String> {
    let games: Vec<Losses> = profile.games.iter().map(|game| game.total()).filter(|game| game.moves > 0).collect();
    let losses: Vec<f64> = games.iter().filter_map(|game| game.mean()).collect();
    let deviations: Vec<f64> = games.iter().filter_map(|game| game.deviation()).collect();
    let ranks: Vec<f64> = games.iter().map(|game| self_play::mean_rank(*game)).collect();
    let good = ranks.iter().filter(|rank| **rank <= 2.0).count() as f64 / ranks.len() as f64;
    let share = format!("{:.0} %", 100.0 * good);
    cells![player, spread(&losses, 1), spread(&deviations, 1), spread(&ranks, 2), share]
}

fn spread(values: &[f64], digits: usize) -> String {
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(values, share));
    format!("{:.digits$} ({low:.digits$}, {middle:.digits$}, {high:.digits$})", mean(values))
}
