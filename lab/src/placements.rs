//! Placements of human-like players, beside the ratings at which they play.

use rival::machine::work::map;
use rival::people::{Judge, PeopleElo};
use rival::personality::HumanSpec;
use rival::players::duel::opening_board;
use rival::players::{Human, Player};
use rival::stats::{derive, signed};
use rival::strength::person::placement::{next_rung, rung_player};
use rival::strength::person::{Played, Profile, Standing, estimate};

use crate::games::{OPENING_PLIES, against, game, judged, side};
use crate::numbers::mean;
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};

/// Placements of human-like players, beside the ratings at which they play (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Placements of each player.
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Games of a placement.
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: usize,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new("plays as people rated | mean error | RMSE | covered");
    for rating in (700..=2100).step_by(200).map(f64::from).map(PeopleElo) {
        let standings = map(args.play.threads(), args.count, |number| {
            let player = Human::new("placed", &HumanSpec::like(rating));
            let seed = derive(derive(args.play.seed, rating.0 as u64), number as u64);
            let mut profile = Profile::new("placed");
            profile.games = against_rungs("placed", Box::new(player), args.games, seed)?;
            Ok(estimate(&profile))
        });
        let standings = standings.into_iter().collect::<anyhow::Result<Vec<Standing>>>()?;
        let errors: Vec<f64> = standings.iter().map(|standing| standing.rating.above(rating)).collect();
        let squares: Vec<f64> = errors.iter().map(|error| error * error).collect();
        let covered = standings.iter().filter(|standing| (standing.low..=standing.high).contains(&rating)).count();
        let square = format!("{:.0}", mean(&squares).sqrt());
        let share = format!("{:.2}", covered as f64 / args.count as f64);
        table.row(cells![rating, signed(mean(&errors), 0), square, share]);
    }
    args.output.report("placements", &table.to_string())
}

/// Judged games of a player, each against the rung that is nearest to the estimate so far.
///
/// # Errors
/// A player makes no legal move.
pub(crate) fn against_rungs(
    name: &str,
    mut player: Box<dyn Player>,
    games: usize,
    seed: u64,
) -> anyhow::Result<Vec<Played>> {
    let mut judge = Judge::shipped();
    let mut profile = Profile::new(name);
    for number in 0..games {
        let seed = derive(seed, number as u64);
        let rung = next_rung(Some(&profile));
        let start = opening_board(derive(seed, 0), OPENING_PLIES);
        let game = game(start, side(number), [&mut *player, &mut rung_player(rung)], seed)?;
        profile.add([judged(against(&game, side(number), &rung.name), &mut judge)?]);
    }
    Ok(profile.games)
}
