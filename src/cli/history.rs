//! `rival history`: a player's strength from game to game.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::about;
use super::output::{check, print, replace_named};
use super::rivals::known;
use super::standing::strength;
use crate::people::PeopleElo;
use crate::report::training::{Chart, Table, Training, page};
use crate::strength::person::{Ended, Profile, Standing, estimate, history};

/// Show a measured strength game by game.
///
/// It shows the 95 % interval after each game of a profile.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A profile, as `rival measure -o` and rivals that follow a person write it.
    #[arg(value_name = "PROFILE")]
    profile: PathBuf,
    /// Show only this many of the newest games.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=1000))]
    last: u16,
    /// Also write a page with the chart to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Games of the picture.
const DRAWN: usize = 1_000;
/// Columns of the chart in a terminal, from the lowest rating to the highest.
const COLUMNS: usize = 40;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.html.as_deref().map(check).transpose()?;
    let profile = known(&args.profile)?;
    let standings = history(&profile, DRAWN.max(usize::from(args.last)));
    if let Some(path) = &args.html {
        replace_named(path, html(&profile, &standings))?;
    }
    let shown = &standings[standings.len().saturating_sub(usize::from(args.last))..];
    print(text(&profile, shown))
}

fn text(profile: &Profile, standings: &[Standing]) -> String {
    let low = standings.iter().map(|s| s.low.0).fold(f64::MAX, f64::min);
    let high = standings.iter().map(|s| s.high.0).fold(f64::MIN, f64::max);
    let column = |rating: PeopleElo| {
        (((rating.0 - low) / (high - low) * (COLUMNS - 1) as f64).round() as usize).min(COLUMNS - 1)
    };
    let mut text = format!("{}: {}\n", profile.called(), strength(&estimate(profile)));
    let _ = writeln!(text, "game  rating   low  high  {:<width$.0}{high:>9.0}", low, width = COLUMNS - 9);
    let first = profile.games.len() - standings.len();
    for (standing, number) in standings.iter().zip(first..) {
        let mut drawn = vec![b' '; COLUMNS];
        drawn[column(standing.low)..=column(standing.high)].fill(b'-');
        drawn[column(standing.rating)] = b'o';
        let drawn = String::from_utf8_lossy(&drawn).into_owned();
        let Standing { rating, low, high, .. } = standing;
        let against = against(profile, number);
        let _ = writeln!(text, "{:>4} {rating:>7.0} {low:>5.0} {high:>5.0}  {drawn}  {against}", number + 1);
    }
    text
}

/// The opponent and the result of a game, in a few words.
fn against(profile: &Profile, number: usize) -> String {
    let game = &profile.games[number];
    let name: String = game.opponent.name.chars().filter(|c| !c.is_control()).take(30).collect();
    let name = if name.is_empty() { "an unknown player".to_owned() } else { name };
    match game.ended {
        None => format!("against {name}"),
        Some(Ended::Won(None)) => format!("beat {name}, who resigned"),
        Some(Ended::Lost(None)) => format!("resigned against {name}"),
        Some(Ended::Drawn) => format!("drew with {name}"),
        Some(Ended::Won(Some(discs))) => format!("beat {name} by {discs}"),
        Some(Ended::Lost(Some(discs))) => format!("lost to {name} by {discs}"),
    }
}

fn html(profile: &Profile, standings: &[Standing]) -> String {
    let first = profile.games.len() - standings.len();
    let series = |name: &str, of: &dyn Fn(&Standing) -> f64| (name.to_owned(), standings.iter().map(of).collect());
    let row = |(standing, number): (&Standing, usize)| {
        let Standing { rating, low, high, .. } = standing;
        let numbers = [rating, low, high].map(|value| format!("{value:.0}"));
        let game = &profile.games[number];
        [vec![(number + 1).to_string(), game.date.clone(), against(profile, number)], numbers.to_vec()].concat()
    };
    page(&Training {
        name: profile.called(),
        summary: strength(&estimate(profile)),
        about: about::of_this_run(),
        charts: vec![Chart::new(
            "strength after each game, with its 95 % interval",
            "game",
            first as u64 + 1,
            vec![series("strength", &|s| s.rating.0), series("low", &|s| s.low.0), series("high", &|s| s.high.0)],
        )],
        tables: vec![Table::new(
            "Games",
            &["game", "date", "result", "strength", "low", "high"],
            standings.iter().zip(first..).map(row).collect(),
        )],
        ..Training::default()
    })
}
