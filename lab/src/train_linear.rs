//! Weights of the linear evaluator, trained beside the rows of the paper's table 1.

use rival::board::Color;
use rival::players::{Personality, load};

use crate::journal::Resuming;
use crate::output::{Output, Shipping};
use crate::play::{Play, counts, percent};
use crate::program::Program;
use crate::table::{Table, cells};

const RECIPES: [&str; 2] = ["linear", "linear-genetic"];
/// The rows of the paper's table 1.
const ROWS: [&str; 7] = ["bp", "fs", "cn", "bp1-fs3", "bp5-cn1", "fs5-cn1", STRONGEST];
/// The strongest row of the table.
const STRONGEST: &str = "bp2-fs5-cn1";
/// Games of each match.
const GAMES: u64 = 2000;

/// Weights of the linear evaluator by CMA-ES and a genetic algorithm, beside the paper's table 1 (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("train-linear")?;
    let mut trained = Vec::new();
    for recipe in RECIPES {
        let words = format!("linear --recipe {recipe} --name linear --seed 1");
        trained.push((recipe, args.program.train(&words, &folder.join(recipe), args.resuming.resume)?));
    }
    let random = load("random")?;
    let strongest = load(STRONGEST)?;
    let mut table = Table::new("player | first: won | lost | drawn | second: won | lost | drawn | score");
    for name in ROWS {
        table.row(row(name, &load(name)?, &random, args.play));
    }
    let mut matches = Table::new(&format!("recipe | score against {STRONGEST}"));
    for (recipe, player) in &trained {
        table.row(row(&format!("recipe {recipe}"), player, &random, args.play));
        matches.row(cells![recipe, percent(&args.play.paired([player, &strongest], GAMES, 8))]);
    }
    args.shipping.engine(&folder.join(RECIPES[0]), "linear")?;
    let text = format!(
        "{GAMES} games against a random mover from the normal start, half of them in each seat; scores with their 95 \
         % intervals.\n\n{table}\n{GAMES} games from random openings of 8 plies:\n\n{matches}"
    );
    args.output.report("train-linear", &text)
}

fn row(name: &str, player: &Personality, random: &Personality, play: Play) -> Vec<String> {
    let results = play.paired([player, random], GAMES, 0);
    let seats = [Color::Black, Color::White].map(|color| counts(results.tally(color)));
    [cells![name], seats.concat(), cells![percent(&results)]].concat()
}
