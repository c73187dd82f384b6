//! The method k-best, table 5.2 of Ueda's thesis (2012).

use rival::players::{Personality, load};
use rival::stats::Tally;
use serde_json::{Value, json};

use crate::output::Output;
use crate::play::{Play, counts};
use crate::table::{Table, cells};
use crate::{player, self_play};

/// The player to imitate.
const PLAYER: &str = "intermediate";

/// The tester weakened by the method k-best against Intermediate: table 5.2 of the thesis (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games of each match, a multiple of four.
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let opponent = load(PLAYER)?;
    let profile = self_play::profile(&opponent, self_play::GAMES, args.play)?;
    let loss = self_play::mean_loss(&profile);
    let k = 3 * self_play::mean_rank(profile.total()).round() as u32;
    let sigma = 3.0 * loss;
    let [mean_loss, deviation, mean_rank] = self_play::losses(&profile);
    let methods = [
        (format!("k-best, k = {k}, sigma = {sigma:.2} (3 times ours)"), k_best(k, sigma)),
        ("k-best, k = 12, sigma = 75.36 (the thesis's)".to_owned(), k_best(12, 75.36)),
        (format!("target-loss, {mean_loss}"), json!({"method": "target-loss", "target": loss})),
    ];
    let mut table = Table::new(
        "tester with | won | lost | drawn | score against intermediate | its own mean loss | deviation | rank",
    );
    table.row(cells!["*thesis: k-best, k = 12, sigma = 75.36*", "*56*", "*44*", "", "*0.560*", "", "", ""]);
    for (method, choice) in methods {
        let weakened = weakened(choice)?;
        let mut total = Tally::default();
        for plies in [0, self_play::OPENING_PLIES] {
            let half = args.play.paired([&weakened, &opponent], args.games / 2, plies);
            half.outcomes.iter().for_each(|outcome| total.add((2.0 * outcome.score()) as u8));
        }
        let score = format!("{:.3}", total.points() / total.games() as f64);
        let losses = self_play::losses(&self_play::profile(&weakened, self_play::GAMES, args.play)?);
        table.row([cells![method], counts(total), vec![score], losses.to_vec()].concat());
    }
    let text = format!(
        "`{PLAYER}` in {} games against itself: mean loss {mean_loss}, deviation {deviation}, mean rank {mean_rank} \
         (thesis: 25.12 and 4). Half of the games from the normal start, half from random openings of 8 plies.\n\n{table}",
        self_play::GAMES
    );
    args.output.report("k-best", &text)
}

fn k_best(k: u32, sigma: f64) -> Value {
    json!({"method": "k-best", "k": k, "sigma": sigma})
}

/// The tester with another rule of choice.
fn weakened(choice: Value) -> anyhow::Result<Personality> {
    let mut file = player::to_json(&load("tester")?)?;
    file["name"] = "weakened".into();
    file["kind"] = "rival".into();
    file["choice"] = choice;
    player::from_json(&file)
}
