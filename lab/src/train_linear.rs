//! Trained weights of the linear evaluator, compared with the rows of the paper's table 1.

use rival::board::Color;
use rival::players::{Personality, load};

use crate::play::{Play, counts, percent};
use crate::program::Training;
use crate::table::{Table, cells};

/// The rows of the paper's table 1.
const ROWS: [&str; 7] = ["bp", "fs", "cn", "bp1-fs3", "bp5-cn1", "fs5-cn1", STRONGEST];
/// The strongest row of the table.
const STRONGEST: &str = "bp2-fs5-cn1";
/// Games of each match.
const GAMES: u64 = 2000;

/// Weights of the linear evaluator by CMA-ES, compared with the paper's table 1 (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    training: Training,
}

pub(crate) fn run(Args { training: args }: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("train-linear")?;
    let run_folder = folder.join("linear");
    let trained = args.program.train("linear --seed 1", &run_folder, args.resuming.resume)?;
    let random = load("random")?;
    let strongest = load(STRONGEST)?;
    let mut table = Table::new("player | first: won | lost | drawn | second: won | lost | drawn | score");
    for name in ROWS {
        table.row(row(name, &load(name)?, &random, args.play));
    }
    table.row(row("recipe linear", &trained, &random, args.play));
    let against_strongest = percent(&args.play.paired([&trained, &strongest], GAMES, 8));
    args.shipping.engine(&run_folder, "linear")?;
    let text = format!(
        "{GAMES} games against a random mover from the normal start, half of them in each seat; scores with their 95 \
         % intervals.\n\n{table}\nAgainst {STRONGEST}, {GAMES} games from random openings of 8 plies: \
         {against_strongest}\n"
    );
    args.output.report("train-linear", &text)
}

fn row(name: &str, player: &Personality, random: &Personality, play: Play) -> Vec<String> {
    let results = play.paired([player, random], GAMES, 0);
    let seats = [Color::Black, Color::White].map(|color| counts(results.tally(color)));
    [cells![name], seats.concat(), cells![percent(&results)]].concat()
}
