//! Games by each aim of human-like players.

use rival::people::PeopleElo;
use rival::personality::{Aim, HumanSpec};

use super::start;
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};

/// Games with each aim, for somebody as strong as people of a rating (minutes).
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(long, value_name = "ELO", default_value_t = 1500.0)]
    rating: f64,
    /// Games of each aim.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new("aim | the opponent scores | games within 6 discs | its moves that lose 20 discs");
    let rating = PeopleElo(args.rating);
    for (aim, name) in Aim::ALL {
        let spec = HumanSpec { aim, ..HumanSpec::like(rating) };
        let games = start::games(&spec, rating, args.games, args.play)?;
        let score = format!("{:.3}", 1.0 - start::points(&games));
        let close = format!("{:.1} %", 100.0 * start::within(&games, 6));
        table.row(cells![name, score, close, format!("{:.2} %", 100.0 * start::gross(&games))]);
    }
    args.output.report("natural-aims", &table.to_string())
}
