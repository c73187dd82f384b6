//! The number of points of a linear personality that equal one disc: the field `points_per_disc` of the shipped ones.
//! The final difference of games against itself is fitted to the values of the search in the middle of the game.

use std::num::NonZeroU32;

use anyhow::{bail, ensure};
use rival::board::{Color, Game};
use rival::eval::Worth;
use rival::personality::{AlphaBetaSpec, Effort, Kind};
use rival::players::duel::opening_board;
use rival::players::{Options, Personality, Player, chosen, load};
use rival::search::{Limits, SilentObserver};
use rival::stats::derive;

use crate::output::Output;
use crate::table::Table;

/// The number of discs in the used positions: the middle of the game, where values are evaluations.
const DISCS: std::ops::RangeInclusive<u32> = 20..=44;

/// Random moves before the personality takes over, so that the games differ.
const OPENING_PLIES: u32 = 8;

/// The depth that replaces a time limit, so that results are reproducible.
const DEPTH: NonZeroU32 = NonZeroU32::new(6).unwrap();

/// The points of linear personalities that equal one disc (1 minute each).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Shipped names or personality files.
    #[arg(value_name = "NAME|FILE", default_values = ["bp", "fs", "cn", "advanced"])]
    personalities: Vec<String>,
    /// Games of each personality against itself.
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: u64,
    /// Decides the openings and every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new("personality | points per disc | positions | correlation");
    for name in &args.personalities {
        let personality = load(name)?;
        let Some(spec) = personality.alpha_beta() else {
            bail!("{name}: found kind \"{}\", expected \"linear\"", personality.kind.name());
        };
        let points = points(&personality, spec, args);
        let has_values = points.iter().any(|(value, _)| *value != 0.0);
        let has_results = points.iter().any(|(_, score)| *score != 0.0);
        ensure!(has_values && has_results, "{name}: every value or every result was 0");
        let slope = slope(&points);
        if slope <= 0.0 {
            bail!("{name}: found values that do not rise with the result, expected some that do");
        }
        let figures = [format!("{:.4}", 1.0 / slope), points.len().to_string(), format!("{:.3}", correlation(&points))];
        table.row([name.clone()].into_iter().chain(figures));
    }
    args.output.report("points-per-disc", &table.to_string())
}

/// Black's values in the middle of each game, in points, with the game's result in discs.
fn points(personality: &Personality, spec: &AlphaBetaSpec, args: &Args) -> Vec<(f64, f64)> {
    let mut player = fixed_depth(personality, spec).player(&Options::default());
    let mut points = Vec::new();
    for number in 0..args.games {
        let seed = derive(args.seed, number);
        let mut game = Game::new(opening_board(seed, OPENING_PLIES));
        player.new_game(seed);
        let values = values(&mut game, player.as_mut());
        let score = f64::from(game.board().score(Color::Black, personality.rule));
        points.extend(values.into_iter().map(|value| (value, score)));
    }
    points
}

/// Plays the game to its end, and returns Black's values in the middle game.
fn values(game: &mut Game, player: &mut dyn Player) -> Vec<f64> {
    let mut values = Vec::new();
    while !game.is_over() {
        let board = *game.board();
        let report = player.choose(game, &Limits::default(), &mut SilentObserver);
        let best = report.lines.first().expect("the game is not over");
        if let Worth::Points(value) | Worth::Discs(value) = best.worth
            && DISCS.contains(&(64 - board.position.empties()))
        {
            values.push(if board.to_move == Color::Black { value } else { -value });
        }
        game.play(chosen(&report).expect("the game is not over")).expect("players play legal moves");
    }
    values
}

fn fixed_depth(personality: &Personality, spec: &AlphaBetaSpec) -> Personality {
    let mut spec = AlphaBetaSpec { book: None, ..spec.clone() };
    if let Effort::Time { .. } = spec.search.effort {
        spec.search.effort = Effort::Depth(DEPTH);
    }
    Personality { kind: Kind::AlphaBeta(spec), ..personality.clone() }
}

/// The slope of the least-squares line through the origin, in units of y for each unit of x.
fn slope(points: &[(f64, f64)]) -> f64 {
    let xx: f64 = points.iter().map(|(x, _)| x * x).sum();
    let xy: f64 = points.iter().map(|(x, y)| x * y).sum();
    xy / xx
}

/// The correlation of x and y about the origin, -1 to 1.
fn correlation(points: &[(f64, f64)]) -> f64 {
    let xx: f64 = points.iter().map(|(x, _)| x * x).sum();
    let xy: f64 = points.iter().map(|(x, y)| x * y).sum();
    let yy: f64 = points.iter().map(|(_, y)| y * y).sum();
    xy / (xx * yy).sqrt()
}
