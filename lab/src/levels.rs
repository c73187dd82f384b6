//! The four levels of "Reversi in C#" (codeproject article 4672) against each other.

use rival::players::duel::DuelResults;
use rival::players::load;

use crate::output::Output;
use crate::play::{Play, counts, percent};
use crate::table::{Table, cells};

/// Pairs of levels, the stronger first. Ueda's thesis (2012) has 96 : 4 for the second.
const PAIRS: [[&str; 2]; 3] = [["intermediate", "beginner"], ["advanced", "intermediate"], ["expert", "advanced"]];

/// The numbers of random moves before the players' own, in the order of the rows.
const OPENING_PLIES: [u32; 2] = [0, 8];

/// The levels of "Reversi in C#" against each other (1 minute).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games of each pair and kind of opening, an even number.
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new("players | openings | won | lost | drawn | score | discs a game");
    for [stronger, weaker] in PAIRS {
        let first = load(stronger)?;
        let second = load(weaker)?;
        for plies in OPENING_PLIES {
            let results = args.play.paired([&first, &second], args.games, plies);
            table.row(row(&format!("{stronger} : {weaker}"), plies, &results));
        }
    }
    args.output.report("levels", &table.to_string())
}

/// A row of the table: games, the score with its 95 % interval, and discs with their standard error.
fn row(players: &str, plies: u32, results: &DuelResults) -> Vec<String> {
    let opening = if plies == 0 { "normal start".to_owned() } else { format!("random:{plies}") };
    let discs = results
        .discs()
        .map_or_else(String::new, |discs| format!("{:+.1} ± {:.1}", discs.mean, discs.error.unwrap_or_default()));
    [cells![players, opening], counts(results.total()), cells![percent(results), discs]].concat()
}
